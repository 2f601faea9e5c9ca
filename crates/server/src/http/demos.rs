//! Short games for the small boards of the home page, which play by themselves.

use std::sync::{LazyLock, OnceLock};

use axum::extract::State;
use axum::http::header::CACHE_CONTROL;
use axum::response::{IntoResponse, Response};
use ludoteca_core::{Info, Next, Table};
use ludoteca_engines::house;
use ludoteca_games::catalog;
use ludoteca_play::Engine;
use serde::Serialize;
use utoipa::ToSchema;

use super::extract::{ErrorResponse, Path, RefusalBody};
use super::language::{InLanguage, ReaderLanguage};
use super::{AppState, Caller};
use crate::error::ApiError;
use crate::view::scene::{SceneParts, SceneView};

/// A short game to look at.
#[derive(Serialize, ToSchema)]
#[schema(as = Demo)]
pub struct DemoResponse {
    /// The game and its options in one line.
    game: String,
    /// The scenes of its positions in order. Only the first one has the board, which is the same in
    /// all.
    scenes: Vec<SceneView>,
}

/// How many steps a short game has at most.
const STEPS: usize = 40;

/// The level of the engine that plays both sides: it moves sensibly, in some hundredths of a
/// second.
const LEVEL: u8 = 5;

/// The steps of each game of the catalogue. They are found when somebody first asks for them, and
/// are the same on every server.
static DEMOS: LazyLock<Vec<OnceLock<Vec<String>>>> =
    LazyLock::new(|| catalog::GAMES.iter().map(|_| OnceLock::new()).collect());

/// A short game between two engines, for a small board that plays by itself.
#[utoipa::path(get, path = "/api/games/{id}/demo", params(("id" = String, Path)), responses((status = 200, body = DemoResponse), (status = 404, body = RefusalBody)))]
pub async fn show(
    State(shared): State<AppState>,
    caller: Caller,
    ReaderLanguage(language): ReaderLanguage,
    Path(id): Path<String>,
) -> Result<InLanguage<Response>, ErrorResponse> {
    let info = catalog::find(&id).map_err(ApiError::not_found)?;
    let demo = move || {
        let mut table = begin(info)?;
        let names: Vec<String> =
            info.names[..table.seats()].iter().map(|name| (*name).to_owned()).collect();
        let scene = |table: &dyn Table, board| {
            let parts = SceneParts { board, choices: false };
            SceneView::of(table, &names, parts, language)
        };
        let mut scenes = vec![scene(&*table, true)];
        for step in steps(info) {
            if table.step(step).is_err() {
                break;
            }
            scenes.push(scene(&*table, false));
        }
        Ok::<_, ApiError>(DemoResponse { game: table.options().to_string(), scenes })
    };
    let demo = shared.work(caller, demo).await??;
    let caching = [(CACHE_CONTROL, "private, max-age=3600")];
    Ok(InLanguage(language, (caching, axum::Json(demo)).into_response()))
}

/// The table of the game as people first play it.
fn begin(info: &'static Info) -> Result<Box<dyn Table>, ApiError> {
    Ok(catalog::open_line(info.presets.first().map_or(info.id, |preset| preset.options))?)
}

/// The middle of the game, which shows best what it is about.
pub(super) fn middle(info: &'static Info) -> Result<Box<dyn Table>, ApiError> {
    let mut table = begin(info)?;
    let steps = steps(info);
    for step in &steps[..steps.len() * 9 / 20] {
        if table.step(step).is_err() {
            break;
        }
    }
    Ok(table)
}

fn steps(info: &'static Info) -> &'static [String] {
    let index = catalog::GAMES.iter().position(|known| known.id == info.id).unwrap_or_default();
    DEMOS[index].get_or_init(|| begin(info).map(played).unwrap_or_default())
}

/// The steps of a game that engines play from here.
fn played(mut table: Box<dyn Table>) -> Vec<String> {
    let engine = Engine { level: Some(LEVEL), ..Engine::default() };
    let never = || false;
    let mut steps = Vec::new();
    while steps.len() < STEPS {
        let number = steps.len() as u64;
        let step = match table.next() {
            Next::Over(_) => break,
            Next::Move(_) => house::choose(house::OPPONENTS, &*table, &engine, number, &never)
                .map(|found| found.step),
            // The faces come up in turn, so that the game needs no generator.
            Next::Chance => {
                let faces = table.chances();
                faces.get(5 * steps.len() % faces.len().max(1)).map(|(face, _)| face.clone())
            }
        };
        let Some(step) = step.filter(|step| table.step(step).is_ok()) else { break };
        steps.push(step);
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_a_short_game_to_look_at() {
        for info in catalog::GAMES {
            let begun = std::time::Instant::now();
            let steps = steps(info);
            assert!(steps.len() >= 5, "{}: {steps:?}", info.id);
            println!("{}: {} steps in {:?}", info.id, steps.len(), begun.elapsed());
        }
    }
}
