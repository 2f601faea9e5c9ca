//! A game of a tournament before and after it is played. The journal stores these, and standings
//! are computed from them.

use serde::{Deserialize, Serialize};

use crate::contest::GameEnded;

/// A planned game. Players are numbers from 0, in the order in which they entered.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
pub struct Fixture {
    /// The number of the game, from 0, in the order in which games begin.
    pub number: u64,
    /// The number of the round, from 0.
    pub round: u32,
    /// The number of the opening, which also determines the dice. Games with the same opening are
    /// played by the same players in rotated seats: there are as many as seats, which makes a pair
    /// with two seats.
    pub opening: u64,
    /// The player at each seat, in the order of the seats.
    pub seating: Vec<usize>,
}

/// A game that was played.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
pub struct PlayedGame {
    /// The planned game.
    #[serde(flatten)]
    pub fixture: Fixture,
    /// The places of the seats, in their order. 1 is the best, and equal places are shared. `[1,
    /// 2]`: the first seat has won; `[1, 1]`: a draw; `[3, 1, 1, 4]`: the second and the third
    /// share the win.
    pub places: Vec<u32>,
    /// The final points of the seats, if the rules ended the game.
    pub points: Option<Vec<i32>>,
    /// Whether the game has points and no winner. Then its places mean little: all games with the
    /// same opening are one result together, by the sum of each player's points.
    pub scored: bool,
    /// Why the game ended.
    pub ended: GameEnded,
    /// The number of moves and rolls, including those of the opening.
    pub steps: u32,
    /// The thinking time of each seat in milliseconds, in the order of the seats.
    pub thought: Vec<u64>,
}
