//! Thinks in a thread, beside everything else that goes on.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ludoteca_core::Table;
use ludoteca_play::Engine;
use ludoteca_search::Found;
use ludoteca_system::process::step_back;
use tokio::task::spawn_blocking;

use super::choose;

/// Lets an engine choose, beside everything else that goes on, and tells how long it has thought: not how long it had to wait for a thread. It
/// stops thinking when nobody waits for it any more, and lets go of `permit` when it has stopped.
pub async fn think(
    table: &dyn Table,
    engine: &Engine,
    seed: u64,
    permit: impl Send + 'static,
) -> Option<(Found, Duration)> {
    think_at(Priority::Usual, table, engine, seed, permit).await
}

/// How much an engine takes from everything else that goes on, where there are not enough cores.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Priority {
    /// Its part: its time is counted.
    Usual,
    /// What is left: others are served meanwhile. Its thread [steps back](step_back).
    Low,
}

/// The same with another priority.
pub async fn think_at(
    priority: Priority,
    table: &dyn Table,
    engine: &Engine,
    seed: u64,
    permit: impl Send + 'static,
) -> Option<(Found, Duration)> {
    struct Wanted(Arc<AtomicBool>);
    impl Drop for Wanted {
        fn drop(&mut self) {
            self.0.store(false, Ordering::Relaxed);
        }
    }
    let (table, engine) = (table.boxed_clone(), engine.clone());
    let wanted = Wanted(Arc::new(AtomicBool::new(true)));
    let is_wanted = Arc::clone(&wanted.0);
    let found = spawn_blocking(move || {
        if priority == Priority::Low {
            step_back();
        }
        let start = Instant::now();
        let found = choose(&*table, &engine, seed, &|_| is_wanted.load(Ordering::Relaxed));
        drop(permit);
        found.map(|found| (found, start.elapsed()))
    });
    // A search that panicked has found nothing, and whoever waits takes that for a fault of this engine, as of any other.
    found.await.ok().flatten()
}
