//! The side of workers: takes jobs out of the queues, does them, and hands the results over.
//!
//! A worker has a number of cores, and does about as many jobs at once. If it serves moves, one of
//! several cores is kept free of long work, so that a move never waits for a chunk to end. Moves
//! come first, then analyses, then runs by turns.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::panic::AssertUnwindSafe;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_nats::jetstream::{AckKind, Message};
use futures_util::{FutureExt, StreamExt};
use ludoteca_system::stop::Stop;
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use tokio::sync::{Notify, oneshot};
use tokio::task::JoinSet;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep, timeout};
use tracing::Instrument;

use crate::connection::{
    FleetConnection, FleetError, Seldom, Tasks, fresh_id, from_bytes, jittered, to_bytes,
};
use crate::job::{
    Chunk, ChunkResult, JobAnswer, JobHead, JobOutcome, JobRequest, RunNotice, WorkKind,
    WorkerNotice,
};
use crate::nats::{ClusterName, NatsUrl};
use crate::queue::{JobQueue, acknowledge, deliveries, sequence};
use crate::thinking::perform;

/// What a worker is.
#[derive(Clone, Debug)]
pub struct WorkerSettings {
    /// The address of NATS.
    pub nats: NatsUrl,
    /// The name of the cluster.
    pub cluster: ClusterName,
    /// The name of the worker.
    pub name: String,
    /// The version of the program.
    pub version: String,
    /// The signature of its search.
    pub signature: String,
    /// How many jobs it does at once.
    pub cores: usize,
    /// What it does.
    pub kinds: BTreeSet<WorkKind>,
    /// The programs that it may run, by their names.
    pub programs: BTreeSet<String>,
}

/// What a worker has done.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct WorkerSummary {
    /// How many jobs.
    pub done: u64,
    /// How many of them have failed.
    pub failed: u64,
}

/// Does the chunks of runs. What is in them, only the handler and the coordinator know.
pub trait RunHandler: Send + Sync + 'static {
    /// Does a chunk, and sends its results. It is done if all of them were stored.
    ///
    /// # Errors
    /// Says why it is not done. If it was stopped, it is handed back.
    fn run(&self, work: RunWork) -> RunFuture;
}

/// The future of a chunk.
pub type RunFuture = Pin<Box<dyn Future<Output = Result<(), String>> + Send>>;

/// A chunk of a run, and the way back for its results.
pub struct RunWork {
    /// The kind of the run.
    pub kind: WorkKind,
    /// What is to be done.
    pub body: Box<RawValue>,
    /// Where results go.
    pub sink: ResultSink,
    /// Is given when the work is no longer wanted, or the worker ends.
    pub stop: Stop,
}

/// Where the results of a chunk go.
#[derive(Clone)]
pub struct ResultSink {
    state: Arc<WorkerState>,
    run: String,
    chunk: u64,
    stop: Stop,
}

/// How long the worker waits for a job before it asks again.
const WAIT: Duration = Duration::from_secs(1);

/// How long it waits if there was no work, or no queue.
const IDLE: Duration = Duration::from_millis(200);
const AWAY: Duration = Duration::from_secs(1);

/// How often it says what it does.
const NOTICE: Duration = Duration::from_secs(1);

/// A run that was not announced for this long is over.
const OVER: Duration = Duration::from_secs(6);

/// Time limit for a coordinator to store a result, and how long a result is offered to it.
const STORED: Duration = Duration::from_secs(10);
const OFFERED: Duration = Duration::from_secs(10 * 60);

/// How long a worker that ends waits for what it does.
const LEAVING: Duration = Duration::from_secs(20);

/// How many jobs are remembered that nobody wants any more, since they may still be in the queue;
/// and how many runs may go on.
const MOST_CANCELLED: usize = 4096;
const MOST_RUNS: usize = 1000;

/// Works until `stop` completes. Then moves are finished, and chunks are handed back.
///
/// # Errors
/// When NATS can never be used with this address. If it is only away, the worker waits for it.
pub async fn work(
    settings: WorkerSettings,
    handler: Arc<dyn RunHandler>,
    stop: impl Future<Output = ()>,
) -> Result<WorkerSummary, FleetError> {
    let connection = FleetConnection::begin(&settings.nats, &settings.cluster).await?;
    let state = Arc::new(WorkerState {
        settings,
        connection,
        id: fresh_id(),
        running: Mutex::default(),
        cancelled: Mutex::default(),
        runs: Mutex::default(),
        away_at: Mutex::new(Instant::now()),
        ended: Notify::new(),
        errors: Seldom::default(),
        done: AtomicU64::new(0),
        failed: AtomicU64::new(0),
        is_leaving: AtomicBool::new(false),
    });
    let mut tasks = Tasks::default();
    tasks.spawn(Arc::clone(&state).publish_notices());
    tasks.spawn(Arc::clone(&state).listen_for_cancels());
    tasks.spawn(Arc::clone(&state).listen_for_runs());
    let mut pulling = JoinSet::new();
    pulling.spawn(Arc::clone(&state).pull_moves());
    pulling.spawn(Arc::clone(&state).pull_long_work(handler));
    stop.await;
    state.is_leaving.store(true, Ordering::Relaxed);
    state.ended.notify_waiters();
    state.stop_runs(|_| true);
    state.publish_notice().await;
    let at_rest = async {
        // A job that NATS was about to hand out is still taken.
        while pulling.join_next().await.is_some() {}
        state.stop_runs(|_| true);
        loop {
            let ended = state.ended.notified();
            if state.running().is_empty() {
                return;
            }
            ended.await;
        }
    };
    let _ = timeout(LEAVING, at_rest).await;
    let _ = timeout(AWAY, state.connection.client.flush()).await;
    Ok(WorkerSummary {
        done: state.done.load(Ordering::Relaxed),
        failed: state.failed.load(Ordering::Relaxed),
    })
}

struct WorkerState {
    settings: WorkerSettings,
    connection: FleetConnection,
    id: String,
    /// What it does at the moment, by the id of the job, or of run and chunk.
    running: Mutex<HashMap<String, RunningJob>>,
    /// The last jobs and runs that nobody wants any more.
    cancelled: Mutex<VecDeque<String>>,
    /// The runs that were announced, and when.
    runs: Mutex<BTreeMap<String, (RunNotice, Instant)>>,
    /// When NATS was last away.
    away_at: Mutex<Instant>,
    /// Signals that a job has ended.
    ended: Notify,
    errors: Seldom,
    done: AtomicU64,
    failed: AtomicU64,
    is_leaving: AtomicBool,
}

/// A job that a worker does.
struct RunningJob {
    kind: WorkKind,
    /// The place in the queue.
    sequence: u64,
    cancel: Cancel,
}

/// The place of a job among those that run, until it is dropped.
struct RunningPlace {
    state: Arc<WorkerState>,
    key: String,
}

impl Drop for RunningPlace {
    fn drop(&mut self) {
        self.state.running().remove(&self.key);
        self.state.ended.notify_waiters();
    }
}

/// How a job is stopped.
enum Cancel {
    /// It is dropped.
    Job(Option<oneshot::Sender<()>>),
    /// It is asked to stop.
    Chunk { run: String, stop: Stop },
}

impl WorkerState {
    fn serves(&self, kind: WorkKind) -> bool {
        self.settings.kinds.contains(&kind)
    }

    fn is_leaving(&self) -> bool {
        self.is_leaving.load(Ordering::Relaxed)
    }

    fn running(&self) -> MutexGuard<'_, HashMap<String, RunningJob>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Is there room for a move, or for long work?
    fn has_room(&self, is_move: bool) -> bool {
        let running = self.running();
        let moves = running.values().filter(|it| it.kind == WorkKind::Moves).count();
        let long = running.len() - moves;
        let cores = self.settings.cores;
        if is_move {
            moves < cores.saturating_sub(long).max(1)
        } else {
            let kept = usize::from(self.serves(WorkKind::Moves));
            long < cores.saturating_sub(kept).max(1) && (cores == 1 || moves + long < cores)
        }
    }

    /// Waits until there is room. Returns false if the worker ends.
    async fn waits_for_room(&self, is_move: bool) -> bool {
        loop {
            let ended = self.ended.notified();
            if self.is_leaving() {
                return false;
            }
            if self.has_room(is_move) {
                return true;
            }
            ended.await;
        }
    }

    async fn pull_moves(self: Arc<WorkerState>) {
        let queue = JobQueue::moves();
        while self.serves(WorkKind::Moves) && self.waits_for_room(true).await {
            match queue.pull(&self.connection, Some(WAIT)).await {
                Ok(Some(message)) => self.start_job(&queue, message),
                Ok(None) => {}
                Err(error) => {
                    self.log_error(&error);
                    sleep(jittered(AWAY)).await;
                }
            }
        }
    }

    /// Pulls analyses, and chunks of the runs by turns.
    async fn pull_long_work(self: Arc<WorkerState>, handler: Arc<dyn RunHandler>) {
        let mut last_run = String::new();
        while self.waits_for_room(false).await {
            if self.serves(WorkKind::Analyses) {
                let queue = JobQueue::analyses();
                match queue.pull(&self.connection, None).await {
                    Ok(Some(message)) => {
                        self.start_job(&queue, message);
                        continue;
                    }
                    Ok(None) => {}
                    Err(error) => self.log_error(&error),
                }
            }
            if let Some((notice, message)) = self.pull_chunk(&last_run).await {
                last_run.clone_from(&notice.run);
                self.start_chunk(notice, message, &handler);
                continue;
            }
            sleep(jittered(IDLE)).await;
        }
    }

    /// Pulls a chunk of the runs that this worker can join, beginning with the one after the last.
    async fn pull_chunk(&self, last_run: &str) -> Option<(RunNotice, Message)> {
        let runs = self.open_runs();
        let (before, after): (Vec<_>, Vec<_>) =
            runs.into_iter().partition(|notice| notice.run.as_str() <= last_run);
        for notice in after.into_iter().chain(before) {
            if self.is_leaving() {
                return None;
            }
            match JobQueue::run(&notice.run).pull(&self.connection, None).await {
                Ok(Some(message)) => return Some((notice, message)),
                Ok(None) => {}
                Err(error) => self.log_error(&error),
            }
        }
        None
    }

    /// A queue that is not there yet is no error, and NATS that is away was said already.
    fn log_error(&self, error: &FleetError) {
        if self.connection.is_connected() && *error != FleetError::NoQueue {
            self.errors.log(|| tracing::warn!(%error, "there is no work to be had"));
        }
    }

    /// The runs that go on and that this worker can join.
    fn open_runs(&self) -> Vec<RunNotice> {
        let notice = self.notice();
        let runs = self.runs.lock().unwrap_or_else(PoisonError::into_inner);
        let announced = runs.values().filter(|(_, at)| at.elapsed() < OVER);
        announced.map(|(run, _)| run).filter(|run| notice.can_join(run)).cloned().collect()
    }

    /// Does a job of a server, in a task of its own.
    fn start_job(self: &Arc<WorkerState>, queue: &JobQueue, message: Message) {
        let Some(job) = from_bytes::<JobRequest>(&message.payload) else {
            tracing::warn!(subject = %message.subject, "a message that is no job is refused");
            let state = Arc::clone(self);
            tokio::spawn(async move { state.refuse(&message).await });
            return;
        };
        let (cancel, cancelled) = oneshot::channel();
        let cancel = Cancel::Job(Some(cancel));
        let Some(place) = self.begin(&job.id, job.body.kind(), &message, cancel) else {
            return;
        };
        let span = tracing::info_span!("job", job = job.id, trace = trace_id(&job));
        let (state, queue) = (Arc::clone(self), queue.clone());
        let work = async move {
            let _place = place;
            let before = deliveries(&message) - 1;
            let outcome = if state.is_cancelled(&job.id) {
                None
            } else if before < queue.most_deliveries {
                let work = AssertUnwindSafe(perform(&job.body)).catch_unwind();
                let work = work.map(|done| {
                    done.unwrap_or_else(|_| {
                        JobOutcome::Failed("the search has panicked".to_owned())
                    })
                });
                tokio::select! {
                    outcome = with_progress(work, &message, queue.progress) => Some(outcome),
                    _ = cancelled => None,
                }
            } else {
                Some(JobOutcome::Poisoned(before))
            };
            if let Some(outcome) = outcome {
                state.count(&outcome);
                let answer = JobAnswer { job: job.id.clone(), worker: state.id.clone(), outcome };
                state.answer(&job.asker, answer).await;
            }
            acknowledge(&message, AckKind::Ack).await;
        };
        tokio::spawn(work.instrument(span));
    }

    /// Refuses a job that a later version may understand.
    async fn refuse(&self, message: &Message) {
        if let Some(JobHead { id, asker }) = from_bytes(&message.payload) {
            let outcome = JobOutcome::Failed("this version does not know such jobs".to_owned());
            self.answer(&asker, JobAnswer { job: id, worker: self.id.clone(), outcome }).await;
        }
        acknowledge(message, AckKind::Term).await;
    }

    async fn answer(&self, asker: &str, answer: JobAnswer) {
        let job = answer.job.clone();
        let worker = answer.worker.clone();
        let payload = to_bytes(&answer).or_else(|| {
            let outcome = JobOutcome::Failed("the answer is too long for a message".to_owned());
            to_bytes(&JobAnswer { job, worker, outcome })
        });
        if let Some(payload) = payload {
            let subject = self.connection.subject(&format!("answer.{asker}"));
            let _ = timeout(AWAY, self.connection.client.publish(subject, payload.into())).await;
        }
    }

    /// Does a chunk, in a task of its own.
    fn start_chunk(
        self: &Arc<WorkerState>,
        notice: RunNotice,
        message: Message,
        handler: &Arc<dyn RunHandler>,
    ) {
        let RunNotice { run, kind, .. } = notice;
        let Some(Chunk { chunk, body }) = from_bytes(&message.payload) else {
            tracing::warn!(subject = %message.subject, "a message that is no chunk is thrown away");
            tokio::spawn(async move { acknowledge(&message, AckKind::Term).await });
            return;
        };
        let (stop, key) = (Stop::default(), format!("{run} {chunk}"));
        let cancel = Cancel::Chunk { run: run.clone(), stop: stop.clone() };
        let Some(place) = self.begin(&key, kind, &message, cancel) else { return };
        if self.is_cancelled(&run) {
            stop.stop();
        }
        let sink =
            ResultSink { state: Arc::clone(self), run: run.clone(), chunk, stop: stop.clone() };
        let (state, handler, queue) = (Arc::clone(self), Arc::clone(handler), JobQueue::run(&run));
        let span = tracing::info_span!("chunk", run, chunk);
        let work = async move {
            let _place = place;
            let before = deliveries(&message) - 1;
            let failed = if before < queue.most_deliveries {
                let work = RunWork { kind, body, sink: sink.clone(), stop: stop.clone() };
                let work = AssertUnwindSafe(async move { handler.run(work).await }).catch_unwind();
                let done = with_progress(work, &message, queue.progress).await;
                let done = done.unwrap_or_else(|_| Err("the work has panicked".to_owned()));
                done.err().map(JobOutcome::Failed)
            } else {
                Some(JobOutcome::Poisoned(before))
            };
            let is_handed_over = match failed {
                Some(_) if stop.is_stopped() => sink.hand_back().await,
                Some(outcome) => {
                    state.count(&outcome);
                    sink.offer(outcome).await.is_ok()
                }
                None => {
                    state.done.fetch_add(1, Ordering::Relaxed);
                    true
                }
            };
            let kind = if is_handed_over { AckKind::Ack } else { AckKind::Nak(None) };
            acknowledge(&message, kind).await;
        };
        tokio::spawn(work.instrument(span));
    }

    fn count(&self, outcome: &JobOutcome) {
        self.done.fetch_add(1, Ordering::Relaxed);
        if let JobOutcome::Failed(reason) = outcome {
            tracing::warn!(reason, "a job has failed");
        }
        if let JobOutcome::Poisoned(workers) = outcome {
            tracing::error!(workers, "a job is given up: no worker comes to its end");
        }
        if !matches!(outcome, JobOutcome::Done(_)) {
            self.failed.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Enters a job. `None` if this worker does it already: it is given out again if the worker was
    /// silent for a while, or if it was published twice.
    fn begin(
        self: &Arc<WorkerState>,
        key: &str,
        kind: WorkKind,
        message: &Message,
        cancel: Cancel,
    ) -> Option<RunningPlace> {
        let sequence = sequence(message);
        let mut running = self.running();
        if let Some(known) = running.get(key) {
            if known.sequence != sequence {
                // The first one is still in the queue.
                let acker = message.clone();
                tokio::spawn(async move { acknowledge(&acker, AckKind::Ack).await });
            }
            return None;
        }
        running.insert(key.to_owned(), RunningJob { kind, sequence, cancel });
        Some(RunningPlace { state: Arc::clone(self), key: key.to_owned() })
    }

    fn is_cancelled(&self, id: &str) -> bool {
        let cancelled = self.cancelled.lock().unwrap_or_else(PoisonError::into_inner);
        cancelled.iter().any(|it| it == id)
    }

    /// A job or a run is no longer wanted.
    fn cancel(&self, id: &str) {
        {
            let mut cancelled = self.cancelled.lock().unwrap_or_else(PoisonError::into_inner);
            cancelled.push_back(id.to_owned());
            if cancelled.len() > MOST_CANCELLED {
                cancelled.pop_front();
            }
        }
        self.runs.lock().unwrap_or_else(PoisonError::into_inner).remove(id);
        if let Some(RunningJob { cancel: Cancel::Job(cancel), .. }) = self.running().get_mut(id)
            && let Some(cancel) = cancel.take()
        {
            let _ = cancel.send(());
        }
        self.stop_runs(|run| run == id);
    }

    /// Asks the chunks of these runs to stop.
    fn stop_runs(&self, is_meant: impl Fn(&str) -> bool) {
        for running in self.running().values() {
            if let Cancel::Chunk { run, stop } = &running.cancel
                && is_meant(run)
            {
                stop.stop();
            }
        }
    }

    async fn listen_for_cancels(self: Arc<WorkerState>) {
        let prefix = self.connection.subject("cancel.");
        loop {
            if let Ok(mut heard) = self.connection.client.subscribe(format!("{prefix}*")).await {
                while let Some(message) = heard.next().await {
                    if let Some(id) = message.subject.strip_prefix(prefix.as_str()) {
                        self.cancel(id);
                    }
                }
            }
            sleep(AWAY).await;
        }
    }

    async fn listen_for_runs(self: Arc<WorkerState>) {
        loop {
            let subject = self.connection.subject("run.*");
            if let Ok(mut heard) = self.connection.client.subscribe(subject).await {
                while let Some(message) = heard.next().await {
                    let run = from_bytes::<RunNotice>(&message.payload);
                    if let Some(run) = run.filter(RunNotice::is_usable)
                        && !self.is_cancelled(&run.run)
                    {
                        let is_new = {
                            let mut runs = self.runs.lock().unwrap_or_else(PoisonError::into_inner);
                            let is_new = !runs.contains_key(&run.run);
                            if runs.len() < MOST_RUNS || !is_new {
                                runs.insert(run.run.clone(), (run, Instant::now()));
                            }
                            is_new
                        };
                        // So the coordinator need not wait to know who is there.
                        if is_new {
                            self.publish_notice().await;
                        }
                    }
                }
            }
            sleep(AWAY).await;
        }
    }

    /// Is the run still announced, or can nobody know?
    fn goes_on(&self, run: &str) -> bool {
        let runs = self.runs.lock().unwrap_or_else(PoisonError::into_inner);
        let away_at = *self.away_at.lock().unwrap_or_else(PoisonError::into_inner);
        runs.get(run).is_some_and(|(_, at)| at.elapsed() < OVER) || away_at.elapsed() < OVER
    }

    /// Stops the chunks of runs that are no longer announced.
    fn stop_runs_that_are_over(&self) {
        if !self.connection.is_connected() {
            *self.away_at.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
        }
        self.stop_runs(|run| !self.goes_on(run));
        let mut runs = self.runs.lock().unwrap_or_else(PoisonError::into_inner);
        runs.retain(|_, (_, at)| at.elapsed() < OVER);
    }

    fn notice(&self) -> WorkerNotice {
        let WorkerSettings { name, version, signature, cores, kinds, programs, .. } =
            self.settings.clone();
        let mut running = BTreeMap::<String, usize>::new();
        for it in self.running().values() {
            *running.entry(it.kind.to_string()).or_default() += 1;
        }
        WorkerNotice {
            worker: self.id.clone(),
            name,
            version,
            signature,
            cores,
            kinds,
            programs,
            running,
            done: self.done.load(Ordering::Relaxed),
            failed: self.failed.load(Ordering::Relaxed),
            leaving: self.is_leaving(),
        }
    }

    async fn publish_notice(&self) {
        if self.connection.is_connected() {
            self.connection.publish(&format!("worker.{}", self.id), &self.notice()).await;
        }
    }

    async fn publish_notices(self: Arc<WorkerState>) {
        let mut seconds = interval(NOTICE);
        seconds.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            seconds.tick().await;
            self.publish_notice().await;
            self.stop_runs_that_are_over();
        }
    }
}

impl ResultSink {
    /// Hands a result over, and waits until the coordinator has stored it.
    ///
    /// # Errors
    /// When nobody wants it any more, or it is too long for a message.
    pub async fn send(&self, result: &impl Serialize) -> Result<(), String> {
        let body = to_raw_value(result).map_err(|error| error.to_string())?;
        self.offer(JobOutcome::Done(body)).await
    }

    /// Offers a result until it is stored. If nobody wants it, the work stops.
    async fn offer(&self, outcome: JobOutcome) -> Result<(), String> {
        let payload = self.payload(Some(outcome)).ok_or("a result is too long for a message")?;
        let since = Instant::now();
        while since.elapsed() < OFFERED && !self.stop.is_stopped() {
            if self.try_to_send(&payload, STORED).await {
                return Ok(());
            }
            sleep(jittered(AWAY)).await;
        }
        self.stop.stop();
        Err("the run is over".to_owned())
    }

    /// Tells the coordinator that another worker has to do the chunk. Returns false if it does not
    /// answer.
    async fn hand_back(&self) -> bool {
        match self.payload(None) {
            Some(payload) if self.state.goes_on(&self.run) => {
                self.try_to_send(&payload, AWAY).await
            }
            _ => false,
        }
    }

    async fn try_to_send(&self, payload: &[u8], limit: Duration) -> bool {
        let connection = &self.state.connection;
        let subject = connection.subject(&format!("result.{}", self.run));
        let stored = connection.client.request(subject, payload.to_vec().into());
        timeout(limit, stored).await.is_ok_and(|stored| stored.is_ok())
    }

    fn payload(&self, outcome: Option<JobOutcome>) -> Option<Vec<u8>> {
        let worker_name = self.state.settings.name.clone();
        to_bytes(&ChunkResult { chunk: self.chunk, worker_name, outcome })
    }
}

/// Does work, and tells the queue meanwhile that it is being done.
async fn with_progress<T>(work: impl Future<Output = T>, message: &Message, each: Duration) -> T {
    let progress = async {
        loop {
            sleep(each).await;
            acknowledge(message, AckKind::Progress).await;
        }
    };
    tokio::select! {
        done = work => done,
        () = progress => unreachable!("it goes on for ever"),
    }
}

/// The id in the `traceparent` of a job.
fn trace_id(job: &JobRequest) -> Option<&str> {
    job.trace.as_deref()?.split('-').nth(1)
}
