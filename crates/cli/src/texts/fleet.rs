//! English texts for operators of workers, and for those who let them work.

use std::path::Path;

use ludoteca_arena::programs::BadPrograms;
use ludoteca_fleet::job::WorkerNotice;
use ludoteca_fleet::{QueueStatus, WorkerSettings, WorkerSummary};

use super::programs::{ago, columns};

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

/// The workers of a cluster and its queues, as tables.
pub fn workers_and_queues(workers: &[WorkerNotice], queues: &[QueueStatus]) -> String {
    let head = ["WORKER", "VERSION", "SIGNATURE", "CORES", "FOR", "RUNNING", "DONE", "FAILED"];
    let mut rows = vec![head.map(str::to_owned)];
    for worker in workers {
        let kinds: Vec<&str> = worker.kinds.iter().map(|kind| kind.name()).collect();
        let running: usize = worker.running.values().sum();
        rows.push([
            format!("{}{}", worker.name, if worker.leaving { " (leaving)" } else { "" }),
            worker.version.clone(),
            worker.signature.clone(),
            worker.cores.to_string(),
            kinds.join(","),
            running.to_string(),
            worker.done.to_string(),
            worker.failed.to_string(),
        ]);
    }
    let mut text = format!("\n{}", columns(&rows));
    if workers.is_empty() {
        text.push_str("no worker is there now\n");
    }
    if queues.is_empty() {
        return text;
    }
    let head = ["QUEUE", "WAITING", "RUNNING", "GIVEN AGAIN", "OLDEST"];
    let mut rows = vec![head.map(str::to_owned)];
    for queue in queues {
        rows.push([
            queue.queue.clone(),
            queue.waiting.to_string(),
            queue.running.to_string(),
            queue.redelivered.to_string(),
            queue.oldest_ms.map_or_else(|| "-".to_owned(), ago),
        ]);
    }
    text.push('\n');
    text.push_str(&columns(&rows));
    text
}
