//! Work in several threads, compiled once and not for every game.

use std::sync::{Mutex, PoisonError};
use std::thread;

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// Does `lead` in this thread and beside it `help` in so many others, numbered from 1. It is done
/// when all of them are.
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
    /// Up to so many: where the machine does not give them, it takes longer.
    pub fn new(number: usize) -> WorkerPool {
        let pool = || ThreadPoolBuilder::new().num_threads(number).build().ok();
        WorkerPool(if number > 1 { pool() } else { None })
    }

    pub fn number(&self) -> usize {
        self.0.as_ref().map_or(1, ThreadPool::current_num_threads)
    }

    /// Does the same with each item.
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
