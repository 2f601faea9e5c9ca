//! What requests have in common: who asks, what they send, and how they are refused.

use std::any::Any;

use axum::body::{Body, to_bytes};
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::header::{AUTHORIZATION, RETRY_AFTER};
use axum::http::request::Parts;
use axum::http::{Method, Response, StatusCode, Uri};
use axum::response::IntoResponse;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use utoipa::ToSchema;

use super::{Caller, Shared};
use crate::deed::check_tags;
use crate::fact::Person;
use crate::fault::{Code, Fault};
use crate::settings::LONGEST_BODY;
use crate::texts;
use crate::view::table::ShortTable;
#[allow(unused_imports, reason = "it describes what is written elsewhere")]
use crate::view::table::Table;

/// Who asks, by their token.
pub struct Who(pub Person);

/// Who asks, if they say so.
pub struct Maybe(pub Option<Person>);

/// A request that was refused.
#[derive(Debug)]
pub struct Failed {
    fault: Fault,
    /// What is current, where a table refused it.
    table: Option<Box<RawValue>>,
}

/// How a refused request is answered.
#[derive(Serialize, ToSchema)]
#[allow(dead_code, reason = "it describes what is written elsewhere")]
pub struct Refusal {
    /// Why.
    error: RefusalReason,
    /// The table as it is, where it was a table that refused: in short, where the request said `short`.
    table: Option<Standing>,
}

/// The table as it is.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "it describes what is written elsewhere")]
pub enum Standing {
    /// All of it.
    #[schema(value_type = Table)]
    Whole(()),
    /// In short.
    Short(ShortTable),
}

/// Why a request is refused.
#[derive(Serialize, ToSchema)]
#[allow(dead_code, reason = "it describes what is written elsewhere")]
pub struct RefusalReason {
    /// For programs.
    code: Code,
    /// For people: a clause.
    message: String,
    /// After so many seconds it may be tried again, where that is known; `Retry-After` says the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    retry_after: Option<u64>,
}

/// JSON that was sent, with one clear line where it is none.
pub struct Json<T>(pub T);

/// What the address says.
#[derive(FromRequestParts)]
#[from_request(via(axum::extract::Path), rejection(Failed))]
pub struct Path<T>(pub T);

/// What follows the `?`.
#[derive(FromRequestParts)]
#[from_request(via(axum::extract::Query), rejection(Failed))]
pub struct Query<T>(pub T);

impl Failed {
    /// A table refused, and this is how it stands.
    pub fn at_table(fault: Fault, table: Option<Box<RawValue>>) -> Failed {
        Failed { fault, table }
    }
}

impl From<Fault> for Failed {
    fn from(fault: Fault) -> Failed {
        Failed { fault, table: None }
    }
}

impl From<JsonRejection> for Failed {
    fn from(rejection: JsonRejection) -> Failed {
        if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE {
            return Fault::new(Code::TooLarge, texts::TOO_LARGE).into();
        }
        Fault::bad(texts::bad_json(&rejection.body_text())).into()
    }
}

impl From<PathRejection> for Failed {
    fn from(rejection: PathRejection) -> Failed {
        Fault::bad(rejection.body_text()).into()
    }
}

impl From<QueryRejection> for Failed {
    fn from(rejection: QueryRejection) -> Failed {
        Fault::bad(rejection.body_text()).into()
    }
}

impl IntoResponse for Failed {
    fn into_response(self) -> Response<Body> {
        let status = match self.fault.code {
            Code::BadRequest => StatusCode::BAD_REQUEST,
            Code::NoToken => StatusCode::UNAUTHORIZED,
            Code::Forbidden => StatusCode::FORBIDDEN,
            Code::NotFound => StatusCode::NOT_FOUND,
            Code::Stale | Code::Refused => StatusCode::CONFLICT,
            Code::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Code::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Code::TooMany => StatusCode::TOO_MANY_REQUESTS,
            Code::Busy | Code::Damaged => StatusCode::SERVICE_UNAVAILABLE,
        };
        let body = axum::Json(ErrorBody::new(&self.fault, self.table.as_deref()));
        let wait = self.fault.retry_seconds().map(|seconds| [(RETRY_AFTER, seconds.to_string())]);
        (status, wait, body).into_response()
    }
}

/// A refusal as it is told.
#[derive(Serialize)]
pub struct ErrorBody<'a> {
    error: ErrorReason<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<&'a RawValue>,
}

#[derive(Serialize)]
struct ErrorReason<'a> {
    code: Code,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    retry_after: Option<u64>,
}

impl<'a> ErrorBody<'a> {
    /// What is wrong, and how the table stands that refused.
    pub fn new(fault: &'a Fault, table: Option<&'a RawValue>) -> ErrorBody<'a> {
        let error = ErrorReason { code: fault.code, message: &fault.message, retry_after: fault.retry_seconds() };
        ErrorBody { error, table }
    }
}

/// There is such an address, but nothing that could be done so.
pub async fn no_such_method(method: Method, uri: Uri) -> impl IntoResponse {
    (StatusCode::METHOD_NOT_ALLOWED, Failed::from(Fault::bad(texts::no_method(&method, uri.path()))))
}

/// A request whose answer failed is answered all the same.
pub fn panicked(_: Box<dyn Any + Send + 'static>) -> Response<Body> {
    tracing::error!("a request panicked");
    Failed::from(Fault::new(Code::Busy, texts::FAILED)).into_response()
}

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Json<T> {
    type Rejection = Failed;

    async fn from_request(request: Request, state: &S) -> Result<Json<T>, Failed> {
        let (parts, body) = request.into_parts();
        // It is in memory already.
        let bytes = to_bytes(body, LONGEST_BODY).await.map_err(|_| Fault::bad(texts::BROKEN_BODY))?;
        let request = Request::from_parts(parts, Body::from(bytes.clone()));
        let axum::Json(sent) = axum::Json::from_request(request, state).await?;
        check_tags(&bytes)?;
        Ok(Json(sent))
    }
}

impl FromRequestParts<Shared> for Who {
    type Rejection = Failed;

    async fn from_request_parts(parts: &mut Parts, shared: &Shared) -> Result<Who, Failed> {
        let Maybe(person) = Maybe::from_request_parts(parts, shared).await?;
        Ok(Who(person.ok_or_else(|| Fault::new(Code::NoToken, texts::NO_TOKEN))?))
    }
}

impl FromRequestParts<Shared> for Maybe {
    type Rejection = Failed;

    async fn from_request_parts(parts: &mut Parts, shared: &Shared) -> Result<Maybe, Failed> {
        let Some(header) = parts.headers.get(AUTHORIZATION) else { return Ok(Maybe(None)) };
        let token = header.to_str().ok().and_then(|header| header.strip_prefix("Bearer "));
        let token = token.ok_or_else(|| Fault::new(Code::NoToken, texts::NO_TOKEN))?;
        let person = shared.hall.known(token.trim()).await?;
        shared.hall.acts_from(&person.player, Caller::from_request_parts(parts, shared).await?);
        Ok(Maybe(Some(person)))
    }
}
