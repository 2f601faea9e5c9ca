//! The games that can be played.

use ludoteca_core::{Info, OptionKind, Seat};
use ludoteca_games::catalog;
use pulldown_cmark::{Options, Parser, html};
use serde::Serialize;
use utoipa::ToSchema;

use super::extract::{ErrorResponse, Path, RefusalBody};
use crate::error::ApiError;

/// All games.
#[derive(Serialize, ToSchema)]
#[schema(as = Games)]
pub struct GamesResponse {
    /// In the order in which people are shown them.
    games: Vec<GameView>,
}

/// A game.
#[derive(Serialize, ToSchema)]
#[schema(as = Game)]
pub struct GameView {
    /// What people type.
    id: &'static str,
    /// What people read.
    title: &'static str,
    /// One sentence.
    about: &'static str,
    /// What the pieces of the seats are called.
    names: &'static [&'static str],
    /// What the sides are called, where they have names.
    sides: &'static [&'static str],
    /// The seat that sits opposite, from 1: its players see the board turned round.
    far_seat: Option<usize>,
    /// Is there a die?
    has_dice: bool,
    /// Does it end with points and without a winner?
    scored: bool,
    /// Can obstacles be drawn?
    can_scatter: bool,
    /// What can be set.
    options: Vec<OptionView>,
}

/// Something that can be set.
#[derive(Serialize, ToSchema)]
#[schema(as = Opt)]
pub struct OptionView {
    /// What is written before the `=`.
    key: &'static str,
    /// What it sets.
    about: &'static str,
    /// `number`, `odd`, `derived` (a number whose default follows from others) or `cells`.
    kind: &'static str,
    /// The least that is allowed.
    min: Option<u32>,
    /// The greatest that is allowed.
    max: Option<u32>,
    /// What holds where nothing is set.
    default: Option<u32>,
    /// From what the default follows, in words.
    rule: Option<&'static str>,
}

/// How a game is played.
#[derive(Serialize, ToSchema)]
#[schema(as = Rules)]
pub struct RulesResponse {
    /// To be shown.
    html: String,
    /// To be read by programs.
    markdown: &'static str,
}

/// What there is to play.
#[utoipa::path(get, path = "/api/games", responses((status = 200, body = GamesResponse)))]
pub async fn list() -> axum::Json<GamesResponse> {
    axum::Json(GamesResponse { games: catalog::GAMES.iter().map(|info| game(info)).collect() })
}

/// How a game is played.
#[utoipa::path(get, path = "/api/games/{id}/rules", params(("id" = String, Path)), responses((status = 200, body = RulesResponse), (status = 404, body = RefusalBody)))]
pub async fn rules(Path(id): Path<String>) -> Result<axum::Json<RulesResponse>, ErrorResponse> {
    let info = catalog::find(&id).map_err(ApiError::not_found)?;
    let mut text = String::new();
    html::push_html(&mut text, Parser::new_ext(info.rules, Options::ENABLE_TABLES));
    Ok(axum::Json(RulesResponse { html: text, markdown: info.rules }))
}

fn game(info: &'static Info) -> GameView {
    let has_dice =
        catalog::open(&ludoteca_core::Options::new(info)).is_ok_and(|table| table.has_dice());
    GameView {
        id: info.id,
        title: info.title,
        about: info.about,
        names: info.names,
        sides: info.conventions.sides,
        far_seat: info.conventions.far_seat.map(Seat::number),
        has_dice,
        scored: info.scored,
        can_scatter: info.scatter.is_some(),
        options: info.options.iter().map(|spec| opt(spec.key, spec.about, &spec.kind)).collect(),
    }
}

fn opt(key: &'static str, about: &'static str, kind: &OptionKind) -> OptionView {
    let number = |kind, min: &u32, max: &u32, default: Option<u32>, rule| OptionView {
        key,
        about,
        kind,
        min: Some(*min),
        max: Some(*max),
        default,
        rule,
    };
    match kind {
        OptionKind::Number { min, max, default } => {
            number("number", min, max, Some(*default), None)
        }
        OptionKind::Odd { min, max, default } => number("odd", min, max, Some(*default), None),
        OptionKind::Derived { min, max, default } => {
            number("derived", min, max, None, Some(default.rule))
        }
        OptionKind::Cells => OptionView {
            key,
            about,
            kind: "cells",
            min: None,
            max: None,
            default: None,
            rule: None,
        },
    }
}
