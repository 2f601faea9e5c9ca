//! Positions that belong to no table: previews and variations.

use axum::extract::State;
use ludoteca_core::{Language, Spelling, Table, Tell};
use ludoteca_games::catalog;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::extract::{ErrorResponse, Json, RefusalBody, SignedIn};
use super::language::{InLanguage, ReaderLanguage};
use super::{AppState, Caller};
use crate::error::{ApiError, ErrorCode};
use crate::ids::fresh_seed;
use crate::registry::{EvaluatedPosition, ObstaclesRequest};
use crate::settings::MOST_STEPS;
use crate::texts::{self, ErrorText, IllegalStep};
use crate::think_queue::Requester;
use crate::typed;
use crate::view::scene::{PositionView, SceneParts};

/// A position: a game, its starting position, and the steps that were played.
#[derive(Deserialize, ToSchema)]
#[schema(as = Line)]
pub struct PositionSpec {
    /// The game and its options in one line.
    game: String,
    /// Obstacles that are drawn at random, in a game that has them. The answer's `game` has their
    /// cells.
    #[serde(default)]
    obstacles: Option<ObstaclesRequest>,
    /// The starting position, if it is not the usual one.
    #[serde(default)]
    position: Option<String>,
    /// The steps that were played, rolls included; at most 20000. A step is given as typed or as
    /// people read it.
    #[serde(default)]
    steps: Vec<String>,
}

/// A position that is to be shown.
#[derive(Deserialize, ToSchema)]
#[schema(as = PositionAsked)]
pub struct PositionRequest {
    #[serde(flatten)]
    spec: PositionSpec,
    /// Include the places, lines and marks of the board? They are the same in every position of a
    /// game. The default is `true`.
    #[serde(default)]
    board: Option<bool>,
    /// The names of the seats in descriptions of pieces, at most 100 characters each. By default
    /// they are the symbols of the game.
    #[serde(default)]
    names: Vec<String>,
}

/// Clicks in a position.
#[derive(Deserialize, ToSchema)]
#[schema(as = Clicked)]
pub struct ClicksRequest {
    #[serde(flatten)]
    spec: PositionSpec,
    /// The places that were clicked, in order.
    clicks: Vec<usize>,
    /// The names of the seats in the answer, at most 100 characters each. By default they are the
    /// symbols of the game.
    #[serde(default)]
    names: Vec<String>,
}

/// Why clicks make no legal move.
#[derive(Serialize, ToSchema)]
#[schema(as = Why)]
pub struct RefusalResponse {
    /// The reason as a clause; `null` if the clicks make a legal move.
    refusal: Option<String>,
}

/// What is to be drawn in a position, and what can be played.
#[utoipa::path(post, path = "/api/positions", request_body = PositionRequest, responses((status = 200, body = PositionView), (status = 409, body = RefusalBody)))]
pub async fn show(
    State(shared): State<AppState>,
    caller: Caller,
    ReaderLanguage(language): ReaderLanguage,
    Json(request): Json<PositionRequest>,
) -> Result<InLanguage<axum::Json<PositionView>>, ErrorResponse> {
    let show = move || {
        let table = open(&request.spec)?;
        let parts = SceneParts { board: request.board.unwrap_or(true), ..SceneParts::ALL };
        let names = seat_names(&*table, &request.names)?;
        Ok::<_, ApiError>(PositionView::of(&*table, &names, parts, language))
    };
    let position = shared.work(caller, show).await??;
    Ok(InLanguage(language, axum::Json(position)))
}

/// Why the rules refuse the move that these clicks make.
#[utoipa::path(post, path = "/api/positions/refusal", request_body = ClicksRequest, responses((status = 200, body = RefusalResponse), (status = 409, body = RefusalBody)))]
pub async fn refusal(
    State(shared): State<AppState>,
    caller: Caller,
    ReaderLanguage(language): ReaderLanguage,
    Json(clicked): Json<ClicksRequest>,
) -> Result<InLanguage<axum::Json<RefusalResponse>>, ErrorResponse> {
    let refusal = shared.work(caller, move || why(&clicked, language)).await??;
    Ok(InLanguage(language, axum::Json(refusal)))
}

fn why(clicked: &ClicksRequest, language: Language) -> Result<RefusalResponse, ApiError> {
    let table = open(&clicked.spec)?;
    let places = table.board().places.len();
    if let Some(click) = clicked.clicks.iter().find(|click| **click >= places) {
        return Err(ApiError::bad_request(ErrorText::NoPlace { place: *click, places }));
    }
    if clicked.clicks.len() > MOST_CLICKS {
        return Err(ApiError::bad_request(ErrorText::TooManyClicks {
            clicks: clicked.clicks.len(),
            most: MOST_CLICKS,
        }));
    }
    let names = seat_names(&*table, &clicked.names)?;
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let refusal = table.refusal_of(&clicked.clicks, &names);
    Ok(RefusalResponse {
        refusal: refusal.map(|refusal| refusal.tell(language, Spelling::Readable)),
    })
}

/// Evaluates a position with an engine. The requests of all players take turns.
#[utoipa::path(post, path = "/api/analysis", request_body = PositionSpec, responses((status = 200, body = EvaluatedPosition), (status = 409, body = RefusalBody), (status = 429, body = RefusalBody)), security(("token" = [])))]
pub async fn analyse(
    State(shared): State<AppState>,
    caller: Caller,
    SignedIn(person): SignedIn,
    ReaderLanguage(language): ReaderLanguage,
    Json(line): Json<PositionSpec>,
) -> Result<InLanguage<axum::Json<EvaluatedPosition>>, ErrorResponse> {
    // Each player may have one analysis at a time, so that repeated requests do not fill the queue.
    let Some(turn) = shared.limits.start_analysis(&person.player) else {
        return Err(ApiError::new(ErrorCode::TooMany, texts::ONE_LOOK).into());
    };
    let share = shared.registry.may_analyse(caller)?;
    let job = shared.registry.begin_position_analysis(&person.player).await?;
    let table = shared.work(caller, move || open(&line)).await??;
    let requester = Requester { address: Some(caller), person: person.player.to_string() };
    let turn = (turn, share);
    let found = shared.registry.analyse_position(table, &requester, turn, language).await;
    // Whoever has the answer may ask any server for another.
    job.end().await;
    let found = found?;
    Ok(InLanguage(language, axum::Json(found)))
}

/// No move takes more clicks than this.
const MOST_CLICKS: usize = 64;

/// The longest name of a seat. An answer has the name once for each piece of the seat.
const LONGEST_SEAT_NAME: usize = 100;

/// The names of the seats: the given ones, or else the symbols of the game.
fn seat_names(table: &dyn Table, given: &[String]) -> Result<Vec<String>, ApiError> {
    if let Some(long) =
        given.iter().map(|name| name.chars().count()).find(|length| *length > LONGEST_SEAT_NAME)
    {
        return Err(ApiError::bad_request(ErrorText::LongNameOfSeat {
            length: long,
            most: LONGEST_SEAT_NAME,
        }));
    }
    let symbols = table.options().info().names.iter().take(table.seats()).enumerate();
    Ok(symbols
        .map(|(seat, symbol)| given.get(seat).cloned().unwrap_or_else(|| (*symbol).to_owned()))
        .collect())
}

fn open(line: &PositionSpec) -> Result<Box<dyn Table>, ApiError> {
    let mut options = catalog::parse(&line.game)?;
    if let Some(obstacles) = &line.obstacles {
        options = obstacles.draw(options, fresh_seed())?;
    }
    let mut table = catalog::open(&options)?;
    if let Some(position) = &line.position {
        table.set_position(position).map_err(ApiError::bad_request)?;
    }
    if line.steps.len() > MOST_STEPS {
        return Err(ApiError::bad_request(ErrorText::TooManySteps(MOST_STEPS)));
    }
    for step in &line.steps {
        typed::step(&mut *table, step)
            .map_err(|refusal| ApiError::refused(IllegalStep { step: step.clone(), refusal }))?;
    }
    Ok(table)
}
