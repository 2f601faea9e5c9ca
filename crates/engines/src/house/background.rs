//! Lets an engine think for a task that waits for it.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use ludoteca_core::Table;
use ludoteca_play::Engine;
use ludoteca_search::{SearchResult, Searchable, Watcher};
use ludoteca_system::process::lower_thread_priority;
use ludoteca_system::stop::Stop;
use tokio::sync::oneshot;
use tokio::task::spawn_blocking;

use super::{EngineThread, SearchUpdate, choose};

/// Lets an engine choose, beside everything else that goes on, and tells how long it has thought:
/// not how long it had to wait for a thread. It stops thinking when nobody waits for it any more,
/// and lets go of `permit` when it has stopped.
pub async fn choose_in_background(
    games: &'static dyn Searchable,
    table: &dyn Table,
    engine: &Engine,
    seed: u64,
    permit: impl Send + 'static,
) -> Option<(SearchResult, Duration)> {
    choose_with_priority(Priority::Normal, games, table, engine, seed, permit).await
}

/// How much an engine takes from everything else that goes on, where there are not enough cores.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Priority {
    /// Its part: its time is counted.
    Normal,
    /// What is left: others are served meanwhile. Its thread [steps back](step_back).
    Low,
}

/// The same with another priority.
pub async fn choose_with_priority(
    priority: Priority,
    games: &'static dyn Searchable,
    table: &dyn Table,
    engine: &Engine,
    seed: u64,
    permit: impl Send + 'static,
) -> Option<(SearchResult, Duration)> {
    let (table, engine) = (table.boxed_clone(), engine.clone());
    let think = move |watcher: &dyn Watcher| {
        if priority == Priority::Low {
            lower_thread_priority();
        }
        let start = Instant::now();
        let found = choose(games, &*table, &engine, seed, watcher);
        drop(permit);
        found.map(|found| (found, start.elapsed()))
    };
    let (say, heard) = oneshot::channel();
    let say = Mutex::new(Some(say));
    let tell = move |heard| {
        if let SearchUpdate::Done(thought) = heard
            && let Some(say) = say.lock().unwrap_or_else(PoisonError::into_inner).take()
        {
            // Nobody may be waiting any more.
            let _ = say.send(thought);
        }
    };
    let _thinking =
        EngineThread::start(Stop::default(), |job| drop(spawn_blocking(job)), think, tell);
    // A search that panicked has found nothing, and whoever waits takes that for a fault of this
    // engine, as of any other.
    heard.await.ok().flatten().flatten()
}
