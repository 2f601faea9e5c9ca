//! German.

use ludoteca_core::{Seat, Spelling};

use super::{Illegal, Impossible, Phrase, Texts, point};

pub(super) static TEXTS: Texts = Texts {
    about: "der Vorläufer des Damespiels, auf 25 Punkten.",
    rules: include_str!("../README.de.md"),
    hint: "Start und Ziel, als zwei Zahlen (18 13) oder zwei Namen (C4 C3).",
    colours: ["Weiß", "Schwarz"],
    position_form: "Zeilen, Seite am Zug und Zugnummer wie in \
        `bbbbb/bbbbb/bb1ww/wwwww/wwwww w 1`",
    number: "Zugnummer",
    illegal,
    impossible,
    phrase,
};

fn colour(side: Seat) -> &'static str {
    TEXTS.colours[side.index()]
}

fn illegal(illegal: &Illegal, spelling: Spelling) -> String {
    let point = |number: &i32| point(*number, spelling);
    match illegal {
        Illegal::Malformed(text) => {
            format!(
                "`{text}` ist kein Zug; erwartet werden zwei Zahlen (18 13) oder zwei Namen (C4 C3)"
            )
        }
        Illegal::NoSuchPoint(text) => {
            format!("es gibt keinen Punkt {text}; die Punkte heißen 1 bis 25 oder A1 bis E5")
        }
        Illegal::NoPiece(at) => format!("auf Punkt {} steht kein Stein", point(at)),
        Illegal::NotYours(at) => format!("der Stein auf Punkt {} gehört dir nicht", point(at)),
        Illegal::Taken(at) => format!("Punkt {} ist besetzt", point(at)),
        Illegal::NoLine(from, to) => {
            format!("von {} nach {} führt keine Linie", point(from), point(to))
        }
        Illegal::Sideways => "seitwärts darf ein Stein nur schlagen".to_owned(),
        Illegal::Backward => "rückwärts darf ein Stein nur schlagen".to_owned(),
        Illegal::NothingToJump(at) => {
            format!("auf Punkt {} steht kein Stein, der übersprungen werden könnte", point(at))
        }
        Illegal::OwnPiece(at) => {
            format!(
                "der Stein auf Punkt {} gehört dir und kann nicht übersprungen werden",
                point(at)
            )
        }
        Illegal::Over => "die Partie ist zu Ende".to_owned(),
    }
}

fn impossible(impossible: &Impossible, _spelling: Spelling) -> String {
    match impossible {
        Impossible::Pieces { side, count } => {
            format!("{} hat {count} Steine, mehr als 12", colour(*side))
        }
        Impossible::NoPieces(side) => {
            format!("{} hat gerade gezogen, hat aber keine Steine", colour(*side))
        }
        Impossible::Turn(side) => {
            let side = colour(*side);
            format!(
                "bei abwechselnden Zügen können die Steine nicht so stehen, wenn {side} am Zug ist"
            )
        }
        Impossible::Number { latest, number } => {
            format!(
                "so können die Steine spätestens in Zug {latest} stehen, \
                nicht erst in Zug {number}"
            )
        }
    }
}

fn phrase(phrase: &Phrase, _spelling: Spelling) -> String {
    match phrase {
        Phrase::NoPieces(side) => format!("{} hat keine Steine mehr", colour(*side)),
        Phrase::NoMove(side) => format!("{} hat keinen erlaubten Zug", colour(*side)),
        Phrase::Prompt => {
            "Ziehe einen Stein entlang einer Linie oder überspringe einen gegnerischen".to_owned()
        }
    }
}
