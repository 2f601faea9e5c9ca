//! Thinks in a thread, beside everything else that goes on, and can be stopped.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;
use std::time::{Duration, Instant};

use ludoteca_search::{Found, Watcher};
use ludoteca_system::stop::Stop;

/// Somebody who thinks in a thread: until they are done, are told to stop, or nobody wants to know any more, since this was dropped.
#[derive(Debug)]
pub struct Thinking {
    stop: Stop,
    since: Instant,
}

/// What is heard of somebody who thinks.
#[derive(Debug)]
pub enum Heard<T> {
    /// They have come so far, and go on.
    Deeper(Found),
    /// They are done: `None` where they broke down.
    Done(Option<T>),
}

/// What a thread does.
pub type Job = Box<dyn FnOnce() + Send>;

impl Thinking {
    /// Lets somebody think until `stop`, in a thread that `run` starts, and tells what is heard of them from there.
    pub fn begin<T: 'static>(
        stop: Stop,
        run: impl FnOnce(Job),
        think: impl FnOnce(&dyn Watcher) -> T + Send + 'static,
        tell: impl Fn(Heard<T>) + Send + Sync + 'static,
    ) -> Thinking {
        let thinking = Thinking { stop: stop.clone(), since: Instant::now() };
        run(Box::new(move || {
            let listener = Listener { stop, deeper: &|found| tell(Heard::Deeper(found)) };
            let thought = catch_unwind(AssertUnwindSafe(|| think(&listener)));
            tell(Heard::Done(thought.ok()));
        }));
        thinking
    }

    /// Asks them to come to an end with what they have found so far.
    pub fn stop(&self) {
        self.stop.stop();
    }

    /// For how long they have thought.
    pub fn lasts(&self) -> Duration {
        self.since.elapsed()
    }
}

impl Drop for Thinking {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Starts a thread of its own for a job.
pub fn in_thread(job: Job) {
    thread::spawn(job);
}

struct Listener<'a> {
    stop: Stop,
    deeper: &'a (dyn Fn(Found) + Sync),
}

impl Watcher for Listener<'_> {
    fn stop(&self) -> bool {
        self.stop.is_stopped()
    }

    fn deeper(&self, found: &dyn Fn() -> Found) {
        (self.deeper)(found());
    }
}
