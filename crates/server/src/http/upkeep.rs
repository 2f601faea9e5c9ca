//! For those who look after the server, and for programs.

use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use serde::Serialize;
use utoipa::ToSchema;

use super::Shared;
use crate::metrics::Gauges;
use crate::programs::Connected;

/// How the server is.
#[derive(Serialize, ToSchema)]
pub struct Health {
    /// Can it write, as far as it has seen?
    ok: bool,
    /// How long ago it has seen to that, in milliseconds.
    probed_ms_ago: Option<u64>,
    /// What was wrong then.
    problem: Option<String>,
    /// What is damaged in the database, where a look through it at the start has found something.
    damage: Option<String>,
    /// Its version.
    version: &'static str,
}

/// Programs.
#[derive(Serialize, ToSchema)]
pub struct Programs {
    /// Those that are connected over the port for engines.
    programs: Vec<Connected>,
}

/// Programs that can be asked to a table.
#[utoipa::path(get, path = "/api/programs", responses((status = 200, body = Programs)))]
pub async fn programs(State(shared): State<Shared>) -> axum::Json<Programs> {
    axum::Json(Programs { programs: shared.hall.programs.list() })
}

/// Is the server well? It sees every few seconds whether it can write and read that back, and tells what it found.
#[utoipa::path(get, path = "/health", responses((status = 200, body = Health), (status = 503, body = Health)))]
pub async fn health(State(shared): State<Shared>) -> impl IntoResponse {
    let crate::hall::Health { ok, age_ms, problem, damage } = shared.hall.health();
    let status = if ok { axum::http::StatusCode::OK } else { axum::http::StatusCode::SERVICE_UNAVAILABLE };
    let health = Health { ok, probed_ms_ago: age_ms, problem, damage, version: env!("CARGO_PKG_VERSION") };
    (status, axum::Json(health))
}

/// What is counted and measured, as Prometheus reads it.
#[utoipa::path(get, path = "/metrics", responses((status = 200, body = String, content_type = "text/plain")))]
pub async fn metrics(State(shared): State<Shared>) -> impl IntoResponse {
    let (tables, connections) = shared.hall.sizes();
    let waiting = shared.hall.thinkers.waiting() + shared.hall.quick_thinkers.waiting();
    let gauges = Gauges { tables, connections, waiting };
    ([(CONTENT_TYPE, "text/plain; version=0.0.4")], shared.hall.metrics.text(&gauges))
}

/// The description of the API.
pub async fn openapi(description: String) -> impl IntoResponse {
    ([(CONTENT_TYPE, "application/json")], description)
}
