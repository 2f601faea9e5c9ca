//! Work that is done beside everything else, so that a window stays alive meanwhile: engines that
//! think.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::Duration;

use ludoteca_engines::house::{EngineThread, spawn_thread};
use ludoteca_search::Watcher;
use ludoteca_system::stop::Stop;

pub use ludoteca_engines::house::SearchUpdate;

/// Called when there is something new to show.
pub type RepaintRequest = Arc<dyn Fn() + Send + Sync>;

/// A search that goes on until it has come to an end, or is dropped.
pub struct SearchTask<T> {
    thinking: EngineThread,
    heard: Receiver<SearchUpdate<T>>,
}

impl<T: Send + 'static> SearchTask<T> {
    /// Starts a search. `wake` is called whenever there is something to hear.
    pub fn begin(
        wake: RepaintRequest,
        think: impl FnOnce(&dyn Watcher) -> T + Send + 'static,
    ) -> SearchTask<T> {
        let (say, heard) = channel();
        let tell = move |it| {
            // Nobody may be waiting any more.
            if say.send(it).is_ok() {
                wake();
            }
        };
        SearchTask {
            thinking: EngineThread::start(Stop::default(), spawn_thread, think, tell),
            heard,
        }
    }
}

impl<T> SearchTask<T> {
    /// What has been heard since it was asked last.
    pub fn poll(&self) -> Option<SearchUpdate<T>> {
        match self.heard.try_recv() {
            Ok(heard) => Some(heard),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(SearchUpdate::Done(None)),
        }
    }

    /// Asks it to come to an end with what it has found so far.
    pub fn finish_early(&self) {
        self.thinking.stop();
    }

    /// For how long it has gone on.
    pub fn elapsed(&self) -> Duration {
        self.thinking.elapsed()
    }
}
