//! Alpha-beta with a transposition table, for two seats and no dice: principal variation search
//! with iterative deepening. The [`Evaluation`] decides which moves are reduced or pruned. If the
//! evaluation only has static values, the search finds exactly what plain minimax finds.

mod node;
mod ordering;
mod root;
#[cfg(test)]
mod tests;
mod transposition_key;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use ludoteca_core::evaluation::{Budget, Evaluation};
use ludoteca_core::{Rules, Seat};

use self::node::AlphaBetaThread;
use self::root::RootTask;
use crate::handicap::Handicap;
use crate::iterative_deepening::RootResult;
use crate::limits::Limits;
use crate::searcher::is_for_two;
use crate::threads::with_helpers;
use crate::transposition_table::TranspositionTable;

/// An alpha-beta search. The game must be zero-sum for two seats and have no dice: other games and
/// tables are refused.
pub struct AlphaBeta<'a, R: Rules, E> {
    rules: &'a R,
    evaluation: &'a E,
    transposition_table: Option<TranspositionTable>,
    handicap: Handicap,
    seed: u64,
}

impl<'a, R: Rules, E: Evaluation<R>> AlphaBeta<'a, R, E> {
    /// Returns `None` where the game has dice, or not two seats.
    pub fn new(rules: &'a R, evaluation: &'a E, limits: &Limits) -> Option<Self> {
        let table = (limits.memory > 0)
            .then(|| TranspositionTable::new(limits.memory, limits.nodes.unwrap_or(u64::MAX)));
        let Limits { handicap, seed, .. } = *limits;
        is_for_two(rules).then_some(AlphaBeta {
            rules,
            evaluation,
            transposition_table: table,
            handicap,
            seed,
        })
    }

    /// Searches a state where `seat` is to move. `deeper` is called with the result so far before
    /// each deeper iteration.
    ///
    /// Several threads search the same position at once, each a little differently, and share their
    /// results through the transposition table (lazy SMP).
    pub fn search(
        &self,
        state: &R::State,
        seat: Seat,
        limits: &Limits,
        stop: &(dyn Fn() -> bool + Sync),
        deeper: &dyn Fn(&RootResult<R::Move>),
    ) -> RootResult<R::Move> {
        let threads = limits.threads.max(1);
        let most_nodes = limits.nodes.map_or(u64::MAX, |nodes| nodes / threads as u64);
        let (is_done, helped) = (AtomicBool::new(false), AtomicU64::new(0));
        let stop_helper = || is_done.load(Ordering::Relaxed) || stop();
        let help = |number| {
            let budget = Budget { nodes: 0, most_nodes, stop: &stop_helper };
            let deepen = RootTask { state, seat, depth: limits.depth, number, deeper: &|_| {} };
            helped.fetch_add(
                deepen.run_on(AlphaBetaThread::new(self, budget)).nodes,
                Ordering::Relaxed,
            );
        };
        let mut answer = None;
        let mut lead = || {
            let budget = Budget { nodes: 0, most_nodes, stop };
            let deepen = RootTask { state, seat, depth: limits.depth, number: 0, deeper };
            answer = Some(deepen.run_on(AlphaBetaThread::new(self, budget)));
            is_done.store(true, Ordering::Relaxed);
        };
        with_helpers(threads - 1, &help, &mut lead);
        let answer = answer.expect("the leading thread has searched");
        RootResult { nodes: answer.nodes + helped.into_inner(), ..answer }
    }
}
