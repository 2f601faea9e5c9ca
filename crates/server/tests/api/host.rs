//! A server in this process, with threads and a folder of its own.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::mpsc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use ludoteca_server::{Server, ServerLimits, ServerSettings};
use tempfile::TempDir;
use tokio::runtime::Builder;
use tokio::sync::oneshot;

use crate::client::{Bot, PATIENCE};

/// A server that runs until it is stopped or dropped.
pub struct Host {
    pub address: SocketAddr,
    /// The address of the metrics, if it is separate from the page.
    pub metrics: Option<SocketAddr>,
    /// The addresses for programs, if they are allowed: clients of Breakthrough's protocol, and
    /// engines.
    pub ports: [Option<SocketAddr>; 2],
    folder: TempDir,
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
        let _ = self.stop.send(());
        let joined = tokio::task::spawn_blocking(move || self.thread.join());
        joined.await.expect("nobody panics here").expect("the server did not panic");
        self.folder
    }

    /// The folder of the server.
    pub fn folder(&self) -> &std::path::Path {
        self.folder.path()
    }

    /// The database of the server.
    pub fn file(folder: &TempDir) -> PathBuf {
        folder.path().join("ludoteca.db")
    }

    /// Creates a new player.
    pub async fn bot(&self, name: &str) -> Bot {
        Bot::new(self.address, name).await
    }

    pub fn open(folder: TempDir, change: impl FnOnce(&mut ServerSettings)) -> Host {
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
        let data = folder.path().to_owned();
        let mut settings =
            ServerSettings::new("127.0.0.1:0".to_owned(), data, || "2026-01-01".to_owned());
        (settings.limits, settings.pause, settings.engine_threads) = (limits, Duration::ZERO, 1);
        settings.refusal_delay = Duration::ZERO;
        // The host names that requests of tests use.
        settings.hosts = ["here", "x"].map(str::to_owned).to_vec();
        change(&mut settings);
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
        Host { address, metrics, ports, folder, stop, thread }
    }
}
