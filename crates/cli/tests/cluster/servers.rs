//! Servers as processes, on one database.

use std::fs::{self, OpenOptions};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::thread::panicking;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;
use tokio::time::{Instant, sleep, timeout};

use crate::client::{self, PATIENCE};
use crate::postgres::{self, Postgres};

/// The program of this version.
pub const PROGRAM: &str = env!("CARGO_BIN_EXE_ludoteca");

/// Several servers on one database.
pub struct Cluster {
    pub servers: Vec<ServerProcess>,
    pub database: Database,
    folder: TempDir,
}

/// A database of a test.
pub struct Database {
    name: String,
    port: u16,
}

/// A server in a process of its own. It keeps its address when it is started again.
pub struct ServerProcess {
    pub name: String,
    pub address: SocketAddr,
    program: PathBuf,
    /// The network namespace where it runs, if not that of the tests.
    pub namespace: Option<String>,
    /// The name of the database, and the address under which PostgreSQL is reached.
    database: String,
    pub way: SocketAddr,
    /// Variables of its environment.
    variables: Vec<(String, String)>,
    log: PathBuf,
    child: Option<Child>,
}

impl Cluster {
    /// Starts servers on a database of their own in this PostgreSQL.
    pub async fn start(postgres: &Postgres, servers: usize) -> Cluster {
        Cluster::with(postgres, servers, |_, _| {}).await
    }

    /// Starts servers that are changed before: each has a number, from 0.
    pub async fn with(
        postgres: &Postgres,
        servers: usize,
        change: impl Fn(usize, &mut ServerProcess),
    ) -> Cluster {
        let folder = tempfile::tempdir().expect("a folder");
        let name = folder.path().file_name().expect("a name").to_string_lossy().to_lowercase();
        let name: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
        // This makes it.
        postgres.database(&name, postgres.address());
        let database = Database { name, port: postgres.address().port() };
        let mut cluster = Cluster { servers: Vec::new(), database, folder };
        for number in 0..servers {
            let mut server = ServerProcess {
                name: format!("server {number}"),
                address: SocketAddr::from(([127, 0, 0, 1], postgres::free_port())),
                program: PathBuf::from(PROGRAM),
                namespace: None,
                database: cluster.database.name.clone(),
                way: postgres.address(),
                variables: Vec::new(),
                log: cluster.folder.path().join(format!("{number}.log")),
                child: None,
            };
            change(number, &mut server);
            server.start();
            cluster.servers.push(server);
        }
        cluster.are_ready().await;
        cluster
    }

    /// Waits until all servers are well.
    pub async fn are_ready(&mut self) {
        for server in &mut self.servers {
            server.is_ready().await;
        }
    }

    pub fn addresses(&self) -> Arc<[SocketAddr]> {
        self.servers.iter().map(|server| server.address).collect()
    }
}

impl Database {
    /// What a statement prints.
    pub fn ask(&self, statement: &str) -> String {
        postgres::psql(self.port, &self.name, statement).unwrap_or_else(|error| panic!("{error}"))
    }

    /// At how many tables a server has something to do.
    pub fn duties_of(&self, server: &str) -> usize {
        let duties = self.ask(&format!(
            "SELECT count(*) FROM duties d JOIN servers s ON s.id = d.server WHERE s.name = '{server}'"
        ));
        duties.parse().expect("a number")
    }

    /// How many connections there are to the database.
    pub fn connections(&self) -> usize {
        let all = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()";
        self.ask(all).parse().expect("a number")
    }

    /// The stage of a table.
    pub fn stage(&self, table: &str) -> String {
        self.ask(&format!("SELECT stage FROM tables WHERE id = '{table}'"))
    }

    /// The name of the server that watches a table, if any does.
    pub fn attendant(&self, table: &str) -> String {
        self.ask(&format!(
            "SELECT s.name FROM duties d JOIN servers s ON s.id = d.server WHERE d.table_id = '{table}'"
        ))
    }
}

/// On failure, the logs of the servers say more.
impl Drop for Cluster {
    fn drop(&mut self) {
        const LINES: usize = 40;
        for server in self.servers.iter().filter(|_| panicking()) {
            let log = fs::read_to_string(&server.log).unwrap_or_default();
            let lines: Vec<&str> = log.lines().collect();
            let last = &lines[lines.len().saturating_sub(LINES)..];
            println!("{} ends its log with\n{}", server.name, last.join("\n"));
        }
    }
}

impl ServerProcess {
    /// From its next start it runs this program.
    pub fn set_program(&mut self, program: &Path) {
        self.program = program.to_owned();
    }

    /// From its next start it has this variable in its environment.
    pub fn set_variable(&mut self, name: &str, value: &str) {
        self.variables.push((name.to_owned(), value.to_owned()));
    }

    /// Starts the process, without waiting for it.
    pub fn start(&mut self) {
        assert!(self.child.is_none(), "{} runs", self.name);
        let log = OpenOptions::new().create(true).append(true).open(&self.log).expect("a log");
        let mut command = match &self.namespace {
            None => Command::new(&self.program),
            Some(namespace) => {
                let mut command = Command::new("ip");
                command.args(["netns", "exec", namespace]).arg(&self.program);
                command
            }
        };
        command.args(["serve", "--listen", &self.address.to_string(), "--name", &self.name]);
        for limit in ["--connections", "--requests", "--tables", "--newcomers"] {
            command.args([limit, "1000000"]);
        }
        let url = format!("postgres://ludoteca@{}/{}", self.way, self.database);
        command.env("LUDOTECA_DATABASE", url);
        command.envs(self.variables.iter().map(|(name, value)| (name, value)));
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log);
        self.child = Some(command.spawn().expect("it runs"));
    }

    /// Waits until the server is well.
    pub async fn is_ready(&mut self) {
        let start = Instant::now();
        while self.health().await != Some(200) {
            if let Some(status) = self.has_ended() {
                let log = fs::read_to_string(&self.log).unwrap_or_default();
                panic!("{} has ended: {status}\n{log}", self.name);
            }
            assert!(start.elapsed() < PATIENCE, "{} does not start", self.name);
            sleep(Duration::from_millis(50)).await;
        }
    }

    /// The status of its health; `None` if it does not answer.
    pub async fn health(&self) -> Option<u16> {
        const PATIENCE: Duration = Duration::from_secs(2);
        // Otherwise asking would fail.
        tokio::net::TcpStream::connect(self.address).await.ok()?;
        let asked = client::request(self.address, None, "GET", "/health", None);
        timeout(PATIENCE, asked).await.ok().map(|answer| answer.status)
    }

    /// Was the process started, and neither killed nor asked to stop since then?
    pub fn is_running(&self) -> bool {
        self.child.is_some()
    }

    /// How the process has ended, if it has.
    pub fn has_ended(&mut self) -> Option<ExitStatus> {
        self.child.as_mut()?.try_wait().expect("it can be asked")
    }

    /// Kills the process, like a power cut.
    pub fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            child.wait().expect("it ends");
        }
    }

    /// Asks the process to stop, and waits until it has.
    pub async fn terminate(&mut self) -> ExitStatus {
        self.send(Signal::TERM);
        let start = Instant::now();
        let status = loop {
            if let Some(status) = self.has_ended() {
                break status;
            }
            assert!(start.elapsed() < PATIENCE, "{} does not end", self.name);
            sleep(Duration::from_millis(10)).await;
        };
        self.child = None;
        status
    }

    pub fn send(&self, signal: Signal) {
        let child = self.child.as_ref().expect("it runs");
        kill_process(Pid::from_child(child), signal).expect("it is there");
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        self.kill();
    }
}
