//! The side of servers: who works, and what comes of a job.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use futures_util::StreamExt;
use tokio::sync::{oneshot, watch};
use tokio::time::{Instant, sleep, sleep_until, timeout};

use crate::connection::{FleetConnection, FleetError, fresh_id, from_bytes, to_bytes};
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
    /// Counts how often a worker, or NATS, came or went.
    changes: watch::Sender<u64>,
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
    /// So many workers have ended while they did it: whoever asks should not try it.
    #[error("{0} workers have ended while they did it")]
    Poisoned(u64),
}

/// A worker that has been silent for this long is gone.
const SILENT: Duration = Duration::from_secs(4);

/// How often the list of workers is looked through for those that are gone.
const SWEEP: Duration = Duration::from_millis(500);

/// Time to be ready to listen again, if NATS does not allow it.
const RETRY: Duration = Duration::from_secs(5);

impl Fleet {
    /// Begins to connect to the workers of this cluster. NATS may be away at this time.
    ///
    /// # Errors
    /// When NATS can never be used with this address.
    pub async fn connect(url: &NatsUrl, cluster: &ClusterName) -> Result<Fleet, FleetError> {
        let connection = FleetConnection::begin(url, cluster).await?;
        let mut of_nats = connection.changes.clone();
        let state = Arc::new(FleetState {
            connection,
            asker: fresh_id(),
            waiting: Mutex::default(),
            workers: WorkerList::default(),
            changes: watch::Sender::new(0),
        });
        spawn(&state, listen_for_answers);
        spawn(&state, listen_for_workers);
        let weak = Arc::downgrade(&state);
        tokio::spawn(async move {
            while of_nats.changed().await.is_ok() {
                let Some(state) = weak.upgrade() else { return };
                state.changes.send_modify(|changes| *changes += 1);
                // The first job need not wait until the workers have found its queue.
                for queue in [JobQueue::moves(), JobQueue::analyses()] {
                    if state.connection.is_connected()
                        && let Err(error) = queue.ensure(&state.connection).await
                    {
                        tracing::warn!(%error, "there is no queue for workers");
                    }
                }
            }
        });
        Ok(Fleet(state))
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

    /// How many jobs of this kind the workers do at once.
    pub fn slots(&self, kind: WorkKind) -> usize {
        self.workers().iter().map(|worker| worker.slots(kind)).sum()
    }

    /// Changes whenever a worker, or NATS, comes or goes.
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
        let kind = body.kind();
        let mut changes = self.changed();
        if self.slots(kind) == 0 {
            return Err(AskError::Away);
        }
        let until = Instant::now() + limit;
        let job = JobRequest { id: fresh_id(), asker: self.0.asker.clone(), trace, body };
        let payload = to_bytes(&job).ok_or(AskError::Away)?;
        let mut question = Question::ask(self, job.id);
        let queue = JobQueue::of(kind);
        let published = queue.publish(&self.0.connection, payload);
        if timeout(limit, published).await.is_ok_and(|published| published.is_ok()) {
            loop {
                tokio::select! {
                    biased;
                    answer = &mut question.answer => {
                        let answer = answer.map_err(|_| AskError::Away)?;
                        question.is_answered = true;
                        return match answer.outcome {
                            JobOutcome::Done(_) => Ok(answer),
                            JobOutcome::Failed(reason) => Err(AskError::Failed(reason)),
                            JobOutcome::Poisoned(workers) => Err(AskError::Poisoned(workers)),
                        };
                    }
                    () = sleep_until(until) => return Err(AskError::Late),
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
struct Question {
    fleet: Fleet,
    job: String,
    answer: oneshot::Receiver<JobAnswer>,
    is_answered: bool,
}

impl Question {
    fn ask(fleet: &Fleet, job: String) -> Question {
        let (give, answer) = oneshot::channel();
        fleet.0.waiting().insert(job.clone(), give);
        Question { fleet: fleet.clone(), job, answer, is_answered: false }
    }
}

impl Drop for Question {
    fn drop(&mut self) {
        self.fleet.0.waiting().remove(&self.job);
        if !self.is_answered {
            let (state, job) = (Arc::clone(&self.fleet.0), self.job.clone());
            if let Ok(runtime) = tokio::runtime::Handle::try_current() {
                runtime.spawn(async move {
                    state.connection.say(&format!("cancel.{job}"), &()).await;
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

/// Runs a task as long as somebody uses the fleet.
fn spawn<F: Future<Output = ()> + Send + 'static>(
    state: &Arc<FleetState>,
    task: impl FnOnce(Weak<FleetState>, FleetConnection) -> F,
) {
    tokio::spawn(task(Arc::downgrade(state), state.connection.clone()));
}

async fn listen_for_answers(state: Weak<FleetState>, connection: FleetConnection) {
    let asker = match state.upgrade() {
        Some(state) => state.asker.clone(),
        None => return,
    };
    loop {
        let Ok(mut answers) =
            connection.client.subscribe(connection.subject(&format!("answer.{asker}"))).await
        else {
            sleep(RETRY).await;
            continue;
        };
        while let Some(message) = answers.next().await {
            let Some(state) = state.upgrade() else { return };
            let Some(answer) = from_bytes::<JobAnswer>(&message.payload) else { continue };
            // The first answer counts, and nobody waits for another.
            let give = state.waiting().remove(&answer.job);
            if let Some(give) = give {
                let _ = give.send(answer);
            }
        }
        if state.upgrade().is_none() {
            return;
        }
        sleep(RETRY).await;
    }
}

async fn listen_for_workers(state: Weak<FleetState>, connection: FleetConnection) {
    loop {
        let Ok(mut notices) = connection.client.subscribe(connection.subject("worker.*")).await
        else {
            sleep(RETRY).await;
            continue;
        };
        loop {
            let heard = timeout(SWEEP, notices.next()).await;
            let Some(state) = state.upgrade() else { return };
            let has_changed = match heard {
                Ok(None) => break,
                Ok(Some(message)) => state.workers.hear(&message.payload),
                Err(_) => false,
            };
            if state.workers.sweep() || has_changed {
                state.changes.send_modify(|changes| *changes += 1);
            }
        }
        sleep(RETRY).await;
    }
}

/// The workers that were heard of.
#[derive(Default)]
pub struct WorkerList(Mutex<HashMap<String, (WorkerNotice, Instant)>>);

/// More workers than this are not remembered.
const MOST_WORKERS: usize = 10_000;

impl WorkerList {
    /// Hears what a worker says. Returns whether it can do more or less than before.
    pub fn hear(&self, payload: &[u8]) -> bool {
        let Some(notice) = from_bytes::<WorkerNotice>(payload) else { return false };
        let mut workers = self.lock();
        if workers.len() >= MOST_WORKERS && !workers.contains_key(&notice.worker) {
            return false;
        }
        let (worker, is_leaving) = (notice.worker.clone(), notice.leaving);
        let abilities =
            |it: &WorkerNotice| (it.leaving, it.cores, it.kinds.clone(), it.programs.clone());
        let now = abilities(&notice);
        let before = workers.insert(worker, (notice, Instant::now()));
        before.map_or(!is_leaving, |(before, _)| abilities(&before) != now)
    }

    /// Forgets the workers that have fallen silent. Returns whether there were any.
    pub fn sweep(&self) -> bool {
        let mut workers = self.lock();
        let before = workers.len();
        workers.retain(|_, (_, at)| at.elapsed() < SILENT);
        workers.len() < before
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

/// The workers of a cluster and its queues, as somebody sees them who looks for a moment.
///
/// # Errors
/// When NATS cannot be reached.
pub async fn look(
    url: &NatsUrl,
    cluster: &ClusterName,
) -> Result<(Vec<WorkerNotice>, Vec<QueueStatus>), FleetError> {
    let connection = FleetConnection::once(url, cluster).await?;
    let workers = WorkerList::default();
    let failed = |error: async_nats::SubscribeError| FleetError::Queue(error.to_string());
    let notices = connection.client.subscribe(connection.subject("worker.*")).await;
    let mut notices = notices.map_err(failed)?;
    let until = Instant::now() + LOOK;
    let queues = statuses(&connection).await;
    while let Ok(Some(message)) = tokio::time::timeout_at(until, notices.next()).await {
        workers.hear(&message.payload);
    }
    Ok((workers.all(), queues))
}

/// Each worker says something within this time.
const LOOK: Duration = Duration::from_millis(1500);
