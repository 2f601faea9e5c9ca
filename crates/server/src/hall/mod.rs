//! All tables: finds them, lets people do things at them, writes down what comes of it, and only then tells.

mod analyses;
mod house;
mod open;
mod people;
mod presence;
mod room;

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use ludoteca_core::Seat;
use tokio::sync::MutexGuard as AsyncGuard;
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::deed::Told;
use crate::fact::{Dated, Fact, Occupant, Person};
use crate::fault::{Code, Fault};
use crate::ids::Id;
use crate::metrics::Metrics;
use crate::programs::Programs;
use crate::settings::Settings;
use crate::sitting::{Presence, Sitting, Stage};
use crate::store::{Change, Listing, Store, StoreError};
use crate::texts;
use crate::thinkers::Thinkers;
use crate::view::snapshot::{Form, Known, Snapshot, stage};

pub use analyses::{AnalysisForm, LookedAt};
pub use house::{Brain, ThinkTask, Thought};
pub use open::{Obstacles, Proposal};
pub use room::{Inside, Line, Looker, News, Room};

/// All tables.
pub struct Hall {
    /// What the server was told before it started.
    pub settings: Settings,
    /// The file that keeps everything.
    pub store: Store,
    /// Leave to think.
    pub thinkers: Thinkers,
    /// What is counted.
    pub metrics: Metrics,
    /// When the server started.
    started_at: u64,
    rooms: Mutex<HashMap<Id, Arc<Room>>>,
    /// Who looks at the lobby.
    lobby: Mutex<Vec<Line>>,
    /// Everybody who is connected.
    lines: Mutex<Vec<Line>>,
    /// Players by what is known of their tokens.
    players: Mutex<HashMap<String, Person>>,
    analyses: analyses::Analyses,
    /// Programs that can be asked to a table.
    pub programs: Programs,
    numbers: AtomicU64,
}

/// Tables that nobody asks for are forgotten after this; the file has them.
const IDLE: Duration = Duration::from_secs(15 * 60);

/// Tables whose game never began are closed after this, and looked for so often.
const FORGOTTEN: Duration = Duration::from_secs(14 * 24 * 60 * 60);
const SWEEP: Duration = Duration::from_secs(60 * 60);

/// How often the server writes down that it is there.
const HEARTBEAT: Duration = Duration::from_secs(5);

impl Hall {
    /// A hall with all that the file has. Games go on where they were.
    ///
    /// # Errors
    /// Where the file cannot be read.
    pub async fn open(settings: Settings, store: Store) -> Result<Arc<Hall>, StoreError> {
        let now = now();
        let alive_at = store.alive_at().await?.unwrap_or(now);
        let hall = Arc::new(Hall {
            thinkers: Thinkers::new(settings.thinkers),
            settings,
            metrics: Metrics::default(),
            started_at: now,
            rooms: Mutex::default(),
            lobby: Mutex::default(),
            lines: Mutex::default(),
            players: Mutex::default(),
            analyses: analyses::Analyses::default(),
            programs: Programs::default(),
            numbers: AtomicU64::new(1),
            store,
        });
        // All at once, so that what they write is written together.
        let mut resumed = JoinSet::new();
        for stage in [stage(Stage::Playing), stage(Stage::Waiting)] {
            for id in hall.store.at_stage(stage).await? {
                resumed.spawn(Arc::clone(&hall).resume(id, alive_at));
            }
        }
        resumed.join_all().await;
        tokio::spawn(Arc::clone(&hall).keep_house());
        Ok(hall)
    }

    /// Can the file be written?
    pub async fn is_well(&self) -> bool {
        self.store.keep(vec![Change::Alive(now())]).await.is_ok()
    }

    /// Enters the room of a table, which is read from the file where nobody has asked for it lately.
    ///
    /// # Errors
    /// Where there is no such table, or it cannot be read.
    pub async fn enter<'a>(&self, room: &'a Room) -> Result<AsyncGuard<'a, Inside>, Fault> {
        let mut inside = room.inside.lock().await;
        if inside.sitting.is_none() {
            let sitting = match self.read(&room.id).await {
                Ok(sitting) => sitting,
                Err(fault) => {
                    if fault.code == Code::NotFound {
                        lock(&self.rooms).remove(&room.id);
                    }
                    return Err(fault);
                }
            };
            let players = sitting.occupants().iter().filter_map(Occupant::person);
            let away = players.map(|person| (person.player.clone(), self.started_at.max(sitting.times().0))).collect();
            (inside.sitting, inside.away) = (Some(sitting), away);
        }
        inside.used_at = now();
        Ok(inside)
    }

    /// The room of a table, which may not exist: see [`enter`](Hall::enter).
    pub fn room(&self, id: &Id) -> Arc<Room> {
        Arc::clone(lock(&self.rooms).entry(id.clone()).or_insert_with(|| Arc::new(Room::new(id.clone()))))
    }

    /// Somebody does something at a table. Answers whether it had been done before.
    ///
    /// # Errors
    /// Why they do not.
    pub async fn told(self: &Arc<Hall>, table: &Id, who: &Person, told: Told) -> Result<bool, Fault> {
        let (hall, room, who) = (Arc::clone(self), self.room(table), who.clone());
        // In a task of its own, which comes to its end even where who asked has hung up.
        let done = tokio::spawn(async move {
            let mut inside = hall.enter(&room).await?;
            if told.deed.takes_seat()
                && !told.request.as_ref().is_some_and(|it| inside.table().has_done(&who.player, it))
            {
                hall.may_have_more_tables(&who).await?;
            }
            let presence = Presence { now: now(), claim_at: inside.claim_at(hall.claim_after()) };
            let known = inside.known();
            let facts = inside.table_mut().told(&who, &told, presence)?;
            if facts.is_empty() {
                return Ok(true);
            }
            if inside.table().wants_rematch() {
                if let Some(gone) = hall.missing_program(inside.table()) {
                    inside.sitting = None;
                    return Err(Fault::refused(texts::program_gone(&gone)));
                }
                hall.follow(&room, &mut inside, known, facts).await?;
            } else {
                hall.commit(&room, &mut inside, known, facts, Vec::new()).await?;
            }
            Ok(false)
        });
        done.await.unwrap_or_else(|_| Err(Fault::new(Code::Busy, texts::FAILED)))
    }

    /// A program that has a seat there and is gone.
    fn missing_program(&self, table: &Sitting) -> Option<String> {
        let mut programs = table.occupants().iter().filter_map(Occupant::person).filter(|person| person.program);
        programs.find(|person| !self.programs.is_there(&person.player)).map(|person| person.name.clone())
    }

    /// A program loses its game, or leaves its table before it begins.
    pub async fn forfeit(self: &Arc<Hall>, room: &Arc<Room>, who: &Id, reason: &str) {
        let Ok(mut inside) = self.enter(room).await else { return };
        let known = inside.known();
        let facts = inside.table_mut().forfeit(who, reason, now());
        if !facts.is_empty() {
            let _ = self.commit(room, &mut inside, known, facts, Vec::new()).await;
        }
    }

    /// A program takes a free seat at a table of this game, if there is one.
    pub async fn sit_down(self: &Arc<Hall>, table: &Id, game: &str, person: &Person) -> Option<Seat> {
        let room = self.room(table);
        let mut inside = self.enter(&room).await.ok()?;
        let sitting = inside.table();
        let seat = sitting.occupants().iter().position(|occupant| *occupant == Occupant::Open)?;
        if sitting.opened().game != game || sitting.opened().position.is_some() {
            return None;
        }
        let known = inside.known();
        let facts = inside.table_mut().seat(seat, person.clone(), now()).ok()?;
        self.commit(&room, &mut inside, known, facts, Vec::new()).await.ok()?;
        Some(Seat::new(seat))
    }

    /// What somebody sees of a table.
    ///
    /// # Errors
    /// Where there is none.
    pub async fn look(&self, table: &Id, form: Form) -> Result<Snapshot, Fault> {
        let room = self.room(table);
        let inside = self.enter(&room).await?;
        let known = (form != Form::Listed).then(Known::default);
        Ok(inside.snapshot(known, now(), self.claim_after()))
    }

    /// What a list shows of a table. One that nobody has asked for is not kept in memory for that.
    ///
    /// # Errors
    /// Where there is none.
    pub async fn glance(&self, table: &Id) -> Result<Snapshot, Fault> {
        let room = lock(&self.rooms).get(table).cloned();
        if let Some(room) = room {
            return Ok(self.enter(&room).await?.snapshot(None, now(), self.claim_after()));
        }
        let inside = Inside { sitting: Some(self.read(table).await?), ..Inside::default() };
        Ok(inside.snapshot(None, now(), self.claim_after()))
    }

    /// Writes down that the server was there until now. Nothing is kept after it.
    pub async fn close(&self) {
        let _ = self.store.keep(vec![Change::Alive(now())]).await;
        self.store.close().await;
    }

    /// For how long somebody may be away, in milliseconds.
    pub fn claim_after(&self) -> u64 {
        self.settings.claim_after.as_millis() as u64
    }

    /// Writes down what happened at a table, and then tells everybody. Where it cannot be written, it has not happened.
    async fn commit(
        self: &Arc<Hall>,
        room: &Arc<Room>,
        inside: &mut Inside,
        known: Known,
        facts: Vec<Dated>,
        mut changes: Vec<Change>,
    ) -> Result<(), Fault> {
        let table = inside.table();
        let moves = facts.iter().filter(|dated| dated.fact.is_step()).count();
        let is_game = facts.iter().any(|dated| dated.fact.changes_game());
        let is_over = is_game && table.stage() == Stage::Over;
        let is_listing = is_over || facts.iter().any(|dated| dated.fact.changes_seats());
        if is_listing {
            changes.push(Change::Listing(listing(table, None)));
        }
        let has_begun = facts.iter().any(|dated| matches!(dated.fact, Fact::Began));
        let first = table.facts() - facts.len() as u64;
        changes.push(Change::Facts { table: room.id.clone(), first, facts });
        if let Err(error) = self.store.keep(changes).await {
            inside.sitting = None;
            return Err(busy(error));
        }
        self.metrics.steps.fetch_add(moves as u64, Ordering::Relaxed);
        if is_game || inside.table().stage() == Stage::Closed {
            room.changed.send_replace(());
        }
        if is_game {
            self.watch_clock(room, inside);
            self.drive(room, inside);
        }
        self.publish(inside, known, is_listing);
        if has_begun {
            self.programs.call(inside.table());
        }
        Ok(())
    }

    fn publish(&self, inside: &Inside, known: Known, is_listing: bool) {
        let now_known = inside.known();
        let steps = known.steps.min(now_known.steps);
        if !inside.lookers.is_empty() {
            let known = Known { steps, chat: known.chat };
            let snapshot = Arc::new(inside.snapshot(Some(known), now(), self.claim_after()));
            inside.publish(&snapshot);
        }
        if is_listing && inside.table().opened().listed {
            let mut lobby = lock(&self.lobby);
            if !lobby.is_empty() {
                let snapshot = Arc::new(inside.snapshot(None, now(), self.claim_after()));
                lobby.retain(|line| !line.is_broken());
                lobby.iter().for_each(|line| line.tell(News::Lobby(Arc::clone(&snapshot))));
            }
        }
    }

    /// Ends the game when the clock of who is to move runs out.
    fn watch_clock(self: &Arc<Hall>, room: &Arc<Room>, inside: &mut Inside) {
        if let Some(timer) = inside.timer.take() {
            timer.abort();
        }
        let Some((_, end)) = inside.table().clocks().ends() else { return };
        let (hall, room) = (Arc::clone(self), Arc::clone(room));
        let timer = tokio::spawn(async move {
            sleep(Duration::from_millis(end.saturating_sub(now()))).await;
            // In a task of its own: this one ends when the game goes on.
            tokio::spawn(async move {
                while hall.expire(&room).await.is_err() {
                    sleep(HEARTBEAT).await;
                }
            });
        });
        inside.timer = Some(timer.abort_handle());
    }

    async fn expire(self: &Arc<Hall>, room: &Arc<Room>) -> Result<(), Fault> {
        let mut inside = self.enter(room).await?;
        let known = inside.known();
        let facts = inside.table_mut().expire(now());
        if facts.is_empty() {
            // Time may have been given back meanwhile.
            self.watch_clock(room, &mut inside);
            return Ok(());
        }
        self.commit(room, &mut inside, known, facts, Vec::new()).await
    }

    /// Reads a table from the file.
    async fn read(&self, id: &Id) -> Result<Sitting, Fault> {
        let facts = self.store.facts(id).await.map_err(busy)?;
        if facts.is_empty() {
            return Err(Fault::not_found(texts::no_table(id)));
        }
        Sitting::replay(id.clone(), facts).map_err(|damaged| {
            tracing::error!(table = %id, %damaged, "a table cannot be read");
            Fault::new(Code::Busy, texts::damaged(id, &damaged))
        })
    }

    /// A game goes on after the server was away, at most since it last said that it was there. Programs did not stay.
    async fn resume(self: Arc<Hall>, id: Id, alive_at: u64) {
        let room = self.room(&id);
        let Ok(mut inside) = self.enter(&room).await else { return };
        let known = inside.known();
        let persons = inside.table().occupants().iter().filter_map(Occupant::person);
        let programs: Vec<Id> = persons.filter(|it| it.program).map(|it| it.player.clone()).collect();
        let mut facts = inside.table_mut().resume(alive_at, now());
        for program in programs {
            facts.extend(inside.table_mut().forfeit(&program, texts::SERVER_STOPPED, now()));
        }
        let is_waiting = inside.table().stage() == Stage::Waiting;
        if !facts.is_empty()
            && let Err(fault) = self.commit(&room, &mut inside, known, facts, Vec::new()).await
        {
            tracing::error!(table = %id, %fault, "a game does not go on");
            return;
        }
        if is_waiting {
            return;
        }
        self.watch_clock(&room, &mut inside);
        self.drive(&room, &mut inside);
    }

    /// Writes down that the server is there, and forgets what nobody asks for.
    async fn keep_house(self: Arc<Hall>) {
        let mut swept = Instant::now();
        loop {
            if let Err(StoreError::Stopping) = self.store.keep(vec![Change::Alive(now())]).await {
                return;
            }
            sleep(HEARTBEAT).await;
            if swept.elapsed() >= SWEEP {
                swept = Instant::now();
                self.close_forgotten().await;
            }
            let idle = now().saturating_sub(IDLE.as_millis() as u64);
            lock(&self.rooms).retain(|_, room| !is_idle(room, idle));
        }
    }
}

impl Hall {
    /// Closes tables at which nobody has waited for a long time.
    async fn close_forgotten(self: &Arc<Hall>) {
        let since = now().saturating_sub(FORGOTTEN.as_millis() as u64);
        for id in self.store.at_stage(stage(Stage::Waiting)).await.unwrap_or_default() {
            let room = self.room(&id);
            let Ok(mut inside) = self.enter(&room).await else { continue };
            if inside.lookers.is_empty() && inside.table().times().1 < since {
                let known = inside.known();
                let facts = inside.table_mut().close(now());
                let _ = self.commit(&room, &mut inside, known, facts, Vec::new()).await;
            }
        }
    }
}

/// Has nobody looked at this table since then, and does nobody wait for it?
fn is_idle(room: &Arc<Room>, since: u64) -> bool {
    let Ok(inside) = room.inside.try_lock() else { return false };
    let is_busy = !inside.lookers.is_empty() || inside.driven || inside.timer.is_some();
    Arc::strong_count(room) == 1 && !is_busy && inside.used_at < since
}

/// By what a table is found.
fn listing(table: &Sitting, request: Option<String>) -> Listing {
    let persons = table.occupants().iter().enumerate();
    Listing {
        id: table.id().clone(),
        game: table.play().record().options.info().id.to_owned(),
        stage: stage(table.stage()),
        listed: table.opened().listed,
        made_by: table.opened().maker.clone().map(|maker| (maker, request)),
        players: persons.filter_map(|(seat, it)| Some((seat, it.person()?.player.clone()))).collect(),
    }
}

/// The time, in milliseconds since 1970.
pub fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as u64)
}

/// The file does not do what it should.
pub fn busy(error: StoreError) -> Fault {
    tracing::error!(%error, "the file");
    Fault::new(Code::Busy, texts::FAILED)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
