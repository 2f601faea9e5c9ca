//! The program as an engine: the conversations of `docs/protocol.md`, hostile lines, the end of a
//! conversation, and how soon it answers.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::iter;
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use ludoteca_games::catalog::GAMES;

use crate::external::{Talk, all_games, program, refuses, run, transcript};

/// `UPDATE_TRANSCRIPTS=1 cargo test -p ludoteca transcripts` writes the engine's lines anew; read
/// the difference.
#[test]
fn transcripts_of_the_protocol_are_correct() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/protocol.md");
    let text = fs::read_to_string(&file).expect("the protocol is documented");
    let (mut updated, mut conversation): (String, Option<Talk>) = Default::default();
    for line in text.split_inclusive('\n') {
        if let Some(command) = line.strip_prefix("$ ludoteca ") {
            conversation = Some(Talk::begin(&mut program(command.trim_end())));
        } else if let (Some(command), Some(talk)) = (line.strip_prefix("> "), &mut conversation) {
            updated.push_str(line);
            updated.push_str(&answers(talk, command.trim_end()));
            continue;
        } else if line == "```\n"
            && let Some(talk) = conversation.take()
        {
            assert_eq!(talk.end(), "", "nothing is left to say");
        } else if line.starts_with("< ") && conversation.is_some() {
            continue;
        }
        updated.push_str(line);
    }
    // The list of games changes with each new game, but the page need not: it says once that the
    // dots stand for all games.
    for all in [all_games(), all_games().replace(" and ", " ").replace(',', "")] {
        updated = updated.replace(&all, "…");
    }
    if std::env::var_os("UPDATE_TRANSCRIPTS").is_some() {
        fs::write(&file, &updated).expect("it can be written");
        return;
    }
    assert!(updated.matches("\n$ ludoteca engine").count() >= 6, "the conversations are there");
    for (updated, written) in updated.lines().zip(text.lines()) {
        assert_eq!(without_clock(updated), without_clock(written));
    }
    assert_eq!(updated.lines().count(), text.lines().count());
}

/// The answers of the engine to a line, each after `< `. The answer to `isready` shows where they
/// end; a search ends by itself.
fn answers(talk: &mut Talk, command: &str) -> String {
    talk.say(command);
    let mut answers = String::new();
    if command == "quit" {
        return answers;
    }
    let last = match command.split_once(' ') {
        Some(("perft", depth)) => Some(format!("info depth {depth} nodes ")),
        // The first line is enough of a search that does not end.
        Some(("go", "infinite")) => Some("info depth 1 ".to_owned()),
        Some(("go", _)) => Some("bestmove ".to_owned()),
        _ => None,
    };
    if let Some(last) = last {
        let (before, last) = talk.until(&[&last]);
        let (rest, _) = talk.until(&["\n"]);
        answers = format!("{before}{last}{rest}\n");
    }
    talk.say("isready");
    let (more, _) = talk.until(&["readyok\n"]);
    answers.push_str(&more);
    if command == "isready" {
        talk.until(&["readyok\n"]);
        answers.push_str("readyok\n");
    }
    answers.lines().map(|line| format!("< {line}\n")).collect()
}

/// A line without the parts that depend on the machine.
fn without_clock(line: &str) -> String {
    let mut words: Vec<&str> = line.split(' ').collect();
    for key in ["time", "nps"] {
        if line.starts_with("< info depth")
            && let Some(at) = words.iter().position(|word| *word == key)
        {
            words.drain(at..at + 2);
        }
    }
    words.join(" ")
}

/// On every board, even the largest, `isready` and `stop` are answered at once, `stop` with a legal
/// move, and `quit` ends the engine. Each takes less than 15 ms if nobody else uses the machine.
#[test]
fn an_engine_answers_at_once() {
    let large = [
        "ataxx rows=15 cols=15 seats=4",
        "cn rows=15 cols=15 line=5",
        "cn rows=15 cols=15 line=5 seats=4",
        "breakthrough rows=12 cols=12",
    ];
    let lines = GAMES.iter().map(|info| info.id).chain(large);
    for game in lines {
        let mut talk = Talk::begin(&mut program("engine"));
        talk.say(&format!("uginewgame {game}"));
        let mut fastest = Duration::MAX;
        for _ in 0..3 {
            let mut slowest = Duration::ZERO;
            talk.say("go infinite");
            std::thread::sleep(Duration::from_millis(50));
            let start = Instant::now();
            talk.say("isready");
            let (before, _) = talk.until(&["readyok\n"]);
            slowest = slowest.max(start.elapsed());
            assert!(
                before.lines().all(is_depth),
                "{game}: no answer before it is asked for: {before}"
            );
            let start = Instant::now();
            talk.say("stop");
            talk.until(&["bestmove "]);
            let (step, _) = talk.until(&["\n"]);
            slowest = slowest.max(start.elapsed());
            talk.say("query legal");
            talk.until(&["response "]);
            let (legal, _) = talk.until(&["\n"]);
            assert!(legal.split(' ').any(|legal| legal == step), "{game}: {step} of {legal}");
            fastest = fastest.min(slowest);
        }
        // Several tests share the machine: an answer may be late by chance, but not each time.
        assert!(fastest < Duration::from_millis(400), "{game}: {fastest:?}");
        talk.say("go infinite");
        let start = Instant::now();
        talk.say("quit");
        assert!(talk.end().lines().all(is_depth), "{game}");
        assert!(start.elapsed() < Duration::from_secs(2), "{game}: {:?}", start.elapsed());
    }
}

/// Is this the result of a finished depth?
fn is_depth(line: &str) -> bool {
    line.starts_with("info depth ") && line.contains(" pv ")
}

/// Every depth has a line, in order, both while the search goes on and after its end. Each line is
/// what a search to that depth finds.
#[test]
fn each_finished_depth_is_reported() {
    let depths = |talk: &mut Talk, go: &str, end: &str| -> Vec<String> {
        talk.say(go);
        let (lines, end) = talk.until(&[end]);
        let (rest, _) = talk.until(&["\n"]);
        let lines = format!("{lines}{end}{rest}");
        lines
            .lines()
            .filter(|line| is_depth(line))
            .map(|line| without_clock(&format!("< {line}")))
            .collect()
    };
    for game in ["ttt", "ataxx rows=5 cols=5 seats=4", "owari bowls=2 stones=2"] {
        let mut talk = Talk::begin(&mut program("engine"));
        talk.say(&format!("uginewgame {game}"));
        let all = depths(&mut talk, "go depth 4", "bestmove ");
        assert_eq!(all.len(), 4, "{game}: {all:?}");
        for (n, line) in all.iter().enumerate() {
            let depth = n + 1;
            assert!(line.starts_with(&format!("< info depth {depth} score ")), "{game}: {line}");
            let last = depths(&mut talk, &format!("go depth {depth}"), "bestmove ").pop();
            assert_eq!(last.as_deref(), Some(line.as_str()), "{game}");
        }
        // While the engine thinks, the lines come without being asked for.
        assert_eq!(depths(&mut talk, "go infinite", "info depth 4 "), all, "{game}");
        talk.say("stop");
        talk.until(&["bestmove "]);
        talk.say("quit");
        talk.end();
    }
}

/// An engine uses the time that it is given, and no more.
#[test]
fn time_is_kept() {
    let mut talk = Talk::begin(&mut program("engine -g ataxx"));
    for (go, least, most) in [
        ("go movetime 200", 150, 200),
        ("go p1time 6000 p2time 1 p1inc 0 p2inc 0", 150, 200),
        ("go p1time 100 p1inc 10000", 30, 100),
        ("go p1time 0 p2time 0", 0, 20),
    ] {
        let start = Instant::now();
        talk.say(go);
        talk.until(&["bestmove "]);
        let took = start.elapsed();
        talk.until(&["\n"]);
        // A busy machine may take longer. An engine that ignores its clock takes for ever.
        assert!(
            took >= Duration::from_millis(least) && took < Duration::from_millis(most + 400),
            "{go}: {took:?}"
        );
    }
    talk.say("quit");
    talk.end();
}

#[test]
fn no_input_stops_an_engine() {
    let mut script: Vec<u8> =
        b"\n\n  \nhello\n\xff\xfe\0\x1b[2J\nposition startpos moves ".to_vec();
    script.extend("0,0 ".repeat(500_000).into_bytes());
    script.extend(b"\n");
    script.extend(vec![b'x'; 6_000_000]);
    script.extend(
        b"\ngo depth 99999999999999999999\nsetoption\nquery\nposition startpos moves 1,1\nquery position\nquit\n",
    );
    let seen = transcript(&mut program("engine -g ttt"), script);
    let lines: Vec<&str> = seen.lines().collect();
    assert_eq!(lines.len(), 8, "{seen}");
    assert!(
        lines[..7].iter().all(|line| line.starts_with("info string ") && line.len() < 300),
        "{seen}"
    );
    assert_eq!(lines[7], "response 3/1x1/3 o");
    assert!(!seen.contains('\u{1b}'), "nothing reaches a terminal as it came");
    // This is a line that never ends, followed by the end of input.
    assert_eq!(transcript(&mut program("engine"), vec![b'y'; 5_000_000]).lines().count(), 1);
}

/// Input and output may end at any time.
#[test]
fn an_engine_ends_with_its_streams() {
    for script in ["", "ugi", "go infinite\n", "go depth 3\n", "perft 30\n", "go infinite\nquit\n"]
    {
        let seen = transcript(&mut program("engine -g ataxx"), script);
        assert_eq!(
            seen.contains("bestmove "),
            script.starts_with("go") && !script.contains("quit"),
            "{seen}"
        );
    }
    let mut child = program("engine").stdin(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let mut input = child.stdin.take().unwrap();
    // The engine may be gone before it reads all of this.
    let _ = input.write_all(b"go infinite\nisready\nisready\n");
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
}

#[test]
fn wrong_usage_is_refused() {
    refuses("engine --uai -g ttt", "the argument '--uai' cannot be used with '--game <ID>'");
    refuses("engine -g go", &format!("unknown game `go`: allowed are {}", all_games()));
    refuses(
        "engine --idle 5s",
        "the following required arguments were not provided: --listen <ADDR>",
    );
    refuses(
        "engine --listen x --connections 0",
        "invalid value '0' for '--connections <N>': allowed is a whole number from 1 to 1000",
    );
    refuses(
        "engine --listen x --idle 5",
        "invalid value '5' for '--idle <TIME>': allowed is a time as in 500ms, 2s, 1.5s or 1m, up to a day, or none",
    );
    let ran = run("engine --listen nowhere");
    assert_eq!((ran.code, ran.err.lines().count()), (Some(2), 1), "{}", ran.err);
    assert!(ran.err.starts_with("error: --listen nowhere: "), "{}", ran.err);
}

/// The program as an engine that listens for connections.
struct Listening {
    child: Child,
    address: String,
}

impl Listening {
    fn begin(options: &str) -> Listening {
        let mut child =
            program(&format!("engine --listen 127.0.0.1:0 {options}")).spawn().expect("it runs");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("a pipe"))
            .read_line(&mut line)
            .expect("it says where");
        let address = line.trim_end().strip_prefix("listening on ").expect("it listens").to_owned();
        Listening { child, address }
    }

    fn connect(&self) -> Peer {
        let stream = TcpStream::connect(&self.address).expect("somebody listens");
        stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a socket");
        Peer(BufReader::new(stream))
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        self.child.kill().expect("it still runs");
        self.child.wait().expect("it ends");
    }
}

/// A connection to the engine.
struct Peer(BufReader<TcpStream>);

impl Peer {
    fn say(&mut self, lines: &str) {
        self.0.get_mut().write_all(format!("{lines}\n").as_bytes()).expect("it listens");
    }

    fn hear(&mut self) -> String {
        let mut line = String::new();
        self.0.read_line(&mut line).expect("a line, or the end");
        line
    }

    /// Sends lines, and returns all answers until the other side hangs up.
    fn rest(mut self, lines: &str) -> String {
        self.say(lines);
        let mut rest = String::new();
        self.0.read_to_string(&mut rest).expect("lines, and the end");
        rest
    }
}

/// Over TCP each conversation has an engine of its own. The conversations go on side by side,
/// whatever happens to the others.
#[test]
fn an_engine_listens() {
    let listening = Listening::begin("-g ttt");
    let asks = "position startpos moves 1,1\nquery position\nquit";
    assert_eq!(listening.connect().rest(asks), "response 3/1x1/3 o\n");
    let [mut one, mut two] = [listening.connect(), listening.connect()];
    one.say("position startpos moves 0,0\nquery position");
    two.say("uginewgame ataxx\ngo infinite");
    assert_eq!(one.hear(), "response x2/3/3 o\n");
    assert!(two.hear().starts_with("info depth 1 "));
    // This conversation is cut off in the middle.
    listening.connect().say("position startpos moves 2,2\ngo infinite\nisre");
    assert_eq!(listening.connect().rest("query position\nquit"), "response 3/3/3 x\n");
    one.say("query turn");
    assert_eq!(one.hear(), "response p2\n");
    two.say("stop");
    let stopped = two.rest("quit");
    assert!(stopped.lines().last().is_some_and(|line| line.starts_with("bestmove ")), "{stopped}");
}

/// The number of connections is limited. A client beyond the limit is told so, and a place that is
/// given up is free again.
#[test]
fn the_number_of_connections_is_limited() {
    let listening = Listening::begin("-g ttt --connections 2");
    let mut taken: Vec<Peer> = (0..2).map(|_| listening.connect()).collect();
    for peer in &mut taken {
        peer.say("isready");
        assert_eq!(peer.hear(), "readyok\n");
    }
    for _ in 0..50 {
        assert_eq!(
            listening.connect().hear(),
            "info string all 2 places are taken: try again later\n"
        );
    }
    assert_eq!(taken.remove(0).rest("quit"), "");
    let start = Instant::now();
    let mut another = loop {
        let mut peer = listening.connect();
        // The client may have been turned away before it could say this.
        let _ = peer.0.get_mut().write_all(b"isready\n");
        let mut line = String::new();
        match peer.0.read_line(&mut line) {
            Ok(_) if line == "readyok\n" => break peer,
            _ => assert!(start.elapsed() < Duration::from_secs(20), "a place is free"),
        }
    };
    for peer in taken.iter_mut().chain([&mut another]) {
        peer.say("query turn");
        assert_eq!(peer.hear(), "response p1\n");
    }
}

/// A client that falls silent is disconnected, even in the middle of a line. A client that waits
/// for an answer is not.
#[test]
fn a_silent_client_is_disconnected() {
    let listening = Listening::begin("-g ataxx --connections 3 --idle 1s");
    let goodbye = "info string nothing was said for 1 s: goodbye\n";
    let [silent, mut trickling, mut thinking] = [(); 3].map(|()| listening.connect());
    thinking.say("go movetime 2500");
    let trickle = std::thread::spawn(move || {
        let start = Instant::now();
        // Writing works until the other side hangs up.
        while trickling.0.get_mut().write_all(b"x").is_ok() {
            assert!(start.elapsed() < Duration::from_secs(20), "nobody hangs up");
            std::thread::sleep(Duration::from_millis(50));
        }
    });
    let answer = loop {
        let line = thinking.hear();
        if !is_depth(&line) {
            break line;
        }
    };
    assert!(answer.starts_with("bestmove "), "{answer}");
    assert_eq!(thinking.hear(), goodbye);
    let mut silent = silent;
    assert_eq!((silent.hear().as_str(), silent.hear().as_str()), (goodbye, ""));
    trickle.join().unwrap();
    // After `go infinite` the engine waits for `stop`, but not for ever. That holds both for a
    // search that has finished and for one that never would.
    for game in ["ttt", "ataxx"] {
        let mut waiting = listening.connect();
        waiting.say(&format!("uginewgame {game}\ngo infinite"));
        let said: Vec<String> =
            iter::repeat_with(|| waiting.hear()).take_while(|line| !line.is_empty()).collect();
        assert!(said.iter().any(|line| line.starts_with("bestmove ")), "{said:?}");
        assert_eq!(said.last().map(String::as_str), Some(goodbye));
    }
}

/// A client that keeps asking and never reads does not disturb the others.
#[test]
fn a_client_that_does_not_read_delays_nobody() {
    let listening = Listening::begin("-g ttt");
    let deaf = listening.connect();
    let stream = deaf.0.get_ref();
    stream.set_write_timeout(Some(Duration::from_millis(500))).unwrap();
    let lines = "display\n".repeat(10_000);
    // Writing works until the buffers on the way are full.
    while (&*stream).write_all(lines.as_bytes()).is_ok() {}
    for _ in 0..3 {
        assert_eq!(listening.connect().rest("query turn\nquit"), "response p1\n");
    }
}
