//! Errors: why the server does not do something.

use std::fmt::Display;
use std::time::Duration;

use ludoteca_core::{Message, OptionError, Tell};
use ludoteca_play::SetupError;
use utoipa::ToSchema;

use crate::texts;

/// Why the server does not do something: a code for programs, and a clause for people in their
/// language. Its `Display` is English.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ApiError {
    /// The kind of error.
    pub code: ErrorCode,
    /// What is wrong, and what is allowed instead.
    pub message: Message,
    /// How long to wait before trying again, if that is known.
    pub retry_after: Option<Duration>,
    /// The option of the game that is wrong, if it is one.
    pub option: Option<RefusedOption>,
}

/// An option of a game with a value that is not allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedOption {
    /// The key of the option.
    pub key: &'static str,
    /// What is allowed.
    pub allowed: Message,
}

/// How long a client should wait if the server is busy. Files and queues recover within seconds, or
/// not for a long time.
const BUSY: Duration = Duration::from_secs(3);

/// Kinds of errors.
#[derive(Copy, Clone, Debug, PartialEq, Eq, serde::Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = Code)]
pub enum ErrorCode {
    /// The request cannot be understood, or asks for something that does not exist.
    BadRequest,
    /// The request needs a token, and has none or a wrong one.
    NoToken,
    /// Somebody else may do it, but not the player who asks.
    Forbidden,
    /// There is no such thing.
    NotFound,
    /// The game has gone on since the state that was meant.
    Stale,
    /// The rules or the state of the game do not allow it.
    Refused,
    /// The request is too large.
    TooLarge,
    /// The request took too long to arrive.
    TooSlow,
    /// The client did it more often than is allowed.
    TooMany,
    /// The server cannot do it now.
    Busy,
    /// The stored data is damaged.
    Damaged,
}

impl ApiError {
    /// An error of this kind.
    pub fn new(code: ErrorCode, message: impl Tell + 'static) -> ApiError {
        let retry_after = (code == ErrorCode::Busy).then_some(BUSY);
        ApiError { code, message: Message::new(message), retry_after, option: None }
    }

    /// The client did something too often. It may try again after this time.
    pub fn too_many(message: impl Tell + 'static, wait: Duration) -> ApiError {
        ApiError { retry_after: Some(wait), ..ApiError::new(ErrorCode::TooMany, message) }
    }

    /// The number of whole seconds to wait before trying again, if that is known.
    pub fn retry_seconds(&self) -> Option<u64> {
        let seconds = |wait: Duration| wait.as_secs() + u64::from(wait.subsec_nanos() > 0);
        self.retry_after.map(|wait| seconds(wait).max(1))
    }

    /// The server failed to do something, although nothing was wrong with the request.
    pub fn failed(error: impl Display) -> ApiError {
        tracing::error!(%error, "a request failed");
        ApiError::new(ErrorCode::Busy, texts::FAILED)
    }

    /// The request does not make sense.
    pub fn bad_request(message: impl Tell + 'static) -> ApiError {
        ApiError::new(ErrorCode::BadRequest, message)
    }

    /// The rules or the state of the game do not allow it.
    pub fn refused(message: impl Tell + 'static) -> ApiError {
        ApiError::new(ErrorCode::Refused, message)
    }

    /// This player may not do it, although somebody else may.
    pub fn forbidden(message: impl Tell + 'static) -> ApiError {
        ApiError::new(ErrorCode::Forbidden, message)
    }

    /// There is no such table, player or page.
    pub fn not_found(message: impl Tell + 'static) -> ApiError {
        ApiError::new(ErrorCode::NotFound, message)
    }
}

impl From<OptionError> for ApiError {
    fn from(error: OptionError) -> ApiError {
        let option = match &error {
            OptionError::NotAllowed { key, allowed, .. } => {
                Some(RefusedOption { key, allowed: allowed.clone() })
            }
            _ => None,
        };
        ApiError { option, ..ApiError::bad_request(error) }
    }
}

impl From<SetupError> for ApiError {
    fn from(error: SetupError) -> ApiError {
        match error {
            SetupError::Option(error) => error.into(),
            SetupError::NoObstacles { .. } => ApiError::bad_request(error),
        }
    }
}
