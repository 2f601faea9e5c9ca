//! What the server does by itself, whoever is there: sees whether it can write, notices when it was
//! not running, goes on with games after a restart, and lets go of what nobody asks for.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::time::{Instant, sleep};

use super::{Pruned, TableHandle, TableRegistry, lock};
use crate::clock::TICK;
use crate::error::{ApiError, ErrorCode};
use crate::events::Occupant;
use crate::hosted_table::{HostedTable, TableStage};
use crate::ids::Id;
use crate::store::{StoreChange, StoreError};
use crate::texts;
use crate::view::snapshot::stage;

/// How often the server sees whether it can write, and after how long without an answer it cannot.
const PROBE: Duration = Duration::from_secs(5);
const OVERDUE: Duration = Duration::from_secs(20);

/// A write that takes longer than this keeps players from moving.
const SLOW: u64 = 1000;

/// Tables that nobody asks for are forgotten after this; the file has them.
const IDLE: Duration = Duration::from_secs(15 * 60);

/// Tables whose game never began are closed after this. How often such tables are looked for.
const FORGOTTEN: Duration = Duration::from_secs(14 * 24 * 60 * 60);
const SWEEP: Duration = Duration::from_secs(60 * 60);

/// Games that go on at once after a restart, and after how long one that cannot be read is tried
/// again.
const RESUMED_AT_ONCE: usize = 8;
const RETRY: Duration = Duration::from_secs(2);
const LONGEST_RETRY: Duration = Duration::from_secs(60);

/// What is known of the storage.
#[derive(Default)]
pub struct Storage(Mutex<StorageStatus>);

#[derive(Default)]
struct StorageStatus {
    /// When it was last seen to, and what was wrong then.
    probed: Option<(Instant, Option<String>)>,
    /// Since when something failed, until a probe succeeds.
    failing_since: Option<u64>,
    /// What a look through the whole file has found.
    damage: Option<String>,
}

/// How the storage is.
pub struct StorageHealth {
    /// Can the server write?
    pub ok: bool,
    /// How long ago it was last seen to, in milliseconds.
    pub age_ms: Option<u64>,
    /// What was wrong then.
    pub problem: Option<String>,
    /// What a look through the whole file has found, if anything.
    pub damage: Option<String>,
}

impl TableRegistry {
    /// How the storage was found to be. Nothing is written for who asks.
    pub fn health(&self) -> StorageHealth {
        let known = lock(&self.storage.0);
        let (age, problem) = match &known.probed {
            Some((at, problem)) => (Some(at.elapsed()), problem.clone()),
            None => (None, None),
        };
        let is_fresh = age.is_some_and(|age| age < OVERDUE);
        StorageHealth {
            ok: is_fresh && problem.is_none() && known.failing_since.is_none(),
            age_ms: age.map(|age| age.as_millis() as u64),
            problem,
            damage: known.damage.clone(),
        }
    }

    /// Starts all this.
    pub(super) async fn start_maintenance(self: &Arc<TableRegistry>) {
        // Where it fails, the server starts all the same, and says that it cannot write.
        let _ = self.probe().await;
        self.spawn(Arc::clone(self).watch_time());
        self.spawn(Arc::clone(self).run_maintenance());
        self.spawn(Arc::clone(self).resume_all());
        self.spawn(Arc::clone(self).check_integrity());
        self.spawn(Arc::clone(self).summarise_all());
    }

    /// The file does not do what it should: until a probe succeeds, no time counts for anybody.
    pub fn storage_failed(&self, error: &StoreError) -> ApiError {
        self.storage_failed_since(error, self.clock.now())
    }

    /// The same, for what was begun then.
    fn storage_failed_since(&self, error: &StoreError, since: u64) -> ApiError {
        tracing::error!(%error, "the storage fails");
        if !matches!(error, StoreError::Stopping) && !error.is_conflict() {
            lock(&self.storage.0).failing_since.get_or_insert(since);
        }
        ApiError::new(ErrorCode::Busy, texts::NO_STORAGE)
    }

    /// Where something has failed, sees first whether the storage works again: nobody loses for
    /// what could not be written.
    pub(super) async fn must_have_storage(&self) -> Result<(), ApiError> {
        let is_failing = lock(&self.storage.0).failing_since.is_some();
        if is_failing {
            self.probe().await.map_err(|error| self.storage_failed(&error))
        } else {
            Ok(())
        }
    }

    /// Keeps changes, and notes where that fails or takes so long that players could not move. The
    /// time goes with them: if it did not, a server that is started later, with a wall clock that
    /// was set back, would think of them as the future.
    pub(super) async fn save(&self, mut changes: Vec<StoreChange>) -> Result<(), ApiError> {
        let from = self.clock.now();
        let absences = self.clock.unsaved();
        changes.push(StoreChange::Alive { at: from, downtimes: absences.clone() });
        let kept = self.store.save(changes).await;
        if kept.is_ok() {
            self.clock.saved(&absences);
        }
        if self.clock.now() - from > SLOW {
            self.clock.record_downtime(from);
        }
        kept.map_err(|error| self.storage_failed_since(&error, from))
    }

    /// Writes down that the server is there, and reads it back.
    pub(super) async fn probe(&self) -> Result<(), StoreError> {
        let failing_since = lock(&self.storage.0).failing_since;
        if let Some(since) = failing_since {
            // It is written down with what ends it, or it would be lost with the process.
            self.clock.record_downtime(since);
        }
        let from = self.clock.now();
        let unsaved = self.clock.unsaved();
        let probed = self.store.probe(from, unsaved.clone()).await;
        let mut known = lock(&self.storage.0);
        known.probed = Some((Instant::now(), probed.as_ref().err().map(ToString::to_string)));
        match &probed {
            Ok(()) => {
                self.clock.saved(&unsaved);
                if known.failing_since.take().is_some() {
                    tracing::info!("the storage works again");
                }
            }
            Err(error) => {
                if known.failing_since.is_none() {
                    known.failing_since = Some(from);
                    tracing::error!(%error, "the storage fails: everything that has to be written is refused");
                }
            }
        }
        probed
    }

    /// Asks for the time, again and again. Where the server was not running meanwhile, or could not
    /// write, that is written down at all tables where a clock runs.
    async fn watch_time(self: Arc<TableRegistry>) {
        let mut absences = 0;
        loop {
            self.clock.now();
            let known = self.clock.downtimes();
            if known != absences && self.health().ok {
                absences = known;
                let mut rooms: Vec<Arc<TableHandle>> =
                    lock(&self.handles).values().cloned().collect();
                rooms.sort_by(|a, b| a.id.cmp(&b.id));
                for room in rooms {
                    let has_clock = room.state.lock().await.timer.is_some();
                    if has_clock {
                        // Where that fails now, it is done before anything else happens at the
                        // table.
                        let _ = self.lock_to_act(&room).await;
                    }
                }
            }
            sleep(TICK).await;
        }
    }

    async fn run_maintenance(self: Arc<TableRegistry>) {
        let mut swept: Option<Instant> = None;
        loop {
            sleep(PROBE).await;
            let _ = self.probe().await;
            if swept.is_none_or(|swept| swept.elapsed() >= SWEEP) && self.health().ok {
                swept = Some(Instant::now());
                self.close_abandoned().await;
                self.prune_as_set().await;
            }
            let idle = self.clock.now().saturating_sub(IDLE.as_millis() as u64);
            lock(&self.handles).retain(|_, room| !is_idle(room, idle));
        }
    }

    /// Closes tables at which nobody has waited for a long time, and breaks off games that nobody
    /// has touched for even longer.
    async fn close_abandoned(self: &Arc<TableRegistry>) {
        let ends: [(TableStage, Duration, EndTable); 2] = [
            (TableStage::Waiting, FORGOTTEN, |table, now| table.close(now)),
            (TableStage::Playing, self.settings.abandon_after, |table, now| table.break_off(now)),
        ];
        for (at, after, end) in ends {
            let since = self.clock.now().saturating_sub(after.as_millis() as u64);
            for id in self.store.untouched(stage(at), since).await.unwrap_or_default() {
                let room = self.handle(&id);
                let Ok(mut table_state) = self.lock_to_act(&room).await else { continue };
                let table = table_state.table();
                let is_forgotten = table.times().1 < since && table.clocks().ends().is_none();
                if table_state.subscribers.is_empty() && is_forgotten {
                    let facts = end(table, self.clock.now());
                    let _ = self.commit(&room, &mut table_state, facts, Vec::new()).await;
                }
            }
        }
    }

    /// Deletes what has been kept for as long as the server was told.
    async fn prune_as_set(self: &Arc<TableRegistry>) {
        let Some(retain) = self.settings.retain else { return };
        match self.prune(retain).await {
            Ok(Pruned { tables: 0, players: 0 }) => {}
            Ok(Pruned { tables, players }) => {
                tracing::info!(tables, players, "deleted, since nothing happened for long");
            }
            Err(fault) => {
                tracing::error!(%fault, "what was kept for long enough could not be deleted")
            }
        }
    }

    /// Goes on with all games that wait for the server itself, a few at a time. What cannot be read
    /// is tried again later.
    async fn resume_all(self: Arc<TableRegistry>) {
        let mut retry = RETRY;
        let mut due = loop {
            match self.store.due().await {
                Ok(due) => break due,
                Err(error) => self.storage_failed(&error),
            };
            sleep(retry).await;
            retry = (2 * retry).min(LONGEST_RETRY);
        };
        retry = RETRY;
        while !due.is_empty() {
            let mut failed = Vec::new();
            for some in due.chunks(RESUMED_AT_ONCE) {
                // At once, so that what they write is written together.
                let tasks: Vec<_> = some
                    .iter()
                    .map(|id| self.spawn(Arc::clone(&self).resume(id.clone())))
                    .collect();
                for (id, task) in some.iter().zip(tasks) {
                    match task.await {
                        Ok(Some(Err(fault))) if fault.code == ErrorCode::Busy => {
                            failed.push(id.clone())
                        }
                        Ok(Some(Err(fault))) => {
                            tracing::error!(table = %id, %fault, "a game does not go on")
                        }
                        Ok(_) => {}
                        Err(_) => failed.push(id.clone()),
                    }
                }
            }
            due = failed;
            if !due.is_empty() {
                tracing::warn!(games = due.len(), "games do not go on yet");
                sleep(retry).await;
                retry = (2 * retry).min(LONGEST_RETRY);
            }
        }
    }

    /// A game goes on after the server was away. Programs did not stay.
    async fn resume(self: Arc<TableRegistry>, id: Id) -> Result<(), ApiError> {
        let room = self.handle(&id);
        let mut table_state = self.lock_to_act(&room).await?;
        let persons = table_state.table().occupants().iter().filter_map(Occupant::person);
        let is_gone = |player: &Id| !self.programs.is_connected(player);
        let programs = persons.filter(|it| it.program && is_gone(&it.player));
        let programs: Vec<Id> = programs.map(|it| it.player.clone()).collect();
        let mut has_changed = false;
        for program in programs {
            let facts =
                table_state.table().forfeit(&program, texts::SERVER_STOPPED, self.clock.now());
            if !facts.is_empty() {
                self.commit(&room, &mut table_state, facts, Vec::new()).await?;
                has_changed = true;
            }
        }
        if has_changed {
            return Ok(());
        }
        if !table_state.table().is_due() {
            self.save(vec![StoreChange::Due { table: id, is_due: false }]).await?;
            table_state.is_due = Some(false);
        }
        self.watch_clock(&room, &mut table_state);
        self.ensure_house_plays(&room, &mut table_state);
        Ok(())
    }

    /// Looks through the whole file once, beside everything else.
    async fn check_integrity(self: Arc<TableRegistry>) {
        match self.store.check().await {
            Ok(None) => {}
            Ok(Some(damage)) => {
                tracing::error!(
                    damage,
                    "the database is damaged: what can be read is served; restore a backup"
                );
                lock(&self.storage.0).damage = Some(damage);
            }
            Err(error) => tracing::error!(%error, "the database could not be looked through"),
        }
    }
}

type EndTable = fn(&HostedTable, u64) -> Vec<crate::events::StoredEvent>;

/// Has nobody looked at this table since then, and does nobody wait for it?
fn is_idle(room: &Arc<TableHandle>, since: u64) -> bool {
    let Ok(table_state) = room.state.try_lock() else { return false };
    let is_busy = !table_state.subscribers.is_empty()
        || table_state.house_is_playing
        || table_state.timer.is_some();
    Arc::strong_count(room) == 1 && !is_busy && table_state.used_at < since
}
