//! A database instead of a file: moving games there and back, several servers at one table, and
//! databases that are gone for a while.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::time::Duration;

use ludoteca_server::{Transferred, check, export, import};
use serde_json::{Value, json};
use sqlx::Row;
use tempfile::TempDir;
use tokio::time::{Instant, sleep};

use crate::client::{Bot, PATIENCE};
use crate::host::Host;
use crate::postgres::{self, Breakable};
use crate::{lists, older};

/// Everything about tables in a file, as text.
async fn facts(folder: &TempDir) -> Vec<(String, i64, String)> {
    let mut file = lists::open(&Host::file(folder)).await;
    let rows = sqlx::query("SELECT table_id, number, fact FROM facts ORDER BY table_id, number")
        .fetch_all(&mut file)
        .await
        .expect("it can be read");
    rows.iter().map(|row| (row.get(0), row.get(1), row.get(2))).collect()
}

/// A file of this version, and one of version 0.1.0.
#[tokio::test]
async fn games_move_into_a_database_and_back_to_the_letter() {
    if !postgres::is_installed() {
        return;
    }
    let host = Host::in_file();
    let (ada, ben) = (host.bot("Ada").await, host.bot("Ben").await);
    let seats = json!([{ "kind": "me" }, { "kind": "open" }]);
    let (id, _) = ada.make(json!({ "game": "ttt", "seats": seats, "request": "\u{0}one" })).await;
    ben.command(&id, json!({ "do": "sit", "seat": 2 })).await.well();
    ada.step(&id, "1 1").await.well();
    ben.step(&id, "0 0").await.well();
    ada.command(&id, json!({ "do": "chat", "text": "\u{e1} \"quoted\" \\ line" })).await.well();
    let closed = json!({ "game": "owari", "seats": [{ "kind": "me" }, { "kind": "friend" }] });
    let (closed, _) = ada.make(closed).await;
    ada.command(&closed, json!({ "do": "close" })).await.well();
    let before = ada.see(&id).await;
    let now = host.stop().await;
    let then = TempDir::new().expect("a folder");
    std::fs::copy(older::data().join("ludoteca.db"), Host::file(&then))
        .expect("a copy of the file");
    let target = TempDir::new().expect("a folder");
    let url = postgres::database(target.path());
    let mut all = Vec::new();
    for folder in [&now, &then] {
        let imported = import(folder.path(), &url).await.expect("it can be moved");
        // Opening it brought the file up to date.
        let facts = facts(folder).await;
        assert_eq!((imported.events, imported.known), (facts.len(), 0));
        assert_eq!(imported.damaged, []);
        all.extend(facts);
        // An import can be repeated.
        let again = import(folder.path(), &url).await.expect("it can be repeated");
        assert_eq!((again.tables, again.known), (0, imported.tables));
    }
    let found = check(&url).await.expect("it can be read");
    assert_eq!((found.events, found.damaged), (all.len(), vec![]));
    let copy = TempDir::new().expect("a folder");
    let exported = export(&url, copy.path()).await.expect("it can be copied");
    assert_eq!(exported, Transferred { players: found.players, ..exported.clone() });
    all.sort();
    assert_eq!(facts(&copy).await, all);
    assert!(
        export(&url, copy.path()).await.is_err_and(|error| error.to_string().contains("exists"))
    );
    // Tokens, tables and names of requests are the same in the copy and in the database.
    let servers = [Host::open_file(copy), Host::in_database(url)];
    for host in servers {
        let ada = ada.at(host.address);
        let seen = ada.see(&id).await;
        assert_eq!((&seen["steps"], &seen["chat"]), (&before["steps"], &before["chat"]));
        let seats = json!([{ "kind": "me" }, { "kind": "open" }]);
        let proposal = json!({ "game": "ttt", "seats": seats, "request": "\u{0}one" });
        let again = ada.post("/api/tables", proposal).await.well();
        assert_eq!((&again["table"]["id"], &again["repeated"]), (&json!(id), &json!(true)));
        host.stop().await;
    }
}

/// A damaged table does not hold up the others.
#[tokio::test]
async fn damaged_tables_stay_behind() {
    if !postgres::is_installed() {
        return;
    }
    let host = Host::in_file();
    let ada = host.bot("Ada").await;
    let proposal = json!({ "game": "ttt", "seats": [{ "kind": "me" }, { "kind": "open" }] });
    let (good, _) = ada.make(proposal.clone()).await;
    let (bad, _) = ada.make(proposal).await;
    let folder = host.stop().await;
    let mut file = lists::open(&Host::file(&folder)).await;
    lists::execute(&mut file, "UPDATE facts SET fact = '{}' WHERE table_id = ?", &[&bad]).await;
    let target = TempDir::new().expect("a folder");
    let url = postgres::database(target.path());
    let imported = import(folder.path(), &url).await.expect("the others can be moved");
    let [(table, reason)] = &imported.damaged[..] else { panic!("{imported:?}") };
    assert_eq!((table.as_str(), imported.tables), (bad.as_str(), 1));
    assert!(reason.contains("checksum"), "{reason}");
    let host = Host::in_database(url);
    let ada = ada.at(host.address);
    assert_eq!(ada.see(&good).await["stage"], "waiting");
    assert_eq!(ada.get(&format!("/api/tables/{bad}")).await.refused(), "not_found");
}

/// Every request is sent to both servers at once: each is done exactly once, and no event is lost.
#[tokio::test]
async fn two_servers_at_one_table_never_disagree() {
    if !postgres::is_installed() {
        return;
    }
    // More is not allowed within a minute.
    const LINES: [usize; 8] = [18, 18, 18, 18, 5, 5, 5, 5];
    let target = TempDir::new().expect("a folder");
    let url = postgres::database(target.path());
    let hosts = [Host::in_database(url.clone()), Host::in_database(url)];
    let maker = hosts[0].bot("Maker").await;
    let seats: Vec<_> = (0..4).map(|_| json!({ "kind": "open" })).collect();
    let proposal = json!({ "game": "ataxx rows=5 cols=5 seats=4", "seats": seats });
    let (id, _) = maker.make(proposal).await;
    let mut bots = Vec::new();
    for client in 0..LINES.len() {
        bots.push(hosts[client % 2].bot(&format!("Client {client}")).await);
    }
    for (seat, bot) in (1..=4).zip(&bots) {
        bot.command(&id, json!({ "do": "sit", "seat": seat })).await.well();
    }
    let before = maker.see(&id).await["facts"].as_u64().expect("a number") as usize;
    let mut clients = Vec::new();
    for (bot, lines) in bots.into_iter().zip(LINES) {
        let addresses = [hosts[0].address, hosts[1].address];
        clients.push(tokio::spawn(talk(bot, addresses, id.clone(), lines)));
    }
    let (all, mut repeated) = (LINES.iter().sum::<usize>(), 0);
    for client in clients {
        repeated += client.await.expect("no panic");
    }
    assert_eq!(repeated, all, "one of two servers always says that it was done");
    let [first, second] = [&hosts[0], &hosts[1]].map(|host| maker.at(host.address));
    let (first, second) = (first.see(&id).await, second.see(&id).await);
    assert_eq!(first["facts"], second["facts"]);
    // Each line was said once, and nothing else happened.
    assert_eq!(first["facts"], json!(before + all));
    let mut said = BTreeMap::<String, usize>::new();
    for line in first["chat"]["list"].as_array().expect("lines") {
        *said.entry(line["text"].as_str().expect("a text").to_owned()).or_default() += 1;
    }
    assert!(said.values().all(|times| *times == 1), "{said:?}");
    let mut behind = 0;
    for host in &hosts {
        behind += metric(host.address, "ludoteca_behind_total").await;
    }
    assert!(behind > 0, "they did get in each other's way");
}

/// Each move is made at the server that did not see the one before, and is legal only after that.
/// Both servers show all of them as soon as they are asked.
#[tokio::test]
async fn a_game_goes_on_at_any_server() {
    if !postgres::is_installed() {
        return;
    }
    let target = TempDir::new().expect("a folder");
    let url = postgres::database(target.path());
    let hosts = [Host::in_database(url.clone()), Host::in_database(url)];
    let (ada, ben) = (hosts[0].bot("Ada").await, hosts[1].bot("Ben").await);
    let seats = json!([{ "kind": "me" }, { "kind": "open" }]);
    let (id, _) = ada.make(json!({ "game": "ttt", "seats": seats })).await;
    let begun = ben.command(&id, json!({ "do": "sit", "seat": 2 })).await.well();
    let first = begun["table"]["state"].as_u64().expect("a number") as usize;
    for (number, step) in ["1 1", "0 0", "0 1", "2 1", "1 0"].into_iter().enumerate() {
        let player = [&ada, &ben][number % 2];
        let command = json!({ "do": "move", "step": step, "state": first + number });
        let answer = player.command(&id, command).await.well();
        assert_eq!(answer["table"]["state"], json!(first + number + 1));
    }
    for host in &hosts {
        assert_eq!(ada.at(host.address).see(&id).await["state"], json!(first + 5));
    }
}

/// Says lines at a table, each through two servers at once; returns how often it was told that the
/// other server was first.
async fn talk(bot: Bot, servers: [SocketAddr; 2], table: String, lines: usize) -> usize {
    let mut repeated = 0;
    for line in 0..lines {
        let text = format!("{} {line}", bot.id);
        let command = json!({ "do": "chat", "text": text, "request": format!("line {line}") });
        let [one, other] = servers.map(|address| bot.at(address));
        let (one, other) =
            tokio::join!(insist(&one, &table, &command), insist(&other, &table, &command));
        repeated += [one, other].iter().filter(|answer| answer["repeated"] == true).count();
    }
    repeated
}

/// Sends a command again as long as the server is busy.
pub async fn insist(bot: &Bot, table: &str, command: &Value) -> Value {
    let start = Instant::now();
    loop {
        let answer = bot.command(table, command.clone()).await;
        if answer.status != 503 {
            return answer.well();
        }
        assert!(start.elapsed() < PATIENCE, "{answer:?}");
        sleep(Duration::from_millis(50)).await;
    }
}

pub async fn metric(address: SocketAddr, name: &str) -> u64 {
    let answer = crate::client::request(address, None, "GET", "/metrics", None).await;
    let line = answer.body.lines().find(|line| line.starts_with(&format!("{name} ")));
    let value = line.and_then(|line| line.split(' ').next_back());
    value.and_then(|value| value.parse().ok()).unwrap_or_else(|| panic!("no {name}: {answer:?}"))
}

/// The network to the database is cut, in two ways: connections are refused, or nothing comes
/// through any more. Commands are refused soon, the server goes on, and so does the game
/// afterwards. Nobody is charged for the time.
#[tokio::test]
async fn a_database_that_is_away_for_a_while() {
    if !postgres::is_installed() {
        return;
    }
    for is_silent in [false, true] {
        let target = TempDir::new().expect("a folder");
        let network = Breakable::start(postgres::address());
        let url = postgres::database_at(target.path(), network.address);
        let host = Host::in_database(url);
        let (ada, ben) = (host.bot("Ada").await, host.bot("Ben").await);
        let clock = json!({ "kind": "game", "seconds": 20, "increment": 0 });
        let seats = json!([{ "kind": "me" }, { "kind": "open" }]);
        let (id, _) = ada.make(json!({ "game": "ttt", "seats": seats, "clock": clock })).await;
        ben.command(&id, json!({ "do": "sit", "seat": 2 })).await.well();
        ada.step(&id, "1 1").await.well();
        let mut others = Vec::new();
        for _ in 0..8 {
            others.push(ada.make(json!({ "game": "ttt", "seats": seats })).await.0);
        }
        let state = ben.see(&id).await["state"].clone();
        let step = json!({ "do": "move", "step": "0 0", "state": state, "request": "a step" });
        network.break_it(is_silent);
        let broken = Instant::now();
        while broken.elapsed() < Duration::from_secs(8) {
            let asked = Instant::now();
            let answer = ben.command(&id, step.clone()).await;
            assert_eq!((answer.status, answer.code().as_str()), (503, "busy"), "{answer:?}");
            assert!(answer.header("retry-after").is_some(), "{answer:?}");
            assert!(asked.elapsed() < Duration::from_secs(8), "{:?}", asked.elapsed());
            let health = crate::client::request(host.address, None, "GET", "/health", None).await;
            assert_eq!(health.status, 503, "{health:?}");
            sleep(Duration::from_millis(200)).await;
        }
        let lasted = broken.elapsed();
        network.mend();
        let mended = Instant::now();
        insist(&ben, &id, &step).await;
        assert!(mended.elapsed() < Duration::from_secs(8), "{:?}", mended.elapsed());
        // Once it works, it works everywhere: no connection of earlier is left.
        for other in &others {
            ada.command(other, json!({ "do": "chat", "text": "here again" })).await.well();
        }
        let seen = ada.see(&id).await;
        let texts: Vec<_> = seen["steps"]["list"].as_array().expect("steps").iter().collect();
        assert_eq!(texts.len(), 2, "{seen}");
        // Ben thought for less than the network was broken.
        let left = seen["clock"]["left_ms"][1].as_u64().expect("a time");
        let charged = Duration::from_millis(20_000 - left);
        assert!(charged + Duration::from_secs(4) < lasted + mended.elapsed(), "{charged:?}");
        host.stop().await;
    }
}
