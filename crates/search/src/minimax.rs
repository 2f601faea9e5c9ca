//! Minimax with alpha-beta, for two seats and no dice.

use std::ops::ControlFlow;

use ludoteca_core::evaluation::{Budget, Evaluation, Stopped};
use ludoteca_core::{Next, Rules, Seat};

use crate::limits::MAX_PLIES;
use crate::score::{self, INFINITE};
use crate::searcher::{Assessment, Searcher, is_for_two};

/// Minimax with alpha-beta. The game must be zero-sum for two seats and have no dice: other games
/// and tables are refused.
pub struct Minimax<'a, R, E> {
    rules: &'a R,
    evaluation: &'a E,
}

impl<'a, R: Rules, E: Evaluation<R>> Minimax<'a, R, E> {
    /// Returns `None` where the game has dice, or not two seats.
    pub fn new(rules: &'a R, evaluation: &'a E) -> Option<Self> {
        is_for_two(rules).then_some(Minimax { rules, evaluation })
    }
}

impl<R: Rules, E: Evaluation<R>> Searcher<R> for Minimax<'_, R, E> {
    fn max_depth(&self) -> u32 {
        MAX_PLIES
    }

    fn search_child(
        &self,
        after: &R::State,
        seat: Seat,
        depth: u32,
        floor: i32,
        budget: &mut Budget,
    ) -> Result<Assessment<R::Move>, Stopped> {
        let mut running = MinimaxSearch { search: self, depth, budget, estimated: false };
        let mut line = Vec::new();
        let value = running.value(after, seat, 1, [floor, INFINITE], &mut line)?;
        // A win within the searched depth is certain, even if other lines end in estimates.
        Ok(Assessment::of_two(seat, value, !running.estimated, line))
    }
}

/// The state of a running search.
struct MinimaxSearch<'s, 'w, R, E> {
    search: &'s Minimax<'s, R, E>,
    depth: u32,
    budget: &'s mut Budget<'w>,
    /// Did any line end in a static evaluation?
    estimated: bool,
}

impl<R: Rules, E: Evaluation<R>> MinimaxSearch<'_, '_, R, E> {
    /// The value to `seat` of a state, `ply` plies from the root. It is exact inside the window;
    /// outside it is a bound on the same side. The line is valid only where the value is exact.
    fn value(
        &mut self,
        state: &R::State,
        seat: Seat,
        ply: u32,
        window: [i32; 2],
        line: &mut Vec<R::Move>,
    ) -> Result<i32, Stopped> {
        self.budget.count()?;
        line.clear();
        let rules = self.search.rules;
        let mover = match rules.next(state) {
            Next::Over(outcome) => {
                return Ok(score::terminal_scores(&outcome, 2, ply)[seat.index()]);
            }
            Next::Move(_) if ply == self.depth => {
                self.estimated = true;
                return Ok(
                    score::relative_scores(self.search.evaluation.evaluate(state), 2)[seat.index()]
                );
            }
            Next::Move(mover) => mover,
            Next::Chance => unreachable!("a game without dice waits for none"),
        };
        // A seat may move twice in a row, so this is negamax with a condition: the window changes
        // its sign only where the other seat is to move.
        let [low, high] = window;
        let ([mut low, high], sign) =
            if mover == seat { ([low, high], 1) } else { ([-high, -low], -1) };
        let mut best = -INFINITE;
        let mut answers = Vec::new();
        let end = rules.visit_moves(state, |m| {
            let after = rules.after(state, m);
            let value = match self.value(&after, mover, ply + 1, [low, high], &mut answers) {
                Ok(value) => value,
                Err(stopped) => return ControlFlow::Break(Err(stopped)),
            };
            best = best.max(value);
            if value > low {
                low = value;
                line.clear();
                line.push(m);
                line.append(&mut answers);
            }
            // Beta cutoff: the other seat has a better alternative, and will avoid this position.
            if value >= high { ControlFlow::Break(Ok(())) } else { ControlFlow::Continue(()) }
        });
        end.break_value().unwrap_or(Ok(()))?;
        Ok(sign * best)
    }
}
