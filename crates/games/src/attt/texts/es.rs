//! Spanish.

use ludoteca_core::{Language, Spelling, Tell};

use super::{Illegal, Impossible, Phrase, Texts};

pub(super) static TEXTS: Texts = Texts {
    about: "tres en línea con tres fichas por jugador, que se mueven una vez colocadas todas.",
    rules: include_str!("../README.es.md"),
    hint: "'fila columna' para colocar una ficha mientras te queden en la mano; \
        después, 'fila columna fila columna' para mover una de la primera casilla a la segunda.",
    no_progress_option: "jugadas de movimiento con las que la partida termina en tablas \
        (0: sin límite)",
    place_form: "la fila y la columna, dos números",
    shift_form: "el origen y el destino, cuatro números",
    position_form: "las filas, el puesto al que le toca jugar y las jugadas de movimiento, \
        como en `xo1/1x1/o2 x 0`",
    clock: "un número de jugadas de movimiento",
    piece: "ficha",
    illegal,
    impossible,
    phrase,
};

/// How many plies of movement.
fn movements(count: u32) -> String {
    let plies = if count == 1 { "jugada" } else { "jugadas" };
    format!("{count} {plies} de movimiento")
}

fn illegal(illegal: &Illegal, spelling: Spelling) -> String {
    match illegal {
        Illegal::Parse(error) => error.tell(Language::Spanish, spelling),
        Illegal::InHand => "todavía te quedan fichas en la mano: coloca una".to_owned(),
        Illegal::NoneInHand => {
            "ya no te quedan fichas en la mano: mueve una del tablero".to_owned()
        }
        Illegal::NotYours(cell) => {
            format!("no tienes ninguna ficha en la casilla {}", cell.spelled(spelling))
        }
        Illegal::Taken(cell) => format!("la casilla {} está ocupada", cell.spelled(spelling)),
        Illegal::Over => "la partida ha terminado".to_owned(),
    }
}

fn impossible(impossible: &Impossible, _spelling: Spelling) -> String {
    match impossible {
        Impossible::Pieces { letter, count } => {
            format!("{letter} tiene {count} fichas, pero a cada puesto le corresponden tres")
        }
        Impossible::MovedTooEarly => {
            "mientras quedan fichas en la mano no hay jugadas de movimiento".to_owned()
        }
        Impossible::PlacingTurn { x, o, turn } => {
            format!("con estas fichas, {x} de x y {o} de o, no le toca jugar a {turn}")
        }
        Impossible::MovingTurn { clock, turn } => {
            format!("tras {} no le toca jugar a {turn}", movements(*clock))
        }
        Impossible::LineAlready => {
            "el puesto al que le toca jugar ya tiene tres fichas en línea".to_owned()
        }
    }
}

fn phrase(phrase: &Phrase, _spelling: Spelling) -> String {
    match phrase {
        Phrase::Line => "tres fichas en línea".to_owned(),
        Phrase::NoLine(plies) => format!("{} sin ninguna línea", movements(*plies)),
        Phrase::InHand(pieces) => format!("{pieces} en la mano"),
        Phrase::PromptToPlace => "Coloca una de tus fichas en una casilla libre".to_owned(),
        Phrase::PromptToShift => "Mueve una de tus fichas a una casilla libre".to_owned(),
    }
}
