//! Clocks that the server keeps.

use serde_json::{Value, json};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection, SqliteConnection};

use crate::client::Bot;
use crate::host::{Host, is_about_files};

const HOUR: u64 = 60 * 60 * 1000;

/// Two people at a table with a clock; the game has begun.
async fn two(host: &Host, clock: Value) -> (Bot, Bot, String) {
    let (ada, ben) = (host.bot("Ada").await, host.bot("Ben").await);
    let seats = json!([{ "kind": "me" }, { "kind": "open" }]);
    let (id, _) = ada.make(json!({ "game": "ttt", "seats": seats, "clock": clock })).await;
    assert_eq!(
        ada.see(&id).await["clock"]["running"],
        Value::Null,
        "nobody's time runs before the game"
    );
    ben.command(&id, json!({ "do": "sit", "seat": 2 })).await.well();
    (ada, ben, id)
}

/// The time that a seat has left; seats count from 1.
fn left(table: &Value, seat: usize) -> u64 {
    table["clock"]["left_ms"][seat - 1].as_u64().unwrap_or_else(|| panic!("no clock: {table}"))
}

#[tokio::test]
async fn time_is_counted() {
    let host = Host::start().await;
    let day = 24 * HOUR;
    let rows = [
        (json!({ "kind": "move", "seconds": 3600 }), HOUR, 0),
        (json!({ "kind": "days", "days": 3 }), 3 * day, 0),
        (json!({ "kind": "game", "seconds": 3600 }), HOUR, 0),
        (json!({ "kind": "game", "seconds": 3600, "increment": 60 }), HOUR, 60_000),
    ];
    for (clock, whole, increment) in rows {
        let (ada, ben, id) = two(&host, clock.clone()).await;
        let begun = ada.see(&id).await;
        assert_eq!(
            (&begun["clock"]["running"], &begun["clock"]["kind"]),
            (&json!(1), &clock["kind"])
        );
        assert_eq!(left(&begun, 2), whole);
        let ends = begun["clock"]["ends_at"].as_u64().expect("a time")
            - begun["now_at"].as_u64().expect("a time");
        assert!(left(&begun, 1) == ends && ends <= whole && ends > whole - HOUR / 2, "{begun}");
        let moved = ada.step(&id, "1 1").await.well()["table"].take();
        assert_eq!(moved["clock"]["running"], 2);
        assert!(
            left(&moved, 1) <= whole + increment && left(&moved, 1) > whole + increment - HOUR / 2,
            "{moved}"
        );
        assert_eq!(moved["steps"]["list"][0]["clock_ms"].as_u64(), Some(left(&moved, 1)));
        ben.step(&id, "2 2").await.well();
        let over = ada.command(&id, json!({ "do": "resign" })).await.well()["table"].take();
        assert_eq!(
            (&over["clock"]["running"], &over["clock"]["ends_at"]),
            (&Value::Null, &Value::Null)
        );
    }
    let none = json!([
        { "kind": "move", "seconds": 0 }, { "kind": "move", "seconds": 86_401 }, { "kind": "days", "days": 31 },
        { "kind": "game", "seconds": 60, "increment": 3601 }, { "kind": "game", "seconds": u64::MAX },
        { "kind": "sand" }, { "kind": "move" }, { "kind": "move", "seconds": -1 }, 7
    ]);
    let ada = host.bot("Ada").await;
    for clock in none.as_array().expect("a list") {
        let proposal = json!({ "game": "ttt", "seats": [{ "kind": "me" }, { "kind": "open" }], "clock": clock });
        assert_eq!(ada.post("/api/tables", proposal).await.refused(), "bad_request", "{clock}");
    }
}

#[tokio::test]
async fn who_runs_out_of_time_loses() {
    let host = Host::start().await;
    let clocks = [
        json!({ "kind": "move", "seconds": 1 }),
        json!({ "kind": "game", "seconds": 1, "increment": 1 }),
    ];
    for clock in clocks {
        let (ada, ben, id) = two(&host, clock).await;
        let mut socket = ben.socket().await;
        let table = socket.watch(&id).await;
        if table["stage"] == "playing" {
            socket.until_table(|table| table["stage"] == "over").await;
        }
        let over = ada.see(&id).await;
        assert_eq!(
            (&over["result"], &over["reason"]),
            (&json!({ "kind": "won", "seat": 2 }), &json!("Ada ran out of time"))
        );
        assert_eq!((left(&over, 1), ada.step(&id, "1 1").await.refused().as_str()), (0, "refused"));
    }
    // In a game of three, an engine plays on for the player who has run out of time.
    let (ada, ben) = (host.bot("Ada").await, host.bot("Ben").await);
    let seats = json!([{ "kind": "me" }, { "kind": "open" }, { "kind": "random" }]);
    let clock = json!({ "kind": "move", "seconds": 1 });
    let (id, _) =
        ada.make(json!({ "game": "ataxx seats=3", "seats": seats, "clock": clock })).await;
    ben.command(&id, json!({ "do": "sit", "seat": 2 })).await.well();
    let mut socket = ben.socket().await;
    socket.watch(&id).await;
    let over = socket.until_table(|table| table["stage"] == "over").await;
    assert_eq!(
        over["result"],
        json!({ "kind": "stopped" }),
        "then Ben has none, and nobody is left"
    );
    assert_eq!(over["seats"][0]["kind"], "engine");
}

/// The server does not run for an hour. It last wrote that it was running five seconds before the
/// last move, as it usually does.
#[tokio::test]
async fn nobody_is_charged_for_the_servers_absence() {
    if !is_about_files("nobody_is_charged_for_the_servers_absence") {
        return;
    }
    for clock in
        [json!({ "kind": "move", "seconds": 300 }), json!({ "kind": "game", "seconds": 300 })]
    {
        let mut host = Host::start().await;
        let (ada, _, id) = two(&host, clock).await;
        ada.step(&id, "1 1").await.well();
        // This runs twice: time that was given back once is not given back again.
        for _ in 0..2 {
            let folder = host.stop().await;
            let options = SqliteConnectOptions::new().filename(Host::file(&folder));
            let mut connection =
                SqliteConnection::connect_with(&options).await.expect("the file opens");
            let earlier = "UPDATE facts SET checksum = NULL, fact = json_set(fact, '$.at', json_extract(fact, '$.at') - 3600000)";
            sqlx::query(earlier).execute(&mut connection).await.expect("it is written");
            let absences =
                "UPDATE absences SET from_at = from_at - 3600000, until_at = until_at - 3600000";
            sqlx::query(absences).execute(&mut connection).await.expect("it is written");
            let alive = "UPDATE server SET alive_at = alive_at - 3600000 - 5000";
            sqlx::query(alive).execute(&mut connection).await.expect("it is written");
            connection.close().await.expect("the file closes");
            host = Host::open(folder, |_| {});
            let table = ada.at(host.address).see(&id).await;
            assert_eq!(
                (&table["stage"], &table["clock"]["running"]),
                (&json!("playing"), &json!(2))
            );
            let ends = table["clock"]["ends_at"].as_u64().expect("a time")
                - table["now_at"].as_u64().expect("a time");
            assert!(
                ends == left(&table, 2) && (200_000..=300_000).contains(&ends),
                "{ends}: {table}"
            );
        }
    }
}
