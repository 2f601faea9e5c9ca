//! The table registry: it finds tables, executes commands at them, writes the resulting events
//! down, and only then publishes them.

mod analyses;
mod attempt;
mod callers;
mod erasure;
mod handle;
#[cfg(feature = "cluster")]
mod heard;
mod house_player;
mod lists;
mod maintenance;
mod newer;
mod operations;
mod people;
mod presence;
mod programs;
mod tables;
mod takeover;
mod views;

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use ludoteca_core::{Language, Seat};
use tokio::sync::{MutexGuard as AsyncGuard, Notify, Semaphore, watch};
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
use crate::news::{NewsBus, WrittenEvents};
use crate::programs::ProgramRegistry;
use crate::quotas::{AddressQuotas, QuotaGuard};
use crate::settings::ServerSettings;
use crate::store::{Erasure, Store, StoreChange, StoreError, StoredUptime, TableListing};
use crate::texts::{self, ErrorText, ForfeitReason};
use crate::thinking::Thinking;
use crate::trace;
use crate::view::snapshot::{KnownCounts, stage};
use attempt::{AfterRefusal, Attempt};

pub use analyses::{AnalysisRequest, EvaluatedPosition};
pub use erasure::{PersonalData, Pruned};
pub use handle::{Connection, Subscriber, TableHandle, TableState, Update};
pub use house_player::{MoveFinder, MoveFuture, ThinkTask};
pub use maintenance::StorageHealth;
pub use operations::ServerHealth;
pub use tables::{ObstaclesRequest, Proposal};
pub use views::ViewRequest;

/// All tables.
pub struct TableRegistry {
    /// The settings of the server.
    pub settings: ServerSettings,
    /// The file that keeps everything.
    pub store: Store,
    /// Where engines think, and whose turn it is.
    pub thinking: Thinking,
    /// Counters for monitoring.
    pub metrics: Metrics,
    /// The server's time.
    pub clock: Clock,
    /// What this server tells others, and hears of them.
    pub news: NewsBus,
    /// Signals that another server has changed a table in the lobby.
    lobby_changed: Notify,
    /// The known state of the file.
    storage: maintenance::Storage,
    operations: operations::Operations,
    /// Permits to replay games.
    replays: Arc<Semaphore>,
    /// Becomes true when the server ends all its tasks.
    ended: watch::Sender<bool>,
    /// When the server started.
    started_at: u64,
    handles: Mutex<HashMap<Id, Arc<TableHandle>>>,
    /// The connections that watch the lobby, and the languages of their readers.
    lobby: Mutex<Vec<(Connection, Language)>>,
    /// All connections.
    connections: Mutex<Vec<Connection>>,
    /// Players by the hashes of their tokens, and when they were last seen.
    players: Mutex<HashMap<String, (Participant, u64)>>,
    erasures: erasure::ErasureState,
    analyses: analyses::Analyses,
    /// The address from which each player last acted.
    callers: callers::Callers,
    /// Unfinished tables where only engines play, with the guards that count them for an address.
    engine_tables: Mutex<HashMap<Id, QuotaGuard>>,
    engine_shares: AddressQuotas,
    /// Programs that can be invited to a table.
    pub programs: ProgramRegistry,
    numbers: AtomicU64,
}

/// What became of decided events.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[must_use]
enum Committed {
    /// They are stored.
    Written,
    /// Another server was first: nothing is stored, and the table is up to date now.
    Behind,
}

/// How long to wait before retrying, if a clock has run out and the loss cannot be written.
const RETRY: Duration = Duration::from_secs(2);

/// How long a server waits after a clock has run out for a move that came in time at another
/// server, in milliseconds.
const LATE_MOVES: u64 = 250;

/// How many pauses are written in a row, if more downtime occurs during each write.
const MOST_PAUSES: usize = 3;

/// How many games are replayed from their events at once, in threads other than those that answer
/// requests.
const REPLAYS: usize = 2;

impl TableRegistry {
    /// Opens the table registry with everything in the file. Games resume where they were.
    ///
    /// # Errors
    /// Fails if the file cannot be read.
    pub async fn open(
        settings: ServerSettings,
        store: Store,
    ) -> Result<Arc<TableRegistry>, StoreError> {
        let registry = TableRegistry::open_at_rest(settings, store).await?;
        registry.start_maintenance().await;
        Ok(registry)
    }

    /// Opens the table registry without resuming games.
    ///
    /// # Errors
    /// Fails if the file cannot be read.
    pub async fn open_at_rest(
        settings: ServerSettings,
        store: Store,
    ) -> Result<Arc<TableRegistry>, StoreError> {
        let StoredUptime { now, alive_at, downtimes } =
            store.uptime((settings.wall_time)()).await?;
        if alive_at.is_some_and(|alive_at| alive_at > now) {
            tracing::warn!(
                "the machine's clock was set back: the server's time goes on from where it was"
            );
        }
        let clock = match store.is_shared() {
            true => Clock::start_shared(now, downtimes),
            false => Clock::start(now, alive_at, downtimes),
        };
        let registry = Arc::new(TableRegistry {
            news: NewsBus::new(&settings),
            lobby_changed: Notify::new(),
            thinking: Thinking::new(settings.engine_threads),
            settings,
            metrics: Metrics::default(),
            started_at: clock.now(),
            clock,
            storage: maintenance::Storage::default(),
            operations: operations::Operations::default(),
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

    /// Runs a task in the background for as long as the server runs; returns `None` if the server
    /// ended before the task did.
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

    /// Locks a table as it is now. It is first read from the store if it is not in memory.
    ///
    /// # Errors
    /// Fails if there is no such table, or it cannot be read.
    pub async fn lock_table<'a>(
        self: &Arc<TableRegistry>,
        handle: &'a Arc<TableHandle>,
    ) -> Result<AsyncGuard<'a, TableState>, ApiError> {
        let mut table_state = handle.state.lock().await;
        self.refresh(handle, &mut table_state).await?;
        if self.record_pause(handle, &mut table_state).await.is_err() {
            // A pause that cannot be written now is written before the next command. Readers are
            // shown what the store has.
            self.refresh(handle, &mut table_state).await?;
        }
        Ok(table_state)
    }

    /// Locks a table for a command, as it is now. If players could not move before, that is written
    /// down first.
    ///
    /// # Errors
    /// Fails if there is no such table, or it cannot be read or written.
    async fn lock_to_act<'a>(
        self: &Arc<TableRegistry>,
        handle: &'a Arc<TableHandle>,
    ) -> Result<AsyncGuard<'a, TableState>, ApiError> {
        self.must_have_storage().await?;
        let mut table_state = handle.state.lock().await;
        self.refresh(handle, &mut table_state).await?;
        self.record_pauses(handle, &mut table_state).await?;
        Ok(table_state)
    }

    /// Locks a table for a command, as this server knows it: other servers may have changed it, and
    /// then what is decided is not written.
    ///
    /// # Errors
    /// Fails if there is no such table, or it cannot be read or written.
    async fn lock_to_try<'a>(
        self: &Arc<TableRegistry>,
        handle: &'a Arc<TableHandle>,
    ) -> Result<AsyncGuard<'a, TableState>, ApiError> {
        self.must_have_storage().await?;
        let mut table_state = handle.state.lock().await;
        if table_state.table.is_none() {
            self.refresh(handle, &mut table_state).await?;
        }
        table_state.used_at = self.clock.now();
        self.record_pauses(handle, &mut table_state).await?;
        Ok(table_state)
    }

    /// Writes down that players could not move, if they could not.
    async fn record_pauses(
        self: &Arc<TableRegistry>,
        handle: &Arc<TableHandle>,
        table_state: &mut TableState,
    ) -> Result<(), ApiError> {
        for _ in 0..MOST_PAUSES {
            // Downtime that occurs during this write is not charged either.
            if !self.record_pause(handle, table_state).await? {
                break;
            }
        }
        Ok(())
    }

    /// Lets a table decide on what the server itself wants, and writes it down. If another server
    /// was first, the table decides again. Returns the locked table, and whether anything was
    /// written.
    ///
    /// # Errors
    /// Fails if there is no such table, it refuses, or it cannot be read or written.
    async fn decide_at<'a>(
        self: &Arc<TableRegistry>,
        handle: &'a Arc<TableHandle>,
        decide: impl Fn(&TableState) -> Result<Vec<StoredEvent>, ApiError>,
    ) -> Result<(AsyncGuard<'a, TableState>, bool), ApiError> {
        let mut attempt = Attempt::fresh();
        let mut table_state = self.lock_to_act(handle).await?;
        loop {
            let events = decide(&table_state)?;
            if events.is_empty() {
                return Ok((table_state, false));
            }
            match self.commit(handle, &mut table_state, events, Vec::new()).await? {
                Committed::Written => return Ok((table_state, true)),
                Committed::Behind => attempt.must_go_on()?,
            }
        }
    }

    /// Reads a table if it is not in memory, and starts what it waits for.
    async fn load(
        self: &Arc<TableRegistry>,
        handle: &Arc<TableHandle>,
        table_state: &mut TableState,
    ) -> Result<(), ApiError> {
        if table_state.table.is_none() {
            let hosted = match self.read(&handle.id).await {
                Ok(hosted) => hosted,
                Err(error) => {
                    if error.code == ErrorCode::NotFound {
                        lock(&self.handles).remove(&handle.id);
                    }
                    return Err(error);
                }
            };
            if self.store.is_shared() {
                let elsewhere = self.store.presence(&handle.id).await;
                let elsewhere = elsewhere.map_err(|error| self.storage_failed(&error))?;
                self.notice_presence(table_state, elsewhere);
                let has_analysis = self.store.has_analysis(&handle.id).await;
                table_state.has_analysis |=
                    has_analysis.map_err(|error| self.storage_failed(&error))?;
            } else {
                let away_at = self.started_at.max(hosted.times().0);
                for person in hosted.occupants().iter().filter_map(Occupant::person) {
                    // If the table was read before, the time is known already.
                    table_state.away.entry(person.player.clone()).or_insert(away_at);
                }
            }
            table_state.table = Some(hosted);
            table_state.told.get_or_insert(table_state.table().event_count());
            self.watch_clock(handle, table_state);
            self.ensure_house_plays(handle, table_state);
        }
        table_state.used_at = self.clock.now();
        Ok(())
    }

    /// Records downtime as a pause of the table, if there is any. Returns whether there was.
    async fn record_pause(
        self: &Arc<TableRegistry>,
        handle: &Arc<TableHandle>,
        table_state: &mut TableState,
    ) -> Result<bool, ApiError> {
        let lasted = self.clock.downtime_since(table_state.table().times().1);
        let events = table_state.table().pause(lasted, self.clock.now());
        let is_something = !events.is_empty();
        if is_something {
            // If another server was first, what it wrote is looked at next.
            let _ = self.commit(handle, table_state, events, Vec::new()).await?;
        }
        Ok(is_something)
    }

    /// The handle of a table, whether or not the table exists: see
    /// [`lock_table`](TableRegistry::lock_table).
    pub fn handle(&self, id: &Id) -> Arc<TableHandle> {
        Arc::clone(
            lock(&self.handles)
                .entry(id.clone())
                .or_insert_with(|| Arc::new(TableHandle::new(id.clone()))),
        )
    }

    /// Is this table in memory, so that its game need not be replayed?
    pub fn is_in_memory(&self, id: &Id) -> bool {
        let handle = lock(&self.handles).get(id).cloned();
        // If somebody has locked the table, it is in memory or about to be.
        handle.is_some_and(|handle| {
            handle.state.try_lock().map_or(true, |table_state| table_state.table.is_some())
        })
    }

    /// Executes a command of somebody at a table. Returns whether it had already been done.
    ///
    /// # Errors
    /// Says why the command is refused.
    pub async fn execute(
        self: &Arc<TableRegistry>,
        table: &Id,
        who: &Participant,
        table_request: TableRequest,
    ) -> Result<bool, ApiError> {
        self.execute_charged(table, who, table_request, async || Ok(())).await
    }

    /// Executes a command that may cost something. `charge` is called before the table of a rematch
    /// is created, and may refuse.
    ///
    /// # Errors
    /// Says why the command is refused.
    pub async fn execute_charged<F>(
        self: &Arc<TableRegistry>,
        table: &Id,
        who: &Participant,
        table_request: TableRequest,
        charge: impl FnOnce() -> F + Send + 'static,
    ) -> Result<bool, ApiError>
    where
        F: Future<Output = Result<(), ApiError>> + Send,
    {
        let (registry, handle, who) = (Arc::clone(self), self.handle(table), who.clone());
        // The time of arrival counts, however long the command has to wait for its turn.
        let came_at = self.clock.now();
        // This runs in a task of its own, so that it completes even if the client disconnects.
        let done = self.spawn(trace::in_current_trace(async move {
            let _acting = registry.acting(&who.player).await?;
            let mut attempt = Attempt::new(registry.store.is_shared());
            let mut charge = Some(charge);
            // Who is away is only known to the store.
            let mut table_state = match table_request.command.needs_presence() {
                true => registry.lock_to_act(&handle).await?,
                false => registry.lock_to_try(&handle).await?,
            };
            loop {
                // A process that was stopped for a while may have missed an erasure.
                registry.must_be_known(&who.player)?;
                registry.attend(&handle, &mut table_state);
                let decided =
                    registry.decide_for(&who, &table_request, came_at, &table_state).await;
                let events = match decided {
                    Ok(events) if !events.is_empty() => events,
                    // The request has been done already, or is refused.
                    refused => match attempt.refused() {
                        AfterRefusal::Refresh => {
                            registry.refresh(&handle, &mut table_state).await?;
                            continue;
                        }
                        AfterRefusal::Answer => return refused.map(|_| true),
                    },
                };
                let committed = if table_state.table().leads_to_rematch(&events) {
                    if let Some(charge) = charge.take() {
                        charge().await?;
                    }
                    registry.start_rematch(&handle, &mut table_state, events).await?
                } else {
                    registry.commit(&handle, &mut table_state, events, Vec::new()).await?
                };
                match committed {
                    Committed::Written => return Ok(false),
                    Committed::Behind => attempt.must_go_on()?,
                }
            }
        }));
        done.await
            .ok()
            .flatten()
            .unwrap_or_else(|| Err(ApiError::new(ErrorCode::Busy, texts::FAILED)))
    }

    /// What a table decides on a command; nothing if the command has been done already.
    ///
    /// # Errors
    /// Says why the command is refused.
    async fn decide_for(
        &self,
        who: &Participant,
        table_request: &TableRequest,
        came_at: u64,
        table_state: &TableState,
    ) -> Result<Vec<StoredEvent>, ApiError> {
        let table = table_state.table();
        let has_done = || {
            let request = table_request.request.as_ref();
            request.is_some_and(|request| table.has_done(&who.player, request))
        };
        if table_request.command.takes_seat() && !has_done() {
            self.may_have_more_tables(who).await?;
        }
        let now = came_at.max(table.times().1);
        let context = DecisionContext { now, claim_at: table_state.claim_at(self.claim_after()) };
        let events = table.decide(who, table_request, context)?;
        if table.leads_to_rematch(&events) {
            if let Some(gone) = self.missing_programs(table).await?.first() {
                return Err(ApiError::refused(ErrorText::ProgramGone(gone.name.clone())));
            }
            self.may_have_rematch(who, table).await?;
        }
        Ok(events)
    }

    /// A program loses its game, or leaves its table before it begins.
    ///
    /// # Errors
    /// Fails if there is no such table, or it cannot be read or written.
    pub async fn forfeit(
        self: &Arc<TableRegistry>,
        handle: &Arc<TableHandle>,
        who: &Id,
        why: ForfeitReason,
    ) -> Result<(), ApiError> {
        let forfeit = |table_state: &TableState| {
            Ok(table_state.table().forfeit(who, why.clone(), self.clock.now()))
        };
        self.decide_at(handle, forfeit).await.map(drop)
    }

    /// Checks whether a program has waited too long, so that its place is not occupied for ever. If
    /// no opponent has come, its table is closed. If there is no clock, the player to move loses
    /// after being away for as long as a claim takes, or after not moving for much longer.
    pub async fn time_out_waiting(
        self: &Arc<TableRegistry>,
        handle: &Arc<TableHandle>,
        program: &Id,
    ) {
        let patience = self.settings.program_patience.as_millis() as u64;
        let end = |table_state: &TableState| {
            let now = self.clock.now();
            let (who, why) = match self.late_at(table_state, program, now, patience) {
                Some(late) => late,
                None => return Ok(Vec::new()),
            };
            Ok(table_state.table().forfeit(&who, why, now))
        };
        let _ = self.decide_at(handle, end).await;
    }

    /// Who has kept a program waiting for too long, and how.
    fn late_at(
        &self,
        table_state: &TableState,
        program: &Id,
        now: u64,
        patience: u64,
    ) -> Option<(Id, ForfeitReason)> {
        let claim_at = table_state.claim_at(self.claim_after());
        let table = table_state.table();
        let is_late = |since: u64| since + patience <= now;
        match table.person_to_move() {
            _ if table.stage() == TableStage::Waiting && is_late(table.times().0) => {
                Some((program.clone(), ForfeitReason::NoOpponent))
            }
            Some((_, person, since)) if table.clocks().time_control() == TimeControl::None => {
                match claim_at {
                    Some(from) if from <= now => {
                        Some((person.player.clone(), ForfeitReason::AwayTooLong))
                    }
                    _ => is_late(since).then(|| (person.player.clone(), ForfeitReason::NoMove)),
                }
            }
            _ => None,
        }
    }

    /// A program takes a free seat at a table of this game, if there is one.
    pub async fn sit_down(
        self: &Arc<TableRegistry>,
        table: &Id,
        game: &str,
        person: &Participant,
    ) -> Option<Seat> {
        let handle = self.handle(table);
        let free_seat = |hosted: &HostedTable| {
            let opened = hosted.opened();
            // A connection does not stay open for days.
            let takes_days = matches!(opened.time_control, TimeControl::Days { .. });
            if opened.game != game || opened.position.is_some() || takes_days {
                return None;
            }
            hosted.occupants().iter().position(|occupant| *occupant == Occupant::Open)
        };
        let sit_down = |table_state: &TableState| {
            let hosted = table_state.table();
            let Some(seat) = free_seat(hosted) else { return Ok(Vec::new()) };
            hosted.decide_program_seat(seat, person.clone(), self.clock.now())
        };
        let (table_state, _) = self.decide_at(&handle, sit_down).await.ok()?;
        table_state.table().seats_of(&person.player).first().copied().map(Seat::new)
    }

    /// Writes down that the server was running until now. Nothing is stored after that.
    pub async fn close(&self) {
        let _ = self.probe().await;
        let _ = self.store.leave().await;
        self.store.close().await;
        self.ended.send_replace(true);
    }

    /// Ends everything at once, as if the process were killed.
    #[cfg(test)]
    pub fn kill(&self) {
        self.ended.send_replace(true);
        self.store.kill();
    }

    /// How long somebody may be away before the game can be claimed, in milliseconds.
    pub fn claim_after(&self) -> u64 {
        self.settings.claim_after.as_millis() as u64
    }

    /// Applies decided events to a table, writes them, and then publishes them. If they cannot be
    /// written, the table is read again without them.
    async fn commit(
        self: &Arc<TableRegistry>,
        handle: &Arc<TableHandle>,
        table_state: &mut TableState,
        mut events: Vec<StoredEvent>,
        mut changes: Vec<StoreChange>,
    ) -> Result<Committed, ApiError> {
        let known = table_state.known();
        let table = table_state.table_mut();
        // Clocks of servers differ a little, but nothing happens before what it follows.
        let latest = table.times().1;
        events.iter_mut().for_each(|stored_event| stored_event.at = stored_event.at.max(latest));
        if let Err(refused) = events.iter().try_for_each(|stored_event| table.apply(stored_event)) {
            tracing::error!(table = %handle.id, %refused, "the decided events cannot be applied");
            table_state.table = None;
            return Err(ApiError::new(ErrorCode::Busy, texts::FAILED));
        }
        // Chat lines that were pushed out are removed from the file as well.
        for (number, event) in table_state.table_mut().take_dropped_lines() {
            changes.push(StoreChange::Erased(Erasure::Event {
                table: handle.id.clone(),
                number,
                event,
            }));
        }
        let table = table_state.table();
        let moves = events.iter().filter(|stored_event| stored_event.event.is_step()).count();
        let is_game = events.iter().any(|stored_event| stored_event.event.changes_game());
        let is_over = is_game && table.stage() == TableStage::Over;
        let is_listing =
            is_over || events.iter().any(|stored_event| stored_event.event.changes_seats());
        if is_listing {
            changes.push(StoreChange::Listing(listing(table, None)));
        }
        if is_game && !is_listing {
            changes
                .push(StoreChange::Turn { table: handle.id.clone(), turn: lists::turn_of(table) });
        }
        if events
            .iter()
            .any(|stored_event| matches!(stored_event.event, TableEvent::RematchCreated { .. }))
        {
            changes.push(lists::summarise(table, true));
        }
        let is_due = table.is_due();
        if is_due && table_state.is_due != Some(true) && !is_listing {
            changes.push(StoreChange::Due { table: handle.id.clone(), is_due });
        }
        // Whoever commits what the house answers also plays for the house, if somebody is there.
        let is_attended = self.store.is_shared() && table_state.is_attended();
        let drives = is_attended && table.awaits().needs_no_person();
        if drives && !table_state.is_driving {
            changes.push(StoreChange::Driving(handle.id.clone()));
        }
        let has_begun =
            events.iter().any(|stored_event| matches!(stored_event.event, TableEvent::Began));
        let first = table.event_count() - events.len() as u64;
        let written = self.news.is_on().then(|| WrittenEvents::new(&handle.id, first, &events));
        changes.push(StoreChange::Events { table: handle.id.clone(), first, events });
        match self.try_save(changes).await {
            Ok(()) => {}
            Err((StoreError::Behind, _)) => {
                table_state.table = None;
                self.metrics.behind.fetch_add(1, Ordering::Relaxed);
                self.refresh(handle, table_state).await?;
                return Ok(Committed::Behind);
            }
            Err((error, since)) => {
                table_state.table = None;
                return Err(self.storage_failed_since(&error, since));
            }
        }
        if is_due || is_listing {
            table_state.is_due = Some(is_due);
        }
        table_state.is_driving |= drives;
        self.metrics.steps.fetch_add(moves as u64, Ordering::Relaxed);
        if is_game || table_state.table().stage() == TableStage::Closed {
            handle.changed.send_replace(());
        }
        if is_over {
            lock(&self.engine_tables).remove(&handle.id);
        }
        if is_game {
            self.watch_clock(handle, table_state);
            self.ensure_house_plays(handle, table_state);
        }
        if is_listing {
            // Somebody who looked on may have a seat now.
            self.announce_presence(handle, table_state).await;
        }
        self.publish(table_state, known, is_listing);
        if has_begun {
            self.programs.notify_seated(table_state.table());
        }
        if let Some(written) = written {
            self.tell_others(table_state, written, is_listing, has_begun);
        }
        Ok(Committed::Written)
    }

    fn publish(&self, table_state: &mut TableState, known: KnownCounts, is_listing: bool) {
        table_state.told = Some(table_state.table().event_count());
        let now_known = table_state.known();
        let steps = known.steps.min(now_known.steps);
        let (now, claim_after) = (self.clock.now(), self.claim_after());
        table_state.publish(KnownCounts { steps, ..known }, now, claim_after);
        if is_listing {
            self.publish_to_lobby(table_state);
        }
    }

    /// Sends a listed table to all who watch the lobby.
    fn publish_to_lobby(&self, table_state: &TableState) {
        if table_state.table().opened().listed {
            let (now, claim_after) = (self.clock.now(), self.claim_after());
            let mut lobby = lock(&self.lobby);
            lobby.retain(|(connection, _)| !connection.is_broken());
            let mut snapshots = BTreeMap::new();
            for (connection, language) in &*lobby {
                let snapshot = snapshots.entry(*language).or_insert_with(|| {
                    Arc::new(table_state.snapshot(None, now, claim_after, *language))
                });
                connection.send(Update::Lobby(Arc::clone(snapshot)));
            }
        }
    }

    /// Ends the game when the running clock runs out.
    fn watch_clock(
        self: &Arc<TableRegistry>,
        handle: &Arc<TableHandle>,
        table_state: &mut TableState,
    ) {
        if let Some(timer) = table_state.timer.take() {
            timer.abort();
        }
        if self.has_handed_over() {
            return;
        }
        let Some((_, end)) = table_state.table().clocks().ends() else { return };
        // At another server a move may have come in time that is not stored yet.
        let end = if self.store.is_shared() { end + LATE_MOVES } else { end };
        let (registry, handle) = (Arc::clone(self), Arc::clone(handle));
        let timer = self.spawn(async move {
            sleep(Duration::from_millis(end.saturating_sub(registry.clock.now()))).await;
            // This runs in a task of its own, because the present one is aborted when the game goes
            // on.
            registry.spawn({
                let registry = Arc::clone(&registry);
                async move {
                    while registry
                        .expire(&handle)
                        .await
                        .is_err_and(|error| error.code == ErrorCode::Busy)
                    {
                        sleep(RETRY).await;
                    }
                }
            });
        });
        table_state.timer = Some(timer.abort_handle());
    }

    async fn expire(self: &Arc<TableRegistry>, handle: &Arc<TableHandle>) -> Result<(), ApiError> {
        if self.has_handed_over() {
            return Ok(());
        }
        let expire = |table_state: &TableState| {
            if self.clock.downtime_since(table_state.table().times().1) > 0 {
                // Nobody loses because of downtime that is not recorded yet.
                return Err(ApiError::new(ErrorCode::Busy, texts::NO_STORAGE));
            }
            let to_move = table_state.table().person_to_move();
            if to_move.is_some_and(|(_, it, _)| table_state.is_perhaps_cut_off(&it.player)) {
                // Soon the server is heard of again, or dead, and then the time is forgiven.
                return Err(ApiError::new(ErrorCode::Busy, texts::NO_STORAGE));
            }
            Ok(table_state.table().expire(self.clock.now()))
        };
        let (mut table_state, has_expired) = self.decide_at(handle, expire).await?;
        if !has_expired {
            // The player may have been given time back meanwhile.
            self.watch_clock(handle, &mut table_state);
        }
        Ok(())
    }

    /// Reads a table from the file, in a thread other than those that answer requests, because a
    /// long game takes a while.
    async fn read(&self, id: &Id) -> Result<HostedTable, ApiError> {
        let events = self.store.events(id).await.map_err(|error| self.storage_failed(&error))?;
        if events.is_empty() {
            return Err(ApiError::not_found(ErrorText::NoTable(id.clone())));
        }
        let table = id.clone();
        let replay = move || match events.read() {
            Ok(events) => HostedTable::replay(table, events)
                .map_err(|damaged| (ErrorCode::Damaged, damaged.to_string())),
            Err(newer @ StoreError::Newer { .. }) => Err((ErrorCode::Busy, newer.to_string())),
            Err(damaged) => Err((ErrorCode::Damaged, damaged.to_string())),
        };
        self.metrics.replays.fetch_add(1, Ordering::Relaxed);
        self.replay(replay).await?.map_err(|(code, damage)| {
            tracing::error!(table = %id, damage, "a table cannot be read");
            match code {
                // Another server can, or this one once it is replaced.
                ErrorCode::Busy => ApiError::new(code, texts::NEWER_TABLE),
                _ => ApiError::new(code, ErrorText::Damaged { table: id.clone(), damage }),
            }
        })
    }

    /// Runs long work in a thread other than those that answer requests.
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

/// The listing under which a table is found.
pub fn listing(table: &HostedTable, request: Option<String>) -> TableListing {
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
