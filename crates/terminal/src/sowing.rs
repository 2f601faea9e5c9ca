//! Stones on their way from bowl to bowl, slowly enough to follow.

use std::time::{Duration, Instant};

use ludoteca_core::scene::{Flight, Piece, PieceKind, Scene};

/// How long a person needs to see a stone move.
const PER_STONE: Duration = Duration::from_millis(170);
/// Nobody waits for longer than this.
const LONGEST: Duration = Duration::from_millis(2600);
/// How often the bowls are drawn meanwhile.
const FRAME: Duration = Duration::from_millis(60);

/// A sowing that is shown.
pub struct Sowing {
    before: Vec<u32>,
    flights: Vec<Flight>,
    start: Instant,
    lasts: Duration,
}

impl Sowing {
    /// The sowing that the last step of a scene was, if it was one.
    pub fn of(before: &Scene, after: &Scene) -> Option<Sowing> {
        let flights = after.moved.flights.clone();
        let count = u32::try_from(flights.len()).ok().filter(|count| *count > 0)?;
        (before.places.len() == after.places.len()).then(|| Sowing {
            before: before.stones(),
            flights,
            start: Instant::now(),
            lasts: LONGEST.min(PER_STONE * count),
        })
    }

    /// When the next stone is to be drawn; `None` once all have arrived.
    pub fn next_frame(&self) -> Option<Duration> {
        let left = self.lasts.checked_sub(self.start.elapsed())?;
        Some(FRAME.min(left))
    }

    /// How long it lasts.
    pub fn lasts(&self) -> Duration {
        self.lasts
    }

    /// What lies in the bowls now.
    pub fn pieces(&self) -> Vec<Piece> {
        let progress = self.start.elapsed().as_secs_f32() / self.lasts.as_secs_f32();
        let counts = counts(&self.before, &self.flights, progress).into_iter().enumerate();
        let stones = |(place, count)| Piece { place, kind: PieceKind::Stones, count };
        counts.filter(|(_, count)| *count > 0).map(stones).collect()
    }
}

/// How many stones lie in each place after this part of the time, from 0 to 1.
fn counts(before: &[u32], flights: &[Flight], progress: f32) -> Vec<u32> {
    let mut counts = before.to_vec();
    for flight in flights {
        if flight.arrives <= progress {
            counts[flight.to] += 1;
        }
    }
    for flight in flights {
        // A stone leaves where it was, or where it has just arrived.
        if flight.leaves < progress {
            counts[flight.from] = counts[flight.from].saturating_sub(1);
        }
    }
    counts
}

/// The cases are in `crates/core/data/clicks.json`. The tests of the other views run them as well.
#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn stones_on_their_way_agree_with_the_cases() {
        let cases: Value =
            serde_json::from_str(include_str!("../../core/data/clicks.json")).expect("JSON");
        for set in cases["flights"]["sets"].as_array().expect("sets") {
            let before: Vec<u32> = serde_json::from_value(set["before"].clone()).expect("numbers");
            let number = |it: &Value| it.as_f64().expect("a number");
            let flight = |it: &Value| Flight {
                from: number(&it["from"]) as usize,
                to: number(&it["to"]) as usize,
                leaves: number(&it["leaves"]) as f32,
                arrives: number(&it["arrives"]) as f32,
            };
            let flights: Vec<Flight> =
                set["flights"].as_array().expect("flights").iter().map(flight).collect();
            // This view shows no steps backwards.
            let cases = set["cases"].as_array().expect("cases").iter();
            for case in cases.filter(|case| case["back"] == false) {
                let found = counts(&before, &flights, number(&case["progress"]) as f32);
                assert_eq!(serde_json::to_value(found).expect("JSON"), case["counts"], "{case}");
            }
        }
    }
}
