//! Conventions of playing a game that are not part of its rules.

use crate::language::Text;
use crate::seat::Seat;

/// What a game's conventions ask of a view. Most games ask for nothing: [`Conventions::NONE`].
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Conventions {
    /// The names of the sides in sentences, one for each seat (`white`, `black`). Empty where the
    /// seats' names are used.
    pub sides: &'static [Text],
    /// The parts that the seats play, one for each seat, in games where their moves differ
    /// (`Nature`, `Mission Control`). Otherwise empty.
    pub roles: &'static [Text],
    /// How the legal moves are shown to the player to move.
    pub listing: Listing,
    /// Are games played in series? If so, after each game the score of the series is shown, and the
    /// question whether to play another.
    pub series: bool,
    /// Does the console skip a seat that cannot move without a message? All other views show a
    /// message in any case.
    pub silent_skips: bool,
    /// The seat at the upper edge of the board, if two seats face each other. A view for that seat
    /// turns the board round. `None` if the board looks the same from all sides.
    pub far_seat: Option<Seat>,
}

impl Conventions {
    /// Sentences use the seats' names, moves are not listed, games come one at a time, every skip
    /// is shown, and all seats have the same view.
    pub const NONE: Conventions = Conventions {
        sides: &[],
        roles: &[],
        listing: Listing::Never,
        series: false,
        silent_skips: false,
        far_seat: None,
    };

    /// Does a view turn the board round for the people at it? It does if the only one of them sits
    /// at the upper edge.
    pub fn is_turned_for(&self, is_person: impl Fn(Seat) -> bool) -> bool {
        // Where seats face each other there are two.
        self.far_seat.is_some_and(|far| Seat::all(2).all(|seat| is_person(seat) == (seat == far)))
    }
}

/// How the legal moves are shown to the player to move.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Listing {
    /// Only on request.
    Never,
    /// As they are typed.
    Plain,
    /// As they are typed, each with its number from 1, which may be typed in its place. No move of
    /// such a game is a single number.
    Numbered,
}
