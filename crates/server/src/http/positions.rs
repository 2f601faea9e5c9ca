//! Positions that belong to no table: previews and variations.

use axum::extract::State;
use ludoteca_core::Table;
use ludoteca_games::catalog;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::extract::{ErrorResponse, Json, RefusalBody, SignedIn};
use super::{AppState, Caller};
use crate::error::{ApiError, ErrorCode};
use crate::ids::fresh_seed;
use crate::registry::{EvaluatedPosition, ObstaclesRequest};
use crate::settings::MOST_STEPS;
use crate::texts;
use crate::think_queue::Requester;
use crate::view::scene::{PositionView, SceneParts};

/// A position: a game, where it starts, and what was played.
#[derive(Deserialize, ToSchema)]
#[schema(as = Line)]
pub struct PositionSpec {
    /// The game and its options in one line.
    game: String,
    /// Obstacles that are drawn anew, in a game that has them: the answer's `game` tells which.
    #[serde(default)]
    obstacles: Option<ObstaclesRequest>,
    /// Where it starts, if not from its usual first position.
    #[serde(default)]
    position: Option<String>,
    /// What was played, rolls included; at most 20000 steps.
    #[serde(default)]
    steps: Vec<String>,
}

/// A position that is to be shown.
#[derive(Deserialize, ToSchema)]
#[schema(as = PositionAsked)]
pub struct PositionRequest {
    #[serde(flatten)]
    spec: PositionSpec,
    /// With the places, lines and marks of the board? They are the same in every position of a
    /// game, and there unless you say no.
    #[serde(default)]
    board: Option<bool>,
    /// What the seats are called where pieces are told of, if not by the symbols of the game; at
    /// most 100 characters each.
    #[serde(default)]
    names: Vec<String>,
}

/// Clicks in a position.
#[derive(Deserialize, ToSchema)]
#[schema(as = Clicked)]
pub struct ClicksRequest {
    #[serde(flatten)]
    spec: PositionSpec,
    /// Places in the order of the clicks.
    clicks: Vec<usize>,
    /// What the seats are called in the answer, if not by the symbols of the game; at most 100
    /// characters each.
    #[serde(default)]
    names: Vec<String>,
}

/// Why clicks are no move.
#[derive(Serialize, ToSchema)]
#[schema(as = Why)]
pub struct RefusalResponse {
    /// As a clause; `null` where they are one.
    refusal: Option<String>,
}

/// What is to be drawn in a position, and what can be played.
#[utoipa::path(post, path = "/api/positions", request_body = PositionRequest, responses((status = 200, body = PositionView), (status = 409, body = RefusalBody)))]
pub async fn show(
    State(shared): State<AppState>,
    caller: Caller,
    Json(asked): Json<PositionRequest>,
) -> Result<axum::Json<PositionView>, ErrorResponse> {
    let show = move || {
        let table = open(&asked.spec)?;
        let parts = SceneParts { board: asked.board.unwrap_or(true), ..SceneParts::ALL };
        Ok::<_, ApiError>(PositionView::of(&*table, &called(&*table, &asked.names)?, parts))
    };
    let position = shared.work(caller, show).await??;
    Ok(axum::Json(position))
}

/// Why the move that these clicks would be is refused.
#[utoipa::path(post, path = "/api/positions/refusal", request_body = ClicksRequest, responses((status = 200, body = RefusalResponse), (status = 409, body = RefusalBody)))]
pub async fn refusal(
    State(shared): State<AppState>,
    caller: Caller,
    Json(clicked): Json<ClicksRequest>,
) -> Result<axum::Json<RefusalResponse>, ErrorResponse> {
    Ok(axum::Json(shared.work(caller, move || why(&clicked)).await??))
}

fn why(clicked: &ClicksRequest) -> Result<RefusalResponse, ApiError> {
    let table = open(&clicked.spec)?;
    let places = table.board().places.len();
    if let Some(click) = clicked.clicks.iter().find(|click| **click >= places) {
        return Err(ApiError::bad_request(texts::no_place(*click, places)));
    }
    if clicked.clicks.len() > MOST_CLICKS {
        return Err(ApiError::bad_request(texts::too_many_clicks(
            clicked.clicks.len(),
            MOST_CLICKS,
        )));
    }
    let names = called(&*table, &clicked.names)?;
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    Ok(RefusalResponse {
        refusal: table.refusal_of(&clicked.clicks, &names).map(|refusal| refusal.to_string()),
    })
}

/// What a position is worth, as far as an engine sees, in turn with everybody else who lets engines
/// think.
#[utoipa::path(post, path = "/api/analysis", request_body = PositionSpec, responses((status = 200, body = EvaluatedPosition), (status = 409, body = RefusalBody), (status = 429, body = RefusalBody)), security(("token" = [])))]
pub async fn analyse(
    State(shared): State<AppState>,
    caller: Caller,
    SignedIn(person): SignedIn,
    Json(line): Json<PositionSpec>,
) -> Result<axum::Json<EvaluatedPosition>, ErrorResponse> {
    // Each player may have one analysis at a time, so that repeated requests do not fill the queue.
    let Some(turn) = shared.limits.start_analysis(&person.player) else {
        return Err(ApiError::new(ErrorCode::TooMany, texts::ONE_LOOK).into());
    };
    let share = shared.registry.may_analyse(caller)?;
    let table = shared.work(caller, move || open(&line)).await??;
    let requester = Requester { address: Some(caller), person: person.player.to_string() };
    Ok(axum::Json(shared.registry.analyse_position(table, &requester, (turn, share)).await?))
}

/// No move takes more clicks than this.
const MOST_CLICKS: usize = 64;

/// The longest name of a seat. An answer has the name once for each piece of the seat.
const LONGEST_CALLED: usize = 100;

/// The names of the seats: the given ones, or else the symbols of the game.
fn called(table: &dyn Table, given: &[String]) -> Result<Vec<String>, ApiError> {
    if let Some(long) =
        given.iter().map(|name| name.chars().count()).find(|length| *length > LONGEST_CALLED)
    {
        return Err(ApiError::bad_request(texts::long_name_of_seat(long, LONGEST_CALLED)));
    }
    let symbols = table.options().info().names.iter().take(table.seats()).enumerate();
    Ok(symbols
        .map(|(seat, symbol)| given.get(seat).cloned().unwrap_or_else(|| (*symbol).to_owned()))
        .collect())
}

fn open(line: &PositionSpec) -> Result<Box<dyn Table>, ApiError> {
    let mut options = catalog::parse(&line.game).map_err(ApiError::bad_request)?;
    if let Some(obstacles) = &line.obstacles {
        options = obstacles.draw(options, fresh_seed())?;
    }
    let mut table = catalog::open(&options).map_err(ApiError::bad_request)?;
    if let Some(position) = &line.position {
        table.set_position(position).map_err(ApiError::bad_request)?;
    }
    if line.steps.len() > MOST_STEPS {
        return Err(ApiError::bad_request(texts::too_many_steps(MOST_STEPS)));
    }
    for step in &line.steps {
        table
            .step(step)
            .map_err(|refusal| ApiError::refused(texts::illegal_step(step, &refusal)))?;
    }
    Ok(table)
}
