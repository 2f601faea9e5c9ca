//! The JSON output of matches and tournaments.

use ludoteca_arena::tournament::{PlayedGame, ResultTally, Standing, Tournament, TournamentEnded};
use ludoteca_rating::statistics::Estimate;
use serde_json::json;

/// A finished game as JSON, with the worker that has played it, if any has.
pub fn game_as_json(
    played: &PlayedGame,
    names: &[String],
    worker: Option<&str>,
) -> serde_json::Value {
    let mut line = serde_json::to_value(played).unwrap_or_default();
    line["players"] = played.fixture.seating.iter().map(|player| names[*player].as_str()).collect();
    if let Some(worker) = worker {
        line["worker"] = worker.into();
    }
    line
}

/// The result of a match or tournament as JSON.
pub fn as_json(tournament: &Tournament, ended: TournamentEnded, seconds: f64) -> serde_json::Value {
    let settings = tournament.settings();
    let standing = Standing::new(&settings.names(), settings.plan.seats, tournament.played());
    let closed = match ended {
        TournamentEnded::Complete => "complete".to_owned(),
        TournamentEnded::Decided(decision) => decision.to_string(),
        TournamentEnded::Stopped => "stopped".to_owned(),
    };
    let mut summary = json!({
        "closed": closed,
        "game": settings.options.to_string(),
        "seed": settings.seed.to_string(),
        "games": standing.games(),
        "planned": settings.plan.games(),
        "seconds": seconds,
        "ranking": standing.ranking().iter().map(|player| player_as_json(&standing, *player)).collect::<Vec<_>>(),
        "between": meetings_as_json(&standing),
        "endings": standing.endings().counts().map(|(cause, games)| (cause.to_string(), json!(games))).collect::<serde_json::Map<_, _>>(),
    });
    if let Some(swiss) = settings.plan.swiss_standing(tournament.played()) {
        let line = |player: &usize| {
            json!({
                "player": player,
                "points": f64::from(swiss.points(*player)) / 2.0,
                "buchholz": f64::from(swiss.buchholz(*player)) / 2.0,
                "byes": swiss.byes(*player),
            })
        };
        summary["swiss"] = swiss.ranking().iter().map(line).collect();
    }
    if let Some((ratio, decision)) = tournament.test() {
        summary["sprt"] = json!({
            "test": settings.sprt.as_ref().map(ToString::to_string),
            "llr": ratio,
            "decision": decision.to_string(),
        });
    }
    json!({ "summary": summary })
}

fn player_as_json(standing: &Standing, player: usize) -> serde_json::Value {
    let row = &standing.rows()[player];
    let mut line = json!({
        "player": player,
        "name": standing.names()[player],
        "rating": estimate_as_json(row.rating),
        "games": row.games,
        "results": row.results,
        "score": row.score(),
        "late": row.faults.late,
        "hung": row.faults.hung,
        "crashed": row.faults.crashed,
        "illegal": row.faults.illegal,
        "thought_ms": row.thought,
    });
    match &row.tally {
        ResultTally::Games(score) => {
            line["won_drawn_lost"] = json!([score.wins, score.draws, score.losses]);
        }
        ResultTally::Places(places) => line["places"] = json!(places),
    }
    line
}

/// The results of each two players that have met, from the side of the first.
fn meetings_as_json(standing: &Standing) -> Vec<serde_json::Value> {
    let players = 0..standing.names().len();
    let two = players
        .clone()
        .flat_map(|one| players.clone().skip(one + 1).map(move |other| (one, other)));
    let met = two
        .map(|(one, other)| (one, other, standing.between(one, other)))
        .filter(|(_, _, met)| met.results() > 0);
    met.map(|(one, other, between)| {
        json!({
            "players": [one, other],
            "won_drawn_lost": [between.score.wins, between.score.draws, between.score.losses],
            "pairs": between.pairs.map(|pairs| pairs.by_half_points),
            "elo": estimate_as_json(between.elo()),
            "normalised_elo": estimate_as_json(between.normalised_elo()),
            "superiority": between.superiority(),
            "draw_rate": between.draw_rate(),
            "margin": between.margin(),
        })
    })
    .collect()
}

/// The numbers of an estimate that are finite, and the whole estimate as text.
fn estimate_as_json(estimate: Estimate) -> serde_json::Value {
    let finite = |number: Option<f64>| number.filter(|number| number.is_finite());
    json!({ "value": finite(estimate.value()), "error": finite(estimate.error()), "text": estimate.to_string() })
}
