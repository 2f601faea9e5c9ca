//! Matches and tournaments as processes: with real programs over pipes and sockets, both good and
//! bad, interrupted and killed.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::external::{Ran, files, prints, program, refuses, refuses_in, run, run_in};
use super::referee::python;

const ENGINE: &str = env!("CARGO_BIN_EXE_ludoteca");
const MISBEHAVING: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/engines/misbehaving.py");

/// The lines of `--json`, and the last one by itself: the summary.
fn json(ran: &Ran) -> (Vec<Value>, Value) {
    let mut lines: Vec<Value> =
        ran.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let mut last = lines.pop().expect("a summary");
    (lines, last["summary"].take())
}

/// The path of Python, if there is one.
fn python_itself() -> Option<String> {
    python().map(|python| python.get_program().to_string_lossy().into_owned())
}

/// The wins, draws and losses in a summary.
fn won_drawn_lost(summary: &Value) -> Vec<u64> {
    let numbers = summary["between"][0]["won_drawn_lost"].as_array().expect("two that have met");
    numbers.iter().map(|number| number.as_u64().expect("a number")).collect()
}

#[test]
fn a_match_between_house_players() {
    let line = "match strong=a3 r -g ttt --pairs 20 --seed 5";
    let out = prints(line);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines[0], "ttt, seed 5");
    for (row, text) in [
        (1, "Match             strong – r"),
        (2, "Games             40"),
        (5, "Elo               +"),
        (9, "Pairs 0 ½ 1 1½ 2  0 0 "),
    ] {
        assert!(lines[row].starts_with(text), "{out}");
    }
    // The times depend on the machine. Everything else is the same again, whatever the number of
    // games at once.
    let timeless = |out: String| {
        out.lines()
            .filter(|line| !line.starts_with("Time of") && !line.contains(" games in "))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(timeless(prints(&format!("{line} --concurrency 4"))), timeless(out));
}

#[test]
fn a_match_as_json() {
    let ran = run("match a2 a1 -g ataxx -d 5x5 --pairs 3 --seed 1 --json --sprt elo0=0 elo1=5");
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    let (games, summary) = json(&ran);
    assert_eq!(games.len(), 6);
    assert_eq!(games[1]["players"], serde_json::json!(["a1", "a2"]));
    assert_eq!((&games[0]["ended"], &games[0]["opening"]), (&"rules".into(), &0.into()));
    assert_eq!((&summary["games"], &summary["game"]), (&6.into(), &"ataxx rows=5 cols=5".into()));
    assert_eq!(won_drawn_lost(&summary).iter().sum::<u64>(), 6);
    assert!(summary["sprt"]["llr"].is_f64() && summary["ranking"][0]["rating"].is_object());
}

#[test]
fn programs_over_pipes() {
    // Our engine as a program plays like our house player: at the same depth, both games of a pair
    // are the same game.
    let ran = run(&format!(
        "match 'cmd:{ENGINE} engine' a -g breakthrough --depth 2 --pairs 2 --seed 3 --json"
    ));
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    let (games, summary) = json(&ran);
    assert_eq!(games[0]["players"], serde_json::json!(["ludoteca", "a"]));
    for pair in games.chunks(2) {
        assert_eq!(
            (&pair[0]["steps"], &pair[0]["places"]),
            (&pair[1]["steps"], &pair[1]["places"])
        );
    }
    assert_eq!(summary["between"][0]["pairs"], serde_json::json!([0, 0, 2, 0, 0]));
    for game in ["dawn", "ataxx seats=3", "owari", "attt", "alquerque", "cn"] {
        let players = if game.contains("seats") { "r r" } else { "r" };
        let line = format!(
            "tournament 'ext=cmd:{ENGINE} engine -g ttt' {players} -g '{game}' --depth 1 --seed 3 --json"
        );
        let ran = run(&line);
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{game}");
        assert!(json(&ran).0.iter().all(|played| played["ended"] == "rules"), "{game}");
    }
    let ran = run(&format!(
        "match 'cmd+uai;Level=2:{ENGINE} engine --uai' r -g ataxx -o 4 --pairs 3 --nodes 500 --seed 2 --json"
    ));
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    assert_eq!(won_drawn_lost(&json(&ran).1), [6, 0, 0]);
}

/// Starts our engine over TCP, and returns its address.
fn listening(options: &str) -> (Child, String) {
    let mut child =
        program(&format!("engine --listen 127.0.0.1:0 {options}")).spawn().expect("it runs");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("a pipe"))
        .read_line(&mut line)
        .expect("it says where");
    let address = line.trim().rsplit(' ').next().expect("an address").to_owned();
    (child, address)
}

#[test]
fn programs_over_sockets() {
    let (mut child, address) = listening("");
    let ran = run(&format!(
        "match tcp;Threads=1:{address} r -g alquerque --depth 1 --pairs 2 --concurrency 2 --seed 1 --json"
    ));
    child.kill().expect("it is there");
    child.wait().expect("it ends");
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    assert!(json(&ran).0.iter().all(|played| played["ended"] == "rules"), "{}", ran.out);
}

#[test]
fn programs_that_misbehave_lose_and_the_match_goes_on() {
    let Some(python) = python_itself() else { return };
    for (how, fault, what) in [
        ("crash", "crashed", "something went wrong"),
        ("silent", "crashed", "it "),
        ("hang", "hung", "after stop"),
        ("late", "late", "no move within 2 s"),
        ("illegal", "illegal", "is taken"),
        ("none", "illegal", "none"),
        ("nonsense", "illegal", "hello"),
    ] {
        // A clock is used only where the test is about clocks, since a busy machine is slow to
        // start programs.
        let limits = match how {
            "hang" => "--move-time 2s --patience 8s",
            "late" => "--move-time 1s --margin 1s",
            _ => "--move-time 1m",
        };
        let line = format!(
            "match 'bad=cmd:{python} {MISBEHAVING} {how}' 'good=cmd:{python} {MISBEHAVING}' -g ttt --opening-steps 0 --pairs 2 \
             --concurrency 4 {limits} --json"
        );
        let ran = run(&line);
        let (games, summary) = json(&ran);
        assert_eq!((ran.code, games.len()), (Some(0), 4), "{how}: {}", ran.err);
        for game in &games {
            let bad = game["players"]
                .as_array()
                .expect("names")
                .iter()
                .position(|name| name == "bad")
                .expect("it plays");
            let fouled = &game["ended"]["fault"];
            assert_eq!(
                (&fouled["seat"], &fouled["fault"]),
                (&bad.into(), &fault.into()),
                "{how}: {game}"
            );
            let reported = fouled["what"].as_str().expect("words");
            assert!(reported.contains(what) && !reported.contains('\u{1b}'), "{how}: {reported}");
        }
        assert_eq!(won_drawn_lost(&summary), [0, 0, 4], "{how}");
        let reported = || ran.err.lines().filter(|line| !line.starts_with("note: "));
        assert_eq!(reported().count(), 4, "{}", ran.err);
        assert!(
            reported().all(|line| line.starts_with("game ") && line.contains(": bad has lost: ")),
            "{}",
            ran.err
        );
    }
}

#[test]
fn a_tournament_in_a_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let ran = run_in(
        folder.path(),
        "tournament a1 r a2 -g 'cn rows=3 cols=3' --pairs 2 --seed 4 --concurrency 2 --out cup",
    );
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{}", ran.out);
    assert!(
        ran.out.contains("#  Name") && ran.out.contains("report: cup/report.html\n12 games in "),
        "{}",
        ran.out
    );
    let cup = folder.path().join("cup");
    assert_eq!(files(&cup), ["games.jsonl", "records", "report.html", "settings.json"]);
    assert_eq!(files(&cup.join("records")).len(), 12);
    let report = fs::read_to_string(cup.join("report.html")).expect("a page");
    assert!(
        report.contains("<svg")
            && report.contains("records/000012.txt")
            && !report.contains("<script")
    );
    // Every record can be watched.
    for name in files(&cup.join("records")) {
        let watched = run_in(folder.path(), &format!("--replay cup/records/{name} --to 3"));
        assert_eq!((watched.code, watched.err.as_str()), (Some(0), ""));
    }
    let again = run_in(folder.path(), "match --resume cup");
    let table = |out: &str| out.split("report: ").next().map(str::to_owned);
    assert_eq!((again.code, table(&again.out)), (Some(0), table(&ran.out)));
    assert!(again.out.ends_with("\nnothing was left to play\n"), "{}", again.out);
    let ran = run_in(folder.path(), "match r r --out cup");
    assert_eq!(
        (ran.code, ran.err.as_str()),
        (Some(1), "error: there is a tournament in cup already: --resume cup goes on with it\n")
    );
}

/// Waits until this many games are kept.
fn wait_for_games(cup: &Path, games: usize) {
    let start = Instant::now();
    while fs::read_to_string(cup.join("games.jsonl")).map_or(0, |text| text.lines().count()) < games
    {
        assert!(start.elapsed() < Duration::from_secs(60), "games should be played");
        thread::sleep(Duration::from_millis(5));
    }
}

fn begin(folder: &Path, line: &str) -> Child {
    program(line).current_dir(folder).stdout(Stdio::piped()).spawn().expect("it runs")
}

const LONG: &str = "a:nodes=3000 a:nodes=2000 -g ataxx -d 5x5 --pairs 20 --seed 9 --concurrency 2";

#[test]
fn a_match_that_is_killed_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let cup = folder.path().join("cup");
    for (n, games) in [2, 9, 20].into_iter().enumerate() {
        let line = if n == 0 {
            format!("match {LONG} --out cup")
        } else {
            "match --resume cup --concurrency 2".to_owned()
        };
        let mut child = begin(folder.path(), &line);
        wait_for_games(&cup, games);
        child.kill().expect("it is there");
        child.wait().expect("it ends");
    }
    let resumed = run_in(folder.path(), "match --resume cup --concurrency 2");
    assert_eq!((resumed.code, resumed.err.as_str()), (Some(0), ""));
    let whole = run_in(folder.path(), &format!("match {LONG} --out whole"));
    let timeless = |out: &str| {
        out.lines()
            .filter(|line| {
                !line.contains("Time of")
                    && !line.contains(" games in ")
                    && !line.starts_with("report")
            })
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(timeless(&resumed.out), timeless(&whole.out));
    for name in files(&cup.join("records")) {
        let [one, other] = ["cup", "whole"].map(|kept| {
            fs::read_to_string(folder.path().join(kept).join("records").join(&name))
                .expect("a record")
        });
        assert_eq!(one, other, "{name}");
    }
}

#[cfg(unix)]
#[test]
fn a_match_that_is_interrupted_says_how_to_go_on() {
    use rustix::process::{Pid, Signal, kill_process};
    let folder = tempfile::tempdir().expect("a folder");
    let mut child = begin(
        folder.path(),
        &format!("match 'cmd:{ENGINE} engine' {LONG} --nodes 3000 --out cup")
            .replace("a:nodes=3000 ", ""),
    );
    wait_for_games(&folder.path().join("cup"), 1);
    kill_process(Pid::from_child(&child), Signal::INT).expect("it is there");
    let mut out = String::new();
    child.stdout.take().expect("a pipe").read_to_string(&mut out).expect("text");
    assert_eq!(child.wait().expect("it ends").code(), Some(130), "{out}");
    assert!(
        out.contains("Match") && out.contains(" of 40 games: --resume cup goes on with it\n"),
        "{out}"
    );
    assert!(folder.path().join("cup/report.html").exists());
    let ran = run_in(folder.path(), "match --resume cup --concurrency 2 --json");
    assert_eq!((ran.code, json(&ran).1["games"].as_u64()), (Some(0), Some(40)));
}

#[test]
fn openings_from_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("book"), "# two of them\n3/1x1/3 o\n\n x2/3/3 o # a corner\n")
        .expect("a file");
    let ran = run_in(folder.path(), "match r r -g ttt --pairs 3 --openings book --out cup");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let position = |name: &str| {
        let text =
            fs::read_to_string(folder.path().join("cup/records").join(name)).expect("a record");
        text.lines()
            .find_map(|line| line.strip_prefix("Position: ").map(str::to_owned))
            .expect("a position")
    };
    for (name, expected) in [
        ("000001.txt", "3/1x1/3 o"),
        ("000002.txt", "3/1x1/3 o"),
        ("000003.txt", "x2/3/3 o"),
        ("000005.txt", "3/1x1/3 o"),
    ] {
        assert_eq!(position(name), expected);
    }
    for (text, reason) in [
        ("3/1x1/3 o\n3/3\n", "book, line 2: `3/3`: "),
        ("xxx/oo1/3 o\n", "book, line 1: `xxx/oo1/3 o`: the game is over there"),
        ("\n# nothing\n", "book: there is no position in it"),
    ] {
        fs::write(folder.path().join("book"), text).expect("a file");
        let ran = run_in(folder.path(), "match r r -g ttt --openings book --out other");
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""));
        assert!(
            ran.err.starts_with(&format!("error: {reason}")) && ran.err.lines().count() == 1,
            "{}",
            ran.err
        );
    }
    let ran = run_in(folder.path(), "match r r -g ttt --openings nowhere");
    assert_eq!(ran.code, Some(1));
    assert!(ran.err.starts_with("error: nowhere cannot be read: "), "{}", ran.err);
}

#[test]
fn a_program_that_cannot_play_is_no_opponent() {
    let folder = tempfile::tempdir().expect("a folder");
    for (line, reason) in [
        (
            "match cmd:./nothing r -g ttt --out cup",
            "nothing (cmd:./nothing) cannot take part: it cannot be started: ",
        ),
        (
            "match r tcp:127.0.0.1:1 -g ttt --out cup",
            "127.0.0.1-1 (tcp:127.0.0.1:1) cannot take part: it cannot be started: ",
        ),
        ("match r cmd:false -g ttt --out cup", "false (cmd:false) cannot take part: "),
        (&format!("match r 'x=cmd;Ponder=1:{ENGINE} engine' -g ttt --out cup"), "x (cmd;Ponder=1:"),
        (&format!("match r 'x=cmd+uai:{ENGINE} engine --uai' -g ttt --out cup"), "x (cmd+uai:"),
    ] {
        let ran = run_in(folder.path(), line);
        assert_eq!((ran.code, ran.out.as_str()), (Some(1), ""), "{line}");
        assert!(
            ran.err.starts_with(&format!("error: {reason}")) && ran.err.lines().count() == 1,
            "{line}: {}",
            ran.err
        );
        // Nothing is left behind that would disturb the next attempt.
        assert_eq!(files(folder.path()), [""; 0], "{line}");
    }
}

#[test]
fn wrong_matches_are_refused() {
    let players = "`b` is no player: allowed are r (random), a, a1 to a10 (AI), a:time=100ms, cmd:COMMAND (a program) and \
                   tcp:HOST:PORT, with a name before it as in new=cmd:./engine";
    for (line, reason) in [
        ("match a b", players),
        (
            "match a m",
            "`m`: no person takes part here; allowed are r, a, a1 to a10, a:time=100ms, cmd:COMMAND and tcp:HOST:PORT",
        ),
        (
            "match a r -p X,O",
            "-p is for games that you play: here players are named one by one, and --set seats=4 makes room for four",
        ),
        (
            "match a r -g 'ataxx seats=3'",
            "a match is between two players, and this game has 3 seats: ludoteca tournament has room for them",
        ),
        (
            "tournament a r -g 'ataxx seats=3'",
            "2 players for a game of 3 seats: allowed are 3 or more",
        ),
        (
            "tournament a r a -g 'ataxx seats=3' --format swiss",
            "a Swiss tournament of 3 seats: allowed are games of 2",
        ),
        ("match a r --sprt elo0=5 elo1=0", "--sprt: elo0=5 is not less than elo1=0"),
        (
            "match a r --resume cup",
            "the argument '[PLAYER] [PLAYER]...' cannot be used with '--resume <DIR>'",
        ),
        (
            "match a r -g ttt --position 'xxx/oo1/3 o'",
            "--position xxx/oo1/3 o: the game is over there",
        ),
        (
            "match a r --clock 10",
            "invalid value '10' for '--clock <BASE+INC>': allowed are two times as in 10s+100ms, or one as in 1m",
        ),
        (
            "match a r --resign 5",
            "invalid value '5' for '--resign <SCORE:MOVES>': allowed are hundredths and moves as in 500:3, whole numbers up to 1000000000",
        ),
    ] {
        refuses(line, reason);
    }
    let folder = tempfile::tempdir().expect("a folder");
    refuses_in(
        folder.path(),
        "match r r --pairs 0",
        "invalid value '0' for '--pairs <N>': allowed is a whole number from 1 to 5000000",
    );
    let ran = run_in(folder.path(), "tournament --resume cup");
    let reason =
        "error: there is no tournament in cup: games.jsonl and settings.json are not both there\n";
    assert_eq!((ran.code, ran.err.as_str()), (Some(1), reason));
}

/// A script that nobody else runs.
#[cfg(target_os = "linux")]
fn copied(folder: &Path) -> String {
    let script = folder.join("engine.py");
    fs::copy(MISBEHAVING, &script).expect("a file");
    script.display().to_string()
}

/// The processes with these words in their command lines.
#[cfg(target_os = "linux")]
fn processes(words: &str) -> usize {
    let all = fs::read_dir("/proc").expect("a system that tells").flatten();
    let lines = all.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
    lines.filter(|line| String::from_utf8_lossy(line).replace('\0', " ").contains(words)).count()
}

#[cfg(target_os = "linux")]
#[test]
fn no_program_is_left_behind() {
    use rustix::process::{Pid, Signal, kill_process};
    let Some(python) = python_itself() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let words = copied(folder.path());
    let line = format!(
        "match 'cmd:{python} {words} hang' 'cmd:{python} {words} hang' -g ttt --opening-steps 4 --concurrency 6 --move-time 1m"
    );
    for _ in 0..5 {
        let mut child = begin(folder.path(), &line);
        let start = Instant::now();
        // There are twelve programs, and the line of the match itself, which names both players.
        while processes(&words) < 13 {
            assert!(start.elapsed() < Duration::from_secs(60), "they should start");
            thread::sleep(Duration::from_millis(5));
        }
        kill_process(Pid::from_child(&child), Signal::INT).expect("it is there");
        assert_eq!(child.wait().expect("it ends").code(), Some(130));
        while processes(&words) > 0 {
            assert!(start.elapsed() < Duration::from_secs(60), "{} are left", processes(&words));
            thread::sleep(Duration::from_millis(5));
        }
    }
}

#[test]
fn a_program_with_one_connection_plays_one_game_at_once() {
    let (mut child, address) = listening("--connections 1");
    let twice = run(&format!("match tcp:{address} r -g ttt --depth 1 --pairs 2 --concurrency 2"));
    let once = run(&format!("match tcp:{address} r -g ttt --depth 1 --pairs 2 --seed 1 --json"));
    child.kill().expect("it is there");
    child.wait().expect("it ends");
    let reason = "does not play 2 games at once, but --concurrency 1: ";
    assert!(
        twice.code == Some(1) && twice.err.contains(reason) && twice.err.lines().count() == 1,
        "{}",
        twice.err
    );
    assert_eq!((once.code, json(&once).0.len()), (Some(0), 4), "{}", once.err);
}

/// If the reader has gone, no more games are played.
#[test]
fn a_closed_pipe_ends_it_quietly() {
    let mut child = program("match r r -g ataxx --pairs 1000000 --json").spawn().expect("it runs");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a game");
    assert!(line.starts_with("{\"ended\":"), "{line}");
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
    let mut err = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut err).expect("text");
    assert_eq!(err, "");
}

#[test]
fn a_swiss_tournament_counts_points_and_byes() {
    let ran = run("tournament a3 r a1 r r -g ttt --format swiss --seed 1");
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    let table: Vec<&str> =
        ran.out.lines().skip_while(|line| !line.contains("Buchholz")).take(6).collect();
    assert!(table.len() == 6 && table[1].starts_with("1  "), "{}", ran.out);
    let byes: u32 = table[1..]
        .iter()
        .map(|line| {
            line.rsplit(' ').next().and_then(|word| word.parse::<u32>().ok()).expect("byes")
        })
        .sum();
    assert_eq!(byes, 3);
}

#[test]
fn programs_have_a_default_time_limit() {
    let folder = tempfile::tempdir().expect("a folder");
    for (player, limit, expected) in [
        ("'cmd:PROGRAM engine'", "", Some(1)),
        ("a1", "", None),
        ("'cmd:PROGRAM engine'", "--depth 1", None),
    ] {
        let out = folder.path().join("cup");
        let line = format!("match {player} r -g ttt --pairs 1 {limit} --out cup")
            .replace("PROGRAM", ENGINE);
        assert_eq!(run_in(folder.path(), &line).code, Some(0));
        let settings: Value =
            serde_json::from_str(&fs::read_to_string(out.join("settings.json")).expect("a file"))
                .expect("JSON");
        assert_eq!(
            settings["conduct"]["control"]["move_time"]["secs"].as_u64(),
            expected,
            "{line}"
        );
        let record = fs::read_to_string(out.join("records/000001.txt")).expect("a record");
        assert_eq!(record.contains("\nProgram-1: cmd:"), player != "a1", "{record}");
        fs::remove_dir_all(out).expect("it is ours");
    }
}

/// A player that can no longer be started does not lose all games that are left.
#[cfg(unix)]
#[test]
fn a_program_that_vanishes_stops_the_match() {
    use std::os::unix::fs::PermissionsExt;
    if python().is_none() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let engine = folder.path().join("engine.py");
    let put = || {
        fs::copy(MISBEHAVING, &engine).expect("a file");
        fs::set_permissions(&engine, fs::Permissions::from_mode(0o755)).expect("it is ours");
    };
    put();
    let line =
        "match 'cmd:./engine.py vanish' r -g ttt --pairs 2 --move-time 1m --seed 1 --out cup";
    let ran = run_in(folder.path(), line);
    assert_eq!((ran.code, ran.out.as_str()), (Some(1), ""));
    let (lost, error) = ran.err.split_once('\n').expect("two lines");
    assert!(lost.starts_with("game 1: engine.py has lost: it has ended, exit status: 3"), "{lost}");
    let reason =
        "error: engine.py (cmd:'./engine.py vanish') cannot take part: it cannot be started: ";
    let kept = ": 1 games are kept, --resume cup goes on with them\n";
    assert!(error.starts_with(&reason.replace('\'', "")) && error.ends_with(kept), "{error}");
    // The program is put back, and is gone again after one more game.
    put();
    let ran = run_in(folder.path(), "match --resume cup");
    assert!(
        ran.err.ends_with(": 2 games are kept, --resume cup goes on with them\n"),
        "{}",
        ran.err
    );
}

#[test]
fn a_folder_of_somebody_else_is_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mine, report) = (folder.path().join("mine"), folder.path().join("mine/report.html"));
    fs::create_dir(&mine).expect("a folder");
    fs::write(&report, "precious").expect("a file");
    let ran = run_in(folder.path(), "match r r -g ttt --pairs 1 --out mine");
    assert_eq!(
        (ran.code, ran.err.as_str()),
        (Some(1), "error: mine is not empty: a tournament takes a folder of its own\n")
    );
    assert_eq!(
        (files(&mine), fs::read_to_string(&report).expect("a file")),
        (vec!["report.html".to_owned()], "precious".to_owned())
    );
    fs::remove_file(&report).expect("it is ours");
    assert_eq!(run_in(folder.path(), "match r r -g ttt --pairs 1 --out mine").code, Some(0));
}

/// A tournament of many players has only a few more processes than players at the boards.
#[cfg(target_os = "linux")]
#[test]
fn few_programs_wait() {
    let Some(python) = python_itself() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let words = copied(folder.path());
    let players: String = (0..16).map(|n| format!("'p{n}=cmd:{python} {words} polite' ")).collect();
    let line = format!("tournament {players} -g ttt --format gauntlet --move-time 1m");
    let mut child = begin(folder.path(), &line);
    let mut most = 0;
    while child.try_wait().expect("it is there").is_none() {
        most = most.max(processes(&format!("{words} polite")));
        thread::sleep(Duration::from_millis(2));
    }
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
    // Two programs play, four wait, and the line of the tournament itself names them all. A program
    // that has just been started may still have the name of ours.
    assert!((3..=10).contains(&most), "{most}");
}

/// A match with a test goes on until the test is decided, and is then complete.
#[test]
fn an_sprt_is_decided() {
    let folder = tempfile::tempdir().expect("a folder");
    let ran = run_in(
        folder.path(),
        "match a3 r -g ttt --seed 1 --out cup --sprt elo0=0 elo1=60 alpha=0.01 beta=0.01",
    );
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    assert!(
        ran.out.contains("model=logistic: LLR 4.") && ran.out.contains(", H1 accepted\n"),
        "{}",
        ran.out
    );
    let games =
        fs::read_to_string(folder.path().join("cup/games.jsonl")).expect("a file").lines().count();
    let report = fs::read_to_string(folder.path().join("cup/report.html")).expect("a page");
    assert!(
        report.contains(&format!(">{games} games.<")) && report.contains("H1 accepted"),
        "{games} games"
    );
    // The test stays decided.
    let again = run_in(folder.path(), "match --resume cup --json");
    assert_eq!(json(&again).1["closed"], "H1 accepted");
    let capped = run("match r r -g ttt --seed 1 --pairs 2 --sprt elo0=0 elo1=5");
    assert!(capped.code == Some(0) && capped.out.contains(", undecided\n"), "{}", capped.out);
}
