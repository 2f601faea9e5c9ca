//! The file of positions: self-play games as text, with the recipe by which they were played.
//!
//! `docs/learning.md` describes the format. Reading is strict: everything that is read would be
//! written with the same bytes.

use std::fmt;
use std::str::FromStr;

use ludoteca_core::text::printable;
use ludoteca_core::{Next, Table};

use super::self_play::MOST_STEPS;
use super::{TrainingGame, TrainingPosition};
use crate::Value;

/// How the games of a file were played: its header.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct SelfPlayRecipe {
    /// The version of the program that began the file.
    pub version: String,
    /// The signature of how that program plays this game: see [`signature`](super::signature).
    pub signature: String,
    /// The game and its options in their one-line form.
    pub game: String,
    /// The position from which the games start; `None` for the usual first position.
    pub start: Option<String>,
    /// Nodes (positions) to search for each move.
    pub nodes: u64,
    /// The greatest number of random steps at the start of a game.
    pub opening_steps: u32,
    /// The seed of all games.
    pub seed: String,
}

/// A part of a file of positions.
#[derive(Clone, PartialEq, Debug)]
pub enum PositionsEntry {
    /// The header, which is the first part.
    Recipe(SelfPlayRecipe),
    /// A whole game.
    Game(TrainingGame),
    /// A position of a file without a header, in which nothing tells the games apart.
    Position(TrainingPosition),
}

/// Reads a file of positions line by line.
///
/// ```
/// use ludoteca_search::tuning::{PositionsEntry, PositionsReader};
///
/// let mut reader = PositionsReader::default();
/// let line = b"x5o/7/7/7/7/7/o5x x 0 1\t-12\t0.5";
/// let Ok(Some(PositionsEntry::Position(played))) = reader.read(line) else { panic!() };
/// assert_eq!((played.found, played.result), (-12, 0.5));
/// assert_eq!(
///     reader.read(b"x5o/7/7/7/7/7/o5x x 0 1\t-12").unwrap_err().to_string(),
///     "line 2: this is not a position with its value and its result"
/// );
/// ```
#[derive(Clone, Debug, Default)]
pub struct PositionsReader {
    lines: u64,
    stage: ReaderStage,
}

/// What a reader has read last.
#[derive(Clone, Debug, Default)]
enum ReaderStage {
    #[default]
    Nothing,
    /// The first lines of a header: the values of its fields.
    Header(Vec<String>),
    /// This many whole games.
    Games(u64),
    /// The beginning of a game, and the number of its positions.
    Game(TrainingGame, usize),
    /// Positions without a header.
    Positions,
}

/// Why a line is not one of a file of positions.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct PositionsError {
    /// The number of the line, from 1.
    pub line: u64,
    /// The reason.
    pub fault: PositionsFault,
}

/// The reason why a line is refused.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum PositionsFault {
    /// The line is longer than any that is written.
    #[error("it has more than {MOST_BYTES} bytes")]
    TooLong,
    /// The line is not UTF-8, or has control characters.
    #[error("it is not text")]
    NotText,
    /// The file has a newer format.
    #[error("`{0}` is another format: this program reads `{FORMAT}`")]
    Format(String),
    /// A line of the header is missing or malformed.
    #[error("the header goes on with `{0}` here")]
    Header(&'static str),
    /// A game should begin here.
    #[error("a game begins here, as in `game 0: 60 steps, result 1, 40 positions`")]
    NoGame,
    /// The games are not numbered one after the other.
    #[error("game {expected} comes here, not game {number}")]
    Number {
        /// The number of the game.
        number: u64,
        /// The number that it should have.
        expected: u64,
    },
    /// A game has more steps than games have, or more positions than steps, or positions without a
    /// result.
    #[error("no game has {steps} steps, result {result} and {positions} positions")]
    Counts {
        /// The number of steps.
        steps: u32,
        /// The result, as it is written.
        result: String,
        /// The number of positions.
        positions: usize,
    },
    /// The line has not the form of a position.
    #[error("this is not a position with its value and its result")]
    NoPosition,
    /// The value is greater than any that a search finds.
    #[error("the value {0} is not between -{most} and {most}", most = Value::EXPECTED)]
    Found(i32),
    /// The position has another result than its game.
    #[error("the result of this game is {0}")]
    OtherResult(String),
    /// The game does not have this result.
    #[error("no game ends with the result {0} here: allowed is {1}")]
    Result(String, &'static str),
    /// The rules refuse the position.
    #[error("`{position}` is not a position of this game: {reason}")]
    Position {
        /// The position.
        position: String,
        /// The reason, in the words of the game.
        reason: String,
    },
    /// In this position no seat has to move, so nothing was searched.
    #[error("no seat is to move in `{0}`")]
    NobodyToMove(String),
}

/// Lines have at most this many bytes.
pub const MOST_BYTES: usize = 16 * 1024;

/// The first line of a file with a header.
const FORMAT: &str = "ludoteca positions 1";
const ANY_FORMAT: &str = "ludoteca positions ";

/// The fields of a header, in this order. Only the start may be absent.
const FIELDS: [&str; 7] =
    ["version", "signature", "game", "start", "nodes", "opening-steps", "seed"];
const VERSION: usize = 0;
const SIGNATURE: usize = 1;
const START: usize = 3;

impl SelfPlayRecipe {
    /// The first field in which another recipe differs, with both values. The version does not
    /// count: programs with the same signature play the same games. The signature comes last, since
    /// it differs wherever the game or its settings do.
    pub fn difference(&self, other: &SelfPlayRecipe) -> Option<(&'static str, String, String)> {
        let both = self.fields().into_iter().zip(other.fields());
        let mut fields: Vec<_> = FIELDS.into_iter().zip(both).skip(VERSION + 1).collect();
        fields.rotate_left(SIGNATURE - VERSION);
        let mut differing = fields.into_iter().filter(|(_, (one, other))| one != other);
        let or_none = |value: Option<String>| value.unwrap_or_else(|| "none".to_owned());
        differing.next().map(|(name, (one, other))| (name, or_none(one), or_none(other)))
    }

    fn fields(&self) -> [Option<String>; FIELDS.len()] {
        let SelfPlayRecipe { version, signature, game, start, nodes, opening_steps, seed } = self;
        [
            Some(version.clone()),
            Some(signature.clone()),
            Some(game.clone()),
            start.clone(),
            Some(nodes.to_string()),
            Some(opening_steps.to_string()),
            Some(seed.clone()),
        ]
    }

    fn from_fields(fields: &[String]) -> Option<SelfPlayRecipe> {
        let text = |at: usize| fields.get(at).cloned();
        Some(SelfPlayRecipe {
            version: text(0)?,
            signature: text(1)?,
            game: text(2)?,
            start: text(START).filter(|start| !start.is_empty()),
            nodes: canonical(fields.get(4)?)?,
            opening_steps: canonical(fields.get(5)?)?,
            seed: text(6)?,
        })
    }
}

/// The header of a file, with the empty line that ends it.
impl fmt::Display for SelfPlayRecipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{FORMAT}")?;
        for (name, value) in FIELDS.into_iter().zip(self.fields()) {
            if let Some(value) = value {
                writeln!(f, "{name}: {value}")?;
            }
        }
        writeln!(f)
    }
}

/// The lines of a game.
impl fmt::Display for TrainingGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TrainingGame { number, steps, result, positions } = self;
        let (result, count) = (result_text(*result), positions.len());
        writeln!(f, "game {number}: {steps} steps, result {result}, {count} positions")?;
        positions.iter().try_for_each(|played| writeln!(f, "{played}"))
    }
}

/// The line of a position, without its end.
impl fmt::Display for TrainingPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\t{}\t{}", self.position, self.found, self.result)
    }
}

impl PositionsReader {
    /// A reader for games without a header: the lines of some games of a recipe that is known, the
    /// first of which has this number.
    pub fn of_games(first: u64) -> PositionsReader {
        PositionsReader { lines: 0, stage: ReaderStage::Games(first) }
    }

    /// Reads the next line, without its end. Returns the entry that it completes.
    ///
    /// # Errors
    /// Says what is wrong with the line. The reader is of no use after that.
    pub fn read(&mut self, line: &[u8]) -> Result<Option<PositionsEntry>, PositionsError> {
        self.lines += 1;
        self.take(line).map_err(|fault| PositionsError { line: self.lines, fault })
    }

    /// The number of lines so far.
    pub fn lines(&self) -> u64 {
        self.lines
    }

    /// Can the file end here? It cannot in the middle of its header or of a game.
    pub fn is_complete(&self) -> bool {
        match self.stage {
            ReaderStage::Nothing | ReaderStage::Header(_) | ReaderStage::Game(..) => false,
            ReaderStage::Games(_) | ReaderStage::Positions => true,
        }
    }

    fn take(&mut self, line: &[u8]) -> Result<Option<PositionsEntry>, PositionsFault> {
        if line.len() > MOST_BYTES {
            return Err(PositionsFault::TooLong);
        }
        let line = std::str::from_utf8(line).map_err(|_| PositionsFault::NotText)?;
        if line.chars().any(|letter| letter.is_control() && letter != '\t') {
            return Err(PositionsFault::NotText);
        }
        let (stage, entry) = match std::mem::take(&mut self.stage) {
            ReaderStage::Nothing if line == FORMAT => (ReaderStage::Header(Vec::new()), None),
            ReaderStage::Nothing if line.starts_with(ANY_FORMAT) => {
                return Err(PositionsFault::Format(printable(line)));
            }
            ReaderStage::Nothing | ReaderStage::Positions => {
                (ReaderStage::Positions, Some(PositionsEntry::Position(read_position(line)?)))
            }
            ReaderStage::Header(fields) => read_header(fields, line)?,
            ReaderStage::Games(number) => {
                let (game, positions) = read_game(line, number)?;
                with_positions(game, positions)
            }
            ReaderStage::Game(mut game, positions) => {
                let played = read_position(line)?;
                if Some(played.result) != game.result {
                    return Err(PositionsFault::OtherResult(result_text(game.result)));
                }
                game.positions.push(played);
                with_positions(game, positions)
            }
        };
        self.stage = stage;
        Ok(entry)
    }
}

/// Checks that a position is one of the game of the table, with a value and a result that are
/// possible there. The table is set to it.
///
/// # Errors
/// Says what is wrong.
pub fn check_position(
    table: &mut dyn Table,
    played: &TrainingPosition,
) -> Result<(), PositionsFault> {
    let position = || printable(&played.position);
    table.set_position(&played.position).map_err(|reason| PositionsFault::Position {
        position: position(),
        reason: printable(&reason.to_string()),
    })?;
    if !matches!(table.next(), Next::Move(_)) {
        return Err(PositionsFault::NobodyToMove(position()));
    }
    check_result(table, Some(played.result))
}

/// Checks that a game of the table can have this result.
///
/// # Errors
/// Says which results are possible.
pub fn check_result(table: &dyn Table, result: Option<f64>) -> Result<(), PositionsFault> {
    let (is_possible, allowed) = match result {
        None => (true, ""),
        Some(points) if table.options().info().scored => (points.fract() == 0.0, "points"),
        Some(result) => ([0.0, 0.5, 1.0].contains(&result), "0, 0.5 or 1"),
    };
    if is_possible { Ok(()) } else { Err(PositionsFault::Result(result_text(result), allowed)) }
}

/// Reads a line of the header behind the given fields.
fn read_header(
    mut fields: Vec<String>,
    line: &str,
) -> Result<(ReaderStage, Option<PositionsEntry>), PositionsFault> {
    let Some(&name) = FIELDS.get(fields.len()) else {
        let recipe = SelfPlayRecipe::from_fields(&fields).filter(|_| line.is_empty());
        let recipe = recipe.ok_or(PositionsFault::Header("an empty line"))?;
        return Ok((ReaderStage::Games(0), Some(PositionsEntry::Recipe(recipe))));
    };
    let value = line.strip_prefix(name).and_then(|rest| rest.strip_prefix(": "));
    let is_number = |value: &str| match name {
        "nodes" => canonical::<u64>(value).is_some(),
        "opening-steps" => canonical::<u32>(value).is_some(),
        _ => true,
    };
    match value {
        Some(value) if !value.is_empty() && !value.contains('\t') && is_number(value) => {
            fields.push(value.to_owned());
        }
        None if fields.len() == START => {
            fields.push(String::new());
            return read_header(fields, line);
        }
        _ => return Err(PositionsFault::Header(name)),
    }
    Ok((ReaderStage::Header(fields), None))
}

/// Reads the first line of a game, which has this number. Returns the game and the number of its
/// positions.
fn read_game(line: &str, expected: u64) -> Result<(TrainingGame, usize), PositionsFault> {
    let fields = || {
        let (number, rest) = line.strip_prefix("game ")?.split_once(": ")?;
        let (steps, rest) = rest.split_once(" steps, result ")?;
        let (result, positions) = rest.split_once(", ")?;
        let positions = canonical(positions.strip_suffix(" positions")?)?;
        let result = if result == NO_RESULT { None } else { Some(read_result(result)?) };
        Some((canonical(number)?, canonical(steps)?, result, positions))
    };
    let (number, steps, result, positions) = fields().ok_or(PositionsFault::NoGame)?;
    if number != expected {
        return Err(PositionsFault::Number { number, expected });
    }
    if steps > MOST_STEPS || positions > steps as usize || result.is_none() && positions > 0 {
        return Err(PositionsFault::Counts { steps, result: result_text(result), positions });
    }
    Ok((TrainingGame { number, steps, result, positions: Vec::new() }, positions))
}

/// The stage behind these lines of a game, and the game if they are all of its lines.
fn with_positions(game: TrainingGame, positions: usize) -> (ReaderStage, Option<PositionsEntry>) {
    if game.positions.len() < positions {
        (ReaderStage::Game(game, positions), None)
    } else {
        (ReaderStage::Games(game.number.saturating_add(1)), Some(PositionsEntry::Game(game)))
    }
}

fn read_position(line: &str) -> Result<TrainingPosition, PositionsFault> {
    let fields = || {
        let mut fields = line.split('\t');
        let position = fields.next().filter(|position| !position.is_empty())?.to_owned();
        let (found, result) = (canonical(fields.next()?)?, read_result(fields.next()?)?);
        fields.next().is_none().then_some(TrainingPosition { position, found, result })
    };
    let played = fields().ok_or(PositionsFault::NoPosition)?;
    if played.found.unsigned_abs() > Value::EXPECTED.unsigned_abs() {
        return Err(PositionsFault::Found(played.found));
    }
    Ok(played)
}

/// Reads a result: a half, or a whole number.
fn read_result(text: &str) -> Option<f64> {
    if text == "0.5" { Some(0.5) } else { canonical::<i32>(text).map(f64::from) }
}

/// Writes a result. A game that was broken off has none.
fn result_text(result: Option<f64>) -> String {
    result.map_or(NO_RESULT.to_owned(), |result| result.to_string())
}

const NO_RESULT: &str = "none";

/// Reads a number that is written as this program writes it: `7`, but neither `+7` nor `07`.
fn canonical<N: FromStr + ToString>(text: &str) -> Option<N> {
    text.parse().ok().filter(|number: &N| number.to_string() == text)
}
