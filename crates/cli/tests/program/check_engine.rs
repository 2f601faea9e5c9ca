//! Checks of engines: ours, the example in the documentation, and variants of the example that
//! break a requirement.

use std::fs;
use std::io::{BufRead, BufReader};
use std::thread;

use ludoteca_games::catalog::GAMES;
use serde_json::Value;

use super::external::{Ran, program, refuses, run};
use super::referee::python;

const OURS: &str = env!("CARGO_BIN_EXE_ludoteca");
const EXAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/engines/tictactoe.py");

/// Patient enough that a busy machine breaks no requirement.
const PATIENT: &str = "--patience 1m --margin 1m --seed 1";

/// The names of the requirements with this finding, in their order.
fn found(ran: &Ran, finding: &str) -> Vec<String> {
    let id = |line: &str| -> Option<String> {
        let line: Value = serde_json::from_str(line).expect("a JSON object a line");
        (line["finding"] == finding).then(|| line["duty"].as_str().expect("a word").to_owned())
    };
    ran.out.lines().filter_map(id).collect()
}

/// Our engine is checked in every game, on boards with more seats, dice and skipped turns, and over
/// UAI.
#[test]
fn our_engine_meets_all_requirements() {
    let games = GAMES.iter().map(|info| info.id).chain([
        "ataxx rows=5 cols=5 seats=4",
        "owari bowls=2 stones=2",
        "cn rows=5 cols=5 line=4 seats=3",
    ]);
    let mut lines: Vec<String> = games
        .map(|game| format!("check-engine --json {PATIENT} -g '{game}' '{OURS}' engine"))
        .collect();
    lines.push(format!("check-engine --json {PATIENT} --uai '{OURS}' engine --uai"));
    lines.push(format!("check-engine --json {PATIENT} --uai -o 4 --mirror '{OURS}' engine --uai"));
    let checks: Vec<_> =
        lines.into_iter().map(|line| thread::spawn(move || (run(&line), line))).collect();
    for check in checks {
        let (ran, line) = check.join().expect("a check ends");
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{line}: {}", ran.out);
        let seats =
            if line.contains("seats=4") { 4 } else { 2 + usize::from(line.contains("seats=3")) };
        assert_eq!(found(&ran, "kept").len(), 19 + seats, "{line}: {}", ran.out);
    }
}

#[test]
fn an_engine_is_checked_over_tcp() {
    let mut engine = program("engine -g ttt --listen 127.0.0.1:0").spawn().unwrap();
    let mut line = String::new();
    BufReader::new(engine.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim_end().strip_prefix("listening on ").unwrap();
    let ran = run(&format!("check-engine --verbose {PATIENT} -g ttt --connect {address}"));
    engine.kill().unwrap();
    engine.wait().unwrap();
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{}", ran.out);
    assert!(
        ran.out.starts_with(
            "kept   says its name, and completes the handshake\n  > ugi\n  < id name Ludoteca "
        ),
        "{}",
        ran.out
    );
    assert_eq!(
        ran.out.lines().filter(|line| line.starts_with("kept   ")).count(),
        21,
        "{}",
        ran.out
    );
}

#[test]
fn the_example_passes_and_its_broken_variants_fail() {
    let Some(python) = python() else {
        return;
    };
    let python = python.get_program().to_string_lossy().into_owned();
    let line = format!("check-engine {PATIENT} -g ttt '{python}' '{EXAMPLE}'");
    let example = thread::spawn(move || run(&line));

    let moving: &[&str] = &[
        "startpos", "fen", "movetime", "depth", "nodes", "infinite", "once", "clock", "play-1",
        "play-2", "unknown", "refused",
    ];
    let go = "                thinks = False\n";
    let print_line = "    print(*words, flush=True)\n";
    let position_line = "                cells, turn = position(words[1:])\n";
    // The text that is replaced, the new text, and the requirements that it breaks. Each row has at
    // most one requirement for which the check has to run out of patience, since that takes long.
    let rows: Vec<(&str, String, Vec<&str>)> = vec![
        ("id name Tic-Tac-Toe at random\\n", String::new(), vec!["identify"]),
        ("say(\"readyok\")", "pass".to_owned(), vec!["ready"]),
        ("random.sample(legal(cells), 1)", "[(9, 9)]".to_owned(), moving.to_vec()),
        ("thinks = True", "say(\"bestmove 1,1\")".to_owned(), vec!["infinite"]),
        ("words[0] == \"stop\" and thinks", "False".to_owned(), vec!["infinite"]),
        ("                thinks = True", "                if next(line for line in sys.stdin if line in (\"stop\\n\", \"quit\\n\")) == \"quit\\n\":\n                    break\n                say(\"bestmove 1,1\")".to_owned(), vec!["listen"]),
        (print_line, format!("{print_line}    if words[0] == \"bestmove\":\n        print(\"bestmove 9,9\", flush=True)\n"), vec!["once"]),
        (go, format!("{go}                __import__(\"time\").sleep(6 * (\"100\" in words))\n"), vec!["movetime"]),
        (go, format!("{go}                __import__(\"time\").sleep(3 * (\"p1time\" in words))\n"), vec!["clock"]),
        ("\"x\": \"p1win\"", "\"x\": \"draw\"".to_owned(), vec!["queries"]),
        ("for row, column in moves) or", "for row, column in moves[1:]) or".to_owned(), vec!["queries"]),
        ("raise ValueError(words[0])", "sys.exit(3)".to_owned(), vec!["unknown"]),
        (position_line, format!("                try:\n    {position_line}                except ValueError:\n                    sys.exit(3)\n"), vec!["refused"]),
        ("                break", "                if thinks: break".to_owned(), vec!["quit"]),
        ("                break", "                if not thinks: break".to_owned(), vec!["quit-thinking"]),
        // The program does not end at the end of its input, unless it was told to quit.
        ("\n\n\nmain()", "\n    else:\n        __import__(\"time\").sleep(60)\n\n\nmain()".to_owned(), vec!["end-of-input"]),
    ];
    let folder = tempfile::tempdir().unwrap();
    let source = fs::read_to_string(EXAMPLE).unwrap();
    let checks = rows.into_iter().enumerate().map(|(number, (part, by, broken))| {
        assert_eq!(source.matches(part).count(), 1, "{part}");
        let path = folder.path().join(format!("engine-{number}.py"));
        fs::write(&path, source.replace(part, &by)).unwrap();
        let line = format!(
            "check-engine --json --patience 8s --margin 4s --seed 1 -g ttt '{python}' -IS '{}'",
            path.display()
        );
        (thread::spawn(move || run(&line)), by, broken)
    });
    for (check, by, broken) in checks.collect::<Vec<_>>() {
        let ran = check.join().expect("a check ends");
        assert_eq!(found(&ran, "broken"), broken, "{by}: {}", ran.out);
        let unseen = if broken == ["ready"] { 19 } else { 0 };
        assert_eq!(found(&ran, "unseen").len(), unseen, "{by}: {}", ran.out);
        assert_eq!(ran.code, Some(1), "{by}");
        let requirements = if broken.len() == 1 { "requirement" } else { "requirements" };
        assert_eq!(ran.err, format!("error: the engine breaks {} {requirements}\n", broken.len()));
    }
    let example = example.join().expect("a check ends");
    assert_eq!((example.code, example.err.as_str()), (Some(0), ""), "{}", example.out);
    assert!(example.out.lines().all(|line| line.starts_with("kept   ")), "{}", example.out);
}

#[test]
fn broken_requirements_are_shown() {
    let ran = run(
        "check-engine --patience 1m 'sh -c \"read ugi; echo ugiok; read line; echo oops >&2; exit 2\"'",
    );
    let expected = "broken says its name, and completes the handshake: there is no line `id name …`\n  > ugi\n  < ugiok\n\
                    broken answers isready: it has ended, exit status: 2: oops\n  > ugi\n  < ugiok\n  > isready\n\
                    unseen accepts the options that it announces\n";
    assert!(ran.out.starts_with(expected), "{}", ran.out);
    assert_eq!(
        (ran.code, ran.err.as_str()),
        (Some(1), "error: the engine breaks 2 requirements\n")
    );
}

#[test]
fn wrong_usage_is_one_line() {
    for (line, reason) in [
        ("check-engine", "the following required arguments were not provided: <COMMAND>..."),
        ("check-engine --uai -g ttt x", "the argument '--uai' cannot be used with '--game <ID>'"),
        ("check-engine --uai --uci x", "the argument '--uai' cannot be used with '--uci'"),
        (
            "check-engine --connect 127.0.0.1:1 x",
            "the argument '--connect <ADDR>' cannot be used with '[COMMAND]...'",
        ),
        (
            "check-engine --connect nowhere",
            "`nowhere` is no address: the form is HOST:PORT, with a port from 1 to 65535",
        ),
        (
            "check-engine -g ttt --position 'xxx/oo1/3 o' x",
            "--position xxx/oo1/3 o: the game is over there",
        ),
        (
            "check-engine /no/such/program",
            "`cmd:/no/such/program` cannot be checked: No such file or directory (os error 2)",
        ),
        (
            "check-engine --margin soon x",
            "invalid value 'soon' for '--margin <TIME>': allowed is a time as in 500ms, 2s, 1.5s or 1m, up to a day",
        ),
    ] {
        refuses(line, reason);
    }
}
