//! The connection to NATS.
//!
//! All subjects begin with the name of the cluster:
//!
//! | subject | payload |
//! | --- | --- |
//! | `NAME.t.TABLE` | `{"first": 7, "count": 2, "facts": […]}`; without `facts` if they are not told |
//! | `NAME.t.TABLE.look` | empty |
//! | `NAME.lobby` | the id of a table |
//! | `NAME.program.PROGRAM` | the id of a table |
//!
//! The header `traceparent` names the trace of the request that caused the message.
//!
//! The client library buffers what is published while NATS is away, and waits once its buffer is
//! full. So messages wait in a queue of our own, which is never waited for, and are dropped while
//! NATS is away.

use std::collections::BTreeSet;
use std::fmt;
use std::str::{FromStr, from_utf8};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use async_nats::connection::State;
use async_nats::{Client, ConnectOptions, Event, HeaderMap, Message, ServerAddr, Subscriber};
use futures_util::StreamExt;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use tokio::sync::mpsc;
use tokio::time::{Instant, timeout};

use super::{HeardNews, News, NewsCounters, NewsState, WrittenEvents};
use crate::ids::Id;
use crate::trace::{TRACE_PARENT, TraceContext};

/// How many messages may wait to be sent, here and in the client library, and how many of other
/// servers to be read.
const WAITING: usize = 4096;
const BUFFERED: usize = 256;
const UNREAD: usize = 4096;

/// A connection that has been silent for this long is pinged. After two pings without an answer it
/// is given up.
const PING: Duration = Duration::from_secs(2);

/// Time limit for opening a connection, and for handing over a message.
const LIMIT: Duration = Duration::from_secs(2);

/// NATS is tried again after some time, but at the latest after this time.
const LONGEST_RETRY: Duration = Duration::from_secs(1);

/// Errors are logged once in this time.
const QUIET: Duration = Duration::from_secs(60);

/// The longest message that is read, and the longest id.
const LONGEST_MESSAGE: usize = 256 * 1024;
const LONGEST_ID: usize = 64;

/// The addresses of NATS, with user and password. They are shown without both.
///
/// `tls://` addresses are encrypted by rustls and verified with the certificates of the system, or
/// those in the file that the variable `SSL_CERT_FILE` names.
#[derive(Clone)]
pub struct NatsUrl {
    /// The addresses, without user and password.
    servers: Vec<ServerAddr>,
    credentials: Option<Credentials>,
    is_encrypted: bool,
}

#[derive(Clone, PartialEq, Eq)]
enum Credentials {
    Password { user: String, password: String },
    Token(String),
}

/// Why a text is no address of NATS. The text itself may contain a password and is not shown.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "this is no address of NATS: {0}; allowed is nats://USER:PASSWORD@HOST:PORT or tls://…, several separated by commas"
)]
pub struct NoNatsUrl(String);

impl FromStr for NatsUrl {
    type Err = NoNatsUrl;

    fn from_str(text: &str) -> Result<NatsUrl, NoNatsUrl> {
        let wrong = |reason: &str| NoNatsUrl(reason.to_owned());
        let (mut servers, mut credentials) = (Vec::new(), None);
        for part in text.split(',') {
            let part = part.trim();
            if !part.starts_with("nats://") && !part.starts_with("tls://") {
                return Err(wrong("it does not begin with nats:// or tls://"));
            }
            let server: ServerAddr =
                part.parse().map_err(|error: std::io::Error| NoNatsUrl(error.to_string()))?;
            if server.host().is_empty() {
                return Err(wrong("it has no host"));
            }
            let mut url = server.clone().into_inner();
            if !matches!(url.path(), "" | "/") || url.query().is_some() || url.fragment().is_some()
            {
                return Err(wrong("something follows the port"));
            }
            let of_part = match (server.username(), server.password()) {
                (Some(user), Some(password)) => Some(Credentials::Password {
                    user: decoded(user)?,
                    password: decoded(password)?,
                }),
                (Some(token), None) => Some(Credentials::Token(decoded(token)?)),
                (None, Some(_)) => return Err(wrong("it has a password and no user")),
                (None, None) => None,
            };
            if of_part.is_some() && credentials.is_some() && of_part != credentials {
                return Err(wrong("the users of its addresses differ"));
            }
            credentials = credentials.or(of_part);
            // The client library writes addresses to its log.
            let bare = url.set_password(None).and_then(|()| url.set_username(""));
            let bare = bare.ok().and_then(|()| ServerAddr::from_url(url).ok());
            servers.push(bare.ok_or_else(|| wrong("it has no host"))?);
        }
        let is_encrypted = servers.iter().all(ServerAddr::tls_required);
        if !is_encrypted && servers.iter().any(ServerAddr::tls_required) {
            return Err(wrong("some of its addresses are encrypted, and some are not"));
        }
        Ok(NatsUrl { servers, credentials, is_encrypted })
    }
}

impl NatsUrl {
    /// Connects once, and returns how long that took.
    ///
    /// # Errors
    /// Says why there is no connection.
    pub async fn try_to_connect(&self) -> Result<Duration, String> {
        let options = ConnectOptions::new().name("ludoteca").require_tls(self.is_encrypted);
        let (asked, options) = (Instant::now(), self.sign_in(options));
        match timeout(LIMIT, options.connect(&self.servers[..])).await {
            Ok(Ok(_)) => Ok(asked.elapsed()),
            Ok(Err(error)) => Err(error.to_string()),
            Err(_) => Err("it does not answer".to_owned()),
        }
    }

    fn sign_in(&self, options: ConnectOptions) -> ConnectOptions {
        match self.credentials.clone() {
            Some(Credentials::Password { user, password }) => {
                options.user_and_password(user, password)
            }
            Some(Credentials::Token(token)) => options.token(token),
            None => options,
        }
    }
}

/// Reads a part of an address, where `%3A` stands for a colon and so on.
fn decoded(part: &str) -> Result<String, NoNatsUrl> {
    let wrong = || NoNatsUrl("a percent sign in it is not followed by two digits".to_owned());
    let (mut bytes, mut rest) = (Vec::new(), part.bytes());
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'%' => {
                let digits = [rest.next().ok_or_else(wrong)?, rest.next().ok_or_else(wrong)?];
                let digits = from_utf8(&digits).map_err(|_| wrong())?;
                u8::from_str_radix(digits, 16).map_err(|_| wrong())?
            }
            byte => byte,
        });
    }
    String::from_utf8(bytes).map_err(|_| NoNatsUrl("it is not UTF-8".to_owned()))
}

impl fmt::Display for NatsUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, server) in self.servers.iter().enumerate() {
            let comma = if number == 0 { "" } else { "," };
            let host = server.host();
            let (open, close) = if host.contains(':') { ("[", "]") } else { ("", "") };
            write!(f, "{comma}{}://{open}{host}{close}:{}", server.scheme(), server.port())?;
        }
        Ok(())
    }
}

impl fmt::Debug for NatsUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The name of a cluster: that of all servers with the same database. Several clusters can use one
/// NATS under different names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClusterName(String);

/// Why a text is no name of a cluster.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no name of a cluster; allowed are 1 to 32 letters of ASCII, digits, - and _")]
pub struct NoClusterName(String);

impl Default for ClusterName {
    fn default() -> ClusterName {
        ClusterName("ludoteca".to_owned())
    }
}

impl FromStr for ClusterName {
    type Err = NoClusterName;

    fn from_str(text: &str) -> Result<ClusterName, NoClusterName> {
        match is_token(text) && text.len() <= 32 {
            true => Ok(ClusterName(text.to_owned())),
            false => Err(NoClusterName(text.to_owned())),
        }
    }
}

impl fmt::Display for ClusterName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Can this text be a part of a subject?
fn is_token(text: &str) -> bool {
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    (1..=LONGEST_ID).contains(&text.len()) && text.bytes().all(is_allowed)
}

/// A connection to NATS, which is opened again whenever it is lost.
pub struct NatsConnection {
    url: NatsUrl,
    subjects: Subjects,
    waiting: mpsc::Sender<Outgoing>,
    /// The other end, until the connection is started.
    queue: Mutex<Option<mpsc::Receiver<Outgoing>>>,
    client: OnceLock<Client>,
    state: Arc<NewsState>,
}

/// A message that waits to be sent.
struct Outgoing {
    subject: String,
    payload: Vec<u8>,
    trace: Option<String>,
}

/// The news of other servers under some subjects.
pub struct NewsFeed {
    subjects: Subjects,
    subscriber: Subscriber,
    state: Arc<NewsState>,
}

impl NatsConnection {
    /// A connection that is not started yet.
    pub(super) fn new(
        url: NatsUrl,
        cluster: &ClusterName,
        state: Arc<NewsState>,
    ) -> NatsConnection {
        let (waiting, queue) = mpsc::channel(WAITING);
        NatsConnection {
            url,
            subjects: Subjects::new(cluster),
            waiting,
            queue: Mutex::new(Some(queue)),
            client: OnceLock::new(),
            state,
        }
    }

    /// Starts to connect, and subscribes to everything that servers tell each other.
    pub(super) async fn start(&self) -> Vec<NewsFeed> {
        let queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(queue) = queue else { return Vec::new() };
        let client = match self.options().connect(&self.url.servers[..]).await {
            Ok(client) => client,
            Err(error) => {
                // Where NATS is away, the library tries again by itself.
                tracing::error!(%error, nats = %self.url, "NATS cannot be used");
                return Vec::new();
            }
        };
        let mut feeds = Vec::new();
        for subject in self.subjects.all() {
            match client.subscribe(subject).await {
                Ok(subscriber) => feeds.push(NewsFeed {
                    subjects: self.subjects.clone(),
                    subscriber,
                    state: Arc::clone(&self.state),
                }),
                Err(error) => tracing::error!(%error, "NATS cannot be listened to"),
            }
        }
        tokio::spawn(send_all(queue, client.clone(), Arc::clone(&self.state)));
        let _ = self.client.set(client);
        feeds
    }

    fn options(&self) -> ConnectOptions {
        let log = Arc::new(ConnectionLog::new(self.url.to_string(), Arc::clone(&self.state)));
        let options = ConnectOptions::new()
            .name("ludoteca")
            .no_echo()
            .retry_on_initial_connect()
            .ping_interval(PING)
            .connection_timeout(LIMIT)
            .client_capacity(BUFFERED)
            .subscription_capacity(UNREAD)
            .require_tls(self.url.is_encrypted)
            .reconnect_delay_callback(|attempts| {
                let doubled = 2_u64.saturating_pow(attempts.min(20) as u32) - 1;
                Duration::from_millis(doubled).min(LONGEST_RETRY)
            })
            .event_callback(move |event| {
                log.hear(&event);
                async {}
            });
        self.url.sign_in(options)
    }

    pub(super) fn is_connected(&self) -> bool {
        self.client.get().is_some_and(is_connected)
    }

    /// Queues news to be sent, if there is room.
    pub(super) fn publish(&self, news: &News, trace: Option<String>) {
        let queued = self.subjects.write(news).is_some_and(|(subject, payload)| {
            self.waiting.try_send(Outgoing { subject, payload, trace }).is_ok()
        });
        if !queued {
            NewsCounters::count(&self.state.counters.lost);
        }
    }
}

fn is_connected(client: &Client) -> bool {
    client.connection_state() == State::Connected
}

/// Sends what is published, as long as somebody may publish.
async fn send_all(mut queue: mpsc::Receiver<Outgoing>, client: Client, state: Arc<NewsState>) {
    while let Some(Outgoing { subject, payload, trace }) = queue.recv().await {
        let is_sent = is_connected(&client) && {
            let sent = match trace {
                Some(trace) => {
                    let mut headers = HeaderMap::new();
                    headers.insert(TRACE_PARENT, trace.as_str());
                    let sending = client.publish_with_headers(subject, headers, payload.into());
                    timeout(LIMIT, sending).await
                }
                None => timeout(LIMIT, client.publish(subject, payload.into())).await,
            };
            sent.is_ok_and(|sent| sent.is_ok())
        };
        let counters = &state.counters;
        NewsCounters::count(if is_sent { &counters.sent } else { &counters.lost });
    }
}

impl NewsFeed {
    /// The next news; `None` once the connection has ended for good.
    pub async fn next(&mut self) -> Option<HeardNews> {
        loop {
            let message = self.subscriber.next().await?;
            let counters = &self.state.counters;
            if let Some(news) = self.subjects.read(&message.subject, &message.payload) {
                NewsCounters::count(&counters.received);
                return Some(HeardNews { news, trace: trace_of(&message) });
            }
            NewsCounters::count(&counters.bad);
        }
    }
}

/// The trace in a message, if it names one.
fn trace_of(message: &Message) -> Option<TraceContext> {
    message.headers.as_ref()?.get(TRACE_PARENT)?.as_str().parse().ok()
}

/// The subjects of a cluster, and what is sent there.
#[derive(Clone)]
pub(super) struct Subjects {
    /// The name of the cluster with a dot.
    prefix: String,
}

/// The payload about events.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct EventsPayload<'a> {
    first: u64,
    count: u64,
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    facts: Option<&'a RawValue>,
}

impl Subjects {
    /// The subjects of a cluster with this name.
    pub(super) fn new(cluster: &ClusterName) -> Subjects {
        Subjects { prefix: format!("{cluster}.") }
    }

    /// Everything that servers tell each other.
    fn all(&self) -> [String; 3] {
        ["t.>", "lobby", "program.*"].map(|subject| format!("{}{subject}", self.prefix))
    }

    /// The message for news; `None` if they cannot be told.
    pub(super) fn write(&self, news: &News) -> Option<(String, Vec<u8>)> {
        let Subjects { prefix } = self;
        let token = |id: &Id| is_token(id.as_str()).then(|| id.to_string());
        Some(match news {
            News::Events(written) => {
                let WrittenEvents { table, first, count, events } = written;
                let (first, count) = (*first, *count);
                let payload = EventsPayload { first, count, facts: events.as_deref() };
                let payload = serde_json::to_vec(&payload).ok()?;
                (format!("{prefix}t.{}", token(table)?), payload)
            }
            News::Look(table) => (format!("{prefix}t.{}.look", token(table)?), Vec::new()),
            News::Lobby(table) => (format!("{prefix}lobby"), token(table)?.into_bytes()),
            News::Seated { program, table } => {
                (format!("{prefix}program.{}", token(program)?), token(table)?.into_bytes())
            }
        })
    }

    /// The news in a message; `None` if there are none.
    pub(super) fn read(&self, subject: &str, payload: &[u8]) -> Option<News> {
        if payload.len() > LONGEST_MESSAGE {
            return None;
        }
        let id = |text: &str| is_token(text).then(|| Id::given(text));
        let id_in = |payload| from_utf8(payload).ok().and_then(id);
        let tokens: Vec<&str> = subject.strip_prefix(&self.prefix)?.split('.').collect();
        Some(match tokens[..] {
            ["t", table] => {
                let EventsPayload { first, count, facts } = serde_json::from_slice(payload).ok()?;
                let events = facts.map(ToOwned::to_owned);
                News::Events(WrittenEvents::heard(id(table)?, first, count, events)?)
            }
            ["t", table, "look"] if payload.is_empty() => News::Look(id(table)?),
            ["lobby"] => News::Lobby(id_in(payload)?),
            ["program", program] => News::Seated { program: id(program)?, table: id_in(payload)? },
            _ => return None,
        })
    }
}

/// Says when NATS goes and comes, each time in one line.
struct ConnectionLog {
    nats: String,
    state: Arc<NewsState>,
    said: Mutex<LogState>,
}

#[derive(Default)]
struct LogState {
    /// Was NATS said to be connected, or to be away?
    is_there: Option<bool>,
    /// Why it could not be reached since then.
    reasons: BTreeSet<String>,
    /// When an error was last logged.
    error_at: Option<Instant>,
}

impl ConnectionLog {
    fn new(nats: String, state: Arc<NewsState>) -> ConnectionLog {
        ConnectionLog { nats, state, said: Mutex::default() }
    }

    fn hear(&self, event: &Event) {
        let mut said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        let nats = &self.nats;
        match event {
            Event::Connected => {
                said.reasons.clear();
                match said.is_there.replace(true) {
                    None => tracing::info!(nats, "connected to NATS"),
                    Some(false) => tracing::info!(nats, "connected to NATS again"),
                    Some(true) => {}
                }
                self.state.missed.notify_one();
            }
            Event::Disconnected => {
                if said.is_there.replace(false) == Some(true) {
                    tracing::warn!(nats, "NATS is away: news come a little later until it is back");
                }
                self.state.missed.notify_one();
            }
            // What was not read is gone.
            Event::SlowConsumer(_) => {
                self.state.missed.notify_one();
                said.log_error(|| tracing::warn!(nats, "news come faster than they are read"));
            }
            // Each attempt to connect may fail, for one reason after another.
            Event::ClientError(error) => {
                let is_first = said.reasons.is_empty();
                let is_new = said.reasons.insert(error.to_string());
                // Of a connection that was lost, it was said already.
                if is_new && !(is_first && said.is_there == Some(false)) {
                    tracing::warn!(nats, %error, "NATS cannot be reached: news come a little later");
                }
                said.is_there.get_or_insert(false);
            }
            Event::ServerError(error) => {
                said.log_error(|| tracing::warn!(nats, %error, "NATS reports an error"));
            }
            Event::LameDuckMode | Event::Draining | Event::Closed => {}
        }
    }
}

impl LogState {
    /// Logs an error unless another one was logged a moment ago.
    fn log_error(&mut self, log: impl FnOnce()) {
        if self.error_at.is_none_or(|at| at.elapsed() >= QUIET) {
            self.error_at = Some(Instant::now());
            log();
        }
    }
}
