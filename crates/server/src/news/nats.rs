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
use std::str::from_utf8;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use async_nats::connection::State;
use async_nats::{Client, ConnectOptions, Event, HeaderMap, Message, Subscriber};
use futures_util::StreamExt;
use ludoteca_fleet::nats::is_token;
pub use ludoteca_fleet::nats::{ClusterName, NatsUrl};
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

/// Time limit for handing over a message.
const LIMIT: Duration = Duration::from_secs(2);

/// Errors are logged once in this time.
const QUIET: Duration = Duration::from_secs(60);

/// The longest message that is read.
const LONGEST_MESSAGE: usize = 256 * 1024;

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
        let client = match self.url.open(self.options()).await {
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
        self.url
            .lasting()
            .no_echo()
            .client_capacity(BUFFERED)
            .subscription_capacity(UNREAD)
            .event_callback(move |event| {
                log.hear(&event);
                async {}
            })
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
