//! Each person reads in their own language.

use ludoteca_core::{Language, Message, Refusal, Spelling, Tell, Text};
use ludoteca_games::catalog;
use ludoteca_play::{Decision, Refused};
use serde_json::{Value, json};
use sqlx::{Connection, Row};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use crate::client::{Answer, Bot, Socket, connect, send};
use crate::host::{Host, is_about_files};
use crate::lists::{execute, open};

/// Sends a request of a player who reads these languages.
async fn ask(bot: &Bot, languages: &str, method: &str, path: &str, body: Option<Value>) -> Answer {
    let token = format!("Authorization: Bearer {}", bot.token);
    let headers = format!("{token}\r\nAccept-Language: {languages}\r\n");
    send(None, bot.address, &headers, method, path, body.as_ref()).await
}

async fn get(bot: &Bot, languages: &str, path: &str) -> Answer {
    ask(bot, languages, "GET", path, None).await
}

/// A table of two people, whose first seat is the maker's.
async fn table_of_two(maker: &Bot, guest: &Bot, game: &str) -> String {
    let seats = json!([{ "kind": "me" }, { "kind": "open" }]);
    let (id, _) = maker.make(json!({ "game": game, "seats": seats, "listed": true })).await;
    guest.command(&id, json!({ "do": "sit", "seat": 2 })).await.well();
    id
}

/// A socket of a player who reads this language, on which the table is watched with its scene.
async fn watch(bot: &Bot, language: Option<&str>, table: &str) -> (Socket, Value) {
    let mut socket = Socket::open(bot.address).await;
    socket.say(json!({ "type": "hello", "token": bot.token, "language": language })).await;
    socket.until("hello", |_| true).await;
    socket.say(json!({ "type": "watch", "table": table, "scene": true })).await;
    let seen = socket.until_table(|_| true).await;
    (socket, seen)
}

fn hint(game: &str) -> Text {
    catalog::open_line(game).expect("a game").hint()
}

fn told(what: &impl Tell, language: Language) -> Value {
    json!(what.tell(language, Spelling::Typed))
}

#[tokio::test]
async fn two_people_at_a_table_read_their_own_languages() {
    let host = Host::start().await;
    let (ada, ben) = (host.bot("Ada").await, host.bot("Ben").await);
    let id = table_of_two(&ada, &ben, "alquerque").await;
    let (mut of_ada, seen) = watch(&ada, Some("es"), &id).await;
    assert_eq!(seen["hint"], hint("alquerque").tell(Language::Spanish));
    let (mut of_ben, seen) = watch(&ben, Some("de"), &id).await;
    assert_eq!(seen["hint"], hint("alquerque").tell(Language::German));
    let (mut of_eve, seen) = watch(&host.bot("Eve").await, None, &id).await;
    assert_eq!(seen["hint"], hint("alquerque").tell(Language::English));
    assert_eq!(seen["scene"]["places"][0]["empty"], "empty");

    // A refusal over a socket.
    let state = seen["state"].clone();
    let move_of = |step: &str| json!({ "do": "move", "step": step, "state": state });
    let mut table = catalog::open_line("alquerque").expect("a game");
    for (step, spelling) in [("1 1 5 5", Spelling::Typed), ("A1-E5", Spelling::Readable)] {
        let (typed, read) = table.typed(step);
        assert_eq!(read, spelling);
        let refused: Refusal = table.step(&typed).expect_err("it is illegal").spelled(read);
        let error = of_ada.command(&id, move_of(step)).await;
        assert_eq!(error["error"]["message"], told(&refused, Language::Spanish), "{error}");
        assert_eq!(error["table"]["hint"], hint("alquerque").tell(Language::Spanish));
        let english = ada.command(&id, move_of(step)).await.json();
        assert_eq!(english["error"]["message"], refused.to_string());
        assert_eq!(english["table"]["hint"], hint("alquerque").to_string());
    }
    // A move as people read it, which is stored as typed.
    let step = table.steps()[0].clone();
    let made = table.step(&step).expect("it is legal");
    let readable = table.last_readable().expect("a step was made").step;
    let done = of_ada.command(&id, move_of(&readable.to_string())).await;
    assert_eq!(done["type"], "done", "{done}");
    for (socket, language) in [(&mut of_ben, Language::German), (&mut of_eve, Language::English)] {
        let seen = socket.until_table(|seen| seen["steps"]["list"][0]["step"].is_string()).await;
        let shown = &seen["steps"]["list"][0];
        assert_eq!(shown["step"], made.text);
        assert_eq!(shown["readable"], readable.tell(language));
    }
    // Only the player to move gets choices.
    let seen = get(&ben, "de", &format!("/api/tables/{id}")).await.well();
    for choice in seen["scene"]["choices"].as_array().expect("choices") {
        let place = |click: &Value| {
            let click = click.as_u64().expect("a number") as usize;
            seen["scene"]["places"][click]["label"].as_str().expect("a label").to_owned()
        };
        let clicks = choice["clicks"].as_array().expect("clicks");
        let labels: Vec<String> = clicks.iter().map(place).collect();
        assert_eq!(choice["readable"], labels.join("–"));
    }

    // The ending: everywhere in the language of the reader, and in English in the record.
    ben.command(&id, json!({ "do": "resign" })).await.well();
    let reason = Decision::Resigned("Ben".to_owned());
    for (socket, language) in [
        (&mut of_ada, Language::Spanish),
        (&mut of_ben, Language::German),
        (&mut of_eve, Language::English),
    ] {
        let seen = socket.until_table(|seen| seen["stage"] == "over").await;
        assert_eq!(seen["reason"], told(&reason, language));
    }
    let record = get(&ben, "de", &format!("/api/tables/{id}/record")).await.body;
    assert!(record.contains("Ben resigned"), "{record}");
}

#[tokio::test]
async fn skips_are_told_in_the_language_of_the_reader() {
    let host = Host::start().await;
    let ada = host.bot("Ada").await;
    // X has the last piece that can move.
    let (game, position) = ("ataxx rows=5 cols=5", "xxxxx/xxxxx/xxxxx/xxxx1/ooo2 x 0 1");
    let seats = json!([{ "kind": "me" }, { "kind": "me" }]);
    let mut table = catalog::open_line(game).expect("a game");
    table.set_position(position).expect("a position");
    let skips = |step: &String| {
        let mut after = table.boxed_clone();
        let skipped = after.step(step).expect("it is legal").skipped;
        skipped.first().map(|(_, reason)| (step.clone(), reason.clone()))
    };
    let Some((step, reason)): Option<(String, Message)> = table.steps().iter().find_map(skips)
    else {
        panic!("no move makes the other side skip")
    };
    let (id, _) = ada.make(json!({ "game": game, "position": position, "seats": seats })).await;
    let (mut socket, _) = watch(&ada, Some("pt"), &id).await;
    ada.step(&id, &step).await.well();
    let seen = socket.until_table(|seen| seen["steps"]["list"][0]["skipped"].is_array()).await;
    let skipped = &seen["steps"]["list"][0]["skipped"][0];
    assert_eq!(skipped["reason"], reason.tell(Language::Portuguese));
    let steps = get(&ada, "es", &format!("/api/tables/{id}/steps")).await.well();
    assert_eq!(steps["list"][0]["skipped"][0]["reason"], reason.tell(Language::Spanish));
    assert_eq!(ada.see(&id).await["steps"]["list"][0]["skipped"][0]["reason"], reason.to_string());
}

/// The header of a browser, of a program without one, and of people who read none of our
/// languages.
#[tokio::test]
async fn answers_say_their_language() {
    let host = Host::start().await;
    let ada = host.bot("Ada").await;
    let id = table_of_two(&ada, &host.bot("Ben").await, "ttt").await;
    let path = format!("/api/tables/{id}");
    let mut tags = Vec::new();
    for (languages, language) in [
        ("es", Language::Spanish),
        ("de-CH,de;q=0.9,en;q=0.8,*;q=0.5", Language::German),
        ("fr;q=1.0, pt-BR;q=0.4", Language::Portuguese),
        ("fr", Language::English),
        ("*", Language::English),
    ] {
        let answer = get(&ada, languages, &path).await;
        assert_eq!(answer.header("Content-Language"), Some(language.code()), "{languages}");
        assert!(varies(&answer), "{answer:?}");
        tags.push(answer.header("ETag").expect("a tag").to_owned());
        assert_eq!(answer.well()["hint"], hint("ttt").tell(language));
        let refused = get(&ada, languages, "/api/tables/none").await;
        assert_eq!(refused.header("Content-Language"), Some(language.code()), "{languages}");
        assert_eq!(refused.header("Content-Type"), Some("application/json"));
        assert!(varies(&refused) && refused.refused() == "not_found", "{refused:?}");
        let games = get(&ada, languages, "/api/games").await;
        assert_eq!(games.header("Content-Language"), Some(language.code()), "{languages}");
        let rules = get(&ada, languages, "/api/games/ttt/rules").await.well();
        let info = catalog::find("ttt").expect("a game");
        assert_eq!(rules["markdown"], info.rules.tell(language));
        for (game, info) in
            games.well()["games"].as_array().expect("games").iter().zip(catalog::GAMES)
        {
            assert_eq!(game["about"], info.introduction().tell(language));
        }
    }
    let usual = ada.get(&path).await;
    assert_eq!(usual.header("Content-Language"), Some("en"));
    assert_eq!(usual.header("ETag"), Some(tags[3].as_str()));
    assert_eq!(tags[3], tags[4]);
    tags.dedup();
    assert_eq!(tags.len(), 4, "{tags:?}");
    let headers = format!(
        "Authorization: Bearer {}\r\nAccept-Language: es\r\nIf-None-Match: {}\r\n",
        ada.token, tags[0]
    );
    let same = send(None, ada.address, &headers, "GET", &path, None).await;
    assert_eq!((same.status, same.header("Content-Language")), (304, Some("es")));
    let german = headers.replace(": es", ": de");
    assert_eq!(send(None, ada.address, &german, "GET", &path, None).await.status, 200);
    // Limits, wrong methods and files that do not exist are told by other parts of the server.
    for (method, path) in [("PUT", "/api/me"), ("GET", "/api/nothing"), ("GET", "/web/nothing")] {
        let [spanish, english] =
            [ask(&ada, "es", method, path, None).await, ask(&ada, "en", method, path, None).await];
        assert_ne!(spanish.json()["error"]["message"], english.json()["error"]["message"]);
        assert_eq!(spanish.code(), english.code());
    }
}

fn varies(answer: &Answer) -> bool {
    let mut lines = answer.head.lines().filter_map(|line| line.split_once(": "));
    lines.any(|(name, value)| {
        name.eq_ignore_ascii_case("vary") && value.eq_ignore_ascii_case("accept-language")
    })
}

/// The language of a socket is that of its hello, or else that of the request that opened it.
#[tokio::test]
async fn a_socket_has_a_language() {
    let host = Host::start().await;
    for (header, hello, language) in [
        (Some("de"), None, Language::German),
        (Some("de"), Some("pt"), Language::Portuguese),
        (Some("de"), Some("tlh"), Language::German),
        (None, Some("tlh"), Language::English),
        (None, None, Language::English),
    ] {
        let url = format!("ws://{}/api/socket", host.address);
        let mut request = url.into_client_request().expect("a request");
        if let Some(header) = header {
            let value = header.parse().expect("a value");
            request.headers_mut().insert("accept-language", value);
        }
        let stream = connect(None, host.address).await.expect("the server listens");
        let mut socket = Socket::with(stream, request).await.expect("a socket");
        let mut message = json!({ "type": "hello" });
        if let Some(hello) = hello {
            message["language"] = json!(hello);
        }
        socket.say(message).await;
        socket.until("hello", |_| true).await;
        socket.say(json!({ "type": "watch", "table": "none" })).await;
        let error = socket.until("error", |_| true).await;
        let table = told_no_table(language);
        assert_eq!(error["error"]["message"], table, "{header:?} {hello:?}");
    }
}

fn told_no_table(language: Language) -> &'static str {
    language.pick(
        "there is no table `none`",
        "no hay ninguna mesa `none`",
        "não existe a mesa `none`",
        "es gibt keinen Tisch `none`",
    )
}

#[tokio::test]
async fn lists_are_told_in_the_language_of_the_reader() {
    if !is_about_files("lists_are_told_in_the_language_of_the_reader") {
        return;
    }
    let host = Host::start().await;
    let (ada, ben) = (host.bot("Ada").await, host.bot("Ben").await);
    let resigned = table_of_two(&ada, &ben, "alquerque").await;
    ada.command(&resigned, json!({ "do": "resign" })).await.well();
    let seats = json!([{ "kind": "me" }, { "kind": "me" }]);
    let (won, _) = ada.make(json!({ "game": "ttt", "seats": seats, "listed": true })).await;
    for step in ["0 0", "1 0", "0 1", "1 1", "0 2"] {
        ada.step(&won, step).await.well();
    }
    let played = {
        let mut table = catalog::open_line("ttt").expect("a game");
        for step in ["0 0", "1 0", "0 1", "1 1", "0 2"] {
            table.step(step).expect("it is legal");
        }
        table.ending().expect("it is over")
    };
    let by_hand = Decision::Resigned("Ada".to_owned());
    let check = async |host: &Host, old: bool| {
        for language in Language::ALL {
            let listed =
                get(&ada.at(host.address), language.code(), "/api/tables?which=over").await;
            assert_eq!(listed.header("Content-Language"), Some(language.code()));
            let listed = listed.well();
            let entry = |id: &str| {
                let tables = listed["tables"].as_array().expect("tables");
                tables.iter().find(|table| table["id"] == id).expect("it is listed").clone()
            };
            assert_eq!(entry(&resigned)["reason"], told(&by_hand, language));
            assert_eq!(entry(&resigned)["hint"], hint("alquerque").tell(language));
            let sides = catalog::find("alquerque").expect("a game").conventions.sides;
            assert_eq!(entry(&resigned)["seats"][0]["side"], sides[0].tell(language));
            // What the rules say of the ending cannot be told from an English text.
            let language = if old { Language::English } else { language };
            assert_eq!(entry(&won)["reason"], played.tell(language));
        }
    };
    check(&host, false).await;
    let host = host.restart().await;
    check(&host, false).await;
    // Summaries as version 0.1.0 has stored them.
    let folder = host.stop().await;
    let mut file = open(&Host::file(&folder)).await;
    execute(&mut file, "UPDATE summaries SET summary = json_remove(summary, '$.reasons')", &[])
        .await;
    file.close().await.expect("it closes");
    check(&Host::open(folder, |_| {}), true).await;
}

#[tokio::test]
async fn analyses_and_variations_are_told_in_the_language_of_the_reader() {
    let host = Host::start().await;
    let ada = host.bot("Ada").await;
    let seats = json!([{ "kind": "me" }, { "kind": "me" }]);
    let (id, _) = ada.make(json!({ "game": "owari", "seats": seats })).await;
    for step in ["1", "7"] {
        ada.step(&id, step).await.well();
    }
    ada.command(&id, json!({ "do": "resign", "seat": 1 })).await.well();
    let mut table = catalog::open_line("owari").expect("a game");
    let steps: Vec<String> = table.steps().into_iter().take(1).collect();
    let readable = table.readable_line(&steps);
    let spelt: Vec<String> = readable.iter().map(|it| it.step.tell(Language::German)).collect();
    // A variation in either spelling, stored as typed.
    for steps in [&spelt, &steps] {
        let variation = json!({ "do": "variation", "after": 0, "steps": steps });
        ada.command(&id, variation).await.well();
    }
    let path = format!("/api/tables/{id}");
    for language in Language::ALL {
        let seen = get(&ada, language.code(), &path).await.well();
        let told: Vec<String> = readable.iter().map(|it| it.step.tell(language)).collect();
        let expected = json!([{ "after": 0, "steps": steps, "readable": told, "name": "Ada" }]);
        assert_eq!(seen["variations"], expected);
    }

    let (mut socket, _) = watch(&ada, Some("pt"), &id).await;
    let path = format!("{path}/analysis");
    let begun = ask(&ada, "de", "POST", &path, Some(json!({}))).await;
    assert_eq!(begun.header("Content-Language"), Some("de"));
    let done = socket.until("analysis", |message| message["analysis"]["status"] == "done").await;
    assert_eq!(done["analysis"], get(&ada, "pt", &path).await.well());
    let english = ada.get(&path).await.well();
    for language in Language::ALL {
        let analysis = get(&ada, language.code(), &path).await.well();
        assert_eq!(analysis["summary"] == english["summary"], language == Language::English);
        let best = &analysis["plies"][0]["best"];
        let line: Vec<String> =
            serde_json::from_value(best["line"].clone()).expect("a line of steps");
        let told: Vec<String> =
            table.readable_line(&line).iter().map(|it| it.step.tell(language)).collect();
        assert_eq!((&best["readable_line"], &best["readable"]), (&json!(told), &json!(told[0])));
    }
    let stored = host.restart().await;
    let again = get(&ada.at(stored.address), "pt", &path).await.well();
    assert_eq!(again, done["analysis"]);

    // Positions of no table, whose steps are given in either spelling.
    table.step(&steps[0]).expect("it is legal");
    for steps in [&steps, &spelt] {
        let line = json!({ "game": "owari", "steps": steps });
        let ada = ada.at(stored.address);
        let shown = ask(&ada, "es", "POST", "/api/positions", Some(line.clone())).await.well();
        assert_eq!(shown["position"], table.position());
        assert_eq!(
            shown["scene"]["places"][0]["label"],
            table.board().places[0].label.tell(Language::Spanish)
        );
        let found = ask(&ada, "es", "POST", "/api/analysis", Some(line)).await.well();
        let line: Vec<String> =
            serde_json::from_value(found["line"].clone()).expect("a line of steps");
        let told: Vec<String> =
            table.readable_line(&line).iter().map(|it| it.step.tell(Language::Spanish)).collect();
        assert!(!line.is_empty());
        assert_eq!(found["readable_line"], json!(told));
    }
}

/// What an earlier version has stored is English, and told in every language.
#[tokio::test]
async fn stored_reasons_are_told_in_other_languages() {
    if !is_about_files("stored_reasons_are_told_in_other_languages") {
        return;
    }
    let host = Host::start().await;
    let (ada, ben) = (host.bot("Ada").await, host.bot("Ben").await);
    let id = table_of_two(&ada, &ben, "ttt").await;
    ben.command(&id, json!({ "do": "resign" })).await.well();
    let folder = host.stop().await;
    let mut file = open(&Host::file(&folder)).await;
    let lost = "SELECT fact FROM facts WHERE fact LIKE '%\"lost\"%'";
    let lost = sqlx::query(lost).fetch_one(&mut file).await.expect("somebody has lost");
    let stored: String = lost.try_get(0).expect("a text");
    assert!(stored.contains(r#""reason":"Ben resigned""#), "{stored}");
    file.close().await.expect("it closes");
    let host = Host::open(folder, |_| {});
    let (ada, ben) = (ada.at(host.address), ben.at(host.address));
    let path = format!("/api/tables/{id}");
    let reason = Decision::Resigned("Ben".to_owned());
    for language in Language::ALL {
        let seen = get(&ada, language.code(), &path).await.well();
        assert_eq!(seen["reason"], told(&reason, language));
        assert_eq!(seen["reason"] == "Ben resigned", language == Language::English);
        let refused = ask(
            &ben,
            language.code(),
            "POST",
            &format!("{path}/deeds"),
            Some(json!({ "do": "move", "step": "1 1", "state": 0 })),
        )
        .await
        .json();
        let state = seen["state"].as_u64().expect("a number") as usize;
        let stale = Refused::Stale { meant: 0, now: state };
        assert_eq!(refused["error"]["message"], told(&stale, language));
        assert_eq!(refused["table"]["reason"], told(&reason, language));
    }
    // A person who was erased has no name, in any language.
    ask(&ben, "en", "DELETE", "/api/me", Some(json!({ "confirm": true }))).await.well();
    for (language, name) in [("en", "former player"), ("es", "antiguo jugador")] {
        let seen = get(&ada, language, &path).await.well();
        assert_eq!(seen["seats"][1]["name"], name);
        assert!(seen["reason"].as_str().is_some_and(|reason| reason.starts_with(name)), "{seen}");
        let listed = get(&ada, language, "/api/tables?which=over").await.well();
        assert_eq!(listed["tables"][0]["seats"][1]["name"], name);
    }
}
