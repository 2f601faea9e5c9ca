//! The evaluation for games that have none of their own.

use super::{Evaluate, Evaluation, Scores};
use crate::seat::{MAX_SEATS, Seat};

/// Counts [material](Evaluate::material). If the game counts no material, this evaluation is
/// [blind](Evaluation::is_blind).
pub struct MaterialEvaluation<'a, R>(pub &'a R);

impl<R: Evaluate> Evaluation<R> for MaterialEvaluation<'_, R> {
    fn evaluate(&self, state: &R::State) -> Scores {
        let mut scores = [0; MAX_SEATS];
        for seat in Seat::all(self.0.seats()) {
            scores[seat.index()] = 100 * self.0.material(state, seat).unwrap_or(0);
        }
        scores
    }

    fn is_blind(&self) -> bool {
        self.0.material(&self.0.start(), Seat::FIRST).is_none()
    }
}
