//! The server's time. It starts at the wall clock, follows a monotonic clock, and never runs
//! backwards. It also knows when the process was not running, so that no player is charged for that
//! time.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::time::Instant;

/// The server's time, in milliseconds since 1970.
pub struct Clock {
    /// The wall-clock time at the start.
    start_at: u64,
    start: Instant,
    uptime: Mutex<Uptime>,
}

/// The downtimes of the process.
struct Uptime {
    /// When the time was last read.
    seen_at: u64,
    downtimes: Vec<Downtime>,
    /// The downtimes that are not written to the file.
    unsaved: Vec<Downtime>,
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
        let mut uptime = Uptime { seen_at: start_at, downtimes, unsaved: Vec::new() };
        if let Some(alive_at) = alive_at.filter(|alive_at| *alive_at < start_at) {
            uptime.add(Downtime { from: alive_at, until: start_at });
        }
        Clock { start_at, start: Instant::now(), uptime: Mutex::new(uptime) }
    }

    /// The current time. The server reads it every [`TICK`]. So a longer gap means that the server
    /// was not running, and is recorded as downtime.
    pub fn now(&self) -> u64 {
        let now = self.start_at + self.start.elapsed().as_millis() as u64;
        let mut uptime = self.uptime();
        let seen_at = uptime.seen_at;
        if now.saturating_sub(seen_at) > LONGEST_TICK {
            uptime.add(Downtime { from: seen_at, until: now });
        }
        uptime.seen_at = now.max(seen_at);
        now
    }

    /// Records that the server was running, but could not do what players asked of it.
    pub fn record_downtime(&self, from: u64) {
        let until = self.now();
        self.uptime().add(Downtime { from, until });
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
