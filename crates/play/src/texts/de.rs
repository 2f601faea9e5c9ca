//! German.

use ludoteca_core::{Language, Spelling, Tell};

use super::Texts;
use crate::play::{BadRecord, Refused};
use crate::players::{LONGEST_NAME, Limit, PlayersError, Range};
use crate::record::{Decision, Dice, ResultFor};
use crate::setup::SetupError;

const LANGUAGE: Language = Language::German;

pub(super) static TEXTS: Texts = Texts {
    refused,
    players_error,
    setup_error,
    bad_record,
    decision,
    result_for,
    no_seed: |_| {
        format!("erlaubt ist eine ganze Zahl von 0 bis {} oder 64 Hexadezimalziffern", u64::MAX)
    },
    no_entropy: |_| "erlaubt sind 64 Hexadezimalziffern".to_owned(),
};

fn tell(part: &impl Tell) -> String {
    part.tell(LANGUAGE, Spelling::Typed)
}

fn refused(refused: &Refused) -> String {
    match refused {
        Refused::Over => "die Partie ist zu Ende".to_owned(),
        Refused::Stale { meant, now } => {
            format!(
                "die Partie ist weitergegangen; das war für Stand {meant} gedacht, \
                jetzt ist sie bei Stand {now}"
            )
        }
        Refused::NoSuchSeat { seat, seats } => {
            format!("an einem Tisch mit {seats} Plätzen gibt es keinen Platz {seat}")
        }
        Refused::NoVerdict => {
            "eine Partie lässt sich nur als Sieg oder als Remis werten, nicht nach Punkten"
                .to_owned()
        }
        Refused::NotTheirTurn(name) => format!("{name} ist nicht am Zug"),
        Refused::RollFirst => "zuerst muss gewürfelt werden".to_owned(),
        Refused::NoRoll => "jetzt wird nicht gewürfelt".to_owned(),
        Refused::OtherDice(Dice::Drawn) => "das Programm würfelt selbst".to_owned(),
        Refused::OtherDice(Dice::Typed) => "der Wurf muss eingegeben werden".to_owned(),
        Refused::HasRolled => {
            "es wurde schon gewürfelt, und ein späterer Beitrag zählt nicht".to_owned()
        }
        Refused::Illegal(reason) => reason.tell(LANGUAGE),
        Refused::NothingToTakeBack => "es gibt nichts zurückzunehmen".to_owned(),
        Refused::NothingToRedo => {
            "es wurde kein Zug zurückgenommen, der sich wiederholen ließe".to_owned()
        }
    }
}

fn players_error(error: &PlayersError) -> String {
    match error {
        PlayersError::EmptyName(list) => {
            format!(
                "bei den Spielern `{list}` fehlt ein Name; die Form ist NAME oder NAME:ART, \
                durch Kommas getrennt"
            )
        }
        PlayersError::NoName(name) => {
            format!(
                "`{name}` geht nicht als Name; Leer- und Steuerzeichen, `,`, `:` und ein \
                einzelnes `*` sind nicht erlaubt"
            )
        }
        PlayersError::LongName(name) => {
            let name: String = name.chars().take(LONGEST_NAME).collect();
            format!("`{name}…` ist als Name zu lang; erlaubt sind höchstens {LONGEST_NAME} Zeichen")
        }
        PlayersError::SameName(name) => {
            format!("zwei Spieler heißen `{name}`; Namen müssen verschieden sein")
        }
        PlayersError::NoMode { mode, player } => {
            format!(
                "`{mode}` in `{player}` ist keine Spielerart; erlaubt sind m (Mensch), r (Zufall), \
                a (KI), a1 bis a10 (Stufe der KI) und Einstellungen wie in a:time=2s;threads=2"
            )
        }
        PlayersError::NoSetting(setting) => {
            format!(
                "`{setting}` ist keine Einstellung einer KI; erlaubt sind depth, nodes, time, \
                threads, memory und algorithm, wie in a:time=2s;threads=2"
            )
        }
        PlayersError::NotAllowed { key, value, allowed } => {
            let allowed = match allowed {
                Range::UpTo(most) => format!("eine ganze Zahl von 1 bis {most}"),
                Range::Mebibytes(most) => format!("eine ganze Zahl von 1 bis {most}, in MiB"),
                Range::Time => {
                    "eine Zeit wie 500ms, 2s, 1.5s oder 1m, höchstens ein Tag".to_owned()
                }
                Range::OneOf(names) => {
                    format!("einer der Werte {}", ludoteca_core::shared::listed(names, LANGUAGE))
                }
            };
            format!("{key}={value} ist für eine KI nicht möglich; erlaubt ist {allowed}")
        }
        PlayersError::Twice(key) => format!("{key} ist für eine KI doppelt angegeben"),
        PlayersError::NoDepth => {
            "algorithm=minimax braucht bei einer KI auch depth, die genaue Suchtiefe, wie in \
            a:depth=5;algorithm=minimax"
                .to_owned()
        }
        PlayersError::OnlyDepth(limit) => {
            let limit = match limit {
                Limit::Level => "einer Stufe",
                Limit::Nodes => "nodes",
                Limit::Time => "time",
            };
            format!(
                "algorithm=minimax geht bei einer KI nicht mit {limit}, denn minimax richtet sich \
                nur nach depth, wie in a:depth=5;algorithm=minimax"
            )
        }
        PlayersError::NoLevels(algorithm) => {
            format!(
                "algorithm={algorithm} geht bei einer KI nicht mit einer Stufe, denn dieser \
                Algorithmus übersieht nichts; begrenzt wird er mit nodes oder time, wie in \
                a:nodes=1000;algorithm={algorithm}"
            )
        }
    }
}

fn setup_error(error: &SetupError) -> String {
    match error {
        SetupError::NoObstacles { game } => format!("{game} hat keine Hindernisse"),
        SetupError::Option(error) => tell(error),
    }
}

fn bad_record(error: &BadRecord) -> String {
    match error {
        BadRecord::Options(error) => tell(error),
        BadRecord::OtherGame { record, table } => {
            format!("eine Aufzeichnung von `{record}` an einem Tisch für `{table}`")
        }
        BadRecord::Seats { players, seats } => {
            format!("{players} Spieler an einem Tisch für {seats}")
        }
        BadRecord::Position(error) => tell(error),
        BadRecord::Step(step, refused) => format!("Schritt {step}: {}", tell(refused)),
    }
}

fn decision(decision: &Decision) -> String {
    match decision {
        Decision::Resigned(name) => format!("{name} hat aufgegeben"),
        Decision::OutOfTime(name) => format!("die Zeit von {name} ist abgelaufen"),
        Decision::Left(name) => format!("{name} hat die Partie verlassen"),
        Decision::WasAway(name) => format!("{name} war zu lange abwesend"),
        Decision::Agreed => "einvernehmlich".to_owned(),
        Decision::Other(reason) => reason.clone(),
    }
}

fn result_for(result: &ResultFor) -> String {
    match result {
        ResultFor::Won => "Du hast gewonnen".to_owned(),
        ResultFor::Lost => "Du hast verloren".to_owned(),
        ResultFor::WonBy(name) => format!("{name} hat gewonnen"),
        ResultFor::Draw => "Remis".to_owned(),
        ResultFor::Finished(None) => "Die Partie ist zu Ende".to_owned(),
        ResultFor::Finished(Some(1)) => "Die Partie endet mit 1 Punkt".to_owned(),
        ResultFor::Finished(Some(points)) => format!("Die Partie endet mit {points} Punkten"),
        ResultFor::Stopped => "Die Partie wurde abgebrochen".to_owned(),
    }
}
