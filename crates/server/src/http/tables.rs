//! Tables.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use utoipa::{IntoParams, ToSchema};

use super::Shared;
use super::answer::{Failed, Json, Maybe, Path, Query, Refusal, Standing, Who};
use super::gate::Caller;
use crate::deed::Told;
use crate::fault::{Code, Fault};
use crate::hall::{AnalysisForm, Proposal, View};
use crate::ids::Id;
use crate::store::Which;
use crate::texts;
use crate::view::scene::{Parts, Position};
use crate::view::snapshot::{Form, names};
use crate::view::table::{StepsPage, Table};
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

/// Something is done at a table.
#[derive(Serialize, ToSchema)]
pub struct Done {
    /// As you see it: in short, where the request said `short`.
    #[schema(value_type = Standing)]
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
    /// With the places, lines and marks of the board, which are the same in every position of a game?
    board: Option<bool>,
    /// `facts` of the table as you know it: steps, chat and variations then have only what is new since.
    since: Option<u64>,
}

/// How much of a position.
#[derive(Deserialize, IntoParams)]
pub struct BoardAsked {
    /// With the places, lines and marks of the board, which are the same in every position of a game?
    board: Option<bool>,
}

/// Which steps.
#[derive(Deserialize, IntoParams)]
pub struct StepsAsked {
    /// So many come before them; 0 where it is not said.
    from: Option<usize>,
}

/// Something that is done at a table, and what is wanted in return.
#[derive(Deserialize, ToSchema)]
pub struct DeedRequest {
    /// What is done.
    #[serde(flatten)]
    told: Told,
    /// `facts` of the table as you know it: the answer's table then has only what is new since.
    #[serde(default)]
    since: Option<u64>,
    /// With the board in the answer's scene? It is, unless you say that you know it.
    #[serde(default)]
    board: Option<bool>,
    /// Is it enough to be told in short how the table stands? For who is told the rest over the socket, or asks for it.
    #[serde(default)]
    short: bool,
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
#[utoipa::path(get, path = "/api/tables", params(Asked), responses((status = 200, body = Many), (status = 401, body = Refusal)))]
pub async fn list(
    State(shared): State<Shared>,
    caller: Caller,
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
    let _permit = shared.permit(caller).await?;
    let viewer = person.as_ref().map(|person| &person.player);
    let (tables, next) = shared.hall.list(&which, asked.game.as_deref(), asked.before, LISTED, viewer).await?;
    Ok(axum::Json(Many { tables, next }))
}

/// Makes a table.
#[utoipa::path(post, path = "/api/tables", request_body = Proposal, responses((status = 201, body = One), (status = 404, body = Refusal), (status = 409, body = Refusal)), security(("token" = [])))]
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
            if let Some(from) = &proposal.from {
                shared.ready(caller, &from.table).await?;
            }
            shared.hall.make(&person, &proposal).await?
        }
    };
    let view = View { viewer: Some(&person.player), form: Form::Scene { board: true }, since: None };
    let table = shared.hall.look(&id, view).await?;
    Ok((StatusCode::CREATED, axum::Json(One { table, repeated: repeated.then_some(true) })))
}

/// A table as you see it. Of a long game it has the last 1000 steps; the ETag stands for all but the time and what clocks show by it.
#[utoipa::path(get, path = "/api/tables/{id}", params(("id" = String, Path), Much, ("If-None-Match" = Option<String>, Header, description = "the ETag of what you have")), responses((status = 200, body = Table), (status = 304, description = "nothing has changed"), (status = 401, body = Refusal), (status = 404, body = Refusal)))]
pub async fn show(
    State(shared): State<Shared>,
    caller: Caller,
    Maybe(person): Maybe,
    Path(id): Path<Id>,
    Query(much): Query<Much>,
    headers: HeaderMap,
) -> Result<Response, Failed> {
    shared.ready(caller, &id).await?;
    let board = much.board.unwrap_or(true);
    let form = if much.scene.unwrap_or(true) { Form::Scene { board } } else { Form::Moves };
    let view = View { viewer: person.as_ref().map(|person| &person.player), form, since: much.since };
    let seen = shared.hall.look_unless(&id, view, |tag| has_tag(&headers, tag)).await?;
    let tag = [(ETAG, seen.tag)];
    Ok(match seen.table {
        Some(table) => (tag, axum::Json(table)).into_response(),
        None => (StatusCode::NOT_MODIFIED, tag).into_response(),
    })
}

/// The steps of a game, at most 1000 at once.
#[utoipa::path(get, path = "/api/tables/{id}/steps", params(("id" = String, Path), StepsAsked), responses((status = 200, body = StepsPage), (status = 404, body = Refusal)))]
pub async fn steps(
    State(shared): State<Shared>,
    caller: Caller,
    Path(id): Path<Id>,
    Query(asked): Query<StepsAsked>,
) -> Result<axum::Json<StepsPage>, Failed> {
    shared.ready(caller, &id).await?;
    Ok(axum::Json(shared.hall.steps(&id, asked.from.unwrap_or(0)).await?))
}

/// The position after so many steps.
#[utoipa::path(get, path = "/api/tables/{id}/positions/{step}", params(("id" = String, Path), ("step" = usize, Path), BoardAsked), responses((status = 200, body = Position), (status = 404, body = Refusal)))]
pub async fn position(
    State(shared): State<Shared>,
    caller: Caller,
    Path((id, step)): Path<(Id, usize)>,
    Query(asked): Query<BoardAsked>,
) -> Result<axum::Json<Position>, Failed> {
    let _permit = shared.permit(caller).await?;
    let room = shared.hall.room(&id);
    let inside = shared.hall.enter(&room).await?;
    let steps = inside.table().play().steps();
    let table = inside.table().position(step).map(ludoteca_core::Table::boxed_clone);
    let names = names(inside.table());
    drop(inside);
    let table = table.ok_or_else(|| Fault::not_found(texts::no_step(step, steps)))?;
    let parts = Parts { board: asked.board.unwrap_or(true), ..Parts::ALL };
    Ok(axum::Json(Position::of(&*table, &names, parts)))
}

/// The game as a record, to be kept.
#[utoipa::path(get, path = "/api/tables/{id}/record", params(("id" = String, Path), Recorded), responses((status = 200, body = String, content_type = "text/plain"), (status = 404, body = Refusal)))]
pub async fn record(
    State(shared): State<Shared>,
    caller: Caller,
    Path(id): Path<Id>,
    Query(recorded): Query<Recorded>,
) -> Result<Response, Failed> {
    let _permit = shared.permit(caller).await?;
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
#[utoipa::path(post, path = "/api/tables/{id}/deeds", params(("id" = String, Path)), request_body = DeedRequest, responses((status = 200, body = Done), (status = 404, body = Refusal), (status = 409, body = Refusal)), security(("token" = [])))]
pub async fn told(
    State(shared): State<Shared>,
    caller: Caller,
    Who(person): Who,
    Path(id): Path<Id>,
    Json(asked): Json<DeedRequest>,
) -> Result<axum::Json<Done>, Failed> {
    let DeedRequest { told, since, board, short } = asked;
    shared.ready(caller, &id).await?;
    let gate = Arc::clone(&shared.gate);
    let done = shared.hall.told_for(&id, &person, told, move || gate.newcomer(&caller)).await;
    let form = Form::Scene { board: board.unwrap_or(true) };
    let view = View { viewer: Some(&person.player), form, since };
    // Who looks on over the socket has been told already, and is not told all of it again.
    let standing = async || match short {
        true => shared.hall.look_shortly(&id).await,
        false => shared.hall.look(&id, view).await,
    };
    match done {
        Ok(repeated) => Ok(axum::Json(Done { table: standing().await?, repeated: repeated.then_some(true) })),
        Err(fault) if matches!(fault.code, Code::Stale | Code::Refused) => {
            Err(Failed::at_table(fault, standing().await.ok()))
        }
        Err(fault) => Err(fault.into()),
    }
}

/// What engines have found about a game that is over.
#[utoipa::path(get, path = "/api/tables/{id}/analysis", params(("id" = String, Path)), responses((status = 200, body = Analysis), (status = 404, body = Refusal), (status = 409, body = Refusal)))]
pub async fn analysis(State(shared): State<Shared>, caller: Caller, Path(id): Path<Id>) -> Result<Response, Failed> {
    shared.ready(caller, &id).await?;
    analysed(&shared, &id, AnalysisForm::Known).await
}

/// Lets engines look through a game that is over.
#[utoipa::path(post, path = "/api/tables/{id}/analysis", params(("id" = String, Path)), responses((status = 200, body = Analysis), (status = 404, body = Refusal), (status = 409, body = Refusal)), security(("token" = [])))]
pub async fn analyse(
    State(shared): State<Shared>,
    caller: Caller,
    Who(person): Who,
    Path(id): Path<Id>,
) -> Result<Response, Failed> {
    shared.ready(caller, &id).await?;
    analysed(&shared, &id, AnalysisForm::Wanted(person.player, caller)).await
}

async fn analysed(shared: &Shared, id: &Id, form: AnalysisForm) -> Result<Response, Failed> {
    let analysis = shared.hall.analysis(id, form).await?;
    Ok(([(CONTENT_TYPE, "application/json")], analysis.to_string()).into_response())
}

/// Does the request say that its sender has what this tag stands for?
fn has_tag(headers: &HeaderMap, tag: &str) -> bool {
    let strong = |tag: &str| tag.trim().trim_start_matches("W/").to_owned();
    let known = headers.get_all(IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    known.flat_map(|value| value.split(',')).any(|known| known.trim() == "*" || strong(known) == strong(tag))
}
