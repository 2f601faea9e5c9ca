//! A game of a tournament, before and after it is played: what the journal keeps, and all that
//! standings are made of.

use serde::{Deserialize, Serialize};

use crate::contest::GameEnded;

/// A game that is to be played. Players are numbers from 0, in the order in which they entered.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
pub struct Fixture {
    /// Of the game, from 0, in the order in which games begin.
    pub number: u64,
    /// Of the round, from 0.
    pub round: u32,
    /// Which opening and which dice. Games with the same are played by the same players, each game
    /// at other seats: as many games as there are seats, and with two seats a pair.
    pub opening: u64,
    /// Who plays at each seat, in the order of the seats.
    pub seating: Vec<usize>,
}

/// A game that was played.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
pub struct PlayedGame {
    /// Which game.
    #[serde(flatten)]
    pub fixture: Fixture,
    /// The places of the seats, in their order: 1 is the best, and places are equal where nobody
    /// was better. `[1, 2]`: the first seat has won; `[1, 1]`: a draw; `[3, 1, 1, 4]`: the second
    /// and the third share the win.
    pub places: Vec<u32>,
    /// What the seats had counted in the end, where the rules ended the game.
    pub points: Option<Vec<i32>>,
    /// Does the game have points and no winner? Then its places mean little: all games with the
    /// same opening together are one result, by the sum of everybody's points.
    pub scored: bool,
    /// Why it ended.
    pub ended: GameEnded,
    /// Moves and rolls, those of the opening among them.
    pub steps: u32,
    /// Milliseconds that each seat has thought, in the order of the seats.
    pub thought: Vec<u64>,
}
