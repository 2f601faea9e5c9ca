//! `ludoteca search` and `ludoteca analyse`, on real positions and real files.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use serde_json::Value;

use crate::external::{files, prints, program, refuses, refuses_in, run, run_in};

/// A lost game: O answers the centre with the middle of a side.
const GAME: &str = "Record: 1\nGame: ttt\nPlayers: X:m,O:m\n\n1. 1 1\n2. 0 1 {as in the book}\n3. 0 0\n4. 2 2\n5. 1 0\n6. 1 2\n7. 2 0\n";

fn lines_of_json(text: &str) -> Vec<Value> {
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")))
        .collect()
}

#[test]
fn a_position_is_searched() {
    let text = prints("search -g ttt");
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("depth  "), "{text}");
    assert!(
        text.contains("\nvalue      a draw, proved\n") && text.contains("\nbest move  "),
        "{text}"
    );
    let text = prints("search -g ttt --position 'xx1/oo1/3 x' --depth 3");
    assert!(
        text.contains("\nbest move  0 2\nvalue      a win within 1 ply, proved\nline       0 2\n"),
        "{text}"
    );
    // Each depth has a line, and the last line has the answer.
    let lines = lines_of_json(&prints("search -g breakthrough --depth 4 --json"));
    assert_eq!(
        lines.iter().map(|line| line["depth"].as_u64()).collect::<Vec<_>>(),
        [1, 2, 3, 4].map(Some)
    );
    let best = lines[3]["best"].as_str().expect("the best move");
    assert_eq!((lines[3]["line"][0].as_str(), lines[2].get("best")), (Some(best), None));
    assert!(
        lines[3]["value"]["kind"] == "estimate" && lines[3]["nodes"].as_u64() > Some(10),
        "{lines:?}"
    );
    // The result is the same each time, with a value for each seat.
    let searched = |line: &str| {
        let mut last = lines_of_json(&prints(line)).pop().expect("an answer");
        let object = last.as_object_mut().expect("an object");
        object.remove("seconds");
        object.remove("nodes_per_s");
        last
    };
    for line in [
        "search -g ataxx --set seats=3 --nodes 2000 --json",
        "search -g dawn --depth 1 --json",
        "search -g owari --level 3 --memory 1 --seed 7 --json",
        "search -g alquerque --depth 3 --algorithm minimax --json",
    ] {
        let first = searched(line);
        assert_eq!(searched(line), first, "{line}");
        let seats = if line.contains("seats=3") { 3 } else { 2 };
        assert_eq!(first["values"].as_array().map(Vec::len), Some(seats), "{line}");
    }
}

#[test]
fn wrong_searches_are_refused() {
    let whole = |option: &str, most: &str| {
        format!("for '--{option}': allowed is a whole number from 1 to {most}")
    };
    for (line, reason) in [
        ("search --depth 0", format!("invalid value '0' {}", whole("depth <N>", "200"))),
        ("search --nodes -1", format!("invalid value '-1' {}", whole("nodes <N>", "1000000000000"))),
        ("search --level 11", format!("invalid value '11' {}", whole("level <N>", "10"))),
        ("search --threads 0", format!("invalid value '0' {}", whole("threads <N>", "256"))),
        (
            "search --time 2",
            "invalid value '2' for '--time <TIME>': allowed is a time as in 500ms, 2s, 1.5s or 1m, up to a day".to_owned(),
        ),
        (
            "search --memory x",
            "invalid value 'x' for '--memory <MIB>': allowed is a whole number from 1 to 65536".to_owned(),
        ),
        (
            "search --algorithm minimax",
            "algorithm=minimax for an AI without depth: it needs one, as in a:depth=5;algorithm=minimax"
                .to_owned(),
        ),
        (
            "search -g ttt --position 'xxx/oo1/3 o'",
            "--position xxx/oo1/3 o: the game is over there".to_owned(),
        ),
        (
            "search -g dawn --position '15/15/15/15/7V7/15/15/15/15/15/15 1 234567 roll'",
            "--position 15/15/15/15/7V7/15/15/15/15/15/15 1 234567 roll: the die is to be rolled there, and there is no move to search for".to_owned(),
        ),
    ] {
        refuses(line, &reason);
    }
    let ran = run("search --algorithm magic");
    assert!(
        ran.err
            .starts_with("error: invalid value 'magic' for '--algorithm <ID>': allowed is one of "),
        "{}",
        ran.err
    );
}

/// Without a limit a search goes on until it is interrupted. Then it prints what it has found.
#[cfg(unix)]
#[test]
fn a_search_is_interrupted() {
    let mut child = program("search -g ataxx -d 9x9").spawn().expect("it runs");
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut line = String::new();
    while !line.trim_start().starts_with("2 ") {
        line.clear();
        assert!(out.read_line(&mut line).expect("it can be read") > 0, "it ended by itself");
    }
    let pid = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(pid, rustix::process::Signal::INT).expect("it is there");
    let mut rest = String::new();
    out.read_to_string(&mut rest).expect("it can be read");
    assert!(
        rest.contains("\nbest move  ")
            && rest.lines().last().is_some_and(|line| line.starts_with("nodes ")),
        "{rest}"
    );
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}

#[test]
fn a_closed_pipe_ends_search_and_analysis() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("game"), GAME).unwrap();
    for line in [
        "search -g ataxx -d 9x9",
        "search -g ataxx -d 9x9 --json",
        "analyse game",
        "analyse game --json",
    ] {
        let mut child = program(line).current_dir(folder.path()).spawn().expect("it runs");
        drop(child.stdout.take());
        let mut said = String::new();
        child.stderr.take().expect("a pipe").read_to_string(&mut said).expect("it can be read");
        assert!(!said.contains("error"), "{line}: {said}");
        assert_eq!(child.wait().expect("it ends").code(), Some(0), "{line}: {said}");
    }
}

#[test]
fn a_record_is_analysed() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("game"), GAME).unwrap();
    let summary = "\
ttt
player  moves  best  fine  mistake  blunder  forced  mean loss
";
    let to_stdout = run_in(folder, "analyse game --depth 9");
    assert_eq!(to_stdout.code, Some(0), "{}", to_stdout.err);
    assert!(to_stdout.err.starts_with(summary), "{}", to_stdout.err);
    assert!(to_stdout.out.contains(
        "\nAnalysis: a:depth=9\n\n1. 1 1 {best} (proved 0)\n2. 0 1 {as in the book\\nblunder: "
    ));
    let to_file = run_in(folder, "analyse game --depth 9 -o marked --svg picture.svg --threads 2");
    assert_eq!((to_file.out.as_str(), to_file.err.as_str()), (to_stdout.err.as_str(), ""));
    assert_eq!(
        fs::read_to_string(folder.join("marked")).unwrap(),
        to_stdout.out,
        "threads change nothing"
    );
    assert!(fs::read_to_string(folder.join("picture.svg")).unwrap().starts_with("<?xml"));
    assert_eq!(fs::read_to_string(folder.join("game")).unwrap(), GAME, "the record itself stays");
    // The notes are shown in a replay.
    let replay = run_in(folder, "--replay marked --to 2");
    assert!(
        replay.out.contains("as in the book\nblunder: ")
            && replay.out.contains("It could have gone on differently:"),
        "{}",
        replay.out
    );
    // Analysing again adds nothing, and the record itself is replaced if that is asked for.
    let again = run_in(folder, "analyse marked --depth 9 -o marked --force");
    assert_eq!(again.code, Some(0), "{}", again.err);
    assert_eq!(fs::read_to_string(folder.join("marked")).unwrap(), to_stdout.out);
    assert_eq!(files(folder), ["game", "marked", "picture.svg"]);
    // This is the output for programs.
    let lines = lines_of_json(&run_in(folder, "analyse game --depth 9 --json").out);
    assert_eq!(lines.len(), 8);
    assert_eq!(
        (&lines[1]["mark"], &lines[1]["best"]["value"]["kind"]),
        (&"blunder".into(), &"draw".into())
    );
    assert_eq!(lines[7]["summary"][1]["blunder"], 1);
}

#[test]
fn games_of_every_kind_are_analysed() {
    for (seed, line) in crate::records::GAMES.iter().enumerate() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let played = run_in(folder, &format!("{line} --auto --seed {seed} --record game"));
        assert_eq!(played.code, Some(0), "{line}");
        let ran = run_in(folder, "analyse game --nodes 200 --json -o marked --svg picture.svg");
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{line}");
        let lines = lines_of_json(&ran.out);
        let (summary, plies) = lines.split_last().expect("a summary");
        let seats = summary["summary"].as_array().expect("a list");
        // Luck and decisions together are the whole change of the value.
        for (seat, sums) in seats.iter().enumerate() {
            let sum = |what: &str| sums[what].as_f64().unwrap_or_else(|| panic!("{line}: {sums}"));
            let lost = plies
                .iter()
                .filter(|ply| ply["player"] == sums["player"])
                .filter_map(|ply| ply["loss"].as_f64());
            assert!((lost.sum::<f64>() - sum("loss")).abs() < 1e-6, "{line}");
            let luck = plies.iter().filter_map(|ply| ply["luck"][seat].as_f64());
            assert!((luck.sum::<f64>() - sum("luck")).abs() < 1e-6, "{line}");
        }
        assert!(summary["scored"] == (line.contains("dawn")), "{line}");
        let replay = run_in(folder, &format!("--replay marked --to {}", plies.len()));
        assert_eq!((replay.code, replay.err.as_str()), (Some(0), ""), "{line}");
    }
}

#[test]
fn one_game_of_several() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("games"), format!("{GAME}\n{GAME}")).unwrap();
    let marked = |line: &str| run_in(folder, line).out.matches("\nAnalysis: ").count();
    assert_eq!(
        (marked("analyse games --depth 2"), marked("analyse games --depth 2 --nth 1")),
        (2, 1)
    );
    assert_eq!(
        run_in(folder, "analyse games --depth 2 --nth 2").out.matches("Record: 1").count(),
        2,
        "none is lost"
    );
    refuses_in(folder, "analyse games --nth 3", "--nth 3: the file holds 2 games");
    refuses_in(folder, "analyse games --svg picture", "--svg for 2 games: --nth N chooses one");
    assert_eq!(run_in(folder, "analyse games --depth 2 --nth 1 --svg picture").code, Some(0));
}

#[test]
fn wrong_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let folder: &Path = folder.path();
    fs::write(folder.join("game"), GAME).unwrap();
    fs::write(folder.join("illegal"), GAME.replace("2. 0 1", "2. 1 1")).unwrap();
    fs::write(folder.join("empty"), "").unwrap();
    for (line, reason) in [
        ("analyse", "the following required arguments were not provided: <FILE>"),
        ("analyse none", "none cannot be read: No such file or directory (os error 2)"),
        ("analyse .", ". cannot be read: Is a directory (os error 21)"),
        (
            "analyse empty",
            "empty cannot be read: line 1: the file is empty: a record begins with `Record: 1`",
        ),
        ("analyse illegal", "illegal cannot be read: line 6: step 2, `1 1`: cell 1 1 is taken"),
        ("analyse game -o game", "game exists already: --force replaces it"),
        ("analyse game -o .", ". cannot be written: is a directory"),
        ("analyse game --svg . --force", ". cannot be written: is a directory"),
        ("analyse game --svg illegal", "illegal exists already: --force replaces it"),
        (
            "analyse game -o new --svg new",
            "-o and --svg are both new: the record and the picture need a file each",
        ),
        (
            "analyse game -o new --svg ./new",
            "-o and --svg are both new: the record and the picture need a file each",
        ),
        (
            "analyse game -o game --svg ./game --force",
            "-o and --svg are both game: the record and the picture need a file each",
        ),
        (
            "analyse game -o none/new",
            "none/new cannot be written: No such file or directory (os error 2)",
        ),
        (
            "analyse game --svg game/new",
            "game/new cannot be written: Not a directory (os error 20)",
        ),
        (
            "analyse game --level 0",
            "invalid value '0' for '--level <N>': allowed is a whole number from 1 to 10",
        ),
    ] {
        refuses_in(folder, line, reason);
    }
    assert_eq!(files(folder), ["empty", "game", "illegal"], "nothing was written");
    assert_eq!(fs::read_to_string(folder.join("game")).unwrap(), GAME);
}
