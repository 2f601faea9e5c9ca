//! People: which names they may have, and what they may do to each other.

use serde_json::{Value, json};

use crate::client::{Bot, names, request};
use crate::host::Host;

#[tokio::test]
async fn names_have_nothing_that_cannot_be_seen() {
    let host = Host::start().await;
    let come = async |name: &str| {
        request(host.address, None, "POST", "/api/players", Some(&json!({ "name": name }))).await
    };
    for (typed, name) in [(" Ada\u{a0} L. ", "Ada L."), ("Jose\u{301}", "José"), ("❤\u{fe0f}", "❤")]
    {
        assert_eq!(come(typed).await.well()["player"]["name"], name);
    }
    let bad = [
        "A\u{202e}da",
        "\u{200b}",
        "\u{3164}",
        "A\u{ad}da",
        "A\u{e0041}",
        "\u{301}\u{301}",
        "Z\u{335}\u{321}\u{353}\u{322}",
    ];
    for name in bad {
        let answer = come(name).await;
        assert_eq!((answer.status, answer.refused().as_str()), (400, "bad_request"), "{name:?}");
        let message = answer.json()["error"]["message"].as_str().expect("a message").to_owned();
        assert!(
            !message.contains('\u{202e}'),
            "what cannot be seen is told by its number: {message}"
        );
    }
    let ada = host.bot("Ada").await;
    let renamed = request(
        host.address,
        Some(&ada.token),
        "PATCH",
        "/api/me",
        Some(&json!({ "name": "\u{2066}" })),
    )
    .await;
    assert_eq!(renamed.refused(), "bad_request");
}

#[tokio::test]
async fn people_with_the_same_name_are_told_apart() {
    let host = Host::start().await;
    let (ada, other, watcher) =
        (host.bot("Ada").await, host.bot("Аdа").await, host.bot("ADA").await);
    let shown = |name: &str, id: &str| format!("{name} #{}", &id[..3]);
    let (id, _) =
        ada.make(json!({ "game": "ttt", "seats": [{ "kind": "open" }, { "kind": "me" }] })).await;
    other.command(&id, json!({ "do": "sit", "seat": 1 })).await.well();
    for bot in [&watcher, &other, &ada] {
        bot.command(&id, json!({ "do": "chat", "text": "\u{202e}it is\u{200b} me" })).await.well();
    }
    let seen = ada.see(&id).await;
    // The maker of the table keeps the name.
    assert_eq!(names(&seen), json!([shown("Аdа", &other.id), "Ada"]));
    assert_eq!(seen["seats"][0]["player"], json!(other.id));
    let said: Vec<&Value> =
        seen["chat"]["list"].as_array().expect("lines").iter().map(|line| &line["name"]).collect();
    assert_eq!(
        said,
        [&json!(shown("ADA", &watcher.id)), &json!(shown("Аdа", &other.id)), &json!("Ada")]
    );
    assert_eq!(seen["chat"]["list"][0]["text"], "it is me");
    other.command(&id, json!({ "do": "resign" })).await.well();
    let reason = ada.see(&id).await["reason"].as_str().expect("a reason").to_owned();
    assert!(reason.starts_with(&shown("Аdа", &other.id)), "{reason}");
    let record = ada.get(&format!("/api/tables/{id}/record")).await.body;
    assert!(record.contains(&shown("Аdа", &other.id)), "{record}");
    // They keep their names in the rematch, too, whichever seats they have.
    for bot in [&ada, &other] {
        bot.command(&id, json!({ "do": "offer", "what": "rematch" })).await.well();
    }
    let next = ada.see(&id).await["rematch"].as_str().expect("a table").to_owned();
    let host = host.restart().await;
    assert_eq!(
        names(&ada.at(host.address).see(&next).await),
        json!(["Ada", shown("Аdа", &other.id)])
    );
}

#[tokio::test]
async fn watchers_cannot_fill_the_chat() {
    let host = Host::start().await;
    let (ada, ben) = (host.bot("Ada").await, host.bot("Ben").await);
    let (id, _) =
        ada.make(json!({ "game": "ttt", "seats": [{ "kind": "me" }, { "kind": "open" }] })).await;
    ben.command(&id, json!({ "do": "sit", "seat": 2 })).await.well();
    let say = async |bot: &Bot| bot.command(&id, json!({ "do": "chat", "text": "x" })).await;
    let mut said = 0;
    for number in 0..5 {
        let watcher = host.bot(&format!("Watcher {number}")).await;
        while say(&watcher).await.status == 200 {
            said += 1;
        }
        assert_eq!(say(&watcher).await.refused(), "too_many");
    }
    assert_eq!(said, 20, "all watchers together have said so much in a minute");
    for _ in 0..20 {
        say(&ben).await.well();
    }
    assert_eq!(say(&ben).await.refused(), "too_many");
    say(&ada).await.well();
}

#[tokio::test]
async fn players_mute_watchers() {
    let host = Host::start().await;
    let (ada, ben, cyd) = (host.bot("Ada").await, host.bot("Ben").await, host.bot("Cyd").await);
    let (id, _) =
        ada.make(json!({ "game": "ttt", "seats": [{ "kind": "me" }, { "kind": "open" }] })).await;
    let mute = |bot: &Bot| json!({ "do": "mute", "player": bot.id });
    assert_eq!(ada.command(&id, mute(&cyd)).await.refused(), "refused", "nobody here knows them");
    let chat = json!({ "do": "chat", "text": "boo" });
    cyd.command(&id, chat.clone()).await.well();
    assert_eq!(
        ben.command(&id, mute(&cyd)).await.refused(),
        "forbidden",
        "who watches cannot mute"
    );
    ben.command(&id, json!({ "do": "sit", "seat": 2 })).await.well();
    for nobody in [&ada, &ben] {
        assert_eq!(
            ben.command(&id, mute(nobody)).await.refused(),
            "refused",
            "players mute no players"
        );
    }
    ben.command(&id, mute(&cyd)).await.well();
    assert_eq!(ada.command(&id, mute(&cyd)).await.refused(), "refused");
    assert_eq!(cyd.command(&id, chat.clone()).await.refused(), "forbidden");
    let host = host.restart().await;
    let (ada, ben, cyd) = (ada.at(host.address), ben.at(host.address), cyd.at(host.address));
    assert_eq!(ada.see(&id).await["muted"], json!([{ "player": cyd.id, "name": "Cyd" }]));
    assert_eq!(cyd.command(&id, chat.clone()).await.refused(), "forbidden");
    let unmute = json!({ "do": "unmute", "player": cyd.id });
    assert_eq!(cyd.command(&id, unmute.clone()).await.refused(), "forbidden");
    ada.command(&id, unmute.clone()).await.well();
    assert_eq!(ben.command(&id, unmute).await.refused(), "refused");
    cyd.command(&id, chat).await.well();
    assert_eq!(ada.see(&id).await.get("muted"), None);
}

#[tokio::test]
async fn one_person_cannot_take_all_seats() {
    let host = Host::with(|settings| settings.limits.tables = 2).await;
    let (griefer, guest) = (host.bot("Griefer").await, host.bot("Guest").await);
    let open =
        json!({ "game": "ttt", "seats": [{ "kind": "me" }, { "kind": "open" }], "listed": true });
    let sit = json!({ "do": "sit", "seat": 2, "request": "sit" });
    let mut tables = Vec::new();
    for number in 0..3 {
        let maker = host.bot(&format!("Maker {number}")).await;
        tables.push((maker.make(open.clone()).await.0, maker));
    }
    for (id, _) in &tables[..2] {
        griefer.command(id, sit.clone()).await.well();
    }
    let third = griefer.command(&tables[2].0, sit.clone()).await;
    assert_eq!((third.status, third.refused().as_str()), (429, "too_many"));
    assert_eq!(
        griefer.post("/api/tables", open).await.refused(),
        "too_many",
        "nor have more tables"
    );
    assert_eq!(griefer.command(&tables[0].0, sit.clone()).await.well()["repeated"], true);
    tables[0].1.command(&tables[0].0, json!({ "do": "resign" })).await.well();
    griefer.command(&tables[2].0, sit).await.well();
    // Nobody can take and leave seats endlessly.
    let seats = json!([{ "kind": "me" }, { "kind": "open" }, { "kind": "open" }]);
    let maker = host.bot("Maker").await;
    let (id, _) = maker.make(json!({ "game": "ataxx seats=3", "seats": seats })).await;
    for bot in [&guest, &host.bot("Another").await] {
        for _ in 0..3 {
            bot.command(&id, json!({ "do": "sit", "seat": 3 })).await.well();
            bot.command(&id, json!({ "do": "stand" })).await.well();
        }
        assert_eq!(bot.command(&id, json!({ "do": "sit", "seat": 3 })).await.refused(), "refused");
    }
}

#[tokio::test]
async fn the_maker_sends_a_guest_away() {
    let host = Host::start().await;
    let (ada, ben, cyd) = (host.bot("Ada").await, host.bot("Ben").await, host.bot("Cyd").await);
    let seats = json!([{ "kind": "me" }, { "kind": "friend" }]);
    let clock = json!({ "kind": "game", "seconds": 300 });
    let (id, invites) = ada.make(json!({ "game": "ttt", "seats": seats, "clock": clock })).await;
    let old = invites["2"].clone();
    let dismiss = json!({ "do": "dismiss", "seat": 2 });
    assert_eq!(ada.command(&id, dismiss.clone()).await.refused(), "refused", "nobody sits there");
    assert_eq!(
        ada.command(&id, json!({ "do": "dismiss", "seat": 1 })).await.refused(),
        "refused",
        "not oneself"
    );
    assert_eq!(
        ada.command(&id, json!({ "do": "dismiss", "seat": 3 })).await.refused(),
        "bad_request"
    );
    let begun = ben.command(&id, json!({ "do": "sit", "invite": old })).await.well();
    assert_eq!(
        (&begun["table"]["stage"], &begun["table"]["clock"]["running"]),
        (&json!("playing"), &json!(1))
    );
    assert_eq!(ada.see(&id).await["seats"][1]["dismissible"], true);
    assert_eq!(begun["table"]["seats"][1].get("dismissible"), None, "that is for the maker");
    assert_eq!(ben.command(&id, dismiss.clone()).await.refused(), "forbidden");
    let mut socket = ben.socket().await;
    socket.watch(&id).await;
    let seen = ada.command(&id, dismiss.clone()).await.well()["table"].take();
    assert_eq!(
        (&seen["stage"], &seen["clock"]["running"], &seen["seats"][1]["kind"]),
        (&json!("waiting"), &json!(null), &json!("friend"))
    );
    socket.until_table(|table| table["stage"] == "waiting").await;
    let new = seen["seats"][1]["invite"].clone();
    assert!(new.is_string() && new != old, "{new}");
    let host = host.restart().await;
    let (ada, ben, cyd) = (ada.at(host.address), ben.at(host.address), cyd.at(host.address));
    for (bot, code) in [(&cyd, &old), (&ben, &old), (&ben, &new)] {
        assert_eq!(
            bot.command(&id, json!({ "do": "sit", "invite": code })).await.refused(),
            "forbidden"
        );
    }
    cyd.command(&id, json!({ "do": "sit", "invite": new })).await.well();
    ada.step(&id, "1 1").await.well();
    assert_eq!(ada.command(&id, dismiss).await.refused(), "refused", "they have begun");
    assert_eq!(ada.see(&id).await["seats"][1].get("dismissible"), None);
}
