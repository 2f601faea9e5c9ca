//! Hostile clients of every kind that we could think of. They connect from 127.0.0.2 to 127.0.0.20,
//! and reconnect when they are disconnected.

use std::error::Error;
use std::fmt::Write as _;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout};
use tokio_tungstenite::tungstenite::{Bytes, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

use crate::shared::client::{Chance, connect};

/// A game without an end, and steps that lead back to its beginning.
pub const LONG_GAME: &str = "ataxx no-progress=0";
pub const TO_AND_FRO: [&str; 4] = ["0 0 0 2", "0 6 2 6", "0 2 0 0", "2 6 0 6"];

/// What is attacked.
pub struct Targets {
    pub address: SocketAddr,
    /// The number of hostile connections.
    pub count: usize,
    /// The token of the player who made the long games.
    pub maker: String,
    /// Tables with long games.
    pub long: Vec<String>,
    /// Tables at which honest people play.
    pub honest: Vec<String>,
    /// If given, only clients of this kind attack.
    pub only: Option<String>,
}

/// One kind of hostile client.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
enum Kind {
    /// Sends nothing.
    Idle,
    /// Sends headers and bodies that never end.
    SlowHeaders,
    SlowBody,
    /// Sends frames as fast as they are accepted.
    BinaryFrames,
    Pings,
    BadJson,
    /// Sends requests that are expensive for the server and cheap for the client.
    Lists,
    Positions,
    LongGames,
    Snapshots,
    StaleMoves,
    Analyses,
    /// Asks for other people's data.
    Tokens,
    Invites,
    Seats,
    /// Fills tables and chats.
    Chats,
    SitsAndStands,
    Newcomers,
    /// Sends bodies that are too large.
    Oversized,
    /// Opens connections that are closed in one direction, or never read.
    HalfClosed,
    NonReading,
    /// Plays against the strongest engines, all from one address.
    Engines,
}

const ALL: [Kind; 21] = [
    Kind::Idle,
    Kind::SlowHeaders,
    Kind::SlowBody,
    Kind::BinaryFrames,
    Kind::Pings,
    Kind::BadJson,
    Kind::Lists,
    Kind::Positions,
    Kind::LongGames,
    Kind::Snapshots,
    Kind::StaleMoves,
    Kind::Analyses,
    Kind::Tokens,
    Kind::Invites,
    Kind::Seats,
    Kind::Chats,
    Kind::SitsAndStands,
    Kind::Newcomers,
    Kind::Oversized,
    Kind::HalfClosed,
    Kind::NonReading,
];

/// The results of the clients of a kind.
#[derive(Default)]
struct Tally {
    opened: AtomicUsize,
    /// Answers with a status below 400, messages that came, and all others.
    answered: AtomicUsize,
    refused: AtomicUsize,
    hung_up: AtomicUsize,
}

/// A client that was disconnected comes back after this time.
const AGAIN: Duration = Duration::from_millis(500);

/// The longest time that a hostile client waits for anything.
const PATIENCE: Duration = Duration::from_secs(30);

/// The attack ends after this time even if nobody stops it.
const LONGEST: Duration = Duration::from_secs(600);

impl Targets {
    pub fn to_json(&self) -> Value {
        json!({ "address": self.address, "count": self.count, "maker": self.maker, "long": self.long,
            "honest": self.honest, "only": self.only })
    }

    fn from_json(value: &Value) -> Result<Targets, Box<dyn Error>> {
        let text = |name: &str| value[name].as_str().map(str::to_owned);
        let list = |name: &str| {
            value[name]
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(|it| Some(it.as_str()?.to_owned()))
        };
        let address: SocketAddr = text("address").ok_or("an address")?.parse()?;
        if !address.ip().is_loopback() {
            return Err("only this machine is attacked".into());
        }
        Ok(Targets {
            address,
            count: value["count"].as_u64().ok_or("a count")? as usize,
            maker: text("maker").ok_or("a token")?,
            long: list("long").collect(),
            honest: list("honest").collect(),
            only: text("only"),
        })
    }
}

/// Attacks the targets that come over standard input, until the input ends.
pub async fn attack() -> Result<(), Box<dyn Error>> {
    let mut input = BufReader::new(tokio_stdin());
    let mut line = String::new();
    input.read_line(&mut line).await?;
    let targets = Arc::new(Targets::from_json(&serde_json::from_str(&line)?)?);
    let is_wanted =
        |kind: &Kind| targets.only.as_ref().is_none_or(|only| *only == format!("{kind:?}"));
    let mut crowd: Vec<Kind> =
        ALL.into_iter().filter(is_wanted).cycle().take(targets.count).collect();
    // In addition, one address has many games against engines, and another one requests many lists.
    let (engines, lists) =
        ([Kind::Engines].repeat(targets.count / 5), [Kind::Lists].repeat(targets.count / 10));
    crowd.extend(engines.into_iter().chain(lists).filter(is_wanted));
    let tallies: Vec<(Kind, Arc<Tally>)> =
        ALL.into_iter().chain([Kind::Engines]).map(|kind| (kind, Arc::default())).collect();
    let mut clients = JoinSet::new();
    for (number, kind) in crowd.iter().enumerate() {
        let tally =
            tallies.iter().find(|(known, _)| known == kind).map(|(_, tally)| Arc::clone(tally));
        let last = match kind {
            Kind::Engines => 2,
            _ if number >= targets.count => 3,
            _ => 4 + (number % 17) as u8,
        };
        let client = Client {
            targets: Arc::clone(&targets),
            kind: *kind,
            from: Ipv4Addr::new(127, 0, 0, last).into(),
            tally: tally.unwrap_or_default(),
            chance: Chance::new(number as u64),
            token: None,
            table: None,
        };
        clients.spawn(client.go_on());
    }
    // The clients start within a few seconds.
    sleep(Duration::from_secs(5)).await;
    let opened: usize = tallies.iter().map(|(_, tally)| tally.opened.load(Ordering::Relaxed)).sum();
    println!("{} hostile clients, {opened} connections so far", crowd.len());
    let _ = timeout(LONGEST, input.read_line(&mut line)).await;
    clients.abort_all();
    let mut text = format!(
        "{:<14} {:>8} {:>9} {:>9} {:>8}\n",
        "hostile", "opened", "answered", "refused", "hung up"
    );
    for (kind, tally) in &tallies {
        let [opened, answered, refused, hung_up] =
            [&tally.opened, &tally.answered, &tally.refused, &tally.hung_up]
                .map(|count| count.load(Ordering::Relaxed));
        writeln!(
            text,
            "{:<14} {opened:>8} {answered:>9} {refused:>9} {hung_up:>8}",
            format!("{kind:?}")
        )?;
    }
    print!("{text}");
    Ok(())
}

/// Standard input without a thread that still waits for it at the end.
fn tokio_stdin() -> impl tokio::io::AsyncRead + Unpin {
    use std::os::fd::AsFd;
    let fd = io::stdin().as_fd().try_clone_to_owned().expect("there is a standard input");
    tokio::net::unix::pipe::Receiver::from_owned_fd(fd).expect("it is a pipe")
}

struct Client {
    targets: Arc<Targets>,
    kind: Kind,
    from: IpAddr,
    tally: Arc<Tally>,
    chance: Chance,
    token: Option<String>,
    /// The client's own table.
    table: Option<String>,
}

type WebSocket = WebSocketStream<TcpStream>;

impl Client {
    async fn go_on(mut self) {
        // The clients do not all start at the same moment.
        sleep(Duration::from_millis(self.chance.below(3000) as u64)).await;
        loop {
            // Whatever went wrong, the client comes back.
            let _ = self.once().await;
            self.tally.hung_up.fetch_add(1, Ordering::Relaxed);
            sleep(AGAIN).await;
        }
    }

    /// One connection, from its beginning to its end.
    async fn once(&mut self) -> io::Result<()> {
        match self.kind {
            Kind::Idle => {
                let mut stream = self.connect().await?;
                self.drain(&mut stream).await
            }
            Kind::SlowHeaders => {
                self.dribble("GET / HTTP/1.1\r\nHost: localhost\r\n", "X-Slow: yes\r\n").await
            }
            Kind::SlowBody => {
                let head = "POST /api/players HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n";
                self.dribble(head, " ").await
            }
            Kind::BinaryFrames => {
                self.flood(|_| Message::Binary(Bytes::from_static(&[7; 1000]))).await
            }
            Kind::Pings => self.flood(|_| Message::Ping(Bytes::from_static(&[7; 100]))).await,
            Kind::BadJson => {
                self.flood(|chance| {
                    let texts = [
                        "{",
                        "null",
                        "{\"type\":\"dance\"}",
                        "[[[[[[[[[[[[",
                        "{\"type\":\"watch\",\"table\":7}",
                        "\u{0}",
                    ];
                    Message::Text(texts[chance.below(texts.len())].into())
                })
                .await
            }
            Kind::Lists => {
                self.requests(|client| {
                    let which = ["playing", "over", "open"][client.chance.below(3)];
                    ("GET", format!("/api/tables?which={which}"), None)
                })
                .await
            }
            Kind::Positions => {
                let steps: Vec<&str> = TO_AND_FRO.into_iter().cycle().take(5000).collect();
                let body = json!({ "game": LONG_GAME, "steps": steps, "clicks": [0] });
                self.requests(|client| {
                    let path = ["/api/positions", "/api/positions/refusal"][client.chance.below(2)];
                    ("POST", path.to_owned(), Some(body.clone()))
                })
                .await
            }
            Kind::LongGames => {
                self.requests(|client| {
                    let (table, step) = (client.long(), client.chance.below(1000));
                    let paths = [
                        format!("/api/tables/{table}"),
                        format!("/api/tables/{table}?scene=false"),
                        format!("/api/tables/{table}/record"),
                        format!("/api/tables/{table}/positions/{step}"),
                        format!("/api/tables/{table}/analysis"),
                    ];
                    ("GET", paths[client.chance.below(paths.len())].clone(), None)
                })
                .await
            }
            Kind::Snapshots => {
                let tables = [self.targets.long.clone(), self.targets.honest.clone()].concat();
                self.flood(move |chance| {
                    let table = &tables[chance.below(tables.len())];
                    let kind = ["watch", "watch", "unwatch"][chance.below(3)];
                    Message::Text(
                        json!({ "type": kind, "table": table, "scene": true }).to_string().into(),
                    )
                })
                .await
            }
            Kind::StaleMoves => {
                self.token = Some(self.targets.maker.clone());
                self.requests(|client| {
                    let body = json!({ "do": "move", "step": "0 0 0 2", "state": client.chance.below(900) });
                    ("POST", format!("/api/tables/{}/deeds", client.long()), Some(body))
                })
                .await
            }
            Kind::Analyses => {
                self.sign_in().await?;
                self.requests(|client| {
                    if client.chance.below(2) == 0 {
                        return (
                            "POST",
                            format!("/api/tables/{}/analysis", client.long()),
                            Some(json!({})),
                        );
                    }
                    ("POST", "/api/analysis".to_owned(), Some(json!({ "game": "dawn" })))
                })
                .await
            }
            Kind::Tokens => {
                self.requests(|client| {
                    client.token = Some(client.guess(64));
                    (
                        "GET",
                        ["/api/me", "/api/tables?which=mine"][client.chance.below(2)].to_owned(),
                        None,
                    )
                })
                .await
            }
            Kind::Invites => {
                self.sign_in().await?;
                self.requests(|client| {
                    let body = json!({ "do": "sit", "invite": client.guess(16) });
                    ("POST", format!("/api/tables/{}/deeds", client.honest()), Some(body))
                })
                .await
            }
            Kind::Seats => {
                self.sign_in().await?;
                self.requests(|client| {
                    let commands = [
                        json!({ "do": "move", "step": "1 0 2 0", "state": 1, "seat": 1 }),
                        json!({ "do": "resign", "seat": 1 }),
                        json!({ "do": "stand", "seat": 1 }),
                        json!({ "do": "accept", "what": "takeback" }),
                        json!({ "do": "close" }),
                        json!({ "do": "claim" }),
                        json!({ "do": "sit", "seat": 2 }),
                    ];
                    let command = commands[client.chance.below(commands.len())].clone();
                    ("POST", format!("/api/tables/{}/deeds", client.honest()), Some(command))
                })
                .await
            }
            Kind::Chats => {
                self.sign_in().await?;
                self.requests(|client| {
                    let body = json!({ "do": "chat", "text": "ha ".repeat(160) });
                    ("POST", format!("/api/tables/{}/deeds", client.honest()), Some(body))
                })
                .await
            }
            Kind::SitsAndStands => {
                self.sign_in().await?;
                self.own_table(
                    json!({ "game": "ttt", "seats": [{ "kind": "open" }, { "kind": "open" }], "listed": true }),
                )
                .await?;
                self.requests(|client| {
                    let command = ["sit", "stand"][client.chance.below(2)];
                    let table = client.table.clone().unwrap_or_default();
                    (
                        "POST",
                        format!("/api/tables/{table}/deeds"),
                        Some(json!({ "do": command, "seat": 1 })),
                    )
                })
                .await
            }
            Kind::Newcomers => {
                self.sign_in().await?;
                self.requests(|client| {
                    if client.chance.below(2) == 0 {
                        return (
                            "POST",
                            "/api/players".to_owned(),
                            Some(json!({ "name": "crowd" })),
                        );
                    }
                    let seats = json!([{ "kind": "open" }, { "kind": "friend" }]);
                    let table = json!({ "game": "ttt", "seats": seats, "listed": true });
                    ("POST", "/api/tables".to_owned(), Some(table))
                })
                .await
            }
            Kind::Oversized => {
                let mut stream = self.connect().await?;
                let lengths = ["Content-Length: 1000000000", "Transfer-Encoding: chunked"];
                let length = lengths[self.chance.below(2)];
                let head = format!(
                    "POST /api/positions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n{length}\r\n\r\n"
                );
                stream.write_all(head.as_bytes()).await?;
                let piece = format!("2000\r\n{}\r\n", " ".repeat(0x2000));
                for _ in 0..100 {
                    stream.write_all(piece.as_bytes()).await?;
                }
                self.drain(&mut stream).await
            }
            Kind::HalfClosed => {
                let mut stream = self.connect().await?;
                if self.chance.below(2) == 0 {
                    stream
                        .write_all(
                            b"GET /api/tables?which=playing HTTP/1.1\r\nHost: localhost\r\n\r\n",
                        )
                        .await?;
                }
                stream.shutdown().await?;
                self.drain(&mut stream).await
            }
            Kind::NonReading => self.ask_and_not_read().await,
            Kind::Engines => {
                self.sign_in().await?;
                let game = ["ataxx", "dawn", "breakthrough", "owari"][self.chance.below(4)];
                let engine = json!({ "kind": "engine", "level": 10 });
                // Some of these tables have engines only.
                let first = if self.chance.below(10) == 0 {
                    engine.clone()
                } else {
                    json!({ "kind": "me" })
                };
                let seats = json!([first, engine]);
                self.own_table(json!({ "game": game, "seats": seats })).await?;
                self.play().await
            }
        }
    }

    async fn connect(&self) -> io::Result<TcpStream> {
        let stream = timeout(PATIENCE, connect(Some(self.from), self.targets.address)).await??;
        self.tally.opened.fetch_add(1, Ordering::Relaxed);
        Ok(stream)
    }

    /// Reads until the server closes the connection.
    async fn drain(&self, stream: &mut TcpStream) -> io::Result<()> {
        let mut bytes = vec![0; 4096];
        let mut answer = Vec::new();
        loop {
            let count = stream.read(&mut bytes).await?;
            if count == 0 {
                break;
            }
            answer.truncate(100);
            answer.extend_from_slice(&bytes[..count]);
        }
        if let Some(status) = status(&String::from_utf8_lossy(&answer)) {
            self.count(status);
        }
        Ok(())
    }

    fn count(&self, status: u16) {
        let tally = if status < 400 { &self.tally.answered } else { &self.tally.refused };
        tally.fetch_add(1, Ordering::Relaxed);
    }

    /// Begins a request, and continues it a little now and then.
    async fn dribble(&mut self, head: &str, more: &str) -> io::Result<()> {
        let mut stream = self.connect().await?;
        stream.write_all(head.as_bytes()).await?;
        let mut bytes = [0; 1024];
        for byte in more.bytes().cycle() {
            stream.write_all(&[byte]).await?;
            if let Ok(read) = timeout(Duration::from_millis(300), stream.read(&mut bytes)).await {
                let read = read?;
                if let Some(status) = status(&String::from_utf8_lossy(&bytes[..read])) {
                    self.count(status);
                }
                if read == 0 {
                    break;
                }
            }
        }
        Ok(())
    }

    async fn socket(&mut self) -> io::Result<WebSocket> {
        let stream = self.connect().await?;
        let url = format!("ws://{}/api/socket", self.targets.address);
        let (mut socket, _) =
            timeout(PATIENCE, client_async(url, stream)).await?.map_err(io::Error::other)?;
        let hello = json!({ "type": "hello", "token": self.token });
        socket.send(Message::Text(hello.to_string().into())).await.map_err(io::Error::other)?;
        Ok(socket)
    }

    /// Sends messages as fast as they are accepted, and reads whatever comes.
    async fn flood(&mut self, message: impl Fn(&mut Chance) -> Message) -> io::Result<()> {
        let (mut sender, mut receiver) = self.socket().await?.split();
        let (tally, chance) = (Arc::clone(&self.tally), &mut self.chance);
        let reads = async {
            while let Some(Ok(heard)) = receiver.next().await {
                let is_refusal =
                    matches!(&heard, Message::Text(text) if text.contains("\"type\":\"error\""));
                let count = if is_refusal { &tally.refused } else { &tally.answered };
                count.fetch_add(1, Ordering::Relaxed);
            }
        };
        let writes = async {
            while sender.send(message(chance)).await.is_ok() {
                // This lets other clients of this kind run.
                tokio::task::yield_now().await;
            }
        };
        tokio::select! {
            () = reads => {}
            () = writes => {}
        }
        Ok(())
    }

    /// Sends one request after the other over one connection, and reads every answer.
    async fn requests(
        &mut self,
        next: impl Fn(&mut Client) -> (&'static str, String, Option<Value>),
    ) -> io::Result<()> {
        let mut stream = BufReader::new(self.connect().await?);
        loop {
            let (method, path, body) = next(self);
            let (status, _) = self.request(&mut stream, method, &path, body.as_ref()).await?;
            self.count(status);
            // A client that is told to wait does so, but not for long.
            if status == 429 {
                sleep(Duration::from_millis(50)).await;
            }
        }
    }

    async fn request(
        &self,
        stream: &mut BufReader<TcpStream>,
        method: &str,
        path: &str,
        body: Option<&Value>,
    ) -> io::Result<(u16, Vec<u8>)> {
        let token = self
            .token
            .as_ref()
            .map(|token| format!("Authorization: Bearer {token}\r\n"))
            .unwrap_or_default();
        let body = body.map(Value::to_string).unwrap_or_default();
        let text = format!(
            "{method} {path} HTTP/1.1\r\nHost: localhost\r\n{token}Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(text.as_bytes()).await?;
        timeout(PATIENCE, read_answer(stream)).await?
    }

    async fn sign_in(&mut self) -> io::Result<()> {
        if self.token.is_none() {
            let answer = self.ask("/api/players", &json!({ "name": "guest" })).await?;
            self.token = answer["token"].as_str().map(str::to_owned);
        }
        self.token.as_ref().map(|_| ()).ok_or_else(|| io::Error::other("not let in"))
    }

    async fn own_table(&mut self, proposal: Value) -> io::Result<()> {
        if self.table.is_none() {
            let answer = self.ask("/api/tables", &proposal).await?;
            self.table = answer["table"]["id"].as_str().map(str::to_owned);
        }
        self.table.as_ref().map(|_| ()).ok_or_else(|| io::Error::other("no table"))
    }

    async fn ask(&mut self, path: &str, body: &Value) -> io::Result<Value> {
        let mut stream = BufReader::new(self.connect().await?);
        let (status, answer) = self.request(&mut stream, "POST", path, Some(body)).await?;
        self.count(status);
        Ok(serde_json::from_slice(&answer).unwrap_or_default())
    }

    /// Plays against an engine, and answers at once, game after game.
    async fn play(&mut self) -> io::Result<()> {
        let mut socket = self.socket().await?;
        let Some(table) = self.table.clone() else { return Ok(()) };
        let watch = json!({ "type": "watch", "table": table, "scene": false });
        socket.send(Message::Text(watch.to_string().into())).await.map_err(io::Error::other)?;
        while let Some(Ok(heard)) = socket.next().await {
            let Message::Text(text) = heard else { continue };
            let message: Value = serde_json::from_str(&text).unwrap_or_default();
            if message["type"] == "error" {
                self.tally.refused.fetch_add(1, Ordering::Relaxed);
                sleep(Duration::from_millis(200)).await;
                socket
                    .send(Message::Text(watch.to_string().into()))
                    .await
                    .map_err(io::Error::other)?;
                continue;
            }
            self.tally.answered.fetch_add(1, Ordering::Relaxed);
            let seen = &message["table"];
            if seen["stage"] == "over" {
                // The next game is at another table.
                self.table = None;
                break;
            }
            if let Some(step) = self.chance.choose(seen) {
                let command = json!({ "type": "deed", "table": table, "do": "move", "step": step, "state": seen["state"] });
                socket
                    .send(Message::Text(command.to_string().into()))
                    .await
                    .map_err(io::Error::other)?;
            }
        }
        Ok(())
    }

    /// Requests much data, and reads none of it.
    async fn ask_and_not_read(&mut self) -> io::Result<()> {
        if self.chance.below(2) == 0 {
            let mut socket = self.socket().await?;
            let mut says = vec![json!({ "type": "lobby", "on": true })];
            let tables = self.targets.long.iter().chain(&self.targets.honest);
            says.extend(
                tables.map(|table| json!({ "type": "watch", "table": table, "scene": true })),
            );
            for say in says {
                let sent = socket.send(Message::Text(say.to_string().into()));
                timeout(PATIENCE, sent).await?.map_err(io::Error::other)?;
            }
            sleep(PATIENCE).await;
            return Ok(());
        }
        let mut stream = self.connect().await?;
        let ends = Instant::now() + PATIENCE;
        while Instant::now() < ends {
            let text =
                format!("GET /api/tables/{} HTTP/1.1\r\nHost: localhost\r\n\r\n", self.long());
            timeout(PATIENCE, stream.write_all(text.as_bytes())).await??;
            sleep(Duration::from_millis(100)).await;
        }
        Ok(())
    }

    fn long(&mut self) -> String {
        let one = self.chance.below(self.targets.long.len());
        self.targets.long[one].clone()
    }

    fn honest(&mut self) -> String {
        let one = self.chance.below(self.targets.honest.len());
        self.targets.honest[one].clone()
    }

    fn guess(&mut self, digits: usize) -> String {
        (0..digits).filter_map(|_| char::from_digit(self.chance.below(16) as u32, 16)).collect()
    }
}

/// The status of an answer, from its first line.
fn status(head: &str) -> Option<u16> {
    head.strip_prefix("HTTP/1.1 ")?.get(..3)?.parse().ok()
}

/// Reads the status and the body of an answer. The body has a length, or comes in chunks.
async fn read_answer(stream: &mut BufReader<TcpStream>) -> io::Result<(u16, Vec<u8>)> {
    let (mut found, mut length, mut is_chunked) = (0, 0, false);
    loop {
        let mut line = String::new();
        if stream.read_line(&mut line).await? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let line = line.trim_end().to_ascii_lowercase();
        if line.is_empty() {
            break;
        }
        found = status(&line.to_ascii_uppercase()).unwrap_or(found);
        length =
            line.strip_prefix("content-length: ").and_then(|it| it.parse().ok()).unwrap_or(length);
        is_chunked |= line == "transfer-encoding: chunked";
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body).await?;
    while is_chunked {
        let mut line = String::new();
        stream.read_line(&mut line).await?;
        let length = usize::from_str_radix(line.trim_end(), 16).map_err(io::Error::other)?;
        let start = body.len();
        body.resize(start + length + 2, 0);
        stream.read_exact(&mut body[start..]).await?;
        body.truncate(start + length);
        is_chunked = length > 0;
    }
    Ok((found, body))
}
