//! The socket: what happens, as soon as it has.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{ConnectInfo, State};
use axum::response::Response;
use serde::{Deserialize, Serialize};
use serde_json::json;
use serde_json::value::RawValue;
use tokio::time::{Instant, interval, timeout};

use crate::deed::{Told, check_tags};
use crate::fact::Person;
use crate::fault::{Code, Fault};
use crate::hall::{Line, Looker, News, View};
use crate::http::{Address, Caller, Connection, Counted, ErrorBody, Failed, Shared, costs};
use crate::ids::Id;
use crate::settings::{LONGEST_MESSAGE, MOST_WATCHED};
use crate::texts;
use crate::view::snapshot::Form;
use crate::view::table::Table;

/// News that a connection may be behind with.
const BEHIND: usize = 256;

/// Bytes that are kept ready for what a connection says.
const BUFFER: usize = 4 * 1024;

/// Who does not say who they are, or does not take what they are sent, within this time, is left.
const PATIENCE: Duration = Duration::from_secs(20);

/// How often it is asked whether somebody is still there, and after how long without an answer they are not.
const ASKED: Duration = Duration::from_secs(25);
const GONE: Duration = Duration::from_secs(75);

/// What is said over a socket.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Saying {
    Hello {
        #[serde(default)]
        token: Option<String>,
    },
    Watch {
        table: Id,
        #[serde(default)]
        scene: bool,
        /// With the board in each scene, which is the same in all of them?
        #[serde(default = "yes")]
        board: bool,
        /// `facts` of the table as it is known.
        #[serde(default)]
        since: Option<u64>,
    },
    Unwatch {
        table: Id,
    },
    Lobby {
        on: bool,
    },
    Deed {
        table: Id,
        #[serde(flatten)]
        told: Told,
        /// Where it is refused, the table is told in short.
        #[serde(default)]
        short: bool,
    },
    Ping,
}

fn yes() -> bool {
    true
}

/// Opens a socket: JSON both ways, described in `docs/api.md`.
#[utoipa::path(get, path = "/api/socket", responses((status = 101, description = "a WebSocket")))]
pub async fn open(
    State(shared): State<Shared>,
    ConnectInfo(Address { connection, .. }): ConnectInfo<Address>,
    caller: Caller,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Failed> {
    let upgrade = upgrade.map_err(|rejection| Fault::bad(rejection.body_text()))?;
    // Otherwise it was counted at the door.
    let counted = shared.gate.is_behind_proxy().then(|| shared.gate.connect(caller)).transpose()?;
    let upgrade = upgrade.max_message_size(LONGEST_MESSAGE).max_frame_size(LONGEST_MESSAGE);
    // Most connections are silent most of the time, and there are many.
    let upgrade = upgrade.read_buffer_size(BUFFER);
    Ok(upgrade.on_upgrade(move |socket| async move {
        let (line, heard) = shared.hall.connect(BEHIND);
        let watched = BTreeSet::new();
        let mut talk =
            Talk { shared, socket, line, person: None, watched, caller, connection, is_kept: false, _counted: counted };
        talk.go_on(heard).await;
        talk.end().await;
    }))
}

struct Talk {
    shared: Shared,
    socket: WebSocket,
    line: Line,
    person: Option<Person>,
    watched: BTreeSet<Id>,
    caller: Caller,
    connection: Arc<Connection>,
    /// Is the connection kept before others, since a game of its player goes on?
    is_kept: bool,
    _counted: Option<Counted>,
}

/// The connection is of no use any more.
struct Ended;

impl Talk {
    async fn go_on(&mut self, mut heard: tokio::sync::mpsc::Receiver<News>) {
        if self.greet().await.is_err() {
            return;
        }
        let mut asks = interval(ASKED);
        let mut last = Instant::now();
        loop {
            let went_on = tokio::select! {
                news = heard.recv() => match news {
                    Some(news) => self.tell(news).await,
                    None => Err(Ended),
                },
                message = self.socket.recv() => {
                    last = Instant::now();
                    match message {
                        Some(Ok(message)) => self.hear(message).await,
                        Some(Err(_)) | None => Err(Ended),
                    }
                }
                _ = asks.tick() => match last.elapsed() {
                    silent if silent > GONE => Err(Ended),
                    _ => self.send(Message::Ping(Vec::new().into())).await,
                },
            };
            // There is a gap in what a slow listener has heard.
            if went_on.is_err() || self.line.is_broken() {
                return;
            }
        }
    }

    /// Everything that comes is charged, whatever it is; who says too much is told so once, and left.
    async fn charge(&mut self) -> Result<(), Ended> {
        self.shared.hall.metrics.messages.fetch_add(1, Ordering::Relaxed);
        match self.shared.gate.request(self.caller, costs::USUAL) {
            Ok(()) => Ok(()),
            Err(fault) => self.refuse(None, &fault).await.and(Err(Ended)),
        }
    }

    async fn hear(&mut self, message: Message) -> Result<(), Ended> {
        self.charge().await?;
        match message {
            Message::Text(text) => self.listen(&text).await,
            Message::Binary(_) => self.refuse(None, &Fault::bad(texts::NO_BINARY)).await,
            Message::Ping(_) | Message::Pong(_) => Ok(()),
            Message::Close(_) => Err(Ended),
        }
    }

    /// The first message says who it is.
    async fn greet(&mut self) -> Result<(), Ended> {
        let first = timeout(PATIENCE, self.socket.recv()).await;
        let Ok(Some(Ok(message))) = first else { return Err(Ended) };
        self.charge().await?;
        let Message::Text(text) = message else { return Err(Ended) };
        let token = match serde_json::from_str(&text) {
            Ok(Saying::Hello { token }) => token,
            Ok(_) => return self.refuse(None, &Fault::bad(texts::HELLO_FIRST)).await.and(Err(Ended)),
            Err(error) => return self.refuse(None, &Fault::bad(texts::bad_json(&error))).await.and(Err(Ended)),
        };
        if let Some(token) = token {
            match self.shared.hall.known(&token).await {
                Ok(person) => {
                    self.shared.hall.acts_from(&person.player, self.caller);
                    self.person = Some(person);
                }
                Err(fault) => return self.refuse(None, &fault).await.and(Err(Ended)),
            }
        }
        if let Some(person) = &self.person
            && let Err(fault) = self.shared.hall.introduce(&self.line, &person.player)
        {
            return self.refuse(None, &fault).await.and(Err(Ended));
        }
        self.keep_connection().await;
        let player = self.person.as_ref().map(|person| json!({ "id": person.player, "name": person.name }));
        self.say(&json!({ "type": "hello", "player": player })).await
    }

    async fn listen(&mut self, text: &str) -> Result<(), Ended> {
        if let Some(person) = &self.person {
            self.shared.hall.acts_from(&person.player, self.caller);
        }
        let read = serde_json::from_str(text).map_err(|error| Fault::bad(texts::bad_json(&error)));
        let saying = match read.and_then(|saying| check_tags(text.as_bytes()).map(|()| saying)) {
            Ok(saying) => saying,
            Err(fault) => return self.refuse(None, &fault).await,
        };
        match saying {
            Saying::Hello { .. } => self.refuse(None, &Fault::bad(texts::HELLO_ONCE)).await,
            Saying::Ping => self.say(&json!({ "type": "pong" })).await,
            Saying::Lobby { on } => {
                self.shared.hall.watch_lobby(&self.line, on);
                Ok(())
            }
            Saying::Unwatch { table } => {
                if self.watched.remove(&table) {
                    self.shared.hall.leave(&table, &self.line).await;
                }
                Ok(())
            }
            Saying::Watch { table, scene, board, since } => {
                let form = if scene { Form::Scene { board } } else { Form::Moves };
                match self.watch(table, form, since).await {
                    Ok(()) => Ok(()),
                    Err(fault) => self.refuse(None, &fault).await,
                }
            }
            Saying::Deed { table, told, short } => {
                let request = told.request.clone();
                match self.told(&table, told).await {
                    Ok(repeated) => {
                        self.say(&json!({ "type": "done", "request": request, "repeated": repeated })).await
                    }
                    Err(fault) => self.refuse_deed(&table, request, &fault, short).await,
                }
            }
        }
    }

    async fn watch(&mut self, table: Id, form: Form, since: Option<u64>) -> Result<(), Fault> {
        if self.watched.len() >= MOST_WATCHED && !self.watched.contains(&table) {
            return Err(Fault::new(Code::TooMany, texts::too_many_watched(MOST_WATCHED)));
        }
        let player = self.person.as_ref().map(|person| person.player.clone());
        self.shared.ready(self.caller, &table).await?;
        self.shared.hall.watch(&table, Looker { line: self.line.clone(), player, form }, since).await?;
        self.watched.insert(table);
        self.keep_connection().await;
        Ok(())
    }

    async fn told(&mut self, table: &Id, told: Told) -> Result<bool, Fault> {
        let person = self.person.as_ref().ok_or_else(|| Fault::new(Code::NoToken, texts::NO_TOKEN))?;
        self.shared.ready(self.caller, table).await?;
        let (gate, caller) = (Arc::clone(&self.shared.gate), self.caller);
        self.shared.hall.told_for(table, person, told, move || gate.newcomer(&caller)).await
    }

    /// Connections of players whose games go on are kept longer than others.
    async fn keep_connection(&mut self) {
        if let Some(person) = &self.person
            && !self.is_kept
            && self.shared.hall.store.count_unfinished(&person.player).await.is_ok_and(|tables| tables > 0)
        {
            self.connection.is_seated();
            self.is_kept = true;
        }
    }

    async fn tell(&mut self, news: News) -> Result<(), Ended> {
        let viewer = self.person.as_ref().map(|person| &person.player);
        match news {
            News::Table(snapshot, form) => {
                let text = about_table("table", &snapshot.seen_by(viewer, form));
                self.send_text(text).await
            }
            News::Lobby(snapshot) => {
                let text = about_table("lobby", &snapshot.seen_by(viewer, Form::Listed));
                self.send_text(text).await
            }
            News::Analysis(table, analysis) => {
                self.send_text(format!("{{\"type\":\"analysis\",\"table\":\"{table}\",\"analysis\":{analysis}}}")).await
            }
            News::Forgotten => {
                self.say(&json!({ "type": "bye", "reason": texts::DATA_DELETED })).await?;
                Err(Ended)
            }
            News::Bye => {
                self.say(&json!({ "type": "bye", "reason": texts::STOPPING })).await?;
                Err(Ended)
            }
        }
    }

    /// Who is refused a deed, since the game has gone on or does not allow it, is told how it stands.
    async fn refuse_deed(
        &mut self,
        table: &Id,
        request: Option<String>,
        fault: &Fault,
        short: bool,
    ) -> Result<(), Ended> {
        let viewer = self.person.as_ref().map(|person| &person.player);
        let hall = &self.shared.hall;
        let table = match fault.code {
            Code::Stale | Code::Refused if short => hall.look_shortly(table).await.ok(),
            Code::Stale | Code::Refused => hall.look(table, View { viewer, form: Form::Moves, since: None }).await.ok(),
            _ => None,
        };
        self.say_refused(request, fault, table.as_deref()).await
    }

    async fn refuse(&mut self, request: Option<String>, fault: &Fault) -> Result<(), Ended> {
        self.say_refused(request, fault, None).await
    }

    async fn say_refused(
        &mut self,
        request: Option<String>,
        fault: &Fault,
        table: Option<&RawValue>,
    ) -> Result<(), Ended> {
        self.shared.hall.metrics.faults.fetch_add(1, Ordering::Relaxed);
        #[derive(Serialize)]
        struct Refused<'a> {
            #[serde(rename = "type")]
            kind: &'static str,
            request: Option<String>,
            #[serde(flatten)]
            body: ErrorBody<'a>,
        }
        let refused = Refused { kind: "error", request, body: ErrorBody::new(fault, table) };
        self.send_text(serde_json::to_string(&refused).unwrap_or_default()).await
    }

    async fn say(&mut self, message: &serde_json::Value) -> Result<(), Ended> {
        self.send_text(message.to_string()).await
    }

    async fn send_text(&mut self, text: String) -> Result<(), Ended> {
        self.send(Message::Text(Utf8Bytes::from(text))).await
    }

    async fn send(&mut self, message: Message) -> Result<(), Ended> {
        match timeout(PATIENCE, self.socket.send(message)).await {
            Ok(Ok(())) => Ok(()),
            _ => Err(Ended),
        }
    }

    async fn end(mut self) {
        self.shared.hall.disconnect(&self.line);
        for table in std::mem::take(&mut self.watched) {
            self.shared.hall.leave(&table, &self.line).await;
        }
        // They may be gone already.
        let _ = timeout(PATIENCE, self.socket.send(Message::Close(None))).await;
    }
}

fn about_table(kind: &'static str, table: &Table<'_>) -> String {
    #[derive(Serialize)]
    struct About<'a> {
        #[serde(rename = "type")]
        kind: &'static str,
        table: &'a Table<'a>,
    }
    serde_json::to_string(&About { kind, table }).unwrap_or_default()
}
