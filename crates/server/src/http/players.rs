//! Players: names without accounts.

use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::AppState;
use super::extract::{ErrorResponse, Json, QueryParams, SignedIn, TokenOwner};
use crate::error::ApiError;
use crate::events::Participant;
use crate::ids::Id;
use crate::registry::PersonalData;
use crate::texts;

/// The name of a player.
#[derive(Deserialize, ToSchema)]
pub struct Name {
    /// The name, with 1 to 32 characters.
    name: String,
}

/// A player.
#[derive(Serialize, ToSchema)]
#[schema(as = Player)]
pub struct PlayerView {
    /// The id of the player.
    id: Id,
    /// The name of the player.
    name: String,
}

/// The player who sends the request.
#[derive(Serialize, ToSchema)]
pub struct Me {
    /// The player.
    player: PlayerView,
}

/// A new player.
#[derive(Serialize, ToSchema)]
pub struct Welcome {
    /// The player.
    player: PlayerView,
    /// The token that identifies the player. Keep it secret. The server sends it only once.
    token: String,
}

impl From<Participant> for PlayerView {
    fn from(person: Participant) -> PlayerView {
        PlayerView { id: person.player, name: person.name }
    }
}

/// Creates a player, and a token that identifies the player from now on.
#[utoipa::path(post, path = "/api/players", request_body = Name, responses((status = 201, body = Welcome)))]
pub async fn welcome(
    State(shared): State<AppState>,
    caller: super::limits::Caller,
    Json(Name { name }): Json<Name>,
) -> Result<(StatusCode, axum::Json<Welcome>), ErrorResponse> {
    shared.charge_newcomer(caller).await?;
    let (person, token) = shared.registry.create_player(&name).await?;
    Ok((StatusCode::CREATED, axum::Json(Welcome { player: person.into(), token })))
}

/// The player who sends the request.
#[utoipa::path(get, path = "/api/me", responses((status = 200, body = Me)), security(("token" = [])))]
pub async fn me(SignedIn(person): SignedIn) -> axum::Json<Me> {
    axum::Json(Me { player: person.into() })
}

/// A confirmation.
#[derive(Deserialize, ToSchema)]
pub struct Confirmation {
    /// Must be true.
    #[serde(default)]
    confirm: bool,
}

/// The answer to the deletion of a player.
#[derive(Serialize, ToSchema)]
pub struct Forgotten {
    /// The number of tables where something was stored about the player.
    tables: usize,
}

/// Which page of the data to send.
#[derive(Deserialize, IntoParams)]
pub struct DataPart {
    /// Where the page begins: `next` of the page before.
    after: Option<Id>,
}

/// All that is stored about the player who sends the request.
#[utoipa::path(get, path = "/api/me/data", params(DataPart), responses((status = 200, body = PersonalData)), security(("token" = [])))]
pub async fn data(
    State(shared): State<AppState>,
    SignedIn(person): SignedIn,
    QueryParams(part): QueryParams<DataPart>,
) -> Result<axum::Json<PersonalData>, ErrorResponse> {
    Ok(axum::Json(shared.registry.personal_data(&person, part.after.as_ref()).await?))
}

/// Deletes the player who sends the request, with the name, the token and the chat lines. This
/// cannot be undone. The player resigns games that are not over, and stays in other games without a
/// name.
#[utoipa::path(delete, path = "/api/me", request_body = Confirmation, responses((status = 200, body = Forgotten)), security(("token" = [])))]
pub async fn forget(
    State(shared): State<AppState>,
    TokenOwner(person): TokenOwner,
    Json(Confirmation { confirm }): Json<Confirmation>,
) -> Result<axum::Json<Forgotten>, ErrorResponse> {
    if !confirm {
        return Err(ApiError::bad_request(texts::NOT_CONFIRMED).into());
    }
    Ok(axum::Json(Forgotten { tables: shared.registry.forget(&person.player).await? }))
}

/// Changes the name of the player who sends the request. Tables at which the player already sits
/// keep the old name.
#[utoipa::path(patch, path = "/api/me", request_body = Name, responses((status = 200, body = Me)), security(("token" = [])))]
pub async fn rename(
    State(shared): State<AppState>,
    SignedIn(person): SignedIn,
    Json(Name { name }): Json<Name>,
) -> Result<axum::Json<Me>, ErrorResponse> {
    let person = shared.registry.rename(&person, &name).await?;
    Ok(axum::Json(Me { player: person.into() }))
}
