//! Runs the real program: to its end with a script, or line by line in a conversation.

use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use ludoteca_core::text;
use ludoteca_games::catalog::GAMES;

/// Whatever takes longer than this is taken to hang.
const PATIENCE: Duration = Duration::from_secs(20);

pub const PLAY: &str = "Type 'play' to make a move, or 'quit' to exit the game: ";
pub const MOVE: &str = "Type your move: ";
pub const ROLL: &str = "Type the roll: ";
pub const CONTINUE: &str = "Do you want to continue with another game? (y/n): ";
pub const REPLAY: &str = "Press enter for the next step, or type 'help': ";

/// What a run of the program left.
pub struct Ran {
    pub out: String,
    pub err: String,
    pub code: Option<i32>,
}

/// The ids of all games, as a refusal lists them.
pub fn all_games() -> String {
    text::listed(GAMES.iter().map(|info| info.id))
}

/// The program with the words of a command line; `'…'` keeps blanks.
pub fn program(line: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludoteca"));
    command.args(words(line)).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// The words of a command line; `'…'` keeps blanks.
pub fn words(line: &str) -> Vec<&str> {
    line.split('\'')
        .enumerate()
        .flat_map(
            |(n, part)| if n % 2 == 1 { vec![part] } else { part.split_whitespace().collect() },
        )
        .collect()
}

/// Runs a command line with nothing to read.
pub fn run(line: &str) -> Ran {
    finish(&mut program(line))
}

/// Runs a command in a folder, with nothing to read.
pub fn run_in(folder: &Path, line: &str) -> Ran {
    finish(program(line).current_dir(folder))
}

/// Runs a command to its end.
pub fn finish(command: &mut Command) -> Ran {
    let output = command.output().expect("it runs");
    Ran { out: text(output.stdout), err: text(output.stderr), code: output.status.code() }
}

/// What the program prints when all is well.
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

/// Wrong usage: nothing on standard output, one line on standard error, exit code 2.
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

/// Runs the program with a script and gives all that a person would see, what is refused included,
/// in its order. It must end well.
pub fn transcript(command: &mut Command, script: impl AsRef<[u8]>) -> String {
    let (reader, writer) = io::pipe().expect("a pipe");
    let both = writer.try_clone().expect("a pipe");
    let input = script_as_input(script.as_ref());
    let mut child = command.stdin(input).stdout(both).stderr(writer).spawn().expect("it runs");
    // The command holds the writing ends, too, and reading ends only when nobody does.
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let seen = Seen::new(reader).rest();
    assert_eq!(child.wait().expect("it ends").code(), Some(0), "{seen}");
    seen
}

/// A pipe with a script in it. What fits is there, with its end, before the program starts, however
/// busy the machine is.
fn script_as_input(script: &[u8]) -> Stdio {
    let fits = script.len() <= 4096;
    let (reader, mut writer) = io::pipe().expect("a pipe");
    let script = script.to_vec();
    // A program that ends early does not read it all.
    let mut write = move || drop(writer.write_all(&script));
    if fits {
        write();
    } else {
        thread::spawn(write);
    }
    reader.into()
}

/// What came after each line of a script, up to the next prompt: the first is what came before any,
/// the last what came at the end of input.
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

/// A conversation: a driver that sees the program's prompts before it answers.
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

    /// Waits for one of these, and gives what came before it, and which came.
    pub fn until<'a>(&mut self, ends: &[&'a str]) -> (String, &'a str) {
        self.seen.until(ends)
    }

    /// Says a line; nothing more can be said to a program that has ended.
    pub fn say(&mut self, line: &str) {
        let input = self.input.as_mut().expect("the conversation goes on");
        writeln!(input, "{line}").and_then(|()| input.flush()).expect("it listens");
    }

    /// Says nothing more, and gives the rest of what the program writes. It must end well.
    pub fn end(mut self) -> String {
        self.input = None;
        let rest = self.seen.rest();
        assert_eq!(self.child.wait().expect("it ends").code(), Some(0), "{rest}");
        rest
    }

    /// Ends the program as a crash would.
    pub fn kill(mut self) {
        self.child.kill().expect("it still runs");
        self.child.wait().expect("it ends");
    }
}

/// What a program writes, with an end to patience.
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
