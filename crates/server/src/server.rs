//! The server process from its start to its end.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use ludoteca_system::process::{open_files, raise_open_files};
use tokio::net::TcpListener;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, sleep_until, timeout};

use crate::http::{self, AccessLimits, AppState, Deadlines, LimitedListener, PeerInfo};
use crate::ids::Id;
use crate::programs;
use crate::registry::{Pruned, TableRegistry};
use crate::settings::ServerSettings;
#[cfg(feature = "cluster")]
use crate::store::Member;
use crate::store::{FILE, Store, StoreError};

/// A server that is listening.
pub struct Server {
    listener: LimitedListener,
    address: SocketAddr,
    monitoring: Option<(LimitedListener, SocketAddr)>,
    /// Why the limit of open files could not be raised.
    open_files: Option<io::Error>,
    breakthrough: Option<(TcpListener, SocketAddr)>,
    engines: Option<(TcpListener, SocketAddr)>,
    shared: AppState,
}

/// Why a server does not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// It cannot listen at an address.
    #[error("{address}: {error}")]
    Listen {
        /// The address.
        address: String,
        /// The error of the operating system.
        error: io::Error,
    },
    /// The file cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The number of open files that are reserved for the database, listeners and other uses; and the
/// number for each port of programs.
const OWN_FILES: usize = 128;
const FILES_OF_A_PORT: usize = 256;

/// The most connections, whatever the limit of open files is: each also takes memory.
const MOST_CONNECTIONS: usize = 10_000;

/// The most connections to the monitoring port, if there is one.
const MONITORING_CONNECTIONS: usize = 32;

/// How long open connections may take to finish when the server stops.
const SHUTDOWN_LIMIT: Duration = Duration::from_secs(5);

/// A server that shares its database answers for this long after it was told to stop, so that a
/// balancer notices. Then it has this much time for work in progress, and for the last writes.
const DRAINING: Duration = Duration::from_secs(2);
const SHARED_SHUTDOWN_LIMIT: Duration = Duration::from_secs(2);
const CLOSE_LIMIT: Duration = Duration::from_millis(900);

impl Server {
    /// Opens the file and starts to listen; port 0 takes a free port. Games resume where they were.
    ///
    /// # Errors
    /// Fails if the file cannot be opened, or the server cannot listen.
    pub async fn start(settings: ServerSettings) -> Result<Server, StartError> {
        let (listener, address) = listen(&settings.listen).await?;
        let breakthrough = listen_if(settings.breakthrough.as_deref()).await?;
        let engines = listen_if(settings.engines.as_deref()).await?;
        let metrics = listen_if(settings.metrics.as_deref()).await?;
        // Each connection is an open file.
        let open_files = raise_open_files().err();
        let store = open_store(&settings, address).await?;
        let deadlines = Deadlines { idle: settings.idle, head: settings.head_time };
        let limits = Arc::new(AccessLimits::new(&settings, address, most_connections(&settings)));
        let limited_listener = LimitedListener { listener, limits: Arc::clone(&limits), deadlines };
        let metrics = metrics.map(|(listener, address)| {
            let limits = Arc::new(AccessLimits::new(&settings, address, MONITORING_CONNECTIONS));
            (LimitedListener { listener, limits, deadlines }, address)
        });
        let registry = TableRegistry::open(settings, store).await?;
        let links = reachable(address, &registry.settings).into_iter();
        let links = links.map(|address| format!("http://{address}")).collect();
        let shared = AppState::new(registry, limits, links);
        Ok(Server {
            listener: limited_listener,
            address,
            monitoring: metrics,
            open_files,
            breakthrough,
            engines,
            shared,
        })
    }

    /// The address of the page.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The addresses under which other devices reach the page, the likeliest first. There are none
    /// if the server listens for this machine only, or answers only to names of its own.
    pub fn reachable(&self) -> Vec<SocketAddr> {
        reachable(self.address, &self.shared.registry.settings)
    }

    /// The address of the monitoring port, if there is one.
    pub fn metrics(&self) -> Option<SocketAddr> {
        self.monitoring.as_ref().map(|(_, address)| *address)
    }

    /// Why the server could not raise its limit of open files, if raising it failed.
    pub fn open_files_error(&self) -> Option<&io::Error> {
        self.open_files.as_ref()
    }

    /// The address for clients of Breakthrough's protocol.
    pub fn breakthrough(&self) -> Option<SocketAddr> {
        self.breakthrough.as_ref().map(|(_, address)| *address)
    }

    /// The address for programs that speak the engine protocol.
    pub fn engines(&self) -> Option<SocketAddr> {
        self.engines.as_ref().map(|(_, address)| *address)
    }

    /// Serves until `stop` completes. Then all clients are notified, no new connections are
    /// accepted, and work in progress is finished. A server that shares its database hands its
    /// duties over first, and answers for a little longer.
    ///
    /// # Errors
    /// Fails if the operating system reports an error.
    pub async fn run(self, stop: impl Future<Output = ()> + Send + 'static) -> io::Result<()> {
        let (registry, shared) = (Arc::clone(&self.shared.registry), self.shared);
        let mut ports = JoinSet::new();
        if let Some((listener, _)) = self.breakthrough {
            ports.spawn(programs::receive(listener, shared.clone(), programs::breakthrough::serve));
        }
        if let Some((listener, _)) = self.engines {
            ports.spawn(programs::receive(listener, shared.clone(), programs::engines::serve));
        }
        if let Some((limited_listener, _)) = self.monitoring {
            let service = http::monitoring_router(shared.clone())
                .into_make_service_with_connect_info::<PeerInfo>();
            ports.spawn(async move { drop(axum::serve(limited_listener, service).await) });
        }
        let (announced, stopped) = tokio::sync::oneshot::channel();
        let is_shared = registry.store.is_shared();
        let stop = async move {
            stop.await;
            let told_at = Instant::now();
            registry.drain().await;
            if is_shared {
                sleep_until(told_at + DRAINING).await;
            }
            let _ = announced.send(());
        };
        let shutdown_limit = if is_shared { SHARED_SHUTDOWN_LIMIT } else { SHUTDOWN_LIMIT };
        let service =
            http::router(shared.clone()).into_make_service_with_connect_info::<PeerInfo>();
        let serving = axum::serve(self.listener, service).with_graceful_shutdown(stop);
        tokio::select! {
            served = serving => served?,
            // The server does not wait for clients that do not disconnect.
            () = async { let _ = stopped.await; sleep(shutdown_limit).await } => {}
        }
        ports.abort_all();
        let closing = shared.registry.close();
        if !is_shared {
            closing.await;
        } else if timeout(CLOSE_LIMIT, closing).await.is_err() {
            tracing::warn!("the database does not answer: the server ends all the same");
        }
        Ok(())
    }
}

/// Opens the database of a server, or else the file in its folder.
async fn open_store(settings: &ServerSettings, address: SocketAddr) -> Result<Store, StoreError> {
    #[cfg(feature = "cluster")]
    if let Some(url) = &settings.database {
        let address = address.to_string();
        let usual = || format!("{} {address}", ludoteca_system::process::host_name());
        let name = settings.name.clone().unwrap_or_else(usual);
        return Store::connect(url, Member { id: Id::fresh(), name, address }).await;
    }
    let _ = address;
    Store::open(&settings.data).await
}

/// The addresses under which other devices reach a server that listens at this address.
fn reachable(address: SocketAddr, settings: &ServerSettings) -> Vec<SocketAddr> {
    let ip = address.ip();
    if ip.is_loopback() || settings.behind_proxy || !settings.hosts.is_empty() {
        return Vec::new();
    }
    if !ip.is_unspecified() {
        return vec![address];
    }
    let own = ludoteca_system::sockets::own_addresses().into_iter();
    let is_heard = |own: &IpAddr| own.is_ipv4() || address.is_ipv6();
    own.filter(is_heard).map(|own| SocketAddr::new(own, address.port())).collect()
}

/// The largest number of connections.
fn most_connections(settings: &ServerSettings) -> usize {
    let ports =
        [&settings.breakthrough, &settings.engines].iter().filter(|port| port.is_some()).count();
    let files =
        open_files().map_or(usize::MAX, |files| usize::try_from(files).unwrap_or(usize::MAX));
    let possible = files.saturating_sub(OWN_FILES + FILES_OF_A_PORT * ports).max(files / 2);
    settings.limits.all_connections.unwrap_or(MOST_CONNECTIONS).min(possible).max(1)
}

async fn listen(address: &str) -> Result<(TcpListener, SocketAddr), StartError> {
    let failed = |error| StartError::Listen { address: address.to_owned(), error };
    let listener = ludoteca_system::sockets::listen(address).await.map_err(failed)?;
    let address = listener.local_addr().map_err(failed)?;
    Ok((listener, address))
}

async fn listen_if(address: Option<&str>) -> Result<Option<(TcpListener, SocketAddr)>, StartError> {
    match address {
        Some(address) => Ok(Some(listen(address).await?)),
        None => Ok(None),
    }
}

/// Erases a player from the file or database of a server that is not running. Returns the number of
/// tables that were affected.
///
/// # Errors
/// Fails if a server is running there, there is no such player, or it cannot be used.
pub async fn delete_player(settings: ServerSettings, player: &str) -> Result<usize, DataError> {
    let player = Id::given(player);
    let registry = open_alone(settings).await?;
    let deleted = match registry.store.times_of(&player).await? {
        Some(_) => {
            registry.forget(&player).await.map_err(|error| DataError::Refused(error.to_string()))
        }
        None => Err(DataError::NoPlayer(player.to_string())),
    };
    registry.close().await;
    deleted
}

/// Deletes old data from the file or database of a server that is not running: finished games that
/// nobody has touched for this long, and players who have no games left.
///
/// # Errors
/// Fails if a server is running there, or it cannot be used.
pub async fn prune(settings: ServerSettings, after: Duration) -> Result<Pruned, DataError> {
    let registry = open_alone(settings).await?;
    let pruned = registry.prune(after).await.map_err(|error| DataError::Refused(error.to_string()));
    registry.close().await;
    pruned
}

/// Why data cannot be deleted.
#[derive(Debug, thiserror::Error)]
pub enum DataError {
    /// The file cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The file has no such player.
    #[error("there is no player `{0}`")]
    NoPlayer(String),
    /// The change could not be written.
    #[error("{0}")]
    Refused(String),
}

/// Opens the table registry of a server that is not running, without resuming games.
async fn open_alone(settings: ServerSettings) -> Result<Arc<TableRegistry>, StoreError> {
    let file = settings.data.join(FILE);
    #[cfg(feature = "cluster")]
    let keeps_file = settings.database.is_none();
    #[cfg(not(feature = "cluster"))]
    let keeps_file = true;
    if keeps_file && !file.is_file() {
        let error = io::Error::from(io::ErrorKind::NotFound);
        return Err(StoreError::Folder { folder: file, error });
    }
    let nowhere = SocketAddr::new(IpAddr::from([0; 4]), 0);
    let store = open_store(&settings, nowhere).await?;
    TableRegistry::open_at_rest(settings, store).await
}

/// Copies the file of a server to a new file. The server may be running.
///
/// # Errors
/// Fails if there is no such file, or the copy already exists or cannot be written.
pub async fn back_up(folder: &Path, copy: &Path) -> Result<(), StoreError> {
    crate::store::back_up(folder, copy).await
}
