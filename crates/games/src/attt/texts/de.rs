//! German.

use ludoteca_core::{Language, Spelling, Tell};

use super::{Illegal, Impossible, Phrase, Texts};

pub(super) static TEXTS: Texts = Texts {
    about: "drei in einer Reihe mit je drei Spielsteinen, die versetzt werden, \
        sobald alle gesetzt sind.",
    rules: include_str!("../README.de.md"),
    hint: "'Zeile Spalte', um einen Spielstein zu setzen, solange du welche im Vorrat hast; \
        danach 'Zeile Spalte Zeile Spalte', um einen vom ersten Feld auf das zweite zu versetzen.",
    no_progress_option: "Remis nach so vielen Halbzügen mit Versetzen (0: unbegrenzt)",
    place_form: "zwei Zahlen, Zeile und Spalte",
    shift_form: "vier Zahlen, Zeile und Spalte des Startfelds und des Zielfelds",
    position_form: "Zeilen, Platz am Zug und Zahl der Halbzüge mit Versetzen wie in \
        `xo1/1x1/o2 x 0`",
    clock: "Zahl der Halbzüge mit Versetzen",
    piece: "Spielstein",
    illegal,
    impossible,
    phrase,
};

fn illegal(illegal: &Illegal, spelling: Spelling) -> String {
    match illegal {
        Illegal::Parse(error) => error.tell(Language::German, spelling),
        Illegal::InHand => "du hast noch Spielsteine im Vorrat und musst einen setzen".to_owned(),
        Illegal::NoneInHand => {
            "du hast keine Spielsteine mehr im Vorrat und musst einen versetzen".to_owned()
        }
        Illegal::NotYours(cell) => {
            format!("auf Feld {} liegt kein Spielstein von dir", cell.spelled(spelling))
        }
        Illegal::Taken(cell) => format!("Feld {} ist besetzt", cell.spelled(spelling)),
        Illegal::Over => "die Partie ist zu Ende".to_owned(),
    }
}

fn impossible(impossible: &Impossible, _spelling: Spelling) -> String {
    match impossible {
        Impossible::Pieces { letter, count } => {
            format!("{letter} hat {count} Spielsteine, jeder Platz hat aber nur drei")
        }
        Impossible::MovedTooEarly => {
            "es wurde schon versetzt, obwohl noch Spielsteine im Vorrat sind".to_owned()
        }
        Impossible::PlacingTurn { x, o, turn } => {
            format!("bei {x} x und {o} o ist {turn} nicht am Zug")
        }
        Impossible::MovingTurn { clock, turn } => {
            format!("nach {} ist {turn} nicht am Zug", shifts(*clock))
        }
        Impossible::LineAlready => "der Platz am Zug hat schon drei in einer Reihe".to_owned(),
    }
}

fn phrase(phrase: &Phrase, _spelling: Spelling) -> String {
    match phrase {
        Phrase::Line => "drei in einer Reihe".to_owned(),
        Phrase::NoLine(plies) => format!("keine Reihe nach {}", shifts(*plies)),
        Phrase::InHand(pieces) => format!("{pieces} im Vorrat"),
        Phrase::PromptToPlace => "Setze einen deiner Spielsteine auf ein freies Feld".to_owned(),
        Phrase::PromptToShift => "Ziehe einen deiner Spielsteine auf ein freies Feld".to_owned(),
    }
}

/// Plies of movement, in the dative.
fn shifts(plies: u32) -> String {
    match plies {
        1 => "1 Zug mit Versetzen".to_owned(),
        plies => format!("{plies} Zügen mit Versetzen"),
    }
}
