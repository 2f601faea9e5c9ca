//! Whole games of every kind, between all kinds of players.

use ludoteca_analysis::dice;
use ludoteca_games::catalog::{self, GAMES};
use ludoteca_play::record::{self, Ending, Record};
use ludoteca_play::{Obstacles, Setup};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::client::Bot;
use crate::host::Host;
use crate::play::{Played, play, play_by_requests};

#[tokio::test]
async fn every_game_over_sockets() {
    let host = Host::start().await;
    let (ada, ben) = (host.bot("Ada").await, host.bot("Ben").await);
    for (seed, info) in (1..).zip(GAMES) {
        let (id, invites) = ada
            .make(json!({ "game": info.id, "seats": [{ "kind": "me" }, { "kind": "friend" }] }))
            .await;
        let sat = ben.command(&id, json!({ "do": "sit", "seat": 2, "invite": invites["2"] })).await;
        assert_eq!(sat.json()["table"]["stage"], "playing", "{sat:?}");
        let (one, other) = tokio::join!(play(&ada, &id, seed), play(&ben, &id, seed + 100));
        assert_eq!(one.steps, other.steps, "{}", info.id);
        check_ended(&ada, &id, &one).await;
        let seed = one.table["seed"].as_str().expect("a seed");
        assert!(
            !one.heard.contains(seed) && !other.heard.contains(seed),
            "{} told its seed too early",
            info.id
        );
    }
}

#[tokio::test]
async fn three_and_four_seats_with_engines_and_random_players() {
    let host = Host::start().await;
    let (ada, ben) = (host.bot("Ada").await, host.bot("Ben").await);
    let rows = [
        (
            "ataxx rows=5 cols=5 seats=3",
            vec![json!({ "kind": "open" }), json!({ "kind": "engine", "level": 1 })],
        ),
        (
            "ataxx rows=5 cols=5 seats=4",
            vec![
                json!({ "kind": "random" }),
                json!({ "kind": "open" }),
                json!({ "kind": "engine", "level": 2 }),
            ],
        ),
        ("dawn", vec![json!({ "kind": "random" })]),
        ("ttt", vec![json!({ "kind": "engine", "level": 10 })]),
    ];
    for (game, others) in rows {
        let mut seats = vec![json!({ "kind": "me" })];
        seats.extend(others);
        let open = seats.iter().position(|seat| seat["kind"] == "open");
        let (id, _) = ada.make(json!({ "game": game, "seats": seats })).await;
        if let Some(seat) = open {
            ben.command(&id, json!({ "do": "sit", "seat": seat + 1 })).await.well();
        }
        let (one, _) = tokio::join!(play(&ada, &id, 7), play(&ben, &id, 8));
        check_ended(&ada, &id, &one).await;
    }
}

/// The obstacles follow from the seed, which is published when the game is over.
#[tokio::test]
async fn obstacles_are_drawn_from_the_seed() {
    let host = Host::start().await;
    let ada = host.bot("Ada").await;
    let seats = json!([{ "kind": "me" }, { "kind": "engine", "level": 1 }]);
    let obstacles = json!({ "count": "8", "mirror": true });
    let (id, _) =
        ada.make(json!({ "game": "ataxx", "obstacles": obstacles, "seats": seats })).await;
    ada.command(&id, json!({ "do": "resign" })).await.well();
    let text = ada.get(&format!("/api/tables/{id}/record")).await.body;
    let record = record::read(text, &catalog::open_line).expect("a record").remove(0);
    let options = catalog::parse("ataxx").expect("a game");
    let obstacles = Some(Obstacles { count: "8".to_owned(), mirrored: true });
    let setup = Setup { obstacles, ..Setup::new(options, record.seed.expect("the seed is told")) };
    assert_eq!(setup.record().expect("there is room").options, record.options);
}

/// Everything that is answered while a game goes on, its record and its positions included.
#[tokio::test]
async fn dice_over_http_alone() {
    let host = Host::start().await;
    let (ada, ben) = (host.bot("Ada").await, host.bot("Ben").await);
    let proposal = json!({ "game": "dawn", "seats": [{ "kind": "me" }, { "kind": "open" }] });
    let (id, _) = ada.make(proposal).await;
    let mut heard = ben.command(&id, json!({ "do": "sit", "seat": 2 })).await.body;
    let begun = ada.see(&id).await;
    let commitment = begun["commitment"].as_str().expect("a commitment").to_owned();
    for path in ["record", "record?analysis=true", "analysis", "positions/0", "positions/1", ""] {
        heard.push_str(&ada.get(&format!("/api/tables/{id}/{path}").replace("/?", "?")).await.body);
    }
    for path in ["/api/tables?which=mine", "/api/tables?which=playing", "/metrics"] {
        heard.push_str(&ada.get(path).await.body);
    }
    let (played, table) = play_by_requests(&[&ada, &ben], &id, 3).await;
    heard.push_str(&played);
    let seed = table["seed"].as_str().expect("a seed");
    assert!(heard.contains(&commitment) && !heard.contains(seed));
    assert_eq!(hash(seed), commitment);
    let record = read_record(&ada, &id).await;
    let found = dice::verify(&record);
    assert_eq!(found.len(), 2);
    for (claim, finding) in found {
        assert!(finding.as_ref().is_ok_and(|count| *count > 0), "{claim:?}: {finding:?}");
    }
}

/// Rolls after a takeback or a restart are the same as before: at the end, all rolls follow from
/// the seed.
#[tokio::test]
async fn dice_survive_takebacks_and_restarts() {
    let mut host = Host::start().await;
    let ada = host.bot("Ada").await;
    let seats = json!([{ "kind": "me" }, { "kind": "random" }]);
    let (id, _) = ada.make(json!({ "game": "dawn", "seats": seats })).await;
    for round in 0..3 {
        let bot = ada.at(host.address);
        let mut socket = bot.socket().await;
        let mut table = socket.watch(&id).await;
        for _ in 0..2 {
            while table.get("moves").is_none() {
                table = socket.until_table(|_| true).await;
            }
            let command =
                json!({ "do": "move", "step": table["moves"][0], "state": table["state"] });
            bot.command(&id, command).await.well();
            table = socket.until_table(|seen| seen["state"] != table["state"]).await;
        }
        let before = bot.see(&id).await["state"].clone();
        let taken = bot.command(&id, json!({ "do": "offer", "what": "takeback" })).await.well();
        assert!(taken["table"]["state"].as_u64() > before.as_u64(), "round {round}: {taken}");
        let kept = bot.see(&id).await["steps"]["list"].clone();
        host = host.restart().await;
        let steps = ada.at(host.address).see(&id).await["steps"]["list"].clone();
        let (steps, kept) = (steps.as_array().expect("a list"), kept.as_array().expect("a list"));
        assert!(steps.starts_with(kept), "round {round}: {kept:?} became {steps:?}");
    }
    let ada = ada.at(host.address);
    let played = play(&ada, &id, 9).await;
    check_ended(&ada, &id, &played).await;
}

/// The table, its record and the rules agree about how a game ended.
async fn check_ended(bot: &Bot, id: &str, played: &Played) {
    let table = bot.see(id).await;
    assert_eq!(table["steps"]["list"], json!(played.steps));
    assert_eq!(
        (&table["result"], &table["points"]),
        (&played.table["result"], &played.table["points"])
    );
    let record = read_record(bot, id).await;
    let steps: Vec<Value> = record.steps.iter().map(|recorded| json!(recorded.step)).collect();
    assert_eq!(steps, played.steps.iter().map(|step| step["step"].clone()).collect::<Vec<Value>>());
    let Some(Ending::Played { outcome, reason }) = &record.ending else {
        panic!("{id} did not end by its rules")
    };
    let seats = record.seats.len();
    assert_eq!(table["points"], json!(outcome.points[..seats]));
    assert_eq!(table["reason"], json!(reason.to_string()));
    let seed = record.seed.expect("a seed").to_string();
    assert_eq!((&table["seed"], &table["commitment"]), (&json!(seed), &json!(hash(&seed))));
    for (claim, finding) in dice::verify(&record) {
        assert!(finding.is_ok(), "{claim:?}: {finding:?}");
    }
}

/// The SHA-256 of 32 bytes that are written in hexadecimal digits.
fn hash(seed: &str) -> String {
    let byte =
        |at: usize| u8::from_str_radix(&seed[2 * at..2 * at + 2], 16).expect("hexadecimal digits");
    let bytes: Vec<u8> = (0..32).map(byte).collect();
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The record of a table, which must be valid.
pub async fn read_record(bot: &Bot, id: &str) -> Record {
    let answer = bot.get(&format!("/api/tables/{id}/record")).await;
    assert_eq!(answer.header("content-type"), Some("text/plain; charset=utf-8"));
    let records = record::read(&answer.body, &catalog::open_line);
    let [record] = records
        .unwrap_or_else(|damaged| panic!("{damaged}: {answer:?}"))
        .try_into()
        .expect("one record");
    record
}
