//! Checks programs against the requirements of their protocols. The result says which requirements
//! a program meets and which it breaks, with a transcript of the conversation.

pub mod engine;

/// Whether a program meets a requirement.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum CheckOutcome {
    /// The program met the requirement in every case that was tried.
    Passed,
    /// The program broke the requirement, in the way that the text describes.
    Failed(String),
    /// Something else went wrong before the requirement could be checked.
    NotReached,
    /// The program does not support this, and need not.
    NotSupported,
}

impl CheckOutcome {
    /// Returns whether there is nothing to complain about.
    pub fn is_fine(&self) -> bool {
        matches!(self, CheckOutcome::Passed | CheckOutcome::NotSupported)
    }
}
