//! What a writer is asked for.

use tokio::sync::oneshot;

use super::{StoreChange, StoreError};

/// Changes that are written together or not at all.
pub struct WriteRequest {
    /// The changes to be stored.
    pub changes: Vec<StoreChange>,
    /// Receives the result of the write.
    pub done: oneshot::Sender<Result<(), StoreError>>,
}
