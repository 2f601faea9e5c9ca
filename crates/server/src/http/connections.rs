//! All open connections: how many there may be, and which of them make room for new ones.
//!
//! Some of them are reserved for players in running games. Among the others, the address with the
//! most connections gives way first. So others can still connect, however many connections somebody
//! opens.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;
use tokio::time::Instant;

use super::limits::Caller;

/// All open connections.
pub struct OpenConnections {
    most: usize,
    open: Mutex<ConnectionsState>,
}

#[derive(Default)]
struct ConnectionsState {
    next: u64,
    by_number: BTreeMap<u64, ConnectionEntry>,
    by_site: HashMap<Caller, Count>,
}

struct ConnectionEntry {
    caller: Caller,
    is_seated: bool,
    used_at: Instant,
    close: oneshot::Sender<()>,
}

#[derive(Default)]
struct Count {
    all: usize,
    seated: usize,
}

/// An open connection, until it is dropped.
pub struct HttpConnection {
    all: Arc<OpenConnections>,
    number: u64,
    phase: AtomicU8,
    requests: AtomicU64,
}

/// What a connection is waiting for.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Phase {
    /// The head of a request.
    Head,
    /// An answer.
    Answer,
    /// Nothing in HTTP: the connection has become a WebSocket.
    Upgraded,
}

/// One in this many connections is reserved for seated players.
const SEATED: usize = 5;

/// One address may have one in this many of all connections reserved that way.
const SHARE: usize = 20;

impl OpenConnections {
    /// Creates the set, for at most this many connections.
    pub fn new(most: usize) -> OpenConnections {
        OpenConnections { most, open: Mutex::default() }
    }

    /// Admits a new connection and returns the signal that tells it to make room for another;
    /// `None` if there is no room for it.
    pub fn admit(
        self: &Arc<OpenConnections>,
        caller: Caller,
    ) -> Option<(HttpConnection, oneshot::Receiver<()>)> {
        let mut open = self.open();
        if !open.make_room(caller, self.most) {
            return None;
        }
        let (close, close_requested) = oneshot::channel();
        let number = open.next;
        open.next += 1;
        open.by_site.entry(caller.site()).or_default().all += 1;
        open.by_number.insert(
            number,
            ConnectionEntry { caller, is_seated: false, used_at: Instant::now(), close },
        );
        let phase = AtomicU8::new(Phase::Head as u8);
        Some((
            HttpConnection { all: Arc::clone(self), number, phase, requests: AtomicU64::new(0) },
            close_requested,
        ))
    }

    /// Closes one connection, as if a new one needed its place.
    pub fn evict_one(&self) {
        let mut open = self.open();
        let most = open.by_number.len();
        open.make_room(Caller::of(IpAddr::V4(std::net::Ipv4Addr::UNSPECIFIED)), most);
    }

    /// The number of connections.
    #[cfg(test)]
    fn count(&self) -> usize {
        self.open().by_number.len()
    }

    fn open(&self) -> MutexGuard<'_, ConnectionsState> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ConnectionsState {
    /// Makes room for one more connection, by closing another if necessary; returns false if there
    /// is no room.
    fn make_room(&mut self, newcomer: Caller, most: usize) -> bool {
        let most_unseated = most - most / SEATED;
        if self.by_number.len() < most_unseated {
            return true;
        }
        let share = (most / SHARE).max(1);
        let (mut unseated, mut first) = (0, None);
        for (number, entry) in &self.by_number {
            let site = &self.by_site[&entry.caller.site()];
            // An address with too many seated connections has no preference over others.
            let is_kept = entry.is_seated && site.seated <= share;
            unseated += usize::from(!is_kept);
            let rank = (!is_kept, site.all, Reverse(entry.used_at));
            first = first.max(Some((rank, *number)));
        }
        if self.by_number.len() < most && unseated < most_unseated {
            return true;
        }
        let newcomers = self.by_site.get(&newcomer.site()).map_or(0, |site| site.all);
        match first {
            Some(((gives_way, others, _), number)) if gives_way || others > newcomers + 1 => {
                self.remove(number).is_some_and(|entry| entry.close.send(()).is_ok())
            }
            _ => false,
        }
    }

    fn remove(&mut self, number: u64) -> Option<ConnectionEntry> {
        let entry = self.by_number.remove(&number)?;
        self.uncount(entry.caller, entry.is_seated);
        Some(entry)
    }

    fn uncount(&mut self, caller: Caller, is_seated: bool) {
        let site = caller.site();
        if let Some(count) = self.by_site.get_mut(&site) {
            count.all -= 1;
            count.seated -= usize::from(is_seated);
            if count.all == 0 {
                self.by_site.remove(&site);
            }
        }
    }
}

impl HttpConnection {
    /// Records that this caller uses the connection. Behind a proxy, the caller is known only now.
    pub fn mark_used_by(&self, caller: Caller) {
        let mut open = self.all.open();
        let Some(entry) = open.by_number.get_mut(&self.number) else { return };
        entry.used_at = Instant::now();
        let (before, is_seated) = (std::mem::replace(&mut entry.caller, caller), entry.is_seated);
        if before.site() != caller.site() {
            open.uncount(before, is_seated);
            let count = open.by_site.entry(caller.site()).or_default();
            count.all += 1;
            count.seated += usize::from(is_seated);
        }
    }

    /// Records that its player has a seat in a running game.
    pub fn mark_seated(&self) {
        let mut open = self.all.open();
        let Some(entry) = open.by_number.get_mut(&self.number).filter(|entry| !entry.is_seated)
        else {
            return;
        };
        entry.is_seated = true;
        let site = entry.caller.site();
        open.by_site.entry(site).or_default().seated += 1;
    }

    /// The caller who uses the connection.
    pub fn caller(&self) -> Option<Caller> {
        self.all.open().by_number.get(&self.number).map(|entry| entry.caller)
    }

    /// What the connection is waiting for.
    pub fn phase(&self) -> Phase {
        match self.phase.load(Ordering::Relaxed) {
            0 => Phase::Head,
            1 => Phase::Answer,
            _ => Phase::Upgraded,
        }
    }

    /// The number of requests that have come over the connection.
    pub fn requests(&self) -> u64 {
        self.requests.load(Ordering::Relaxed)
    }

    /// Records what the connection is waiting for from now on.
    pub fn set_phase(&self, phase: Phase) {
        if phase == Phase::Answer {
            self.requests.fetch_add(1, Ordering::Relaxed);
        }
        self.phase.store(phase as u8, Ordering::Relaxed);
    }
}

impl Drop for HttpConnection {
    fn drop(&mut self) {
        self.all.open().remove(self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type HeldConnection = (HttpConnection, oneshot::Receiver<()>);

    fn caller(text: &str) -> Caller {
        Caller::of(text.parse().expect("an address"))
    }

    fn open(all: &Arc<OpenConnections>, from: &str, count: usize) -> Vec<HeldConnection> {
        (0..count).filter_map(|_| all.admit(caller(from))).collect()
    }

    /// The number of connections that were not closed.
    fn held(connections: &[HeldConnection]) -> usize {
        connections.iter().filter(|(connection, _)| connection.caller().is_some()).count()
    }

    #[test]
    fn the_address_with_most_connections_gives_way() {
        let all = Arc::new(OpenConnections::new(20));
        let few = open(&all, "192.0.2.1", 2);
        let seated = open(&all, "192.0.2.7", 1);
        seated[0].0.mark_seated();
        let many = open(&all, "192.0.2.9", 1000);
        assert_eq!((many.len(), held(&many)), (1000, 14));
        assert_eq!(held(&many[1000 - 14..]), 14, "the oldest go first");
        let others = open(&all, "192.0.2.2", 2);
        assert_eq!((others.len(), held(&others), held(&few), held(&seated)), (2, 2, 2, 1));
        assert_eq!(all.count(), 17);
        drop((few, seated, many, others));
        assert_eq!((all.count(), all.open().by_site.len()), (0, 0));
    }

    #[test]
    fn an_ipv6_network_counts_as_one_address() {
        let all = Arc::new(OpenConnections::new(20));
        let few = open(&all, "192.0.2.1", 2);
        let many: Vec<_> =
            (0..100).flat_map(|home| open(&all, &format!("2001:db8:1:{home:x}::1"), 1)).collect();
        assert_eq!((held(&few), held(&many)), (2, 14));
    }

    #[test]
    fn many_seated_connections_keep_nobody_out() {
        let all = Arc::new(OpenConnections::new(40));
        let many = open(&all, "192.0.2.9", 32);
        many.iter().for_each(|(connection, _)| connection.mark_seated());
        let mut few = Vec::new();
        for home in 10..30 {
            few.extend(open(&all, &format!("192.0.2.{home}"), 1));
            few.iter().for_each(|(connection, _)| connection.mark_seated());
        }
        assert_eq!((few.len(), held(&few)), (20, 20));
        assert_eq!(held(&many), 20);
        // Each of the other callers has one connection, and keeps it.
        let more: Vec<_> =
            (30..60).flat_map(|home| open(&all, &format!("192.0.2.{home}"), 1)).collect();
        assert_eq!(held(&few), 20);
        assert!(more.len() >= 20, "{}", more.len());
    }

    #[test]
    fn behind_a_proxy_the_caller_is_known_later() {
        let all = Arc::new(OpenConnections::new(20));
        let proxied = open(&all, "127.0.0.1", 10);
        for (number, (connection, _)) in proxied.iter().enumerate() {
            connection.mark_used_by(caller(&format!("192.0.2.{number}")));
            assert_eq!(connection.caller(), Some(caller(&format!("192.0.2.{number}"))));
        }
        let many = open(&all, "127.0.0.1", 100);
        assert_eq!((held(&proxied), held(&many)), (10, 6));
        drop((proxied, many));
        assert_eq!((all.count(), all.open().by_site.len()), (0, 0));
    }
}
