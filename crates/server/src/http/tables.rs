//! Tables.

use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use utoipa::{IntoParams, ToSchema};

use super::Shared;
use super::answer::{Failed, Json, Maybe, Path, Query, Refusal, Who};
use super::gate::Caller;
use crate::deed::Told;
use crate::fact::Person;
use crate::fault::{Code, Fault};
use crate::hall::{AnalysisForm, Proposal};
use crate::ids::Id;
use crate::store::Which;
use crate::texts;
use crate::view::scene::Position;
use crate::view::snapshot::Form;
use crate::view::table::Table;
use crate::view::value::Analysis;

/// A table.
#[derive(Serialize, ToSchema)]
pub struct One {
    /// As you see it.
    #[schema(value_type = Table)]
    table: Box<RawValue>,
    /// Had it been done before?
    #[serde(skip_serializing_if = "Option::is_none")]
    repeated: Option<bool>,
}

/// Tables.
#[derive(Serialize, ToSchema)]
pub struct Many {
    /// Without steps, chat and board.
    #[schema(value_type = Vec<Table>)]
    tables: Vec<Box<RawValue>>,
    /// `before` for those that follow.
    next: Option<i64>,
}

/// Which tables.
#[derive(Deserialize, IntoParams)]
pub struct Asked {
    /// `open` (seats are free), `playing`, `over`, or `mine`.
    which: Option<String>,
    /// Of this game.
    game: Option<String>,
    /// Those that come after: `next` of the list before.
    before: Option<i64>,
}

/// How much of a table.
#[derive(Deserialize, IntoParams)]
pub struct Much {
    /// With what is to be drawn, or with the legal moves alone?
    scene: Option<bool>,
}

/// How a record is wanted.
#[derive(Deserialize, IntoParams)]
pub struct Recorded {
    /// With what engines found?
    analysis: Option<bool>,
}

/// So many are listed at once.
const LISTED: u32 = 30;

/// Tables: those in the lobby, or yours.
#[utoipa::path(get, path = "/api/tables", params(Asked), responses((status = 200, body = Many), (status = 400, body = Refusal)))]
pub async fn list(
    State(shared): State<Shared>,
    Maybe(person): Maybe,
    Query(asked): Query<Asked>,
) -> Result<axum::Json<Many>, Failed> {
    let which = match asked.which.as_deref().unwrap_or("open") {
        "open" => Which::Listed("waiting"),
        "playing" => Which::Listed("playing"),
        "over" => Which::Listed("over"),
        "mine" => {
            let mine = person.as_ref().map(|person| person.player.clone());
            Which::Of(mine.ok_or_else(|| Fault::new(Code::NoToken, texts::NO_TOKEN))?)
        }
        other => return Err(Fault::bad(texts::no_such_list(other)).into()),
    };
    let found = shared.hall.store.tables(&which, asked.game.as_deref(), asked.before, LISTED).await;
    let found = found.map_err(|error| shared.hall.storage_failed(&error))?;
    let next = found.last().filter(|_| found.len() as u32 == LISTED).map(|(_, place)| *place);
    let mut tables = Vec::new();
    for (id, _) in &found {
        // One that cannot be read does not hide the others.
        if let Ok(snapshot) = shared.hall.glance(id).await {
            let viewer = person.as_ref().map(|person| &person.player);
            tables.push(to_raw_value(&snapshot.seen_by(viewer, Form::Listed)).map_err(Fault::bad)?);
        }
    }
    Ok(axum::Json(Many { tables, next }))
}

/// Makes a table.
#[utoipa::path(post, path = "/api/tables", request_body = Proposal, responses((status = 201, body = One), (status = 400, body = Refusal), (status = 401, body = Refusal), (status = 429, body = Refusal)), security(("token" = [])))]
pub async fn make(
    State(shared): State<Shared>,
    caller: Caller,
    Who(person): Who,
    Json(proposal): Json<Proposal>,
) -> Result<(StatusCode, axum::Json<One>), Failed> {
    let (id, repeated) = match shared.hall.made_before(&person, &proposal).await? {
        Some(id) => (id, true),
        None => {
            shared.gate.newcomer(&caller)?;
            shared.hall.make(&person, &proposal).await?
        }
    };
    let table = look(&shared, &id, Some(&person), Form::Scene).await?;
    Ok((StatusCode::CREATED, axum::Json(One { table, repeated: repeated.then_some(true) })))
}

/// A table as you see it.
#[utoipa::path(get, path = "/api/tables/{id}", params(("id" = String, Path), Much), responses((status = 200, body = Table), (status = 404, body = Refusal)))]
pub async fn show(
    State(shared): State<Shared>,
    Maybe(person): Maybe,
    Path(id): Path<Id>,
    Query(much): Query<Much>,
) -> Result<axum::Json<Box<RawValue>>, Failed> {
    let form = if much.scene.unwrap_or(true) { Form::Scene } else { Form::Moves };
    Ok(axum::Json(look(&shared, &id, person.as_ref(), form).await?))
}

/// The position after so many steps.
#[utoipa::path(get, path = "/api/tables/{id}/positions/{step}", params(("id" = String, Path), ("step" = usize, Path)), responses((status = 200, body = Position), (status = 404, body = Refusal)))]
pub async fn position(
    State(shared): State<Shared>,
    Path((id, step)): Path<(Id, usize)>,
) -> Result<axum::Json<Position>, Failed> {
    let room = shared.hall.room(&id);
    let inside = shared.hall.enter(&room).await?;
    let steps = inside.table().play().steps();
    let table = inside.table().position(step).ok_or_else(|| Fault::not_found(texts::no_step(step, steps)))?;
    drop(inside);
    Ok(axum::Json(Position::of(&*table)))
}

/// The game as a record, to be kept.
#[utoipa::path(get, path = "/api/tables/{id}/record", params(("id" = String, Path), Recorded), responses((status = 200, body = String, content_type = "text/plain"), (status = 404, body = Refusal)))]
pub async fn record(
    State(shared): State<Shared>,
    Path(id): Path<Id>,
    Query(recorded): Query<Recorded>,
) -> Result<Response, Failed> {
    let room = shared.hall.room(&id);
    let inside = shared.hall.enter(&room).await?;
    let (mut record, mut with) = (inside.table().record().to_string(), "");
    drop(inside);
    if recorded.analysis == Some(true) {
        let analysed = shared.hall.analysed_record(&id).await?;
        (record, with) = (analysed.ok_or_else(|| Fault::not_found(texts::NOT_ANALYSED))?, "-analysis");
    }
    let name = format!("attachment; filename=\"ludoteca-{id}{with}.txt\"");
    Ok(([(CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()), (CONTENT_DISPOSITION, name)], record).into_response())
}

/// Does something at a table.
#[utoipa::path(post, path = "/api/tables/{id}/deeds", params(("id" = String, Path)), request_body = Told, responses((status = 200, body = One), (status = 400, body = Refusal), (status = 401, body = Refusal), (status = 403, body = Refusal), (status = 404, body = Refusal), (status = 409, body = Refusal)), security(("token" = [])))]
pub async fn told(
    State(shared): State<Shared>,
    caller: Caller,
    Who(person): Who,
    Path(id): Path<Id>,
    Json(told): Json<Told>,
) -> Result<axum::Json<One>, Failed> {
    if told.deed.can_make_table() {
        shared.gate.newcomer(&caller)?;
    }
    let done = shared.hall.told(&id, &person, told).await;
    let table = look(&shared, &id, Some(&person), Form::Scene).await;
    match done {
        Ok(repeated) => Ok(axum::Json(One { table: table?, repeated: repeated.then_some(true) })),
        Err(fault) => {
            let table = table.ok().filter(|_| matches!(fault.code, Code::Stale | Code::Refused));
            Err(Failed::at_table(fault, table))
        }
    }
}

/// What engines have found about a game that is over.
#[utoipa::path(get, path = "/api/tables/{id}/analysis", params(("id" = String, Path)), responses((status = 200, body = Analysis), (status = 409, body = Refusal)))]
pub async fn analysis(State(shared): State<Shared>, Path(id): Path<Id>) -> Result<Response, Failed> {
    analysed(&shared, &id, AnalysisForm::Known, "").await
}

/// Lets engines look through a game that is over.
#[utoipa::path(post, path = "/api/tables/{id}/analysis", params(("id" = String, Path)), responses((status = 200, body = Analysis), (status = 401, body = Refusal), (status = 409, body = Refusal)), security(("token" = [])))]
pub async fn analyse(State(shared): State<Shared>, Who(person): Who, Path(id): Path<Id>) -> Result<Response, Failed> {
    analysed(&shared, &id, AnalysisForm::Wanted, person.player.as_str()).await
}

async fn analysed(shared: &Shared, id: &Id, form: AnalysisForm, person: &str) -> Result<Response, Failed> {
    let analysis = shared.hall.analysis(id, form, person).await?;
    Ok(([(CONTENT_TYPE, "application/json")], analysis.to_string()).into_response())
}

/// What somebody sees of a table.
async fn look(shared: &Shared, id: &Id, viewer: Option<&Person>, form: Form) -> Result<Box<RawValue>, Fault> {
    let snapshot = shared.hall.look(id, form).await?;
    to_raw_value(&snapshot.seen_by(viewer.map(|person| &person.player), form)).map_err(Fault::bad)
}
