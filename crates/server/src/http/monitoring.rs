//! Routes for the people who run the server, and for programs.

use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use serde::Serialize;
use utoipa::ToSchema;

use super::{AppState, ErrorResponse};
use crate::programs::ProgramView;
use crate::registry::{ServerHealth, StorageHealth};

/// The state of the server.
#[derive(Serialize, ToSchema)]
#[schema(as = Health)]
pub struct HealthResponse {
    /// Did the last probe of the storage succeed?
    ok: bool,
    /// Is the server about to stop? Then it answers 503, so that nobody sends it new requests.
    draining: bool,
    /// What the server works without at the moment: `nats` if it hears of other servers' moves only
    /// by asking the database.
    degraded: Vec<&'static str>,
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
pub async fn programs(
    State(shared): State<AppState>,
) -> Result<axum::Json<ProgramsResponse>, ErrorResponse> {
    let programs = shared.registry.connected_programs().await?;
    Ok(axum::Json(ProgramsResponse {
        programs: programs.into_iter().map(ProgramView::from).collect(),
    }))
}

/// The state of the server: 503 if it can write nothing or is about to stop. Every few seconds the
/// server probes whether it can write to its storage and read that back.
#[utoipa::path(get, path = "/health", responses((status = 200, body = HealthResponse), (status = 503, body = HealthResponse)))]
pub async fn health(State(shared): State<AppState>) -> impl IntoResponse {
    let ServerHealth { storage, draining, degraded } = shared.registry.server_health();
    let StorageHealth { ok, age_ms, problem, damage } = storage;
    let status = match ok && !draining {
        true => StatusCode::OK,
        false => StatusCode::SERVICE_UNAVAILABLE,
    };
    let health = HealthResponse {
        ok,
        draining,
        degraded,
        probed_ms_ago: age_ms,
        problem,
        damage,
        version: env!("CARGO_PKG_VERSION"),
    };
    (status, axum::Json(health))
}

/// Says that the process lives, whatever the state of its storage is: who does not hear that starts
/// the server anew.
#[utoipa::path(get, path = "/alive", responses((status = 200, body = String, content_type = "text/plain")))]
pub async fn alive() -> &'static str {
    "alive\n"
}

/// The metrics, in the format of Prometheus.
#[utoipa::path(get, path = "/metrics", responses((status = 200, body = String, content_type = "text/plain")))]
pub async fn metrics(State(shared): State<AppState>) -> impl IntoResponse {
    let registry = &shared.registry;
    let text = registry.metrics.text(&registry.gauges())
        + &registry.news.metrics()
        + &registry.thinking.metrics();
    ([(CONTENT_TYPE, "text/plain; version=0.0.4")], text)
}

/// The description of the API.
pub async fn openapi(description: String) -> impl IntoResponse {
    ([(CONTENT_TYPE, "application/json")], description)
}
