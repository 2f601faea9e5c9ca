//! Portuguese.

use ludoteca_core::shared::listed;
use ludoteca_core::{Language, Spelling};

use super::{Impossible, Phrase, Texts};

pub(super) static TEXTS: Texts = Texts {
    about: "ganha quem fizer uma linha de N peças.",
    rules: include_str!("../README.pt.md"),
    line_option: "quantas peças em linha ganham, no máximo o lado mais comprido",
    shorter_side: "o lado mais curto",
    four_in_a_row: "Quatro em linha",
    position_form: "as linhas e o lugar que tem a vez, como em `5/2x2/5/5/5 o`",
    impossible,
    phrase,
};

fn impossible(impossible: &Impossible, _spelling: Spelling) -> String {
    match impossible {
        Impossible::Turn { counts, turn } => {
            let counts = counts.iter().map(|(count, letter)| format!("{count} `{letter}`"));
            let counts = listed(counts, Language::Portuguese);
            format!("com {counts} não é a vez de `{turn}`")
        }
        Impossible::LineBefore { letter, line } => {
            format!("`{letter}` tem {line} em linha e não jogou por último")
        }
        Impossible::LinesApart(letter) => {
            format!("`{letter}` tem linhas que não podem ter sido feitas por uma só peça")
        }
    }
}

fn phrase(phrase: &Phrase, _spelling: Spelling) -> String {
    match phrase {
        Phrase::InARow(line) => format!("{line} em linha"),
        Phrase::LinesUpTo(longer_side) => {
            format!("um número inteiro de 3 a {longer_side}, o lado mais comprido")
        }
        Phrase::Prompt(line) => format!("Escolha uma casa livre: ganha quem fizer {line} em linha"),
    }
}
