//! The server is killed in the middle of many games. Everything that it told anybody is there when
//! it starts again.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use ludoteca_games::catalog;
use ludoteca_play::record;
use serde_json::{Value, json};
use tokio::sync::Notify;
use tokio::task::JoinSet;

use crate::client::{Bot, Chance, Socket};
use crate::serve::Serving;

const GAMES: [&str; 6] =
    ["ataxx rows=5 cols=5", "breakthrough", "owari", "attt", "alquerque", "cn"];

/// In this game the server rolls the dice and takes its time, so the game need not end.
const WITH_DICE: &str = "dawn";

const PAIRS: usize = 10;
const TABLES: usize = 6;
const KILLS: usize = 3;

/// The steps of each table, as a player saw them.
type Seen = BTreeMap<String, Vec<Value>>;

#[tokio::test]
async fn no_acknowledged_step_is_lost() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut server = Serving::start(folder.path(), "--log none", None);
    let mut players: Vec<(Bot, Seen)> = set_out(server.address).await;
    let mut chance = Chance::new(1);
    for round in 0..=KILLS {
        let (heard, enough) = (Arc::new(AtomicUsize::new(0)), Arc::new(Notify::new()));
        // The server is killed at a moment that differs in each round. In the last round it is not
        // killed.
        let moment = if round < KILLS { 50 + chance.below(500) } else { usize::MAX };
        let mut games = JoinSet::new();
        for (number, (bot, seen)) in players.drain(..).enumerate() {
            let mut socket = bot.at(server.address).socket().await;
            let (heard, enough) = (Arc::clone(&heard), Arc::clone(&enough));
            let tell = move || {
                if heard.fetch_add(1, Ordering::Relaxed) + 1 == moment {
                    enough.notify_one();
                }
            };
            games.spawn(async move {
                let seen =
                    play(&mut socket, seen, Chance::new((100 * round + number) as u64), tell).await;
                (bot, seen)
            });
        }
        if round < KILLS {
            enough.notified().await;
            server.kill();
            server = Serving::start(folder.path(), "--log none", None);
        }
        players = games.join_all().await;
        for (bot, seen) in &players {
            check_kept(&bot.at(server.address), seen).await;
        }
    }
    let (mut over, address) = (0, server.address);
    for (bot, seen) in players.iter().step_by(2) {
        for table in seen.keys() {
            over += usize::from(check_ended(&bot.at(address), table).await);
        }
    }
    assert!(over >= PAIRS * (TABLES - 1), "{over} games have ended");
}

/// Seats pairs of players at tables and begins their games.
async fn set_out(address: SocketAddr) -> Vec<(Bot, Seen)> {
    let mut players = Vec::new();
    for pair in 0..PAIRS {
        let (one, other) = (Bot::new(address, "one").await, Bot::new(address, "other").await);
        let mut seen = Seen::new();
        for table in 0..TABLES {
            let game = if table == 0 { WITH_DICE } else { GAMES[(pair + table) % GAMES.len()] };
            let (id, _) = one
                .make(json!({ "game": game, "seats": [{ "kind": "me" }, { "kind": "open" }] }))
                .await;
            other.command(&id, json!({ "do": "sit", "seat": 2 })).await.well();
            seen.insert(id, Vec::new());
        }
        players.extend([(one, seen.clone()), (other, seen)]);
    }
    players
}

/// Plays at all tables until the server is gone or the games are over. Games with dice only need to
/// go on. Returns what was seen.
async fn play(socket: &mut Socket, mut seen: Seen, mut chance: Chance, heard: impl Fn()) -> Seen {
    for table in seen.keys() {
        socket.say(json!({ "type": "watch", "table": table, "scene": false })).await;
    }
    let mut waits_for: BTreeMap<String, usize> =
        seen.iter().map(|(id, steps)| (id.clone(), steps.len())).collect();
    let mut answered = BTreeMap::new();
    while let Some(message) = socket.hear().await {
        assert_ne!(message["type"], "error", "{message}");
        if message["type"] != "table" {
            continue;
        }
        let table = &message["table"];
        let id = table["id"].as_str().expect("an id");
        let steps = seen.get_mut(id).expect("one of the tables");
        steps.truncate(table["steps"]["from"].as_u64().expect("a number") as usize);
        steps.extend(table["steps"]["list"].as_array().expect("a list").iter().cloned());
        heard();
        if let Some(step) =
            chance.choose(table).filter(|_| answered.get(id) != Some(&table["state"]))
        {
            answered.insert(id.to_owned(), table["state"].clone());
            let command = json!({ "type": "deed", "table": id, "do": "move", "step": step, "state": table["state"] });
            socket.say(command).await;
        }
        let goes_on = table["game_id"] == WITH_DICE
            && waits_for.get(id).is_some_and(|before| steps.len() > *before);
        if table["stage"] == "over" || goes_on {
            waits_for.remove(id);
        }
        if waits_for.is_empty() {
            break;
        }
    }
    seen
}

/// Checks that every table is as it was last seen, or has gone on from there.
async fn check_kept(bot: &Bot, seen: &Seen) {
    for (id, steps) in seen {
        let table = bot.see(id).await;
        let kept = table["steps"]["list"].as_array().expect("a list");
        assert!(kept.starts_with(steps), "{id}: {steps:?} was seen, {kept:?} is kept");
    }
}

/// Checks that the record of a table can be read. Returns whether the game is over.
async fn check_ended(bot: &Bot, id: &str) -> bool {
    let text = bot.get(&format!("/api/tables/{id}/record")).await.body;
    let records = record::read(&text, &catalog::open_line)
        .unwrap_or_else(|damaged| panic!("{damaged}: {text}"));
    records[0].ending.is_some()
}
