//! The limits for each address: which connections and requests are accepted, and how many.

use std::collections::BTreeSet;
use std::future::poll_fn;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::pin::Pin;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::body::{Body, HttpBody};
use axum::extract::{ConnectInfo, FromRequestParts, MatchedPath, Request, State};
use axum::http::header::CONNECTION;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, Response, StatusCode};
use axum::middleware::Next;
use axum::response::IntoResponse;
use tokio::time::{sleep, timeout};

use super::connections::{OpenConnections, Phase};
use super::listener::PeerInfo;
use super::origin::Hosts;
use super::rate_limits::{RateLimiter, SITE};
use super::{AppState, ErrorResponse, costs};
use crate::error::{ApiError, ErrorCode};
use crate::ids::Id;
use crate::settings::{LONGEST_BODY, ServerLimits, ServerSettings};
use crate::texts::{self, ErrorText};

/// The limits of the server.
pub struct AccessLimits {
    limits: ServerLimits,
    behind_proxy: bool,
    body_time: Duration,
    refusal_delay: Duration,
    hosts: Hosts,
    /// All open connections.
    pub connections: Arc<OpenConnections>,
    rates: Mutex<RateLimiter>,
    /// The players for whom an engine is analysing a position.
    analyses: Arc<Mutex<BTreeSet<Id>>>,
}

/// The address that a client calls from.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Caller(pub IpAddr);

/// A connection that counts towards the limits until it is dropped.
pub struct CountedConnection {
    limits: Arc<AccessLimits>,
    caller: Caller,
}

/// The single analysis of a position that a player may have at a time.
pub struct AnalysisSlot {
    analyses: Arc<Mutex<BTreeSet<Id>>>,
    player: Id,
}

impl AccessLimits {
    /// The limits for a server that listens at this address and allows this many connections.
    pub fn new(settings: &ServerSettings, address: SocketAddr, most: usize) -> AccessLimits {
        AccessLimits {
            limits: settings.limits,
            behind_proxy: settings.behind_proxy,
            body_time: settings.body_time,
            refusal_delay: settings.refusal_delay,
            hosts: Hosts::new(settings, address),
            connections: Arc::new(OpenConnections::new(most)),
            rates: Mutex::new(RateLimiter::new(settings.limits)),
            analyses: Arc::default(),
        }
    }

    /// Charges this address for a new player or table.
    ///
    /// # Errors
    /// Fails if there were too many.
    pub fn charge_newcomer(&self, caller: &Caller) -> Result<(), ApiError> {
        let charged = lock(&self.rates).charge_newcomer(*caller, Instant::now());
        charged.map_err(|wait| {
            ApiError::too_many(ErrorText::TooManyNewcomers(self.limits.newcomers), wait)
        })
    }

    /// Do all requests come through a proxy?
    pub fn is_behind_proxy(&self) -> bool {
        self.behind_proxy
    }

    /// Counts a long-lived connection.
    ///
    /// # Errors
    /// Fails if there are too many.
    pub fn connect(
        self: &Arc<AccessLimits>,
        caller: Caller,
    ) -> Result<CountedConnection, ApiError> {
        if !lock(&self.rates).connect(caller, Instant::now()) {
            return Err(ApiError::new(
                ErrorCode::TooMany,
                ErrorText::TooManyConnections(self.limits.connections),
            ));
        }
        Ok(CountedConnection { limits: Arc::clone(self), caller })
    }

    /// The beginning of links to this server, as the sender of a request reaches it:
    /// `https://play.example.org`.
    pub fn origin(&self, headers: &HeaderMap) -> Option<String> {
        self.hosts.origin(headers)
    }

    /// Starts the analysis of a position for a player; `None` if one is already running.
    pub fn start_analysis(&self, player: &Id) -> Option<AnalysisSlot> {
        let is_first = lock(&self.analyses).insert(player.clone());
        is_first
            .then(|| AnalysisSlot { analyses: Arc::clone(&self.analyses), player: player.clone() })
    }

    /// Charges this address for a request of this cost, or for a message over a socket.
    ///
    /// # Errors
    /// Fails if the address has used up its allowance.
    pub fn charge_request(&self, caller: Caller, cost: u32) -> Result<(), ApiError> {
        let charged = lock(&self.rates).charge_request(caller, cost, Instant::now());
        charged.map_err(|wait| {
            ApiError::too_many(ErrorText::TooManyRequests(self.limits.requests), wait)
        })
    }
}

/// Admits a request, counts it and logs it. Neither the client's address nor the content is logged.
pub async fn limit_and_log(
    State(shared): State<AppState>,
    ConnectInfo(address): ConnectInfo<PeerInfo>,
    caller: Caller,
    request: Request,
    next: Next,
) -> Response<Body> {
    let start = Instant::now();
    address.connection.set_phase(Phase::Answer);
    address.connection.mark_used_by(caller);
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let mut response = match admit(&shared.limits, caller, request).await {
        Ok(request) => next.run(request).await,
        Err(error) => ErrorResponse::from(error).into_response(),
    };
    let status = response.status();
    let is_upgraded = status == StatusCode::SWITCHING_PROTOCOLS;
    if shared.registry.is_draining() && !is_upgraded {
        // The next request of this client goes to another server.
        response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    }
    address.connection.set_phase(if is_upgraded { Phase::Upgraded } else { Phase::Head });
    let metrics = &shared.registry.metrics;
    metrics.requests.fetch_add(1, Ordering::Relaxed);
    if status.is_client_error() || status.is_server_error() {
        metrics.errors.fetch_add(1, Ordering::Relaxed);
    }
    let ms = start.elapsed().as_millis() as u64;
    tracing::info!(%method, path, status = status.as_u16(), ms, "request");
    response
}

/// Checks whether this request may be answered. If so, charges it and reads its body.
async fn admit(
    limits: &AccessLimits,
    caller: Caller,
    request: Request,
) -> Result<Request, ApiError> {
    limits.hosts.check(&request)?;
    let route = request.extensions().get::<MatchedPath>().map(MatchedPath::as_str);
    let cost = costs::cost(request.method(), route);
    if limits.charge_request(caller, cost).is_err() {
        sleep(limits.refusal_delay).await;
        limits.charge_request(caller, cost)?;
    }
    if [Method::GET, Method::HEAD].contains(request.method()) {
        return Ok(request);
    }
    let (parts, body) = request.into_parts();
    let body = timeout(limits.body_time, read(body)).await;
    let body = body.unwrap_or_else(|_| Err(ApiError::new(ErrorCode::TooSlow, texts::TOO_SLOW)))?;
    Ok(Request::from_parts(parts, Body::from(body)))
}

/// Reads a whole body, which must not be too long.
async fn read(mut body: Body) -> Result<Vec<u8>, ApiError> {
    let mut bytes = Vec::new();
    while let Some(frame) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
        let frame = frame.map_err(|_| ApiError::bad_request(texts::BROKEN_BODY))?;
        let Ok(data) = frame.into_data() else { continue };
        if bytes.len() + data.len() > LONGEST_BODY {
            return Err(ApiError::new(ErrorCode::TooLarge, texts::TOO_LARGE));
        }
        bytes.extend_from_slice(&data);
    }
    Ok(bytes)
}

impl FromRequestParts<AppState> for Caller {
    type Rejection = ErrorResponse;

    async fn from_request_parts(
        parts: &mut Parts,
        shared: &AppState,
    ) -> Result<Caller, ErrorResponse> {
        let connected = ConnectInfo::<PeerInfo>::from_request_parts(parts, shared).await;
        let ConnectInfo(address) =
            connected.map_err(|_| ApiError::new(ErrorCode::Busy, texts::FAILED))?;
        let forwarded = parts.headers.get_all("x-forwarded-for").iter().next_back();
        // The last entry was added by the proxy itself; a client can write anything before it.
        let forwarded_for =
            forwarded.and_then(|it| read_forwarded(it.to_str().ok()?.rsplit(',').next()?));
        Ok(Caller::of(
            forwarded_for.filter(|_| shared.limits.behind_proxy).unwrap_or(address.peer.ip()),
        ))
    }
}

impl Caller {
    /// The caller of an address. In IPv6 a household has many addresses, which count as one caller.
    pub fn of(address: IpAddr) -> Caller {
        Caller(match address.to_canonical() {
            IpAddr::V6(six) => {
                let [a, b, c, d, ..] = six.segments();
                IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
            }
            four => four,
        })
    }

    /// The addresses for which new players and tables are counted, and how many each may have if a
    /// household may have this many.
    pub fn counted(self, most: u32) -> Vec<(String, u32)> {
        let mut counted = vec![(self.0.to_string(), most)];
        if self.0.is_ipv6() {
            counted.push((format!("{}/48", self.site().0), most.saturating_mul(SITE)));
        }
        counted
    }

    /// The site of a caller: the network around it, which may belong to a single person. In IPv6
    /// some people have 65,536 times as many addresses as a household.
    pub fn site(self) -> Caller {
        Caller(match self.0 {
            IpAddr::V6(six) => {
                let [a, b, c, ..] = six.segments();
                IpAddr::V6(Ipv6Addr::new(a, b, c, 0, 0, 0, 0, 0))
            }
            four => four,
        })
    }
}

/// Reads an address as proxies write it: with or without brackets, a port and quotes.
fn read_forwarded(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let text = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(text);
    let bracketed = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let with_port = || text.parse().ok().map(|address: SocketAddr| address.ip());
    match bracketed {
        Some(six) => six.parse().ok().map(IpAddr::V6),
        None => text.parse().ok().or_else(with_port),
    }
}

impl Drop for CountedConnection {
    fn drop(&mut self) {
        lock(&self.limits.rates).disconnect(self.caller);
    }
}

impl Drop for AnalysisSlot {
    fn drop(&mut self) {
        lock(&self.analyses).remove(&self.player);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proxies_write_addresses_in_many_ways() {
        let rows = [
            ("192.0.2.1", Some("192.0.2.1")),
            (" 192.0.2.1 ", Some("192.0.2.1")),
            ("192.0.2.1:567", Some("192.0.2.1")),
            ("\"192.0.2.1:567\"", Some("192.0.2.1")),
            ("2001:db8::1", Some("2001:db8::1")),
            ("[2001:db8::1]", Some("2001:db8::1")),
            ("[2001:db8::1]:5", Some("2001:db8::1")),
            ("\"[2001:db8::1]:5\"", Some("2001:db8::1")),
            ("", None),
            ("unknown", None),
            ("_hidden", None),
            ("[192.0.2.1]", None),
            ("192.0.2.1:", None),
            ("192.0.2.256", None),
            ("\"192.0.2.1", None),
            ("[2001:db8::1", None),
        ];
        for (text, address) in rows {
            assert_eq!(
                read_forwarded(text),
                address.map(|it| it.parse().expect("an address")),
                "{text}"
            );
        }
    }
}
