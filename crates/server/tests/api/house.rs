//! Engines that fail, and games that go on all the same.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use ludoteca_server::{MoveFinder, ServerSettings, ThinkTask};
use serde_json::json;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection, SqliteConnection};
use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};

use crate::client::PATIENCE;
use crate::host::{Host, is_about_files};

/// Plays the first legal move.
async fn first_move(task: ThinkTask) -> Option<String> {
    task.position.steps().into_iter().next()
}

/// One engine panics when it is asked, one panics later, one finds no move, and one plays an
/// illegal move: each is asked again.
#[tokio::test]
async fn engines_that_fail_are_asked_again() {
    let asked = Arc::new(AtomicUsize::new(0));
    let brain = {
        let asked = Arc::clone(&asked);
        MoveFinder::new(move |task| match asked.fetch_add(1, Ordering::Relaxed) {
            0 => panic!("an engine fails at once"),
            1 => Box::pin(async { panic!("an engine fails while it thinks") }),
            2 => Box::pin(async { None }),
            3 => Box::pin(async { Some("9 9".to_owned()) }),
            _ => Box::pin(first_move(task)),
        })
    };
    let host = Host::with(|settings: &mut ServerSettings| settings.move_finder = brain).await;
    let ada = host.bot("Ada").await;
    let mut socket = ada.socket().await;
    let seats = json!([{ "kind": "engine", "level": 1 }, { "kind": "me" }]);
    let (id, _) = ada.make(json!({ "game": "ttt", "seats": seats })).await;
    if socket.watch(&id).await["next"]["seat"] == 1 {
        socket.until_table(|table| table["next"]["seat"] == 2).await;
    }
    assert_eq!(asked.load(Ordering::Relaxed), 5);
    // A failed engine does not keep its permit: there is only one, and the next move takes it.
    ada.step(&id, "2 2").await.well();
    socket.until_table(|table| table["state"].as_u64() > Some(2)).await;
}

/// While a table cannot be read, nobody moves there. Once it can be read, the engine moves.
#[tokio::test]
async fn a_game_goes_on_once_its_table_can_be_read_again() {
    if !is_about_files("a_game_goes_on_once_its_table_can_be_read_again") {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let file = Host::file(&folder);
    let (asked, mut is_asked) = mpsc::unbounded_channel();
    let (answer, answers) = tokio::sync::watch::channel(false);
    let brain = MoveFinder::new(move |task| {
        let (asked, mut answers) = (asked.clone(), answers.clone());
        Box::pin(async move {
            let _ = asked.send(());
            let _ = answers.wait_for(|may| *may).await;
            first_move(task).await
        })
    });
    let host = Host::open(folder, |settings| settings.move_finder = brain);
    let ada = host.bot("Ada").await;
    let seats = json!([{ "kind": "engine", "level": 1 }, { "kind": "me" }]);
    let (id, _) = ada.make(json!({ "game": "ttt", "seats": seats })).await;
    is_asked.recv().await.expect("the engine is asked");
    // An unreadable row stands in the place of the engine's move.
    let mut connection =
        SqliteConnection::connect_with(&SqliteConnectOptions::new().filename(file))
            .await
            .expect("it opens");
    let spoil = "INSERT INTO facts (table_id, number, fact) SELECT table_id, max(number) + 1, 'spoilt' FROM facts WHERE table_id = ?";
    sqlx::query(spoil).bind(&id).execute(&mut connection).await.expect("it is written");
    answer.send_replace(true);
    let table = format!("/api/tables/{id}");
    while ada.get(&table).await.status == 200 {}
    // It stays there while the engine is asked to move again.
    sleep(Duration::from_secs(3)).await;
    assert_eq!(ada.get(&table).await.status, 503);
    sqlx::query("DELETE FROM facts WHERE fact = 'spoilt'")
        .execute(&mut connection)
        .await
        .expect("it is written");
    let moved = async { while ada.see(&id).await["next"]["seat"] != 2 {} };
    timeout(PATIENCE, moved).await.expect("the engine moves");
}
