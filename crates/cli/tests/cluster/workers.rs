//! Workers are killed while people play engines, a game is analysed, and a match is played.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::time::{Instant, sleep};

use crate::check::{check, summary};
use crate::client::{Bot, Chance, PATIENCE};
use crate::nats::{self, Nats};
use crate::players::Games;
use crate::servers::{Cluster, PROGRAM};
use crate::{either, postgres, seed, turn};

/// A worker in a process of its own.
struct WorkerProcess {
    name: String,
    nats: String,
    log: PathBuf,
    child: Option<Child>,
}

impl WorkerProcess {
    fn start(folder: &Path, nats: &Nats, name: &str) -> WorkerProcess {
        let log = folder.join(format!("{name}.log"));
        let nats = format!("nats://{}", nats.address);
        let mut worker = WorkerProcess { name: name.to_owned(), nats, log, child: None };
        worker.restart();
        worker
    }

    /// Starts it again, with another id.
    fn restart(&mut self) {
        let log = File::options().create(true).append(true).open(&self.log).expect("a log");
        let mut command = Command::new(PROGRAM);
        command
            .args(["worker", "--cores", "2", "--name", &self.name])
            .env("LUDOTECA_NATS", &self.nats);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log);
        self.child = Some(command.spawn().expect("it runs"));
    }

    fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            child.wait().expect("it ends");
        }
    }
}

impl Drop for WorkerProcess {
    fn drop(&mut self) {
        self.kill();
        if std::thread::panicking() {
            println!("{}:\n{}", self.name, fs::read_to_string(&self.log).unwrap_or_default());
        }
    }
}

/// A match whose games are the same wherever they are played.
fn begin_match(folder: &Path, games: usize, more: &[&str]) -> Child {
    Command::new(PROGRAM)
        .args(["match", "a:nodes=20000", "a:nodes=5000", "-g", "breakthrough", "--seed", "5"])
        .args(["--pairs", &(games / 2).to_string(), "--json", "--out"])
        .arg(folder)
        .args(more)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::inherit())
        .spawn()
        .expect("it runs")
}

/// The games of a journal by their numbers, without what differs from machine to machine.
fn journal(folder: &Path) -> BTreeMap<u64, Value> {
    let text = fs::read_to_string(folder.join("games.jsonl")).expect("a journal");
    let mut games = BTreeMap::new();
    for line in text.lines() {
        let mut game: Value = serde_json::from_str(line).expect("JSON");
        game.as_object_mut().expect("a game").remove("thought");
        let number = game["number"].as_u64().expect("its number");
        assert!(games.insert(number, game).is_none(), "game {number} is there twice");
    }
    games
}

/// Ends a game after a few moves, and asks for its analysis.
async fn ask_for_an_analysis(ada: &Bot) -> String {
    let seats = json!([{ "kind": "me" }, { "kind": "me" }]);
    let (table, _) = ada.make(json!({ "game": "breakthrough", "seats": seats })).await;
    let mut chance = Chance::new(seed());
    for _ in 0..20 {
        let seen = ada.see(&table).await;
        if let Some(step) = chance.choose(&seen) {
            ada.step(&table, &step).await.well();
        }
    }
    if ada.see(&table).await["stage"] != "over" {
        ada.command(&table, json!({ "do": "resign" })).await.well();
    }
    ada.post(&format!("/api/tables/{table}/analysis"), json!({})).await.well();
    table
}

/// Every move comes, every analysis is made once, and a match has the journal of one machine.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn workers_are_killed() {
    if !nats::is_installed() {
        return;
    }
    let Some(_turn) = turn("workers_are_killed").await else { return };
    let (kills, games, of_match) = either((10, 8, 40), (100, 24, 400));
    let folder: TempDir = tempfile::tempdir().expect("a folder");
    let store = folder.path().join("nats");
    let nats = Nats::start_with(&["-js", "-sd", &store.display().to_string()]);
    let mut cluster = Cluster::with(postgres::shared(), 2, |_, server| {
        server.set_variable("LUDOTECA_NATS", &nats::url_at(nats.address).to_string());
    })
    .await;
    let mut workers = ["one", "two"].map(|name| WorkerProcess::start(folder.path(), &nats, name));
    let alone = folder.path().join("alone");
    assert!(begin_match(&alone, of_match, &[]).wait().expect("it ends").success());
    let shared = folder.path().join("shared");
    let to_workers = format!("nats://{}", nats.address);
    let mut playing = begin_match(&shared, of_match, &["--workers", &to_workers]);
    let people = Games::start(&cluster, games, seed()).await;
    let ada = Bot::new(cluster.servers[0].address, "Ada").await;
    let analysed = ask_for_an_analysis(&ada).await;
    let mut chance = Chance::new(seed());
    for killed in 0..kills {
        sleep(Duration::from_millis(300 + chance.below(1200) as u64)).await;
        let victim = killed % workers.len();
        workers[victim].kill();
        sleep(Duration::from_millis(chance.below(800) as u64)).await;
        workers[victim].restart();
    }
    let start = Instant::now();
    let path = format!("/api/tables/{analysed}/analysis");
    let analysis = loop {
        let analysis = ada.get(&path).await.well();
        if analysis["status"] == "done" {
            break analysis;
        }
        assert!(start.elapsed() < PATIENCE, "{analysis}");
        sleep(Duration::from_millis(100)).await;
    };
    assert!(analysis["plies"].as_array().is_some_and(|plies| !plies.is_empty()), "{analysis}");
    let ended = tokio::task::spawn_blocking(move || playing.wait()).await.expect("no panic");
    assert!(ended.expect("it ends").success());
    assert_eq!(journal(&alone), journal(&shared));
    let diaries = people.stop().await;
    let longest = diaries.iter().map(|diary| diary.longest_thought).max().unwrap_or_default();
    let history = check(&cluster, &diaries, &[]).await;
    println!("{kills} workers were killed; the longest wait for the house took {longest:?}");
    summary(&diaries, &history);
    // Level 1 answers at once; before that people wait for the second half of each other's second.
    assert!(longest < Duration::from_secs(6), "{longest:?}");
    let jobs = cluster.database.ask("SELECT count(*) FROM jobs");
    assert_eq!(jobs, "0", "analyses that have not ended");
    for server in &mut cluster.servers {
        server.terminate().await;
    }
}
