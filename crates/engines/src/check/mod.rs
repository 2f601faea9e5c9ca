//! Runs programs through the requirements of their protocols: which they keep, which they break,
//! and all that was said.

pub mod engine;

/// Whether a requirement is kept.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum CheckOutcome {
    /// Wherever it was looked at.
    Passed,
    /// And how.
    Failed(String),
    /// Something else went wrong before it could be looked at.
    NotReached,
    /// It is not done, and need not be.
    NotSupported,
}

impl CheckOutcome {
    /// Is there nothing to complain about?
    pub fn is_fine(&self) -> bool {
        matches!(self, CheckOutcome::Passed | CheckOutcome::NotSupported)
    }
}
