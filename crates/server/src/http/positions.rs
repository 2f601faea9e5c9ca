//! Positions that belong to no table: previews, and what could have been played.

use axum::extract::State;
use ludoteca_core::Table;
use ludoteca_games::catalog;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::answer::{Failed, Json, Refusal, Who};
use super::{Caller, Shared};
use crate::fault::{Code, Fault};
use crate::hall::{LookedAt, Obstacles};
use crate::ids::fresh_seed;
use crate::settings::MOST_STEPS;
use crate::texts;
use crate::thinkers::Patron;
use crate::view::scene::{Parts, Position};

/// A position: a game, where it starts, and what was played.
#[derive(Deserialize, ToSchema)]
pub struct Line {
    /// The game and its options in one line.
    game: String,
    /// Obstacles that are drawn anew, in a game that has them: the answer's `game` tells which.
    #[serde(default)]
    obstacles: Option<Obstacles>,
    /// Where it starts, if not from its usual first position.
    #[serde(default)]
    position: Option<String>,
    /// What was played, rolls included; at most 20000 steps.
    #[serde(default)]
    steps: Vec<String>,
}

/// A position that is to be shown.
#[derive(Deserialize, ToSchema)]
pub struct PositionAsked {
    #[serde(flatten)]
    line: Line,
    /// With the places, lines and marks of the board? They are the same in every position of a game, and there unless you say no.
    #[serde(default)]
    board: Option<bool>,
    /// What the seats are called where pieces are told of, if not by the symbols of the game; at most 100 characters each.
    #[serde(default)]
    names: Vec<String>,
}

/// Clicks in a position.
#[derive(Deserialize, ToSchema)]
pub struct Clicked {
    #[serde(flatten)]
    line: Line,
    /// Places in the order of the clicks.
    clicks: Vec<usize>,
    /// What the seats are called in the answer, if not by the symbols of the game; at most 100 characters each.
    #[serde(default)]
    names: Vec<String>,
}

/// Why clicks are no move.
#[derive(Serialize, ToSchema)]
pub struct Why {
    /// As a clause; `null` where they are one.
    refusal: Option<String>,
}

/// What is to be drawn in a position, and what can be played.
#[utoipa::path(post, path = "/api/positions", request_body = PositionAsked, responses((status = 200, body = Position), (status = 409, body = Refusal)))]
pub async fn show(
    State(shared): State<Shared>,
    caller: Caller,
    Json(asked): Json<PositionAsked>,
) -> Result<axum::Json<Position>, Failed> {
    let show = move || {
        let table = open(&asked.line)?;
        let parts = Parts { board: asked.board.unwrap_or(true), ..Parts::ALL };
        Ok::<_, Fault>(Position::of(&*table, &called(&*table, &asked.names)?, parts))
    };
    let position = shared.work(caller, show).await??;
    Ok(axum::Json(position))
}

/// Why the move that these clicks would be is refused.
#[utoipa::path(post, path = "/api/positions/refusal", request_body = Clicked, responses((status = 200, body = Why), (status = 409, body = Refusal)))]
pub async fn refusal(
    State(shared): State<Shared>,
    caller: Caller,
    Json(clicked): Json<Clicked>,
) -> Result<axum::Json<Why>, Failed> {
    Ok(axum::Json(shared.work(caller, move || why(&clicked)).await??))
}

fn why(clicked: &Clicked) -> Result<Why, Fault> {
    let table = open(&clicked.line)?;
    let places = table.board().places.len();
    if let Some(click) = clicked.clicks.iter().find(|click| **click >= places) {
        return Err(Fault::bad(texts::no_place(*click, places)));
    }
    if clicked.clicks.len() > MOST_CLICKS {
        return Err(Fault::bad(texts::too_many_clicks(clicked.clicks.len(), MOST_CLICKS)));
    }
    let names = called(&*table, &clicked.names)?;
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    Ok(Why { refusal: table.refusal_of(&clicked.clicks, &names).map(|refusal| refusal.to_string()) })
}

/// What a position is worth, as far as an engine sees, in turn with everybody else who lets engines think.
#[utoipa::path(post, path = "/api/analysis", request_body = Line, responses((status = 200, body = LookedAt), (status = 409, body = Refusal), (status = 429, body = Refusal)), security(("token" = [])))]
pub async fn analyse(
    State(shared): State<Shared>,
    caller: Caller,
    Who(person): Who,
    Json(line): Json<Line>,
) -> Result<axum::Json<LookedAt>, Failed> {
    // One look at a time for each, until it is over: who asks on and on does not fill the queue.
    let Some(turn) = shared.gate.one_look(&person.player) else {
        return Err(Fault::new(Code::TooMany, texts::ONE_LOOK).into());
    };
    let share = shared.hall.may_analyse(caller)?;
    let table = shared.work(caller, move || open(&line)).await??;
    let patron = Patron { address: Some(caller), person: person.player.to_string() };
    Ok(axum::Json(shared.hall.look_at(table, &patron, (turn, share)).await?))
}

/// No move takes more.
const MOST_CLICKS: usize = 64;

/// So long what a seat is called may be: an answer has it once for each of its pieces.
const LONGEST_CALLED: usize = 100;

/// What seats are called: as somebody wants them to be, and by the symbols of the game where nothing is said.
fn called(table: &dyn Table, given: &[String]) -> Result<Vec<String>, Fault> {
    if let Some(long) = given.iter().map(|name| name.chars().count()).find(|length| *length > LONGEST_CALLED) {
        return Err(Fault::bad(texts::long_name_of_seat(long, LONGEST_CALLED)));
    }
    let symbols = table.options().info().names.iter().take(table.seats()).enumerate();
    Ok(symbols.map(|(seat, symbol)| given.get(seat).cloned().unwrap_or_else(|| (*symbol).to_owned())).collect())
}

fn open(line: &Line) -> Result<Box<dyn Table>, Fault> {
    let mut options = catalog::parse(&line.game).map_err(Fault::bad)?;
    if let Some(obstacles) = &line.obstacles {
        options = obstacles.draw(options, fresh_seed())?;
    }
    let mut table = catalog::open(&options).map_err(Fault::bad)?;
    if let Some(position) = &line.position {
        table.set_position(position).map_err(Fault::bad)?;
    }
    if line.steps.len() > MOST_STEPS {
        return Err(Fault::bad(texts::too_many_steps(MOST_STEPS)));
    }
    for step in &line.steps {
        table.step(step).map_err(|refusal| Fault::refused(texts::illegal_step(step, &refusal)))?;
    }
    Ok(table)
}
