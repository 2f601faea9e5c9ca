//! English.

use ludoteca_core::Spelling;

use super::{Impossible, Texts};

pub(super) static TEXTS: Texts = Texts {
    about: "three in a row on a board of nine cells.",
    rules: include_str!("../README.md"),
    position_form: "rows and the seat to move, as in `x1o/3/3 x`",
    three_in_a_row: "three in a row",
    impossible,
};

fn impossible(impossible: &Impossible, _spelling: Spelling) -> String {
    match impossible {
        Impossible::Turn { x, o, turn } => {
            format!("with {x} x and {o} o it is not the turn of {turn}")
        }
        Impossible::LineAlready => "the seat to move has three in a row already".to_owned(),
    }
}
