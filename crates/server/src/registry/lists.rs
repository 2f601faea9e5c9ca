//! Lists of tables. The file has everything that lists show, so that no game has to be replayed. A
//! table in memory is listed in its current state.

use std::sync::Arc;
use std::time::Duration;

use ludoteca_core::Language;
use serde_json::value::{RawValue, to_raw_value};
use tokio::time::sleep;

use super::{TableRegistry, lock};
use crate::error::{ApiError, ErrorCode};
use crate::events::TableEvent;
use crate::hosted_table::HostedTable;
use crate::ids::Id;
use crate::store::{ListFilter, ListRow, StoreChange, StoredTurn};
use crate::view::snapshot::{Current, TableSummary, ViewForm, turn};

/// How many tables are summarised in one batch, and how long the pause after a batch is.
const BATCH: u32 = 8;
const BATCH_PAUSE: Duration = Duration::from_millis(200);

impl TableRegistry {
    /// The tables of a list as somebody sees them, as JSON: at most `most` of those that come after
    /// `before`. Also returns where the list continues.
    ///
    /// # Errors
    /// Fails if the file cannot be read.
    pub async fn list(
        &self,
        which: &ListFilter,
        game: Option<&str>,
        before: Option<i64>,
        most: u32,
        viewer: Option<&Id>,
        language: Language,
    ) -> Result<(Vec<Box<RawValue>>, Option<i64>), ApiError> {
        let found = self.store.list(which, game, before, most).await;
        let (found, next) = found.map_err(|error| self.storage_failed(&error))?;
        let mut tables = Vec::new();
        for listed in found {
            let table = match self.current_entry(&listed, viewer, language) {
                Some(table) => table,
                None => match self.stored_entry(listed) {
                    Some(mut summary) => {
                        summary.translate(language);
                        to_raw_value(&summary.seen_by(viewer)).map_err(ApiError::failed)?
                    }
                    // A table that cannot be read does not hide the others.
                    None => continue,
                },
            };
            tables.push(table);
        }
        Ok((tables, next))
    }

    /// The list entry of a table in memory as it is now, unless the table is locked at this moment,
    /// or other servers know more of it.
    fn current_entry(
        &self,
        listed: &ListRow,
        viewer: Option<&Id>,
        language: Language,
    ) -> Option<Box<RawValue>> {
        let handle = lock(&self.handles).get(&listed.id).cloned()?;
        let table_state = handle.state.try_lock().ok()?;
        let table = table_state.table.as_ref()?;
        if self.store.is_shared() && table.event_count() < listed.event_count {
            return None;
        }
        let snapshot = table_state.snapshot(None, self.clock.now(), self.claim_after(), language);
        to_raw_value(&snapshot.seen_by(viewer, ViewForm::Listed)).ok()
    }

    /// The list entry of a table from the file: its summary, or how it was opened if there is no
    /// summary yet.
    fn stored_entry(&self, listed: ListRow) -> Option<TableSummary> {
        let ListRow { id, stage, turn, summary, opened, event_count, .. } = listed;
        let stored = summary.and_then(|summary| serde_json::from_str(&summary).ok());
        let mut summary: TableSummary = stored.or_else(|| {
            let opened = opened?;
            let TableEvent::Opened(how) = opened.event else { return None };
            Some(TableSummary::to_store(&HostedTable::open(id, *how, opened.at).ok()?))
        })?;
        let (state, next) =
            turn.map(|turn| (turn.state, serde_json::from_str(&turn.next).ok())).unzip();
        summary.update(Current {
            stage,
            state,
            next: next.flatten(),
            event_count,
            now: self.clock.now(),
        });
        Some(summary)
    }

    /// Writes the missing summaries of tables that an earlier version has stored, a few at a time
    /// in the background.
    pub(super) async fn summarise_all(self: Arc<TableRegistry>) {
        let mut before = i64::MAX;
        loop {
            let found = match self.store.without_summary(before, BATCH).await {
                Ok(found) if found.is_empty() => return,
                Ok(found) => found,
                // Lists show how these tables were opened until the server starts again.
                Err(error) => {
                    self.storage_failed(&error);
                    return;
                }
            };
            let mut changes = Vec::new();
            for (id, place) in found {
                before = place;
                match self.read(&id).await {
                    Ok(hosted) => changes.push(summarise(&hosted, false)),
                    Err(error) if error.code == ErrorCode::Busy => return,
                    // A damaged table is not tried again before the next start.
                    Err(_) => {}
                }
            }
            if self.save(changes).await.is_err() {
                return;
            }
            sleep(BATCH_PAUSE).await;
        }
    }
}

/// The change that stores what lists show of a table.
pub(super) fn summarise(table: &HostedTable, replaces: bool) -> StoreChange {
    StoreChange::Summary {
        table: table.id().clone(),
        summary: summary(table),
        turn: turn_of(table),
        replaces,
    }
}

/// The summary of a table as JSON.
pub(super) fn summary(table: &HostedTable) -> String {
    serde_json::to_string(&TableSummary::to_store(table)).unwrap_or_default()
}

/// The state of the game and the next turn, for lists.
pub(super) fn turn_of(table: &HostedTable) -> StoredTurn {
    StoredTurn {
        state: table.state(),
        next: serde_json::to_string(&turn(table)).unwrap_or_default(),
    }
}
