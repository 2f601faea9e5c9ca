//! The queues of JetStream in which jobs wait for workers.
//!
//! | stream | subject | holds |
//! | --- | --- | --- |
//! | `NAME_MOVES` | `NAME.work.1.move` | moves of engines, in memory, for a minute |
//! | `NAME_ANALYSES` | `NAME.work.1.analysis` | parts of analyses, in memory, for ten minutes |
//! | `NAME_RUNS` | `NAME.work.1.run.RUN` | chunks of runs, in files, for a day |
//!
//! A job stays in its queue until its worker acknowledges it. A worker that falls silent loses its
//! jobs to others. Servers and coordinators make the queues, and make them again if NATS has lost
//! them. Workers only take from them.

use std::sync::PoisonError;
use std::time::{Duration, SystemTime};

use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::context::{PublishError, PublishErrorKind};
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::stream::{Config, ConsumerErrorKind, RetentionPolicy, StorageType};
use async_nats::jetstream::{AckKind, Message};
use futures_util::StreamExt;
use serde::Serialize;
use tokio::time::{sleep, timeout};

use crate::connection::{ANSWER_LIMIT, FleetConnection, FleetError, jittered};
use crate::job::{JobBody, VERSION};

/// A queue: where jobs wait, and what is done about silent workers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JobQueue {
    /// The stream, without the name of the cluster.
    stream: &'static str,
    /// The subject, without the name of the cluster.
    pub subject: String,
    /// The name under which workers take from it.
    pub consumer: String,
    /// A job whose worker has been silent for this long is given to another one.
    ack_wait: Duration,
    /// How often a worker says that it is still at work.
    pub progress: Duration,
    /// A job that was given out more often than this is poisoned.
    pub most_deliveries: u64,
    storage: StorageType,
    max_age: Duration,
    /// A queue of its own that nobody has used for this long is removed.
    unused: Duration,
}

/// The state of a queue.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct QueueStatus {
    /// The name of the queue: `moves`, `analyses`, or that of a run.
    pub queue: String,
    /// How many jobs wait for a worker.
    pub waiting: u64,
    /// How many jobs workers have taken.
    pub running: u64,
    /// How many of these were given to another worker before.
    pub redelivered: u64,
    /// How long the oldest job has been in the queue.
    pub oldest_ms: Option<u64>,
}

impl JobQueue {
    /// The queue for moves.
    pub fn moves() -> JobQueue {
        JobQueue {
            stream: "MOVES",
            subject: format!("work.{VERSION}.move"),
            consumer: "workers".to_owned(),
            ack_wait: Duration::from_secs(3),
            progress: Duration::from_secs(1),
            most_deliveries: 3,
            storage: StorageType::Memory,
            max_age: Duration::from_secs(60),
            unused: Duration::ZERO,
        }
    }

    /// The queue for parts of analyses.
    pub fn analyses() -> JobQueue {
        JobQueue {
            stream: "ANALYSES",
            subject: format!("work.{VERSION}.analysis"),
            consumer: "workers".to_owned(),
            ack_wait: Duration::from_secs(6),
            progress: Duration::from_secs(2),
            most_deliveries: 3,
            storage: StorageType::Memory,
            max_age: Duration::from_secs(10 * 60),
            unused: Duration::ZERO,
        }
    }

    /// The queue of a run.
    pub fn run(run: &str) -> JobQueue {
        JobQueue {
            stream: "RUNS",
            subject: format!("work.{VERSION}.run.{run}"),
            consumer: run.to_owned(),
            ack_wait: Duration::from_secs(10),
            progress: Duration::from_secs(3),
            // A chunk takes longer than a move, and so is hit more often by a worker's end that it
            // has not caused.
            most_deliveries: 20,
            storage: StorageType::File,
            max_age: Duration::from_secs(24 * 60 * 60),
            unused: Duration::from_secs(24 * 60 * 60),
        }
    }

    /// The queue in which a server puts this job.
    pub fn of(job: &JobBody) -> JobQueue {
        match job {
            JobBody::Move(_) => JobQueue::moves(),
            JobBody::Evaluate(_) | JobBody::Judge(_) => JobQueue::analyses(),
        }
    }

    /// The name of the queue, as people read it.
    fn name(&self) -> String {
        match self.stream {
            "RUNS" => format!("run {}", self.consumer),
            stream => stream.to_lowercase(),
        }
    }

    /// Makes the queue if it is not there.
    ///
    /// # Errors
    /// When NATS does not allow it, has no JetStream, or does not answer.
    pub async fn ensure(&self, at: &FleetConnection) -> Result<(), FleetError> {
        const TIMES: u32 = 3;
        let mut made = self.try_to_make(at).await;
        for _ in 1..TIMES {
            // Somebody else may be making it at the same moment.
            if !matches!(made, Err(FleetError::Queue(_))) {
                break;
            }
            sleep(jittered(Duration::from_millis(200))).await;
            made = self.try_to_make(at).await;
        }
        made
    }

    async fn try_to_make(&self, at: &FleetConnection) -> Result<(), FleetError> {
        let failed = |error: String| FleetError::Queue(error);
        let subject = match self.stream {
            "RUNS" => format!("work.{VERSION}.run.*"),
            _ => self.subject.clone(),
        };
        let stream = Config {
            name: at.stream(self.stream),
            subjects: vec![at.subject(&subject)],
            retention: RetentionPolicy::WorkQueue,
            storage: self.storage,
            max_age: self.max_age,
            ..Config::default()
        };
        let consumer = pull::Config {
            durable_name: Some(self.consumer.clone()),
            ack_policy: AckPolicy::Explicit,
            ack_wait: self.ack_wait,
            filter_subject: at.subject(&self.subject),
            max_ack_pending: 10_000,
            max_waiting: 2048,
            inactive_threshold: self.unused,
            ..pull::Config::default()
        };
        let made = async {
            let stream = at
                .context
                .get_or_create_stream(stream)
                .await
                .map_err(|it| failed(it.to_string()))?;
            let made = stream.get_or_create_consumer(&self.consumer, consumer).await;
            made.map(drop).map_err(|it| failed(it.to_string()))
        };
        timeout(2 * ANSWER_LIMIT, made)
            .await
            .map_err(|_| failed("it does not answer".to_owned()))?
    }

    /// Puts a job into the queue, and makes the queue if it is not there. What is published twice
    /// under one id within two minutes is there once.
    ///
    /// # Errors
    /// When NATS has not acknowledged it. It may be in the queue all the same.
    pub async fn publish(
        &self,
        at: &FleetConnection,
        id: &str,
        payload: Vec<u8>,
    ) -> Result<(), FleetError> {
        match self.try_to_publish(at, id, payload.clone()).await {
            Err(error) if error.kind() == PublishErrorKind::StreamNotFound => {
                self.ensure(at).await?;
                self.try_to_publish(at, id, payload).await
            }
            published => published,
        }
        .map_err(|error| FleetError::Queue(error.to_string()))
    }

    async fn try_to_publish(
        &self,
        at: &FleetConnection,
        id: &str,
        payload: Vec<u8>,
    ) -> Result<(), PublishError> {
        let message = PublishMessage::build().payload(payload.into()).message_id(id);
        let published = async {
            let subject = at.subject(&self.subject);
            at.context.send_publish(subject, message).await?.await.map(drop)
        };
        let silent = |_| PublishError::new(PublishErrorKind::TimedOut);
        timeout(ANSWER_LIMIT + Duration::from_millis(500), published).await.map_err(silent)?
    }

    /// Pulls a job out of the queue, and waits for one up to this time. `None` if there is none, or
    /// if NATS goes or comes meanwhile.
    ///
    /// # Errors
    /// When there is no queue, or NATS does not answer.
    pub async fn pull(
        &self,
        at: &FleetConnection,
        wait: Option<Duration>,
    ) -> Result<Option<Message>, FleetError> {
        let mut changes = at.changes.clone();
        changes.mark_unchanged();
        let limit = wait.unwrap_or_default() + 2 * ANSWER_LIMIT;
        let pulled = tokio::select! {
            pulled = timeout(limit, self.try_to_pull(at, wait)) => {
                pulled.unwrap_or_else(|_| Err(FleetError::Queue("it does not answer".to_owned())))
            }
            // What was asked for is forgotten then.
            Ok(()) = changes.changed() => Ok(None),
        };
        if pulled.is_err() {
            at.consumers.lock().unwrap_or_else(PoisonError::into_inner).clear();
        }
        pulled
    }

    async fn try_to_pull(
        &self,
        at: &FleetConnection,
        wait: Option<Duration>,
    ) -> Result<Option<Message>, FleetError> {
        let failed = |error: String| FleetError::Queue(error);
        let key = (at.stream(self.stream), self.consumer.clone());
        let known = || at.consumers.lock().unwrap_or_else(PoisonError::into_inner);
        let consumer = known().get(&key).cloned();
        let consumer = match consumer {
            Some(consumer) => consumer,
            None => {
                let consumer: PullConsumer = at
                    .context
                    .get_consumer_from_stream(&self.consumer, at.stream(self.stream))
                    .await
                    .map_err(|error| match error.kind() {
                        ConsumerErrorKind::JetStream(reason) if reason.code() == 404 => {
                            FleetError::NoQueue
                        }
                        _ => failed(error.to_string()),
                    })?;
                let mut known = known();
                if known.len() >= MOST_CONSUMERS {
                    known.clear();
                }
                known.insert(key, consumer.clone());
                consumer
            }
        };
        let messages = match wait {
            Some(wait) => consumer.batch().max_messages(1).expires(wait).messages().await,
            None => consumer.fetch().max_messages(1).messages().await,
        };
        let mut messages = messages.map_err(|error| failed(error.to_string()))?;
        messages.next().await.transpose().map_err(|error| failed(error.to_string()))
    }

    /// The number of jobs in the queue, waiting and running.
    ///
    /// # Errors
    /// When there is no queue, or NATS does not answer.
    pub async fn len(&self, at: &FleetConnection) -> Result<u64, FleetError> {
        self.status(at).await.map(|status| status.waiting + status.running)
    }

    /// The state of the queue.
    ///
    /// # Errors
    /// When there is no queue, or NATS does not answer.
    pub async fn status(&self, at: &FleetConnection) -> Result<QueueStatus, FleetError> {
        let failed = |error: String| FleetError::Queue(error);
        let asked = async {
            let stream = at.context.get_stream(at.stream(self.stream)).await;
            let stream = stream.map_err(|error| failed(error.to_string()))?;
            let consumer = stream.consumer_info(&self.consumer).await;
            let consumer = consumer.map_err(|error| failed(error.to_string()))?;
            let waiting = consumer.num_pending;
            let running = consumer.num_ack_pending as u64;
            let oldest_ms = match waiting + running {
                0 => None,
                _ => {
                    let from = stream.cached_info().state.first_sequence;
                    let subject = at.subject(&self.subject);
                    let first = stream.get_first_raw_message_by_subject(subject, from).await;
                    first.ok().and_then(|first| age_ms(first.time.unix_timestamp_nanos()))
                }
            };
            Ok(QueueStatus {
                queue: self.name(),
                waiting,
                running,
                redelivered: consumer.num_redelivered as u64,
                oldest_ms,
            })
        };
        timeout(2 * ANSWER_LIMIT, asked)
            .await
            .map_err(|_| failed("it does not answer".to_owned()))?
    }

    /// Removes the queue of a run, with all its chunks.
    pub async fn remove(&self, at: &FleetConnection) {
        let removed = async {
            let Ok(stream) = at.context.get_stream_no_info(at.stream(self.stream)).await else {
                return;
            };
            let _ = stream.delete_consumer(&self.consumer).await;
            let _ = stream.purge().filter(at.subject(&self.subject)).await;
        };
        let _ = timeout(2 * ANSWER_LIMIT, removed).await;
    }
}

/// The queues of many runs are not all remembered.
const MOST_CONSUMERS: usize = 64;

/// The state of all queues that are there.
pub async fn statuses(at: &FleetConnection) -> Vec<QueueStatus> {
    let mut all = Vec::new();
    let runs = async {
        let stream = at.context.get_stream(at.stream("RUNS")).await.ok()?;
        let mut names = stream.consumer_names();
        let mut runs = Vec::new();
        while let Some(Ok(name)) = names.next().await {
            runs.push(JobQueue::run(&name));
        }
        Some(runs)
    };
    let runs = timeout(2 * ANSWER_LIMIT, runs).await.ok().flatten().unwrap_or_default();
    for queue in [JobQueue::moves(), JobQueue::analyses()].into_iter().chain(runs) {
        all.extend(queue.status(at).await.ok());
    }
    all
}

/// How often a job was given out, this time included.
pub fn deliveries(message: &Message) -> u64 {
    message.info().map_or(1, |info| info.delivered.max(1) as u64)
}

/// The place of a job in its stream. A job that was published twice has two places.
pub fn sequence(message: &Message) -> u64 {
    message.info().map_or(0, |info| info.stream_sequence)
}

/// Acknowledges a job in some way. What is lost is noticed by the silence.
pub async fn acknowledge(message: &Message, kind: AckKind) {
    let _ = timeout(ANSWER_LIMIT, message.ack_with(kind)).await;
}

/// The milliseconds since a time in nanoseconds since 1970, by the clock of this machine.
fn age_ms(since: i128) -> Option<u64> {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).ok()?;
    u64::try_from((now.as_nanos() as i128 - since) / 1_000_000).ok()
}
