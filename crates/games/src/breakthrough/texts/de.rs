//! German.

use ludoteca_core::{Language, Seat, Spelling, Tell};

use super::{Illegal, Impossible, Phrase, Texts};

pub(super) static TEXTS: Texts = Texts {
    about: "wer die Grundlinie des Gegners erreicht, gewinnt.",
    sides: ["Blau", "Rot"],
    rules: include_str!("../README.de.md"),
    hint: "Zeile und Spalte erst des Startfelds, dann des Zielfelds, durch Leerzeichen getrennt \
        (vier Zahlen).",
    move_form: "vier Zahlen, Zeile und Spalte des Startfelds und des Zielfelds",
    position_form: "Zeilen und Platz am Zug wie in `bb/bb/2/2/rr/rr b`",
    illegal,
    impossible,
    phrase,
};

/// What the sides are called.
fn colour(seat: Seat) -> &'static str {
    ["Blau", "Rot"][seat.index()]
}

fn illegal(illegal: &Illegal, spelling: Spelling) -> String {
    match illegal {
        Illegal::Parse(error) => error.tell(Language::German, spelling),
        Illegal::NoPiece(cell) => {
            format!("auf Feld {} liegt kein Spielstein", cell.spelled(spelling))
        }
        Illegal::NotYours(cell) => {
            format!("der Spielstein auf Feld {} gehört dir nicht", cell.spelled(spelling))
        }
        Illegal::NotForward(seat) => {
            let ahead = ["unten", "oben"][seat.index()];
            format!("ein Spielstein zieht eine Zeile nach {ahead}, geradeaus oder diagonal")
        }
        Illegal::OwnPiece(cell) => {
            format!("auf Feld {} liegt ein Spielstein von dir", cell.spelled(spelling))
        }
        Illegal::StraightCapture => "geradeaus darf nicht geschlagen werden".to_owned(),
        Illegal::Over => "die Partie ist zu Ende".to_owned(),
    }
}

fn impossible(impossible: &Impossible, _spelling: Spelling) -> String {
    match impossible {
        Impossible::Pieces { seat, count, most } => {
            format!("{} hat {count} Spielsteine, zu Beginn waren es nur {most}", colour(*seat))
        }
        Impossible::ReachedBefore(seat) => {
            let seat = colour(*seat);
            format!("{seat} ist am Zug, hat aber die Grundlinie des Gegners schon erreicht")
        }
        Impossible::ReachedTwice(seat) => {
            format!("{} hat die Grundlinie des Gegners mehr als einmal erreicht", colour(*seat))
        }
        Impossible::NoPieces(seat) => {
            format!("{} hat gerade gezogen, hat aber keine Spielsteine", colour(*seat))
        }
        Impossible::Turn(seat) => {
            let seat = colour(*seat);
            format!(
                "bei abwechselnden Zügen um je eine Zeile können die Spielsteine nicht so stehen, \
                wenn {seat} am Zug ist"
            )
        }
    }
}

fn phrase(phrase: &Phrase, _spelling: Spelling) -> String {
    match phrase {
        Phrase::Reached => "die Grundlinie des Gegners ist erreicht",
        Phrase::LastCaptured => "der letzte Spielstein des Gegners ist geschlagen",
        Phrase::Prompt => "Ziehe einen Spielstein vorwärts; geschlagen wird schräg",
    }
    .to_owned()
}
