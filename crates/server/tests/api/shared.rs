//! Several servers on one database: what each of them knows of the others' players, engines,
//! programs, analyses and limits.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use ludoteca_server::{DatabaseUrl, MoveFinder, ServerSettings};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::time::{Instant, sleep};

use crate::client::{Bot, PATIENCE, Socket};
use crate::host::Host;
use crate::{operations, postgres, programs};

/// Two servers with one database and the same changed settings.
struct Pair {
    hosts: [Host; 2],
    url: DatabaseUrl,
    _folder: TempDir,
}

impl Pair {
    /// Starts them; `None` if there is no PostgreSQL.
    fn start(change: impl Fn(&mut ServerSettings)) -> Option<Pair> {
        if !postgres::is_installed() {
            return None;
        }
        let folder = TempDir::new().expect("a folder");
        let url = postgres::database(folder.path());
        let hosts = [(); 2].map(|()| Host::in_database_with(url.clone(), &change));
        Some(Pair { hosts, url, _folder: folder })
    }

    /// Runs a statement in the database.
    fn run(&self, statement: &str) -> String {
        operations::run_sql(&self.url, statement)
    }

    /// Ada at the first server plays a game against Ben at the second, who is to move.
    async fn play(&self, clock: Value) -> (Bot, Bot, String) {
        let (ada, ben) = (self.hosts[0].bot("Ada").await, self.hosts[1].bot("Ben").await);
        let seats = json!([{ "kind": "me" }, { "kind": "open" }]);
        let (id, _) = ada.make(json!({ "game": "ttt", "seats": seats, "clock": clock })).await;
        ben.command(&id, json!({ "do": "sit", "seat": 2 })).await.well();
        ada.step(&id, "1 1").await.well();
        (ada, ben, id)
    }
}

/// How many steps were made at a table.
fn made(table: &Value) -> usize {
    table["steps"]["list"].as_array().map_or(0, Vec::len)
}

/// Waits until something is there.
async fn until<T>(mut look: impl AsyncFnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(found) = look().await {
            return found;
        }
        assert!(start.elapsed() < PATIENCE, "it takes too long");
        sleep(Duration::from_millis(50)).await;
    }
}

/// A game without a clock can be claimed from somebody who is away, but not from somebody who is
/// connected to another server.
#[tokio::test]
async fn a_claim_knows_who_is_connected_to_another_server() {
    let Some(pair) = Pair::start(|settings| settings.claim_after = Duration::ZERO) else { return };
    let (ada, ben, id) = pair.play(json!({ "kind": "none" })).await;
    let mut socket = ben.socket().await;
    socket.watch(&id).await;
    let claim = json!({ "do": "claim" });
    assert_eq!(ada.command(&id, claim.clone()).await.refused(), "refused");
    let seen = ada.see(&id).await;
    assert_eq!((&seen["seats"][1]["away_at"], &seen["claim_at"]), (&Value::Null, &Value::Null));
    // Ada hears that Ben goes, although he was never connected to her server.
    let mut lookout = ada.socket().await;
    lookout.watch(&id).await;
    drop(socket);
    lookout.until_table(|table| !table["seats"][1]["away_at"].is_null()).await;
    ada.command(&id, claim).await.well();
    assert_eq!(ben.see(&id).await["stage"], "over");
}

/// The server of the player to move falls silent shortly before the flag. Another server, which
/// watches over the clock, waits until it knows more, and forgives the time.
#[tokio::test]
async fn nobody_loses_because_their_server_is_silent() {
    let Some(pair) = Pair::start(|_| {}) else { return };
    let (_, ben, id) = pair.play(json!({ "kind": "move", "seconds": 2 })).await;
    let now = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint";
    pair.run(&format!(
        "INSERT INTO servers (id, name, address, version, started_at, alive_at) \
         VALUES ('silent', 'silent', 'nowhere', '0.1.0', 0, {now} - 3000)"
    ));
    pair.run(&format!(
        "INSERT INTO seen (table_id, server, player, connections, at, stamp) VALUES ('{id}', 'silent', '{}', 1, 0, 7)",
        ben.id
    ));
    let over = until(async || Some(ben.see(&id).await).filter(|it| it["stage"] == "over")).await;
    assert!(over["reason"].as_str().is_some_and(|why| why.contains("time")), "{over}");
    let facts = pair.run(&format!(
        "SELECT f->>'fact' FROM facts, json_array_elements(facts) AS f WHERE table_id = '{id}' ORDER BY number"
    ));
    let facts: Vec<&str> = facts.lines().collect();
    assert!(facts.ends_with(&["moved", "paused", "lost"]), "{facts:?}");
}

/// A spectator counts wherever they are connected.
#[tokio::test]
async fn spectators_are_counted_together() {
    let Some(pair) = Pair::start(|_| {}) else { return };
    let (ada, ben, id) = pair.play(json!({ "kind": "none" })).await;
    let mut sockets = Vec::new();
    for host in &pair.hosts {
        let mut socket = Socket::open(host.address).await;
        socket.hello(None).await;
        socket.watch(&id).await;
        sockets.push(socket);
    }
    for bot in [&ada, &ben] {
        assert_eq!(bot.see(&id).await["watchers"], 2);
    }
    sockets.pop();
    until(async || (ada.see(&id).await["watchers"] == 1).then_some(())).await;
}

/// People look on at both servers, and one server lets the engine think. When it stops, the other
/// one does.
#[tokio::test]
async fn one_server_plays_for_the_house() {
    let asked: [Arc<AtomicUsize>; 2] = Default::default();
    let engine = |number: usize| {
        let asked = Arc::clone(&asked[number]);
        // The engine of the first server never answers.
        MoveFinder::new(move |task| {
            asked.fetch_add(1, Ordering::Relaxed);
            Box::pin(async move {
                match number {
                    0 => std::future::pending().await,
                    _ => task.position.steps().into_iter().next(),
                }
            })
        })
    };
    if !postgres::is_installed() {
        return;
    }
    let folder = TempDir::new().expect("a folder");
    let url = postgres::database(folder.path());
    let host = |number| {
        Host::in_database_with(url.clone(), |settings| settings.move_finder = engine(number))
    };
    let (first, second) = (host(0), host(1));
    let ada = first.bot("Ada").await;
    let seats = json!([{ "kind": "me" }, { "kind": "engine", "level": 1 }]);
    let (id, _) = ada.make(json!({ "game": "ttt", "seats": seats })).await;
    let (mut here, mut there) = (ada.socket().await, ada.at(second.address).socket().await);
    here.watch(&id).await;
    there.watch(&id).await;
    let first_state = ada.see(&id).await["state"].as_u64().expect("a number");
    ada.step(&id, "1 1").await.well();
    there.until_table(|table| table["state"].as_u64() > Some(first_state)).await;
    until(async || (asked[0].load(Ordering::Relaxed) == 1).then_some(())).await;
    // The second server would have asked by now if it did not leave it to the first.
    sleep(Duration::from_secs(2)).await;
    assert_eq!(asked[1].load(Ordering::Relaxed), 0);
    first.stop().await;
    there.until_table(|table| table["state"].as_u64() > Some(first_state + 1)).await;
    assert_eq!(asked[1].load(Ordering::Relaxed), 1);
}

/// A program that is connected to one server plays at a table of another.
#[tokio::test]
async fn programs_are_invited_from_any_server() {
    let Some(pair) = Pair::start(|settings| settings.engines = Some("127.0.0.1:0".to_owned()))
    else {
        return;
    };
    let _line = programs::engine(pair.hosts[1].ports[1].expect("engines may come"));
    let ada = pair.hosts[0].bot("Ada").await;
    let connected = async || {
        let listed = ada.get("/api/programs").await.well();
        listed["programs"][0]["id"].as_str().map(str::to_owned)
    };
    let program = until(connected).await;
    let seats = json!([{ "kind": "program", "program": program }, { "kind": "me" }]);
    let (id, _) = ada.make(json!({ "game": "ttt", "seats": seats })).await;
    until(async || (made(&ada.see(&id).await) == 1).then_some(())).await;
    let busy = ada.get("/api/programs").await.well();
    assert_eq!(busy["programs"][0]["busy"], true);
    // Its server is gone without a word, for all that the others know.
    pair.run("UPDATE programs SET server = 'gone'");
    let over = until(async || Some(ada.see(&id).await).filter(|it| it["stage"] == "over")).await;
    assert!(over["reason"].as_str().is_some_and(|why| why.contains("server")), "{over}");
}

/// Somebody who is erased at one server can do nothing at another, and what they had said there is
/// gone.
#[tokio::test]
async fn whoever_is_erased_is_erased_everywhere() {
    let Some(pair) = Pair::start(|_| {}) else { return };
    let (ada, ben, id) = pair.play(json!({ "kind": "none" })).await;
    let line = json!({ "do": "chat", "text": "a line of Ben" });
    ben.command(&id, line.clone()).await.well();
    let mut socket = ben.socket().await;
    socket.watch(&id).await;
    let erased = ben.at(pair.hosts[0].address);
    let path = "/api/me";
    let confirm = json!({ "confirm": true });
    let answer =
        crate::client::request(erased.address, Some(&erased.token), "DELETE", path, Some(&confirm));
    assert_eq!(answer.await.well()["tables"], 1);
    // The other server has obeyed before the answer came.
    assert_eq!(ben.command(&id, line).await.refused(), "no_token");
    assert_eq!(ben.get(path).await.refused(), "no_token");
    socket.until("bye", |_| true).await;
    for address in [pair.hosts[0].address, pair.hosts[1].address] {
        let seen = ada.at(address).see(&id).await;
        assert_eq!(seen["stage"], "over");
        assert!(!seen.to_string().contains("a line of Ben"), "{seen}");
    }
    let kept =
        "SELECT count(*) FROM seen WHERE player <> '' AND player NOT IN (SELECT id FROM players)";
    assert_eq!(pair.run(kept), "0");
}

/// A new name is known at every server at once.
#[tokio::test]
async fn names_are_not_remembered() {
    let Some(pair) = Pair::start(|_| {}) else { return };
    let ada = pair.hosts[0].bot("Ada").await;
    let there = ada.at(pair.hosts[1].address);
    for name in ["Bea", "Cleo"] {
        assert!(there.get("/api/me").await.body.contains("\"name\""));
        let body = json!({ "name": name });
        crate::client::request(ada.address, Some(&ada.token), "PATCH", "/api/me", Some(&body))
            .await
            .well();
        assert_eq!(there.get("/api/me").await.well()["player"]["name"], name);
    }
}

/// Each address may have this many new players and tables an hour, wherever it asks. Addresses are
/// not stored.
#[tokio::test]
async fn newcomers_are_counted_together() {
    let Some(pair) = Pair::start(|settings| settings.limits.newcomers = 3) else { return };
    let [one, other] = [&pair.hosts[0], &pair.hosts[1]].map(|host| host.address);
    let new = async |address| {
        let name = json!({ "name": "Somebody" });
        crate::client::request(address, None, "POST", "/api/players", Some(&name)).await
    };
    for address in [one, other, one] {
        assert_eq!(new(address).await.status, 201);
    }
    // Each server has counted fewer than three or three by itself.
    for address in [other, one] {
        let refused = new(address).await;
        assert_eq!((refused.status, refused.code().as_str()), (429, "too_many"), "{refused:?}");
        assert!(refused.header("retry-after").is_some(), "{refused:?}");
    }
    assert_eq!(pair.run("SELECT sum(number) FROM newcomers"), "3");
    let addresses = pair.run("SELECT address FROM newcomers");
    assert!(addresses.len() == 64 && !addresses.contains("127"), "{addresses}");
}

/// The analysis of a game is made once, is told at both servers, and survives its server.
#[tokio::test]
async fn analyses_are_shared_and_taken_over() {
    let Some(pair) = Pair::start(|_| {}) else { return };
    let (ada, ben, id) = pair.play(json!({ "kind": "none" })).await;
    ben.command(&id, json!({ "do": "resign" })).await.well();
    let mut socket = ben.socket().await;
    socket.watch(&id).await;
    // A server that nobody knows has begun it.
    let job = format!(
        "INSERT INTO jobs (kind, key, person, server, attempt, stamp) VALUES ('game', '{id}', '{}', 'gone', 1, 0)",
        ada.id
    );
    pair.run(&job);
    socket.until("analysis", |message| message["analysis"]["status"] == "done").await;
    let path = format!("/api/tables/{id}/analysis");
    assert_eq!(ada.get(&path).await.well(), ben.get(&path).await.well());
    until(async || (pair.run("SELECT count(*) FROM jobs") == "0").then_some(())).await;
}

/// A failover that was not promised to lose nothing has lost the last move. The servers notice.
#[tokio::test]
async fn events_that_the_database_has_lost_are_forgotten() {
    let Some(pair) = Pair::start(|_| {}) else { return };
    let (ada, ben, id) = pair.play(json!({ "kind": "none" })).await;
    assert_eq!(made(&ben.see(&id).await), 1);
    pair.run(&format!(
        "DELETE FROM facts WHERE table_id = '{id}' AND number = (SELECT max(number) FROM facts WHERE table_id = '{id}')"
    ));
    for bot in [&ada, &ben] {
        assert_eq!(made(&bot.see(&id).await), 0);
    }
    ada.step(&id, "0 0").await.well();
    assert_eq!(made(&ben.see(&id).await), 1);
}
