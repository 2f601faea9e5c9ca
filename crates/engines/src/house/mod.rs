//! Players of the house: lets an engine of ours choose.

#[cfg(feature = "tokio")]
mod background;
mod engine_thread;

use std::num::NonZero;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use ludoteca_core::Table;
pub use ludoteca_opponents::OPPONENTS;
use ludoteca_play::{Algorithm, Engine};
pub use ludoteca_search::Searchable;
use ludoteca_search::{Handicap, Limits, Method, SearchResult, Watcher};

#[cfg(feature = "tokio")]
pub use background::{Priority, choose_in_background, choose_with_priority};
pub use engine_thread::{EngineThread, SearchUpdate, ThreadJob, spawn_thread};

/// The engine's choice; `None` where no seat is to move. What it draws by chance it draws from
/// `seed`. Whoever waits for it hears of each depth that is finished, and may stop it.
///
/// # Panics
/// Where the table is none of these games.
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
    let method = match algorithm.unwrap_or_default() {
        Algorithm::Minimax => return games.minimax(table, depth.unwrap_or(1), threads, &watcher),
        Algorithm::Best => Method::Best,
        Algorithm::Paranoid => Method::Paranoid,
        Algorithm::MaxN => Method::MaxN,
        Algorithm::Mcts => Method::Mcts,
        Algorithm::PlainMcts => Method::PlainMcts,
    };
    // A depth is no end to simulations.
    let simulates = matches!(method, Method::Mcts | Method::PlainMcts);
    let ends = nodes.is_some() || time.is_some() || depth.is_some() && !simulates;
    let limits = match level.map(u32::from).or((!ends).then_some(Limits::USUAL_LEVEL)) {
        // These overlook nothing.
        Some(level) if simulates || method == Method::MaxN => {
            Limits { handicap: Handicap::NONE, ..Limits::level(level, table) }
        }
        Some(level) => Limits::level(level, table),
        None => Limits::default(),
    };
    // What is said beside a level narrows it.
    let memory = memory.map_or(Limits::USUAL_MEMORY, |mebibytes| mebibytes as usize);
    games.search(
        table,
        method,
        &Limits { threads, memory, seed, ..limits.narrowed(depth, nodes) },
        &watcher,
    )
}

/// So many threads, but no more than the machine has: they would only get into each other's way.
pub fn capped_threads(threads: usize) -> usize {
    threads.min(available_parallelism().map_or(1, NonZero::get))
}

/// Somebody who waits, but not longer than that.
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
