//! A signal to stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A signal to stop, shared by those who give it and those who work until it is given.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Gives the signal, for good.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Has it been given?
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
