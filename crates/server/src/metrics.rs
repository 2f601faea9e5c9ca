//! Counters for monitoring.

use std::fmt::{Display, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The counters since the server started.
pub struct Metrics {
    /// Moves and rolls.
    pub steps: AtomicU64,
    /// Requests that were answered.
    pub requests: AtomicU64,
    /// Requests and messages that were refused.
    pub errors: AtomicU64,
    /// Messages that were received over sockets.
    pub messages: AtomicU64,
    /// Games that were replayed from the store.
    pub replays: AtomicU64,
    /// Writes that were decided again because another server was first.
    pub behind: AtomicU64,
    /// Tables that were brought up to date with what other servers have written.
    pub caught_up: AtomicU64,
    /// Writes that were stored.
    pub commits: AtomicU64,
    /// How long writes took, in seconds, whether they were stored or not.
    pub commit_seconds: Histogram,
}

impl Default for Metrics {
    fn default() -> Metrics {
        let none = AtomicU64::default;
        Metrics {
            steps: none(),
            requests: none(),
            errors: none(),
            messages: none(),
            replays: none(),
            behind: none(),
            caught_up: none(),
            commits: none(),
            commit_seconds: Histogram::new(SECONDS),
        }
    }
}

/// Values that are measured on request, or were measured lately.
pub struct Gauges<'a> {
    /// Tables in memory.
    pub tables: usize,
    /// Open connections.
    pub connections: usize,
    /// Engines that wait for a permit to think.
    pub waiting: usize,
    /// Does the storage work?
    pub database_up: bool,
    /// Is there a connection to NATS? `None` without NATS.
    pub nats_up: Option<bool>,
    /// Is the server about to stop?
    pub draining: bool,
    /// The servers that share the database, and their duties; `None` for a server with a file.
    pub cluster: Option<ClusterCounts>,
    /// How many writes shared one statement or commit.
    pub batch_sizes: &'a Histogram,
}

/// What the database says about all servers that use it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ClusterCounts {
    /// Tables that this server attends to.
    pub duties: usize,
    /// Tables whose server is dead or leaving, and which no other has taken over yet.
    pub overdue: usize,
    /// Servers that are alive, and not leaving.
    pub servers: usize,
}

/// How often values were in which range. It is counted without a lock.
pub struct Histogram {
    /// The upper ends of all ranges but the last, in rising order.
    bounds: &'static [f64],
    /// How many values each range had.
    counts: Vec<AtomicU64>,
    /// The sum of all values, in millionths.
    sum: AtomicU64,
}

/// The ranges of times, in seconds.
const SECONDS: &[f64] = &[0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0];

/// The ranges of how many writes are stored together.
const TOGETHER: &[f64] = &[1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0];

impl Histogram {
    /// A histogram of how many writes are stored together.
    pub fn of_batches() -> Histogram {
        Histogram::new(TOGETHER)
    }

    fn new(bounds: &'static [f64]) -> Histogram {
        let counts = (0..=bounds.len()).map(|_| AtomicU64::new(0)).collect();
        Histogram { bounds, counts, sum: AtomicU64::new(0) }
    }

    /// Counts a time.
    pub fn count_time(&self, time: Duration) {
        self.count(time.as_secs_f64());
    }

    /// Counts a value, which is not negative.
    pub fn count(&self, value: f64) {
        let range = self.bounds.partition_point(|bound| *bound < value);
        self.counts[range].fetch_add(1, Ordering::Relaxed);
        self.sum.fetch_add((value * 1e6) as u64, Ordering::Relaxed);
    }

    /// Writes all ranges, each with those below it, as Prometheus wants them.
    fn write(&self, text: &mut String, name: &str, about: &str) {
        write_head(text, name, about, "histogram");
        let mut count = 0;
        for (number, of_range) in self.counts.iter().enumerate() {
            count += of_range.load(Ordering::Relaxed);
            let bound = self.bounds.get(number).map_or("+Inf".to_owned(), f64::to_string);
            let _ = writeln!(text, "ludoteca_{name}_bucket{{le=\"{bound}\"}} {count}");
        }
        let sum = self.sum.load(Ordering::Relaxed) as f64 / 1e6;
        let _ = writeln!(text, "ludoteca_{name}_sum {sum}\nludoteca_{name}_count {count}");
    }
}

impl Metrics {
    /// The metrics in the text format of Prometheus.
    pub fn text(&self, gauges: &Gauges<'_>) -> String {
        let mut text = String::new();
        let counters = [
            ("steps", "Moves and rolls made since the start.", &self.steps),
            ("requests", "Requests answered since the start.", &self.requests),
            ("faults", "Requests and messages refused since the start.", &self.errors),
            ("messages", "Messages over sockets since the start.", &self.messages),
            ("replays", "Games replayed from the store since the start.", &self.replays),
            ("behind", "Writes decided again because another server was first.", &self.behind),
            ("caught_up", "Tables brought up to date with other servers.", &self.caught_up),
            ("commits", "Writes stored since the start.", &self.commits),
        ];
        for (name, about, counter) in counters {
            let name = format!("{name}_total");
            write_one(&mut text, &name, about, "counter", counter.load(Ordering::Relaxed));
        }
        let about = "Seconds until a write was stored or refused.";
        self.commit_seconds.write(&mut text, "commit_seconds", about);
        let about = "Writes that were stored together.";
        gauges.batch_sizes.write(&mut text, "batch_size", about);
        let (flag, counts) = (|is_true: bool| usize::from(is_true), gauges.cluster);
        let gauges = [
            ("tables", "Tables in memory.", Some(gauges.tables)),
            ("connections", "Open sockets.", Some(gauges.connections)),
            ("engines_waiting", "Engines that wait for their turn to think.", Some(gauges.waiting)),
            ("database_up", "1 if the storage works.", Some(flag(gauges.database_up))),
            ("nats_up", "1 if NATS is connected.", gauges.nats_up.map(flag)),
            ("draining", "1 if the server is about to stop.", Some(flag(gauges.draining))),
            ("duties", "Tables this server attends to.", counts.map(|it| it.duties)),
            (
                "duties_overdue",
                "Tables of dead or leaving servers that no server has taken over.",
                counts.map(|it| it.overdue),
            ),
            ("servers", "Servers of this database that are alive.", counts.map(|it| it.servers)),
        ];
        for (name, about, value) in gauges {
            if let Some(value) = value {
                write_one(&mut text, name, about, "gauge", value);
            }
        }
        text
    }
}

/// Writes a value that has no labels.
pub fn write_one(text: &mut String, name: &str, about: &str, kind: &str, value: impl Display) {
    write_head(text, name, about, kind);
    let _ = writeln!(text, "ludoteca_{name} {value}");
}

/// Writes what stands before the values of a metric.
pub fn write_head(text: &mut String, name: &str, about: &str, kind: &str) {
    let _ = writeln!(text, "# HELP ludoteca_{name} {about}\n# TYPE ludoteca_{name} {kind}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_include_their_upper_end_and_all_below() {
        let sizes = Histogram::of_batches();
        for size in [1, 1, 2, 3, 600] {
            sizes.count(f64::from(size));
        }
        let mut text = String::new();
        sizes.write(&mut text, "batch_size", "Writes.");
        let lines: Vec<&str> = text.lines().collect();
        let expected = [
            "# HELP ludoteca_batch_size Writes.",
            "# TYPE ludoteca_batch_size histogram",
            "ludoteca_batch_size_bucket{le=\"1\"} 2",
            "ludoteca_batch_size_bucket{le=\"2\"} 3",
            "ludoteca_batch_size_bucket{le=\"4\"} 4",
        ];
        assert_eq!(lines[..5], expected);
        let last = [
            "ludoteca_batch_size_bucket{le=\"512\"} 4",
            "ludoteca_batch_size_bucket{le=\"+Inf\"} 5",
            "ludoteca_batch_size_sum 607",
            "ludoteca_batch_size_count 5",
        ];
        assert_eq!(lines[lines.len() - 4..], last);
    }
}
