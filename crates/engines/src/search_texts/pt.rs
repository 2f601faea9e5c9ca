//! Portuguese.

use ludoteca_core::Language;
use ludoteca_search::Value;

use super::Texts;

pub(super) static TEXTS: Texts = Texts {
    value,
    short_value,
    hinted_value,
    hint,
    seems_won: "parece ganha",
    seems_lost: "parece perdida",
};

fn value(value: Value) -> String {
    match value {
        Value::Win(0) => "vitória, provada".to_owned(),
        Value::Loss(0) => "derrota, provada".to_owned(),
        Value::Win(plies) => format!("vitória em {} no máximo, provada", in_plies(plies)),
        Value::Loss(plies) => format!("derrota em {} no máximo, provada", in_plies(plies)),
        Value::Draw => "empate, provado".to_owned(),
        Value::Points(points @ (1 | -1)) => format!("{points} ponto, provado"),
        Value::Points(points) => format!("{points} pontos, provados"),
        Value::Estimate(_) => {
            format!("{}, por estimativa", super::short_value(value, Language::Portuguese))
        }
    }
}

fn short_value(value: Value) -> String {
    match value {
        Value::Win(0) => "vitória".to_owned(),
        Value::Loss(0) => "derrota".to_owned(),
        Value::Win(plies) => format!("vitória em {plies}"),
        Value::Loss(plies) => format!("derrota em {plies}"),
        _ => "empate".to_owned(),
    }
}

fn hinted_value(found: Value) -> String {
    match found {
        Value::Win(1) => "ganha de imediato".to_owned(),
        Value::Win(plies) => format!("força a vitória em {} no máximo", in_plies(plies)),
        Value::Draw => "garante o empate".to_owned(),
        Value::Loss(0) => "a partida está perdida".to_owned(),
        Value::Loss(plies) => {
            format!("a partida está perdida: dura no máximo {} se ninguém falhar", in_plies(plies))
        }
        other => value(other),
    }
}

fn hint(step: &str, value: Option<&str>, then: Option<&str>) -> String {
    match (value, then) {
        (Some(value), Some(then)) => format!("Sugestão: {step} ({value}; depois {then})"),
        (Some(value), None) => format!("Sugestão: {step} ({value})"),
        (None, Some(then)) => format!("Sugestão: {step} (depois {then})"),
        (None, None) => format!("Sugestão: {step}"),
    }
}

fn in_plies(plies: u32) -> String {
    if plies == 1 { "1 jogada".to_owned() } else { format!("{plies} jogadas") }
}
