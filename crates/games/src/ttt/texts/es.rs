//! Spanish.

use ludoteca_core::Spelling;

use super::{Impossible, Texts};

pub(super) static TEXTS: Texts = Texts {
    about: "tres fichas en línea en un tablero de nueve casillas.",
    rules: include_str!("../README.es.md"),
    position_form: "las filas y el puesto al que le toca jugar, como en `x1o/3/3 x`",
    three_in_a_row: "tres fichas en línea",
    impossible,
};

fn impossible(impossible: &Impossible, _spelling: Spelling) -> String {
    match impossible {
        Impossible::Turn { x, o, turn } => {
            format!("con estas fichas, {x} de x y {o} de o, no le toca jugar a {turn}")
        }
        Impossible::LineAlready => {
            "el puesto al que le toca jugar ya tiene tres fichas en línea".to_owned()
        }
    }
}
