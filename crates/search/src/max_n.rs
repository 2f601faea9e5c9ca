//! Max^n: every seat takes what is best for itself. For any number of seats, without dice.
//!
//! That is what the others may be expected to do, no more: a seat that loses anyway, or to which
//! two moves are worth the same, can still decide between the others. So what is forced is found
//! out beside it, and a win that is forced is taken before any other.

use std::ops::ControlFlow;

use ludoteca_core::evaluation::{Budget, Evaluation, Stopped};
use ludoteca_core::{Chance, Next, Rules, Seat};

use crate::limits::MAX_PLIES;
use crate::score;
use crate::searcher::{Assessment, BestSoFar, Searcher};

/// Max^n. A win on the spot is enough; nothing else can be left out without changing the answer,
/// since what one seat gains is no measure of what the others lose. So there is nothing to gain by
/// an order of moves, nor by a table at the depths that can be reached: two ways to the same
/// position differ in two moves of one seat, and are longer than a round.
pub struct MaxN<'a, R, E> {
    rules: &'a R,
    evaluation: &'a E,
}

impl<'a, R: Rules, E: Evaluation<R>> MaxN<'a, R, E> {
    /// `None` where there are dice.
    pub fn new(rules: &'a R, evaluation: &'a E) -> Option<Self> {
        (!R::Chance::IS_ROLLED).then_some(MaxN { rules, evaluation })
    }

    /// What a state comes to, `ply` plies from now, by looking `depth` plies ahead. Of equals a
    /// seat takes the first.
    fn assessment(
        &self,
        state: &R::State,
        ply: u32,
        depth: u32,
        budget: &mut Budget,
    ) -> Result<Assessment<R::Move>, Stopped> {
        budget.count()?;
        let (rules, seats) = (self.rules, self.rules.seats());
        let mover = match rules.next(state) {
            Next::Over(outcome) => return Ok(Assessment::over(&outcome, seats, ply)),
            Next::Move(_) if ply == depth => {
                return Ok(Assessment::estimate(score::relative_scores(
                    self.evaluation.evaluate(state),
                    seats,
                )));
            }
            Next::Move(mover) => mover,
            Next::Chance => unreachable!("a game without dice waits for none"),
        };
        let mut choice = BestSoFar::new(mover);
        let end = rules.visit_moves(state, |m| {
            match self.assessment(&rules.after(state, m), ply + 1, depth, budget) {
                Ok(assessment) => {
                    choice.add(m, assessment);
                    // Nothing surpasses a win on the spot, and all of them are worth the same to
                    // everybody.
                    if choice.value() == score::win_in(ply + 1) {
                        ControlFlow::Break(Ok(()))
                    } else {
                        ControlFlow::Continue(())
                    }
                }
                Err(stopped) => ControlFlow::Break(Err(stopped)),
            }
        });
        end.break_value().unwrap_or(Ok(()))?;
        Ok(choice.of_all().expect("a seat that is to move has a move"))
    }
}

impl<R: Rules, E: Evaluation<R>> Searcher<R> for MaxN<'_, R, E> {
    fn max_depth(&self) -> u32 {
        MAX_PLIES
    }

    fn search_child(
        &self,
        after: &R::State,
        _seat: Seat,
        depth: u32,
        _floor: i32,
        budget: &mut Budget,
    ) -> Result<Assessment<R::Move>, Stopped> {
        self.assessment(after, 1, depth, budget)
    }
}
