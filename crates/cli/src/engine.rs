//! Lets an engine choose.

use std::num::NonZero;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use ludoteca_core::Table;
use ludoteca_play::Engine;
use ludoteca_search::{Found, Limits, best_move};

/// How strong an engine is where nothing is said, and how good a hint.
const USUAL_LEVEL: u8 = 5;

/// The engine's choice; `None` where no seat is to move. While it thinks, `waited` is told again and again for how long.
pub fn choose(table: &dyn Table, engine: &Engine, waited: &(dyn Fn(Duration) + Sync)) -> Option<Found> {
    let Engine { level, depth, nodes, time, threads } = engine.clone();
    let unlimited = depth.is_none() && nodes.is_none() && time.is_none();
    let mut limits = match level.or(unlimited.then_some(USUAL_LEVEL)) {
        Some(level) => Limits::level(level.into(), table),
        None => Limits::default(),
    };
    // What is said beside a level narrows it.
    let least = |one: Option<u64>, other: Option<u64>| one.into_iter().chain(other).min();
    limits.depth = least(limits.depth.map(u64::from), depth.map(u64::from)).map(|depth| depth as u32);
    limits.nodes = least(limits.nodes, nodes);
    // More threads than the machine has would only get into each other's way; the answer does not depend on them.
    limits.threads = available_parallelism().map_or(1, NonZero::get).min(threads.unwrap_or(1) as usize);
    let start = Instant::now();
    best_move(table, &limits, &|| {
        let elapsed = start.elapsed();
        waited(elapsed);
        time.is_some_and(|time| elapsed >= time)
    })
}
