//! Routes for the people who run the server, and for programs.

use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use serde::Serialize;
use utoipa::ToSchema;

use super::AppState;
use crate::metrics::Gauges;
use crate::programs::ProgramView;

/// The state of the server.
#[derive(Serialize, ToSchema)]
#[schema(as = Health)]
pub struct HealthResponse {
    /// Did the last probe of the storage succeed?
    ok: bool,
    /// How long ago the last probe was, in milliseconds.
    probed_ms_ago: Option<u64>,
    /// The error of the last probe.
    problem: Option<String>,
    /// The damage that the check at the start has found in the database.
    damage: Option<String>,
    /// The version of the server.
    version: &'static str,
}

/// The connected programs.
#[derive(Serialize, ToSchema)]
#[schema(as = Programs)]
pub struct ProgramsResponse {
    /// The programs that are connected over the port for engines.
    programs: Vec<ProgramView>,
}

/// The programs that can be invited to a table.
#[utoipa::path(get, path = "/api/programs", responses((status = 200, body = ProgramsResponse)))]
pub async fn programs(State(shared): State<AppState>) -> axum::Json<ProgramsResponse> {
    axum::Json(ProgramsResponse { programs: shared.registry.programs.list() })
}

/// The state of the server. Every few seconds the server probes whether it can write to its storage
/// and read that back.
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

/// The metrics, in the format of Prometheus.
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
