//! One ply, for games with dice: what each move leads to, on average over the next roll.

use ludoteca_core::evaluation::{Budget, Evaluation, Scores, Stopped};
use ludoteca_core::{MAX_SEATS, Next, Rules, Seat};

use crate::score;
use crate::searcher::{Assessment, Searcher};

/// Looks at the position after a move; where the die is to be rolled then, at all that it may show.
/// Never further: behind the next roll there are far too many moves.
pub struct OnePly<'a, R, E> {
    rules: &'a R,
    evaluation: &'a E,
}

impl<'a, R: Rules, E: Evaluation<R>> OnePly<'a, R, E> {
    pub fn new(rules: &'a R, evaluation: &'a E) -> Self {
        OnePly { rules, evaluation }
    }

    /// What a state is worth, without a look ahead: by how the game ended, or else by how it looks.
    fn values(&self, state: &R::State) -> Scores {
        let seats = self.rules.seats();
        match self.rules.next(state) {
            Next::Over(outcome) => score::terminal_scores(&outcome, seats, 1),
            Next::Move(_) | Next::Chance => {
                score::relative_scores(self.evaluation.evaluate(state), seats)
            }
        }
    }

    /// The mean over all that the die may show, by weight.
    fn mean(&self, state: &R::State) -> Scores {
        let (mut sums, mut weights) = ([0; MAX_SEATS], 0);
        for (chance, weight) in self.rules.chances(state) {
            let values = self.values(&self.rules.after_roll(state, chance));
            weights += i64::from(weight);
            for (sum, value) in sums.iter_mut().zip(values) {
                *sum += i64::from(weight) * i64::from(value);
            }
        }
        sums.map(|sum| score::clamp_estimate((sum / weights) as i32))
    }
}

impl<R: Rules, E: Evaluation<R>> Searcher<R> for OnePly<'_, R, E> {
    fn max_depth(&self) -> u32 {
        1
    }

    fn search_child(
        &self,
        after: &R::State,
        _seat: Seat,
        _depth: u32,
        _floor: i32,
        budget: &mut Budget,
    ) -> Result<Assessment<R::Move>, Stopped> {
        budget.count()?;
        Ok(match self.rules.next(after) {
            Next::Over(outcome) => Assessment::over(&outcome, self.rules.seats(), 1),
            Next::Chance => Assessment::estimate(self.mean(after)),
            Next::Move(_) => Assessment::estimate(self.values(after)),
        })
    }
}
