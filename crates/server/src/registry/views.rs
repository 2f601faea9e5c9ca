//! What somebody sees of a table who asks for it.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use serde_json::value::{RawValue, to_raw_value};

use super::{TableRegistry, TableState};
use crate::error::ApiError;
use crate::ids::Id;
use crate::view::snapshot::{KnownCounts, Snapshot, TableContext, ViewForm, short, steps_page};
use crate::view::table::StepsPage;

/// What of a table is wanted, and by whom.
#[derive(Copy, Clone, Hash, Debug)]
pub struct ViewRequest<'a> {
    /// Who looks.
    pub viewer: Option<&'a Id>,
    /// With the board, or with the legal moves.
    pub form: ViewForm,
    /// Only what happened after so many events, which the viewer knows.
    pub since: Option<u64>,
}

/// A table as somebody sees it, with its entity tag.
pub struct TaggedView {
    /// Equal as long as nothing has happened at the table and nobody came or went.
    pub tag: String,
    /// As JSON; nothing where the tag is one that the viewer has.
    pub table: Option<Box<RawValue>>,
}

impl TableRegistry {
    /// What somebody sees of a table.
    ///
    /// # Errors
    /// Where there is none.
    pub async fn view(
        self: &Arc<TableRegistry>,
        table: &Id,
        view: ViewRequest<'_>,
    ) -> Result<Box<RawValue>, ApiError> {
        let seen = self.view_unless(table, view, |_| false).await?;
        seen.table.ok_or_else(|| ApiError::not_found(crate::texts::no_table(table)))
    }

    /// The same, unless the viewer has it already: `has` says whether they have what a tag stands
    /// for.
    ///
    /// # Errors
    /// Where there is none.
    pub async fn view_unless(
        self: &Arc<TableRegistry>,
        table: &Id,
        view: ViewRequest<'_>,
        has: impl Fn(&str) -> bool,
    ) -> Result<TaggedView, ApiError> {
        let room = self.handle(table);
        let mut table_state = self.lock_table(&room).await?;
        self.attend(&room, &mut table_state);
        let around = table_state.context(self.clock.now(), self.claim_after());
        let tag = tag(&table_state, &around, view);
        if has(&tag) {
            return Ok(TaggedView { tag, table: None });
        }
        let hosted = table_state.table();
        let known =
            view.since.map_or_else(KnownCounts::default, |facts| KnownCounts::since(hosted, facts));
        let snapshot = Snapshot::new(hosted, Some(known), &around);
        drop(table_state);
        // The table does not wait while it is written.
        let table = to_raw_value(&snapshot.seen_by(view.viewer, view.form))
            .map_err(ApiError::bad_request)?;
        Ok(TaggedView { tag, table: Some(table) })
    }

    /// Where a table stands, in short.
    ///
    /// # Errors
    /// Where there is none.
    pub async fn view_short(
        self: &Arc<TableRegistry>,
        table: &Id,
    ) -> Result<Box<RawValue>, ApiError> {
        let room = self.handle(table);
        let table = short(self.lock_table(&room).await?.table());
        to_raw_value(&table).map_err(ApiError::bad_request)
    }

    /// A page of the steps at a table, from this one on.
    ///
    /// # Errors
    /// Where there is none.
    pub async fn steps(
        self: &Arc<TableRegistry>,
        table: &Id,
        from: usize,
    ) -> Result<StepsPage, ApiError> {
        let room = self.handle(table);
        let mut table_state = self.lock_table(&room).await?;
        self.attend(&room, &mut table_state);
        Ok(steps_page(table_state.table(), from))
    }
}

/// An entity tag of what this viewer sees. It is weak: the time, and what clocks show by it, are
/// not part of it.
fn tag(table_state: &TableState, around: &TableContext, view: ViewRequest<'_>) -> String {
    // All but the time.
    let TableContext { now: _, away, watchers, claim_at } = around;
    let hosted = table_state.table();
    let mut hasher = DefaultHasher::new();
    (env!("CARGO_PKG_VERSION"), hosted.id(), hosted.event_count()).hash(&mut hasher);
    (away, watchers, claim_at, view).hash(&mut hasher);
    format!("W/\"{:016x}\"", hasher.finish())
}
