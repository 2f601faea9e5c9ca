//! The WebSocket: it takes commands, and sends updates as soon as something happens.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{ConnectInfo, State};
use axum::response::Response;
use ludoteca_core::{Language, Text};
use serde::{Deserialize, Serialize};
use serde_json::json;
use serde_json::value::RawValue;
use tokio::time::{Instant, interval, timeout};

use crate::commands::{TableRequest, check_tags};
use crate::error::{ApiError, ErrorCode};
use crate::events::Participant;
use crate::http::{
    AppState, Caller, CountedConnection, ErrorBody, ErrorResponse, HttpConnection, PeerInfo,
    ReaderLanguage, costs,
};
use crate::ids::Id;
use crate::registry::{Connection, Subscriber, Update, ViewRequest};
use crate::settings::{LONGEST_MESSAGE, MOST_WATCHED};
use crate::texts::{self, ErrorText};
use crate::trace::{self, TraceContext};
use crate::view::snapshot::ViewForm;
use crate::view::table::TableView;

/// How many updates may wait for a connection.
const MOST_WAITING: usize = 256;

/// The size of the read buffer of a connection, in bytes.
const BUFFER: usize = 4 * 1024;

/// How long the server waits for the first message of a connection, and for the client to receive
/// each message.
const MESSAGE_LIMIT: Duration = Duration::from_secs(20);

/// How often the server pings a connection, and how long a client may be silent.
const PING_INTERVAL: Duration = Duration::from_secs(25);
const SILENCE_LIMIT: Duration = Duration::from_secs(75);

/// A message that a client sends over a socket.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum ClientMessage {
    Hello {
        #[serde(default)]
        token: Option<String>,
        /// The language that the client reads, such as `es`, if it is not that of the request that
        /// opened the socket.
        #[serde(default)]
        language: Option<String>,
    },
    Watch {
        table: Id,
        #[serde(default)]
        scene: bool,
        /// Include the board in each scene? It is the same in all scenes of a game.
        #[serde(default = "yes")]
        board: bool,
        /// The `facts` of the table that the client knows.
        #[serde(default)]
        since: Option<u64>,
    },
    Unwatch {
        table: Id,
    },
    Lobby {
        on: bool,
    },
    #[serde(rename = "deed")]
    Command {
        table: Id,
        #[serde(flatten)]
        request: TableRequest,
        /// If the command is refused, send only the short form of the table.
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
    State(shared): State<AppState>,
    ConnectInfo(PeerInfo { connection: http_connection, .. }): ConnectInfo<PeerInfo>,
    caller: Caller,
    ReaderLanguage(language): ReaderLanguage,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, ErrorResponse> {
    shared.registry.must_stay()?;
    let upgrade = upgrade
        .map_err(|rejection| ApiError::bad_request(ErrorText::BadRequest(rejection.body_text())))?;
    // Otherwise the listener has counted the connection.
    let counted =
        shared.limits.is_behind_proxy().then(|| shared.limits.connect(caller)).transpose()?;
    let upgrade = upgrade.max_message_size(LONGEST_MESSAGE).max_frame_size(LONGEST_MESSAGE);
    // There are many connections, and most of them are silent most of the time.
    let upgrade = upgrade.read_buffer_size(BUFFER);
    Ok(upgrade.on_upgrade(move |socket| async move {
        let (connection, updates) = shared.registry.connect(MOST_WAITING);
        let watched = BTreeSet::new();
        let mut session = SocketSession {
            shared,
            socket,
            connection,
            person: None,
            language,
            watched,
            caller,
            http_connection,
            is_kept: false,
            _counted: counted,
        };
        session.run(updates).await;
        Box::pin(session.end()).await;
    }))
}

struct SocketSession {
    shared: AppState,
    socket: WebSocket,
    connection: Connection,
    person: Option<Participant>,
    language: Language,
    watched: BTreeSet<Id>,
    caller: Caller,
    http_connection: Arc<HttpConnection>,
    /// Is the connection kept in preference to others, because its player is in a running game?
    is_kept: bool,
    _counted: Option<CountedConnection>,
}

/// The connection can no longer be used.
struct SocketClosed;

impl SocketSession {
    /// Serves the connection until its end. What may ask the database is large in memory, so it is
    /// there only while it is at work: most connections wait most of the time.
    async fn run(&mut self, mut updates: tokio::sync::mpsc::Receiver<Update>) {
        if Box::pin(self.handshake()).await.is_err() {
            return;
        }
        let mut pings = interval(PING_INTERVAL);
        let mut last = Instant::now();
        loop {
            let result = tokio::select! {
                update = updates.recv() => match update {
                    Some(update) => self.send_update(update).await,
                    None => Err(SocketClosed),
                },
                message = self.socket.recv() => {
                    last = Instant::now();
                    match message {
                        Some(Ok(message)) => Box::pin(self.on_message(message)).await,
                        Some(Err(_)) | None => Err(SocketClosed),
                    }
                }
                _ = pings.tick() => match last.elapsed() {
                    silent if silent > SILENCE_LIMIT => Err(SocketClosed),
                    _ => self.send(Message::Ping(Vec::new().into())).await,
                },
            };
            // A slow receiver has missed an update.
            if result.is_err() || self.connection.is_broken() {
                return;
            }
        }
    }

    /// Charges every message, whatever it is. A client that sends too much gets one refusal and is
    /// disconnected.
    async fn charge(&mut self) -> Result<(), SocketClosed> {
        self.shared.registry.metrics.messages.fetch_add(1, Ordering::Relaxed);
        match self.shared.limits.charge_request(self.caller, costs::USUAL) {
            Ok(()) => Ok(()),
            Err(error) => self.refuse(None, &error).await.and(Err(SocketClosed)),
        }
    }

    async fn on_message(&mut self, message: Message) -> Result<(), SocketClosed> {
        self.charge().await?;
        match message {
            Message::Text(text) => self.on_text(&text).await,
            Message::Binary(_) => self.refuse(None, &ApiError::bad_request(texts::NO_BINARY)).await,
            Message::Ping(_) | Message::Pong(_) => Ok(()),
            Message::Close(_) => Err(SocketClosed),
        }
    }

    /// Reads the first message, in which the client identifies itself.
    async fn handshake(&mut self) -> Result<(), SocketClosed> {
        let first = timeout(MESSAGE_LIMIT, self.socket.recv()).await;
        let Ok(Some(Ok(message))) = first else { return Err(SocketClosed) };
        self.charge().await?;
        let Message::Text(text) = message else { return Err(SocketClosed) };
        let (token, language) = match serde_json::from_str(&text) {
            Ok(ClientMessage::Hello { token, language }) => (token, language),
            Ok(_) => {
                return self
                    .refuse(None, &ApiError::bad_request(texts::HELLO_FIRST))
                    .await
                    .and(Err(SocketClosed));
            }
            Err(error) => {
                return self
                    .refuse(None, &ApiError::bad_request(ErrorText::BadJson(error.to_string())))
                    .await
                    .and(Err(SocketClosed));
            }
        };
        if let Some(language) = language.as_deref().and_then(Language::from_tag) {
            self.language = language;
        }
        if let Some(token) = token {
            match self.shared.registry.authenticate(&token).await {
                Ok(person) => {
                    self.shared.registry.record_caller(&person.player, self.caller);
                    self.person = Some(person);
                }
                Err(error) => return self.refuse(None, &error).await.and(Err(SocketClosed)),
            }
        }
        if let Some(person) = &self.person
            && let Err(error) = self.shared.registry.identify(&self.connection, &person.player)
        {
            return self.refuse(None, &error).await.and(Err(SocketClosed));
        }
        self.keep_connection().await;
        let player =
            self.person.as_ref().map(|person| json!({ "id": person.player, "name": person.name }));
        self.send_json(&json!({ "type": "hello", "player": player })).await
    }

    async fn on_text(&mut self, text: &str) -> Result<(), SocketClosed> {
        if let Some(person) = &self.person {
            self.shared.registry.record_caller(&person.player, self.caller);
        }
        let read = serde_json::from_str(text)
            .map_err(|error| ApiError::bad_request(ErrorText::BadJson(error.to_string())));
        let client_message = match read
            .and_then(|client_message| check_tags(text.as_bytes()).map(|()| client_message))
        {
            Ok(client_message) => client_message,
            Err(error) => return self.refuse(None, &error).await,
        };
        match client_message {
            ClientMessage::Hello { .. } => {
                self.refuse(None, &ApiError::bad_request(texts::HELLO_ONCE)).await
            }
            ClientMessage::Ping => self.send_json(&json!({ "type": "pong" })).await,
            ClientMessage::Lobby { on } => {
                let language = on.then_some(self.language);
                self.shared.registry.subscribe_lobby(&self.connection, language);
                Ok(())
            }
            ClientMessage::Unwatch { table } => {
                if self.watched.remove(&table) {
                    self.shared.registry.unsubscribe(&table, &self.connection).await;
                }
                Ok(())
            }
            ClientMessage::Watch { table, scene, board, since } => {
                let form = if scene { ViewForm::Scene { board } } else { ViewForm::Moves };
                match self.watch(table, form, since).await {
                    Ok(()) => Ok(()),
                    Err(error) => self.refuse(None, &error).await,
                }
            }
            ClientMessage::Command { table, request: table_request, short } => {
                let request = table_request.request.clone();
                match self.execute_as_trace(&table, table_request).await {
                    Ok(repeated) => {
                        self.send_json(
                            &json!({ "type": "done", "request": request, "repeated": repeated }),
                        )
                        .await
                    }
                    Err(error) => self.refuse_command(&table, request, &error, short).await,
                }
            }
        }
    }

    async fn watch(
        &mut self,
        table: Id,
        form: ViewForm,
        since: Option<u64>,
    ) -> Result<(), ApiError> {
        if self.watched.len() >= MOST_WATCHED && !self.watched.contains(&table) {
            return Err(ApiError::new(ErrorCode::TooMany, ErrorText::TooManyWatched(MOST_WATCHED)));
        }
        let player = self.person.as_ref().map(|person| person.player.clone());
        self.shared.ensure_loaded(self.caller, &table).await?;
        self.shared
            .registry
            .subscribe(
                &table,
                Subscriber {
                    connection: self.connection.clone(),
                    player,
                    form,
                    language: self.language,
                },
                since,
            )
            .await?;
        self.watched.insert(table);
        self.keep_connection().await;
        Ok(())
    }

    /// Executes a command as a trace of its own, and logs it as a request is logged.
    async fn execute_as_trace(
        &mut self,
        table: &Id,
        table_request: TableRequest,
    ) -> Result<bool, ApiError> {
        let start = Instant::now();
        trace::within(TraceContext::fresh(), async {
            let executed = self.execute(table, table_request).await;
            let ms = start.elapsed().as_millis() as u64;
            match &executed {
                Ok(_) => tracing::info!(%table, ms, "command"),
                Err(error) => tracing::info!(%table, ms, refused = ?error.code, "command"),
            }
            executed
        })
        .await
    }

    async fn execute(&mut self, table: &Id, table_request: TableRequest) -> Result<bool, ApiError> {
        let person = self
            .person
            .as_ref()
            .ok_or_else(|| ApiError::new(ErrorCode::NoToken, texts::NO_TOKEN))?;
        self.shared.ensure_loaded(self.caller, table).await?;
        let (shared, caller) = (self.shared.clone(), self.caller);
        let charge = async move || shared.charge_newcomer(caller).await;
        self.shared.registry.execute_charged(table, person, table_request, charge).await
    }

    /// Connections of players in running games are kept longer than others.
    async fn keep_connection(&mut self) {
        if let Some(person) = &self.person
            && !self.is_kept
            && self
                .shared
                .registry
                .store
                .count_unfinished(&person.player)
                .await
                .is_ok_and(|tables| tables > 0)
        {
            self.http_connection.mark_seated();
            self.is_kept = true;
        }
    }

    async fn send_update(&mut self, update: Update) -> Result<(), SocketClosed> {
        let viewer = self.person.as_ref().map(|person| &person.player);
        match update {
            Update::Table(snapshot, form) => {
                let text = about_table("table", &snapshot.seen_by(viewer, form));
                self.send_text(text).await
            }
            Update::Lobby(snapshot) => {
                let text = about_table("lobby", &snapshot.seen_by(viewer, ViewForm::Listed));
                self.send_text(text).await
            }
            Update::Analysis(table, analysis) => {
                self.send_text(format!(
                    "{{\"type\":\"analysis\",\"table\":\"{table}\",\"analysis\":{analysis}}}"
                ))
                .await
            }
            Update::Erased => self.say_goodbye(texts::DATA_DELETED).await,
            Update::Shutdown => self.say_goodbye(texts::STOPPING).await,
        }
    }

    /// Tells the client why the connection ends.
    async fn say_goodbye(&mut self, reason: Text) -> Result<(), SocketClosed> {
        let reason = reason.tell(self.language);
        self.send_json(&json!({ "type": "bye", "reason": reason })).await?;
        Err(SocketClosed)
    }

    /// Refuses a command. If the state of the game is the reason, the client is also sent the
    /// current table.
    async fn refuse_command(
        &mut self,
        table: &Id,
        request: Option<String>,
        error: &ApiError,
        short: bool,
    ) -> Result<(), SocketClosed> {
        let viewer = self.person.as_ref().map(|person| &person.player);
        let registry = &self.shared.registry;
        let table = match error.code {
            ErrorCode::Stale | ErrorCode::Refused if short => registry.view_short(table).await.ok(),
            ErrorCode::Stale | ErrorCode::Refused => registry
                .view(
                    table,
                    ViewRequest {
                        viewer,
                        form: ViewForm::Moves,
                        since: None,
                        language: self.language,
                    },
                )
                .await
                .ok(),
            _ => None,
        };
        self.send_error(request, error, table.as_deref()).await
    }

    async fn refuse(
        &mut self,
        request: Option<String>,
        error: &ApiError,
    ) -> Result<(), SocketClosed> {
        self.send_error(request, error, None).await
    }

    async fn send_error(
        &mut self,
        request: Option<String>,
        error: &ApiError,
        table: Option<&RawValue>,
    ) -> Result<(), SocketClosed> {
        self.shared.registry.metrics.errors.fetch_add(1, Ordering::Relaxed);
        #[derive(Serialize)]
        struct ErrorMessage<'a> {
            #[serde(rename = "type")]
            kind: &'static str,
            request: Option<String>,
            #[serde(flatten)]
            body: ErrorBody<'a>,
        }
        let body = ErrorBody::new(error, table, self.language);
        let refused = ErrorMessage { kind: "error", request, body };
        self.send_text(serde_json::to_string(&refused).unwrap_or_default()).await
    }

    async fn send_json(&mut self, message: &serde_json::Value) -> Result<(), SocketClosed> {
        self.send_text(message.to_string()).await
    }

    async fn send_text(&mut self, text: String) -> Result<(), SocketClosed> {
        self.send(Message::Text(Utf8Bytes::from(text))).await
    }

    async fn send(&mut self, message: Message) -> Result<(), SocketClosed> {
        match timeout(MESSAGE_LIMIT, self.socket.send(message)).await {
            Ok(Ok(())) => Ok(()),
            _ => Err(SocketClosed),
        }
    }

    async fn end(mut self) {
        self.shared.registry.disconnect(&self.connection);
        for table in std::mem::take(&mut self.watched) {
            self.shared.registry.unsubscribe(&table, &self.connection).await;
        }
        // The client may have disconnected already.
        let _ = timeout(MESSAGE_LIMIT, self.socket.send(Message::Close(None))).await;
    }
}

fn about_table(kind: &'static str, table: &TableView<'_>) -> String {
    #[derive(Serialize)]
    struct TableMessage<'a> {
        #[serde(rename = "type")]
        kind: &'static str,
        table: &'a TableView<'a>,
    }
    serde_json::to_string(&TableMessage { kind, table }).unwrap_or_default()
}
