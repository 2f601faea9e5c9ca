//! A server in this process, with threads and a folder of its own.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use ludoteca_server::{Server, ServerLimits, ServerSettings};
use tempfile::TempDir;
use tokio::runtime::Builder;
use tokio::sync::oneshot;

use crate::balancer;
use crate::client::{Bot, PATIENCE};
#[cfg(feature = "cluster")]
use crate::{nats, postgres};

/// A server that runs until it is stopped or dropped.
pub struct Host {
    pub address: SocketAddr,
    /// The address of the metrics, if it is separate from the page.
    pub metrics: Option<SocketAddr>,
    /// The addresses for programs, if they are allowed: clients of Breakthrough's protocol, and
    /// engines.
    pub ports: [Option<SocketAddr>; 2],
    folder: TempDir,
    servers: Vec<Running>,
}

/// A server with threads of its own.
struct Running {
    address: SocketAddr,
    metrics: Option<SocketAddr>,
    ports: [Option<SocketAddr>; 2],
    stop: oneshot::Sender<()>,
    thread: JoinHandle<()>,
}

impl Host {
    /// Starts a server without limits and pauses.
    pub async fn start() -> Host {
        Host::with(|_| {}).await
    }

    /// Starts a server with changed settings.
    pub async fn with(change: impl FnOnce(&mut ServerSettings)) -> Host {
        Host::open(tempfile::tempdir().expect("a folder"), change)
    }

    /// Starts a single server with changed settings, even where other tests have several: for what
    /// each server does by itself, such as limits for connections and turns of engines.
    pub async fn alone(change: impl FnOnce(&mut ServerSettings)) -> Host {
        let folder = tempfile::tempdir().expect("a folder");
        let mut settings = Host::settings(folder.path());
        change(&mut settings);
        Host::run(folder, settings, 1)
    }

    /// Stops it and starts another with the same folder.
    pub async fn restart(self) -> Host {
        self.restart_with(|_| {}).await
    }

    /// Stops it and starts another with the same folder and changed settings.
    pub async fn restart_with(self, change: impl FnOnce(&mut ServerSettings)) -> Host {
        Host::open(self.stop().await, change)
    }

    /// Stops it in good order, and returns its folder.
    pub async fn stop(self) -> TempDir {
        for Running { stop, thread, .. } in self.servers {
            let _ = stop.send(());
            let joined = tokio::task::spawn_blocking(move || thread.join());
            joined.await.expect("nobody panics here").expect("the server did not panic");
        }
        self.folder
    }

    /// The folder of the server.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Everything that a stopped server has stored, as bytes.
    pub fn stored(folder: &TempDir) -> Vec<u8> {
        #[cfg(feature = "cluster")]
        if StoreKind::wanted() != StoreKind::File {
            return postgres::dump(folder.path());
        }
        let files = std::fs::read_dir(folder.path()).expect("a folder");
        let read = |file: std::io::Result<std::fs::DirEntry>| {
            std::fs::read(file.expect("a file").path()).expect("it can be read")
        };
        files.flat_map(read).collect()
    }

    /// The database of the server.
    pub fn file(folder: &TempDir) -> PathBuf {
        folder.path().join("ludoteca.db")
    }

    /// Creates a new player.
    pub async fn bot(&self, name: &str) -> Bot {
        Bot::new(self.address, name).await
    }

    /// Starts a server with a file, whatever the other tests have.
    #[cfg(feature = "cluster")]
    pub fn in_file() -> Host {
        Host::open_file(tempfile::tempdir().expect("a folder"))
    }

    /// Starts a server with the file in this folder.
    #[cfg(feature = "cluster")]
    pub fn open_file(folder: TempDir) -> Host {
        let mut settings = Host::settings(folder.path());
        settings.database = None;
        Host::run(folder, settings, 1)
    }

    /// Starts a server with this database.
    #[cfg(feature = "cluster")]
    pub fn in_database(url: ludoteca_server::DatabaseUrl) -> Host {
        Host::in_database_with(url, |_| {})
    }

    /// Starts a server with this database and changed settings, without NATS unless they name it.
    #[cfg(feature = "cluster")]
    pub fn in_database_with(
        url: ludoteca_server::DatabaseUrl,
        change: impl FnOnce(&mut ServerSettings),
    ) -> Host {
        let folder = tempfile::tempdir().expect("a folder");
        let mut settings = Host::settings(folder.path());
        (settings.database, settings.nats) = (Some(url), None);
        change(&mut settings);
        Host::run(folder, settings, 1)
    }

    /// The settings of a server for this folder, without limits and pauses.
    pub fn settings(folder: &Path) -> ServerSettings {
        let limits = ServerLimits {
            connections: 10_000,
            requests: 1_000_000,
            tables: 10_000,
            newcomers: 1_000_000,
            engine_tables: 10_000,
            analyses: 10_000,
            programs: 10_000,
            all_programs: 10_000,
            ..ServerLimits::USUAL
        };
        let data = folder.to_owned();
        let mut settings =
            ServerSettings::new("127.0.0.1:0".to_owned(), data, || "2026-01-01".to_owned());
        (settings.limits, settings.pause, settings.engine_threads) = (limits, Duration::ZERO, 1);
        settings.refusal_delay = Duration::ZERO;
        // The host names that requests of tests use.
        settings.hosts = ["here", "x"].map(str::to_owned).to_vec();
        #[cfg(feature = "cluster")]
        if StoreKind::wanted() != StoreKind::File {
            settings.database = Some(postgres::database(folder));
            if StoreKind::wanted() == StoreKind::News {
                settings.nats = Some(nats::url());
                settings.cluster = nats::cluster(folder);
            }
        }
        settings
    }

    pub fn open(folder: TempDir, change: impl FnOnce(&mut ServerSettings)) -> Host {
        let mut settings = Host::settings(folder.path());
        change(&mut settings);
        Host::run(folder, settings, StoreKind::wanted().servers())
    }

    fn run(folder: TempDir, settings: ServerSettings, servers: usize) -> Host {
        let servers: Vec<Running> =
            (0..servers).map(|_| Running::start(settings.clone())).collect();
        let [first, ..] = servers.as_slice() else { panic!("no server") };
        let (metrics, ports) = (first.metrics, first.ports);
        let address = match servers.as_slice() {
            [only] => only.address,
            several => balancer::start(several.iter().map(|server| server.address).collect()),
        };
        Host { address, metrics, ports, folder, servers }
    }
}

impl Running {
    fn start(settings: ServerSettings) -> Running {
        let (stop, stopped) = oneshot::channel();
        let (tell, told) = mpsc::channel();
        let thread = thread::spawn(move || {
            let runtime = Builder::new_multi_thread()
                .worker_threads(2)
                .enable_all()
                .build()
                .expect("threads");
            runtime.block_on(async {
                let server = Server::start(settings).await.expect("it starts");
                let ports = [server.breakthrough(), server.engines()];
                tell.send((server.address(), server.metrics(), ports))
                    .expect("somebody waits for it");
                let stop = async { drop(stopped.await) };
                server.run(stop).await.expect("it serves");
            });
            // Nothing of the server is left when the next one starts.
            runtime.shutdown_timeout(PATIENCE);
        });
        let (address, metrics, ports) = told.recv_timeout(PATIENCE).expect("it starts");
        Running { address, metrics, ports, stop, thread }
    }
}

/// Where the servers of these tests keep everything, as `LUDOTECA_TEST_STORE` says.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum StoreKind {
    /// In a file.
    File,
    /// `postgres`: in a database.
    #[cfg(feature = "cluster")]
    Database,
    /// `two`: in a database that two servers share. Each connection goes to one of them.
    #[cfg(feature = "cluster")]
    TwoServers,
    /// `news`: the same, and the two servers tell each other news over NATS.
    #[cfg(feature = "cluster")]
    News,
}

impl StoreKind {
    /// The kind that is wanted.
    pub fn wanted() -> StoreKind {
        match std::env::var("LUDOTECA_TEST_STORE").as_deref() {
            #[cfg(feature = "cluster")]
            Ok("postgres") => StoreKind::Database,
            #[cfg(feature = "cluster")]
            Ok("two") => StoreKind::TwoServers,
            #[cfg(feature = "cluster")]
            Ok("news") => StoreKind::News,
            Err(_) | Ok("") => StoreKind::File,
            Ok(other) => panic!("LUDOTECA_TEST_STORE={other}: allowed are postgres, two and news"),
        }
    }

    /// Do the servers tell each other news?
    pub fn has_news(self) -> bool {
        #[cfg(feature = "cluster")]
        return self == StoreKind::News;
        #[cfg(not(feature = "cluster"))]
        false
    }

    /// How many servers a test has.
    fn servers(self) -> usize {
        match self {
            StoreKind::File => 1,
            #[cfg(feature = "cluster")]
            StoreKind::Database => 1,
            #[cfg(feature = "cluster")]
            StoreKind::TwoServers | StoreKind::News => 2,
        }
    }
}

/// Is this test about the file? Elsewhere there is nothing to test, and it says so.
pub fn is_about_files(test: &str) -> bool {
    let is_file = StoreKind::wanted() == StoreKind::File;
    if !is_file {
        println!("skipped: {test} is about the file");
    }
    is_file
}
