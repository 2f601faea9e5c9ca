//! Thinks in a thread, beside everything else that goes on, and can be stopped.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;
use std::time::{Duration, Instant};

use ludoteca_search::{SearchResult, Watcher};
use ludoteca_system::stop::Stop;

/// Somebody who thinks in a thread: until they are done, are told to stop, or nobody wants to know
/// any more, since this was dropped.
#[derive(Debug)]
pub struct EngineThread {
    stop: Stop,
    since: Instant,
}

/// What is heard of somebody who thinks.
#[derive(Debug)]
pub enum SearchUpdate<T> {
    /// They have come so far, and go on.
    Deeper(SearchResult),
    /// They are done: `None` where they broke down.
    Done(Option<T>),
}

/// What a thread does.
pub type ThreadJob = Box<dyn FnOnce() + Send>;

impl EngineThread {
    /// Lets somebody think until `stop`, in a thread that `run` starts, and tells what is heard of
    /// them from there.
    pub fn start<T: 'static>(
        stop: Stop,
        run: impl FnOnce(ThreadJob),
        think: impl FnOnce(&dyn Watcher) -> T + Send + 'static,
        tell: impl Fn(SearchUpdate<T>) + Send + Sync + 'static,
    ) -> EngineThread {
        let thinking = EngineThread { stop: stop.clone(), since: Instant::now() };
        run(Box::new(move || {
            let listener =
                ThreadWatcher { stop, deeper: &|found| tell(SearchUpdate::Deeper(found)) };
            let thought = catch_unwind(AssertUnwindSafe(|| think(&listener)));
            tell(SearchUpdate::Done(thought.ok()));
        }));
        thinking
    }

    /// Asks them to come to an end with what they have found so far.
    pub fn stop(&self) {
        self.stop.stop();
    }

    /// For how long they have thought.
    pub fn elapsed(&self) -> Duration {
        self.since.elapsed()
    }
}

impl Drop for EngineThread {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Starts a thread of its own for a job.
pub fn spawn_thread(job: ThreadJob) {
    thread::spawn(job);
}

struct ThreadWatcher<'a> {
    stop: Stop,
    deeper: &'a (dyn Fn(SearchResult) + Sync),
}

impl Watcher for ThreadWatcher<'_> {
    fn stop(&self) -> bool {
        self.stop.is_stopped()
    }

    fn deeper(&self, found: &dyn Fn() -> SearchResult) {
        (self.deeper)(found());
    }
}
