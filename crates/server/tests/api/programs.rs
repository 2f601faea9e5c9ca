//! Programs on ports of their own, at the same tables as everybody else.

use std::io::BufReader;
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::thread;
use std::time::Duration;

use ludoteca_arena::client::{Client, Said};
use ludoteca_arena::protocols::engine::{Engine, Plain, serve};
use ludoteca_arena::protocols::language::Dialect;
use ludoteca_games::catalog;
use serde_json::{Value, json};
use tokio::time::sleep;

use crate::client::Bot;
use crate::host::Host;
use crate::play::play;

#[tokio::test]
async fn an_engine_can_be_asked_to_a_table() {
    let host = Host::with(|settings| settings.engines = Some("127.0.0.1:0".to_owned())).await;
    let ada = host.bot("Ada").await;
    let line = engine(host.ports[1].expect("engines may come"));
    let program = until(&ada, "/api/programs", |told| told["programs"][0]["id"].as_str().map(str::to_owned)).await;
    for (game, kind) in [("ttt", "me"), ("ttt", "random")] {
        let seats = json!([{ "kind": kind }, { "kind": "program", "program": program }]);
        let (id, _) = ada.make(json!({ "game": game, "seats": seats })).await;
        let over = play(&ada, &id, 1).await.table;
        assert!(over["reason"].is_string() && over["seats"][1]["kind"] == "program", "{over}");
        assert_ne!(over["points"], Value::Null, "{game} came to its end by its rules: {over}");
        until(&ada, "/api/programs", |told| (told["programs"][0]["busy"] == false).then_some(())).await;
    }
    // It does not know this one.
    let seats = json!([{ "kind": "me" }, { "kind": "program", "program": "nobody" }]);
    assert_eq!(ada.post("/api/tables", json!({ "game": "ttt", "seats": seats })).await.refused(), "not_found");
    // One that hangs up loses.
    let seats = json!([{ "kind": "me" }, { "kind": "program", "program": program }]);
    let (id, _) = ada.make(json!({ "game": "ttt", "seats": seats })).await;
    line.shutdown(Shutdown::Both).expect("it can be closed");
    ada.step(&id, "1 1").await.well();
    let over =
        until(&ada, &format!("/api/tables/{id}"), |table| (table["stage"] == "over").then(|| table.clone())).await;
    assert_eq!(over["result"], json!({ "kind": "won", "seat": 1 }), "{over}");
    until(&ada, "/api/programs", |told| (told["programs"] == json!([])).then_some(())).await;
    assert_eq!(ada.deed(&id, json!({ "do": "offer", "what": "rematch" })).await.refused(), "refused");
}

#[tokio::test]
async fn clients_of_breakthrough_play_people_and_each_other() {
    let host = Host::with(|settings| settings.breakthrough = Some("127.0.0.1:0".to_owned())).await;
    let (ada, port) = (host.bot("Ada").await, host.ports[0].expect("clients may come"));
    // It takes the seat of who waits in the lobby,
    let seats = json!([{ "kind": "me" }, { "kind": "open" }]);
    let (id, _) = ada.make(json!({ "game": "breakthrough", "seats": seats, "listed": true })).await;
    let client = thread::spawn(move || client(port, false));
    let over = play(&ada, &id, 2).await.table;
    assert_eq!((&over["seats"][1]["kind"], &over["reason"]), (&json!("program"), &json!("the other side is reached")));
    assert!(client.join().expect("it does not panic") > 5);
    // or opens a table there and waits for somebody: here, for another of its kind, which cheats.
    let honest = thread::spawn(move || self::client(port, false));
    let waiting = "/api/tables?which=open";
    let id = until(&ada, waiting, |told| told["tables"][0]["id"].as_str().map(str::to_owned)).await;
    let cheat = thread::spawn(move || self::client(port, true));
    let over =
        until(&ada, &format!("/api/tables/{id}"), |table| (table["stage"] == "over").then(|| table.clone())).await;
    assert_eq!(over["result"], json!({ "kind": "won", "seat": 1 }), "{over}");
    assert!(over["reason"].as_str().is_some_and(|reason| reason.contains("`9 9 9 9` is illegal")), "{over}");
    assert_eq!((honest.join().expect("no panic"), cheat.join().expect("no panic")), (1, 1));
}

#[tokio::test]
async fn programs_do_not_outlive_the_server() {
    let ports = |settings: &mut ludoteca_server::Settings| settings.breakthrough = Some("127.0.0.1:0".to_owned());
    let host = Host::with(ports).await;
    let (ada, port) = (host.bot("Ada").await, host.ports[0].expect("clients may come"));
    let seats = json!([{ "kind": "me" }, { "kind": "open" }]);
    let (playing, _) = ada.make(json!({ "game": "breakthrough", "seats": seats, "listed": true })).await;
    let _at_table = TcpStream::connect(port).expect("it listens");
    until(&ada, &format!("/api/tables/{playing}"), |table| (table["stage"] == "playing").then_some(())).await;
    let _waiting = TcpStream::connect(port).expect("it listens");
    let open = "/api/tables?which=open";
    let waiting = until(&ada, open, |told| told["tables"][0]["id"].as_str().map(str::to_owned)).await;
    let host = host.restart_with(ports).await;
    let ada = ada.at(host.address);
    assert_eq!(ada.see(&playing).await["result"], json!({ "kind": "won", "seat": 1 }));
    assert_eq!(ada.see(&waiting).await["stage"], "closed");
}

/// An engine of ours that calls the server, and its line.
fn engine(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(address).expect("it listens");
    let (line, input) = (stream.try_clone().expect("a line"), stream.try_clone().expect("a line"));
    thread::spawn(move || {
        let table = catalog::open_line("ttt").expect("a game");
        let engine = Engine::new(Dialect::Ugi, Box::new(Plain::new(table)));
        let _ = serve(engine, BufReader::new(input), &mut &stream, None);
    });
    line
}

/// A client that plays the first legal move, or cheats, until the server hangs up. Answers how often it was asked.
fn client(address: SocketAddr, cheats: bool) -> usize {
    let mut client = Client::connect(address, None).expect("it listens");
    let mut asked = 0;
    while let Ok(said) = client.listen() {
        match said {
            Said::Seat(_) => {}
            Said::Turn(view) => {
                asked += 1;
                let step = if cheats { "9 9 9 9".to_owned() } else { view.table.steps()[0].clone() };
                let _ = client.answer(&view, &step);
            }
            Said::Farewell => break,
        }
    }
    asked
}

/// Asks until the answer has it.
async fn until<T>(bot: &Bot, path: &str, has: impl Fn(&Value) -> Option<T>) -> T {
    loop {
        if let Some(found) = has(&bot.get(path).await.well()) {
            return found;
        }
        sleep(Duration::from_millis(20)).await;
    }
}
