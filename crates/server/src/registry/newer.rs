//! What other servers have written to a table: it is read from the store, and the people and tasks
//! that this server serves are told.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::time::{Instant, sleep};

use super::{TableHandle, TableRegistry, TableState, lock};
use crate::error::ApiError;
use crate::events::TableEvent;
use crate::hosted_table::TableStage;
use crate::ids::Id;
use crate::store::{NewerEvents, StoredEvents};
use crate::texts::ErrorText;
use crate::view::snapshot::KnownCounts;

/// How often a server looks for what others have written.
const POLL: Duration = Duration::from_millis(250);
const LOBBY_POLL: Duration = Duration::from_secs(1);

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
        match newer.map_err(|error| self.storage_failed(&error))? {
            NewerEvents::None => {
                table_state.used_at = self.clock.now();
                return Ok(());
            }
            NewerEvents::Some(events) => {
                self.metrics.caught_up.fetch_add(1, Ordering::Relaxed);
                if !catch_up(table_state, &events) {
                    table_state.table = None;
                }
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
    fn announce_newer(
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

    /// Looks again and again for what other servers have written to tables that somebody waits for
    /// here.
    pub(super) async fn follow_others(self: Arc<TableRegistry>) {
        loop {
            let start = Instant::now();
            let known = self.followed();
            let changed = match known.is_empty() {
                true => Vec::new(),
                // A store that fails is noticed by the probe.
                false => self.store.changed(&known).await.unwrap_or_default(),
            };
            for table in changed {
                let handle = self.handle(&table);
                let mut table_state = handle.state.lock().await;
                if let Err(error) = self.refresh(&handle, &mut table_state).await {
                    tracing::debug!(%table, %error, "a table cannot be brought up to date");
                }
            }
            // If that takes long, it is not done more often.
            sleep(POLL.max(10 * start.elapsed())).await;
        }
    }

    /// The tables in memory that somebody or something waits for, and how many events of them this
    /// server knows.
    fn followed(&self) -> Vec<(Id, u64)> {
        let handles: Vec<_> = lock(&self.handles).values().cloned().collect();
        let known = handles.iter().filter_map(|handle| {
            // A table that is locked is about to be up to date.
            let table_state = handle.state.try_lock().ok()?;
            let is_followed = !table_state.subscribers.is_empty()
                || table_state.timer.is_some()
                || table_state.house_is_playing
                || handle.changed.receiver_count() > 0;
            let table = table_state.table.as_ref().filter(|_| is_followed)?;
            Some((handle.id.clone(), table.event_count()))
        });
        known.collect()
    }

    /// Looks again and again for listed tables that other servers have changed, while somebody
    /// watches the lobby.
    pub(super) async fn follow_lobby(self: Arc<TableRegistry>) {
        let mut place = None;
        loop {
            sleep(LOBBY_POLL).await;
            if lock(&self.lobby).is_empty() {
                place = None;
                continue;
            }
            let from = match place {
                Some(place) => place,
                None => match self.store.latest_place().await {
                    Ok(latest) => *place.insert(latest),
                    Err(_) => continue,
                },
            };
            for (table, at) in self.store.listed_since(from).await.unwrap_or_default() {
                place = Some(at);
                let handle = self.handle(&table);
                if let Ok(table_state) = self.lock_table(&handle).await {
                    self.publish_to_lobby(&table_state);
                }
            }
        }
    }
}

/// Applies events of other servers to a table; returns false if the table has to be read anew.
fn catch_up(table_state: &mut TableState, events: &StoredEvents) -> bool {
    let Ok(events) = events.read() else { return false };
    let is_rewritten = events.iter().any(|it| matches!(it.event, TableEvent::PersonErased));
    let table = table_state.table_mut();
    if is_rewritten || !events.iter().all(|stored_event| table.apply(stored_event).is_ok()) {
        return false;
    }
    // The server that wrote the events has also replaced the lines that they pushed out.
    drop(table.take_dropped_lines());
    true
}
