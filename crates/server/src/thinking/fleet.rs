//! Engines that think at workers.

use std::fmt::Write;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Duration;

use ludoteca_analysis::{AnalysedStep, PositionFinding};
use ludoteca_core::Table;
use ludoteca_fleet::job::{
    EvaluateJob, JobAnswer, JobBody, JobOutcome, JobPosition, JudgeJob, MoveAnswer, MoveJob,
    WorkKind,
};
use ludoteca_fleet::nats::{ClusterName, NatsUrl};
use ludoteca_fleet::{AskError, Fleet, QueueStatus};
use serde_json::from_str;
use serde_json::value::to_raw_value;
use tokio::time::{sleep, timeout};

use super::{ThinkJob, Thinking, WorkersAnswer, count};
use crate::metrics::{write_head, write_one};
use crate::trace;

/// The way to the workers, once there is one.
#[derive(Default)]
pub struct FleetLink {
    fleet: OnceLock<Fleet>,
    /// How many jobs of this server the workers have.
    jobs: AtomicUsize,
    /// How many servers share the workers.
    servers: AtomicUsize,
    /// The queues, as they were some seconds ago.
    queues: Mutex<Vec<QueueStatus>>,
}

/// A job that the workers have, until it is dropped.
struct JobAtWorkers<'a>(&'a AtomicUsize);

/// How often the queues are looked at.
const LOOK: Duration = Duration::from_secs(5);

/// A value of each queue: its name, what it is, and how to read it.
type QueueGauge = (&'static str, &'static str, fn(&QueueStatus) -> f64);

/// The queues in which servers put jobs.
const OURS: [&str; 2] = ["moves", "analyses"];

/// How often the number of permits is computed anew at least: other servers come and go.
const COUNT: Duration = Duration::from_secs(2);

impl Thinking {
    /// Begins to look for the workers of this cluster. NATS may be away at this time.
    pub async fn connect(&self, url: &NatsUrl, cluster: &ClusterName) {
        match Fleet::connect(url, cluster).await {
            Ok(fleet) => drop(self.fleet.fleet.set(fleet)),
            Err(error) => tracing::error!(%error, "there will be no workers"),
        }
    }

    /// Gives out as many permits as this server and its share of the workers can use, for ever.
    pub async fn follow_workers(&self, servers: impl Fn() -> usize) {
        let Some(fleet) = self.fleet.fleet.get() else { return };
        let mut changed = fleet.changed();
        let mut known = None;
        loop {
            let servers = servers().max(1);
            self.fleet.servers.store(servers, Ordering::Relaxed);
            let slots = [WorkKind::Moves, WorkKind::Analyses].map(|kind| fleet.slots(kind));
            let [moves, analyses] = slots;
            let usual = share(moves.max(analyses), servers, false);
            self.usual.queue.set_permits(self.threads + usual);
            // Where nobody else thinks, quick engines wait for workers, too.
            let least = usize::from(self.threads == 0 && moves > 0);
            let quick = share(moves, servers, true).max(least);
            self.quick.queue.set_permits(self.threads + quick);
            if known.replace(slots) != Some(slots) {
                tracing::info!(moves, analyses, "this many jobs can be done at once by workers");
            }
            if let Ok(Err(_)) = timeout(COUNT, changed.changed()).await {
                return;
            }
        }
    }

    /// Looks at the queues again and again, for metrics.
    pub async fn watch_queues(&self) {
        let Some(fleet) = self.fleet.fleet.get() else { return };
        loop {
            let queues = fleet.queues().await;
            *self.fleet.queues.lock().unwrap_or_else(PoisonError::into_inner) = queues;
            sleep(LOOK).await;
        }
    }

    /// Writes how many workers there are and what waits for them, if the server has NATS.
    pub(super) fn write_workers(&self, text: &mut String) {
        let Some(fleet) = self.fleet.fleet.get() else { return };
        let workers = fleet.workers();
        let cores: usize = workers.iter().map(|worker| worker.cores).sum();
        let slots = [WorkKind::Moves, WorkKind::Analyses].map(|kind| fleet.slots(kind));
        write_one(text, "workers", "Workers that are there.", "gauge", workers.len());
        write_one(text, "worker_cores", "Cores of the workers.", "gauge", cores);
        let about = "Jobs of servers that workers do at once.";
        write_one(text, "worker_slots", about, "gauge", slots.into_iter().max().unwrap_or(0));
        let queues = self.fleet.queues.lock().unwrap_or_else(PoisonError::into_inner);
        let is_ours = |queue: &&QueueStatus| OURS.contains(&queue.queue.as_str());
        let of_queues: [QueueGauge; 4] = [
            ("jobs_waiting", "Jobs that wait for a worker.", |it| it.waiting as f64),
            ("jobs_running", "Jobs that workers have taken.", |it| it.running as f64),
            ("jobs_redelivered", "Jobs that were given to another worker.", |it| {
                it.redelivered as f64
            }),
            ("jobs_oldest_seconds", "Age of the oldest job, waiting or running.", |it| {
                it.oldest_ms.unwrap_or(0) as f64 / 1000.0
            }),
        ];
        for (name, about, value) in of_queues {
            write_head(text, name, about, "gauge");
            for queue in queues.iter().filter(is_ours) {
                let (label, value) = (&queue.queue, value(queue));
                let _ = writeln!(text, "ludoteca_{name}{{queue=\"{label}\"}} {value}");
            }
        }
    }
}

/// How many jobs the workers may have of each server. About half as many as they do at once may
/// wait for them, so that workers need not wait, and whose turn it is was decided just now. Quick
/// engines do not wait for workers at all: that would take longer than their work.
fn share(slots: usize, servers: usize, is_quick: bool) -> usize {
    if is_quick { slots / servers } else { (3 * slots).div_ceil(2 * servers) }
}

/// Asks the workers to do a job, if there are any who have time for it.
pub async fn ask(
    thinking: &Thinking,
    is_quick: bool,
    job: &ThinkJob<'_>,
    limit: Duration,
) -> WorkersAnswer {
    let link = &thinking.fleet;
    let Some(fleet) = link.fleet.get() else { return WorkersAnswer::Nothing };
    let kind = match job {
        ThinkJob::Move { .. } => WorkKind::Moves,
        ThinkJob::Evaluation { .. } | ThinkJob::Judgement { .. } => WorkKind::Analyses,
    };
    let slots = fleet.slots(kind);
    let most = share(slots, link.servers.load(Ordering::Relaxed).max(1), is_quick);
    let at_workers = JobAtWorkers(&link.jobs);
    let has_room = link.jobs.fetch_add(1, Ordering::Relaxed) < most || thinking.threads == 0;
    let Some(body) = job.body().filter(|_| slots > 0 && has_room) else {
        return WorkersAnswer::Nothing;
    };
    let counters = &thinking.counters;
    let asked = fleet.ask(body, limit, trace::current()).await;
    drop(at_workers);
    match asked.map(|answer| (job.read(&answer), answer.worker)) {
        Ok((Some(answer), _)) => {
            count(match job {
                ThinkJob::Move { .. } => &counters.moves_by_workers,
                ThinkJob::Evaluation { .. } | ThinkJob::Judgement { .. } => {
                    &counters.analyses_by_workers
                }
            });
            answer
        }
        Ok((None, worker)) => {
            let position = job.position();
            tracing::error!(worker, position, "a worker has sent an impossible answer");
            count(&counters.failed);
            WorkersAnswer::Failed
        }
        Err(AskError::Away | AskError::Late) => {
            count(&counters.fallbacks);
            WorkersAnswer::Nothing
        }
        Err(AskError::Failed(reason)) => {
            let position = job.position();
            tracing::error!(reason, position, "a worker cannot do its job");
            count(&counters.failed);
            WorkersAnswer::Failed
        }
        Err(AskError::Poisoned(workers)) => {
            count(&counters.poisoned);
            WorkersAnswer::Poisoned(workers)
        }
    }
}

impl Drop for JobAtWorkers<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl ThinkJob<'_> {
    /// The job as workers read it.
    fn body(&self) -> Option<JobBody> {
        Some(match self {
            ThinkJob::Move { table, engine, seed } => {
                JobBody::Move(MoveJob { at: at(*table), engine: engine.to_string(), seed: *seed })
            }
            ThinkJob::Evaluation { table, engine } => {
                JobBody::Evaluate(EvaluateJob { at: at(*table), engine: engine.to_string() })
            }
            ThinkJob::Judgement { tables, findings: [before, after], step, engine } => {
                JobBody::Judge(Box::new(JudgeJob {
                    positions: tables.map(at),
                    findings: [to_raw_value(before).ok()?, to_raw_value(after).ok()?],
                    step: (*step).to_owned(),
                    engine: engine.to_string(),
                }))
            }
        })
    }

    /// The position of the job, for the log.
    fn position(&self) -> String {
        format!("{} {}", self.table().options(), self.table().position())
    }

    /// Reads an answer; `None` if it is impossible.
    fn read(&self, answer: &JobAnswer) -> Option<WorkersAnswer> {
        let JobOutcome::Done(result) = &answer.outcome else { return None };
        match self {
            ThinkJob::Move { table, .. } => {
                let MoveAnswer { step } = from_str(result.get()).ok()?;
                table.steps().contains(&step).then_some(WorkersAnswer::Move(step))
            }
            ThinkJob::Evaluation { table, .. } => {
                let finding: PositionFinding = from_str(result.get()).ok()?;
                finding.is_possible(*table).then_some(WorkersAnswer::Evaluation(finding))
            }
            ThinkJob::Judgement { tables: [before, _], findings, step, .. } => {
                let judged: AnalysedStep = from_str(result.get()).ok()?;
                judged
                    .is_possible(step, (*before, findings[0]), findings[1])
                    .then_some(WorkersAnswer::Judgement(judged))
            }
        }
    }
}

fn at(table: &dyn Table) -> JobPosition {
    JobPosition { game: table.options().to_string(), position: table.position() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn servers_share_what_workers_can_do() {
        for (slots, servers, usual, quick) in
            [(0, 1, 0, 0), (1, 1, 2, 1), (2, 1, 3, 2), (8, 1, 12, 8), (8, 3, 4, 2), (1, 5, 1, 0)]
        {
            let shares = [false, true].map(|is_quick| share(slots, servers, is_quick));
            assert_eq!(shares, [usual, quick], "{slots} slots, {servers} servers");
        }
    }
}
