//! Stones on their way from bowl to bowl and into pots.

use ludoteca_core::scene::{PieceKind, Scene, Shape};

/// Stones on their way.
#[derive(Clone, PartialEq, Debug)]
pub struct Sowing {
    /// Are they on their way back, since a step is taken back?
    backwards: bool,
    /// How many there were in each place at first.
    counts: Vec<u32>,
    flights: Vec<Flight>,
}

/// One stone on its way, within a time that goes from 0 to 1.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Flight {
    /// Where it was.
    pub from: usize,
    /// Where it will be.
    pub to: usize,
    leaves: f32,
    arrives: f32,
}

impl Sowing {
    /// What becomes of the stones between two scenes, if the step between them explains it.
    pub fn between(before: &Scene, after: &Scene) -> Option<Sowing> {
        let (earlier, later) = (stones(before), stones(after));
        if earlier == later {
            return None;
        }
        Sowing::by(after, earlier.clone(), &later, false).or_else(|| Sowing::by(before, later, &earlier, true))
    }

    /// How many stones lie in each place when so much of the time is over, from 0 to 1.
    pub fn counts(&self, progress: f32) -> Vec<u32> {
        self.counts_at(self.time(progress))
    }

    /// The stones that are in the air, and how far each is.
    pub fn in_flight(&self, progress: f32) -> impl Iterator<Item = (&Flight, f32)> {
        let time = self.time(progress);
        let flying = move |flight: &&Flight| time > flight.leaves && time < flight.arrives;
        let way = move |flight: &Flight| (time - flight.leaves) / (flight.arrives - flight.leaves);
        self.flights.iter().filter(flying).map(move |flight| (flight, way(flight)))
    }

    /// What the last step of a scene did with the stones, if it explains all that has become of them.
    fn by(scene: &Scene, counts: Vec<u32>, then: &[u32], backwards: bool) -> Option<Sowing> {
        let source = scene.last.iter().copied().find(|at| then[*at] < counts[*at])?;
        let flights = flights(scene, &counts, then, source);
        let sowing = Sowing { backwards, counts, flights };
        (sowing.counts_at(1.0) == then).then_some(sowing)
    }

    fn time(&self, progress: f32) -> f32 {
        if self.backwards { 1.0 - progress } else { progress }
    }

    fn counts_at(&self, time: f32) -> Vec<u32> {
        let mut counts = self.counts.clone();
        // Stones come before they go on.
        for flight in &self.flights {
            if time > flight.leaves {
                counts[flight.from] = counts[flight.from].saturating_sub(1);
            }
            if time >= flight.arrives {
                counts[flight.to] += 1;
            }
        }
        counts
    }
}

/// How many stones lie in each place.
pub fn stones(scene: &Scene) -> Vec<u32> {
    let mut stones = vec![0; scene.places.len()];
    for piece in scene.pieces.iter().filter(|piece| piece.kind == PieceKind::Stones) {
        stones[piece.place] = piece.count;
    }
    stones
}

/// Stones from the source one by one to the places behind it that gain some, and to those that lose theirs to a pot; then from these there.
fn flights(scene: &Scene, from: &[u32], to: &[u32], source: usize) -> Vec<Flight> {
    let count = scene.places.len();
    let behind = |at: &usize| (at + count - source) % count;
    let is_pot = |at: usize| scene.places[at].shape == Shape::Pot;
    let mut bowls: Vec<usize> = (0..count).filter(|at| !is_pot(*at) && *at != source && from[*at] != to[*at]).collect();
    bowls.sort_by_key(behind);
    let pot = (0..count).find(|at| is_pot(*at) && to[*at] > from[*at]);

    let sown = from[source] - to[source];
    let gained: u32 = bowls.iter().map(|at| to[*at].saturating_sub(from[*at])).sum();
    let captured = bowls.iter().filter(|at| to[**at] < from[**at]).count() as u32;
    // What did not stay went to the captured bowls, to each as much as to any other.
    let spent = if captured > 0 { sown.saturating_sub(gained).div_ceil(captured) } else { 0 };
    let mut sowing = Vec::new();
    let mut capture = Vec::new();
    let mut left = sown;
    for at in bowls {
        let lost = from[at].saturating_sub(to[at]);
        let given = if lost > 0 { spent } else { to[at] - from[at] }.min(left);
        left -= given;
        sowing.extend((0..given).map(|_| (source, at)));
        capture.extend(pot.filter(|_| lost > 0).into_iter().flat_map(|pot| (0..lost + given).map(move |_| (at, pot))));
    }
    // A stone that went nowhere else was captured on the way.
    capture.extend(pot.into_iter().flat_map(|pot| (0..left).map(move |_| (source, pot))));
    let sown_by = if capture.is_empty() { 1.0 } else { 0.6 };
    let mut flights = spread(&sowing, 0.0, sown_by);
    flights.extend(spread(&capture, sown_by, 1.0));
    flights
}

/// Flights that leave one after another and are all there in time.
fn spread(ways: &[(usize, usize)], start: f32, end: f32) -> Vec<Flight> {
    let duration = 0.5 * (end - start);
    let last = (ways.len().max(2) - 1) as f32;
    let flight = |(number, (from, to)): (usize, &(usize, usize))| {
        let leaves = start + number as f32 / last * (end - start - duration);
        Flight { from: *from, to: *to, leaves, arrives: (leaves + duration).min(end) }
    };
    ways.iter().enumerate().map(flight).collect()
}

#[cfg(test)]
mod tests {
    use ludoteca_core::scene::{Piece, Place};

    use super::*;

    #[test]
    fn stones_are_sown_and_captured() {
        // The last is a pot.
        for (before, after, source, ways) in [
            ([3, 0, 0, 0, 0], [0, 1, 1, 1, 0], 0, "0-1 0-2 0-3"),
            ([0, 2, 0, 0, 1], [0, 0, 1, 1, 1], 1, "1-2 1-3"),
            // Round the board.
            ([0, 0, 0, 2, 0], [1, 1, 0, 0, 0], 3, "3-0 3-1"),
            // The bowl behind held one, and is captured.
            ([0, 3, 1, 0, 5], [1, 0, 0, 1, 7], 1, "1-2 1-3 1-0 2-4 2-4"),
        ] {
            let (before, after) = (bowls(&before, None), bowls(&after, Some(source)));
            let sowing = Sowing::between(&before, &after).expect("stones are sown");
            let told: Vec<String> =
                sowing.flights.iter().map(|flight| format!("{}-{}", flight.from, flight.to)).collect();
            assert_eq!(told.join(" "), ways);
        }
    }

    fn bowls(counts: &[u32], last: Option<usize>) -> Scene {
        let place = |at| {
            let shape = if at + 1 == counts.len() { Shape::Pot } else { Shape::Bowl };
            Place { x: at as f32, y: 0.0, shape, label: String::new() }
        };
        let stones = counts.iter().enumerate().filter(|(_, count)| **count > 0);
        Scene {
            places: (0..counts.len()).map(place).collect(),
            pieces: stones.map(|(place, count)| Piece { place, kind: PieceKind::Stones, count: *count }).collect(),
            last: last.into_iter().collect(),
            ..Scene::default()
        }
    }
}
