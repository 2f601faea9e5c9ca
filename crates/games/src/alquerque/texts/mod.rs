//! What people read in Alquerque, one file a language.

mod de;
mod en;
mod es;
mod pt;

use ludoteca_core::{Language, Seat, Spelling, Text, errors_in_english};

use crate::phrases::{fixed_texts, impl_tell};

/// Why a move is refused. Points are numbers; `point` names them.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Illegal {
    /// Neither two numbers nor two names.
    Malformed(String),
    /// No point has this number or name.
    NoSuchPoint(String),
    /// The origin is empty.
    NoPiece(i32),
    /// The other side's piece is on the origin.
    NotYours(i32),
    /// The destination is not empty.
    Taken(i32),
    /// The points are neither neighbours on a line nor two lines apart straight on.
    NoLine(i32, i32),
    /// A step to the side without a capture.
    Sideways,
    /// A step back without a capture.
    Backward,
    /// A jump over an empty point.
    NothingToJump(i32),
    /// A jump over a piece of the player's own side.
    OwnPiece(i32),
    /// The game is over.
    Over,
}

/// Why no game can reach a position.
#[derive(Debug)]
pub(super) enum Impossible {
    /// A side has too many pieces.
    Pieces {
        /// The side.
        side: Seat,
        /// Its pieces on the board.
        count: u32,
    },
    /// The side that has just moved has no pieces, though it must have the piece that moved.
    NoPieces(Seat),
    /// The numbers of moves of the two sides do not fit the turn.
    Turn(Seat),
    /// The pieces have not advanced as far as this many moves would take them.
    Number {
        /// The greatest number that is possible.
        latest: i64,
        /// The number as given.
        number: u8,
    },
}

/// Parts of sentences.
#[derive(Debug)]
pub(super) enum Phrase {
    /// What the seat to move does.
    Prompt,
    /// Why a game was won: this side has no pieces.
    NoPieces(Seat),
    /// Why a game was drawn: this side has no move.
    NoMove(Seat),
}

/// The texts of one language.
pub(super) struct Texts {
    about: &'static str,
    rules: &'static str,
    hint: &'static str,
    /// What the sides are called.
    colours: [&'static str; 2],
    /// What a position takes, and what its last part is.
    position_form: &'static str,
    number: &'static str,
    illegal: fn(&Illegal, Spelling) -> String,
    impossible: fn(&Impossible, Spelling) -> String,
    phrase: fn(&Phrase, Spelling) -> String,
}

fn texts(language: Language) -> &'static Texts {
    language.pick(&en::TEXTS, &es::TEXTS, &pt::TEXTS, &de::TEXTS)
}

/// What the sides are called.
pub(super) static COLOURS: [Text; 2] =
    [Text(|language| texts(language).colours[0]), Text(|language| texts(language).colours[1])];

/// What people call a point: `18` where they type it, `C4` where they read it on the board.
pub(super) fn point(point: i32, spelling: Spelling) -> String {
    match spelling {
        Spelling::Typed => point.to_string(),
        Spelling::Readable => {
            let letter = char::from(b'A' + ((point - 1) % 5) as u8);
            format!("{letter}{}", (point - 1) / 5 + 1)
        }
    }
}

fixed_texts! {
    ABOUT = about;
    RULES = rules;
    HINT = hint;
    POSITION_FORM = position_form;
    NUMBER = number;
}

impl_tell! {
    Illegal = illegal;
    Impossible = impossible;
    Phrase = phrase;
}

errors_in_english!(Illegal);
