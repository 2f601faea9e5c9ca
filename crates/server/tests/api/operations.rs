//! What operators see of servers and do with them: health, metrics, stopping one of several
//! servers, and databases of other versions.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use ludoteca_server::{
    DatabaseUrl, Server, ServerSettings, ServerState, cluster_status, finish, migrate,
};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::time::{Instant, sleep, timeout};

use crate::balancer;
use crate::client::{Answer, Bot, Chance, PATIENCE, Socket, request};
use crate::host::{Host, StoreKind, is_about_files};
use crate::postgres::{self, Breakable};

/// The answer to a request without a token.
async fn get(address: SocketAddr, path: &str) -> Answer {
    request(address, None, "GET", path, None).await
}

/// The value of a metric; `None` if there is no such metric.
async fn metric(address: SocketAddr, name: &str) -> Option<f64> {
    let answer = get(address, "/metrics").await;
    let line = answer.body.lines().find(|line| line.starts_with(&format!("{name} ")));
    line.and_then(|line| line.split(' ').next_back()?.parse().ok())
}

/// Waits until a metric has this value.
async fn until_metric(address: SocketAddr, name: &str, wanted: f64) {
    let start = Instant::now();
    loop {
        let value = metric(address, name).await;
        if value == Some(wanted) {
            return;
        }
        assert!(start.elapsed() < PATIENCE, "{name} is {value:?} instead of {wanted}");
        sleep(Duration::from_millis(100)).await;
    }
}

/// Waits until the answer to a request is what is wanted.
async fn until(address: SocketAddr, path: &str, is_it: impl Fn(&Answer) -> bool) -> Answer {
    let start = Instant::now();
    loop {
        let answer = get(address, path).await;
        if is_it(&answer) {
            return answer;
        }
        assert!(start.elapsed() < PATIENCE, "{path}: {answer:?}");
        sleep(Duration::from_millis(20)).await;
    }
}

/// Two people begin a game; returns them and the table.
async fn begin(hosts: &[SocketAddr]) -> (Bot, Bot, String) {
    let ada = Bot::new(hosts[0], "Ada").await;
    let ben = Bot::new(hosts[hosts.len() - 1], "Ben").await;
    let seats = json!([{ "kind": "me" }, { "kind": "open" }]);
    let clock = json!({ "kind": "game", "seconds": 600, "increment": 0 });
    let (id, _) = ada.make(json!({ "game": "ttt", "seats": seats, "clock": clock })).await;
    ben.command(&id, json!({ "do": "sit", "seat": 2 })).await.well();
    (ada, ben, id)
}

#[tokio::test]
async fn health_and_life_are_two_questions() {
    let host = Host::with(|settings| settings.metrics = Some("127.0.0.1:0".to_owned())).await;
    let monitoring = host.metrics.expect("an address of its own");
    let alive = get(monitoring, "/alive").await;
    assert_eq!((alive.status, alive.body.as_str()), (200, "alive\n"));
    assert_eq!(get(host.address, "/alive").await.status, 404, "it is elsewhere");
    let health = get(monitoring, "/health").await.well();
    assert_eq!(health["ok"], true, "{health}");
    assert_eq!((&health["draining"], &health["degraded"]), (&json!(false), &json!([])));
}

#[tokio::test]
async fn writes_are_measured() {
    let host = Host::alone(|_| {}).await;
    begin(&[host.address]).await;
    let text = get(host.address, "/metrics").await.body;
    let mut described: Vec<&str> = Vec::new();
    for line in text.lines() {
        match line.strip_prefix("# TYPE ").and_then(|rest| rest.split(' ').next()) {
            Some(name) => described.push(name),
            None if line.starts_with('#') => {}
            None => {
                let name = line.split([' ', '{']).next().unwrap_or_default();
                let of = |suffix: &str| name.strip_suffix(suffix).unwrap_or(name);
                let names = [name, of("_bucket"), of("_sum"), of("_count")];
                assert!(names.contains(described.last().expect("a type")), "{line}");
                let value = line.split(' ').next_back().and_then(|value| value.parse::<f64>().ok());
                assert!(value.is_some(), "{line}");
            }
        }
    }
    let commits = metric(host.address, "ludoteca_commits_total").await;
    assert!(commits.is_some_and(|commits| commits >= 4.0), "{commits:?}");
    for histogram in ["ludoteca_commit_seconds", "ludoteca_batch_size"] {
        let count = metric(host.address, &format!("{histogram}_count")).await;
        assert!(count.is_some_and(|count| count >= 1.0), "{histogram}: {count:?}");
        let all = metric(host.address, &format!("{histogram}_bucket{{le=\"+Inf\"}}")).await;
        assert!(all >= count, "{histogram}: {all:?} of {count:?}");
    }
    assert_eq!(metric(host.address, "ludoteca_database_up").await, Some(1.0));
    assert_eq!(metric(host.address, "ludoteca_draining").await, Some(0.0));
    let nats = metric(host.address, "ludoteca_nats_up").await;
    assert_eq!(nats.is_some(), StoreKind::wanted().has_news(), "{nats:?}");
    if StoreKind::wanted() == StoreKind::File {
        assert_eq!(metric(host.address, "ludoteca_duties").await, None);
        return;
    }
    // They are known after the first heartbeat.
    let start = Instant::now();
    while metric(host.address, "ludoteca_duties").await.is_none() {
        assert!(start.elapsed() < PATIENCE, "no duties");
        sleep(Duration::from_millis(20)).await;
    }
}

/// A server with a file ends as soon as it may.
#[tokio::test]
async fn a_server_with_a_file_does_not_linger() {
    if !is_about_files("how fast a server stops") {
        return;
    }
    let host = Host::start().await;
    let ada = host.bot("Ada").await;
    let mut socket = ada.socket().await;
    let asked = Instant::now();
    let stopping = tokio::spawn(host.stop());
    assert_eq!(socket.hear().await.expect("a word")["type"], "bye");
    stopping.await.expect("it stops");
    assert!(asked.elapsed() < Duration::from_secs(2), "{:?}", asked.elapsed());
}

/// One of two servers is told to stop: the other has its games at once. Meanwhile it says that it
/// stops, answers requests and refuses sockets.
#[tokio::test]
async fn a_server_that_stops_hands_over_first() {
    if !postgres::is_installed() {
        return;
    }
    let target = TempDir::new().expect("a folder");
    let url = postgres::database(target.path());
    let [stopping, other] = [Host::in_database(url.clone()), Host::in_database(url.clone())];
    let (here, there) = (stopping.address, other.address);
    let (ada, ben, id) = begin(&[here]).await;
    until_metric(here, "ludoteca_servers", 2.0).await;
    until_metric(here, "ludoteca_duties", 1.0).await;
    until_metric(there, "ludoteca_duties", 0.0).await;
    let mut socket = ada.socket().await;
    socket.watch(&id).await;
    let asked = Instant::now();
    let stopped = tokio::spawn(stopping.stop());
    assert_eq!(socket.until("bye", |_| true).await["type"], "bye");
    let health = until(here, "/health", |answer| answer.status != 200).await;
    assert_eq!(health.status, 503, "{health:?}");
    let health = health.json();
    assert_eq!((&health["draining"], &health["ok"]), (&json!(true), &json!(true)), "{health}");
    assert_eq!(get(here, "/alive").await.status, 200);
    // Commands are still done, and answers end their connections.
    let step = json!({ "do": "move", "step": "1 1", "state": ada.see(&id).await["state"] });
    let answer = ada.command(&id, step).await;
    assert_eq!(answer.header("connection"), Some("close"), "{answer:?}");
    answer.well();
    let upgrade = "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
                   Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    let head =
        format!("GET /api/socket HTTP/1.1\r\nHost: {here}\r\nConnection: Upgrade\r\n{upgrade}\r\n");
    let refused = Answer::read(&crate::client::raw(here, head.as_bytes()).await);
    assert_eq!((refused.status, refused.refused().as_str()), (503, "busy"), "{refused:?}");
    assert_eq!(refused.header("retry-after"), Some("1"), "{refused:?}");
    assert!(Socket::try_open(here).await.is_none());
    assert!(asked.elapsed() < Duration::from_secs(2), "this was to be seen while it drains");
    stopped.await.expect("it stops");
    let lasted = asked.elapsed();
    assert!((Duration::from_secs(2)..Duration::from_secs(5)).contains(&lasted), "{lasted:?}");
    until_metric(there, "ludoteca_servers", 1.0).await;
    until_metric(there, "ludoteca_duties", 1.0).await;
    until_metric(there, "ludoteca_duties_overdue", 0.0).await;
    // Nobody was away for long enough to be forgiven any time: the game has no pause.
    let ben = ben.at(there);
    let seen = ben.see(&id).await;
    assert_eq!(seen["steps"]["list"].as_array().map(Vec::len), Some(1), "{seen}");
    ben.step(&id, "0 0").await.well();
    other.stop().await;
}

/// Random players make their moves at a server that somebody is connected to. While it stops, the
/// other server makes them.
#[tokio::test]
async fn the_house_moves_to_another_server() {
    if !postgres::is_installed() {
        return;
    }
    let target = TempDir::new().expect("a folder");
    let url = postgres::database(target.path());
    let start = || {
        let slow = |settings: &mut ServerSettings| settings.pause = Duration::from_millis(100);
        Host::in_database_with(url.clone(), slow)
    };
    let stopping = start();
    let (here, ada) = (stopping.address, stopping.bot("Ada").await);
    let seats = json!([{ "kind": "random" }, { "kind": "random" }]);
    let (id, _) = ada.make(json!({ "game": "ataxx rows=15 cols=15", "seats": seats })).await;
    let mut socket = ada.socket().await;
    socket.watch(&id).await;
    let steps = async |address: SocketAddr| {
        metric(address, "ludoteca_steps_total").await.expect("it is counted")
    };
    let until_more = async |address: SocketAddr| {
        let (start, before) = (Instant::now(), steps(address).await);
        while steps(address).await < before + 3.0 {
            assert!(start.elapsed() < PATIENCE, "nobody moves");
            sleep(Duration::from_millis(20)).await;
        }
    };
    until_more(here).await;
    let other = start();
    let there = other.address;
    let mut socket = ada.at(there).socket().await;
    socket.watch(&id).await;
    let stopped = tokio::spawn(stopping.stop());
    until(here, "/health", |answer| answer.status == 503).await;
    // A move that was being written is finished.
    sleep(Duration::from_millis(100)).await;
    let before = steps(here).await;
    until_more(there).await;
    assert!(!stopped.is_finished(), "the other was to move while this one stops");
    assert!((steps(here).await - before).abs() < 0.5, "the house plays at both servers");
    stopped.await.expect("it stops");
    until_more(there).await;
    other.stop().await;
}

/// The network to the database is silent when the server is told to stop.
#[tokio::test]
async fn a_server_stops_in_time_without_its_database() {
    if !postgres::is_installed() {
        return;
    }
    let target = TempDir::new().expect("a folder");
    let network = Breakable::start(postgres::address());
    let host = Host::in_database(postgres::database_at(target.path(), network.address));
    let (ada, _, id) = begin(&[host.address]).await;
    network.break_it(true);
    let step = json!({ "do": "move", "step": "1 1", "state": 0 });
    let writing = tokio::spawn(async move { ada.command(&id, step).await });
    sleep(Duration::from_millis(100)).await;
    let asked = Instant::now();
    host.stop().await;
    let lasted = asked.elapsed();
    assert!(lasted < Duration::from_millis(5500), "{lasted:?}");
    let _ = writing.await;
}

/// Players with sockets at two servers, behind a balancer that knows nothing of their health. One
/// server is stopped in good order: every request is answered sooner or later, and play goes on.
#[tokio::test]
async fn games_go_on_while_a_server_is_stopped() {
    if !postgres::is_installed() {
        return;
    }
    const GAMES: usize = 4;
    let target = TempDir::new().expect("a folder");
    let url = postgres::database(target.path());
    let [stopping, other] = [Host::in_database(url.clone()), Host::in_database(url.clone())];
    let balanced = balancer::start(vec![stopping.address, other.address]);
    let (is_enough, moves) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
    let mut players = Vec::new();
    for game in 0..GAMES {
        let (ada, ben, id) = begin_long(balanced).await;
        for (seat, bot) in [ada, ben].into_iter().enumerate() {
            let player = Player {
                bot,
                table: id.clone(),
                chance: Chance::new((2 * game + seat) as u64),
                moves: Arc::clone(&moves),
                is_enough: Arc::clone(&is_enough),
            };
            players.push(tokio::spawn(player.play()));
        }
    }
    let more = async |count: usize| {
        let (start, before) = (Instant::now(), moves.load(Ordering::Relaxed));
        while moves.load(Ordering::Relaxed) < before + count {
            assert!(start.elapsed() < PATIENCE, "play does not go on");
            sleep(Duration::from_millis(20)).await;
        }
    };
    more(4 * GAMES).await;
    let at_the_signal = moves.load(Ordering::Relaxed);
    stopping.stop().await;
    let while_stopping = moves.load(Ordering::Relaxed) - at_the_signal;
    assert!(while_stopping > GAMES, "{while_stopping} moves while a server was stopped");
    more(4 * GAMES).await;
    is_enough.store(true, Ordering::Relaxed);
    for player in players {
        player.await.expect("no request was refused");
    }
    other.stop().await;
}

async fn begin_long(address: SocketAddr) -> (Bot, Bot, String) {
    let (ada, ben) = (Bot::new(address, "Ada").await, Bot::new(address, "Ben").await);
    let seats = json!([{ "kind": "me" }, { "kind": "open" }]);
    let (id, _) = ada.make(json!({ "game": "ataxx rows=9 cols=9", "seats": seats })).await;
    ben.command(&id, json!({ "do": "sit", "seat": 2 })).await.well();
    (ada, ben, id)
}

/// How long somebody thinks about a move.
const THOUGHT: Duration = Duration::from_millis(50);

/// Somebody who plays a game, with a socket that tells of the moves of others.
struct Player {
    bot: Bot,
    table: String,
    chance: Chance,
    moves: Arc<AtomicUsize>,
    is_enough: Arc<AtomicBool>,
}

impl Player {
    async fn play(mut self) {
        let (mut socket, mut number) = (None, 0);
        while !self.is_enough.load(Ordering::Relaxed) {
            // The socket of a server that has gone is opened again, at whichever server answers.
            if socket.is_none() {
                socket = self.open().await;
            }
            let path = format!("/api/tables/{}?scene=false", self.table);
            let table = self.insist("GET", &path, None).await;
            assert_eq!(table["stage"], "playing", "games are long enough: {table}");
            if let Some(step) = self.chance.choose(&table) {
                sleep(THOUGHT).await;
                number += 1;
                let command = json!({
                    "do": "move", "step": step, "state": table["state"],
                    "request": format!("step {number}"), "short": true,
                });
                let path = format!("/api/tables/{}/deeds", self.table);
                self.insist("POST", &path, Some(&command)).await;
                self.moves.fetch_add(1, Ordering::Relaxed);
            } else if let Some(listening) = &mut socket {
                let heard = timeout(Duration::from_secs(1), listening.hear()).await;
                if matches!(heard, Ok(None))
                    || matches!(heard, Ok(Some(bye)) if bye["type"] == "bye")
                {
                    socket = None;
                }
            } else {
                sleep(Duration::from_millis(20)).await;
            }
        }
    }

    async fn open(&self) -> Option<Socket> {
        let mut socket = Socket::try_open(self.bot.address).await?;
        socket.say(json!({ "type": "hello", "token": self.bot.token })).await;
        if socket.hear().await?["type"] != "hello" {
            return None;
        }
        socket.say(json!({ "type": "watch", "table": self.table, "scene": false })).await;
        Some(socket)
    }

    /// Sends a request again if there is no answer, or if the server is busy. Nothing else may
    /// happen to it.
    async fn insist(&self, method: &str, path: &str, body: Option<&Value>) -> Value {
        let start = Instant::now();
        loop {
            let answer = request(self.bot.address, Some(&self.bot.token), method, path, body).await;
            if answer.status != 0 && answer.status != 503 {
                return answer.well();
            }
            assert!(start.elapsed() < Duration::from_secs(5), "{path}: {answer:?}");
            sleep(Duration::from_millis(20)).await;
        }
    }
}

/// Runs a statement in a database, and returns what it says.
pub fn run_sql(url: &DatabaseUrl, statement: &str) -> String {
    let done = postgres::psql(postgres::address().port(), &url.to_string(), statement);
    done.unwrap_or_else(|error| panic!("{statement}: {error}"))
}

/// Adds an event to a table that no program knows, with the right checksum.
fn add_unknown_event(url: &DatabaseUrl, table: &str) {
    let event = json!([{ "at": 1_800_000_000_000_u64, "fact": "serenaded", "tune": "waltz" }]);
    let number = format!("(SELECT max(number + count) FROM facts WHERE table_id = '{table}')");
    let text = format!("'{table}' || E'\\n' || n || E'\\n' || '{event}'");
    let hash = format!("substr(sha256(convert_to({text}, 'UTF8')), 1, 8)");
    let checksum = format!("('x' || encode({hash}, 'hex'))::bit(64)::bigint");
    run_sql(
        url,
        &format!(
            "INSERT INTO facts (table_id, number, count, facts, checksum) \
             SELECT '{table}', n, 1, '{event}', {checksum} FROM {number} AS w(n)"
        ),
    );
}

/// Why a server with this database does not start.
async fn refusal(url: &DatabaseUrl) -> String {
    let folder = TempDir::new().expect("a folder");
    let mut settings = Host::settings(folder.path());
    settings.database = Some(url.clone());
    let started = Server::start(settings).await;
    started.err().expect("it is refused").to_string()
}

/// A newer program has brought the schema further, and writes events that this one does not know.
#[tokio::test]
async fn an_older_server_goes_on_beside_newer_ones() {
    if !postgres::is_installed() {
        return;
    }
    let target = TempDir::new().expect("a folder");
    let url = postgres::database(target.path());
    let host = Host::in_database(url.clone());
    let (ada, ben, known) = begin(&[host.address]).await;
    let (_, _, newer) = begin(&[host.address]).await;
    run_sql(&url, "ALTER TABLE tables ADD COLUMN later text");
    run_sql(&url, "UPDATE meta SET event_level = 9");
    run_sql(
        &url,
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
         VALUES (99, 'later', true, '\\x00', 0)",
    );
    add_unknown_event(&url, &newer);
    let is_busy = async |bot: &Bot| {
        let path = format!("/api/tables/{newer}");
        let step = json!({ "do": "move", "step": "1 1", "state": 0 });
        for answer in [bot.get(&path).await, bot.command(&newer, step).await] {
            assert_eq!((answer.status, answer.refused().as_str()), (503, "busy"), "{answer:?}");
            assert!(answer.header("retry-after").is_some(), "{answer:?}");
            assert!(answer.body.contains("newer version"), "{answer:?}");
        }
    };
    is_busy(&ada).await;
    ada.step(&known, "1 1").await.well();
    assert_eq!(get(host.address, "/health").await.status, 200);
    // It also starts anew, and then attends to both tables.
    host.stop().await;
    let host = Host::in_database(url.clone());
    let ben = ben.at(host.address);
    is_busy(&ben).await;
    until_metric(host.address, "ludoteca_duties", 2.0).await;
    ben.step(&known, "0 0").await.well();
    let listed = ben.get("/api/tables?which=mine").await.well();
    assert!(listed.to_string().contains(&known), "{listed}");
    // Until a release says that it must not.
    run_sql(&url, "UPDATE meta SET least_version = '99.0.0'");
    let reason = refusal(&url).await;
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(reason, format!("this database needs ludoteca 99.0.0 or newer; this is {version}"));
    assert!(finish(&url).await.is_err_and(|error| error.to_string() == reason));
    ada.at(host.address).step(&known, "0 1").await.well();
    host.stop().await;
}

/// New kinds of events are written once all servers can read them, and this was said.
#[tokio::test]
async fn new_events_wait_for_the_last_old_server() {
    if !postgres::is_installed() {
        return;
    }
    let target = TempDir::new().expect("a folder");
    let url = postgres::database(target.path());
    let host = Host::in_database(url.clone());
    let (ada, ben, id) = begin(&[host.address]).await;
    // For this test, all events are new, and the server is older than that.
    run_sql(&url, "UPDATE meta SET event_level = 0");
    let start = Instant::now();
    let step = json!({ "do": "move", "step": "1 1", "state": ada.see(&id).await["state"] });
    let chat = json!({ "do": "chat", "text": "hello" });
    while ben.command(&id, chat.clone()).await.status != 503 {
        assert!(start.elapsed() < PATIENCE, "events are written that nobody allows");
        sleep(Duration::from_millis(200)).await;
    }
    let refused = ada.command(&id, step.clone()).await;
    assert_eq!(refused.refused(), "busy", "{refused:?}");
    assert_eq!(get(host.address, "/health").await.status, 200, "the storage works");
    run_sql(&url, "UPDATE servers SET event_level = 0, version = '0.0.9'");
    let error = finish(&url).await.expect_err("a server is too old").to_string();
    assert!(error.contains(&host.address.to_string()), "{error}");
    assert!(error.contains("(0.0.9)") && !error.contains('\n'), "{error}");
    run_sql(&url, "UPDATE servers SET event_level = 1");
    assert_eq!(finish(&url).await.expect("all can read them"), 1);
    let start = Instant::now();
    loop {
        let answer = ada.command(&id, step.clone()).await;
        if answer.status != 503 {
            answer.well();
            break;
        }
        assert!(start.elapsed() < PATIENCE, "{answer:?}");
        sleep(Duration::from_millis(200)).await;
    }
    host.stop().await;
}

/// What is shown of a cluster.
#[tokio::test]
async fn the_servers_of_a_database_are_known() {
    if !postgres::is_installed() {
        return;
    }
    let target = TempDir::new().expect("a folder");
    let url = postgres::database(target.path());
    let error = cluster_status(&url).await.expect_err("there is nothing yet").to_string();
    assert!(error.starts_with("it has no tables of ludoteca"), "{error}");
    let hosts = [Host::in_database(url.clone()), Host::in_database(url.clone())];
    let addresses = [hosts[0].address, hosts[1].address];
    let (ada, _, id) = begin(&addresses[..1]).await;
    let mut socket = ada.socket().await;
    socket.watch(&id).await;
    let states = async || {
        let status = cluster_status(&url).await.expect("it can be read");
        let of = |address: &SocketAddr| {
            let mut servers = status.servers.iter();
            servers.find(|it| it.address == address.to_string()).expect("it is there").clone()
        };
        let both = addresses.each_ref().map(of);
        (status, both)
    };
    let start = Instant::now();
    let (status, [first, second]) = loop {
        let found = states().await;
        if found.1[0].watching == 1 {
            break found;
        }
        assert!(start.elapsed() < PATIENCE, "{found:?}");
        sleep(Duration::from_millis(50)).await;
    };
    assert_eq!(status.servers.len(), 2, "who asks is no server");
    assert_eq!((first.state, second.state), (ServerState::Alive, ServerState::Alive));
    assert_eq!((first.duties, second.duties, status.duties, status.overdue_duties), (1, 0, 1, 0));
    assert_eq!((status.playing_tables, status.waiting_tables), (1, 0));
    assert_eq!((status.least_version.as_str(), status.event_level), ("0.1.0", 1));
    assert_eq!(first.version, env!("CARGO_PKG_VERSION"));
    let [first, second] = hosts;
    let stopping = tokio::spawn(first.stop());
    let start = Instant::now();
    loop {
        let (status, [first, second]) = states().await;
        if first.state == ServerState::Leaving && second.duties == 1 {
            assert_eq!((status.overdue_duties, status.duties), (0, 1), "{status:?}");
            break;
        }
        assert!(start.elapsed() < Duration::from_secs(4), "{status:?}");
        sleep(Duration::from_millis(50)).await;
    }
    stopping.await.expect("it stops");
    let start = Instant::now();
    while states().await.1[0].state != ServerState::Stopped {
        assert!(start.elapsed() < PATIENCE, "it is silent for long enough");
        sleep(Duration::from_millis(200)).await;
    }
    second.stop().await;
    run_sql(&url, "DELETE FROM _sqlx_migrations WHERE version > 2");
    let error = cluster_status(&url).await.expect_err("it is too old").to_string();
    assert!(error.starts_with("its schema is of step 2, and "), "{error}");
}

/// Behind pgbouncer a lock would stay with a connection that others use, and no server would ever
/// start again.
#[tokio::test]
async fn a_schema_that_is_up_to_date_is_not_locked() {
    if !postgres::is_installed() {
        return;
    }
    let target = TempDir::new().expect("a folder");
    let url = postgres::database(target.path());
    migrate(&url).await.expect("there is a schema");
    // Somebody else has the lock of the migrations.
    let lock = 0x3d32_ad9e * i64::from(crc32(&run_sql(&url, "SELECT current_database()")));
    let holder = tokio::task::spawn_blocking({
        let url = url.clone();
        move || {
            let hold = format!("SELECT pg_advisory_lock({lock}), pg_sleep(60)");
            let ended = postgres::psql(postgres::address().port(), &url.to_string(), &hold);
            ended.expect_err("it was ended")
        }
    });
    const HELD: &str = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted \
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
    let start = Instant::now();
    while run_sql(&url, HELD) != "1" {
        assert!(start.elapsed() < PATIENCE, "nobody holds the lock");
        sleep(Duration::from_millis(20)).await;
    }
    timeout(PATIENCE, migrate(&url)).await.expect("it waits for nobody").expect("nothing to do");
    // As long as something is to be done, one does it at a time.
    const UNDO: &str = "DELETE FROM _sqlx_migrations WHERE version = 3; DROP TABLE meta; \
         ALTER TABLE servers DROP COLUMN event_level";
    run_sql(&url, UNDO);
    let waiting = timeout(Duration::from_millis(500), migrate(&url)).await;
    assert!(waiting.is_err(), "it has not waited: {waiting:?}");
    const END: &str = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity \
         WHERE query LIKE '%pg_sleep%' AND datname = current_database() AND pid <> pg_backend_pid()";
    run_sql(&url, END);
    holder.await.expect("it has ended");
    timeout(PATIENCE, migrate(&url)).await.expect("nobody has the lock").expect("it is done");
}

/// The checksum from which sqlx makes the number of its lock.
fn crc32(text: &str) -> u32 {
    let step = |crc: u32, _| if crc & 1 == 0 { crc >> 1 } else { crc >> 1 ^ 0xedb8_8320 };
    !text.bytes().fold(!0, |crc, byte| (0..8).fold(crc ^ u32::from(byte), step))
}
