//! A player that is a program: it talks to a server over HTTP and over a socket, as `docs/api.md`
//! describes. The load example and the tests of the real program use it, too.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::{Instant, timeout, timeout_at};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::Request;
use tokio_tungstenite::{WebSocketStream, client_async};

/// Anything that takes longer than this counts as hung.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// The answer of a server.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    /// The status line and the headers.
    pub head: String,
    pub body: String,
}

impl Answer {
    /// Parses an answer as it came over the wire.
    pub fn read(bytes: &[u8]) -> Answer {
        let text = String::from_utf8_lossy(bytes);
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status =
            head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or_default();
        Answer { status, head: head.to_owned(), body: body.to_owned() }
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    /// The error code of the refusal, if it is one.
    pub fn code(&self) -> String {
        let body: Value = serde_json::from_str(&self.body).unwrap_or_default();
        body["error"]["code"].as_str().unwrap_or_default().to_owned()
    }

    /// The body of the answer, which must not be a refusal.
    pub fn well(self) -> Value {
        assert!(self.status < 300, "{self:?}");
        self.json()
    }

    /// The error code of the answer. It must be a refusal, and have everything that every refusal
    /// must have.
    pub fn refused(&self) -> String {
        assert!(self.status >= 400, "{self:?}");
        let message = self.json()["error"]["message"].as_str().unwrap_or_default().to_owned();
        assert!(
            !message.is_empty() && !message.contains('\n') && !message.contains("panic"),
            "{self:?}"
        );
        self.code()
    }
}

/// Connects from one of the addresses of this machine, 127.0.0.1 unless another one is given.
pub async fn connect(from: Option<IpAddr>, to: SocketAddr) -> io::Result<TcpStream> {
    let socket = if to.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    if let Some(from) = from {
        socket.bind(SocketAddr::new(from, 0))?;
    }
    socket.connect(to).await
}

/// Sends bytes as they are, and returns what comes back until the server closes the connection.
pub async fn raw(address: SocketAddr, bytes: &[u8]) -> Vec<u8> {
    raw_from(None, address, bytes).await
}

async fn raw_from(from: Option<IpAddr>, address: SocketAddr, bytes: &[u8]) -> Vec<u8> {
    let asked = async {
        let mut stream = connect(from, address).await.expect("the server listens");
        // A client that is refused early cannot send everything.
        let _ = stream.write_all(bytes).await;
        let mut all = Vec::new();
        let _ = stream.read_to_end(&mut all).await;
        all
    };
    timeout(PATIENCE, asked).await.expect("the server answers")
}

/// Sends one request.
pub async fn request(
    address: SocketAddr,
    token: Option<&str>,
    method: &str,
    path: &str,
    body: Option<&Value>,
) -> Answer {
    request_from(None, address, token, method, path, body).await
}

/// Sends one request from some address of this machine.
pub async fn request_from(
    from: Option<IpAddr>,
    address: SocketAddr,
    token: Option<&str>,
    method: &str,
    path: &str,
    body: Option<&Value>,
) -> Answer {
    let headers = token.map(|token| format!("Authorization: Bearer {token}\r\n"));
    send(from, address, &headers.unwrap_or_default(), method, path, body).await
}

/// Sends one request with these additional headers, each on a line that ends.
pub async fn send(
    from: Option<IpAddr>,
    address: SocketAddr,
    headers: &str,
    method: &str,
    path: &str,
    body: Option<&Value>,
) -> Answer {
    let body = body.map(Value::to_string).unwrap_or_default();
    let kind = "Content-Type: application/json\r\nConnection: close\r\n";
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\n{headers}{kind}Content-Length: {}\r\n\r\n",
        body.len()
    );
    Answer::read(&raw_from(from, address, (head + &body).as_bytes()).await)
}

/// A player that the server knows.
#[derive(Clone, Debug)]
pub struct Bot {
    pub address: SocketAddr,
    /// The address from which it calls, if not 127.0.0.1.
    pub from: Option<IpAddr>,
    pub id: String,
    pub token: String,
}

impl Bot {
    /// Creates a player with this name.
    pub async fn new(address: SocketAddr, name: &str) -> Bot {
        Bot::calling(None, address, name).await
    }

    /// Creates a player that calls from some address of this machine.
    pub async fn calling(from: Option<IpAddr>, address: SocketAddr, name: &str) -> Bot {
        let name = json!({ "name": name });
        let answer =
            request_from(from, address, None, "POST", "/api/players", Some(&name)).await.well();
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        Bot { address, from, id: text(&answer["player"]["id"]), token: text(&answer["token"]) }
    }

    /// The same player for another server address.
    pub fn at(&self, address: SocketAddr) -> Bot {
        Bot { address, ..self.clone() }
    }

    pub async fn get(&self, path: &str) -> Answer {
        request_from(self.from, self.address, Some(&self.token), "GET", path, None).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Answer {
        request_from(self.from, self.address, Some(&self.token), "POST", path, Some(&body)).await
    }

    /// Creates a table, and returns it with its invite codes.
    pub async fn make(&self, proposal: Value) -> (String, Value) {
        let made = self.post("/api/tables", proposal).await.well();
        let seats = made["table"]["seats"].as_array().expect("seats");
        let invites =
            seats.iter().map(|seat| (seat["seat"].to_string(), seat["invite"].clone())).collect();
        (made["table"]["id"].as_str().expect("an id").to_owned(), Value::Object(invites))
    }

    /// Sends a command to a table.
    pub async fn command(&self, table: &str, command: Value) -> Answer {
        self.post(&format!("/api/tables/{table}/deeds"), command).await
    }

    /// A table as this player sees it, with the legal moves.
    pub async fn see(&self, table: &str) -> Value {
        self.get(&format!("/api/tables/{table}?scene=false")).await.well()
    }

    /// Makes a move in the current state of the table.
    pub async fn step(&self, table: &str, step: &str) -> Answer {
        let state = self.see(table).await["state"].clone();
        self.command(table, json!({ "do": "move", "step": step, "state": state })).await
    }

    /// Opens a socket of this player.
    pub async fn socket(&self) -> Socket {
        let mut socket =
            Socket::try_from(self.from, self.address).await.expect("the server opens a socket");
        let hello = socket.hello(Some(&self.token)).await;
        assert_eq!(hello["player"]["id"], json!(self.id), "{hello}");
        socket
    }
}

/// A socket.
pub struct Socket {
    stream: WebSocketStream<TcpStream>,
    /// Everything that was received.
    pub heard: String,
    /// Is everything that is received kept?
    keeps: bool,
}

impl Socket {
    /// Opens a socket without sending anything over it.
    pub async fn open(address: SocketAddr) -> Socket {
        Socket::try_open(address).await.expect("the server opens a socket")
    }

    /// Opens a socket; `None` if it is refused.
    pub async fn try_open(address: SocketAddr) -> Option<Socket> {
        Socket::try_from(None, address).await
    }

    /// Opens a socket from some address of this machine; `None` if it is refused.
    pub async fn try_from(from: Option<IpAddr>, address: SocketAddr) -> Option<Socket> {
        let stream = connect(from, address).await.ok()?;
        stream.set_nodelay(true).ok()?;
        Socket::over(stream, address).await
    }

    /// Opens a socket over an existing connection.
    pub async fn over(stream: TcpStream, address: SocketAddr) -> Option<Socket> {
        let request = format!("ws://{address}/api/socket").into_client_request().ok()?;
        Socket::with(stream, request).await
    }

    /// Opens a socket with this request.
    pub async fn with(stream: TcpStream, request: Request<()>) -> Option<Socket> {
        let opened = timeout(PATIENCE, client_async(request, stream)).await;
        let (stream, _) = opened.expect("the server answers").ok()?;
        Some(Socket { stream, heard: String::new(), keeps: false })
    }

    /// Keeps everything that is received from now on.
    pub fn keeping(mut self) -> Socket {
        self.keeps = true;
        self
    }

    /// Identifies itself, and returns the answer.
    pub async fn hello(&mut self, token: Option<&str>) -> Value {
        self.say(json!({ "type": "hello", "token": token })).await;
        self.hear().await.expect("an answer")
    }

    pub async fn say(&mut self, message: Value) {
        self.send(Message::Text(message.to_string().into())).await;
    }

    /// Sends a message of any kind. It is lost if the server has closed the connection.
    pub async fn send(&mut self, message: Message) {
        let _ = timeout(PATIENCE, self.stream.send(message)).await.expect("the server takes it");
    }

    /// The next message; `None` if the server has closed the connection.
    pub async fn hear(&mut self) -> Option<Value> {
        // Pings of the server do not extend the time limit.
        let end = Instant::now() + PATIENCE;
        loop {
            match timeout_at(end, self.stream.next()).await.expect("the server says something") {
                Some(Ok(Message::Text(text))) => {
                    if self.keeps {
                        self.heard.push_str(&text);
                    }
                    return Some(serde_json::from_str(&text).expect("messages are JSON"));
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    /// Waits for a message of this kind that satisfies the condition.
    pub async fn until(&mut self, kind: &str, is_it: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message =
                self.hear().await.unwrap_or_else(|| panic!("the server hung up: no {kind}"));
            if message["type"] == kind && is_it(&message) {
                return message;
            }
        }
    }

    /// Waits until a table satisfies the condition.
    pub async fn until_table(&mut self, is_it: impl Fn(&Value) -> bool) -> Value {
        self.until("table", |message| is_it(&message["table"])).await["table"].take()
    }

    /// Watches a table from now on, and returns its current state.
    pub async fn watch(&mut self, table: &str) -> Value {
        self.say(json!({ "type": "watch", "table": table, "scene": false })).await;
        self.until_table(|seen| seen["id"] == table && seen["steps"]["from"] == 0).await
    }

    /// Sends a command to a table, and returns the answer. Other messages that come before it are
    /// dropped.
    pub async fn command(&mut self, table: &str, mut command: Value) -> Value {
        command["type"] = json!("deed");
        command["table"] = json!(table);
        command["request"] =
            command["request"].as_str().map_or_else(|| json!("a deed"), |request| json!(request));
        let request = command["request"].clone();
        self.say(command).await;
        loop {
            let message = self.hear().await.expect("an answer");
            if ["done", "error"].iter().any(|kind| message["type"] == *kind)
                && message["request"] == request
            {
                return message;
            }
        }
    }

    /// Drops the connection without closing it properly.
    pub fn drop_it(self) {}
}

/// The names of the players at a table.
pub fn names(table: &Value) -> Value {
    table["seats"].as_array().expect("seats").iter().map(|seat| seat["name"].clone()).collect()
}

/// A random number generator that gives the same numbers each time.
pub struct Chance(u64);

impl Chance {
    pub fn new(seed: u64) -> Chance {
        Chance(seed.wrapping_mul(2).wrapping_add(1))
    }

    /// A random number below `count`.
    pub fn below(&mut self, count: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % count
    }

    /// A random legal move at a table, if it is this player's turn.
    pub fn choose(&mut self, table: &Value) -> Option<String> {
        let moves = table["moves"].as_array().filter(|moves| !moves.is_empty())?;
        moves[self.below(moves.len())].as_str().map(str::to_owned)
    }
}
