//! Errors: why something is not done.

use std::time::Duration;

use utoipa::ToSchema;

/// Why something is not done: a code for programs, and a clause for people.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ApiError {
    /// The kind of error.
    pub code: ErrorCode,
    /// What is wrong, and what is allowed instead.
    pub message: String,
    /// How long to wait before trying again, if that is known.
    pub retry_after: Option<Duration>,
}

/// How long a client should wait if the server is busy. Files and queues recover either within
/// seconds or not soon.
const BUSY: Duration = Duration::from_secs(3);

/// Kinds of faults.
#[derive(Copy, Clone, Debug, PartialEq, Eq, serde::Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = Code)]
pub enum ErrorCode {
    /// The request cannot be understood, or asks for something that does not exist.
    BadRequest,
    /// It takes a token, and none or a wrong one was given.
    NoToken,
    /// Somebody else may, but not who asks.
    Forbidden,
    /// There is no such thing.
    NotFound,
    /// The game has gone on since the state that was meant.
    Stale,
    /// The rules, or where the game stands, do not allow it.
    Refused,
    /// More bytes than are read.
    TooLarge,
    /// It took too long to arrive.
    TooSlow,
    /// More often than is allowed.
    TooMany,
    /// The server cannot do it now.
    Busy,
    /// What the server has stored of it is damaged.
    Damaged,
}

impl ApiError {
    /// An error of this kind.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> ApiError {
        let retry_after = (code == ErrorCode::Busy).then_some(BUSY);
        ApiError { code, message: message.into(), retry_after }
    }

    /// The client did something too often. It may try again after this time.
    pub fn too_many(message: impl Into<String>, wait: Duration) -> ApiError {
        ApiError { retry_after: Some(wait), ..ApiError::new(ErrorCode::TooMany, message) }
    }

    /// The number of whole seconds to wait before trying again, if that is known.
    pub fn retry_seconds(&self) -> Option<u64> {
        let seconds = |wait: Duration| wait.as_secs() + u64::from(wait.subsec_nanos() > 0);
        self.retry_after.map(|wait| seconds(wait).max(1))
    }

    /// The request does not make sense.
    pub fn bad_request(message: impl ToString) -> ApiError {
        ApiError::new(ErrorCode::BadRequest, message.to_string())
    }

    /// The rules or the state of the game do not allow it.
    pub fn refused(message: impl ToString) -> ApiError {
        ApiError::new(ErrorCode::Refused, message.to_string())
    }

    /// This player may not do it, although somebody else may.
    pub fn forbidden(message: impl ToString) -> ApiError {
        ApiError::new(ErrorCode::Forbidden, message.to_string())
    }

    /// There is no such table, player or page.
    pub fn not_found(message: impl ToString) -> ApiError {
        ApiError::new(ErrorCode::NotFound, message.to_string())
    }
}
