//! The examples of `docs/api.md` work as described.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::client::{Bot, request};
use crate::host::Host;

/// The examples in one language.
fn examples(language: &str) -> Vec<String> {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/api.md"))
        .expect("a text");
    let fence = format!("```{language}\n");
    text.split(&fence)
        .skip(1)
        .map(|block| block.split("```").next().expect("an end").to_owned())
        .collect()
}

/// A request as `curl` would send it: method, path and body.
fn read_curl(line: &str, table: &str) -> (&'static str, String, Option<Value>) {
    let address =
        line.split(['"', ' ']).find(|word| word.starts_with("http://")).expect("an address");
    let path = address.trim_start_matches("http://127.0.0.1:8080").replace("$ID", table);
    let body = line.split("-d '").nth(1).and_then(|rest| rest.split('\'').next());
    let body = body
        .map(|body| serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {line}")));
    (if body.is_some() { "POST" } else { "GET" }, path, body)
}

#[tokio::test]
async fn requests_are_answered() {
    let host = Host::start().await;
    let ada = host.bot("Ada").await;
    let (mut table, mut sent) = (String::new(), 0);
    let seats = json!([{ "kind": "me" }, { "kind": "open" }]);
    let (dice, _) = ada.make(json!({ "game": "dawn", "seats": seats })).await;
    for example in examples("sh") {
        for line in example.replace("\\\n", " ").lines().filter(|line| line.starts_with("curl ")) {
            let (method, path, body) = read_curl(&line.replace("$DICE", &dice), &table);
            let token = line.contains("Bearer $TOKEN").then_some(ada.token.as_str());
            let answer = request(host.address, token, method, &path, body.as_ref()).await;
            assert!(answer.status < 300, "{line}: {answer:?}");
            if path == "/api/tables" {
                table = answer.json()["table"]["id"].as_str().expect("an id").to_owned();
            }
            sent += 1;
        }
    }
    assert!(sent >= 5, "{sent}");
    let record = ada.get(&format!("/api/tables/{table}/record")).await.body;
    assert!(record.contains("1 1"), "the move was made: {record}");
}

#[tokio::test]
async fn bodies_are_json_and_tables_can_be_made() {
    let host = Host::start().await;
    let ada: Bot = host.bot("Ada").await;
    let mut made = 0;
    for example in examples("json") {
        let body: Value =
            serde_json::from_str(&example).unwrap_or_else(|error| panic!("{error}: {example}"));
        if body["seats"][0]["kind"] == json!("me") && body.get("id").is_none() {
            ada.make(body).await;
            made += 1;
        }
    }
    assert!(made >= 1);
}
