//! What the server does in the background: it checks that it can write, notices when it was not
//! running, resumes games after a restart, and unloads tables that nobody asks for.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::time::{Instant, sleep, sleep_until};

use super::{Pruned, TableHandle, TableRegistry, TableState, lock};
use crate::clock::TICK;
use crate::error::{ApiError, ErrorCode};
use crate::hosted_table::{HostedTable, TableStage};
use crate::ids::Id;
use crate::store::{DueTable, StoreChange, StoreError};
use crate::texts::{self, ForfeitReason};
use crate::view::snapshot::stage;

/// How often the server checks that it can write, and how long a check may take before it counts as
/// failed.
const PROBE: Duration = Duration::from_secs(5);
const OVERDUE: Duration = Duration::from_secs(20);

/// A write that takes longer than this counts as time in which players could not move.
const SLOW: u64 = 1000;

/// Tables that nobody asks for are unloaded from memory after this time. They stay in the file.
const IDLE: Duration = Duration::from_secs(15 * 60);

/// Tables whose games never began are closed after this time. The second value says how often the
/// server looks for such tables.
const NEVER_BEGAN: Duration = Duration::from_secs(14 * 24 * 60 * 60);
const SWEEP: Duration = Duration::from_secs(60 * 60);

/// How many games are resumed at once after a restart; and from other servers, where each of them
/// waits for the store several times. How long the server waits before it retries a game that
/// cannot be read.
const RESUMED_AT_ONCE: usize = 8;
const TAKEN_OVER_AT_ONCE: usize = 32;
const RETRY: Duration = Duration::from_secs(2);
const LONGEST_RETRY: Duration = Duration::from_secs(60);

/// How often a server sends a heartbeat to a store that it shares, and how often it looks for games
/// that other servers have left behind.
const HEARTBEAT: Duration = Duration::from_secs(1);
const TAKEOVER: Duration = Duration::from_secs(1);

/// If a server takes over this many games at once, it looks for more at once.
const MANY: usize = 256;

/// After an outage, other servers are not thought dead before this time has passed.
const SETTLED: Duration = Duration::from_secs(6);

/// The known state of the storage.
#[derive(Default)]
pub struct Storage(Mutex<StorageStatus>);

#[derive(Default)]
struct StorageStatus {
    /// When the storage was last checked, and what was wrong then.
    probed: Option<(Instant, Option<String>)>,
    /// Since when writes have been failing, until a probe succeeds.
    failing_since: Option<u64>,
    /// Since when every probe has succeeded, after one has failed. A server that starts need not
    /// wait.
    works_since: Option<Instant>,
    /// The result of the integrity check of the whole file.
    damage: Option<String>,
    /// Must the other servers be told everything about this one again?
    must_announce: bool,
}

/// The health of the storage.
pub struct StorageHealth {
    /// Can the server write?
    pub ok: bool,
    /// How long ago the storage was last checked, in milliseconds.
    pub age_ms: Option<u64>,
    /// What was wrong then.
    pub problem: Option<String>,
    /// The damage that the integrity check of the whole file has found, if any.
    pub damage: Option<String>,
}

impl TableRegistry {
    /// The health of the storage at the last check. A request for it writes nothing.
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

    /// Starts all background tasks.
    pub(super) async fn start_maintenance(self: &Arc<TableRegistry>) {
        // If the probe fails, the server starts all the same and reports that it cannot write.
        let _ = self.probe().await;
        self.spawn(Arc::clone(self).watch_time());
        self.spawn(Arc::clone(self).run_maintenance());
        self.spawn(Arc::clone(self).resume_all());
        self.spawn(Arc::clone(self).check_integrity());
        self.spawn(Arc::clone(self).summarise_all());
        if self.store.is_shared() {
            self.spawn(Arc::clone(self).give_heartbeats());
            self.spawn(Arc::clone(self).follow_others());
            self.spawn(Arc::clone(self).follow_lobby());
            self.spawn(Arc::clone(self).follow_analyses());
            self.spawn(Arc::clone(self).take_over_all());
            self.spawn(Arc::clone(self).obey_erasures());
            #[cfg(feature = "cluster")]
            for feed in self.news.start().await {
                self.spawn(Arc::clone(self).follow_news(feed));
            }
            #[cfg(feature = "cluster")]
            self.find_workers().await;
        }
    }

    /// Lets workers think for this server, whenever there are some.
    #[cfg(feature = "cluster")]
    async fn find_workers(self: &Arc<TableRegistry>) {
        let Some(nats) = &self.settings.nats else { return };
        self.thinking.connect(nats, &self.settings.cluster).await;
        let registry = Arc::clone(self);
        self.spawn(async move {
            registry.thinking.follow_workers(|| registry.servers_alive()).await;
        });
        let registry = Arc::clone(self);
        self.spawn(async move { registry.thinking.watch_queues().await });
    }

    /// Records a failure of the file. Until a probe succeeds, no player is charged for time.
    pub fn storage_failed(&self, error: &StoreError) -> ApiError {
        self.storage_failed_since(error, self.clock.now())
    }

    /// Records a failure of work that began at this time.
    pub(super) fn storage_failed_since(&self, error: &StoreError, since: u64) -> ApiError {
        tracing::error!(%error, "the storage fails");
        if !matches!(error, StoreError::Stopping) && !error.is_conflict() {
            lock(&self.storage.0).failing_since.get_or_insert(since);
        }
        ApiError::new(ErrorCode::Busy, texts::NO_STORAGE)
    }

    /// After a failure, checks first whether the storage works again, so that nobody loses because
    /// a move could not be written.
    pub(super) async fn must_have_storage(&self) -> Result<(), ApiError> {
        let is_failing = lock(&self.storage.0).failing_since.is_some();
        if is_failing || self.clock.has_stalled() {
            self.probe().await.map_err(|error| self.storage_failed(&error))
        } else {
            Ok(())
        }
    }

    /// Stores changes. A write that fails, or that takes so long that players could not move, is
    /// recorded as downtime. The current time is stored with the changes. Otherwise they could lie
    /// in the future for a server that starts later, after the wall clock was set back.
    pub(super) async fn save(&self, changes: Vec<StoreChange>) -> Result<(), ApiError> {
        let saved = self.try_save(changes).await;
        saved.map_err(|(error, from)| self.storage_failed_since(&error, from))
    }

    /// Stores changes as [`save`](TableRegistry::save) does. An error comes with the time when the
    /// write began.
    pub(super) async fn try_save(
        &self,
        mut changes: Vec<StoreChange>,
    ) -> Result<(), (StoreError, u64)> {
        let from = self.clock.now();
        let downtimes = self.clock.unsaved();
        changes.push(StoreChange::Alive { at: from, downtimes: downtimes.clone() });
        let asked = Instant::now();
        let saved = self.store.save(changes).await;
        self.metrics.commit_seconds.count_time(asked.elapsed());
        if saved.is_ok() {
            self.metrics.commits.fetch_add(1, Ordering::Relaxed);
            self.clock.saved(&downtimes);
        }
        if self.clock.now() - from > SLOW {
            self.clock.record_downtime(from);
        }
        saved.map_err(|error| (error, from))
    }

    /// Writes down that the server is running, and reads it back.
    pub(super) async fn probe(&self) -> Result<(), StoreError> {
        let failing_since = lock(&self.storage.0).failing_since;
        if let Some(since) = failing_since {
            // The downtime is written by the probe that ends it. Otherwise it would be lost with
            // the process.
            self.clock.record_downtime(since);
        }
        let from = self.clock.now();
        let unsaved = self.clock.unsaved();
        let obeyed = self.erasures.obeyed.load(Ordering::Relaxed);
        let probed = self.store.probe(from, unsaved.clone(), obeyed).await;
        let mut known = lock(&self.storage.0);
        known.probed = Some((Instant::now(), probed.as_ref().err().map(ToString::to_string)));
        match &probed {
            Ok(beat) => {
                self.clock.saved(&unsaved);
                if let Some(beat) = beat {
                    self.clock.hear(beat);
                    self.hear_erasures(&beat.erasures);
                    known.must_announce |= beat.was_dead;
                }
                if known.failing_since.take().is_some() {
                    known.works_since = Some(Instant::now());
                    known.must_announce = true;
                    tracing::info!("the storage works again");
                }
            }
            Err(error) => {
                if known.failing_since.is_none() {
                    known.failing_since = Some(from);
                    tracing::error!(%error, "the storage fails: all changes are refused");
                }
            }
        }
        probed.map(|_| ())
    }

    /// Reads the time at regular intervals. If the server was not running in between, or could not
    /// write, that is recorded at all tables where a clock runs.
    async fn watch_time(self: Arc<TableRegistry>) {
        let mut recorded = 0;
        loop {
            self.clock.now();
            let known = self.clock.downtimes();
            if known != recorded && self.health().ok {
                recorded = known;
                let mut handles: Vec<Arc<TableHandle>> =
                    lock(&self.handles).values().cloned().collect();
                handles.sort_by(|a, b| a.id.cmp(&b.id));
                for handle in handles {
                    let has_clock = handle.state.lock().await.timer.is_some();
                    if has_clock {
                        // If that fails now, it is done before the next command at the table.
                        let _ = self.lock_to_act(&handle).await;
                    }
                }
            }
            sleep(TICK).await;
        }
    }

    /// Gives heartbeats to a store that servers share. Nothing else that takes time is done here:
    /// the other servers would think that this one is dead.
    async fn give_heartbeats(self: Arc<TableRegistry>) {
        loop {
            sleep(HEARTBEAT).await;
            let _ = self.probe().await;
        }
    }

    async fn run_maintenance(self: Arc<TableRegistry>) {
        let mut swept: Option<Instant> = None;
        let is_shared = self.store.is_shared();
        loop {
            sleep(if is_shared { HEARTBEAT } else { PROBE }).await;
            if !is_shared {
                let _ = self.probe().await;
            }
            self.count_cluster().await;
            if self.has_handed_over() {
                continue;
            }
            if self.health().ok && std::mem::take(&mut lock(&self.storage.0).must_announce) {
                let announced = self.announce_everything().await;
                lock(&self.storage.0).must_announce |= announced.is_err();
            }
            if swept.is_none_or(|swept| swept.elapsed() >= SWEEP) && self.health().ok {
                swept = Some(Instant::now());
                self.close_abandoned().await;
                self.prune_old_data().await;
            }
            let idle = self.clock.now().saturating_sub(IDLE.as_millis() as u64);
            lock(&self.handles).retain(|_, handle| !is_idle(handle, idle));
        }
    }

    /// Closes tables whose games never began, and stops games that nobody has touched for a long
    /// time.
    async fn close_abandoned(self: &Arc<TableRegistry>) {
        let ends: [(TableStage, Duration, EndTable); 2] = [
            (TableStage::Waiting, NEVER_BEGAN, |table, now| table.close(now)),
            (TableStage::Playing, self.settings.abandon_after, |table, now| table.stop(now)),
        ];
        for (at, after, end) in ends {
            let since = self.clock.now().saturating_sub(after.as_millis() as u64);
            for id in self.store.untouched(stage(at), since).await.unwrap_or_default() {
                let handle = self.handle(&id);
                let end_abandoned = |table_state: &TableState| {
                    let table = table_state.table();
                    let is_abandoned = !table_state.is_watched()
                        && table.times().1 < since
                        && table.clocks().ends().is_none();
                    Ok(if is_abandoned { end(table, self.clock.now()) } else { Vec::new() })
                };
                // If that fails now, it is tried again at the next sweep.
                let _ = self.decide_at(&handle, end_abandoned).await;
            }
        }
    }

    /// Deletes data that is older than the configured retention time.
    async fn prune_old_data(self: &Arc<TableRegistry>) {
        let Some(retain) = self.settings.retain else { return };
        match self.prune(retain).await {
            Ok(Pruned { tables: 0, players: 0 }) => {}
            Ok(Pruned { tables, players }) => {
                tracing::info!(tables, players, "deleted old tables and players");
            }
            Err(error) => {
                tracing::error!(%error, "old data could not be deleted");
            }
        }
    }

    /// Resumes all games that wait for the server itself, a few at a time: once after its start, or
    /// again and again those that servers of the same store have left behind. Games that cannot be
    /// read are tried again later.
    async fn resume_all(self: Arc<TableRegistry>) {
        let mut retry = RETRY;
        let mut retry_at = Instant::now();
        let mut left = Vec::new();
        let mut must_ask = true;
        while !self.has_handed_over() {
            let mut due = Vec::new();
            if must_ask {
                match self.store.due().await {
                    Ok(found) => due = found,
                    Err(error) => {
                        self.storage_failed(&error);
                        sleep(retry).await;
                        retry = (2 * retry).min(LONGEST_RETRY);
                        continue;
                    }
                }
                must_ask = self.store.is_shared();
                if must_ask && !due.is_empty() {
                    tracing::info!(tables = due.len(), "took over tables of other servers");
                }
            }
            let found = due.len();
            if retry_at <= Instant::now() {
                due.append(&mut left);
            }
            let failed = self.resume_some(due).await;
            if !failed.is_empty() {
                tracing::warn!(games = failed.len(), "some games cannot be resumed yet");
                left.extend(failed);
                retry_at = Instant::now() + retry;
                retry = (2 * retry).min(LONGEST_RETRY);
            } else if left.is_empty() {
                retry = RETRY;
                if !self.store.is_shared() {
                    return;
                }
            }
            if self.store.is_shared() {
                // What cannot be resumed yet does not keep other games waiting.
                if found < MANY {
                    sleep(TAKEOVER).await;
                }
                // After an outage of the store, others are given the time to come back.
                self.wait_for_others().await;
            } else {
                sleep_until(retry_at).await;
            }
        }
    }

    /// Resumes these games; returns those that cannot be read yet.
    async fn resume_some(self: &Arc<TableRegistry>, due: Vec<DueTable>) -> Vec<DueTable> {
        let at_once = match self.store.is_shared() {
            true => TAKEN_OVER_AT_ONCE,
            false => RESUMED_AT_ONCE,
        };
        let mut failed = Vec::new();
        // Many at the same time, so that their writes are committed together.
        for (due, resumed) in self.for_each(due, at_once, TableRegistry::resume).await {
            match resumed {
                Ok(Some(Err(error))) if error.code == ErrorCode::Busy => failed.push(due),
                Ok(Some(Err(error))) => {
                    tracing::error!(table = %due.id, %error, "a game cannot be resumed");
                }
                Ok(_) => {}
                Err(_) => failed.push(due),
            }
        }
        failed
    }

    /// Waits until this server has been able to write for a while.
    pub(super) async fn wait_for_others(&self) {
        loop {
            let (is_failing, works_since) = {
                let known = lock(&self.storage.0);
                (known.failing_since.is_some(), known.works_since)
            };
            let works = works_since.map_or(SETTLED, |at| at.elapsed());
            match is_failing {
                true => sleep(TAKEOVER).await,
                false if works < SETTLED => sleep(SETTLED - works).await,
                false => return,
            }
        }
    }

    /// Resumes a game after a restart, or after the end of another server. Programs are no longer
    /// connected then.
    async fn resume(self: Arc<TableRegistry>, due: DueTable) -> Result<(), ApiError> {
        let DueTable { id, alive_at } = due;
        let handle = self.handle(&id);
        if let Some(alive_at) = alive_at {
            // Players could not reach the other server since its last heartbeat.
            self.forgive(&id, alive_at, |_| true).await?;
        }
        let table_state = self.lock_to_act(&handle).await?;
        let programs = self.missing_programs(table_state.table()).await?.into_iter();
        let programs = programs.map(|program| program.player);
        // A client of Breakthrough's protocol looks on at its table as long as it is connected.
        let programs: Vec<Id> = programs.filter(|it| !table_state.is_here(it)).collect();
        let mut has_changed = false;
        drop(table_state);
        for program in programs {
            let forfeit = |table_state: &TableState| {
                let why = ForfeitReason::ServerStopped;
                Ok(table_state.table().forfeit(&program, why, self.clock.now()))
            };
            has_changed |= self.decide_at(&handle, forfeit).await?.1;
        }
        if has_changed {
            return Ok(());
        }
        let mut table_state = self.lock_to_act(&handle).await?;
        if !table_state.table().is_due() {
            self.save(vec![StoreChange::Due { table: id, is_due: false }]).await?;
            table_state.is_due = Some(false);
        }
        self.watch_clock(&handle, &mut table_state);
        self.ensure_house_plays(&handle, &mut table_state);
        Ok(())
    }

    /// Checks the integrity of the whole file once, in the background.
    async fn check_integrity(self: Arc<TableRegistry>) {
        match self.store.check().await {
            Ok(None) => {}
            Ok(Some(damage)) => {
                tracing::error!(
                    damage,
                    "the database is damaged: the server uses what it can read; restore a backup"
                );
                lock(&self.storage.0).damage = Some(damage);
            }
            Err(error) => tracing::error!(%error, "the database could not be checked"),
        }
    }
}

type EndTable = fn(&HostedTable, u64) -> Vec<crate::events::StoredEvent>;

/// Has nobody asked for this table since then, and does nobody watch or wait for it?
fn is_idle(handle: &Arc<TableHandle>, since: u64) -> bool {
    let Ok(table_state) = handle.state.try_lock() else { return false };
    let is_busy = !table_state.subscribers.is_empty()
        || table_state.house_is_playing
        || table_state.timer.is_some();
    Arc::strong_count(handle) == 1 && !is_busy && table_state.used_at < since
}
