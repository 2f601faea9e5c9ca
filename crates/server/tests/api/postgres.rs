//! A real PostgreSQL for tests: started from the installed programs, in a folder of its own, and
//! ended with the tests. Most tests share one.

use std::io::Read;
use std::net::{IpAddr, SocketAddr, TcpListener};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::{env, fs, thread};

use ludoteca_server::DatabaseUrl;
use tempfile::TempDir;
use tokio::io::copy_bidirectional;
use tokio::net::TcpStream;
use tokio::runtime::Builder;
use tokio::sync::watch;

/// A running PostgreSQL. Its guard, a shell, ends it when this process is gone, however it ends.
pub struct Postgres {
    port: u16,
    folder: TempDir,
    _guard: (Child, ChildStdin),
}

/// Is PostgreSQL installed? If not, this says so; where its tests must run, it fails.
pub fn is_installed() -> bool {
    let is_installed = Command::new(program("initdb")).arg("--version").output().is_ok();
    if !is_installed {
        assert!(
            env::var_os("LUDOTECA_CLUSTER_TESTS").is_none(),
            "LUDOTECA_CLUSTER_TESTS is set, and PostgreSQL is not installed"
        );
        println!("skipped: tests with a database; they take the package postgresql");
    }
    is_installed
}

/// The PostgreSQL that tests share. They do not crash it, so it need not wait for the disk.
pub fn shared() -> &'static Postgres {
    static ONE: OnceLock<Postgres> = OnceLock::new();
    ONE.get_or_init(|| Postgres::start(false))
}

/// The address of the PostgreSQL that tests share.
pub fn address() -> SocketAddr {
    shared().address()
}

/// The database for a folder; it is made if it is missing.
pub fn database(folder: &Path) -> DatabaseUrl {
    database_at(folder, address())
}

/// The database for a folder, reached through another address.
pub fn database_at(folder: &Path, through: SocketAddr) -> DatabaseUrl {
    let name = folder.file_name().expect("a folder has a name").to_string_lossy();
    let name: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
    shared().database(&format!("test_{}", name.to_lowercase()), through)
}

/// Everything in the database for a folder, as text.
pub fn dump(folder: &Path) -> Vec<u8> {
    let url = database(folder).to_string();
    let output = Command::new(program("pg_dump")).args(["--inserts", "-d", &url]).output();
    let output = output.expect("pg_dump runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

/// Runs a statement, and returns what it prints.
pub fn psql(port: u16, database: &str, statement: &str) -> Result<String, String> {
    let mut command = Command::new(program("psql"));
    command.args(["-h", "127.0.0.1", "-p", &port.to_string(), "-U", "ludoteca", "-d", database]);
    let output = command.args(["-qAtc", statement]).output().expect("psql runs");
    let text = |bytes| String::from_utf8_lossy(bytes).trim().to_owned();
    if output.status.success() { Ok(text(&output.stdout)) } else { Err(text(&output.stderr)) }
}

/// A way to a server that can be broken.
pub struct Breakable {
    pub address: SocketAddr,
    state: watch::Sender<Network>,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Network {
    Works,
    /// Connections end, and new ones are refused.
    Refuses,
    /// Connections stay open, and nothing comes through.
    IsSilent,
}

impl Breakable {
    /// A way to this server.
    pub fn start(server: SocketAddr) -> Breakable {
        Breakable::start_at(IpAddr::from([127, 0, 0, 1]), server)
    }

    /// A way to this server that begins at some address of this machine.
    pub fn start_at(here: IpAddr, server: SocketAddr) -> Breakable {
        let listener = TcpListener::bind((here, 0)).expect("a free port");
        listener.set_nonblocking(true).expect("it can wait");
        let address = listener.local_addr().expect("it has an address");
        let (state, seen) = watch::channel(Network::Works);
        thread::spawn(move || {
            let runtime = Builder::new_current_thread().enable_all().build().expect("a thread");
            runtime.block_on(async move {
                let listener = tokio::net::TcpListener::from_std(listener).expect("it listens");
                while let Ok((client, _)) = listener.accept().await {
                    tokio::spawn(pass_on(client, server, seen.clone()));
                }
            });
        });
        Breakable { address, state }
    }

    pub fn break_it(&self, is_silent: bool) {
        self.state.send_replace(if is_silent { Network::IsSilent } else { Network::Refuses });
    }

    pub fn mend(&self) {
        self.state.send_replace(Network::Works);
    }
}

/// Passes bytes on as long as the network works. What was on its way when it broke is lost.
async fn pass_on(mut client: TcpStream, server: SocketAddr, mut state: watch::Receiver<Network>) {
    let now = *state.borrow();
    match now {
        Network::Refuses => return,
        Network::IsSilent => {
            // The client gives up at some time.
            let _ = state.wait_for(|state| *state == Network::Works).await;
            return;
        }
        Network::Works => {}
    }
    let Ok(mut server) = TcpStream::connect(server).await else { return };
    let broken = tokio::select! {
        _ = copy_bidirectional(&mut client, &mut server) => return,
        broken = state.wait_for(|state| *state != Network::Works) => broken.map(|state| *state),
    };
    if broken.is_ok_and(|state| state == Network::IsSilent) {
        let _ = state.wait_for(|state| *state == Network::Works).await;
    }
}

impl Postgres {
    /// Starts one that waits for the disk at each commit, or not.
    pub fn start(waits_for_disk: bool) -> Postgres {
        let folder = TempDir::new().expect("a folder");
        let data = folder.path().join("data");
        fs::create_dir(&data).expect("a folder");
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).expect("ours");
        if let Some(user) = user() {
            let status = Command::new("chown").arg(user).arg(&data).status();
            assert!(status.is_ok_and(|status| status.success()), "chown");
        }
        let mut initdb = as_user("initdb");
        initdb.args(["-A", "trust", "-U", "ludoteca", "-E", "UTF8", "--no-locale", "-N", "-D"]);
        let made = initdb.arg(&data).stdout(Stdio::null()).status().expect("initdb runs");
        assert!(made.success(), "initdb: {made}");
        let port = free_port();
        let fsync = if waits_for_disk { "on" } else { "off" };
        let settings = format!(
            "port = {port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = ''\n\
             fsync = {fsync}\nmax_connections = 2000\nshared_buffers = 64MB\n"
        );
        fs::write(data.join("postgresql.auto.conf"), settings).expect("settings");
        let end = "cat >/dev/null; kill -QUIT $(head -n 1 \"$0/postmaster.pid\")";
        let mut guard = Command::new("sh");
        guard
            .args(["-c", end])
            .arg(&data)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let mut guard = guard.spawn().expect("a shell runs");
        let stdin = guard.stdin.take().expect("its input");
        let postgres = Postgres { port, folder, _guard: (guard, stdin) };
        postgres.start_again();
        postgres
    }

    pub fn address(&self) -> SocketAddr {
        SocketAddr::from(([127, 0, 0, 1], self.port))
    }

    /// A database, reached through this address; it is made if it is missing.
    pub fn database(&self, name: &str, through: SocketAddr) -> DatabaseUrl {
        static MAKING: Mutex<()> = Mutex::new(());
        let making = MAKING.lock().unwrap_or_else(PoisonError::into_inner);
        // Whether it was there already shows when it is opened.
        let _ = psql(self.port, "postgres", &format!("CREATE DATABASE {name}"));
        drop(making);
        format!("postgres://ludoteca@{through}/{name}").parse().expect("an address")
    }

    /// Ends it at once, like a power cut.
    pub fn crash(&self) {
        self.control(&["-m", "immediate", "stop"]);
    }

    /// Starts it after a crash; returns when it accepts connections.
    pub fn start_again(&self) {
        self.control(&["-l", &self.folder.path().join("data/log").to_string_lossy(), "start"]);
    }

    fn control(&self, words: &[&str]) {
        let mut control = as_user("pg_ctl");
        control.args(["-w", "-t", "60", "-D"]).arg(self.folder.path().join("data")).args(words);
        // Whoever reads the output of the tests must not wait for it.
        let control = control.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let status = control.status().expect("pg_ctl runs");
        let log = fs::read_to_string(self.folder.path().join("data/log")).unwrap_or_default();
        assert!(status.success(), "pg_ctl {words:?}: {status}\n{log}");
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        let mut control = as_user("pg_ctl");
        control.args(["-m", "immediate", "stop", "-D"]).arg(self.folder.path().join("data"));
        let _ = control.stdout(Stdio::null()).stderr(Stdio::null()).status();
    }
}

/// A program of PostgreSQL, where Debian keeps it or on the path.
fn program(name: &str) -> PathBuf {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut found: Vec<PathBuf> = versions
        .map(|version| version.path().join("bin").join(name))
        .filter(|it| it.is_file())
        .collect();
    found.sort();
    found.pop().unwrap_or_else(|| PathBuf::from(name))
}

/// A program of PostgreSQL as a user that may run it.
fn as_user(name: &str) -> Command {
    let program = program(name);
    let Some(user) = user() else { return Command::new(program) };
    let mut command = Command::new("setpriv");
    command.args([&format!("--reuid={user}"), &format!("--regid={user}"), "--init-groups"]);
    command.arg(program).current_dir(env::temp_dir());
    command
}

/// The user who runs it, if not this one: it does not run as root.
fn user() -> Option<&'static str> {
    is_root().then_some("postgres")
}

fn is_root() -> bool {
    let mut status = String::new();
    let read =
        fs::File::open("/proc/self/status").and_then(|mut file| file.read_to_string(&mut status));
    read.is_ok() && status.lines().any(|line| line.starts_with("Uid:\t0\t"))
}

/// A port that no connection takes by chance while nobody listens there: systems choose higher ones
/// for these.
pub fn free_port() -> u16 {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    loop {
        let tried =
            std::process::id().wrapping_mul(31).wrapping_add(NEXT.fetch_add(1, Ordering::Relaxed));
        let port = 10_000 + (tried % 20_000) as u16;
        if TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return port;
        }
    }
}
