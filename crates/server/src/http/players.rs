//! Who plays: names without accounts.

use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Shared;
use super::answer::{Failed, Json, Who};
use crate::fact::Person;
use crate::ids::Id;

/// What somebody calls themselves.
#[derive(Deserialize, ToSchema)]
pub struct Name {
    /// 1 to 32 characters.
    name: String,
}

/// Somebody who plays.
#[derive(Serialize, ToSchema)]
pub struct Player {
    /// What they are called in addresses.
    id: Id,
    /// What they call themselves.
    name: String,
}

/// You.
#[derive(Serialize, ToSchema)]
pub struct Me {
    /// Who you are.
    player: Player,
}

/// You, for the first time.
#[derive(Serialize, ToSchema)]
pub struct Welcome {
    /// Who you are.
    player: Player,
    /// What keeps your seats: nobody else may know it, and it is told only once.
    token: String,
}

impl From<Person> for Player {
    fn from(person: Person) -> Player {
        Player { id: person.player, name: person.name }
    }
}

/// Come in: gives a token, by which you are known from now on.
#[utoipa::path(post, path = "/api/players", request_body = Name, responses((status = 201, body = Welcome)))]
pub async fn welcome(
    State(shared): State<Shared>,
    caller: super::gate::Caller,
    Json(Name { name }): Json<Name>,
) -> Result<(StatusCode, axum::Json<Welcome>), Failed> {
    shared.gate.newcomer(&caller)?;
    let (person, token) = shared.hall.welcome(&name).await?;
    Ok((StatusCode::CREATED, axum::Json(Welcome { player: person.into(), token })))
}

/// Who you are.
#[utoipa::path(get, path = "/api/me", responses((status = 200, body = Me)), security(("token" = [])))]
pub async fn me(Who(person): Who) -> axum::Json<Me> {
    axum::Json(Me { player: person.into() })
}

/// Another name for you; at tables where you sit already you keep the old one.
#[utoipa::path(patch, path = "/api/me", request_body = Name, responses((status = 200, body = Me)), security(("token" = [])))]
pub async fn rename(
    State(shared): State<Shared>,
    Who(person): Who,
    Json(Name { name }): Json<Name>,
) -> Result<axum::Json<Me>, Failed> {
    let person = shared.hall.rename(&person, &name).await?;
    Ok(axum::Json(Me { player: person.into() }))
}
