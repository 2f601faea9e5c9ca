//! Hostile requests: each is refused in one clear line, and the server goes on.

use ludoteca_games::catalog::GAMES;
use serde_json::{Value, json};

use crate::client::{Answer, Bot, raw};
use crate::host::Host;

/// A request with arbitrary parts.
fn http(token: &str, method: &str, path: &str, body: &str) -> String {
    format!(
        "{method} {path} HTTP/1.1\r\nHost: here\r\nAuthorization: Bearer {token}\r\nContent-Type: application/json\r\n\
         Connection: close\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )
}

/// Checks that the server still answers.
async fn check_well(bot: &Bot) {
    assert_eq!(bot.get("/health").await.well()["ok"], true);
}

#[tokio::test]
async fn bodies_that_are_none() {
    let host = Host::start().await;
    let ada = host.bot("Ada").await;
    let (id, _) =
        ada.make(json!({ "game": "ttt", "seats": [{ "kind": "me" }, { "kind": "me" }] })).await;
    let deeds = format!("/api/tables/{id}/deeds");
    let (deep, huge) = ("[".repeat(30_000), format!("\"{}\"", "x".repeat(70_000)));
    let bodies = [
        "",
        "{",
        "null",
        "[]",
        "7",
        "\"x\"",
        "{\"do\":[]}",
        "{\"do\":\"dance\"}",
        "\u{0}",
        "\u{feff}{}",
        &deep,
        &huge,
    ];
    for path in [
        "/api/players",
        "/api/tables",
        "/api/positions",
        "/api/positions/refusal",
        "/api/analysis",
        &deeds,
    ] {
        for body in bodies {
            let answer = Answer::read(
                &raw(host.address, http(&ada.token, "POST", path, body).as_bytes()).await,
            );
            let expected =
                if body.len() > 65_536 { (413, "too_large") } else { (400, "bad_request") };
            let start: String = body.chars().take(20).collect();
            assert_eq!((answer.status, answer.refused().as_str()), expected, "{path} {start}");
        }
    }
    // The body comes in chunks, without a length.
    let head = "POST /api/players HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nConnection: close\r\n";
    let mut pieces = format!("{head}Transfer-Encoding: chunked\r\n\r\n");
    for _ in 0..20 {
        pieces.push_str(&format!("2000\r\n{}\r\n", " ".repeat(0x2000)));
    }
    assert_eq!(Answer::read(&raw(host.address, pieces.as_bytes()).await).refused(), "too_large");
    let plain = "POST /api/players HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 14\r\n\r\n{\"name\":\"Ada\"}";
    assert_eq!(Answer::read(&raw(host.address, plain.as_bytes()).await).refused(), "bad_request");
    check_well(&ada).await;
}

#[tokio::test]
async fn tables_that_cannot_be() {
    let host = Host::start().await;
    let ada = host.bot("Ada").await;
    let two = json!([{ "kind": "me" }, { "kind": "me" }]);
    let with = |seat: Value| json!({ "game": "ttt", "seats": [{ "kind": "me" }, seat] });
    let rows = [
        (json!({ "game": "chess", "seats": two }), "bad_request"),
        (json!({ "game": "", "seats": two }), "bad_request"),
        (json!({ "game": "ttt rows=1000000 cols=1000000", "seats": two }), "bad_request"),
        (json!({ "game": "ttt rows=-1", "seats": two }), "bad_request"),
        (json!({ "game": "ttt rows", "seats": two }), "bad_request"),
        (json!({ "game": "ttt\u{0}", "seats": two }), "bad_request"),
        (json!({ "game": "x".repeat(60_000), "seats": two }), "bad_request"),
        (json!({ "game": "ttt seats=99", "seats": two }), "bad_request"),
        (json!({ "game": "ttt", "seats": [] }), "bad_request"),
        (json!({ "game": "ttt", "seats": [{ "kind": "me" }] }), "bad_request"),
        (json!({ "game": "ttt", "seats": vec![json!({ "kind": "me" }); 1000] }), "bad_request"),
        (json!({ "game": "ttt", "seats": two, "position": "x".repeat(60_000) }), "bad_request"),
        (json!({ "game": "ttt", "seats": two, "position": "\u{0}\u{1b}" }), "bad_request"),
        (json!({ "game": "ttt", "seats": two, "colour": "red" }), "bad_request"),
        (json!({ "game": "ttt", "seats": two, "obstacles": { "count": "3" } }), "bad_request"),
        (
            json!({ "game": "ataxx", "seats": two, "obstacles": { "count": "99999999999" } }),
            "bad_request",
        ),
        (
            json!({ "game": "ataxx", "seats": two, "obstacles": { "count": "-1", "mirror": true } }),
            "bad_request",
        ),
        (json!({ "game": "ttt", "seats": two, "request": "" }), "bad_request"),
        (json!({ "game": "ttt", "seats": two, "request": "x".repeat(65) }), "bad_request"),
        (json!({ "game": "ttt", "seats": two, "listed": "yes" }), "bad_request"),
        (with(json!({ "kind": "engine", "level": 0 })), "bad_request"),
        (with(json!({ "kind": "engine", "level": 11 })), "bad_request"),
        (with(json!({ "kind": "engine", "level": 255 })), "bad_request"),
        (with(json!({ "kind": "engine", "level": 256 })), "bad_request"),
        (with(json!({ "kind": "engine", "level": -1 })), "bad_request"),
        (with(json!({ "kind": "engine", "level": 1.5 })), "bad_request"),
        (with(json!({ "kind": "engine" })), "bad_request"),
        (with(json!({ "kind": "king" })), "bad_request"),
        (with(json!("me")), "bad_request"),
        (with(json!({ "kind": "program", "program": "nobody" })), "not_found"),
    ];
    for (proposal, code) in rows {
        assert_eq!(ada.post("/api/tables", proposal.clone()).await.refused(), code, "{proposal}");
    }
    let none = ada.get("/api/tables?which=mine").await.well();
    assert_eq!(none["tables"], json!([]), "none of them was made");
}

#[tokio::test]
async fn garbage_in_every_game() {
    let host = Host::start().await;
    let ada = host.bot("Ada").await;
    let long = "9 ".repeat(30_000);
    let texts = [
        "",
        " ",
        "\u{0}",
        "-1 -1",
        "99999999999999999999 0",
        "💥",
        "'; DROP TABLE facts; --",
        "<script>",
        &long,
    ];
    for info in GAMES {
        let (id, _) = ada
            .make(json!({ "game": info.id, "seats": [{ "kind": "me" }, { "kind": "me" }] }))
            .await;
        for text in texts {
            let start: String = text.chars().take(20).collect();
            let position =
                ada.post("/api/positions", json!({ "game": info.id, "position": text })).await;
            assert_eq!(position.refused(), "bad_request", "{} {start}", info.id);
            let steps =
                ada.post("/api/positions", json!({ "game": info.id, "steps": [text] })).await;
            assert_eq!(steps.refused(), "refused", "{} {start}", info.id);
            assert_eq!(ada.step(&id, text).await.refused(), "refused", "{} {start}", info.id);
        }
        for clicks in [
            json!([1_000_000_000_u64]),
            json!([-1]),
            json!([u64::MAX]),
            json!(vec![0; 65]),
            json!(vec![0; 20_000]),
        ] {
            let clicked = json!({ "game": info.id, "clicks": clicks });
            assert_eq!(
                ada.post("/api/positions/refusal", clicked).await.refused(),
                "bad_request",
                "{}",
                info.id
            );
        }
        for clicks in [json!([]), json!([0]), json!([0, 0]), json!(vec![0; 64])] {
            let clicked = json!({ "game": info.id, "clicks": clicks });
            ada.post("/api/positions/refusal", clicked).await.well();
        }
        assert_eq!(ada.see(&id).await["steps"]["list"], json!([]), "{}", info.id);
    }
    check_well(&ada).await;
}

#[tokio::test]
async fn deeds_that_make_no_sense() {
    let host = Host::start().await;
    let ada = host.bot("Ada").await;
    let (id, _) =
        ada.make(json!({ "game": "ttt", "seats": [{ "kind": "me" }, { "kind": "open" }] })).await;
    let before = ada.see(&id).await;
    let rows = [
        (json!({ "do": "sit", "seat": 0 }), "bad_request"),
        (json!({ "do": "sit", "seat": 1_000_000_000 }), "bad_request"),
        (json!({ "do": "sit", "seat": u64::MAX }), "bad_request"),
        (json!({ "do": "sit", "seat": -1 }), "bad_request"),
        (json!({ "do": "sit", "seat": "2" }), "bad_request"),
        (json!({ "do": "sit" }), "forbidden"),
        (json!({ "do": "stand", "seat": 1_000_000_000 }), "bad_request"),
        (json!({ "do": "offer", "what": "marriage" }), "bad_request"),
        (json!({ "do": "accept", "what": "draw" }), "refused"),
        (json!({ "do": "move", "step": "1 1", "state": -1 }), "bad_request"),
        (json!({ "do": "move", "step": "1 1", "state": u64::MAX }), "stale"),
        (json!({ "do": "move", "step": 7, "state": 0 }), "bad_request"),
        (json!({ "do": "chat", "text": "" }), "bad_request"),
        (json!({ "do": "chat", "text": "two\nlines" }), "bad_request"),
        (json!({ "do": "chat", "text": "\u{1b}[2J" }), "bad_request"),
        (json!({ "do": "chat", "text": "ñ".repeat(501) }), "bad_request"),
        (json!({ "do": "variation", "after": u64::MAX, "steps": ["1 1"] }), "refused"),
        (json!({ "do": "claim" }), "refused"),
    ];
    for (command, code) in rows {
        assert_eq!(ada.command(&id, command.clone()).await.refused(), code, "{command}");
    }
    for table in ["", "nothing", "..", "%00", "%ff", "a%2fb", &"x".repeat(5000)] {
        let answer = ada.command(table, json!({ "do": "close" })).await;
        assert!([400, 404, 405].contains(&answer.status), "{answer:?}");
    }
    let mut after = ada.see(&id).await;
    after["now_at"] = before["now_at"].clone();
    assert_eq!(after, before, "nothing has happened");
    let said =
        ada.command(&id, json!({ "do": "chat", "text": "<b>ñ</b>".repeat(60) })).await.well();
    assert_eq!(said["table"]["chat"]["list"][0]["text"], "<b>ñ</b>".repeat(60));
}

#[tokio::test]
async fn paths_lead_nowhere_else() {
    let host = Host::start().await;
    let ada = host.bot("Ada").await;
    let paths = [
        "/web/../Cargo.toml",
        "/web/../../Cargo.toml",
        "/web/%2e%2e/Cargo.toml",
        "/web/..%2fCargo.toml",
        "/web/%2e%2e%2fCargo.toml",
        "/web/..%5cCargo.toml",
        "/web/....//Cargo.toml",
        "/web//etc/passwd",
        "/web/%2fetc%2fpasswd",
        "//etc/passwd",
        "/../etc/passwd",
        "/web/index.html%00.js",
        "/web/%00",
        "/web/",
        "/web",
        "/web/.",
        "/web/board/../../Cargo.toml",
        "/api/../Cargo.toml",
        "/api/games/..%2f..%2fCargo.toml/rules",
        "/api/games/%00/rules",
        "http://elsewhere/Cargo.toml",
        "/Cargo.toml",
        "/.git/config",
    ];
    for path in paths {
        let answer =
            Answer::read(&raw(host.address, http(&ada.token, "GET", path, "").as_bytes()).await);
        assert!([400, 403, 404].contains(&answer.status), "{path}: {answer:?}");
        let told = ["[package]", "[workspace]", "root:", "[core]"]
            .iter()
            .find(|text| answer.body.contains(**text));
        assert_eq!(told, None, "{path}");
    }
}

#[tokio::test]
async fn heads_that_are_none() {
    let host = Host::start().await;
    let ada = host.bot("Ada").await;
    let many: String = (0..5000).map(|number| format!("X-{number}: x\r\n")).collect();
    let heads = [
        format!("GET /health HTTP/1.1\r\nHost: x\r\n{many}\r\n"),
        format!("GET /health HTTP/1.1\r\nHost: x\r\nX: {}\r\n\r\n", "x".repeat(1_000_000)),
        format!("GET /{} HTTP/1.1\r\nHost: x\r\n\r\n", "x".repeat(1_000_000)),
        "GET /health HTTP/9.9\r\n\r\n".to_owned(),
        "NONSENSE\r\n\r\n".to_owned(),
        "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\u{0}\u{1}\u{fc}\u{3}\u{3}".to_owned(),
        "POST /api/players HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n".to_owned(),
        "POST /api/players HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello".to_owned(),
        "POST /api/players HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n".to_owned(),
    ];
    for head in heads {
        let start: String = head.chars().take(40).collect();
        let answer = Answer::read(&raw(host.address, head.as_bytes()).await);
        // Some requests are not answered at all.
        assert!(answer.status == 0 || (400..500).contains(&answer.status), "{start}: {answer:?}");
    }
    for header in ["Basic eDp5", "Bearer", "bearer x", "Bearer \u{ff}", ""] {
        let head = format!(
            "GET /api/me HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: {header}\r\n\r\n"
        );
        let answer = Answer::read(&raw(host.address, head.as_bytes()).await);
        assert_eq!((answer.status, answer.refused().as_str()), (401, "no_token"), "{header}");
    }
    check_well(&ada).await;
}
