//! The side of tournaments and self-play: a coordinator publishes chunks of work, and hears their
//! results until all of them are done.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use async_nats::{Client, Subject, Subscriber};
use futures_util::StreamExt;
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use tokio::task::JoinHandle;
use tokio::time::{Instant, interval, sleep};

use crate::asking::WorkerList;
use crate::connection::{FleetConnection, FleetError, fresh_id, from_bytes, to_bytes};
use crate::job::{Chunk, ChunkResult, JobOutcome, RunNotice, WorkKind, WorkerNotice};
use crate::nats::{ClusterName, NatsUrl};
use crate::queue::JobQueue;

/// The coordinator of a run. When it is dropped without [`Coordinator::end`], workers stop a few
/// seconds later.
pub struct Coordinator {
    connection: FleetConnection,
    notice: RunNotice,
    queue: JobQueue,
    /// The chunks that are not finished, and when each was put into the queue.
    unfinished: BTreeMap<u64, (Vec<u8>, Option<Instant>)>,
    results: Subscriber,
    notices: Subscriber,
    workers: Arc<WorkerList>,
    checked_at: Instant,
    announcing: JoinHandle<()>,
}

/// What a coordinator hears.
#[derive(Debug)]
pub enum RunEvent {
    /// A worker has a result.
    Result {
        /// The number of the chunk.
        chunk: u64,
        /// The worker.
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
    /// A worker came or went, or NATS did.
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
            workers: Arc::default(),
            checked_at: Instant::now(),
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
        let published = self.queue.publish(&self.connection, payload.clone()).await;
        // If NATS is away now, the chunk is missed later.
        self.unfinished.insert(chunk, (payload, published.is_ok().then(Instant::now)));
        Ok(())
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
                        if let Some(event) = self.hear(&message).await {
                            return event;
                        }
                    }
                    // The connection ends only with the process.
                    None => sleep(CHECK).await,
                },
                Some(message) = self.notices.next() => {
                    if self.workers.hear(&message.payload) {
                        return RunEvent::Workers;
                    }
                }
                () = tokio::time::sleep_until(check_at) => {
                    self.checked_at = Instant::now();
                    self.publish_what_is_lost().await;
                    if self.workers.sweep() {
                        return RunEvent::Workers;
                    }
                }
            }
        }
    }

    async fn hear(&self, message: &async_nats::Message) -> Option<RunEvent> {
        let receipt =
            Receipt { client: self.connection.client.clone(), reply: message.reply.clone() };
        let ChunkResult { chunk, worker, outcome } = from_bytes(&message.payload)?;
        if !self.unfinished.contains_key(&chunk) {
            // Another worker was quicker.
            receipt.acknowledge().await;
            return None;
        }
        Some(match outcome {
            JobOutcome::Done(body) => RunEvent::Result { chunk, worker, body, receipt },
            JobOutcome::Failed(reason) => RunEvent::Failed { chunk, reason, receipt },
            JobOutcome::Poisoned(workers) => {
                let reason = format!("{workers} workers have ended while they did it");
                RunEvent::Failed { chunk, reason, receipt }
            }
        })
    }

    /// Puts chunks into the queue again if there are fewer than there should be. Which of them are
    /// missing is not known, so some are done twice.
    async fn publish_what_is_lost(&mut self) {
        if !self.is_connected() || self.unfinished.is_empty() {
            return;
        }
        let is_due = |at: &Option<Instant>| at.is_none_or(|at| at.elapsed() >= FRESH);
        let was_never_there = self.unfinished.values().any(|(_, at)| at.is_none());
        let there = self.queue.len(&self.connection).await.unwrap_or(0);
        if !was_never_there && there >= self.unfinished.len() as u64 {
            return;
        }
        let lost = there < self.unfinished.values().filter(|(_, at)| at.is_some()).count() as u64;
        for (payload, at) in self.unfinished.values_mut() {
            if is_due(at) && (lost || at.is_none()) {
                let published = self.queue.publish(&self.connection, payload.clone()).await;
                *at = published.is_ok().then(Instant::now);
            }
        }
    }

    /// Ends the run: workers stop, and what is left in the queue is removed.
    pub async fn end(self) {
        self.announcing.abort();
        self.connection.say(&format!("cancel.{}", self.notice.run), &()).await;
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
    loop {
        seconds.tick().await;
        connection.say(&format!("run.{}", notice.run), &notice).await;
    }
}
