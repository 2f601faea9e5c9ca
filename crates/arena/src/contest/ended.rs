//! Why games end.

use serde::{Deserialize, Serialize};

use ludoteca_engines::external::Fault;

/// Why a game ended.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GameEnded {
    /// By the rules.
    Rules,
    /// It went on for too long without a piece more or less: a draw.
    NoProgress,
    /// It went on for too long: a draw.
    Length,
    /// A seat saw no hope for itself.
    Resigned {
        /// The seat, from 0.
        seat: usize,
    },
    /// Both seats told the same value for long enough.
    Agreed,
    /// A seat did what costs the game.
    Fault {
        /// The seat, from 0.
        seat: usize,
        /// What it was.
        fault: Fault,
        /// The same in words, as a clause.
        what: String,
    },
}
