//! News: what a server has written, told at once to the other servers that use the same database.
//!
//! News only save time. The database is the truth, and servers also look there by themselves: news
//! that are lost, late, repeated or out of order cost a query, and nothing else. Publishing never
//! waits, and a server runs as well without NATS, or while NATS is away.
//!
//! - Each write at a table is told with its events and the number of the first one. A server
//!   applies them only if that is the next number of its own copy, so it needs no query; otherwise
//!   it asks the database, or knows them already.
//! - Secrets are never told: seeds, invite codes and contributions to dice. Of a write that has
//!   any, only the numbers are told.
//! - What is no news of ours is ignored and counted. Events that cannot have happened are refused
//!   by the table, which is then read from the database.
//!
//! Nothing proves who has sent a message. Somebody who can publish to NATS can show false moves at
//! tables until they are read from the database again, and could mislead a server about the state
//! in which it decides. So only servers may have the password of NATS.

#[cfg(feature = "cluster")]
mod nats;
#[cfg(test)]
mod tests;

use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::value::{RawValue, to_raw_value};
use tokio::sync::Notify;

use crate::events::StoredEvent;
use crate::ids::Id;
use crate::settings::ServerSettings;
#[cfg(feature = "cluster")]
use crate::trace;
use crate::trace::TraceContext;
#[cfg(feature = "cluster")]
use nats::NatsConnection;

#[cfg(feature = "cluster")]
pub use nats::{ClusterName, NatsUrl, NewsFeed};

/// What one server tells the others.
#[derive(Clone, Debug)]
pub enum News {
    /// Events were written at a table.
    Events(WrittenEvents),
    /// Somebody came to a table or left it.
    Look(Id),
    /// A table in the lobby has changed.
    Lobby(Id),
    /// A program has a seat at a table whose game begins.
    Seated {
        /// The program.
        program: Id,
        /// The table.
        table: Id,
    },
}

/// News from another server.
#[derive(Clone, Debug)]
pub struct HeardNews {
    /// The news.
    pub news: News,
    /// The trace of the request that caused them.
    pub trace: Option<TraceContext>,
}

/// The events of one write at a table.
#[derive(Clone, Debug)]
pub struct WrittenEvents {
    /// The table.
    pub table: Id,
    /// The number of the first event, from 0.
    pub first: u64,
    /// The number of events.
    pub count: u64,
    /// The events as JSON; `None` if they are not told.
    events: Option<Box<RawValue>>,
}

/// Events that take more bytes than this are not told.
const MOST_BYTES: usize = 32 * 1024;

/// One write has no more events than this.
const MOST_EVENTS: u64 = 100_000;

impl WrittenEvents {
    /// The events of a write, of which the first has this number.
    pub fn new(table: &Id, first: u64, events: &[StoredEvent]) -> WrittenEvents {
        let is_public = !events.iter().any(|stored_event| stored_event.event.has_secret());
        let text = is_public.then(|| to_raw_value(events).ok()).flatten();
        let text = text.filter(|text| text.get().len() <= MOST_BYTES);
        WrittenEvents { table: table.clone(), first, count: events.len() as u64, events: text }
    }

    /// The numbers of events that are not told themselves.
    pub fn unsaid(table: &Id, first: u64, count: u64) -> WrittenEvents {
        WrittenEvents { table: table.clone(), first, count, events: None }
    }

    /// Events as another server tells them; `None` if there are no such numbers.
    fn heard(
        table: Id,
        first: u64,
        count: u64,
        events: Option<Box<RawValue>>,
    ) -> Option<WrittenEvents> {
        let is_possible = (1..=MOST_EVENTS).contains(&count) && first <= i64::MAX as u64;
        is_possible.then_some(WrittenEvents { table, first, count, events })
    }

    /// The number of events that the table has with these.
    pub fn end(&self) -> u64 {
        self.first + self.count
    }

    /// Are the events told?
    pub fn has_events(&self) -> bool {
        self.events.is_some()
    }

    /// Reads the events; `None` if they are not told, or are not what they should be.
    pub fn read(&self) -> Option<Vec<StoredEvent>> {
        let text = self.events.as_ref()?;
        let events: Vec<StoredEvent> = serde_json::from_str(text.get()).ok()?;
        (events.len() as u64 == self.count).then_some(events)
    }
}

/// Where a server publishes news, if anywhere. Clones are the same bus.
#[derive(Clone, Default)]
pub struct NewsBus {
    state: Arc<NewsState>,
    #[cfg(feature = "cluster")]
    nats: Option<Arc<NatsConnection>>,
}

#[derive(Default)]
struct NewsState {
    counters: NewsCounters,
    /// Signals that news may have been missed, or that NATS has gone or come.
    missed: Notify,
}

/// The numbers of news since the server started.
#[derive(Default)]
pub struct NewsCounters {
    /// News that were sent.
    pub sent: AtomicU64,
    /// News that could not be sent.
    pub lost: AtomicU64,
    /// News of other servers.
    pub received: AtomicU64,
    /// Messages that are no news.
    pub bad: AtomicU64,
}

impl NewsCounters {
    /// Counts one more.
    fn count(counter: &AtomicU64) {
        counter.fetch_add(1, Ordering::Relaxed);
    }
}

impl NewsBus {
    /// The bus of a server with these settings. Nothing is connected before the bus is started.
    pub fn new(settings: &ServerSettings) -> NewsBus {
        let state = Arc::<NewsState>::default();
        #[cfg(feature = "cluster")]
        let nats =
            settings.nats.clone().filter(|_| settings.database.is_some()).map(|url| {
                Arc::new(NatsConnection::new(url, &settings.cluster, Arc::clone(&state)))
            });
        #[cfg(not(feature = "cluster"))]
        let _ = settings;
        NewsBus {
            state,
            #[cfg(feature = "cluster")]
            nats,
        }
    }

    /// Starts to connect, and returns the news of other servers. NATS may be away at this time.
    #[cfg(feature = "cluster")]
    pub async fn start(&self) -> Vec<NewsFeed> {
        match &self.nats {
            Some(nats) => nats.start().await,
            None => Vec::new(),
        }
    }

    /// Does the server publish news at all?
    pub fn is_on(&self) -> bool {
        self.is_connected().is_some()
    }

    /// Is NATS connected? `None` without NATS. A connection that falls silent counts as connected
    /// for some seconds.
    pub fn is_connected(&self) -> Option<bool> {
        #[cfg(feature = "cluster")]
        return self.nats.as_ref().map(|nats| nats.is_connected());
        #[cfg(not(feature = "cluster"))]
        None
    }

    /// Publishes news. This never waits: news that cannot be sent at once are lost.
    pub fn publish(&self, news: News) {
        #[cfg(feature = "cluster")]
        if let Some(nats) = &self.nats {
            nats.publish(&news, trace::current());
        }
        #[cfg(not(feature = "cluster"))]
        drop(news);
    }

    /// Waits until news may have been missed, or NATS has gone or come. Only one task may wait.
    pub async fn missed(&self) {
        self.state.missed.notified().await;
    }

    /// Records a message whose events are not what they should be.
    pub fn count_bad(&self) {
        NewsCounters::count(&self.state.counters.bad);
    }

    /// The numbers of news in the text format of Prometheus; empty without NATS.
    pub fn metrics(&self) -> String {
        let NewsCounters { sent, lost, received, bad } = &self.state.counters;
        let mut text = String::new();
        let counters = [
            ("sent", "News sent to other servers since the start.", sent),
            ("lost", "News that could not be sent since the start.", lost),
            ("received", "News received from other servers since the start.", received),
            ("bad", "Messages that were no news since the start.", bad),
        ];
        for (name, about, counter) in counters.into_iter().filter(|_| self.is_on()) {
            let (name, count) =
                (format!("ludoteca_news_{name}_total"), counter.load(Ordering::Relaxed));
            let _ = writeln!(text, "# HELP {name} {about}\n# TYPE {name} counter\n{name} {count}");
        }
        text
    }
}
