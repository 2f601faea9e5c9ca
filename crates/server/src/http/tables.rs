//! The routes of tables.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use utoipa::{IntoParams, ToSchema};

use super::AppState;
use super::extract::{
    CurrentTable, ErrorResponse, Json, MaybeSignedIn, Path, QueryParams, RefusalBody, SignedIn,
};
use super::limits::Caller;
use crate::commands::TableRequest;
use crate::error::{ApiError, ErrorCode};
use crate::ids::Id;
use crate::registry::{AnalysisRequest, Proposal, ViewRequest};
use crate::store::ListFilter;
use crate::texts;
use crate::view::scene::{PositionView, SceneParts};
use crate::view::snapshot::{ViewForm, names};
use crate::view::table::{StepsPage, TableView};
use crate::view::value::AnalysisView;

/// A table.
#[derive(Serialize, ToSchema)]
#[schema(as = One)]
pub struct TableResponse {
    /// As you see it.
    #[schema(value_type = TableView)]
    table: Box<RawValue>,
    /// Had it been done before?
    #[serde(skip_serializing_if = "Option::is_none")]
    repeated: Option<bool>,
}

/// Something is done at a table.
#[derive(Serialize, ToSchema)]
#[schema(as = Done)]
pub struct CommandResponse {
    /// As you see it: in short, where the request said `short`.
    #[schema(value_type = CurrentTable)]
    table: Box<RawValue>,
    /// Had it been done before?
    #[serde(skip_serializing_if = "Option::is_none")]
    repeated: Option<bool>,
}

/// Tables.
#[derive(Serialize, ToSchema)]
#[schema(as = Many)]
pub struct TableListResponse {
    /// Without steps, chat and board.
    #[schema(value_type = Vec<TableView>)]
    tables: Vec<Box<RawValue>>,
    /// `before` for those that follow.
    next: Option<i64>,
}

/// Which tables.
#[derive(Deserialize, IntoParams)]
pub struct ListParams {
    /// `open` (seats are free), `playing`, `over`, or `mine`.
    which: Option<String>,
    /// Of this game.
    game: Option<String>,
    /// Those that come after: `next` of the list before.
    before: Option<i64>,
}

/// How much of a table.
#[derive(Deserialize, IntoParams)]
pub struct TableParams {
    /// With what is to be drawn, or with the legal moves alone?
    scene: Option<bool>,
    /// With the places, lines and marks of the board, which are the same in every position of a
    /// game?
    board: Option<bool>,
    /// `events` of the table as you know it: steps, chat and variations then have only what is new
    /// since.
    since: Option<u64>,
}

/// How much of a position.
#[derive(Deserialize, IntoParams)]
pub struct BoardParams {
    /// With the places, lines and marks of the board, which are the same in every position of a
    /// game?
    board: Option<bool>,
}

/// Which steps.
#[derive(Deserialize, IntoParams)]
pub struct StepsParams {
    /// So many come before them; 0 where it is not said.
    from: Option<usize>,
}

/// Something that is done at a table, and what is wanted in return.
#[derive(Deserialize, ToSchema)]
#[schema(as = DeedRequest)]
pub struct CommandRequest {
    /// What is done.
    #[serde(flatten)]
    request: TableRequest,
    /// `events` of the table as you know it: the answer's table then has only what is new since.
    #[serde(default)]
    since: Option<u64>,
    /// With the board in the answer's scene? It is, unless you say that you know it.
    #[serde(default)]
    board: Option<bool>,
    /// Is it enough to be told in short how the table stands? For who is told the rest over the
    /// socket, or asks for it.
    #[serde(default)]
    short: bool,
}

/// How a record is wanted.
#[derive(Deserialize, IntoParams)]
pub struct RecordParams {
    /// With what engines found?
    analysis: Option<bool>,
}

/// How many tables one page of a list has.
const LISTED: u32 = 30;

/// Tables: those in the lobby, or yours.
#[utoipa::path(get, path = "/api/tables", params(ListParams), responses((status = 200, body = TableListResponse), (status = 401, body = RefusalBody)))]
pub async fn list(
    State(shared): State<AppState>,
    caller: Caller,
    MaybeSignedIn(person): MaybeSignedIn,
    QueryParams(asked): QueryParams<ListParams>,
) -> Result<axum::Json<TableListResponse>, ErrorResponse> {
    let which = match asked.which.as_deref().unwrap_or("open") {
        "open" => ListFilter::Listed("waiting"),
        "playing" => ListFilter::Listed("playing"),
        "over" => ListFilter::Listed("over"),
        "mine" => {
            let mine = person.as_ref().map(|person| person.player.clone());
            ListFilter::Of(mine.ok_or_else(|| ApiError::new(ErrorCode::NoToken, texts::NO_TOKEN))?)
        }
        other => return Err(ApiError::bad_request(texts::no_such_list(other)).into()),
    };
    let _permit = shared.work_permit(caller).await?;
    let viewer = person.as_ref().map(|person| &person.player);
    let (tables, next) =
        shared.registry.list(&which, asked.game.as_deref(), asked.before, LISTED, viewer).await?;
    Ok(axum::Json(TableListResponse { tables, next }))
}

/// Makes a table.
#[utoipa::path(post, path = "/api/tables", request_body = Proposal, responses((status = 201, body = TableResponse), (status = 404, body = RefusalBody), (status = 409, body = RefusalBody)), security(("token" = [])))]
pub async fn make(
    State(shared): State<AppState>,
    caller: Caller,
    SignedIn(person): SignedIn,
    Json(proposal): Json<Proposal>,
) -> Result<(StatusCode, axum::Json<TableResponse>), ErrorResponse> {
    let (id, repeated) = match shared.registry.made_before(&person, &proposal).await? {
        Some(id) => (id, true),
        None => {
            shared.limits.charge_newcomer(&caller)?;
            if let Some(from) = &proposal.from {
                shared.ensure_loaded(caller, &from.table).await?;
            }
            shared.registry.create_table(&person, &proposal).await?
        }
    };
    let view = ViewRequest {
        viewer: Some(&person.player),
        form: ViewForm::Scene { board: true },
        since: None,
    };
    let table = shared.registry.view(&id, view).await?;
    Ok((
        StatusCode::CREATED,
        axum::Json(TableResponse { table, repeated: repeated.then_some(true) }),
    ))
}

/// A table as you see it. Of a long game it has the last 1000 steps; the ETag stands for all but
/// the time and what clocks show by it.
#[utoipa::path(get, path = "/api/tables/{id}", params(("id" = String, Path), TableParams, ("If-None-Match" = Option<String>, Header, description = "the ETag of what you have")), responses((status = 200, body = TableView), (status = 304, description = "nothing has changed"), (status = 401, body = RefusalBody), (status = 404, body = RefusalBody)))]
pub async fn show(
    State(shared): State<AppState>,
    caller: Caller,
    MaybeSignedIn(person): MaybeSignedIn,
    Path(id): Path<Id>,
    QueryParams(much): QueryParams<TableParams>,
    headers: HeaderMap,
) -> Result<Response, ErrorResponse> {
    shared.ensure_loaded(caller, &id).await?;
    let board = much.board.unwrap_or(true);
    let form = if much.scene.unwrap_or(true) { ViewForm::Scene { board } } else { ViewForm::Moves };
    let view = ViewRequest {
        viewer: person.as_ref().map(|person| &person.player),
        form,
        since: much.since,
    };
    let seen = shared.registry.view_unless(&id, view, |tag| has_tag(&headers, tag)).await?;
    let tag = [(ETAG, seen.tag)];
    Ok(match seen.table {
        Some(table) => (tag, axum::Json(table)).into_response(),
        None => (StatusCode::NOT_MODIFIED, tag).into_response(),
    })
}

/// The steps of a game, at most 1000 at once.
#[utoipa::path(get, path = "/api/tables/{id}/steps", params(("id" = String, Path), StepsParams), responses((status = 200, body = StepsPage), (status = 404, body = RefusalBody)))]
pub async fn steps(
    State(shared): State<AppState>,
    caller: Caller,
    Path(id): Path<Id>,
    QueryParams(asked): QueryParams<StepsParams>,
) -> Result<axum::Json<StepsPage>, ErrorResponse> {
    shared.ensure_loaded(caller, &id).await?;
    Ok(axum::Json(shared.registry.steps(&id, asked.from.unwrap_or(0)).await?))
}

/// The position after so many steps.
#[utoipa::path(get, path = "/api/tables/{id}/positions/{step}", params(("id" = String, Path), ("step" = usize, Path), BoardParams), responses((status = 200, body = PositionView), (status = 404, body = RefusalBody)))]
pub async fn position(
    State(shared): State<AppState>,
    caller: Caller,
    Path((id, step)): Path<(Id, usize)>,
    QueryParams(asked): QueryParams<BoardParams>,
) -> Result<axum::Json<PositionView>, ErrorResponse> {
    let _permit = shared.work_permit(caller).await?;
    let room = shared.registry.handle(&id);
    let table_state = shared.registry.lock_table(&room).await?;
    let steps = table_state.table().play().steps();
    let table = table_state.table().position(step).map(ludoteca_core::Table::boxed_clone);
    let names = names(table_state.table());
    drop(table_state);
    let table = table.ok_or_else(|| ApiError::not_found(texts::no_step(step, steps)))?;
    let parts = SceneParts { board: asked.board.unwrap_or(true), ..SceneParts::ALL };
    Ok(axum::Json(PositionView::of(&*table, &names, parts)))
}

/// The game as a record, to be kept.
#[utoipa::path(get, path = "/api/tables/{id}/record", params(("id" = String, Path), RecordParams), responses((status = 200, body = String, content_type = "text/plain"), (status = 404, body = RefusalBody)))]
pub async fn record(
    State(shared): State<AppState>,
    caller: Caller,
    Path(id): Path<Id>,
    QueryParams(recorded): QueryParams<RecordParams>,
) -> Result<Response, ErrorResponse> {
    let _permit = shared.work_permit(caller).await?;
    let room = shared.registry.handle(&id);
    let table_state = shared.registry.lock_table(&room).await?;
    let (mut record, mut with) = (table_state.table().record().to_string(), "");
    drop(table_state);
    if recorded.analysis == Some(true) {
        let analysed = shared.registry.analysed_record(&id).await?;
        (record, with) =
            (analysed.ok_or_else(|| ApiError::not_found(texts::NOT_ANALYSED))?, "-analysis");
    }
    let name = format!("attachment; filename=\"ludoteca-{id}{with}.txt\"");
    Ok((
        [(CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()), (CONTENT_DISPOSITION, name)],
        record,
    )
        .into_response())
}

/// Does something at a table.
#[utoipa::path(post, path = "/api/tables/{id}/deeds", operation_id = "told", params(("id" = String, Path)), request_body = CommandRequest, responses((status = 200, body = CommandResponse), (status = 404, body = RefusalBody), (status = 409, body = RefusalBody)), security(("token" = [])))]
pub async fn execute(
    State(shared): State<AppState>,
    caller: Caller,
    SignedIn(person): SignedIn,
    Path(id): Path<Id>,
    Json(asked): Json<CommandRequest>,
) -> Result<axum::Json<CommandResponse>, ErrorResponse> {
    let CommandRequest { request, since, board, short } = asked;
    shared.ensure_loaded(caller, &id).await?;
    let limits = Arc::clone(&shared.limits);
    let done = shared
        .registry
        .execute_charged(&id, &person, request, move || limits.charge_newcomer(&caller))
        .await;
    let form = ViewForm::Scene { board: board.unwrap_or(true) };
    let view = ViewRequest { viewer: Some(&person.player), form, since };
    // Somebody who watches the table over a socket has received the update already, and is not sent
    // all of it again.
    let standing = async || match short {
        true => shared.registry.view_short(&id).await,
        false => shared.registry.view(&id, view).await,
    };
    match done {
        Ok(repeated) => Ok(axum::Json(CommandResponse {
            table: standing().await?,
            repeated: repeated.then_some(true),
        })),
        Err(fault) if matches!(fault.code, ErrorCode::Stale | ErrorCode::Refused) => {
            Err(ErrorResponse::at_table(fault, standing().await.ok()))
        }
        Err(fault) => Err(fault.into()),
    }
}

/// What engines have found about a game that is over.
#[utoipa::path(get, path = "/api/tables/{id}/analysis", params(("id" = String, Path)), responses((status = 200, body = AnalysisView), (status = 404, body = RefusalBody), (status = 409, body = RefusalBody)))]
pub async fn analysis(
    State(shared): State<AppState>,
    caller: Caller,
    Path(id): Path<Id>,
) -> Result<Response, ErrorResponse> {
    shared.ensure_loaded(caller, &id).await?;
    analysed(&shared, &id, AnalysisRequest::Known).await
}

/// Lets engines look through a game that is over.
#[utoipa::path(post, path = "/api/tables/{id}/analysis", params(("id" = String, Path)), responses((status = 200, body = AnalysisView), (status = 404, body = RefusalBody), (status = 409, body = RefusalBody)), security(("token" = [])))]
pub async fn analyse(
    State(shared): State<AppState>,
    caller: Caller,
    SignedIn(person): SignedIn,
    Path(id): Path<Id>,
) -> Result<Response, ErrorResponse> {
    shared.ensure_loaded(caller, &id).await?;
    analysed(&shared, &id, AnalysisRequest::Wanted(person.player, caller)).await
}

async fn analysed(
    shared: &AppState,
    id: &Id,
    form: AnalysisRequest,
) -> Result<Response, ErrorResponse> {
    let analysis = shared.registry.analysis(id, form).await?;
    Ok(([(CONTENT_TYPE, "application/json")], analysis.to_string()).into_response())
}

/// Does the request say that its sender already has the version with this tag?
fn has_tag(headers: &HeaderMap, tag: &str) -> bool {
    let strong = |tag: &str| tag.trim().trim_start_matches("W/").to_owned();
    let known = headers.get_all(IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    known
        .flat_map(|value| value.split(','))
        .any(|known| known.trim() == "*" || strong(known) == strong(tag))
}
