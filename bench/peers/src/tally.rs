//! Results of many random games, the answer of every random-games measurement.

use crate::measure::{Measured, per_second};

/// Counts over many games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won by the first player.
    pub first_wins: u64,
    /// Games won by the second player.
    pub second_wins: u64,
    /// Games without a winner.
    pub draws: u64,
    /// Moves made in all games, passes included.
    pub plies: u64,
}

impl Tally {
    /// All games.
    pub fn games(&self) -> u64 {
        self.first_wins + self.second_wins + self.draws
    }

    /// `part` as a share of all games.
    pub fn share(&self, part: u64) -> f64 {
        ratio(part, self.games())
    }
}

impl Measured<Tally> {
    /// Moves per CPU second.
    pub fn plies_rate(&self) -> f64 {
        per_second(self.answer.plies, self.seconds)
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts stay far below 2^52")]
fn ratio(part: u64, whole: u64) -> f64 {
    part as f64 / whole as f64
}
