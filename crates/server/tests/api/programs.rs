//! Programs on ports of their own, at the same tables as everybody else.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::thread;
use std::time::Duration;

use ludoteca_arena::breakthrough::client::{Client, ClientEvent};
use ludoteca_engines::protocols::engine::{EngineSession, UgiBoard, serve};
use ludoteca_engines::protocols::messages::Dialect;
use ludoteca_games::catalog;
use serde_json::{Value, json};
use tokio::time::{sleep, timeout};

use crate::client::{Bot, PATIENCE};
use crate::host::Host;
use crate::play::play;

#[tokio::test]
async fn an_engine_can_be_asked_to_a_table() {
    let host = Host::with(|settings| settings.engines = Some("127.0.0.1:0".to_owned())).await;
    let ada = host.bot("Ada").await;
    let line = engine(host.ports[1].expect("engines may come"));
    let program =
        until(&ada, "/api/programs", |told| told["programs"][0]["id"].as_str().map(str::to_owned))
            .await;
    for (game, kind) in [("ttt", "me"), ("ttt", "random")] {
        let seats = json!([{ "kind": kind }, { "kind": "program", "program": program }]);
        let (id, _) = ada.make(json!({ "game": game, "seats": seats })).await;
        let over = play(&ada, &id, 1).await.table;
        assert!(over["reason"].is_string() && over["seats"][1]["kind"] == "program", "{over}");
        assert_ne!(over["points"], Value::Null, "{game} came to its end by its rules: {over}");
        until(&ada, "/api/programs", |told| (told["programs"][0]["busy"] == false).then_some(()))
            .await;
    }
    // The server does not know this program.
    let seats = json!([{ "kind": "me" }, { "kind": "program", "program": "nobody" }]);
    assert_eq!(
        ada.post("/api/tables", json!({ "game": "ttt", "seats": seats })).await.refused(),
        "not_found"
    );
    // A program that disconnects loses.
    let seats = json!([{ "kind": "me" }, { "kind": "program", "program": program }]);
    let (id, _) = ada.make(json!({ "game": "ttt", "seats": seats })).await;
    line.shutdown(Shutdown::Both).expect("it can be closed");
    ada.step(&id, "1 1").await.well();
    let over = until(&ada, &format!("/api/tables/{id}"), |table| {
        (table["stage"] == "over").then(|| table.clone())
    })
    .await;
    assert_eq!(over["result"], json!({ "kind": "won", "seat": 1 }), "{over}");
    until(&ada, "/api/programs", |told| (told["programs"] == json!([])).then_some(())).await;
    assert_eq!(
        ada.command(&id, json!({ "do": "offer", "what": "rematch" })).await.refused(),
        "refused"
    );
}

#[tokio::test]
async fn clients_of_breakthrough_play_people_and_each_other() {
    let host = Host::with(|settings| settings.breakthrough = Some("127.0.0.1:0".to_owned())).await;
    let (ada, port) = (host.bot("Ada").await, host.ports[0].expect("clients may come"));
    // It takes the free seat of a table in the lobby,
    let seats = json!([{ "kind": "me" }, { "kind": "open" }]);
    let (id, _) = ada.make(json!({ "game": "breakthrough", "seats": seats, "listed": true })).await;
    let client = thread::spawn(move || client(port, false));
    let over = play(&ada, &id, 2).await.table;
    assert_eq!(
        (&over["seats"][1]["kind"], &over["reason"]),
        (&json!("program"), &json!("the other side is reached"))
    );
    assert!(client.join().expect("it does not panic") > 5);
    // or creates a table there and waits for somebody: here, for another client, which cheats.
    let honest = thread::spawn(move || self::client(port, false));
    let waiting = "/api/tables?which=open";
    let id = until(&ada, waiting, |told| told["tables"][0]["id"].as_str().map(str::to_owned)).await;
    let cheat = thread::spawn(move || self::client(port, true));
    let over = until(&ada, &format!("/api/tables/{id}"), |table| {
        (table["stage"] == "over").then(|| table.clone())
    })
    .await;
    assert_eq!(over["result"], json!({ "kind": "won", "seat": 1 }), "{over}");
    assert!(
        over["reason"].as_str().is_some_and(|reason| reason.contains("`9 9 9 9` is illegal")),
        "{over}"
    );
    assert_eq!((honest.join().expect("no panic"), cheat.join().expect("no panic")), (1, 1));
}

#[tokio::test]
async fn programs_do_not_outlive_the_server() {
    let ports = |settings: &mut ludoteca_server::ServerSettings| {
        settings.breakthrough = Some("127.0.0.1:0".to_owned());
    };
    let host = Host::with(ports).await;
    let (ada, port) = (host.bot("Ada").await, host.ports[0].expect("clients may come"));
    let seats = json!([{ "kind": "me" }, { "kind": "open" }]);
    let (playing, _) =
        ada.make(json!({ "game": "breakthrough", "seats": seats, "listed": true })).await;
    let _at_table = TcpStream::connect(port).expect("it listens");
    until(&ada, &format!("/api/tables/{playing}"), |table| {
        (table["stage"] == "playing").then_some(())
    })
    .await;
    let _waiting = TcpStream::connect(port).expect("it listens");
    let open = "/api/tables?which=open";
    let waiting =
        until(&ada, open, |told| told["tables"][0]["id"].as_str().map(str::to_owned)).await;
    let host = host.restart_with(ports).await;
    let ada = ada.at(host.address);
    let [playing, waiting] = [playing, waiting].map(|id| format!("/api/tables/{id}"));
    let result = until(&ada, &playing, |seen| {
        Some(seen["result"].clone()).filter(|result| !result.is_null())
    });
    assert_eq!(result.await, json!({ "kind": "won", "seat": 1 }));
    let stage = until(&ada, &waiting, |seen| {
        Some(seen["stage"].clone()).filter(|stage| stage != "waiting")
    });
    assert_eq!(stage.await, "closed");
}

/// However many connections an address opens, others find a place. A program that finds none is
/// told so at once.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn places_of_a_port_are_shared_out() {
    use tokio::io::AsyncReadExt;
    use tokio::net::TcpSocket;

    let host = Host::with(|settings| {
        (settings.limits.programs, settings.limits.all_programs) = (2, 3);
        settings.engines = Some("127.0.0.1:0".to_owned());
    })
    .await;
    let port = host.ports[1].expect("engines may come");
    // A program with a place is greeted; for all others the connection is only closed.
    let connect = async |address: &str| {
        let socket = TcpSocket::new_v4().expect("a socket");
        socket.bind(address.parse().expect("an address")).expect("this machine has many");
        let mut stream = socket.connect(port).await.expect("it listens");
        let heard = timeout(PATIENCE, stream.read_u8()).await.expect("nobody is left hanging");
        heard.ok().map(|_| stream)
    };
    let (first, second) = (connect("127.0.0.1:0").await, connect("127.0.0.1:0").await);
    assert!(first.is_some() && second.is_some());
    assert!(connect("127.0.0.1:0").await.is_none(), "two are enough for one address");
    let third = connect("127.0.0.2:0").await;
    assert!(third.is_some(), "the last place is for who has none");
    assert!(connect("127.0.0.3:0").await.is_none(), "all are taken");
    drop(first);
    while connect("127.0.0.3:0").await.is_none() {}
}

#[tokio::test]
async fn programs_are_not_called_by_their_addresses() {
    let host = Host::with(|settings| settings.engines = Some("127.0.0.1:0".to_owned())).await;
    let (ada, port) = (host.bot("Ada").await, host.ports[1].expect("engines may come"));
    let rows = [
        (None, "program 1"),
        (Some("127.0.0.1:5001"), "program 2"),
        (Some("::1"), "program 3"),
        (Some("Deep\u{202e}Thought"), "Deep\\u{202e}Thought"),
        (Some("Deep Thought"), "Deep Thought"),
        (Some("0123456789012345678901234567890123456789"), "01234567890123456789012345678901"),
    ];
    let mut lines = Vec::new();
    for (count, (name, expected)) in (1..).zip(rows) {
        lines.push(greet(port, name));
        let names = until(&ada, "/api/programs", |told| {
            let programs =
                told["programs"].as_array().filter(|programs| programs.len() == count)?;
            Some(programs.iter().map(|program| program["name"].clone()).collect::<Vec<_>>())
        });
        let names = names.await;
        assert!(names.contains(&json!(expected)), "{name:?} should be {expected}: {names:?}");
    }
    // An address must not appear as a name at a table, either.
    let told = ada.get("/api/programs").await.well();
    let nameless =
        told["programs"].as_array().and_then(|all| all.iter().find(|it| it["name"] == "program 1"));
    let seats = json!([{ "kind": "me" }, { "kind": "program", "program": nameless.expect("it is there")["id"] }]);
    let (id, _) = ada.make(json!({ "game": "ttt", "seats": seats })).await;
    assert_eq!(ada.see(&id).await["seats"][1]["name"], "program 1");
}

/// A client does not keep its place for ever if nobody joins its table.
#[tokio::test]
async fn clients_do_not_wait_for_ever() {
    let host = Host::alone(|settings| {
        settings.breakthrough = Some("127.0.0.1:0".to_owned());
        settings.program_patience = Duration::from_millis(200);
    })
    .await;
    let mut socket = host.bot("Ada").await.socket().await;
    socket.say(json!({ "type": "lobby", "on": true })).await;
    socket.say(json!({ "type": "ping" })).await;
    socket.until("pong", |_| true).await;
    let mut client =
        TcpStream::connect(host.ports[0].expect("clients may come")).expect("it listens");
    let opened = socket.until("lobby", |message| message["table"]["stage"] == "waiting").await;
    assert_eq!(opened["table"]["clock"]["kind"], "move", "others have a clock: {opened}");
    socket.until("lobby", |message| message["table"]["stage"] == "closed").await;
    let hung_up = tokio::task::spawn_blocking(move || client.read(&mut [0]));
    assert_eq!(hung_up.await.expect("it ends").expect("it is closed in good order"), 0);
}

/// In a game without a clock against a program, a player who does not move loses, present or not.
/// Then the program can play others.
#[tokio::test]
async fn nobody_keeps_a_program_for_ever() {
    let (short, long) = (Duration::from_millis(200), Duration::from_secs(3600));
    for (claim_after, patience, is_here, reason) in [
        (long, short, true, "Ada: no move for too long"),
        (short, long, false, "Ada: away for too long"),
    ] {
        let host = Host::with(|settings| {
            settings.engines = Some("127.0.0.1:0".to_owned());
            (settings.claim_after, settings.program_patience) = (claim_after, patience);
        })
        .await;
        let ada = host.bot("Ada").await;
        let _line = engine(host.ports[1].expect("engines may come"));
        let program = until(&ada, "/api/programs", |told| {
            told["programs"][0]["id"].as_str().map(str::to_owned)
        })
        .await;
        let seats = json!([{ "kind": "me" }, { "kind": "program", "program": program }]);
        let (id, _) = ada.make(json!({ "game": "ttt", "seats": seats })).await;
        let mut socket = ada.socket().await;
        if is_here {
            socket.watch(&id).await;
        }
        let table = format!("/api/tables/{id}");
        let over =
            until(&ada, &table, |table| (table["stage"] == "over").then(|| table.clone())).await;
        assert_eq!(
            (&over["result"], &over["reason"]),
            (&json!({ "kind": "won", "seat": 2 }), &json!(reason))
        );
        until(&ada, "/api/programs", |told| (told["programs"][0]["busy"] == false).then_some(()))
            .await;
    }
}

/// A program that says that it is ready, and its name if it has one.
fn greet(address: SocketAddr, name: Option<&str>) -> TcpStream {
    let stream = TcpStream::connect(address).expect("it listens");
    let (line, input) = (stream.try_clone().expect("a line"), stream.try_clone().expect("a line"));
    let name = name.map(|name| format!("id name {name}\n")).unwrap_or_default();
    thread::spawn(move || {
        for line in BufReader::new(input).lines().map_while(Result::ok) {
            let answer = match line.trim() {
                "ugi" => format!("{name}ugiok\n"),
                "isready" => "readyok\n".to_owned(),
                _ => continue,
            };
            if (&stream).write_all(answer.as_bytes()).is_err() {
                return;
            }
        }
    });
    line
}

/// An engine that connects to the server, and the stream of its connection.
pub fn engine(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(address).expect("it listens");
    let (line, input) = (stream.try_clone().expect("a line"), stream.try_clone().expect("a line"));
    thread::spawn(move || {
        let table = catalog::open_line("ttt").expect("a game");
        let engine = EngineSession::new(Dialect::Ugi, Box::new(UgiBoard::new(table)));
        let _ = serve(engine, BufReader::new(input), &mut &stream, None);
    });
    line
}

/// A client that plays the first legal move, or cheats, until the server closes the connection.
/// Returns how often it was asked for a move.
fn client(address: SocketAddr, cheats: bool) -> usize {
    let mut client = Client::connect(address, None).expect("it listens");
    let mut asked = 0;
    while let Ok(said) = client.listen() {
        match said {
            ClientEvent::Seat(_) => {}
            ClientEvent::Turn(view) => {
                asked += 1;
                let step =
                    if cheats { "9 9 9 9".to_owned() } else { view.table.steps()[0].clone() };
                let _ = client.answer(&view, &step);
            }
            ClientEvent::HungUp => break,
        }
    }
    asked
}

/// Repeats a request until the answer has what is wanted.
async fn until<T>(bot: &Bot, path: &str, has: impl Fn(&Value) -> Option<T>) -> T {
    loop {
        if let Some(found) = has(&bot.get(path).await.well()) {
            return found;
        }
        sleep(Duration::from_millis(20)).await;
    }
}
