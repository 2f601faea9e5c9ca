//! HTTP: the API and the page.

mod answer;
pub mod costs;
mod door;
mod games;
mod gate;
mod page;
mod players;
mod positions;
mod rates;
#[allow(unused_qualifications, reason = "what describes parameters writes them out")]
mod tables;
mod upkeep;

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::{Modify, OpenApi};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::fault::{Code, Fault};
use crate::hall::Hall;
use crate::settings::LONGEST_BODY;
use crate::{socket, texts};

pub use answer::{ErrorBody, Failed};
pub use door::{Address, Door};
pub use gate::{Caller, Counted, Gate};

/// What all requests share.
#[derive(Clone)]
pub struct Shared {
    /// All tables.
    pub hall: Arc<Hall>,
    /// Who may come in.
    pub gate: Arc<Gate>,
    /// Room for work that takes a while, beside all that must not wait.
    bench: Arc<Semaphore>,
}

impl Shared {
    /// For this hall and this gate.
    pub fn new(hall: Arc<Hall>, gate: Arc<Gate>) -> Shared {
        Shared { hall, gate, bench: Arc::new(Semaphore::new(WORKERS)) }
    }

    /// Does work that takes a while, in turn with others.
    ///
    /// # Errors
    /// Where it fails.
    pub async fn work<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Fault> {
        let place = Arc::clone(&self.bench).acquire_owned().await.expect("nobody closes it");
        let done = spawn_blocking(move || {
            let _place = place;
            work()
        });
        done.await.map_err(|_| Fault::new(Code::Busy, texts::FAILED))
    }
}

/// So many do such work at once.
const WORKERS: usize = 2;

#[derive(OpenApi)]
#[openapi(modifiers(&Bearer), info(
    title = "Ludoteca",
    description = "Board games over the network. `docs/api.md` explains it with examples.",
    license(name = "MIT OR Apache-2.0")
))]
struct Description;

/// How a request says who sends it.
struct Bearer;

impl Modify for Bearer {
    fn modify(&self, description: &mut utoipa::openapi::OpenApi) {
        let scheme = SecurityScheme::Http(HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build());
        description.components.get_or_insert_default().add_security_scheme(BEARER, scheme);
    }
}

/// What that is called in the description.
const BEARER: &str = "token";

/// Everything that is answered.
pub fn router(shared: Shared) -> Router {
    let (api, description) = OpenApiRouter::with_openapi(Description::openapi())
        .routes(routes!(players::welcome))
        .routes(routes!(players::me, players::rename))
        .routes(routes!(games::list))
        .routes(routes!(games::rules))
        .routes(routes!(positions::show))
        .routes(routes!(positions::refusal))
        .routes(routes!(positions::analyse))
        .routes(routes!(tables::list, tables::make))
        .routes(routes!(tables::show))
        .routes(routes!(tables::steps))
        .routes(routes!(tables::position))
        .routes(routes!(tables::record))
        .routes(routes!(tables::told))
        .routes(routes!(tables::analysis, tables::analyse))
        .routes(routes!(upkeep::programs))
        .routes(routes!(upkeep::health))
        .routes(routes!(upkeep::metrics))
        .routes(routes!(socket::open))
        .split_for_parts();
    let description = description.to_json().expect("the description of the API is JSON");
    Router::new()
        .merge(api)
        .route("/api/openapi.json", axum::routing::get(move || upkeep::openapi(description.clone())))
        .route("/web/{*path}", axum::routing::get(page::file))
        .fallback(page::shell)
        .method_not_allowed_fallback(answer::no_such_method)
        .layer(DefaultBodyLimit::max(LONGEST_BODY))
        .layer(CompressionLayer::new())
        .layer(from_fn_with_state(shared.clone(), gate::pass))
        .layer(CatchPanicLayer::custom(answer::panicked))
        .layer(axum::middleware::map_response(page::guard))
        .with_state(shared)
}
