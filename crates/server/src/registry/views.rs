//! Views of tables, as clients request them.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use ludoteca_core::Language;
use serde_json::value::{RawValue, to_raw_value};

use super::{TableRegistry, TableState};
use crate::error::ApiError;
use crate::ids::Id;
use crate::texts::ErrorText;
use crate::view::snapshot::{KnownCounts, Snapshot, TableContext, ViewForm, short, steps_page};
use crate::view::table::StepsPage;

/// The requested view of a table, and the player who requests it.
#[derive(Copy, Clone, Hash, Debug)]
pub struct ViewRequest<'a> {
    /// The player who asks, if known.
    pub viewer: Option<&'a Id>,
    /// Whether to include the board or the legal moves.
    pub form: ViewForm,
    /// Only include what happened after this number of events, which the viewer knows.
    pub since: Option<u64>,
    /// The language of the view.
    pub language: Language,
}

/// A table as somebody sees it, with an entity tag.
pub struct TaggedView {
    /// The tag stays the same as long as nothing happens at the table and nobody comes or goes.
    pub tag: String,
    /// The view as JSON; `None` if the viewer already has the one with this tag.
    pub table: Option<Box<RawValue>>,
}

impl TableRegistry {
    /// The view of a table for somebody.
    ///
    /// # Errors
    /// Fails if there is no such table.
    pub async fn view(
        self: &Arc<TableRegistry>,
        table: &Id,
        view: ViewRequest<'_>,
    ) -> Result<Box<RawValue>, ApiError> {
        let seen = self.view_unless(table, view, |_| false).await?;
        seen.table.ok_or_else(|| ApiError::not_found(ErrorText::NoTable(table.clone())))
    }

    /// The view of a table, unless the viewer already has it: `has` says whether they have the view
    /// that belongs to a tag.
    ///
    /// # Errors
    /// Fails if there is no such table.
    pub async fn view_unless(
        self: &Arc<TableRegistry>,
        table: &Id,
        view: ViewRequest<'_>,
        has: impl Fn(&str) -> bool,
    ) -> Result<TaggedView, ApiError> {
        let handle = self.handle(table);
        let mut table_state = self.lock_table(&handle).await?;
        self.attend(&handle, &mut table_state);
        let context = table_state.context(self.clock.now(), self.claim_after());
        let tag = tag(&table_state, &context, view);
        if has(&tag) {
            return Ok(TaggedView { tag, table: None });
        }
        let hosted = table_state.table();
        let known = view.since.map_or_else(KnownCounts::default, |event_count| {
            KnownCounts::since(hosted, event_count)
        });
        let snapshot = Snapshot::new(hosted, Some(known), &context, view.language);
        drop(table_state);
        // The table is not locked while the view is serialised.
        let table =
            to_raw_value(&snapshot.seen_by(view.viewer, view.form)).map_err(ApiError::failed)?;
        Ok(TaggedView { tag, table: Some(table) })
    }

    /// A short view of a table.
    ///
    /// # Errors
    /// Fails if there is no such table.
    pub async fn view_short(
        self: &Arc<TableRegistry>,
        table: &Id,
    ) -> Result<Box<RawValue>, ApiError> {
        let handle = self.handle(table);
        let table = short(self.lock_table(&handle).await?.table());
        to_raw_value(&table).map_err(ApiError::failed)
    }

    /// A page of the steps of a table, beginning with this one.
    ///
    /// # Errors
    /// Fails if there is no such table.
    pub async fn steps(
        self: &Arc<TableRegistry>,
        table: &Id,
        from: usize,
        language: Language,
    ) -> Result<StepsPage, ApiError> {
        let handle = self.handle(table);
        let mut table_state = self.lock_table(&handle).await?;
        self.attend(&handle, &mut table_state);
        Ok(steps_page(table_state.table(), from, language))
    }
}

/// An entity tag of what this viewer sees. It is weak: the current time and the running clocks are
/// not part of it.
fn tag(table_state: &TableState, context: &TableContext, view: ViewRequest<'_>) -> String {
    // The tag covers everything except the time.
    let TableContext { now: _, away, watchers, claim_at } = context;
    let hosted = table_state.table();
    let mut hasher = DefaultHasher::new();
    (env!("CARGO_PKG_VERSION"), hosted.id(), hosted.event_count()).hash(&mut hasher);
    (away, watchers, claim_at, view).hash(&mut hasher);
    format!("W/\"{:016x}\"", hasher.finish())
}
