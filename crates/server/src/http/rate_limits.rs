//! Rate limits: token buckets for each address, and for the network around it.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use super::limits::Caller;
use crate::settings::ServerLimits;

/// The usage of each address. Its size is bounded, however many addresses call.
pub struct RateLimiter {
    limits: ServerLimits,
    clients: HashMap<Key, ClientUsage>,
}

/// The unit for which usage is counted.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
enum Key {
    /// An IPv4 address, or 64 bits of IPv6: a household.
    Household(Caller),
    /// 48 bits of IPv6: the owner of such a network has 65,536 households.
    Site(Caller),
}

/// The usage of an address.
struct ClientUsage {
    requests: TokenBucket,
    newcomers: TokenBucket,
    connections: usize,
}

/// A token bucket. It fills up with time, up to its capacity.
struct TokenBucket {
    tokens: f64,
    capacity: f64,
    refill_per_second: f64,
    filled: Instant,
}

/// How many addresses are remembered.
const MAX_CLIENTS: usize = 10_000;

/// A site is allowed as much as this many households.
pub const SITE: u32 = 4;

/// The longest waiting time that an answer names.
const LONGEST_WAIT: Duration = Duration::from_secs(60 * 60);

impl RateLimiter {
    /// Creates a limiter for which no address has used up anything.
    pub fn new(limits: ServerLimits) -> RateLimiter {
        RateLimiter { limits, clients: HashMap::new() }
    }

    /// Charges the cost of a request.
    ///
    /// # Errors
    /// If not enough is left, says how long to wait. Nothing is charged then.
    pub fn charge_request(
        &mut self,
        caller: Caller,
        cost: u32,
        now: Instant,
    ) -> Result<(), Duration> {
        self.charge(caller, f64::from(cost), now, |client| &mut client.requests)
    }

    /// Charges a new player or table.
    ///
    /// # Errors
    /// If there were too many, says how long to wait.
    pub fn charge_newcomer(&mut self, caller: Caller, now: Instant) -> Result<(), Duration> {
        self.charge(caller, 1.0, now, |client| &mut client.newcomers)
    }

    /// Counts a connection until [`disconnect`](RateLimiter::disconnect); returns false if there
    /// are too many.
    pub fn connect(&mut self, caller: Caller, now: Instant) -> bool {
        let most = self.limits.connections;
        let is_allowed =
            keys(caller).all(|key| self.client(key, now).connections < most * key.share() as usize);
        if is_allowed {
            keys(caller).for_each(|key| self.client(key, now).connections += 1);
        }
        is_allowed
    }

    /// Removes a connection that has ended.
    pub fn disconnect(&mut self, caller: Caller) {
        for key in keys(caller) {
            if let Some(client) = self.clients.get_mut(&key) {
                client.connections = client.connections.saturating_sub(1);
            }
        }
    }

    fn charge(
        &mut self,
        caller: Caller,
        cost: f64,
        now: Instant,
        bucket: fn(&mut ClientUsage) -> &mut TokenBucket,
    ) -> Result<(), Duration> {
        let waits = keys(caller).map(|key| bucket(self.client(key, now)).wait(cost, now));
        let wait = waits.max().unwrap_or_default();
        if !wait.is_zero() {
            return Err(wait);
        }
        keys(caller).for_each(|key| bucket(self.client(key, now)).take(cost));
        Ok(())
    }

    fn client(&mut self, key: Key, now: Instant) -> &mut ClientUsage {
        if self.clients.len() >= MAX_CLIENTS && !self.clients.contains_key(&key) {
            self.evict(now);
        }
        let limits = &self.limits;
        self.clients.entry(key).or_insert_with(|| {
            let (requests, newcomers) = (
                f64::from(limits.requests.saturating_mul(key.share())),
                f64::from(limits.newcomers.saturating_mul(key.share())),
            );
            ClientUsage {
                requests: TokenBucket::new(requests, 10.0 * requests, now),
                newcomers: TokenBucket::new(newcomers / 3600.0, newcomers, now),
                connections: 0,
            }
        })
    }

    /// Forgets the half of all addresses that have used up least, so that this is rarely done.
    /// Addresses with open connections stay.
    fn evict(&mut self, now: Instant) {
        let mut used: Vec<_> = self
            .clients
            .values_mut()
            .filter(|it| it.connections == 0)
            .map(|it| it.used(now))
            .collect();
        used.sort_unstable_by(f64::total_cmp);
        let Some(median) = used.get(used.len() / 2).copied() else { return };
        self.clients.retain(|_, client| client.connections > 0 || client.used(now) > median);
    }
}

impl Key {
    fn share(self) -> u32 {
        match self {
            Key::Household(_) => 1,
            Key::Site(_) => SITE,
        }
    }
}

fn keys(caller: Caller) -> impl Iterator<Item = Key> {
    let site = caller.0.is_ipv6().then(|| Key::Site(caller.site()));
    [Some(Key::Household(caller)), site].into_iter().flatten()
}

impl ClientUsage {
    /// The fraction of the allowance that is used up.
    fn used(&mut self, now: Instant) -> f64 {
        self.requests.used(now).max(self.newcomers.used(now))
    }
}

impl TokenBucket {
    /// A full bucket that gains this much each second.
    fn new(refill_per_second: f64, capacity: f64, now: Instant) -> TokenBucket {
        TokenBucket { tokens: capacity, capacity, refill_per_second, filled: now }
    }

    /// How long it takes until the bucket has this much; zero if it has that already. A cost above
    /// the capacity takes the whole bucket.
    fn wait(&mut self, cost: f64, now: Instant) -> Duration {
        self.fill(now);
        let missing = cost.min(self.capacity) - self.tokens;
        if missing <= 0.0 {
            return Duration::ZERO;
        }
        let wait =
            Duration::try_from_secs_f64(missing / self.refill_per_second).unwrap_or(LONGEST_WAIT);
        wait.clamp(Duration::from_millis(1), LONGEST_WAIT)
    }

    fn take(&mut self, cost: f64) {
        self.tokens = (self.tokens - cost).max(0.0);
    }

    fn used(&mut self, now: Instant) -> f64 {
        self.fill(now);
        1.0 - self.tokens / self.capacity
    }

    fn fill(&mut self, now: Instant) {
        let more =
            now.saturating_duration_since(self.filled).as_secs_f64() * self.refill_per_second;
        (self.tokens, self.filled) =
            ((self.tokens + more).min(self.capacity), self.filled.max(now));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: ServerLimits =
        ServerLimits { connections: 2, requests: 2, newcomers: 3600, ..ServerLimits::USUAL };

    fn caller(text: &str) -> Caller {
        Caller::of(text.parse().expect("an address"))
    }

    #[test]
    fn a_refusal_says_how_long_to_wait() {
        let (mut rates, start) = (RateLimiter::new(LIMITS), Instant::now());
        let ada = caller("192.0.2.1");
        // The limit is twenty at once, and two more each second.
        for _ in 0..4 {
            assert_eq!(rates.charge_request(ada, 5, start), Ok(()));
        }
        assert_eq!(rates.charge_request(ada, 1, start), Err(Duration::from_millis(500)));
        assert_eq!(rates.charge_request(ada, 5, start), Err(Duration::from_millis(2500)));
        assert_eq!(rates.charge_request(caller("192.0.2.2"), 5, start), Ok(()));
        assert_eq!(
            rates.charge_request(ada, 5, start + Duration::from_millis(2400)),
            Err(Duration::from_millis(100))
        );
        assert_eq!(rates.charge_request(ada, 5, start + Duration::from_millis(2500)), Ok(()));
        // A cost above the capacity takes the whole bucket.
        let later = start + Duration::from_secs(60);
        assert_eq!(rates.charge_request(ada, 1000, later), Ok(()));
        assert_eq!(rates.charge_request(ada, 1, later), Err(Duration::from_millis(500)));
    }

    #[test]
    fn a_site_is_allowed_as_much_as_four_households() {
        let (mut rates, start) = (RateLimiter::new(LIMITS), Instant::now());
        let homes: Vec<_> =
            (0..100).map(|home| caller(&format!("2001:db8:1:{home:x}::7"))).collect();
        let requests =
            homes.iter().filter(|home| rates.charge_request(**home, 20, start).is_ok()).count();
        assert_eq!(requests, 4);
        let newcomers = homes
            .iter()
            .flat_map(|home| [home; 1000])
            .filter(|home| rates.charge_newcomer(**home, start).is_ok());
        assert_eq!(newcomers.count(), 4 * 3600);
        let connections = homes
            .iter()
            .flat_map(|home| [home; 3])
            .filter(|home| rates.connect(**home, start))
            .count();
        assert_eq!(connections, 4 * 2);
        // A neighbouring site is not affected.
        let other = caller("2001:db8:2::1");
        assert!(rates.charge_request(other, 20, start).is_ok() && rates.connect(other, start));
        // A connection that has ended is no longer counted.
        rates.disconnect(homes[0]);
        assert!(rates.connect(homes[0], start) && !rates.connect(homes[50], start));
    }

    #[test]
    fn the_number_of_remembered_addresses_is_limited() {
        let (mut rates, start) = (RateLimiter::new(LIMITS), Instant::now());
        let (busy, connected) = (caller("192.0.2.1"), caller("192.0.2.2"));
        assert!(rates.charge_request(busy, 20, start).is_ok());
        assert!(rates.connect(connected, start) && rates.connect(connected, start));
        for number in 0..100_000_u32 {
            let six = format!("2001:db8:{:x}:{:x}::1", number >> 4, number & 0xf);
            let four = format!("10.{}.{}.{}", number >> 16, (number >> 8) & 0xff, number & 0xff);
            for address in [six, four] {
                assert!(rates.charge_request(caller(&address), 1, start).is_ok(), "{address}");
            }
            assert!(rates.clients.len() <= MAX_CLIENTS + 2);
        }
        // The addresses that have used up most are still remembered.
        assert!(rates.charge_request(busy, 1, start).is_err());
        assert!(!rates.connect(connected, start));
    }
}
