//! A table in memory, with those who look at it.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use tokio::sync::{Mutex, mpsc, watch};
use tokio::task::AbortHandle;
use tokio::time::Instant;

use crate::deed::Pace;
use crate::fact::Occupant;
use crate::ids::Id;
use crate::sitting::Sitting;
use crate::view::snapshot::{Around, Form, Known, Snapshot};

/// A table in memory.
pub struct Room {
    /// What it is called.
    pub id: Id,
    /// Everything about it. Held while something is written down, so that nobody sees what might not be kept.
    pub inside: Mutex<Inside>,
    /// The game has gone on, or never will.
    pub changed: watch::Sender<()>,
}

/// What is in a room.
#[derive(Default)]
pub struct Inside {
    /// The table; `None` until it is read from the file, and again where something could not be written.
    pub sitting: Option<Sitting>,
    /// Who looks at it.
    pub lookers: Vec<Looker>,
    /// Since when players are away.
    pub away: BTreeMap<Id, u64>,
    /// Is somebody seeing to engines, random players and dice?
    pub driven: bool,
    /// Ends the game when the clock runs out.
    pub timer: Option<AbortHandle>,
    /// When somebody last asked for it.
    pub used_at: u64,
    /// Does the file say that the server has something to see to here? `None` where that is not known.
    pub is_due: Option<bool>,
    /// Until when engines play here although nobody is connected: somebody was here lately.
    pub attended_until: Option<Instant>,
}

/// Somebody who looks at a table.
#[derive(Clone)]
pub struct Looker {
    /// Over which connection.
    pub line: Line,
    /// Who.
    pub player: Option<Id>,
    /// What they want to see.
    pub form: Form,
}

/// The way to somebody who is connected.
#[derive(Clone)]
pub struct Line {
    number: u64,
    /// `None` for who is only seen to be there.
    news: Option<mpsc::Sender<News>>,
    broken: Arc<AtomicBool>,
    /// Whose it is, once they have said so.
    player: Arc<OnceLock<Id>>,
}

/// Something that is told over a connection.
#[derive(Clone)]
pub enum News {
    /// A table has changed.
    Table(Arc<Snapshot>, Form),
    /// A table in the lobby has.
    Lobby(Arc<Snapshot>),
    /// What engines found about a game.
    Analysis(Id, Arc<str>),
    /// The server stops.
    Bye,
    /// Nobody knows any more whose connection it is.
    Forgotten,
}

impl Line {
    /// A new one, and its other end. What is not taken in time breaks it.
    pub fn new(number: u64, length: usize) -> (Line, mpsc::Receiver<News>) {
        let (news, heard) = mpsc::channel(length);
        (Line { number, news: Some(news), broken: Arc::default(), player: Arc::default() }, heard)
    }

    /// One over which nothing is told: for a program, which looks for itself.
    pub fn silent(number: u64) -> Line {
        Line { number, news: None, broken: Arc::default(), player: Arc::default() }
    }

    /// Tells something, without waiting. Who does not listen is told nothing more: there would be a gap.
    pub fn tell(&self, news: News) {
        let Some(line) = &self.news else { return };
        if self.is_broken() || line.try_send(news).is_err() {
            self.broken.store(true, Ordering::Relaxed);
        }
    }

    /// Was something not taken in time?
    pub fn is_broken(&self) -> bool {
        self.broken.load(Ordering::Relaxed)
    }

    /// Whose it is.
    pub fn belongs_to(&self, player: &Id) {
        // They say so once.
        let _ = self.player.set(player.clone());
    }

    /// Is it this player's?
    pub fn is_of(&self, player: &Id) -> bool {
        self.player.get() == Some(player)
    }

    /// Are these the same connection?
    pub fn is(&self, other: &Line) -> bool {
        self.number == other.number
    }
}

impl Room {
    /// One whose table has not been read.
    pub fn new(id: Id) -> Room {
        Room { id, inside: Mutex::default(), changed: watch::Sender::new(()) }
    }
}

impl Inside {
    /// The table, which has been read.
    pub fn table(&self) -> &Sitting {
        self.sitting.as_ref().expect("a room is entered only with its table")
    }

    /// The table, to be changed.
    pub fn table_mut(&mut self) -> &mut Sitting {
        self.sitting.as_mut().expect("a room is entered only with its table")
    }

    /// Is this player connected here?
    pub fn is_here(&self, player: &Id) -> bool {
        self.lookers.iter().any(|looker| looker.player.as_ref() == Some(player))
    }

    /// Is somebody here for whom engines play? Players and spectators who are connected count, and whoever was here a moment ago.
    pub fn is_attended(&self) -> bool {
        !self.lookers.is_empty() || self.attended_until.is_some_and(|until| Instant::now() < until)
    }

    /// Somebody is here, and counts for this long.
    pub fn attend(&mut self, grace: Duration) {
        self.attended_until = self.attended_until.max(Some(Instant::now() + grace));
    }

    /// From when on the game can be claimed, where there is no clock: once who is to move has been away for so long.
    pub fn claim_at(&self, after: u64) -> Option<u64> {
        let sitting = self.table();
        let (_, person, since) = sitting.person_to_move().filter(|_| sitting.clocks().pace() == Pace::None)?;
        if self.is_here(&person.player) {
            return None;
        }
        // Who never was here is away since their turn came.
        let away = self.away.get(&person.player).copied().unwrap_or(0);
        Some(since.max(away) + after)
    }

    /// All that is seen, for readers who know so much.
    pub fn snapshot(&self, known: Option<Known>, now: u64, claim_after: u64) -> Snapshot {
        Snapshot::new(self.table(), known, &self.around(now, claim_after))
    }

    /// What is around the table at this moment.
    pub fn around(&self, now: u64, claim_after: u64) -> Around {
        let sitting = self.table();
        let persons = sitting.occupants().iter().filter_map(Occupant::person);
        let away = persons.filter(|person| !self.is_here(&person.player)).map(|person| {
            let since = self.away.get(&person.player).copied().unwrap_or(sitting.times().0);
            (person.player.clone(), since)
        });
        let has_seat = |looker: &Looker| looker.player.as_ref().is_some_and(|it| !sitting.seats_of(it).is_empty());
        Around {
            now,
            away: away.collect(),
            watchers: self.lookers.iter().filter(|looker| !has_seat(looker)).count(),
            claim_at: self.claim_at(claim_after),
        }
    }

    /// Tells all who look at it. Who does not listen any more leaves by themselves, and is away from then on.
    pub fn publish(&self, snapshot: &Arc<Snapshot>) {
        for looker in &self.lookers {
            looker.line.tell(News::Table(Arc::clone(snapshot), looker.form));
        }
    }

    /// How much all who look at it know.
    pub fn known(&self) -> Known {
        Known::all(self.table())
    }

    /// For whom engines think here: the first person at the table, or who made it.
    pub fn patron(&self) -> Option<&Id> {
        let sitting = self.table();
        let person = sitting.occupants().iter().find_map(Occupant::person).map(|person| &person.player);
        person.or(sitting.opened().maker.as_ref())
    }
}
