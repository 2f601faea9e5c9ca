//! Programs that come over ports of their own and sit at the same tables as everybody else: they act as persons whose word is a protocol's.

pub mod breakthrough;
pub mod engines;

use std::collections::BTreeMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde::Serialize;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc::{self, Receiver, Sender};
use tokio::sync::watch;
use tokio::time::sleep;
use utoipa::ToSchema;

use crate::deed::{Deed, Told};
use crate::fact::{Occupant, Person};
use crate::fault::{Code, Fault};
use crate::hall::{Hall, Line, Looker, Room};
use crate::http::{Caller, Shared};
use crate::ids::Id;
use crate::names;
use crate::shares::Shares;
use crate::sitting::{Sitting, Stage};
use crate::texts;
use crate::view::snapshot::Form;

/// Programs that wait to be asked to a table.
#[derive(Default)]
pub struct Programs(Mutex<BTreeMap<Id, Waiting>>);

struct Waiting {
    person: Person,
    games: Option<Vec<String>>,
    /// Tells it where it has a seat.
    seat: Sender<Id>,
    is_busy: bool,
}

/// A program that is connected.
#[derive(Serialize, ToSchema)]
pub struct Connected {
    /// What it is called in addresses.
    id: Id,
    /// What it calls itself.
    name: String,
    /// The games that it plays; all, where it does not say so.
    games: Option<Vec<String>>,
    /// Does it play already?
    busy: bool,
}

/// Seats that wait for a program at once.
const SEATS: usize = 16;

/// Where the server cannot take a move, it is offered again after this.
const RETRY: Duration = Duration::from_secs(1);

/// How often it is seen whether a program has waited long enough.
const SEEN_TO: Duration = Duration::from_secs(15);

impl Programs {
    /// A program is there, under the name that it gives, or a neutral one. Answers who it is, and where it hears of its seats.
    pub fn enrol(&self, name: Option<&str>, games: Option<Vec<String>>) -> (Person, Receiver<Id>) {
        let (seat, seated) = mpsc::channel(SEATS);
        let mut all = self.all();
        let is_free = |name: &String| !all.values().any(|waiting| waiting.person.name == *name);
        let neutral = || (1..).map(texts::program).find(is_free).unwrap_or_default();
        let person = program(name.and_then(given_name).unwrap_or_else(neutral));
        all.insert(person.player.clone(), Waiting { person: person.clone(), games, seat, is_busy: false });
        (person, seated)
    }

    /// It is gone.
    pub fn dismiss(&self, program: &Id) {
        self.all().remove(program);
    }

    /// It plays, or waits again.
    pub fn set_busy(&self, program: &Id, is_busy: bool) {
        if let Some(waiting) = self.all().get_mut(program) {
            waiting.is_busy = is_busy;
        }
    }

    /// Is it there?
    pub fn is_there(&self, program: &Id) -> bool {
        self.all().contains_key(program)
    }

    /// The program with this id, for a game.
    ///
    /// # Errors
    /// Where it is not there, plays already, or does not play that game.
    pub fn find(&self, program: &str, game: &str) -> Result<Person, Fault> {
        let all = self.all();
        let found = all.get(&Id::given(program));
        let found = found.ok_or_else(|| Fault::not_found(texts::no_program(program)))?;
        if found.is_busy {
            return Err(Fault::refused(texts::busy_program(&found.person.name)));
        }
        if found.games.as_ref().is_some_and(|games| !games.iter().any(|id| id == game)) {
            return Err(Fault::refused(texts::not_its_game(&found.person.name, game)));
        }
        Ok(found.person.clone())
    }

    /// Tells programs that have a seat at a table of it.
    pub fn call(&self, table: &Sitting) {
        let all = self.all();
        for person in table.occupants().iter().filter_map(Occupant::person) {
            if let Some(waiting) = all.get(&person.player) {
                // Who has so many seats waiting for it loses this one by its clock.
                let _ = waiting.seat.try_send(table.id().clone());
            }
        }
    }

    /// All that are there.
    pub fn list(&self) -> Vec<Connected> {
        let connected = |(id, waiting): (&Id, &Waiting)| Connected {
            id: id.clone(),
            name: waiting.person.name.clone(),
            games: waiting.games.clone(),
            busy: waiting.is_busy,
        };
        self.all().iter().map(connected).collect()
    }

    fn all(&self) -> MutexGuard<'_, BTreeMap<Id, Waiting>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Lets programs in at a port, each in a task of its own.
pub async fn receive<F: Future<Output = ()> + Send + 'static>(
    listener: TcpListener,
    shared: Shared,
    serve: fn(Arc<Hall>, TcpStream, SocketAddr) -> F,
) {
    let (places, limits) = (Shares::default(), shared.hall.settings.limits);
    loop {
        match listener.accept().await {
            Ok((stream, address)) => {
                let caller = Caller::of(address.ip());
                // Who has no place is refused at once: a connection that nobody takes would hang.
                let Some(place) = places.take_of(caller.site(), limits.programs, limits.all_programs) else {
                    tracing::info!("a program finds no place");
                    continue;
                };
                let (Ok(counted), Ok(())) = (shared.gate.connect(caller), shared.gate.newcomer(&caller)) else {
                    continue;
                };
                // Each line is worth a packet: somebody's clock is running.
                let _ = stream.set_nodelay(true);
                let serving = serve(Arc::clone(&shared.hall), stream, address);
                tokio::spawn(async move {
                    serving.await;
                    drop((place, counted));
                });
            }
            Err(error) => {
                tracing::warn!(%error, "a program cannot connect");
                sleep(Duration::from_millis(100)).await;
            }
        }
    }
}

/// A program at a table: sees what happens there, and does what it is told to.
pub struct AtTable {
    hall: Arc<Hall>,
    room: Arc<Room>,
    person: Person,
    line: Line,
    changed: watch::Receiver<()>,
}

/// What a table wants of a program.
pub enum Asked<T> {
    /// Its move, and what it has to know for that.
    Move(T),
    /// To wait.
    Nothing,
    /// To go: the game is over, or never began.
    Leave,
}

impl AtTable {
    /// A program takes its place at a table.
    ///
    /// # Errors
    /// Where there is no such table.
    pub async fn come(hall: &Arc<Hall>, table: &Id, person: &Person) -> Result<AtTable, Fault> {
        let (line, room) = (hall.connect_silently(), hall.room(table));
        let changed = room.changed.subscribe();
        let looker = Looker { line: line.clone(), player: Some(person.player.clone()), form: Form::Moves };
        hall.watch(table, looker, None).await?;
        Ok(AtTable { hall: Arc::clone(hall), room, person: person.clone(), line, changed })
    }

    /// What the table wants now; `know` reads from it what a move takes.
    ///
    /// # Errors
    /// Where the table cannot be read.
    pub async fn asked<T>(&self, know: impl FnOnce(&Sitting, usize) -> T) -> Result<Asked<T>, Fault> {
        let inside = self.hall.enter(&self.room).await?;
        let table = inside.table();
        Ok(match (table.stage(), table.person_to_move()) {
            (Stage::Over | Stage::Closed, _) => Asked::Leave,
            (Stage::Playing, Some((seat, person, _))) if person.player == self.person.player => {
                Asked::Move(know(table, seat))
            }
            _ => Asked::Nothing,
        })
    }

    /// Waits until the game goes on since it was last asked.
    pub async fn goes_on(&mut self) {
        // The room, which tells it, is ours to keep.
        let _ = self.changed.changed().await;
    }

    /// Makes a move in the state for which it was asked.
    ///
    /// Where the game has gone on meanwhile, the move is forgotten; where the server cannot take it, it is tried again.
    ///
    /// # Errors
    /// Where the rules refuse it.
    pub async fn play(&self, state: usize, step: &str) -> Result<(), Fault> {
        loop {
            let deed = Deed::Move { step: step.to_owned(), seat: None };
            let told = Told { deed, request: None, state: Some(state) };
            match self.hall.told(&self.room.id, &self.person, told).await {
                Err(fault) if fault.code == Code::Busy => sleep(RETRY).await,
                Err(fault) if fault.code != Code::Stale => return Err(fault),
                _ => return Ok(()),
            }
        }
    }

    /// After how long without news [`wait_no_more`](AtTable::wait_no_more) is due.
    pub fn patience(&self) -> Duration {
        let settings = &self.hall.settings;
        let soonest = settings.program_patience.min(settings.claim_after).max(Duration::from_millis(20));
        SEEN_TO.min(soonest)
    }

    /// Ends what keeps the program for too long: see [`wait_no_more`](Hall::wait_no_more).
    pub async fn wait_no_more(&self) {
        self.hall.wait_no_more(&self.room, &self.person.player).await;
    }

    /// Loses for this reason; before the game begins, it only leaves.
    pub async fn forfeit(&self, reason: &str) {
        self.hall.forfeit(&self.room, &self.person.player, reason).await;
    }

    /// Leaves the table.
    pub async fn leave(self) {
        self.hall.leave(&self.room.id, &self.line).await;
    }
}

/// The name that a program gives: as people's are, cut off where it is too long. An address is none, nor is what nobody can read.
fn given_name(given: &str) -> Option<String> {
    let name: String = given.trim().chars().take(names::LONGEST_NAME).collect();
    let is_address = name.parse::<IpAddr>().is_ok() || name.parse::<SocketAddr>().is_ok();
    names::read(&name).ok().filter(|_| !is_address)
}

/// Somebody whose word is a protocol's.
pub fn program(name: String) -> Person {
    Person { player: Id::fresh(), name: names::shown(&name), program: true }
}
