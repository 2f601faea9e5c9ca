//! What people read of an analysis, one file a language. What is written into records is English.

mod de;
mod en;
mod es;
mod pt;
#[cfg(test)]
mod tests;

use ludoteca_core::Language;
use ludoteca_search::Value;

use super::JudgedMove;
use super::quality::MoveQuality;
use super::scale::Scale;

/// The texts of one language.
pub(crate) struct Texts {
    pub(crate) quality: fn(MoveQuality) -> &'static str,
    /// A value in words; an estimate comes as text.
    amount: fn(Value, Option<&str>) -> String,
    /// The comment on a mistake: its quality, the value of the move, that of the best move, and the
    /// best move.
    worse: fn(&str, &str, &str, &str) -> String,
    /// The same, for a move that is hardly worse.
    hardly_worse: fn(&str, &str, &str, &str) -> String,
    /// An estimate in a game that has a score.
    about_points: fn(&str) -> String,
    /// The column titles of the summary.
    pub(crate) player: &'static str,
    pub(crate) moves: &'static str,
    pub(crate) forced: &'static str,
    pub(crate) mean_loss: &'static str,
    pub(crate) luck: &'static str,
    pub(crate) decisions: &'static str,
    pub(crate) change: &'static str,
    /// The title above the axis: what is drawn, and for which player.
    pub(crate) axis_points: &'static str,
    pub(crate) axis_chance: &'static str,
    pub(crate) axis: fn(&str, Option<&str>) -> String,
    pub(crate) legend: &'static str,
    /// Stands instead of a player for a roll and for the first position.
    pub(crate) die: &'static str,
    pub(crate) start: &'static str,
}

pub(crate) fn texts(language: Language) -> &'static Texts {
    language.pick(&en::TEXTS, &es::TEXTS, &pt::TEXTS, &de::TEXTS)
}

/// The comment on a move that was chosen; `best_step` is the best move as the reader reads moves.
pub fn note(judged: &JudgedMove, best_step: &str, scale: &Scale, language: Language) -> String {
    let JudgedMove { quality, value, best, .. } = judged;
    let texts = texts(language);
    let [value, best] = [*value, best.value].map(|value| amount(value, scale, language));
    let word = (texts.quality)(*quality);
    match quality {
        MoveQuality::Best => word.to_owned(),
        MoveQuality::Fine => (texts.hardly_worse)(word, &value, &best, best_step),
        MoveQuality::Mistake | MoveQuality::Blunder => {
            (texts.worse)(word, &value, &best, best_step)
        }
    }
}

/// The comment on a roll, in a record: how lucky it was for each seat.
pub fn luck<'a>(luck: &[f64], names: impl Iterator<Item = &'a str>, scale: &Scale) -> String {
    let each: Vec<String> = names
        .zip(luck)
        .map(|(name, luck)| format!("{name} {}", difference(*luck, scale, Language::English)))
        .collect();
    format!("{LUCK}: {}", each.join(", "))
}

/// A value in words.
pub fn amount(value: Value, scale: &Scale, language: Language) -> String {
    let texts = texts(language);
    let estimate = match value {
        Value::Estimate(_) if scale.is_scored() => {
            Some((texts.about_points)(&language.decimal(scale.of(value), 1)))
        }
        Value::Estimate(_) => Some(format!("{:.0} %", 100.0 * scale.of(value))),
        _ => None,
    };
    (texts.amount)(value, estimate.as_deref())
}

/// A quantity on the scale, without a sign.
pub fn quantity(much: f64, scale: &Scale, language: Language) -> String {
    if scale.is_scored() {
        language.decimal(much, 2)
    } else {
        format!("{} %", language.decimal(100.0 * much, 1))
    }
}

/// A difference on the scale, with its sign.
pub fn difference(much: f64, scale: &Scale, language: Language) -> String {
    let text = quantity(much.abs(), scale, language);
    let is_nothing = text.bytes().all(|byte| !matches!(byte, b'1'..=b'9'));
    match much {
        _ if is_nothing => text,
        ..0.0 => format!("-{text}"),
        _ => format!("+{text}"),
    }
}

/// The title above the axis.
pub fn axis(first: Option<&str>, scale: &Scale, language: Language) -> String {
    let texts = texts(language);
    let what = if scale.is_scored() { texts.axis_points } else { texts.axis_chance };
    (texts.axis)(what, first)
}

/// The first word of a comment on a roll, in a record.
pub const LUCK: &str = "luck";

/// The comment on the first step of a better line, in a record.
pub const BETTER: &str = "found by analysis";

/// The header of a record that says how it was analysed.
pub const HEADER: &str = "Analysis";

pub fn graph_title(title: &str, names: &[&str]) -> String {
    format!("{title}: {}", names.join(" – "))
}

pub fn at_step(number: usize, who: &str, step: &str, note: &str) -> String {
    format!("{number}. {who} {step} · {note}")
}
