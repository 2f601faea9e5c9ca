//! One-ply search for games with dice: the value of a move is the average over the next roll.

use ludoteca_core::evaluation::{Budget, Evaluation, Scores, Stopped};
use ludoteca_core::{MAX_SEATS, Next, Rules, Seat};

use crate::score;
use crate::searcher::{Assessment, Searcher};

/// Evaluates the position after each move. Where a die is rolled next, it averages over all its
/// faces (a chance node). It never searches further, since there are far too many moves after the
/// next roll.
pub struct OnePly<'a, R, E> {
    rules: &'a R,
    evaluation: &'a E,
}

impl<'a, R: Rules, E: Evaluation<R>> OnePly<'a, R, E> {
    pub fn new(rules: &'a R, evaluation: &'a E) -> Self {
        OnePly { rules, evaluation }
    }

    /// The values of a state without a search: by the result if the game is over, else by the
    /// static evaluation.
    fn values(&self, state: &R::State) -> Scores {
        let seats = self.rules.seats();
        match self.rules.next(state) {
            Next::Over(outcome) => score::terminal_scores(&outcome, seats, 1),
            Next::Move(_) | Next::Chance => {
                score::relative_scores(self.evaluation.evaluate(state), seats)
            }
        }
    }

    /// The mean value over all faces of the die, by weight.
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
