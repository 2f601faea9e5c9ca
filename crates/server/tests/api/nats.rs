//! A real NATS for tests, started from the installed program and ended with the tests.

use std::env;
use std::io::Read;
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::OnceLock;
use std::thread;
use std::time::{Duration, Instant};

use ludoteca_server::{ClusterName, NatsUrl};

use crate::postgres::{self, free_port};

/// A running NATS. Its guard, a shell, ends it when this process is gone, however it ends.
pub struct Nats {
    pub address: SocketAddr,
    child: Child,
    guard: (Child, ChildStdin),
}

/// Are NATS and PostgreSQL installed? If not, this says so; where their tests must run, it fails.
pub fn is_installed() -> bool {
    let is_installed = Command::new("nats-server").arg("--version").output().is_ok();
    if !is_installed {
        assert!(
            env::var_os("LUDOTECA_CLUSTER_TESTS").is_none(),
            "LUDOTECA_CLUSTER_TESTS is set, and NATS is not installed"
        );
        println!("skipped: tests with news; they take the package nats-server");
    }
    is_installed && postgres::is_installed()
}

fn server() -> &'static Nats {
    static ONE: OnceLock<Nats> = OnceLock::new();
    ONE.get_or_init(Nats::start)
}

/// The address of a NATS that runs as long as the tests.
pub fn address() -> SocketAddr {
    server().address
}

/// The same, for servers.
pub fn url() -> NatsUrl {
    url_at(address())
}

/// NATS at this address.
pub fn url_at(address: SocketAddr) -> NatsUrl {
    format!("nats://{address}").parse().expect("an address")
}

/// The name of the cluster for a folder.
pub fn cluster(folder: &Path) -> ClusterName {
    let name = folder.file_name().expect("a folder has a name").to_string_lossy();
    let name: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
    format!("test_{name}").parse().expect("a name")
}

impl Nats {
    /// Starts it at a free port.
    pub fn start() -> Nats {
        Nats::start_with(&[])
    }

    /// Starts it at a free port with these options.
    pub fn start_with(options: &[&str]) -> Nats {
        Nats::start_at(SocketAddr::from(([127, 0, 0, 1], free_port())), options)
    }

    fn start_at(address: SocketAddr, options: &[&str]) -> Nats {
        let (host, port) = (address.ip().to_string(), address.port().to_string());
        let mut nats = Command::new("nats-server");
        nats.args(["-a", &host, "-p", &port])
            .args(options)
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let child = nats.spawn().expect("nats-server runs");
        let mut guard = Command::new("sh")
            .args(["-c", &format!("cat >/dev/null; kill -KILL {}", child.id())])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("a shell runs");
        let stdin = guard.stdin.take().expect("its input");
        let started = Instant::now();
        while !is_nats(address) {
            assert!(started.elapsed() < Duration::from_secs(60), "nats-server does not answer");
            thread::sleep(Duration::from_millis(20));
        }
        Nats { address, child, guard: (guard, stdin) }
    }

    /// Kills it, and everything it knows is gone.
    pub fn kill(&mut self) {
        let (guard, _) = &mut self.guard;
        // Its number may soon be that of another process.
        guard.kill().expect("it still runs");
        guard.wait().expect("it ends");
        self.child.kill().expect("it still runs");
        self.child.wait().expect("it ends");
    }

    /// Starts it again at the same address.
    pub fn restart(&mut self) {
        self.restart_with(&[]);
    }

    /// Starts it again at the same address with these options.
    pub fn restart_with(&mut self, options: &[&str]) {
        *self = Nats::start_at(self.address, options);
    }
}

/// Does NATS greet at this address?
fn is_nats(address: SocketAddr) -> bool {
    let Ok(mut stream) = TcpStream::connect(address) else { return false };
    let mut start = [0; 4];
    stream.read_exact(&mut start).is_ok() && start == *b"INFO"
}
