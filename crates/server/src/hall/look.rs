//! What somebody sees of a table who asks for it.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use serde_json::value::{RawValue, to_raw_value};

use super::{Hall, Inside};
use crate::fault::Fault;
use crate::ids::Id;
use crate::view::snapshot::{Around, Form, Known, Snapshot, short, steps_page};
use crate::view::table::StepsPage;

/// What of a table is wanted, and by whom.
#[derive(Copy, Clone, Hash, Debug)]
pub struct View<'a> {
    /// Who looks.
    pub viewer: Option<&'a Id>,
    /// With the board, or with the legal moves.
    pub form: Form,
    /// Only what happened after so many facts, which the viewer knows.
    pub since: Option<u64>,
}

/// A table as somebody sees it, with its entity tag.
pub struct Seen {
    /// Equal as long as nothing has happened at the table and nobody came or went.
    pub tag: String,
    /// As JSON; nothing where the tag is one that the viewer has.
    pub table: Option<Box<RawValue>>,
}

impl Hall {
    /// What somebody sees of a table.
    ///
    /// # Errors
    /// Where there is none.
    pub async fn look(self: &Arc<Hall>, table: &Id, view: View<'_>) -> Result<Box<RawValue>, Fault> {
        let seen = self.look_unless(table, view, |_| false).await?;
        seen.table.ok_or_else(|| Fault::not_found(crate::texts::no_table(table)))
    }

    /// The same, unless the viewer has it already: `has` says whether they have what a tag stands for.
    ///
    /// # Errors
    /// Where there is none.
    pub async fn look_unless(
        self: &Arc<Hall>,
        table: &Id,
        view: View<'_>,
        has: impl Fn(&str) -> bool,
    ) -> Result<Seen, Fault> {
        let room = self.room(table);
        let mut inside = self.enter(&room).await?;
        self.attend(&room, &mut inside);
        let around = inside.around(self.clock.now(), self.claim_after());
        let tag = tag(&inside, &around, view);
        if has(&tag) {
            return Ok(Seen { tag, table: None });
        }
        let sitting = inside.table();
        let known = view.since.map_or_else(Known::default, |facts| Known::since(sitting, facts));
        let snapshot = Snapshot::new(sitting, Some(known), &around);
        drop(inside);
        // The table does not wait while it is written.
        let table = to_raw_value(&snapshot.seen_by(view.viewer, view.form)).map_err(Fault::bad)?;
        Ok(Seen { tag, table: Some(table) })
    }

    /// Where a table stands, in short.
    ///
    /// # Errors
    /// Where there is none.
    pub async fn look_shortly(self: &Arc<Hall>, table: &Id) -> Result<Box<RawValue>, Fault> {
        let room = self.room(table);
        let table = short(self.enter(&room).await?.table());
        to_raw_value(&table).map_err(Fault::bad)
    }

    /// A page of the steps at a table, from this one on.
    ///
    /// # Errors
    /// Where there is none.
    pub async fn steps(self: &Arc<Hall>, table: &Id, from: usize) -> Result<StepsPage, Fault> {
        let room = self.room(table);
        let mut inside = self.enter(&room).await?;
        self.attend(&room, &mut inside);
        Ok(steps_page(inside.table(), from))
    }
}

/// An entity tag of what this viewer sees. It is weak: the time, and what clocks show by it, are not part of it.
fn tag(inside: &Inside, around: &Around, view: View<'_>) -> String {
    // All but the time.
    let Around { now: _, away, watchers, claim_at } = around;
    let sitting = inside.table();
    let mut hasher = DefaultHasher::new();
    (env!("CARGO_PKG_VERSION"), sitting.id(), sitting.facts()).hash(&mut hasher);
    (away, watchers, claim_at, view).hash(&mut hasher);
    format!("W/\"{:016x}\"", hasher.finish())
}
