//! Findings as JSON, so that another process can do a part of an analysis. What is read is checked
//! against what any game can have; `is_possible` checks it against a table.

use ludoteca_core::{MAX_SEATS, Seat};
use ludoteca_search::{MAX_PLIES, SearchResult, Value};
use serde::{Deserialize, Serialize};

use crate::{AnalysedStep, BestLine, JudgedMove, MoveQuality, PositionFinding, StepJudgement};

/// Why JSON is no finding.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum FindingError {
    /// There is not one value for each seat of a table.
    #[error("{0} values; allowed are 1 to {MAX_SEATS}")]
    Seats(usize),
    /// There is no such seat.
    #[error("seat {0}; allowed are 1 to {MAX_SEATS}")]
    Seat(usize),
    /// No game is worth this much.
    #[error("the value {0} is not possible")]
    Value(String),
    /// A line is empty or too long.
    #[error("a line of {0} steps; allowed are 1 to {MOST_STEPS}")]
    Line(usize),
    /// A step is empty or too long.
    #[error("a step of {0} bytes; allowed are 1 to {LONGEST_STEP}")]
    Step(usize),
    /// A search cannot be this deep or this long.
    #[error("a search of {depth} plies and {nodes} nodes is not possible")]
    Search {
        /// The depth, in plies.
        depth: u32,
        /// The number of nodes.
        nodes: u64,
    },
}

/// A line has no more steps than this.
const MOST_STEPS: usize = 2 * MAX_PLIES as usize;

/// A step has no more bytes than this.
const LONGEST_STEP: usize = 256;

/// No proof is longer than this many plies, and no game ends with more points.
const MOST_PROVED: u32 = 1_000_000;

/// No search visits more nodes.
const MOST_NODES: u64 = 1 << 50;

/// [`PositionFinding`] as JSON.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FindingJson {
    values: Vec<ValueJson>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    found: Option<FoundJson>,
}

/// [`AnalysedStep`] as JSON.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StepJson {
    step: String,
    values: Vec<ValueJson>,
    verdict: VerdictJson,
}

/// [`Value`] as JSON: `"draw"`, `{"win": 3}`, `{"estimate": -120}`.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum ValueJson {
    Win(u32),
    Draw,
    Loss(u32),
    Points(i32),
    Estimate(i32),
}

/// [`SearchResult`] as JSON. The line begins with the best move.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FoundJson {
    value: ValueJson,
    values: Vec<ValueJson>,
    line: Vec<String>,
    depth: u32,
    nodes: u64,
}

/// [`StepJudgement`] as JSON. Seats are counted from 1. Fractions are texts, because not every
/// reader of JSON reads numbers exactly.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum VerdictJson {
    Roll(Vec<String>),
    Only(usize),
    Move(MoveJson),
}

/// [`JudgedMove`] as JSON.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct MoveJson {
    seat: usize,
    quality: MoveQuality,
    loss: String,
    value: ValueJson,
    best: BestJson,
}

/// [`BestLine`] as JSON.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct BestJson {
    value: ValueJson,
    line: Vec<String>,
}

impl From<PositionFinding> for FindingJson {
    fn from(finding: PositionFinding) -> FindingJson {
        let found = finding.found.map(|found| FoundJson {
            value: found.value.into(),
            values: all_json(found.values),
            line: found.principal_variation,
            depth: found.depth,
            nodes: found.nodes,
        });
        FindingJson { values: all_json(finding.values), found }
    }
}

impl TryFrom<FindingJson> for PositionFinding {
    type Error = FindingError;

    fn try_from(json: FindingJson) -> Result<PositionFinding, FindingError> {
        let found = json.found.map(FoundJson::read).transpose()?;
        Ok(PositionFinding { values: of_seats(json.values)?, found })
    }
}

impl FoundJson {
    fn read(self) -> Result<SearchResult, FindingError> {
        let FoundJson { value, values, line, depth, nodes } = self;
        if depth > MAX_PLIES || nodes > MOST_NODES {
            return Err(FindingError::Search { depth, nodes });
        }
        let line = checked_line(line)?;
        Ok(SearchResult {
            step: line[0].clone(),
            value: value.read()?,
            values: of_seats(values)?,
            principal_variation: line,
            depth,
            nodes,
        })
    }
}

impl From<AnalysedStep> for StepJson {
    fn from(AnalysedStep { step, values, verdict }: AnalysedStep) -> StepJson {
        let verdict = match verdict {
            StepJudgement::Roll(luck) => {
                VerdictJson::Roll(luck.iter().map(f64::to_string).collect())
            }
            StepJudgement::Only(seat) => VerdictJson::Only(seat.number()),
            StepJudgement::Move(JudgedMove { seat, quality, loss, value, best }) => {
                let best = BestJson { value: best.value.into(), line: best.line };
                let (seat, loss, value) = (seat.number(), loss.to_string(), value.into());
                VerdictJson::Move(MoveJson { seat, quality, loss, value, best })
            }
        };
        StepJson { step, values: all_json(values), verdict }
    }
}

impl TryFrom<StepJson> for AnalysedStep {
    type Error = FindingError;

    fn try_from(json: StepJson) -> Result<AnalysedStep, FindingError> {
        let verdict = match json.verdict {
            VerdictJson::Roll(luck) => match luck.len() {
                1..=MAX_SEATS => StepJudgement::Roll(
                    luck.iter().map(|luck| fraction(luck)).collect::<Result<_, _>>()?,
                ),
                seats => return Err(FindingError::Seats(seats)),
            },
            VerdictJson::Only(number) => StepJudgement::Only(seat(number)?),
            VerdictJson::Move(MoveJson { seat: number, quality, loss, value, best }) => {
                let line = checked_line(best.line)?;
                let best = BestLine { value: best.value.read()?, line };
                let (seat, loss, value) = (seat(number)?, fraction(&loss)?, value.read()?);
                StepJudgement::Move(JudgedMove { seat, quality, loss, value, best })
            }
        };
        let step = checked_step(json.step)?;
        Ok(AnalysedStep { step, values: of_seats(json.values)?, verdict })
    }
}

impl From<Value> for ValueJson {
    fn from(value: Value) -> ValueJson {
        match value {
            Value::Win(plies) => ValueJson::Win(plies),
            Value::Draw => ValueJson::Draw,
            Value::Loss(plies) => ValueJson::Loss(plies),
            Value::Points(points) => ValueJson::Points(points),
            Value::Estimate(hundredths) => ValueJson::Estimate(hundredths),
        }
    }
}

impl ValueJson {
    fn read(self) -> Result<Value, FindingError> {
        let (value, size, most) = match self {
            ValueJson::Win(plies) => (Value::Win(plies), plies, MOST_PROVED),
            ValueJson::Draw => (Value::Draw, 0, 0),
            ValueJson::Loss(plies) => (Value::Loss(plies), plies, MOST_PROVED),
            ValueJson::Points(points) => {
                (Value::Points(points), points.unsigned_abs(), MOST_PROVED)
            }
            ValueJson::Estimate(hundredths) => {
                let most = Value::EXPECTED.unsigned_abs();
                (Value::Estimate(hundredths), hundredths.unsigned_abs(), most)
            }
        };
        if size > most { Err(FindingError::Value(format!("{value:?}"))) } else { Ok(value) }
    }
}

fn all_json(values: Vec<Value>) -> Vec<ValueJson> {
    values.into_iter().map(ValueJson::from).collect()
}

fn of_seats(values: Vec<ValueJson>) -> Result<Vec<Value>, FindingError> {
    match values.len() {
        1..=MAX_SEATS => values.into_iter().map(ValueJson::read).collect(),
        seats => Err(FindingError::Seats(seats)),
    }
}

fn seat(number: usize) -> Result<Seat, FindingError> {
    match number {
        1..=MAX_SEATS => Ok(Seat::new(number - 1)),
        _ => Err(FindingError::Seat(number)),
    }
}

fn fraction(text: &str) -> Result<f64, FindingError> {
    let read = text.parse().ok().filter(|number: &f64| number.is_finite());
    read.ok_or_else(|| FindingError::Value(text.to_owned()))
}

fn checked_line(line: Vec<String>) -> Result<Vec<String>, FindingError> {
    match line.len() {
        1..=MOST_STEPS => line.into_iter().map(checked_step).collect(),
        steps => Err(FindingError::Line(steps)),
    }
}

fn checked_step(step: String) -> Result<String, FindingError> {
    match step.len() {
        1..=LONGEST_STEP => Ok(step),
        bytes => Err(FindingError::Step(bytes)),
    }
}
