//! The side of tournaments and self-play: a coordinator publishes chunks of work, and hears their
//! results until all of them are done.

use std::collections::BTreeMap;
use std::time::Duration;

use async_nats::{Client, Subject, Subscriber};
use futures_util::StreamExt;
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use tokio::task::JoinHandle;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep};

use crate::asking::WorkerList;
use crate::connection::{FleetConnection, FleetError, Seldom, fresh_id, from_bytes, to_bytes};
use crate::job::{Chunk, ChunkResult, JobOutcome, RunNotice, WorkKind, WorkerNotice};
use crate::nats::{ClusterName, NatsUrl};
use crate::queue::JobQueue;

/// The coordinator of a run. When it is dropped without [`Coordinator::end`], workers notice a few
/// seconds later that the run is over.
pub struct Coordinator {
    connection: FleetConnection,
    notice: RunNotice,
    queue: JobQueue,
    /// The chunks that are not finished.
    unfinished: BTreeMap<u64, UnfinishedChunk>,
    results: Subscriber,
    notices: Subscriber,
    workers: WorkerList,
    /// The workers when they were last told, and how much of this kind each of them did.
    known: Vec<(String, usize)>,
    checked_at: Instant,
    errors: Seldom,
    announcing: JoinHandle<()>,
}

/// A chunk whose results are not all stored.
struct UnfinishedChunk {
    payload: Vec<u8>,
    /// How often it was put into the queue.
    attempt: u64,
    /// When it was put there; `None` if it has still to be.
    at: Option<Instant>,
}

/// What a coordinator hears.
#[derive(Debug)]
pub enum RunEvent {
    /// A worker has a result.
    Result {
        /// The number of the chunk.
        chunk: u64,
        /// The name of the worker.
        worker: String,
        /// The result.
        body: Box<RawValue>,
        /// To be acknowledged once the result is stored.
        receipt: Receipt,
    },
    /// A chunk cannot be done.
    Failed {
        /// The number of the chunk.
        chunk: u64,
        /// The reason.
        reason: String,
        /// To be acknowledged.
        receipt: Receipt,
    },
    /// A worker came or went, or does more or less than before.
    Workers,
}

/// The way back to the worker that has sent a result.
#[derive(Debug)]
pub struct Receipt {
    client: Client,
    reply: Option<Subject>,
}

impl Receipt {
    /// Tells the worker that its result is stored, so that it need not keep it.
    pub async fn acknowledge(self) {
        if let Some(reply) = self.reply {
            let _ = self.client.publish(reply, "stored".into()).await;
        }
    }
}

/// How often a run is announced.
pub const ANNOUNCE: Duration = Duration::from_secs(1);

/// How often the coordinator looks whether its chunks are still in the queue.
const CHECK: Duration = Duration::from_secs(2);

/// A chunk that was put into the queue a moment ago may not be counted there yet.
const FRESH: Duration = Duration::from_secs(3);

impl Coordinator {
    /// Begins a run of this kind, with these programs, for workers with this signature.
    ///
    /// # Errors
    /// When NATS cannot be reached, or does not keep a queue.
    pub async fn start(
        url: &NatsUrl,
        cluster: &ClusterName,
        kind: WorkKind,
        signature: &str,
        programs: impl IntoIterator<Item = String>,
    ) -> Result<Coordinator, FleetError> {
        let notice = RunNotice {
            run: fresh_id(),
            kind,
            signature: signature.to_owned(),
            programs: programs.into_iter().collect(),
        };
        let queue = JobQueue::run(&notice.run);
        // A lasting connection waits for NATS for ever, so this one finds out whether it is there.
        queue.ensure(&FleetConnection::once(url, cluster).await?).await?;
        let connection = FleetConnection::begin(url, cluster).await?;
        connection.waits_for_nats().await;
        let failed = |error: async_nats::SubscribeError| FleetError::Queue(error.to_string());
        let results = connection.subject(&format!("result.{}", notice.run));
        let results = connection.client.subscribe(results).await.map_err(failed)?;
        let notices = connection.client.subscribe(connection.subject("worker.*")).await;
        let announcing = tokio::spawn(announce(connection.clone(), notice.clone()));
        Ok(Coordinator {
            notices: notices.map_err(failed)?,
            connection,
            notice,
            queue,
            unfinished: BTreeMap::new(),
            results,
            workers: WorkerList::default(),
            known: Vec::new(),
            checked_at: Instant::now(),
            errors: Seldom::default(),
            announcing,
        })
    }

    /// The id of the run.
    pub fn run(&self) -> &str {
        &self.notice.run
    }

    /// Puts a chunk into the queue. It is put there again if the queue loses it, until it is
    /// finished.
    ///
    /// # Errors
    /// When the chunk is too long for a message.
    pub async fn publish(&mut self, chunk: u64, body: &impl Serialize) -> Result<(), FleetError> {
        let too_long = || FleetError::Queue(format!("chunk {chunk} is too long for a message"));
        let body = to_raw_value(body).map_err(|error| FleetError::Queue(error.to_string()))?;
        let payload = to_bytes(&Chunk { chunk, body }).ok_or_else(too_long)?;
        self.unfinished.insert(chunk, UnfinishedChunk { payload, attempt: 0, at: None });
        // If NATS is away now, the chunk is missed later.
        self.put(chunk).await;
        Ok(())
    }

    /// Puts a chunk into the queue. Returns false if that fails now.
    async fn put(&mut self, chunk: u64) -> bool {
        let Some(it) = self.unfinished.get_mut(&chunk) else { return true };
        if !self.connection.is_connected() {
            it.at = None;
            return false;
        }
        let id = format!("{}-{chunk}-{}", self.notice.run, it.attempt);
        let published = self.queue.publish(&self.connection, &id, it.payload.clone()).await;
        it.at = published.is_ok().then(Instant::now);
        if let Err(error) = &published {
            self.errors.log(|| tracing::warn!(%error, "a chunk cannot be published now"));
        }
        published.is_ok()
    }

    /// All results of a chunk are stored.
    pub fn finish(&mut self, chunk: u64) {
        self.unfinished.remove(&chunk);
    }

    /// The number of chunks that are not finished.
    pub fn unfinished(&self) -> usize {
        self.unfinished.len()
    }

    /// The workers that are there and can join the run.
    pub fn workers(&self) -> Vec<WorkerNotice> {
        let all = self.workers.all().into_iter();
        all.filter(|worker| worker.can_join(&self.notice)).collect()
    }

    /// The workers that are there and cannot join the run.
    pub fn others(&self) -> Vec<WorkerNotice> {
        let all = self.workers.all().into_iter();
        all.filter(|worker| !worker.can_join(&self.notice)).collect()
    }

    /// Is NATS connected?
    pub fn is_connected(&self) -> bool {
        self.connection.is_connected()
    }

    /// Waits for what happens next. The future can be dropped at any time; nothing is lost then.
    pub async fn next(&mut self) -> RunEvent {
        loop {
            let check_at = self.checked_at + CHECK;
            tokio::select! {
                result = self.results.next() => match result {
                    Some(message) => {
                        if let Some(event) = self.receive(&message).await {
                            return event;
                        }
                    }
                    // The connection ends only with the process.
                    None => sleep(CHECK).await,
                },
                Some(message) = self.notices.next() => {
                    self.workers.receive(&message.payload);
                }
                () = tokio::time::sleep_until(check_at) => {
                    self.checked_at = Instant::now();
                    self.workers.sweep();
                    self.put_what_is_missing().await;
                }
            }
            let kind = self.notice.kind;
            let now = self.workers().into_iter().map(|it| (it.running(kind), it.worker));
            let now: Vec<_> = now.map(|(running, worker)| (worker, running)).collect();
            if now != self.known {
                self.known = now;
                return RunEvent::Workers;
            }
        }
    }

    async fn receive(&mut self, message: &async_nats::Message) -> Option<RunEvent> {
        let receipt =
            Receipt { client: self.connection.client.clone(), reply: message.reply.clone() };
        let ChunkResult { chunk, worker_name: worker, outcome } = from_bytes(&message.payload)?;
        let Some(unfinished) = self.unfinished.get_mut(&chunk) else {
            // Another worker was quicker.
            receipt.acknowledge().await;
            return None;
        };
        Some(match outcome {
            Some(JobOutcome::Done(body)) => RunEvent::Result { chunk, worker, body, receipt },
            Some(JobOutcome::Failed(reason)) => RunEvent::Failed { chunk, reason, receipt },
            Some(JobOutcome::Poisoned(times)) => {
                let reason =
                    format!("it was given out {times} times, and no worker came to its end");
                RunEvent::Failed { chunk, reason, receipt }
            }
            None => {
                unfinished.attempt += 1;
                if self.put(chunk).await {
                    receipt.acknowledge().await;
                }
                return None;
            }
        })
    }

    /// Puts chunks into the queue that could not be put there before; and all of them again, if
    /// there are fewer than there should be. Which of them are missing is not known then, so some
    /// are done twice.
    async fn put_what_is_missing(&mut self) {
        if !self.is_connected() || self.unfinished.is_empty() {
            return;
        }
        let there = match self.queue.len(&self.connection).await {
            Ok(there) => there,
            // Perhaps NATS has lost the queue.
            Err(_) => match self.queue.ensure(&self.connection).await {
                Ok(()) => self.queue.len(&self.connection).await.unwrap_or(u64::MAX),
                Err(error) => {
                    self.errors.log(|| tracing::warn!(%error, "the run cannot go on now"));
                    return;
                }
            },
        };
        let put = self.unfinished.values().filter(|it| it.at.is_some()).count() as u64;
        for it in self.unfinished.values_mut() {
            if there < put && it.at.is_some_and(|at| at.elapsed() >= FRESH) {
                it.attempt += 1;
                it.at = None;
            }
        }
        let missing = self.unfinished.iter().filter(|(_, it)| it.at.is_none());
        let missing: Vec<u64> = missing.map(|(chunk, _)| *chunk).collect();
        for chunk in missing {
            if !self.put(chunk).await {
                return;
            }
        }
    }

    /// Ends the run: workers stop, and what is left in the queue is removed.
    pub async fn end(self) {
        self.announcing.abort();
        self.connection.publish(&format!("cancel.{}", self.notice.run), &()).await;
        if self.connection.is_connected() {
            self.queue.remove(&self.connection).await;
            let _ = self.connection.client.flush().await;
        }
    }
}

impl Drop for Coordinator {
    fn drop(&mut self) {
        self.announcing.abort();
    }
}

async fn announce(connection: FleetConnection, notice: RunNotice) {
    let mut seconds = interval(ANNOUNCE);
    seconds.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        seconds.tick().await;
        connection.publish(&format!("run.{}", notice.run), &notice).await;
    }
}
