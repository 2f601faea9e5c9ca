//! The events of a table as they are stored: as text, which is read in threads other than those
//! that answer requests.

#[cfg(feature = "cluster")]
use serde_json::value::RawValue;

use super::{StoreError, checksum};
use crate::events::StoredEvent;
use crate::ids::Id;

/// The events of a table as they are stored.
pub struct StoredEvents {
    table: Id,
    /// The number of the first event, from 0.
    first: u64,
    rows: Vec<StoredRow>,
}

/// What other servers have added to a table.
pub enum NewerEvents {
    /// Nothing.
    None,
    /// These events.
    Some(StoredEvents),
    /// The table was deleted.
    Gone,
    /// The table has fewer events than this server knows: the store has lost some.
    Lost,
}

/// One row of the store: one event, or all the events of one write.
pub struct StoredRow {
    /// The number of the event, or of the first one, from 0.
    pub number: u64,
    /// The text of the row, or why it cannot be read.
    pub text: Result<String, String>,
    /// What [`checksum`] was when the row was written. Rows of 0.1.0 have none.
    pub checksum: Option<i64>,
    /// Does the row hold an array of events?
    pub is_array: bool,
}

impl StoredEvents {
    /// The events of this table, as the store has returned them.
    pub(super) fn new(table: Id, first: u64, rows: Vec<StoredRow>) -> StoredEvents {
        StoredEvents { table, first, rows }
    }

    /// Is there no such table?
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Reads the events, which takes a while for a long game.
    ///
    /// # Errors
    /// Fails if an event is damaged, or was written by a newer program.
    pub fn read(&self) -> Result<Vec<StoredEvent>, StoreError> {
        let mut events = Vec::with_capacity(self.rows.len());
        for row in &self.rows {
            row.must_follow(self.first + events.len() as u64)?;
            events.extend(row.read(&self.table)?);
        }
        Ok(events)
    }

    /// The events that are not damaged, with their numbers.
    pub fn read_undamaged(&self) -> Vec<(u64, StoredEvent)> {
        let rows =
            self.rows.iter().filter_map(|row| Some((row.number, row.read(&self.table).ok()?)));
        rows.flat_map(|(number, events)| (number..).zip(events)).collect()
    }

    /// The text of each event, as it was written.
    ///
    /// # Errors
    /// Fails if an event is damaged.
    #[cfg(feature = "cluster")]
    pub fn texts(&self) -> Result<Vec<String>, StoreError> {
        let mut texts = Vec::with_capacity(self.rows.len());
        for row in &self.rows {
            row.must_follow(self.first + texts.len() as u64)?;
            row.read(&self.table)?;
            texts.extend(row.texts(&self.table)?);
        }
        Ok(texts)
    }
}

impl StoredRow {
    fn must_follow(&self, number: u64) -> Result<(), StoreError> {
        let missing = || format!("it is missing, and {} follows", self.number);
        if self.number == number {
            Ok(())
        } else {
            Err(StoreError::Damaged { number, reason: missing() })
        }
    }

    fn read(&self, table: &Id) -> Result<Vec<StoredEvent>, StoreError> {
        let text = self.text(table)?;
        let events = match self.is_array {
            true => serde_json::from_str(text),
            false => serde_json::from_str(text).map(|event| vec![event]),
        };
        events.map_err(|error| match self.checksum {
            // It is as it was written, so it was written in a way that is not known here.
            Some(_) if error.is_data() => {
                StoreError::Newer { number: self.number, reason: error.to_string() }
            }
            _ => self.damaged(error),
        })
    }

    #[cfg(feature = "cluster")]
    fn texts(&self, table: &Id) -> Result<Vec<String>, StoreError> {
        let text = self.text(table)?;
        if !self.is_array {
            return Ok(vec![text.to_owned()]);
        }
        let events: Vec<&RawValue> =
            serde_json::from_str(text).map_err(|error| self.damaged(error))?;
        Ok(events.into_iter().map(|event| event.get().to_owned()).collect())
    }

    /// The text of the row, checked against its checksum.
    fn text(&self, table: &Id) -> Result<&str, StoreError> {
        let text = self.text.as_ref().map_err(|reason| self.damaged(reason))?;
        if self.checksum.is_some_and(|sum| sum != checksum(table, self.number, text)) {
            return Err(self.damaged("its checksum does not match"));
        }
        Ok(text)
    }

    fn damaged(&self, reason: impl ToString) -> StoreError {
        StoreError::Damaged { number: self.number, reason: reason.to_string() }
    }
}
