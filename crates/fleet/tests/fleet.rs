//! Workers and queues with a real NATS, started from the installed program.

use std::collections::BTreeSet;
use std::env;
use std::io::Read;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use ludoteca_fleet::job::{
    EvaluateJob, JobBody, JobOutcome, JobPosition, MoveAnswer, MoveJob, WorkKind,
};
use ludoteca_fleet::nats::{ClusterName, NatsUrl};
use ludoteca_fleet::{
    AskError, Coordinator, Fleet, FleetError, RunEvent, RunFuture, RunHandler, RunWork,
    WorkerSettings, WorkerSummary, snapshot, work,
};
use tempfile::TempDir;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

/// A NATS with JetStream, until it is dropped.
struct Nats {
    address: SocketAddr,
    process: Child,
    folder: TempDir,
}

/// Is NATS installed? If not, this says so; where its tests must run, it fails.
fn is_installed() -> bool {
    let is_installed = Command::new("nats-server").arg("--version").output().is_ok();
    if !is_installed {
        assert!(
            env::var_os("LUDOTECA_CLUSTER_TESTS").is_none(),
            "LUDOTECA_CLUSTER_TESTS is set, and NATS is not installed"
        );
        println!("skipped: tests of workers; they take the package nats-server");
    }
    is_installed
}

impl Nats {
    fn start() -> Nats {
        let free = TcpListener::bind("127.0.0.1:0").and_then(|it| it.local_addr());
        let folder = tempfile::tempdir().expect("a folder");
        let address = free.expect("a free port");
        let nats = Nats { address, process: Nats::process(address, &folder), folder };
        nats.is_ready();
        nats
    }

    fn process(address: SocketAddr, folder: &TempDir) -> Child {
        Command::new("nats-server")
            .args(["-a", "127.0.0.1", "-p", &address.port().to_string(), "-js", "-sd"])
            .arg(folder.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("nats-server runs")
    }

    fn is_ready(&self) {
        let started = Instant::now();
        let greets = || {
            let stream = TcpStream::connect(self.address);
            stream.is_ok_and(|mut it| it.read_exact(&mut [0; 4]).is_ok())
        };
        while !greets() {
            assert!(started.elapsed() < Duration::from_secs(60), "nats-server does not answer");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Kills it, and starts it again without anything that it had.
    async fn wipe(&mut self, away: Duration) {
        self.process.kill().expect("it runs");
        self.process.wait().expect("it ends");
        sleep(away).await;
        self.folder = tempfile::tempdir().expect("a folder");
        self.process = Nats::process(self.address, &self.folder);
        self.is_ready();
    }

    fn url(&self) -> NatsUrl {
        format!("nats://{}", self.address).parse().expect("an address")
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A worker in this process.
struct Worker {
    stop: Option<oneshot::Sender<()>>,
    work: JoinHandle<Result<WorkerSummary, FleetError>>,
}

fn settings(nats: &Nats) -> WorkerSettings {
    WorkerSettings {
        nats: nats.url(),
        cluster: ClusterName::default(),
        name: "one".to_owned(),
        version: "1".to_owned(),
        signature: "17".to_owned(),
        cores: 2,
        kinds: WorkKind::ALL.into(),
        programs: BTreeSet::new(),
    }
}

impl Worker {
    fn start(settings: WorkerSettings, handler: impl RunHandler) -> Worker {
        let (stop, stopped) = oneshot::channel::<()>();
        let work = tokio::spawn(async move {
            work(settings, Arc::new(handler), async { drop(stopped.await) }).await
        });
        Worker { stop: Some(stop), work }
    }

    /// Asks it to end, and waits for that.
    async fn end(mut self) -> WorkerSummary {
        drop(self.stop.take());
        let ended = timeout(Duration::from_secs(20), self.work).await;
        ended.expect("it ends").expect("it does not panic").expect("NATS can be used")
    }
}

/// Doubles numbers, and takes its time.
#[derive(Clone, Default)]
struct Doubling {
    time: Duration,
    begun: Arc<AtomicU64>,
}

impl RunHandler for Doubling {
    fn run(&self, work: RunWork) -> RunFuture {
        let Doubling { time, begun } = self.clone();
        Box::pin(async move {
            begun.fetch_add(1, Ordering::Relaxed);
            let number: u64 =
                serde_json::from_str(work.body.get()).map_err(|error| error.to_string())?;
            let until = Instant::now() + time;
            while Instant::now() < until && !work.stop.is_stopped() {
                sleep(Duration::from_millis(10)).await;
            }
            if work.stop.is_stopped() {
                return Err("stopped".to_owned());
            }
            match number {
                13 => Err("13 brings bad luck".to_owned()),
                _ => work.sink.send(&(2 * number)).await,
            }
        })
    }
}

fn move_job(time: &str) -> JobBody {
    let table = ludoteca_games::catalog::open_line("ataxx").expect("a game");
    let at = JobPosition { game: "ataxx".to_owned(), position: table.position() };
    JobBody::Move(MoveJob { at, engine: format!("a:{time}"), seed: 7 })
}

async fn wait_for_slots(fleet: &Fleet, kind: WorkKind, slots: usize) {
    let mut changed = fleet.changed();
    let there = async {
        while fleet.slots(kind) != slots {
            let _ = timeout(Duration::from_millis(100), changed.changed()).await;
        }
    };
    timeout(Duration::from_secs(20), there).await.expect("the workers are heard of");
}

const LIMIT: Duration = Duration::from_secs(20);

#[tokio::test(flavor = "multi_thread")]
async fn workers_answer_servers() {
    if !is_installed() {
        return;
    }
    let nats = Nats::start();
    let fleet = Fleet::connect(&nats.url(), &ClusterName::default()).await.expect("NATS");
    // Nobody is there: whoever asks has to think.
    let asked = Instant::now();
    let answer = fleet.ask(move_job("nodes=100"), LIMIT, None).await;
    assert!(matches!(answer, Err(AskError::Away)) && asked.elapsed() < Duration::from_secs(1));
    let worker = Worker::start(settings(&nats), Doubling::default());
    wait_for_slots(&fleet, WorkKind::Moves, 2).await;
    let answer = fleet.ask(move_job("nodes=100"), LIMIT, None).await.expect("an answer");
    let JobOutcome::Done(found) = answer.outcome else { panic!("{answer:?}") };
    serde_json::from_str::<MoveAnswer>(found.get()).expect("a move");
    // A job that makes no sense says why.
    let at = JobPosition { game: "chess".to_owned(), position: String::new() };
    let body = JobBody::Evaluate(EvaluateJob { at, engine: "a".to_owned() });
    match fleet.ask(body, LIMIT, None).await {
        Err(AskError::Failed(_)) => {}
        other => panic!("{other:?}"),
    }
    // Seen from outside.
    let (workers, queues) = snapshot(&nats.url(), &ClusterName::default()).await.expect("NATS");
    assert_eq!(workers.iter().map(|it| (it.done, it.failed)).collect::<Vec<_>>(), [(2, 1)]);
    assert_eq!(queues.iter().map(|it| it.waiting + it.running).sum::<u64>(), 0, "{queues:?}");
    assert_eq!(worker.end().await, WorkerSummary { done: 2, failed: 1 });
    wait_for_slots(&fleet, WorkKind::Moves, 0).await;
}

/// Who stops waiting stops the worker, too.
#[tokio::test(flavor = "multi_thread")]
async fn a_job_that_nobody_waits_for_is_stopped() {
    if !is_installed() {
        return;
    }
    let nats = Nats::start();
    let fleet = Fleet::connect(&nats.url(), &ClusterName::default()).await.expect("NATS");
    let worker = Worker::start(settings(&nats), Doubling::default());
    wait_for_slots(&fleet, WorkKind::Moves, 2).await;
    let dropped = fleet.ask(move_job("time=600s"), Duration::from_secs(700), None);
    assert!(timeout(Duration::from_secs(2), dropped).await.is_err(), "it thinks");
    let late = fleet.ask(move_job("time=600s"), Duration::from_secs(1), None).await;
    assert!(matches!(late, Err(AskError::Late)), "{late:?}");
    let started = Instant::now();
    // It would not end while it thinks.
    worker.end().await;
    assert!(started.elapsed() < Duration::from_secs(15));
}

/// A worker that ends finishes its moves.
#[tokio::test(flavor = "multi_thread")]
async fn a_worker_that_leaves_finishes_moves() {
    if !is_installed() {
        return;
    }
    let nats = Nats::start();
    let fleet = Fleet::connect(&nats.url(), &ClusterName::default()).await.expect("NATS");
    let worker = Worker::start(settings(&nats), Doubling::default());
    wait_for_slots(&fleet, WorkKind::Moves, 2).await;
    let asking = tokio::spawn({
        let fleet = fleet.clone();
        async move { fleet.ask(move_job("time=4s"), LIMIT, None).await }
    });
    while snapshot(&nats.url(), &ClusterName::default()).await.expect("NATS").0[0]
        .running
        .is_empty()
    {}
    let ended = worker.end().await;
    assert_eq!(ended, WorkerSummary { done: 1, failed: 0 });
    assert!(asking.await.expect("no panic").is_ok());
}

/// Starts a run of doubled numbers.
async fn start_run(nats: &Nats, numbers: std::ops::Range<u64>) -> Coordinator {
    let mut run =
        Coordinator::start(&nats.url(), &ClusterName::default(), WorkKind::Games, "17", [])
            .await
            .expect("a queue");
    for number in numbers {
        run.publish(number, &number).await.expect("it is short enough");
    }
    run
}

/// Hears the results of a run until it is done, and returns who has failed.
async fn finish(run: &mut Coordinator) -> Vec<u64> {
    let mut failures = Vec::new();
    let done = async {
        while run.unfinished() > 0 {
            match run.next().await {
                RunEvent::Result { chunk, body, receipt, .. } => {
                    assert_eq!(body.get(), (2 * chunk).to_string());
                    run.finish(chunk);
                    receipt.acknowledge().await;
                }
                RunEvent::Failed { chunk, reason, receipt } => {
                    assert!(reason.contains("bad luck"), "{reason}");
                    failures.push(chunk);
                    run.finish(chunk);
                    receipt.acknowledge().await;
                }
                RunEvent::Workers => {}
            }
        }
    };
    timeout(Duration::from_secs(60), done).await.expect("the run ends");
    failures
}

#[tokio::test(flavor = "multi_thread")]
async fn runs_share_the_workers() {
    if !is_installed() {
        return;
    }
    let nats = Nats::start();
    let other = WorkerSettings { signature: "18".to_owned(), ..settings(&nats) };
    let handler = Doubling::default();
    let (one, other) =
        (Worker::start(settings(&nats), handler.clone()), Worker::start(other, handler.clone()));
    let (mut first, mut second) = tokio::join!(start_run(&nats, 0..30), start_run(&nats, 100..120));
    let (of_first, of_second) = tokio::join!(finish(&mut first), finish(&mut second));
    assert_eq!((of_first, of_second), (vec![13], vec![]));
    first.end().await;
    second.end().await;
    let (one, other) = (one.end().await, other.end().await);
    // Another build has not joined.
    assert_eq!((one.done, one.failed, other.done), (50, 1, 0));
    assert_eq!(handler.begun.load(Ordering::Relaxed), 50);
}

/// A chunk that is handed back is done by another worker; NATS may lose everything meanwhile.
#[tokio::test(flavor = "multi_thread")]
async fn a_run_survives_its_workers_and_nats() {
    if !is_installed() {
        return;
    }
    let mut nats = Nats::start();
    let slow = Doubling { time: Duration::from_millis(400), ..Doubling::default() };
    let leaves = Worker::start(settings(&nats), slow.clone());
    let (mut run, mut other) = tokio::join!(start_run(&nats, 20..40), start_run(&nats, 100..110));
    sleep(Duration::from_millis(1500)).await;
    let stays = Worker::start(settings(&nats), slow.clone());
    let wiping = async {
        sleep(Duration::from_millis(500)).await;
        leaves.end().await;
        nats.wipe(Duration::from_millis(1500)).await;
    };
    let (of_one, of_other, ()) = tokio::join!(finish(&mut run), finish(&mut other), wiping);
    assert!(of_one.is_empty() && of_other.is_empty(), "{of_one:?} {of_other:?}");
    run.end().await;
    other.end().await;
    stays.end().await;
}

/// Chunks whose workers count as silent much too early are done several times, and count once.
#[tokio::test(flavor = "multi_thread")]
async fn a_chunk_that_is_done_twice_counts_once() {
    if !is_installed() {
        return;
    }
    let nats = Nats::start();
    let slow = Doubling { time: Duration::from_millis(250), ..Doubling::default() };
    let workers = [(); 2].map(|()| Worker::start(settings(&nats), slow.clone()));
    let mut run = start_run(&nats, 20..20).await;
    impatient(&nats, run.run()).await;
    for number in 20..40 {
        run.publish(number, &number).await.expect("it is short enough");
    }
    assert!(finish(&mut run).await.is_empty());
    let begun = slow.begun.load(Ordering::Relaxed);
    assert!(begun > 20, "nothing was done twice: {begun}");
    run.end().await;
    for worker in workers {
        worker.end().await;
    }
}

/// Makes the queue of a run take a worker for silent after a tenth of a second.
async fn impatient(nats: &Nats, run: &str) {
    let client = async_nats::connect(nats.address.to_string()).await.expect("NATS");
    let stream = async_nats::jetstream::new(client).get_stream("ludoteca_RUNS").await;
    let stream = stream.expect("the stream");
    let mut consumer: async_nats::jetstream::consumer::PullConsumer =
        stream.get_consumer(run).await.expect("the consumer");
    let mut config = consumer.info().await.expect("its settings").config.clone();
    config.ack_wait = Duration::from_millis(100);
    stream
        .create_consumer(async_nats::jetstream::consumer::pull::Config {
            durable_name: config.durable_name,
            ack_policy: config.ack_policy,
            ack_wait: config.ack_wait,
            filter_subject: config.filter_subject,
            max_ack_pending: config.max_ack_pending,
            max_waiting: config.max_waiting,
            ..Default::default()
        })
        .await
        .expect("it may be changed");
}

/// A decided run stops what its workers do.
#[tokio::test(flavor = "multi_thread")]
async fn a_run_that_ends_stops_its_workers() {
    if !is_installed() {
        return;
    }
    let nats = Nats::start();
    let endless = Doubling { time: Duration::from_secs(600), ..Doubling::default() };
    let worker = Worker::start(settings(&nats), endless.clone());
    let run = start_run(&nats, 0..5).await;
    while endless.begun.load(Ordering::Relaxed) == 0 {
        sleep(Duration::from_millis(20)).await;
    }
    run.end().await;
    let idle = async {
        loop {
            let (workers, queues) =
                snapshot(&nats.url(), &ClusterName::default()).await.expect("NATS");
            if workers.iter().all(|it| it.running.is_empty())
                && queues.iter().all(|it| !it.queue.starts_with("run"))
            {
                return;
            }
        }
    };
    timeout(Duration::from_secs(20), idle).await.expect("the worker is idle");
    worker.end().await;
}

/// NATS that is not there is said at once.
#[tokio::test]
async fn a_run_needs_nats() {
    let nowhere: NatsUrl = "nats://127.0.0.1:1".parse().expect("an address");
    let run =
        Coordinator::start(&nowhere, &ClusterName::default(), WorkKind::Games, "17", []).await;
    let Err(error) = run else { panic!("there is no NATS") };
    assert!(error.to_string().contains("127.0.0.1:1"), "{error}");
}
