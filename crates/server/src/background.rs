//! Threads for what is computed, beside those that answer everybody.

use ludoteca_system::process::lower_thread_priority;
use tokio::task::{JoinHandle, spawn_blocking};

/// Computes something in a thread that steps back for those who answer.
pub fn compute<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> JoinHandle<T> {
    spawn_blocking(move || {
        lower_thread_priority();
        work()
    })
}
