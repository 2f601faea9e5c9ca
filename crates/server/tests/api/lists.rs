//! Lists show what the file has of each table: no game is replayed for them.

use std::path::Path;

use serde_json::{Value, json};
use sqlx::migrate::Migrator;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection, Row, SqliteConnection};
use tempfile::TempDir;

use crate::client::{Bot, PATIENCE, request};
use crate::host::{Host, is_about_files};

/// The number of steps after which the game is over; no page of steps holds them all.
const STEPS: usize = 1100;

/// Opens the database of a server that was stopped.
pub async fn open(file: &Path) -> SqliteConnection {
    let options = SqliteConnectOptions::new().filename(file).create_if_missing(true);
    SqliteConnection::connect_with(&options).await.expect("it opens")
}

/// Changes the database.
pub async fn execute(connection: &mut SqliteConnection, query: &'static str, values: &[&str]) {
    let mut query = sqlx::query(query);
    for value in values {
        query = query.bind((*value).to_owned());
    }
    query.execute(connection).await.expect("it is written");
}

/// How many games the server has replayed since it started.
async fn replays(host: &Host) -> u64 {
    let metrics = request(host.address, None, "GET", "/metrics", None).await.body;
    let count = metrics.lines().find_map(|line| line.strip_prefix("ludoteca_replays_total "));
    count.and_then(|count| count.parse().ok()).expect("a number")
}

/// All pages of a list.
async fn list(bot: &Bot, which: &str) -> Vec<Value> {
    let (mut all, mut before) = (Vec::new(), String::new());
    loop {
        let page = bot.get(&format!("/api/tables?which={which}{before}")).await.well();
        all.extend(page["tables"].as_array().expect("a list").iter().cloned());
        match page["next"].as_i64() {
            Some(next) => before = format!("&before={next}"),
            None => return all,
        }
    }
}

/// The list entry of one table, without the parts that depend on the time and on who is present.
async fn entry(bot: &Bot, which: &str, id: &str) -> Value {
    let mut all = list(bot, which).await;
    let at = all
        .iter()
        .position(|table| table["id"] == id)
        .unwrap_or_else(|| panic!("{id} is not in {which}"));
    let mut table = all.swap_remove(at);
    for field in ["now_at", "claim_at"] {
        table[field] = Value::Null;
    }
    for seat in table["seats"].as_array_mut().expect("seats") {
        (seat["here"], seat["away_at"]) = (Value::Null, Value::Null);
    }
    table
}

/// A long game of one person that ended by resignation.
async fn finished(ada: &Bot) -> String {
    let seats = json!([{ "kind": "me" }, { "kind": "me" }]);
    let (id, _) =
        ada.make(json!({ "game": "ataxx no-progress=0", "seats": seats, "listed": true })).await;
    let mut socket = ada.socket().await;
    for (at, step) in
        ["0 0 2 0", "0 6 2 6", "2 0 0 0", "2 6 0 6"].iter().cycle().take(STEPS).enumerate()
    {
        socket
            .say(
                json!({ "type": "deed", "table": id, "do": "move", "step": step, "state": at + 1 }),
            )
            .await;
    }
    for _ in 0..STEPS {
        assert_eq!(socket.hear().await.expect("an answer")["type"], "done");
    }
    ada.command(&id, json!({ "do": "resign", "seat": 1 })).await.well();
    id
}

/// Copies a table in the file this many times.
async fn copy(folder: &TempDir, id: &str, copies: usize) {
    let mut connection = open(&Host::file(folder)).await;
    execute(&mut connection, "BEGIN", &[]).await;
    for number in 0..copies {
        let (copy, place) = (format!("copy-{number}"), (1000 + number).to_string());
        let rows = [
            "INSERT INTO facts (table_id, number, fact) SELECT ?2, number, fact FROM facts WHERE table_id = ?1",
            "INSERT INTO seats SELECT ?2, seat, player FROM seats WHERE table_id = ?1",
            "INSERT INTO summaries SELECT ?2, replace(summary, ?1, ?2) FROM summaries WHERE table_id = ?1",
        ];
        for row in rows {
            execute(&mut connection, row, &[id, &copy]).await;
        }
        let table = "INSERT INTO tables (id, game, stage, listed, turn, maker, due, state, next) \
             SELECT ?2, game, stage, listed, CAST(?3 AS INTEGER), maker, due, state, next FROM tables WHERE id = ?1";
        execute(&mut connection, table, &[id, &copy, &place]).await;
    }
    execute(&mut connection, "COMMIT", &[]).await;
    connection.close().await.expect("it closes");
}

#[tokio::test]
async fn a_thousand_long_games_are_listed_without_playing_one_again() {
    if !is_about_files("a_thousand_long_games_are_listed_without_playing_one_again") {
        return;
    }
    let host = Host::start().await;
    let ada = host.bot("Ada").await;
    let id = finished(&ada).await;
    let before = entry(&ada, "over", &id).await;
    assert_eq!((&before["state"], &before["stage"]), (&json!(STEPS + 2), &json!("over")));
    assert_eq!(before["result"], json!({ "kind": "won", "seat": 2 }));
    let folder = host.stop().await;
    copy(&folder, &id, 1000).await;
    let host = Host::open(folder, |_| {});
    let ada = ada.at(host.address);
    for which in ["over", "mine"] {
        let all = list(&ada, which).await;
        assert_eq!(all.len(), 1001, "{which}");
        assert!(
            all.iter().all(|table| table["facts"] == before["facts"] && table["title"] == "Ataxx")
        );
        assert_eq!(
            entry(&ada, which, &id).await,
            before,
            "the file says the same as the table itself"
        );
    }
    assert_eq!(replays(&host).await, 0);
    // Looking at one of them replays its game, once.
    assert_eq!(ada.see("copy-7").await["steps"]["from"], json!(STEPS - 1000));
    assert_eq!(ada.get("/api/tables/copy-7/positions/3").await.status, 200);
    assert_eq!(replays(&host).await, 1);
}

#[tokio::test]
async fn lists_know_how_games_stand() {
    let host = Host::start().await;
    let (ada, ben) = (host.bot("Ada").await, host.bot("Ben").await);
    // One table waits for a friend, one is being played, and one is over and has a rematch.
    let friend = json!([{ "kind": "me" }, { "kind": "friend" }]);
    let open = json!([{ "kind": "me" }, { "kind": "open" }]);
    let (waiting, invites) =
        ada.make(json!({ "game": "ttt", "seats": friend, "listed": true })).await;
    let (playing, _) =
        ada.make(json!({ "game": "cn rows=5 cols=5", "seats": open, "listed": true })).await;
    ben.command(&playing, json!({ "do": "sit", "seat": 2 })).await.well();
    for (bot, step) in [(&ada, "1 1"), (&ben, "2 2"), (&ada, "3 3")] {
        bot.step(&playing, step).await.well();
    }
    ben.command(&playing, json!({ "do": "chat", "text": "hm" })).await.well();
    let (over, _) = ada.make(json!({ "game": "ttt", "seats": open, "listed": true })).await;
    ben.command(&over, json!({ "do": "sit", "seat": 2 })).await.well();
    ben.command(&over, json!({ "do": "resign" })).await.well();
    for bot in [&ada, &ben] {
        bot.command(&over, json!({ "do": "offer", "what": "rematch" })).await.well();
    }
    let lists = [
        ("open", &waiting),
        ("playing", &playing),
        ("over", &over),
        ("mine", &playing),
        ("mine", &waiting),
    ];
    let mut before = Vec::new();
    for (which, id) in lists {
        before.push(entry(&ada, which, id).await);
    }
    assert_eq!(
        (&before[1]["next"], &before[1]["state"]),
        (&json!({ "kind": "move", "seat": 2 }), &json!(4))
    );
    assert!(before[2]["rematch"].is_string());
    assert_eq!(before[0]["seats"][1]["invite"], invites["2"]);

    // Nobody has looked at them since the server was restarted.
    let host = host.restart().await;
    let (ada, ben) = (ada.at(host.address), ben.at(host.address));
    for ((which, id), before) in lists.iter().zip(&before) {
        assert_eq!(entry(&ada, which, id).await, *before, "{which}");
    }
    assert_eq!(
        entry(&ben, "open", &waiting).await["seats"][1].get("invite"),
        None,
        "a code is for who made the table"
    );
    assert_eq!(entry(&ben, "mine", &playing).await["seats"][1]["you"], true);
    assert_eq!(replays(&host).await, 0);
}

/// A file as version 0.1.0 left it, with these tables of another file.
async fn made_before(folder: &TempDir, tables: &[String]) -> TempDir {
    let old = tempfile::tempdir().expect("a folder");
    let mut connection = open(&Host::file(&old)).await;
    let migrations = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations/sqlite");
    let migrations = Migrator::new(migrations).await.expect("the folder can be read");
    migrations.run_to(1, &mut connection).await.expect("the first version of the file");
    let mut from = open(&Host::file(folder)).await;
    for row in sqlx::query("SELECT id, name, token_hash FROM players")
        .fetch_all(&mut from)
        .await
        .expect("rows")
    {
        let values: Vec<String> = (0..3).map(|at| row.get(at)).collect();
        let values: Vec<&str> = values.iter().map(String::as_str).collect();
        execute(&mut connection, "INSERT INTO players VALUES (?, ?, ?, 0)", &values).await;
    }
    for (place, id) in tables.iter().enumerate() {
        let facts = sqlx::query("SELECT number, fact FROM facts WHERE table_id = ?").bind(id);
        for row in facts.fetch_all(&mut from).await.expect("rows") {
            let (number, fact): (i64, String) = (row.get(0), row.get(1));
            let values = [id.as_str(), &number.to_string(), &fact];
            execute(
                &mut connection,
                "INSERT INTO facts VALUES (?, CAST(? AS INTEGER), ?)",
                &values,
            )
            .await;
        }
        let row = sqlx::query("SELECT game, stage, maker FROM tables WHERE id = ?").bind(id);
        let row = row.fetch_one(&mut from).await.expect("a row");
        let (game, stage, maker): (String, String, String) = (row.get(0), row.get(1), row.get(2));
        let values = [id.as_str(), &game, &stage, &(place + 1).to_string(), &maker];
        execute(
            &mut connection,
            "INSERT INTO tables VALUES (?, ?, ?, 1, CAST(? AS INTEGER), ?, NULL)",
            &values,
        )
        .await;
    }
    for connection in [connection, from] {
        connection.close().await.expect("it closes");
    }
    old
}

#[tokio::test]
async fn tables_of_an_older_version_are_listed_at_once_and_whole_by_and_by() {
    if !is_about_files("tables_of_an_older_version_are_listed_at_once_and_whole_by_and_by") {
        return;
    }
    let host = Host::start().await;
    let (ada, ben) = (host.bot("Ada").await, host.bot("Ben").await);
    let open_seats = json!([{ "kind": "me" }, { "kind": "open" }]);
    let mut tables = Vec::new();
    for _ in 0..40 {
        let (id, _) = ada.make(json!({ "game": "ttt", "seats": open_seats, "listed": true })).await;
        ben.command(&id, json!({ "do": "sit", "seat": 2 })).await.well();
        ada.step(&id, "1 1").await.well();
        ben.command(&id, json!({ "do": "resign" })).await.well();
        tables.push(id);
    }
    let last = tables[39].clone();
    let before = entry(&ada, "over", &last).await;
    let folder = made_before(&host.stop().await, &tables).await;
    // One table is damaged somewhere, another one at its beginning.
    let mut connection = open(&Host::file(&folder)).await;
    let spoil = "UPDATE facts SET fact = '{' WHERE table_id = ? AND number = CAST(? AS INTEGER)";
    execute(&mut connection, spoil, &[&tables[38], "3"]).await;
    execute(&mut connection, spoil, &[&tables[37], "0"]).await;
    connection.close().await.expect("it closes");

    let host = Host::open(folder, |_| {});
    let ada = ada.at(host.address);
    let is_listed = |all: &[Value]| {
        let found: Vec<&Value> = all.iter().map(|table| &table["id"]).collect();
        let expected: Vec<&String> = tables.iter().rev().filter(|id| **id != tables[37]).collect();
        assert!(
            found.iter().zip(&expected).all(|(found, id)| *found == id.as_str())
                && found.len() == 39,
            "{found:?}"
        );
    };
    let all = list(&ada, "over").await;
    is_listed(&all);
    assert!(all.iter().all(|table| table["stage"] == "over" && table["seats"][0]["name"] == "Ada"));
    let filled = async {
        while list(&ada, "over").await.iter().filter(|table| table["result"].is_object()).count()
            < 38
        {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(PATIENCE, filled)
        .await
        .expect("all but the damaged ones are looked through");
    assert_eq!(entry(&ada, "over", &last).await, before, "as if it had never been another version");
    is_listed(&list(&ada, "over").await);

    // The summaries are stored: the next start only tries the damaged tables again.
    let host = host.restart().await;
    let ada = ada.at(host.address);
    is_listed(&list(&ada, "over").await);
    assert_eq!(entry(&ada, "over", &last).await, before);
    assert!(replays(&host).await <= 2);
}
