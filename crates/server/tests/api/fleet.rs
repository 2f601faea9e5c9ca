//! Engines that think at workers: real NATS, real workers, and workers that do something wrong.

use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_nats::Client;
use futures_util::StreamExt;
use ludoteca_fleet::job::{
    EvaluateJob, JobAnswer, JobBody, JobOutcome, JobPosition, JobRequest, MoveAnswer, MoveJob,
    WorkKind, WorkerNotice,
};
use ludoteca_fleet::{AskError, Fleet, RunFuture, RunHandler, RunWork, WorkerSettings, work};
use ludoteca_server::{ClusterName, MoveFinder, NatsUrl, ServerSettings};
use serde_json::value::to_raw_value;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep};

use crate::client::{Bot, PATIENCE, Socket};
use crate::cluster::metric;
use crate::host::Host;
use crate::nats::{self, Nats};
use crate::postgres;

/// A cluster of one server or more, with a NATS of its own.
struct Cluster {
    nats: Nats,
    name: ClusterName,
    database: TempDir,
    _queues: TempDir,
}

/// A worker in this process, with threads of its own.
struct Worker(Option<Runtime>);

/// A worker that only says that it is there, and answers as the test wants.
struct FakeWorker {
    client: Client,
    name: ClusterName,
    jobs: tokio::sync::mpsc::UnboundedReceiver<JobRequest>,
    tasks: Vec<JoinHandle<()>>,
}

struct NoRuns;

impl RunHandler for NoRuns {
    fn run(&self, _: RunWork) -> RunFuture {
        Box::pin(async { Err("there are no runs here".to_owned()) })
    }
}

impl Cluster {
    /// A cluster, if PostgreSQL and NATS are installed.
    fn start() -> Option<Cluster> {
        if !nats::is_installed() {
            return None;
        }
        let (queues, database) = [(); 2].map(|()| TempDir::new().expect("a folder")).into();
        let nats = Nats::start_with(&["-c", &configured(&queues)]);
        let name = ClusterName::default();
        Some(Cluster { nats, name, database, _queues: queues })
    }

    /// The address of NATS for one of its users.
    fn nats_of(&self, user: &str) -> NatsUrl {
        format!("nats://{user}:p{user}@{}", self.nats.address).parse().expect("an address")
    }

    /// A connection that may hear and say everything.
    async fn connect(&self) -> Client {
        self.nats_of("test").connect_once().await.expect("NATS is there")
    }

    /// A server of the cluster.
    fn server(&self, change: impl FnOnce(&mut ServerSettings)) -> Host {
        Host::in_database_with(postgres::database(self.database.path()), |settings| {
            settings.nats = Some(self.nats_of("server"));
            settings.cluster = self.name.clone();
            change(settings);
        })
    }

    /// A server whose own engines play the first legal move at once, and are counted.
    fn server_that_counts(&self, engine_time: Duration) -> (Host, Arc<AtomicUsize>) {
        let asked = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&asked);
        let finder = MoveFinder::new(move |task| {
            count.fetch_add(1, Ordering::Relaxed);
            Box::pin(async move { task.position.steps().into_iter().next() })
        });
        let host = self.server(|settings| {
            (settings.move_finder, settings.engine_time) = (finder, engine_time);
        });
        (host, asked)
    }

    /// A worker with this many cores, once the server has heard of it.
    async fn worker(&self, cores: usize, host: &Host) -> Worker {
        let worker = Worker::start(self.settings("worker", cores));
        until_workers(host.address, 1).await;
        worker
    }

    fn settings(&self, name: &str, cores: usize) -> WorkerSettings {
        WorkerSettings {
            nats: self.nats_of("worker"),
            cluster: self.name.clone(),
            name: name.to_owned(),
            version: "1".to_owned(),
            signature: "1".to_owned(),
            cores,
            kinds: [WorkKind::Moves, WorkKind::Analyses].into(),
            programs: BTreeSet::new(),
        }
    }

    async fn fake_worker(&self, host: &Host) -> FakeWorker {
        let client = self.connect().await;
        let mut subscribed = client
            .subscribe(format!("{}.work.1.>", self.name))
            .await
            .expect("NATS can be listened to");
        client.flush().await.expect("NATS is there");
        let (say, jobs) = tokio::sync::mpsc::unbounded_channel();
        let listen = tokio::spawn(async move {
            while let Some(message) = subscribed.next().await {
                let job = serde_json::from_slice(&message.payload).expect("a job");
                let _ = say.send(job);
            }
        });
        let notice = WorkerNotice {
            worker: "fake".to_owned(),
            name: "fake".to_owned(),
            version: "1".to_owned(),
            signature: "1".to_owned(),
            cores: 1,
            kinds: [WorkKind::Moves, WorkKind::Analyses].into(),
            programs: BTreeSet::new(),
            running: BTreeMap::new(),
            done: 0,
            failed: 0,
            leaving: false,
        };
        let (subject, at) = (format!("{}.worker.fake", self.name), client.clone());
        let live = tokio::spawn(async move {
            loop {
                let notice = serde_json::to_vec(&notice).expect("JSON");
                let _ = at.publish(subject.clone(), notice.into()).await;
                sleep(Duration::from_millis(500)).await;
            }
        });
        until_workers(host.address, 1).await;
        FakeWorker { client, name: self.name.clone(), jobs, tasks: vec![listen, live] }
    }
}

impl Worker {
    fn start(settings: WorkerSettings) -> Worker {
        let runtime =
            Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("threads");
        runtime.spawn(async move {
            let never = std::future::pending();
            work(settings, Arc::new(NoRuns), never).await.expect("NATS can be used")
        });
        Worker(Some(runtime))
    }

    /// Ends all it does at once, without a word.
    fn kill(mut self) {
        self.0.take().expect("it runs").shutdown_background();
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        if let Some(runtime) = self.0.take() {
            runtime.shutdown_background();
        }
    }
}

impl FakeWorker {
    /// The next job that somebody publishes.
    async fn job(&mut self) -> JobRequest {
        let next = tokio::time::timeout(PATIENCE, self.jobs.recv()).await;
        next.expect("there is a job").expect("NATS is there")
    }

    async fn answer(&self, job: &JobRequest, outcome: JobOutcome) {
        let answer = JobAnswer { job: job.id.clone(), worker: "fake".to_owned(), outcome };
        let payload = serde_json::to_vec(&answer).expect("JSON");
        let subject = format!("{}.answer.{}", self.name, job.asker);
        self.client.publish(subject, payload.into()).await.expect("NATS is there");
        self.client.flush().await.expect("NATS is there");
    }

    async fn answer_move(&self, job: &JobRequest, step: &str) {
        let answer = MoveAnswer { step: step.to_owned() };
        self.answer(job, JobOutcome::Done(to_raw_value(&answer).expect("JSON"))).await;
    }
}

impl Drop for FakeWorker {
    fn drop(&mut self) {
        self.tasks.iter().for_each(JoinHandle::abort);
    }
}

/// The configuration of `deploy/`, so that servers and workers may do here what they may do there,
/// with this folder for the queues. The user `test` may do everything.
fn configured(queues: &TempDir) -> String {
    let folder = queues.path().to_str().expect("a path of text");
    let mut text = include_str!("../../../../deploy/nats.conf").to_owned();
    for (old, new) in [
        ("listen: 0.0.0.0:4222\n", ""),
        ("http: 127.0.0.1:8222\n", ""),
        ("/var/lib/nats", folder),
        ("$LUDOTECA_NATS_PASSWORD", "pserver"),
        ("$LUDOTECA_WORKER_PASSWORD", "pworker"),
        ("$LUDOTECA_TOURNAMENT_PASSWORD", "ptournament"),
        ("users: [", "users: [ { user: test, password: ptest }"),
    ] {
        assert_eq!(text.matches(old).count(), 1, "{old}");
        text = text.replace(old, new);
    }
    let file = queues.path().join("nats.conf");
    std::fs::write(&file, text).expect("it can be written");
    file.to_str().expect("a path of text").to_owned()
}

/// Waits until a server knows this many workers.
async fn until_workers(address: SocketAddr, workers: u64) {
    let start = Instant::now();
    while metric(address, "ludoteca_workers").await != workers {
        assert!(start.elapsed() < PATIENCE, "the server does not know {workers} workers");
        sleep(Duration::from_millis(50)).await;
    }
}

/// A game against an engine that moves second. Returns its table after the first move of the bot.
async fn against(bot: &Bot, game: &str, level: u8) -> (String, Socket, Value) {
    let seats = json!([{ "kind": "me" }, { "kind": "engine", "level": level }]);
    let (id, _) = bot.make(json!({ "game": game, "seats": seats })).await;
    let mut socket = bot.socket().await;
    let table = socket.watch(&id).await;
    let step = table["moves"][0].clone();
    let step = step.as_str().or_else(|| step["step"].as_str()).expect("a move").to_owned();
    let command = json!({ "do": "move", "step": step, "state": table["state"] });
    bot.command(&id, command).await.well();
    (id, socket, table)
}

/// Waits until the engine has moved.
async fn until_moved(socket: &mut Socket) -> Value {
    let made = |table: &Value| {
        let listed = table["steps"]["list"].as_array().map_or(0, Vec::len);
        table["steps"]["from"].as_u64().unwrap_or(0) + listed as u64
    };
    socket.until_table(|table| made(table) >= 2 && table["next"]["seat"] == 1).await
}

/// The last step of a table.
async fn last_step(bot: &Bot, id: &str) -> Value {
    let table = bot.see(id).await;
    let steps = table["steps"]["list"].as_array().expect("steps").clone();
    steps.last().expect("a step").clone()
}

#[tokio::test]
async fn workers_choose_moves_and_analyse_games() {
    let Some(cluster) = Cluster::start() else { return };
    let (host, asked) = cluster.server_that_counts(Duration::from_secs(10));
    let _worker = cluster.worker(2, &host).await;
    let ada = host.bot("Ada").await;
    for level in [1, 7] {
        let (_, mut socket, _) = against(&ada, "ttt", level).await;
        until_moved(&mut socket).await;
    }
    assert_eq!(asked.load(Ordering::Relaxed), 0, "the server thinks itself");
    assert_eq!(metric(host.address, "ludoteca_moves_by_workers_total").await, 2);
    // The same game, analysed by workers and by a server without them.
    let alone = Host::in_database_with(
        postgres::database(TempDir::new().expect("a folder").path()),
        |_| {},
    );
    let mut analyses = Vec::new();
    for (host, by_workers) in [(&host, true), (&alone, false)] {
        let (ada, ben) = (host.bot("Ada").await, host.bot("Ben").await);
        let id = finished(&ada, &ben).await;
        analyses.push(analysed(&ada, &id, "done").await);
        let done = metric(host.address, "ludoteca_analyses_by_workers_total").await;
        assert_eq!(done > 0, by_workers, "{done} parts were done by workers");
    }
    assert_eq!(analyses[0], analyses[1]);
    // The position that a player looks at.
    let look = ada.post("/api/analysis", json!({ "game": "ttt", "steps": ["1 1"] })).await.well();
    assert_eq!(look["values"].as_array().map(Vec::len), Some(2), "{look}");
}

/// A finished game of two people.
async fn finished(ada: &Bot, ben: &Bot) -> String {
    let seats = json!([{ "kind": "me" }, { "kind": "open" }]);
    let (id, _) = ada.make(json!({ "game": "ataxx rows=5 cols=5", "seats": seats })).await;
    ben.command(&id, json!({ "do": "sit", "seat": 2 })).await.well();
    for number in 0..6 {
        let bot = [ada, ben][number % 2];
        let table = bot.see(&id).await;
        let moves = table["moves"].as_array().expect("moves");
        let step = moves[(7 * number) % moves.len()].as_str().expect("a move").to_owned();
        bot.step(&id, &step).await.well();
    }
    ada.command(&id, json!({ "do": "resign" })).await.well();
    id
}

/// The analysis of a game, once it has this status.
async fn analysed(bot: &Bot, id: &str, status: &str) -> Value {
    let path = format!("/api/tables/{id}/analysis");
    bot.post(&path, json!({})).await.well();
    let start = Instant::now();
    loop {
        let analysis = bot.get(&path).await.well();
        if analysis["status"] == status {
            return analysis;
        }
        assert!(start.elapsed() < PATIENCE, "{analysis}");
        sleep(Duration::from_millis(100)).await;
    }
}

/// With equal seeds and limits, it is the same move wherever it is chosen.
#[tokio::test]
async fn jobs_of_one_asker_do_not_disturb_another() {
    let Some(cluster) = Cluster::start() else { return };
    let host = cluster.server(|_| {});
    let fleet = Fleet::connect(&cluster.nats_of("server"), &cluster.name).await;
    let fleet = fleet.expect("NATS can be used");
    let limit = Duration::from_secs(20);
    let at = JobPosition {
        game: "ttt".to_owned(),
        position: ludoteca_games::catalog::open_line("ttt").expect("a game").position(),
    };
    let job =
        |seed| JobBody::Move(MoveJob { at: at.clone(), engine: "a5:nodes=200".to_owned(), seed });
    assert_eq!(fleet.ask(job(1), limit, None).await.err(), Some(AskError::Away));
    let _worker = cluster.worker(2, &host).await;
    let start = Instant::now();
    while fleet.slots(WorkKind::Moves) == 0 {
        assert!(start.elapsed() < PATIENCE, "nobody hears the worker");
        sleep(Duration::from_millis(50)).await;
    }
    let asked =
        futures_util::future::join_all((0..8).map(|seed| fleet.ask(job(seed % 4), limit, None)));
    let steps: Vec<String> = asked
        .await
        .into_iter()
        .map(|answer| match answer.expect("an answer").outcome {
            JobOutcome::Done(done) => done.get().to_owned(),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(steps[..4], steps[4..]);
    let wrong = JobBody::Evaluate(EvaluateJob { at, engine: "nobody".to_owned() });
    assert!(matches!(fleet.ask(wrong, limit, None).await, Err(AskError::Failed(_))));
}

#[tokio::test]
async fn a_worker_that_is_killed_leaves_its_move_to_the_server() {
    let Some(cluster) = Cluster::start() else { return };
    let (host, asked) = cluster.server_that_counts(Duration::from_secs(8));
    let worker = cluster.worker(1, &host).await;
    let ada = host.bot("Ada").await;
    let client = cluster.connect().await;
    let jobs = client.subscribe(format!("{}.work.1.move", cluster.name)).await;
    let mut jobs = jobs.expect("NATS can be listened to");
    client.flush().await.expect("NATS is there");
    // An engine of the highest level thinks longer than the worker lives.
    let (_, mut socket, _) = against(&ada, "ataxx rows=15 cols=15", 10).await;
    tokio::time::timeout(PATIENCE, jobs.next()).await.expect("a job");
    sleep(Duration::from_millis(50)).await;
    worker.kill();
    let start = Instant::now();
    until_moved(&mut socket).await;
    assert_eq!(asked.load(Ordering::Relaxed), 1);
    assert!(start.elapsed() < Duration::from_secs(8), "{:?}", start.elapsed());
    assert_eq!(metric(host.address, "ludoteca_fallbacks_total").await, 1);
}

#[tokio::test]
async fn workers_that_never_answer_or_answer_nonsense_are_not_waited_for() {
    let Some(cluster) = Cluster::start() else { return };
    let (host, asked) = cluster.server_that_counts(Duration::from_millis(100));
    let mut worker = cluster.fake_worker(&host).await;
    let ada = host.bot("Ada").await;
    let start = Instant::now();
    let (_, mut socket, _) = against(&ada, "ttt", 7).await;
    worker.job().await;
    until_moved(&mut socket).await;
    assert!((4..10).contains(&start.elapsed().as_secs()), "{:?}", start.elapsed());
    for (number, nonsense) in ["9 9", "", "1 1; 2 2"].into_iter().enumerate() {
        let (_, mut socket, _) = against(&ada, "ttt", 7).await;
        let job = worker.job().await;
        worker.answer_move(&job, nonsense).await;
        until_moved(&mut socket).await;
        assert_eq!(asked.load(Ordering::Relaxed), number + 2);
    }
    assert_eq!(metric(host.address, "ludoteca_jobs_failed_total").await, 3);
}

/// Nobody waits for a move after a takeback: the worker is told, and its answer changes nothing.
#[tokio::test]
async fn a_move_for_a_position_that_was_taken_back_is_dropped() {
    let Some(cluster) = Cluster::start() else { return };
    let (host, asked) = cluster.server_that_counts(Duration::from_secs(10));
    let mut worker = cluster.fake_worker(&host).await;
    let mut cancels = worker
        .client
        .subscribe(format!("{}.cancel.*", cluster.name))
        .await
        .expect("NATS can be listened to");
    worker.client.flush().await.expect("NATS is there");
    let ada = host.bot("Ada").await;
    let (id, mut socket, before) = against(&ada, "ttt", 7).await;
    let job = worker.job().await;
    ada.command(&id, json!({ "do": "offer", "what": "takeback" })).await.well();
    let cancelled = tokio::time::timeout(PATIENCE, cancels.next()).await.expect("a word");
    assert!(cancelled.expect("a message").subject.ends_with(&job.id));
    worker.answer_move(&job, "2 2").await;
    let table = socket.until_table(|table| table["next"]["seat"] == 1).await;
    assert_eq!(table["moves"], before["moves"], "nothing was played");
    assert_eq!(asked.load(Ordering::Relaxed), 0);
}

/// Nobody tries again what has ended several workers. The game goes on with a random move, and
/// people read why.
#[tokio::test]
async fn a_position_that_ends_workers_is_not_tried_by_the_server() {
    let Some(cluster) = Cluster::start() else { return };
    let (host, asked) = cluster.server_that_counts(Duration::from_secs(10));
    let mut worker = cluster.fake_worker(&host).await;
    let (ada, ben) = (host.bot("Ada").await, host.bot("Ben").await);
    let (id, mut socket, _) = against(&ada, "ttt", 7).await;
    let job = worker.job().await;
    worker.answer(&job, JobOutcome::Poisoned(3)).await;
    until_moved(&mut socket).await;
    let step = last_step(&ada, &id).await;
    assert_eq!(step["by"], 2);
    assert_eq!(step["effects"], json!(["random, because the engine failed"]), "{step}");
    assert_eq!(asked.load(Ordering::Relaxed), 0);
    let failing = tokio::spawn(async move {
        loop {
            let job = worker.job().await;
            worker.answer(&job, JobOutcome::Poisoned(3)).await;
        }
    });
    let id = finished(&ada, &ben).await;
    let failed = analysed(&ada, &id, "failed").await;
    assert_eq!(failed["plies"], json!([]));
    // It is not tried again.
    let again = ada.post(&format!("/api/tables/{id}/analysis"), json!({})).await.well();
    assert_eq!(again["status"], "failed");
    let look = ada.post("/api/analysis", json!({ "game": "ttt" })).await;
    assert_eq!(look.refused(), "refused");
    failing.abort();
    assert_eq!(metric(host.address, "ludoteca_jobs_poisoned_total").await, 3);
}

/// Whoever has one game waits for two thoughts at most, however many games others have.
#[tokio::test]
async fn forty_games_of_one_person_hold_up_nobody_at_workers() {
    let Some(cluster) = Cluster::start() else { return };
    let thought = Duration::from_millis(700);
    let hosts = [(); 2].map(|()| cluster.server(|settings| settings.engine_time = thought));
    let _workers =
        [cluster.worker(1, &hosts[0]).await, Worker::start(cluster.settings("another", 1))];
    until_workers(hosts[1].address, 2).await;
    // Until both servers know of each other.
    sleep(Duration::from_secs(6)).await;
    let game = "ataxx rows=15 cols=15";
    let (ada, ben) = (hosts[0].bot("Ada").await, hosts[0].bot("Ben").await);
    let mut watching = Vec::new();
    for number in 0..40 {
        let ada = ada.at(hosts[number % 2].address);
        watching.push(against(&ada, game, 10).await);
    }
    let waited = Mutex::new(Vec::new());
    for _ in 0..3 {
        let (_, mut socket, _) = against(&ben, game, 10).await;
        let start = Instant::now();
        until_moved(&mut socket).await;
        waited.lock().expect("nobody panics").push(start.elapsed());
    }
    let waited = waited.into_inner().expect("nobody panics");
    // Two thoughts of others and his own; the machine of a test may be busy.
    assert!(waited.iter().all(|waited| *waited < 5 * thought), "{waited:?}");
}

/// Servers that never think themselves wait for workers, and they do everything, also if there are
/// fewer of them than servers.
#[tokio::test]
async fn a_server_without_thinkers_leaves_all_thinking_to_workers() {
    let Some(cluster) = Cluster::start() else { return };
    let [host, _other] = [(); 2].map(|()| cluster.server(|settings| settings.engine_threads = 0));
    let (ada, ben) = (host.bot("Ada").await, host.bot("Ben").await);
    let (id, mut socket, _) = against(&ada, "ttt", 3).await;
    sleep(Duration::from_secs(1)).await;
    assert_eq!(ada.see(&id).await["next"]["seat"], 2, "nobody can think");
    let _worker = cluster.worker(1, &host).await;
    until_moved(&mut socket).await;
    let id = finished(&ada, &ben).await;
    analysed(&ada, &id, "done").await;
    for counter in ["moves_here", "analyses_here", "fallbacks"] {
        assert_eq!(metric(host.address, &format!("ludoteca_{counter}_total")).await, 0);
    }
}

/// NATS ends with all its queues while workers analyse, and is empty when it comes back.
#[tokio::test]
async fn nats_that_loses_everything_delays_nobody_for_long() {
    let Some(mut cluster) = Cluster::start() else { return };
    let (host, _) = cluster.server_that_counts(Duration::from_secs(2));
    let _worker = cluster.worker(2, &host).await;
    let (ada, ben) = (host.bot("Ada").await, host.bot("Ben").await);
    let id = finished(&ada, &ben).await;
    let path = format!("/api/tables/{id}/analysis");
    ada.post(&path, json!({})).await.well();
    cluster.nats.kill();
    let (_, mut socket, _) = against(&ada, "ttt", 7).await;
    until_moved(&mut socket).await;
    let empty = TempDir::new().expect("a folder");
    cluster.nats.restart_with(&["-c", &configured(&empty)]);
    until_workers(host.address, 1).await;
    analysed(&ada, &id, "done").await;
    let before = metric(host.address, "ludoteca_moves_by_workers_total").await;
    let (_, mut socket, _) = against(&ada, "ttt", 7).await;
    until_moved(&mut socket).await;
    assert_eq!(metric(host.address, "ludoteca_moves_by_workers_total").await, before + 1);
}
