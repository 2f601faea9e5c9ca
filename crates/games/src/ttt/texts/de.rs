//! German.

use ludoteca_core::Spelling;

use super::{Impossible, Texts};

pub(super) static TEXTS: Texts = Texts {
    about: "drei in einer Reihe auf einem Spielbrett mit neun Feldern.",
    rules: include_str!("../README.de.md"),
    position_form: "Zeilen und Platz am Zug wie in `x1o/3/3 x`",
    three_in_a_row: "drei in einer Reihe",
    impossible,
};

fn impossible(impossible: &Impossible, _spelling: Spelling) -> String {
    match impossible {
        Impossible::Turn { x, o, turn } => {
            format!("bei {x} x und {o} o ist {turn} nicht am Zug")
        }
        Impossible::LineAlready => "der Platz am Zug hat schon drei in einer Reihe".to_owned(),
    }
}
