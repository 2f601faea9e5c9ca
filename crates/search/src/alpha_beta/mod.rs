//! Alpha-beta with a transposition table, for two seats and no dice: principal variation search, one ply further each time. What it looks at
//! less far, or not at all, is decided by what the [`Evaluation`] knows; with one that knows nothing but standings it finds exactly what
//! plain minimax finds.

mod node;
mod ordering;
mod place;
mod root;
#[cfg(test)]
mod tests;

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use ludoteca_core::{NoDice, Rules, Seat, cpu};

use self::node::Thread;
use self::root::Deepen;
use crate::blinkers::Blinkers;
use crate::deepening::Answer;
use crate::evaluation::Evaluation;
use crate::limits::Limits;
use crate::searcher::Watch;
use crate::table::Table;

/// A search of one position. What is good for one seat must be bad for the other, and nothing may be left to chance: a game with dice does not
/// compile, and a table with more seats is refused.
pub struct AlphaBeta<'a, R: Rules, E> {
    rules: &'a R,
    evaluation: &'a E,
    table: Option<Table>,
    blinkers: Blinkers,
    seed: u64,
}

impl<'a, R: Rules<Chance = NoDice>, E: Evaluation<R>> AlphaBeta<'a, R, E> {
    /// `None` where there are not two seats.
    pub fn new(rules: &'a R, evaluation: &'a E, limits: &Limits) -> Option<Self> {
        let table = (limits.memory > 0).then(|| Table::new(limits.memory, limits.nodes.unwrap_or(u64::MAX)));
        let Limits { blinkers, seed, .. } = *limits;
        (rules.seats() == 2).then_some(AlphaBeta { rules, evaluation, table, blinkers, seed })
    }

    /// Searches a state where `seat` is to move. `deeper` is told what it has come to before it looks another ply ahead.
    ///
    /// More than one thread search the same at once, each a little differently, and help each other by what is in the table.
    pub fn search(
        &self,
        state: &R::State,
        seat: Seat,
        limits: &Limits,
        stop: &(dyn Fn() -> bool + Sync),
        deeper: &dyn Fn(&Answer<R::Move>),
    ) -> Answer<R::Move> {
        let threads = limits.threads.max(1);
        let most_nodes = limits.nodes.map_or(u64::MAX, |nodes| nodes / threads as u64);
        let is_done = AtomicBool::new(false);
        let stop_helper = || is_done.load(Ordering::Relaxed) || stop();
        thread::scope(|scope| {
            let helpers: Vec<_> = (1..threads)
                .map(|number| {
                    let stop = &stop_helper;
                    scope.spawn(move || {
                        let watch = Watch { nodes: 0, most_nodes, stop };
                        let deepen = Deepen { state, seat, depth: limits.depth, number, deeper: &|_| {} };
                        cpu::best(deepen.with(Thread::new(self, watch))).nodes
                    })
                })
                .collect();
            let watch = Watch { nodes: 0, most_nodes, stop };
            let deepen = Deepen { state, seat, depth: limits.depth, number: 0, deeper };
            let answer = cpu::best(deepen.with(Thread::new(self, watch)));
            is_done.store(true, Ordering::Relaxed);
            let others: u64 = helpers.into_iter().map(|helper| helper.join().expect("a search does not panic")).sum();
            Answer { nodes: answer.nodes + others, ..answer }
        })
    }
}
