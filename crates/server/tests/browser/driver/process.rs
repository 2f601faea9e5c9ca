//! The browser's process: one for all tests, which ends with them.

use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;

use tempfile::TempDir;
use tokio::time::{Instant, sleep};

use super::{PATIENCE, PAUSE};

/// The names of the browser on different systems.
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// How to install it.
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
    // Pages in the background are not slowed down.
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    "--remote-debugging-port=0",
];

/// Runs a browser until the other end of its input is closed, for whatever reason. Then its folder
/// is deleted, once no process of the browser writes there any more.
const WHILE_WE_LIVE: &str = r#"folder=$1; shift; "$@" & read -r _; kill $!; wait $!; for _ in 1 2 3 4 5; do rm -rf "$folder"; sleep 1; done"#;

/// A running browser.
pub struct Process {
    /// Holds the input of the process open.
    _child: Child,
    /// The folder with the browser's data and its port.
    folder: PathBuf,
}

impl Process {
    /// The process that all tests share; `None` if there can be none.
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

    /// The DevTools address of the browser itself.
    pub async fn address(&self) -> String {
        let (port, path) = self.told().await;
        format!("ws://127.0.0.1:{port}{path}")
    }

    /// The DevTools address of one of its pages.
    pub async fn page(&self, target: &str) -> String {
        let (port, _) = self.told().await;
        format!("ws://127.0.0.1:{port}/devtools/page/{target}")
    }

    /// The port and the path, which the browser writes down when it is ready.
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
    // The process outlives all values of the test, so the shell deletes the folder.
    let folder = TempDir::with_prefix("ludoteca-browser-").expect("a folder").keep();
    let mut command = Command::new("sh");
    command.args(["-c", WHILE_WE_LIVE, "sh"]).arg(&folder).arg(program).args(FLAGS);
    command.arg(format!("--user-data-dir={}", folder.display())).arg("about:blank");
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    Process { _child: command.spawn().expect("a shell"), folder }
}
