//! What other servers have written to a table: they tell it as news, or it is read from the store,
//! and the people and tasks that this server serves are told.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::time::{Instant, sleep, sleep_until};

use super::{TableHandle, TableRegistry, TableState, lock};
use crate::error::ApiError;
use crate::events::{Occupant, StoredEvent, TableEvent};
use crate::hosted_table::TableStage;
use crate::ids::Id;
use crate::news::{News, WrittenEvents};
use crate::store::{FollowedTable, LISTED_AT_ONCE, NewerEvents};
use crate::texts::ErrorText;
use crate::view::snapshot::KnownCounts;

/// How often a server without news looks for what others have written.
const POLL: Duration = Duration::from_millis(250);
const LOBBY_POLL: Duration = Duration::from_secs(1);

/// How many tables that others have changed are read at once.
const REFRESHED_AT_ONCE: usize = 8;

/// The lobby is not told more often than this, however many news there are.
const LOBBY_PAUSE: Duration = Duration::from_millis(20);

/// Places in lists are given out in order, but become visible when their writes are committed. So a
/// server looks this far back for those that it has not seen yet.
const LOOK_BACK: i64 = 100;

impl TableRegistry {
    /// Brings a table up to date with the store, or reads it if it is not in memory.
    ///
    /// # Errors
    /// Fails if there is no such table, or it cannot be read.
    pub(super) async fn refresh(
        self: &Arc<TableRegistry>,
        handle: &Arc<TableHandle>,
        table_state: &mut TableState,
    ) -> Result<(), ApiError> {
        let Some(table) = &table_state.table else {
            self.load(handle, table_state).await?;
            self.announce_newer(handle, table_state);
            return Ok(());
        };
        let newer = self.store.newer_events(&handle.id, table.event_count()).await;
        let (newer, elsewhere) = newer.map_err(|error| self.storage_failed(&error))?;
        let has_changed = self.notice_presence(table_state, elsewhere);
        match newer {
            NewerEvents::None => {
                table_state.used_at = self.clock.now();
                if has_changed {
                    self.publish_presence(table_state);
                }
                return Ok(());
            }
            NewerEvents::Some(events) => {
                self.metrics.caught_up.fetch_add(1, Ordering::Relaxed);
                if !events.read().is_ok_and(|events| catch_up(table_state, &events)) {
                    table_state.table = None;
                }
            }
            NewerEvents::Lost => {
                // After a failover, say. What was lost is lost for those who have seen it, too.
                tracing::error!(table = %handle.id, "the store has lost events of a table");
                (table_state.table, table_state.told) = (None, None);
                self.load(handle, table_state).await?;
                self.publish(table_state, KnownCounts::default(), true);
                return Ok(());
            }
            NewerEvents::Gone => {
                table_state.table = None;
                lock(&self.handles).remove(&handle.id);
                return Err(ApiError::not_found(ErrorText::NoTable(handle.id.clone())));
            }
        }
        self.load(handle, table_state).await?;
        self.announce_newer(handle, table_state);
        Ok(())
    }

    /// Tells everybody on this server what they do not know yet of a table.
    pub(super) fn announce_newer(
        self: &Arc<TableRegistry>,
        handle: &Arc<TableHandle>,
        table_state: &mut TableState,
    ) {
        let table = table_state.table();
        let told = table_state.told.unwrap_or_default();
        if told >= table.event_count() {
            return;
        }
        let known = KnownCounts::since(table, told);
        let is_over = table.stage() == TableStage::Over;
        // The server that made the last change plays for the house.
        table_state.is_driving = false;
        handle.changed.send_replace(());
        if is_over {
            lock(&self.engine_tables).remove(&handle.id);
        }
        self.watch_clock(handle, table_state);
        self.ensure_house_plays(handle, table_state);
        self.publish(table_state, known, true);
        if table_state.table().stage() == TableStage::Playing {
            self.programs.notify_seated(table_state.table());
        }
    }

    /// Tells other servers what was written at a table.
    pub(super) fn tell_others(
        &self,
        table_state: &TableState,
        written: WrittenEvents,
        is_listing: bool,
        has_begun: bool,
    ) {
        if !self.news.is_on() {
            return;
        }
        let table = table_state.table();
        self.news.publish(News::Events(written));
        if is_listing && table.opened().listed {
            self.news.publish(News::Lobby(table.id().clone()));
        }
        let programs = table.occupants().iter().filter_map(Occupant::person);
        let programs = programs.filter(|person| has_begun && person.program);
        for person in programs.filter(|person| !self.programs.is_connected(&person.player)) {
            let (program, table) = (person.player.clone(), table.id().clone());
            self.news.publish(News::Seated { program, table });
        }
    }

    /// Brings a table up to date that somebody here waits for.
    pub(super) async fn refresh_followed(
        self: &Arc<TableRegistry>,
        handle: &Arc<TableHandle>,
        table_state: &mut TableState,
    ) {
        if let Err(error) = self.refresh(handle, table_state).await {
            tracing::debug!(table = %handle.id, %error, "a table cannot be brought up to date");
        }
    }

    /// Looks again and again for what other servers have written to tables that somebody waits for
    /// here. With news, that is done more rarely, and at once when some may have been missed.
    pub(super) async fn follow_others(self: Arc<TableRegistry>) {
        loop {
            let start = Instant::now();
            let known = self.followed();
            let changed = match known.is_empty() {
                true => Vec::new(),
                // A store that fails is noticed by the probe.
                false => self.store.changed(&known).await.unwrap_or_default(),
            };
            let lasted = start.elapsed();
            for some in changed.chunks(REFRESHED_AT_ONCE) {
                let refresh =
                    |table: &Id| self.spawn(Arc::clone(&self).refresh_changed(table.clone()));
                let tasks: Vec<_> = some.iter().map(refresh).collect();
                for task in tasks {
                    let _ = task.await;
                }
            }
            self.notify_programs().await;
            // If looking takes long, it is not done more often. To read what was found there is no
            // waste, and would only be more later.
            sleep(10 * lasted).await;
            let pause = self.pause_between_polls(lasted).saturating_sub(10 * lasted);
            tokio::select! {
                () = sleep(pause) => {}
                () = self.news.missed() => {}
            }
        }
    }

    /// Brings a table up to date that others have changed.
    async fn refresh_changed(self: Arc<TableRegistry>, table: Id) {
        let handle = self.handle(&table);
        let mut table_state = handle.state.lock().await;
        self.refresh_followed(&handle, &mut table_state).await;
        if table_state.awaits_analysis() {
            drop(table_state);
            self.tell_analysis(&table).await;
        }
    }

    /// How long to wait before the store is asked again, if that took so long.
    fn pause_between_polls(&self, lasted: Duration) -> Duration {
        #[cfg(feature = "cluster")]
        if self.news.is_connected() == Some(true) {
            return self.settings.safety_poll.max(20 * lasted);
        }
        POLL.max(10 * lasted)
    }

    /// The tables that somebody or something waits for, and how many events of them were told here.
    fn followed(&self) -> Vec<FollowedTable> {
        let handles: Vec<_> = lock(&self.handles).values().cloned().collect();
        let known = handles.iter().filter_map(|handle| {
            // A table that is locked is about to be up to date.
            let table_state = handle.state.try_lock().ok().filter(|it| it.is_followed(handle))?;
            let event_count = match &table_state.table {
                Some(table) => table.event_count(),
                // After a failed write, the table is read again once there is something new.
                None => table_state.told?,
            };
            let stamp = table_state.elsewhere.stamp;
            let awaits_analysis = table_state.awaits_analysis();
            Some(FollowedTable { id: handle.id.clone(), event_count, stamp, awaits_analysis })
        });
        known.collect()
    }

    /// Looks again and again for listed tables that other servers have changed, and tells those who
    /// watch the lobby.
    pub(super) async fn follow_lobby(self: Arc<TableRegistry>) {
        // The last place that was seen, and those shortly before it.
        let mut seen: Option<(i64, BTreeSet<i64>)> = None;
        loop {
            let start = Instant::now();
            // While nobody watches, places are only remembered, so that whoever comes next misses
            // nothing that changes after they have seen the list.
            let is_watched = !lock(&self.lobby).is_empty();
            let is_first = seen.is_none();
            if is_first && let Ok(latest) = self.store.latest_place().await {
                seen = Some((latest, BTreeSet::new()));
            }
            if let Some((latest, places)) = &mut seen {
                let mut from = *latest - LOOK_BACK;
                while let Ok(tables) = self.store.listed_since(from).await {
                    for (table, place) in &tables {
                        from = *place;
                        if places.insert(*place) && is_watched && !is_first {
                            let handle = self.handle(table);
                            if let Ok(table_state) = self.lock_table(&handle).await {
                                self.publish_to_lobby(&table_state);
                            }
                        }
                    }
                    if tables.len() < LISTED_AT_ONCE {
                        break;
                    }
                }
                *latest = from.max(*latest);
                *places = places.split_off(&(*latest - LOOK_BACK));
            }
            sleep(LOBBY_PAUSE.max(10 * start.elapsed())).await;
            let due = Instant::now() + LOBBY_POLL;
            loop {
                tokio::select! {
                    () = sleep_until(due) => break,
                    () = self.lobby_changed.notified() => {}
                }
                if !lock(&self.lobby).is_empty() {
                    break;
                }
            }
        }
    }
}

impl TableState {
    /// Does somebody or something wait for news about the table?
    pub(super) fn is_followed(&self, handle: &TableHandle) -> bool {
        !self.subscribers.is_empty()
            || self.timer.is_some()
            || self.house_is_playing
            || handle.changed.receiver_count() > 0
    }
}

/// Applies events of other servers to a table; returns false if the table has to be read anew.
pub(super) fn catch_up(table_state: &mut TableState, events: &[StoredEvent]) -> bool {
    let is_rewritten = events.iter().any(|it| matches!(it.event, TableEvent::PersonErased));
    let table = table_state.table_mut();
    if is_rewritten || !events.iter().all(|stored_event| table.apply(stored_event).is_ok()) {
        return false;
    }
    // The server that wrote the events has also replaced the lines that they pushed out.
    drop(table.take_dropped_lines());
    true
}
