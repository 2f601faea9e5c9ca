//! What people read in Breakthrough, one file a language.

mod de;
mod en;
mod es;
mod pt;

use ludoteca_core::grid::CellName;
use ludoteca_core::text::ParseError;
use ludoteca_core::{Language, Seat, Spelling, Text, errors_in_english};

use crate::phrases::{fixed_texts, impl_tell};

/// Why a move is refused.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Illegal {
    /// The text names no two cells of the board.
    Parse(ParseError),
    /// The origin is empty.
    NoPiece(CellName),
    /// The other seat's piece is on the origin.
    NotYours(CellName),
    /// The destination is not one of the three cells ahead of this seat's piece: seat 1 plays down,
    /// seat 2 up.
    NotForward(Seat),
    /// One of the player's own pieces is on the destination.
    OwnPiece(CellName),
    /// The other seat's piece is on the destination, straight ahead.
    StraightCapture,
    /// The game is over.
    Over,
}

impl From<ParseError> for Illegal {
    fn from(error: ParseError) -> Illegal {
        Illegal::Parse(error)
    }
}

/// Why no game can reach a position. Seat 1 is blue, seat 2 is red.
#[derive(Debug)]
pub(super) enum Impossible {
    /// A seat has too many pieces.
    Pieces {
        /// The seat.
        seat: Seat,
        /// Its pieces on the board.
        count: usize,
        /// Its pieces at the start.
        most: usize,
    },
    /// The game ended before this turn.
    ReachedBefore(Seat),
    /// The game ended with the first piece that arrived.
    ReachedTwice(Seat),
    /// The seat that has just moved has no pieces, though it must have the piece that moved.
    NoPieces(Seat),
    /// The numbers of moves of the two seats do not fit the turn.
    Turn(Seat),
}

/// Parts of sentences.
#[derive(Debug)]
pub(super) enum Phrase {
    /// What the seat to move does.
    Prompt,
    /// Why a game was won.
    Reached,
    /// Why a game was won.
    LastCaptured,
}

/// The texts of one language.
pub(super) struct Texts {
    about: &'static str,
    sides: [&'static str; 2],
    rules: &'static str,
    hint: &'static str,
    /// What a move and a position take.
    move_form: &'static str,
    position_form: &'static str,
    illegal: fn(&Illegal, Spelling) -> String,
    impossible: fn(&Impossible, Spelling) -> String,
    phrase: fn(&Phrase, Spelling) -> String,
}

fn texts(language: Language) -> &'static Texts {
    language.pick(&en::TEXTS, &es::TEXTS, &pt::TEXTS, &de::TEXTS)
}

/// What the sides are called.
pub(super) static SIDES: [Text; 2] =
    [Text(|language| texts(language).sides[0]), Text(|language| texts(language).sides[1])];

fixed_texts! {
    ABOUT = about;
    RULES = rules;
    HINT = hint;
    MOVE_FORM = move_form;
    POSITION_FORM = position_form;
}

impl_tell! {
    Illegal = illegal;
    Impossible = impossible;
    Phrase = phrase;
}

errors_in_english!(Illegal);
