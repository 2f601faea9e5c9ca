//! What people read in Tic-Tac-Toe, one file a language.

mod de;
mod en;
mod es;
mod pt;

use ludoteca_core::{Language, Spelling};

use crate::phrases::{fixed_texts, impl_tell};

/// Why no game comes to a position.
#[derive(Debug)]
pub(super) enum Impossible {
    /// The numbers of pieces do not fit the turn of the seat with this letter.
    Turn { x: u32, o: u32, turn: char },
    /// The game ended before this turn.
    LineAlready,
}

/// The texts of one language.
pub(super) struct Texts {
    about: &'static str,
    rules: &'static str,
    /// What a position takes.
    position_form: &'static str,
    /// Why a game was won.
    three_in_a_row: &'static str,
    impossible: fn(&Impossible, Spelling) -> String,
}

fn texts(language: Language) -> &'static Texts {
    language.pick(&en::TEXTS, &es::TEXTS, &pt::TEXTS, &de::TEXTS)
}

fixed_texts! {
    ABOUT = about;
    RULES = rules;
    POSITION_FORM = position_form;
    THREE_IN_A_ROW = three_in_a_row;
}

impl_tell! {
    Impossible = impossible;
}
