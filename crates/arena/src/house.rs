//! Players of the house: lets an engine of ours choose.

use std::num::NonZero;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use ludoteca_core::Table;
use ludoteca_play::Engine;
use ludoteca_search::{Found, Limits, best_move};

/// The engine's choice; `None` where no seat is to move. While it thinks, `go_on` is told again and again for how long, and ends it by
/// saying no.
///
/// # Panics
/// Where the table was not opened by the catalogue of games.
pub fn choose(table: &dyn Table, engine: &Engine, go_on: &(dyn Fn(Duration) -> bool + Sync)) -> Option<Found> {
    let Engine { level, depth, nodes, time, threads } = engine.clone();
    let unlimited = depth.is_none() && nodes.is_none() && time.is_none();
    let limits = match level.map(u32::from).or(unlimited.then_some(Limits::USUAL_LEVEL)) {
        Some(level) => Limits::level(level, table),
        None => Limits::default(),
    };
    // What is said beside a level narrows it.
    let mut limits = limits.narrowed(depth, nodes);
    // More threads than the machine has would only get into each other's way; the answer does not depend on them.
    limits.threads = available_parallelism().map_or(1, NonZero::get).min(threads.unwrap_or(1) as usize);
    let start = Instant::now();
    best_move(table, &limits, &|| {
        let elapsed = start.elapsed();
        !go_on(elapsed) || time.is_some_and(|time| elapsed >= time)
    })
}
