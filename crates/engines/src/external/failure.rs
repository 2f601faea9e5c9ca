//! The ways in which a driven program can fail.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::texts::in_seconds;

/// How a program has failed. The message is a clause about the program.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum EngineFailure {
    /// The program cannot be started, or nothing listens at its address.
    #[error("it cannot be started: {0}")]
    Start(String),
    /// The program has ended or the connection to it is gone.
    #[error("{end}{}", after_colon(.said))]
    Gone {
        /// What is known about the program's end.
        end: ProgramEnd,
        /// The last line that the program wrote to standard error.
        said: String,
    },
    /// The program does not read its input.
    #[error("it does not read what it is sent")]
    NotReading,
    /// The program gave no answer where one is due at once.
    #[error("no {answer} within {}{}", in_seconds(*.patience), other_dialects(.answer))]
    Silent {
        /// The answer that was expected.
        answer: String,
        /// How long the driver waited.
        patience: Duration,
    },
    /// The move came too late.
    #[error("no move within {}, but after {}", in_seconds(*.limit), in_seconds(*.took))]
    Late {
        /// The time limit for the move.
        limit: Duration,
        /// How long the program took.
        took: Duration,
    },
    /// No move came, even after the program was told to stop.
    #[error("no move within {}, nor within {} after stop", in_seconds(*.limit), in_seconds(*.patience))]
    Hung {
        /// The time limit for the move.
        limit: Duration,
        /// How long the driver waited after `stop`.
        patience: Duration,
    },
    /// The program says that it has no move, although there is one.
    #[error("its answer is `{0}`, although there is a move")]
    NoMove(String),
    /// The answer is not a move.
    #[error("{0}")]
    Unreadable(String),
    /// The program has no such option, or does not accept this value for it.
    #[error("{0}")]
    Option(String),
    /// The program does not play this game.
    #[error("{0}")]
    UnsupportedGame(String),
}

/// What is known about the end of a program.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum ProgramEnd {
    /// The program has exited, with this status.
    Exited(String),
    /// The program is still running, but has closed its input or its output.
    Closed,
    /// The connection broke.
    Lost,
}

impl EngineFailure {
    /// The fault that this failure counts as in a tournament.
    pub fn fault(&self) -> Fault {
        match self {
            EngineFailure::Late { .. } => Fault::Late,
            EngineFailure::NotReading
            | EngineFailure::Silent { .. }
            | EngineFailure::Hung { .. } => Fault::Hung,
            EngineFailure::NoMove(_) | EngineFailure::Unreadable(_) => Fault::Illegal,
            EngineFailure::Start(_)
            | EngineFailure::Gone { .. }
            | EngineFailure::Option(_)
            | EngineFailure::UnsupportedGame(_) => Fault::Crashed,
        }
    }

    /// Returns whether it is pointless to ask the program anything more.
    pub fn is_final(&self) -> bool {
        match self {
            EngineFailure::Start(_)
            | EngineFailure::Gone { .. }
            | EngineFailure::NotReading
            | EngineFailure::Silent { .. }
            | EngineFailure::Hung { .. } => true,
            EngineFailure::Late { .. }
            | EngineFailure::NoMove(_)
            | EngineFailure::Unreadable(_)
            | EngineFailure::Option(_)
            | EngineFailure::UnsupportedGame(_) => false,
        }
    }
}

/// A fault that costs a player the game.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    /// The player exceeded its time limit.
    Late,
    /// The player did not answer at all, not even after it was told to stop.
    Hung,
    /// The player's program has exited, has hung up, or could not be started.
    Crashed,
    /// The player's answer is an illegal move, or not a move.
    Illegal,
}

impl fmt::Display for ProgramEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProgramEnd::Exited(status) => write!(f, "it has ended, {status}"),
            ProgramEnd::Closed => f.write_str("it has closed its input or its output"),
            ProgramEnd::Lost => f.write_str("the connection is lost"),
        }
    }
}

/// A hint for a program that does not answer the greeting of our own dialect.
fn other_dialects(answer: &str) -> &'static str {
    if answer == "ugiok" { ": it may speak another dialect, uai or uci" } else { "" }
}

fn after_colon(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!(": {text}") }
}
