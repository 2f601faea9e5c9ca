//! What people read in Connect-N, one file a language.

mod de;
mod en;
mod es;
mod pt;

use ludoteca_core::{Language, Spelling, Tell, Text};

use crate::phrases::{fixed_texts, impl_tell};

/// Why no game can reach a position.
#[derive(Debug)]
pub(super) enum Impossible {
    /// A seat has more or fewer pieces than fits the turn.
    Turn {
        /// How many pieces each seat has, with its letter.
        counts: Vec<(usize, char)>,
        /// The letter of the seat to move.
        turn: char,
    },
    /// A seat has a line but did not move last.
    LineBefore {
        /// The letter of the seat that has a line.
        letter: char,
        /// How many in a row win.
        line: usize,
    },
    /// The lines of this seat have no piece in common.
    LinesApart(char),
}

/// Parts of sentences.
#[derive(Debug)]
pub(super) enum Phrase {
    /// What the seat to move does: this many in a row win.
    Prompt(usize),
    /// Why a game was won.
    InARow(usize),
    /// The lines that a board has room for, up to its longer side.
    LinesUpTo(usize),
}

/// The texts of one language.
pub(super) struct Texts {
    about: &'static str,
    rules: &'static str,
    /// What the option sets, and its default.
    line_option: &'static str,
    shorter_side: &'static str,
    /// The name of a preset.
    four_in_a_row: &'static str,
    /// What a position takes.
    position_form: &'static str,
    impossible: fn(&Impossible, Spelling) -> String,
    phrase: fn(&Phrase, Spelling) -> String,
}

fn texts(language: Language) -> &'static Texts {
    language.pick(&en::TEXTS, &es::TEXTS, &pt::TEXTS, &de::TEXTS)
}

/// The name of a preset, in every language.
pub(super) const GOMOKU: Text = Text(|_| "Gomoku");

/// So many in a row, which win.
pub(super) fn in_a_row(line: u32, language: Language) -> String {
    Phrase::InARow(line as usize).tell(language, Spelling::Readable)
}

fixed_texts! {
    ABOUT = about;
    RULES = rules;
    LINE_OPTION = line_option;
    SHORTER_SIDE = shorter_side;
    POSITION_FORM = position_form;
    FOUR_IN_A_ROW = four_in_a_row;
}

impl_tell! {
    Impossible = impossible;
    Phrase = phrase;
}
