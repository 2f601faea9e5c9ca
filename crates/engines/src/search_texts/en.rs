//! English.

use ludoteca_core::Language;
use ludoteca_search::Value;

use super::Texts;

pub(super) static TEXTS: Texts = Texts {
    value,
    short_value,
    hinted_value,
    hint,
    seems_won: "seems won",
    seems_lost: "seems lost",
};

fn value(value: Value) -> String {
    match value {
        Value::Win(0) => "a win, proved".to_owned(),
        Value::Loss(0) => "a loss, proved".to_owned(),
        Value::Win(plies) => format!("a win within {}, proved", in_plies(plies)),
        Value::Loss(plies) => format!("a loss within {}, proved", in_plies(plies)),
        Value::Draw => "a draw, proved".to_owned(),
        Value::Points(points) => format!("{points} points, proved"),
        Value::Estimate(_) => {
            format!("{}, estimated", super::short_value(value, Language::English))
        }
    }
}

fn short_value(value: Value) -> String {
    match value {
        Value::Win(0) => "win".to_owned(),
        Value::Loss(0) => "loss".to_owned(),
        Value::Win(plies) => format!("win in {plies}"),
        Value::Loss(plies) => format!("loss in {plies}"),
        _ => "draw".to_owned(),
    }
}

fn hinted_value(found: Value) -> String {
    match found {
        Value::Win(1) => "wins at once".to_owned(),
        Value::Win(plies) => format!("wins by force, within {}", in_plies(plies)),
        Value::Draw => "holds the draw".to_owned(),
        Value::Loss(0) => "the game is lost".to_owned(),
        Value::Loss(plies) => format!("the game is lost, within {} of best play", in_plies(plies)),
        other => value(other),
    }
}

fn hint(step: &str, value: Option<&str>, then: Option<&str>) -> String {
    match (value, then) {
        (Some(value), Some(then)) => format!("Hint: {step} ({value}; then {then})"),
        (Some(value), None) => format!("Hint: {step} ({value})"),
        (None, Some(then)) => format!("Hint: {step} (then {then})"),
        (None, None) => format!("Hint: {step}"),
    }
}

fn in_plies(plies: u32) -> String {
    if plies == 1 { "1 ply".to_owned() } else { format!("{plies} plies") }
}
