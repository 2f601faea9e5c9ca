//! What is stored about people, for how long, and how they are erased.

use std::time::Duration;

use ludoteca_server::{DataError, Pruned, StoreError, delete_player, prune};
use serde_json::{Value, json};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection, SqliteConnection};
use tempfile::TempDir;

use crate::client::{Answer, Bot, names, request};
use crate::games::read_record;
use crate::host::{Host, StoreKind, is_about_files};

/// A name that occurs nowhere else.
const NAME: &str = "Zaphod Beeblebrox";
const WORDS: &str = "so long and thanks";

async fn forget(bot: &Bot, body: Value) -> Answer {
    request(bot.address, Some(&bot.token), "DELETE", "/api/me", Some(&body)).await
}

/// Two people play and one watches; the first makes all the tables. Returns a game in progress, one
/// that is over, and one that waits.
async fn live(ada: &Bot, zap: &Bot) -> [String; 3] {
    let proposal =
        json!({ "game": "ttt", "seats": [{ "kind": "me" }, { "kind": "open" }], "listed": true });
    let mut tables = Vec::new();
    for _ in 0..2 {
        let (id, _) = ada.make(proposal.clone()).await;
        zap.command(&id, json!({ "do": "sit", "seat": 2 })).await.well();
        ada.step(&id, "1 1").await.well();
        zap.step(&id, "0 0").await.well();
        zap.command(&id, json!({ "do": "chat", "text": WORDS })).await.well();
        tables.push(id);
    }
    zap.command(&tables[1], json!({ "do": "resign" })).await.well();
    zap.command(&tables[1], json!({ "do": "variation", "after": 1, "steps": ["2 2"] }))
        .await
        .well();
    tables.push(
        zap.make(json!({ "game": "ttt", "seats": [{ "kind": "me" }, { "kind": "open" }], "request": "mine" })).await.0,
    );
    tables.try_into().expect("three tables")
}

/// Is this text in what a stopped server has stored?
fn is_kept(folder: &TempDir, text: &str) -> bool {
    Host::stored(folder).windows(text.len()).any(|window| window == text.as_bytes())
}

#[tokio::test]
async fn whoever_wants_to_be_forgotten_is() {
    let host = Host::start().await;
    let (ada, zap) = (host.bot("Ada").await, host.bot(NAME).await);
    let [going, over, waiting] = live(&ada, &zap).await;
    // They only wrote a chat line at one table, and another table is analysed.
    let (watched, _) =
        ada.make(json!({ "game": "ttt", "seats": [{ "kind": "me" }, { "kind": "me" }] })).await;
    zap.command(&watched, json!({ "do": "chat", "text": WORDS })).await.well();
    ada.command(&watched, json!({ "do": "mute", "player": zap.id })).await.well();
    ada.post(&format!("/api/tables/{over}/analysis"), json!({})).await.well();
    while ada.get(&format!("/api/tables/{over}/analysis")).await.well()["status"] != "done" {}
    let before = read_record(&ada, &over).await;
    let known = ada.see(&over).await["facts"].clone();
    let (mut socket, mut watcher) = (zap.socket().await, ada.socket().await);
    watcher.watch(&going).await;

    for not_meant in [json!({}), json!({ "confirm": false }), json!({ "confirm": 1 })] {
        assert_eq!(forget(&zap, not_meant).await.refused(), "bad_request");
    }
    assert_eq!(forget(&zap, json!({ "confirm": true })).await.well(), json!({ "tables": 4 }));

    // Their token is no longer valid, and their connections end.
    assert_eq!(zap.get("/api/me").await.refused(), "no_token");
    assert_eq!(
        zap.command(&going, json!({ "do": "chat", "text": "still here" })).await.refused(),
        "no_token"
    );
    assert_eq!(socket.hear().await.expect("news")["type"], "bye");
    assert_eq!(socket.hear().await, None, "the server hangs up");

    // The others receive the change at once, and keep their games.
    let told = watcher.until_table(|table| table["seats"][1]["name"] == "former player").await;
    assert_eq!((&told["stage"], &told["reason"]), (&json!("over"), &json!("former player left")));
    assert!(
        !told.to_string().contains(NAME)
            && !told.to_string().contains(WORDS)
            && !told.to_string().contains(&zap.id)
    );
    assert_eq!(told["chat"]["list"][0]["text"], "");
    let seen = ada.see(&over).await;
    assert_eq!(
        (names(&seen), &seen["variations"][0]["name"]),
        (json!(["Ada", "former player"]), &json!("former player"))
    );
    assert_eq!(seen["reason"], "former player resigned");
    let since = ada.get(&format!("/api/tables/{over}?since={known}")).await.well();
    assert_eq!(since["chat"]["list"][0]["text"], "", "who knows it already learns that it is gone");
    let after = read_record(&ada, &over).await;
    assert_eq!((after.steps.len(), &after.seed), (before.steps.len(), &before.seed));
    let analysed = ada.get(&format!("/api/tables/{over}/record?analysis=true")).await;
    assert!(
        analysed.status == 200
            && analysed.body.contains("former player")
            && !analysed.body.contains(NAME)
    );
    assert_eq!(ada.see(&waiting).await["stage"], "closed");
    let seen = ada.see(&watched).await;
    assert_eq!(
        (&seen["chat"]["list"][0]["text"], &seen["muted"][0]["name"]),
        (&json!(""), &json!("former player"))
    );

    // Nothing of them is left in the file, and it can be read as before.
    let host = host.restart().await;
    let ada = ada.at(host.address);
    assert_eq!(names(&ada.see(&going).await), json!(["Ada", "former player"]));
    assert_eq!(zap.at(host.address).get("/api/me").await.refused(), "no_token");
    let listed = ada.get("/api/tables?which=over").await.well();
    assert!(
        listed.to_string().contains("former player") && !listed.to_string().contains(NAME),
        "{listed}"
    );
    let folder = host.stop().await;
    for text in [NAME, WORDS, &zap.id] {
        assert!(!is_kept(&folder, text), "`{text}` is still in the file");
    }
    assert!(is_kept(&folder, "Ada"));
}

/// Files of earlier versions do not say at which tables somebody was. The server finds that out
/// when it first opens them.
#[tokio::test]
async fn people_of_earlier_versions_are_found() {
    if !is_about_files("people_of_earlier_versions_are_found") {
        return;
    }
    let host = Host::start().await;
    let (ada, zap) = (host.bot("Ada").await, host.bot(NAME).await);
    live(&ada, &zap).await;
    let (watched, _) =
        ada.make(json!({ "game": "ttt", "seats": [{ "kind": "me" }, { "kind": "me" }] })).await;
    zap.command(&watched, json!({ "do": "chat", "text": WORDS })).await.well();
    let folder = host.stop().await;
    // Overwritten data must not stay in the file either.
    let options =
        SqliteConnectOptions::new().filename(Host::file(&folder)).pragma("secure_delete", "ON");
    let mut file = SqliteConnection::connect_with(&options).await.expect("the file");
    for query in [
        "DROP TABLE people",
        "ALTER TABLE players DROP COLUMN seen_at",
        "DELETE FROM _sqlx_migrations WHERE version = 4",
        "UPDATE facts SET fact = 'damaged' WHERE table_id = (SELECT min(table_id) FROM facts) AND number = 1",
    ] {
        sqlx::query(query).execute(&mut file).await.expect("it is changed");
    }
    file.close().await.expect("it is closed");
    let host = Host::open(folder, |_| {});
    let zap = zap.at(host.address);
    assert_eq!(zap.get("/api/me/data").await.well()["tables"].as_array().map(Vec::len), Some(4));
    assert_eq!(forget(&zap, json!({ "confirm": true })).await.well(), json!({ "tables": 4 }));
    let folder = host.stop().await;
    for text in [NAME, WORDS, &zap.id] {
        assert!(!is_kept(&folder, text), "`{text}` is still in the file");
    }
}

#[tokio::test]
async fn people_see_what_is_kept_about_them() {
    let host = Host::start().await;
    let (ada, zap) = (host.bot("Ada").await, host.bot(NAME).await);
    let [going, over, waiting] = live(&ada, &zap).await;
    assert_eq!(
        request(host.address, None, "GET", "/api/me/data", None).await.refused(),
        "no_token"
    );
    let data = zap.get("/api/me/data").await.well();
    assert_eq!(
        (&data["player"], &data["name"], &data["next"]),
        (&json!(zap.id), &json!(NAME), &json!(null))
    );
    assert!(
        data["created_at"].as_u64() > Some(0)
            && data["seen_at"].as_u64() >= data["created_at"].as_u64()
    );
    let tables = data["tables"].as_array().expect("tables");
    assert_eq!(tables.len(), 3);
    let at = |id: &str| tables.iter().find(|table| table["table"] == id).expect("a table");
    assert_eq!((&at(&going)["seats"], &at(&going)["maker"]), (&json!([2]), &json!(false)));
    assert_eq!((&at(&waiting)["seats"], &at(&waiting)["maker"]), (&json!([1]), &json!(true)));
    for kind in ["sat", "said", "varied"] {
        let facts = at(&over)["facts"].as_array().expect("facts");
        assert!(facts.iter().any(|fact| fact["fact"] == kind), "{facts:?}");
    }
    assert!(!data.to_string().contains("seed"), "what others do not know yet is not told");
    // The data comes in pages.
    let rest = zap
        .get(&format!("/api/me/data?after={}", tables[0]["table"].as_str().expect("an id")))
        .await
        .well();
    assert_eq!(rest["tables"].as_array().map(Vec::len), Some(2));
}

#[tokio::test]
async fn games_are_kept_for_so_long() {
    let host = Host::start().await;
    let (ada, zap, idle) = (host.bot("Ada").await, host.bot(NAME).await, host.bot("Idle").await);
    let [going, over, waiting] = live(&ada, &zap).await;
    zap.command(&waiting, json!({ "do": "close" })).await.well();
    ada.post(&format!("/api/tables/{over}/analysis"), json!({})).await.well();
    while ada.get(&format!("/api/tables/{over}/analysis")).await.well()["status"] != "done" {}
    let folder = host.stop().await;
    let young = prune(Host::settings(folder.path()), Duration::from_secs(3600))
        .await
        .expect("it can be read");
    assert_eq!(young, Pruned::default(), "nothing is that old");
    let old =
        prune(Host::settings(folder.path()), Duration::ZERO).await.expect("it can be written");
    assert_eq!(old, Pruned { tables: 2, players: 1 });
    assert!(!is_kept(&folder, &over) && !is_kept(&folder, &waiting) && !is_kept(&folder, "Idle"));
    let host = Host::open(folder, |_| {});
    let (ada, idle) = (ada.at(host.address), idle.at(host.address));
    for gone in [&over, &waiting] {
        assert_eq!(ada.get(&format!("/api/tables/{gone}")).await.refused(), "not_found");
    }
    assert_eq!(idle.get("/api/me").await.refused(), "no_token");
    // A game that is not over goes on.
    ada.step(&going, "2 2").await.well();
    assert_eq!(
        ada.get("/api/tables?which=mine").await.well()["tables"].as_array().map(Vec::len),
        Some(1)
    );
}

#[tokio::test]
async fn players_are_deleted_while_the_server_is_stopped() {
    let host = Host::start().await;
    let (ada, zap) = (host.bot("Ada").await, host.bot(NAME).await);
    let [going, ..] = live(&ada, &zap).await;
    let folder = host.stop().await;
    let unknown = delete_player(Host::settings(folder.path()), "nobody").await;
    assert!(matches!(unknown, Err(DataError::NoPlayer(_))), "{unknown:?}");
    let host = Host::open(folder, |_| {});
    // A file has one server; a database may have others.
    let mut deleted = delete_player(Host::settings(host.folder()), &zap.id).await;
    let is_file = StoreKind::wanted() == StoreKind::File;
    let is_in_use = matches!(deleted, Err(DataError::Store(StoreError::InUse(_))));
    assert_eq!(is_in_use, is_file, "{deleted:?}");
    let folder = host.stop().await;
    if is_file {
        deleted = delete_player(Host::settings(folder.path()), &zap.id).await;
    }
    assert_eq!(deleted.expect("it can be written"), 3);
    for text in [NAME, WORDS, &zap.id] {
        assert!(!is_kept(&folder, text), "`{text}` is still in the file");
    }
    let host = Host::open(folder, |_| {});
    let seen = ada.at(host.address).see(&going).await;
    assert_eq!((names(&seen), &seen["stage"]), (json!(["Ada", "former player"]), &json!("over")));
}
