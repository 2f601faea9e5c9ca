//! What people read in Ataxx, one file a language.

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
    /// The text names no two cells of the board.
    Parse(ParseError),
    /// The origin is empty.
    NoPiece(CellName),
    /// Another seat's piece is on the origin.
    NotYours(CellName),
    /// The origin is an obstacle.
    NotAPiece(CellName),
    /// Origin and destination are the same.
    SameCell,
    /// The destination is farther away than a jump.
    TooFar {
        /// The origin.
        from: CellName,
        /// The destination.
        to: CellName,
        /// In rows or in columns, whichever is more; at least 3.
        distance: usize,
    },
    /// A piece is on the destination.
    Taken(CellName),
    /// The destination is an obstacle.
    Obstacle(CellName),
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
    /// Nobody has a piece.
    NoPieces,
    /// The obstacles differ from those of the options.
    OtherObstacles,
}

/// Parts of sentences.
#[derive(Debug)]
pub(super) enum Phrase {
    /// What the seat to move does.
    Prompt,
    /// Why a game ended: one seat has all pieces.
    Conquered,
    /// Why a game ended: there are empty cells, and nobody reaches them.
    Stuck,
    /// Why a game ended: there were too many plies without a clone.
    NoClone(u32),
    /// Why a seat was skipped: it is out of the game.
    NoPieces,
    /// Why a seat was skipped: its pieces are shut in.
    ShutIn,
    /// What obstacles may be: cells of the board.
    CellsUpTo { row: usize, col: usize },
    /// What obstacles may be: different cells.
    EachOnce,
    /// What obstacles may be: cells without a piece.
    NoStart,
    /// What obstacles may be: not everywhere.
    LeavesAMove,
    /// What was given where the obstacles are wrong as a whole.
    Cells(usize),
    /// How many obstacles can be drawn.
    DrawsUpTo { most: u32, mirror: bool },
    /// What a move does.
    Clone,
    /// What a move does.
    Jump,
}

/// The texts of one language.
pub(super) struct Texts {
    about: &'static str,
    summary: &'static str,
    rules: &'static str,
    hint: &'static str,
    /// What the options set.
    obstacles_option: &'static str,
    no_progress_option: &'static str,
    /// The name of a preset: obstacles in the middle.
    cross: &'static str,
    /// What a move and a position take.
    move_form: &'static str,
    position_form: &'static str,
    /// What parts of a position are, with their articles.
    clock: &'static str,
    number: &'static str,
    illegal: fn(&Illegal, Spelling) -> String,
    impossible: fn(&Impossible, Spelling) -> String,
    phrase: fn(&Phrase, Spelling) -> String,
}

fn texts(language: Language) -> &'static Texts {
    language.pick(&en::TEXTS, &es::TEXTS, &pt::TEXTS, &de::TEXTS)
}

fixed_texts! {
    ABOUT = about;
    SUMMARY = summary;
    RULES = rules;
    HINT = hint;
    OBSTACLES_OPTION = obstacles_option;
    NO_PROGRESS_OPTION = no_progress_option;
    CROSS = cross;
    MOVE_FORM = move_form;
    POSITION_FORM = position_form;
    CLOCK = clock;
    NUMBER = number;
}

impl_tell! {
    Illegal = illegal;
    Impossible = impossible;
    Phrase = phrase;
}

errors_in_english!(Illegal);
