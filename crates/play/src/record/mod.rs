//! Records: a game written down, from its options to its end, in a text that people can read.
//! `docs/records.md` describes the format; [`read`] checks all of it against the rules, and a
//! record's [`Display`](std::fmt::Display) writes it.

mod error;
mod fields;
mod read;
mod write;

use ludoteca_core::{
    Language, MAX_SEATS, Message, Options, Outcome, Seat, Spelling, Tell, Verdict,
};

use crate::players::Seated;
use crate::seeds::{Entropy, Seed};

pub use error::{RecordError, RecordErrorKind};
pub use read::{Open, read};
pub use write::write;

/// The version of the format that is written, and the only one that is read.
const VERSION: &str = "1";

/// The known headers other than `Record`, which begins a record.
const KNOWN: &[&str] = &[
    "Game", "Players", "Seed", ENTROPY[0], ENTROPY[1], ENTROPY[2], ENTROPY[3], "Dice", "Date",
    "Position", "Result", "Points", "Reason",
];

/// The headers of the seats' contributions to the dice.
const ENTROPY: [&str; MAX_SEATS] = ["Entropy-1", "Entropy-2", "Entropy-3", "Entropy-4"];

/// The most bytes of a text that the rules have to read: a game, a position or a step.
const LONGEST: usize = 64 * 1024;

/// The most levels of nested variations.
const DEEPEST: usize = 64;

/// A game written down.
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    /// The game and its options, obstacles included.
    pub options: Options,
    /// The seats' names and who fills them.
    pub seats: Vec<Seated>,
    /// The seed of all random numbers, if it is known.
    pub seed: Option<Seed>,
    /// The contributions to the dice: one entry for each seat, or an empty list if there are none.
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
    /// The steps that were played.
    pub steps: Vec<RecordedStep>,
}

/// A step with its annotations.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct RecordedStep {
    /// The step as typed.
    pub step: String,
    /// A comment of one or more lines.
    pub comment: Option<String>,
    /// The value of the position after it.
    pub value: Option<RecordedValue>,
    /// The time left on the mover's clock after it, in milliseconds.
    pub clock: Option<u64>,
    /// Other steps that could have been played instead, each with its continuation. No variation is
    /// empty.
    pub variations: Vec<Vec<RecordedStep>>,
}

/// The value of a position for the seats.
#[derive(Clone, PartialEq, Debug)]
pub struct RecordedValue {
    /// Is the value proved, not estimated?
    pub proved: bool,
    /// The value for the first seat if there are two seats, otherwise one value for each seat.
    /// Values are finite.
    pub worth: Vec<f64>,
}

/// Where the rolls of a die come from.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub enum Dice {
    /// From the seed.
    #[default]
    Drawn,
    /// From a real die; a person types the rolls.
    Typed,
}

/// How a game ended.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Ending {
    /// By its rules.
    Played {
        /// The verdict, with the points.
        outcome: Outcome,
        /// Why, as a clause.
        reason: Message,
    },
    /// By a decision: time ran out, a player resigned, both players agreed.
    Adjudicated {
        /// What was decided: a win or a draw, since a score is counted by the rules.
        verdict: Verdict,
        /// Why, as a clause.
        reason: Decision,
    },
    /// Without a result: the game was broken off.
    Stopped,
}

/// Why a game was decided. Records have the reason in English, and [`Decision::read`] reads it.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Decision {
    /// The player with this name resigned.
    Resigned(String),
    /// The clock of the player with this name ran out.
    OutOfTime(String),
    /// The player with this name left the game.
    Left(String),
    /// The player with this name was away, and an opponent claimed the game.
    WasAway(String),
    /// The players agreed.
    Agreed,
    /// Another reason, in the words of the person or program that decided.
    Other(String),
}

impl Decision {
    /// The decision with this English text.
    ///
    /// ```
    /// use ludoteca_play::Decision;
    /// assert_eq!(Decision::read("Ada resigned"), Decision::Resigned("Ada".to_owned()));
    /// assert_eq!(Decision::read("it rained"), Decision::Other("it rained".to_owned()));
    /// ```
    pub fn read(text: &str) -> Decision {
        if text == Decision::Agreed.to_string() {
            return Decision::Agreed;
        }
        let of_a_player: [fn(String) -> Decision; 4] =
            [Decision::Resigned, Decision::OutOfTime, Decision::Left, Decision::WasAway];
        let named = of_a_player.into_iter().find_map(|decision| {
            let name = text.strip_suffix(&decision(String::new()).to_string())?;
            (!name.is_empty()).then(|| decision(name.to_owned()))
        });
        named.unwrap_or_else(|| Decision::Other(text.to_owned()))
    }
}

impl Ending {
    /// Why the game ended; `None` if it was broken off, or no reason is known.
    pub fn reason(&self) -> Option<Message> {
        let reason = match self {
            Ending::Played { reason, .. } => reason.clone(),
            Ending::Adjudicated { reason, .. } => Message::new(reason.clone()),
            Ending::Stopped => return None,
        };
        (!reason.to_string().is_empty()).then_some(reason)
    }

    /// The verdict; `None` if the game was broken off.
    pub fn verdict(&self) -> Option<Verdict> {
        match self {
            Ending::Played { outcome, .. } => Some(outcome.verdict),
            Ending::Adjudicated { verdict, .. } => Some(*verdict),
            Ending::Stopped => None,
        }
    }

    /// How the game ended for a person who plays these seats, or for somebody who only watches.
    /// People who share a keyboard play several seats, and are told the winner's name.
    pub fn result_for(&self, mine: &[Seat], names: &[&str]) -> ResultFor {
        match self.verdict() {
            None => ResultFor::Stopped,
            Some(Verdict::Draw) => ResultFor::Draw,
            Some(Verdict::Scored) => ResultFor::Finished(match self {
                Ending::Played { outcome, .. } => Some(outcome.points(Seat::FIRST)),
                _ => None,
            }),
            Some(Verdict::Won(winner)) if mine == [winner] => ResultFor::Won,
            Some(Verdict::Won(winner)) if mine.is_empty() || mine.contains(&winner) => {
                ResultFor::WonBy(names[winner.index()].to_owned())
            }
            Some(Verdict::Won(_)) => ResultFor::Lost,
        }
    }

    /// How and why the game ended, in one line for such a person: `You lose: black has no pieces`.
    pub fn told_to(&self, mine: &[Seat], names: &[&str], language: Language) -> String {
        let result = self.result_for(mine, names).tell(language, Spelling::Readable);
        match self.reason() {
            Some(reason) => format!("{result}: {}", reason.tell(language)),
            None => result,
        }
    }
}

/// The result of a game, as one person sees it.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum ResultFor {
    /// They have won.
    Won,
    /// They have lost.
    Lost,
    /// The player with this name has won.
    WonBy(String),
    /// A draw.
    Draw,
    /// The game has ended without a winner, with these points if they are known.
    Finished(Option<i32>),
    /// The game was broken off.
    Stopped,
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
    /// A step without annotations.
    pub fn new(step: impl Into<String>) -> RecordedStep {
        RecordedStep { step: step.into(), ..RecordedStep::default() }
    }
}
