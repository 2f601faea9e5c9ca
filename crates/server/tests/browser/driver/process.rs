//! The browser's process: one for all tests, which ends with them.

use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;

use tempfile::TempDir;
use tokio::time::{Instant, sleep};

use super::{PATIENCE, PAUSE};

/// What it is called here and there.
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// How to get it.
const HOW: &str = "chromium (Debian: apt install --no-install-recommends chromium)";

const FLAGS: &[&str] = &[
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    // Pages that are not in front go on all the same.
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    "--remote-debugging-port=0",
];

/// Runs a browser until nobody holds the other end of its input any more, however that came about;
/// then its folder goes, too, once no process of the browser writes there any more.
const WHILE_WE_LIVE: &str = r#"folder=$1; shift; "$@" & read -r _; kill $!; wait $!; for _ in 1 2 3 4 5; do rm -rf "$folder"; sleep 1; done"#;

/// A browser that runs.
pub struct Process {
    /// Holds its input open.
    _child: Child,
    /// Where it keeps what it keeps, and tells its port.
    folder: PathBuf,
}

impl Process {
    /// The one that all tests share; `None` where there can be none.
    pub fn shared() -> Option<&'static Process> {
        static SHARED: OnceLock<Option<Process>> = OnceLock::new();
        let process = SHARED.get_or_init(|| find().map(start));
        if process.is_none() {
            assert!(
                env::var_os("LUDOTECA_BROWSER_TESTS").is_none(),
                "there is no browser: it takes {HOW}"
            );
            eprintln!("skipped: the page in a real browser takes {HOW}");
        }
        process.as_ref()
    }

    /// Where the browser itself listens.
    pub async fn address(&self) -> String {
        let (port, path) = self.told().await;
        format!("ws://127.0.0.1:{port}{path}")
    }

    /// Where one of its pages listens.
    pub async fn page(&self, target: &str) -> String {
        let (port, _) = self.told().await;
        format!("ws://127.0.0.1:{port}/devtools/page/{target}")
    }

    /// It writes down its port and its path when it is ready.
    async fn told(&self) -> (String, String) {
        let file = self.folder.join("DevToolsActivePort");
        let start = Instant::now();
        loop {
            let text = fs::read_to_string(&file).unwrap_or_default();
            if let Some((port, path)) = text.split_once('\n') {
                return (port.to_owned(), path.trim().to_owned());
            }
            assert!(start.elapsed() < PATIENCE, "the browser does not start");
            sleep(PAUSE).await;
        }
    }
}

fn find() -> Option<PathBuf> {
    let folders: Vec<PathBuf> = env::split_paths(&env::var_os("PATH")?).collect();
    NAMES
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)))
        .find(|file| file.is_file())
}

fn start(program: PathBuf) -> Process {
    // The process outlives every value of ours, so that the shell clears up after it.
    let folder = TempDir::with_prefix("ludoteca-browser-").expect("a folder").keep();
    let mut command = Command::new("sh");
    command.args(["-c", WHILE_WE_LIVE, "sh"]).arg(&folder).arg(program).args(FLAGS);
    command.arg(format!("--user-data-dir={}", folder.display())).arg("about:blank");
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    Process { _child: command.spawn().expect("a shell"), folder }
}
