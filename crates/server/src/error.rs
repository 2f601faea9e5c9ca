//! Why something is not done.

use std::time::Duration;

use utoipa::ToSchema;

/// Why something is not done: a code for programs, a clause for people.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ApiError {
    /// What kind of fault it is.
    pub code: ErrorCode,
    /// What is wrong, and what is allowed.
    pub message: String,
    /// After how long it may be done, where that is known.
    pub retry_after: Option<Duration>,
}

/// How long to wait where the server cannot do something now: files and queues recover in seconds,
/// or not soon.
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
    /// A fault of this kind.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> ApiError {
        let retry_after = (code == ErrorCode::Busy).then_some(BUSY);
        ApiError { code, message: message.into(), retry_after }
    }

    /// More often than is allowed: once more after this time.
    pub fn too_many(message: impl Into<String>, wait: Duration) -> ApiError {
        ApiError { retry_after: Some(wait), ..ApiError::new(ErrorCode::TooMany, message) }
    }

    /// After how many whole seconds it may be tried again, where that is known.
    pub fn retry_seconds(&self) -> Option<u64> {
        let seconds = |wait: Duration| wait.as_secs() + u64::from(wait.subsec_nanos() > 0);
        self.retry_after.map(|wait| seconds(wait).max(1))
    }

    /// The request makes no sense.
    pub fn bad_request(message: impl ToString) -> ApiError {
        ApiError::new(ErrorCode::BadRequest, message.to_string())
    }

    /// The rules, or where the game stands, do not allow it.
    pub fn refused(message: impl ToString) -> ApiError {
        ApiError::new(ErrorCode::Refused, message.to_string())
    }

    /// Somebody else may, but not who asks.
    pub fn forbidden(message: impl ToString) -> ApiError {
        ApiError::new(ErrorCode::Forbidden, message.to_string())
    }

    /// There is no such table, player or page.
    pub fn not_found(message: impl ToString) -> ApiError {
        ApiError::new(ErrorCode::NotFound, message.to_string())
    }
}
