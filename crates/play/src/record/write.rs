//! Writing records as text, which [`read`](super::read) reads.

use std::fmt::{self, Display, Formatter, Write};

use ludoteca_core::Verdict;

use super::{Dice, ENTROPY, Ending, Record, RecordedStep, RecordedValue, VERSION};
use crate::players::write_players;

/// Writes records one after the other into one text.
pub fn write(records: &[Record]) -> String {
    records.iter().map(Record::to_string).collect::<Vec<_>>().join("\n")
}

/// Writes the record as in a file: headers, a blank line, steps.
impl Display for Record {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        header(f, "Record", VERSION)?;
        header(f, "Game", &self.options.to_string())?;
        header(f, "Players", &write_players(&self.seats))?;
        if let Some(seed) = self.seed {
            header(f, "Seed", &seed.to_string())?;
        }
        for (name, contribution) in ENTROPY.iter().zip(&self.contributions) {
            if let Some(entropy) = contribution {
                header(f, name, &entropy.to_string())?;
            }
        }
        if self.dice == Dice::Typed {
            header(f, "Dice", "typed")?;
        }
        if let Some(date) = &self.date {
            header(f, "Date", date)?;
        }
        if let Some(position) = &self.position {
            header(f, "Position", position)?;
        }
        if let Some(ending) = &self.ending {
            write_ending(f, ending, self.seats.len())?;
        }
        for (name, value) in &self.other_headers {
            header(f, name, value)?;
        }
        f.write_char('\n')?;
        write_steps(f, &self.steps, 1, 0)
    }
}

fn write_ending(f: &mut Formatter<'_>, ending: &Ending, seats: usize) -> fmt::Result {
    match ending {
        Ending::Played { outcome, .. } => {
            header(f, "Result", &write_verdict(outcome.verdict))?;
            header(f, "Points", &write_points(&outcome.points[..seats]))?;
        }
        Ending::Adjudicated { verdict, .. } => {
            header(f, "Result", &write_verdict(*verdict))?;
        }
        Ending::Stopped => header(f, "Result", "stopped")?,
    }
    ending.reason().map_or(Ok(()), |reason| header(f, "Reason", &reason.to_string()))
}

pub(super) fn write_verdict(verdict: Verdict) -> String {
    match verdict {
        Verdict::Won(seat) => format!("won {seat}"),
        Verdict::Draw => "draw".to_owned(),
        Verdict::Scored => "scored".to_owned(),
    }
}

pub(super) fn write_points(points: &[i32]) -> String {
    points.iter().map(i32::to_string).collect::<Vec<_>>().join(" ")
}

/// Writes a header in one line, whatever its value contains, so that no reason makes the file
/// unreadable.
fn header(f: &mut Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    let line: String = format!("{name}: {value}")
        .chars()
        .map(|c| if is_unprintable(c) { ' ' } else { c })
        .collect();
    writeln!(f, "{}", line.trim_end())
}

/// Writes a line of play whose first step has the number `first`, with its variations `level`
/// levels in.
fn write_steps(
    f: &mut impl Write,
    steps: &[RecordedStep],
    first: usize,
    level: usize,
) -> fmt::Result {
    for (number, recorded) in (first..).zip(steps) {
        writeln!(f, "{:indent$}{number}. {recorded}", "", indent = 2 * level)?;
        write_variations(f, recorded, number, level + 1)?;
    }
    Ok(())
}

fn write_variations(
    f: &mut impl Write,
    recorded: &RecordedStep,
    number: usize,
    level: usize,
) -> fmt::Result {
    recorded.variations.iter().try_for_each(|variation| write_steps(f, variation, number, level))
}

impl RecordedStep {
    /// The variations of this step, which has this number, in lines as in a file.
    pub fn write_variations(&self, number: usize) -> String {
        let mut lines = String::new();
        write_variations(&mut lines, self, number, 1).expect("writing to a string succeeds");
        lines
    }
}

/// Writes the step with its annotations, as its line has them after the number. The variations have
/// lines of their own.
impl Display for RecordedStep {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.step)?;
        if let Some(comment) = &self.comment {
            f.write_str(" {")?;
            comment.chars().try_for_each(|letter| write_escaped(f, letter))?;
            f.write_char('}')?;
        }
        if let Some(value) = &self.value {
            write!(f, " {value}")?;
        }
        if let Some(clock) = self.clock {
            let (seconds, milliseconds) = (clock / 1000, clock % 1000);
            let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
            write!(f, " (clock {hours}:{minutes:02}:{seconds:02}.{milliseconds:03})")?;
        }
        Ok(())
    }
}

/// Writes `(value 1.5)` or `(proved 1 0 0)`.
impl Display for RecordedValue {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(if self.proved { "(proved" } else { "(value" })?;
        for worth in &self.worth {
            write!(f, " {worth}")?;
        }
        f.write_char(')')
    }
}

fn write_escaped(f: &mut Formatter<'_>, letter: char) -> fmt::Result {
    match letter {
        '{' | '}' | '\\' => write!(f, "\\{letter}"),
        '\n' => f.write_str("\\n"),
        '\r' => f.write_str("\\r"),
        // All control characters are below U+00A0, so two digits are enough.
        letter if is_unprintable(letter) => write!(f, "\\x{:02x}", u32::from(letter)),
        letter => f.write_char(letter),
    }
}

/// Must this character be escaped in a record?
pub(super) fn is_unprintable(letter: char) -> bool {
    letter.is_control() && letter != '\t'
}
