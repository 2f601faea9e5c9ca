//! The server's time. It starts at the wall clock, follows a monotonic clock, and never runs
//! backwards. It also knows when the process was not running, so that no player is charged for that
//! time.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::time::Instant;

use crate::store::Heartbeat;

/// The server's time, in milliseconds since 1970.
pub struct Clock {
    /// The wall-clock time at the start.
    start_at: u64,
    start: Instant,
    /// How far the clock of a shared store was found to be ahead of this one, in milliseconds.
    ahead: AtomicI64,
    /// Do others decide when the server was not running, since it shares the store with them?
    is_shared: bool,
    uptime: Mutex<Uptime>,
}

/// The downtimes of the process.
struct Uptime {
    /// When the time was last read.
    seen_at: u64,
    downtimes: Vec<Downtime>,
    /// The downtimes that are not written to the file.
    unsaved: Vec<Downtime>,
    /// Was the server not running, or unable to write, since it last heard of the shared store?
    has_stalled: bool,
}

/// A time in which the server was not running (not started, stopped by a signal, suspended with its
/// machine, starved of the processor), or could not write.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Downtime {
    /// When the server was last known to be running.
    pub from: u64,
    /// When the server ran again.
    pub until: u64,
}

/// The time is read at least this often, see [`Clock::now`].
pub const TICK: Duration = Duration::from_millis(500);

/// If the time was not read for this long, the server was not running.
const LONGEST_TICK: u64 = 2000;

/// How many downtimes are remembered. Beyond this, the two oldest are merged.
const MOST_DOWNTIMES: usize = 1000;

impl Clock {
    /// A clock for a server that was last seen running at `alive_at`, with the downtimes that are
    /// still of interest.
    ///
    /// Nothing in the file is later than `alive_at`. If the wall clock is behind it, the wall clock
    /// was set back, and time goes on from `alive_at`.
    pub fn start(wall: u64, alive_at: Option<u64>, downtimes: Vec<Downtime>) -> Clock {
        let start_at = alive_at.map_or(wall, |alive_at| alive_at.max(wall));
        let mut uptime =
            Uptime { seen_at: start_at, downtimes, unsaved: Vec::new(), has_stalled: false };
        if let Some(alive_at) = alive_at.filter(|alive_at| *alive_at < start_at) {
            uptime.add(Downtime { from: alive_at, until: start_at });
        }
        Clock {
            start_at,
            start: Instant::now(),
            ahead: AtomicI64::new(0),
            is_shared: false,
            uptime: Mutex::new(uptime),
        }
    }

    /// A clock for a server that shares its store with others: the time is the store's, and
    /// downtimes are those in which no server could use it.
    pub fn start_shared(now: u64, downtimes: Vec<Downtime>) -> Clock {
        Clock { is_shared: true, ..Clock::start(now, None, downtimes) }
    }

    /// The current time. The server reads it every [`TICK`]. So a longer gap means that the server
    /// was not running, and is recorded as downtime.
    pub fn now(&self) -> u64 {
        let now = self.time_at(Instant::now());
        let mut uptime = self.uptime();
        let seen_at = uptime.seen_at;
        // If a shared store's clock was set back, time stands still until it is there again.
        let now = if self.is_shared { now.max(seen_at) } else { now };
        if now.saturating_sub(seen_at) > LONGEST_TICK {
            self.note(&mut uptime, Downtime { from: seen_at, until: now });
        }
        uptime.seen_at = now.max(seen_at);
        now
    }

    fn time_at(&self, moment: Instant) -> u64 {
        let elapsed = moment.saturating_duration_since(self.start).as_millis() as u64;
        (self.start_at + elapsed).saturating_add_signed(self.ahead.load(Ordering::Relaxed))
    }

    /// Adopts the time and the downtimes of a shared store.
    pub fn hear(&self, beat: &Heartbeat) {
        let Heartbeat { now, asked_at, answered_at, downtimes, .. } = beat;
        let (earliest, latest) = (self.time_at(*asked_at), self.time_at(*answered_at));
        // Within the time that the answer took, the clocks agree.
        let ahead = *now as i64 - (*now).clamp(earliest, latest) as i64;
        self.ahead.fetch_add(ahead, Ordering::Relaxed);
        let mut uptime = self.uptime();
        uptime.downtimes.clone_from(downtimes);
        uptime.has_stalled = false;
    }

    /// Must the server hear of the shared store before it decides anything?
    pub fn has_stalled(&self) -> bool {
        self.now();
        self.uptime().has_stalled
    }

    fn note(&self, uptime: &mut Uptime, downtime: Downtime) {
        if self.is_shared {
            uptime.has_stalled = true;
        } else {
            uptime.add(downtime);
        }
    }

    /// Records that the server was running, but could not do what players asked of it.
    pub fn record_downtime(&self, from: u64) {
        let until = self.now();
        self.note(&mut self.uptime(), Downtime { from, until });
    }

    /// The downtime since then, in milliseconds.
    pub fn downtime_since(&self, since: u64) -> u64 {
        let uptime = self.uptime();
        uptime
            .downtimes
            .iter()
            .map(|downtime| downtime.until.saturating_sub(downtime.from.max(since)))
            .sum()
    }

    /// The end of the latest downtime; 0 if there was none.
    pub fn up_since(&self) -> u64 {
        self.uptime().downtimes.iter().map(|downtime| downtime.until).max().unwrap_or(0)
    }

    /// Downtimes that are not written down yet.
    pub fn unsaved(&self) -> Vec<Downtime> {
        self.uptime().unsaved.clone()
    }

    /// Records that these downtimes are written down now.
    pub fn saved(&self, saved: &[Downtime]) {
        self.uptime().unsaved.retain(|downtime| !saved.contains(downtime));
    }

    /// The number of downtimes. It shows whether there is a new one.
    pub fn downtimes(&self) -> usize {
        self.uptime().downtimes.len()
    }

    fn uptime(&self) -> MutexGuard<'_, Uptime> {
        self.uptime.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Uptime {
    /// Adds a downtime. Only the part that is not known yet is added, so that no time counts twice.
    fn add(&mut self, downtime: Downtime) {
        let mut rest = vec![downtime];
        for known in &self.downtimes {
            let parts = rest.iter().flat_map(|part| {
                let before = Downtime { from: part.from, until: part.until.min(known.from) };
                let after = Downtime { from: part.from.max(known.until), until: part.until };
                [before, after]
            });
            rest = parts.filter(|part| part.from < part.until).collect();
        }
        for part in rest {
            self.push(part);
        }
    }

    fn push(&mut self, downtime: Downtime) {
        self.unsaved.push(downtime);
        self.downtimes.push(downtime);
        if self.downtimes.len() > MOST_DOWNTIMES {
            let oldest = self.downtimes.remove(0);
            self.downtimes[0].from = oldest.from.min(self.downtimes[0].from);
        }
    }
}

/// The time of the machine, in milliseconds since 1970.
pub fn wall_time() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::time::advance;

    #[tokio::test(start_paused = true)]
    async fn a_gap_between_readings_is_a_downtime() {
        let clock = Clock::start(10_000, None, Vec::new());
        for _ in 0..20 {
            advance(TICK).await;
            clock.now();
        }
        assert_eq!((clock.now(), clock.downtimes()), (20_000, 0));
        advance(Duration::from_secs(60)).await;
        assert_eq!(clock.now(), 80_000);
        assert_eq!(clock.unsaved(), [Downtime { from: 20_000, until: 80_000 }]);
        assert_eq!(
            (clock.downtime_since(0), clock.downtime_since(50_000), clock.downtime_since(90_000)),
            (60_000, 30_000, 0)
        );
        clock.saved(&clock.unsaved());
        assert!(clock.unsaved().is_empty());
    }

    #[tokio::test(start_paused = true)]
    async fn no_time_counts_twice() {
        let clock = Clock::start(1000, None, Vec::new());
        advance(Duration::from_secs(1)).await;
        clock.record_downtime(1200);
        clock.record_downtime(1500);
        clock.record_downtime(2000);
        assert_eq!(
            (clock.downtimes(), clock.downtime_since(0), clock.downtime_since(1500)),
            (1, 800, 500)
        );
        // A downtime around known ones counts only once for the time that they share.
        advance(Duration::from_secs(1)).await;
        clock.record_downtime(1100);
        assert_eq!((clock.downtimes(), clock.downtime_since(0)), (3, 1900));
    }

    #[tokio::test(start_paused = true)]
    async fn time_never_runs_backwards() {
        let clock = Clock::start(5000, Some(8000), Vec::new());
        assert_eq!((clock.now(), clock.downtime_since(0)), (8000, 0));
        advance(Duration::from_secs(1)).await;
        assert_eq!(clock.now(), 9000);
        let clock = Clock::start(5000, Some(3000), vec![Downtime { from: 1, until: 2 }]);
        assert_eq!((clock.now(), clock.downtime_since(0)), (5000, 2001));
        assert_eq!(clock.unsaved(), [Downtime { from: 3000, until: 5000 }]);
    }

    #[tokio::test(start_paused = true)]
    async fn a_shared_clock_follows_the_store() {
        let clock = Clock::start_shared(10_000, Vec::new());
        let beat = |now| Heartbeat {
            now,
            asked_at: Instant::now(),
            answered_at: Instant::now() + Duration::from_millis(20),
            downtimes: vec![Downtime { from: 1, until: 3 }],
            was_dead: false,
            event_level: 1,
            erasures: Vec::new(),
        };
        // Within the time of the answer nothing is known better.
        clock.hear(&beat(10_015));
        assert_eq!((clock.now(), clock.downtime_since(0)), (10_000, 2));
        clock.hear(&beat(10_520));
        assert_eq!(clock.now(), 10_500);
        // A clock that was set back stands still, and a stall is no downtime until the store says
        // so.
        clock.hear(&beat(10_000));
        assert_eq!((clock.now(), clock.has_stalled()), (10_500, false));
        advance(Duration::from_millis(499)).await;
        assert_eq!(clock.now(), 10_500);
        advance(Duration::from_secs(30)).await;
        assert_eq!((clock.now(), clock.has_stalled(), clock.downtimes()), (40_499, true, 1));
        clock.hear(&beat(40_499));
        assert!(!clock.has_stalled());
    }

    #[tokio::test(start_paused = true)]
    async fn the_oldest_downtimes_are_merged() {
        let clock = Clock::start(0, None, Vec::new());
        for _ in 0..MOST_DOWNTIMES + 10 {
            advance(Duration::from_secs(3)).await;
            clock.now();
        }
        assert_eq!(
            (clock.downtimes(), clock.downtime_since(0)),
            (MOST_DOWNTIMES, 3000 * (MOST_DOWNTIMES as u64 + 10))
        );
    }
}
