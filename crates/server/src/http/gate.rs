//! Who may come in, and how often: limits for each address.

use std::collections::BTreeSet;
use std::future::poll_fn;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::pin::Pin;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::body::{Body, HttpBody};
use axum::extract::{ConnectInfo, FromRequestParts, MatchedPath, Request, State};
use axum::http::request::Parts;
use axum::http::{Method, Response, StatusCode};
use axum::middleware::Next;
use axum::response::IntoResponse;
use tokio::time::{sleep, timeout};

use super::connections::{Connections, Phase};
use super::door::Address;
use super::origin::Hosts;
use super::rates::Rates;
use super::{Failed, Shared, costs};
use crate::fault::{Code, Fault};
use crate::ids::Id;
use crate::settings::{LONGEST_BODY, Limits, Settings};
use crate::texts;

/// Who may come in.
pub struct Gate {
    limits: Limits,
    behind_proxy: bool,
    body_time: Duration,
    refusal_delay: Duration,
    hosts: Hosts,
    /// All open connections.
    pub connections: Arc<Connections>,
    rates: Mutex<Rates>,
    /// Players for whom an engine looks at a position.
    looks: Arc<Mutex<BTreeSet<Id>>>,
}

/// From where somebody calls.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Caller(pub IpAddr);

/// A connection that is counted until it ends.
pub struct Counted {
    gate: Arc<Gate>,
    caller: Caller,
}

/// Somebody's only look at a position.
pub struct OneLook {
    looks: Arc<Mutex<BTreeSet<Id>>>,
    player: Id,
}

impl Gate {
    /// With these limits, for a server that listens at this address and has at most so many connections.
    pub fn new(settings: &Settings, address: SocketAddr, most: usize) -> Gate {
        Gate {
            limits: settings.limits,
            behind_proxy: settings.behind_proxy,
            body_time: settings.body_time,
            refusal_delay: settings.refusal_delay,
            hosts: Hosts::new(settings, address),
            connections: Arc::new(Connections::new(most)),
            rates: Mutex::new(Rates::new(settings.limits)),
            looks: Arc::default(),
        }
    }

    /// May somebody new come, or a table be made, from there?
    ///
    /// # Errors
    /// Where there were too many.
    pub fn newcomer(&self, caller: &Caller) -> Result<(), Fault> {
        let charged = lock(&self.rates).newcomer(*caller, Instant::now());
        charged.map_err(|wait| Fault::too_many(texts::too_many_newcomers(self.limits.newcomers), wait))
    }

    /// Do all connections come from a proxy?
    pub fn is_behind_proxy(&self) -> bool {
        self.behind_proxy
    }

    /// May a connection stay open?
    ///
    /// # Errors
    /// Where there are too many.
    pub fn connect(self: &Arc<Gate>, caller: Caller) -> Result<Counted, Fault> {
        if !lock(&self.rates).connect(caller, Instant::now()) {
            return Err(Fault::new(Code::TooMany, texts::too_many_connections(self.limits.connections)));
        }
        Ok(Counted { gate: Arc::clone(self), caller })
    }

    /// May an engine look at a position for somebody? One at a time.
    pub fn one_look(&self, player: &Id) -> Option<OneLook> {
        let is_first = lock(&self.looks).insert(player.clone());
        is_first.then(|| OneLook { looks: Arc::clone(&self.looks), player: player.clone() })
    }

    /// May somebody ask for something that costs so much, or say something over a socket?
    ///
    /// # Errors
    /// Where they did so too often.
    pub fn request(&self, caller: Caller, cost: u32) -> Result<(), Fault> {
        let charged = lock(&self.rates).request(caller, cost, Instant::now());
        charged.map_err(|wait| Fault::too_many(texts::too_many_requests(self.limits.requests), wait))
    }
}

/// Lets a request in, counts it, and tells of it in the log: not from whom it was, nor what was said.
pub async fn pass(
    State(shared): State<Shared>,
    ConnectInfo(address): ConnectInfo<Address>,
    caller: Caller,
    request: Request,
    next: Next,
) -> Response<Body> {
    let start = Instant::now();
    address.connection.enters(Phase::Answer);
    address.connection.is_used_by(caller);
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let response = match admit(&shared.gate, caller, request).await {
        Ok(request) => next.run(request).await,
        Err(fault) => Failed::from(fault).into_response(),
    };
    let status = response.status();
    let is_upgraded = status == StatusCode::SWITCHING_PROTOCOLS;
    address.connection.enters(if is_upgraded { Phase::Upgraded } else { Phase::Head });
    let metrics = &shared.hall.metrics;
    metrics.requests.fetch_add(1, Ordering::Relaxed);
    if status.is_client_error() || status.is_server_error() {
        metrics.faults.fetch_add(1, Ordering::Relaxed);
    }
    let ms = start.elapsed().as_millis() as u64;
    tracing::info!(%method, path, status = status.as_u16(), ms, "request");
    response
}

/// May this request be answered? If so, it has been charged and read.
async fn admit(gate: &Gate, caller: Caller, request: Request) -> Result<Request, Fault> {
    gate.hosts.check(&request)?;
    let route = request.extensions().get::<MatchedPath>().map(MatchedPath::as_str);
    let cost = costs::cost(request.method(), route);
    if gate.request(caller, cost).is_err() {
        sleep(gate.refusal_delay).await;
        gate.request(caller, cost)?;
    }
    if [Method::GET, Method::HEAD].contains(request.method()) {
        return Ok(request);
    }
    let (parts, body) = request.into_parts();
    let body = timeout(gate.body_time, read(body)).await;
    let body = body.unwrap_or_else(|_| Err(Fault::new(Code::TooSlow, texts::TOO_SLOW)))?;
    Ok(Request::from_parts(parts, Body::from(body)))
}

/// All of a body, which must not be too long.
async fn read(mut body: Body) -> Result<Vec<u8>, Fault> {
    let mut bytes = Vec::new();
    while let Some(frame) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
        let frame = frame.map_err(|_| Fault::bad(texts::BROKEN_BODY))?;
        let Ok(data) = frame.into_data() else { continue };
        if bytes.len() + data.len() > LONGEST_BODY {
            return Err(Fault::new(Code::TooLarge, texts::TOO_LARGE));
        }
        bytes.extend_from_slice(&data);
    }
    Ok(bytes)
}

impl FromRequestParts<Shared> for Caller {
    type Rejection = Failed;

    async fn from_request_parts(parts: &mut Parts, shared: &Shared) -> Result<Caller, Failed> {
        let connected = ConnectInfo::<Address>::from_request_parts(parts, shared).await;
        let ConnectInfo(address) = connected.map_err(|_| Fault::new(Code::Busy, texts::FAILED))?;
        let forwarded = parts.headers.get_all("x-forwarded-for").iter().next_back();
        // The last one is the proxy's own word; those before it anybody can say.
        let told = forwarded.and_then(|it| read_forwarded(it.to_str().ok()?.rsplit(',').next()?));
        Ok(Caller::of(told.filter(|_| shared.gate.behind_proxy).unwrap_or(address.peer.ip())))
    }
}

impl Caller {
    /// Who calls from this address: in IPv6 a household has many.
    pub fn of(address: IpAddr) -> Caller {
        Caller(match address.to_canonical() {
            IpAddr::V6(six) => {
                let [a, b, c, d, ..] = six.segments();
                IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
            }
            four => four,
        })
    }

    /// All who may be the same one: in IPv6 some have 65,536 times as many addresses as a household.
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

/// An address as proxies write it: with or without brackets, a port and quotes.
fn read_forwarded(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let text = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(text);
    let bare = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let with_port = || text.parse().ok().map(|address: SocketAddr| address.ip());
    match bare {
        Some(six) => six.parse().ok().map(IpAddr::V6),
        None => text.parse().ok().or_else(with_port),
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        lock(&self.gate.rates).disconnect(self.caller);
    }
}

impl Drop for OneLook {
    fn drop(&mut self) {
        lock(&self.looks).remove(&self.player);
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
            assert_eq!(read_forwarded(text), address.map(|it| it.parse().expect("an address")), "{text}");
        }
    }
}
