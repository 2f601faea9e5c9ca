//! Counters for monitoring.

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};

/// The counters since the server started.
#[derive(Default)]
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
}

/// Values that are measured on request.
pub struct Gauges {
    /// Tables in memory.
    pub tables: usize,
    /// Open connections.
    pub connections: usize,
    /// Engines that wait for a permit to think.
    pub waiting: usize,
}

impl Metrics {
    /// The metrics in the text format of Prometheus.
    pub fn text(&self, gauges: &Gauges) -> String {
        let mut text = String::new();
        let counters = [
            ("steps", "Moves and rolls made since the start.", &self.steps),
            ("requests", "Requests answered since the start.", &self.requests),
            ("faults", "Requests and messages refused since the start.", &self.errors),
            ("messages", "Messages over sockets since the start.", &self.messages),
            ("replays", "Games replayed from the store since the start.", &self.replays),
            ("behind", "Writes decided again because another server was first.", &self.behind),
            ("caught_up", "Tables brought up to date with other servers.", &self.caught_up),
        ];
        for (name, about, counter) in counters {
            let count = counter.load(Ordering::Relaxed);
            let _ = writeln!(
                text,
                "# HELP ludoteca_{name}_total {about}\n# TYPE ludoteca_{name}_total counter\nludoteca_{name}_total {count}"
            );
        }
        let gauges = [
            ("tables", "Tables in memory.", gauges.tables),
            ("connections", "Open sockets.", gauges.connections),
            ("engines_waiting", "Engines that wait for their turn to think.", gauges.waiting),
        ];
        for (name, about, value) in gauges {
            let _ = writeln!(
                text,
                "# HELP ludoteca_{name} {about}\n# TYPE ludoteca_{name} gauge\nludoteca_{name} {value}"
            );
        }
        text
    }
}
