//! The description of the API, and the headers of every answer.

use serde_json::{Value, json};

use crate::client::{Answer, request};
use crate::host::Host;

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; \
                      manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

#[tokio::test]
async fn every_described_path_is_there() {
    let host = Host::start().await;
    let ada = host.bot("Ada").await;
    let (id, _) =
        ada.make(json!({ "game": "ttt", "seats": [{ "kind": "me" }, { "kind": "me" }] })).await;
    let described = ada.get("/api/openapi.json").await;
    assert_eq!(described.header("content-type"), Some("application/json"));
    let described = described.well();
    assert!(
        described["openapi"].as_str().is_some_and(|version| version.starts_with("3.")),
        "{described}"
    );
    let paths = described["paths"].as_object().expect("paths");
    assert!(paths.len() >= 17, "{:?}", paths.keys());
    for (path, methods) in paths {
        for method in methods.as_object().expect("methods").keys() {
            let game_or_table = if path.starts_with("/api/games") { "ttt" } else { id.as_str() };
            let path = path.replace("{id}", game_or_table).replace("{step}", "0");
            let answer =
                request(host.address, Some(&ada.token), &method.to_uppercase(), &path, None).await;
            assert!(![404, 405, 500, 503].contains(&answer.status), "{method} {path}: {answer:?}");
            check_guarded(&answer);
        }
    }
    // Everything that the description refers to exists.
    let text = described.to_string();
    for part in text.split("\"#/components/schemas/").skip(1) {
        let name = part.split('"').next().expect("a name");
        assert!(described["components"]["schemas"].get(name).is_some(), "{name} is not described");
    }
}

#[tokio::test]
async fn every_answer_is_guarded() {
    let host = Host::start().await;
    let ada = host.bot("Ada").await;
    let rows = [
        ("GET", "/", 200, "text/html"),
        ("GET", "/t/anything", 200, "text/html"),
        ("GET", "/rules/ttt", 200, "text/html"),
        ("GET", "/nothing", 404, "text/html"),
        ("GET", "/web/index.html", 200, "text/html"),
        ("GET", "/web/nothing.js", 404, "application/json"),
        ("GET", "/api/nothing", 404, "application/json"),
        ("GET", "/api/tables/nothing", 404, "application/json"),
        ("GET", "/api/games/chess/rules", 404, "application/json"),
        ("GET", "/api/games", 200, "application/json"),
        ("DELETE", "/api/games", 405, "application/json"),
        ("POST", "/api/tables", 400, "application/json"),
        ("GET", "/alive", 200, "text/plain"),
        ("GET", "/health", 200, "application/json"),
        ("GET", "/metrics", 200, "text/plain"),
        ("GET", "/api/socket", 400, "application/json"),
    ];
    for (method, path, status, kind) in rows {
        let answer = request(host.address, Some(&ada.token), method, path, None).await;
        check_guarded(&answer);
        assert_eq!(answer.status, status, "{method} {path}: {answer:?}");
        assert!(
            answer.header("content-type").is_some_and(|found| found.starts_with(kind)),
            "{path}: {answer:?}"
        );
        if status >= 400 && kind == "application/json" {
            answer.refused();
        }
    }
}

/// Checks the security headers of an answer.
fn check_guarded(answer: &Answer) {
    let rows = [
        ("content-security-policy", POLICY),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-opener-policy", "same-origin"),
    ];
    for (header, value) in rows {
        assert_eq!(answer.header(header), Some(value), "{answer:?}");
    }
    assert!(answer.header("cache-control").is_some(), "{answer:?}");
}

#[tokio::test]
async fn games_and_rules() {
    let host = Host::start().await;
    let ada = host.bot("Ada").await;
    let games = ada.get("/api/games").await.well();
    let games = games["games"].as_array().expect("a list");
    assert_eq!(games.len(), ludoteca_games::catalog::GAMES.len());
    for game in games {
        let id = game["id"].as_str().expect("an id");
        assert!(
            game["options"]
                .as_array()
                .is_some_and(|all| all.iter().any(|option| option["key"] == "seats")),
            "{id}"
        );
        let rules = ada.get(&format!("/api/games/{id}/rules")).await.well();
        let html = rules["html"].as_str().expect("a text");
        assert!(
            !html.contains("<script") && !html.contains("<img") && html.contains("<p>"),
            "{html}"
        );
        // The default options make a valid game.
        let shown = ada.post("/api/positions", json!({ "game": id })).await.well();
        assert!(
            shown["scene"]["places"].as_array().is_some_and(|places| !places.is_empty()),
            "{id}"
        );
        assert_ne!(shown["position"], Value::Null);
    }
}
