//! Runs programs through the duties of their protocols: which they keep, which they break, and all that was said.

pub mod engine;

/// Whether a duty is kept.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Finding {
    /// Wherever it was looked at.
    Kept,
    /// And how.
    Broken(String),
    /// Something else went wrong before it could be looked at.
    Unseen,
    /// It is not done, and need not be.
    Absent,
}

impl Finding {
    /// Is there nothing to complain about?
    pub fn is_fine(&self) -> bool {
        matches!(self, Finding::Kept | Finding::Absent)
    }
}
