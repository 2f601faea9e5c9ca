//! Max^n, for any number of seats, without dice: every seat takes the move that is best for itself.
//!
//! The result only says what the others are expected to do. A seat that loses anyway, or to which
//! two moves are worth the same, can still decide who of the others wins. So the search also finds
//! out which ends are forced, and a seat takes a forced win before anything else.

use std::ops::ControlFlow;

use ludoteca_core::evaluation::{Budget, Evaluation, Stopped};
use ludoteca_core::{Chance, Next, Rules, Seat};

use crate::limits::MAX_PLIES;
use crate::score;
use crate::searcher::{Assessment, BestSoFar, Searcher};

/// Max^n search. Only a win on the spot ends the search of a position early. Nothing else can be
/// pruned without changing the result, since the gain of one seat does not determine the losses of
/// the others. So move ordering gains nothing. A transposition table gains nothing either at the
/// depths that can be reached: two ways to the same position differ in two moves of one seat, and
/// are longer than a round.
pub struct MaxN<'a, R, E> {
    rules: &'a R,
    evaluation: &'a E,
}

impl<'a, R: Rules, E: Evaluation<R>> MaxN<'a, R, E> {
    /// Returns `None` where the game has dice.
    pub fn new(rules: &'a R, evaluation: &'a E) -> Option<Self> {
        (!R::Chance::IS_ROLLED).then_some(MaxN { rules, evaluation })
    }

    /// The assessment of a state that is `ply` plies from the root, by searching to `depth` plies
    /// from the root. Among equal moves a seat takes the first.
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
                    // Nothing is better than an immediate win, and all such wins are worth the same
                    // to every seat.
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
