//! Whatever a client sends, the answer matches the description of the API: its status, its content
//! type, and its JSON to the last field.

use std::collections::BTreeSet;
use std::time::Duration;

use serde_json::{Value, json};

use crate::client::{Answer, Bot, Chance, raw, request};
use crate::host::Host;
use crate::schema::Schemas;

/// The number of requests to each operation.
const REQUESTS: u64 = 250;

/// Plausible texts.
const SENSIBLE: &[&str] = &[
    "ttt",
    "ataxx",
    "owari",
    "dawn",
    "ttt rows=4 cols=4",
    "1 1",
    "2 2",
    "draw",
    "rematch",
    "takeback",
    "Ada",
    "ok",
    "open",
    "mine",
    "over",
    "playing",
    "3",
];

/// Implausible texts.
const ODD: &[&str] = &[
    "",
    " ",
    "\u{0}",
    "\u{1b}[2J",
    "\u{202e}",
    "💥",
    "ñandú",
    "-1",
    "1e999",
    "99999999999999999999999",
    "..",
    "../../etc/passwd",
    "%00",
    "'; DROP TABLE facts; --",
    "<script>",
    "null",
    "a/b",
];

/// Ids and tokens of a server that has tables of several kinds.
struct Known {
    address: std::net::SocketAddr,
    tokens: Vec<String>,
    ids: Vec<String>,
    /// The invite code of a free seat at one of the tables.
    invite: String,
    texts: Vec<String>,
}

struct Sent {
    head: String,
    body: Vec<u8>,
}

#[tokio::test]
async fn every_answer_is_described() {
    let host = Host::alone(|settings| settings.engine_time = Duration::from_millis(20)).await;
    let known = know(&host).await;
    let described = request(host.address, None, "GET", "/api/openapi.json", None).await.well();
    let mut operations: Vec<_> = described["paths"]
        .as_object()
        .expect("paths")
        .iter()
        .flat_map(|(path, methods)| {
            methods.as_object().expect("methods").iter().map(move |it| (path, it.0, it.1))
        })
        .collect();
    // A player who was deleted can send nothing more.
    operations.sort_by_key(|(_, method, _)| *method == "delete");
    assert!(operations.len() >= 21, "{}", operations.len());
    let (schemas, mut seen, mut wrong) = (Schemas(&described), BTreeSet::new(), BTreeSet::new());
    for (path, method, operation) in &operations {
        // What is sent to an operation does not depend on the others.
        let seed = format!("{method} {path}")
            .bytes()
            .fold(0, |seed: u64, byte| seed.wrapping_mul(31).wrapping_add(byte.into()));
        for request in 0..REQUESTS {
            let mut chance = Chance::new(seed.wrapping_add(request));
            let sent = make_up(&schemas, &known, path, method, operation, &mut chance);
            let bytes = [sent.head.as_bytes(), &sent.body].concat();
            let answer = Answer::read(&raw(known.address, &bytes).await);
            seen.insert((format!("{method} {path}"), answer.status));
            if let Err(why) = check(&schemas, operation, &answer) {
                let body: String = String::from_utf8_lossy(&sent.body).chars().take(200).collect();
                wrong.insert((
                    format!("{method} {path} {}: {why}", answer.status),
                    format!("{} {body}", sent.head.lines().next().unwrap_or_default()),
                ));
            }
        }
    }
    // The list has one example of each problem.
    let mut told = BTreeSet::new();
    let wrong: Vec<_> = wrong
        .into_iter()
        .filter(|(why, _)| told.insert(why.chars().take(60).collect::<String>()))
        .collect();
    assert!(wrong.is_empty(), "{} are not described:\n{wrong:#?}", wrong.len());
    // Some requests to each operation must succeed.
    for (path, method, operation) in &operations {
        let well = |status: &u16| *status < 400;
        let of = format!("{method} {path}");
        let statuses: Vec<_> =
            seen.iter().filter(|(it, _)| *it == of).map(|(_, status)| *status).collect();
        let has_well = operation["responses"]
            .as_object()
            .expect("responses")
            .keys()
            .any(|code| code.starts_with('2'));
        assert!(!has_well || statuses.iter().any(well), "{of}: {statuses:?}");
    }
}

/// A method that is not described is refused.
#[tokio::test]
async fn other_methods_are_refused() {
    let host = Host::start().await;
    let described = request(host.address, None, "GET", "/api/openapi.json", None).await.well();
    for (path, methods) in described["paths"].as_object().expect("paths") {
        let path = path.replace("{id}", "ttt").replace("{step}", "0");
        for method in ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW"] {
            if methods.get(method.to_lowercase()).is_none() {
                let answer = request(host.address, None, method, &path, None).await;
                assert_eq!(
                    (answer.status, answer.refused().as_str()),
                    (405, "bad_request"),
                    "{method} {path}"
                );
            }
        }
    }
}

/// Tags must be strings: numbers are not accepted.
#[tokio::test]
async fn kinds_are_words() {
    let host = Host::start().await;
    let ada = host.bot("Ada").await;
    let (id, _) =
        ada.make(json!({ "game": "ttt", "seats": [{ "kind": "me" }, { "kind": "open" }] })).await;
    for number in 0..20 {
        let command = json!({ "do": number, "text": "x", "step": "1 1", "what": "draw", "state": 0, "after": 0, "steps": [] });
        assert_eq!(ada.command(&id, command.clone()).await.refused(), "bad_request", "{command}");
        let mut socket = ada.socket().await;
        let mut command = command;
        (command["type"], command["table"]) = (json!("deed"), json!(id));
        socket.say(command).await;
        assert_eq!(
            socket.hear().await.expect("an answer")["error"]["code"],
            "bad_request",
            "{number}"
        );
        socket.say(json!({ "type": number, "table": id, "on": true, "do": "close" })).await;
        assert_eq!(
            socket.hear().await.expect("an answer")["error"]["code"],
            "bad_request",
            "{number}"
        );
        for proposal in [
            json!({ "game": "ttt", "seats": [{ "kind": "me" }, { "kind": number, "level": 1, "program": "x" }] }),
            json!({ "game": "ttt", "seats": [{ "kind": "me" }, { "kind": "me" }], "clock": { "kind": number, "days": 1, "seconds": 1 } }),
        ] {
            assert_eq!(
                ada.post("/api/tables", proposal.clone()).await.refused(),
                "bad_request",
                "{proposal}"
            );
        }
    }
    assert_eq!(ada.see(&id).await["stage"], "waiting");
}

/// Creates tables that wait, are being played and are over, and the people who made them.
async fn know(host: &Host) -> Known {
    let (ada, ben) = (host.bot("Ada").await, host.bot("Ben").await);
    let mut ids = vec!["ttt".to_owned(), "dawn".to_owned(), "nothing".to_owned()];
    let me = json!({ "kind": "me" });
    let mut invite = String::new();
    for (game, seat) in
        [("ttt", "me"), ("dawn", "me"), ("ataxx", "open"), ("owari", "friend"), ("ttt", "random")]
    {
        let (id, invites) = ada
            .make(json!({ "game": game, "seats": [me, { "kind": seat }], "listed": true }))
            .await;
        ids.push(id);
        invite = invites["2"].as_str().map_or(invite, str::to_owned);
    }
    let (over, _) = ben.make(json!({ "game": "ttt", "seats": [me, me], "listed": true })).await;
    ben.step(&over, "1 1").await.well();
    ben.command(&over, json!({ "do": "resign", "seat": 2 })).await.well();
    ids.push(over);
    let texts = SENSIBLE.iter().map(|text| (*text).to_owned()).chain(ids.iter().cloned()).collect();
    Known {
        address: host.address,
        tokens: [ada, ben].map(|bot: Bot| bot.token).to_vec(),
        ids,
        invite,
        texts,
    }
}

/// A random request to an operation, plausible in most parts.
fn make_up(
    schemas: &Schemas<'_>,
    known: &Known,
    path: &str,
    method: &str,
    operation: &Value,
    chance: &mut Chance,
) -> Sent {
    let (mut path, mut query, mut headers) = (path.to_owned(), Vec::new(), Vec::new());
    for parameter in operation["parameters"].as_array().into_iter().flatten() {
        let name = parameter["name"].as_str().expect("a name");
        let text = parameter_text(schemas, known, &parameter["schema"], name, chance);
        match parameter["in"].as_str().expect("a place") {
            "path" => path = path.replace(&format!("{{{name}}}"), &escaped(&text)),
            "query" if chance.below(2) == 0 => query.push(format!("{name}={}", escaped(&text))),
            "header" if chance.below(2) == 0 => headers.push((name.to_owned(), "\"x\"".to_owned())),
            _ => {}
        }
    }
    match chance.below(10) {
        0 => {}
        1 => headers.push(("Authorization".to_owned(), "Bearer nobody".to_owned())),
        2 => headers.push(("Authorization".to_owned(), "Basic eDp5".to_owned())),
        _ => {
            let token = &known.tokens[chance.below(known.tokens.len())];
            headers.push(("Authorization".to_owned(), format!("Bearer {token}")));
        }
    }
    let body = make_up_body(schemas, known, operation, chance);
    if chance.below(20) != 0 {
        headers.push(("Content-Type".to_owned(), "application/json".to_owned()));
    }
    match chance.below(40) {
        0 => {}
        1 => headers.push(("Host".to_owned(), "evil.example".to_owned())),
        _ => headers.push(("Host".to_owned(), known.address.to_string())),
    }
    match chance.below(30) {
        0 => headers.push(("Origin".to_owned(), "http://evil.example".to_owned())),
        1 => headers.push(("Accept".to_owned(), "text/x-nothing".to_owned())),
        2 => headers.push(("X-Forwarded-For".to_owned(), "unknown, \"[::1]:7\"".to_owned())),
        _ => {}
    }
    if !query.is_empty() || chance.below(20) == 0 {
        path = format!("{path}?{}", query.join("&"));
    }
    let headers: String =
        headers.into_iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    let length = body.len();
    let line = format!("{} {path} HTTP/1.1\r\n", method.to_uppercase());
    Sent {
        head: format!("{line}{headers}Connection: close\r\nContent-Length: {length}\r\n\r\n"),
        body,
    }
}

fn parameter_text(
    schemas: &Schemas<'_>,
    known: &Known,
    schema: &Value,
    name: &str,
    chance: &mut Chance,
) -> String {
    if chance.below(8) == 0 {
        return ODD[chance.below(ODD.len())].to_owned();
    }
    if name == "id" {
        return known.ids[chance.below(known.ids.len())].clone();
    }
    match schemas.make(schema, &known.texts, chance) {
        Value::String(text) => text,
        other => other.to_string(),
    }
}

fn make_up_body(
    schemas: &Schemas<'_>,
    known: &Known,
    operation: &Value,
    chance: &mut Chance,
) -> Vec<u8> {
    let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
    if schema.is_null() && chance.below(10) != 0 {
        return Vec::new();
    }
    let is_proposal = schema["$ref"].as_str().is_some_and(|name| name.ends_with("/Proposal"));
    let is_invitation = schema["$ref"].as_str().is_some_and(|name| name.ends_with("/InviteCode"));
    let mut body = match schema.is_null() {
        true => json!({}),
        false if is_invitation && chance.below(2) == 0 => json!({ "invite": known.invite }),
        // Seats and a game that fit each other are not found at random.
        false if is_proposal && chance.below(2) == 0 => proposal(chance),
        false => schemas.make(schema, &known.texts, chance),
    };
    for _ in 0..chance.below(3) {
        mutate(&mut body, chance);
    }
    match chance.below(25) {
        0 => b"{".to_vec(),
        1 => b"\xff\xfe".to_vec(),
        2 => "[".repeat(10_000).into_bytes(),
        3 => format!("\"{}\"", "x".repeat(70_000)).into_bytes(),
        _ => body.to_string().into_bytes(),
    }
}

/// A proposal of a table that can be created.
fn proposal(chance: &mut Chance) -> Value {
    let seats = [
        json!({ "kind": "me" }),
        json!({ "kind": "open" }),
        json!({ "kind": "friend" }),
        json!({ "kind": "random" }),
        json!({ "kind": "program", "program": "nobody" }),
    ];
    let clocks = [
        json!({ "kind": "none" }),
        json!({ "kind": "move", "seconds": 60 }),
        json!({ "kind": "days", "days": 3 }),
    ];
    let game = ["ttt", "ataxx", "owari", "dawn"][chance.below(4)];
    let (seat, clock) = (&seats[chance.below(seats.len())], &clocks[chance.below(clocks.len())]);
    json!({ "game": game, "seats": [{ "kind": "me" }, seat], "clock": clock, "listed": chance.below(2) == 0 })
}

/// Changes one random part of a value.
fn mutate(value: &mut Value, chance: &mut Chance) {
    match value {
        Value::Object(object) if !object.is_empty() && chance.below(4) != 0 => {
            let name = object.keys().nth(chance.below(object.len())).expect("a name").clone();
            match chance.below(5) {
                0 => drop(object.remove(&name)),
                1 => drop(object.insert(ODD[chance.below(ODD.len())].to_owned(), json!(1))),
                _ => mutate(&mut object[&name], chance),
            }
        }
        Value::Array(items) if !items.is_empty() && chance.below(3) != 0 => {
            let at = chance.below(items.len());
            match chance.below(4) {
                0 => items.push(items[at].clone()),
                1 => drop(items.remove(at)),
                _ => mutate(&mut items[at], chance),
            }
        }
        other => {
            *other = match chance.below(12) {
                0 => Value::Null,
                1 => json!(true),
                2 => json!(-1),
                3 => json!(u64::MAX),
                4 => json!(1e300),
                5 => json!([]),
                6 => json!({}),
                7 => json!("x".repeat(2000)),
                8 => json!(7),
                9 => json!([[["deep"]]]),
                _ => json!(ODD[chance.below(ODD.len())]),
            }
        }
    }
}

/// Checks that this answer is described for this operation.
fn check(schemas: &Schemas<'_>, operation: &Value, answer: &Answer) -> Result<(), String> {
    let Some(response) = operation["responses"].get(answer.status.to_string()) else {
        return Err(format!(
            "this status is not described: {}",
            answer.body.chars().take(200).collect::<String>()
        ));
    };
    let Some(kinds) = response["content"].as_object() else {
        return if answer.body.is_empty() { Ok(()) } else { Err("there is a body".to_owned()) };
    };
    let kind = answer
        .header("content-type")
        .unwrap_or_default()
        .split(';')
        .next()
        .unwrap_or_default()
        .trim();
    let Some(described) = kinds.get(kind) else { return Err(format!("`{kind}` is not described")) };
    if kind != "application/json" {
        return Ok(());
    }
    let body: Value = serde_json::from_str(&answer.body).map_err(|error| error.to_string())?;
    schemas.check(&described["schema"], &body)
}

/// Escapes a text for use in a path.
fn escaped(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte);
    text.bytes()
        .map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}
