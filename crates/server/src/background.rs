//! Threads for long computations, beside the threads that answer requests.

use ludoteca_system::process::lower_thread_priority;
use tokio::task::{JoinHandle, spawn_blocking};

/// Runs a computation in a thread with a lower priority than those that answer requests.
pub fn compute<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> JoinHandle<T> {
    spawn_blocking(move || {
        lower_thread_priority();
        work()
    })
}
