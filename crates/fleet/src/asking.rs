//! The side of servers: who works, and what comes of a job.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use futures_util::StreamExt;
use tokio::sync::{oneshot, watch};
use tokio::time::{Instant, sleep, sleep_until, timeout};

use crate::connection::{FleetConnection, FleetError, Tasks, fresh_id, from_bytes, to_bytes};
use crate::job::{JobAnswer, JobBody, JobOutcome, JobRequest, WorkKind, WorkerNotice};
use crate::nats::{ClusterName, NatsUrl};
use crate::queue::{JobQueue, QueueStatus, statuses};

/// The workers of a cluster, for whoever has work for them. Clones are the same.
#[derive(Clone)]
pub struct Fleet(Arc<FleetState>);

struct FleetState {
    connection: FleetConnection,
    /// The last part of the subject at which answers arrive.
    asker: String,
    waiting: Mutex<HashMap<String, oneshot::Sender<JobAnswer>>>,
    workers: WorkerList,
    /// Counts how often the workers can do more or less than before.
    changes: watch::Sender<u64>,
    /// When NATS last refused a job, although it is there.
    refused_at: Mutex<Option<Instant>>,
    _tasks: Tasks,
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AskError {
    /// There is no worker for this, or no way to it: whoever asks has to do it.
    #[error("there is no worker")]
    Away,
    /// No worker has answered in time.
    #[error("no worker has answered in time")]
    Late,
    /// A worker could not do it.
    #[error("{0}")]
    Failed(String),
    /// It was given out so often, and no worker came to its end: whoever asks should not try it.
    #[error("it was given out {0} times, and no worker came to its end")]
    Poisoned(u64),
}

/// A worker that has been silent for this long is gone.
const SILENT: Duration = Duration::from_secs(4);

/// How often the list of workers is looked through for those that are gone.
const SWEEP: Duration = Duration::from_millis(500);

/// If NATS does not allow to listen, or refuses a job, it is tried again after this time.
const RETRY: Duration = Duration::from_secs(5);

impl Fleet {
    /// Begins to connect to the workers of this cluster. NATS may be away at this time.
    ///
    /// # Errors
    /// When NATS can never be used with this address.
    pub async fn connect(url: &NatsUrl, cluster: &ClusterName) -> Result<Fleet, FleetError> {
        let connection = FleetConnection::begin(url, cluster).await?;
        Ok(Fleet(Arc::new_cyclic(|state| {
            let asker = fresh_id();
            let mut tasks = Tasks::default();
            tasks.spawn(listen_for_answers(state.clone(), connection.clone(), asker.clone()));
            tasks.spawn(listen_for_workers(state.clone(), connection.clone()));
            tasks.spawn(make_queues(state.clone(), connection.clone()));
            FleetState {
                connection,
                asker,
                waiting: Mutex::default(),
                workers: WorkerList::default(),
                changes: watch::Sender::new(0),
                refused_at: Mutex::default(),
                _tasks: tasks,
            }
        })))
    }

    /// Is NATS connected?
    pub fn is_connected(&self) -> bool {
        self.0.connection.is_connected()
    }

    /// The workers that are there.
    pub fn workers(&self) -> Vec<WorkerNotice> {
        match self.is_connected() {
            true => self.0.workers.all(),
            false => Vec::new(),
        }
    }

    /// How many jobs of this kind the workers do at once. There are none while NATS refuses jobs.
    pub fn slots(&self, kind: WorkKind) -> usize {
        let refused_at = *self.0.refused_at.lock().unwrap_or_else(PoisonError::into_inner);
        if refused_at.is_some_and(|at| at.elapsed() < RETRY) {
            return 0;
        }
        self.workers().iter().map(|worker| worker.slots(kind)).sum()
    }

    /// Changes whenever the workers can do more or less than before.
    pub fn changed(&self) -> watch::Receiver<u64> {
        self.0.changes.subscribe()
    }

    /// The state of the queues.
    pub async fn queues(&self) -> Vec<QueueStatus> {
        if self.is_connected() { statuses(&self.0.connection).await } else { Vec::new() }
    }

    /// Lets a worker do this, and waits for the answer up to this time. If the future is dropped,
    /// the worker stops.
    ///
    /// # Errors
    /// When there is no answer, or a worker could not do it.
    pub async fn ask(
        &self,
        body: JobBody,
        limit: Duration,
        trace: Option<String>,
    ) -> Result<JobAnswer, AskError> {
        let (kind, queue) = (body.kind(), JobQueue::of(&body));
        let mut changes = self.changed();
        if self.slots(kind) == 0 {
            return Err(AskError::Away);
        }
        let until = Instant::now() + limit;
        let job = JobRequest { id: fresh_id(), asker: self.0.asker.clone(), trace, body };
        let payload = to_bytes(&job).ok_or(AskError::Away)?;
        let mut pending = PendingJob::new(self, job.id);
        let id = pending.job.clone();
        let mut of_nats = self.0.connection.changes.clone();
        of_nats.mark_unchanged();
        let published = timeout(limit, queue.publish(&self.0.connection, &id, payload)).await;
        if let Ok(Err(error)) = &published
            && !of_nats.has_changed().unwrap_or(true)
        {
            tracing::warn!(%error, "workers are not asked for a while");
            let mut refused_at = self.0.refused_at.lock().unwrap_or_else(PoisonError::into_inner);
            *refused_at = Some(Instant::now());
        }
        if published.is_ok_and(|published| published.is_ok()) {
            loop {
                tokio::select! {
                    biased;
                    answer = &mut pending.answer => {
                        let answer = answer.map_err(|_| AskError::Away)?;
                        pending.is_answered = true;
                        return match answer.outcome {
                            JobOutcome::Done(_) => Ok(answer),
                            JobOutcome::Failed(reason) => Err(AskError::Failed(reason)),
                            JobOutcome::Poisoned(workers) => Err(AskError::Poisoned(workers)),
                        };
                    }
                    () = sleep_until(until) => {
                        // Perhaps the workers have no queue.
                        let connection = self.0.connection.clone();
                        tokio::spawn(async move { queue.ensure(&connection).await });
                        return Err(AskError::Late);
                    }
                    _ = changes.changed() => {
                        // Those that leave still finish what they do.
                        if self.workers().iter().all(|worker| !worker.kinds.contains(&kind)) {
                            return Err(AskError::Away);
                        }
                    }
                }
            }
        }
        Err(AskError::Away)
    }
}

/// A job whose answer somebody waits for. If nobody does any more, its worker is told.
struct PendingJob {
    fleet: Fleet,
    job: String,
    answer: oneshot::Receiver<JobAnswer>,
    is_answered: bool,
}

impl PendingJob {
    fn new(fleet: &Fleet, job: String) -> PendingJob {
        let (give, answer) = oneshot::channel();
        fleet.0.waiting().insert(job.clone(), give);
        PendingJob { fleet: fleet.clone(), job, answer, is_answered: false }
    }
}

impl Drop for PendingJob {
    fn drop(&mut self) {
        self.fleet.0.waiting().remove(&self.job);
        if !self.is_answered {
            let (state, job) = (Arc::clone(&self.fleet.0), self.job.clone());
            if let Ok(runtime) = tokio::runtime::Handle::try_current() {
                runtime.spawn(async move {
                    state.connection.publish(&format!("cancel.{job}"), &()).await;
                });
            }
        }
    }
}

impl FleetState {
    fn waiting(&self) -> MutexGuard<'_, HashMap<String, oneshot::Sender<JobAnswer>>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn listen_for_answers(state: Weak<FleetState>, connection: FleetConnection, asker: String) {
    loop {
        let subject = connection.subject(&format!("answer.{asker}"));
        if let Ok(mut answers) = connection.client.subscribe(subject).await {
            while let Some(message) = answers.next().await {
                let Some(state) = state.upgrade() else { return };
                let Some(answer) = from_bytes::<JobAnswer>(&message.payload) else { continue };
                // The first answer counts, and nobody waits for another.
                let give = state.waiting().remove(&answer.job);
                if let Some(give) = give {
                    let _ = give.send(answer);
                }
            }
        }
        sleep(RETRY).await;
    }
}

async fn listen_for_workers(state: Weak<FleetState>, connection: FleetConnection) {
    let mut slots = Vec::new();
    loop {
        if let Ok(mut notices) = connection.client.subscribe(connection.subject("worker.*")).await {
            loop {
                match timeout(SWEEP, notices.next()).await {
                    Ok(None) => break,
                    Ok(Some(message)) => {
                        let Some(state) = state.upgrade() else { return };
                        state.workers.receive(&message.payload);
                    }
                    Err(_) => {}
                }
                let Some(fleet) = state.upgrade().map(Fleet) else { return };
                fleet.0.workers.sweep();
                let serving: Vec<String> =
                    fleet.workers().into_iter().map(|it| it.worker).collect();
                let now: Vec<usize> =
                    WorkKind::ALL.into_iter().map(|kind| fleet.slots(kind)).collect();
                if slots != [(now.clone(), serving.clone())] {
                    slots = vec![(now, serving)];
                    fleet.0.changes.send_modify(|changes| *changes += 1);
                }
            }
        }
        sleep(RETRY).await;
    }
}

/// Makes the queues whenever NATS is there again: then the first job need not wait until the
/// workers have found its queue.
async fn make_queues(state: Weak<FleetState>, connection: FleetConnection) {
    let mut changes = connection.changes.clone();
    while changes.changed().await.is_ok() {
        // What was refused when NATS went or came does not count.
        let Some(state) = state.upgrade() else { return };
        *state.refused_at.lock().unwrap_or_else(PoisonError::into_inner) = None;
        for queue in [JobQueue::moves(), JobQueue::analyses()] {
            if connection.is_connected()
                && let Err(error) = queue.ensure(&connection).await
            {
                tracing::warn!(%error, "there is no queue for workers");
            }
        }
    }
}

/// The workers that were heard of.
#[derive(Default)]
pub struct WorkerList(Mutex<HashMap<String, (WorkerNotice, Instant)>>);

/// More workers than this are not remembered.
const MOST_WORKERS: usize = 10_000;

impl WorkerList {
    /// Receives what a worker says of itself.
    pub fn receive(&self, payload: &[u8]) {
        let notice = from_bytes::<WorkerNotice>(payload).filter(WorkerNotice::is_usable);
        let mut workers = self.lock();
        if let Some(notice) = notice
            && (workers.len() < MOST_WORKERS || workers.contains_key(&notice.worker))
        {
            workers.insert(notice.worker.clone(), (notice, Instant::now()));
        }
    }

    /// Forgets the workers that have fallen silent.
    pub fn sweep(&self) {
        self.lock().retain(|_, (_, at)| at.elapsed() < SILENT);
    }

    /// The workers that are there, by name.
    pub fn all(&self) -> Vec<WorkerNotice> {
        let workers = self.lock();
        let there = workers.values().filter(|(_, at)| at.elapsed() < SILENT);
        let mut all: Vec<WorkerNotice> = there.map(|(notice, _)| notice.clone()).collect();
        all.sort_by(|one, other| (&one.name, &one.worker).cmp(&(&other.name, &other.worker)));
        all
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, (WorkerNotice, Instant)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The workers of a cluster and its queues at the moment.
///
/// # Errors
/// When NATS cannot be reached.
pub async fn snapshot(
    url: &NatsUrl,
    cluster: &ClusterName,
) -> Result<(Vec<WorkerNotice>, Vec<QueueStatus>), FleetError> {
    let connection = FleetConnection::once(url, cluster).await?;
    let workers = WorkerList::default();
    let failed = |error: async_nats::SubscribeError| FleetError::Queue(error.to_string());
    let notices = connection.client.subscribe(connection.subject("worker.*")).await;
    let mut notices = notices.map_err(failed)?;
    let until = Instant::now() + SNAPSHOT;
    let queues = statuses(&connection).await;
    while let Ok(Some(message)) = tokio::time::timeout_at(until, notices.next()).await {
        workers.receive(&message.payload);
    }
    Ok((workers.all(), queues))
}

/// Each worker says something within this time.
const SNAPSHOT: Duration = Duration::from_millis(1500);
