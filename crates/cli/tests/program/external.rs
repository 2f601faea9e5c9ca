//! Runs the real program, either to its end with a script or line by line in a conversation.

use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use ludoteca_core::text;
use ludoteca_games::catalog::GAMES;

/// Anything that takes longer than this counts as hung.
const PATIENCE: Duration = Duration::from_secs(20);

pub const PLAY: &str = "Type 'play' to make a move, or 'quit' to exit the game: ";
pub const MOVE: &str = "Type your move: ";
pub const ROLL: &str = "Type the roll: ";
pub const CONTINUE: &str = "Do you want to continue with another game? (y/n): ";
pub const REPLAY: &str = "Press enter for the next step, or type 'help': ";

/// The output and the exit code of a run.
pub struct Ran {
    pub out: String,
    pub err: String,
    pub code: Option<i32>,
}

/// The ids of all games, as an error message lists them.
pub fn all_games() -> String {
    text::listed(GAMES.iter().map(|info| info.id))
}

/// The program with the words of a command line. Blanks within `'…'` are kept.
pub fn program(line: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludoteca"));
    command.args(words(line)).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    // Windows and errors about them speak the language of the system.
    for variable in ["LC_ALL", "LC_MESSAGES", "LANG"] {
        command.env_remove(variable);
    }
    command
}

/// The words of a command line. Blanks within `'…'` are kept.
pub fn words(line: &str) -> Vec<&str> {
    line.split('\'')
        .enumerate()
        .flat_map(
            |(n, part)| if n % 2 == 1 { vec![part] } else { part.split_whitespace().collect() },
        )
        .collect()
}

/// Runs a command line without input.
pub fn run(line: &str) -> Ran {
    finish(&mut program(line))
}

/// Runs a command line in a folder, without input.
pub fn run_in(folder: &Path, line: &str) -> Ran {
    finish(program(line).current_dir(folder))
}

/// Runs a command to its end.
pub fn finish(command: &mut Command) -> Ran {
    let output = command.output().expect("it runs");
    Ran { out: text(output.stdout), err: text(output.stderr), code: output.status.code() }
}

/// The output of a run that must succeed.
pub fn prints(line: &str) -> String {
    let ran = run(line);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{line}");
    ran.out
}

/// The names of the files in a folder.
pub fn files(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("there is such a folder");
    let mut names: Vec<String> = entries
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

/// Checks for a usage error: nothing on standard output, one line on standard error, exit code 2.
pub fn refuses(line: &str, reason: &str) {
    refuses_in(Path::new("."), line, reason);
}

pub fn refuses_in(folder: &Path, line: &str, reason: &str) {
    let ran = run_in(folder, line);
    assert_eq!(
        (ran.out.as_str(), ran.err.as_str()),
        ("", format!("error: {reason}\n").as_str()),
        "{line}"
    );
    assert_eq!(ran.code, Some(2), "{line}");
}

/// Runs the program with a script. Returns everything that a person would see, with error messages
/// in their places. The run must succeed.
pub fn transcript(command: &mut Command, script: impl AsRef<[u8]>) -> String {
    let (reader, writer) = io::pipe().expect("a pipe");
    let both = writer.try_clone().expect("a pipe");
    let input = script_as_input(script.as_ref());
    let mut child = command.stdin(input).stdout(both).stderr(writer).spawn().expect("it runs");
    // The command also holds the writing ends of the pipe. The pipe ends only when nobody holds
    // them any more.
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let seen = Seen::new(reader).rest();
    assert_eq!(child.wait().expect("it ends").code(), Some(0), "{seen}");
    seen
}

/// A pipe with a script in it. As much as fits into it is there before the program starts, however
/// busy the machine is; a short script is there with its end.
fn script_as_input(script: &[u8]) -> Stdio {
    let fits = script.len() <= 4096;
    let (reader, mut writer) = io::pipe().expect("a pipe");
    let script = script.to_vec();
    // A program that ends early does not read all of it.
    let mut write = move || drop(writer.write_all(&script));
    if fits {
        write();
    } else {
        thread::spawn(write);
    }
    reader.into()
}

/// The output after each line of a script, up to the next prompt. The first is the output before
/// any line, the last the output at the end of input.
pub fn answers(command: &mut Command, lines: &[&str]) -> Vec<String> {
    let script: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let seen = transcript(command, script);
    let mut answers = vec![String::new()];
    for line in seen.split_inclusive('\n') {
        match [PLAY, MOVE, ROLL, CONTINUE, REPLAY]
            .iter()
            .find_map(|prompt| line.strip_prefix(prompt))
        {
            Some(_typed) => answers.push(String::new()),
            None => answers.last_mut().expect("there is one").push_str(line),
        }
    }
    answers
}

/// A conversation with the program. The driver sees each prompt before it answers.
pub struct Talk {
    child: Child,
    input: Option<ChildStdin>,
    seen: Seen,
}

impl Talk {
    pub fn begin(command: &mut Command) -> Talk {
        let mut child = command.stdin(Stdio::piped()).spawn().expect("it runs");
        let input = child.stdin.take();
        let seen = Seen::new(child.stdout.take().expect("a pipe"));
        Talk { child, input, seen }
    }

    /// Waits for one of these texts. Returns the output before it, and the text that came.
    pub fn until<'a>(&mut self, ends: &[&'a str]) -> (String, &'a str) {
        self.seen.until(ends)
    }

    /// Sends a line. If the program has ended, the line is lost.
    pub fn say(&mut self, line: &str) {
        let input = self.input.as_mut().expect("the conversation goes on");
        writeln!(input, "{line}").and_then(|()| input.flush()).expect("it listens");
    }

    /// Ends the input and returns the rest of the output. The run must succeed.
    pub fn end(mut self) -> String {
        self.input = None;
        let rest = self.seen.rest();
        assert_eq!(self.child.wait().expect("it ends").code(), Some(0), "{rest}");
        rest
    }

    /// Kills the program, like a crash.
    pub fn kill(mut self) {
        self.child.kill().expect("it still runs");
        self.child.wait().expect("it ends");
    }
}

/// The output of a program. Waiting for it has a time limit.
struct Seen {
    pieces: Receiver<Vec<u8>>,
    unread: Vec<u8>,
}

impl Seen {
    fn new(mut reader: impl Read + Send + 'static) -> Seen {
        let (sender, pieces) = mpsc::channel();
        thread::spawn(move || {
            let mut piece = [0; 4096];
            while let Ok(count @ 1..) = reader.read(&mut piece) {
                if sender.send(piece[..count].to_vec()).is_err() {
                    return;
                }
            }
        });
        Seen { pieces, unread: Vec::new() }
    }

    fn until<'a>(&mut self, ends: &[&'a str]) -> (String, &'a str) {
        loop {
            let found = |end: &&'a str| {
                let at = self.unread.windows(end.len()).position(|window| window == end.as_bytes());
                at.map(|at| (at, *end))
            };
            if let Some((at, end)) = ends.iter().filter_map(found).min() {
                let rest = self.unread.split_off(at + end.len());
                let mut before = std::mem::replace(&mut self.unread, rest);
                before.truncate(at);
                return (text(before), end);
            }
            match self.pieces.recv_timeout(PATIENCE) {
                Ok(piece) => self.unread.extend(piece),
                Err(why) => panic!(
                    "{why}: none of {ends:?} after {}",
                    String::from_utf8_lossy(&self.unread)
                ),
            }
        }
    }

    fn rest(mut self) -> String {
        let start = Instant::now();
        loop {
            match self.pieces.recv_timeout(PATIENCE.saturating_sub(start.elapsed())) {
                Ok(piece) => self.unread.extend(piece),
                Err(mpsc::RecvTimeoutError::Disconnected) => return text(self.unread),
                Err(why) => panic!("{why}: no end after {}", String::from_utf8_lossy(&self.unread)),
            }
        }
    }
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).expect("the program writes UTF-8")
}
