//! How people are used to a game at a table, apart from its rules.

use crate::seat::Seat;

/// What a game's custom asks of a view. Most games ask for nothing: [`Conventions::NONE`].
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Conventions {
    /// What the sides are called in sentences, one for each seat (`white`, `black`); empty where
    /// the seats' names serve.
    pub sides: &'static [&'static str],
    /// Is a person who is to move shown the legal moves unasked?
    pub listing: Listing,
    /// Do games come in series? Then a finished one is followed by the score of all so far, and by
    /// the question whether to play another.
    pub series: bool,
    /// Does the console pass over a seat that cannot move without a word? All other views tell in
    /// any case.
    pub silent_skips: bool,
    /// The seat that sits opposite, at the upper edge of the board, where two seats face each
    /// other: a view of that seat's own turns the board round. `None` where it does not matter from
    /// where one looks.
    pub far_seat: Option<Seat>,
}

impl Conventions {
    /// The seats' names in sentences, no list of moves, one game, every skip told, and one view for
    /// all.
    pub const NONE: Conventions = Conventions {
        sides: &[],
        listing: Listing::Never,
        series: false,
        silent_skips: false,
        far_seat: None,
    };
}

/// How the legal moves are shown to a person who is to move.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Listing {
    /// Only to one who asks.
    Never,
    /// As they are typed.
    Plain,
    /// As they are typed, each with its number from 1, which may be typed in its place. No move of
    /// such a game is a single number.
    Numbered,
}
