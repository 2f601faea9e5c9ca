//! Who may take which seat, and what each player can see.

use serde_json::{Value, json};

use crate::client::{Socket, names, request};
use crate::games::read_record;
use crate::host::Host;

#[tokio::test]
async fn invites() {
    let host = Host::start().await;
    let (ada, ben, cyd) = (host.bot("Ada").await, host.bot("Ben").await, host.bot("Cyd").await);
    let seats = json!([{ "kind": "me" }, { "kind": "friend" }, { "kind": "friend" }]);
    let (id, invites) = ada.make(json!({ "game": "ataxx seats=3", "seats": seats })).await;
    let code = invites["2"].as_str().expect("a code");
    assert_ne!(invites["2"], invites["3"]);
    let rows = [
        (json!({ "do": "sit", "seat": 2 }), 403, "forbidden"),
        (json!({ "do": "sit", "seat": 2, "invite": "" }), 403, "forbidden"),
        (json!({ "do": "sit", "invite": "nonsense" }), 403, "forbidden"),
        (json!({ "do": "sit" }), 403, "forbidden"),
        (json!({ "do": "sit", "seat": 2, "invite": invites["3"] }), 403, "forbidden"),
        (json!({ "do": "sit", "seat": 1, "invite": invites["2"] }), 409, "refused"),
        (json!({ "do": "sit", "seat": 0, "invite": invites["2"] }), 400, "bad_request"),
        (json!({ "do": "sit", "seat": 4, "invite": invites["2"] }), 400, "bad_request"),
        (json!({ "do": "sit", "invite": invites["2"] }), 200, ""),
        (json!({ "do": "sit", "seat": 2, "invite": invites["2"] }), 409, "refused"),
    ];
    for (command, status, code) in rows {
        let answer = ben.command(&id, command.clone()).await;
        assert_eq!((answer.status, answer.code().as_str()), (status, code), "{command}");
    }
    let answer = cyd.command(&id, json!({ "do": "sit", "seat": 2, "invite": code })).await;
    assert_eq!(answer.refused(), "refused");
    // A player who leaves makes room for another person with the same link.
    ben.command(&id, json!({ "do": "stand" })).await.well();
    assert_eq!(cyd.command(&id, json!({ "do": "sit", "seat": 2 })).await.refused(), "forbidden");
    cyd.command(&id, json!({ "do": "sit", "seat": 2, "invite": code })).await.well();
    let begun = ben.command(&id, json!({ "do": "sit", "seat": 3, "invite": invites["3"] })).await;
    assert!(!begun.body.contains(code), "codes are told to the maker alone");
    let begun = begun.well();
    assert_eq!(names(&begun["table"]), json!(["Ada", "Cyd", "Ben"]));
    assert_eq!(begun["table"]["stage"], "playing");
    assert_eq!(ben.command(&id, json!({ "do": "stand" })).await.refused(), "refused");
}

#[tokio::test]
async fn the_lobby_hears_of_open_tables_and_of_no_others() {
    let host = Host::start().await;
    let (ada, ben) = (host.bot("Ada").await, host.bot("Ben").await);
    let mut lobby = Socket::open(host.address).await;
    assert_eq!(lobby.hello(None).await["player"], Value::Null);
    lobby.say(json!({ "type": "lobby", "on": true })).await;
    lobby.say(json!({ "type": "ping" })).await;
    lobby.until("pong", |_| true).await;
    let seats = json!([{ "kind": "me" }, { "kind": "open" }]);
    let (hidden, _) = ada.make(json!({ "game": "ttt", "seats": seats })).await;
    let (shown, _) = ada.make(json!({ "game": "ttt", "seats": seats, "listed": true })).await;
    let first = lobby.hear().await.expect("news");
    assert_eq!((&first["type"], &first["table"]["id"]), (&json!("lobby"), &json!(shown)));
    for absent in ["steps", "chat", "scene", "moves"] {
        assert!(first["table"].get(absent).is_none(), "{first}");
    }
    let listed = host.bot("Cyd").await.get("/api/tables?which=open").await.well();
    let ids: Vec<&Value> =
        listed["tables"].as_array().expect("a list").iter().map(|table| &table["id"]).collect();
    assert_eq!(ids, [&json!(shown)]);
    assert_eq!(ben.see(&hidden).await["stage"], "waiting");
    for table in [&hidden, &shown] {
        ben.command(table, json!({ "do": "sit", "seat": 2 })).await.well();
    }
    let second = lobby.hear().await.expect("news");
    assert_eq!(
        (&second["table"]["id"], &second["table"]["stage"]),
        (&json!(shown), &json!("playing"))
    );
    for (list, count) in [("open", 0), ("playing", 1), ("over", 0), ("mine", 2)] {
        let listed = ben.get(&format!("/api/tables?which={list}")).await.well();
        assert_eq!(listed["tables"].as_array().map(Vec::len), Some(count), "{list}");
    }
}

#[tokio::test]
async fn only_who_is_to_move_sees_choices() {
    let host = Host::start().await;
    let (ada, ben, cyd) = (host.bot("Ada").await, host.bot("Ben").await, host.bot("Cyd").await);
    let (id, _) =
        ada.make(json!({ "game": "ttt", "seats": [{ "kind": "me" }, { "kind": "open" }] })).await;
    assert_eq!(ada.see(&id).await.get("moves"), None, "the game has not begun");
    ben.command(&id, json!({ "do": "sit", "seat": 2 })).await.well();
    for (bot, choices) in [(&ada, 9), (&ben, 0), (&cyd, 0)] {
        let table = bot.get(&format!("/api/tables/{id}")).await.well();
        assert_eq!(table["scene"]["choices"].as_array().map(Vec::len), Some(choices));
        let moves = bot.see(&id).await["moves"].as_array().map_or(0, Vec::len);
        assert_eq!(moves, choices);
    }
    let mine = |table: Value| {
        table["seats"].as_array().expect("seats").iter().map(|seat| seat["you"] == true).collect()
    };
    let you: [Vec<bool>; 3] =
        [mine(ada.see(&id).await), mine(ben.see(&id).await), mine(cyd.see(&id).await)];
    assert_eq!(you, [[true, false], [false, true], [false, false]]);
}

#[tokio::test]
async fn nobody_plays_for_others() {
    let host = Host::start().await;
    let (ada, ben, cyd) = (host.bot("Ada").await, host.bot("Ben").await, host.bot("Cyd").await);
    let (id, _) =
        ada.make(json!({ "game": "ttt", "seats": [{ "kind": "me" }, { "kind": "open" }] })).await;
    assert_eq!(ada.step(&id, "1 1").await.refused(), "refused", "the game has not begun");
    ben.command(&id, json!({ "do": "sit", "seat": 2 })).await.well();
    let state = ada.see(&id).await["state"].clone();
    let step = |seat: Value| json!({ "do": "move", "step": "1 1", "state": state, "seat": seat });
    let rows = [
        (&cyd, step(Value::Null), "forbidden"),
        (&cyd, step(json!(1)), "forbidden"),
        (&ben, step(json!(1)), "forbidden"),
        (&ben, step(Value::Null), "refused"),
        (&ben, step(json!(2)), "refused"),
        (&ben, json!({ "do": "resign", "seat": 1 }), "forbidden"),
        (&cyd, json!({ "do": "resign" }), "forbidden"),
        (&cyd, json!({ "do": "offer", "what": "draw" }), "forbidden"),
        (&cyd, json!({ "do": "claim" }), "forbidden"),
        (&cyd, json!({ "do": "stand" }), "forbidden"),
        (&cyd, json!({ "do": "variation", "after": 0, "steps": ["1 1"] }), "forbidden"),
        (&ben, json!({ "do": "close" }), "refused"),
    ];
    for (bot, command, code) in rows {
        assert_eq!(bot.command(&id, command.clone()).await.refused(), code, "{command}");
    }
    let path = format!("/api/tables/{id}/deeds");
    for token in [None, Some(""), Some("wrong"), Some(ada.id.as_str())] {
        let answer = request(host.address, token, "POST", &path, Some(&step(Value::Null))).await;
        assert_eq!((answer.status, answer.refused().as_str()), (401, "no_token"), "{token:?}");
    }
    let mut stranger = Socket::open(host.address).await;
    stranger.hello(None).await;
    let refused = stranger.command(&id, step(Value::Null)).await;
    assert_eq!(refused["error"]["code"], "no_token");
    let mut liar = Socket::open(host.address).await;
    assert_eq!(liar.hello(Some("wrong")).await["error"]["code"], "no_token");
    assert_eq!(liar.hear().await, None, "the server hangs up");
    assert_eq!(ada.see(&id).await["state"], state, "nothing of it was done");
}

#[tokio::test]
async fn names_are_data() {
    let host = Host::start().await;
    let long = "ñ".repeat(33);
    for name in [
        "",
        "   ",
        "a\u{0}b",
        "a\u{1b}[31mb",
        "a\u{7f}",
        long.as_str(),
        "\u{85}x\u{9f}",
        "ñ\u{202e}ø",
    ] {
        let answer =
            request(host.address, None, "POST", "/api/players", Some(&json!({ "name": name })))
                .await;
        assert_eq!((answer.status, answer.refused().as_str()), (400, "bad_request"), "{name:?}");
    }
    let hostile = "<img src=x onerror=alert(1)>";
    let ada = host.bot(hostile).await;
    let me = ada.get("/api/me").await;
    assert_eq!(me.header("content-type"), Some("application/json"));
    assert_eq!(me.header("x-content-type-options"), Some("nosniff"));
    assert_eq!(me.well()["player"], json!({ "id": ada.id, "name": hostile }));
    // Whatever the name, the record is valid.
    for name in [hostile, "\"]; {", "# --", "Name-1: x", "{ \\\" }", "null", "ñø"] {
        let renamed = request(
            host.address,
            Some(&ada.token),
            "PATCH",
            "/api/me",
            Some(&json!({ "name": name })),
        )
        .await;
        assert_eq!(renamed.well()["player"]["name"], name);
        let (id, _) =
            ada.make(json!({ "game": "ttt", "seats": [{ "kind": "me" }, { "kind": "me" }] })).await;
        ada.step(&id, "2 2").await.well();
        assert_eq!(ada.see(&id).await["seats"][0]["name"], name);
        let headers = read_record(&ada, &id).await.other_headers;
        assert!(headers.iter().any(|(_, value)| value == name), "{headers:?}");
    }
}

#[tokio::test]
async fn who_made_a_table_gives_it_up() {
    let host = Host::start().await;
    let (ada, ben) = (host.bot("Ada").await, host.bot("Ben").await);
    let seats = json!([{ "kind": "me" }, { "kind": "open" }]);
    let (id, _) = ada.make(json!({ "game": "ttt", "seats": seats, "listed": true })).await;
    assert_eq!(ben.command(&id, json!({ "do": "close" })).await.refused(), "forbidden");
    assert_eq!(ada.command(&id, json!({ "do": "close" })).await.well()["table"]["stage"], "closed");
    for command in
        [json!({ "do": "sit", "seat": 2 }), json!({ "do": "close" }), json!({ "do": "resign" })]
    {
        assert_eq!(ada.command(&id, command.clone()).await.refused(), "refused", "{command}");
    }
    for list in ["open", "mine"] {
        assert_eq!(ada.get(&format!("/api/tables?which={list}")).await.well()["tables"], json!([]));
    }
    // One person takes several seats.
    let (id, _) =
        ada.make(json!({ "game": "ttt", "seats": [{ "kind": "me" }, { "kind": "me" }] })).await;
    for step in ["1 1", "2 2", "1 2", "0 0", "1 0"] {
        ada.step(&id, step).await.well();
    }
    let over = ada.see(&id).await;
    assert_eq!(
        (&over["stage"], &over["result"]),
        (&json!("over"), &json!({ "kind": "won", "seat": 1 }))
    );
}
