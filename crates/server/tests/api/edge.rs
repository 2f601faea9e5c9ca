//! The limits around the server: under which names clients may call it, how slowly and how often at
//! once, and that other clients hardly notice an attack.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use ludoteca_games::catalog;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::{Instant, sleep, timeout};

use crate::client::{Answer, PATIENCE, Socket, raw, request};
use crate::host::Host;

/// A connection from an address of this machine.
async fn connect_from(from: &str, to: SocketAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.bind(format!("{from}:0").parse().expect("an address")).expect("this machine has many");
    socket.connect(to).await.expect("the server listens")
}

/// Sends a text over a connection, and returns what comes back until the server closes it.
async fn ask(mut stream: TcpStream, text: &str) -> Answer {
    let _ = stream.write_all(text.as_bytes()).await;
    let mut all = Vec::new();
    let _ = timeout(PATIENCE, stream.read_to_end(&mut all)).await.expect("the server answers");
    Answer::read(&all)
}

/// Is this connection still open?
fn is_open(stream: &TcpStream) -> bool {
    match stream.try_read(&mut [0; 64]) {
        Ok(count) => count > 0,
        Err(error) => error.kind() == std::io::ErrorKind::WouldBlock,
    }
}

#[tokio::test]
async fn pages_of_other_sites_are_refused() {
    let host = Host::start().await;
    let (address, name) = (host.address, "{\"name\":\"Ada\"}");
    let post = async |headers: &str| {
        let head = format!(
            "POST /api/players HTTP/1.1\r\n{headers}Content-Type: application/json\r\nConnection: close\r\n"
        );
        let head = format!("{head}Content-Length: {}\r\n\r\n{name}", name.len());
        Answer::read(&raw(address, head.as_bytes()).await)
    };
    let ours = format!("Host: {address}\r\nOrigin: http://{address}\r\n");
    assert_eq!(post(&ours).await.status, 201);
    assert_eq!(post(&format!("Host: {address}\r\n")).await.status, 201, "programs have no origin");
    let refused = [
        format!("Host: {address}\r\nOrigin: http://evil.example\r\n"),
        format!("Host: {address}\r\nOrigin: null\r\n"),
        "Host: evil.example\r\nOrigin: http://evil.example\r\n".to_owned(),
        "Host: evil.example\r\n".to_owned(),
    ];
    for headers in refused {
        let answer = post(&headers).await;
        assert_eq!((answer.status, answer.refused().as_str()), (403, "forbidden"), "{headers}");
    }
    assert_eq!(post("").await.refused(), "bad_request");
    // The page is not shown under other names, either; its files and what can be read may be asked
    // for from anywhere.
    let get = async |path: &str, headers: &str| {
        let head = format!("GET {path} HTTP/1.1\r\n{headers}Connection: close\r\n\r\n");
        Answer::read(&raw(address, head.as_bytes()).await).status
    };
    assert_eq!(get("/", "Host: evil.example\r\n").await, 403);
    assert_eq!(
        get("/api/games", &format!("Host: {address}\r\nOrigin: http://evil.example\r\n")).await,
        200
    );
    let upgrade = "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    let socket = async |origin: &str| {
        let head = format!(
            "GET /api/socket HTTP/1.1\r\nHost: {address}\r\n{origin}Connection: Upgrade\r\n{upgrade}\r\n"
        );
        let mut stream = TcpStream::connect(address).await.expect("the server listens");
        stream.write_all(head.as_bytes()).await.expect("it listens");
        let mut start = [0; 12];
        timeout(PATIENCE, stream.read_exact(&mut start))
            .await
            .expect("it answers")
            .expect("it is read");
        String::from_utf8_lossy(&start[9..]).into_owned()
    };
    assert_eq!(socket("").await, "101");
    assert_eq!(socket(&format!("Origin: http://{address}\r\n")).await, "101");
    assert_eq!(socket("Origin: http://evil.example\r\n").await, "403");
}

/// A client that sends a byte now and then cannot hold a connection longer than others.
#[tokio::test]
async fn requests_that_dribble_are_ended() {
    let (head, body) = (Duration::from_millis(400), Duration::from_millis(300));
    let host = Host::with(|settings| (settings.head_time, settings.body_time) = (head, body)).await;
    let mut stream = TcpStream::connect(host.address).await.expect("the server listens");
    let start = Instant::now();
    let mut sent = 0;
    let hangs_up = async {
        let mut buffer = [0; 64];
        loop {
            let byte = "GET / HTTP/1.1\r\nX: ".as_bytes().get(sent).copied().unwrap_or(b'x');
            sent += 1;
            if stream.write_all(&[byte]).await.is_err() {
                return;
            }
            match timeout(Duration::from_millis(20), stream.read(&mut buffer)).await {
                Err(_) => {}
                Ok(Ok(count)) if count > 0 => {}
                Ok(_) => return,
            }
        }
    };
    timeout(PATIENCE, hangs_up).await.expect("the server hangs up");
    assert!(start.elapsed() >= head, "it had its time");
    // A body that arrives slowly is answered with an error.
    let begin = format!(
        "POST /api/players HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{{",
        host.address
    );
    let mut stream = TcpStream::connect(host.address).await.expect("the server listens");
    stream.write_all(begin.as_bytes()).await.expect("it listens");
    let mut buffer = vec![0; 4096];
    let answered = async {
        loop {
            let _ = stream.write_all(b" ").await;
            if let Ok(read) = timeout(Duration::from_millis(20), stream.read(&mut buffer)).await {
                return read.expect("an answer");
            }
        }
    };
    let count = timeout(PATIENCE, answered).await.expect("the server answers");
    let answer = Answer::read(&buffer[..count]);
    assert_eq!((answer.status, answer.code().as_str()), (408, "too_slow"));
    // An idle client has no deadline: neither between two requests nor over a socket.
    let mut stream = TcpStream::connect(host.address).await.expect("the server listens");
    let mut socket = Socket::open(host.address).await;
    socket.hello(None).await;
    for _ in 0..2 {
        sleep(2 * head).await;
        socket.say(json!({ "type": "ping" })).await;
        assert_eq!(socket.hear().await.expect("an answer")["type"], "pong");
        stream.write_all(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n").await.expect("it listens");
        let count = timeout(PATIENCE, stream.read(&mut buffer))
            .await
            .expect("it answers")
            .expect("it is read");
        assert_eq!(Answer::read(&buffer[..count]).status, 200);
    }
}

/// A message in endless pieces is charged as well, although it is never complete.
#[tokio::test]
async fn messages_without_end_are_charged() {
    const PIECES: usize = 10_000;
    let host = Host::with(|settings| settings.limits.requests = 5).await;
    let mut stream = TcpStream::connect(host.address).await.expect("the server listens");
    let upgrade = "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    let head =
        format!("GET /api/socket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\n{upgrade}\r\n");
    stream.write_all(head.as_bytes()).await.expect("it listens");
    let mut buffer = [0; 4096];
    let count =
        timeout(PATIENCE, stream.read(&mut buffer)).await.expect("it answers").expect("it is read");
    assert!(buffer[..count].starts_with(b"HTTP/1.1 101"));
    // Sends the beginning of a text and then empty frames, again and again.
    stream.write_all(&[0x01, 0x80, 0, 0, 0, 0]).await.expect("it listens");
    let nothing = [0x00, 0x80, 0, 0, 0, 0].repeat(PIECES);
    let mut sent = 0;
    while timeout(PATIENCE, stream.write_all(&nothing)).await.expect("it is taken").is_ok() {
        sent += 1;
        // The limit is fifty messages at once and five a second, of 16 KiB each.
        assert!(sent < 1000, "nobody hangs up");
    }
}

/// However many connections stay open, a new client is let in, and a player in a game stays
/// connected.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn idle_connections_shut_nobody_out() {
    let host = Host::alone(|settings| settings.limits.all_connections = Some(20)).await;
    let (ada, ben) = (host.bot("Ada").await, host.bot("Ben").await);
    let (id, _) =
        ada.make(json!({ "game": "ttt", "seats": [{ "kind": "me" }, { "kind": "open" }] })).await;
    ben.command(&id, json!({ "do": "sit", "seat": 2 })).await.well();
    // A player who calls from the same address as all the idle connections.
    let mut player = ada.socket().await;
    player.watch(&id).await;
    let mut idle = Vec::new();
    for number in 0..200 {
        let from = ["127.0.0.1", "127.0.0.3"][number % 2];
        idle.push(connect_from(from, host.address).await);
        // Some are sockets that never identify themselves.
        if number % 10 == 0 {
            let mut socket = Socket::try_open(host.address).await.expect("there is room");
            socket.hello(None).await;
            std::mem::forget(socket);
        }
    }
    // Other clients are let in.
    let get = "GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
    for from in ["127.0.0.2", "127.0.0.4", "127.0.0.1"] {
        assert_eq!(ask(connect_from(from, host.address).await, get).await.status, 200, "{from}");
    }
    // Most of the idle connections were closed.
    let end = Instant::now() + PATIENCE;
    while idle.iter().filter(|stream| is_open(stream)).count() > 20 {
        assert!(Instant::now() < end, "the oldest make room");
        sleep(Duration::from_millis(20)).await;
    }
    // The game goes on over the connection that was open before all of them.
    let done = player.command(&id, json!({ "do": "move", "step": "1 1", "state": 1 })).await;
    assert_eq!(done["type"], "done", "{done}");
}

/// Slow requests of one address wait for each other. Requests of another address do not wait for
/// them.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn heavy_requests_hold_up_nobody_else() {
    const MANY: usize = 100;
    let host = Host::start().await;
    let body = heavy_body();
    let heavy = format!(
        "POST /api/positions HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nConnection: close\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let done = Arc::new(AtomicUsize::new(0));
    let mut asked = Vec::new();
    for _ in 0..MANY {
        let mut stream = connect_from("127.0.0.1", host.address).await;
        stream.write_all(heavy.as_bytes()).await.expect("it listens");
        let done = Arc::clone(&done);
        asked.push(tokio::spawn(async move {
            let answer = ask(stream, "").await;
            done.fetch_add(1, Ordering::Relaxed);
            answer.status
        }));
    }
    let before = done.load(Ordering::Relaxed);
    let other = ask(connect_from("127.0.0.2", host.address).await, &heavy).await;
    let after = done.load(Ordering::Relaxed);
    assert_eq!(other.status, 200, "{}", other.body.chars().take(200).collect::<String>());
    // With a single queue, all earlier requests would have been done first.
    assert!(after - before <= MANY / 4, "{before} {after}");
    assert!(after < MANY, "{after}");
    for answered in asked {
        let status = answered.await.expect("it ends");
        assert!([200, 429].contains(&status), "{status}");
    }
}

/// A long line of moves that is replayed for each request.
fn heavy_body() -> String {
    const GAME: &str = "ataxx rows=15 cols=15";
    let mut table = catalog::open(&catalog::parse(GAME).expect("a game")).expect("it opens");
    let mut generator = ChaCha8Rng::seed_from_u64(7);
    let mut steps = Vec::new();
    while let Some(step) = table.random_step(&mut generator).filter(|_| steps.len() < 2000) {
        table.step(&step).expect("it is legal");
        steps.push(step);
    }
    json!({ "game": GAME, "steps": steps }).to_string()
}

/// Metrics can have an address of their own, and are then served only there.
#[tokio::test]
async fn metrics_have_an_address_of_their_own() {
    let host = Host::with(|settings| settings.metrics = Some("127.0.0.1:0".to_owned())).await;
    let own = host.metrics.expect("an address");
    for path in ["/metrics", "/health"] {
        assert_eq!(request(host.address, None, "GET", path, None).await.status, 404, "{path}");
        assert_eq!(request(own, None, "GET", path, None).await.status, 200, "{path}");
    }
    for path in ["/", "/api/games", "/api/tables"] {
        assert_eq!(request(own, None, "GET", path, None).await.status, 404, "{path}");
    }
    let described = request(host.address, None, "GET", "/api/openapi.json", None).await.well();
    assert!(
        described["paths"].get("/metrics").is_none()
            && described["paths"].get("/api/tables").is_some()
    );
    host.stop().await;
}
