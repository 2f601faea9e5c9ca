//! The costs of requests. An address is charged according to the work that a request makes.

use axum::http::Method;

/// The cost of a request that reads or writes little, and of a message over a socket.
pub const USUAL: u32 = 1;

/// The requests that cost more than [`USUAL`]: those that may have to replay a game, or make the
/// server read much.
const COSTS: &[(Method, &str, u32)] = &[
    (Method::GET, "/api/tables", 5),
    (Method::POST, "/api/tables", 5),
    (Method::GET, "/api/tables/{id}", 2),
    (Method::GET, "/api/tables/{id}/steps", 2),
    (Method::GET, "/api/tables/{id}/positions/{step}", 2),
    (Method::GET, "/api/tables/{id}/record", 5),
    (Method::GET, "/api/tables/{id}/analysis", 5),
    (Method::POST, "/api/tables/{id}/analysis", 10),
    (Method::POST, "/api/tables/{id}/invitation", 2),
    (Method::GET, "/api/tables/{id}/picture.png", 10),
    (Method::GET, "/t/{id}", 2),
    (Method::GET, "/api/games/{id}/demo", 3),
    (Method::POST, "/api/qr", 3),
    (Method::POST, "/api/positions", 3),
    (Method::POST, "/api/positions/refusal", 3),
    (Method::POST, "/api/analysis", 10),
];

/// The cost of a request. Files of the page are many and small, and cost nothing.
pub fn cost(method: &Method, route: Option<&str>) -> u32 {
    match route {
        Some(route) if route.starts_with("/web/") => 0,
        Some(route) => {
            let mut known = COSTS.iter().filter(|(of, at, _)| of == method && *at == route);
            known.next().map_or(USUAL, |(_, _, cost)| *cost)
        }
        None => USUAL,
    }
}
