//! Searches in the background, so that a window stays responsive while an engine thinks.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::Duration;

use ludoteca_engines::house::{EngineThread, spawn_thread};
use ludoteca_search::Watcher;
use ludoteca_system::stop::Stop;

pub use ludoteca_engines::house::SearchUpdate;

/// A function that is called when there is something new to show.
pub type RepaintRequest = Arc<dyn Fn() + Send + Sync>;

/// A search in the background. It ends by itself, or when this value is dropped.
pub struct SearchTask<T> {
    thinking: EngineThread,
    heard: Receiver<SearchUpdate<T>>,
}

impl<T: Send + 'static> SearchTask<T> {
    /// Starts a search. `wake` is called whenever the search has reported something.
    pub fn begin(
        wake: RepaintRequest,
        think: impl FnOnce(&dyn Watcher) -> T + Send + 'static,
    ) -> SearchTask<T> {
        let (say, heard) = channel();
        let tell = move |it| {
            // The receiver may be gone.
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
    /// The next report of the search, if there is one.
    pub fn poll(&self) -> Option<SearchUpdate<T>> {
        match self.heard.try_recv() {
            Ok(heard) => Some(heard),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(SearchUpdate::Done(None)),
        }
    }

    /// Asks the search to end with what it has found so far.
    pub fn finish_early(&self) {
        self.thinking.stop();
    }

    /// How long the search has gone on.
    pub fn elapsed(&self) -> Duration {
        self.thinking.elapsed()
    }
}
