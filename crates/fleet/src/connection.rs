//! A connection of the fleet to NATS, and its subjects.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::{self, Context};
use async_nats::{Client, Event};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::sync::watch;
use tokio::task::AbortHandle;
use tokio::time::{Instant, timeout};

use crate::nats::{ClusterName, NatsUrl};

/// Why a fleet cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FleetError {
    /// NATS cannot be used at all.
    #[error("NATS at {nats} cannot be used: {reason}")]
    Connect {
        /// The addresses.
        nats: String,
        /// The reason.
        reason: String,
    },
    /// There is no such queue, or not yet.
    #[error("there is no queue for this work in NATS")]
    NoQueue,
    /// NATS does not do what it is asked for.
    #[error("NATS does not keep a queue: {0}")]
    Queue(String),
}

/// Time limit for handing something over to NATS, and for its answers.
pub const ANSWER_LIMIT: Duration = Duration::from_secs(2);

/// Messages that are longer are not sent, and not read. NATS has a limit of 1 MiB unless it is
/// told otherwise.
pub const LONGEST_MESSAGE: usize = 900 * 1024;

/// Errors are logged once in this time.
const QUIET: Duration = Duration::from_secs(60);

/// A connection that lasts, with the subjects of a cluster. Clones are the same connection.
#[derive(Clone)]
pub struct FleetConnection {
    pub client: Client,
    pub context: Context,
    /// Counts how often NATS came or went.
    pub changes: watch::Receiver<u64>,
    /// The consumers from which jobs were pulled, by stream and name.
    pub consumers: Arc<Mutex<HashMap<(String, String), PullConsumer>>>,
    is_connected: Arc<AtomicBool>,
    cluster: String,
}

impl FleetConnection {
    /// Begins to connect. NATS may be away at this time.
    ///
    /// # Errors
    /// When NATS can never be used with this address.
    pub async fn begin(
        url: &NatsUrl,
        cluster: &ClusterName,
    ) -> Result<FleetConnection, FleetError> {
        let (changed, changes) = watch::channel(0);
        let is_connected = Arc::<AtomicBool>::default();
        let log = FleetLog::new(url.to_string(), changed, Arc::clone(&is_connected));
        let options = url.lasting().event_callback(move |event| {
            log.log(&event);
            async {}
        });
        let failed = |reason: async_nats::ConnectError| FleetError::Connect {
            nats: url.to_string(),
            reason: reason.to_string(),
        };
        let client = url.open(options).await.map_err(failed)?;
        Ok(FleetConnection::of(client, cluster, changes, is_connected))
    }

    /// A connection that does not last, for a question or two.
    ///
    /// # Errors
    /// When NATS cannot be reached.
    pub async fn once(url: &NatsUrl, cluster: &ClusterName) -> Result<FleetConnection, FleetError> {
        let client = url
            .connect_once()
            .await
            .map_err(|reason| FleetError::Connect { nats: url.to_string(), reason })?;
        let is_connected = Arc::new(AtomicBool::new(true));
        Ok(FleetConnection::of(client, cluster, watch::channel(0).1, is_connected))
    }

    fn of(
        client: Client,
        cluster: &ClusterName,
        changes: watch::Receiver<u64>,
        is_connected: Arc<AtomicBool>,
    ) -> FleetConnection {
        let mut context = jetstream::new(client.clone());
        context.set_timeout(ANSWER_LIMIT);
        let cluster = cluster.to_string();
        FleetConnection {
            client,
            context,
            changes,
            consumers: Arc::default(),
            is_connected,
            cluster,
        }
    }

    /// Is NATS connected? A connection that falls silent counts as connected for some seconds.
    pub fn is_connected(&self) -> bool {
        self.is_connected.load(Ordering::Relaxed)
    }

    /// Waits until NATS is connected, for a moment at most.
    pub async fn waits_for_nats(&self) {
        let mut changes = self.changes.clone();
        let connected = async { while !self.is_connected() && changes.changed().await.is_ok() {} };
        let _ = timeout(ANSWER_LIMIT, connected).await;
    }

    /// A subject of the cluster.
    pub fn subject(&self, rest: &str) -> String {
        format!("{}.{rest}", self.cluster)
    }

    /// The name of a stream of the cluster.
    pub fn stream(&self, name: &str) -> String {
        format!("{}_{name}", self.cluster)
    }

    /// Publishes a value. It may be lost: what matters is said again, or not needed.
    pub async fn publish(&self, rest: &str, value: &impl Serialize) {
        let Some(payload) = to_bytes(value) else { return };
        // While NATS is away, the client keeps messages, and waits when it has too many.
        let sent = self.client.publish(self.subject(rest), payload.into());
        let _ = timeout(ANSWER_LIMIT, sent).await;
    }
}

/// Writes a value; `None` if it is too long for a message.
pub fn to_bytes(value: &impl Serialize) -> Option<Vec<u8>> {
    serde_json::to_vec(value).ok().filter(|bytes| bytes.len() <= LONGEST_MESSAGE)
}

/// Reads a value that another process has sent; `None` if it is something else.
pub fn from_bytes<T: DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    (bytes.len() <= LONGEST_MESSAGE).then(|| serde_json::from_slice(bytes).ok()).flatten()
}

/// An id that nobody else has.
pub fn fresh_id() -> String {
    format!("{:x}{:x}", random(), random())
}

/// A time between half of this and all of it, so that not everybody tries again at once.
pub fn jittered(time: Duration) -> Duration {
    time.mul_f64(0.5 + 0.5 * (random() % 1000) as f64 / 1000.0)
}

fn random() -> u64 {
    RandomState::new().hash_one("fleet")
}

/// Says when NATS goes and comes, each time in one line.
struct FleetLog {
    nats: String,
    changed: watch::Sender<u64>,
    is_connected: Arc<AtomicBool>,
    was_connected: AtomicBool,
    errors: Seldom,
}

impl FleetLog {
    fn new(nats: String, changed: watch::Sender<u64>, is_connected: Arc<AtomicBool>) -> FleetLog {
        let was_connected = AtomicBool::new(false);
        FleetLog { nats, changed, is_connected, was_connected, errors: Seldom::default() }
    }

    fn log(&self, event: &Event) {
        let nats = &self.nats;
        match event {
            Event::Connected => {
                self.is_connected.store(true, Ordering::Relaxed);
                match self.was_connected.swap(true, Ordering::Relaxed) {
                    false => tracing::info!(nats, "connected to the queues in NATS"),
                    true => tracing::info!(nats, "connected to the queues in NATS again"),
                }
                self.changed.send_modify(|changes| *changes += 1);
            }
            Event::Disconnected => {
                if self.is_connected.swap(false, Ordering::Relaxed) {
                    tracing::warn!(nats, "the queues in NATS are away");
                }
                self.changed.send_modify(|changes| *changes += 1);
            }
            Event::ClientError(error) => self
                .errors
                .log(|| tracing::warn!(nats, %error, "the queues in NATS cannot be reached")),
            Event::ServerError(error) => {
                self.errors.log(|| tracing::warn!(nats, %error, "NATS reports an error"));
            }
            Event::SlowConsumer(_) => {
                self.errors.log(|| tracing::warn!(nats, "messages come faster than they are read"));
            }
            Event::LameDuckMode | Event::Draining | Event::Closed => {}
        }
    }
}

/// What happens again and again is logged once in a while.
#[derive(Default)]
pub struct Seldom(Mutex<Option<Instant>>);

impl Seldom {
    /// Logs, unless something was logged a moment ago.
    pub fn log(&self, log: impl FnOnce()) {
        let mut at = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if at.is_none_or(|at| at.elapsed() >= QUIET) {
            *at = Some(Instant::now());
            log();
        }
    }
}

/// Tasks that end with their owner.
#[derive(Default)]
pub struct Tasks(Vec<AbortHandle>);

impl Tasks {
    /// Starts a task.
    pub fn spawn(&mut self, task: impl Future<Output = ()> + Send + 'static) {
        self.0.push(tokio::spawn(task).abort_handle());
    }
}

impl Drop for Tasks {
    fn drop(&mut self) {
        self.0.iter().for_each(AbortHandle::abort);
    }
}
