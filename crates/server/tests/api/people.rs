//! People: what they may call themselves, and what they may do to each other.

use serde_json::{Value, json};

use crate::client::{names, request};
use crate::host::Host;

#[tokio::test]
async fn names_have_nothing_that_cannot_be_seen() {
    let host = Host::start().await;
    let come =
        async |name: &str| request(host.address, None, "POST", "/api/players", Some(&json!({ "name": name }))).await;
    for (typed, name) in [(" Ada\u{a0} L. ", "Ada L."), ("Jose\u{301}", "José"), ("❤\u{fe0f}", "❤")] {
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
        assert!(!message.contains('\u{202e}'), "what cannot be seen is told by its number: {message}");
    }
    let ada = host.bot("Ada").await;
    let renamed =
        request(host.address, Some(&ada.token), "PATCH", "/api/me", Some(&json!({ "name": "\u{2066}" }))).await;
    assert_eq!(renamed.refused(), "bad_request");
}

#[tokio::test]
async fn people_with_the_same_name_are_told_apart() {
    let host = Host::start().await;
    let (ada, other, watcher) = (host.bot("Ada").await, host.bot("Аdа").await, host.bot("ADA").await);
    let shown = |name: &str, id: &str| format!("{name} #{}", &id[..3]);
    let (id, _) = ada.make(json!({ "game": "ttt", "seats": [{ "kind": "open" }, { "kind": "me" }] })).await;
    other.deed(&id, json!({ "do": "sit", "seat": 1 })).await.well();
    for bot in [&watcher, &other, &ada] {
        bot.deed(&id, json!({ "do": "chat", "text": "\u{202e}it is\u{200b} me" })).await.well();
    }
    let seen = ada.see(&id).await;
    // Who made the table keeps the name.
    assert_eq!(names(&seen), json!([shown("Аdа", &other.id), "Ada"]));
    assert_eq!(seen["seats"][0]["player"], json!(other.id));
    let said: Vec<&Value> = seen["chat"]["list"].as_array().expect("lines").iter().map(|line| &line["name"]).collect();
    assert_eq!(said, [&json!(shown("ADA", &watcher.id)), &json!(shown("Аdа", &other.id)), &json!("Ada")]);
    assert_eq!(seen["chat"]["list"][0]["text"], "it is me");
    other.deed(&id, json!({ "do": "resign" })).await.well();
    let reason = ada.see(&id).await["reason"].as_str().expect("a reason").to_owned();
    assert!(reason.starts_with(&shown("Аdа", &other.id)), "{reason}");
    let record = ada.get(&format!("/api/tables/{id}/record")).await.body;
    assert!(record.contains(&shown("Аdа", &other.id)), "{record}");
    // In the rematch, too, whichever seat they have.
    for bot in [&ada, &other] {
        bot.deed(&id, json!({ "do": "offer", "what": "rematch" })).await.well();
    }
    let next = ada.see(&id).await["rematch"].as_str().expect("a table").to_owned();
    let host = host.restart().await;
    assert_eq!(names(&ada.at(host.address).see(&next).await), json!(["Ada", shown("Аdа", &other.id)]));
}
