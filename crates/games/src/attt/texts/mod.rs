//! What people read in Advanced Tic-Tac-Toe, one file a language.

mod de;
mod en;
mod es;
mod pt;

use ludoteca_core::grid::CellName;
use ludoteca_core::text::ParseError;
use ludoteca_core::{Language, Spelling, errors_in_english};

use crate::phrases::{fixed_texts, impl_tell};

/// Why a move is refused.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Illegal {
    /// The text does not name the cells that a move takes.
    Parse(ParseError),
    /// A shift while there are pieces to place.
    InHand,
    /// A placement when all pieces are placed.
    NoneInHand,
    /// The origin is empty or has the other seat's piece.
    NotYours(CellName),
    /// A piece is on the cell that should get one.
    Taken(CellName),
    /// The game is over.
    Over,
}

impl From<ParseError> for Illegal {
    fn from(error: ParseError) -> Illegal {
        Illegal::Parse(error)
    }
}

/// Why no game can reach a position.
#[derive(Debug)]
pub(super) enum Impossible {
    /// A seat has too many pieces.
    Pieces {
        /// The letter of the seat.
        letter: char,
        /// Its pieces on the board.
        count: u32,
    },
    /// Movement begins when all pieces are placed.
    MovedTooEarly,
    /// The numbers of pieces do not fit the turn.
    PlacingTurn {
        /// Pieces of the first seat.
        x: u32,
        /// Pieces of the second.
        o: u32,
        /// The letter of the seat to move.
        turn: char,
    },
    /// The number of plies of movement does not fit the turn.
    MovingTurn {
        /// Plies of movement so far.
        clock: u32,
        /// The letter of the seat to move.
        turn: char,
    },
    /// The game ended before this turn.
    LineAlready,
}

/// Parts of sentences.
#[derive(Debug)]
pub(super) enum Phrase {
    /// What the seat to move does: it places a piece, or moves one.
    PromptToPlace,
    PromptToShift,
    /// Why a game was won.
    Line,
    /// Why a game was drawn: there were too many plies of movement.
    NoLine(u32),
    /// What a seat holds beside the board.
    InHand(u32),
}

/// The texts of one language.
pub(super) struct Texts {
    about: &'static str,
    rules: &'static str,
    hint: &'static str,
    /// What the option sets.
    no_progress_option: &'static str,
    /// What a move takes while there are pieces in hand, and when all are placed.
    place_form: &'static str,
    shift_form: &'static str,
    /// What a position takes, and what its last number is.
    position_form: &'static str,
    clock: &'static str,
    /// What people call a piece in hand.
    piece: &'static str,
    illegal: fn(&Illegal, Spelling) -> String,
    impossible: fn(&Impossible, Spelling) -> String,
    phrase: fn(&Phrase, Spelling) -> String,
}

fn texts(language: Language) -> &'static Texts {
    language.pick(&en::TEXTS, &es::TEXTS, &pt::TEXTS, &de::TEXTS)
}

fixed_texts! {
    ABOUT = about;
    RULES = rules;
    HINT = hint;
    NO_PROGRESS_OPTION = no_progress_option;
    PLACE_FORM = place_form;
    SHIFT_FORM = shift_form;
    POSITION_FORM = position_form;
    CLOCK = clock;
    PIECE = piece;
}

impl_tell! {
    Illegal = illegal;
    Impossible = impossible;
    Phrase = phrase;
}

errors_in_english!(Illegal);
