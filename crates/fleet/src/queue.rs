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

use std::time::{Duration, SystemTime};

use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::stream::{Config, RetentionPolicy, StorageType};
use async_nats::jetstream::{AckKind, Message};
use futures_util::StreamExt;
use serde::Serialize;
use tokio::time::timeout;

use crate::connection::{FleetConnection, FleetError, LIMIT};
use crate::job::{VERSION, WorkKind};

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
            most_deliveries: 10,
            storage: StorageType::File,
            max_age: Duration::from_secs(24 * 60 * 60),
        }
    }

    /// The queue of jobs of servers of this kind.
    pub fn of(kind: WorkKind) -> JobQueue {
        match kind {
            WorkKind::Moves => JobQueue::moves(),
            WorkKind::Analyses | WorkKind::Games | WorkKind::SelfPlay => JobQueue::analyses(),
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
        timeout(2 * LIMIT, made).await.map_err(|_| failed("it does not answer".to_owned()))?
    }

    /// Puts a job into the queue, and makes the queue if it is not there.
    ///
    /// # Errors
    /// When NATS has not acknowledged it. It may be in the queue all the same.
    pub async fn publish(&self, at: &FleetConnection, payload: Vec<u8>) -> Result<(), FleetError> {
        // What is published at a subject without a stream is refused at once.
        if self.try_to_publish(at, payload.clone()).await?.is_err() {
            self.ensure(at).await?;
            self.try_to_publish(at, payload).await?.map_err(FleetError::Queue)?;
        }
        Ok(())
    }

    /// Says why NATS has not stored it. It is an error if NATS says nothing.
    async fn try_to_publish(
        &self,
        at: &FleetConnection,
        payload: Vec<u8>,
    ) -> Result<Result<(), String>, FleetError> {
        let published = async {
            let sent = at.context.publish(at.subject(&self.subject), payload.into()).await;
            let stored = sent.map_err(|error| error.to_string())?.await;
            stored.map(drop).map_err(|error| error.to_string())
        };
        let silent = |_| FleetError::Queue("it does not answer".to_owned());
        timeout(LIMIT, published).await.map_err(silent)
    }

    /// Takes a job out of the queue, and waits for one up to this time. `None` if there is none.
    ///
    /// # Errors
    /// When there is no queue, or NATS does not answer.
    pub async fn take(
        &self,
        at: &FleetConnection,
        wait: Option<Duration>,
    ) -> Result<Option<Message>, FleetError> {
        let failed = |error: String| FleetError::Queue(error);
        let taken = async {
            let consumer: PullConsumer = at
                .context
                .get_consumer_from_stream(&self.consumer, at.stream(self.stream))
                .await
                .map_err(|error| failed(error.to_string()))?;
            let messages = match wait {
                Some(wait) => consumer.batch().max_messages(1).expires(wait).messages().await,
                None => consumer.fetch().max_messages(1).messages().await,
            };
            let mut messages = messages.map_err(|error| failed(error.to_string()))?;
            messages.next().await.transpose().map_err(|error| failed(error.to_string()))
        };
        let limit = wait.unwrap_or_default() + 2 * LIMIT;
        timeout(limit, taken).await.map_err(|_| failed("it does not answer".to_owned()))?
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
        timeout(2 * LIMIT, asked).await.map_err(|_| failed("it does not answer".to_owned()))?
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
        let _ = timeout(2 * LIMIT, removed).await;
    }
}

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
    let runs = timeout(2 * LIMIT, runs).await.ok().flatten().unwrap_or_default();
    for queue in [JobQueue::moves(), JobQueue::analyses()].into_iter().chain(runs) {
        all.extend(queue.status(at).await.ok());
    }
    all
}

/// How often a job was given out, this time included.
pub fn deliveries(message: &Message) -> u64 {
    message.info().map_or(1, |info| info.delivered.max(1) as u64)
}

/// Says something about a job to the queue. What is lost is noticed by the silence.
pub async fn tell(message: &Message, kind: AckKind) {
    let _ = timeout(LIMIT, message.ack_with(kind)).await;
}

/// The milliseconds since a time in nanoseconds since 1970, by the clock of this machine.
fn age_ms(since: i128) -> Option<u64> {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).ok()?;
    u64::try_from((now.as_nanos() as i128 - since) / 1_000_000).ok()
}
