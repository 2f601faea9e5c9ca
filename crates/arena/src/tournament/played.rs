//! A game of a tournament, before and after it is played: what the journal keeps, and all that standings are made of.

use serde::{Deserialize, Serialize};

/// A game that is to be played. Players are numbers from 0, in the order in which they entered.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
pub struct Fixture {
    /// Of the game, from 0, in the order in which games begin.
    pub number: u64,
    /// Of the round, from 0.
    pub round: u32,
    /// Which opening and which dice. Games with the same are played by the same players, each game at other seats: as many games as there are
    /// seats, and with two seats a pair.
    pub opening: u64,
    /// Who plays at each seat, in the order of the seats.
    pub seating: Vec<usize>,
}

/// A game that was played.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
pub struct Played {
    /// Which game.
    #[serde(flatten)]
    pub fixture: Fixture,
    /// The places of the seats, in their order: 1 is the best, and places are equal where nobody was better. `[1, 2]`: the first seat has
    /// won; `[1, 1]`: a draw; `[3, 1, 1, 4]`: the second and the third share the win.
    pub places: Vec<u32>,
    /// What the seats had counted in the end, where the rules ended the game.
    pub points: Option<Vec<i32>>,
    /// Does the game have points and no winner? Then its places mean little: all games with the same opening together are one result, by the
    /// sum of everybody's points.
    pub scored: bool,
    /// Why it ended.
    pub ended: Ended,
    /// Moves and rolls, those of the opening among them.
    pub steps: u32,
    /// Milliseconds that each seat has thought, in the order of the seats.
    pub thought: Vec<u64>,
}

/// Why a game ended.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ended {
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
