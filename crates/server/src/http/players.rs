//! Players: names without accounts.

use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::AppState;
use super::extract::{ErrorResponse, Json, QueryParams, SignedIn};
use crate::error::ApiError;
use crate::events::Participant;
use crate::ids::Id;
use crate::registry::PersonalData;
use crate::texts;

/// What somebody calls themselves.
#[derive(Deserialize, ToSchema)]
pub struct Name {
    /// 1 to 32 characters.
    name: String,
}

/// Somebody who plays.
#[derive(Serialize, ToSchema)]
#[schema(as = Player)]
pub struct PlayerView {
    /// What they are called in addresses.
    id: Id,
    /// What they call themselves.
    name: String,
}

/// You.
#[derive(Serialize, ToSchema)]
pub struct Me {
    /// Who you are.
    player: PlayerView,
}

/// You, for the first time.
#[derive(Serialize, ToSchema)]
pub struct Welcome {
    /// Who you are.
    player: PlayerView,
    /// What keeps your seats: nobody else may know it, and it is told only once.
    token: String,
}

impl From<Participant> for PlayerView {
    fn from(person: Participant) -> PlayerView {
        PlayerView { id: person.player, name: person.name }
    }
}

/// Come in: gives a token, by which you are known from now on.
#[utoipa::path(post, path = "/api/players", request_body = Name, responses((status = 201, body = Welcome)))]
pub async fn welcome(
    State(shared): State<AppState>,
    caller: super::limits::Caller,
    Json(Name { name }): Json<Name>,
) -> Result<(StatusCode, axum::Json<Welcome>), ErrorResponse> {
    shared.limits.charge_newcomer(&caller)?;
    let (person, token) = shared.registry.create_player(&name).await?;
    Ok((StatusCode::CREATED, axum::Json(Welcome { player: person.into(), token })))
}

/// Who you are.
#[utoipa::path(get, path = "/api/me", responses((status = 200, body = Me)), security(("token" = [])))]
pub async fn me(SignedIn(person): SignedIn) -> axum::Json<Me> {
    axum::Json(Me { player: person.into() })
}

/// That you mean it.
#[derive(Deserialize, ToSchema)]
pub struct Confirmation {
    /// Must be true.
    #[serde(default)]
    confirm: bool,
}

/// You are forgotten.
#[derive(Serialize, ToSchema)]
pub struct Forgotten {
    /// At how many tables there was something of yours.
    tables: usize,
}

/// Which part of it.
#[derive(Deserialize, IntoParams)]
pub struct DataPart {
    /// What follows this table: `next` of the part before.
    after: Option<Id>,
}

/// All that is kept about you.
#[utoipa::path(get, path = "/api/me/data", params(DataPart), responses((status = 200, body = PersonalData)), security(("token" = [])))]
pub async fn data(
    State(shared): State<AppState>,
    SignedIn(person): SignedIn,
    QueryParams(part): QueryParams<DataPart>,
) -> Result<axum::Json<PersonalData>, ErrorResponse> {
    Ok(axum::Json(shared.registry.personal_data(&person, part.after.as_ref()).await?))
}

/// Forgets you, for ever: your name, your token, what you said. You give up games that are not
/// over; in others you stay without a name.
#[utoipa::path(delete, path = "/api/me", request_body = Confirmation, responses((status = 200, body = Forgotten)), security(("token" = [])))]
pub async fn forget(
    State(shared): State<AppState>,
    SignedIn(person): SignedIn,
    Json(Confirmation { confirm }): Json<Confirmation>,
) -> Result<axum::Json<Forgotten>, ErrorResponse> {
    if !confirm {
        return Err(ApiError::bad_request(texts::NOT_CONFIRMED).into());
    }
    Ok(axum::Json(Forgotten { tables: shared.registry.forget(&person.player).await? }))
}

/// Another name for you; at tables where you sit already you keep the old one.
#[utoipa::path(patch, path = "/api/me", request_body = Name, responses((status = 200, body = Me)), security(("token" = [])))]
pub async fn rename(
    State(shared): State<AppState>,
    SignedIn(person): SignedIn,
    Json(Name { name }): Json<Name>,
) -> Result<axum::Json<Me>, ErrorResponse> {
    let person = shared.registry.rename(&person, &name).await?;
    Ok(axum::Json(Me { player: person.into() }))
}
