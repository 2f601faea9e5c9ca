//! Finished games: permanent links, analyses, variations, records and lists.

use ludoteca_games::catalog;
use ludoteca_play::record;
use serde_json::{Value, json};

use crate::client::{Bot, Chance, request};
use crate::games::read_record;
use crate::host::Host;

/// A finished game between a bot and a random player: the bot resigns after this many moves, unless
/// the game ends before.
async fn over(bot: &Bot, game: &str, moves: usize) -> String {
    let (id, _) =
        bot.make(json!({ "game": game, "seats": [{ "kind": "me" }, { "kind": "random" }] })).await;
    let mut socket = bot.socket().await;
    let (mut chance, mut table) = (Chance::new(5), socket.watch(&id).await);
    for _ in 0..moves {
        while table["stage"] == "playing" && table.get("moves").is_none() {
            table = socket.until_table(|_| true).await;
        }
        let Some(step) = chance.choose(&table) else { return id };
        let command = json!({ "do": "move", "step": step, "state": table["state"] });
        bot.command(&id, command).await.well();
        table = socket.until_table(|seen| seen["state"] != table["state"]).await;
    }
    bot.command(&id, json!({ "do": "resign" })).await;
    id
}

/// The analysis of a game, once it is done.
async fn analysed(bot: &Bot, id: &str) -> Value {
    let path = format!("/api/tables/{id}/analysis");
    let mut socket = bot.socket().await;
    socket.watch(id).await;
    let begun = bot.post(&path, json!({})).await.well();
    assert!(begun["status"] == "running" || begun["status"] == "done", "{begun}");
    if begun["status"] == "running" {
        let told =
            socket.until("analysis", |message| message["analysis"]["status"] == "done").await;
        assert_eq!(told["table"], id);
    }
    bot.get(&path).await.well()
}

#[tokio::test]
async fn an_analysis_comes_to_its_end_and_stays() {
    let host = Host::start().await;
    let ada = host.bot("Ada").await;
    let mut kept = Vec::new();
    for (game, moves) in [("ttt", 9), ("dawn", 3), ("owari", 2), ("ataxx rows=5 cols=5", 2)] {
        let id = over(&ada, game, moves).await;
        let path = format!("/api/tables/{id}");
        assert_eq!(ada.get(&format!("{path}/analysis")).await.well()["status"], "none");
        assert_eq!(ada.get(&format!("{path}/record?analysis=true")).await.refused(), "not_found");
        let nobody =
            request(host.address, None, "POST", &format!("{path}/analysis"), Some(&json!({})))
                .await;
        assert_eq!(nobody.refused(), "no_token");
        let analysis = analysed(&ada, &id).await;
        assert_eq!(analysis["status"], "done");
        let table = ada.see(&id).await;
        let (steps, plies) = (table["steps"]["list"].as_array(), analysis["plies"].as_array());
        let (steps, plies) = (steps.expect("a list"), plies.expect("a list"));
        assert_eq!(steps.len(), plies.len());
        for (step, ply) in steps.iter().zip(plies) {
            assert_eq!(ply["mark"] == "roll", step["by"].is_null(), "{step} {ply}");
            assert!(
                ply["mark"].is_string() && ply["values"].as_array().map(Vec::len) == Some(2),
                "{ply}"
            );
        }
        let text = ada.get(&format!("{path}/record?analysis=true")).await.body;
        let [record] =
            record::read(&text, &catalog::open_line).expect("a record").try_into().expect("one");
        assert_eq!(record.steps.len(), steps.len());
        assert_ne!(
            record.to_string(),
            read_record(&ada, &id).await.to_string(),
            "something was found"
        );
        kept.push((path, analysis, text));
    }
    let host = host.restart().await;
    let ada = ada.at(host.address);
    for (path, analysis, text) in kept {
        assert_eq!(ada.get(&format!("{path}/analysis")).await.well(), analysis);
        assert_eq!(ada.post(&format!("{path}/analysis"), json!({})).await.well(), analysis);
        assert_eq!(ada.get(&format!("{path}/record?analysis=true")).await.body, text);
    }
}

#[tokio::test]
async fn a_game_without_a_step_can_be_analysed_and_one_that_goes_on_cannot() {
    let host = Host::start().await;
    let ada = host.bot("Ada").await;
    let (id, _) =
        ada.make(json!({ "game": "ttt", "seats": [{ "kind": "me" }, { "kind": "me" }] })).await;
    let path = format!("/api/tables/{id}/analysis");
    for answer in [ada.get(&path).await, ada.post(&path, json!({})).await] {
        assert_eq!((answer.status, answer.refused().as_str()), (409, "refused"));
    }
    ada.command(&id, json!({ "do": "resign" })).await.well();
    let analysis = analysed(&ada, &id).await;
    assert_eq!((&analysis["status"], &analysis["plies"]), (&json!("done"), &json!([])));
    read_record(&ada, &id).await;
}

#[tokio::test]
async fn variations_and_playing_on() {
    let host = Host::start().await;
    let (ada, ben) = (host.bot("Ada").await, host.bot("Ben").await);
    let (id, _) =
        ada.make(json!({ "game": "ttt", "seats": [{ "kind": "me" }, { "kind": "me" }] })).await;
    let vary =
        |after: u64, steps: &[&str]| json!({ "do": "variation", "after": after, "steps": steps });
    for step in ["1 1", "0 0", "2 2"] {
        ada.step(&id, step).await.well();
    }
    assert_eq!(ada.command(&id, vary(1, &["0 1"])).await.refused(), "refused", "the game goes on");
    ada.command(&id, json!({ "do": "resign", "seat": 2 })).await.well();
    let rows = [
        (&ben, vary(1, &["0 1"]), "forbidden"),
        (&ada, vary(3, &["0 1"]), "bad_request"),
        (&ada, vary(1, &[]), "bad_request"),
        (&ada, vary(1, &["1 1"]), "refused"),
        (&ada, vary(1, &["x"]), "refused"),
        (&ada, json!({ "do": "variation", "after": -1, "steps": ["0 1"] }), "bad_request"),
    ];
    for (bot, command, code) in rows {
        assert_eq!(bot.command(&id, command.clone()).await.refused(), code, "{command}");
    }
    for _ in 0..2 {
        let kept = ada.command(&id, vary(1, &["0 1", " 2 0 "])).await.well();
        assert_eq!(
            kept["table"]["variations"],
            json!([{ "after": 1, "steps": ["0 1", "2 0"], "readable": ["b3", "a1"], "name": "Ada" }])
        );
    }
    let record = read_record(&ada, &id).await;
    assert_eq!(record.steps[1].variations.len(), 1);
    // Anybody may continue a game from any of its positions.
    let seats = json!([{ "kind": "me" }, { "kind": "random" }]);
    for (step, stones) in [(0, 0), (2, 2), (3, 3)] {
        let (next, _) =
            ben.make(json!({ "from": { "table": id, "step": step }, "seats": seats })).await;
        let table = ben.get(&format!("/api/tables/{next}")).await.well();
        assert_eq!(table["from"], json!({ "table": id, "step": step }));
        let begun = ben.get(&format!("/api/tables/{next}/positions/0")).await.well();
        assert_eq!(begun["scene"]["pieces"].as_array().map(Vec::len), Some(stones));
        let there = ben.get(&format!("/api/tables/{id}/positions/{step}")).await.well();
        assert_eq!((&begun["position"], &begun["next"]), (&there["position"], &there["next"]));
    }
    let path = format!("/api/tables/{id}/positions/4");
    assert_eq!(ben.get(&path).await.refused(), "not_found");
    let rows = [
        (json!({ "from": { "table": id, "step": 4 }, "seats": seats }), "bad_request"),
        (json!({ "from": { "table": "none", "step": 0 }, "seats": seats }), "not_found"),
        (
            json!({ "from": { "table": id, "step": 0 }, "game": "ttt", "seats": seats }),
            "bad_request",
        ),
        (json!({ "seats": seats }), "bad_request"),
    ];
    for (proposal, code) in rows {
        assert_eq!(ben.post("/api/tables", proposal.clone()).await.refused(), code, "{proposal}");
    }
}

#[tokio::test]
async fn positions_of_no_table() {
    let host = Host::start().await;
    let ada = host.bot("Ada").await;
    let line = json!({ "game": "ttt", "position": null, "steps": ["1 1", "0 0"] });
    let shown = ada.post("/api/positions", line.clone()).await.well();
    assert_eq!(
        (&shown["next"], shown["moves"].as_array().map(Vec::len)),
        (&json!({ "kind": "move", "seat": 1 }), Some(7))
    );
    let again = ada
        .post("/api/positions", json!({ "game": "ttt", "position": shown["position"] }))
        .await
        .well();
    assert_eq!((&again["board"], &again["moves"]), (&shown["board"], &shown["moves"]));
    for (clicks, is_move) in [(json!([8]), true), (json!([0]), false), (json!([4]), false)] {
        let mut clicked = line.clone();
        clicked["clicks"] = clicks.clone();
        let refusal = ada.post("/api/positions/refusal", clicked).await.well();
        assert_eq!(refusal["refusal"].is_null(), is_move, "{clicks}: {refusal}");
    }
    // A client that knows the board does not get it again.
    let mut short = line.clone();
    short["board"] = json!(false);
    check_short(&shown["scene"], &ada.post("/api/positions", short).await.well()["scene"]);
    let looked = ada.post("/api/analysis", line).await.well();
    assert_eq!(looked["values"].as_array().map(Vec::len), Some(2));
    assert!(looked["line"].as_array().is_some_and(|line| !line.is_empty()), "{looked}");
}

#[tokio::test]
async fn clicks_are_refused_in_words_with_the_names_of_the_players() {
    let host = Host::start().await;
    let ada = host.bot("Ada").await;
    for (names, refusal) in [
        (json!([]), "this belongs to B"),
        (json!(["Ada", "Ben"]), "this belongs to Ben"),
        (json!(["Ada"]), "this belongs to B"),
    ] {
        // The first of black's points, while white is to move.
        let clicked = json!({ "game": "alquerque", "clicks": [0], "names": names });
        assert_eq!(
            ada.post("/api/positions/refusal", clicked).await.well(),
            json!({ "refusal": refusal }),
            "{names}"
        );
    }
}

/// The pieces of a variation are named like those of its game.
#[tokio::test]
async fn positions_call_seats_as_they_are_told_to() {
    let host = Host::start().await;
    let ada = host.bot("Ada").await;
    let seats = json!([{ "kind": "me" }, { "kind": "me" }]);
    let made = ada.post("/api/tables", json!({ "game": "ttt", "seats": seats })).await.well();
    let table = ada
        .get(&format!("/api/tables/{}", made["table"]["id"].as_str().expect("an id")))
        .await
        .well();
    let names = &table["scene"]["names"];
    assert_eq!(*names, json!(["X (Ada)", "O (Ada)"]));
    for (names, called) in [
        (names.clone(), json!(["X (Ada)", "O (Ada)"])),
        (json!([]), json!(["X", "O"])),
        (json!(["Bea"]), json!(["Bea", "O"])),
        (json!(["Bea", "Cy", "Dan"]), json!(["Bea", "Cy"])),
        (json!(["é".repeat(100)]), json!(["é".repeat(100), "O"])),
    ] {
        let asked = json!({ "game": "ttt", "steps": ["0 0", "1 1"], "names": names });
        let scene = &ada.post("/api/positions", asked).await.well()["scene"];
        let words: Vec<&Value> = scene["pieces"]
            .as_array()
            .expect("pieces")
            .iter()
            .map(|piece| &piece["words"])
            .collect();
        assert_eq!((json!(words), &scene["names"]), (called.clone(), &called), "{names}");
    }
    for path in ["/api/positions", "/api/positions/refusal"] {
        let asked = json!({ "game": "ttt", "clicks": [0], "names": ["é".repeat(101)] });
        assert_eq!(ada.post(path, asked).await.refused(), "bad_request", "{path}");
    }
}

#[tokio::test]
async fn a_board_is_told_once_to_those_who_say_so() {
    let host = Host::start().await;
    let (ada, ben) = (host.bot("Ada").await, host.bot("Ben").await);
    let (id, _) =
        ada.make(json!({ "game": "ttt", "seats": [{ "kind": "me" }, { "kind": "open" }] })).await;
    ben.command(&id, json!({ "do": "sit", "seat": 2 })).await.well();
    let paths = [format!("/api/tables/{id}"), format!("/api/tables/{id}/positions/0")];
    for path in paths {
        let (whole, short) =
            (ada.get(&path).await.well(), ada.get(&format!("{path}?board=false")).await.well());
        check_short(&whole["scene"], &short["scene"]);
    }
    let [mut whole, mut short] = [ada.socket().await, ada.socket().await];
    for (talk, board) in [(&mut whole, true), (&mut short, false)] {
        talk.say(json!({ "type": "watch", "table": id, "scene": true, "board": board })).await;
        talk.until_table(|table| table["steps"]["from"] == 0).await;
    }
    let state = ada.see(&id).await["state"].clone();
    let command = json!({ "do": "move", "step": "1 1", "state": state, "board": false });
    let done = ada.command(&id, command).await.well();
    let is_made = |table: &Value| table["steps"]["list"][0]["step"] == "1 1";
    let [whole, short] = [whole.until_table(is_made).await, short.until_table(is_made).await];
    check_short(&whole["scene"], &short["scene"]);
    check_short(&whole["scene"], &done["table"]["scene"]);
    let scene = &whole["scene"];
    assert_eq!(
        scene["moved"],
        json!({ "changes": [{ "kind": "appears", "at": 4 }], "flights": [] })
    );
    assert_eq!(
        (&scene["pieces"][0]["words"], &scene["places"][0]["empty"]),
        (&json!("X (Ada)"), &json!("empty"))
    );
}

/// Checks that the second scene is the first without its board.
fn check_short(whole: &Value, short: &Value) {
    let mut expected = whole.clone();
    for part in ["places", "lines", "marks", "look"] {
        let removed = expected.as_object_mut().and_then(|scene| scene.remove(part));
        assert!(removed.is_some_and(|part| !part.is_null()), "{part}: {whole}");
    }
    assert_eq!(*short, expected);
}

#[tokio::test]
async fn lists_have_pages() {
    let host = Host::start().await;
    let ada = host.bot("Ada").await;
    let mut made = Vec::new();
    for number in 0..65 {
        let game = if number % 2 == 0 { "ttt" } else { "cn" };
        let proposal = json!({ "game": game, "seats": [{ "kind": "me" }, { "kind": "open" }], "listed": number != 64 });
        made.push(ada.make(proposal).await.0);
    }
    for (path, expected) in
        [("which=mine", 65), ("which=open", 64), ("which=open&game=ttt", 32), ("which=over", 0)]
    {
        let (mut ids, mut before, mut pages) = (Vec::new(), Value::Null, Vec::new());
        loop {
            let from =
                before.as_i64().map(|before| format!("&before={before}")).unwrap_or_default();
            let mut page = ada.get(&format!("/api/tables?{path}{from}")).await.well();
            let tables = page["tables"].as_array().expect("a list");
            pages.push(tables.len());
            ids.extend(tables.iter().map(|table| table["id"].as_str().expect("an id").to_owned()));
            before = page["next"].take();
            if before.is_null() {
                break;
            }
        }
        assert_eq!(ids.len(), expected, "{path}: {pages:?}");
        let newest_first: Vec<&String> = made.iter().rev().filter(|id| ids.contains(id)).collect();
        assert_eq!(ids.iter().collect::<Vec<_>>(), newest_first, "{path}");
    }
    for path in ["which=all", "before=x", "which=open&before=99999999999999999999"] {
        assert_eq!(
            ada.get(&format!("/api/tables?{path}")).await.refused(),
            "bad_request",
            "{path}"
        );
    }
    let nobody = request(host.address, None, "GET", "/api/tables?which=mine", None).await;
    assert_eq!(nobody.refused(), "no_token");
}
