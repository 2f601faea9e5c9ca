//! German.

use ludoteca_core::Language;
use ludoteca_search::Value;

use super::Texts;

pub(super) static TEXTS: Texts = Texts {
    value,
    short_value,
    hinted_value,
    hint,
    seems_won: "wohl gewonnen",
    seems_lost: "wohl verloren",
};

fn value(value: Value) -> String {
    match value {
        Value::Win(0) => "Sieg, bewiesen".to_owned(),
        Value::Loss(0) => "Niederlage, bewiesen".to_owned(),
        Value::Win(plies) => format!("Sieg in höchstens {}, bewiesen", in_plies(plies)),
        Value::Loss(plies) => format!("Niederlage in höchstens {}, bewiesen", in_plies(plies)),
        Value::Draw => "Remis, bewiesen".to_owned(),
        Value::Points(points @ (1 | -1)) => format!("{points} Punkt, bewiesen"),
        Value::Points(points) => format!("{points} Punkte, bewiesen"),
        Value::Estimate(_) => {
            format!("{}, geschätzt", super::short_value(value, Language::German))
        }
    }
}

fn short_value(value: Value) -> String {
    match value {
        Value::Win(0) => "gewonnen".to_owned(),
        Value::Loss(0) => "verloren".to_owned(),
        Value::Win(plies) => format!("gewonnen in {plies}"),
        Value::Loss(plies) => format!("verloren in {plies}"),
        _ => "Remis".to_owned(),
    }
}

fn hinted_value(found: Value) -> String {
    match found {
        Value::Win(1) => "gewinnt sofort".to_owned(),
        Value::Win(plies) => format!("gewinnt zwingend, in höchstens {}", in_plies(plies)),
        Value::Draw => "hält das Remis".to_owned(),
        Value::Loss(0) => "die Partie ist verloren".to_owned(),
        Value::Loss(plies) => {
            format!("die Partie ist verloren, bei bestem Spiel in höchstens {}", in_plies(plies))
        }
        other => value(other),
    }
}

fn hint(step: &str, value: Option<&str>, then: Option<&str>) -> String {
    match (value, then) {
        (Some(value), Some(then)) => format!("Tipp: {step} ({value}; dann {then})"),
        (Some(value), None) => format!("Tipp: {step} ({value})"),
        (None, Some(then)) => format!("Tipp: {step} (dann {then})"),
        (None, None) => format!("Tipp: {step}"),
    }
}

fn in_plies(plies: u32) -> String {
    if plies == 1 { "1 Halbzug".to_owned() } else { format!("{plies} Halbzügen") }
}
