//! News between servers over NATS: what is told, what is not, and what happens without it.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_nats::{Client, HeaderMap};
use futures_util::StreamExt;
use ludoteca_server::{ClusterName, DatabaseUrl};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep};

use crate::client::{Bot, Chance, PATIENCE, Socket};
use crate::cluster::metric;
use crate::host::Host;
use crate::nats::{self, Nats};
use crate::postgres::{self, Breakable};

/// Two servers with one database and one NATS.
struct Pair {
    hosts: [Host; 2],
    cluster: ClusterName,
    url: DatabaseUrl,
    database: TempDir,
}

/// A message in NATS: its subject, headers and payload.
type Recorded = (String, Option<HeaderMap>, Vec<u8>);

/// Everything that is said in NATS.
struct Recorder {
    messages: Arc<Mutex<Vec<Recorded>>>,
    task: JoinHandle<()>,
}

impl Pair {
    /// Starts them, each with its way to NATS. They look into the database as often as `poll` says
    /// while they are connected to NATS.
    async fn start(ways: [SocketAddr; 2], poll: Duration) -> Pair {
        let database = TempDir::new().expect("a folder");
        let (url, cluster) = (postgres::database(database.path()), nats::cluster(database.path()));
        let hosts = ways.map(|way| {
            Host::in_database_with(url.clone(), |settings| {
                settings.nats = Some(nats::url_at(way));
                (settings.cluster, settings.safety_poll) = (cluster.clone(), poll);
            })
        });
        let pair = Pair { hosts, cluster, url, database };
        pair.are_connected(&connect(ways[0]).await).await;
        pair
    }

    /// Waits until both servers hear what is said in NATS.
    async fn are_connected(&self, client: &Client) {
        let start = Instant::now();
        for host in &self.hosts {
            let before = metric(host.address, RECEIVED).await;
            while metric(host.address, RECEIVED).await == before {
                assert!(start.elapsed() < PATIENCE, "a server does not hear NATS");
                let look = format!("{}.t.nowhere.look", self.cluster);
                client.publish(look, "".into()).await.expect("NATS is there");
                client.flush().await.expect("NATS is there");
                sleep(Duration::from_millis(20)).await;
            }
        }
    }

    /// A counter of both servers.
    async fn metrics(&self, name: &str) -> [u64; 2] {
        let [one, other] = &self.hosts;
        [metric(one.address, name).await, metric(other.address, name).await]
    }

    /// Two players, each at a server of their own with a socket, in a game that has begun.
    async fn game(&self, proposal: Value) -> Game {
        let bots = [self.hosts[0].bot("Ada").await, self.hosts[1].bot("Ben").await];
        let (id, invites) = bots[0].make(proposal).await;
        let mut sockets = [bots[0].socket().await, bots[1].socket().await];
        sockets[0].watch(&id).await;
        let sit = match &invites["2"] {
            Value::Null => json!({ "do": "sit", "seat": 2 }),
            invite => json!({ "do": "sit", "invite": invite }),
        };
        bots[1].command(&id, sit).await.well();
        sockets[1].watch(&id).await;
        sockets[0].until_table(|table| table["stage"] == "playing").await;
        Game { id, bots, sockets }
    }

    /// Everything that the tables in the database have, and what a server shows of a table that was
    /// never told any news.
    async fn truth(&self, bot: &Bot, table: &str) -> Value {
        let host = Host::in_database_with(self.url.clone(), |_| {});
        let seen = bot.at(host.address).see(table).await;
        host.stop().await;
        seen
    }
}

/// A game of two players at two servers.
struct Game {
    id: String,
    bots: [Bot; 2],
    sockets: [Socket; 2],
}

impl Game {
    /// Makes a move in this state, and waits until both sockets have heard of it.
    async fn play(&mut self, seat: usize, state: u64, step: &str) {
        let command = json!({ "do": "move", "step": step, "state": state });
        self.bots[seat].command(&self.id, command).await.well();
        for socket in &mut self.sockets {
            // The end of a game is a state of its own.
            socket.until_table(|table| table["state"].as_u64() > Some(state)).await;
        }
    }

    /// The state of the game, as both servers know it when they are asked.
    async fn state(&self) -> u64 {
        let [one, other] = [self.bots[0].see(&self.id).await, self.bots[1].see(&self.id).await];
        assert_eq!((&one["state"], &one["facts"]), (&other["state"], &other["facts"]));
        one["state"].as_u64().expect("a number")
    }
}

impl Recorder {
    /// Records from now on.
    async fn start(client: &Client) -> Recorder {
        let mut all = client.subscribe(">").await.expect("NATS is there");
        client.flush().await.expect("NATS is there");
        let messages = Arc::<Mutex<Vec<Recorded>>>::default();
        let task = tokio::spawn({
            let messages = Arc::clone(&messages);
            async move {
                while let Some(message) = all.next().await {
                    let subject = message.subject.to_string();
                    let recorded = (subject, message.headers, message.payload.to_vec());
                    messages.lock().unwrap_or_else(PoisonError::into_inner).push(recorded);
                }
            }
        });
        Recorder { messages, task }
    }

    fn messages(&self) -> Vec<Recorded> {
        self.messages.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Waits until something was said about this table that satisfies the condition.
    async fn until(&self, is_it: impl Fn(&str, &str) -> bool) {
        let start = Instant::now();
        let is_it =
            |(subject, _, payload): &Recorded| is_it(subject, &String::from_utf8_lossy(payload));
        while !self.messages().iter().any(is_it) {
            assert!(start.elapsed() < PATIENCE, "nothing of the kind was said");
            sleep(Duration::from_millis(10)).await;
        }
    }
}

impl Drop for Recorder {
    fn drop(&mut self) {
        self.task.abort();
    }
}

const RECEIVED: &str = "ludoteca_news_received_total";
const SENT: &str = "ludoteca_news_sent_total";
const LOST: &str = "ludoteca_news_lost_total";
const BAD: &str = "ludoteca_news_bad_total";
const CAUGHT_UP: &str = "ludoteca_caught_up_total";

/// So rarely is the database asked where everything must have been news.
const NEVER: Duration = Duration::from_secs(24 * 60 * 60);
/// So often is it asked in a server.
const USUAL: Duration = Duration::from_secs(1);

/// A game that is won by the first player, and one that goes on for longer.
const STEPS: [&str; 5] = ["1 1", "0 0", "0 1", "2 2", "2 1"];

async fn connect(address: SocketAddr) -> Client {
    let options = async_nats::ConnectOptions::new().connection_timeout(PATIENCE);
    options.connect(format!("nats://{address}")).await.expect("NATS is there")
}

fn ttt() -> Value {
    json!({ "game": "ttt", "seats": [{ "kind": "me" }, { "kind": "open" }] })
}

/// What one server writes is heard at the other one, which does not ask the database.
#[tokio::test]
async fn moves_are_told_to_other_servers() {
    if !nats::is_installed() {
        return;
    }
    let pair = Pair::start([nats::address(); 2], NEVER).await;
    let mut lobby = pair.hosts[1].bot("Cay").await.socket().await;
    lobby.say(json!({ "type": "lobby", "on": true })).await;
    let mut listed = ttt();
    listed["listed"] = json!(true);
    let (before, received) = (pair.metrics(CAUGHT_UP).await, pair.metrics(RECEIVED).await);
    let mut game = pair.game(listed).await;
    let id = json!(game.id);
    lobby.until("lobby", |message| message["table"]["id"] == id).await;
    let first = game.state().await;
    for (number, step) in STEPS.into_iter().enumerate() {
        game.play(number % 2, first + number as u64, step).await;
    }
    let said = json!({ "do": "chat", "text": "well played" });
    game.bots[1].command(&game.id, said).await.well();
    game.sockets[0].until_table(|table| table["chat"]["list"][0]["text"] == "well played").await;
    assert_eq!(pair.metrics(CAUGHT_UP).await, before, "nobody had to ask the database");
    let heard = pair.metrics(RECEIVED).await;
    // The second server hears of three moves, and the first one of a guest, two moves and a line.
    assert!(heard[0] >= received[0] + 4 && heard[1] >= received[1] + 3, "{received:?} {heard:?}");
    let [sent, lost] = [pair.metrics(SENT).await, pair.metrics(LOST).await];
    assert!(sent[0] >= 4 && sent[1] >= 4 && lost == [0, 0], "{sent:?} {lost:?}");
    let truth = pair.truth(&game.bots[0], &game.id).await;
    for bot in &game.bots {
        assert_eq!(bot.see(&game.id).await["facts"], truth["facts"]);
    }
    assert_eq!(truth["stage"], "over");
}

/// NATS is not there when the servers start, comes, is killed, and comes back with nothing that it
/// knew. Moves are seen at the other server all the time.
#[tokio::test]
async fn without_nats_the_database_is_asked() {
    if !nats::is_installed() {
        return;
    }
    let mut nats = Nats::start();
    nats.kill();
    let database = TempDir::new().expect("a folder");
    let (url, cluster) = (postgres::database(database.path()), nats::cluster(database.path()));
    let hosts = [(); 2].map(|()| {
        Host::in_database_with(url.clone(), |settings| {
            settings.nats = Some(nats::url_at(nats.address));
            (settings.cluster, settings.safety_poll) = (cluster.clone(), NEVER);
        })
    });
    let pair = Pair { hosts, cluster, url, database };
    let mut game = pair.game(json!({ "game": "ataxx", "seats": ttt()["seats"] })).await;
    let mut chance = Chance::new(1);
    for is_there in [false, true, false, true] {
        if is_there {
            nats.restart();
            pair.are_connected(&connect(nats.address).await).await;
        } else {
            nats.kill();
        }
        let [caught_up, received, lost] =
            [pair.metrics(CAUGHT_UP).await, pair.metrics(RECEIVED).await, pair.metrics(LOST).await];
        for _ in 0..4 {
            let state = game.state().await;
            let seen = [game.bots[0].see(&game.id).await, game.bots[1].see(&game.id).await];
            let seat = seen.iter().position(|table| table["moves"][0].is_string());
            let seat = seat.expect("somebody is to move");
            let step = chance.choose(&seen[seat]).expect("a move");
            game.play(seat, state, &step).await;
        }
        let (now_caught_up, now_received) =
            (pair.metrics(CAUGHT_UP).await, pair.metrics(RECEIVED).await);
        if is_there {
            assert_eq!(now_caught_up, caught_up, "everything was told");
            assert!(now_received.iter().zip(received).all(|(now, before)| *now > before));
        } else {
            assert_eq!(now_received, received, "nothing can be told");
            assert!(now_caught_up.iter().zip(caught_up).all(|(now, before)| *now > before));
            let now_lost = pair.metrics(LOST).await;
            assert!(now_lost.iter().zip(lost).all(|(now, before)| *now > before));
        }
        for host in &pair.hosts {
            let health = crate::client::request(host.address, None, "GET", "/health", None).await;
            assert_eq!(health.status, 200, "{health:?}");
        }
    }
}

/// Nothing comes through between one server and NATS any more, and nobody is told. Moves are seen
/// all the same, and told again once the network works.
#[tokio::test]
async fn a_silent_network_to_nats() {
    if !nats::is_installed() {
        return;
    }
    let network = Breakable::start(nats::address());
    let pair = Pair::start([nats::address(), network.address], USUAL).await;
    let mut game = pair.game(ttt()).await;
    let first = game.state().await;
    network.break_it(true);
    let caught_up = pair.metrics(CAUGHT_UP).await;
    for (number, step) in STEPS[..4].iter().enumerate() {
        game.play(number % 2, first + number as u64, step).await;
    }
    let now = pair.metrics(CAUGHT_UP).await;
    assert!(now[0] >= caught_up[0] + 2 && now[1] >= caught_up[1] + 2, "{caught_up:?} {now:?}");
    network.mend();
    pair.are_connected(&connect(nats::address()).await).await;
    let received = pair.metrics(RECEIVED).await;
    game.play(0, first + 4, STEPS[4]).await;
    assert!(pair.metrics(RECEIVED).await[1] > received[1]);
}

/// Whole games with everything that is secret in them, while somebody listens to all of NATS.
#[tokio::test]
async fn secrets_are_told_to_nobody() {
    if !nats::is_installed() {
        return;
    }
    let pair = Pair::start([nats::address(); 2], USUAL).await;
    let recorder = Recorder::start(&connect(nats::address()).await).await;
    // A guest is sent away, which makes a new invite code.
    let friend = json!({ "game": "ttt", "seats": [{ "kind": "me" }, { "kind": "friend" }] });
    let mut game = pair.game(friend).await;
    let ada = game.bots[0].clone();
    ada.command(&game.id, json!({ "do": "dismiss", "seat": 2 })).await.well();
    let invite = ada.see(&game.id).await["seats"][1]["invite"].clone();
    let cay = pair.hosts[1].bot("Cay").await;
    cay.command(&game.id, json!({ "do": "sit", "invite": invite })).await.well();
    game.bots[1] = cay;
    game.sockets[1] = game.bots[1].socket().await;
    game.sockets[1].watch(&game.id).await;
    let first = game.state().await;
    for (number, step) in STEPS.into_iter().enumerate() {
        game.play(number % 2, first + number as u64, step).await;
    }
    for bot in &game.bots {
        bot.command(&game.id, json!({ "do": "chat", "text": "a line of chat" })).await.well();
        bot.command(&game.id, json!({ "do": "offer", "what": "rematch" })).await.well();
    }
    let next = ada.see(&game.id).await["rematch"].as_str().expect("a table").to_owned();
    ada.command(&next, json!({ "do": "resign" })).await.well();
    // A game with dice to which both contribute, and random players and engines.
    let ben = pair.hosts[1].bot("Ben").await;
    let seats = json!([{ "kind": "me" }, { "kind": "friend" }]);
    let (dice, invites) = ada.make(json!({ "game": "dawn", "seats": seats, "listed": true })).await;
    let contribution = |digit: &str| digit.repeat(64);
    ada.command(&dice, json!({ "do": "contribute", "entropy": contribution("a") })).await.well();
    let sit = json!({ "do": "sit", "invite": invites["2"], "entropy": contribution("b") });
    ben.command(&dice, sit).await.well();
    let bots = [&ada, &ben];
    crate::play::play_by_requests(&bots, &dice, 7).await;
    let seats = json!([{ "kind": "me" }, { "kind": "random" }]);
    let (random, _) = ada.make(json!({ "game": "ttt", "seats": seats })).await;
    crate::play::play_by_requests(&[&ada], &random, 7).await;
    // The last thing is told, so everything before was, too.
    let last = json!({ "do": "chat", "text": "the last line" });
    ada.command(&random, last).await.well();
    recorder.until(|_, payload| payload.contains("the last line")).await;
    let messages = recorder.messages();
    let payloads: Vec<String> =
        messages.iter().map(|(_, _, payload)| String::from_utf8_lossy(payload).into()).collect();
    for told in ["a line of chat", r#""fact":"moved""#, r#""fact":"drawn""#, r#""fact":"sat""#] {
        assert!(payloads.iter().any(|payload| payload.contains(told)), "nothing about {told}");
    }
    // What is secret stands in the database.
    let name = pair.url.to_string();
    let (_, name) = name.rsplit_once('/').expect("a name");
    let rows = "SELECT json_array_elements(facts)::text FROM facts";
    let rows = postgres::psql(postgres::address().port(), name, rows).expect("rows");
    let mut secrets = Vec::new();
    for event in rows.lines() {
        let event: Value = serde_json::from_str(event).expect("JSON");
        find_secrets(&event, &mut secrets);
    }
    let tokens = "SELECT token_hash FROM players";
    let hashes = postgres::psql(postgres::address().port(), name, tokens).expect("rows");
    let count = secrets.len();
    // Four seeds, three invite codes, and the contributions at two tables.
    assert!(count >= 4 + 3 + 2, "{count} secrets");
    for known in [contribution("a"), contribution("b"), invite.as_str().expect("text").to_owned()] {
        assert!(secrets.contains(&known), "{known} is among them");
    }
    secrets.extend(hashes.lines().map(str::to_owned));
    secrets.extend([&ada, &ben, &game.bots[1]].map(|bot| bot.token.clone()));
    for (subject, headers, payload) in &messages {
        let text = format!("{subject} {headers:?} {}", String::from_utf8_lossy(payload));
        for secret in &secrets {
            assert!(!secret.is_empty() && !text.contains(secret), "{secret} in {text}");
        }
    }
    drop(pair.database);
}

/// Seeds, invite codes and contributions anywhere in an event.
fn find_secrets(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (name, field) in fields {
                if let (true, Value::String(text)) =
                    (["seed", "invite", "entropy"].contains(&name.as_str()), field)
                {
                    found.push(text.clone());
                }
                find_secrets(field, found);
            }
        }
        Value::Array(all) => all.iter().for_each(|value| find_secrets(value, found)),
        _ => {}
    }
}

/// Anything is published under all subjects: bytes, other JSON, events that cannot have happened.
/// Servers count that, and the game goes on.
#[tokio::test]
async fn garbage_harms_nothing() {
    if !nats::is_installed() {
        return;
    }
    let pair = Pair::start([nats::address(); 2], USUAL).await;
    let client = connect(nats::address()).await;
    let mut game = pair.game(ttt()).await;
    let (cluster, id) = (&pair.cluster, game.id.clone());
    let subjects = [
        format!("{cluster}.t.{id}"),
        format!("{cluster}.t.{id}.look"),
        format!("{cluster}.t.{id}.more"),
        format!("{cluster}.t.nowhere"),
        format!("{cluster}.t.no\u{fffd}where"),
        format!("{cluster}.lobby"),
        format!("{cluster}.program.{}", game.bots[0].id),
        format!("{cluster}.anything.else"),
    ];
    let first = game.state().await;
    let mut chance = Chance::new(3);
    for (number, step) in STEPS.into_iter().enumerate() {
        let next = game.bots[0].see(&id).await["facts"].as_u64().expect("a number");
        let bad = pair.metrics(BAD).await;
        let mut payloads: Vec<Vec<u8>> = [
            "",
            "{",
            "null",
            "[]",
            "nowhere",
            "\u{0}",
            "{\"first\":1}",
            "{\"first\":-1,\"count\":-1}",
            "{\"first\":18446744073709551615,\"count\":18446744073709551615,\"facts\":[]}",
        ]
        .map(|text| text.as_bytes().to_vec())
        .into();
        payloads.push((0..1000).map(|_| chance.below(256) as u8).collect());
        payloads.push(vec![b'['; 900_000]);
        // None of these can happen at this table.
        for event in [
            json!({ "fact": "moved", "seat": 0, "step": "nowhere" }),
            json!({ "fact": "moved", "seat": 18_446_744_073_709_551_615_u64, "step": "1 1" }),
            json!({ "fact": "stood", "seat": 7 }),
            json!({ "fact": "lost", "seat": 3, "reason": "" }),
            json!({ "fact": "taken_back", "steps": 1000 }),
            json!({ "fact": "contributed", "seat": 0, "entropy": "zz" }),
            json!({ "fact": "paused", "lasted": u64::MAX }),
            json!({ "fact": "unheard_of" }),
            json!({ "fact": "moved" }),
            json!("moved"),
        ] {
            let mut event = event;
            if event.is_object() {
                event["at"] = json!(u64::MAX);
            }
            for count in [0, 1, 2] {
                let message = json!({ "first": next, "count": count, "facts": [event] });
                payloads.push(message.to_string().into_bytes());
            }
        }
        for subject in &subjects {
            for payload in &payloads {
                let payload = payload.clone();
                client.publish(subject.clone(), payload.into()).await.expect("NATS is there");
            }
        }
        pair.are_connected(&client).await;
        game.play(number % 2, first + number as u64, step).await;
        let now_bad = pair.metrics(BAD).await;
        assert!(now_bad[0] > bad[0] && now_bad[1] > bad[1], "{bad:?} {now_bad:?}");
    }
    let truth = pair.truth(&game.bots[0], &id).await;
    assert_eq!(truth["stage"], "over");
    for bot in &game.bots {
        let seen = bot.see(&id).await;
        assert_eq!((&seen["facts"], &seen["steps"]), (&truth["facts"], &truth["steps"]));
    }
}

/// Everything that was said in NATS is said again and again in any order, while the games go on.
/// Nobody sees a state that was not there, and no table loses or gains anything.
#[tokio::test]
async fn repeated_news_in_any_order_harm_nothing() {
    if !nats::is_installed() {
        return;
    }
    let pair = Pair::start([nats::address(); 2], USUAL).await;
    let client = connect(nats::address()).await;
    let recorder = Recorder::start(&client).await;
    // The messages that are repeated come back.
    let of_table = |id: &str| {
        let subject = format!("{}.t.{id}", pair.cluster);
        let mut found: Vec<_> = recorder.messages();
        found.retain(|(recorded, _, _)| *recorded == subject);
        found.dedup_by(|a, b| a.2 == b.2);
        found
    };
    let mut games = Vec::new();
    for _ in 0..2 {
        games.push(pair.game(json!({ "game": "ataxx", "seats": ttt()["seats"] })).await);
    }
    let mut chance = Chance::new(5);
    for round in 0..12 {
        for game in &mut games {
            let mut before = of_table(&game.id);
            before.truncate(60);
            for at in (1..before.len()).rev() {
                before.swap(at, chance.below(at + 1));
            }
            for (subject, headers, payload) in before {
                let headers = headers.unwrap_or_default();
                let payload = payload.into();
                let said = client.publish_with_headers(subject, headers, payload).await;
                said.expect("NATS is there");
            }
            let seat = round % 2;
            let table = game.bots[seat].see(&game.id).await;
            let Some(step) = chance.choose(&table) else { continue };
            let state = table["state"].as_u64().expect("a number");
            // News that are repeated may arrive between any two of these.
            game.play(seat, state, &step).await;
        }
    }
    pair.are_connected(&client).await;
    for mut game in games {
        let truth = pair.truth(&game.bots[0], &game.id).await;
        assert!(truth["state"].as_u64() >= Some(6), "{truth}");
        for bot in &game.bots {
            let seen = bot.see(&game.id).await;
            assert_eq!((&seen["facts"], &seen["steps"]), (&truth["facts"], &truth["steps"]));
        }
        // A page that only listens knows the same: a last line comes after everything else.
        let last = json!({ "do": "chat", "text": "the last line" });
        game.bots[0].command(&game.id, last).await.well();
        let mut facts = 0;
        let seen = loop {
            let message = game.sockets[1].hear().await.expect("the server says something");
            let known = message["table"]["facts"].as_u64().unwrap_or(facts);
            assert!(known >= facts, "news never lead back");
            facts = known;
            if message.to_string().contains("the last line") {
                break message["table"].clone();
            }
        };
        assert_eq!(seen["facts"], json!(truth["facts"].as_u64().expect("a number") + 1));
    }
}
