//! The referee, clients and the check of clients as processes. One of the clients is written in
//! another language.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};

#[cfg(unix)]
use rustix::process::{Pid, Signal, kill_process};

use super::external::{MOVE, files, program, refuses, run, transcript};

const PYTHON_CLIENT: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/clients/breakthrough.py");

/// A running referee, and its address.
struct Server {
    child: Child,
    out: BufReader<ChildStdout>,
    address: String,
}

impl Server {
    fn start(options: &str) -> Server {
        let mut command = program(&format!("referee breakthrough --listen 127.0.0.1:0 {options}"));
        let mut child = command.spawn().expect("this works in a test");
        let mut out = BufReader::new(child.stdout.take().expect("this works in a test"));
        let mut line = String::new();
        out.read_line(&mut line).expect("this works in a test");
        let address = line
            .trim_end()
            .strip_prefix("listening on ")
            .unwrap_or_else(|| panic!("{line}"))
            .to_owned();
        Server { child, out, address }
    }

    fn client(&self, options: &str) -> Child {
        program(&format!("client breakthrough --connect {} {options}", self.address))
            .spawn()
            .expect("this works in a test")
    }

    fn python(&self) -> Option<Child> {
        let (host, port) = self.address.rsplit_once(':').expect("this works in a test");
        python().map(|mut python| {
            python.args([PYTHON_CLIENT, host, port]).spawn().expect("this works in a test")
        })
    }

    /// The output, the log and the exit code of the referee.
    fn end(mut self) -> (String, String, Option<i32>) {
        let (mut out, mut err) = (String::new(), String::new());
        self.out.read_to_string(&mut out).expect("this works in a test");
        self.child
            .stderr
            .take()
            .expect("this works in a test")
            .read_to_string(&mut err)
            .expect("this works in a test");
        (out, err, self.child.wait().expect("this works in a test").code())
    }
}

/// Python itself, if there is one, and not a script that looks for it each time.
pub fn python() -> Option<Command> {
    let asked = Command::new("python3").args(["-c", "import sys; print(sys.executable)"]).output();
    let path = asked
        .ok()
        .filter(|asked| asked.status.success())
        .and_then(|asked| String::from_utf8(asked.stdout).ok());
    let Some(path) = path else {
        eprintln!("skipped: there is no python3 here");
        return None;
    };
    let mut python = Command::new(path.trim_end());
    python.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    Some(python)
}

fn finished(client: Child) -> String {
    let output = client.wait_with_output().expect("this works in a test");
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && err.is_empty(), "{}: {err}", output.status);
    String::from_utf8(output.stdout).expect("this works in a test")
}

#[test]
fn a_client_in_python_plays_ours() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(&format!("--games 2 --records '{}'", folder.path().display()));
    let Some(python) = server.python() else {
        return server_is_not_needed(server);
    };
    let ours = server.client("--player a3");
    assert_eq!(finished(python), "");
    assert!(finished(ours).starts_with("the server has hung up: 1 game, "));
    let pair = [server.python().unwrap(), server.python().unwrap()];
    assert_eq!(pair.map(finished), ["", ""]);
    let (out, err, code) = server.end();
    assert_eq!((out.as_str(), code), ("2 games played\n", Some(0)), "{err}");
    assert_eq!(err.lines().filter(|line| line.contains(" won after ")).count(), 2, "{err}");
    assert!(!err.contains("no answer"), "{err}");
    for name in files(folder.path()) {
        let shown = run(&format!("--replay '{}' --auto", folder.path().join(name).display()));
        assert_eq!((shown.code, shown.err.as_str()), (Some(0), ""));
    }
}

fn server_is_not_needed(mut server: Server) {
    server.child.kill().expect("this works in a test");
    server.child.wait().expect("this works in a test");
}

#[test]
fn other_sizes_and_the_house() {
    let server = Server::start("-d 5x3 --house a:depth=2 --games 2 --total-time 1m --seed 7");
    assert!(finished(server.client("--player r -d 5x3")).contains("1 game, "));
    let output = server.client("--player r").wait_with_output().unwrap();
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(
        err,
        "error: the server plays on a board of 15 cells: give its size with -d ROWSxCOLS\n"
    );
    assert_eq!(output.status.code(), Some(1));
    let (out, err, code) = server.end();
    assert_eq!((out.as_str(), code), ("2 games played\n", Some(0)), "{err}");
    assert!(err.contains("against house:a:depth=2"), "{err}");
    assert!(err.lines().last().unwrap().ends_with("client-2: the connection is lost"), "{err}");
}

#[test]
fn a_person_is_a_client() {
    let server = Server::start("-d 4x4 --house r --games 1");
    let mut person =
        program(&format!("client breakthrough --connect {} --player m", server.address));
    let seen = transcript(&mut person, "\n9 9 9 9\nmoves\n1 0 2 0\nquit\n");
    assert!(
        seen.starts_with("A game begins: you are 1\n  +---+---+---+---+\n0 | 1 | 1 | 1 | 1 |\n"),
        "{seen}"
    );
    assert!(
        seen.contains("error: there is no cell 9 9: rows are 0 to 3, columns 0 to 3\n"),
        "{seen}"
    );
    assert!(seen.contains(" 1 1 2 0, 1 2 2 1"), "{seen}");
    assert_eq!(seen.matches(MOVE).count(), 4 + usize::from(seen.contains("quit")), "{seen}");
    // The server has not hung up when it is the person who leaves.
    let left = seen.contains("you have left the game: 1 game, ");
    assert_eq!(left, seen.contains("quit"), "{seen}");
    server.end();
}

#[cfg(unix)]
#[test]
fn an_interrupted_referee_finishes_cleanly() {
    for signal in [Signal::INT, Signal::TERM] {
        let folder = tempfile::tempdir().unwrap();
        let server = Server::start(&format!("--records '{}'", folder.path().display()));
        let silent: Vec<_> =
            (0..3).map(|_| std::net::TcpStream::connect(&server.address).unwrap()).collect();
        // The board has come, so the game goes on.
        let mut lines = BufReader::new(&silent[0]).lines();
        assert_eq!(lines.next().unwrap().unwrap(), "1");
        lines.next().unwrap().unwrap();
        kill_process(Pid::from_child(&server.child), signal).unwrap();
        assert!(lines.next().is_none());
        let (out, err, code) = server.end();
        assert_eq!((out.as_str(), code), ("0 games played\n", Some(130)), "{err}");
        assert!(err.ends_with("game 1: stopped after 0 moves\n"), "{err}");
        let text = fs::read_to_string(folder.path().join("game-000001.txt")).unwrap();
        assert!(text.contains("\nResult: stopped\n"), "{text}");
    }
}

/// No part of a file stays, whatever ends the referee. If it is asked to end, the part is removed
/// at once; if it is killed, it is removed at the latest when the referee starts again.
#[cfg(unix)]
#[test]
fn no_partial_file_is_left() {
    let folder = tempfile::tempdir().unwrap();
    let options = format!("-d 4x2 --house r --records '{}'", folder.path().display());
    let halves = || {
        files(folder.path())
            .into_iter()
            .filter(|name| !name.starts_with("game-"))
            .collect::<Vec<_>>()
    };
    for signal in [Signal::TERM, Signal::KILL, Signal::INT, Signal::KILL] {
        // This file is left by a process that was killed at the worst moment.
        fs::write(folder.path().join(".ludoteca-1-0.part"), "Game: brea").unwrap();
        let mut server = Server::start(&options);
        let clients: Vec<Child> = (0..8).map(|_| server.client("--player r -d 4x2")).collect();
        // This is in the middle of many games: some of them have ended.
        let mut log = BufReader::new(server.child.stderr.take().unwrap()).lines();
        while !log.next().unwrap().unwrap().contains(" won after ") {}
        kill_process(Pid::from_child(&server.child), signal).unwrap();
        server.child.wait().unwrap();
        if signal != Signal::KILL {
            assert_eq!(halves(), [""; 0], "{signal:?}");
        }
        clients.into_iter().for_each(|client| drop(client.wait_with_output().unwrap()));
    }
    server_is_not_needed(Server::start(&options));
    assert_eq!(halves(), [""; 0]);
}

#[test]
fn clients_are_checked() {
    // Our own client keeps all requirements.
    let ours = env!("CARGO_BIN_EXE_ludoteca");
    let checked = run(&format!(
        "check-client breakthrough '{ours}' client breakthrough --connect {{address}} --player r"
    ));
    assert_eq!((checked.code, checked.err.as_str()), (Some(0), ""), "{}", checked.out);
    assert_eq!(
        checked.out.lines().filter(|line| line.starts_with("kept   ")).count(),
        12,
        "{}",
        checked.out
    );
    assert!(checked.out.contains("\n> 1\n> 1 1 1 1 1 1 1 1 1 1 1 1 0 0 "), "{}", checked.out);
    if python().is_none() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let example =
        run(&format!("check-client breakthrough python3 '{PYTHON_CLIENT}' {{host}} {{port}}"));
    assert_eq!(example.code, Some(0), "{}", example.out);
    let early = "print(1, 1, 0, 2, 0, file=lines, flush=True)";
    let stays = "import time\ntime.sleep(60)";
    for (answer, before, after, broken) in [
        ("'hello'", "", "", "broken answers with five numbers in one line: `hello` is no answer"),
        ("3 - seat, *move", "", "", "broken answers for its own seat: `2 "),
        (
            "seat, 0, 0, 0, 0",
            "",
            "",
            "broken makes legal moves: `0 0 0 0` is illegal: a piece moves one row",
        ),
        (
            "seat, *move",
            early,
            "",
            "broken says nothing before it is sent a board: `1 1 0 2 0` came before",
        ),
        ("seat, *move, end=''", "", "", "broken answers every board in time: no answer within 1 s"),
        (
            "seat, *move",
            "",
            stays,
            "broken hangs up when the server does: it is still there after 1 s",
        ),
    ] {
        let source = bad_client(answer, before, after);
        let path = folder.path().join("client.py");
        fs::write(&path, source).unwrap();
        let checked = check(&path);
        assert_eq!(checked.code, Some(1), "{}", checked.out);
        assert!(
            checked.out.lines().any(|line| line.starts_with(broken)),
            "{}\nnot {broken}",
            checked.out
        );
        assert!(checked.err.starts_with("error: the client breaks "), "{}", checked.err);
    }
}

/// A second game on a connection is our addition to the protocol, so a client that is made for one
/// game passes the check. The transcript says why it does not play another.
#[test]
fn a_second_game_is_checked() {
    if python().is_none() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("client.py");
    let source = fs::read_to_string(PYTHON_CLIENT).unwrap();
    let takes = "seat = numbers[0]";
    assert!(source.contains(takes), "{source}");
    for (instead, reason) in [
        // These clients stay at their first seat, hang up, or fall silent.
        ("seat = seat or numbers[0]", "is an answer of seat 1, and it is seat 2"),
        (
            "seat = 3 if seat else numbers[0]\n                if seat == 3: break",
            "the connection is lost",
        ),
        (
            "seat = 3 if seat else numbers[0]\n            elif seat == 3: pass",
            "no answer within 1 s",
        ),
    ] {
        fs::write(&path, source.replace(takes, instead)).unwrap();
        let checked = check(&path);
        assert_eq!((checked.code, checked.err.as_str()), (Some(0), ""), "{}", checked.out);
        let absent = "absent plays another game when it is sent another seat: this is optional";
        let others: Vec<&str> = checked
            .out
            .lines()
            .filter(|line| ["broken ", "unseen ", "absent "].iter().any(|it| line.starts_with(it)))
            .collect();
        assert_eq!(others, [absent], "{instead}");
        assert!(
            checked.out.lines().any(|line| line.starts_with("# ") && line.ends_with(reason)),
            "{reason} is not in {}",
            checked.out
        );
    }
}

fn check(path: &Path) -> super::external::Ran {
    run(&format!(
        "check-client breakthrough --move-time 1s -d 4x2 python3 '{}' {{host}} {{port}} 2",
        path.display()
    ))
}

/// The example client with another answer, something said at the beginning, and something done at
/// the end.
fn bad_client(answer: &str, before: &str, after: &str) -> String {
    let source = fs::read_to_string(PYTHON_CLIENT).expect("this works in a test");
    let choice =
        "print(seat, *random.choice(list(moves(numbers, width, seat))), file=lines, flush=True)";
    let chosen = format!(
        "move = random.choice(list(moves(numbers, width, seat))); print({answer}, file=lines, flush=True)"
    );
    assert!(source.contains(choice) && source.contains("        seat = 0\n"), "{source}");
    let source = source
        .replace(choice, &chosen)
        .replace("        seat = 0\n", &format!("        seat = 0\n        {before}\n"));
    let after: String = after.lines().map(|line| format!("        {line}\n")).collect();
    source.replace("\n\nmain(*sys.argv", &format!("{after}\n\nmain(*sys.argv"))
}

#[test]
fn wrong_usage_of_the_network_is_one_line() {
    for (line, reason) in [
        ("referee ttt", "`ttt` has no protocol of its own: allowed is breakthrough"),
        ("referee", "the following required arguments were not provided: <GAME>"),
        (
            "referee breakthrough -d 3x3",
            "rows=3 for breakthrough: allowed is a whole number from 4 to 16",
        ),
        (
            "referee breakthrough --house m",
            "--house m: a person cannot fill a seat here, allowed are r and a",
        ),
        (
            "referee breakthrough --move-time 10",
            "invalid value '10' for '--move-time <TIME>': allowed is a time as in 500ms, 2s, 1.5s or 1m, up to a day, or none",
        ),
        (
            "referee breakthrough --games 0",
            "invalid value '0' for '--games <N>': allowed is a whole number from 1 to 1000000000",
        ),
        (
            "referee breakthrough --clients 3",
            "--clients without --rounds all: clients are paired in the order of arrival",
        ),
        (
            "referee breakthrough --position '6/6/6/6/6/b4r r'",
            "--position 6/6/6/6/6/b4r r: the game is over there",
        ),
        (
            "client breakthrough --position '6/6/6/6/6/b4r r'",
            "--position for a client: the server says where the game starts",
        ),
        (
            "client breakthrough --player m --copies 2",
            "--copies with --player m: a person plays one game at a time",
        ),
        ("check-client ataxx", "`ataxx` has no protocol of its own: allowed is breakthrough"),
    ] {
        refuses(line, reason);
    }
    // Nobody listens, or the address is used by somebody else. No other command line would be
    // right, so this is no usage error.
    let server = Server::start("");
    for line in [
        "client breakthrough --connect 127.0.0.1:1",
        &format!("referee breakthrough --listen {}", server.address),
    ] {
        let ran = run(line);
        assert_eq!(
            (ran.code, ran.out.as_str(), ran.err.lines().count()),
            (Some(1), "", 1),
            "{line}: {}",
            ran.err
        );
    }
    server_is_not_needed(server);
    for line in [
        "referee breakthrough --listen nowhere",
        "referee breakthrough --listen 127.0.0.1:99999",
        "client breakthrough --player q",
        "referee breakthrough --house a11",
        "referee breakthrough --rounds some",
        "referee breakthrough --listen 127.0.0.1:0 --records /dev/null/x",
        "check-client breakthrough --listen 127.0.0.1:0 /no/such/program",
    ] {
        let ran = run(line);
        assert_eq!(
            (ran.code, ran.out.as_str(), ran.err.lines().count()),
            (Some(2), "", 1),
            "{line}: {}",
            ran.err
        );
        assert!(ran.err.starts_with("error: "), "{line}: {}", ran.err);
    }
}

#[test]
fn everybody_against_everybody_has_a_table() {
    let server = Server::start("--rounds all --clients 3 --games 3");
    let clients: Vec<Child> =
        ["r", "r", "a2"].map(|player| server.client(&format!("--player {player}"))).into();
    clients.into_iter().for_each(|client| drop(finished(client)));
    let (out, err, code) = server.end();
    assert_eq!(code, Some(0), "{err}");
    let lines: Vec<&str> = out.lines().collect();
    assert!(lines[0].starts_with("#  Name") && out.ends_with("\n\n3 games played\n"), "{out}");
    // The ranking and the cross table name each client by its number and address.
    for client in ["client-1 (127.0.0.1:", "client-2 (127.0.0.1:", "client-3 (127.0.0.1:"] {
        assert_eq!(out.matches(client).count(), 2, "{out}");
    }
}
