//! Spanish.

use ludoteca_core::Spelling;

use super::{Illegal, Impossible, Phrase, Texts};

pub(super) static TEXTS: Texts = Texts {
    about: "siembra tus semillas y captura los hoyos que solo tenían una.",
    sides: ["Sur", "Norte"],
    rules: include_str!("../README.es.md"),
    hint: "El número de uno de tus hoyos que tenga semillas.",
    bowls_option: "hoyos de cada puesto",
    stones_option: "semillas en cada hoyo al principio",
    win_option: "semillas capturadas con las que se gana",
    half_of_all: "la mitad de todas las semillas",
    no_progress_option: "jugadas seguidas sin capturas con las que termina la partida \
        (0: sin límite)",
    position_form: "las semillas de ambos lados y de los graneros, el puesto al que le toca jugar \
        y las jugadas sin capturas, como en `4,4,4,4,4,4/4,4,4,4,4,4 0,0 1 0`",
    side: "la lista de semillas de un lado, con un número por hoyo y comas entre ellos",
    pots: "la lista de semillas capturadas por cada puesto, como en `0,0`",
    stones: "un número de semillas",
    clock: "un número de jugadas sin capturas",
    player: |seat| format!("Jugador {seat}: "),
    illegal,
    impossible,
    phrase,
};

/// How many stones.
fn stones(count: u32) -> String {
    if count == 1 { "1 semilla".to_owned() } else { format!("{count} semillas") }
}

fn illegal(illegal: &Illegal, _spelling: Spelling) -> String {
    match illegal {
        Illegal::Malformed(text) => {
            format!("`{text}` no es una jugada: hay que indicar el número de un hoyo")
        }
        Illegal::NoSuchBowl { bowl, last } => {
            format!("no hay ningún hoyo {bowl}: van del 1 al {last}")
        }
        Illegal::NotYours { bowl, first, last } if first == last => {
            format!("el hoyo {bowl} es del rival: el tuyo es el {first}")
        }
        Illegal::NotYours { bowl, first, last } => {
            format!("el hoyo {bowl} es del rival: los tuyos van del {first} al {last}")
        }
        Illegal::Empty(bowl) => format!("el hoyo {bowl} está vacío"),
        Illegal::Over => "la partida ha terminado".to_owned(),
    }
}

fn impossible(impossible: &Impossible, _spelling: Spelling) -> String {
    match impossible {
        Impossible::Stones { found, all } => {
            format!("la posición tiene {} y esta partida, {all}", stones(*found))
        }
        Impossible::SingleCaptured => {
            "un puesto ha capturado 1 semilla, pero nunca se capturan menos de 2".to_owned()
        }
        Impossible::BothWon(count) => {
            format!("los dos puestos han capturado {} o más", stones(*count))
        }
        Impossible::WonBefore { turn, win } => {
            format!("le toca jugar al puesto {turn}, que ya ha ganado con {} o más", stones(*win))
        }
        Impossible::NotTheStart => {
            "antes de la primera jugada, la posición es la inicial y le toca jugar al puesto 1"
                .to_owned()
        }
    }
}

fn phrase(phrase: &Phrase, _spelling: Spelling) -> String {
    match phrase {
        Phrase::Won(count) => format!("un jugador ha capturado {} o más", stones(*count)),
        Phrase::NoStonesLeft => "no quedan semillas en los hoyos".to_owned(),
        Phrase::NoCapture(1) => "1 jugada sin capturas".to_owned(),
        Phrase::NoCapture(plies) => format!("{plies} jugadas seguidas sin capturas"),
        Phrase::NoStones => "no tiene semillas en su lado".to_owned(),
        Phrase::Bowl(number) => format!("hoyo {number}"),
        Phrase::Pot(seat) => format!("granero {seat}"),
        Phrase::BowlsEach(1) => "1 hoyo por puesto".to_owned(),
        Phrase::BowlsEach(bowls) => format!("{bowls} hoyos por puesto"),
        Phrase::StonesEach(1) => "1 semilla por hoyo".to_owned(),
        Phrase::StonesEach(stones) => format!("{stones} semillas por hoyo"),
        Phrase::Captured(1) => "1 capturada".to_owned(),
        Phrase::Captured(count) => format!("{count} capturadas"),
        Phrase::WinsUpTo(all) => format!("un número entero de 1 a {all}, el total de semillas"),
        Phrase::Sows(count) => stones(*count),
    }
}
