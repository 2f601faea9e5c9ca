//! Texts that all modules share.

use std::time::Duration;

/// A time as people write it, to the millisecond: `10 s`, `0.25 s`.
pub fn in_seconds(time: Duration) -> String {
    format!("{} s", time.as_millis() as f64 / 1000.0)
}
