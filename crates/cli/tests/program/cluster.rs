//! Several `ludoteca serve` on one database, as people start, watch and stop them.

use std::fs::{self, File};
use std::net::SocketAddr;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use rustix::process::Signal;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::client::{Bot, PATIENCE, request, send};
use crate::external::{finish, program};
use crate::serve::Serving;
use crate::{nats, postgres};

/// A command line whose database is named by a variable, so that nobody sees it in the list of
/// processes.
fn with_database(url: &str, line: &str) -> Command {
    let mut command = program(line);
    command.env("LUDOTECA_DATABASE", url);
    command
}

/// Starts a server with this name.
fn start(url: &str, name: &str, more: &str, log: Option<File>) -> Serving {
    let line = format!("serve --listen 127.0.0.1:0 --name {name} {more}");
    Serving::start_as(&mut with_database(url, &line), log)
}

/// What `ludoteca cluster --json` prints.
fn shown(url: &str) -> Value {
    let ran = finish(&mut with_database(url, "cluster --json"));
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{}", ran.out);
    serde_json::from_str(&ran.out).expect("one object of JSON")
}

/// Waits until `ludoteca cluster --json` prints what is wanted.
fn until(url: &str, is_it: impl Fn(&Value) -> bool) -> Value {
    let start = Instant::now();
    loop {
        let shown = shown(url);
        if is_it(&shown) {
            return shown;
        }
        assert!(start.elapsed() < PATIENCE, "{shown}");
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// The state of the server with this name, and what else is shown of it.
fn server(shown: &Value, name: &str) -> Value {
    let mut servers = shown["servers"].as_array().expect("servers").iter();
    servers.find(|server| server["name"] == name).cloned().unwrap_or_default()
}

/// Ada and Ben begin a game with a clock at a server.
async fn begin(address: SocketAddr) -> (Bot, Bot, String) {
    let (ada, ben) = (Bot::new(address, "Ada").await, Bot::new(address, "Ben").await);
    let seats = json!([{ "kind": "me" }, { "kind": "open" }]);
    let clock = json!({ "kind": "game", "seconds": 600, "increment": 0 });
    let (id, _) = ada.make(json!({ "game": "ttt", "seats": seats, "clock": clock })).await;
    ben.command(&id, json!({ "do": "sit", "seat": 2 })).await.well();
    (ada, ben, id)
}

#[tokio::test]
async fn a_cluster_is_shown_and_stopped_in_good_order() {
    if !postgres::is_installed() {
        return;
    }
    let folder = TempDir::new().expect("a folder");
    let url = postgres::database(folder.path()).to_string();
    let nothing = finish(&mut with_database(&url, "cluster"));
    assert_eq!((nothing.out.as_str(), nothing.code), ("", Some(1)));
    let expected = format!(
        "error: {url}: it has no tables of ludoteca: a server makes them, or `ludoteca database migrate`\n"
    );
    assert_eq!(nothing.err, expected);
    let first = start(&url, "first", "--log none", None);
    let second = start(&url, "second", "--log none", None);
    let (ada, _, id) = begin(first.address).await;
    let seen = until(&url, |seen| server(seen, "first")["duties"] == 1);
    assert_eq!(seen["servers"].as_array().map(Vec::len), Some(2), "{seen}");
    assert_eq!(server(&seen, "first")["address"], json!(first.address.to_string()), "{seen}");
    assert_eq!((&seen["overdue_duties"], &seen["nats"]), (&json!(0), &json!(null)), "{seen}");
    let table = finish(&mut with_database(&url, "cluster --nats nats://127.0.0.1:1"));
    assert_eq!((table.err.as_str(), table.code), ("", Some(0)));
    let lines: Vec<&str> = table.out.lines().collect();
    assert!(lines[0].starts_with(&format!("{url} answered in ")), "{}", table.out);
    assert!(lines[1].starts_with("Tables: 1 in play, 0 waiting. Duties: 1, "), "{}", table.out);
    assert!(lines[2].starts_with("nats://127.0.0.1:1 cannot be reached: "), "{}", table.out);
    assert!(lines[4].starts_with("SERVER  ADDRESS"), "{}", table.out);
    assert!(lines[5].starts_with("first   127.0.0.1:"), "{}", table.out);
    assert_eq!(lines.len(), 7, "{}", table.out);
    // Stopped in good order.
    let mut socket = ada.socket().await;
    let address = first.address;
    let stopping = tokio::task::spawn_blocking(move || {
        let asked = Instant::now();
        (first.stop(Signal::TERM), asked.elapsed())
    });
    assert_eq!(socket.hear().await.expect("a word")["type"], "bye");
    assert_eq!(request(address, None, "GET", "/health", None).await.status, 503);
    assert_eq!(request(address, None, "GET", "/alive", None).await.status, 200);
    let seen = until(&url, |seen| server(seen, "second")["duties"] == 1);
    assert_eq!(server(&seen, "first")["state"], "leaving", "{seen}");
    let (code, lasted) = stopping.await.expect("it ends");
    assert_eq!(code, Some(0));
    assert!(lasted < Duration::from_secs(5), "{lasted:?}");
    ada.at(second.address).step(&id, "1 1").await.well();
    // Killed.
    second.kill();
    let states = |seen: &Value| ["first", "second"].map(|name| server(seen, name)["state"].clone());
    let seen = until(&url, |seen| states(seen) == ["stopped", "dead"]);
    assert_eq!(seen["overdue_duties"], 1, "{seen}");
}

#[test]
fn a_cluster_without_a_database_is_one_line() {
    let rows = [
        (
            "cluster",
            "the option --database is needed, or the variable LUDOTECA_DATABASE: the address of a database, postgres://USER:PASSWORD@HOST/NAME",
        ),
        (
            "cluster --database mysql://ada:secret@db/games",
            "--database: this is no address of a database; allowed is postgres://USER:PASSWORD@HOST:PORT/DATABASE, with ?sslmode=verify-full and the like",
        ),
    ];
    for (line, reason) in rows {
        let ran = finish(program(line).env_remove("LUDOTECA_DATABASE"));
        assert_eq!((ran.out.as_str(), ran.code), ("", Some(2)), "{line}");
        assert_eq!(ran.err, format!("error: {reason}\n"), "{line}");
    }
    let away = "cluster --database postgres://ada:secret@127.0.0.1:1/games";
    let ran = finish(&mut program(away));
    assert_eq!((ran.out.as_str(), ran.code), ("", Some(1)));
    assert!(ran.err.starts_with("error: postgres://ada@127.0.0.1:1/games: "), "{}", ran.err);
    assert_eq!((ran.err.lines().count(), ran.err.contains("secret")), (1, false), "{}", ran.err);
}

/// Workers and queues are shown with NATS alone.
#[test]
fn workers_of_a_cluster_are_shown() {
    if !nats::is_installed() {
        return;
    }
    let queues = TempDir::new().expect("a folder");
    let folder = queues.path().to_str().expect("a path of text");
    let nats = nats::Nats::start_with(&["-js", "-sd", folder]);
    let address = format!("nats://{}", nats.address);
    let shown = |more: &str| {
        let line = format!("cluster --nats {address} {more}");
        let ran = finish(program(&line).env_remove("LUDOTECA_DATABASE"));
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{}", ran.out);
        ran.out
    };
    let nobody = shown("");
    assert!(nobody.ends_with("FAILED\nno worker is there now\n"), "{nobody}");
    let line = format!("worker --nats {address} --name ant --cores 2 --for moves --log none");
    let mut worker = program(&line).stdout(std::process::Stdio::null()).spawn().expect("it runs");
    let start = Instant::now();
    let seen = loop {
        let seen: Value = serde_json::from_str(&shown("--json")).expect("one object of JSON");
        if seen["workers"][0]["name"] == "ant" {
            break seen;
        }
        assert!(start.elapsed() < PATIENCE, "{seen}");
    };
    assert_eq!((&seen["workers"][0]["cores"], &seen["servers"]), (&json!(2), &json!(null)));
    assert_eq!(seen["nats"]["address"], json!(address));
    let table = shown("");
    assert!(table.lines().any(|line| line.starts_with("ant ")), "{table}");
    let elsewhere = shown("--cluster elsewhere");
    assert!(elsewhere.contains("no worker is there now"), "{elsewhere}");
    worker.kill().expect("it runs");
    worker.wait().expect("it ends");
    let away = "cluster --nats nats://ada:secret@127.0.0.1:1";
    let ran = finish(program(away).env_remove("LUDOTECA_DATABASE"));
    assert_eq!((ran.out.as_str(), ran.code), ("", Some(1)));
    assert!(ran.err.starts_with("error: nats://127.0.0.1:1: "), "{}", ran.err);
}

/// New kinds of events are allowed once no old server is alive.
#[test]
fn an_upgrade_is_finished() {
    if !postgres::is_installed() {
        return;
    }
    let folder = TempDir::new().expect("a folder");
    let url = postgres::database(folder.path()).to_string();
    let finished = format!("{url} is up to date, and events up to level 1 are written\n");
    let line = "database migrate --finish";
    assert_eq!(finish(&mut with_database(&url, line)).out, finished);
    let old = start(&url, "old", "--log none", None);
    let statement = "UPDATE servers SET event_level = 0, version = '0.0.9'";
    postgres::psql(postgres::address().port(), &url, statement).expect("it can be written");
    let refused = finish(&mut with_database(&url, line));
    let reason =
        "some servers are too old for new kinds of events: old (0.0.9); replace them first";
    assert_eq!(refused.err, format!("error: {url}: {reason}\n"));
    assert_eq!(refused.code, Some(1));
    assert_eq!(old.stop(Signal::TERM), Some(0));
    assert_eq!(finish(&mut with_database(&url, line)).out, finished);
}

/// One move can be found in the logs of both servers by its trace id.
#[tokio::test]
async fn a_trace_goes_through_two_servers() {
    if !nats::is_installed() {
        return;
    }
    const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
    let folder = TempDir::new().expect("a folder");
    let url = postgres::database(folder.path()).to_string();
    let path = |name: &str| folder.path().join(name);
    let more =
        format!("--log json --nats {} --cluster {}", nats::url(), nats::cluster(folder.path()));
    let log = |name: &str| Some(File::create(path(name)).expect("a file"));
    let here = start(&url, "here", &more, log("here"));
    let there = start(&url, "there", &more, log("there"));
    let (ada, ben, id) = begin(here.address).await;
    let mut socket = ben.at(there.address).socket().await;
    socket.watch(&id).await;
    let state = ada.see(&id).await["state"].clone();
    let step = json!({ "do": "move", "step": "1 1", "state": state });
    let headers = format!(
        "Authorization: Bearer {}\r\ntraceparent: 00-{TRACE}-00f067aa0ba902b7-01\r\n",
        ada.token
    );
    let deeds = format!("/api/tables/{id}/deeds");
    send(None, here.address, &headers, "POST", &deeds, Some(&step)).await.well();
    socket.until_table(|seen| seen["state"] == json!(state.as_u64().expect("a number") + 1)).await;
    // Ben's move over his socket has a trace, too, which nobody has named.
    let state = ben.see(&id).await["state"].clone();
    let step = json!({ "do": "move", "step": "0 0", "state": state });
    assert_eq!(socket.command(&id, step).await["type"], "done");
    let of = |name: &str, message: &str, is_it: &dyn Fn(&Value) -> bool| {
        let start = Instant::now();
        loop {
            let lines = lines(&path(name));
            let found = lines.iter().find(|line| line["message"] == message && is_it(line));
            if let Some(found) = found {
                return found.clone();
            }
            assert!(start.elapsed() < PATIENCE, "{name}: no {message} in {lines:?}");
            std::thread::sleep(Duration::from_millis(50));
        }
    };
    let is_traced = |line: &Value| line["span"]["trace"] == TRACE;
    assert_eq!(of("here", "request", &is_traced)["path"], json!(deeds));
    assert_eq!(of("there", "news", &is_traced)["table"], json!(id));
    let command = of("there", "command", &|_| true);
    let trace = command["span"]["trace"].as_str().expect("a trace").to_owned();
    assert!(trace.len() == 32 && trace != TRACE, "{command}");
    // It is news only if the table is in memory there, as it is, because its clock runs.
    of("here", "news", &|line| line["span"]["trace"] == json!(trace));
    // Logs have no addresses of clients and no moves.
    for name in ["here", "there"] {
        let text = fs::read_to_string(path(name)).expect("a log");
        for secret in ["\"1 1\"", &ada.token, &ben.token] {
            assert!(!text.contains(secret), "{secret}: {text}");
        }
    }
    assert_eq!(here.stop(Signal::TERM), Some(0));
    assert_eq!(there.stop(Signal::TERM), Some(0));
}

/// The lines of a log of JSON, as far as they are complete.
fn lines(log: &Path) -> Vec<Value> {
    let text = fs::read_to_string(log).expect("a log");
    text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}
