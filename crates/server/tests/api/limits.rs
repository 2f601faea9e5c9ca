//! The limits of each client, and that nobody else suffers from a client that exceeds them.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinSet;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;

use crate::client::{Answer, Bot, PATIENCE, Socket, raw, request};
use crate::host::Host;

/// Sends a request from another address of this machine.
async fn from_elsewhere(address: SocketAddr, path: &str) -> Answer {
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.bind("127.0.0.2:0".parse().expect("an address")).expect("this machine has many");
    let mut stream = socket.connect(address).await.expect("the server listens");
    let head = format!("GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    stream.write_all(head.as_bytes()).await.expect("it listens");
    let mut all = Vec::new();
    timeout(PATIENCE, stream.read_to_end(&mut all)).await.expect("it answers").expect("it is read");
    Answer::read(&all)
}

#[tokio::test]
async fn floods_of_requests_are_refused() {
    let host = Host::alone(|settings| settings.limits.requests = 1).await;
    let mut refused = 0;
    // The limit is ten at once and one a second: this takes less than a minute.
    for _ in 0..100 {
        let answer = request(host.address, None, "GET", "/api/games/none/rules", None).await;
        match answer.status {
            429 => {
                assert_eq!(
                    (answer.refused().as_str(), answer.header("retry-after")),
                    ("too_many", Some("1"))
                );
                refused += 1;
            }
            status => assert_eq!(status, 404),
        }
    }
    assert!(refused > 20, "{refused}");
    #[cfg(target_os = "linux")]
    assert_eq!(from_elsewhere(host.address, "/health").await.status, 200, "others are let in");
}

/// A client that is slightly over the limit waits a little. A client that floods the server waits
/// for its refusals.
#[tokio::test]
async fn a_request_that_comes_too_early_waits() {
    let delay = Duration::from_secs(2);
    let host =
        Host::alone(|settings| (settings.limits.requests, settings.refusal_delay) = (1, delay))
            .await;
    // The limit is ten at once, and one a second.
    for _ in 0..12 {
        assert_eq!(request(host.address, None, "GET", "/health", None).await.status, 200);
    }
    let (address, asked_at) = (host.address, Instant::now());
    let ask = |_| async move { request(address, None, "GET", "/api/tables", None).await.status };
    let lists: JoinSet<u16> = (0..4).map(ask).collect();
    assert_eq!(lists.join_all().await, [429; 4]);
    assert!(asked_at.elapsed() >= delay);
}

#[tokio::test]
async fn a_proxy_says_who_calls() {
    let host =
        Host::alone(|settings| (settings.limits.requests, settings.behind_proxy) = (1, true)).await;
    let ask = async |forwarded: &str| {
        let head = format!(
            "GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Forwarded-For: {forwarded}\r\n\r\n"
        );
        Answer::read(&raw(host.address, head.as_bytes()).await).status
    };
    let mut refused = 0;
    for number in 0..100 {
        // A client can write the first entries itself, and they are ignored.
        refused += usize::from(ask(&format!("10.0.0.{number}, 192.0.2.1")).await == 429);
    }
    assert!(refused > 20, "{refused}");
    assert_eq!(ask("192.0.2.1, 192.0.2.2").await, 200);
    for written in ["192.0.2.1:567", "\"192.0.2.1:8\"", "::ffff:192.0.2.1", "[::ffff:192.0.2.1]:9"]
    {
        assert_eq!(ask(written).await, 429, "{written}");
    }
    // An unreadable entry counts for the proxy itself.
    let mut refused = 0;
    for number in 0..100 {
        refused += usize::from(ask(&format!("192.0.2.{number}, unknown{number}")).await == 429);
    }
    assert!(refused > 20, "{refused}");
    // All requests come from one IPv6 household.
    let mut refused = 0;
    for number in 0..100 {
        refused += usize::from(ask(&format!("2001:db8:1:2::{number}")).await == 429);
    }
    assert!(refused > 20, "{refused}");
}

#[tokio::test]
async fn tables_and_newcomers_are_counted() {
    let host =
        Host::with(|settings| (settings.limits.tables, settings.limits.newcomers) = (2, 5)).await;
    let ada = host.bot("Ada").await;
    let proposal = json!({ "game": "ttt", "seats": [{ "kind": "me" }, { "kind": "me" }] });
    let (first, _) = ada.make(proposal.clone()).await;
    ada.make(proposal.clone()).await;
    let third = ada.post("/api/tables", proposal.clone()).await;
    assert_eq!((third.status, third.refused().as_str()), (429, "too_many"));
    ada.command(&first, json!({ "do": "resign", "seat": 1 })).await.well();
    ada.make(proposal.clone()).await;
    // Ada, three tables and a refused one made five.
    let name = json!({ "name": "Ben" });
    for (path, body) in [("/api/players", &name), ("/api/tables", &proposal)] {
        let answer = request(host.address, Some(&ada.token), "POST", path, Some(body)).await;
        assert_eq!((answer.status, answer.refused().as_str()), (429, "too_many"), "{path}");
    }
}

/// A rematch counts like any other table once it is created; offers of it cost nothing.
#[tokio::test]
async fn rematches_are_counted_when_they_are_made() {
    let host =
        Host::with(|settings| (settings.limits.tables, settings.limits.newcomers) = (1, 6)).await;
    let (ada, ben) = (host.bot("Ada").await, host.bot("Ben").await);
    let (id, _) =
        ada.make(json!({ "game": "ttt", "seats": [{ "kind": "me" }, { "kind": "open" }] })).await;
    ben.command(&id, json!({ "do": "sit", "seat": 2 })).await.well();
    ada.command(&id, json!({ "do": "resign" })).await.well();
    // Ada has another game meanwhile.
    let (other, _) =
        ada.make(json!({ "game": "ttt", "seats": [{ "kind": "me" }, { "kind": "me" }] })).await;
    let (offer, accept) =
        (json!({ "do": "offer", "what": "rematch" }), json!({ "do": "accept", "what": "rematch" }));
    ada.command(&id, offer.clone()).await.well();
    ben.command(&id, json!({ "do": "decline", "what": "rematch" })).await.well();
    ada.command(&id, offer).await.well();
    for _ in 0..3 {
        let refused = ben.command(&id, accept.clone()).await;
        assert_eq!((refused.status, refused.refused().as_str()), (429, "too_many"));
    }
    ada.command(&other, json!({ "do": "resign", "seat": 1 })).await.well();
    // The rematch can still be accepted. A request that is sent twice accepts it once.
    let accept = json!({ "do": "accept", "what": "rematch", "request": "yes" });
    let rematch = ben.command(&id, accept.clone()).await.well()["table"]["rematch"].clone();
    assert_eq!(ben.command(&id, accept).await.well()["table"]["rematch"], rematch);
    // It counts for both of them,
    for bot in [&ada, &ben] {
        let proposal = json!({ "game": "ttt", "seats": [{ "kind": "me" }, { "kind": "me" }] });
        assert_eq!(bot.post("/api/tables", proposal).await.refused(), "too_many");
    }
    // and for their address: two players, three tables and the two refused ones are more than six.
    let name = json!({ "name": "Cleo" });
    assert_eq!(
        request(host.address, None, "POST", "/api/players", Some(&name)).await.refused(),
        "too_many"
    );
}

/// Some connections never finish their requests. Other addresses are still answered, and the
/// address of these connections gets no more.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn slow_callers_hold_up_nobody_else() {
    const BEGINNINGS: [&str; 4] = [
        "",
        "G",
        "GET /health HTTP/1.1\r\nHost: ",
        "POST /api/players HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{",
    ];
    let host = Host::alone(|settings| settings.limits.connections = 20).await;
    let mut slow = Vec::new();
    for number in 0..20 {
        let mut stream = TcpStream::connect(host.address).await.expect("the server listens");
        stream
            .write_all(BEGINNINGS[number % BEGINNINGS.len()].as_bytes())
            .await
            .expect("it listens");
        slow.push(stream);
    }
    assert_eq!(
        raw(host.address, b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n").await,
        b"",
        "that was one too many"
    );
    assert!(Socket::try_open(host.address).await.is_none());
    assert_eq!(from_elsewhere(host.address, "/health").await.status, 200);
    drop(slow);
    let mut status = 0;
    while status != 200 {
        status = request(host.address, None, "GET", "/health", None).await.status;
    }
}

/// A client that has gone without a word does not count for ever.
#[tokio::test]
async fn connections_that_say_nothing_end() {
    let host = Host::with(|settings| settings.idle = Duration::from_millis(300)).await;
    let (request, half) =
        ("GET /health HTTP/1.1\r\nHost: x\r\n\r\n", "POST /api/players HTTP/1.1\r\nHost: ");
    for beginning in ["", half, request] {
        // The server answers the request, waits for more, and closes the connection.
        let answer = raw(host.address, beginning.as_bytes()).await;
        assert_eq!(
            Answer::read(&answer).status,
            if beginning == request { 200 } else { 0 },
            "{beginning}"
        );
    }
}

#[tokio::test]
async fn sockets_say_what_they_do_not_understand() {
    let host = Host::start().await;
    let ada = host.bot("Ada").await;
    let mut socket = ada.socket().await;
    let texts = [
        "",
        "{",
        "null",
        "[]",
        "{\"type\":\"dance\"}",
        "{\"type\":\"watch\"}",
        "{\"type\":\"watch\",\"table\":7}",
    ];
    let hello = json!({ "type": "hello", "token": ada.token }).to_string();
    let command = json!({ "type": "deed", "table": "x", "do": "dance" }).to_string();
    for text in texts.into_iter().chain([hello.as_str(), &command]) {
        socket.send(Message::Text(text.into())).await;
        let error = socket.hear().await.expect("an answer");
        assert_eq!(
            (&error["type"], &error["error"]["code"]),
            (&json!("error"), &json!("bad_request")),
            "{text}"
        );
    }
    socket.send(Message::Binary(vec![0; 100].into())).await;
    assert_eq!(socket.hear().await.expect("an answer")["error"]["code"], "bad_request");
    for table in ["nothing", "", "\u{0}"] {
        socket.say(json!({ "type": "watch", "table": table })).await;
        assert_eq!(socket.hear().await.expect("an answer")["error"]["code"], "not_found");
        assert_eq!(
            socket.command(table, json!({ "do": "close" })).await["error"]["code"],
            "not_found"
        );
    }
    socket.say(json!({ "type": "ping" })).await;
    assert_eq!(socket.hear().await.expect("an answer")["type"], "pong");
    for length in [16 * 1024 + 1, 1024 * 1024, 32 * 1024 * 1024] {
        let mut socket = ada.socket().await;
        socket.send(Message::Text("x".repeat(length).into())).await;
        assert_eq!(socket.hear().await, None, "the server hangs up");
    }
    for first in ["{\"type\":\"ping\"}", "{", "{\"type\":\"hello\",\"token\":7}"] {
        let mut socket = Socket::open(host.address).await;
        socket.send(Message::Text(first.into())).await;
        assert_eq!(
            socket.hear().await.expect("an answer")["error"]["code"],
            "bad_request",
            "{first}"
        );
        assert_eq!(socket.hear().await, None, "the server hangs up");
    }
    let mut socket = ada.socket().await;
    for number in 0..=256 {
        let (id, _) = ada
            .make(json!({ "game": "ttt", "seats": [{ "kind": "me" }, { "kind": "open" }] }))
            .await;
        if number == 256 {
            socket.say(json!({ "type": "watch", "table": id })).await;
            assert_eq!(socket.until("error", |_| true).await["error"]["code"], "too_many");
        } else {
            socket.watch(&id).await;
        }
    }
}

#[tokio::test]
async fn floods_over_a_socket_end_it() {
    let host = Host::alone(|settings| settings.limits.requests = 5).await;
    let mut socket = host.bot("Ada").await.socket().await;
    for _ in 0..20 {
        socket.say(json!({ "type": "ping" })).await;
        assert_eq!(socket.hear().await.expect("an answer")["type"], "pong");
    }
    for _ in 0..2000 {
        socket.say(json!({ "type": "ping" })).await;
    }
    let mut pongs = 0;
    while let Some(message) = socket.hear().await {
        pongs += usize::from(message["type"] == "pong");
    }
    // Messages on their way when the server closed the connection may be lost.
    assert!(pongs < 1000, "{pongs}");
}

/// Every frame over a socket is charged, not only text. A client that goes on is told so once, and
/// disconnected.
#[tokio::test]
async fn floods_of_any_frame_end_a_socket() {
    for kind in [
        Message::Binary(vec![7].into()),
        Message::Ping(Vec::new().into()),
        Message::Pong(Vec::new().into()),
    ] {
        let host = Host::alone(|settings| settings.limits.requests = 5).await;
        let mut socket = host.bot("Ada").await.socket().await;
        let mut rounds = 0;
        let last = loop {
            // Twenty rounds of four frames each exceed 50 at once and 5 a second, even on a slow
            // machine.
            for _ in 0..3 {
                socket.send(kind.clone()).await;
            }
            socket.say(json!({ "type": "ping" })).await;
            rounds += 1;
            let mut heard = socket.hear().await.expect("an answer");
            while heard["error"]["code"] == "bad_request" {
                heard = socket.hear().await.expect("an answer");
            }
            if heard["type"] != "pong" {
                break heard;
            }
            assert!(rounds < 20, "{kind:?}");
        };
        assert_eq!(
            (&last["type"], &last["error"]["code"]),
            (&json!("error"), &json!("too_many")),
            "{kind:?}"
        );
        assert_eq!(last["error"]["retry_after"], 1, "{last}");
        assert_eq!(socket.hear().await, None, "the server hangs up");
    }
}

/// The first frame is charged as well.
#[tokio::test]
async fn floods_of_sockets_are_charged() {
    let host = Host::alone(|settings| settings.limits.requests = 5).await;
    let mut opened = 0;
    while let Some(mut socket) = Socket::try_open(host.address).await {
        let heard = socket.hello(None).await;
        if heard["error"]["code"] == "too_many" {
            break;
        }
        opened += 1;
        // Each costs two of the 50 at once.
        assert!(opened < 40, "{heard}");
    }
    assert!(opened > 10, "{opened}");
}

/// Requests are charged by their cost, and a client that has to wait is told how long.
#[tokio::test]
async fn requests_are_charged_by_their_cost() {
    let host = Host::alone(|settings| settings.limits.requests = 1).await;
    let mut lists = 0;
    let refused = loop {
        let answer = request(host.address, None, "GET", "/api/tables", None).await;
        if answer.status == 429 {
            break answer;
        }
        lists += 1;
    };
    // Of ten at once, each list takes five.
    assert!((2..=3).contains(&lists), "{lists}");
    let wait: u64 = refused.header("retry-after").and_then(|it| it.parse().ok()).expect("a number");
    assert!((1..=5).contains(&wait) && wait > 2, "{wait}");
    assert_eq!(refused.json()["error"]["retry_after"], wait);
}

/// A client that sends nothing or reads nothing is disconnected. Meanwhile everybody else plays.
#[tokio::test]
async fn silent_sockets_hold_up_nobody() {
    let host = Host::alone(|_| {}).await;
    let (ada, ben) = (host.bot("Ada").await, host.bot("Ben").await);
    let mut silent = Socket::open(host.address).await;
    let seats = json!([{ "kind": "me" }, { "kind": "open" }]);
    let (id, _) = ada.make(json!({ "game": "ataxx rows=15 cols=15", "seats": seats })).await;
    ben.command(&id, json!({ "do": "sit", "seat": 2 })).await.well();
    let mut deaf = deaf_socket(&ada).await;
    deaf.say(json!({ "type": "watch", "table": id, "scene": true })).await;
    let mut socket = ben.socket().await;
    if socket.watch(&id).await["seats"][0]["here"] == false {
        socket.until_table(|table| table["seats"][0]["here"] == true).await;
    }
    // This makes more updates than are queued for a slow client: everybody is told when somebody
    // subscribes or unsubscribes.
    let mut guest = host.bot("Guest").await.socket().await;
    for _ in 0..600 {
        guest.watch(&id).await;
        guest.say(json!({ "type": "unwatch", "table": id })).await;
    }
    let gone = socket.until_table(|table| table["seats"][0]["here"] == false).await;
    assert!(gone["seats"][0]["away_at"].as_u64() > gone["created_at"].as_u64(), "{gone}");
    assert_eq!(silent.hear().await, None, "the server hangs up");
}

/// A socket of this player with a small buffer for updates that it does not read.
async fn deaf_socket(bot: &Bot) -> Socket {
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.set_recv_buffer_size(4096).expect("it can be small");
    let stream = socket.connect(bot.address).await.expect("the server listens");
    let mut socket = Socket::over(stream, bot.address).await.expect("the server opens a socket");
    socket.hello(Some(&bot.token)).await;
    socket
}
