//! Minimax with alpha-beta, for two seats and no dice.

use std::ops::ControlFlow;

use ludoteca_core::evaluation::{Budget, Evaluation, Stopped};
use ludoteca_core::{Next, Rules, Seat};

use crate::limits::MAX_PLIES;
use crate::score::{self, INFINITE};
use crate::searcher::{Assessment, Searcher, is_for_two};

/// Alpha-beta. What is good for one seat must be bad for the other, and nothing may be left to
/// chance: a game with dice and a table with more seats are refused.
pub struct Minimax<'a, R, E> {
    rules: &'a R,
    evaluation: &'a E,
}

impl<'a, R: Rules, E: Evaluation<R>> Minimax<'a, R, E> {
    /// `None` where there are dice, or not two seats.
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
        let mut looking = MinimaxSearch { search: self, depth, budget, estimated: false };
        let mut line = Vec::new();
        let value = looking.value(after, seat, 1, [floor, INFINITE], &mut line)?;
        // A win that takes no more plies than were looked at is one, whatever the estimates of
        // other lines say.
        Ok(Assessment::of_two(seat, value, !looking.estimated, line))
    }
}

/// A search that is going on.
struct MinimaxSearch<'s, 'w, R, E> {
    search: &'s Minimax<'s, R, E>,
    depth: u32,
    budget: &'s mut Budget<'w>,
    /// Did any line end in an estimate?
    estimated: bool,
}

impl<R: Rules, E: Evaluation<R>> MinimaxSearch<'_, '_, R, E> {
    /// What a state, `ply` plies from now, is worth to `seat`: exactly where that is within the
    /// window, and else a bound on the same side of it. The line is right where the value is exact.
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
        // Turns need not alternate: the window is turned round only where the seat to move is the
        // other one.
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
            // The other seat has something better than to let it come to this.
            if value >= high { ControlFlow::Break(Ok(())) } else { ControlFlow::Continue(()) }
        });
        end.break_value().unwrap_or(Ok(()))?;
        Ok(sign * best)
    }
}
