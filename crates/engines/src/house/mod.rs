//! Players of the house: lets an engine of ours choose.

#[cfg(feature = "tokio")]
mod beside;

use std::num::NonZero;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use ludoteca_core::Table;
use ludoteca_play::{Algorithm, Engine};
use ludoteca_search::{Blinkers, Found, Limits, Method, Watcher, minimax, search};

#[cfg(feature = "tokio")]
pub use beside::{Priority, think, think_at};

/// The engine's choice; `None` where no seat is to move. What it draws by chance it draws from `seed`. While it thinks, `go_on` is told again and
/// again for how long, and ends it by saying no.
///
/// # Panics
/// Where the table was not opened by the catalogue of games.
pub fn choose(
    table: &dyn Table,
    engine: &Engine,
    seed: u64,
    go_on: &(dyn Fn(Duration) -> bool + Sync),
) -> Option<Found> {
    let start = Instant::now();
    choose_watched(table, engine, seed, &|| !go_on(start.elapsed()))
}

/// The engine's choice; whoever waits for it hears of each depth that is finished.
///
/// # Panics
/// Where the table was not opened by the catalogue of games.
pub fn choose_watched(table: &dyn Table, engine: &Engine, seed: u64, watcher: &dyn Watcher) -> Option<Found> {
    let Engine { level, depth, nodes, time, threads, memory, algorithm } = engine.clone();
    let threads = at_hand(threads.unwrap_or(1) as usize);
    let watcher = InTime { start: Instant::now(), time, watcher };
    let method = match algorithm.unwrap_or_default() {
        Algorithm::Minimax => return minimax(table, depth.unwrap_or(1), threads, &watcher),
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
            Limits { blinkers: Blinkers::NONE, ..Limits::level(level, table) }
        }
        Some(level) => Limits::level(level, table),
        None => Limits::default(),
    };
    // What is said beside a level narrows it.
    let memory = memory.map_or(Limits::USUAL_MEMORY, |mebibytes| mebibytes as usize);
    search(table, method, &Limits { threads, memory, seed, ..limits.narrowed(depth, nodes) }, &watcher)
}

/// So many threads, but no more than the machine has: they would only get into each other's way.
pub fn at_hand(threads: usize) -> usize {
    threads.min(available_parallelism().map_or(1, NonZero::get))
}

/// Somebody who waits, but not longer than that.
struct InTime<'a> {
    start: Instant,
    time: Option<Duration>,
    watcher: &'a dyn Watcher,
}

impl Watcher for InTime<'_> {
    fn stop(&self) -> bool {
        self.watcher.stop() || self.time.is_some_and(|time| self.start.elapsed() >= time)
    }

    fn deeper(&self, found: &dyn Fn() -> Found) {
        self.watcher.deeper(found);
    }
}
