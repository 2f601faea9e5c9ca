//! A table in memory, with its subscribers.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use ludoteca_core::Language;
use tokio::sync::{Mutex, mpsc, watch};
use tokio::task::AbortHandle;
use tokio::time::Instant;

use crate::commands::TimeControl;
use crate::events::Occupant;
use crate::hosted_table::{HostedTable, TableStage};
use crate::ids::Id;
use crate::store::{PresenceRow, RemotePresence};
use crate::view::snapshot::{KnownCounts, Snapshot, TableContext, ViewForm};

/// A table in memory.
pub struct TableHandle {
    /// The id of the table.
    pub id: Id,
    /// The whole state of the table. It stays locked while events are being written, so that nobody
    /// sees an event that might not be stored.
    pub state: Mutex<TableState>,
    /// Signals that the game has gone on, or that the table was closed.
    pub changed: watch::Sender<()>,
}

/// The state of a table in memory.
#[derive(Default)]
pub struct TableState {
    /// The table; `None` until it is read from the file, and again after a failed write.
    pub table: Option<HostedTable>,
    /// The connections that watch the table.
    pub subscribers: Vec<Subscriber>,
    /// The time since which each absent player has been away, as this server knows it.
    pub away: BTreeMap<Id, u64>,
    /// Who is connected over other servers.
    pub elsewhere: RemotePresence,
    /// How many connections of each player, and of all without a seat, the other servers know of.
    pub announced: BTreeMap<Option<Id>, usize>,
    /// Does a task play for engines, random players and dice?
    pub house_is_playing: bool,
    /// Do the other servers leave it to this one to play for the house?
    pub is_driving: bool,
    /// The number of events that subscribers and tasks of this server were told of; `None` until
    /// the table was read for the first time.
    pub told: Option<u64>,
    /// Have those who look on here been told of the analysis of the game, or may they ask for it?
    pub has_analysis: bool,
    /// Ends the game when the clock runs out.
    pub timer: Option<AbortHandle>,
    /// When somebody last asked for the table.
    pub used_at: u64,
    /// Does the file say that the server has something to do at this table? `None` if that is not
    /// known.
    pub is_due: Option<bool>,
    /// The time until which engines play here although nobody is connected, because somebody was
    /// here recently.
    pub attended_until: Option<Instant>,
}

/// A subscriber: somebody who watches a table.
#[derive(Clone)]
pub struct Subscriber {
    /// The connection to the subscriber.
    pub connection: Connection,
    /// The player, if the connection has identified itself.
    pub player: Option<Id>,
    /// The form in which the subscriber wants to see the table.
    pub form: ViewForm,
    /// The language that the subscriber reads.
    pub language: Language,
}

/// The sending end of a connection.
#[derive(Clone)]
pub struct Connection {
    number: u64,
    /// `None` for a connection that only shows that its player is present.
    updates: Option<mpsc::Sender<Update>>,
    broken: Arc<AtomicBool>,
    /// The player of the connection, once it has identified itself.
    player: Arc<OnceLock<Id>>,
}

/// An update that is sent over a connection.
#[derive(Clone)]
pub enum Update {
    /// A table has changed.
    Table(Arc<Snapshot>, ViewForm),
    /// A table in the lobby has changed.
    Lobby(Arc<Snapshot>),
    /// The findings of engines about a game, as JSON in the language of the reader.
    Analysis(Id, Arc<str>),
    /// The server shuts down.
    Shutdown,
    /// The player of the connection was erased.
    Erased,
}

impl Connection {
    /// Creates a connection and its receiving end. The connection breaks if the queue overflows.
    pub fn new(number: u64, length: usize) -> (Connection, mpsc::Receiver<Update>) {
        let (sender, receiver) = mpsc::channel(length);
        (
            Connection {
                number,
                updates: Some(sender),
                broken: Arc::default(),
                player: Arc::default(),
            },
            receiver,
        )
    }

    /// A connection that carries no updates: for a program, which reads the table itself.
    pub fn silent(number: u64) -> Connection {
        Connection { number, updates: None, broken: Arc::default(), player: Arc::default() }
    }

    /// Sends an update without waiting. If the receiver does not keep up, nothing more is sent,
    /// because there would be a gap.
    pub fn send(&self, update: Update) {
        let Some(updates) = &self.updates else { return };
        if self.is_broken() || updates.try_send(update).is_err() {
            self.broken.store(true, Ordering::Relaxed);
        }
    }

    /// Was an update lost because the receiver did not keep up?
    pub fn is_broken(&self) -> bool {
        self.broken.load(Ordering::Relaxed)
    }

    /// Records whose connection it is.
    pub fn set_player(&self, player: &Id) {
        // A connection identifies itself only once.
        let _ = self.player.set(player.clone());
    }

    /// The player of the connection, once it has identified itself.
    pub fn player(&self) -> Option<&Id> {
        self.player.get()
    }

    /// Are these the same connection?
    pub fn is_same(&self, other: &Connection) -> bool {
        self.number == other.number
    }
}

impl TableHandle {
    /// A handle whose table has not been read yet.
    pub fn new(id: Id) -> TableHandle {
        TableHandle { id, state: Mutex::default(), changed: watch::Sender::new(()) }
    }
}

impl TableState {
    /// The table, which must have been read.
    pub fn table(&self) -> &HostedTable {
        self.table.as_ref().expect("the table has been read")
    }

    /// The table for changes; it must have been read.
    pub fn table_mut(&mut self) -> &mut HostedTable {
        self.table.as_mut().expect("the table has been read")
    }

    /// Is this player connected, over any server?
    pub fn is_here(&self, player: &Id) -> bool {
        self.elsewhere.here.contains(player)
            || self.subscribers.iter().any(|subscriber| subscriber.player.as_ref() == Some(player))
    }

    /// Has this player perhaps been cut off, because the only server that they are connected to is
    /// silent?
    pub fn is_perhaps_cut_off(&self, player: &Id) -> bool {
        let is_here = |subscriber: &Subscriber| subscriber.player.as_ref() == Some(player);
        self.elsewhere.uncertain.contains(player) && !self.subscribers.iter().any(is_here)
    }

    /// Does anybody look on, over any server?
    pub fn is_watched(&self) -> bool {
        !self.subscribers.is_empty()
            || !self.elsewhere.here.is_empty()
            || self.elsewhere.watchers > 0
    }

    /// Since when this player has been away; `None` if they were never here.
    fn away_since(&self, player: &Id) -> Option<u64> {
        let here = self.away.get(player).copied();
        let known = here.max(self.elsewhere.left.get(player).copied());
        known.map(|since| since.max(self.elsewhere.known_since))
    }

    /// Takes over who is connected over other servers; returns whether that has changed.
    pub fn notice(&mut self, elsewhere: RemotePresence) -> bool {
        let known_since = elsewhere.known_since;
        let before = std::mem::replace(&mut self.elsewhere, elsewhere);
        self.elsewhere != RemotePresence { known_since, ..before }
    }

    /// How many connections each player with a seat has here, and all others together.
    fn connections(&self) -> BTreeMap<Option<Id>, usize> {
        let has_seat = |player: &&Id| match &self.table {
            Some(table) => !table.seats_of(player).is_empty(),
            None => self.announced.contains_key(&Some((*player).clone())),
        };
        let mut connections = BTreeMap::new();
        for subscriber in &self.subscribers {
            let player = subscriber.player.as_ref().filter(has_seat).cloned();
            *connections.entry(player).or_default() += 1;
        }
        connections
    }

    /// What other servers do not know yet of the connections here, and what they know then.
    pub fn unannounced(
        &self,
        table: &Id,
        at: u64,
    ) -> (Vec<PresenceRow>, BTreeMap<Option<Id>, usize>) {
        let connections = self.connections();
        let players: BTreeSet<_> = connections.keys().chain(self.announced.keys()).collect();
        let mut rows = Vec::new();
        for player in players {
            let count = connections.get(player).copied().unwrap_or_default();
            if count != self.announced.get(player).copied().unwrap_or_default() {
                let (table, player) = (table.clone(), player.clone());
                rows.push(PresenceRow { table, player, connections: count, at });
            }
        }
        (rows, connections)
    }

    /// Does somebody here wait for the analysis of the game, which may be made at any server?
    pub fn awaits_analysis(&self) -> bool {
        let is_over = self.table.as_ref().is_some_and(|it| it.stage() == TableStage::Over);
        is_over && !self.has_analysis && !self.subscribers.is_empty()
    }

    /// Is somebody here for whom engines play? Connected players and spectators count, and so does
    /// anybody who was here a moment ago.
    pub fn is_attended(&self) -> bool {
        !self.subscribers.is_empty()
            || self.attended_until.is_some_and(|until| Instant::now() < until)
    }

    /// Records that somebody is here. It counts for this long.
    pub fn attend(&mut self, grace: Duration) {
        self.attended_until = self.attended_until.max(Some(Instant::now() + grace));
    }

    /// The time from which a game without a clock can be claimed: when the player to move has been
    /// away for `after` milliseconds.
    pub fn claim_at(&self, after: u64) -> Option<u64> {
        let hosted = self.table();
        let (_, person, since) = hosted
            .person_to_move()
            .filter(|_| hosted.clocks().time_control() == TimeControl::None)?;
        if self.is_here(&person.player) {
            return None;
        }
        // A player who was never here counts as away since their turn began.
        let away = self.away_since(&person.player).unwrap_or(self.elsewhere.known_since);
        Some(since.max(away) + after)
    }

    /// A snapshot of the table for readers who know this much.
    pub fn snapshot(
        &self,
        known: Option<KnownCounts>,
        now: u64,
        claim_after: u64,
        language: Language,
    ) -> Snapshot {
        Snapshot::new(self.table(), known, &self.context(now, claim_after), language)
    }

    /// The context of the table at this moment.
    pub fn context(&self, now: u64, claim_after: u64) -> TableContext {
        let hosted = self.table();
        let persons = hosted.occupants().iter().filter_map(Occupant::person);
        let away = persons.filter(|person| !self.is_here(&person.player)).map(|person| {
            let since = self.away_since(&person.player).unwrap_or(hosted.times().0);
            (person.player.clone(), since)
        });
        TableContext {
            now,
            away: away.collect(),
            watchers: self.elsewhere.watchers
                + self.connections().get(&None).copied().unwrap_or_default(),
            claim_at: self.claim_at(claim_after),
        }
    }

    /// Sends a snapshot to all subscribers. It is made once for each language that they read. The
    /// connection of a subscriber who does not keep up ends, and the subscriber counts as away from
    /// then on.
    pub fn publish(&self, known: KnownCounts, now: u64, claim_after: u64) {
        let mut snapshots = BTreeMap::new();
        for subscriber in &self.subscribers {
            let language = subscriber.language;
            let snapshot = snapshots.entry(language).or_insert_with(|| {
                Arc::new(self.snapshot(Some(known), now, claim_after, language))
            });
            subscriber.connection.send(Update::Table(Arc::clone(snapshot), subscriber.form));
        }
    }

    /// The part of the table that all subscribers know.
    pub fn known(&self) -> KnownCounts {
        KnownCounts::all(self.table())
    }

    /// The person for whom engines think here: the first person in a seat, or the maker.
    pub fn requester(&self) -> Option<&Id> {
        let hosted = self.table();
        let person =
            hosted.occupants().iter().find_map(Occupant::person).map(|person| &person.player);
        person.or(hosted.opened().maker.as_ref())
    }
}
