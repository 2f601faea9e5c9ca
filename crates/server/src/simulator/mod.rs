//! Everything of a server in one thread, with a clock, a disk and people that do what a seed says.

pub mod vfs;

/// Does a simulation run in this thread?
pub fn is_running() -> bool {
    false
}

/// How long a simulated disk takes.
pub async fn storage_delay() {}
