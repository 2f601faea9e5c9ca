//! English.

use ludoteca_core::shared::listed;
use ludoteca_core::{Language, Spelling};

use super::{Impossible, Phrase, Texts};

pub(super) static TEXTS: Texts = Texts {
    about: "a line of N pieces in a row wins.",
    rules: include_str!("../README.md"),
    line_option: "how many in a row win, at most the longer side",
    shorter_side: "the shorter side",
    four_in_a_row: "Four in a row",
    position_form: "rows and the seat to move, as in `5/2x2/5/5/5 o`",
    impossible,
    phrase,
};

fn impossible(impossible: &Impossible, _spelling: Spelling) -> String {
    match impossible {
        Impossible::Turn { counts, turn } => {
            let counts = counts.iter().map(|(count, letter)| format!("{count} {letter}"));
            let counts = listed(counts, Language::English);
            format!("with {counts} it is not the turn of {turn}")
        }
        Impossible::LineBefore { letter, line } => {
            format!("{letter} has {line} in a row and did not move last")
        }
        Impossible::LinesApart(letter) => {
            format!("{letter} has lines that no single piece can have made")
        }
    }
}

fn phrase(phrase: &Phrase, _spelling: Spelling) -> String {
    match phrase {
        Phrase::InARow(line) => format!("{line} in a row"),
        Phrase::LinesUpTo(longer_side) => {
            format!("a whole number from 3 to {longer_side}, the longer side")
        }
        Phrase::Prompt(line) => format!("Choose a free cell: {line} in a row wins"),
    }
}
