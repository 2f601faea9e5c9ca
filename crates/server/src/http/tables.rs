//! The routes of tables.

use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use ludoteca_core::Language;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use utoipa::{IntoParams, ToSchema};

use super::AppState;
use super::extract::{
    CurrentTable, ErrorResponse, Json, MaybeSignedIn, Path, QueryParams, RefusalBody, SignedIn,
};
use super::language::{InLanguage, ReaderLanguage};
use super::limits::Caller;
use crate::commands::TableRequest;
use crate::error::{ApiError, ErrorCode};
use crate::ids::Id;
use crate::registry::{AnalysisRequest, Proposal, ViewRequest};
use crate::store::ListFilter;
use crate::texts::{self, ErrorText};
use crate::view::scene::{PositionView, SceneParts};
use crate::view::snapshot::{ViewForm, names};
use crate::view::table::{StepsPage, TableView};
use crate::view::value::AnalysisView;

/// The answer to a request that makes a table.
#[derive(Serialize, ToSchema)]
#[schema(as = One)]
pub struct TableResponse {
    /// The table as the reader sees it.
    #[schema(value_type = TableView)]
    table: Box<RawValue>,
    /// Had the table been made before, by the same request?
    #[serde(skip_serializing_if = "Option::is_none")]
    repeated: Option<bool>,
}

/// The answer to a command at a table.
#[derive(Serialize, ToSchema)]
#[schema(as = Done)]
pub struct CommandResponse {
    /// The table as the reader sees it. It is the short form if the request said `short`.
    #[schema(value_type = CurrentTable)]
    table: Box<RawValue>,
    /// Had the command been done before, by the same request?
    #[serde(skip_serializing_if = "Option::is_none")]
    repeated: Option<bool>,
}

/// A page of a list of tables.
#[derive(Serialize, ToSchema)]
#[schema(as = Many)]
pub struct TableListResponse {
    /// The tables, without steps, chat and board.
    #[schema(value_type = Vec<TableView>)]
    tables: Vec<Box<RawValue>>,
    /// The value of `before` for the next page.
    next: Option<i64>,
}

/// Which tables to list.
#[derive(Deserialize, IntoParams)]
pub struct ListParams {
    /// `open` (seats are free), `playing`, `over`, or `mine`.
    which: Option<String>,
    /// Only tables of the game with this id.
    game: Option<String>,
    /// Where the page begins: `next` of the page before.
    before: Option<i64>,
}

/// Which parts of a table to show.
#[derive(Deserialize, IntoParams)]
pub struct TableParams {
    /// Include what is to be drawn? Otherwise the legal moves are included.
    scene: Option<bool>,
    /// Include the places, lines and marks of the board? They are the same in every position of a
    /// game.
    board: Option<bool>,
    /// The `facts` of the table that the reader knows. Steps, chat and variations then have only
    /// what is new since.
    since: Option<u64>,
}

/// Which parts of a position to show.
#[derive(Deserialize, IntoParams)]
pub struct BoardParams {
    /// Include the places, lines and marks of the board? They are the same in every position of a
    /// game.
    board: Option<bool>,
}

/// Which steps to list.
#[derive(Deserialize, IntoParams)]
pub struct StepsParams {
    /// The index of the first step, from 0. The default is 0.
    from: Option<usize>,
}

/// A command at a table, and the form of the answer.
#[derive(Deserialize, ToSchema)]
#[schema(as = DeedRequest)]
pub struct CommandRequest {
    /// The command.
    #[serde(flatten)]
    request: TableRequest,
    /// The `facts` of the table that the sender knows. The answer's table then has only what is new
    /// since.
    #[serde(default)]
    since: Option<u64>,
    /// Include the board in the answer's scene? The default is `true`.
    #[serde(default)]
    board: Option<bool>,
    /// Is the short form of the table enough? It is meant for clients that receive the table over
    /// the socket, or ask for it separately.
    #[serde(default)]
    short: bool,
}

/// Which form of a record to send.
#[derive(Deserialize, IntoParams)]
pub struct RecordParams {
    /// Include the findings of engines?
    analysis: Option<bool>,
}

/// How many tables one page of a list has.
const LISTED: u32 = 30;

/// Lists the tables in the lobby, or those of the player who asks.
#[utoipa::path(get, path = "/api/tables", params(ListParams), responses((status = 200, body = TableListResponse), (status = 401, body = RefusalBody)))]
pub async fn list(
    State(shared): State<AppState>,
    caller: Caller,
    MaybeSignedIn(person): MaybeSignedIn,
    ReaderLanguage(language): ReaderLanguage,
    QueryParams(params): QueryParams<ListParams>,
) -> Result<InLanguage<axum::Json<TableListResponse>>, ErrorResponse> {
    let which = match params.which.as_deref().unwrap_or("open") {
        "open" => ListFilter::Listed("waiting"),
        "playing" => ListFilter::Listed("playing"),
        "over" => ListFilter::Listed("over"),
        "mine" => {
            let mine = person.as_ref().map(|person| person.player.clone());
            ListFilter::Of(mine.ok_or_else(|| ApiError::new(ErrorCode::NoToken, texts::NO_TOKEN))?)
        }
        other => {
            return Err(ApiError::bad_request(ErrorText::NoSuchList(other.to_owned())).into());
        }
    };
    let _permit = shared.work_permit(caller).await?;
    let viewer = person.as_ref().map(|person| &person.player);
    let listed = shared
        .registry
        .list(&which, params.game.as_deref(), params.before, LISTED, viewer, language)
        .await;
    let (tables, next) = listed?;
    Ok(InLanguage(language, axum::Json(TableListResponse { tables, next })))
}

/// Makes a table.
#[utoipa::path(post, path = "/api/tables", request_body = Proposal, responses((status = 201, body = TableResponse), (status = 404, body = RefusalBody), (status = 409, body = RefusalBody)), security(("token" = [])))]
pub async fn make(
    State(shared): State<AppState>,
    caller: Caller,
    SignedIn(person): SignedIn,
    ReaderLanguage(language): ReaderLanguage,
    Json(proposal): Json<Proposal>,
) -> Result<InLanguage<(StatusCode, axum::Json<TableResponse>)>, ErrorResponse> {
    let (id, repeated) = match shared.registry.made_before(&person, &proposal).await? {
        Some(id) => (id, true),
        None => {
            shared.charge_newcomer(caller).await?;
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
        language,
    };
    let table = shared.registry.view(&id, view).await?;
    let made = TableResponse { table, repeated: repeated.then_some(true) };
    Ok(InLanguage(language, (StatusCode::CREATED, axum::Json(made))))
}

/// A table as the reader sees it. It has the last 1000 steps of a long game. The ETag covers
/// everything except the time and the clocks.
#[utoipa::path(get, path = "/api/tables/{id}", params(("id" = String, Path), TableParams, ("If-None-Match" = Option<String>, Header, description = "the ETag of the version that the reader has")), responses((status = 200, body = TableView), (status = 304, description = "nothing has changed"), (status = 401, body = RefusalBody), (status = 404, body = RefusalBody)))]
pub async fn show(
    State(shared): State<AppState>,
    caller: Caller,
    MaybeSignedIn(person): MaybeSignedIn,
    ReaderLanguage(language): ReaderLanguage,
    Path(id): Path<Id>,
    QueryParams(params): QueryParams<TableParams>,
    headers: HeaderMap,
) -> Result<InLanguage<Response>, ErrorResponse> {
    shared.ensure_loaded(caller, &id).await?;
    let board = params.board.unwrap_or(true);
    let form =
        if params.scene.unwrap_or(true) { ViewForm::Scene { board } } else { ViewForm::Moves };
    let view = ViewRequest {
        viewer: person.as_ref().map(|person| &person.player),
        form,
        since: params.since,
        language,
    };
    let seen = shared.registry.view_unless(&id, view, |tag| has_tag(&headers, tag)).await?;
    let tag = [(ETAG, seen.tag)];
    let answer = match seen.table {
        Some(table) => (tag, axum::Json(table)).into_response(),
        None => (StatusCode::NOT_MODIFIED, tag).into_response(),
    };
    Ok(InLanguage(language, answer))
}

/// The steps of a game, at most 1000 at once.
#[utoipa::path(get, path = "/api/tables/{id}/steps", params(("id" = String, Path), StepsParams), responses((status = 200, body = StepsPage), (status = 404, body = RefusalBody)))]
pub async fn steps(
    State(shared): State<AppState>,
    caller: Caller,
    ReaderLanguage(language): ReaderLanguage,
    Path(id): Path<Id>,
    QueryParams(params): QueryParams<StepsParams>,
) -> Result<InLanguage<axum::Json<StepsPage>>, ErrorResponse> {
    shared.ensure_loaded(caller, &id).await?;
    let steps = shared.registry.steps(&id, params.from.unwrap_or(0), language).await?;
    Ok(InLanguage(language, axum::Json(steps)))
}

/// The position after this number of steps.
#[utoipa::path(get, path = "/api/tables/{id}/positions/{step}", params(("id" = String, Path), ("step" = usize, Path), BoardParams), responses((status = 200, body = PositionView), (status = 404, body = RefusalBody)))]
pub async fn position(
    State(shared): State<AppState>,
    caller: Caller,
    ReaderLanguage(language): ReaderLanguage,
    Path((id, step)): Path<(Id, usize)>,
    QueryParams(params): QueryParams<BoardParams>,
) -> Result<InLanguage<axum::Json<PositionView>>, ErrorResponse> {
    let _permit = shared.work_permit(caller).await?;
    let handle = shared.registry.handle(&id);
    let table_state = shared.registry.lock_table(&handle).await?;
    let steps = table_state.table().play().steps();
    let table = table_state.table().position(step).map(ludoteca_core::Table::boxed_clone);
    let names = names(table_state.table(), language);
    drop(table_state);
    let table = table.ok_or_else(|| ApiError::not_found(ErrorText::NoStep { step, steps }))?;
    let parts = SceneParts { board: params.board.unwrap_or(true), ..SceneParts::ALL };
    Ok(InLanguage(language, axum::Json(PositionView::of(&*table, &names, parts, language))))
}

/// The record of the game. It is in English.
#[utoipa::path(get, path = "/api/tables/{id}/record", params(("id" = String, Path), RecordParams), responses((status = 200, body = String, content_type = "text/plain"), (status = 404, body = RefusalBody)))]
pub async fn record(
    State(shared): State<AppState>,
    caller: Caller,
    Path(id): Path<Id>,
    QueryParams(params): QueryParams<RecordParams>,
) -> Result<Response, ErrorResponse> {
    let _permit = shared.work_permit(caller).await?;
    let handle = shared.registry.handle(&id);
    let table_state = shared.registry.lock_table(&handle).await?;
    let (mut record, mut with) = (table_state.table().record().to_string(), "");
    drop(table_state);
    if params.analysis == Some(true) {
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

/// Executes a command at a table.
#[utoipa::path(post, path = "/api/tables/{id}/deeds", operation_id = "told", params(("id" = String, Path)), request_body = CommandRequest, responses((status = 200, body = CommandResponse), (status = 404, body = RefusalBody), (status = 409, body = RefusalBody)), security(("token" = [])))]
pub async fn execute(
    State(shared): State<AppState>,
    caller: Caller,
    SignedIn(person): SignedIn,
    ReaderLanguage(language): ReaderLanguage,
    Path(id): Path<Id>,
    Json(command): Json<CommandRequest>,
) -> Result<InLanguage<axum::Json<CommandResponse>>, ErrorResponse> {
    let CommandRequest { request, since, board, short } = command;
    shared.ensure_loaded(caller, &id).await?;
    let charge = shared.clone();
    let charge = async move || charge.charge_newcomer(caller).await;
    let done = shared.registry.execute_charged(&id, &person, request, charge).await;
    let form = ViewForm::Scene { board: board.unwrap_or(true) };
    let view = ViewRequest { viewer: Some(&person.player), form, since, language };
    // A client that watches the table over a socket has received the update already, and asks for
    // the short form.
    let current_table = async || match short {
        true => shared.registry.view_short(&id).await,
        false => shared.registry.view(&id, view).await,
    };
    match done {
        Ok(repeated) => {
            let repeated = repeated.then_some(true);
            let done = CommandResponse { table: current_table().await?, repeated };
            Ok(InLanguage(language, axum::Json(done)))
        }
        Err(error) if matches!(error.code, ErrorCode::Stale | ErrorCode::Refused) => {
            Err(ErrorResponse::at_table(error, current_table().await.ok()))
        }
        Err(error) => Err(error.into()),
    }
}

/// The analysis of a game that is over, as far as engines have made it.
#[utoipa::path(get, path = "/api/tables/{id}/analysis", params(("id" = String, Path)), responses((status = 200, body = AnalysisView), (status = 404, body = RefusalBody), (status = 409, body = RefusalBody)))]
pub async fn analysis(
    State(shared): State<AppState>,
    caller: Caller,
    ReaderLanguage(language): ReaderLanguage,
    Path(id): Path<Id>,
) -> Result<InLanguage<Response>, ErrorResponse> {
    shared.ensure_loaded(caller, &id).await?;
    analysed(&shared, &id, AnalysisRequest::Known, language).await
}

/// Lets engines analyse a game that is over.
#[utoipa::path(post, path = "/api/tables/{id}/analysis", params(("id" = String, Path)), responses((status = 200, body = AnalysisView), (status = 404, body = RefusalBody), (status = 409, body = RefusalBody)), security(("token" = [])))]
pub async fn analyse(
    State(shared): State<AppState>,
    caller: Caller,
    SignedIn(person): SignedIn,
    ReaderLanguage(language): ReaderLanguage,
    Path(id): Path<Id>,
) -> Result<InLanguage<Response>, ErrorResponse> {
    shared.ensure_loaded(caller, &id).await?;
    analysed(&shared, &id, AnalysisRequest::Wanted(person.player, caller), language).await
}

async fn analysed(
    shared: &AppState,
    id: &Id,
    form: AnalysisRequest,
    language: Language,
) -> Result<InLanguage<Response>, ErrorResponse> {
    let analysis = shared.registry.analysis(id, form, language).await?;
    let answer = ([(CONTENT_TYPE, "application/json")], analysis.to_string()).into_response();
    Ok(InLanguage(language, answer))
}

/// Does the request say that its sender already has the version with this tag?
pub fn has_tag(headers: &HeaderMap, tag: &str) -> bool {
    let strong = |tag: &str| tag.trim().trim_start_matches("W/").to_owned();
    let known = headers.get_all(IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    known
        .flat_map(|value| value.split(','))
        .any(|known| known.trim() == "*" || strong(known) == strong(tag))
}
