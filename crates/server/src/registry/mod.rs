//! All tables: finds them, lets people do things at them, writes down what comes of it, and only
//! then tells.

mod analyses;
mod callers;
mod erasure;
mod handle;
mod house_player;
mod lists;
mod maintenance;
mod people;
mod presence;
mod tables;
mod views;

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
use crate::commands::{TableRequest, TimeControl};
use crate::error::{ApiError, ErrorCode};
use crate::events::{Occupant, Participant, StoredEvent, TableEvent};
use crate::hosted_table::{DecisionContext, HostedTable, TableStage};
use crate::ids::Id;
use crate::metrics::Metrics;
use crate::programs::ProgramRegistry;
use crate::quotas::{AddressQuotas, QuotaGuard};
use crate::settings::ServerSettings;
use crate::store::{Erasure, Store, StoreChange, StoreError, TableListing};
use crate::texts;
use crate::think_queue::ThinkQueue;
use crate::view::snapshot::{KnownCounts, stage};

pub use analyses::{AnalysisRequest, EvaluatedPosition};
pub use erasure::{PersonalData, Pruned};
pub use handle::{Connection, Subscriber, TableHandle, TableState, Update};
pub use house_player::{MoveFinder, MoveFuture, ThinkTask};
pub use maintenance::StorageHealth;
pub use tables::{ObstaclesRequest, Proposal};
pub use views::ViewRequest;

/// All tables.
pub struct TableRegistry {
    /// What the server was told before it started.
    pub settings: ServerSettings,
    /// The file that keeps everything.
    pub store: Store,
    /// Permit to think.
    pub think_queue: ThinkQueue,
    /// Permits for what takes an engine only a moment: it does not wait for those who think for
    /// long.
    pub quick_think_queue: ThinkQueue,
    /// What is counted.
    pub metrics: Metrics,
    /// The server's time.
    pub clock: Clock,
    /// What is known of the file.
    storage: maintenance::Storage,
    /// Permits for games to be played again.
    replays: Arc<Semaphore>,
    /// Has everything come to its end?
    ended: watch::Sender<bool>,
    /// When the server started.
    started_at: u64,
    handles: Mutex<HashMap<Id, Arc<TableHandle>>>,
    /// Who looks at the lobby.
    lobby: Mutex<Vec<Connection>>,
    /// Everybody who is connected.
    connections: Mutex<Vec<Connection>>,
    /// Players by what is known of their tokens, and when they were last seen.
    players: Mutex<HashMap<String, (Participant, u64)>>,
    erasures: erasure::ErasureState,
    analyses: analyses::Analyses,
    /// From where players last acted.
    callers: callers::Callers,
    /// Tables of engines alone that are not over, and the share of an address that each takes.
    engine_tables: Mutex<HashMap<Id, QuotaGuard>>,
    engine_shares: AddressQuotas,
    /// Programs that can be asked to a table.
    pub programs: ProgramRegistry,
    numbers: AtomicU64,
}

/// Where a clock has run out and that cannot be written down, it is tried again after this.
const RETRY: Duration = Duration::from_secs(2);

/// So often is written down in a row what nobody is charged for, while more of it comes.
const FORGIVEN: usize = 3;

/// So many games are played again from their events at once, beside the threads that serve
/// everybody.
const REPLAYS: usize = 2;

impl TableRegistry {
    /// A table registry with all that the file has. Games go on where they were.
    ///
    /// # Errors
    /// Where the file cannot be read.
    pub async fn open(
        settings: ServerSettings,
        store: Store,
    ) -> Result<Arc<TableRegistry>, StoreError> {
        let registry = TableRegistry::open_at_rest(settings, store).await?;
        registry.start_maintenance().await;
        Ok(registry)
    }

    /// The same, where no game goes on by itself.
    ///
    /// # Errors
    /// Where the file cannot be read.
    pub async fn open_at_rest(
        settings: ServerSettings,
        store: Store,
    ) -> Result<Arc<TableRegistry>, StoreError> {
        let (alive_at, absences) = store.uptime().await?;
        let wall = (settings.wall_time)();
        if alive_at.is_some_and(|alive_at| alive_at > wall) {
            tracing::warn!(
                "the machine's clock was set back: the server's goes on from where it was"
            );
        }
        let clock = Clock::start(wall, alive_at, absences);
        let registry = Arc::new(TableRegistry {
            think_queue: ThinkQueue::new(settings.engine_threads),
            quick_think_queue: ThinkQueue::new(settings.engine_threads),
            settings,
            metrics: Metrics::default(),
            started_at: clock.now(),
            clock,
            storage: maintenance::Storage::default(),
            replays: Arc::new(Semaphore::new(REPLAYS)),
            ended: watch::Sender::new(false),
            handles: Mutex::default(),
            lobby: Mutex::default(),
            connections: Mutex::default(),
            players: Mutex::default(),
            erasures: erasure::ErasureState::default(),
            analyses: analyses::Analyses::default(),
            callers: callers::Callers::default(),
            engine_tables: Mutex::default(),
            engine_shares: AddressQuotas::default(),
            programs: ProgramRegistry::default(),
            numbers: AtomicU64::new(1),
            store,
        });
        Ok(registry)
    }

    /// Does something beside everything else, as long as there is a server; answers `None` where it
    /// ended before.
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

    /// Locks a table, which is read from the file where nobody has asked for it lately.
    ///
    /// # Errors
    /// Where there is no such table, or it cannot be read.
    pub async fn lock_table<'a>(
        self: &Arc<TableRegistry>,
        room: &'a Arc<TableHandle>,
    ) -> Result<AsyncGuard<'a, TableState>, ApiError> {
        let mut table_state = room.state.lock().await;
        self.load(room, &mut table_state).await?;
        if self.record_pause(room, &mut table_state).await.is_err() {
            // It is done before anything else happens here; who only looks is shown what the file
            // has.
            self.load(room, &mut table_state).await?;
        }
        Ok(table_state)
    }

    /// Locks a table at which something is to happen. Whatever kept players from moving before is
    /// written down first.
    ///
    /// # Errors
    /// Where there is no such table, or it cannot be read or written.
    async fn lock_to_act<'a>(
        self: &Arc<TableRegistry>,
        room: &'a Arc<TableHandle>,
    ) -> Result<AsyncGuard<'a, TableState>, ApiError> {
        self.must_have_storage().await?;
        let mut table_state = room.state.lock().await;
        self.load(room, &mut table_state).await?;
        for _ in 0..FORGIVEN {
            // What happens while this is written is forgiven as well.
            if !self.record_pause(room, &mut table_state).await? {
                break;
            }
        }
        Ok(table_state)
    }

    /// Reads a table where it is not in memory, and sees to what it waits for.
    async fn load(
        self: &Arc<TableRegistry>,
        room: &Arc<TableHandle>,
        table_state: &mut TableState,
    ) -> Result<(), ApiError> {
        if table_state.table.is_none() {
            let hosted = match self.read(&room.id).await {
                Ok(hosted) => hosted,
                Err(fault) => {
                    if fault.code == ErrorCode::NotFound {
                        lock(&self.handles).remove(&room.id);
                    }
                    return Err(fault);
                }
            };
            let away_at = self.started_at.max(hosted.times().0);
            for person in hosted.occupants().iter().filter_map(Occupant::person) {
                // Where it was read before, it is known since when.
                table_state.away.entry(person.player.clone()).or_insert(away_at);
            }
            table_state.table = Some(hosted);
            self.watch_clock(room, table_state);
            self.ensure_house_plays(room, table_state);
        }
        table_state.used_at = self.clock.now();
        Ok(())
    }

    /// Writes down what nobody is charged for, if there is anything.
    async fn record_pause(
        self: &Arc<TableRegistry>,
        room: &Arc<TableHandle>,
        table_state: &mut TableState,
    ) -> Result<bool, ApiError> {
        let lasted = self.clock.downtime_since(table_state.table().times().1);
        let facts = table_state.table().pause(lasted, self.clock.now());
        let is_something = !facts.is_empty();
        if is_something {
            self.commit(room, table_state, facts, Vec::new()).await?;
        }
        Ok(is_something)
    }

    /// The handle of a table, which may not exist: see [`enter`](Hall::enter).
    pub fn handle(&self, id: &Id) -> Arc<TableHandle> {
        Arc::clone(
            lock(&self.handles)
                .entry(id.clone())
                .or_insert_with(|| Arc::new(TableHandle::new(id.clone()))),
        )
    }

    /// Has somebody asked for this table lately, so that its game need not be played again?
    pub fn is_in_memory(&self, id: &Id) -> bool {
        let room = lock(&self.handles).get(id).cloned();
        // Where somebody is inside, it is there, or about to be.
        room.is_some_and(|room| {
            room.state.try_lock().map_or(true, |table_state| table_state.table.is_some())
        })
    }

    /// Somebody does something at a table. Answers whether it had been done before.
    ///
    /// # Errors
    /// Why they do not.
    pub async fn execute(
        self: &Arc<TableRegistry>,
        table: &Id,
        who: &Participant,
        table_request: TableRequest,
    ) -> Result<bool, ApiError> {
        self.execute_charged(table, who, table_request, || Ok(())).await
    }

    /// The same, where a rematch costs something: `charge` is called when its table is made, and
    /// may refuse.
    ///
    /// # Errors
    /// Why they do not.
    pub async fn execute_charged(
        self: &Arc<TableRegistry>,
        table: &Id,
        who: &Participant,
        table_request: TableRequest,
        charge: impl FnOnce() -> Result<(), ApiError> + Send + 'static,
    ) -> Result<bool, ApiError> {
        let (registry, room, who) = (Arc::clone(self), self.handle(table), who.clone());
        // What counts is when it came, however long it has to wait for its turn.
        let came_at = self.clock.now();
        // In a task of its own, which comes to its end even where who asked has hung up.
        let done = self.spawn(async move {
            let _acting = registry.acting(&who.player).await?;
            let mut table_state = registry.lock_to_act(&room).await?;
            registry.attend(&room, &mut table_state);
            if table_request.command.takes_seat()
                && !table_request
                    .request
                    .as_ref()
                    .is_some_and(|it| table_state.table().has_done(&who.player, it))
            {
                registry.may_have_more_tables(&who).await?;
            }
            let now = came_at.max(table_state.table().times().1);
            let presence =
                DecisionContext { now, claim_at: table_state.claim_at(registry.claim_after()) };
            let facts = table_state.table().decide(&who, &table_request, presence)?;
            if facts.is_empty() {
                return Ok(true);
            }
            if table_state.table().leads_to_rematch(&facts) {
                if let Some(gone) = registry.missing_program(table_state.table()) {
                    return Err(ApiError::refused(texts::program_gone(&gone)));
                }
                registry.may_have_rematch(&who, table_state.table()).await?;
                charge()?;
                registry.start_rematch(&room, &mut table_state, facts).await?;
            } else {
                registry.commit(&room, &mut table_state, facts, Vec::new()).await?;
            }
            Ok(false)
        });
        done.await
            .ok()
            .flatten()
            .unwrap_or_else(|| Err(ApiError::new(ErrorCode::Busy, texts::FAILED)))
    }

    /// A program that has a seat there and is gone.
    fn missing_program(&self, table: &HostedTable) -> Option<String> {
        let mut programs =
            table.occupants().iter().filter_map(Occupant::person).filter(|person| person.program);
        programs
            .find(|person| !self.programs.is_connected(&person.player))
            .map(|person| person.name.clone())
    }

    /// A program loses its game, or leaves its table before it begins.
    pub async fn forfeit(
        self: &Arc<TableRegistry>,
        room: &Arc<TableHandle>,
        who: &Id,
        reason: &str,
    ) {
        let Ok(mut table_state) = self.lock_to_act(room).await else { return };
        let facts = table_state.table().forfeit(who, reason, self.clock.now());
        if !facts.is_empty() {
            let _ = self.commit(room, &mut table_state, facts, Vec::new()).await;
        }
    }

    /// A program has waited for a while. Its place must not be held for ever: a table at which
    /// nobody has come to play with it is closed, and where there is no clock, whoever is to move
    /// loses who has been away for as long as a claim takes, or has not moved for much longer.
    pub async fn time_out_waiting(
        self: &Arc<TableRegistry>,
        room: &Arc<TableHandle>,
        program: &Id,
    ) {
        let Ok(mut table_state) = self.lock_to_act(room).await else { return };
        let (now, patience) = (self.clock.now(), self.settings.program_patience.as_millis() as u64);
        let claim_at = table_state.claim_at(self.claim_after());
        let table = table_state.table();
        let is_late = |since: u64| since + patience <= now;
        let ended = match table.person_to_move() {
            _ if table.stage() == TableStage::Waiting && is_late(table.times().0) => {
                Some((program.clone(), texts::NO_OPPONENT))
            }
            Some((_, person, since)) if table.clocks().time_control() == TimeControl::None => {
                match claim_at {
                    Some(from) if from <= now => {
                        Some((person.player.clone(), texts::AWAY_TOO_LONG))
                    }
                    _ => is_late(since).then(|| (person.player.clone(), texts::NO_MOVE)),
                }
            }
            _ => None,
        };
        let Some((who, reason)) = ended else { return };
        let facts = table_state.table().forfeit(&who, reason, now);
        if !facts.is_empty() {
            let _ = self.commit(room, &mut table_state, facts, Vec::new()).await;
        }
    }

    /// A program takes a free seat at a table of this game, if there is one.
    pub async fn sit_down(
        self: &Arc<TableRegistry>,
        table: &Id,
        game: &str,
        person: &Participant,
    ) -> Option<Seat> {
        let room = self.handle(table);
        let mut table_state = self.lock_to_act(&room).await.ok()?;
        let hosted = table_state.table();
        let seat = hosted.occupants().iter().position(|occupant| *occupant == Occupant::Open)?;
        let opened = hosted.opened();
        // A connection is not held for days.
        let takes_days = matches!(opened.time_control, TimeControl::Days { .. });
        if opened.game != game || opened.position.is_some() || takes_days {
            return None;
        }
        let facts = hosted.decide_program_seat(seat, person.clone(), self.clock.now()).ok()?;
        self.commit(&room, &mut table_state, facts, Vec::new()).await.ok()?;
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

    /// Lets happen what was decided at a table, writes it down, and then tells everybody. Where it
    /// cannot be written, it has not happened.
    async fn commit(
        self: &Arc<TableRegistry>,
        room: &Arc<TableHandle>,
        table_state: &mut TableState,
        facts: Vec<StoredEvent>,
        mut changes: Vec<StoreChange>,
    ) -> Result<(), ApiError> {
        let known = table_state.known();
        let table = table_state.table_mut();
        if let Err(refused) = facts.iter().try_for_each(|stored_event| table.apply(stored_event)) {
            tracing::error!(table = %room.id, %refused, "what was decided cannot happen");
            table_state.table = None;
            return Err(ApiError::new(ErrorCode::Busy, texts::FAILED));
        }
        // What makes place in the chat is not kept for ever.
        for (number, fact) in table_state.table_mut().take_dropped_lines() {
            changes.push(StoreChange::Erased(Erasure::Event {
                table: room.id.clone(),
                number,
                event: fact,
            }));
        }
        let table = table_state.table();
        let moves = facts.iter().filter(|stored_event| stored_event.event.is_step()).count();
        let is_game = facts.iter().any(|stored_event| stored_event.event.changes_game());
        let is_over = is_game && table.stage() == TableStage::Over;
        let is_listing =
            is_over || facts.iter().any(|stored_event| stored_event.event.changes_seats());
        if is_listing {
            changes.push(StoreChange::Listing(listing(table, None)));
        }
        if is_game && !is_listing {
            changes.push(StoreChange::Turn { table: room.id.clone(), turn: lists::turn_of(table) });
        }
        if facts
            .iter()
            .any(|stored_event| matches!(stored_event.event, TableEvent::RematchCreated { .. }))
        {
            changes.push(lists::summarise(table, true));
        }
        let is_due = table.is_due();
        if is_due && table_state.is_due != Some(true) && !is_listing {
            changes.push(StoreChange::Due { table: room.id.clone(), is_due });
        }
        let has_begun =
            facts.iter().any(|stored_event| matches!(stored_event.event, TableEvent::Began));
        let first = table.event_count() - facts.len() as u64;
        changes.push(StoreChange::Events { table: room.id.clone(), first, events: facts });
        if let Err(fault) = self.save(changes).await {
            table_state.table = None;
            return Err(fault);
        }
        if is_due || is_listing {
            table_state.is_due = Some(is_due);
        }
        self.metrics.steps.fetch_add(moves as u64, Ordering::Relaxed);
        if is_game || table_state.table().stage() == TableStage::Closed {
            room.changed.send_replace(());
        }
        if is_over {
            lock(&self.engine_tables).remove(&room.id);
        }
        if is_game {
            self.watch_clock(room, table_state);
            self.ensure_house_plays(room, table_state);
        }
        self.publish(table_state, known, is_listing);
        if has_begun {
            self.programs.notify_seated(table_state.table());
        }
        Ok(())
    }

    fn publish(&self, table_state: &TableState, known: KnownCounts, is_listing: bool) {
        let now_known = table_state.known();
        let steps = known.steps.min(now_known.steps);
        if !table_state.subscribers.is_empty() {
            let known = KnownCounts { steps, ..known };
            let snapshot =
                Arc::new(table_state.snapshot(Some(known), self.clock.now(), self.claim_after()));
            table_state.publish(&snapshot);
        }
        if is_listing && table_state.table().opened().listed {
            let mut lobby = lock(&self.lobby);
            if !lobby.is_empty() {
                let snapshot =
                    Arc::new(table_state.snapshot(None, self.clock.now(), self.claim_after()));
                lobby.retain(|line| !line.is_broken());
                lobby.iter().for_each(|line| line.send(Update::Lobby(Arc::clone(&snapshot))));
            }
        }
    }

    /// Ends the game when the clock of who is to move runs out.
    fn watch_clock(
        self: &Arc<TableRegistry>,
        room: &Arc<TableHandle>,
        table_state: &mut TableState,
    ) {
        if let Some(timer) = table_state.timer.take() {
            timer.abort();
        }
        let Some((_, end)) = table_state.table().clocks().ends() else { return };
        let (registry, room) = (Arc::clone(self), Arc::clone(room));
        let timer = self.spawn(async move {
            sleep(Duration::from_millis(end.saturating_sub(registry.clock.now()))).await;
            // In a task of its own: this one ends when the game goes on.
            registry.spawn({
                let registry = Arc::clone(&registry);
                async move {
                    while registry
                        .expire(&room)
                        .await
                        .is_err_and(|fault| fault.code == ErrorCode::Busy)
                    {
                        sleep(RETRY).await;
                    }
                }
            });
        });
        table_state.timer = Some(timer.abort_handle());
    }

    async fn expire(self: &Arc<TableRegistry>, room: &Arc<TableHandle>) -> Result<(), ApiError> {
        let mut table_state = self.lock_to_act(room).await?;
        if self.clock.downtime_since(table_state.table().times().1) > 0 {
            // Nobody loses for time that is still to be forgiven.
            return Err(ApiError::new(ErrorCode::Busy, texts::NO_STORAGE));
        }
        let facts = table_state.table().expire(self.clock.now());
        if facts.is_empty() {
            // Time may have been given back meanwhile.
            self.watch_clock(room, &mut table_state);
            return Ok(());
        }
        self.commit(room, &mut table_state, facts, Vec::new()).await
    }

    /// Reads a table from the file, beside the threads that serve everybody: a long game takes a
    /// while.
    async fn read(&self, id: &Id) -> Result<HostedTable, ApiError> {
        let facts = self.store.events(id).await.map_err(|error| self.storage_failed(&error))?;
        if facts.is_empty() {
            return Err(ApiError::not_found(texts::no_table(id)));
        }
        let table = id.clone();
        let replay = move || match facts.read() {
            Ok(facts) => HostedTable::replay(table, facts).map_err(|damaged| damaged.to_string()),
            Err(damaged) => Err(damaged.to_string()),
        };
        self.metrics.replays.fetch_add(1, Ordering::Relaxed);
        self.replay(replay).await?.map_err(|damaged| {
            tracing::error!(table = %id, damaged, "a table cannot be read");
            ApiError::new(ErrorCode::Damaged, texts::damaged(id, &damaged))
        })
    }

    /// Does what takes a while, beside the threads that serve everybody.
    async fn replay<T: Send + 'static>(
        &self,
        replay: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        #[cfg(test)]
        if crate::simulator::is_running() {
            return Ok(replay());
        }
        let permit = Arc::clone(&self.replays).acquire_owned().await.expect("nobody closes it");
        let done = compute(move || {
            let _permit = permit;
            replay()
        });
        done.await.map_err(|_| ApiError::new(ErrorCode::Busy, texts::FAILED))
    }
}

/// By what a table is found.
fn listing(table: &HostedTable, request: Option<String>) -> TableListing {
    let persons = table.occupants().iter().enumerate();
    TableListing {
        id: table.id().clone(),
        game: table.play().record().options.info().id.to_owned(),
        stage: stage(table.stage()),
        listed: table.opened().listed,
        made_by: table.opened().maker.clone().map(|maker| (maker, request)),
        players: persons
            .filter_map(|(seat, it)| Some((seat, it.person()?.player.clone())))
            .collect(),
        is_due: table.is_due(),
        turn: lists::turn_of(table),
        summary: lists::summary(table),
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
