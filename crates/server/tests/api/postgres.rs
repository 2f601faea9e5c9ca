//! A real PostgreSQL for tests: started once from the installed programs, in a folder of its own,
//! and ended with the tests.

use std::io::Read;
use std::net::{SocketAddr, TcpListener};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use ludoteca_server::DatabaseUrl;
use tempfile::TempDir;
use tokio::io::copy_bidirectional;
use tokio::net::TcpStream;
use tokio::runtime::Builder;
use tokio::sync::watch;

/// A running PostgreSQL. Its guard, a shell, ends it when this process is gone, however it ends.
struct Postgres {
    port: u16,
    _folder: TempDir,
    _guard: (Child, Child, ChildStdin),
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

fn server() -> &'static Postgres {
    static ONE: OnceLock<Postgres> = OnceLock::new();
    ONE.get_or_init(Postgres::start)
}

/// The address of PostgreSQL.
pub fn address() -> SocketAddr {
    SocketAddr::from(([127, 0, 0, 1], server().port))
}

/// The database for a folder; it is made if it is missing.
pub fn database(folder: &Path) -> DatabaseUrl {
    database_at(folder, address())
}

/// The database for a folder, reached through another address.
pub fn database_at(folder: &Path, through: SocketAddr) -> DatabaseUrl {
    static MAKING: Mutex<()> = Mutex::new(());
    let name = folder.file_name().expect("a folder has a name").to_string_lossy();
    let name: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
    let name = format!("test_{}", name.to_lowercase());
    let making = MAKING.lock().unwrap_or_else(PoisonError::into_inner);
    // Whether it was there already shows when it is opened.
    let _ = psql(server().port, "postgres", &format!("CREATE DATABASE {name}"));
    drop(making);
    format!("postgres://ludoteca@{through}/{name}").parse().expect("an address")
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
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
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
    fn start() -> Postgres {
        let folder = TempDir::new().expect("a folder");
        // PostgreSQL does not run as root.
        let user = is_root().then_some("postgres");
        let data = folder.path().join("data");
        fs::create_dir(&data).expect("a folder");
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).expect("ours");
        if let Some(user) = user {
            let status = Command::new("chown").arg(user).arg(&data).status();
            assert!(status.is_ok_and(|status| status.success()), "chown");
        }
        let mut initdb = as_user(user, &program("initdb"));
        initdb.args(["-A", "trust", "-U", "ludoteca", "-E", "UTF8", "--no-locale", "-N", "-D"]);
        let made = initdb.arg(&data).stdout(Stdio::null()).status().expect("initdb runs");
        assert!(made.success(), "initdb: {made}");
        let port = free_port();
        let mut postgres = as_user(user, &program("postgres"));
        postgres.arg("-D").arg(&data).args(["-p", &port.to_string()]);
        // Tests that crash it are elsewhere: here it need not wait for the disk.
        for option in ["listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off"] {
            postgres.args(["-c", option]);
        }
        let limit = ["-c", "max_connections=2000", "-c", "shared_buffers=64MB"];
        let child = postgres.args(limit).stderr(Stdio::null()).spawn().expect("postgres runs");
        let mut guard = Command::new("sh")
            .args(["-c", &format!("cat >/dev/null; kill -QUIT {}", child.id())])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .expect("a shell runs");
        let stdin = guard.stdin.take().expect("its input");
        let started = Instant::now();
        while let Err(error) = psql(port, "postgres", "SELECT 1") {
            assert!(started.elapsed() < Duration::from_secs(60), "postgres: {error}");
            thread::sleep(Duration::from_millis(50));
        }
        Postgres { port, _folder: folder, _guard: (child, guard, stdin) }
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

fn as_user(user: Option<&str>, program: &Path) -> Command {
    match user {
        Some(user) => {
            let mut command = Command::new("setpriv");
            command.args([&format!("--reuid={user}"), &format!("--regid={user}"), "--init-groups"]);
            command.arg(program).current_dir(env::temp_dir());
            command
        }
        None => Command::new(program),
    }
}

fn is_root() -> bool {
    let mut status = String::new();
    let read =
        fs::File::open("/proc/self/status").and_then(|mut file| file.read_to_string(&mut status));
    read.is_ok() && status.lines().any(|line| line.starts_with("Uid:\t0\t"))
}

fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    listener.local_addr().expect("it has an address").port()
}
