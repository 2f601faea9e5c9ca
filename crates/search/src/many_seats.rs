//! Search for three and four seats, without dice. The algorithms differ in what they assume about
//! the other seats:
//!
//! | search | the other seats | depth |
//! | --- | --- | --- |
//! | [`paranoid`] | all play against one | deep, since alpha-beta prunes most of the tree |
//! | [`max_n`](crate::max_n) | each play for themselves | shallow, since it prunes almost nothing |

#[cfg(test)]
mod tests;

use std::sync::Arc;

use ludoteca_core::evaluation::Evaluation;
use ludoteca_core::{Rules, Seat};

use crate::Algorithm;
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

/// The caller searches games with dice in another way.
pub const NO_DICE: &str = "there are no dice";

impl<R: Rules, E: Evaluation<R>> ManySeats<'_, R, E> {
    /// Searches by an algorithm. `deeper` is called with the result so far before each deeper
    /// iteration.
    ///
    /// [`Algorithm::Best`] is paranoid search: searching twice as deep is worth more than being
    /// right about the other seats. If all the others together could beat the seat whatever it
    /// does, max^n decides instead, since they may not be united. That happens only if the nodes
    /// that are left allow max^n to reach the same depth.
    pub fn search(
        &self,
        algorithm: Algorithm,
        limits: &Limits,
        deeper: &dyn Fn(&RootResult<R::Move>),
    ) -> RootResult<R::Move> {
        if algorithm == Algorithm::MaxN {
            return self.max_n(limits, deeper);
        }
        let united = self.paranoid(limits, deeper);
        let is_enough = algorithm == Algorithm::Paranoid || limits.handicap != Handicap::NONE;
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
