//! Spanish.

use ludoteca_core::{Language, Seat, Spelling, Tell};

use super::{Illegal, Impossible, Phrase, Texts};

pub(super) static TEXTS: Texts = Texts {
    about: "gana quien llega al otro lado del tablero.",
    sides: ["azules", "rojas"],
    rules: include_str!("../README.es.md"),
    hint: "Fila y columna del origen y del destino, separadas por espacios (cuatro números).",
    move_form: "la fila y la columna del origen y las del destino, cuatro números",
    position_form: "las filas y el puesto al que le toca jugar, como en `bb/bb/2/2/rr/rr b`",
    illegal,
    impossible,
    phrase,
};

/// What the sides are called, without the article.
fn side(seat: Seat) -> &'static str {
    ["bando azul", "bando rojo"][seat.index()]
}

fn illegal(illegal: &Illegal, spelling: Spelling) -> String {
    match illegal {
        Illegal::Parse(error) => error.tell(Language::Spanish, spelling),
        Illegal::NoPiece(cell) => {
            format!("no hay ninguna ficha en la casilla {}", cell.spelled(spelling))
        }
        Illegal::NotYours(cell) => {
            format!("la ficha de la casilla {} no es tuya", cell.spelled(spelling))
        }
        Illegal::NotForward(seat) => {
            let ahead = ["abajo", "arriba"][seat.index()];
            format!("una ficha avanza una fila hacia {ahead}, de frente o en diagonal")
        }
        Illegal::OwnPiece(cell) => {
            format!("en la casilla {} hay una ficha tuya", cell.spelled(spelling))
        }
        Illegal::StraightCapture => "una ficha no puede capturar de frente".to_owned(),
        Illegal::Over => "la partida ha terminado".to_owned(),
    }
}

fn impossible(impossible: &Impossible, _spelling: Spelling) -> String {
    match impossible {
        Impossible::Pieces { seat, count, most } => {
            format!("el {} tiene {count} fichas, más de {most}", side(*seat))
        }
        Impossible::ReachedBefore(seat) => {
            let side = side(*seat);
            format!("le toca jugar al {side}, que ya ha llegado a la línea de fondo del rival")
        }
        Impossible::ReachedTwice(seat) => {
            format!("el {} ha llegado dos veces a la línea de fondo del rival", side(*seat))
        }
        Impossible::NoPieces(seat) => {
            format!("el {} acaba de jugar y no tiene fichas", side(*seat))
        }
        Impossible::Turn(seat) => {
            format!(
                "avanzando una fila por turno, las fichas no pueden estar así \
                cuando le toca jugar al {}",
                side(*seat)
            )
        }
    }
}

fn phrase(phrase: &Phrase, _spelling: Spelling) -> String {
    match phrase {
        Phrase::Reached => "una ficha ha llegado a la línea de fondo del rival",
        Phrase::LastCaptured => "se ha capturado la última ficha",
        Phrase::Prompt => "Avanza con una ficha; se captura en diagonal",
    }
    .to_owned()
}
