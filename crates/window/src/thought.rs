//! Work that is done beside everything else, so that a window stays alive meanwhile: engines that think.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread;
use std::time::{Duration, Instant};

use ludoteca_search::{Found, Watcher};

/// Called when there is something new to show.
pub type Wake = Arc<dyn Fn() + Send + Sync>;

/// A thought that goes on until it has come to an end, or is dropped.
pub struct Thought<T> {
    enough: Arc<AtomicBool>,
    heard: Receiver<Heard<T>>,
    since: Instant,
}

/// What is heard of a thought.
pub enum Heard<T> {
    /// It has come so far, and goes on.
    Deeper(Found),
    /// It has come to an end: `None` where it broke down.
    Done(Option<T>),
}

impl<T: Send + 'static> Thought<T> {
    /// Begins a thought. `wake` is called whenever there is something to hear.
    pub fn begin(wake: Wake, think: impl FnOnce(&dyn Watcher) -> T + Send + 'static) -> Thought<T> {
        let (say, heard) = channel();
        let enough = Arc::new(AtomicBool::new(false));
        let listener = Listener { enough: Arc::clone(&enough), say, wake };
        thread::spawn(move || {
            let thought = think(&listener);
            listener.tell(Heard::Done(Some(thought)));
        });
        Thought { enough, heard, since: Instant::now() }
    }

    /// What has been heard since it was asked last.
    pub fn listen(&self) -> Option<Heard<T>> {
        match self.heard.try_recv() {
            Ok(heard) => Some(heard),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(Heard::Done(None)),
        }
    }
}

impl<T> Thought<T> {
    /// Asks it to come to an end with what it has found so far.
    pub fn hurry(&self) {
        self.enough.store(true, Ordering::Relaxed);
    }

    /// For how long it has gone on.
    pub fn lasts(&self) -> Duration {
        self.since.elapsed()
    }
}

impl<T> Drop for Thought<T> {
    fn drop(&mut self) {
        self.hurry();
    }
}

struct Listener<T> {
    enough: Arc<AtomicBool>,
    say: Sender<Heard<T>>,
    wake: Wake,
}

impl<T> Listener<T> {
    fn tell(&self, heard: Heard<T>) {
        // Nobody may be waiting any more.
        if self.say.send(heard).is_ok() {
            (self.wake)();
        }
    }
}

impl<T: Send> Watcher for Listener<T> {
    fn stop(&self) -> bool {
        self.enough.load(Ordering::Relaxed)
    }

    fn deeper(&self, found: &dyn Fn() -> Found) {
        self.tell(Heard::Deeper(found()));
    }
}
