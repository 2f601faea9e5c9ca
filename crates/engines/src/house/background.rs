//! Runs an engine search for an async task that waits for the result.

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

/// Lets an engine choose a step in the background, and returns how long it thought, not counting
/// the wait for a thread. The search stops when the caller no longer waits for it, and drops
/// `permit` when it has stopped.
pub async fn choose_in_background(
    games: &'static dyn Searchable,
    table: &dyn Table,
    engine: &Engine,
    seed: u64,
    permit: impl Send + 'static,
) -> Option<(SearchResult, Duration)> {
    choose_with_priority(Priority::Normal, games, table, engine, seed, permit).await
}

/// How much processor time an engine gets compared with everything else, when there are not enough
/// cores.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Priority {
    /// A fair share: the engine's time is counted.
    Normal,
    /// Only the time that other work leaves. The thread of the engine gets a lower priority.
    Low,
}

/// Like [`choose_in_background`], with a given priority.
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
            // The caller may no longer be waiting.
            let _ = say.send(thought);
        }
    };
    let _thinking =
        EngineThread::start(Stop::default(), |job| drop(spawn_blocking(job)), think, tell);
    // A search that panicked has found nothing. The caller treats that as a fault of this engine,
    // as it would with any other.
    heard.await.ok().flatten().flatten()
}
