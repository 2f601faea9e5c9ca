//! German.

use ludoteca_core::{Language, Spelling, Tell};

use super::{Illegal, Impossible, Phrase, Texts};

pub(super) static TEXTS: Texts = Texts {
    about: "ein Brettspiel für Atari-Fans der Neunziger.",
    summary: "klone deine Spielsteine oder springe mit ihnen, und erobere alle daneben.",
    rules: include_str!("../README.de.md"),
    hint: "Zeile und Spalte erst des Startfelds, dann des Zielfelds, durch Leerzeichen getrennt \
        (vier Zahlen).",
    obstacles_option: "Felder, die niemand benutzen kann",
    no_progress_option: "Remis nach so vielen Halbzügen hintereinander ohne Klonen (0: unbegrenzt)",
    cross: "Mit Hindernissen",
    move_form: "vier Zahlen, Zeile und Spalte des Startfelds und des Zielfelds",
    position_form: "Zeilen, Platz am Zug, Zahl der Halbzüge seit dem letzten Klonen und Zugnummer \
        wie in `x5o/7/7/7/7/7/o5x x 0 1`",
    clock: "Zahl der Halbzüge seit dem letzten Klonen",
    number: "Zugnummer",
    illegal,
    impossible,
    phrase,
};

fn illegal(illegal: &Illegal, spelling: Spelling) -> String {
    match illegal {
        Illegal::Parse(error) => error.tell(Language::German, spelling),
        Illegal::NoPiece(cell) => {
            format!("auf Feld {} liegt kein Spielstein", cell.spelled(spelling))
        }
        Illegal::NotYours(cell) => {
            format!("der Spielstein auf Feld {} gehört dir nicht", cell.spelled(spelling))
        }
        Illegal::NotAPiece(cell) => {
            format!("auf Feld {} ist ein Hindernis und kein Spielstein", cell.spelled(spelling))
        }
        Illegal::SameCell => "ein Spielstein zieht nicht auf sein eigenes Feld".to_owned(),
        Illegal::TooFar { from, to, distance } => {
            let (from, to) = (from.spelled(spelling), to.spelled(spelling));
            format!(
                "von {from} nach {to} sind es {distance} Felder, \
                ein Spielstein zieht aber nur 1 oder 2 Felder weit"
            )
        }
        Illegal::Taken(cell) => format!("Feld {} ist besetzt", cell.spelled(spelling)),
        Illegal::Obstacle(cell) => {
            format!("auf Feld {} ist ein Hindernis", cell.spelled(spelling))
        }
        Illegal::Over => "die Partie ist zu Ende".to_owned(),
    }
}

fn impossible(impossible: &Impossible, _spelling: Spelling) -> String {
    match impossible {
        Impossible::NoPieces => "niemand hat Spielsteine",
        Impossible::OtherObstacles => "es gibt andere Hindernisse als in den Optionen",
    }
    .to_owned()
}

fn phrase(phrase: &Phrase, _spelling: Spelling) -> String {
    match phrase {
        Phrase::Conquered => "nur noch ein Spieler hat Spielsteine".to_owned(),
        Phrase::Stuck => "niemand kann mehr ziehen".to_owned(),
        Phrase::NoClone(1) => "1 Zug ohne Klonen".to_owned(),
        Phrase::NoClone(plies) => format!("{plies} Züge hintereinander ohne Klonen"),
        Phrase::NoPieces => "hat keine Spielsteine mehr".to_owned(),
        Phrase::ShutIn => "kann nicht ziehen".to_owned(),
        Phrase::CellsUpTo { row, col } => format!("Zeile,Spalte bis {row},{col}"),
        Phrase::EachOnce => "jedes Feld nur einmal".to_owned(),
        Phrase::NoStart => "jedes Feld, auf dem niemand beginnt".to_owned(),
        Phrase::LeavesAMove => "jede Auswahl, bei der noch jemand ziehen kann".to_owned(),
        Phrase::Cells(1) => "1 Feld".to_owned(),
        Phrase::Cells(count) => format!("{count} Felder"),
        Phrase::DrawsUpTo { most, mirror } => {
            let quarter = if *mirror { ", gespiegelt aus dem linken oberen Viertel" } else { "" };
            format!("eine ganze Zahl von 0 bis {most}{quarter}")
        }
        Phrase::Clone => "klont".to_owned(),
        Phrase::Jump => "springt".to_owned(),
        Phrase::Prompt => {
            "Klone einen Spielstein auf ein Nachbarfeld oder springe zwei Felder weit".to_owned()
        }
    }
}
