//! A table in memory, with those who look at it.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use tokio::sync::{Mutex, mpsc, watch};
use tokio::task::AbortHandle;
use tokio::time::Instant;

use crate::commands::TimeControl;
use crate::events::Occupant;
use crate::hosted_table::HostedTable;
use crate::ids::Id;
use crate::view::snapshot::{KnownCounts, Snapshot, TableContext, ViewForm};

/// A table in memory.
pub struct TableHandle {
    /// What it is called.
    pub id: Id,
    /// Everything about it. Held while something is written down, so that nobody sees what might
    /// not be kept.
    pub state: Mutex<TableState>,
    /// The game has gone on, or never will.
    pub changed: watch::Sender<()>,
}

/// The state of a table in memory.
#[derive(Default)]
pub struct TableState {
    /// The table; `None` until it is read from the file, and again where something could not be
    /// written.
    pub table: Option<HostedTable>,
    /// Who looks at it.
    pub subscribers: Vec<Subscriber>,
    /// Since when players are away.
    pub away: BTreeMap<Id, u64>,
    /// Is somebody seeing to engines, random players and dice?
    pub house_is_playing: bool,
    /// Ends the game when the clock runs out.
    pub timer: Option<AbortHandle>,
    /// When somebody last asked for it.
    pub used_at: u64,
    /// Does the file say that the server has something to see to here? `None` where that is not
    /// known.
    pub is_due: Option<bool>,
    /// Until when engines play here although nobody is connected: somebody was here lately.
    pub attended_until: Option<Instant>,
}

/// Somebody who looks at a table.
#[derive(Clone)]
pub struct Subscriber {
    /// Over which connection.
    pub connection: Connection,
    /// Who.
    pub player: Option<Id>,
    /// What they want to see.
    pub form: ViewForm,
}

/// The way to somebody who is connected.
#[derive(Clone)]
pub struct Connection {
    number: u64,
    /// `None` for who is only seen to be there.
    updates: Option<mpsc::Sender<Update>>,
    broken: Arc<AtomicBool>,
    /// Whose it is, once they have said so.
    player: Arc<OnceLock<Id>>,
}

/// Something that is told over a connection.
#[derive(Clone)]
pub enum Update {
    /// A table has changed.
    Table(Arc<Snapshot>, ViewForm),
    /// A table in the lobby has.
    Lobby(Arc<Snapshot>),
    /// What engines found about a game.
    Analysis(Id, Arc<str>),
    /// The server stops.
    Shutdown,
    /// Nobody knows any more whose connection it is.
    Erased,
}

impl Connection {
    /// A new one, and its other end. What is not taken in time breaks it.
    pub fn new(number: u64, length: usize) -> (Connection, mpsc::Receiver<Update>) {
        let (update, heard) = mpsc::channel(length);
        (
            Connection {
                number,
                updates: Some(update),
                broken: Arc::default(),
                player: Arc::default(),
            },
            heard,
        )
    }

    /// One over which nothing is told: for a program, which looks for itself.
    pub fn silent(number: u64) -> Connection {
        Connection { number, updates: None, broken: Arc::default(), player: Arc::default() }
    }

    /// Tells something, without waiting. Who does not listen is told nothing more: there would be a
    /// gap.
    pub fn send(&self, update: Update) {
        let Some(line) = &self.updates else { return };
        if self.is_broken() || line.try_send(update).is_err() {
            self.broken.store(true, Ordering::Relaxed);
        }
    }

    /// Was something not taken in time?
    pub fn is_broken(&self) -> bool {
        self.broken.load(Ordering::Relaxed)
    }

    /// Whose it is.
    pub fn set_player(&self, player: &Id) {
        // They say so once.
        let _ = self.player.set(player.clone());
    }

    /// Is it this player's?
    pub fn belongs_to(&self, player: &Id) -> bool {
        self.player.get() == Some(player)
    }

    /// Are these the same connection?
    pub fn is_same(&self, other: &Connection) -> bool {
        self.number == other.number
    }
}

impl TableHandle {
    /// One whose table has not been read.
    pub fn new(id: Id) -> TableHandle {
        TableHandle { id, state: Mutex::default(), changed: watch::Sender::new(()) }
    }
}

impl TableState {
    /// The table, which has been read.
    pub fn table(&self) -> &HostedTable {
        self.table.as_ref().expect("a room is entered only with its table")
    }

    /// The table, to be changed.
    pub fn table_mut(&mut self) -> &mut HostedTable {
        self.table.as_mut().expect("a room is entered only with its table")
    }

    /// Is this player connected here?
    pub fn is_here(&self, player: &Id) -> bool {
        self.subscribers.iter().any(|subscriber| subscriber.player.as_ref() == Some(player))
    }

    /// Is somebody here for whom engines play? Players and spectators who are connected count, and
    /// whoever was here a moment ago.
    pub fn is_attended(&self) -> bool {
        !self.subscribers.is_empty()
            || self.attended_until.is_some_and(|until| Instant::now() < until)
    }

    /// Somebody is here, and counts for this long.
    pub fn attend(&mut self, grace: Duration) {
        self.attended_until = self.attended_until.max(Some(Instant::now() + grace));
    }

    /// From when on the game can be claimed, where there is no clock: once who is to move has been
    /// away for so long.
    pub fn claim_at(&self, after: u64) -> Option<u64> {
        let hosted = self.table();
        let (_, person, since) = hosted
            .person_to_move()
            .filter(|_| hosted.clocks().time_control() == TimeControl::None)?;
        if self.is_here(&person.player) {
            return None;
        }
        // Who never was here is away since their turn came.
        let away = self.away.get(&person.player).copied().unwrap_or(0);
        Some(since.max(away) + after)
    }

    /// All that is seen, for readers who know so much.
    pub fn snapshot(&self, known: Option<KnownCounts>, now: u64, claim_after: u64) -> Snapshot {
        Snapshot::new(self.table(), known, &self.context(now, claim_after))
    }

    /// What is around the table at this moment.
    pub fn context(&self, now: u64, claim_after: u64) -> TableContext {
        let hosted = self.table();
        let persons = hosted.occupants().iter().filter_map(Occupant::person);
        let away = persons.filter(|person| !self.is_here(&person.player)).map(|person| {
            let since = self.away.get(&person.player).copied().unwrap_or(hosted.times().0);
            (person.player.clone(), since)
        });
        let has_seat = |subscriber: &Subscriber| {
            subscriber.player.as_ref().is_some_and(|it| !hosted.seats_of(it).is_empty())
        };
        TableContext {
            now,
            away: away.collect(),
            watchers: self.subscribers.iter().filter(|subscriber| !has_seat(subscriber)).count(),
            claim_at: self.claim_at(claim_after),
        }
    }

    /// Tells all who look at it. Who does not listen any more leaves by themselves, and is away
    /// from then on.
    pub fn publish(&self, snapshot: &Arc<Snapshot>) {
        for subscriber in &self.subscribers {
            subscriber.connection.send(Update::Table(Arc::clone(snapshot), subscriber.form));
        }
    }

    /// How much all who look at it know.
    pub fn known(&self) -> KnownCounts {
        KnownCounts::all(self.table())
    }

    /// For whom engines think here: the first person at the table, or who made it.
    pub fn requester(&self) -> Option<&Id> {
        let hosted = self.table();
        let person =
            hosted.occupants().iter().find_map(Occupant::person).map(|person| &person.player);
        person.or(hosted.opened().maker.as_ref())
    }
}
