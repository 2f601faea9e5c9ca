//! All texts of an analysis that people read.

use ludoteca_search::Value;

use super::JudgedMove;
use super::quality::MoveQuality;
use super::scale::Scale;

/// The comment on a move that was chosen.
pub fn note(judged: &JudgedMove, scale: &Scale) -> String {
    let JudgedMove { quality, value, best, .. } = judged;
    let (step, value, best) = (&best.line[0], amount(*value, scale), amount(best.value, scale));
    match quality {
        MoveQuality::Best => quality.to_string(),
        MoveQuality::Fine => format!("{quality}: {value}, and {best} with {step}"),
        MoveQuality::Mistake | MoveQuality::Blunder => {
            format!("{quality}: {value}, and {best} with {step}, which was better")
        }
    }
}

/// The comment on a roll: how lucky it was for each seat.
pub fn luck<'a>(luck: &[f64], names: impl Iterator<Item = &'a str>, scale: &Scale) -> String {
    let each: Vec<String> = names
        .zip(luck)
        .map(|(name, luck)| format!("{name} {}", difference(*luck, scale)))
        .collect();
    format!("{LUCK}: {}", each.join(", "))
}

/// A value in words.
pub fn amount(value: Value, scale: &Scale) -> String {
    let plies = |plies: u32| if plies == 1 { "1 ply".to_owned() } else { format!("{plies} plies") };
    match value {
        Value::Win(0) => "a win".to_owned(),
        Value::Loss(0) => "a loss".to_owned(),
        Value::Win(within) => format!("a win within {}", plies(within)),
        Value::Loss(within) => format!("a loss within {}", plies(within)),
        Value::Draw => "a draw".to_owned(),
        Value::Points(points) => format!("{points} points"),
        Value::Estimate(_) if scale.is_scored() => format!("about {:.1} points", scale.of(value)),
        Value::Estimate(_) => format!("about {:.0} %", 100.0 * scale.of(value)),
    }
}

/// A quantity on the scale, without a sign.
pub fn quantity(much: f64, scale: &Scale) -> String {
    if scale.is_scored() { format!("{much:.2}") } else { format!("{:.1} %", 100.0 * much) }
}

/// A difference on the scale, with its sign.
pub fn difference(much: f64, scale: &Scale) -> String {
    let text = quantity(much.abs(), scale);
    let is_nothing = text.bytes().all(|byte| !matches!(byte, b'1'..=b'9'));
    match much {
        _ if is_nothing => text,
        ..0.0 => format!("-{text}"),
        _ => format!("+{text}"),
    }
}

/// The first word of a comment on a roll.
pub const LUCK: &str = "luck";

/// The comment on the first step of a better line.
pub const BETTER: &str = "found by analysis";

/// The column titles of the summary.
pub const PLAYER: &str = "player";
pub const MOVES: &str = "moves";
pub const FORCED: &str = "forced";
pub const MEAN_LOSS: &str = "mean loss";
pub const LUCK_SUM: &str = "luck";
pub const DECISIONS: &str = "decisions";
pub const CHANGE: &str = "change";

/// The header of a record that says how it was analysed.
pub const HEADER: &str = "Analysis";

pub fn graph_title(title: &str, names: &[&str]) -> String {
    format!("{title}: {}", names.join(" – "))
}

/// The title above the axis.
pub fn axis(first: Option<&str>, scale: &Scale) -> String {
    let what = if scale.is_scored() { "points" } else { "chance to win" };
    match first {
        Some(name) => format!("{what} of {name}, step by step"),
        None => format!("{what}, step by step"),
    }
}

pub const LEGEND: &str = "dots: proved, line alone: estimated · ? mistake · ?? blunder";

pub fn at_step(number: usize, who: &str, step: &str, note: &str) -> String {
    format!("{number}. {who} {step} · {note}")
}

/// Shown instead of a player for a roll and for the first position.
pub const DIE: &str = "die";
pub const START: &str = "start";
