//! Deciding at a table that other servers may change at the same time.
//!
//! A server decides on its copy of a table, which may be out of date. What it decides to write is
//! written only if the copy was up to date: otherwise it is behind, reads the table again and
//! decides again. What it refuses may have become possible meanwhile, so it refuses only from a
//! copy that it has compared with the store since it was asked.

#[cfg(test)]
mod tests;

use crate::error::{ApiError, ErrorCode};
use crate::texts;

/// One request that a table decides on, perhaps several times.
#[derive(Clone, Debug)]
pub struct Attempt {
    /// Was the copy compared with the store since the request came?
    is_fresh: bool,
    /// How often the copy was behind.
    times_behind: usize,
}

/// What to do after a refusal.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum AfterRefusal {
    /// The refusal stands.
    Answer,
    /// The copy is brought up to date, and the table decides again.
    Refresh,
}

/// How often a copy may be behind before the server gives up.
const MOST_TIMES_BEHIND: usize = 5;

impl Attempt {
    /// A request whose table is in a store that other servers use, too, or not.
    pub fn new(is_shared: bool) -> Attempt {
        Attempt { is_fresh: !is_shared, times_behind: 0 }
    }

    /// A request whose table was compared with the store since it came.
    pub fn fresh() -> Attempt {
        Attempt::new(false)
    }

    /// The table has refused, or had nothing to write.
    pub fn refused(&mut self) -> AfterRefusal {
        if self.is_fresh {
            return AfterRefusal::Answer;
        }
        self.is_fresh = true;
        AfterRefusal::Refresh
    }

    /// What the table wanted to write was not written, because the copy was behind. It has been
    /// brought up to date.
    ///
    /// # Errors
    /// Fails if others are always faster. The client is told to try again later.
    pub fn must_go_on(&mut self) -> Result<(), ApiError> {
        self.times_behind += 1;
        self.is_fresh = true;
        if self.times_behind < MOST_TIMES_BEHIND {
            Ok(())
        } else {
            Err(ApiError::new(ErrorCode::Busy, texts::FAILED))
        }
    }
}
