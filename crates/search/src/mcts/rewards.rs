//! What the end of a simulation is worth to each seat, and what a mean of that is in the unit of
//! the evaluation.

use ludoteca_core::evaluation::Scores;
use ludoteca_core::{MAX_SEATS, Outcome, Seat, Verdict};

use crate::score;

/// What a simulation brings each seat. In a game that is won or lost, 1 for a win, 0 for a loss, a
/// half for a draw, and between them how likely the seat seems to win; in a game that is merely
/// scored, points.
pub type Rewards = [f32; MAX_SEATS];

/// Turns ends and evaluations into rewards, and means of rewards back into hundredths of what the
/// game counts.
///
/// A seat that is ahead by `x` is taken to win with the likelihood `1/2 + x / (2 · (scale + |x|))`.
/// Unlike the logistic curve this has no function that differs between machines, and far from the
/// middle it still tells better from worse. It can be turned round exactly: so an estimate is what
/// the evaluation would have to say for the likelihood that was found.
#[derive(Copy, Clone, Debug)]
pub struct RewardScale {
    pub seats: usize,
    /// Does the game end with a score and no winner?
    pub is_scored: bool,
    /// How far a seat must be ahead to win three games of four, in hundredths.
    pub scale: f32,
}

impl RewardScale {
    /// The end of a game.
    #[inline(always)]
    pub fn over(&self, outcome: &Outcome) -> Rewards {
        match outcome.verdict {
            Verdict::Won(winner) => self.winner(winner),
            Verdict::Draw => self.draw(),
            Verdict::Scored => outcome.points.map(|points| points as f32),
        }
    }

    #[inline(always)]
    pub fn winner(&self, winner: Seat) -> Rewards {
        let mut rewards = [0.0; MAX_SEATS];
        rewards[winner.index()] = 1.0;
        rewards
    }

    #[inline(always)]
    pub fn draw(&self) -> Rewards {
        [0.5; MAX_SEATS]
    }

    /// A game that goes on for so long that nobody waits for its end: as good as a draw.
    pub fn endless(&self) -> Rewards {
        if self.is_scored { [0.0; MAX_SEATS] } else { self.draw() }
    }

    /// A position by how the seats stand.
    #[inline(always)]
    pub fn from_scores(&self, standing: Scores) -> Rewards {
        let ahead = score::relative_scores(standing, self.seats).map(|ahead| ahead as f32);
        if self.is_scored {
            ahead.map(|ahead| ahead / 100.0)
        } else {
            ahead.map(|ahead| 0.5 + 0.5 * ahead / (self.scale + ahead.abs()))
        }
    }

    /// A win that is proved, so many plies from now.
    pub fn won(&self, winner: Seat, plies: u32) -> Scores {
        score::terminal_scores(&Outcome::win(winner), self.seats, plies)
    }

    /// Rewards, or means of them, as an evaluation would tell them.
    pub fn hundredths(&self, rewards: &Rewards) -> Scores {
        let mut scores = [0; MAX_SEATS];
        for (score, reward) in scores.iter_mut().zip(&rewards[..self.seats]) {
            let hundredths = if self.is_scored {
                100.0 * reward
            } else {
                let ahead = 2.0 * reward - 1.0;
                self.scale * ahead / (1.0 - ahead.abs()).max(LEAST_DOUBT)
            };
            *score = score::clamp_estimate(hundredths.round() as i32);
        }
        scores
    }
}

/// However clear a position seems, so much is left open: what is not proved never looks like it.
const LEAST_DOUBT: f32 = 1e-4;

/// How far results lie apart: the unit in which exploration is measured where they are points.
#[derive(Default)]
pub struct Spread {
    number: f64,
    sum: f64,
    squares: f64,
}

impl Spread {
    pub fn add(&mut self, result: f32) {
        let result = f64::from(result);
        self.number += 1.0;
        self.sum += result;
        self.squares += result * result;
    }

    /// Twice the standard deviation: what is 1 where wins and losses are even.
    pub fn width(&self) -> f32 {
        if self.number < 2.0 {
            return 1.0;
        }
        let mean = self.sum / self.number;
        2.0 * (self.squares / self.number - mean * mean).max(0.0).sqrt() as f32
    }
}
