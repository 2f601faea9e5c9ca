//! A file that version 0.1.0 has written: games of every kind, in progress and over, with offers,
//! chat, clocks, engines and dice. `tests/data/0.1.0/tables.json` has that version's answers about
//! its tables, and the tokens of the players.

use std::fs;
use std::path::Path;

use ludoteca_games::catalog;
use ludoteca_play::record::{self, Record};
use serde_json::{Map, Value, json};

use crate::client::Bot;
use crate::games::read_record;
use crate::host::{Host, is_about_files};

#[tokio::test]
async fn a_file_of_version_0_1_0_opens_and_its_games_go_on() {
    if !is_about_files("a_file_of_version_0_1_0_opens_and_its_games_go_on") {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    fs::copy(data().join("ludoteca.db"), Host::file(&folder)).expect("a copy of the file");
    let told: Value =
        serde_json::from_slice(&fs::read(data().join("tables.json")).expect("a file"))
            .expect("JSON");
    let host = Host::open(folder, |_| {});
    let bot = |name: &str| {
        let token = told["players"][name].as_str().expect("a token").to_owned();
        Bot { address: host.address, from: None, id: String::new(), token }
    };
    let (ada, ben) = (bot("Ada"), bot("Ben"));
    assert_eq!(ada.get("/api/me").await.well()["player"]["name"], json!("Ada"));

    let mut played = 0;
    for (what, before) in told["tables"].as_object().expect("tables") {
        let id = before["id"].as_str().expect("an id");
        let now = ada.see(id).await;
        for field in ["stage", "state", "game", "next", "moves", "result"] {
            contains(&now[field], &before[field], &format!("{what}: {field}"));
        }
        if let Some(text) = before["record"].as_str() {
            let (then, now) = (read(text), read_record(&ada, id).await);
            let steps = |record: &Record| {
                record.steps.iter().map(|recorded| recorded.step.clone()).collect::<Vec<_>>()
            };
            assert_eq!(steps(&now), steps(&then), "{what}");
            assert_eq!(
                (now.options, now.seats, now.seed),
                (then.options, then.seats, then.seed),
                "{what}"
            );
            assert_eq!((now.ending, now.position), (then.ending, then.position), "{what}");
        }
        // The player to move makes a move.
        if before["stage"] == "playing" {
            let player = if before["next"]["seat"] == 1 { &ada } else { &ben };
            let moves = player.see(id).await["moves"].clone();
            let step = moves[0].as_str().unwrap_or_else(|| panic!("{what}: {moves}"));
            let after = player.step(id, step).await.well();
            assert!(after["table"]["state"].as_u64() > before["state"].as_u64(), "{what}: {after}");
            played += 1;
        }
    }
    assert!(played > 5, "{played} games go on");
    let host = host.restart().await;
    let list = ada.at(host.address).get("/api/tables?which=mine").await.well();
    let listed = list["tables"].as_array().map_or(0, Vec::len);
    assert!(listed >= told["tables"].as_object().map_or(0, Map::len), "{list}");
}

pub fn data() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/0.1.0")
}

fn read(text: &str) -> Record {
    let records = record::read(text.as_bytes(), &catalog::open_line)
        .unwrap_or_else(|damaged| panic!("{damaged}"));
    let [record] = records.try_into().expect("one record");
    record
}

/// Everything in the old answer is in the new one; the new one may have more.
fn contains(now: &Value, before: &Value, at: &str) {
    match (now, before) {
        (Value::Object(now), Value::Object(before)) => {
            for (key, before) in before {
                contains(now.get(key).unwrap_or(&Value::Null), before, &format!("{at}.{key}"));
            }
        }
        _ => assert_eq!(now, before, "{at}"),
    }
}
