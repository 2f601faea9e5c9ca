//! All tables: finds them, lets people do things at them, writes down what comes of it, and only then tells.

mod analyses;
mod callers;
mod erasure;
mod house;
mod lists;
mod look;
mod open;
mod people;
mod presence;
mod room;
mod upkeep;

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use ludoteca_core::Seat;
use tokio::sync::{MutexGuard as AsyncGuard, Semaphore, watch};
use tokio::task::JoinHandle;
use tokio::time::sleep;

use crate::background::compute;
use crate::clock::Clock;
use crate::deed::{Pace, Told};
use crate::fact::{Dated, Fact, Occupant, Person};
use crate::fault::{Code, Fault};
use crate::ids::Id;
use crate::metrics::Metrics;
use crate::programs::Programs;
use crate::settings::Settings;
use crate::shares::{Share, Shares};
use crate::sitting::{Presence, Sitting, Stage};
use crate::store::{Change, Erasure, Listing, Store, StoreError};
use crate::texts;
use crate::thinkers::Thinkers;
use crate::view::snapshot::{Known, stage};

pub use analyses::{AnalysisForm, LookedAt};
pub use erasure::{PersonalData, Pruned};
pub use house::{Brain, ThinkTask, Thought};
pub use look::View;
pub use open::{Obstacles, Proposal};
pub use room::{Inside, Line, Looker, News, Room};
pub use upkeep::Health;

/// All tables.
pub struct Hall {
    /// What the server was told before it started.
    pub settings: Settings,
    /// The file that keeps everything.
    pub store: Store,
    /// Leave to think.
    pub thinkers: Thinkers,
    /// Leave for what takes an engine only a moment: it does not wait for those who think for long.
    pub quick_thinkers: Thinkers,
    /// What is counted.
    pub metrics: Metrics,
    /// The server's time.
    pub clock: Clock,
    /// What is known of the file.
    storage: upkeep::Storage,
    /// Permits for games to be played again.
    replays: Arc<Semaphore>,
    /// Has everything come to its end?
    ended: watch::Sender<bool>,
    /// When the server started.
    started_at: u64,
    rooms: Mutex<HashMap<Id, Arc<Room>>>,
    /// Who looks at the lobby.
    lobby: Mutex<Vec<Line>>,
    /// Everybody who is connected.
    lines: Mutex<Vec<Line>>,
    /// Players by what is known of their tokens, and when they were last seen.
    players: Mutex<HashMap<String, (Person, u64)>>,
    departures: erasure::Departures,
    analyses: analyses::Analyses,
    /// From where players last acted.
    callers: callers::Callers,
    /// Tables of engines alone that are not over, and the share of an address that each takes.
    engine_tables: Mutex<HashMap<Id, Share>>,
    engine_shares: Shares,
    /// Programs that can be asked to a table.
    pub programs: Programs,
    numbers: AtomicU64,
}

/// Where a clock has run out and that cannot be written down, it is tried again after this.
const RETRY: Duration = Duration::from_secs(2);

/// So often is written down in a row what nobody is charged for, while more of it comes.
const FORGIVEN: usize = 3;

/// So many games are played again from their facts at once, beside the threads that serve everybody.
const REPLAYS: usize = 2;

impl Hall {
    /// A hall with all that the file has. Games go on where they were.
    ///
    /// # Errors
    /// Where the file cannot be read.
    pub async fn open(settings: Settings, store: Store) -> Result<Arc<Hall>, StoreError> {
        let hall = Hall::open_at_rest(settings, store).await?;
        hall.start_upkeep().await;
        Ok(hall)
    }

    /// The same, where no game goes on by itself.
    ///
    /// # Errors
    /// Where the file cannot be read.
    pub async fn open_at_rest(settings: Settings, store: Store) -> Result<Arc<Hall>, StoreError> {
        let (alive_at, absences) = store.attendance().await?;
        let wall = (settings.wall_time)();
        if alive_at.is_some_and(|alive_at| alive_at > wall) {
            tracing::warn!("the machine's clock was set back: the server's goes on from where it was");
        }
        let clock = Clock::start(wall, alive_at, absences);
        let hall = Arc::new(Hall {
            thinkers: Thinkers::new(settings.thinkers),
            quick_thinkers: Thinkers::new(settings.thinkers),
            settings,
            metrics: Metrics::default(),
            started_at: clock.now(),
            clock,
            storage: upkeep::Storage::default(),
            replays: Arc::new(Semaphore::new(REPLAYS)),
            ended: watch::Sender::new(false),
            rooms: Mutex::default(),
            lobby: Mutex::default(),
            lines: Mutex::default(),
            players: Mutex::default(),
            departures: erasure::Departures::default(),
            analyses: analyses::Analyses::default(),
            callers: callers::Callers::default(),
            engine_tables: Mutex::default(),
            engine_shares: Shares::default(),
            programs: Programs::default(),
            numbers: AtomicU64::new(1),
            store,
        });
        Ok(hall)
    }

    /// Does something beside everything else, as long as there is a server; answers `None` where it ended before.
    pub(crate) fn spawn<T: Send + 'static>(
        &self,
        work: impl Future<Output = T> + Send + 'static,
    ) -> JoinHandle<Option<T>> {
        let mut ended = self.ended.subscribe();
        tokio::spawn(async move {
            tokio::select! {
                biased;
                _ = ended.wait_for(|ended| *ended) => None,
                done = work => Some(done),
            }
        })
    }

    /// Enters the room of a table, which is read from the file where nobody has asked for it lately.
    ///
    /// # Errors
    /// Where there is no such table, or it cannot be read.
    pub async fn enter<'a>(self: &Arc<Hall>, room: &'a Arc<Room>) -> Result<AsyncGuard<'a, Inside>, Fault> {
        let mut inside = room.inside.lock().await;
        self.load(room, &mut inside).await?;
        if self.forgive(room, &mut inside).await.is_err() {
            // It is done before anything else happens here; who only looks is shown what the file has.
            self.load(room, &mut inside).await?;
        }
        Ok(inside)
    }

    /// Enters the room of a table at which something is to happen. Whatever kept players from moving before is written down first.
    ///
    /// # Errors
    /// Where there is no such table, or it cannot be read or written.
    async fn enter_to_act<'a>(self: &Arc<Hall>, room: &'a Arc<Room>) -> Result<AsyncGuard<'a, Inside>, Fault> {
        self.must_have_storage().await?;
        let mut inside = room.inside.lock().await;
        self.load(room, &mut inside).await?;
        for _ in 0..FORGIVEN {
            // What happens while this is written is forgiven as well.
            if !self.forgive(room, &mut inside).await? {
                break;
            }
        }
        Ok(inside)
    }

    /// Reads a table where it is not in memory, and sees to what it waits for.
    async fn load(self: &Arc<Hall>, room: &Arc<Room>, inside: &mut Inside) -> Result<(), Fault> {
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
            let away_at = self.started_at.max(sitting.times().0);
            for person in sitting.occupants().iter().filter_map(Occupant::person) {
                // Where it was read before, it is known since when.
                inside.away.entry(person.player.clone()).or_insert(away_at);
            }
            inside.sitting = Some(sitting);
            self.watch_clock(room, inside);
            self.drive(room, inside);
        }
        inside.used_at = self.clock.now();
        Ok(())
    }

    /// Writes down what nobody is charged for, if there is anything.
    async fn forgive(self: &Arc<Hall>, room: &Arc<Room>, inside: &mut Inside) -> Result<bool, Fault> {
        let lasted = self.clock.absent_since(inside.table().times().1);
        let facts = inside.table().pause(lasted, self.clock.now());
        let is_something = !facts.is_empty();
        if is_something {
            self.commit(room, inside, facts, Vec::new()).await?;
        }
        Ok(is_something)
    }

    /// The room of a table, which may not exist: see [`enter`](Hall::enter).
    pub fn room(&self, id: &Id) -> Arc<Room> {
        Arc::clone(lock(&self.rooms).entry(id.clone()).or_insert_with(|| Arc::new(Room::new(id.clone()))))
    }

    /// Has somebody asked for this table lately, so that its game need not be played again?
    pub fn is_in_memory(&self, id: &Id) -> bool {
        let room = lock(&self.rooms).get(id).cloned();
        // Where somebody is inside, it is there, or about to be.
        room.is_some_and(|room| room.inside.try_lock().map_or(true, |inside| inside.sitting.is_some()))
    }

    /// Somebody does something at a table. Answers whether it had been done before.
    ///
    /// # Errors
    /// Why they do not.
    pub async fn told(self: &Arc<Hall>, table: &Id, who: &Person, told: Told) -> Result<bool, Fault> {
        self.told_for(table, who, told, || Ok(())).await
    }

    /// The same, where a rematch costs something: `charge` is called when its table is made, and may refuse.
    ///
    /// # Errors
    /// Why they do not.
    pub async fn told_for(
        self: &Arc<Hall>,
        table: &Id,
        who: &Person,
        told: Told,
        charge: impl FnOnce() -> Result<(), Fault> + Send + 'static,
    ) -> Result<bool, Fault> {
        let (hall, room, who) = (Arc::clone(self), self.room(table), who.clone());
        // What counts is when it came, however long it has to wait for its turn.
        let came_at = self.clock.now();
        // In a task of its own, which comes to its end even where who asked has hung up.
        let done = self.spawn(async move {
            let _acting = hall.acting(&who.player).await?;
            let mut inside = hall.enter_to_act(&room).await?;
            hall.attend(&room, &mut inside);
            if told.deed.takes_seat()
                && !told.request.as_ref().is_some_and(|it| inside.table().has_done(&who.player, it))
            {
                hall.may_have_more_tables(&who).await?;
            }
            let now = came_at.max(inside.table().times().1);
            let presence = Presence { now, claim_at: inside.claim_at(hall.claim_after()) };
            let facts = inside.table().decide(&who, &told, presence)?;
            if facts.is_empty() {
                return Ok(true);
            }
            if inside.table().leads_to_rematch(&facts) {
                if let Some(gone) = hall.missing_program(inside.table()) {
                    return Err(Fault::refused(texts::program_gone(&gone)));
                }
                hall.may_have_rematch(&who, inside.table()).await?;
                charge()?;
                hall.follow(&room, &mut inside, facts).await?;
            } else {
                hall.commit(&room, &mut inside, facts, Vec::new()).await?;
            }
            Ok(false)
        });
        done.await.ok().flatten().unwrap_or_else(|| Err(Fault::new(Code::Busy, texts::FAILED)))
    }

    /// A program that has a seat there and is gone.
    fn missing_program(&self, table: &Sitting) -> Option<String> {
        let mut programs = table.occupants().iter().filter_map(Occupant::person).filter(|person| person.program);
        programs.find(|person| !self.programs.is_there(&person.player)).map(|person| person.name.clone())
    }

    /// A program loses its game, or leaves its table before it begins.
    pub async fn forfeit(self: &Arc<Hall>, room: &Arc<Room>, who: &Id, reason: &str) {
        let Ok(mut inside) = self.enter_to_act(room).await else { return };
        let facts = inside.table().forfeit(who, reason, self.clock.now());
        if !facts.is_empty() {
            let _ = self.commit(room, &mut inside, facts, Vec::new()).await;
        }
    }

    /// A program has waited for a while. Its place must not be held for ever: a table at which nobody has come to play with it is closed, and where
    /// there is no clock, whoever is to move loses who has been away for as long as a claim takes, or has not moved for much longer.
    pub async fn wait_no_more(self: &Arc<Hall>, room: &Arc<Room>, program: &Id) {
        let Ok(mut inside) = self.enter_to_act(room).await else { return };
        let (now, patience) = (self.clock.now(), self.settings.program_patience.as_millis() as u64);
        let claim_at = inside.claim_at(self.claim_after());
        let table = inside.table();
        let is_late = |since: u64| since + patience <= now;
        let ended = match table.person_to_move() {
            _ if table.stage() == Stage::Waiting && is_late(table.times().0) => {
                Some((program.clone(), texts::NO_OPPONENT))
            }
            Some((_, person, since)) if table.clocks().pace() == Pace::None => match claim_at {
                Some(from) if from <= now => Some((person.player.clone(), texts::AWAY_TOO_LONG)),
                _ => is_late(since).then(|| (person.player.clone(), texts::NO_MOVE)),
            },
            _ => None,
        };
        let Some((who, reason)) = ended else { return };
        let facts = inside.table().forfeit(&who, reason, now);
        if !facts.is_empty() {
            let _ = self.commit(room, &mut inside, facts, Vec::new()).await;
        }
    }

    /// A program takes a free seat at a table of this game, if there is one.
    pub async fn sit_down(self: &Arc<Hall>, table: &Id, game: &str, person: &Person) -> Option<Seat> {
        let room = self.room(table);
        let mut inside = self.enter_to_act(&room).await.ok()?;
        let sitting = inside.table();
        let seat = sitting.occupants().iter().position(|occupant| *occupant == Occupant::Open)?;
        let opened = sitting.opened();
        // A connection is not held for days.
        let takes_days = matches!(opened.pace, Pace::Days { .. });
        if opened.game != game || opened.position.is_some() || takes_days {
            return None;
        }
        let facts = sitting.seat(seat, person.clone(), self.clock.now()).ok()?;
        self.commit(&room, &mut inside, facts, Vec::new()).await.ok()?;
        Some(Seat::new(seat))
    }

    /// Writes down that the server was there until now. Nothing is kept after it.
    pub async fn close(&self) {
        let _ = self.probe().await;
        self.store.close().await;
        self.ended.send_replace(true);
    }

    /// Ends everything at once, as a killed process does.
    #[cfg(test)]
    pub fn kill(&self) {
        self.ended.send_replace(true);
        self.store.kill();
    }

    /// For how long somebody may be away, in milliseconds.
    pub fn claim_after(&self) -> u64 {
        self.settings.claim_after.as_millis() as u64
    }

    /// Lets happen what was decided at a table, writes it down, and then tells everybody. Where it cannot be written, it has not happened.
    async fn commit(
        self: &Arc<Hall>,
        room: &Arc<Room>,
        inside: &mut Inside,
        facts: Vec<Dated>,
        mut changes: Vec<Change>,
    ) -> Result<(), Fault> {
        let known = inside.known();
        let table = inside.table_mut();
        if let Err(refused) = facts.iter().try_for_each(|dated| table.apply(dated)) {
            tracing::error!(table = %room.id, %refused, "what was decided cannot happen");
            inside.sitting = None;
            return Err(Fault::new(Code::Busy, texts::FAILED));
        }
        // What makes place in the chat is not kept for ever.
        for (number, fact) in inside.table_mut().take_dropped_lines() {
            changes.push(Change::Erased(Erasure::Fact { table: room.id.clone(), number, fact }));
        }
        let table = inside.table();
        let moves = facts.iter().filter(|dated| dated.fact.is_step()).count();
        let is_game = facts.iter().any(|dated| dated.fact.changes_game());
        let is_over = is_game && table.stage() == Stage::Over;
        let is_listing = is_over || facts.iter().any(|dated| dated.fact.changes_seats());
        if is_listing {
            changes.push(Change::Listing(listing(table, None)));
        }
        if is_game && !is_listing {
            changes.push(Change::Turn { table: room.id.clone(), turn: lists::turn_of(table) });
        }
        if facts.iter().any(|dated| matches!(dated.fact, Fact::Followed { .. })) {
            changes.push(lists::summarise(table, true));
        }
        let is_due = table.is_due();
        if is_due && inside.is_due != Some(true) && !is_listing {
            changes.push(Change::Due { table: room.id.clone(), is_due });
        }
        let has_begun = facts.iter().any(|dated| matches!(dated.fact, Fact::Began));
        let first = table.facts() - facts.len() as u64;
        changes.push(Change::Facts { table: room.id.clone(), first, facts });
        if let Err(fault) = self.keep(changes).await {
            inside.sitting = None;
            return Err(fault);
        }
        if is_due || is_listing {
            inside.is_due = Some(is_due);
        }
        self.metrics.steps.fetch_add(moves as u64, Ordering::Relaxed);
        if is_game || inside.table().stage() == Stage::Closed {
            room.changed.send_replace(());
        }
        if is_over {
            lock(&self.engine_tables).remove(&room.id);
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
            let known = Known { steps, ..known };
            let snapshot = Arc::new(inside.snapshot(Some(known), self.clock.now(), self.claim_after()));
            inside.publish(&snapshot);
        }
        if is_listing && inside.table().opened().listed {
            let mut lobby = lock(&self.lobby);
            if !lobby.is_empty() {
                let snapshot = Arc::new(inside.snapshot(None, self.clock.now(), self.claim_after()));
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
        let timer = self.spawn(async move {
            sleep(Duration::from_millis(end.saturating_sub(hall.clock.now()))).await;
            // In a task of its own: this one ends when the game goes on.
            hall.spawn({
                let hall = Arc::clone(&hall);
                async move {
                    while hall.expire(&room).await.is_err_and(|fault| fault.code == Code::Busy) {
                        sleep(RETRY).await;
                    }
                }
            });
        });
        inside.timer = Some(timer.abort_handle());
    }

    async fn expire(self: &Arc<Hall>, room: &Arc<Room>) -> Result<(), Fault> {
        let mut inside = self.enter_to_act(room).await?;
        if self.clock.absent_since(inside.table().times().1) > 0 {
            // Nobody loses for time that is still to be forgiven.
            return Err(Fault::new(Code::Busy, texts::NO_STORAGE));
        }
        let facts = inside.table().expire(self.clock.now());
        if facts.is_empty() {
            // Time may have been given back meanwhile.
            self.watch_clock(room, &mut inside);
            return Ok(());
        }
        self.commit(room, &mut inside, facts, Vec::new()).await
    }

    /// Reads a table from the file, beside the threads that serve everybody: a long game takes a while.
    async fn read(&self, id: &Id) -> Result<Sitting, Fault> {
        let facts = self.store.facts(id).await.map_err(|error| self.storage_failed(&error))?;
        if facts.is_empty() {
            return Err(Fault::not_found(texts::no_table(id)));
        }
        let table = id.clone();
        let replay = move || match facts.read() {
            Ok(facts) => Sitting::replay(table, facts).map_err(|damaged| damaged.to_string()),
            Err(damaged) => Err(damaged.to_string()),
        };
        self.metrics.replays.fetch_add(1, Ordering::Relaxed);
        self.replay(replay).await?.map_err(|damaged| {
            tracing::error!(table = %id, damaged, "a table cannot be read");
            Fault::new(Code::Damaged, texts::damaged(id, &damaged))
        })
    }

    /// Does what takes a while, beside the threads that serve everybody.
    async fn replay<T: Send + 'static>(&self, replay: impl FnOnce() -> T + Send + 'static) -> Result<T, Fault> {
        #[cfg(test)]
        if crate::simulator::is_running() {
            return Ok(replay());
        }
        let permit = Arc::clone(&self.replays).acquire_owned().await.expect("nobody closes it");
        let done = compute(move || {
            let _permit = permit;
            replay()
        });
        done.await.map_err(|_| Fault::new(Code::Busy, texts::FAILED))
    }
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
        is_due: table.is_due(),
        turn: lists::turn_of(table),
        summary: lists::summary(table),
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
