//! Runs a search in a background thread that can be stopped.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;
use std::time::{Duration, Instant};

use ludoteca_search::{SearchResult, Watcher};
use ludoteca_system::stop::Stop;

/// A search that runs in a thread until it is done or is told to stop. Dropping this value also
/// tells it to stop.
#[derive(Debug)]
pub struct EngineThread {
    stop: Stop,
    since: Instant,
}

/// A report from a running search.
#[derive(Debug)]
pub enum SearchUpdate<T> {
    /// The search has finished a depth with this result, and goes on.
    Deeper(SearchResult),
    /// The search is done; `None` if it panicked.
    Done(Option<T>),
}

/// The work of a thread.
pub type ThreadJob = Box<dyn FnOnce() + Send>;

impl EngineThread {
    /// Runs `think` until `stop`, in a thread that `run` starts, and reports through `tell`, which
    /// is called from that thread.
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

    /// Asks the search to finish with what it has found so far.
    pub fn stop(&self) {
        self.stop.stop();
    }

    /// How long the search has been running.
    pub fn elapsed(&self) -> Duration {
        self.since.elapsed()
    }
}

impl Drop for EngineThread {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Starts a new thread for a job.
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
