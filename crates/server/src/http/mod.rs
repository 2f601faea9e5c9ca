//! HTTP: the API and the page.

mod answer;
mod common_answers;
mod connections;
pub mod costs;
mod door;
mod games;
mod gate;
mod origin;
mod page;
#[allow(unused_qualifications, reason = "what describes parameters writes them out")]
mod players;
mod positions;
mod rates;
#[allow(unused_qualifications, reason = "what describes parameters writes them out")]
mod tables;
mod upkeep;

use std::num::NonZero;
use std::sync::Arc;
use std::thread::available_parallelism;

use axum::Router;
use axum::middleware::from_fn_with_state;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::{Modify, OpenApi};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::background::compute;
use crate::fault::{Code, Fault};
use crate::hall::Hall;
use crate::ids::Id;
use crate::permits::{FairPermits, Permit};
use crate::{socket, texts};

pub use answer::{ErrorBody, Failed};
pub use connections::Connection;
pub use door::{Address, Deadlines, Door};
pub use gate::{Caller, Counted, Gate};

/// What all requests share.
#[derive(Clone)]
pub struct Shared {
    /// All tables.
    pub hall: Arc<Hall>,
    /// Who may come in.
    pub gate: Arc<Gate>,
    /// Room for work that takes a while, beside all that must not wait.
    bench: Arc<FairPermits<Caller>>,
}

impl Shared {
    /// For this hall and this gate.
    pub fn new(hall: Arc<Hall>, gate: Arc<Gate>) -> Shared {
        let places = available_parallelism().map_or(1, NonZero::get);
        Shared { hall, gate, bench: Arc::new(FairPermits::new(places, places.div_ceil(SHARE))) }
    }

    /// A permit for work that takes a while: each address has a share of what can be done at once.
    ///
    /// # Errors
    /// Where too much waits for this address.
    pub async fn permit(&self, caller: Caller) -> Result<Permit<Caller>, Fault> {
        self.bench.permit(caller).await
    }

    /// Sees to it that a table is in memory: playing its game again takes a while.
    ///
    /// # Errors
    /// Where there is no such table, or too much waits for this address.
    pub async fn ready(&self, caller: Caller, table: &Id) -> Result<(), Fault> {
        if self.hall.is_in_memory(table) {
            return Ok(());
        }
        let _permit = self.permit(caller).await?;
        self.hall.enter(&self.hall.room(table)).await.map(drop)
    }

    /// Does work that takes a while, in turn with others.
    ///
    /// # Errors
    /// Where it fails, or too much waits for this address.
    pub async fn work<T: Send + 'static>(
        &self,
        caller: Caller,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Fault> {
        let permit = self.permit(caller).await?;
        let done = compute(move || {
            let _permit = permit;
            work()
        });
        done.await.map_err(|_| Fault::new(Code::Busy, texts::FAILED))
    }
}

/// As much of such work is done at once as there are cores, and an address has one part in so many of it.
const SHARE: usize = 4;

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

/// What only those ask for who look after the server.
fn for_keepers() -> OpenApiRouter<Shared> {
    OpenApiRouter::new().routes(routes!(upkeep::health)).routes(routes!(upkeep::metrics))
}

/// The same at an address of its own.
pub fn keepers_router(shared: Shared) -> Router {
    Router::from(for_keepers()).layer(CatchPanicLayer::custom(answer::panicked)).with_state(shared)
}

/// Everything that is answered.
pub fn router(shared: Shared) -> Router {
    let api = OpenApiRouter::with_openapi(Description::openapi())
        .routes(routes!(players::welcome))
        .routes(routes!(players::me, players::rename, players::forget))
        .routes(routes!(players::data))
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
        .routes(routes!(socket::open));
    let api = if shared.hall.settings.metrics.is_none() { api.merge(for_keepers()) } else { api };
    let (api, mut description) = api.split_for_parts();
    common_answers::add(&mut description);
    let description = description.to_json().expect("the description of the API is JSON");
    Router::new()
        .merge(api)
        .route("/api/openapi.json", axum::routing::get(move || upkeep::openapi(description.clone())))
        .route("/web/{*path}", axum::routing::get(page::file))
        .fallback(page::shell)
        .method_not_allowed_fallback(answer::no_such_method)
        .layer(CompressionLayer::new())
        .layer(from_fn_with_state(shared.clone(), gate::pass))
        .layer(CatchPanicLayer::custom(answer::panicked))
        .layer(axum::middleware::map_response(page::guard))
        .with_state(shared)
}
