//! What requests have in common: who sends them, how they are read, and how they are refused.

use std::any::Any;

use axum::Extension;
use axum::body::{Body, to_bytes};
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::header::{AUTHORIZATION, RETRY_AFTER};
use axum::http::request::Parts;
use axum::http::{Method, Response, StatusCode, Uri};
use axum::response::IntoResponse;
use ludoteca_core::Language;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use utoipa::ToSchema;

use super::{AppState, Caller};
use crate::commands::check_tags;
use crate::error::{ApiError, ErrorCode};
use crate::events::Participant;
use crate::settings::LONGEST_BODY;
use crate::texts::{self, ErrorText};
use crate::view::table::ShortTable;
#[allow(unused_imports, reason = "it only describes what other code writes")]
use crate::view::table::TableView;

/// The player who sends the request, by their token.
pub struct SignedIn(pub Participant);

/// The player who sends the request, if it has a token.
pub struct MaybeSignedIn(pub Option<Participant>);

/// The owner of the token of a request, who may be about to be erased.
pub struct TokenOwner(pub Participant);

/// A request that was refused. [`translate_refusals`](super::language::translate_refusals) writes
/// the body of the answer, in the language of the request.
#[derive(Clone, Debug)]
pub struct ErrorResponse {
    error: ApiError,
    /// The current table, if a table refused the request.
    table: Option<Box<RawValue>>,
}

/// How a refused request is answered.
#[derive(Serialize, ToSchema)]
#[allow(dead_code, reason = "it only describes what other code writes")]
#[schema(as = Refusal)]
pub struct RefusalBody {
    /// Why the request is refused.
    error: RefusalReason,
    /// The current state of the table that refused. It is the short form if the request said
    /// `short`.
    table: Option<CurrentTable>,
}

/// The current state of a table.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "it only describes what other code writes")]
#[schema(as = Standing)]
pub enum CurrentTable {
    /// The whole table.
    #[schema(value_type = TableView)]
    Whole(()),
    /// The short form.
    Short(ShortTable),
}

/// Why a request is refused.
#[derive(Serialize, ToSchema)]
#[allow(dead_code, reason = "it only describes what other code writes")]
pub struct RefusalReason {
    /// The kind of error, for programs.
    code: ErrorCode,
    /// The reason for people, as a clause in the language of the request.
    message: String,
    /// How many seconds to wait before trying again, if that is known; `Retry-After` says the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    retry_after: Option<u64>,
    /// The option of the game that is wrong, if it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    option: Option<RefusedOptionBody>,
}

/// An option of a game with a value that is not allowed.
#[derive(Serialize, ToSchema)]
#[schema(as = RefusedOption)]
struct RefusedOptionBody {
    /// The key of the option.
    key: &'static str,
    /// What is allowed, in the language of the request.
    allowed: String,
}

/// The JSON body of a request. If it is not valid, the answer says so in one clear line.
pub struct Json<T>(pub T);

/// The parameters in the path.
#[derive(FromRequestParts)]
#[from_request(via(axum::extract::Path), rejection(ErrorResponse))]
pub struct Path<T>(pub T);

/// The parameters of the query, after the `?`.
#[derive(FromRequestParts)]
#[from_request(via(axum::extract::Query), rejection(ErrorResponse))]
pub struct QueryParams<T>(pub T);

impl ErrorResponse {
    /// The body of the answer.
    pub fn body(&self, language: Language) -> axum::Json<ErrorBody<'_>> {
        axum::Json(ErrorBody::new(&self.error, self.table.as_deref(), language))
    }

    /// A table refused the request, and this is its current state.
    pub fn at_table(error: ApiError, table: Option<Box<RawValue>>) -> ErrorResponse {
        ErrorResponse { error, table }
    }
}

impl From<ApiError> for ErrorResponse {
    fn from(error: ApiError) -> ErrorResponse {
        ErrorResponse { error, table: None }
    }
}

impl From<JsonRejection> for ErrorResponse {
    fn from(rejection: JsonRejection) -> ErrorResponse {
        if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE {
            return ApiError::new(ErrorCode::TooLarge, texts::TOO_LARGE).into();
        }
        ApiError::bad_request(ErrorText::BadJson(rejection.body_text())).into()
    }
}

impl From<PathRejection> for ErrorResponse {
    fn from(rejection: PathRejection) -> ErrorResponse {
        ApiError::bad_request(ErrorText::BadRequest(rejection.body_text())).into()
    }
}

impl From<QueryRejection> for ErrorResponse {
    fn from(rejection: QueryRejection) -> ErrorResponse {
        ApiError::bad_request(ErrorText::BadRequest(rejection.body_text())).into()
    }
}

impl IntoResponse for ErrorResponse {
    fn into_response(self) -> Response<Body> {
        let status = match self.error.code {
            ErrorCode::BadRequest => StatusCode::BAD_REQUEST,
            ErrorCode::NoToken => StatusCode::UNAUTHORIZED,
            ErrorCode::Forbidden => StatusCode::FORBIDDEN,
            ErrorCode::NotFound => StatusCode::NOT_FOUND,
            ErrorCode::Stale | ErrorCode::Refused => StatusCode::CONFLICT,
            ErrorCode::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            ErrorCode::TooSlow => StatusCode::REQUEST_TIMEOUT,
            ErrorCode::TooMany => StatusCode::TOO_MANY_REQUESTS,
            ErrorCode::Busy | ErrorCode::Damaged => StatusCode::SERVICE_UNAVAILABLE,
        };
        let wait = self.error.retry_seconds().map(|seconds| [(RETRY_AFTER, seconds.to_string())]);
        (status, wait, Extension(self)).into_response()
    }
}

/// The body of a refusal as it is sent.
#[derive(Serialize)]
pub struct ErrorBody<'a> {
    error: ErrorReason,
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<&'a RawValue>,
}

#[derive(Serialize)]
struct ErrorReason {
    code: ErrorCode,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    retry_after: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    option: Option<RefusedOptionBody>,
}

impl<'a> ErrorBody<'a> {
    /// The error, and the current state of the table that refused.
    pub fn new(error: &ApiError, table: Option<&'a RawValue>, language: Language) -> ErrorBody<'a> {
        let error = ErrorReason {
            code: error.code,
            message: error.message.tell(language),
            retry_after: error.retry_seconds(),
            option: error.option.as_ref().map(|option| RefusedOptionBody {
                key: option.key,
                allowed: option.allowed.tell(language),
            }),
        };
        ErrorBody { error, table }
    }
}

/// The path exists, but not with this method.
pub async fn no_such_method(method: Method, uri: Uri) -> impl IntoResponse {
    (
        StatusCode::METHOD_NOT_ALLOWED,
        ErrorResponse::from(ApiError::bad_request(ErrorText::NoMethod {
            method: method.to_string(),
            path: uri.path().to_owned(),
        })),
    )
}

/// Answers a request whose handler panicked.
pub fn panicked(_: Box<dyn Any + Send + 'static>) -> Response<Body> {
    tracing::error!("a request panicked");
    ErrorResponse::from(ApiError::new(ErrorCode::Busy, texts::FAILED)).into_response()
}

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Json<T> {
    type Rejection = ErrorResponse;

    async fn from_request(request: Request, state: &S) -> Result<Json<T>, ErrorResponse> {
        let (parts, body) = request.into_parts();
        // The body is in memory already.
        let bytes = to_bytes(body, LONGEST_BODY)
            .await
            .map_err(|_| ApiError::bad_request(texts::BROKEN_BODY))?;
        let request = Request::from_parts(parts, Body::from(bytes.clone()));
        let axum::Json(sent) = axum::Json::from_request(request, state).await?;
        check_tags(&bytes)?;
        Ok(Json(sent))
    }
}

impl FromRequestParts<AppState> for SignedIn {
    type Rejection = ErrorResponse;

    async fn from_request_parts(
        parts: &mut Parts,
        shared: &AppState,
    ) -> Result<SignedIn, ErrorResponse> {
        let MaybeSignedIn(person) = MaybeSignedIn::from_request_parts(parts, shared).await?;
        Ok(SignedIn(person.ok_or_else(|| ApiError::new(ErrorCode::NoToken, texts::NO_TOKEN))?))
    }
}

impl FromRequestParts<AppState> for TokenOwner {
    type Rejection = ErrorResponse;

    async fn from_request_parts(
        parts: &mut Parts,
        shared: &AppState,
    ) -> Result<TokenOwner, ErrorResponse> {
        let token = token_of(parts)?;
        let token = token.ok_or_else(|| ApiError::new(ErrorCode::NoToken, texts::NO_TOKEN))?;
        Ok(TokenOwner(shared.registry.owner_of(token).await?))
    }
}

/// The token of a request, if it has one.
fn token_of(parts: &Parts) -> Result<Option<&str>, ApiError> {
    let Some(header) = parts.headers.get(AUTHORIZATION) else { return Ok(None) };
    let token = header.to_str().ok().and_then(|header| header.strip_prefix("Bearer "));
    let token = token.ok_or_else(|| ApiError::new(ErrorCode::NoToken, texts::NO_TOKEN))?;
    Ok(Some(token.trim()))
}

impl FromRequestParts<AppState> for MaybeSignedIn {
    type Rejection = ErrorResponse;

    async fn from_request_parts(
        parts: &mut Parts,
        shared: &AppState,
    ) -> Result<MaybeSignedIn, ErrorResponse> {
        let Some(token) = token_of(parts)? else { return Ok(MaybeSignedIn(None)) };
        let person = shared.registry.authenticate(token).await?;
        shared
            .registry
            .record_caller(&person.player, Caller::from_request_parts(parts, shared).await?);
        Ok(MaybeSignedIn(Some(person)))
    }
}
