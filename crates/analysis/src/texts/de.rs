//! German.

use ludoteca_search::Value;

use super::Texts;
use crate::quality::MoveQuality;

pub(super) static TEXTS: Texts = Texts {
    quality: |quality| match quality {
        MoveQuality::Best => "bester Zug",
        MoveQuality::Fine => "guter Zug",
        MoveQuality::Mistake => "Fehler",
        MoveQuality::Blunder => "grober Fehler",
    },
    amount,
    worse: |quality, value, best, step| format!("{quality}: {value}; besser war {step} ({best})"),
    hardly_worse: |quality, value, best, step| format!("{quality}: {value}; mit {step}: {best}"),
    about_points: |points| format!("{points} Punkte"),
    player: "Spieler",
    moves: "Züge",
    forced: "erzwungen",
    mean_loss: "mittlerer Verlust",
    luck: "Glück",
    decisions: "Entscheidungen",
    change: "Änderung",
    axis_points: "Punkte",
    axis_chance: "Gewinnchance",
    axis: |what, name| match name {
        Some(name) => format!("{what} von {name}, Schritt für Schritt"),
        None => format!("{what}, Schritt für Schritt"),
    },
    legend: "mit Punkt: bewiesen, ohne Punkt: geschätzt · ? Fehler · ?? grober Fehler",
    die: "Würfel",
    start: "Anfang",
};

fn amount(value: Value, estimate: Option<&str>) -> String {
    let plies = |plies: u32| {
        if plies == 1 { "1 Halbzug".to_owned() } else { format!("{plies} Halbzügen") }
    };
    match value {
        Value::Win(0) => "Sieg".to_owned(),
        Value::Loss(0) => "Niederlage".to_owned(),
        Value::Win(within) => format!("Sieg in höchstens {}", plies(within)),
        Value::Loss(within) => format!("Niederlage in höchstens {}", plies(within)),
        Value::Draw => "Remis".to_owned(),
        Value::Points(points @ (1 | -1)) => format!("{points} Punkt"),
        Value::Points(points) => format!("{points} Punkte"),
        Value::Estimate(_) => format!("etwa {}", estimate.unwrap_or_default()),
    }
}
