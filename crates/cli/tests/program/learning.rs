//! Self-play and training as people run them: files that are interrupted, cut off and damaged, and
//! a network that learns.

use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use ludoteca_core::evaluation::Network;
use serde_json::Value;

use super::external::{Ran, files, finish, prints, program, refuses_in, run_in};

/// A quick recipe: games of some 20 steps.
const QUICK: &str =
    "selfplay -g breakthrough -d 4x4 --nodes 30 --opening-steps 2 --seed 7 --out games";

/// Runs a command line that must succeed in a folder.
fn does(folder: &Path, line: &str) -> Ran {
    let ran = run_in(folder, line);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{line}");
    ran
}

fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).expect("a file of text")
}

#[test]
fn the_file_does_not_depend_on_threads_and_interruptions() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let ran = does(folder, &format!("{QUICK} --games 30"));
    let kept = read(folder, "games");
    let header = "ludoteca positions 1\nversion: ";
    assert!(kept.starts_with(header), "{kept}");
    assert!(
        kept.contains(
            "\ngame: breakthrough rows=4 cols=4\nnodes: 30\nopening-steps: 2\nseed: 7\n\ngame 0: "
        ),
        "{kept}"
    );
    for line in ["file         games", "games        30", "first seat   ", "mean length  "] {
        assert!(ran.out.contains(line), "{line}: {}", ran.out);
    }
    does(folder, &format!("{QUICK}.3 --games 30 --threads 3"));
    assert_eq!(read(folder, "games.3"), kept);
    // Step by step it becomes the same file, and what a command does not say is as in the file.
    does(folder, &format!("{QUICK}.part --games 3"));
    does(folder, &format!("{QUICK}.part --games 11 --threads 2"));
    does(folder, "selfplay -g breakthrough -d 4x4 --out games.part --games 30");
    assert_eq!(read(folder, "games.part"), kept);
    let again = does(folder, &format!("{QUICK} --games 30"));
    assert!(again.out.ends_with("nothing was left to play\n"), "{}", again.out);
    does(folder, &format!("{QUICK} --games 2"));
    assert_eq!(read(folder, "games"), kept);
}

/// Wherever the last game is cut off, the same command completes it.
#[test]
fn a_file_that_is_cut_off_is_completed() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    does(folder, &format!("{QUICK} --games 3"));
    let kept = fs::read(folder.join("games")).expect("a file");
    let text = String::from_utf8_lossy(&kept);
    let last = text.find("game 2: ").expect("the last game");
    // A process for each byte would take long: all places in the first line and some of the others.
    let places = (last..last + 45).chain((last + 45..kept.len()).step_by(23)).chain([kept.len()]);
    for at in places {
        fs::write(folder.join("games"), &kept[..at]).expect("it is written");
        let ran = run_in(folder, &format!("{QUICK} --games 3"));
        let note = "note: games ends in the middle of a game: its first 2 games are kept\n";
        let is_cut = at > last && at < kept.len();
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), if is_cut { note } else { "" }), "{at}");
        assert_eq!(fs::read(folder.join("games")).expect("a file"), kept, "{at}");
    }
    // Without a whole header there is nothing to lose.
    for at in [0, 1, 20, 21, 40, text.find("\n\n").expect("an empty line")] {
        fs::write(folder.join("games"), &kept[..at]).expect("it is written");
        assert_eq!(run_in(folder, &format!("{QUICK} --games 3")).code, Some(0), "{at}");
        assert_eq!(fs::read(folder.join("games")).expect("a file"), kept, "{at}");
    }
}

#[test]
fn a_file_of_other_games_is_refused_and_stays() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    does(folder, &format!("{QUICK} --games 2"));
    let kept = read(folder, "games");
    for (line, reason) in [
        (
            QUICK.replace("4x4", "5x4"),
            "games: its games have game breakthrough rows=4 cols=4, not breakthrough rows=5 cols=4",
        ),
        (QUICK.replace("nodes 30", "nodes 31"), "games: its games have nodes 30, not 31"),
        (QUICK.replace("seed 7", "seed 8"), "games: its games have seed 7, not 8"),
        (
            format!("{QUICK} --position 'bbbb/rbbb/r1rr/rrrr b'"),
            "games: its games have start none, not ",
        ),
    ] {
        let ran = run_in(folder, &line);
        let expected = format!("error: {reason}");
        assert_eq!(ran.code, Some(2), "{line}: {}", ran.err);
        assert!(
            ran.err.starts_with(&expected) && ran.err.lines().count() == 1,
            "{line}: {}",
            ran.err
        );
        assert_eq!(read(folder, "games"), kept, "{line}");
    }
    let signature = kept.lines().find(|line| line.starts_with("signature: ")).expect("one");
    for (text, reason) in [
        (
            kept.replace(signature, "signature: 17").as_str(),
            "its games were played by a program that plays otherwise: signature 17, not ",
        ),
        ("my notes", "it has no header, so no games are added to it"),
        ("my notes\n", "line 1: this is not a position with its value and its result"),
        ("4/4/4/4 x\t1\t1\n", "it has no header, so no games are added to it"),
        (
            "ludoteca positions 9\n",
            "line 1: `ludoteca positions 9` is another format: this program reads `ludoteca positions 1`",
        ),
        (&kept.replace("game 1", "game 7"), "line "),
    ] {
        fs::write(folder.join("games"), text).expect("it is written");
        let ran = run_in(folder, QUICK);
        assert_eq!(ran.code, Some(2), "{text}");
        assert!(ran.err.starts_with(&format!("error: games: {reason}")), "{}", ran.err);
        assert_eq!(read(folder, "games"), text);
    }
    fs::create_dir(folder.join("folder")).expect("a folder");
    refuses_in(
        folder,
        &format!("{QUICK}/../folder"),
        "games/../folder: Not a directory (os error 20)",
    );
    refuses_in(
        folder,
        &QUICK.replace("--out games", "--out folder"),
        "folder: this is not a plain file",
    );
    for (line, reason) in [
        (
            "selfplay -g ataxx --set seats=3 --out new",
            "training needs a table with two seats, but this one has 3",
        ),
        (
            "selfplay -g ttt -p a,b --out new",
            "-p is for games that you play: here our search plays itself, and --set seats=2 says how many play",
        ),
        (
            "selfplay -g ttt --out new --games 0",
            "invalid value '0' for '--games <N>': allowed is a whole number from 1 to 1000000000",
        ),
        ("tune -g ttt", "the evaluation of this game has no weights to tune"),
        (
            "tune -g breakthrough --network new",
            "the evaluation of this game has no network to train on this board",
        ),
        ("tune -g ataxx --network none/new", "none/new: No such file or directory (os error 2)"),
        ("tune -g ataxx --positions none", "none: No such file or directory (os error 2)"),
        (
            "tune -g breakthrough -d 4x4 --positions twice twice",
            "twice: it has the same games as twice",
        ),
        (
            "tune -g breakthrough -d 5x5 --positions twice",
            "twice: its games have game breakthrough rows=4 cols=4, not breakthrough rows=5 cols=5",
        ),
    ] {
        fs::write(folder.join("twice"), &kept).expect("it is written");
        refuses_in(folder, line, reason);
    }
    assert_eq!(files(folder), ["folder", "games", "twice"]);
}

#[test]
fn files_are_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    does(folder, &format!("{QUICK} --games 20"));
    let ran = does(folder, "selfplay --check games --json");
    let counts: Value = serde_json::from_str(&ran.out).expect("JSON");
    let numbers = counts["won_drawn_lost"].as_array().expect("three numbers");
    let all: u64 = numbers.iter().map(|number| number.as_u64().expect("a number")).sum();
    assert_eq!((all, &counts["games"], &counts["nodes"]), (20, &20.into(), &30.into()), "{counts}");
    assert_eq!(counts["game"], "breakthrough rows=4 cols=4");
    assert!(counts["mean_steps"].as_f64().is_some_and(|steps| steps > 4.0), "{counts}");
    let kept = read(folder, "games");
    let positions = kept.lines().filter(|line| line.contains('\t')).count();
    assert_eq!(counts["positions"], positions, "{counts}");
    does(folder, "selfplay --check games -g breakthrough -d 4x4");
    refuses_or_fails(
        folder,
        "-g ataxx",
        "its games have game breakthrough rows=4 cols=4, not ataxx",
    );
    // A file without a header is read if its game is named.
    let lines: String =
        kept.lines().filter(|line| line.contains('\t')).flat_map(|it| [it, "\n"]).collect();
    fs::write(folder.join("games"), &lines).expect("it is written");
    let ran = does(folder, "selfplay --check games -g breakthrough -d 4x4");
    assert_eq!(ran.out, format!("file         games\npositions    {positions}\n"));
    refuses_or_fails(folder, "-g ttt", "line 1: `");
    // A damaged position is named.
    let place = kept.find('\t').expect("a position");
    let line = kept[..place].lines().count();
    let start = kept[..place].rfind('\n').expect("a line before it") + 1;
    let damaged = format!("{}9{}", &kept[..start], &kept[start + 1..]);
    for (text, reason) in [
        (damaged.as_str(), format!("line {line}: `9")),
        ("", "it ends in the middle of a game, or of its header, after line 0".to_owned()),
        (
            &kept[..kept.len() - 1],
            "it ends in the middle of a game, or of its header, after line ".to_owned(),
        ),
        (&kept.replace("game: breakthrough", "game: chess"), "line 8: ".to_owned()),
    ] {
        fs::write(folder.join("games"), text).expect("it is written");
        refuses_or_fails(folder, "", &reason);
    }
}

/// Checks that the check fails with this reason in one line.
fn refuses_or_fails(folder: &Path, words: &str, reason: &str) {
    let ran = run_in(folder, &format!("selfplay --check games {words}"));
    assert_eq!((ran.code, ran.out.as_str()), (Some(1), ""), "{words}: {}", ran.err);
    assert!(ran.err.starts_with(&format!("error: games: {reason}")), "{reason}: {}", ran.err);
    assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
}

/// Begins games that take long, and waits until there are so many more of them.
fn begin(folder: &Path, line: &str, more: usize) -> Child {
    let games = count_games(folder) + more;
    let mut command = program(line);
    let child = command.current_dir(folder).stdout(Stdio::null()).spawn().expect("it runs");
    wait_for_games(folder, games);
    child
}

fn wait_for_games(folder: &Path, games: usize) {
    let start = Instant::now();
    while count_games(folder) < games {
        assert!(start.elapsed() < Duration::from_secs(60), "it plays");
        thread::sleep(Duration::from_millis(5));
    }
}

/// The number of games in the file.
fn count_games(folder: &Path) -> usize {
    let text = fs::read_to_string(folder.join("games")).unwrap_or_default();
    text.lines().filter(|line| line.starts_with("game ")).count()
}

#[test]
fn a_process_that_is_killed_loses_no_whole_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let slow = QUICK.replace("4x4 --nodes 30", "6x6 --nodes 300");
    let line = format!("{slow} --games 300 --threads 2");
    for more in [2, 20, 40] {
        let mut child = begin(folder, &line, more);
        // Nobody else may write meanwhile.
        let busy = "error: games: another process is adding games to it\n";
        let other = run_in(folder, &format!("{slow} --games 1"));
        if child.try_wait().expect("its state").is_none() {
            assert_eq!((other.code, other.err.as_str()), (Some(2), busy));
        }
        child.kill().expect("it is there");
        child.wait().expect("it ends");
    }
    assert_eq!(run_in(folder, &line).code, Some(0));
    does(folder, &format!("{slow}.whole --games 300"));
    assert_eq!(read(folder, "games"), read(folder, "games.whole"));
}

#[cfg(unix)]
#[test]
fn an_interrupted_process_says_how_to_go_on() {
    use rustix::process::{Pid, Signal, kill_process};
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let line = QUICK.replace("4x4", "6x6") + " --games 100000";
    let mut command = program(&line);
    let child = command.current_dir(folder).spawn().expect("it runs");
    while !folder.join("games").exists() {
        thread::sleep(Duration::from_millis(5));
    }
    thread::sleep(Duration::from_millis(300));
    kill_process(Pid::from_child(&child), Signal::INT).expect("it is there");
    let output = child.wait_with_output().expect("it ends");
    let out = String::from_utf8_lossy(&output.stdout);
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(130), &b""[..]), "{out}");
    assert!(out.contains(" of 100000 games: the same command goes on with them\n"), "{out}");
    does(folder, "selfplay --check games");
    for line in [
        // A single move takes longer than the test waits.
        "tune -g ataxx --games 1000 --nodes 1000000000 --network network",
        "tune -g breakthrough -d 6x6 --positions games --rounds 1000000",
    ] {
        let child = program(line).current_dir(folder).spawn().expect("it runs");
        thread::sleep(Duration::from_millis(700));
        kill_process(Pid::from_child(&child), Signal::INT).expect("it is there");
        let output = child.wait_with_output().expect("it ends");
        let ended = (output.status.code(), output.stdout.as_slice(), output.stderr.as_slice());
        assert_eq!(ended, (Some(130), &b""[..], &b""[..]), "{line}");
    }
    assert_eq!(files(folder), ["games"]);
}

/// The disk is full in the middle of a game: all games before it are kept.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_costs_no_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let shell = format!("trap '' XFSZ; ulimit -f 8; exec \"$0\" {QUICK} --games 200");
    let mut bash = std::process::Command::new("bash");
    bash.args(["-c", &shell, env!("CARGO_BIN_EXE_ludoteca")]).current_dir(folder);
    let ran = finish(&mut bash);
    assert_eq!((ran.code, ran.out.as_str()), (Some(1), ""), "{}", ran.err);
    assert!(
        ran.err.starts_with("error: games: File too large (os error 27): ")
            && ran.err.ends_with(" games are kept, and the same command goes on with them\n"),
        "{}",
        ran.err
    );
    does(folder, "selfplay --check games");
    does(folder, &format!("{QUICK} --games 200"));
    does(folder, &format!("{QUICK}.whole --games 200"));
    assert_eq!(read(folder, "games"), read(folder, "games.whole"));
}

/// Weights are the same from a file and from memory, and the loss falls.
#[test]
fn weights_are_tuned() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let recipe = "-g breakthrough -d 5x5 --nodes 50 --opening-steps 4 --seed 3";
    let line = format!("tune {recipe} --games 60 --rounds 40");
    let out = prints(&line);
    assert!(out.starts_with("// breakthrough rows=5 cols=5: "), "{out}");
    assert!(out.contains("\n    // ") && out.contains("    ["), "{out}");
    assert!(out.ends_with("// to play with them, replace those of crates/games/src/breakthrough/evaluation.rs by them, and build the program\n"), "{out}");
    let with_file = format!("{line} --positions games --json");
    let tuned: Value = serde_json::from_str(&does(folder, &with_file).out).expect("JSON");
    let [before, after] = [0, 1].map(|at| tuned["loss"][at].as_f64().expect("a loss"));
    assert!(after < before, "{tuned}");
    assert!(out.contains(&format!("loss {before:.5} before and {after:.5} after\n")), "{out}");
    // The games are there now, so they are not played again; other files can join them.
    assert_eq!(does(folder, &with_file).out, tuned.to_string() + "\n");
    does(folder, &format!("selfplay {recipe} --games 60 --out same"));
    assert_eq!(read(folder, "same"), read(folder, "games"));
    let more = recipe.replace("seed 3", "seed 4");
    does(folder, &format!("selfplay {more} --games 30 --out more"));
    let line = "tune -g breakthrough -d 5x5 --positions games more --rounds 5 --json";
    let both: Value = serde_json::from_str(&does(folder, line).out).expect("JSON");
    assert!(both["positions"].as_u64() > tuned["positions"].as_u64(), "{both}");
    // A game that is incomplete is left out.
    let kept = read(folder, "more");
    fs::write(folder.join("more"), &kept[..kept.len() - 1]).expect("it is written");
    let ran = run_in(folder, line);
    let note = "note: more ends in the middle of a game, which is left out\n";
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), note));
}

/// One command makes a network, which can be read and has learnt something.
#[test]
fn a_network_is_trained() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let line = "tune -g breakthrough -d 8x8 --games 12 --nodes 40 --opening-steps 6 --seed 5 --rounds 8 --network network";
    let ran = does(folder, line);
    assert!(ran.out.ends_with("network is written: to play with it, replace crates/games/src/breakthrough/data/evaluation.network by it, and build the program\n"), "{}", ran.out);
    let losses = ran.out.lines().find_map(|line| line.strip_prefix("loss after each round: "));
    let losses: Vec<f64> =
        losses.expect("losses").split(' ').map(|loss| loss.parse().expect("a loss")).collect();
    assert!(losses.len() == 8 && losses[7] < losses[0], "{losses:?}");
    let bytes = fs::read(folder.join("network")).expect("a network");
    // It panics if the size is wrong.
    let network = Network::<128, 64>::read(&bytes);
    let [all, half, others] = [0xffff_u64, 0xff, 0xffff << 48];
    assert_ne!(network.forward(all, others), network.forward(half, others));
    // Threads and files change nothing.
    does(folder, &format!("{line}.again --threads 2 --positions games"));
    assert_eq!(fs::read(folder.join("network.again")).expect("a network"), bytes);
    assert_eq!(files(folder), ["games", "network", "network.again"]);
}

/// NATS with queues, and workers for self-play, as people start them.
#[cfg(all(unix, feature = "cluster"))]
struct Workers {
    nats: crate::nats::Nats,
    /// The folders in which NATS has kept its queues.
    folders: Vec<tempfile::TempDir>,
    children: Vec<Child>,
}

#[cfg(all(unix, feature = "cluster"))]
impl Workers {
    fn start(count: usize) -> Workers {
        let folder = tempfile::tempdir().expect("a folder");
        let options = ["-js", "-sd", folder.path().to_str().expect("a path")];
        let nats = crate::nats::Nats::start_with(&options);
        let mut workers = Workers { nats, folders: vec![folder], children: Vec::new() };
        (0..count).for_each(|_| workers.add());
        workers
    }

    fn url(&self) -> String {
        format!("nats://{}", self.nats.address)
    }

    fn add(&mut self) {
        let line = format!("worker --nats {} --cores 1 --for selfplay --log none", self.url());
        let mut worker = program(&line);
        self.children.push(worker.stdout(Stdio::null()).spawn().expect("it runs"));
    }

    fn kill_one(&mut self) {
        let mut worker = self.children.remove(0);
        worker.kill().expect("it is there");
        worker.wait().expect("it ends");
    }

    /// NATS loses everything, and starts again at the same address.
    fn wipe(&mut self) {
        let folder = tempfile::tempdir().expect("a folder");
        self.nats.kill();
        self.nats.restart_with(&["-js", "-sd", folder.path().to_str().expect("a path")]);
        self.folders.push(folder);
    }
}

#[cfg(all(unix, feature = "cluster"))]
impl Drop for Workers {
    fn drop(&mut self) {
        for worker in &mut self.children {
            let _ = worker.kill();
            let _ = worker.wait();
        }
    }
}

/// Workers are killed, the coordinator is interrupted, and NATS loses everything: the file is that
/// of one machine.
#[cfg(all(unix, feature = "cluster"))]
#[test]
fn workers_write_the_same_file() {
    use rustix::process::{Pid, Signal, kill_process};
    if !crate::nats::is_installed() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let recipe = "-g breakthrough -d 6x6 --nodes 300 --opening-steps 4 --seed 3 --games 300";
    let mut workers = Workers::start(2);
    let url = workers.url();
    let line = format!("selfplay {recipe} --out games --workers {url}");
    let mut child = begin(folder, &line, 20);
    workers.kill_one();
    workers.add();
    wait_for_games(folder, 60);
    kill_process(Pid::from_child(&child), Signal::INT).expect("it is there");
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    let mut child = begin(folder, &line, 20);
    workers.wipe();
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
    does(folder, &format!("selfplay {recipe} --out whole"));
    assert_eq!(read(folder, "games"), read(folder, "whole"));
    let line = "tune -g breakthrough -d 6x6 --nodes 50 --games 20 --seed 3 --rounds 5";
    assert_eq!(prints(&format!("{line} --workers {url}")), prints(line));
}

#[cfg(feature = "cluster")]
#[test]
fn workers_that_cannot_be_reached_are_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    for (url, code, reason) in [
        ("nonsense", 2, "--workers: "),
        (
            "''",
            2,
            "--workers: allowed is an address as in nats://USER:PASSWORD@HOST:PORT, or an empty one if the variable LUDOTECA_NATS is set",
        ),
        ("nats://127.0.0.1:9", 1, ""),
    ] {
        let line = format!("selfplay -g ttt --games 2 --out games --workers {url}");
        let mut command = program(&line);
        command.env_remove("LUDOTECA_NATS").current_dir(folder);
        let ran = finish(&mut command);
        assert_eq!((ran.code, ran.out.as_str()), (Some(code), ""), "{url}: {}", ran.err);
        let is_one_line = ran.err.lines().count() == 1;
        assert!(
            is_one_line && ran.err.starts_with(&format!("error: {reason}")),
            "{url}: {}",
            ran.err
        );
    }
}
