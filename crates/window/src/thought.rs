//! Work that is done beside everything else, so that a window stays alive meanwhile: engines that think.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::Duration;

use ludoteca_engines::house::{Thinking, in_thread};
use ludoteca_search::Watcher;
use ludoteca_system::stop::Stop;

pub use ludoteca_engines::house::Heard;

/// Called when there is something new to show.
pub type Wake = Arc<dyn Fn() + Send + Sync>;

/// A thought that goes on until it has come to an end, or is dropped.
pub struct Thought<T> {
    thinking: Thinking,
    heard: Receiver<Heard<T>>,
}

impl<T: Send + 'static> Thought<T> {
    /// Begins a thought. `wake` is called whenever there is something to hear.
    pub fn begin(wake: Wake, think: impl FnOnce(&dyn Watcher) -> T + Send + 'static) -> Thought<T> {
        let (say, heard) = channel();
        let tell = move |it| {
            // Nobody may be waiting any more.
            if say.send(it).is_ok() {
                wake();
            }
        };
        Thought { thinking: Thinking::begin(Stop::default(), in_thread, think, tell), heard }
    }
}

impl<T> Thought<T> {
    /// What has been heard since it was asked last.
    pub fn listen(&self) -> Option<Heard<T>> {
        match self.heard.try_recv() {
            Ok(heard) => Some(heard),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(Heard::Done(None)),
        }
    }

    /// Asks it to come to an end with what it has found so far.
    pub fn hurry(&self) {
        self.thinking.stop();
    }

    /// For how long it has gone on.
    pub fn lasts(&self) -> Duration {
        self.thinking.lasts()
    }
}
