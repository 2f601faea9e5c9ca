//! Texts for search results, shared by all views.

use ludoteca_search::{SearchResult, Value};

/// The best move, its value to the player who asks, and the expected continuation.
pub fn hint(found: &SearchResult) -> String {
    let step = &found.step;
    let value = match found.value {
        Value::Win(1) => "wins at once".to_owned(),
        Value::Win(plies) => format!("wins by force, within {plies} plies"),
        Value::Draw => "holds the draw".to_owned(),
        Value::Loss(plies) => format!("the game is lost, within {} of best play", in_plies(plies)),
        other => value(other),
    };
    let then = match &found.principal_variation[1..] {
        [] => String::new(),
        rest => format!("; then {}", rest[..rest.len().min(SHOWN_OF_A_HINT)].join(", ")),
    };
    format!("Hint: {step} ({value}{then})")
}

/// How many moves of the continuation a hint shows.
const SHOWN_OF_A_HINT: usize = 4;

/// A value in words, and whether it is proved or estimated.
pub fn value(value: Value) -> String {
    match value {
        Value::Win(plies) => format!("a win within {}, proved", in_plies(plies)),
        Value::Loss(plies) => format!("a loss within {}, proved", in_plies(plies)),
        Value::Draw => "a draw, proved".to_owned(),
        Value::Points(points) => format!("{points} points, proved"),
        Value::Estimate(_) => format!("{}, estimated", short_value(value)),
    }
}

/// A short form of a value for a column: a plain number is an estimate, everything else is proved.
pub fn short_value(value: Value) -> String {
    match value {
        Value::Win(plies) => format!("win in {plies}"),
        Value::Loss(plies) => format!("loss in {plies}"),
        Value::Draw => "draw".to_owned(),
        Value::Points(points) => format!("= {points}"),
        Value::Estimate(Value::EXPECTED..) => "seems won".to_owned(),
        Value::Estimate(..=SEEMS_LOST) => "seems lost".to_owned(),
        Value::Estimate(0) => "0.00".to_owned(),
        Value::Estimate(hundredths) => format!("{:+.2}", f64::from(hundredths) / 100.0),
    }
}

const SEEMS_LOST: i32 = -Value::EXPECTED;

fn in_plies(plies: u32) -> String {
    if plies == 1 { "1 ply".to_owned() } else { format!("{plies} plies") }
}
