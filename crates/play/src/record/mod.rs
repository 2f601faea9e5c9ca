//! Records: a game written down, from its options to its end, in a text that people can read.
//! `docs/records.md` describes the format; [`read`] checks all of it against the rules, and a
//! record's [`Display`](std::fmt::Display) writes it.

mod error;
mod fields;
mod read;
mod write;

use ludoteca_core::{MAX_SEATS, Options, Outcome, Verdict};

use crate::players::Seated;
use crate::seeds::{Entropy, Seed};

pub use error::{RecordError, RecordErrorKind};
pub use read::{Open, read};
pub use write::write;

/// The version of the format that is written, and the only one that is read.
const VERSION: &str = "1";

/// Headers with a meaning, after `Record`, which begins a record.
const KNOWN: &[&str] = &[
    "Game", "Players", "Seed", ENTROPY[0], ENTROPY[1], ENTROPY[2], ENTROPY[3], "Dice", "Date",
    "Position", "Result", "Points", "Reason",
];

/// The headers of what the seats have contributed to the dice.
const ENTROPY: [&str; MAX_SEATS] = ["Entropy-1", "Entropy-2", "Entropy-3", "Entropy-4"];

/// What the rules have to read, a game, a position or a step, is at most so many bytes long.
const LONGEST: usize = 64 * 1024;

/// Variations are at most so deep within one another.
const DEEPEST: usize = 64;

/// A game written down.
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    /// The game and its options, obstacles included.
    pub options: Options,
    /// The seats' names and who fills them.
    pub seats: Vec<Seated>,
    /// What everything random was drawn from, where it is known.
    pub seed: Option<Seed>,
    /// What each seat has contributed to the dice: one entry a seat, or none at all.
    pub contributions: Vec<Option<Entropy>>,
    /// Where the rolls come from.
    pub dice: Dice,
    /// The day on which it was played, `2026-11-15`.
    pub date: Option<String>,
    /// Where the game starts, if not from its usual first position.
    pub position: Option<String>,
    /// How it ended; `None` while it goes on.
    pub ending: Option<Ending>,
    /// Headers that this version does not know, in their order: a name of letters, digits and
    /// hyphens that begins with a letter, and a value of one line.
    pub other_headers: Vec<(String, String)>,
    /// What was played.
    pub steps: Vec<RecordedStep>,
}

/// A step, and what was noted about it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct RecordedStep {
    /// The step as typed.
    pub step: String,
    /// What somebody has to say about it; one or more lines.
    pub comment: Option<String>,
    /// What the position after it is worth.
    pub value: Option<RecordedValue>,
    /// What is left on the mover's clock after it, in milliseconds.
    pub clock: Option<u64>,
    /// What could have been played instead of it, and how that would have gone on. None is empty.
    pub variations: Vec<Vec<RecordedStep>>,
}

/// What a position is worth to the seats.
#[derive(Clone, PartialEq, Debug)]
pub struct RecordedValue {
    /// Known to be so, not estimated.
    pub proved: bool,
    /// To the first seat where there are two, otherwise to each seat. Finite.
    pub worth: Vec<f64>,
}

/// Where the rolls of a die come from.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub enum Dice {
    /// From the seed.
    #[default]
    Drawn,
    /// From a die on somebody's table.
    Typed,
}

/// How a game ended.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Ending {
    /// By its rules.
    Played {
        /// The verdict, with the points.
        outcome: Outcome,
        /// Why, as an English clause.
        reason: String,
    },
    /// By somebody who may decide it: time ran out, a player resigned, both agreed.
    Adjudicated {
        /// What was decided: a win or a draw, since a score is counted by the rules.
        verdict: Verdict,
        /// Why, as an English clause.
        reason: String,
    },
    /// Without a result: somebody left.
    Stopped,
}

impl Ending {
    /// Who won, if anybody; `None` where the game was broken off.
    pub fn verdict(&self) -> Option<Verdict> {
        match self {
            Ending::Played { outcome, .. } => Some(outcome.verdict),
            Ending::Adjudicated { verdict, .. } => Some(*verdict),
            Ending::Stopped => None,
        }
    }
}

impl Record {
    /// A game that is about to begin, from its usual first position.
    pub fn new(options: Options, seats: Vec<Seated>) -> Record {
        Record {
            options,
            seats,
            seed: None,
            contributions: Vec::new(),
            dice: Dice::Drawn,
            date: None,
            position: None,
            ending: None,
            other_headers: Vec::new(),
            steps: Vec::new(),
        }
    }

    /// The seats' names, in turn order.
    pub fn names(&self) -> Vec<&str> {
        self.seats.iter().map(|seated| seated.name.as_str()).collect()
    }
}

impl From<&str> for RecordedStep {
    fn from(step: &str) -> RecordedStep {
        RecordedStep::new(step)
    }
}

impl RecordedStep {
    /// A step with nothing noted about it.
    pub fn new(step: impl Into<String>) -> RecordedStep {
        RecordedStep { step: step.into(), ..RecordedStep::default() }
    }
}
