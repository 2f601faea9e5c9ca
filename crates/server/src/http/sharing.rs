//! What helps people to share a table: QR codes of links, the invitation behind a link, and the
//! addresses under which other devices reach the server.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::extract::{ErrorResponse, Json, Path, RefusalBody};
use super::language::{InLanguage, ReaderLanguage};
use super::{AppState, Caller};
use crate::error::{ApiError, ErrorCode};
use crate::events::Occupant;
use crate::ids::Id;
use crate::qr::QrCode;
use crate::texts::{self, ErrorText};

/// The text of a QR code. It is in the body, since addresses of requests are logged and links can
/// contain an invite code.
#[derive(Deserialize, ToSchema)]
#[schema(as = CodeAsked)]
pub struct QrRequest {
    /// The text, usually a link, of at most 512 bytes.
    text: String,
}

/// A QR code.
#[derive(Serialize, ToSchema)]
#[schema(as = QrCode)]
pub struct QrResponse {
    /// The code as an SVG picture, black on white.
    svg: String,
}

/// The code of an invite link.
#[derive(Deserialize, ToSchema)]
#[schema(as = InviteCode)]
pub struct InvitationRequest {
    /// The code after `#invite=`.
    invite: String,
}

/// What somebody is invited to.
#[derive(Serialize, ToSchema)]
#[schema(as = Invitation)]
pub struct InvitationResponse {
    /// The seat that is reserved, from 1.
    seat: usize,
    /// The name of the person who invites, if that person plays as well.
    by: Option<String>,
}

/// Where other devices reach the server.
#[derive(Serialize, ToSchema)]
#[schema(as = Addresses)]
pub struct AddressesResponse {
    /// The beginnings of links, without a slash at the end: `http://192.168.1.20:8080`. The list is
    /// empty if there are none, or if the request comes from another machine.
    addresses: Vec<String>,
}

/// The longest text of a QR code, in bytes.
const LONGEST_TEXT: usize = 512;

/// A text as a QR code.
#[utoipa::path(post, path = "/api/qr", request_body = QrRequest, responses((status = 200, body = QrResponse)))]
pub async fn qr(
    State(shared): State<AppState>,
    caller: Caller,
    Json(request): Json<QrRequest>,
) -> Result<axum::Json<QrResponse>, ErrorResponse> {
    let length = request.text.len();
    let refusal = ErrorText::LinkLength { length, longest: LONGEST_TEXT };
    if length == 0 || length > LONGEST_TEXT {
        return Err(ApiError::bad_request(refusal).into());
    }
    let code =
        shared.work(caller, move || QrCode::of(&request.text).map(|code| code.svg())).await?;
    let svg = code.ok_or_else(|| ApiError::bad_request(refusal))?;
    Ok(axum::Json(QrResponse { svg }))
}

/// What the owner of an invite code is invited to. The code is still valid afterwards.
#[utoipa::path(post, path = "/api/tables/{id}/invitation", params(("id" = String, Path)), request_body = InvitationRequest, responses((status = 200, body = InvitationResponse), (status = 403, body = RefusalBody), (status = 404, body = RefusalBody)))]
pub async fn invitation(
    State(shared): State<AppState>,
    caller: Caller,
    ReaderLanguage(language): ReaderLanguage,
    Path(id): Path<Id>,
    Json(request): Json<InvitationRequest>,
) -> Result<InLanguage<axum::Json<InvitationResponse>>, ErrorResponse> {
    shared.ensure_loaded(caller, &id).await?;
    let handle = shared.registry.handle(&id);
    let table_state = shared.registry.lock_table(&handle).await?;
    let hosted = table_state.table();
    let is_it =
        |it: &Occupant| matches!(it, Occupant::Friend { invite } if *invite == request.invite);
    let seat = hosted.occupants().iter().position(is_it);
    let seat = seat.ok_or_else(|| ApiError::new(ErrorCode::Forbidden, texts::NO_INVITE))?;
    let by = hosted.host_name().map(|name| texts::shown_name(&name, language));
    Ok(InLanguage(language, axum::Json(InvitationResponse { seat: seat + 1, by })))
}

/// The addresses under which other devices reach the server, for pages on the server's own machine:
/// a link to `localhost` would not work elsewhere.
#[utoipa::path(get, path = "/api/addresses", responses((status = 200, body = AddressesResponse)))]
pub async fn addresses(
    State(shared): State<AppState>,
    caller: Caller,
) -> axum::Json<AddressesResponse> {
    let own = if caller.0.is_loopback() { &shared.addresses[..] } else { &[] };
    axum::Json(AddressesResponse { addresses: own.to_vec() })
}
