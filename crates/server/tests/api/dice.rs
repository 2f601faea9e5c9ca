//! Dice that nobody can choose alone, takebacks that stay in the record, and a seed that nobody
//! learns before the end.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};

use ludoteca_analysis::dice::{self, DiceClaim};
use ludoteca_play::Record;
use ludoteca_play::seeds::{Entropy, Seed};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt, copy};
use tokio::net::{TcpListener, TcpStream};

use crate::client::{Bot, Chance};
use crate::games::read_record;
use crate::host::Host;
use crate::play::{play, play_by_requests};

/// A contribution for tests.
fn entropy(number: u8) -> String {
    Entropy([number; 32]).to_string()
}

fn contributes(number: u8) -> Value {
    json!({ "do": "contribute", "entropy": entropy(number) })
}

fn two_seats() -> Value {
    json!({ "game": "dawn", "seats": [{ "kind": "me" }, { "kind": "open" }] })
}

/// Checks that the record passes every verification.
fn verified(record: &Record) {
    for (claim, finding) in dice::verify(record) {
        assert!(finding.is_ok(), "{claim:?}: {finding:?}");
    }
}

/// Do the rolls follow from the seed and these contributions?
fn rolls_follow(record: &Record, contributions: Vec<Option<Entropy>>) -> bool {
    let found = dice::verify(&Record { contributions, ..record.clone() });
    found.iter().any(|(claim, finding)| *claim == DiceClaim::Rolls && finding.is_ok())
}

#[tokio::test]
async fn both_sides_add_to_the_dice() {
    let host = Host::start().await;
    let (ada, ben) = (host.bot("Ada").await, host.bot("Ben").await);
    let (id, _) = ada.make(two_seats()).await;
    let made = ada.see(&id).await;
    assert_eq!(made["dice"], json!({ "open": true, "contributions": [null, null] }));
    ada.command(&id, contributes(1)).await.well();
    // The same contribution again is accepted, and a different one is refused.
    ada.command(&id, contributes(1)).await.well();
    assert_eq!(ada.command(&id, contributes(2)).await.refused(), "refused");
    let upper = entropy(0xab).to_uppercase();
    ben.command(&id, json!({ "do": "sit", "seat": 2, "entropy": upper })).await.well();
    let begun = ada.see(&id).await;
    let given = json!([entropy(1), entropy(0xab)]);
    assert_eq!((&begun["stage"], &begun["dice"]["contributions"]), (&json!("playing"), &given));
    assert_eq!(begun["commitment"], made["commitment"]);
    let (one, _) = tokio::join!(play(&ada, &id, 1), play(&ben, &id, 2));
    assert_eq!(one.table["dice"], json!({ "open": false, "contributions": given }));
    let record = read_record(&ada, &id).await;
    verified(&record);
    let own = [1, 0xab].map(|number| Some(Entropy([number; 32])));
    assert_eq!(record.contributions, own);
    for other in [vec![], vec![own[0], None], vec![None, own[1]], vec![own[1], own[0]]] {
        assert!(!rolls_follow(&record, other.clone()), "{other:?}");
    }
}

/// Each row: who contributes what to which table, and how that is refused.
#[tokio::test]
async fn contributions_that_are_refused() {
    let host = Host::start().await;
    let (ada, ben) = (host.bot("Ada").await, host.bot("Ben").await);
    let (id, _) = ada.make(two_seats()).await;
    let (without, _) =
        ada.make(json!({ "game": "ttt", "seats": [{ "kind": "me" }, { "kind": "open" }] })).await;
    assert_eq!(ada.see(&without).await["dice"], Value::Null);
    let with = |entropy: &str| json!({ "do": "contribute", "entropy": entropy });
    let sits = |entropy: &str| json!({ "do": "sit", "seat": 2, "entropy": entropy });
    for (bot, table, command, code) in [
        (&ada, &id, with(""), "bad_request"),
        (&ada, &id, with(&"0".repeat(63)), "bad_request"),
        (&ada, &id, with(&"0".repeat(65)), "bad_request"),
        (&ada, &id, with(&"x".repeat(64)), "bad_request"),
        (&ada, &id, with(&"9".repeat(9000)), "bad_request"),
        (&ada, &id, json!({ "do": "contribute" }), "bad_request"),
        (&ada, &id, json!({ "do": "contribute", "entropy": entropy(1), "seat": 2 }), "forbidden"),
        (&ben, &id, contributes(1), "forbidden"),
        (&ben, &id, sits("5"), "bad_request"),
        (&ada, &without, contributes(1), "refused"),
        (&ben, &without, sits(&entropy(1)), "refused"),
    ] {
        let before = bot.see(table).await;
        assert_eq!(bot.command(table, command.clone()).await.refused(), code, "{command}");
        assert_eq!(bot.see(table).await["facts"], before["facts"], "{command}");
    }
    // A player who leaves takes the contribution along.
    ben.command(&id, sits(&entropy(3))).await.well();
    ada.step(&id, "10;4").await.well();
    let seen = ada.socket().await.watch(&id).await;
    assert_eq!(seen["dice"]["contributions"], json!([null, entropy(3)]));
    let (id, _) = ada.make(two_seats()).await;
    ada.command(&id, contributes(4)).await.well();
    ada.command(&id, json!({ "do": "stand" })).await.well();
    assert_eq!(ada.see(&id).await["dice"]["contributions"], json!([null, null]));
}

/// After the first roll nobody can contribute, and taking that roll back does not change that.
#[tokio::test]
async fn contributions_end_with_the_first_roll() {
    let host = Host::start().await;
    let (ada, ben) = (host.bot("Ada").await, host.bot("Ben").await);
    let (id, _) = ada.make(two_seats()).await;
    ben.command(&id, json!({ "do": "sit", "seat": 2 })).await.well();
    // The game has begun, and no roll has been seen.
    ben.command(&id, contributes(7)).await.well();
    let mut socket = ada.socket().await;
    socket.watch(&id).await;
    ada.step(&id, "10;4").await.well();
    let rolled = socket.until_table(|table| table["dice"]["open"] == false).await;
    assert_eq!(rolled["dice"]["contributions"], json!([null, entropy(7)]));
    assert_eq!(ada.command(&id, contributes(8)).await.refused(), "refused");
    ada.command(&id, json!({ "do": "offer", "what": "takeback" })).await.well();
    ben.command(&id, json!({ "do": "accept", "what": "takeback" })).await.well();
    let back = ada.see(&id).await;
    assert_eq!((&back["steps"]["list"], &back["dice"]["open"]), (&json!([]), &json!(false)));
    assert_eq!(ada.command(&id, contributes(8)).await.refused(), "refused");
}

/// A game that would begin at once, with a house player to move, waits for its maker if they wish;
/// and so does its rematch.
#[tokio::test]
async fn a_game_waits_for_a_contribution() {
    let host = Host::start().await;
    let ada = host.bot("Ada").await;
    let proposal = |game: &str, seats: Value| json!({ "game": game, "seats": seats, "await_contribution": true });
    let seats = json!([{ "kind": "random" }, { "kind": "me" }]);
    let (id, _) = ada.make(proposal("dawn", seats.clone())).await;
    let made = ada.see(&id).await;
    assert_eq!((&made["stage"], &made["steps"]["list"]), (&json!("waiting"), &json!([])));
    assert!(made["commitment"].is_string());
    ada.command(&id, contributes(5)).await.well();
    play(&ada, &id, 4).await;
    let record = read_record(&ada, &id).await;
    verified(&record);
    assert!(!rolls_follow(&record, Vec::new()));
    let followed = ada.command(&id, json!({ "do": "offer", "what": "rematch" })).await.well();
    let rematch = followed["table"]["rematch"].as_str().expect("another table").to_owned();
    assert_eq!(ada.see(&rematch).await["stage"], "waiting");
    // A restart does not change what the game waits for.
    let host = host.restart().await;
    let ada = ada.at(host.address);
    assert_eq!(ada.see(&rematch).await["stage"], "waiting");
    ada.command(&rematch, contributes(6)).await.well();
    assert_eq!(ada.see(&rematch).await["stage"], "playing");
    // Nothing waits if there are no dice, nobody who could contribute, or no request to wait.
    let engines = json!([{ "kind": "random" }, { "kind": "random" }]);
    let plain = json!({ "game": "dawn", "seats": seats });
    for proposal in [proposal("ttt", seats.clone()), proposal("dawn", engines), plain] {
        let (id, _) = ada.make(proposal.clone()).await;
        assert_ne!(ada.see(&id).await["stage"], "waiting", "{proposal}");
    }
}

/// Takebacks are in the record, and a roll that was seen is marked as known.
#[tokio::test]
async fn takebacks_are_in_the_record() {
    let host = Host::start().await;
    let (ada, ben) = (host.bot("Ada").await, host.bot("Ben").await);
    let (id, _) = ada.make(two_seats()).await;
    ben.command(&id, json!({ "do": "sit", "seat": 2 })).await.well();
    let mut socket = ada.socket().await;
    let lines = |record: &Record| -> Vec<String> {
        record.to_string().split("\n\n").nth(1).expect("steps").lines().map(str::to_owned).collect()
    };
    let begins_with =
        |found: &[String], wanted: &[String]| assert_eq!(found[..wanted.len()], *wanted);
    socket.watch(&id).await;
    ada.step(&id, "10;4").await.well();
    let rolled = socket.until_table(|table| table["dice"]["open"] == false).await;
    let roll =
        rolled["steps"]["list"].as_array().and_then(|list| list.last()).expect("a roll")["step"]
            .clone();
    let roll = roll.as_str().expect("a roll").to_owned();
    let take_back = async || {
        ada.command(&id, json!({ "do": "offer", "what": "takeback" })).await.well();
        ben.command(&id, json!({ "do": "accept", "what": "takeback" })).await.well();
    };
    take_back().await;
    let record = read_record(&ada, &id).await;
    assert!(
        record.other_headers.contains(&("Takebacks".to_owned(), "1".to_owned()))
            && record.steps.is_empty()
    );
    // There are two takebacks at the same place: both are in the record, side by side.
    for step in ["10;3", "10;2"] {
        let before = ada.step(&id, step).await.well()["table"]["state"].clone();
        let rolled = socket.until_table(|table| table["state"].as_u64() > before.as_u64()).await;
        let last = rolled["steps"]["list"]
            .as_array()
            .and_then(|list| list.last())
            .expect("a roll")
            .clone();
        assert_eq!(last, json!({ "step": roll, "readable": roll, "by": null, "known": true }));
        if step == "10;3" {
            take_back().await;
        }
    }
    let known = "{this roll was known}";
    let expected = [
        "1. 10;2".to_owned(),
        "  1. 10;4 {taken back}".to_owned(),
        format!("  2. {roll}"),
        "  1. 10;3 {taken back}".to_owned(),
        format!("  2. {roll} {known}"),
        format!("2. {roll} {known}"),
    ];
    begins_with(&lines(&read_record(&ada, &id).await), &expected);
    // Nothing is played instead of the last takeback, so it comes after the steps that stand.
    let moves = ben.see(&id).await["moves"].clone();
    let step = moves[0].as_str().expect("a move");
    ben.step(&id, step).await.well();
    ben.command(&id, json!({ "do": "offer", "what": "takeback" })).await.well();
    ada.command(&id, json!({ "do": "accept", "what": "takeback" })).await.well();
    let host = host.restart().await;
    let (ada, ben) = (ada.at(host.address), ben.at(host.address));
    ben.command(&id, json!({ "do": "resign" })).await.well();
    let record = read_record(&ada, &id).await;
    let mut expected = expected;
    expected[5] = format!("2. {roll} {{this roll was known\\ntaken back after this: 3. {step}}}");
    assert_eq!(lines(&record), expected);
    assert!(record.other_headers.contains(&("Takebacks".to_owned(), "3".to_owned())));
    verified(&record);
}

/// A proxy to a server that keeps every byte that comes back, one list for each connection.
struct Tap {
    address: SocketAddr,
    heard: Arc<Mutex<Vec<Heard>>>,
}

/// The bytes of one connection so far.
type Heard = Arc<Mutex<Vec<u8>>>;

impl Tap {
    async fn on(server: SocketAddr) -> Tap {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let (address, heard) =
            (listener.local_addr().expect("an address"), Arc::new(Mutex::new(Vec::new())));
        let all = Arc::clone(&heard);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let bytes = Arc::new(Mutex::new(Vec::new()));
                all.lock().unwrap_or_else(PoisonError::into_inner).push(Arc::clone(&bytes));
                tokio::spawn(pass_on(client, server, bytes));
            }
        });
        Tap { address, heard }
    }

    /// The bytes of each connection.
    fn heard(&self) -> Vec<Vec<u8>> {
        let all = self.heard.lock().unwrap_or_else(PoisonError::into_inner);
        all.iter()
            .map(|bytes| bytes.lock().unwrap_or_else(PoisonError::into_inner).clone())
            .collect()
    }
}

async fn pass_on(client: TcpStream, server: SocketAddr, heard: Heard) {
    let Ok(server) = TcpStream::connect(server).await else { return };
    let ((mut said, mut to_client), (mut answered, mut to_server)) =
        (client.into_split(), server.into_split());
    let forth = async {
        let _ = copy(&mut said, &mut to_server).await;
        let _ = to_server.shutdown().await;
    };
    let back = async {
        let mut buffer = vec![0; 65536];
        while let Ok(count @ 1..) = answered.read(&mut buffer).await {
            heard.lock().unwrap_or_else(PoisonError::into_inner).extend(&buffer[..count]);
            if to_client.write_all(&buffer[..count]).await.is_err() {
                break;
            }
        }
        let _ = to_client.shutdown().await;
    };
    tokio::join!(forth, back);
}

/// No byte that the server sends before the end of the game contains any part of the seed.
#[tokio::test]
async fn no_byte_tells_the_seed_before_the_end() {
    let host = Host::start().await;
    let tap = Tap::on(host.address).await;
    let (ada, ben) = (Bot::new(tap.address, "Ada").await, Bot::new(tap.address, "Ben").await);
    let (id, _) = ada.make(two_seats()).await;
    ada.command(&id, contributes(1)).await.well();
    ben.command(&id, json!({ "do": "sit", "seat": 2, "entropy": entropy(2) })).await.well();
    let mut watcher = ben.socket().await;
    watcher.watch(&id).await;
    let mut chance = Chance::new(5);
    for round in 0..6 {
        for bot in [&ada, &ben] {
            let table = bot.see(&id).await;
            if let Some(step) = chance.choose(&table) {
                bot.command(&id, json!({ "do": "move", "step": step, "state": table["state"] }))
                    .await
                    .well();
            }
        }
        if round == 3 {
            ada.command(&id, json!({ "do": "offer", "what": "takeback" })).await.well();
            ben.command(&id, json!({ "do": "accept", "what": "takeback" })).await;
        }
    }
    let table = format!("/api/tables/{id}");
    for path in
        ["", "/record", "/record?analysis=true", "/analysis", "/positions/0", "/positions/2"]
    {
        ada.get(&format!("{table}{path}")).await;
    }
    for path in [
        "/api/tables?which=mine",
        "/api/tables?which=playing",
        "/metrics",
        "/health",
        "/api/openapi.json",
    ] {
        ada.get(path).await;
    }
    for command in [
        json!({ "do": "move", "step": "9;9", "state": 0 }),
        json!({ "do": "dance" }),
        contributes(3),
    ] {
        assert!(ada.command(&id, command).await.status >= 400);
    }
    let (_, ended) = play_by_requests(&[&ada, &ben], &id, 3).await;
    let seed: Seed = ended["seed"].as_str().expect("a seed").parse().expect("a seed");
    let given = [1, 2].map(|number| Some(Entropy([number; 32])));
    let secrets = [seed.key(), seed.mixed_with(&given).key()];
    let mut searched = 0;
    for heard in tap.heard() {
        // Every client that learns that the game is over receives the seed with it.
        let over = b"\"stage\":\"over\"";
        let end =
            heard.windows(over.len()).position(|window| window == over).unwrap_or(heard.len());
        searched += end;
        for secret in &secrets {
            let digits: Vec<String> = secret.iter().map(|byte| format!("{byte:02x}")).collect();
            for part in 0..=secret.len() - 8 {
                let (bytes, text) = (&secret[part..part + 8], digits[part..part + 8].concat());
                for needle in [bytes, text.as_bytes(), text.to_uppercase().as_bytes()] {
                    let found = heard[..end].windows(needle.len()).any(|window| window == needle);
                    assert!(!found, "{text} is in {}", String::from_utf8_lossy(&heard[..end]));
                }
            }
        }
    }
    assert!(searched > 100_000, "{searched} bytes were heard");
}
