//! Commands at a table other than moves, and that no request is done twice.

use std::time::Duration;

use serde_json::{Value, json};

use crate::client::{Bot, Socket, names};
use crate::host::Host;

/// Two people at a table; the game has begun.
async fn two(host: &Host, game: &str) -> (Bot, Bot, String) {
    let (ada, ben) = (host.bot("Ada").await, host.bot("Ben").await);
    let (id, _) =
        ada.make(json!({ "game": game, "seats": [{ "kind": "me" }, { "kind": "open" }] })).await;
    ben.command(&id, json!({ "do": "sit", "seat": 2 })).await.well();
    (ada, ben, id)
}

fn count(table: &Value) -> usize {
    table["steps"]["list"].as_array().expect("a list").len()
}

#[tokio::test]
async fn stale_moves_are_told_what_is_current() {
    let host = Host::start().await;
    let (ada, ben, id) = two(&host, "ttt").await;
    let state = ada.see(&id).await["state"].clone();
    let step = |step: &str| json!({ "do": "move", "step": step, "state": state });
    let moved = ada.command(&id, step("1 1")).await.well();
    assert_ne!(moved["table"]["state"], state);
    let rows = [
        (&ada, step("2 2"), 409, "stale"),
        (&ben, step("2 2"), 409, "stale"),
        (&ben, json!({ "do": "resign", "state": state }), 409, "stale"),
        (&ben, json!({ "do": "move", "step": "2 2" }), 400, "bad_request"),
        (
            &ben,
            json!({ "do": "move", "step": "1 1", "state": moved["table"]["state"] }),
            409,
            "refused",
        ),
        (
            &ben,
            json!({ "do": "move", "step": "nonsense", "state": moved["table"]["state"] }),
            409,
            "refused",
        ),
    ];
    let mut socket = ben.socket().await;
    for (bot, command, status, code) in rows {
        let answer = bot.command(&id, command.clone()).await;
        assert_eq!((answer.status, answer.refused().as_str()), (status, code), "{command}");
        let table = &answer.json()["table"];
        assert_eq!(table.is_null(), status == 400, "{command}");
        assert!(
            status == 400 || (count(table) == 1 && table["state"] == moved["table"]["state"]),
            "{table}"
        );
        // The same command over Ben's socket is refused in the same way, whichever player the row
        // is about.
        let error = socket.command(&id, command.clone()).await;
        assert_eq!(error["error"]["code"], code, "{command}");
    }
}

#[tokio::test]
async fn nothing_is_done_twice() {
    let host = Host::start().await;
    let (ada, ben, id) = two(&host, "ttt").await;
    let state = ada.see(&id).await["state"].clone();
    let step = json!({ "do": "move", "step": "1 1", "state": state, "request": "one" });
    let chat = json!({ "do": "chat", "text": "hello", "request": "two" });
    let table = json!({ "game": "ttt", "seats": [{ "kind": "me" }, { "kind": "friend" }], "request": "three" });
    for command in [&step, &chat] {
        let done = ada.command(&id, command.clone()).await.well();
        assert_eq!(done.get("repeated"), None);
    }
    // Both are sent at once, as by a double click.
    let (one, other) = tokio::join!(
        ada.post("/api/tables", table.clone()),
        ada.post("/api/tables", table.clone())
    );
    let (one, other) = (one.well(), other.well());
    assert_eq!(one["table"]["id"], other["table"]["id"]);
    assert_eq!(one.get("repeated").is_none(), other.get("repeated").is_some());
    let made = one["table"]["id"].clone();
    let mut host = host;
    for _ in 0..2 {
        for command in [&step, &chat] {
            assert_eq!(
                ada.at(host.address).command(&id, command.clone()).await.well()["repeated"],
                true
            );
            let mut socket = ada.at(host.address).socket().await;
            assert_eq!(socket.command(&id, command.clone()).await["repeated"], true);
        }
        let again = ada.at(host.address).post("/api/tables", table.clone()).await.well();
        assert_eq!((&again["table"]["id"], &again["repeated"]), (&made, &json!(true)));
        host = host.restart().await;
    }
    let (ada, ben) = (ada.at(host.address), ben.at(host.address));
    let seen = ada.see(&id).await;
    assert_eq!((count(&seen), seen["chat"]["list"].as_array().map(Vec::len)), (1, Some(1)));
    assert_eq!(
        ada.get("/api/tables?which=mine").await.well()["tables"].as_array().map(Vec::len),
        Some(2)
    );
    // Another person may use the same request name.
    let other = json!({ "do": "move", "step": "2 2", "state": seen["state"], "request": "one" });
    assert_eq!(ben.command(&id, other).await.well().get("repeated"), None);
    for request in [String::new(), "x".repeat(65)] {
        assert_eq!(
            ben.command(&id, json!({ "do": "chat", "text": "x", "request": request }))
                .await
                .refused(),
            "bad_request"
        );
    }
}

#[tokio::test]
async fn a_takeback_returns_my_last_move() {
    let host = Host::start().await;
    let (ada, ben, id) = two(&host, "ttt").await;
    let offer = json!({ "do": "offer", "what": "takeback" });
    assert_eq!(
        ada.command(&id, offer.clone()).await.refused(),
        "refused",
        "there is nothing to take back"
    );
    for (bot, step) in [(&ada, "1 1"), (&ben, "2 2"), (&ada, "0 0")] {
        bot.step(&id, step).await.well();
    }
    let offered = ben.command(&id, offer.clone()).await.well();
    assert_eq!(
        offered["table"]["offers"],
        json!([{ "what": "takeback", "by": 2, "waits_for": [1] }])
    );
    assert_eq!(ben.command(&id, offer.clone()).await.refused(), "refused", "once is enough");
    let declined = ada.command(&id, json!({ "do": "decline", "what": "takeback" })).await.well();
    assert_eq!((&declined["table"]["offers"], count(&declined["table"])), (&json!([]), 3));
    assert_eq!(
        ada.command(&id, json!({ "do": "accept", "what": "takeback" })).await.refused(),
        "refused"
    );
    ben.command(&id, offer.clone()).await.well();
    let taken = ada.command(&id, json!({ "do": "accept", "what": "takeback" })).await.well();
    assert_eq!((count(&taken["table"]), &taken["table"]["next"]["seat"]), (1, &json!(2)));
    // A watcher receives the remaining steps.
    let mut socket = ada.socket().await;
    socket.watch(&id).await;
    ben.step(&id, "0 0").await.well();
    ada.command(&id, offer.clone()).await.well();
    ben.command(&id, json!({ "do": "accept", "what": "takeback" })).await.well();
    let told = socket.until_table(|table| table["steps"]["from"] == 0).await;
    assert_eq!((count(&told), &told["next"]["seat"]), (0, &json!(1)));
    // The next move ends an offer.
    ada.step(&id, "1 1").await.well();
    ada.command(&id, offer.clone()).await.well();
    assert_eq!(ben.step(&id, "2 2").await.well()["table"]["offers"], json!([]));
    // Engines always agree.
    let seats = json!([{ "kind": "engine", "level": 1 }, { "kind": "me" }]);
    let (id, _) = ada.make(json!({ "game": "ttt", "seats": seats })).await;
    let mut socket = ada.socket().await;
    let mut seen = socket.watch(&id).await;
    if !seen["moves"].is_array() {
        seen = socket.until_table(|table| table["moves"].is_array()).await;
    }
    let command = json!({ "do": "move", "step": seen["moves"][0], "state": seen["state"] });
    ada.command(&id, command).await.well();
    assert_eq!(count(&ada.command(&id, offer).await.well()["table"]), 1);
}

#[tokio::test]
async fn draws() {
    let host = Host::start().await;
    let (ada, ben, id) = two(&host, "ttt").await;
    let command = |command: &str| json!({ "do": command, "what": "draw" });
    ada.command(&id, command("offer")).await.well();
    assert_eq!(
        ada.command(&id, command("accept")).await.well()["table"]["stage"],
        "playing",
        "nobody agrees with oneself"
    );
    assert_eq!(ada.command(&id, command("decline")).await.well()["table"]["offers"], json!([]));
    assert_eq!(ben.command(&id, command("accept")).await.refused(), "refused");
    ben.command(&id, command("offer")).await.well();
    let over = ada.command(&id, command("accept")).await.well()["table"].take();
    assert_eq!((&over["stage"], &over["result"]), (&json!("over"), &json!({ "kind": "draw" })));
    assert_eq!(ada.command(&id, command("offer")).await.refused(), "refused");
    let (id, _) =
        ada.make(json!({ "game": "ttt", "seats": [{ "kind": "me" }, { "kind": "random" }] })).await;
    assert_eq!(
        ada.command(&id, command("offer")).await.refused(),
        "refused",
        "programs play to the end"
    );
}

#[tokio::test]
async fn resigning() {
    let host = Host::start().await;
    let (ada, ben, id) = two(&host, "ttt").await;
    let over = ada.command(&id, json!({ "do": "resign" })).await.well()["table"].take();
    assert_eq!(
        (&over["result"], &over["reason"]),
        (&json!({ "kind": "won", "seat": 2 }), &json!("Ada resigned"))
    );
    assert_eq!(
        (&over["cause"], &ben.see(&id).await["cause"]),
        (&json!("resigned"), &json!("resigned"))
    );
    assert_eq!(ben.command(&id, json!({ "do": "resign" })).await.refused(), "refused");
    let seats = json!([{ "kind": "me" }, { "kind": "open" }, { "kind": "random" }]);
    let (id, _) = ada.make(json!({ "game": "ataxx seats=3", "seats": seats })).await;
    ben.command(&id, json!({ "do": "sit", "seat": 2 })).await.well();
    let table = ada.command(&id, json!({ "do": "resign" })).await.well()["table"].take();
    assert_eq!(
        (&table["stage"], &table["seats"][0]["kind"]),
        (&json!("playing"), &json!("engine"))
    );
    // The engine moves for the player who left.
    let mut socket = ben.socket().await;
    socket.watch(&id).await;
    socket.until_table(|table| table["moves"].is_array()).await;
    assert_eq!(ada.command(&id, json!({ "do": "resign" })).await.refused(), "forbidden");
    let over = ben.command(&id, json!({ "do": "resign" })).await.well()["table"].take();
    assert_eq!((&over["stage"], &over["result"]), (&json!("over"), &json!({ "kind": "stopped" })));
}

#[tokio::test]
async fn rematches_exchange_the_seats() {
    let host = Host::start().await;
    let (ada, ben, id) = two(&host, "ttt").await;
    let offer = json!({ "do": "offer", "what": "rematch" });
    assert_eq!(ada.command(&id, offer.clone()).await.refused(), "refused", "the game goes on");
    ada.command(&id, json!({ "do": "resign" })).await.well();
    let mut socket = ben.socket().await;
    socket.watch(&id).await;
    let offered = ada.command(&id, offer.clone()).await.well()["table"].take();
    assert_eq!(offered["offers"], json!([{ "what": "rematch", "by": 1, "waits_for": [2] }]));
    // A player who offers what was already offered agrees to it.
    let agreed = ben.command(&id, offer.clone()).await.well()["table"].take();
    let next = agreed["rematch"].as_str().expect("a table");
    assert_eq!(socket.until_table(|table| !table["rematch"].is_null()).await["rematch"], next);
    assert_eq!(ben.command(&id, offer.clone()).await.refused(), "refused");
    let table = ben.see(next).await;
    assert_eq!((names(&table), &table["stage"]), (json!(["Ben", "Ada"]), &json!("playing")));
    assert_ne!(table["commitment"], ben.see(&id).await["commitment"]);
    ben.step(next, "1 1").await.well();
    // A rematch against engines alone needs no other person's consent.
    let seats = json!([{ "kind": "me" }, { "kind": "engine", "level": 1 }]);
    let (id, _) = ada.make(json!({ "game": "ttt", "seats": seats })).await;
    ada.command(&id, json!({ "do": "resign" })).await.well();
    assert!(ada.command(&id, offer).await.well()["table"]["rematch"].is_string());
}

#[tokio::test]
async fn who_is_away_can_be_claimed_from() {
    let host = Host::with(|settings| settings.claim_after = Duration::ZERO).await;
    let (ada, ben, id) = two(&host, "ttt").await;
    let claim = json!({ "do": "claim" });
    assert_eq!(ada.command(&id, claim.clone()).await.refused(), "refused", "it is Ada's own turn");
    let mut there = ben.socket().await;
    there.watch(&id).await;
    ada.step(&id, "1 1").await.well();
    assert_eq!(ada.see(&id).await["claim_at"], Value::Null);
    assert_eq!(ada.command(&id, claim.clone()).await.refused(), "refused", "Ben is here");
    let mut socket = ada.socket().await;
    assert_eq!(socket.watch(&id).await["seats"][1]["here"], true);
    there.drop_it();
    let gone = socket.until_table(|table| table["seats"][1]["here"] == false).await;
    assert!(gone["claim_at"].is_u64() && gone["seats"][1]["away_at"].is_u64(), "{gone}");
    let over = ada.command(&id, claim).await.well()["table"].take();
    assert_eq!(over["result"], json!({ "kind": "won", "seat": 1 }));
    assert_eq!(over["reason"], "Ben was away for too long");
}

#[tokio::test]
async fn who_comes_back_is_told_everything() {
    let host = Host::start().await;
    let (ada, ben, id) = two(&host, "ttt").await;
    let mut first = ada.socket().await;
    assert_eq!(first.watch(&id).await["seats"][1]["here"], false);
    let mut other = ben.socket().await;
    other.watch(&id).await;
    first.until_table(|table| table["seats"][1]["here"] == true).await;
    first.drop_it();
    other.until_table(|table| table["seats"][0]["here"] == false).await;
    for (bot, step) in [(&ada, "1 1"), (&ben, "2 2")] {
        bot.step(&id, step).await.well();
    }
    ben.command(&id, json!({ "do": "chat", "text": "still there?" })).await.well();
    let mut second = ada.socket().await;
    let whole = second.watch(&id).await;
    assert_eq!((count(&whole), &whole["chat"]["list"][0]["text"]), (2, &json!("still there?")));
    other.until_table(|table| table["seats"][0]["here"] == true).await;
    // An update contains only what is new.
    let mut onlooker = Socket::open(host.address).await;
    onlooker.hello(None).await;
    assert_eq!(count(&onlooker.watch(&id).await), 2);
    ada.step(&id, "0 0").await.well();
    let news = onlooker.until_table(|table| table["steps"]["from"] == 2).await;
    assert_eq!((count(&news), news.get("moves")), (1, None));
    // A client that unsubscribes receives nothing more.
    onlooker.say(json!({ "type": "unwatch", "table": id })).await;
    onlooker.say(json!({ "type": "ping" })).await;
    onlooker.until("pong", |_| true).await;
    ben.step(&id, "0 2").await.well();
    onlooker.say(json!({ "type": "ping" })).await;
    assert_eq!(onlooker.hear().await.expect("a word")["type"], "pong");
}

#[tokio::test]
async fn a_mover_who_looks_on_is_told_once() {
    let host = Host::alone(|_| {}).await;
    let (ada, _, id) = two(&host, "ttt").await;
    let mut socket = ada.socket().await;
    let seen = socket.watch(&id).await;
    let [state, facts] = ["state", "facts"].map(|field| seen[field].as_u64().expect("a number"));
    let command =
        json!({ "do": "move", "step": "1 1", "state": state, "request": "one", "short": true });
    let stands = json!({
        "id": id, "state": state + 1, "facts": facts + 1, "stage": "playing", "next": { "kind": "move", "seat": 2 },
    });
    let done = ada.command(&id, command.clone()).await.well();
    assert_eq!(done, json!({ "table": stands }));
    let again = ada.command(&id, command).await.well();
    assert_eq!(again, json!({ "table": stands, "repeated": true }));
    // A client that does not ask for the short form gets the whole table, with or without a socket.
    let chat = json!({ "do": "chat", "text": "hm", "request": "two" });
    let whole = ada.command(&id, chat).await.well()["table"].take();
    assert_eq!((count(&whole), &whole["chat"]["list"][0]["text"]), (1, &json!("hm")));
    assert!(whole["scene"]["places"].is_array() && whole["seats"].is_array(), "{whole}");
    // Over the socket each message comes once, in order, with all that is new.
    let mut told = Vec::new();
    while told.last().is_none_or(|table: &Value| table["facts"] != whole["facts"]) {
        told.push(socket.until_table(|table| table["facts"].as_u64() > Some(facts)).await);
    }
    let numbers: Vec<_> = told.iter().map(|table| table["facts"].as_u64()).collect();
    assert_eq!(numbers, [Some(facts + 1), Some(facts + 2)]);
    assert_eq!(
        (&told[0]["state"], &told[0]["steps"]["list"][0]["step"]),
        (&json!(state + 1), &json!("1 1"))
    );
}

#[tokio::test]
async fn engines_are_seen_thinking() {
    let host = Host::start().await;
    let ada = host.bot("Ada").await;
    let seats = json!([{ "kind": "me" }, { "kind": "engine", "level": 10 }]);
    let (id, _) = ada.make(json!({ "game": "ataxx", "seats": seats })).await;
    let mut socket = ada.socket().await;
    let seen = socket.watch(&id).await;
    assert_eq!(seen["seats"][1]["thinking"], false);
    let command = json!({ "do": "move", "step": seen["moves"][0], "state": seen["state"] });
    ada.command(&id, command).await.well();
    let told = socket.until_table(|table| table["state"] != seen["state"]).await;
    assert_eq!((count(&told), &told["seats"][1]["thinking"]), (1, &json!(true)));
}
