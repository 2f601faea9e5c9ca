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
    /// Where what is measured is told, where that is not beside the page.
    pub metrics: Option<SocketAddr>,
    /// Where programs connect, where they may: clients of Breakthrough's protocol, and engines.
    pub ports: [Option<SocketAddr>; 2],
    folder: TempDir,
    stop: oneshot::Sender<()>,
    thread: JoinHandle<()>,
}

impl Host {
    /// One that limits nobody and pauses nowhere.
    pub async fn start() -> Host {
        Host::with(|_| {}).await
    }

    /// One that is set up otherwise.
    pub async fn with(change: impl FnOnce(&mut ServerSettings)) -> Host {
        Host::open(tempfile::tempdir().expect("a folder"), change)
    }

    /// Stops it and starts another with the same folder.
    pub async fn restart(self) -> Host {
        self.restart_with(|_| {}).await
    }

    /// The same, and the new one is set up otherwise.
    pub async fn restart_with(self, change: impl FnOnce(&mut ServerSettings)) -> Host {
        Host::open(self.stop().await, change)
    }

    /// Stops it in good order, and gives its folder.
    pub async fn stop(self) -> TempDir {
        let _ = self.stop.send(());
        let joined = tokio::task::spawn_blocking(move || self.thread.join());
        joined.await.expect("nobody panics here").expect("the server did not panic");
        self.folder
    }

    /// Where it keeps everything.
    pub fn folder(&self) -> &std::path::Path {
        self.folder.path()
    }

    /// The file that keeps everything.
    pub fn file(folder: &TempDir) -> PathBuf {
        folder.path().join("ludoteca.db")
    }

    /// Somebody new.
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
        // What requests of tests call it.
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
            // Nothing of it is left when the next one starts.
            runtime.shutdown_timeout(PATIENCE);
        });
        let (address, metrics, ports) = told.recv_timeout(PATIENCE).expect("it starts");
        Host { address, metrics, ports, folder, stop, thread }
    }
}
