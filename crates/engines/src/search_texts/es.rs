//! Spanish.

use ludoteca_core::Language;
use ludoteca_search::Value;

use super::Texts;

pub(super) static TEXTS: Texts = Texts {
    value,
    short_value,
    hinted_value,
    hint,
    seems_won: "parece ganada",
    seems_lost: "parece perdida",
};

fn value(value: Value) -> String {
    match value {
        Value::Win(0) => "victoria, demostrada".to_owned(),
        Value::Loss(0) => "derrota, demostrada".to_owned(),
        Value::Win(plies) => format!("victoria en {} como mucho, demostrada", in_plies(plies)),
        Value::Loss(plies) => format!("derrota en {} como mucho, demostrada", in_plies(plies)),
        Value::Draw => "tablas, demostradas".to_owned(),
        Value::Points(points @ (1 | -1)) => format!("{points} punto, demostrado"),
        Value::Points(points) => format!("{points} puntos, demostrados"),
        Value::Estimate(_) => {
            format!("{}, valor estimado", super::short_value(value, Language::Spanish))
        }
    }
}

fn short_value(value: Value) -> String {
    match value {
        Value::Win(0) => "ganada".to_owned(),
        Value::Loss(0) => "perdida".to_owned(),
        Value::Win(plies) => format!("gana en {plies}"),
        Value::Loss(plies) => format!("pierde en {plies}"),
        _ => "tablas".to_owned(),
    }
}

fn hinted_value(found: Value) -> String {
    match found {
        Value::Win(1) => "gana al momento".to_owned(),
        Value::Win(plies) => format!("fuerza la victoria en {} como mucho", in_plies(plies)),
        Value::Draw => "mantiene las tablas".to_owned(),
        Value::Loss(0) => "la partida está perdida".to_owned(),
        Value::Loss(plies) => {
            format!("la partida se pierde en {} como mucho", in_plies(plies))
        }
        other => value(other),
    }
}

fn hint(step: &str, value: Option<&str>, then: Option<&str>) -> String {
    match (value, then) {
        (Some(value), Some(then)) => format!("Pista: {step} ({value}; después {then})"),
        (Some(value), None) => format!("Pista: {step} ({value})"),
        (None, Some(then)) => format!("Pista: {step} (después {then})"),
        (None, None) => format!("Pista: {step}"),
    }
}

fn in_plies(plies: u32) -> String {
    if plies == 1 { "1 jugada".to_owned() } else { format!("{plies} jugadas") }
}
