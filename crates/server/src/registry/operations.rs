//! What the people who run the server see and do: health, gauges, and the way out.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::time::{Instant, timeout};

use super::{StorageHealth, TableRegistry, lock};
use crate::error::{ApiError, ErrorCode};
use crate::metrics::{ClusterCounts, Gauges};
use crate::texts;

/// The state of the server as its operators see it.
#[derive(Default)]
pub struct Operations {
    /// Is the server about to stop?
    is_draining: AtomicBool,
    /// What the database said about all servers, and when it was asked.
    counts: Mutex<Option<(Instant, ClusterCounts)>>,
}

/// The health of the server.
pub struct ServerHealth {
    /// The health of the storage.
    pub storage: StorageHealth,
    /// Is the server about to stop?
    pub draining: bool,
    /// What the server works without.
    pub degraded: Vec<&'static str>,
}

/// How often the duties and servers of a shared database are counted.
const COUNT: Duration = Duration::from_secs(5);

/// How long a server that stops waits for the database to know that. Each later heartbeat says it
/// again.
const LEAVE_LIMIT: Duration = Duration::from_secs(1);

/// When a client that is refused because the server stops should ask again: by then a balancer
/// knows.
const ASK_AGAIN: Duration = Duration::from_secs(1);

impl TableRegistry {
    /// The health of the server at the last check. A request for it writes nothing.
    pub fn server_health(&self) -> ServerHealth {
        let degraded = match self.news_connected() {
            Some(false) => vec!["nats"],
            Some(true) | None => Vec::new(),
        };
        ServerHealth { storage: self.health(), draining: self.is_draining(), degraded }
    }

    /// Is there a connection to the service that brings news of other servers? `None` if this
    /// server uses none.
    pub fn news_connected(&self) -> Option<bool> {
        self.news.is_connected()
    }

    /// The current values for monitoring.
    pub fn gauges(&self) -> Gauges<'_> {
        let (tables, connections) = self.sizes();
        Gauges {
            tables,
            connections,
            waiting: self.thinking.waiting(),
            database_up: self.health().ok,
            nats_up: self.news_connected(),
            draining: self.is_draining(),
            cluster: lock(&self.operations.counts).map(|(_, counts)| counts),
            batch_sizes: self.store.batch_sizes(),
        }
    }

    /// Asks a shared database now and then what metrics say about all servers. So a request for
    /// metrics asks it nothing.
    pub(super) async fn count_cluster(&self) {
        let asked = lock(&self.operations.counts).map(|(asked, _)| asked);
        if asked.is_some_and(|asked| asked.elapsed() < COUNT) {
            return;
        }
        // While the database is away, the last known values stay.
        if let Ok(Some(counts)) = self.store.cluster_counts().await {
            *lock(&self.operations.counts) = Some((Instant::now(), counts));
        }
    }

    /// How many servers share the database, as far as this is known.
    #[cfg(feature = "cluster")]
    pub(super) fn servers_alive(&self) -> usize {
        lock(&self.operations.counts).map_or(1, |(_, counts)| counts.servers)
    }

    /// Is the server about to stop?
    pub fn is_draining(&self) -> bool {
        self.operations.is_draining.load(Ordering::Relaxed)
    }

    /// Do other servers attend to the tables of this one, because it is about to stop?
    pub(super) fn has_handed_over(&self) -> bool {
        self.is_draining() && self.store.is_shared()
    }

    /// From now on the server only answers requests. Other servers of the same store are told
    /// first, so that they attend to its tables at once; then all connections are told.
    pub async fn drain(&self) {
        self.operations.is_draining.store(true, Ordering::Relaxed);
        if self.store.is_shared() {
            match timeout(LEAVE_LIMIT, self.store.leave()).await {
                Ok(Ok(())) => tracing::info!("the server stops and hands its tables over"),
                Ok(Err(error)) => tracing::warn!(%error, "others do not know yet that it stops"),
                Err(_) => tracing::warn!("others do not know yet that the server stops"),
            }
        }
        self.announce_shutdown();
    }

    /// Refuses what would outlast a server that is about to stop.
    ///
    /// # Errors
    /// Fails if the server is about to stop.
    pub fn must_stay(&self) -> Result<(), ApiError> {
        if !self.is_draining() {
            return Ok(());
        }
        let busy = ApiError::new(ErrorCode::Busy, texts::STOPPING);
        Err(ApiError { retry_after: Some(ASK_AGAIN), ..busy })
    }
}
