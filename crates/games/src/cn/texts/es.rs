//! Spanish.

use ludoteca_core::shared::listed;
use ludoteca_core::{Language, Spelling};

use super::{Impossible, Phrase, Texts};

pub(super) static TEXTS: Texts = Texts {
    about: "gana quien forma una línea de N fichas seguidas.",
    rules: include_str!("../README.es.md"),
    line_option: "fichas seguidas necesarias para ganar, como máximo el lado mayor",
    shorter_side: "el lado menor",
    four_in_a_row: "Cuatro en raya",
    position_form: "las filas y el puesto al que le toca jugar, como en `5/2x2/5/5/5 o`",
    impossible,
    phrase,
};

fn impossible(impossible: &Impossible, _spelling: Spelling) -> String {
    match impossible {
        Impossible::Turn { counts, turn } => {
            let counts = counts.iter().map(|(count, letter)| format!("{count} de {letter}"));
            let counts = listed(counts, Language::Spanish);
            format!("con estas fichas, {counts}, no le toca jugar a {turn}")
        }
        Impossible::LineBefore { letter, line } => {
            format!("{letter} tiene {line} fichas en línea, pero la última jugada no fue suya")
        }
        Impossible::LinesApart(letter) => {
            format!("{letter} tiene líneas que no se pueden haber formado con una sola ficha")
        }
    }
}

fn phrase(phrase: &Phrase, _spelling: Spelling) -> String {
    match phrase {
        Phrase::InARow(line) => format!("{line} fichas en línea"),
        Phrase::LinesUpTo(3) => "solo 3, el lado mayor".to_owned(),
        Phrase::LinesUpTo(longer_side) => {
            format!("un número entero de 3 a {longer_side}, el lado mayor")
        }
        Phrase::Prompt(line) => format!("Elige una casilla libre: {line} fichas en línea ganan"),
    }
}
