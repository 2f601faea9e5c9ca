//! The program as a person sees it: it runs on a real pseudo-terminal, and a terminal emulator
//! shows its output.
#![cfg(unix)]

use std::fs;
use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::os::fd::AsFd;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ExitStatus, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use pty_process::Size;
use pty_process::blocking::{Command, Pty};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal, kill_process};
use vt100::{Cell, Color, Parser, Screen};

#[path = "terminal/full_screen.rs"]
mod full_screen;

const PLAY: &str = "Type 'play' to make a move, or 'quit' to exit the game:";
const MOVE: &str = "Type your move:";

const UP: &str = "\x1b[A";
const CTRL_C: &str = "\x03";
const CTRL_D: &str = "\x04";

/// This is far more time than anything takes, so that a busy machine breaks no test.
const LONGEST: Duration = Duration::from_secs(60);

/// The colours of the seats, in turn order.
const COLOURS: [Color; 4] = [Color::Idx(27), Color::Idx(130), Color::Idx(163), Color::Idx(29)];

/// A terminal in which the program runs.
struct Terminal {
    pty: Pty,
    child: Child,
    emulator: Parser,
    /// Everything that the program wrote, with its escape sequences.
    written: Vec<u8>,
}

/// The kind of terminal to start.
struct Kind {
    rows: u16,
    columns: u16,
    term: &'static str,
    no_color: bool,
}

const USUAL: Kind = Kind { rows: 24, columns: 80, term: "xterm-256color", no_color: false };

impl Terminal {
    fn open(line: &str) -> Terminal {
        USUAL.open(line)
    }

    /// Reads until the screen is as wanted.
    fn until(&mut self, wanted: &str, is_so: impl Fn(&Screen) -> bool) {
        let start = Instant::now();
        while !is_so(self.emulator.screen()) {
            let is_open = start.elapsed() < LONGEST && self.read();
            assert!(
                is_open,
                "this should come: {wanted}\nthis is there:\n{}",
                self.emulator.screen().contents()
            );
        }
    }

    fn shows(&mut self, text: &str) {
        self.until(text, |screen| screen.contents().contains(text));
    }

    /// Waits until the text between the start of the line and the cursor is this prompt.
    fn asks(&mut self, prompt: &str) {
        self.until(prompt, |screen| line(screen) == prompt);
    }

    fn press(&mut self, keys: &str) {
        self.pty.write_all(keys.as_bytes()).expect("the terminal takes what is typed");
    }

    /// Types a line, waits until it is shown, and enters it.
    fn enter(&mut self, text: &str) {
        self.press(text);
        self.until(text, |screen| line(screen).ends_with(text));
        self.press("\r");
    }

    /// Waits for a prompt and answers it.
    fn answer(&mut self, prompt: &str, text: &str) {
        self.asks(prompt);
        self.enter(text);
    }

    fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).expect("the program is there");
    }

    fn resize(&mut self, rows: u16, columns: u16) {
        self.emulator.screen_mut().set_size(positive(rows), positive(columns));
        self.pty.resize(Size::new(rows, columns)).expect("it can be resized");
    }

    /// Waits until the program has ended.
    fn end(&mut self) -> ExitStatus {
        let start = Instant::now();
        while self.read() {
            assert!(
                start.elapsed() < LONGEST,
                "it should end:\n{}",
                self.emulator.screen().contents()
            );
        }
        self.child.wait().expect("it was there")
    }

    /// Reads what there is to read. Returns false if the program has gone.
    fn read(&mut self) -> bool {
        let mut bytes = [0; 4096];
        // If nobody uses the other side of a terminal any more, some systems report an error and
        // others report nothing.
        let read = if is_readable(&self.pty) {
            self.pty.read(&mut bytes).unwrap_or(0)
        } else {
            return true;
        };
        self.written.extend(&bytes[..read]);
        self.emulator.process(&bytes[..read]);
        read > 0
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // If the program is still running here, a test has failed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Kind {
    fn open(&self, line: &str) -> Terminal {
        self.start(line, |command| command)
    }

    fn start(&self, line: &str, adapt: impl Fn(Command) -> Command) -> Terminal {
        let mut command =
            Command::new(env!("CARGO_BIN_EXE_ludoteca")).args(words(line)).env("TERM", self.term);
        for variable in [
            "NO_COLOR",
            "CLICOLOR",
            "CLICOLOR_FORCE",
            "COLUMNS",
            "CI",
            "LC_ALL",
            "LC_MESSAGES",
            "LANG",
        ] {
            command = command.env_remove(variable);
        }
        if self.no_color {
            command = command.env("NO_COLOR", "1");
        }
        // Kept games go into a folder of the test's own.
        command = command.env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR"));
        // A program that another test starts at this moment must not inherit this terminal.
        static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
        let _guard = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
        let (pty, inside) = pty_process::blocking::open().expect("a pseudo-terminal");
        pty.resize(Size::new(self.rows, self.columns)).expect("it can be resized");
        Terminal {
            child: adapt(command).spawn(inside).expect("it runs"),
            pty,
            emulator: Parser::new(positive(self.rows), positive(self.columns), 0),
            written: Vec::new(),
        }
    }
}

/// The words of a command line. Blanks within `'…'` are kept.
fn words(line: &str) -> Vec<&str> {
    let parts = line.split('\'').enumerate();
    parts
        .flat_map(
            |(n, part)| if n % 2 == 1 { vec![part] } else { part.split_whitespace().collect() },
        )
        .collect()
}

fn positive(number: u16) -> NonZeroU16 {
    NonZeroU16::new(number).expect("a terminal is not empty")
}

/// The text before the cursor.
fn line(screen: &Screen) -> String {
    let (row, column) = screen.cursor_position();
    let line = screen.rows(0, column).nth(row.into()).expect("the cursor is on the screen");
    line.trim_end().to_owned()
}

/// Waits a while until there is something to read.
fn is_readable(file: impl AsFd) -> bool {
    let mut files = [PollFd::new(&file, PollFlags::IN)];
    let a_while = Timespec { tv_sec: 1, tv_nsec: 0 };
    poll(&mut files, Some(&a_while)).is_ok_and(|ready| ready > 0)
}

/// All cells of a screen in which something is visible.
fn cells(screen: &Screen) -> impl Iterator<Item = &Cell> {
    let (rows, columns) = screen.size();
    (0..rows.get())
        .flat_map(move |row| (0..columns.get()).filter_map(move |column| screen.cell(row, column)))
}

fn is_plain(cell: &Cell) -> bool {
    cell.fgcolor() == Color::Default
        && cell.bgcolor() == Color::Default
        && !(cell.bold() || cell.dim() || cell.inverse() || cell.italic() || cell.underline())
}

const ANNEX: &str = "-g ataxx -d 5x5 -p W,B,R,Y --position 'x-b1o/--3/r3r/-3-/o1b1x x 0 1'";

/// The recorded four-player game, exactly as it must be shown.
fn annex() -> &'static str {
    include_str!("data/ataxx-console.txt").split_once('\n').expect("a line on how it was made").1
}

/// Plays the four-player game on a terminal that is high enough to show all of it.
fn play_annex(term: &'static str, no_color: bool) -> Terminal {
    let mut terminal = Kind { rows: 700, columns: 200, term, no_color }.open(ANNEX);
    for typed in annex().lines().filter_map(|line| line.strip_prefix(MOVE)) {
        terminal.answer(PLAY, "play");
        terminal.answer(MOVE, typed.trim());
    }
    assert_eq!(terminal.end().code(), Some(0));
    terminal
}

#[test]
fn the_four_player_game_on_a_simple_terminal_is_as_recorded() {
    let terminal = play_annex("dumb", true);
    let written = String::from_utf8(terminal.written.clone()).expect("the program writes UTF-8");
    assert_eq!(written.replace("\r\n", "\n"), annex());
}

/// Each letter is where it was recorded. Seats have their colours, obstacles are dimmed, and the
/// cells of the last move are inverted.
#[test]
fn the_four_player_game_in_colours_is_as_recorded() {
    let terminal = play_annex("xterm-256color", false);
    let screen = terminal.emulator.screen();
    let rows: Vec<String> = screen.rows(0, 200).map(|row| row.trim_end().to_owned()).collect();
    let recorded: Vec<&str> = annex().lines().map(str::trim_end).collect();
    // A person is told more.
    let is_told = |row: &&str| {
        let told = ["W ", "Type a move, such as ", "W wins: ", "B wins: ", "R wins: ", "Y wins: "];
        told.iter().any(|told| row.starts_with(told))
    };
    let shown: Vec<&str> = rows.iter().map(String::as_str).filter(|row| !is_told(row)).collect();
    assert_eq!(shown[..recorded.len()], recorded);
    for told in [
        "W 2 pieces, B 2 pieces, R 2 pieces, Y 2 pieces · Clone a piece ",
        "Type a move, such as ",
        "B wins: ",
    ] {
        assert!(rows.iter().any(|row| row.starts_with(told)), "{told}");
    }

    let mut last: Vec<(usize, usize)> = Vec::new();
    for (at, row) in rows.iter().enumerate() {
        if let Some(typed) = row.strip_prefix(MOVE) {
            let numbers: Vec<usize> =
                typed.split_whitespace().map(|number| number.parse().unwrap()).collect();
            let (from, to) = ((numbers[0], numbers[1]), (numbers[2], numbers[3]));
            // A piece that is cloned stays where it was.
            let is_jump = from.0.abs_diff(to.0).max(from.1.abs_diff(to.1)) == 2;
            last = if is_jump { vec![from, to] } else { vec![to] };
        }
        let Some((number, _)) = row.split_once(" | ").filter(|_| row.ends_with('|')) else {
            continue;
        };
        for column in 0..5 {
            let cell = screen.cell(at as u16, 4 + 4 * column as u16).unwrap();
            let seat = ["W", "B", "R", "Y"].iter().position(|name| *name == cell.contents());
            assert_eq!(cell.fgcolor(), seat.map_or(Color::Default, |seat| COLOURS[seat]), "{row}");
            assert_eq!(cell.dim(), cell.contents() == "*", "{row}");
            assert_eq!(
                cell.inverse(),
                last.contains(&(number.parse().unwrap(), column)),
                "{row}, last {last:?}"
            );
        }
    }
}

#[test]
fn no_colours_if_unwanted() {
    for (term, no_color) in [("xterm-256color", true), ("dumb", false), ("dumb", true)] {
        let mut terminal = Kind { term, no_color, ..USUAL }.open("-g ttt");
        terminal.answer(PLAY, "1 1");
        terminal.answer(PLAY, "quit");
        terminal.end();
        // A terminal that is used like a pipe has no marks.
        terminal.shows(if term == "dumb" { "| X |" } else { "|[X]|" });
        assert!(cells(terminal.emulator.screen()).all(is_plain), "{term}");
    }
}

/// A terminal speaks the language of the system, and so do errors. The option comes first.
#[test]
fn a_terminal_speaks_the_language_of_the_system() {
    let german = "Tippe 'play', um zu ziehen, oder 'quit', um die Partie zu verlassen:";
    let open = |line: &str| USUAL.start(line, |command| command.env("LANG", "de_DE.UTF-8"));
    let mut terminal = open("-g ttt --series");
    terminal.shows("X ist am Zug");
    terminal.answer(german, "9 9");
    terminal.shows("Fehler: es gibt kein Feld 9 9");
    for step in ["0 0", "1 0", "0 1", "1 1", "0 2"] {
        terminal.answer(german, step);
    }
    terminal.shows("Ausgang: gewonnen\nSieger: X\n");
    let question = "Möchtest du noch eine Partie spielen? (j/n):";
    terminal.answer(question, "y");
    terminal.shows("Fehler: tippe j (ja) oder n (nein)");
    terminal.answer(question, "J");
    terminal.answer(german, "quit");
    assert_eq!(terminal.end().code(), Some(0));

    let mut terminal = open("-g ttt -d 4x4");
    assert_eq!(terminal.end().code(), Some(2));
    terminal.shows("Fehler: rows=4");
    let mut terminal = open("-g ttt --language en");
    terminal.answer(PLAY, "quit");
    assert_eq!(terminal.end().code(), Some(0));
    let mut terminal = open("--language es games");
    terminal.shows("por defecto");
    assert_eq!(terminal.end().code(), Some(0));
}

/// A person who was asked for a move is asked again if it is refused, and an empty line leads back.
#[test]
fn a_refused_move_is_asked_for_again() {
    let mut terminal = Kind { rows: 60, columns: 120, ..USUAL }.open("-g ttt");
    terminal.shows("Type a move, such as 0 0, or 'help' for all commands.");
    terminal.answer(PLAY, "play");
    terminal.answer(MOVE, "9 9");
    terminal.shows("error: there is no cell 9 9");
    terminal.answer(MOVE, "1 1");
    terminal.answer(PLAY, "play");
    terminal.answer(MOVE, "1 1");
    terminal.asks(MOVE);
    terminal.press("\r");
    terminal.answer(PLAY, "udno");
    terminal.shows("did you mean undo?");
    terminal.answer(PLAY, "quit");
    assert_eq!(terminal.end().code(), Some(0));
    // How to type a move is said once.
    assert_eq!(terminal.emulator.screen().contents().matches("Type a move, such as").count(), 1);
}

/// A game that is interrupted is kept, and one command goes on with it. If it is recorded, it goes
/// on in its file.
#[test]
fn an_interrupted_game_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let (state, record) = (folder.path().join("state"), folder.path().join("game.txt"));
    let recorded = format!("-g ttt --record {}", record.display());
    let resumed = format!("--resume={}", record.display());
    for (begin, go_on) in [("-g ttt", "--resume"), (&recorded, &resumed)] {
        let open = |line: &str| {
            let kind = Kind { columns: 200, rows: 60, ..USUAL };
            kind.start(line, |command| command.env("XDG_STATE_HOME", &state))
        };
        let mut terminal = open(begin);
        terminal.answer(PLAY, "1 1");
        terminal.asks(PLAY);
        terminal.press(CTRL_C);
        assert_eq!(terminal.end().code(), Some(130));
        let told =
            format!("Your game of Tic-Tac-Toe has been saved. To continue it:\nludoteca {go_on}");
        terminal.shows(&told);

        let mut terminal = open(go_on);
        terminal.shows("1 |   | X |   |");
        terminal.answer(PLAY, "0 0");
        terminal.shows("0 | O |");
        terminal.answer(PLAY, "quit");
        assert_eq!(terminal.end().code(), Some(0));
    }
    // Where nothing was played, nothing is kept.
    let mut terminal = Terminal::open("-g ttt");
    terminal.asks(PLAY);
    terminal.press(CTRL_C);
    assert_eq!(terminal.end().code(), Some(130));
    assert!(!terminal.emulator.screen().contents().contains("--resume"));
}

/// What to do, the score, what others play, and how the game ended for the person.
#[test]
fn a_person_is_told_what_happens() {
    let mut terminal = Kind { rows: 100, ..USUAL }
        .open("-g dawn --dice typed --position '15/15/15/15/15/15/15/15/15/15/15 1 234567 set'");
    terminal.shows("phase 1");
    terminal.shows("Nature: ");
    terminal.answer(PLAY, "quit");
    assert_eq!(terminal.end().code(), Some(0));

    let mut terminal =
        Kind { rows: 100, ..USUAL }.open("-g ttt -p X,O:r --seed 1 --position 'xx1/oo1/3 x'");
    terminal.answer(PLAY, "0 2");
    assert_eq!(terminal.end().code(), Some(0));
    terminal.shows("Winner: X\nYou win: ");

    let mut terminal =
        Kind { rows: 100, ..USUAL }.open("-g ttt -p X,O:a --position 'x1x/oo1/x2 o'");
    terminal.answer(PLAY, "play");
    assert_eq!(terminal.end().code(), Some(0));
    terminal.shows("\nO plays 1 2\n");
    terminal.shows("Winner: O\nYou lose: ");
}

/// Where there are no colours, brackets mark the last move and the winning line.
#[test]
fn the_last_move_is_marked_without_colours() {
    let mut terminal = Kind { rows: 60, no_color: true, ..USUAL }.open("-g ttt");
    terminal.answer(PLAY, "1 1");
    terminal.shows("1 |   |[X]|   |");
    for step in ["0 0", "1 0", "0 1", "1 2"] {
        terminal.answer(PLAY, step);
    }
    assert_eq!(terminal.end().code(), Some(0));
    terminal.shows("1 |[X]|[X]|[X]|");
}

/// The numbers of bowls stand above and below them, where a transcript has them elsewhere.
#[test]
fn numbers_stand_at_their_bowls() {
    let mut terminal = Terminal::open("owari");
    terminal.shows("\n 12    11    10     9     8     7\n( 4 ) ( 4 ) ( 4 ) ( 4 ) ( 4 ) ( 4 )\n\n");
    terminal.shows("Choose one of your bowls");
}

/// Rules are as wide as the terminal, with headings in bold letters.
#[test]
fn rules_are_set_for_the_terminal() {
    let mut terminal = Kind { rows: 200, columns: 50, ..USUAL }.open("rules -g ataxx");
    assert_eq!(terminal.end().code(), Some(0));
    let screen = terminal.emulator.screen();
    let title = screen.cell(0, 0).expect("a title");
    assert!(title.contents() == "A" && title.bold() && title.underline());
    let text = screen.contents();
    assert!(text.contains("\n  +---+---+---+---+---+\n") || text.contains("+---+\n"), "{text}");
    assert!(!text.contains("**") && !text.contains('`'), "{text}");
    assert!(cells(screen).any(|cell| cell.contents() == "X" && cell.fgcolor() == COLOURS[0]));
    let mut plain = Kind { rows: 200, columns: 50, no_color: true, ..USUAL }.open("rules -g ataxx");
    assert_eq!(plain.end().code(), Some(0));
    assert_eq!(plain.emulator.screen().contents(), text);
    assert!(cells(plain.emulator.screen()).all(is_plain));
}

#[test]
fn lines_are_remembered() {
    let mut terminal = Terminal::open("-g ttt");
    terminal.answer(PLAY, "1 1");
    terminal.answer(PLAY, "position");
    terminal.asks(PLAY);
    terminal.press(UP);
    terminal.asks(&format!("{PLAY} position"));
    terminal.press(UP);
    terminal.asks(&format!("{PLAY} 1 1"));
}

#[test]
fn words_are_completed() {
    for (game, before, prompt, typed, completed) in [
        ("-g ttt", &[][..], PLAY, "posi\t", "position"),
        ("-g ttt", &[], PLAY, "sa\t", "save"),
        ("-g alquerque", &[], PLAY, "17\t", "17 13"),
        ("-g alquerque", &["play"], MOVE, "1\t8\t", "18 13"),
        ("dawn", &[], ">", "show\t", "show-result"),
    ] {
        let mut terminal = Terminal::open(game);
        for line in before {
            terminal.answer(PLAY, line);
        }
        terminal.asks(prompt);
        terminal.press(typed);
        terminal.asks(&format!("{prompt} {completed}"));
    }
    let mut terminal = Terminal::open("-g ttt");
    terminal.asks(PLAY);
    terminal.press("re\t");
    terminal.shows("\nredo     restart\n");
    terminal.asks(&format!("{PLAY} re"));
}

#[test]
fn keys_that_end_the_program_do_so_at_every_prompt() {
    let folder = tempfile::tempdir().unwrap();
    let record = recorded(folder.path());
    let replay = format!("--replay {}", record.display());
    for (line, before, prompt) in [
        ("-g ttt", &[][..], PLAY),
        ("-g ttt", &[(PLAY, "play")], MOVE),
        ("-g dawn --dice typed", &[(PLAY, "5;5"), (PLAY, "play")], "Type the roll:"),
        (
            "-g ttt -p X:r,O:r --auto --series",
            &[],
            "Do you want to continue with another game? (y/n):",
        ),
        (&replay, &[], "Press enter for the next step, or type 'help':"),
        ("dawn", &[(">", "print")], ">"),
    ] {
        for (term, key, code) in
            [("xterm-256color", CTRL_D, 0), ("dumb", CTRL_D, 0), ("xterm-256color", CTRL_C, 130)]
        {
            let mut terminal = Kind { term, ..USUAL }.open(line);
            for (prompt, typed) in before {
                terminal.answer(prompt, typed);
            }
            terminal.asks(prompt);
            terminal.press(key);
            assert_eq!(terminal.end().code(), Some(code), "{line} on {term}");
            let contents = terminal.emulator.screen().contents();
            let after = contents.rsplit_once(prompt).expect("the prompt is there").1;
            // The line of the prompt is ended and an empty line follows before the output goes on.
            assert!(
                after.trim().is_empty()
                    || after.trim_start_matches(' ').starts_with("\n\nGame Over!!\n"),
                "{after:?}"
            );
        }
    }
}

#[test]
fn the_dawn_terminal_prompts_and_answers() {
    let mut terminal = Terminal::open("dawn");
    terminal.answer(">", "set-vc 0;1");
    terminal.answer(">", "state 0;1");
    terminal.asks(">");
    assert_eq!(
        terminal.emulator.screen().contents().trim_end(),
        "> set-vc 0;1\nOK\n> state 0;1\nV\n>"
    );
    terminal.enter("quit");
    assert_eq!(terminal.end().code(), Some(0));
}

/// An engine thinks for longer than the test takes. Each row is a way to leave, how the program
/// ends, and whether it could note that in the record. A game without a record is kept.
#[test]
fn leaving_in_the_middle_loses_nothing() {
    type Leave = fn(&mut Terminal);
    const THINKS: &str = "O is thinking …";
    let interrupt: Leave = |terminal| terminal.press(CTRL_C);
    let sigint: Leave = |terminal| terminal.signal(Signal::INT);
    let sigterm: Leave = |terminal| terminal.signal(Signal::TERM);
    let sighup: Leave = |terminal| terminal.signal(Signal::HUP);
    let (code, killed) =
        (|code| (Some(code), None), |signal: Signal| (None, Some(signal.as_raw())));
    for (opponent, seen, leave, how, is_stopped) in [
        ("m", PLAY, interrupt, code(130), true),
        ("m", PLAY, sigint, code(130), true),
        ("m", PLAY, sigterm, killed(Signal::TERM), false),
        ("m", PLAY, sighup, killed(Signal::HUP), false),
        ("a:time=600s", THINKS, interrupt, code(130), true),
        ("a:time=600s", THINKS, sigint, code(130), true),
        ("a:time=600s", THINKS, sigterm, killed(Signal::TERM), false),
        ("a:time=600s", THINKS, sighup, killed(Signal::HUP), false),
    ] {
        if how.1 == Some(Signal::HUP.as_raw()) && is_ignored(Signal::HUP) {
            continue;
        }
        for is_recorded in [true, false] {
            let folder = tempfile::tempdir().unwrap();
            let record = match is_recorded {
                true => folder.path().join("game.txt"),
                false => folder.path().join("ludoteca/game-1.txt"),
            };
            let option = match is_recorded {
                true => format!("--record {}", record.display()),
                false => String::new(),
            };
            let line_of = format!("-d 9x9 -p X,O:{opponent} --auto {option}");
            let mut terminal = Kind { rows: 60, ..USUAL }
                .start(&line_of, |command| command.env("XDG_STATE_HOME", folder.path()));
            terminal.answer(PLAY, "4 4");
            terminal.shows("Turn for O");
            terminal.until(seen, |screen| {
                line(screen) == seen || screen.contents().contains("O is thinking")
            });
            leave(&mut terminal);
            let status = terminal.end();
            let what = format!("{opponent} {seen} {is_recorded}");
            assert_eq!((status.code(), status.signal()), how, "{what}");
            let text = fs::read_to_string(&record).expect(&what);
            assert!(text.ends_with("\n1. 4 4\n"), "{what}: {text}");
            assert_eq!(text.contains("\nResult: stopped\n"), is_stopped, "{what}: {text}");
            let told = terminal.emulator.screen().contents().contains("--resume");
            assert_eq!(told, is_stopped, "{what}");
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing else is left");
        }
    }
}

/// A hint takes a while, too.
#[test]
fn a_search_for_a_hint_can_be_interrupted() {
    let mut terminal = Terminal::open("-d 15x15");
    terminal.answer(PLAY, "7 7");
    terminal.answer(PLAY, "hint");
    terminal.shows("looking for a good move");
    terminal.press(CTRL_C);
    assert_eq!(terminal.end().code(), Some(130));
    terminal.shows("ludoteca --resume");
}

#[test]
fn a_person_sees_that_an_engine_thinks() {
    let mut terminal = Kind { rows: 80, ..USUAL }.open("-d 9x9 -p X,O:a:time=2s --auto");
    terminal.answer(PLAY, "4 4");
    terminal.shows("Turn for O\nO is thinking …");
    terminal.shows("Turn for O\nO plays ");
    terminal.asks(PLAY);
    assert!(!terminal.emulator.screen().contents().contains("thinking"));
}

#[test]
fn lines_and_boards_fit_the_window() {
    let mut terminal = Kind { rows: 50, columns: 40, ..USUAL }.open("-d 15x15 -p Anna,日本");
    terminal.asks("exit the game:");
    let words = "Starting :Connect-N: a line of N pieces\nin a row wins.\n\n(The board takes 109 columns and the\nwindow has \
                 40: here it is in words.)\nrows 0 to 14: empty\n\nPlayers: Anna 日本\nTurn for Anna\nChoose a free cell: 15 in a row wins\n\
                 Type a move, such as 0 0, or 'help' for\nall commands.\nType 'play' to make a move, or 'quit' to\n\
                 exit the game:";
    assert_eq!(terminal.emulator.screen().contents().trim_end(), words);
    // On a terminal that is wide enough, the board is drawn.
    terminal.enter("14 14");
    terminal.asks("exit the game:");
    terminal.resize(50, 110);
    terminal.enter("board");
    terminal.asks(PLAY);
    let rule = format!("   {}+", "+------".repeat(15));
    let contents = terminal.emulator.screen().contents();
    assert_eq!(contents.lines().filter(|line| **line == rule).count(), 16, "{contents}");
}

#[test]
fn a_terminal_that_is_closed_ends_the_program_quietly() {
    if is_ignored(Signal::HUP) {
        return;
    }
    for (line, seen) in
        [("-g ttt", PLAY), ("-d 9x9 -p X:a:time=600s,O --auto", "Turn for X"), ("dawn", ">")]
    {
        let mut terminal = USUAL.start(line, |command| command.stderr(Stdio::piped()));
        terminal.shows(seen);
        // The terminal that the program runs in goes away.
        terminal.pty = pty_process::blocking::open().expect("another pseudo-terminal").0;
        let complaints = read_to_end(terminal.child.stderr.take().expect("a pipe"));
        let status = terminal.child.wait().expect("it was there");
        assert_eq!(
            (status.signal(), complaints.as_str()),
            (Some(Signal::HUP.as_raw()), ""),
            "{line}"
        );
    }
}

/// Was this test started with the signal ignored, as by `nohup`? Then the program ignores it too,
/// as it should, and nothing can be tested.
fn is_ignored(signal: Signal) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    let is_ignored = mask >> (signal.as_raw() - 1) & 1 == 1;
    if is_ignored {
        eprintln!(
            "skipped: {signal:?} is ignored here; run the tests without nohup and in the foreground"
        );
    }
    is_ignored
}

#[test]
fn input_or_output_alone_may_be_a_terminal() {
    // The input is typed at a terminal and the output goes to a file: the terminal echoes, and
    // nothing is coloured.
    let mut terminal = USUAL.start("-g ttt", |command| command.stdout(Stdio::piped()));
    terminal.press("1 1\rquit\r");
    let text = read_to_end(terminal.child.stdout.take().expect("a pipe"));
    assert!(
        text.contains(&format!("\nTurn for X\n{PLAY} "))
            && text.ends_with("\nGame Status: Stopped\n"),
        "{text}"
    );
    assert!(!text.contains(['\x1b', '\r']), "{text:?}");
    assert_eq!(terminal.end().code(), Some(0));
    terminal.shows("1 1\nquit");

    // Here it is the other way round: the output is coloured, and the program echoes.
    let mut terminal = USUAL.start("-g ttt", |command| command.stdin(Stdio::piped()));
    terminal.child.stdin.take().expect("a pipe").write_all(b"1 1\n").expect("it reads");
    assert_eq!(terminal.end().code(), Some(0));
    assert_eq!(
        cells(terminal.emulator.screen()).find(|cell| cell.inverse()).map(Cell::fgcolor),
        Some(COLOURS[0])
    );
    let written = String::from_utf8_lossy(&terminal.written);
    assert!(written.contains(&format!("\r\n{PLAY} 1 1\r\n")), "{written}");
}

/// Everything that comes from a pipe until it is closed.
fn read_to_end(mut pipe: impl Read + AsFd) -> String {
    let (start, mut text) = (Instant::now(), Vec::new());
    loop {
        assert!(start.elapsed() < LONGEST, "it should end");
        let mut bytes = [0; 4096];
        if is_readable(&pipe) {
            match pipe.read(&mut bytes).expect("a pipe can be read") {
                0 => return String::from_utf8(text).expect("the program writes UTF-8"),
                read => text.extend(&bytes[..read]),
            }
        }
    }
}

/// Writes a recorded game.
fn recorded(folder: &Path) -> PathBuf {
    let path = folder.join("record.txt");
    fs::write(&path, "Record: 1\nGame: ttt\nPlayers: X:m,O:m\n\n1. 1 1\n2. 0 0\n")
        .expect("the folder can be written");
    path
}

/// The table of a match is shown while the match is played, and once when it is over.
#[test]
fn a_match_is_shown_while_it_is_played() {
    let mut terminal = Terminal::open("match a:time=20ms r -g ataxx --pairs 1000 --seed 1");
    terminal.shows("Won, drawn, lost");
    terminal.shows("/2000 ");
    terminal.signal(Signal::INT);
    assert_eq!(terminal.end().code(), Some(130));
    terminal.shows("of 2000 games: nothing is kept without --out DIR");
    let screen = terminal.emulator.screen().contents();
    assert!(
        screen.matches("Won, drawn, lost").count() == 1 && !screen.contains("/2000 "),
        "{screen}"
    );
}
