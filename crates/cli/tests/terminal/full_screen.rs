//! The view that fills a terminal, at a real pseudo-terminal.

use std::fs;
use std::path::Path;
use std::process::{Command as Plain, Stdio};

use super::{CTRL_C, Cell, Color, Kind, Signal, Terminal, UP, USUAL, cells};

const DOWN: &str = "\x1b[B";
const LEFT: &str = "\x1b[D";
const RIGHT: &str = "\x1b[C";
const CTRL_Z: &str = "\x1a";

/// Opens the view, with a folder in which it keeps games.
fn open(line: &str, state: &Path) -> Terminal {
    open_on(&USUAL, line, state)
}

fn open_on(kind: &Kind, line: &str, state: &Path) -> Terminal {
    kind.start(&format!("-v terminal {line}"), |command| command.env("XDG_STATE_HOME", state))
}

impl Terminal {
    /// The place of a text on the screen, from 0.
    fn place_of(&self, text: &str) -> (usize, usize) {
        let screen = self.emulator.screen();
        let rows = screen.rows(0, screen.size().1.get()).enumerate();
        let found = rows
            .into_iter()
            .find_map(|(row, line)| Some((row, line.split_once(text)?.0.chars().count())));
        found.unwrap_or_else(|| panic!("{text} is not there:\n{}", screen.contents()))
    }

    /// A click of the mouse, at a place from 0.
    fn click(&mut self, (row, column): (usize, usize)) {
        self.press(&format!("\x1b[<0;{0};{1}M\x1b[<0;{0};{1}m", column + 1, row + 1));
    }

    /// Is the terminal as it was before the program?
    fn is_given_back(&self) -> bool {
        let written = String::from_utf8_lossy(&self.written);
        let last = |on: &str, off: &str| written.rfind(off) > written.rfind(on);
        !self.emulator.screen().alternate_screen()
            && !self.emulator.screen().hide_cursor()
            && last("\x1b[?1003h", "\x1b[?1003l")
            && last("\x1b[?2004h", "\x1b[?2004l")
    }
}

#[test]
fn a_game_is_played_with_keys() {
    let state = tempfile::tempdir().unwrap();
    let mut terminal = open("-g ttt", state.path());
    terminal.shows("Choose a free cell");
    // The middle, and then round it.
    for (keys, seen) in [
        ("\r", "1.  X  b2"),
        (&format!("{UP}\r"), "2.  O  b3"),
        (&format!("{LEFT}\r"), "3.  X  a3"),
        (&format!("{DOWN}\r"), "4.  O  a2"),
        ("2 2\r", "5.  X  c1"),
    ] {
        terminal.press(keys);
        terminal.shows(seen);
    }
    terminal.shows("X wins: three in a row");
    terminal.press("r");
    terminal.shows("Choose a free cell");
    terminal.press(&format!("{RIGHT}\r"));
    terminal.shows("1.  X  b2");
    terminal.press("u");
    terminal.until("no moves", |screen| !screen.contents().contains("1.  X"));
    terminal.press("q");
    assert_eq!(terminal.end().code(), Some(0));
    assert!(terminal.is_given_back());
}

#[test]
fn a_game_is_played_with_the_mouse() {
    let state = tempfile::tempdir().unwrap();
    // In letters, the places on the screen can be found.
    let mut terminal = open_on(&Kind { no_color: true, ..USUAL }, "-g ttt", state.path());
    terminal.shows("Choose a free cell");
    let (row, _) = terminal.place_of("2 │");
    let (_, column) = terminal.place_of("b");
    let (down, across) = (4, 8);
    for (place, seen) in [
        ((row, column), "1.  X  b2"),
        ((row - down, column), "2.  O  b3"),
        ((row, column - across), "3.  X  a2"),
        ((row + down, column), "4.  O  b1"),
        ((row, column + across), "5.  X  c2"),
    ] {
        terminal.click(place);
        terminal.shows(seen);
    }
    terminal.shows("X wins: three in a row");
    let is_plain = |cell: &Cell| [cell.fgcolor(), cell.bgcolor()] == [Color::Default; 2];
    assert!(cells(terminal.emulator.screen()).all(is_plain), "no colours are wanted");
    terminal.press("q");
    assert_eq!(terminal.end().code(), Some(0));
}

#[test]
fn engines_play_by_themselves_until_the_end() {
    let state = tempfile::tempdir().unwrap();
    let mut terminal = open("-g ttt -p X:a2,O:r --seed 3", state.path());
    terminal.until("the end", |screen| screen.contents().contains("r rematch"));
    terminal.press("q");
    assert_eq!(terminal.end().code(), Some(0));
    let left = String::from_utf8_lossy(&terminal.written).into_owned();
    assert!(!left.contains("--resume"), "a game that is over is not kept");
}

/// However the view is left in the middle of a game, the game goes on later, and the terminal is as
/// it was.
#[test]
fn leaving_keeps_the_game() {
    for (how, code) in [("q", 0), (CTRL_C, 130), ("SIGINT", 130), ("SIGTERM", 143)] {
        let state = tempfile::tempdir().unwrap();
        let mut terminal = open("-g ttt", state.path());
        terminal.shows("Choose a free cell");
        terminal.press("\r");
        terminal.shows("1.  X  b2");
        match how {
            "SIGINT" => terminal.signal(Signal::INT),
            "SIGTERM" => terminal.signal(Signal::TERM),
            key => terminal.press(key),
        }
        assert_eq!(terminal.end().code(), Some(code), "{how}");
        assert!(terminal.is_given_back(), "{how}");
        terminal.shows("Your game of Tic-Tac-Toe has been saved. To continue it:");
        terminal.shows("ludoteca -v terminal --resume");

        // The next start offers the game, whatever it begins with.
        let mut terminal = open("-g owari", state.path());
        terminal.shows("c: continue your game of Tic-Tac-Toe (1 move)");
        terminal.press("c");
        terminal.shows("1.  X  b2");
        terminal.press(CTRL_C);
        terminal.end();
        let mut terminal = open("--resume", state.path());
        terminal.shows("1.  X  b2");
        terminal.press("0 0\r");
        terminal.shows("2.  O  a3");
        terminal.press("q");
        terminal.end();
    }
}

#[test]
fn a_killed_game_goes_on_and_a_record_too() {
    let state = tempfile::tempdir().unwrap();
    let mut terminal = open("-g ttt", state.path());
    terminal.shows("Choose a free cell");
    terminal.press("\r");
    terminal.shows("1.  X  b2");
    terminal.signal(Signal::KILL);
    terminal.end();
    let mut terminal = open("--resume", state.path());
    terminal.shows("1.  X  b2");
    terminal.press("q");
    terminal.end();

    let record = state.path().join("game.txt");
    let mut terminal = open(&format!("-g ttt --record {}", record.display()), state.path());
    terminal.shows("Choose a free cell");
    terminal.press("\r");
    terminal.shows("1.  X  b2");
    terminal.press(CTRL_C);
    assert_eq!(terminal.end().code(), Some(130));
    terminal.shows("--resume=");
    let line = format!("--resume={}", record.display());
    let mut terminal = open(&line, state.path());
    terminal.shows("1.  X  b2");
    terminal.press("0 0\r");
    terminal.shows("2.  O  a3");
    terminal.press("q");
    terminal.end();
    assert!(fs::read_to_string(&record).unwrap().ends_with("\n1. 1 1\n2. 0 0\n"));
}

#[test]
fn a_terminal_that_goes_away_ends_it_quietly() {
    let state = tempfile::tempdir().unwrap();
    let mut terminal = USUAL.start("-v terminal -g ttt", |command| {
        command.env("XDG_STATE_HOME", state.path()).stderr(Stdio::piped())
    });
    terminal.shows("Choose a free cell");
    terminal.press("\r");
    terminal.shows("1.  X  b2");
    terminal.pty = pty_process::blocking::open().expect("another pseudo-terminal").0;
    let complaints = super::read_to_end(terminal.child.stderr.take().expect("a pipe"));
    assert_eq!(complaints, "");
    assert_eq!(terminal.child.wait().expect("it was there").code(), Some(129));
    let mut terminal = open("--resume", state.path());
    terminal.shows("1.  X  b2");
}

#[test]
fn the_board_follows_the_size_of_the_terminal() {
    let state = tempfile::tempdir().unwrap();
    let mut terminal = open("-g ataxx", state.path());
    terminal.shows("Clone a piece");
    let blocks = |terminal: &Terminal| {
        let screen = terminal.emulator.screen().contents();
        screen.chars().filter(|letter| ('▀'..='▟').contains(letter)).count()
    };
    let before = blocks(&terminal);
    terminal.resize(50, 150);
    terminal.until("a larger board", |screen| screen.contents().lines().count() > 30);
    terminal.shows("pieces");
    assert!(blocks(&terminal) > before);
    // A key that comes at the same time as a new size is not lost.
    for _ in 0..5 {
        terminal.resize(6, 30);
        terminal.shows("This window is too small");
        terminal.resize(24, 80);
        terminal.press("?");
        terminal.shows("the rules of the game");
        terminal.press("x");
        terminal.shows("Clone a piece");
    }
    terminal.press("q");
    assert_eq!(terminal.end().code(), Some(0));
}

/// The shell has the terminal while the view is paused.
#[test]
fn a_shell_can_pause_it() {
    let state = tempfile::tempdir().unwrap();
    let program = env!("CARGO_BIN_EXE_ludoteca");
    let mut terminal = USUAL.start("", |_| {
        pty_process::blocking::Command::new("bash")
            .args(["--norc", "--noprofile", "-i"])
            .env("TERM", "xterm-256color")
            .env("PS1", "shell$ ")
            .env("XDG_STATE_HOME", state.path())
    });
    terminal.shows("shell$ ");
    terminal.press(&format!("{program} -v terminal -g ttt\r"));
    terminal.shows("Choose a free cell");
    terminal.press("\r");
    terminal.shows("1.  X  b2");
    terminal.press(CTRL_Z);
    terminal.until("the shell", |screen| {
        !screen.alternate_screen() && screen.contents().contains("Stopped")
    });
    let written = String::from_utf8_lossy(&terminal.written).into_owned();
    assert!(written.rfind("\x1b[?1003l") > written.rfind("\x1b[?1003h"), "the mouse is off");
    terminal.press("echo so $((40 + 2))\r");
    terminal.shows("so 42");
    terminal.press("fg\r");
    terminal.until("the game", |screen| {
        screen.alternate_screen() && screen.contents().contains("1.  X  b2")
    });
    terminal.press("q");
    // What is typed before the shell reads again would still be the game's.
    terminal.until("the shell", |screen| {
        !screen.alternate_screen() && screen.contents().trim_end().ends_with("shell$")
    });
    terminal.press("exit\r");
    terminal.end();
}

/// Where there is no terminal, or a very simple one, the view is the console.
#[test]
fn without_a_terminal_it_is_the_console() {
    let run = |view: &str| {
        let mut program = Plain::new(env!("CARGO_BIN_EXE_ludoteca"));
        program.args(["-v", view, "-g", "ttt", "-p", "X:r,O:r", "--auto", "--seed", "5"]);
        let output = program.stdin(Stdio::null()).output().expect("it runs");
        (output.status.code(), output.stdout, output.stderr)
    };
    assert_eq!(run("terminal"), run("console"));

    let state = tempfile::tempdir().unwrap();
    let mut terminal = open_on(&Kind { term: "dumb", ..USUAL }, "-g ttt", state.path());
    terminal.answer(super::PLAY, "quit");
    assert_eq!(terminal.end().code(), Some(0));
    // A single position is printed.
    let record = super::recorded(state.path());
    let mut terminal = open(&format!("--replay {} --to 1", record.display()), state.path());
    assert_eq!(terminal.end().code(), Some(0));
    terminal.shows("Step 1 of 2");
}

#[test]
fn other_encodings_have_ascii() {
    let state = tempfile::tempdir().unwrap();
    let mut terminal = USUAL.start("-v terminal -g alquerque --language en", |command| {
        command.env("XDG_STATE_HOME", state.path()).env("LC_ALL", "C")
    });
    terminal.shows("Move a piece");
    terminal.shows("+");
    let text = terminal.emulator.screen().contents();
    assert!(text.is_ascii(), "{text}");
}

#[test]
fn a_record_is_watched() {
    let state = tempfile::tempdir().unwrap();
    let record = super::recorded(state.path());
    let mut terminal = open(&format!("--replay {}", record.display()), state.path());
    terminal.shows("Starting position");
    terminal.press("\x1b[6~");
    terminal.shows("After move 1 of 2");
    terminal.press("g");
    terminal.shows("Choose a free cell");
    terminal.press("2 2\r");
    terminal.shows("2.  O  c1");
    terminal.press("q");
    assert_eq!(terminal.end().code(), Some(0));
}
