//! Tests of the engine driver: with correct programs, every kind of bad program, paused clocks, and
//! real processes.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use ludoteca_core::{Seat, Table};
use ludoteca_engines::external::{
    Channel, DialectGame, EngineAnswer, EngineDriver, EngineFailure, Fault, Program,
};
use ludoteca_engines::protocols::messages::{
    Dialect, EngineScore, Go, StartPosition, ToEngine, step_to_word, word_to_step,
};
use ludoteca_engines::protocols::{uai, uci};
use ludoteca_games::catalog;
use ludoteca_play::seeds::{Purpose, stream};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, duplex, repeat, sink};
use tokio::task::yield_now;
use tokio::time::{Instant, sleep, timeout};

const PATIENCE: Duration = Duration::from_secs(5);

/// An action of an engine.
#[derive(Clone)]
enum Act {
    Say(&'static str),
    Bytes(Vec<u8>),
    Wait(u64),
    /// It stops reading and answering.
    Sleep,
    Leave,
}
use Act::{Bytes, Leave, Say, Sleep, Wait};

/// An engine that performs the actions of `answer` for each line, and keeps the lines it received.
fn engine(stream: DuplexStream, mut answer: impl FnMut(&str) -> Vec<Act> + Send + 'static) {
    let (output, mut input) = tokio::io::split(stream);
    tokio::spawn(async move {
        let mut lines = BufReader::new(output).lines();
        while let Ok(Some(line)) = lines.next_line().await {
            for act in answer(&line) {
                let said = match act {
                    Say(text) => input.write_all(format!("{text}\n").as_bytes()).await,
                    Bytes(bytes) => input.write_all(&bytes).await,
                    Wait(milliseconds) => {
                        sleep(Duration::from_millis(milliseconds)).await;
                        Ok(())
                    }
                    Sleep => std::future::pending().await,
                    Leave => return,
                };
                if said.is_err() {
                    return;
                }
            }
        }
    });
}

fn program(text: &str) -> Program {
    text.parse().expect("this works in a test")
}

/// A driver of an engine at the other end of a pipe with a buffer of this many bytes.
async fn driver_over(
    bytes: usize,
    text: &str,
    answer: impl FnMut(&str) -> Vec<Act> + Send + 'static,
) -> Result<EngineDriver, EngineFailure> {
    let (here, there) = duplex(bytes);
    engine(there, answer);
    let (output, input) = tokio::io::split(here);
    EngineDriver::over_channel(Channel::from_streams(output, input), &program(text), PATIENCE).await
}

/// The actions of every correct engine, apart from `go` and `stop`.
fn polite(line: &str) -> Vec<Act> {
    match line {
        "ugi" => vec![Say("id name Test 1"), Say("ugiok")],
        "isready" => vec![Say("readyok")],
        _ => Vec::new(),
    }
}

fn table(line: &str) -> Box<dyn Table> {
    catalog::open_line(line).expect("this works in a test")
}

/// A driver of a correct engine that has begun a game of Tic-Tac-Toe, and performs these actions on
/// `go` and on `stop`.
async fn begun(on_go: Vec<Act>, on_stop: Vec<Act>) -> EngineDriver {
    let answer = move |line: &str| match line {
        "stop" => on_stop.clone(),
        line if line.starts_with("go") => on_go.clone(),
        line => polite(line),
    };
    let mut driver = driver_over(1 << 16, "cmd:x", answer).await.expect("it is polite");
    driver.new_game(&*table("ttt"), None).await.expect("it is polite");
    driver
}

fn milliseconds(number: u64) -> Duration {
    Duration::from_millis(number)
}

#[tokio::test(start_paused = true)]
async fn an_answer_is_measured() {
    let acts = vec![
        Say("info string thinking about it"),
        Say("info depth 3 score cp 12 nodes 100 pv 1,1 0,0"),
        Wait(200),
        Bytes(
            b"  info   depth 4 seldepth 9 multipv 1 score   win 3 lowerbound nps 7 wdl 1 2 3 pv 0,1 2,2\r\n".to_vec(),
        ),
        Say("info depth 4 multipv 2 score cp -900 pv 1,0"),
        Say("info currmove 1,1"),
        Wait(100),
        Bytes(b"\tbestmove  0,1 ponder 2,2 \r\n".to_vec()),
    ];
    let mut driver = begun(acts, Vec::new()).await;
    assert_eq!(driver.name(), "Test 1");
    let answer = driver.choose(&Go::default(), Some(milliseconds(301))).await;
    let expected = EngineAnswer {
        step: "0 1".to_owned(),
        took: milliseconds(300),
        score: Some(EngineScore::Win(3)),
    };
    assert_eq!(answer, Ok(expected.clone()));
    // This question has no time limit. The driver is used for another game and in another task.
    let again = tokio::spawn(async move {
        driver.new_game(&*table("ttt"), None).await?;
        driver.choose(&Go::default(), None).await
    });
    assert_eq!(again.await.unwrap(), Ok(expected));
}

/// Each row has the engine's actions on `go` and on `stop`, with a time limit of one second, the
/// expected result, and whether the engine can be asked again.
#[tokio::test(start_paused = true)]
async fn all_kinds_of_answers_are_handled() {
    let late = "no move within 1 s, but after 1.5 s";
    let best = Say("bestmove 1,1");
    let megabytes = |last: &str| [vec![b'x'; 5_000_000], last.as_bytes().to_vec()].concat();
    let flood = "info depth 1 score cp 7 pv 0,0\n".repeat(100_000) + "bestmove 1,1\n";
    let good = Ok("1 1");
    let rows = [
        ("late by itself", vec![Wait(1500), best.clone()], vec![], Err((late, Fault::Late)), true),
        (
            "late when stopped",
            vec![],
            vec![Wait(500), Say("info depth 1"), best.clone()],
            Err((late, Fault::Late)),
            true,
        ),
        (
            "never",
            vec![Sleep],
            vec![],
            Err(("no move within 1 s, nor within 5 s after stop", Fault::Hung)),
            false,
        ),
        (
            "leaves",
            vec![Wait(10), Leave],
            vec![],
            Err(("the connection is lost", Fault::Crashed)),
            false,
        ),
        (
            "leaves when stopped",
            vec![],
            vec![Leave],
            Err(("the connection is lost", Fault::Crashed)),
            false,
        ),
        (
            "gives up",
            vec![Say("bestmove none")],
            vec![],
            Err(("its answer is `none`, although there is a move", Fault::Illegal)),
            true,
        ),
        (
            "passes",
            vec![Say("bestmove 0000")],
            vec![],
            Err(("its answer is `0000`, although there is a move", Fault::Illegal)),
            true,
        ),
        (
            "says nothing",
            vec![Say("bestmove")],
            vec![],
            Err(("its answer is `none`, although there is a move", Fault::Illegal)),
            true,
        ),
        ("whatever it is", vec![Say("bestmove e2e4")], vec![], Ok("e2e4"), true),
        ("twice", vec![best.clone(), Say("bestmove 0,0")], vec![], good, true),
        ("twice, later", vec![best.clone(), Wait(1), Say("bestmove 0,0")], vec![], good, true),
        (
            "noise",
            vec![Bytes(b"\xff\xfe\0\n\n   \nbest move\nbestmoves 0,0\nbestmove 1,1\n".to_vec())],
            vec![],
            good,
            true,
        ),
        ("an endless line", vec![Bytes(megabytes("\nbestmove 1,1\n"))], vec![], good, true),
        ("a flood", vec![Bytes(flood.into_bytes())], vec![], good, true),
        ("no line end", vec![Bytes(b"bestmove 1,1".to_vec()), Leave], vec![], good, false),
        (
            "half a line",
            vec![Bytes(b"bestmove 1,1".to_vec())],
            vec![Bytes(b"\n".to_vec())],
            Err(("no move within 1 s, but after 1 s", Fault::Late)),
            true,
        ),
    ];
    for (what, on_go, on_stop, expected, is_there) in rows {
        let mut driver = begun(on_go, on_stop).await;
        for _ in 0..2 {
            let chosen = driver.choose(&Go::default(), Some(milliseconds(1000))).await;
            let said = chosen
                .as_ref()
                .map(|answer| answer.step.as_str())
                .map_err(|failed| (failed.to_string(), failed.fault()));
            assert_eq!(said, expected.map_err(|(text, fault)| (text.to_owned(), fault)), "{what}");
            if !is_there {
                break;
            }
        }
        if !is_there {
            let again = driver.choose(&Go::default(), None).await.expect_err(what);
            assert!(again.is_final(), "{what}: {again}");
            assert_eq!(driver.new_game(&*table("ttt"), None).await, Err(again), "{what}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn unrequested_lines_are_ignored() {
    let mut questions = 0;
    let answer = move |line: &str| match line {
        "isready" => vec![Say("bestmove 2,2"), Say("info score cp 99"), Say("readyok")],
        line if line.starts_with("go") => {
            questions += 1;
            vec![Wait(10), Say(["bestmove 0,0", "bestmove 0,1"][questions - 1])]
        }
        line => polite(line),
    };
    let mut driver = driver_over(1 << 16, "cmd:x", answer).await.unwrap();
    driver.new_game(&*table("ttt"), None).await.unwrap();
    for step in ["0 0", "0 1"] {
        let answer = driver.choose(&Go::default(), None).await.unwrap();
        assert_eq!((answer.step.as_str(), answer.score), (step, None));
        driver.stepped(step);
    }
}

/// The wait for an answer that is due at once has a time limit, even if other lines keep coming.
#[tokio::test(start_paused = true)]
async fn every_wait_has_a_time_limit() {
    let silent = |_: &str| vec![Sleep];
    let chatty = |_: &str| (0..100).flat_map(|_| [Say("info string hello"), Wait(1000)]).collect();
    let rude = |line: &str| if line == "ugi" { vec![Say("ugiok"), Leave] } else { Vec::new() };
    let other = |_: &str| vec![Say("uciok")];
    let start = Instant::now();
    for (failed, expected) in [
        (
            driver_over(1 << 16, "cmd:x", silent).await.err(),
            "no ugiok within 5 s: it may speak another dialect, uai or uci",
        ),
        (
            driver_over(1 << 16, "cmd:x", chatty).await.err(),
            "no ugiok within 5 s: it may speak another dialect, uai or uci",
        ),
        (driver_over(1 << 16, "cmd+uai:x", chatty).await.err(), "no uaiok within 5 s"),
        (
            driver_over(1 << 16, "cmd:x", other).await.err(),
            "no ugiok within 5 s: it may speak another dialect, uai or uci",
        ),
        (driver_over(1 << 16, "cmd:x", rude).await.err(), "the connection is lost"),
    ] {
        assert_eq!(failed.map(|failed| failed.to_string()).as_deref(), Some(expected));
    }
    assert_eq!(start.elapsed().as_secs(), 20);

    // The engine stops answering, or even reading, in the middle of a game.
    for (bytes, expected) in
        [(1 << 16, "no readyok within 5 s"), (64, "it does not read what it is sent")]
    {
        let mut answered = 0;
        let answer = move |line: &str| {
            answered += usize::from(line == "isready");
            // This is after a game has begun.
            if answered == 2 { vec![Say("readyok"), Sleep] } else { polite(line) }
        };
        let mut driver = driver_over(bytes, "cmd:x", answer).await.unwrap();
        driver.new_game(&*table("cn rows=15 cols=15 line=5"), None).await.unwrap();
        (0..15)
            .flat_map(|row| (0..15).map(move |col| format!("{row} {col}")))
            .for_each(|step| driver.stepped(&step));
        let failed = driver.choose(&Go::default(), None).await.unwrap_err();
        assert_eq!((failed.to_string().as_str(), failed.fault()), (expected, Fault::Hung));
    }
}

/// Two sides that write more than the pipe holds do not block each other.
#[tokio::test(start_paused = true)]
async fn input_is_read_while_output_is_written() {
    let answer = |line: &str| match line.split(' ').next() {
        Some("position") => vec![Bytes("info string x\n".repeat(1000).into_bytes())],
        Some("go") => vec![Say("bestmove 1,1")],
        _ => polite(line),
    };
    let mut driver = driver_over(64, "cmd:x", answer).await.unwrap();
    driver.new_game(&*table("ttt"), None).await.unwrap();
    assert_eq!(driver.choose(&Go::default(), Some(milliseconds(1))).await.unwrap().step, "1 1");
}

/// An engine receives games, options and positions.
#[tokio::test(start_paused = true)]
async fn games_and_options_are_sent() {
    /// What an engine with this greeting receives after it, and why it cannot be used.
    async fn sent(
        text: &str,
        greeting: &'static str,
        game: &str,
        start: Option<&str>,
    ) -> (Vec<String>, Option<String>) {
        let (heard, mut lines) = tokio::sync::mpsc::unbounded_channel();
        let answer = move |line: &str| {
            heard.send(line.to_owned()).expect("somebody listens");
            match line {
                "ugi" | "uai" | "uci" => vec![Say(greeting)],
                line if line.starts_with("go") => vec![Say("bestmove a1a2")],
                line => polite(line),
            }
        };
        let failed = match driver_over(1 << 16, text, answer).await {
            Err(failed) => Some(failed),
            Ok(mut driver) => match driver.new_game(&*table(game), start).await {
                Err(failed) => Some(failed),
                Ok(()) => {
                    let go = Go { time: [Some(1000), Some(2000), None, None], ..Go::default() };
                    let _ = driver.choose(&go, None).await;
                    None
                }
            },
        };
        lines.close();
        let mut heard = Vec::new();
        while let Some(line) = lines.recv().await {
            heard.push(line);
        }
        (heard, failed.map(|failed| failed.to_string()))
    }

    let options = "option name Threads type spin default 1 min 1 max 8\noption name Clear Hash type button\n\
                   option name Style type combo default Solid var Solid var Wild West\noption name Log type string\n\
                   option name Ponder type check default false\nugiok";
    let variant =
        "option name UCI_Variant type combo default chess var breakthrough var chess\nuciok";
    let position = "x5o/7/7/3-3/7/7/o5x x 4 9";
    let rows = [
        (
            "cmd:x",
            "ugiok",
            "ttt",
            None,
            vec![
                "uginewgame",
                "isready",
                "position startpos",
                "isready",
                "go p1time 1000 p2time 2000",
            ],
        ),
        (
            "cmd:x",
            "id games ataxx ttt\nugiok",
            "ataxx obstacles=3,3",
            Some(position),
            vec![
                "uginewgame ataxx obstacles=3,3",
                "isready",
                "position fen x5o/7/7/3-3/7/7/o5x x 4 9",
                "isready",
                "go p1time 1000 p2time 2000",
            ],
        ),
        (
            "cmd;threads=4;clear hash=;Style=Wild West;Log=a b;ponder=true:x",
            options,
            "ttt",
            Some("3/3/3 x"),
            vec![
                "setoption name Threads value 4",
                "setoption name Clear Hash",
                "setoption name Style value Wild West",
                "setoption name Log value a b",
                "setoption name Ponder value true",
                "isready",
                "uginewgame",
                "isready",
                "position startpos",
                "isready",
                "go p1time 1000 p2time 2000",
            ],
        ),
        (
            "cmd+uai:x",
            "uaiok",
            "ataxx obstacles=3,3",
            None,
            vec![
                "uainewgame",
                "isready",
                "position fen x5o/7/7/3-3/7/7/o5x x 0 1",
                "isready",
                "go btime 1000 wtime 2000",
            ],
        ),
        (
            "cmd+uai:x",
            "uaiok",
            "ataxx",
            None,
            vec![
                "uainewgame",
                "isready",
                "position startpos",
                "isready",
                "go btime 1000 wtime 2000",
            ],
        ),
        (
            "cmd+uci:x",
            variant,
            "breakthrough rows=8 cols=8",
            Some("bbbbbbbb/bbb1bbbb/3b4/8/8/8/rrrrrrrr/rrrrrrrr r"),
            vec![
                "setoption name UCI_Variant value breakthrough",
                "ucinewgame",
                "isready",
                "position fen pppppppp/pppppppp/8/8/8/3P4/PPP1PPPP/PPPPPPPP b - - 0 1",
                "isready",
                "go wtime 1000 btime 2000",
            ],
        ),
    ];
    for (text, greeting, game, start, expected) in rows {
        let (heard, failed) = sent(text, greeting, game, start).await;
        assert_eq!(failed, None, "{text}");
        // The greeting comes first, and is answered before anything else is sent.
        let heard: Vec<&str> =
            heard.iter().map(String::as_str).skip_while(|line| line.len() == 3).collect();
        let expected: Vec<&str> =
            if text.contains(';') { expected } else { [vec!["isready"], expected].concat() };
        assert_eq!(heard, expected, "{text}");
    }
    for (text, greeting, game, start, reason) in [
        ("cmd;Hash=1:x", "ugiok", "ttt", None, "it has no option `Hash`: it has none"),
        (
            "cmd;Hash=1:x",
            options,
            "ttt",
            None,
            "it has no option `Hash`: it has Threads, Clear Hash, Style, Log and Ponder",
        ),
        (
            "cmd;Threads=9:x",
            options,
            "ttt",
            None,
            "its option Threads cannot be `9`: allowed is a whole number from 1 to 8",
        ),
        (
            "cmd;Style=Wild:x",
            options,
            "ttt",
            None,
            "its option Style cannot be `Wild`: allowed is Solid and Wild West",
        ),
        (
            "cmd;Ponder=on:x",
            options,
            "ttt",
            None,
            "its option Ponder cannot be `on`: allowed is true or false",
        ),
        (
            "cmd;Clear Hash=1:x",
            options,
            "ttt",
            None,
            "its option Clear Hash cannot be `1`: allowed is nothing",
        ),
        (
            "cmd:x",
            "id games chess go\nugiok",
            "ttt",
            None,
            "it does not play ttt, but chess and go",
        ),
        (
            "cmd:x",
            "ugiok",
            "ttt",
            Some("xxx/xxx/3 o"),
            "no game can reach this position: with 6 x and 0 o it is not the turn of o",
        ),
        (
            "cmd+uai:x",
            "uaiok",
            "ataxx seats=4",
            None,
            "`ataxx seats=4` is not their game: UAI is about 7x7 Ataxx with two seats, and a draw after a hundred plies without a clone",
        ),
        (
            "cmd+uci:x",
            variant,
            "breakthrough",
            None,
            "`breakthrough` is not their game: over UCI we play breakthrough, on 8x8",
        ),
        (
            "cmd+uci:x",
            "uciok",
            "breakthrough rows=8 cols=8",
            None,
            "it has no option `UCI_Variant`: it has none",
        ),
    ] {
        assert_eq!(sent(text, greeting, game, start).await.1.as_deref(), Some(reason), "{text}");
    }
}

/// A quarter of a megabyte of a program's greeting is kept, and the rest is dropped.
#[tokio::test(start_paused = true)]
async fn long_greetings_are_cut() {
    let long = "x".repeat(900_000);
    let choices = " var x".repeat(100_000);
    let many: String = (0..1000)
        .map(|n| format!("option name N{n} type string default {}\n", &long[..1000]))
        .collect();
    let greeting = format!(
        "option name Text type string default {long}\noption name Choice type combo{choices}\nid games {}\n\
         option name Hash type spin\n{many}ugiok\n",
        long[..400_000].replace('x', "y "),
    );
    for (option, is_kept) in [
        ("Hash=1", true),
        ("N0=a", true),
        ("N200=a", true),
        ("N999=a", false),
        ("Text=a", false),
        ("Choice=x", false),
    ] {
        let greeting = greeting.clone();
        let answer = move |line: &str| match line {
            "ugi" => vec![Bytes(greeting.clone().into_bytes())],
            line => polite(line),
        };
        let met = driver_over(1 << 16, &format!("cmd;{option}:x"), answer).await;
        assert_eq!(met.is_ok(), is_kept, "{option}: {:?}", met.err());
        if let Ok(mut driver) = met {
            // The program's list of games was too long to be kept.
            assert_eq!(driver.new_game(&*table("ttt"), None).await, Ok(()));
        }
    }
}

/// Random games are sent from a random position on. A reader of the messages reaches the same
/// position, and reads each of our moves back from its word.
#[test]
fn games_are_sent_in_every_dialect() {
    let mut generator = ChaCha8Rng::seed_from_u64(4);
    let (mut passes, mut wound_back) = (0, 0);
    for (dialect, options, start) in [
        (Dialect::Ugi, "dawn", None),
        (Dialect::Ugi, "ataxx rows=5 cols=5 seats=4", None),
        (Dialect::Ugi, "owari bowls=2 stones=2", None),
        (Dialect::Uai, "ataxx", None),
        (Dialect::Uai, "ataxx obstacles=0,1/1,1/1,0/0,2/1,2/2,2/2,1/2,0", None),
        (Dialect::Uai, "ataxx", Some("x--4/---4/---4/7/7/7/5oo o 5 3")),
        // In UAI passes count, so its draw comes long before ours.
        (
            Dialect::Uai,
            "ataxx",
            Some("x------/-------/-------/-------/-------/-------/o-1-1-1 o 50 3"),
        ),
        (Dialect::Uci, "breakthrough rows=8 cols=8", None),
        (
            Dialect::Uci,
            "breakthrough rows=8 cols=8",
            Some("bbbbbbbb/bbb1bbbb/3b4/8/8/8/rrrrrrrr/rrrrrrrr r"),
        ),
    ] {
        for _ in 0..5 {
            let mut table = table(options);
            let mut sent = DialectGame::begin(dialect, &*table, start).unwrap();
            start.into_iter().for_each(|start| table.set_position(start).unwrap());
            while let Some(step) = table.random_step(&mut generator) {
                if table.next().seat().is_some() {
                    let ToEngine::Position { start, steps } = sent.position() else {
                        panic!("no position")
                    };
                    passes += steps.iter().filter(|step| *step == uai::PASS).count();
                    wound_back += usize::from(
                        matches!(&start, StartPosition::Fen(fen) if fen.contains(" 98 ")),
                    );
                    let legal = heard(dialect, options, &start, &steps, &*table);
                    let mut read: Vec<String> =
                        legal.iter().map(|word| sent.step_from_word(word).unwrap()).collect();
                    let mut steps = table.steps();
                    read.sort();
                    steps.sort();
                    assert_eq!(read, steps, "{options} {}", table.position());
                }
                sent.stepped(&table.step(&step).unwrap().text);
            }
        }
    }
    assert!(passes > 0 && wound_back > 0, "seats were passed over, and their draws were");
}

/// The words of the legal moves for a reader of these messages, who must be at the same position.
fn heard(
    dialect: Dialect,
    options: &str,
    start: &StartPosition,
    steps: &[String],
    table: &dyn Table,
) -> Vec<String> {
    let fen = if let StartPosition::Fen(fen) = start { Some(fen.as_str()) } else { None };
    if dialect == Dialect::Uai {
        let mut there = fen.map_or_else(uai::UaiGame::new, |fen| {
            uai::UaiGame::from_fen(fen).expect("a position of theirs")
        });
        for step in steps {
            there.step(step).expect("a legal step");
        }
        // UAI's counter of plies without progress is different.
        let board = |position: &str| position.split(' ').take(2).collect::<Vec<_>>().join(" ");
        assert_eq!(board(&there.fen()), board(&table.position()));
        return there.legal();
    }
    let is_ours = dialect == Dialect::Ugi;
    let mut there = self::table(options);
    if let Some(fen) = fen {
        let position = if is_ours {
            fen.to_owned()
        } else {
            uci::position(fen).expect("a position of theirs")
        };
        there.set_position(&position).expect("a position of ours");
    }
    for step in steps {
        let step = if is_ours {
            word_to_step(step)
        } else {
            uci::from_uci(step).expect("a move of theirs")
        };
        there.step(&step).expect("a legal step");
    }
    assert_eq!(there.position(), table.position());
    there
        .steps()
        .iter()
        .map(|step| if is_ours { step_to_word(step) } else { uci::to_uci(step) })
        .collect()
}

/// A limit that is longer than anything takes, so that no test fails on a busy machine.
const LONGEST: Duration = Duration::from_secs(60);

/// A program that completes the handshake and then runs a shell script.
fn shell(script: &str) -> Program {
    let words = ["sh", "-c", &format!("read ugi; echo ugiok; read ready; echo readyok; {script}")]
        .map(str::to_owned);
    Program {
        location: ludoteca_engines::external::ProgramLocation::Command(words.to_vec()),
        ..program("cmd:x")
    }
}

#[cfg(unix)]
#[tokio::test]
async fn processes_end_in_many_ways() {
    for (script, reason) in [
        ("echo oops >&2; echo >&2; exit 3", "it has ended, exit status: 3: oops"),
        ("kill -9 $$", "it has ended, signal: 9 (SIGKILL)"),
        ("exit", "it has ended, exit status: 0"),
        (
            "yes flood | head -c 3000000 >&2; echo last words >&2; exit 1",
            "it has ended, exit status: 1: last words",
        ),
        ("exec >&-; sleep 60", "it has closed its input or its output"),
    ] {
        let mut driver = EngineDriver::start(&shell(script), LONGEST).await.unwrap();
        let failed = driver.new_game(&*table("ttt"), None).await.unwrap_err();
        assert_eq!(
            (failed.to_string().as_str(), failed.fault()),
            (reason, Fault::Crashed),
            "{script}"
        );
        // This works whether the program is still running or not.
        driver.quit().await;
    }
    for text in ["cmd:/no/such/program", "tcp:127.0.0.1:1"] {
        let failed = EngineDriver::start(&program(text), LONGEST).await.err().unwrap();
        assert!(failed.to_string().starts_with("it cannot be started: "), "{failed}");
        assert_eq!(failed.fault(), Fault::Crashed);
    }
}

/// A program that writes without end does not keep other tasks from running, even if there is only
/// one thread.
#[tokio::test(flavor = "current_thread")]
async fn a_flood_lets_others_work() {
    let (flooding, heard) = (program("cmd:x"), Arc::new(AtomicUsize::new(0)));
    let flood = || {
        let (mut channel, heard) =
            (Channel::from_streams(repeat(b'\n'), sink()), Arc::clone(&heard));
        channel.log_traffic(Box::new(move |_, _| {
            heard.fetch_add(1, Ordering::Relaxed);
        }));
        channel
    };
    let counter = Arc::clone(&heard);
    let other = tokio::spawn(async move {
        let mut most = 0;
        for _ in 0..100 {
            let before = counter.load(Ordering::Relaxed);
            yield_now().await;
            most = most.max(counter.load(Ordering::Relaxed) - before);
        }
        most
    });
    let between_turns = tokio::select! {
        met = EngineDriver::over_channel(flood(), &flooding, LONGEST) => panic!("{:?}", met.err()),
        most = other => most.unwrap(),
    };
    assert!((1..1000).contains(&between_turns), "{between_turns} lines");
    let failed =
        EngineDriver::over_channel(flood(), &flooding, milliseconds(10)).await.err().unwrap();
    assert_eq!(
        failed.to_string(),
        "no ugiok within 0.01 s: it may speak another dialect, uai or uci"
    );
}

/// Neither the program nor its child processes are left behind, whether the program obeys `quit` or
/// not, and also if the driver is just dropped.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn processes_are_not_left_behind() {
    let begin = "trap '' INT TERM; sleep 100 >/dev/null 2>&1 & echo id name $$ $! ; echo ugiok; read line; echo readyok; read line";
    for (end, is_told) in
        [("while true; do read line; done", true), ("sleep 100", false), ("exit", true)]
    {
        let words = ["sh", "-c", &format!("{begin}; {end}")].map(str::to_owned).to_vec();
        let program = Program {
            location: ludoteca_engines::external::ProgramLocation::Command(words),
            ..program("cmd:x")
        };
        let driver = EngineDriver::start(&program, LONGEST).await.unwrap();
        let ids: Vec<String> = driver.name().split(' ').map(str::to_owned).collect();
        assert_eq!(ids.len(), 2);
        let stat = |id: &str| std::fs::read_to_string(format!("/proc/{id}/stat")).ok();
        let fields =
            |id: &str| stat(id).map(|stat| stat.rsplit(") ").next().unwrap_or_default().to_owned());
        assert!(ids.iter().all(|id| fields(id).is_some()));
        // It does not receive keys typed at our terminal.
        let group =
            |id: &str| fields(id).and_then(|fields| Some(fields.split(' ').nth(2)?.to_owned()));
        assert_eq!(
            (group(&ids[0]).as_ref(), group(&ids[1]).as_ref()),
            (Some(&ids[0]), Some(&ids[0]))
        );
        if is_told {
            driver.quit().await;
        } else {
            drop(driver);
        }
        let gone = async {
            // The process that adopted the other one may leave it as a zombie.
            while fields(&ids[0]).is_some()
                || fields(&ids[1]).is_some_and(|fields| !fields.starts_with('Z'))
            {
                sleep(milliseconds(5)).await;
            }
        };
        timeout(LONGEST, gone).await.expect("both have gone");
    }
}

/// Fairy-Stockfish plays whole games against a random player, at both seats. All of its moves are
/// legal, and it wins.
#[tokio::test]
async fn a_foreign_engine_plays_whole_games() {
    let Some(path) = ["fairy-stockfish", "/usr/games/fairy-stockfish"].into_iter().find(|path| {
        let started = std::process::Command::new(path)
            .arg("quit")
            .stdout(std::process::Stdio::null())
            .status();
        started.is_ok_and(|status| status.success())
    }) else {
        eprintln!("skipped: there is no fairy-stockfish here (apt-get install fairy-stockfish)");
        return;
    };
    let mut driver =
        EngineDriver::start(&program(&format!("cmd+uci;Hash=1;Threads=1:{path}")), LONGEST)
            .await
            .unwrap();
    assert!(driver.name().starts_with("Fairy-Stockfish "), "{}", driver.name());
    for (number, start) in [None, None, Some("bbbbbbbb/bbb1bbbb/3b4/8/8/8/rrrrrrrr/rrrrrrrr r")]
        .into_iter()
        .enumerate()
    {
        let own = Seat::new(number % 2);
        let mut table = table("breakthrough rows=8 cols=8");
        driver.new_game(&*table, start).await.unwrap();
        start.into_iter().for_each(|start| table.set_position(start).unwrap());
        let mut plies = 0;
        while let Some(seat) = table.next().seat() {
            let step = if seat == own {
                let answer = driver
                    .choose(&Go { depth: Some(4), ..Go::default() }, Some(LONGEST))
                    .await
                    .unwrap();
                assert!(answer.score.is_some(), "{answer:?}");
                answer.step
            } else {
                table.random_step(&mut stream(number as u64, Purpose::Player(seat, plies))).unwrap()
            };
            driver.stepped(&table.step(&step).unwrap().text);
            plies += 1;
        }
        assert_eq!(table.next().outcome().unwrap().winner(), Some(own), "{}", table.position());
    }
    driver.quit().await;
}
