//! English texts for operators of workers, and for those who let them work.

use std::path::Path;

use ludoteca_arena::programs::BadPrograms;
use ludoteca_fleet::{WorkerSettings, WorkerSummary};

/// A worker does not know where jobs wait.
pub const NO_NATS: &str =
    "a worker needs --nats nats://USER:PASSWORD@HOST:PORT, or the variable LUDOTECA_NATS";

/// What a worker says when it starts.
pub fn working(worker: &WorkerSettings) -> String {
    let WorkerSettings { name, cores, nats, signature, .. } = worker;
    let kinds: Vec<&str> = worker.kinds.iter().map(|kind| kind.name()).collect();
    let unit = if *cores == 1 { "core" } else { "cores" };
    let mut text = format!(
        "{name}: {cores} {unit} for {}, at {nats}\nsearch signature {signature}\n",
        kinds.join(", "),
    );
    if !worker.programs.is_empty() {
        let programs: Vec<&str> = worker.programs.iter().map(String::as_str).collect();
        text.push_str(&format!("programs: {}\n", programs.join(", ")));
    }
    text
}

/// What a worker says when it ends.
pub fn worked(summary: &WorkerSummary) -> String {
    let WorkerSummary { done, failed } = summary;
    let unit = if *done == 1 { "job" } else { "jobs" };
    format!("{done} {unit}, {failed} of them failed")
}

/// A list of programs cannot be read.
pub fn wrong_programs(path: &Path, error: &BadPrograms) -> String {
    format!("{}, {error}", path.display())
}
