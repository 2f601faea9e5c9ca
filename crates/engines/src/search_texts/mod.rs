//! Texts for search results, shared by all views, one file a language.

mod de;
mod en;
mod es;
mod pt;
#[cfg(test)]
mod tests;

use ludoteca_core::Language;
use ludoteca_search::{SearchResult, Value};

/// The texts of one language.
struct Texts {
    /// A value in words, with what is known about it: a win within a number of plies, or an
    /// estimate.
    value: fn(Value) -> String,
    /// A short form of a value for a column.
    short_value: fn(Value) -> String,
    /// A value in words, for the player who asks for a hint.
    hinted_value: fn(Value) -> String,
    /// A hint: the best move, its value, and the moves that may follow, joined by commas.
    hint: fn(&str, Option<&str>, Option<&str>) -> String,
    seems_won: &'static str,
    seems_lost: &'static str,
}

fn texts(language: Language) -> &'static Texts {
    language.pick(&en::TEXTS, &es::TEXTS, &pt::TEXTS, &de::TEXTS)
}

/// The best move, its value to the player who asks, and the expected continuation. `line` is the
/// principal variation as the reader reads moves.
pub fn hint(found: &SearchResult, line: &[String], language: Language) -> String {
    hint_with(found, Some(&(texts(language).hinted_value)(found.value)), line, language)
}

/// The same for readers to whom the number of an estimate says nothing: a value is told where
/// there are words for it.
pub fn hint_in_words(found: &SearchResult, line: &[String], language: Language) -> String {
    const NUMBERS: std::ops::Range<i32> = SEEMS_LOST + 1..Value::EXPECTED;
    let is_number = matches!(found.value, Value::Estimate(value) if NUMBERS.contains(&value));
    let value = (!is_number).then(|| (texts(language).hinted_value)(found.value));
    hint_with(found, value.as_deref(), line, language)
}

fn hint_with(
    found: &SearchResult,
    value: Option<&str>,
    line: &[String],
    language: Language,
) -> String {
    let (step, rest) =
        line.split_first().map_or((&found.step, &[][..]), |(step, rest)| (step, rest));
    let then = rest[..rest.len().min(SHOWN_OF_A_HINT)].join(", ");
    let then = (!then.is_empty()).then_some(then.as_str());
    (texts(language).hint)(step, value, then)
}

/// How many moves of the continuation a hint shows.
const SHOWN_OF_A_HINT: usize = 4;

/// A value in words, and whether it is proved or estimated.
pub fn value(value: Value, language: Language) -> String {
    (texts(language).value)(value)
}

/// A short form of a value for a column: a plain number is an estimate, everything else is proved.
pub fn short_value(value: Value, language: Language) -> String {
    let texts = texts(language);
    match value {
        Value::Estimate(Value::EXPECTED..) => texts.seems_won.to_owned(),
        Value::Estimate(..=SEEMS_LOST) => texts.seems_lost.to_owned(),
        Value::Estimate(0) => language.numeral("0.00"),
        Value::Estimate(hundredths) => {
            language.numeral(&format!("{:+.2}", f64::from(hundredths) / 100.0))
        }
        Value::Points(points) => format!("= {points}"),
        proved => (texts.short_value)(proved),
    }
}

const SEEMS_LOST: i32 = -Value::EXPECTED;
