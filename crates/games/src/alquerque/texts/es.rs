//! Spanish.

use ludoteca_core::{Seat, Spelling};

use super::{Illegal, Impossible, Phrase, Texts, point};

pub(super) static TEXTS: Texts = Texts {
    about: "el antepasado de las damas, en 25 puntos.",
    rules: include_str!("../README.es.md"),
    hint: "Origen y destino, como dos números de punto (18 13) o dos nombres (C4 C3).",
    colours: ["blancas", "negras"],
    position_form: "las filas, el bando al que le toca jugar y el número de movimiento, \
        como en `bbbbb/bbbbb/bb1ww/wwwww/wwwww w 1`",
    number: "un número de movimiento",
    illegal,
    impossible,
    phrase,
};

/// What a side's men are called, without the article.
fn men(side: Seat) -> &'static str {
    TEXTS.colours[side.index()]
}

fn illegal(illegal: &Illegal, spelling: Spelling) -> String {
    let point = |number: &i32| point(*number, spelling);
    match illegal {
        Illegal::Malformed(text) => {
            format!(
                "`{text}` no es una jugada: hay que indicar dos números de punto (18 13) \
                o dos nombres (C4 C3)"
            )
        }
        Illegal::NoSuchPoint(text) => {
            format!("no hay ningún punto {text}: los puntos van del 1 al 25, o de A1 a E5")
        }
        Illegal::NoPiece(at) => format!("no hay ningún peón en el punto {}", point(at)),
        Illegal::NotYours(at) => format!("el peón del punto {} no es tuyo", point(at)),
        Illegal::Taken(at) => format!("el punto {} está ocupado", point(at)),
        Illegal::NoLine(from, to) => {
            format!("ninguna línea lleva del punto {} al {}", point(from), point(to))
        }
        Illegal::Sideways => "un peón solo se mueve de lado para capturar".to_owned(),
        Illegal::Backward => "un peón solo se mueve hacia atrás para capturar".to_owned(),
        Illegal::NothingToJump(at) => {
            format!("en el punto {} no hay ningún peón sobre el que saltar", point(at))
        }
        Illegal::OwnPiece(at) => {
            format!("el peón del punto {} es tuyo y no puedes saltar sobre él", point(at))
        }
        Illegal::Over => "la partida ha terminado".to_owned(),
    }
}

fn impossible(impossible: &Impossible, _spelling: Spelling) -> String {
    match impossible {
        Impossible::Pieces { side, count } => {
            format!("las {} tienen {count} peones, más de 12", men(*side))
        }
        Impossible::NoPieces(side) => {
            format!("las {} acaban de jugar y no tienen peones", men(*side))
        }
        Impossible::Turn(side) => {
            format!(
                "jugando por turnos, los peones no pueden estar así \
                cuando les toca a las {}",
                men(*side)
            )
        }
        Impossible::Number { latest, number } => {
            format!(
                "los peones pueden estar así como muy tarde en el movimiento {latest}, \
                no en el {number}"
            )
        }
    }
}

fn phrase(phrase: &Phrase, _spelling: Spelling) -> String {
    match phrase {
        Phrase::NoPieces(side) => format!("las {} se han quedado sin peones", men(*side)),
        Phrase::NoMove(side) => format!("las {} no tienen ninguna jugada legal", men(*side)),
        Phrase::Prompt => "Mueve un peón por una línea o salta sobre uno del rival".to_owned(),
    }
}
