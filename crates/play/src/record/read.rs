//! Reading records in one pass, which checks everything against the rules.

use ludoteca_core::{Message, OptionError, Outcome, Table, Verdict};

use super::error::{RecordError, RecordErrorKind};
use super::fields::{
    Claim, digits, not_allowed, read_annotations, read_date, read_dice, read_entropy, read_points,
    read_result, read_seed,
};
use super::write::{is_unprintable, write_points, write_verdict};
use super::{DEEPEST, Decision, ENTROPY, Ending, KNOWN, LONGEST, Record, RecordedStep, VERSION};
use crate::players::read_players;
use crate::seeds::Entropy;

/// Opens a table from the one-line form of a game and its options.
pub type Open<'a> = dyn Fn(&str) -> Result<Box<dyn Table>, OptionError> + 'a;

/// Reads a file of records, one or more.
///
/// The returned records can be trusted: the options open a table, the position can be set up, every
/// step is legal, variations included, and the ending follows from the steps. Steps are in their
/// usual spelling.
///
/// ```
/// use ludoteca_games::catalog::open_line;
/// use ludoteca_play::record::read;
///
/// let text = "Record: 1\nGame: ttt\nPlayers: X,O\n\n1. 1 1\n2. 0  0 {a corner}\n";
/// let record = read(text, &open_line)?.remove(0);
/// assert_eq!(record.steps[1].to_string(), "0 0 {a corner}");
///
/// let damaged = read(text.replace("0  0", "1 1"), &open_line).unwrap_err();
/// assert_eq!(damaged.to_string(), "line 6: step 2, `1 1`: cell 1 1 is taken");
/// # Ok::<(), ludoteca_play::RecordError>(())
/// ```
///
/// # Errors
/// Names the first line that is damaged, and how.
pub fn read(text: impl AsRef<[u8]>, open: &Open<'_>) -> Result<Vec<Record>, RecordError> {
    let text = text.as_ref();
    let mut records = Vec::new();
    let mut part = Part::Between;
    for (number, line) in
        (1..).zip(text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text).split(|byte| *byte == b'\n'))
    {
        let at = |reason| RecordError { line: number, reason };
        let line = plain_text(line).map_err(at)?;
        if line.trim().is_empty() {
            if let Part::Headers(headers) = part {
                part = Part::Steps(headers.begin(open)?);
            }
        } else if let Some(version) = begins_record(line) {
            records.extend(part.finish(open)?);
            if version != VERSION {
                return Err(at(not_allowed(
                    version,
                    "a version of records that can be read here",
                    VERSION,
                )));
            }
            part = Part::Headers(Headers { line: number, known: Vec::new(), others: Vec::new() });
        } else {
            match &mut part {
                Part::Between => return Err(at(RecordErrorKind::NoRecord(line.to_owned()))),
                Part::Headers(headers) => headers.add(number, line).map_err(at)?,
                Part::Steps(steps) => steps.add(line).map_err(at)?,
            }
        }
    }
    records.extend(part.finish(open)?);
    if records.is_empty() {
        Err(RecordError { line: 1, reason: RecordErrorKind::Empty })
    } else {
        Ok(records)
    }
}

const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// The part of the file that is being read.
enum Part<'a> {
    Between,
    Headers(Headers<'a>),
    Steps(Box<Steps>),
}

impl Part<'_> {
    /// Finishes the current record, if one has begun.
    fn finish(self, open: &Open<'_>) -> Result<Option<Record>, RecordError> {
        match self {
            Part::Between => Ok(None),
            Part::Headers(headers) => headers.begin(open)?.finish().map(Some),
            Part::Steps(steps) => steps.finish().map(Some),
        }
    }
}

/// The raw headers of a record. They come in any order, and depend on each other, so they are
/// interpreted once all are read.
struct Headers<'a> {
    /// The number of the line that began the record.
    line: usize,
    known: Vec<(&'static str, At<&'a str>)>,
    others: Vec<(String, String)>,
}

/// The value of a header, with its line.
struct At<T> {
    line: usize,
    value: T,
}

impl<'a> Headers<'a> {
    fn add(&mut self, line: usize, text: &'a str) -> Result<(), RecordErrorKind> {
        let (name, value) =
            split_header(text).ok_or_else(|| RecordErrorKind::NoHeader(text.to_owned()))?;
        match KNOWN.iter().find(|known| known.eq_ignore_ascii_case(name)) {
            Some(known) if self.known.iter().any(|(earlier, _)| earlier == known) => {
                return Err(RecordErrorKind::Twice(known));
            }
            Some(known) => self.known.push((*known, At { line, value })),
            None => self.others.push((name.to_owned(), value.to_owned())),
        }
        Ok(())
    }

    /// Reads a header, if it is there.
    fn read<T>(
        &self,
        name: &str,
        read: impl FnOnce(&'a str) -> Result<T, RecordErrorKind>,
    ) -> Result<Option<At<T>>, RecordError> {
        let Some((_, At { line, value })) = self.known.iter().find(|(known, _)| *known == name)
        else {
            return Ok(None);
        };
        let value = read(value).map_err(|reason| RecordError { line: *line, reason })?;
        Ok(Some(At { line: *line, value }))
    }

    /// Reads a header that must be there.
    fn demand<T>(
        &self,
        name: &'static str,
        read: impl FnOnce(&'a str) -> Result<T, RecordErrorKind>,
    ) -> Result<T, RecordError> {
        let missing = || RecordError { line: self.line, reason: RecordErrorKind::Missing(name) };
        Ok(self.read(name, read)?.ok_or_else(missing)?.value)
    }

    /// The seats' contributions to the dice; empty if there are none.
    fn contributions(&self, seats: usize) -> Result<Vec<Option<Entropy>>, RecordError> {
        let mut contributions = Vec::new();
        for (seat, name) in ENTROPY.iter().enumerate() {
            let read = |text| {
                if seat < seats {
                    read_entropy(text)
                } else {
                    Err(RecordErrorKind::NoSeat { name, seats })
                }
            };
            contributions.push(self.read(name, read)?.map(|entropy| entropy.value));
        }
        contributions.truncate(if contributions.iter().any(Option::is_some) { seats } else { 0 });
        Ok(contributions)
    }

    /// Sets up the table, so that steps can be made.
    fn begin(self, open: &Open<'_>) -> Result<Box<Steps>, RecordError> {
        let mut table =
            self.demand("Game", |text| open(sane("a game", text)?).map_err(RecordErrorKind::Game))?;
        let seats = table.seats();
        let players = self.demand("Players", |text| match text.split(',').count() {
            found if found == seats => read_players(text).map_err(RecordErrorKind::Players),
            found => Err(RecordErrorKind::Seats { found, seats }),
        })?;
        let position = self.read("Position", |text| {
            table.set_position(sane("a position", text)?).map_err(RecordErrorKind::Position)?;
            Ok(text.to_owned())
        })?;
        let claims = Claims {
            result: self.read("Result", |text| read_result(text, seats))?,
            points: self.read("Points", |text| read_points(text, seats))?,
            reason: self
                .read("Reason", |text| Ok(text.to_owned()))?
                .filter(|reason| !reason.value.is_empty()),
        };
        let record = Record {
            options: table.options().clone(),
            seats: players,
            seed: self.read("Seed", read_seed)?.map(|seed| seed.value),
            contributions: self.contributions(seats)?,
            dice: self.read("Dice", read_dice)?.map(|dice| dice.value).unwrap_or_default(),
            date: self.read("Date", read_date)?.map(|date| date.value),
            position: position.map(|position| position.value),
            ending: None,
            other_headers: self.others,
            steps: Vec::new(),
        };
        Ok(Box::new(Steps { record, claims, lines: vec![LineOfPlay::new(1, &*table)] }))
    }
}

/// What the headers say about the ending, before the steps are read.
struct Claims {
    result: Option<At<Claim>>,
    points: Option<At<Vec<i32>>>,
    reason: Option<At<String>>,
}

impl Claims {
    /// Checks the claims against the table after all steps, and returns the ending.
    fn check(self, table: &dyn Table) -> Result<Option<Ending>, RecordError> {
        match table.next().outcome() {
            Some(outcome) => self.check_over(outcome, table).map(Some),
            None => self.check_open(),
        }
    }

    /// Checks a game that is over: no claim may differ from what the rules say.
    fn check_over(self, outcome: Outcome, table: &dyn Table) -> Result<Ending, RecordError> {
        if let Some(At { line, value: claim }) = self.result {
            let (found, by_rules) = (claim.text(), write_verdict(outcome.verdict));
            if found != by_rules {
                return Err(RecordError {
                    line,
                    reason: RecordErrorKind::OtherResult { found, by_rules },
                });
            }
        }
        if let Some(At { line, value: points }) = self.points {
            let by_rules = &outcome.points[..table.seats()];
            if points != by_rules {
                let (found, by_rules) = (write_points(&points), write_points(by_rules));
                return Err(RecordError {
                    line,
                    reason: RecordErrorKind::OtherPoints { found, by_rules },
                });
            }
        }
        // The reason's wording is kept, since another version of the rules may have written it.
        let given = self.reason.map(|reason| Message::same(reason.value));
        let reason =
            table.ending().filter(|by_rules| given.as_ref().is_none_or(|it| it == by_rules));
        let reason = reason.or(given).unwrap_or_else(|| Message::same(""));
        Ok(Ending::Played { outcome, reason })
    }

    /// Checks a game that could go on by the rules: a result is then an adjudication.
    fn check_open(self) -> Result<Option<Ending>, RecordError> {
        if let Some(At { line, .. }) = self.points {
            return Err(RecordError { line, reason: RecordErrorKind::NoPoints });
        }
        let ending = match self.result {
            Some(At { line, value: Claim::Decided(Verdict::Scored) }) => {
                return Err(RecordError { line, reason: RecordErrorKind::NotScored });
            }
            Some(At { value: Claim::Decided(verdict), .. }) => {
                let reason = self.reason.map(|reason| reason.value).unwrap_or_default();
                let reason = Decision::read(&reason);
                return Ok(Some(Ending::Adjudicated { verdict, reason }));
            }
            Some(At { value: Claim::Stopped, .. }) => Some(Ending::Stopped),
            Some(At { value: Claim::Unfinished, .. }) | None => None,
        };
        match self.reason {
            Some(At { line, .. }) => Err(RecordError { line, reason: RecordErrorKind::NoReason }),
            None => Ok(ending),
        }
    }
}

/// A record whose steps are being read.
struct Steps {
    record: Record,
    claims: Claims,
    /// The lines of play that can still go on: the game itself, then a variation of its last step,
    /// then a variation of the last step of that, and so on.
    lines: Vec<LineOfPlay>,
}

/// A line of play.
struct LineOfPlay {
    /// The number of its first step.
    first: usize,
    steps: Vec<RecordedStep>,
    /// The table before its last step, where variations of that step begin.
    before: Box<dyn Table>,
    table: Box<dyn Table>,
}

impl LineOfPlay {
    fn new(first: usize, table: &dyn Table) -> LineOfPlay {
        LineOfPlay {
            first,
            steps: Vec::new(),
            before: table.boxed_clone(),
            table: table.boxed_clone(),
        }
    }

    fn next_number(&self) -> usize {
        self.first + self.steps.len()
    }

    fn make(&mut self, text: &str) -> Result<(), RecordErrorKind> {
        let number = self.next_number();
        let (step, annotations) = text.split_at(text.find(['{', '(']).unwrap_or(text.len()));
        let mut recorded = read_annotations(annotations, self.table.seats())?;
        let step = sane("a step", step.trim())?;
        let before = self.table.boxed_clone();
        let stepped = self.table.step(step).map_err(|refusal| RecordErrorKind::Step {
            number,
            step: step.to_owned(),
            refusal,
        })?;
        recorded.step = stepped.text;
        self.before = before;
        self.steps.push(recorded);
        Ok(())
    }
}

impl Steps {
    /// Reads a line of the file, and makes its step in the line of play that it belongs to.
    fn add(&mut self, line: &str) -> Result<(), RecordErrorKind> {
        let text = line.trim_start_matches(' ');
        let (number, step) =
            split_step(text).ok_or_else(|| RecordErrorKind::NoStep(text.to_owned()))?;
        let level = self.level(line.len() - text.len())?;
        self.close_beyond(level + 1);
        if level > 0 && self.lines.get(level).is_none_or(|line| line.first == number) {
            self.close_beyond(level);
            let outer = &self.lines[level - 1];
            self.lines.push(LineOfPlay::new(outer.next_number() - 1, &*outer.before));
        }
        let line = &mut self.lines[level];
        if number != line.next_number() {
            let allowed = match (line.next_number(), line.first) {
                (next, first) if level > 0 && next > first => {
                    format!("{next}, or {first} for another variation")
                }
                (next, _) => next.to_string(),
            };
            return Err(RecordErrorKind::Number { found: number, allowed });
        }
        line.make(step)
    }

    /// The level of a line that begins with this many blanks.
    fn level(&self, blanks: usize) -> Result<usize, RecordErrorKind> {
        let level = blanks / 2;
        // The game itself has no variations before its first step.
        let most = if self.lines[0].steps.is_empty() { 0 } else { self.lines.len() };
        if blanks % 2 == 1 || level > most {
            Err(RecordErrorKind::Indentation { found: blanks, most: 2 * most })
        } else if level > DEEPEST {
            Err(RecordErrorKind::TooDeep(level))
        } else {
            Ok(level)
        }
    }

    /// Attaches finished variations to the steps that they vary, until this many lines of play are
    /// left.
    fn close_beyond(&mut self, left: usize) {
        while self.lines.len() > left
            && let Some(variation) = self.lines.pop()
        {
            let outer = self.lines.last_mut().and_then(|outer| outer.steps.last_mut());
            outer.expect("a variation varies a step").variations.push(variation.steps);
        }
    }

    fn finish(mut self) -> Result<Record, RecordError> {
        self.close_beyond(1);
        let main = self.lines.pop().expect("what was played is never closed");
        let ending = self.claims.check(&*main.table)?;
        Ok(Record { ending, steps: main.steps, ..self.record })
    }
}

fn plain_text(line: &[u8]) -> Result<&str, RecordErrorKind> {
    let line = str::from_utf8(line.strip_suffix(b"\r").unwrap_or(line))
        .map_err(|_| RecordErrorKind::NotText)?;
    match line.chars().find(|letter| is_unprintable(*letter)) {
        Some(letter) => Err(RecordErrorKind::Control(letter)),
        None => Ok(line),
    }
}

/// The version, if this is the first line of a record.
fn begins_record(line: &str) -> Option<&str> {
    split_header(line)
        .filter(|(name, _)| name.eq_ignore_ascii_case("Record"))
        .map(|(_, version)| version)
}

fn split_header(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.split_once(':')?;
    let is_name = name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    is_name.then_some((name, value.trim()))
}

/// `12. 0 0 2 2 {well}`.
fn split_step(text: &str) -> Option<(usize, &str)> {
    let (number, step) = text.split_once('.')?;
    let step = step.strip_prefix([' ', '\t'])?.trim();
    let number = digits(number)?.parse().ok()?;
    (!step.is_empty()).then_some((number, step))
}

/// Refuses text that is too long for the rules to read.
fn sane<'a>(what: &'static str, text: &'a str) -> Result<&'a str, RecordErrorKind> {
    if text.len() <= LONGEST {
        Ok(text)
    } else {
        Err(RecordErrorKind::TooLong { what, found: text.len() })
    }
}
