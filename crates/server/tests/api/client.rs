//! A player who is a program: speaks to a server over HTTP and over a socket, as `docs/api.md`
//! says. The load example and the tests of the real program use it, too.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::{Instant, timeout, timeout_at};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, client_async};

/// Whatever takes longer than this is taken to hang.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// What a server answered.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    /// The status line and the headers.
    pub head: String,
    pub body: String,
}

impl Answer {
    /// An answer as it came over the wire.
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

    /// The code of the refusal, if it is one.
    pub fn code(&self) -> String {
        let body: Value = serde_json::from_str(&self.body).unwrap_or_default();
        body["error"]["code"].as_str().unwrap_or_default().to_owned()
    }

    /// What came, which must not have been refused.
    pub fn well(self) -> Value {
        assert!(self.status < 300, "{self:?}");
        self.json()
    }

    /// The code of the refusal, which it must be, with what is asked of every refusal.
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

/// Sends bytes as they are, and gives what comes back until the server hangs up.
pub async fn raw(address: SocketAddr, bytes: &[u8]) -> Vec<u8> {
    raw_from(None, address, bytes).await
}

async fn raw_from(from: Option<IpAddr>, address: SocketAddr, bytes: &[u8]) -> Vec<u8> {
    let asked = async {
        let mut stream = connect(from, address).await.expect("the server listens");
        // Who is refused early does not read it all.
        let _ = stream.write_all(bytes).await;
        let mut all = Vec::new();
        let _ = stream.read_to_end(&mut all).await;
        all
    };
    timeout(PATIENCE, asked).await.expect("the server answers")
}

/// One request.
pub async fn request(
    address: SocketAddr,
    token: Option<&str>,
    method: &str,
    path: &str,
    body: Option<&Value>,
) -> Answer {
    request_from(None, address, token, method, path, body).await
}

/// One request from some address of this machine.
pub async fn request_from(
    from: Option<IpAddr>,
    address: SocketAddr,
    token: Option<&str>,
    method: &str,
    path: &str,
    body: Option<&Value>,
) -> Answer {
    let token = token.map(|token| format!("Authorization: Bearer {token}\r\n")).unwrap_or_default();
    let body = body.map(Value::to_string).unwrap_or_default();
    let kind = "Content-Type: application/json\r\nConnection: close\r\n";
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\n{token}{kind}Content-Length: {}\r\n\r\n",
        body.len()
    );
    Answer::read(&raw_from(from, address, (head + &body).as_bytes()).await)
}

/// Somebody whom the server knows.
#[derive(Clone, Debug)]
pub struct Bot {
    pub address: SocketAddr,
    /// From where it calls, if not from 127.0.0.1.
    pub from: Option<IpAddr>,
    pub id: String,
    pub token: String,
}

impl Bot {
    /// Comes in under this name.
    pub async fn new(address: SocketAddr, name: &str) -> Bot {
        Bot::calling(None, address, name).await
    }

    /// Comes in from some address of this machine.
    pub async fn calling(from: Option<IpAddr>, address: SocketAddr, name: &str) -> Bot {
        let name = json!({ "name": name });
        let answer =
            request_from(from, address, None, "POST", "/api/players", Some(&name)).await.well();
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        Bot { address, from, id: text(&answer["player"]["id"]), token: text(&answer["token"]) }
    }

    /// The same at another address.
    pub fn at(&self, address: SocketAddr) -> Bot {
        Bot { address, ..self.clone() }
    }

    pub async fn get(&self, path: &str) -> Answer {
        request_from(self.from, self.address, Some(&self.token), "GET", path, None).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Answer {
        request_from(self.from, self.address, Some(&self.token), "POST", path, Some(&body)).await
    }

    /// Makes a table, and gives it with the codes of its invite links.
    pub async fn make(&self, proposal: Value) -> (String, Value) {
        let made = self.post("/api/tables", proposal).await.well();
        let seats = made["table"]["seats"].as_array().expect("seats");
        let invites =
            seats.iter().map(|seat| (seat["seat"].to_string(), seat["invite"].clone())).collect();
        (made["table"]["id"].as_str().expect("an id").to_owned(), Value::Object(invites))
    }

    /// Does something at a table.
    pub async fn deed(&self, table: &str, deed: Value) -> Answer {
        self.post(&format!("/api/tables/{table}/deeds"), deed).await
    }

    /// A table as this player sees it, with the legal moves.
    pub async fn see(&self, table: &str) -> Value {
        self.get(&format!("/api/tables/{table}?scene=false")).await.well()
    }

    /// Makes a move in the state that the table is in.
    pub async fn step(&self, table: &str, step: &str) -> Answer {
        let state = self.see(table).await["state"].clone();
        self.deed(table, json!({ "do": "move", "step": step, "state": state })).await
    }

    /// A socket of this player.
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
    /// All that was heard.
    pub heard: String,
    /// Is it kept?
    keeps: bool,
}

impl Socket {
    /// One on which nothing was said.
    pub async fn open(address: SocketAddr) -> Socket {
        Socket::try_open(address).await.expect("the server opens a socket")
    }

    /// The same where it may be refused.
    pub async fn try_open(address: SocketAddr) -> Option<Socket> {
        Socket::try_from(None, address).await
    }

    /// The same from some address of this machine.
    pub async fn try_from(from: Option<IpAddr>, address: SocketAddr) -> Option<Socket> {
        let stream = connect(from, address).await.ok()?;
        stream.set_nodelay(true).ok()?;
        Socket::over(stream, address).await
    }

    /// One over a connection that is there already.
    pub async fn over(stream: TcpStream, address: SocketAddr) -> Option<Socket> {
        let opened =
            timeout(PATIENCE, client_async(format!("ws://{address}/api/socket"), stream)).await;
        let (stream, _) = opened.expect("the server answers").ok()?;
        Some(Socket { stream, heard: String::new(), keeps: false })
    }

    /// Keeps all that is heard from now on.
    pub fn keeping(mut self) -> Socket {
        self.keeps = true;
        self
    }

    /// Says who it is, and gives the answer.
    pub async fn hello(&mut self, token: Option<&str>) -> Value {
        self.say(json!({ "type": "hello", "token": token })).await;
        self.hear().await.expect("an answer")
    }

    pub async fn say(&mut self, message: Value) {
        self.send(Message::Text(message.to_string().into())).await;
    }

    /// Sends a message of any kind; a server that has hung up does not hear it.
    pub async fn send(&mut self, message: Message) {
        let _ = timeout(PATIENCE, self.stream.send(message)).await.expect("the server takes it");
    }

    /// The next message; nothing where the server has hung up.
    pub async fn hear(&mut self) -> Option<Value> {
        // However often the server asks whether somebody is here.
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

    /// Waits for a message of this kind of which this holds.
    pub async fn until(&mut self, kind: &str, is_it: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message =
                self.hear().await.unwrap_or_else(|| panic!("the server hung up: no {kind}"));
            if message["type"] == kind && is_it(&message) {
                return message;
            }
        }
    }

    /// Waits until a table is so.
    pub async fn until_table(&mut self, is_it: impl Fn(&Value) -> bool) -> Value {
        self.until("table", |message| is_it(&message["table"])).await["table"].take()
    }

    /// Looks at a table from now on, and gives it as it is.
    pub async fn watch(&mut self, table: &str) -> Value {
        self.say(json!({ "type": "watch", "table": table, "scene": false })).await;
        self.until_table(|seen| seen["id"] == table && seen["steps"]["from"] == 0).await
    }

    /// Does something at a table, and gives the answer; what else is heard meanwhile is lost.
    pub async fn deed(&mut self, table: &str, mut deed: Value) -> Value {
        deed["type"] = json!("deed");
        deed["table"] = json!(table);
        deed["request"] =
            deed["request"].as_str().map_or_else(|| json!("a deed"), |request| json!(request));
        let request = deed["request"].clone();
        self.say(deed).await;
        loop {
            let message = self.hear().await.expect("an answer");
            if ["done", "error"].iter().any(|kind| message["type"] == *kind)
                && message["request"] == request
            {
                return message;
            }
        }
    }

    /// Hangs up without a word.
    pub fn drop_it(self) {}
}

/// What those at a table call themselves.
pub fn names(table: &Value) -> Value {
    table["seats"].as_array().expect("seats").iter().map(|seat| seat["name"].clone()).collect()
}

/// Chooses by chance, the same each time.
pub struct Chance(u64);

impl Chance {
    pub fn new(seed: u64) -> Chance {
        Chance(seed.wrapping_mul(2).wrapping_add(1))
    }

    /// One of so many, from 0.
    pub fn below(&mut self, count: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % count
    }

    /// One of the legal moves at a table, if it is this player's turn.
    pub fn choose(&mut self, table: &Value) -> Option<String> {
        let moves = table["moves"].as_array().filter(|moves| !moves.is_empty())?;
        moves[self.below(moves.len())].as_str().map(str::to_owned)
    }
}
