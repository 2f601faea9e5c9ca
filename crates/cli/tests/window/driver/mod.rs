//! Plays with a real window as a person does: with a pointer and keys, on an invisible desktop.
//! There are no fixed waiting times. The driver looks until it sees what it waits for, and gives up
//! only after an absurdly long time.

mod keys;
mod picture;
mod window;

use std::cell::RefCell;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;
use x11rb::CURRENT_TIME;
use x11rb::connection::Connection;
use x11rb::protocol::xproto::{self, ConnectionExt as _, MapState};
use x11rb::protocol::xtest::ConnectionExt as _;
use x11rb::rust_connection::RustConnection;

use keys::Keys;

pub use window::Window;

/// Anything that takes longer than this counts as hung.
const PATIENCE: Duration = Duration::from_secs(60);

/// The pause between two looks.
const PAUSE: Duration = Duration::from_millis(20);

/// The size of the desktop.
const SCREEN: &str = "1280x1000x24";

/// A desktop of our own: an X server without a screen, with a keyboard and a pointer that only the
/// driver moves.
pub struct Desktop {
    server: Child,
    display: String,
    connection: RustConnection,
    root: xproto::Window,
    keys: Keys,
}

impl Desktop {
    /// Starts a desktop. Returns `None` and prints a line that says so if this machine has no such
    /// server, unless the machine must have one.
    pub fn start() -> Option<Desktop> {
        let mut command = Command::new("Xvfb");
        command.args(["-displayfd", "1", "-screen", "0", SCREEN, "-nolisten", "tcp", "-noreset"]);
        let mut server =
            match command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()
            {
                Ok(server) => server,
                Err(error) => {
                    let how = "it takes Xvfb (Debian: apt install xvfb libgl1-mesa-dri)";
                    assert!(
                        std::env::var_os("LUDOTECA_WINDOW_TESTS").is_none(),
                        "Xvfb does not start: {error}: {how}"
                    );
                    println!("skipped: real windows; {how}");
                    return None;
                }
            };
        // The server writes its number when it is ready.
        let mut number = String::new();
        BufReader::new(server.stdout.take().expect("a pipe"))
            .read_line(&mut number)
            .expect("Xvfb tells its number");
        let display = format!(":{}", number.trim());
        let (connection, screen) = x11rb::connect(Some(&display)).expect("Xvfb answers");
        let root = connection.setup().roots[screen].root;
        let keys = Keys::of(&connection);
        Some(Desktop { server, display, connection, root, keys })
    }

    /// Starts the program on the desktop. `line` is the command line after `-v window
    /// --no-animation`.
    pub fn play(&self, line: &str) -> Game<'_> {
        // Windows of the game before may still be closing.
        wait_for("a bare desktop", || self.windows().is_empty().then_some(()));
        let folder = tempfile::tempdir().expect("a folder");
        let layout = folder.path().join("layout");
        let mut command = Command::new(env!("CARGO_BIN_EXE_ludoteca"));
        command
            .args(["-v", "window", "--no-animation"])
            .args(line.split_whitespace())
            .current_dir(folder.path());
        for name in ["WAYLAND_DISPLAY", "WAYLAND_SOCKET", "DBUS_SESSION_BUS_ADDRESS"] {
            command.env_remove(name);
        }
        for name in
            ["HOME", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"]
        {
            command.env(name, folder.path());
        }
        command
            .env("DISPLAY", &self.display)
            .env("LIBGL_ALWAYS_SOFTWARE", "1")
            .env("LUDOTECA_WINDOW_LAYOUT", &layout);
        let program = command.stdin(Stdio::null()).spawn().expect("the program starts");
        Game { desktop: self, program: RefCell::new(program), layout, folder }
    }

    /// The visible windows.
    fn windows(&self) -> Vec<xproto::Window> {
        let tree = self
            .connection
            .query_tree(self.root)
            .expect("the server listens")
            .reply()
            .expect("a desktop");
        // A window may go away while we ask about it.
        let is_seen = |id: &xproto::Window| {
            let attributes = self
                .connection
                .get_window_attributes(*id)
                .ok()
                .and_then(|asked| asked.reply().ok());
            attributes.is_some_and(|attributes| attributes.map_state == MapState::VIEWABLE)
        };
        tree.children.into_iter().filter(is_seen).collect()
    }

    /// The title of a window, if the window still exists.
    fn title(&self, id: xproto::Window) -> Option<String> {
        let (name, utf8) = (self.atom("_NET_WM_NAME"), self.atom("UTF8_STRING"));
        let title =
            self.connection.get_property(false, id, name, utf8, 0, 1024).ok()?.reply().ok()?;
        Some(String::from_utf8_lossy(&title.value).into_owned())
    }

    fn atom(&self, name: &str) -> xproto::Atom {
        let atom = self.connection.intern_atom(false, name.as_bytes()).expect("the server listens");
        atom.reply().expect("names have numbers").atom
    }

    /// Creates an event of the pointer or the keyboard.
    fn input(&self, kind: u8, detail: u8, (x, y): (i16, i16)) {
        self.connection
            .xtest_fake_input(kind, detail, CURRENT_TIME, self.root, x, y, 0)
            .expect("the server listens")
            .check()
            .expect("there is a pointer and a keyboard");
    }
}

impl Drop for Desktop {
    fn drop(&mut self) {
        // If the server has gone already, there is nothing to end.
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// The running program.
pub struct Game<'a> {
    desktop: &'a Desktop,
    program: RefCell<Child>,
    layout: PathBuf,
    folder: TempDir,
}

impl Game<'_> {
    /// The folder that it runs in.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Waits for its only window.
    pub fn window(&self) -> Window<'_> {
        self.seat_window(0, "Ludoteca")
    }

    /// Waits for the window of a seat. Its title contains `title`.
    pub fn seat_window(&self, number: usize, title: &str) -> Window<'_> {
        let called = |id: &xproto::Window| {
            self.desktop.title(*id).is_some_and(|found| found.contains(title))
        };
        let id = wait_for(&format!("a window called {title}"), || {
            assert!(self.has_ended().is_none(), "the program has ended");
            self.desktop.windows().into_iter().find(called)
        });
        Window { game: self, id, number }
    }

    fn has_ended(&self) -> Option<ExitStatus> {
        self.program.borrow_mut().try_wait().expect("a program of ours")
    }

    /// How many windows the program shows.
    pub fn windows(&self) -> usize {
        self.desktop.windows().len()
    }

    /// Waits for the program to end.
    pub fn ended(self) -> ExitStatus {
        wait_for("the end of the program", || self.has_ended())
    }

    /// Waits for a second in which it uses no CPU time, with all its threads.
    pub fn rests(&self) {
        wait_for("rest", || {
            let before = self.cpu_time();
            thread::sleep(Duration::from_secs(1));
            (self.cpu_time() == before).then_some(())
        });
    }

    /// The CPU time so far, in hundredths of a second.
    fn cpu_time(&self) -> u64 {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.program.borrow().id()))
            .expect("it runs");
        // The name of the program is in brackets and may contain blanks. Fields 14 and 15 are the
        // times in the program and in the system.
        let fields = stat.rsplit(')').next().expect("a last part").split_whitespace();
        fields.skip(11).take(2).map(|ticks| ticks.parse::<u64>().expect("a number")).sum()
    }
}

impl Drop for Game<'_> {
    fn drop(&mut self) {
        let program = self.program.get_mut();
        let _ = program.kill();
        let _ = program.wait();
    }
}

/// Looks again and again until there is something.
fn wait_for<T>(what: &str, mut check: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(found) = check() {
            return found;
        }
        assert!(start.elapsed() < PATIENCE, "waited in vain for {what}");
        thread::sleep(PAUSE);
    }
}
