//! Spanish.

use ludoteca_core::{Language, Spelling, Tell};

use super::{Illegal, Impossible, Phrase, Texts};

pub(super) static TEXTS: Texts = Texts {
    about: "un juego de tablero para la generación Atari de los noventa.",
    summary: "clona tus fichas o hazlas saltar, y conquista todas las que tengan al lado.",
    rules: include_str!("../README.es.md"),
    hint: "Fila y columna del origen y del destino, separadas por espacios (cuatro números).",
    obstacles_option: "casillas que nadie puede usar",
    no_progress_option: "jugadas seguidas sin clonar con las que la partida acaba en tablas \
        (0: sin límite)",
    cross: "Con obstáculos",
    move_form: "la fila y la columna del origen y las del destino, cuatro números",
    position_form: "las filas, el puesto al que le toca jugar, las jugadas sin clonar \
        y el número de movimiento, como en `x5o/7/7/7/7/7/o5x x 0 1`",
    clock: "un número de jugadas sin clonar",
    number: "un número de movimiento",
    illegal,
    impossible,
    phrase,
};

fn illegal(illegal: &Illegal, spelling: Spelling) -> String {
    match illegal {
        Illegal::Parse(error) => error.tell(Language::Spanish, spelling),
        Illegal::NoPiece(cell) => {
            format!("no hay ninguna ficha en la casilla {}", cell.spelled(spelling))
        }
        Illegal::NotYours(cell) => {
            format!("la ficha de la casilla {} no es tuya", cell.spelled(spelling))
        }
        Illegal::NotAPiece(cell) => {
            format!("en la casilla {} hay un obstáculo, no una ficha", cell.spelled(spelling))
        }
        Illegal::SameCell => "una ficha no se mueve a su propia casilla".to_owned(),
        Illegal::TooFar { from, to, distance } => {
            let (from, to) = (from.spelled(spelling), to.spelled(spelling));
            format!("de {from} a {to} hay {distance} casillas: una ficha solo se mueve 1 o 2")
        }
        Illegal::Taken(cell) => format!("la casilla {} está ocupada", cell.spelled(spelling)),
        Illegal::Obstacle(cell) => {
            format!("en la casilla {} hay un obstáculo", cell.spelled(spelling))
        }
        Illegal::Over => "la partida ha terminado".to_owned(),
    }
}

fn impossible(impossible: &Impossible, _spelling: Spelling) -> String {
    match impossible {
        Impossible::NoPieces => "no hay ninguna ficha",
        Impossible::OtherObstacles => "los obstáculos no son los que indican las opciones",
    }
    .to_owned()
}

fn phrase(phrase: &Phrase, _spelling: Spelling) -> String {
    match phrase {
        Phrase::Conquered => "solo un puesto tiene fichas".to_owned(),
        Phrase::Stuck => "nadie puede mover".to_owned(),
        Phrase::NoClone(1) => "1 jugada sin clonar".to_owned(),
        Phrase::NoClone(plies) => format!("{plies} jugadas seguidas sin clonar"),
        Phrase::NoPieces => "ya no tiene fichas".to_owned(),
        Phrase::ShutIn => "no puede mover".to_owned(),
        Phrase::CellsUpTo { row, col } => format!("fila,columna hasta {row},{col}"),
        Phrase::EachOnce => "cada casilla una sola vez".to_owned(),
        Phrase::NoStart => "casillas que no sean iniciales de ningún puesto".to_owned(),
        Phrase::LeavesAMove => "obstáculos que dejen alguna jugada a algún puesto".to_owned(),
        Phrase::Cells(1) => "1 casilla".to_owned(),
        Phrase::Cells(count) => format!("{count} casillas"),
        Phrase::DrawsUpTo { most, mirror } => {
            let quarter = if *mirror {
                " para el cuarto superior izquierdo, que se repite en los otros tres"
            } else {
                ""
            };
            format!("un número entero de 0 a {most}{quarter}")
        }
        Phrase::Clone => "clona".to_owned(),
        Phrase::Jump => "salta".to_owned(),
        Phrase::Prompt => "Clona una ficha en una casilla vecina o salta dos casillas".to_owned(),
    }
}
