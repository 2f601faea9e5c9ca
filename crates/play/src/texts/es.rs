//! Spanish.

use ludoteca_core::{Language, Spelling, Tell};

use super::Texts;
use crate::play::{BadRecord, Refused};
use crate::players::{LONGEST_NAME, Limit, PlayersError, Range};
use crate::record::{Decision, Dice, ResultFor};
use crate::setup::SetupError;

const LANGUAGE: Language = Language::Spanish;

pub(super) static TEXTS: Texts = Texts {
    refused,
    players_error,
    setup_error,
    bad_record,
    decision,
    result_for,
    no_seed: |_| {
        format!("se admite un número entero de 0 a {} o 64 dígitos hexadecimales", u64::MAX)
    },
    no_entropy: |_| "se admiten 64 dígitos hexadecimales".to_owned(),
};

fn tell(part: &impl Tell) -> String {
    part.tell(LANGUAGE, Spelling::Typed)
}

fn refused(refused: &Refused) -> String {
    match refused {
        Refused::Over => "la partida ha terminado".to_owned(),
        Refused::Stale { meant, now } => {
            format!("la partida ha seguido: esto era para el estado {meant}, y ya va por el {now}")
        }
        Refused::NoSuchSeat { seat, seats } => {
            format!("no existe el puesto {seat} en una mesa de {seats} puestos")
        }
        Refused::NoVerdict => {
            "una partida se decide con un ganador o en tablas, no por puntos".to_owned()
        }
        Refused::NotTheirTurn(name) => format!("no es el turno de {name}"),
        Refused::RollFirst => "primero hay que tirar el dado".to_owned(),
        Refused::NoRoll => "ahora no hay que tirar el dado".to_owned(),
        Refused::OtherDice(Dice::Drawn) => "el dado lo tira el programa".to_owned(),
        Refused::OtherDice(Dice::Typed) => "hay que escribir el resultado del dado".to_owned(),
        Refused::HasRolled => {
            "el dado ya se ha tirado, y lo que se aporte después no cuenta".to_owned()
        }
        Refused::Illegal(reason) => reason.tell(LANGUAGE),
        Refused::NothingToTakeBack => "no hay nada que deshacer".to_owned(),
        Refused::NothingToRedo => "no hay ninguna jugada que rehacer".to_owned(),
    }
}

fn players_error(error: &PlayersError) -> String {
    match error {
        PlayersError::EmptyName(list) => {
            format!(
                "hay un nombre vacío en la lista de jugadores `{list}`: la forma es NOMBRE o NOMBRE:MODO, separados por comas"
            )
        }
        PlayersError::NoName(name) => {
            format!(
                "`{name}` no sirve como nombre: no se admiten espacios, caracteres de control, `,`, `:` ni un `*` solo"
            )
        }
        PlayersError::LongName(name) => {
            let name: String = name.chars().take(LONGEST_NAME).collect();
            format!(
                "`{name}…` es demasiado largo para un nombre: se admiten {LONGEST_NAME} letras como mucho"
            )
        }
        PlayersError::SameName(name) => {
            format!("hay dos jugadores llamados `{name}`: los nombres deben ser distintos")
        }
        PlayersError::NoMode { mode, player } => {
            format!(
                "`{mode}` en `{player}` no es ningún modo: se admiten m (persona), r (aleatorio), a (IA), de a1 a a10 (nivel de la IA) \
                 y ajustes como a:time=2s;threads=2"
            )
        }
        PlayersError::NoSetting(setting) => {
            format!(
                "`{setting}` no es ningún ajuste de una IA: se admiten depth, nodes, time, threads, memory y algorithm, como en a:time=2s;threads=2"
            )
        }
        PlayersError::NotAllowed { key, value, allowed } => {
            let allowed = match allowed {
                Range::UpTo(most) => format!("un número entero de 1 a {most}"),
                Range::Mebibytes(most) => format!("un número entero de 1 a {most}, en MiB"),
                Range::Time => "un tiempo como 500ms, 2s, 1.5s o 1m, hasta un día".to_owned(),
                Range::OneOf(names) => {
                    format!("uno de estos: {}", ludoteca_core::shared::listed(names, LANGUAGE))
                }
            };
            format!("{key}={value} para una IA: se admite {allowed}")
        }
        PlayersError::Twice(key) => format!("{key} aparece dos veces para una IA"),
        PlayersError::NoDepth => {
            "algorithm=minimax para una IA sin depth: hay que indicar la profundidad exacta de la \
             búsqueda, como en a:depth=5;algorithm=minimax"
                .to_owned()
        }
        PlayersError::OnlyDepth(limit) => {
            let limit = match limit {
                Limit::Level => "un nivel",
                Limit::Nodes => "nodes",
                Limit::Time => "time",
            };
            format!(
                "algorithm=minimax para una IA con {limit}: solo se guía por depth, como en a:depth=5;algorithm=minimax"
            )
        }
        PlayersError::NoLevels(algorithm) => {
            format!(
                "algorithm={algorithm} para una IA con un nivel: este algoritmo nunca pasa nada por alto y se limita con nodes o time, como en a:nodes=1000;algorithm={algorithm}"
            )
        }
    }
}

fn setup_error(error: &SetupError) -> String {
    match error {
        SetupError::NoObstacles { game } => format!("{game} no tiene obstáculos"),
        SetupError::Option(error) => tell(error),
    }
}

fn bad_record(error: &BadRecord) -> String {
    match error {
        BadRecord::Options(error) => tell(error),
        BadRecord::OtherGame { record, table } => {
            format!("un registro de `{record}` en una mesa de `{table}`")
        }
        BadRecord::Seats { players, seats } => {
            let people = if *players == 1 { "jugador" } else { "jugadores" };
            format!("{players} {people} en una mesa de {seats}")
        }
        BadRecord::Position(error) => tell(error),
        BadRecord::Step(step, refused) => format!("paso {step}: {}", tell(refused)),
    }
}

fn decision(decision: &Decision) -> String {
    match decision {
        Decision::Resigned(name) => format!("{name} abandonó"),
        Decision::OutOfTime(name) => format!("a {name} se le acabó el tiempo"),
        Decision::Left(name) => format!("{name} se fue"),
        Decision::WasAway(name) => format!("{name} estuvo ausente demasiado tiempo"),
        Decision::Agreed => "de mutuo acuerdo".to_owned(),
        Decision::Other(reason) => reason.clone(),
    }
}

fn result_for(result: &ResultFor) -> String {
    match result {
        ResultFor::Won => "Has ganado".to_owned(),
        ResultFor::Lost => "Has perdido".to_owned(),
        ResultFor::WonBy(name) => format!("Ha ganado {name}"),
        ResultFor::Draw => "Tablas".to_owned(),
        ResultFor::Finished(None) => "La partida ha terminado".to_owned(),
        ResultFor::Finished(Some(1)) => "La partida ha terminado con 1 punto".to_owned(),
        ResultFor::Finished(Some(points)) => format!("La partida ha terminado con {points} puntos"),
        ResultFor::Stopped => "La partida se ha interrumpido".to_owned(),
    }
}
