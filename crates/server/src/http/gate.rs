//! Who may come in, and how often: limits for each address.

use std::collections::{BTreeSet, HashMap};
use std::net::{IpAddr, Ipv6Addr};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use axum::body::Body;
use axum::extract::{ConnectInfo, FromRequestParts, Request, State};
use axum::http::Response;
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::IntoResponse;

use super::door::Address;
use super::{Failed, Shared};
use crate::fault::{Code, Fault};
use crate::ids::Id;
use crate::settings::{Limits, Settings};
use crate::texts;

/// Who may come in.
pub struct Gate {
    limits: Limits,
    behind_proxy: bool,
    guests: Mutex<Guests>,
    /// Players for whom an engine looks at a position.
    looks: Arc<Mutex<BTreeSet<Id>>>,
}

/// From where somebody calls.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Caller(pub IpAddr);

#[derive(Default)]
struct Guests {
    by_address: HashMap<Caller, Guest>,
}

/// What an address has used up.
struct Guest {
    requests: Bucket,
    newcomers: Bucket,
    connections: usize,
}

/// Fills up with time, to the brim.
struct Bucket {
    left: f64,
    brim: f64,
    a_second: f64,
    filled: Instant,
}

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

/// Addresses that are remembered; who has nothing to answer for is forgotten first.
const MOST_GUESTS: usize = 10_000;

impl Gate {
    /// With these limits.
    pub fn new(settings: &Settings) -> Gate {
        let (limits, behind_proxy) = (settings.limits, settings.behind_proxy);
        Gate { limits, behind_proxy, guests: Mutex::default(), looks: Arc::default() }
    }

    /// May somebody new come, or a table be made, from there?
    ///
    /// # Errors
    /// Where there were too many.
    pub fn newcomer(&self, caller: &Caller) -> Result<(), Fault> {
        let mut guests = lock(&self.guests);
        if guests.of(*caller, &self.limits).newcomers.take() {
            Ok(())
        } else {
            Err(Fault::new(Code::TooMany, texts::too_many_newcomers(self.limits.newcomers)))
        }
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
        let mut guests = lock(&self.guests);
        let guest = guests.of(caller, &self.limits);
        if guest.connections >= self.limits.connections {
            return Err(Fault::new(Code::TooMany, texts::too_many_connections(self.limits.connections)));
        }
        guest.connections += 1;
        Ok(Counted { gate: Arc::clone(self), caller })
    }

    /// May an engine look at a position for somebody? One at a time.
    pub fn one_look(&self, player: &Id) -> Option<OneLook> {
        let is_first = lock(&self.looks).insert(player.clone());
        is_first.then(|| OneLook { looks: Arc::clone(&self.looks), player: player.clone() })
    }

    /// May somebody ask for something, or say something over a socket?
    ///
    /// # Errors
    /// Where they did so too often.
    pub fn request(&self, caller: Caller) -> Result<(), Fault> {
        if lock(&self.guests).of(caller, &self.limits).requests.take() {
            Ok(())
        } else {
            Err(Fault::new(Code::TooMany, texts::too_many_requests(self.limits.requests)))
        }
    }
}

/// Lets a request in, counts it, and tells of it in the log: not from whom it was, nor what was said.
pub async fn pass(State(shared): State<Shared>, caller: Caller, request: Request, next: Next) -> Response<Body> {
    let start = Instant::now();
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    // The page has many small files, which cost nothing.
    let admitted = if path.starts_with("/web/") { Ok(()) } else { shared.gate.request(caller) };
    let response = match admitted {
        Ok(()) => next.run(request).await,
        Err(fault) => Failed::from(fault).into_response(),
    };
    let metrics = &shared.hall.metrics;
    metrics.requests.fetch_add(1, Ordering::Relaxed);
    let status = response.status();
    if status.is_client_error() || status.is_server_error() {
        metrics.faults.fetch_add(1, Ordering::Relaxed);
    }
    let ms = start.elapsed().as_millis() as u64;
    tracing::info!(%method, path, status = status.as_u16(), ms, "request");
    response
}

impl FromRequestParts<Shared> for Caller {
    type Rejection = Failed;

    async fn from_request_parts(parts: &mut Parts, shared: &Shared) -> Result<Caller, Failed> {
        let connected = ConnectInfo::<Address>::from_request_parts(parts, shared).await;
        let ConnectInfo(Address(address)) = connected.map_err(|_| Fault::new(Code::Busy, texts::FAILED))?;
        let forwarded = parts.headers.get_all("x-forwarded-for").iter().next_back();
        // The last one is the proxy's own word; those before it anybody can say.
        let told = forwarded.and_then(|it| it.to_str().ok()?.rsplit(',').next()?.trim().parse().ok());
        Ok(Caller::of(told.filter(|_| shared.gate.behind_proxy).unwrap_or(address.ip())))
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
}

impl Guests {
    fn of(&mut self, caller: Caller, limits: &Limits) -> &mut Guest {
        if self.by_address.len() >= MOST_GUESTS && !self.by_address.contains_key(&caller) {
            self.by_address
                .retain(|_, guest| guest.connections > 0 || !guest.requests.is_full() || !guest.newcomers.is_full());
        }
        self.by_address.entry(caller).or_insert_with(|| Guest {
            requests: Bucket::new(limits.requests.into(), 10.0 * f64::from(limits.requests)),
            newcomers: Bucket::new(f64::from(limits.newcomers) / 3600.0, limits.newcomers.into()),
            connections: 0,
        })
    }
}

impl Bucket {
    /// Full, with so much more each second.
    fn new(a_second: f64, brim: f64) -> Bucket {
        Bucket { left: brim, brim, a_second, filled: Instant::now() }
    }

    /// Takes one out; false where there is none.
    fn take(&mut self) -> bool {
        self.fill();
        let is_left = self.left >= 1.0;
        if is_left {
            self.left -= 1.0;
        }
        is_left
    }

    fn is_full(&mut self) -> bool {
        self.fill();
        self.left >= self.brim
    }

    fn fill(&mut self) {
        let now = Instant::now();
        let more = now.duration_since(self.filled).as_secs_f64() * self.a_second;
        (self.left, self.filled) = ((self.left + more).min(self.brim), now);
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        let mut guests = lock(&self.gate.guests);
        if let Some(guest) = guests.by_address.get_mut(&self.caller) {
            guest.connections = guest.connections.saturating_sub(1);
        }
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
