//! The house players: lets one of our own engines choose a step.

#[cfg(feature = "tokio")]
mod background;
mod engine_thread;

use std::num::NonZero;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use ludoteca_core::Table;
pub use ludoteca_opponents::OPPONENTS;
use ludoteca_play::Engine;
pub use ludoteca_search::Searchable;
use ludoteca_search::{Algorithm, Handicap, Limits, SearchResult, Watcher};

#[cfg(feature = "tokio")]
pub use background::{Priority, choose_in_background, choose_with_priority};
pub use engine_thread::{EngineThread, SearchUpdate, ThreadJob, spawn_thread};

/// The engine's choice, or `None` if no seat is to move. Its random decisions are drawn from
/// `seed`. The watcher receives the result of each finished depth, and may stop the search.
///
/// # Panics
/// If the table's game is not one of `games`.
pub fn choose(
    games: &dyn Searchable,
    table: &dyn Table,
    engine: &Engine,
    seed: u64,
    watcher: &dyn Watcher,
) -> Option<SearchResult> {
    let Engine { level, depth, nodes, time, threads, memory, algorithm } = engine.clone();
    let threads = capped_threads(threads.unwrap_or(1) as usize);
    let watcher = TimeLimited::new(time, watcher);
    let algorithm = algorithm.unwrap_or_default();
    if algorithm == Algorithm::Minimax {
        return games.minimax(table, depth.unwrap_or(1), threads, &watcher);
    }
    // A depth does not limit simulations.
    let simulates = matches!(algorithm, Algorithm::Mcts | Algorithm::PlainMcts);
    let ends = nodes.is_some() || time.is_some() || depth.is_some() && !simulates;
    let limits = match level.map(u32::from).or((!ends).then_some(Limits::USUAL_LEVEL)) {
        // These algorithms play without a handicap.
        Some(level) if simulates || algorithm == Algorithm::MaxN => {
            Limits { handicap: Handicap::NONE, ..Limits::level(level, table) }
        }
        Some(level) => Limits::level(level, table),
        None => Limits::default(),
    };
    // Limits that are given besides a level narrow it.
    let memory = memory.map_or(Limits::USUAL_MEMORY, |mebibytes| mebibytes as usize);
    games.search(
        table,
        algorithm,
        &Limits { threads, memory, seed, ..limits.narrowed(depth, nodes) },
        &watcher,
    )
}

/// Caps a number of threads at what the machine has: more would only get in each other's way.
pub fn capped_threads(threads: usize) -> usize {
    threads.min(available_parallelism().map_or(1, NonZero::get))
}

/// A watcher that also stops the search after a time limit.
pub(crate) struct TimeLimited<'a> {
    start: Instant,
    time: Option<Duration>,
    watcher: &'a dyn Watcher,
}

impl TimeLimited<'_> {
    pub(crate) fn new(time: Option<Duration>, watcher: &dyn Watcher) -> TimeLimited<'_> {
        TimeLimited { start: Instant::now(), time, watcher }
    }
}

impl Watcher for TimeLimited<'_> {
    fn stop(&self) -> bool {
        self.watcher.stop() || self.time.is_some_and(|time| self.start.elapsed() >= time)
    }

    fn deeper(&self, found: &dyn Fn() -> SearchResult) {
        self.watcher.deeper(found);
    }
}
