//! HTTP: the API and the page.

mod common_answers;
mod connections;
pub mod costs;
mod demos;
mod extract;
mod games;
mod language;
mod limits;
mod listener;
mod monitoring;
mod origin;
mod page;
#[allow(unused_qualifications, reason = "the macros that describe parameters write paths out")]
mod players;
mod positions;
mod previews;
mod rate_limits;
mod rules;
#[allow(unused_qualifications, reason = "the macros that describe parameters write paths out")]
mod sharing;
#[allow(unused_qualifications, reason = "the macros that describe parameters write paths out")]
mod tables;

use std::num::NonZero;
use std::sync::Arc;
use std::thread::available_parallelism;

use axum::Router;
use axum::middleware::{from_fn, from_fn_with_state};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::{Modify, OpenApi};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::background::compute;
use crate::error::{ApiError, ErrorCode};
use crate::fair_semaphore::{FairSemaphore, Permit};
use crate::ids::Id;
use crate::registry::TableRegistry;
use crate::trace::trace_requests;
use crate::{socket, texts};

pub use connections::HttpConnection;
pub use extract::{ErrorBody, ErrorResponse};
pub use language::ReaderLanguage;
pub use limits::{AccessLimits, Caller, CountedConnection};
pub use listener::{Deadlines, LimitedListener, PeerInfo};

/// The state that all requests share.
#[derive(Clone)]
pub struct AppState {
    /// All tables.
    pub registry: Arc<TableRegistry>,
    /// The limits for each address.
    pub limits: Arc<AccessLimits>,
    /// The beginnings of links under which other devices reach this server.
    addresses: Arc<[String]>,
    /// Permits for slow work, so that it does not hold up everything else.
    work_permits: Arc<FairSemaphore<Caller>>,
}

impl AppState {
    /// The state for this registry and these limits, and for links that begin with these addresses.
    pub fn new(
        registry: Arc<TableRegistry>,
        limits: Arc<AccessLimits>,
        addresses: Vec<String>,
    ) -> AppState {
        let cores = available_parallelism().map_or(1, NonZero::get);
        AppState {
            registry,
            limits,
            addresses: addresses.into(),
            work_permits: Arc::new(FairSemaphore::new(cores, cores.div_ceil(SHARE))),
        }
    }

    /// Waits for a permit for slow work: each address has a share of what can be done at once.
    ///
    /// # Errors
    /// Fails if too much work of this address is waiting.
    pub async fn work_permit(&self, caller: Caller) -> Result<Permit<Caller>, ApiError> {
        self.work_permits.acquire(caller).await
    }

    /// Charges an address for a new player or table: at this server, and at all that share its
    /// store.
    ///
    /// # Errors
    /// Fails if there were too many.
    pub async fn charge_newcomer(&self, caller: Caller) -> Result<(), ApiError> {
        self.limits.charge_newcomer(&caller)?;
        self.registry.count_newcomer(caller).await
    }

    /// Makes sure that a table is in memory, because replaying its game takes a while.
    ///
    /// # Errors
    /// Fails if there is no such table, or too much work of this address is waiting.
    pub async fn ensure_loaded(&self, caller: Caller, table: &Id) -> Result<(), ApiError> {
        if self.registry.is_in_memory(table) {
            return Ok(());
        }
        let _permit = self.work_permit(caller).await?;
        self.registry.lock_table(&self.registry.handle(table)).await.map(drop)
    }

    /// Does slow work; addresses take turns.
    ///
    /// # Errors
    /// Fails if the work fails, or too much work of this address is waiting.
    pub async fn work<T: Send + 'static>(
        &self,
        caller: Caller,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let permit = self.work_permit(caller).await?;
        let done = compute(move || {
            let _permit = permit;
            work()
        });
        done.await.map_err(|_| ApiError::new(ErrorCode::Busy, texts::FAILED))
    }
}

/// As many pieces of slow work run at once as there are cores. One address may use one in this many
/// of the cores.
const SHARE: usize = 4;

#[derive(OpenApi)]
#[openapi(modifiers(&Bearer), info(
    title = "Ludoteca",
    description = "Board games over the network. `docs/api.md` explains it with examples.",
    license(name = "MIT OR Apache-2.0")
))]
struct Description;

/// The security scheme: how a request says who sends it.
struct Bearer;

impl Modify for Bearer {
    fn modify(&self, description: &mut utoipa::openapi::OpenApi) {
        let scheme =
            SecurityScheme::Http(HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build());
        description.components.get_or_insert_default().add_security_scheme(BEARER, scheme);
    }
}

/// The name of the security scheme in the description.
const BEARER: &str = "token";

/// The routes for the people who run the server.
fn monitoring_routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(monitoring::alive))
        .routes(routes!(monitoring::health))
        .routes(routes!(monitoring::metrics))
}

/// The monitoring routes at an address of their own.
pub fn monitoring_router(shared: AppState) -> Router {
    Router::from(monitoring_routes())
        .layer(CatchPanicLayer::custom(extract::panicked))
        .layer(from_fn(language::translate_refusals))
        .with_state(shared)
}

/// All routes of the server.
pub fn router(shared: AppState) -> Router {
    let api = OpenApiRouter::with_openapi(Description::openapi())
        .routes(routes!(players::welcome))
        .routes(routes!(players::me, players::rename, players::forget))
        .routes(routes!(players::data))
        .routes(routes!(games::list))
        .routes(routes!(demos::show))
        .routes(routes!(rules::rules))
        .routes(routes!(positions::show))
        .routes(routes!(positions::refusal))
        .routes(routes!(positions::analyse))
        .routes(routes!(tables::list, tables::make))
        .routes(routes!(tables::show))
        .routes(routes!(tables::steps))
        .routes(routes!(tables::position))
        .routes(routes!(tables::record))
        .routes(routes!(tables::execute))
        .routes(routes!(sharing::invitation))
        .routes(routes!(previews::picture))
        .routes(routes!(previews::game_picture))
        .routes(routes!(sharing::qr))
        .routes(routes!(sharing::addresses))
        .routes(routes!(tables::analysis, tables::analyse))
        .routes(routes!(monitoring::programs))
        .routes(routes!(socket::open));
    let api = if shared.registry.settings.metrics.is_none() {
        api.merge(monitoring_routes())
    } else {
        api
    };
    let (api, mut description) = api.split_for_parts();
    common_answers::add(&mut description);
    let description = description.to_json().expect("the description of the API is JSON");
    Router::new()
        .merge(api)
        .route(
            "/api/openapi.json",
            axum::routing::get(move || monitoring::openapi(description.clone())),
        )
        .route("/web/{*path}", axum::routing::get(page::file))
        .route("/", axum::routing::get(previews::home_page))
        .route("/rules/{id}", axum::routing::get(previews::rules_page))
        .route("/t/{id}", axum::routing::get(previews::table_page))
        .fallback(page::shell)
        .method_not_allowed_fallback(extract::no_such_method)
        .layer(CompressionLayer::new())
        .layer(from_fn_with_state(shared.clone(), limits::limit_and_log))
        .layer(CatchPanicLayer::custom(extract::panicked))
        .layer(from_fn(language::translate_refusals))
        .layer(from_fn(trace_requests))
        .layer(axum::middleware::map_response(page::add_security_headers))
        .with_state(shared)
}
