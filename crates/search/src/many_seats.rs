//! Three and four seats, without dice: who is expected to do what, and what suits best.
//!
//! | search | the others | looks |
//! | --- | --- | --- |
//! | [`paranoid`] | are all against one | far, since alpha-beta leaves out most of it |
//! | [`max_n`](crate::max_n) | each want the best for themselves | at everything, and so not far |

#[cfg(test)]
mod tests;

use std::sync::Arc;

use ludoteca_core::evaluation::Evaluation;
use ludoteca_core::{Rules, Seat};

use crate::Method;
use crate::handicap::Handicap;
use crate::iterative_deepening::{self, RootResult};
use crate::limits::Limits;
use crate::max_n::MaxN;
use crate::paranoid;
use crate::score;

/// A search of one position for one of many seats.
pub struct ManySeats<'a, R: Rules, E> {
    pub rules: &'a Arc<R>,
    pub evaluation: &'a E,
    pub state: &'a R::State,
    /// The seat to move.
    pub seat: Seat,
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

/// Whoever searches for many seats has seen to that.
pub const NO_DICE: &str = "there are no dice";

impl<R: Rules, E: Evaluation<R>> ManySeats<'_, R, E> {
    /// Searches by a method. `deeper` is told what it has come to before it looks another ply
    /// ahead.
    ///
    /// The best is paranoid: looking twice as far is worth more than to be right about the others.
    /// But where all of them together would beat the seat whatever it does, it counts on their not
    /// being united, if there is time to see as far by max^n.
    pub fn search(
        &self,
        method: Method,
        limits: &Limits,
        deeper: &dyn Fn(&RootResult<R::Move>),
    ) -> RootResult<R::Move> {
        if method == Method::MaxN {
            return self.max_n(limits, deeper);
        }
        let united = self.paranoid(limits, deeper);
        let is_enough = method == Method::Paranoid || limits.handicap != Handicap::NONE;
        if is_enough || !score::is_loss(united.assessment.values[self.seat.index()]) {
            return united;
        }
        let nodes_left = limits.nodes.map(|nodes| nodes.saturating_sub(united.nodes));
        if nodes_left.is_some_and(|nodes| nodes < self.rules.count_moves(self.state) as u64) {
            return united;
        }
        let limits = Limits { depth: Some(united.depth), nodes: nodes_left, ..*limits };
        let each = self.max_n(&limits, &|_| {});
        let nodes = united.nodes + each.nodes;
        let seen =
            if each.depth == united.depth || each.assessment.settled { each } else { united };
        RootResult { nodes, ..seen }
    }

    fn paranoid(
        &self,
        limits: &Limits,
        deeper: &dyn Fn(&RootResult<R::Move>),
    ) -> RootResult<R::Move> {
        paranoid::search(
            self.rules,
            self.evaluation,
            self.state,
            self.seat,
            limits,
            self.stop,
            deeper,
        )
    }

    fn max_n(&self, limits: &Limits, deeper: &dyn Fn(&RootResult<R::Move>)) -> RootResult<R::Move> {
        let max_n = MaxN::new(&**self.rules, self.evaluation).expect(NO_DICE);
        iterative_deepening::search(
            &**self.rules,
            self.state,
            self.seat,
            &max_n,
            limits,
            self.stop,
            deeper,
        )
    }
}
