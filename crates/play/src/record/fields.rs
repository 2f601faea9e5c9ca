//! The small parts of a record: single headers and annotations.

use ludoteca_core::{Seat, Verdict};

use super::error::RecordErrorKind;
use super::write::write_verdict;
use super::{Dice, RecordedStep, RecordedValue};
use crate::seeds::{Entropy, Seed};

pub(super) fn read_seed(text: &str) -> Result<Seed, RecordErrorKind> {
    let allowed = || format!("a whole number from 0 to {}, or 64 hexadecimal digits", u64::MAX);
    text.parse().map_err(|_| not_allowed(text, "a seed", allowed()))
}

pub(super) fn read_entropy(text: &str) -> Result<Entropy, RecordErrorKind> {
    text.parse()
        .map_err(|_| not_allowed(text, "a contribution to the dice", "64 hexadecimal digits"))
}

pub(super) fn read_dice(text: &str) -> Result<Dice, RecordErrorKind> {
    match text {
        "typed" => Ok(Dice::Typed),
        "drawn" => Ok(Dice::Drawn),
        _ => Err(not_allowed(text, "a kind of dice", "typed or drawn")),
    }
}

pub(super) fn read_date(text: &str) -> Result<String, RecordErrorKind> {
    let form = text.split('-').map(str::len).eq([4, 2, 2]);
    let numbers: Option<Vec<u32>> =
        text.split('-').map(|part| digits(part)?.parse().ok()).collect();
    match numbers.as_deref() {
        Some(&[year, month, day]) if form && (1..=days(year, month)).contains(&day) => {
            Ok(text.to_owned())
        }
        _ => Err(not_allowed(text, "a date", "a day of the calendar as YYYY-MM-DD")),
    }
}

/// The number of days of a month; 0 if there is no such month.
fn days(year: u32, month: u32) -> u32 {
    match month {
        2 if year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    }
}

/// What a record says about its result, before the rules are asked.
#[derive(Copy, Clone)]
pub(super) enum Claim {
    Decided(Verdict),
    Stopped,
    Unfinished,
}

impl Claim {
    pub(super) fn text(self) -> String {
        match self {
            Claim::Decided(verdict) => write_verdict(verdict),
            Claim::Stopped => "stopped".to_owned(),
            Claim::Unfinished => "unfinished".to_owned(),
        }
    }
}

pub(super) fn read_result(text: &str, seats: usize) -> Result<Claim, RecordErrorKind> {
    let mut claims = Seat::all(seats)
        .map(Verdict::Won)
        .chain([Verdict::Draw, Verdict::Scored])
        .map(Claim::Decided)
        .chain([Claim::Stopped, Claim::Unfinished]);
    let claim = claims.find(|claim| claim.text() == text);
    let allowed =
        || format!("won N with a seat from 1 to {seats}, draw, scored, stopped or unfinished");
    claim.ok_or_else(|| not_allowed(text, "a result", allowed()))
}

pub(super) fn read_points(text: &str, seats: usize) -> Result<Vec<i32>, RecordErrorKind> {
    let points =
        text.split_whitespace().map(|word| word.parse().ok()).collect::<Option<Vec<i32>>>();
    points.filter(|points| points.len() == seats).ok_or_else(|| {
        not_allowed(text, "the points", format!("a whole number for each of the {seats} seats"))
    })
}

/// Reads the annotations after a step, in any order, each at most once.
pub(super) fn read_annotations(
    mut text: &str,
    seats: usize,
) -> Result<RecordedStep, RecordErrorKind> {
    let mut recorded = RecordedStep::default();
    while let Some(open) = text.chars().next() {
        let (what, again) = match open {
            '{' => {
                let (comment, rest) = read_comment(text)?;
                text = rest;
                ("a comment", recorded.comment.replace(comment).is_some())
            }
            '(' => {
                let unclosed = || RecordErrorKind::Unclosed { text: text.to_owned(), close: ')' };
                let (annotation, rest) = text[1..].split_once(')').ok_or_else(unclosed)?;
                let (kind, content) = annotation.split_once(' ').unwrap_or((annotation, ""));
                text = rest;
                match kind {
                    "value" | "proved" => {
                        let value = RecordedValue {
                            proved: kind == "proved",
                            worth: read_worth(content, seats)?,
                        };
                        ("a value", recorded.value.replace(value).is_some())
                    }
                    "clock" => ("a clock", recorded.clock.replace(read_clock(content)?).is_some()),
                    _ => return Err(RecordErrorKind::NoAnnotation(format!("({annotation})"))),
                }
            }
            _ => return Err(RecordErrorKind::NoAnnotation(text.to_owned())),
        };
        if again {
            return Err(RecordErrorKind::Twice(what));
        }
        text = text.trim_start();
    }
    Ok(recorded)
}

/// Reads a comment that begins here. Returns it and the text after it.
fn read_comment(text: &str) -> Result<(String, &str), RecordErrorKind> {
    let mut comment = String::new();
    let mut letters = text.chars();
    letters.next();
    loop {
        match letters.next() {
            None => return Err(RecordErrorKind::Unclosed { text: text.to_owned(), close: '}' }),
            Some('}') => return Ok((comment, letters.as_str())),
            Some('{') => return Err(RecordErrorKind::Escape("{".to_owned())),
            Some('\\') => {
                let (letter, rest) = read_escape(letters.as_str())?;
                comment.push(letter);
                letters = rest.chars();
            }
            Some(letter) => comment.push(letter),
        }
    }
}

/// Reads an escape after its backslash. Returns the character and the text after it.
fn read_escape(text: &str) -> Result<(char, &str), RecordErrorKind> {
    let mut letters = text.chars();
    let letter = match letters.next() {
        Some('n') => Some('\n'),
        Some('r') => Some('\r'),
        Some(letter @ ('\\' | '{' | '}')) => Some(letter),
        Some('x') => {
            let code = letters
                .as_str()
                .get(..2)
                .filter(|code| code.bytes().all(|byte| byte.is_ascii_hexdigit()));
            letters = code.map_or("", |code| &letters.as_str()[code.len()..]).chars();
            code.and_then(|code| u8::from_str_radix(code, 16).ok()).map(char::from)
        }
        _ => None,
    };
    let shown =
        || RecordErrorKind::Escape(format!("\\{}", text.chars().take(3).collect::<String>()));
    letter.map(|letter| (letter, letters.as_str())).ok_or_else(shown)
}

/// One number, or one for each seat.
fn read_worth(text: &str, seats: usize) -> Result<Vec<f64>, RecordErrorKind> {
    let number = |word: &str| {
        let unsigned = word.strip_prefix('-').unwrap_or(word);
        let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, "0"));
        digits(whole)
            .and(digits(fraction))
            .and(word.parse().ok())
            .filter(|number: &f64| number.is_finite())
    };
    let worth = text.split_whitespace().map(number).collect::<Option<Vec<f64>>>();
    worth.filter(|worth| worth.len() == 1 || worth.len() == seats).ok_or_else(|| {
        let allowed = format!("a number as in -1.5, or one for each of the {seats} seats");
        not_allowed(text, "a value", allowed)
    })
}

/// `1:02:03.450`. The fraction of a second may be missing.
fn read_clock(text: &str) -> Result<u64, RecordErrorKind> {
    let clock = || {
        let (time, fraction) = text.split_once('.').unwrap_or((text, "0"));
        let fraction = digits(fraction).filter(|fraction| fraction.len() <= 3)?;
        let mut parts = time.split(':').map(digits);
        let (hours, minutes, seconds) = (parts.next()??, parts.next()??, parts.next()??);
        let sixtieths =
            |part: &str| part.parse::<u64>().ok().filter(|n| part.len() == 2 && *n < 60);
        let seconds = sixtieths(minutes)? * 60 + sixtieths(seconds)?;
        let milliseconds =
            seconds * 1000 + fraction.parse::<u64>().ok()? * 10u64.pow(3 - fraction.len() as u32);
        let hours = hours.parse::<u64>().ok()?.checked_mul(3_600_000)?;
        if parts.next().is_some() { None } else { hours.checked_add(milliseconds) }
    };
    clock()
        .ok_or_else(|| not_allowed(text, "a clock", "hours, minutes and seconds as in 0:01:30.500"))
}

/// Plain decimal digits, at least one.
pub(super) fn digits(text: &str) -> Option<&str> {
    (!text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())).then_some(text)
}

pub(super) fn not_allowed(
    found: &str,
    what: &'static str,
    allowed: impl Into<String>,
) -> RecordErrorKind {
    RecordErrorKind::NotAllowed { found: found.to_owned(), what, allowed: allowed.into() }
}
