//! Spanish.

use ludoteca_core::shared::listed;
use ludoteca_core::{Language, Spelling, Tell};

use super::{Illegal, Impossible, Phrase, Texts, either};

pub(super) static TEXTS: Texts = Texts {
    about: "dos cuerpos celestes, doce sondas y un dado.",
    rules: include_str!("../README.es.md"),
    hint: "'m;n' para colocar un cuerpo celeste, los dos extremos 'm1;n1:m2;n2' para colocar \
        una sonda, todos los pasos 'm1;n1:…:mi;ni' para mover.",
    token: "sonda",
    field_form: "la fila y la columna, como en 5;2",
    token_form: "los dos extremos de la sonda, como en 6;2:6;6",
    walk_form: "todos los pasos, como en 4;2:3;2",
    position_form: "las filas, la fase, las sondas que quedan y lo que viene a continuación, \
        como en `15/15/15/15/15/15/15/15/15/15/15 1 234567 set`",
    phase: "una fase",
    left: "una serie de sondas: longitudes de 2 a 7, de menor a mayor, o - si no queda ninguna",
    stage: "lo que puede venir a continuación: set, roll, place:N, walk:N u over, con N de 2 a 7",
    illegal,
    impossible,
    phrase,
};

/// How many fields.
fn fields(count: impl Into<u64>) -> String {
    match count.into() {
        1 => "1 casilla".to_owned(),
        count => format!("{count} casillas"),
    }
}

fn illegal(illegal: &Illegal, spelling: Spelling) -> String {
    match illegal {
        Illegal::Parse(error) => error.tell(Language::Spanish, spelling),
        Illegal::OffBoard(field) => format!("la casilla {field} no está en el tablero"),
        Illegal::Occupied(field) => format!("la casilla {field} está ocupada"),
        Illegal::Crooked => {
            "las sondas se colocan en línea recta, en una fila o en una columna".to_owned()
        }
        Illegal::SticksOut => "la sonda no queda entera dentro del tablero".to_owned(),
        Illegal::Outside => {
            "al menos una casilla de DAWN tiene que quedar dentro del tablero".to_owned()
        }
        Illegal::Length { length, asked } => {
            let asked: Vec<String> = asked.iter().map(ToString::to_string).collect();
            let asked = asked.join(" o ");
            let length = fields(*length);
            format!("la sonda mide {length}, pero con esta tirada se coloca la sonda {asked}")
        }
        Illegal::TooFar { steps, most } => {
            format!("el recorrido tiene {steps} pasos, pero como mucho pueden ser {most}")
        }
        Illegal::Leap { from, to } => format!("de {from} no se llega a {to} con un solo paso"),
        Illegal::ManyWays(to) => {
            format!("hay varios caminos más cortos hasta {to}: escribe todos los pasos")
        }
        Illegal::NoSide(text) => {
            format!("`{text}` no es una tirada: el dado muestra 2, 3, 4, 5, 6 o DAWN")
        }
        Illegal::RollFirst => "antes hay que tirar el dado".to_owned(),
        Illegal::NoRoll => "ahora no hay que tirar el dado".to_owned(),
        Illegal::Over => "la partida ha terminado".to_owned(),
    }
}

fn impossible(impossible: &Impossible, _spelling: Spelling) -> String {
    match impossible {
        Impossible::BodyTwice(body) => format!("el cuerpo celeste {body} aparece dos veces"),
        Impossible::BodyEarly(body) => format!("{body} todavía no puede estar en el tablero"),
        Impossible::BodyMissing(body) => format!("falta {body} en el tablero"),
        Impossible::SetNotWhole => "una fase empieza con la serie de sondas completa".to_owned(),
        Impossible::NoToken => "no queda ninguna sonda por colocar".to_owned(),
        Impossible::WalkAfterNothing(length) => {
            format!(
                "la sonda de {length} casillas no se ha usado, pero Nature ya mueve según su \
                longitud"
            )
        }
        Impossible::OverEarly => "la partida no termina hasta el final de la fase 2".to_owned(),
        Impossible::NothingFits => {
            "no cabe ninguna de las sondas que corresponden a la tirada".to_owned()
        }
        Impossible::NoStep => "no hay ningún paso posible".to_owned(),
        Impossible::Covered { found, least, most } if least == most => {
            format!("las sondas cubren {}, pero las usadas suman {most}", fields(*found))
        }
        Impossible::Covered { found, least, most } => {
            let found = fields(*found);
            format!(
                "las sondas cubren {found}, pero con las usadas deben ser entre {least} y {most}"
            )
        }
        Impossible::Alone(field) => {
            format!("ninguna sonda cubre solamente la casilla {field}")
        }
        Impossible::TooManyAlone => "solo DAWN puede cubrir una casilla suelta".to_owned(),
    }
}

fn phrase(phrase: &Phrase, _spelling: Spelling) -> String {
    match phrase {
        Phrase::Over([vesta, ceres]) => {
            let empty = if *vesta == 1 { "vacía" } else { "vacías" };
            let vesta = fields(*vesta);
            format!("han terminado las dos fases; Vesta llega a {vesta} {empty} y Ceres, a {ceres}")
        }
        Phrase::NothingFits => "no puede colocar ninguna sonda".to_owned(),
        Phrase::NoStep => "no puede dar ningún paso".to_owned(),
        Phrase::MayWalk(body, steps) => format!("{body} puede dar hasta {steps} pasos"),
        Phrase::Token(token) => format!("sonda {token}"),
        Phrase::Names(names) => listed(names, Language::Spanish),
        Phrase::SetBody(body) => format!("Coloca {body} en una casilla libre"),
        Phrase::Lay(tokens) => {
            format!("Coloca la sonda {}: elige un extremo y luego el otro", either(tokens, "o"))
        }
        Phrase::Walk(body, steps) => format!("Mueve {body} hasta {steps} pasos"),
        Phrase::Stage { phase, round } => format!("fase {phase} de 2, ronda {round} de 6"),
    }
}
