//! A signal to stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A signal to stop, shared by the code that gives it and the code that works until it is given.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Gives the signal. It cannot be withdrawn.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Has it been given?
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
