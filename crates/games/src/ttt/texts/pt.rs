//! Portuguese.

use ludoteca_core::Spelling;

use super::{Impossible, Texts};

pub(super) static TEXTS: Texts = Texts {
    about: "três em linha num tabuleiro de nove casas.",
    rules: include_str!("../README.pt.md"),
    position_form: "as linhas e o lugar que tem a vez, como em `x1o/3/3 x`",
    three_in_a_row: "três em linha",
    impossible,
};

fn impossible(impossible: &Impossible, _spelling: Spelling) -> String {
    match impossible {
        Impossible::Turn { x, o, turn } => {
            format!("com {x} `x` e {o} `o` não é a vez de `{turn}`")
        }
        Impossible::LineAlready => "o lugar que tem a vez já tem três em linha".to_owned(),
    }
}
