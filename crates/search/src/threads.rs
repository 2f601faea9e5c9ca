//! Work in several threads. It is not generic over the game, so that it is compiled only once.

use std::sync::{Mutex, PoisonError};
use std::thread;

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// Runs `lead` in this thread, and beside it `help` in `helpers` others, numbered from 1. Returns
/// when all of them are done.
pub fn with_helpers(helpers: usize, help: &(dyn Fn(usize) + Sync), lead: &mut dyn FnMut()) {
    thread::scope(|scope| {
        for number in 1..=helpers {
            scope.spawn(move || help(number));
        }
        lead();
    });
}

/// Threads to share work among.
pub struct WorkerPool(Option<ThreadPool>);

impl WorkerPool {
    /// A pool of up to this many threads. If the machine does not provide them, the work is done in
    /// the calling thread.
    pub fn new(number: usize) -> WorkerPool {
        let pool = || ThreadPoolBuilder::new().num_threads(number).build().ok();
        WorkerPool(if number > 1 { pool() } else { None })
    }

    pub fn number(&self) -> usize {
        self.0.as_ref().map_or(1, ThreadPool::current_num_threads)
    }

    /// Applies a function to each item and returns the results in order.
    pub fn map<T: Sync, U: Send>(&self, items: &[T], work: impl Fn(&T) -> U + Sync) -> Vec<U> {
        if self.0.is_none() || items.len() < 2 {
            return items.iter().map(work).collect();
        }
        let done: Vec<Mutex<Option<U>>> = items.iter().map(|_| Mutex::new(None)).collect();
        self.for_each(items.len(), &|number| {
            let result = work(&items[number]);
            *done[number].lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
        });
        let result =
            |slot: Mutex<Option<U>>| slot.into_inner().unwrap_or_else(PoisonError::into_inner);
        done.into_iter().filter_map(result).collect()
    }

    fn for_each(&self, items: usize, work: &(dyn Fn(usize) + Sync)) {
        match &self.0 {
            Some(pool) => pool.install(|| (0..items).into_par_iter().for_each(work)),
            None => (0..items).for_each(work),
        }
    }
}
