//! Routes for the people who run the server, and for programs.

use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use serde::Serialize;
use utoipa::ToSchema;

use super::AppState;
use crate::metrics::Gauges;
use crate::programs::ProgramView;

/// How the server is.
#[derive(Serialize, ToSchema)]
#[schema(as = Health)]
pub struct HealthResponse {
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
#[schema(as = Programs)]
pub struct ProgramsResponse {
    /// Those that are connected over the port for engines.
    programs: Vec<ProgramView>,
}

/// Programs that can be asked to a table.
#[utoipa::path(get, path = "/api/programs", responses((status = 200, body = ProgramsResponse)))]
pub async fn programs(State(shared): State<AppState>) -> axum::Json<ProgramsResponse> {
    axum::Json(ProgramsResponse { programs: shared.registry.programs.list() })
}

/// Is the server well? It sees every few seconds whether it can write and read that back, and tells
/// what it found.
#[utoipa::path(get, path = "/health", responses((status = 200, body = HealthResponse), (status = 503, body = HealthResponse)))]
pub async fn health(State(shared): State<AppState>) -> impl IntoResponse {
    let crate::registry::StorageHealth { ok, age_ms, problem, damage } = shared.registry.health();
    let status =
        if ok { axum::http::StatusCode::OK } else { axum::http::StatusCode::SERVICE_UNAVAILABLE };
    let health = HealthResponse {
        ok,
        probed_ms_ago: age_ms,
        problem,
        damage,
        version: env!("CARGO_PKG_VERSION"),
    };
    (status, axum::Json(health))
}

/// What is counted and measured, as Prometheus reads it.
#[utoipa::path(get, path = "/metrics", responses((status = 200, body = String, content_type = "text/plain")))]
pub async fn metrics(State(shared): State<AppState>) -> impl IntoResponse {
    let (tables, connections) = shared.registry.sizes();
    let waiting =
        shared.registry.think_queue.waiting() + shared.registry.quick_think_queue.waiting();
    let gauges = Gauges { tables, connections, waiting };
    ([(CONTENT_TYPE, "text/plain; version=0.0.4")], shared.registry.metrics.text(&gauges))
}

/// The description of the API.
pub async fn openapi(description: String) -> impl IntoResponse {
    ([(CONTENT_TYPE, "application/json")], description)
}
