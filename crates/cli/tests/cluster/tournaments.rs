//! Matches and tournaments on workers, all of them processes, with a real NATS.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::Arc;
use std::thread::sleep;
use std::time::{Duration, Instant};

use ludoteca_fleet::job::WorkKind;
use ludoteca_fleet::{RunFuture, RunHandler, RunWork, WorkerSettings, work};
use serde_json::Value;
use tempfile::TempDir;

use crate::nats::{Nats, url_at};
use crate::servers::PROGRAM;
use crate::{either, next_turn, seed};

/// How long anything may take.
const PATIENCE: Duration = Duration::from_secs(120);

/// NATS with streams, a folder, and the processes that a test starts.
struct Fleet {
    nats: Nats,
    folder: TempDir,
}

/// A process that is killed with the test. Its output is in files.
struct Process {
    child: Child,
    stdout: PathBuf,
    stderr: PathBuf,
}

impl Fleet {
    fn start() -> Fleet {
        let folder = tempfile::tempdir().expect("a folder");
        let streams = folder.path().join("nats");
        let nats = Nats::start_with(&["-js", "-sd", &streams.to_string_lossy()]);
        Fleet { nats, folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn url(&self) -> String {
        format!("nats://{}", self.nats.address)
    }

    /// Starts the program, with its output in files of this name.
    fn process(&self, name: &str, arguments: &[&str]) -> Process {
        let [stdout, stderr] = ["out", "err"].map(|end| self.path(&format!("{name}.{end}")));
        let file = |path: &Path| File::create(path).expect("a file");
        let child = Command::new(PROGRAM)
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(file(&stdout))
            .stderr(file(&stderr))
            .spawn()
            .expect("it runs");
        Process { child, stdout, stderr }
    }

    /// Starts a worker with one core that plays games only.
    fn worker(&self, name: &str, more: &[&str]) -> Process {
        let url = self.url();
        let arguments =
            ["worker", "--nats", &url, "--cores", "1", "--for", "games", "--name", name];
        self.process(name, &[&arguments, more].concat())
    }

    /// Starts a match or a tournament on the workers.
    fn begin(&self, name: &str, arguments: &[&str]) -> Process {
        self.process(name, &[arguments, &["--json", "--workers", &self.url()]].concat())
    }

    /// Plays a match or tournament on this machine, for comparison.
    fn play_here(&self, arguments: &[&str], out: &Path) {
        let output = Command::new(PROGRAM)
            .args(arguments)
            .args(["--concurrency", "2", "--out"])
            .arg(out)
            .output();
        assert!(output.expect("it runs").status.success());
    }
}

impl Process {
    /// Waits for its end, and returns its exit code.
    fn end(&mut self) -> Option<i32> {
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("it can be asked") {
                return status.code();
            }
            assert!(start.elapsed() < PATIENCE, "it does not end: {}", self.said());
            sleep(Duration::from_millis(20));
        }
    }

    /// What it has written to standard output, as lines of JSON.
    fn lines(&self) -> Vec<Value> {
        let text = fs::read_to_string(&self.stdout).expect("a file");
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
    }

    /// What it has written to standard error.
    fn said(&self) -> String {
        fs::read_to_string(&self.stderr).expect("a file")
    }

    /// Waits until it has written this to standard error.
    fn says(&self, text: &str) {
        let start = Instant::now();
        while !self.said().contains(text) {
            assert!(start.elapsed() < PATIENCE, "no `{text}` in `{}`", self.said());
            sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Waits for its turn. `None` if NATS is not installed, which is said.
async fn turn(test: &str) -> Option<tokio::sync::MutexGuard<'static, ()>> {
    if Command::new("nats-server").arg("--version").output().is_err() {
        assert!(
            std::env::var_os("LUDOTECA_CLUSTER_TESTS").is_none(),
            "LUDOTECA_CLUSTER_TESTS is set, and NATS is not installed"
        );
        println!("skipped: {test}; it takes the package nats-server");
        return None;
    }
    Some(next_turn(test).await)
}

/// The games in a journal, by their numbers, without the values that depend on the machine.
fn journal(folder: &Path) -> Vec<Value> {
    let text = fs::read_to_string(folder.join("games.jsonl")).expect("a journal");
    let mut games: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    games.sort_by_key(|game| game["number"].as_u64());
    for game in &mut games {
        game["thought"] = Value::Null;
    }
    games
}

/// The records of a tournament, in order, without their dates.
fn records(folder: &Path) -> Vec<String> {
    let files = fs::read_dir(folder.join("records")).expect("records");
    let mut paths: Vec<PathBuf> = files.map(|file| file.expect("a file").path()).collect();
    paths.sort();
    let undated = |text: String| {
        text.lines()
            .filter(|line| !line.starts_with("Date: "))
            .map(|line| format!("{line}\n"))
            .collect()
    };
    paths.iter().map(|path| undated(fs::read_to_string(path).expect("a record"))).collect()
}

fn is_the_same(one: &Path, other: &Path) {
    assert_eq!(journal(one), journal(other));
    assert_eq!(records(one), records(other));
    let settings =
        |folder: &Path| fs::read_to_string(folder.join("settings.json")).expect("it is there");
    assert_eq!(settings(one), settings(other));
}

#[tokio::test(flavor = "multi_thread")]
async fn games_are_those_of_one_machine() {
    let Some(_turn) = turn("games are those of one machine").await else { return };
    let fleet = Fleet::start();
    let _workers = [fleet.worker("alpha", &[]), fleet.worker("beta", &[])];
    let seed = seed().to_string();
    for (name, least, arguments) in [
        (
            "match",
            2,
            &["match", "a", "a3", "-g", "breakthrough", "--nodes", "8000", "--pairs", "20"][..],
        ),
        (
            "tournament",
            1,
            &[
                "tournament",
                "a1",
                "r",
                "a2",
                "a3",
                "-g",
                "ataxx rows=5 cols=5 seats=3",
                "--rounds",
                "2",
            ],
        ),
    ] {
        let [here, there] = ["here", "there"].map(|place| fleet.path(&format!("{name} {place}")));
        let arguments = [arguments, &["--seed", &seed]].concat();
        fleet.play_here(&arguments, &here);
        let there_name = there.to_string_lossy().into_owned();
        let mut run = fleet.begin(name, &[&arguments[..], &["--out", &there_name]].concat());
        assert_eq!(run.end(), Some(0), "{}", run.said());
        is_the_same(&here, &there);
        let lines = run.lines();
        let workers: BTreeSet<&str> =
            lines.iter().filter_map(|game| game["worker"].as_str()).collect();
        // One of them may play all games of the tournament, which is short.
        let is_one = |worker: &&str| ["alpha", "beta"].contains(worker);
        assert!(workers.iter().all(is_one) && workers.len() >= least, "{name}: {workers:?}");
        assert_eq!(lines.last().expect("a summary")["summary"]["closed"], "complete");
        assert!(there.join("report.html").exists());
    }
}

/// The test A9 of the design: whatever a killed coordinator leaves behind, each game counts once.
#[tokio::test(flavor = "multi_thread")]
async fn a_killed_coordinator_is_resumed() {
    let Some(_turn) = turn("a killed coordinator is resumed").await else { return };
    let kills = either(2, 20);
    let fleet = Fleet::start();
    let _workers = [fleet.worker("alpha", &[]), fleet.worker("beta", &[])];
    let pairs = (8 * kills).to_string();
    let arguments =
        ["match", "a", "a3", "-g", "ataxx", "--nodes", "20000", "--seed", "3", "--pairs", &pairs];
    let [here, there] = ["here", "there"].map(|place| fleet.path(place));
    fleet.play_here(&arguments, &here);
    let folder = there.to_string_lossy().into_owned();
    let mut run = fleet.begin("begun", &[&arguments[..], &["--out", &folder]].concat());
    for kill in 0..kills {
        wait_for_games(&mut run, &there, 2 + kill % 3);
        let _ = run.child.kill();
        drop(run);
        run = fleet.begin("resumed", &["match", "--resume", &folder]);
    }
    assert_eq!(run.end(), Some(0), "{}", run.said());
    is_the_same(&here, &there);
}

/// The part of the test A8 that is about tournaments: killed workers lose and repeat no game.
#[tokio::test(flavor = "multi_thread")]
async fn killed_workers_change_nothing() {
    let Some(_turn) = turn("killed workers change nothing").await else { return };
    let kills = either(5, 50);
    let fleet = Fleet::start();
    let mut workers = ["alpha", "beta"].map(|name| fleet.worker(name, &[]));
    let pairs = (8 * kills).to_string();
    let arguments =
        ["match", "a", "a3", "-g", "ataxx", "--nodes", "20000", "--seed", "4", "--pairs", &pairs];
    let [here, there] = ["here", "there"].map(|place| fleet.path(place));
    fleet.play_here(&arguments, &here);
    let folder = there.to_string_lossy().into_owned();
    let mut run = fleet.begin("match", &[&arguments[..], &["--out", &folder]].concat());
    for kill in 0..kills {
        wait_for_games(&mut run, &there, 2 + kill % 5);
        let (name, other) = [("alpha", "gamma"), ("beta", "delta")][kill % 2];
        let _ = workers[kill % 2].child.kill();
        let name = if kill % 4 < 2 { other } else { name };
        workers[kill % 2] = fleet.worker(name, &[]);
    }
    assert_eq!(run.end(), Some(0), "{}", run.said());
    is_the_same(&here, &there);
}

/// Waits until this many more games are in the journal, or the run has ended.
fn wait_for_games(run: &mut Process, folder: &Path, more: usize) {
    let journal = folder.join("games.jsonl");
    let played = || fs::read_to_string(&journal).unwrap_or_default().lines().count();
    let (before, start) = (played(), Instant::now());
    while played() < before + more && run.child.try_wait().expect("it runs").is_none() {
        assert!(start.elapsed() < PATIENCE, "no games: {}", run.said());
        sleep(Duration::from_millis(5));
    }
}

/// Plays nothing, and should not be asked to.
struct Nothing;

impl RunHandler for Nothing {
    fn run(&self, _: RunWork) -> RunFuture {
        panic!("a worker with another signature has joined");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn another_build_does_not_join() {
    let Some(_turn) = turn("another build does not join").await else { return };
    let fleet = Fleet::start();
    let settings = WorkerSettings {
        nats: url_at(fleet.nats.address),
        cluster: "ludoteca".parse().expect("a name"),
        name: "other".to_owned(),
        version: "0.0.1".to_owned(),
        signature: "1".to_owned(),
        cores: 1,
        kinds: BTreeSet::from([WorkKind::Games]),
        programs: BTreeSet::new(),
    };
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let other = tokio::spawn(work(settings, Arc::new(Nothing), async {
        let _ = stopped.await;
    }));
    let mut run = fleet.begin("match", &["match", "r", "r", "-g", "ttt", "--pairs", "10"]);
    run.says("no worker with the search signature ");
    run.says(" is there yet; another worker is there\n");
    assert!(run.lines().is_empty());
    let _worker = fleet.worker("alpha", &[]);
    assert_eq!(run.end(), Some(0), "{}", run.said());
    // It was said once.
    assert_eq!(run.said().lines().count(), 1, "{}", run.said());
    assert_eq!(run.lines().len(), 21);
    let _ = stop.send(());
    let done = other.await.expect("it runs").expect("it works");
    assert_eq!(done.done, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn programs_play_where_they_are_listed() {
    let Some(_turn) = turn("programs play where they are listed").await else { return };
    let fleet = Fleet::start();
    let list = fleet.path("programs");
    fs::write(&list, format!("# ours\nengine = '{PROGRAM}' engine\nnobody = /nowhere/nobody\n"))
        .expect("a file");
    let list = list.to_string_lossy().into_owned();
    let out = fleet.path("out");
    let folder = out.to_string_lossy().into_owned();
    let plain = fleet.worker("plain", &[]);
    let mut run = fleet.begin(
        "match",
        &[
            "match",
            "cmd:engine",
            "r",
            "-g",
            "ttt",
            "--pairs",
            "3",
            "--depth",
            "1",
            "--out",
            &folder,
        ],
    );
    run.says(" and the program engine is there yet; another worker is there\n");
    let listed = fleet.worker("listed", &["--programs", &list]);
    assert_eq!(run.end(), Some(0), "{}", run.said());
    let played = run.lines().iter().filter(|game| game["worker"] == "listed").count();
    assert_eq!(played, 6);
    for text in records(&out) {
        assert!(text.contains(": cmd:engine\n") && !text.contains("ludoteca"), "{text}");
    }
    // A program that cannot be started ends the match.
    let arguments = ["match", "cmd:nobody", "r", "-g", "ttt", "--pairs", "1"];
    let mut failing = fleet.begin("failing", &arguments);
    assert_eq!(failing.end(), Some(1));
    let said = failing.said();
    assert!(said.contains("games 1, 2 cannot be played: nobody cannot take part: "), "{said}");
    assert!(!said.contains("/nowhere"), "{said}");
    drop((plain, listed));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_decided_test_stops_the_fleet() {
    let Some(_turn) = turn("a decided test stops the fleet").await else { return };
    let fleet = Fleet::start();
    let _workers = [fleet.worker("alpha", &[]), fleet.worker("beta", &[])];
    let arguments = ["match", "a3", "r", "-g", "ttt", "--sprt", "elo0=0", "elo1=50"];
    for name in ["first", "second"] {
        let mut run = fleet.begin(name, &arguments);
        assert_eq!(run.end(), Some(0), "{}", run.said());
        let lines = run.lines();
        assert_eq!(lines.last().expect("a summary")["summary"]["closed"], "H1 accepted");
    }
}

#[test]
fn wrong_usage_is_one_line() {
    let with_workers = |more: &[&str]| -> Output {
        Command::new(PROGRAM)
            .args(["match", "-g", "ttt", "--workers"])
            .args(more)
            .env_remove("LUDOTECA_NATS")
            .output()
            .expect("it runs")
    };
    let url = "nats://somebody:secret@127.0.0.1:1";
    for (arguments, reason) in [
        (&[url, "cmd:./x", "r"][..], "`cmd:./x`: with workers, allowed is cmd:NAME"),
        (&[url, "cmd:x --fast", "r"], "with workers, allowed is cmd:NAME"),
        (&[url, "cmd;Hash=1:x", "r"], "options are refused"),
        (&[url, "tcp:127.0.0.1:5001", "r"], "a program that listens cannot take part"),
        (&[url, "r", "r", "--concurrency", "2"], "--concurrency"),
        (&["", "r", "r"], "or an empty one if the variable LUDOTECA_NATS is set"),
        (&["secret", "r", "r"], "--workers: this is no address of NATS"),
    ] {
        let output = with_workers(arguments);
        let said = String::from_utf8(output.stderr).expect("text");
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(reason) && said.lines().count() == 1, "{said}");
        assert!(!said.contains("secret"), "{said}");
    }
    // Nobody listens there.
    let output = with_workers(&[url, "r", "r"]);
    let said = String::from_utf8(output.stderr).expect("text");
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.lines().count() == 1 && !said.contains("secret"), "{said}");
}
