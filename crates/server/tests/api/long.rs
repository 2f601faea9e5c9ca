//! Long games, and what is sent of them: pages of steps, short refusals, and only what is new.

use serde_json::{Value, json};

use crate::client::{Answer, Bot, raw};
use crate::host::Host;

/// Pieces that jump back and forth for ever: the game can have any length.
const GAME: &str = "ataxx no-progress=0";
const SHUTTLE: [&str; 4] = ["0 0 2 0", "0 6 2 6", "2 0 0 0", "2 6 0 6"];

/// More steps than one page has.
const LONG: usize = 1205;
const PAGE: usize = 1000;

/// A game of one person against themselves.
async fn alone(bot: &Bot, game: &str) -> String {
    let seats = json!([{ "kind": "me" }, { "kind": "me" }]);
    bot.make(json!({ "game": game, "seats": seats, "listed": true })).await.0
}

/// Repeats these steps until `count` steps are made.
async fn shuttle(bot: &Bot, table: &str, steps: &[&str], count: usize) {
    let state = bot.see(table).await["state"].as_u64().expect("a number") as usize;
    let mut socket = bot.socket().await;
    for (at, step) in steps.iter().cycle().take(count).enumerate() {
        socket.say(json!({ "type": "deed", "table": table, "do": "move", "step": step, "state": state + at })).await;
    }
    for _ in 0..count {
        let answer = socket.hear().await.expect("an answer");
        assert_eq!(answer["type"], "done", "{answer}");
    }
}

async fn long_game(bot: &Bot) -> String {
    let table = alone(bot, GAME).await;
    shuttle(bot, &table, &SHUTTLE, LONG).await;
    table
}

fn length(steps: &Value) -> usize {
    steps["list"].as_array().expect("a list").len()
}

#[tokio::test]
async fn refusals_do_not_carry_the_table() {
    let host = Host::start().await;
    let ada = host.bot("Ada").await;
    let table = long_game(&ada).await;
    let stale = json!({ "do": "move", "step": SHUTTLE[1], "state": 1 });
    let illegal = json!({ "do": "move", "step": "9 9 9 9", "state": LONG + 1 });
    for (command, code) in [(stale, "stale"), (illegal, "refused")] {
        let mut short = command.clone();
        short["short"] = json!(true);
        let stands = json!({
            "id": table, "state": LONG + 1, "facts": LONG + 2, "stage": "playing", "next": { "kind": "move", "seat": 2 },
        });
        // Over HTTP and over the socket alike.
        let answer = ada.command(&table, short.clone()).await;
        assert_eq!((answer.refused().as_str(), &answer.json()["table"]), (code, &stands));
        assert!(answer.body.len() < 400, "{answer:?}");
        let mut socket = ada.socket().await;
        let answer = socket.command(&table, short).await;
        assert_eq!(
            (&answer["type"], &answer["error"]["code"]),
            (&json!("error"), &json!(code)),
            "{answer}"
        );
        assert_eq!(answer["table"], stands);

        // A client that does not ask for the short form gets the table as before, with the last of
        // its steps.
        let told = ada.command(&table, command.clone()).await.json();
        let said = socket.command(&table, command).await;
        for answer in [&told, &said] {
            let steps = &answer["table"]["steps"];
            assert_eq!((length(steps), &steps["from"]), (PAGE, &json!(LONG - PAGE)), "{code}");
            assert_eq!(answer["table"]["state"], json!(LONG + 1));
        }
        assert!(told["table"]["scene"].is_object() && said["table"]["moves"].is_array());
    }
    // A refusal that does not depend on the state of the game carries no table.
    let eve = host.bot("Eve").await;
    let forbidden =
        eve.command(&table, json!({ "do": "move", "step": SHUTTLE[1], "state": LONG + 1 })).await;
    assert_eq!((forbidden.refused().as_str(), forbidden.json().get("table")), ("forbidden", None));
}

#[tokio::test]
async fn short_games_are_told_as_a_whole() {
    let host = Host::start().await;
    let ada = host.bot("Ada").await;
    let table = alone(&ada, "ttt").await;
    for step in ["1 1", "0 0", "2 2"] {
        ada.step(&table, step).await.well();
    }
    let refused = ada.step(&table, "1 1").await.json()["table"].take();
    let done = ada.step(&table, "0 1").await.well()["table"].take();
    let watched = ada.socket().await.watch(&table).await;
    for (seen, steps) in [(&refused, 3), (&done, 4), (&ada.see(&table).await, 4), (&watched, 4)] {
        assert_eq!((length(&seen["steps"]), &seen["steps"]["from"]), (steps, &json!(0)));
        assert_eq!(seen["steps"].get("missing_from"), None);
        assert_eq!(seen["variations"], json!([]));
    }
}

#[tokio::test]
async fn steps_come_in_pages() {
    let host = Host::start().await;
    let ada = host.bot("Ada").await;
    let table = long_game(&ada).await;
    let path = |from: &str| format!("/api/tables/{table}/steps{from}");
    let mut all: Vec<Value> = Vec::new();
    loop {
        let page = ada.get(&path(&format!("?from={}", all.len()))).await.well();
        assert_eq!((&page["from"], &page["total"]), (&json!(all.len()), &json!(LONG)));
        assert_eq!(page["facts"], json!(LONG + 2));
        all.extend(page["list"].as_array().expect("a list").iter().cloned());
        assert_eq!(page["more"], json!(all.len() < LONG));
        if page["more"] == false {
            break;
        }
        assert_eq!(all.len() % PAGE, 0);
    }
    for (at, step) in all.iter().enumerate() {
        let (typed, readable) = (SHUTTLE[at % 4], ["a7–a5", "g7–g5", "a5–a7", "g5–g7"][at % 4]);
        let by = 1 + at % 2;
        let wanted = json!({ "step": typed, "readable": readable, "effects": ["jump"], "by": by });
        assert_eq!(*step, wanted, "step {at}");
    }
    // All other answers have the last steps, to which later updates are added, and say what is
    // missing.
    let mut watched = ada.socket().await;
    watched.say(json!({ "type": "watch", "table": table })).await;
    let watched = watched.until_table(|_| true).await;
    for seen in [ada.see(&table).await, watched] {
        let steps = &seen["steps"];
        assert_eq!((&steps["from"], &steps["missing_from"]), (&json!(LONG - PAGE), &json!(0)));
        assert_eq!(steps["list"], json!(all[LONG - PAGE..]));
    }
    assert_eq!(ada.get(&path("")).await.well()["list"], json!(all[..PAGE]));
    let after = ada.get(&path("?from=999999")).await.well();
    assert_eq!(
        (&after["from"], &after["list"], &after["more"]),
        (&json!(LONG), &json!([]), &json!(false))
    );
    for (from, status) in [("?from=-1", 400), ("?from=x", 400)] {
        assert_eq!(ada.get(&path(from)).await.status, status, "{from}");
    }
    assert_eq!(ada.get("/api/tables/none/steps").await.refused(), "not_found");
}

#[tokio::test]
async fn who_comes_back_is_told_what_is_new() {
    let host = Host::start().await;
    let ada = host.bot("Ada").await;
    let table = alone(&ada, GAME).await;
    shuttle(&ada, &table, &SHUTTLE, 20).await;
    ada.command(&table, json!({ "do": "chat", "text": "one" })).await.well();
    let known = ada.see(&table).await["facts"].clone();
    let nothing = ada.get(&format!("/api/tables/{table}?since={known}")).await.well();
    assert_eq!(
        (&nothing["steps"]["from"], length(&nothing["steps"]), length(&nothing["chat"])),
        (&json!(20), 0, 0)
    );

    // Two more steps, and then the last step of each side is taken back and replaced.
    shuttle(&ada, &table, &SHUTTLE, 2).await;
    ada.command(&table, json!({ "do": "chat", "text": "two" })).await.well();
    for steps in [21, 20, 19] {
        ada.command(&table, json!({ "do": "offer", "what": "takeback" })).await.well();
        assert_eq!(length(&ada.see(&table).await["steps"]), steps);
    }
    for step in ["6 0 6 1", "0 0 0 1"] {
        ada.step(&table, step).await.well();
    }
    let since = |facts: &Value| json!({ "type": "watch", "table": table, "since": facts });
    let mut socket = ada.socket().await;
    socket.say(since(&known)).await;
    let news = socket.until_table(|_| true).await;
    // The twentieth step is a different one now, although there are more steps than before.
    let lacked = json!([
        { "step": "6 0 6 1", "readable": "b1", "effects": ["clone"], "by": 2 },
        { "step": "0 0 0 1", "readable": "b7", "effects": ["clone"], "by": 1 },
    ]);
    let over_http = ada.get(&format!("/api/tables/{table}?since={known}")).await.well();
    let done =
        ada.command(&table, json!({ "do": "chat", "text": "three", "since": known })).await.well()
            ["table"]
            .take();
    for (seen, lines) in [(&news, 1), (&over_http, 1), (&done, 2)] {
        assert_eq!((&seen["steps"]["from"], &seen["steps"]["list"]), (&json!(19), &lacked));
        assert_eq!((&seen["chat"]["from"], length(&seen["chat"])), (&json!(1), lines));
        assert_eq!(seen["chat"]["list"][0]["text"], "two");
    }
    // A client that claims to know more events than there are has seen another table, and gets
    // everything.
    socket.say(since(&json!(1_000_000))).await;
    let whole = socket.until_table(|seen| length(&seen["chat"]) == 3).await;
    assert_eq!((&whole["steps"]["from"], length(&whole["steps"])), (&json!(0), 21));

    // A client that has missed more than a page is told where the missing part begins.
    let known = ada.see(&table).await["facts"].clone();
    shuttle(&ada, &table, &["6 0 4 0", "0 1 2 1", "4 0 6 0", "2 1 0 1"], PAGE + 50).await;
    let late = ada.get(&format!("/api/tables/{table}?since={known}")).await.well();
    assert_eq!(
        (&late["steps"]["missing_from"], &late["steps"]["from"]),
        (&json!(21), &json!(21 + 50))
    );
    assert_eq!(length(&late["steps"]), PAGE);
}

#[tokio::test]
async fn variations_are_told_when_there_are_new_ones() {
    let host = Host::start().await;
    let ada = host.bot("Ada").await;
    let table = alone(&ada, "ttt").await;
    let mut socket = ada.socket().await;
    socket.watch(&table).await;
    for step in ["1 1", "0 0", "0 1", "2 2", "2 1"] {
        ada.step(&table, step).await.well();
    }
    let over = socket.until_table(|seen| seen["stage"] == "over").await;
    assert_eq!(over["variations"], json!([]));
    let vary =
        |after: usize, step: &str| json!({ "do": "variation", "after": after, "steps": [step] });
    let kept = ada.command(&table, vary(1, "2 2")).await.well()["table"]["facts"].clone();
    let told = socket.until_table(|seen| seen["facts"] == kept).await;
    assert_eq!(told["variations"].as_array().map(Vec::len), Some(1));

    // Other events do not repeat the variations.
    let said = ada
        .command(&table, json!({ "do": "chat", "text": "hm", "since": kept }))
        .await
        .well()["table"]
        .take();
    let told = socket.until_table(|seen| length(&seen["chat"]) == 1).await;
    let since = ada.get(&format!("/api/tables/{table}?since={kept}")).await.well();
    for seen in [&said, &told, &since] {
        assert_eq!(seen.get("variations"), None, "{seen}");
    }
    let another = ada.command(&table, vary(2, "2 2")).await.well()["table"]["facts"].clone();
    let told = socket.until_table(|seen| seen["facts"] == another).await;
    let since = ada.get(&format!("/api/tables/{table}?since={kept}")).await.well();
    for seen in [&told, &since, &ada.see(&table).await, &ada.socket().await.watch(&table).await] {
        assert_eq!(seen["variations"].as_array().map(Vec::len), Some(2), "{seen}");
    }
}

/// Requests a table, unless it has one of these tags.
async fn look(bot: &Bot, path: &str, known: &str) -> Answer {
    let (address, token) = (bot.address, &bot.token);
    let head = format!(
        "GET /api/tables/{path} HTTP/1.1\r\nHost: here\r\nAuthorization: Bearer {token}\r\nIf-None-Match: {known}\r\n\
         Connection: close\r\n\r\n"
    );
    Answer::read(&raw(address, head.as_bytes()).await)
}

#[tokio::test]
async fn what_has_not_changed_is_not_sent_again() {
    let host = Host::start().await;
    let (ada, ben) = (host.bot("Ada").await, host.bot("Ben").await);
    let table = alone(&ada, "ttt").await;
    let tag = |answer: &Answer| answer.header("etag").expect("a tag").to_owned();
    let first = ada.get(&format!("/api/tables/{table}")).await;
    let known = tag(&first);
    assert_eq!(first.header("cache-control"), Some("no-store"), "browsers would show an old time");
    for given in [
        known.clone(),
        format!("\"other\", {known}"),
        known.trim_start_matches("W/").to_owned(),
        "*".to_owned(),
    ] {
        let again = look(&ada, &table, &given).await;
        assert_eq!(
            (again.status, again.body.as_str(), tag(&again)),
            (304, "", known.clone()),
            "{given}"
        );
    }
    // Another viewer, another form and another `since` give other answers.
    for (bot, path) in [
        (&ben, table.clone()),
        (&ada, format!("{table}?scene=false")),
        (&ada, format!("{table}?since=1")),
    ] {
        assert_eq!(look(bot, &path, &known).await.status, 200, "{path}");
    }
    // Every event changes the tag: a chat line, a move, a watcher, and somebody who comes or goes.
    let mut tags = vec![known];
    let mut changed = async |what: &str| {
        let answer = look(&ada, &table, &tags.join(", ")).await;
        assert_eq!(answer.status, 200, "{what}");
        tags.push(tag(&answer));
    };
    ben.command(&table, json!({ "do": "chat", "text": "hello" })).await.well();
    changed("a word").await;
    ada.step(&table, "1 1").await.well();
    changed("a move").await;
    let mut socket = ben.socket().await;
    socket.watch(&table).await;
    changed("somebody looks on").await;
    let mut own = ada.socket().await;
    own.watch(&table).await;
    changed("a player comes").await;
}

#[tokio::test]
async fn positions_are_kept_in_their_usual_spelling() {
    let host = Host::start().await;
    let ada = host.bot("Ada").await;
    let seats = json!([{ "kind": "me" }, { "kind": "me" }]);
    let usual = "x5o/7/7/7/7/7/o5x x 0 1";
    let odd = usual.replace(' ', &" ".repeat(9000));
    let shown = ada.post("/api/positions", json!({ "game": GAME, "position": odd })).await;
    assert_eq!(shown.well()["position"], usual, "it is another spelling of the same");
    let made = ada
        .post("/api/tables", json!({ "game": GAME, "position": odd, "seats": seats }))
        .await
        .well();
    assert_eq!(made["table"]["position"], usual);
    let table = made["table"]["id"].as_str().expect("an id");
    assert!(ada.get(&format!("/api/tables/{table}/record")).await.body.contains(usual));
}
