//! Why games end.

use serde::{Deserialize, Serialize};

use ludoteca_engines::external::Fault;

/// Why a game ended.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GameEnded {
    /// The rules ended it.
    Rules,
    /// It went on for too long without a change in anybody's number of pieces: a draw.
    NoProgress,
    /// It went on for too long: a draw.
    Length,
    /// A seat resigned: its own scores were hopeless.
    Resigned {
        /// The seat, from 0.
        seat: usize,
    },
    /// Both seats agreed in their scores for long enough.
    Agreed,
    /// A seat committed a fault and lost.
    Fault {
        /// The seat, from 0.
        seat: usize,
        /// The kind of fault.
        fault: Fault,
        /// The fault in words, as a clause.
        what: String,
    },
}
