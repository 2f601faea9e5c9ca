//! How a program that is driven can fail.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::texts::in_seconds;

/// How a program has failed, as a clause about it.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum EngineFailure {
    /// It cannot be started, or nobody listens there.
    #[error("it cannot be started: {0}")]
    Start(String),
    /// It is there no more.
    #[error("{end}{}", after_colon(.said))]
    Gone {
        /// What is known of its end.
        end: ProgramEnd,
        /// The last line that it wrote to standard error.
        said: String,
    },
    /// It does not take in what it is sent.
    #[error("it does not read what it is sent")]
    NotReading,
    /// It answers nothing where an answer is due at once.
    #[error("no {answer} within {}{}", in_seconds(*.patience), other_dialects(.answer))]
    Silent {
        /// What it should have said.
        answer: String,
        /// So long was waited.
        patience: Duration,
    },
    /// Its move came too late.
    #[error("no move within {}, but after {}", in_seconds(*.limit), in_seconds(*.took))]
    Late {
        /// So long it had.
        limit: Duration,
        /// So long it took.
        took: Duration,
    },
    /// No move came, although it was told to stop.
    #[error("no move within {}, nor within {} after stop", in_seconds(*.limit), in_seconds(*.patience))]
    Hung {
        /// So long it had.
        limit: Duration,
        /// So long was waited after that.
        patience: Duration,
    },
    /// It sees no move where there is one.
    #[error("its answer is `{0}`, although there is a move")]
    NoMove(String),
    /// What it answers is no move.
    #[error("{0}")]
    Unreadable(String),
    /// It has no such option, or not with such a value.
    #[error("{0}")]
    Option(String),
    /// It does not play this game.
    #[error("{0}")]
    UnsupportedGame(String),
}

/// What is known of the end of a program.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum ProgramEnd {
    /// It has ended, and so.
    Exited(String),
    /// It still runs, but has closed its input or its output.
    Closed,
    /// The connection broke.
    Lost,
}

impl EngineFailure {
    /// What that is in a tournament.
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

    /// Is there no sense in asking it anything more?
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

/// What costs a player the game.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    /// It took longer than it was allowed to.
    Late,
    /// It did not answer at all, not even when it was told to stop.
    Hung,
    /// It has ended, hung up, or could not be started.
    Crashed,
    /// Its move is against the rules, or no move.
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

/// Who says nothing to our own hello may speak another dialect.
fn other_dialects(answer: &str) -> &'static str {
    if answer == "ugiok" { ": it may speak another dialect, uai or uci" } else { "" }
}

fn after_colon(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!(": {text}") }
}
