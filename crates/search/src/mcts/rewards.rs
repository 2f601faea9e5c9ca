//! Rewards: what the end of a simulation is worth to each seat, and how a mean reward is converted
//! back into the unit of the evaluation.

use ludoteca_core::evaluation::Scores;
use ludoteca_core::{MAX_SEATS, Outcome, Seat, Verdict};

use crate::score;

/// The reward of a simulation for each seat. In a game that is won or lost it is 1 for a win, 0 for
/// a loss and a half for a draw; in between it is the probability that the seat wins. In a scored
/// game it is the points.
pub type Rewards = [f32; MAX_SEATS];

/// Converts ends of games and static evaluations into rewards, and mean rewards back into
/// hundredths of what the game counts.
///
/// A seat that is ahead by `x` is taken to win with the probability `1/2 + x / (2 · (scale +
/// |x|))`. Unlike the logistic curve, this needs no function whose results differ between machines,
/// and far from the middle it still tells better from worse. It has an exact inverse: an estimate
/// is the evaluation that would give the probability that was found.
#[derive(Copy, Clone, Debug)]
pub struct RewardScale {
    pub seats: usize,
    /// Does the game end with a score and no winner?
    pub is_scored: bool,
    /// The lead at which a seat wins three games of four, in hundredths.
    pub scale: f32,
}

impl RewardScale {
    /// The rewards at the end of a game.
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

    /// The rewards of a rollout that was cut off because of its length: those of a draw.
    pub fn endless(&self) -> Rewards {
        if self.is_scored { [0.0; MAX_SEATS] } else { self.draw() }
    }

    /// The rewards of a position, given its static evaluation.
    #[inline(always)]
    pub fn of_scores(&self, scores: Scores) -> Rewards {
        let ahead = score::relative_scores(scores, self.seats).map(|ahead| ahead as f32);
        if self.is_scored {
            ahead.map(|ahead| ahead / 100.0)
        } else {
            ahead.map(|ahead| 0.5 + 0.5 * ahead / (self.scale + ahead.abs()))
        }
    }

    /// The values of a proved win, this many plies from now.
    pub fn won(&self, winner: Seat, plies: u32) -> Scores {
        score::terminal_scores(&Outcome::win(winner), self.seats, plies)
    }

    /// Converts rewards, or mean rewards, into the unit of the evaluation.
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

/// The least distance of a mean reward from 0 and from 1. It keeps estimates finite: a position
/// that is not proved never looks like a certain win or loss.
const LEAST_DOUBT: f32 = 1e-4;

/// The spread of the results: the unit of exploration in scored games.
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

    /// Twice the standard deviation. It is 1 in a game that is won and lost equally often.
    pub fn width(&self) -> f32 {
        if self.number < 2.0 {
            return 1.0;
        }
        let mean = self.sum / self.number;
        2.0 * (self.squares / self.number - mean * mean).max(0.0).sqrt() as f32
    }
}
