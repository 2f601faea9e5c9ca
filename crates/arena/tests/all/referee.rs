//! Tests of the referee with real sockets: a thousand correct clients, and every kind of bad
//! client.

use std::collections::BTreeSet;
use std::fs;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use ludoteca_arena::breakthrough::referee::{
    ClientLimits, Referee, RefereeEvent, RefereeSettings, RefereeSummary, Rounds,
};
use ludoteca_core::{Options, Seat, Verdict};
use ludoteca_engines::protocols::breakthrough::{ClientView, ServerMessage, read_message};
use ludoteca_games::catalog;
use ludoteca_play::seeds::{Purpose, Seed, stream};
use ludoteca_play::{Ending, Player, Record, Seated, record};
use ludoteca_system::process::raise_open_files;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

/// A limit that is far longer than anything takes, so that no test fails on a busy machine.
const LONGEST: Duration = Duration::from_secs(60);

/// Held by tests that need nearly all files that a process may open.
static MANY: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());

/// The number of connections, with both ends in this process, that leaves some files for other
/// tests.
fn most_connections() -> u64 {
    raise_open_files()
        .expect("this works in a test")
        .map_or(1000, |files| files.saturating_sub(400) / 2)
}

/// A running referee.
struct Running {
    address: SocketAddr,
    news: Arc<Mutex<Vec<RefereeEvent>>>,
    stop: oneshot::Sender<()>,
    summary: JoinHandle<RefereeSummary>,
}

fn settings(options: &str) -> RefereeSettings {
    RefereeSettings {
        options: catalog::parse(options).expect("this works in a test"),
        position: None,
        games: None,
        rounds: Rounds::Once,
        conduct: ClientLimits { move_time: Some(LONGEST), ..ClientLimits::default() },
        house: None,
        records: None,
        seed: Seed::Number(1),
        today: || "2026-11-15".to_owned(),
    }
}

async fn start(settings: RefereeSettings) -> Running {
    let referee = Referee::bind("127.0.0.1:0", settings).await.expect("this works in a test");
    let news = Arc::new(Mutex::new(Vec::new()));
    let (stop, stopped) = oneshot::channel::<()>();
    let heard = Arc::clone(&news);
    let tell = Arc::new(move |event| heard.lock().expect("this works in a test").push(event));
    let address = referee.address();
    let until_stopped = async {
        if stopped.await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    Running { address, news, stop, summary: tokio::spawn(referee.run(tell, until_stopped)) }
}

impl Running {
    async fn end(self) -> (RefereeSummary, Vec<String>) {
        let summary =
            timeout(LONGEST, self.summary).await.expect("it ends").expect("this works in a test");
        let news = self
            .news
            .lock()
            .expect("this works in a test")
            .iter()
            .map(RefereeEvent::to_string)
            .collect();
        (summary, news)
    }

    async fn connect(&self) -> Connection {
        Connection::open(self.address).await
    }

    /// Waits for a line of the log.
    async fn says(&self, part: &str) {
        let said = async {
            while !self
                .news
                .lock()
                .expect("this works in a test")
                .iter()
                .any(|news| news.to_string().contains(part))
            {
                sleep(Duration::from_millis(2)).await;
            }
        };
        timeout(LONGEST, said).await.unwrap_or_else(|_| panic!("nobody says `{part}`"));
    }
}

/// A client's end of a connection.
struct Connection(BufReader<TcpStream>);

impl Connection {
    async fn open(address: SocketAddr) -> Connection {
        Connection(BufReader::new(TcpStream::connect(address).await.expect("this works in a test")))
    }

    /// Reads the next line; returns `None` when the server has hung up.
    async fn line(&mut self) -> Option<String> {
        let mut line = String::new();
        let read = timeout(LONGEST, self.0.read_line(&mut line)).await.expect("the server goes on");
        let line = line.strip_suffix('\n')?.to_owned();
        read.is_ok().then_some(line)
    }

    async fn say(&mut self, text: impl AsRef<[u8]>) {
        // The server may have hung up.
        let _ = self.0.get_mut().write_all(text.as_ref()).await;
    }
}

/// Runs a random client until the server hangs up. Returns how often it was given each seat, and
/// how many moves it made.
async fn random_client(address: SocketAddr, options: Options, seed: u64) -> ([u64; 2], u64) {
    let mut connection = Connection::open(address).await;
    let (mut seats, mut moves, mut own) = ([0; 2], 0, Seat::FIRST);
    while let Some(line) = connection.line().await {
        match read_message(line.as_bytes()).expect("this works in a test") {
            ServerMessage::Seat(seat) => {
                own = seat;
                seats[seat.index()] += 1;
            }
            ServerMessage::Board(board) => {
                let view: ClientView = board.view(&options, own).expect("this works in a test");
                let mut generator = stream(seed, Purpose::Player(own, moves as u32));
                let step = view.table.random_step(&mut generator).expect("this works in a test");
                connection.say(view.answer(&step)).await;
                moves += 1;
            }
        }
    }
    (seats, moves)
}

/// The records in a folder, in order.
fn records(folder: &Path) -> Vec<Record> {
    let mut paths: Vec<_> = fs::read_dir(folder)
        .expect("this works in a test")
        .map(|entry| entry.expect("this works in a test").path())
        .collect();
    paths.sort();
    let read = |path: &std::path::PathBuf| {
        let text = fs::read_to_string(path).expect("this works in a test");
        let mut records = record::read(&text, &catalog::open_line)
            .unwrap_or_else(|error| panic!("{path:?}: {error}"));
        assert_eq!(records.len(), 1, "{path:?}");
        records.remove(0)
    };
    paths.iter().map(read).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thousand_clients_play_to_the_end() {
    let _alone = MANY.lock().await;
    if most_connections() < 1000 {
        eprintln!("skipped: the system does not allow enough open files");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let settings = RefereeSettings {
        games: Some(500),
        records: Some(folder.path().to_owned()),
        ..settings("breakthrough")
    };
    let options = settings.options.clone();
    let referee = start(settings).await;
    let clients: Vec<_> = (0..1000)
        .map(|seed| tokio::spawn(random_client(referee.address, options.clone(), seed)))
        .collect();
    let mut made = 0;
    for client in clients {
        let (seats, moves) = client.await.unwrap();
        assert_eq!(seats.iter().sum::<u64>(), 1, "one game a connection");
        made += moves;
    }
    let (summary, _) = referee.end().await;
    assert_eq!(summary, RefereeSummary { finished: 500, stopped: false });
    let records = records(folder.path());
    assert_eq!(records.len(), 500);
    assert!(records.iter().all(|record| matches!(record.ending, Some(Ending::Played { .. }))));
    assert_eq!(
        records.iter().map(|record| record.steps.len() as u64).sum::<u64>(),
        made,
        "nothing is lost"
    );
}

fn is_by_the_rules(line: &str) -> bool {
    line.ends_with(" moves: the other side is reached")
        || line.ends_with(" moves: the last piece is captured")
}

/// The behaviour of a bad client, and why it loses.
struct Bad {
    /// What it sends as soon as it has connected.
    early: &'static str,
    /// Its answer to its first board, which it repeats.
    answer: &'static str,
    times: usize,
    then: Then,
    reason: &'static str,
}

enum Then {
    Waits,
    Leaves,
}

#[tokio::test(flavor = "multi_thread")]
async fn bad_clients_lose_while_others_play() {
    let bad = |answer, reason| Bad { early: "", answer, times: 1, then: Then::Waits, reason };
    let no_answer = "is no answer: it takes five numbers, the seat, the origin's row and column and the destination's";
    let cases = [
        bad("", "no answer within 0.3 s"),
        bad("1 1 0 2", "no answer within 0.3 s"),
        bad("hello\n", &*format!("`hello` {no_answer}").leak()),
        bad("\n", &*format!("`` {no_answer}").leak()),
        bad("\u{1b}[2J\u{e9}\n", &*format!("`\\u{{1b}}[2Jé` {no_answer}").leak()),
        bad("2 1 0 2 0\n", "`2 1 0 2 0` is an answer of seat 2, and it is seat 1"),
        bad(
            "1 1 0 3 0\n",
            "`1 0 3 0` is illegal: a piece moves one row down, straight or diagonally",
        ),
        bad(
            "1 1 0 2 99\n",
            "`1 0 2 99` is illegal: there is no cell 2 99: rows are 0 to 5, columns 0 to 5",
        ),
        bad("1 1 0 2 0\n1 1 1 2 1\n", "`1 1 1 2 1` came before its board was sent"),
        Bad { times: 5_000, ..bad(&*"x".repeat(1000).leak(), "an answer of more than 256 bytes") },
        Bad { then: Then::Leaves, ..bad("", "the connection is lost") },
        Bad { then: Then::Leaves, ..bad("1 1 0 2 0\n", "the connection is lost") },
        Bad { early: "1 1 0 2 0\n", ..bad("", "`1 1 0 2 0` came before its board was sent") },
    ];
    for Bad { early, answer, times, then, reason } in cases {
        let mut settings = RefereeSettings { games: Some(2), ..settings("breakthrough") };
        settings.conduct.move_time = Some(Duration::from_millis(300));
        let options = settings.options.clone();
        let referee = start(settings).await;
        let mut bad = referee.connect().await;
        bad.say(early).await;
        referee.says("client-1 (").await;
        // The opponent never has to move, or moves late.
        let mut other = referee.connect().await;
        referee.says("game 1: ").await;
        let honest =
            [1, 2].map(|seed| tokio::spawn(random_client(referee.address, options.clone(), seed)));
        assert_eq!(bad.line().await.as_deref(), Some("1"));
        assert_eq!(other.line().await.as_deref(), Some("2"));
        if early.is_empty() {
            bad.line().await.expect("a board");
            for _ in 0..times {
                bad.say(answer).await;
            }
        }
        if matches!(then, Then::Leaves) {
            drop(bad);
        }
        while other.line().await.is_some() {}
        for client in honest {
            assert_eq!(client.await.unwrap().0.iter().sum::<u64>(), 1);
        }
        let (summary, news) = referee.end().await;
        assert_eq!(summary.finished, 2);
        let ending = news
            .iter()
            .find(|line| line.starts_with("game 1: client-2 ("))
            .unwrap_or_else(|| panic!("{news:?}"));
        assert!(ending.ends_with(&format!(": client-1: {reason}")), "{ending}\nnot {reason}");
        assert!(
            news.iter().any(|line| line.starts_with("game 2: ") && is_by_the_rules(line)),
            "{news:?}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn thousands_of_connections_slow_nobody() {
    let _alone = MANY.lock().await;
    let games = most_connections().min(2000) / 2;
    let settings = settings("breakthrough");
    let options = settings.options.clone();
    let referee = start(settings).await;
    // These clients stay and send nothing.
    let mut silent = Vec::new();
    for _ in 0..2 * games {
        silent.push(referee.connect().await);
    }
    referee.says(&format!("game {games}: ")).await;
    let start = std::time::Instant::now();
    let honest =
        [1, 2].map(|seed| tokio::spawn(random_client(referee.address, options.clone(), seed)));
    for client in honest {
        client.await.unwrap();
    }
    assert!(start.elapsed() < LONGEST / 4, "{:?}", start.elapsed());
    // These clients leave at once.
    for _ in 0..1000 {
        drop(referee.connect().await);
    }
    referee.stop.send(()).unwrap();
    let summary = timeout(LONGEST, referee.summary).await.expect("it ends").unwrap();
    assert!(summary.stopped && summary.finished >= 1, "{summary:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn retries_send_the_board_again() {
    let mut settings = RefereeSettings { games: Some(1), ..settings("breakthrough") };
    settings.conduct.retries = 2;
    let referee = start(settings).await;
    let mut first = referee.connect().await;
    let mut second = referee.connect().await;
    assert_eq!(first.line().await.as_deref(), Some("1"));
    assert_eq!(second.line().await.as_deref(), Some("2"));
    let board = first.line().await;
    // Two fouls are forgiven for each move.
    for bad in ["hello\n".to_owned(), "1 0 0 1 0\n".to_owned()] {
        first.say(bad).await;
        assert_eq!(first.line().await, board);
    }
    first.say("1 1 0 2 0\r\n").await;
    let answered = second.line().await;
    assert!(answered.is_some_and(|line| line.starts_with("1 1 1 1 1 1 0 1 1 1 1 1 1 0")));
    // Unrequested lines are forgiven equally often, and then no more.
    for _ in 0..3 {
        first.say("1 1 1 2 1\n").await;
    }
    assert_eq!((first.line().await, second.line().await), (None, None));
    let (_, news) = referee.end().await;
    let forgiven = news.iter().filter(|line| line.contains("is asked again")).count();
    assert_eq!(forgiven, 4, "{news:?}");
    assert!(
        news.last().unwrap().ends_with(": client-1: `1 1 1 2 1` came before its board was sent"),
        "{news:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn everybody_meets_everybody() {
    for clients in [None, Some(5)] {
        let folder = tempfile::tempdir().unwrap();
        let settings = RefereeSettings {
            games: Some(10),
            rounds: Rounds::All(clients),
            records: Some(folder.path().to_owned()),
            ..settings("breakthrough rows=4 cols=3")
        };
        let options = settings.options.clone();
        let referee = start(settings).await;
        let running: Vec<_> = (0..5)
            .map(|seed| tokio::spawn(random_client(referee.address, options.clone(), seed)))
            .collect();
        for client in running {
            let (seats, _) = client.await.unwrap();
            assert_eq!(seats, [2, 2], "four games, and a new seat message for each");
        }
        assert_eq!(referee.end().await.0, RefereeSummary { finished: 10, stopped: false });
        let pairs: BTreeSet<Vec<String>> = records(folder.path())
            .iter()
            .map(|record| {
                let mut names: Vec<String> =
                    record.names().into_iter().map(str::to_owned).collect();
                names.sort();
                names
            })
            .collect();
        assert_eq!(pairs.len(), 10);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_round_robin_goes_on_without_clients_that_leave() {
    let settings = RefereeSettings {
        games: Some(3),
        rounds: Rounds::All(Some(3)),
        ..settings("breakthrough rows=4 cols=2")
    };
    let options = settings.options.clone();
    let referee = start(settings).await;
    let mut leaver = referee.connect().await;
    let honest =
        [1, 2].map(|seed| tokio::spawn(random_client(referee.address, options.clone(), seed)));
    leaver.line().await.unwrap();
    drop(leaver);
    for client in honest {
        assert_eq!(client.await.unwrap().0.iter().sum::<u64>(), 2);
    }
    let (summary, news) = referee.end().await;
    assert_eq!(summary.finished, 3);
    assert_eq!(
        news.iter().filter(|line| line.ends_with("client-1: the connection is lost")).count(),
        2,
        "{news:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn the_house_fills_a_seat() {
    for house in ["house:r", "house:a2"] {
        let folder = tempfile::tempdir().unwrap();
        let seated: Seated = house.parse().unwrap();
        let settings = RefereeSettings {
            games: Some(3),
            house: Some(seated.player.clone()),
            records: Some(folder.path().to_owned()),
            ..settings("breakthrough")
        };
        let options = settings.options.clone();
        let referee = start(settings).await;
        for seed in 0..3 {
            assert_eq!(random_client(referee.address, options.clone(), seed).await.0, [1, 0]);
        }
        assert_eq!(referee.end().await.0.finished, 3);
        let records = records(folder.path());
        assert!(records.iter().all(|record| record.seats[1] == seated), "{records:?}");
        assert!(
            seated.player == Player::Random
                || records.iter().all(|record| won_by(record, Seat::SECOND))
        );
    }
}

fn won_by(record: &Record, seat: Seat) -> bool {
    record.ending.as_ref().and_then(Ending::verdict) == Some(Verdict::Won(seat))
}

#[tokio::test(flavor = "multi_thread")]
async fn records_are_complete_after_a_stop() {
    let folder = tempfile::tempdir().unwrap();
    // Existing files are not touched.
    fs::write(folder.path().join("game-000041.txt"), "Record: 1\nGame: ttt\nPlayers: X,O\n\n")
        .unwrap();
    let settings =
        RefereeSettings { records: Some(folder.path().to_owned()), ..settings("breakthrough") };
    let referee = start(settings).await;
    let (mut first, mut second, mut third) =
        (referee.connect().await, referee.connect().await, referee.connect().await);
    first.line().await.unwrap();
    first.line().await.unwrap();
    first.say("1 1 0 2 0\n").await;
    second.line().await.unwrap();
    second.line().await.unwrap();
    // The file can be read while the game is in progress.
    let path = folder.path().join("game-000042.txt");
    let written = async {
        while !fs::read_to_string(&path).is_ok_and(|text| text.ends_with("\n\n1. 1 0 2 0\n")) {
            sleep(Duration::from_millis(2)).await;
        }
    };
    timeout(LONGEST, written).await.expect("it is written as it is played");
    referee.stop.send(()).unwrap();
    assert_eq!((first.line().await, second.line().await, third.line().await), (None, None, None));
    let summary = timeout(LONGEST, referee.summary).await.expect("it ends").unwrap();
    assert_eq!(summary, RefereeSummary { finished: 0, stopped: true });
    let records = records(folder.path());
    assert_eq!(records.len(), 2);
    assert_eq!((records[1].ending.clone(), records[1].steps.len()), (Some(Ending::Stopped), 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_leaves_before_its_game_is_dropped() {
    let settings = RefereeSettings { games: Some(1), ..settings("breakthrough rows=4 cols=2") };
    let options = settings.options.clone();
    let referee = start(settings).await;
    drop(referee.connect().await);
    referee.says("has left").await;
    let honest =
        [1, 2].map(|seed| tokio::spawn(random_client(referee.address, options.clone(), seed)));
    for client in honest {
        assert_eq!(client.await.unwrap().0.iter().sum::<u64>(), 1);
    }
    let (summary, news) = referee.end().await;
    assert_eq!(summary.finished, 1);
    assert!(news.last().is_some_and(|line| is_by_the_rules(line)), "{news:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_floods_and_never_reads_loses() {
    let mut settings =
        RefereeSettings { games: Some(1), ..settings("breakthrough rows=16 cols=16") };
    settings.conduct.retries = 1000;
    let referee = start(settings).await;
    let mut deaf = referee.connect().await;
    referee.says("client-1 (").await;
    let mut other = referee.connect().await;
    let flood = tokio::spawn(async move {
        let lines = "x\n".repeat(1000);
        while deaf.0.get_mut().write_all(lines.as_bytes()).await.is_ok() {}
    });
    let mut said = Vec::new();
    other.0.read_to_end(&mut said).await.unwrap();
    assert_eq!(said, b"2\n");
    flood.await.unwrap();
    let (_, news) = referee.end().await;
    assert!(
        news.last().unwrap().contains(") won after 0 moves: client-1: `x` "),
        "{:?}",
        news.last()
    );
}
