//! A series of games at one table and their results.

use ludoteca_core::{MAX_SEATS, Seat, Verdict};

use crate::record::Ending;

/// The results of the finished games.
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct Series {
    /// Games that were finished, each counted once.
    pub played: u64,
    /// Games won by each seat.
    pub wins: [u64; MAX_SEATS],
    /// Games that ended in a draw.
    pub draws: u64,
    /// The number of games with a score and no winner, and the sum of the first seat's points in
    /// them.
    pub scored: (u64, i64),
}

impl Series {
    /// Counts a game. A game that was broken off is not counted.
    pub fn count(&mut self, ending: &Ending) {
        let Some(verdict) = ending.verdict() else { return };
        self.played += 1;
        match verdict {
            Verdict::Won(seat) => self.wins[seat.index()] += 1,
            Verdict::Draw => self.draws += 1,
            Verdict::Scored => {
                self.scored.0 += 1;
                if let Ending::Played { outcome, .. } = ending {
                    self.scored.1 += i64::from(outcome.points(Seat::FIRST));
                }
            }
        }
    }

    /// The mean of the first seat's points, if games have a score and no winner.
    pub fn mean_score(&self) -> Option<f64> {
        let (games, points) = self.scored;
        (games > 0).then(|| points as f64 / games as f64)
    }
}
