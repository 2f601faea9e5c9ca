//! German.

use ludoteca_core::shared::listed;
use ludoteca_core::{Language, Spelling};

use super::{Impossible, Phrase, Texts};

pub(super) static TEXTS: Texts = Texts {
    about: "wer N Spielsteine in einer Reihe hat, gewinnt.",
    rules: include_str!("../README.de.md"),
    line_option: "Länge der Gewinnreihe, höchstens die längere Seite",
    shorter_side: "die kürzere Seite",
    four_in_a_row: "Vier in einer Reihe",
    position_form: "Zeilen und Platz am Zug wie in `5/2x2/5/5/5 o`",
    impossible,
    phrase,
};

fn impossible(impossible: &Impossible, _spelling: Spelling) -> String {
    match impossible {
        Impossible::Turn { counts, turn } => {
            let counts = counts.iter().map(|(count, letter)| format!("{count} {letter}"));
            let counts = listed(counts, Language::German);
            format!("bei {counts} ist {turn} nicht am Zug")
        }
        Impossible::LineBefore { letter, line } => {
            format!("{letter} hat {line} in einer Reihe, aber nicht zuletzt gezogen")
        }
        Impossible::LinesApart(letter) => {
            format!("{letter} hat Reihen, die nicht im selben Zug entstanden sein können")
        }
    }
}

fn phrase(phrase: &Phrase, _spelling: Spelling) -> String {
    match phrase {
        Phrase::InARow(line) => format!("{line} in einer Reihe"),
        Phrase::LinesUpTo(3) => "nur 3, die Länge der Seiten".to_owned(),
        Phrase::LinesUpTo(longer_side) => {
            format!("eine ganze Zahl von 3 bis {longer_side}, der längeren Seite")
        }
        Phrase::Prompt(line) => {
            format!("Wähle ein freies Feld: {line} in einer Reihe gewinnen")
        }
    }
}
