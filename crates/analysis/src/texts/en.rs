//! English.

use ludoteca_search::Value;

use super::Texts;
use crate::quality::MoveQuality;

pub(super) static TEXTS: Texts = Texts {
    quality: |quality| match quality {
        MoveQuality::Best => "best",
        MoveQuality::Fine => "fine",
        MoveQuality::Mistake => "mistake",
        MoveQuality::Blunder => "blunder",
    },
    amount,
    worse: |quality, value, best, step| {
        format!("{quality}: {value}, and {best} with {step}, which was better")
    },
    hardly_worse: |quality, value, best, step| {
        format!("{quality}: {value}, and {best} with {step}")
    },
    about_points: |points| format!("{points} points"),
    player: "player",
    moves: "moves",
    forced: "forced",
    mean_loss: "mean loss",
    luck: "luck",
    decisions: "decisions",
    change: "change",
    axis_points: "points",
    axis_chance: "chance to win",
    axis: |what, name| match name {
        Some(name) => format!("{what} of {name}, step by step"),
        None => format!("{what}, step by step"),
    },
    legend: "dots: proved, line alone: estimated · ? mistake · ?? blunder",
    die: "die",
    start: "start",
};

fn amount(value: Value, estimate: Option<&str>) -> String {
    let plies = |plies: u32| {
        if plies == 1 { "1 ply".to_owned() } else { format!("{plies} plies") }
    };
    match value {
        Value::Win(0) => "a win".to_owned(),
        Value::Loss(0) => "a loss".to_owned(),
        Value::Win(within) => format!("a win within {}", plies(within)),
        Value::Loss(within) => format!("a loss within {}", plies(within)),
        Value::Draw => "a draw".to_owned(),
        Value::Points(points) => format!("{points} points"),
        Value::Estimate(_) => format!("about {}", estimate.unwrap_or_default()),
    }
}
