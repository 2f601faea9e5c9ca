//! The animation of a step: what the scene says has moved, shown over a short time.

use std::f32::consts::PI;

use egui::{Pos2, vec2};
use ludoteca_core::scene::{Change, Flight, PieceKind, Scene};

/// The animation from one scene to the next. A step is either made or taken back.
#[derive(Clone, PartialEq, Debug)]
pub struct Motion {
    start: f64,
    seconds: f64,
    /// How many places both scenes have.
    places: usize,
    /// The changes to pieces on single places.
    pub(super) changes: Vec<Change>,
    /// The places of each piece across several places that is laid.
    pub(super) laid: Vec<Vec<usize>>,
    /// Pieces across several places that are taken away: their kind, and their places.
    pub(super) lifted: Vec<(PieceKind, Vec<usize>)>,
    /// Stones in the air. `stones` has the number of stones in each place before the step.
    flights: Vec<Flight>,
    stones: Vec<u32>,
    is_back: bool,
}

impl Motion {
    /// How long a piece takes from one place to another, in seconds.
    pub const SECONDS: f64 = 0.25;

    /// How long it takes to sow these stones one by one, slowly enough that people can follow.
    pub fn sowing_seconds(flights: usize) -> f64 {
        (SOWING * flights as f64).clamp(2.0 * Motion::SECONDS, MOST_SOWING)
    }

    /// Animates the step that led from one scene to the other; `None` if nothing moved.
    pub fn on(before: &Scene, after: &Scene, start: f64) -> Option<Motion> {
        Motion::between(before, after, false, start)
    }

    /// Animates the takeback of the step that led to the first scene; `None` if nothing moves.
    pub fn back(before: &Scene, after: &Scene, start: f64) -> Option<Motion> {
        Motion::between(before, after, true, start)
    }

    fn between(before: &Scene, after: &Scene, is_back: bool, start: f64) -> Option<Motion> {
        if before.places != after.places {
            return None;
        }
        let (earlier, later) = if is_back { (after, before) } else { (before, after) };
        let moved = &later.moved;
        let turned = |change: &Change| if is_back { change.backwards() } else { *change };
        let new = |span: &&Vec<usize>| !before.spans.contains(span);
        let gone = |span: &&Vec<usize>| !after.spans.contains(span);
        let lifted = before.spans.iter().filter(gone);
        let motion = Motion {
            start,
            seconds: match moved.flights.len() {
                0 => Motion::SECONDS,
                flights => Motion::sowing_seconds(flights),
            },
            places: after.places.len(),
            changes: moved.changes.iter().map(turned).collect(),
            laid: after.spans.iter().filter(new).cloned().collect(),
            lifted: lifted.filter_map(|span| Some((owner(before, span)?, span.clone()))).collect(),
            flights: moved.flights.clone(),
            stones: earlier.stones(),
            is_back,
        };
        let is_still = motion.changes.is_empty()
            && motion.laid.is_empty()
            && motion.lifted.is_empty()
            && motion.flights.is_empty();
        (!is_still).then_some(motion)
    }

    /// How long the animation takes.
    pub fn seconds(&self) -> f64 {
        self.seconds
    }

    /// Has everything arrived?
    pub fn is_over(&self, now: f64) -> bool {
        now - self.start >= self.seconds
    }

    /// How far the animation is, from 0 to 1; `None` if it is over or belongs to another scene.
    pub(super) fn progress(&self, scene: &Scene, now: f64) -> Option<f32> {
        let fits = self.places == scene.places.len() && !self.is_over(now);
        fits.then(|| ((now - self.start) / self.seconds).clamp(0.0, 1.0) as f32)
    }

    /// How many stones lie in each place at this moment; `None` if the step moves no stones.
    pub(super) fn counts(&self, progress: f32) -> Option<Vec<u32>> {
        if self.flights.is_empty() {
            return None;
        }
        let time = self.time(progress);
        let mut counts = self.stones.clone();
        // A stone arrives at a place before it leaves that place again.
        for flight in &self.flights {
            if time > flight.leaves {
                counts[flight.from] = counts[flight.from].saturating_sub(1);
            }
            if time >= flight.arrives {
                counts[flight.to] += 1;
            }
        }
        Some(counts)
    }

    /// The stones that are in the air, and how far each of them is.
    pub(super) fn in_flight(&self, progress: f32) -> impl Iterator<Item = (&Flight, f32)> {
        let time = self.time(progress);
        let flying = move |flight: &&Flight| time > flight.leaves && time < flight.arrives;
        let way = move |flight: &Flight| (time - flight.leaves) / (flight.arrives - flight.leaves);
        self.flights.iter().filter(flying).map(move |flight| (flight, way(flight)))
    }

    fn time(&self, progress: f32) -> f32 {
        if self.is_back { 1.0 - progress } else { progress }
    }
}

/// How long each stone that is sown takes, in seconds; and the limit for all of them.
const SOWING: f64 = 0.13;
const MOST_SOWING: f64 = 2.0;

/// Does this change bring a piece to this place?
pub(super) fn brings(change: &Change, place: usize) -> bool {
    match change {
        Change::Slides { to: at, .. } | Change::Appears { at, .. } | Change::Turns { at, .. } => {
            *at == place
        }
        Change::Vanishes { .. } => false,
    }
}

/// Eases a movement: slow at the start and at the end.
pub(super) fn ease(way: f32) -> f32 {
    let way = way.clamp(0.0, 1.0);
    way * way * (3.0 - 2.0 * way)
}

/// The position of something that is thrown from one point to another.
pub(super) fn thrown(from: Pos2, to: Pos2, way: f32, height: f32) -> Pos2 {
    from.lerp(to, ease(way)) - vec2(0.0, height * (PI * way).sin())
}

/// The kind of the piece that lies across these places.
pub(super) fn owner(scene: &Scene, span: &[usize]) -> Option<PieceKind> {
    let first = span.first()?;
    scene.pieces.iter().find(|piece| piece.place == *first).map(|piece| piece.kind)
}

#[cfg(test)]
mod tests {
    use ludoteca_core::Seat;
    use ludoteca_core::scene::{Piece, grid_places};
    use ludoteca_games::catalog;
    use ludoteca_play::seeds::{Purpose, Seed, stream};
    use serde_json::Value;

    use super::*;
    use crate::cases::{cases, numbers};

    #[test]
    fn nothing_moves_on_another_board_or_where_nothing_has_changed() {
        let (one, other) = (row(3, &[]), row(4, &[]));
        assert_eq!(Motion::on(&one, &one, 0.0), None);
        assert_eq!(Motion::on(&one, &other, 0.0), None);
    }

    #[test]
    fn pieces_across_places_are_laid_and_lifted_as_one() {
        let (none, mut one) = (row(4, &[]), row(4, &[1, 2, 3]));
        one.spans = vec![vec![1, 2, 3]];
        let laid = Motion::on(&none, &one, 0.0).expect("one is laid");
        assert_eq!((laid.laid, laid.lifted, laid.changes), (vec![vec![1, 2, 3]], vec![], vec![]));
        let lifted = Motion::back(&one, &none, 0.0).expect("one is lifted");
        let owner = PieceKind::Of(Seat::FIRST, None);
        assert_eq!(
            (lifted.laid, lifted.lifted, lifted.changes),
            (vec![], vec![(owner, vec![1, 2, 3])], vec![])
        );
    }

    #[test]
    fn motions_lead_from_each_scene_to_the_next_and_back() {
        for info in catalog::GAMES {
            let mut table = catalog::open_line(info.id).expect("all games open");
            let mut generator = stream(Seed::Number(6), Purpose::Playthrough);
            for _ in 0..60 {
                let Some(step) = table.random_step(&mut generator) else { break };
                let before = table.scene();
                table.step(&step).expect("a random step is legal");
                let after = table.scene();
                for (from, to, motion) in [
                    (&before, &after, Motion::on(&before, &after, 0.0)),
                    (&after, &before, Motion::back(&after, &before, 0.0)),
                ] {
                    let Some(motion) = motion else {
                        assert_eq!(from.pieces, to.pieces, "{} {step}", info.id);
                        continue;
                    };
                    assert_eq!(
                        motion.counts(0.0).unwrap_or(from.stones()),
                        from.stones(),
                        "{} {step}",
                        info.id
                    );
                    assert_eq!(
                        motion.counts(1.0).unwrap_or(to.stones()),
                        to.stones(),
                        "{} {step}",
                        info.id
                    );
                    // One move slides at most one piece.
                    let slides = motion
                        .changes
                        .iter()
                        .filter(|change| matches!(change, Change::Slides { .. }));
                    assert!(slides.count() <= 1, "{} {step}", info.id);
                    assert!(!motion.is_over(0.2) && motion.is_over(motion.seconds()));
                    assert!(motion.seconds() <= MOST_SOWING, "{} {step}", info.id);
                }
            }
        }
    }

    #[test]
    fn flights_agree_with_the_cases() {
        for set in cases()["flights"]["sets"].as_array().expect("sets") {
            let lying = |counts: &Value| {
                let counts = numbers(counts);
                let stones = counts.iter().enumerate();
                let stones = stones.map(|(place, count)| Piece {
                    place,
                    kind: PieceKind::Stones,
                    count: *count as u32,
                });
                Scene {
                    places: grid_places(1, counts.len()),
                    pieces: stones.collect(),
                    ..Scene::default()
                }
            };
            let (before, mut after) = (lying(&set["before"]), lying(&set["after"]));
            let time = |of: &Value| of.as_f64().expect("a number") as f32;
            let place = |of: &Value| of.as_u64().expect("a place") as usize;
            let flight = |flight: &Value| {
                let (from, to) = (place(&flight["from"]), place(&flight["to"]));
                Flight {
                    from,
                    to,
                    leaves: time(&flight["leaves"]),
                    arrives: time(&flight["arrives"]),
                }
            };
            after.moved.flights =
                set["flights"].as_array().expect("flights").iter().map(flight).collect();
            for case in set["cases"].as_array().expect("cases") {
                let motion = match case["back"].as_bool().expect("true or false") {
                    false => Motion::on(&before, &after, 0.0),
                    true => Motion::back(&after, &before, 0.0),
                };
                let (motion, progress) = (motion.expect("stones move"), time(&case["progress"]));
                let counts = motion.counts(progress).expect("stones move");
                let context = format!("{}: {case}", set["about"]);
                assert!(
                    counts.iter().map(|count| *count as usize).eq(numbers(&case["counts"])),
                    "{context} {counts:?}"
                );
                let expected = case["flying"].as_array().expect("flights");
                let flying: Vec<(usize, f32)> =
                    motion.in_flight(progress).map(|(flight, way)| (flight.to, way)).collect();
                assert_eq!(flying.len(), expected.len(), "{context} {flying:?}");
                for ((to, way), expected) in flying.iter().zip(expected) {
                    assert_eq!(*to, place(&expected["to"]), "{context} {flying:?}");
                    assert!((way - time(&expected["way"])).abs() < 1e-5, "{context} {flying:?}");
                }
            }
        }
    }

    #[test]
    fn takebacks_agree_with_the_cases() {
        // The cases do not name the owners of the pieces: the page takes them from the scene.
        let (one, other) = (PieceKind::Of(Seat::FIRST, None), PieceKind::Of(Seat::SECOND, None));
        let change = |change: &Value, [was, will_be]: [PieceKind; 2]| {
            let place = |name: &str| change[name].as_u64().expect("a place") as usize;
            match change["kind"].as_str() {
                Some("slides") => Change::Slides { from: place("from"), to: place("to") },
                Some("appears") => Change::Appears { at: place("at"), kind: one },
                Some("vanishes") => Change::Vanishes { at: place("at"), kind: one },
                Some("turns") => Change::Turns { at: place("at"), was, will_be },
                _ => panic!("{change}"),
            }
        };
        for case in cases()["backwards"]["cases"].as_array().expect("cases") {
            let (before, mut after) = (row(6, &[]), row(6, &[]));
            let made = change(&case["made"], [one, other]);
            after.moved.changes = vec![made];
            let motion = Motion::on(&before, &after, 0.0).expect("something moves");
            assert_eq!(motion.changes, [made], "{case}");
            let motion = Motion::back(&after, &before, 0.0).expect("something moves");
            assert_eq!(motion.changes, [change(&case["taken_back"], [other, one])], "{case}");
        }
    }

    fn row(length: usize, pieces: &[usize]) -> Scene {
        let pieces = pieces.iter().map(|place| Piece::of(Seat::FIRST, *place)).collect();
        Scene { places: grid_places(1, length), pieces, ..Scene::default() }
    }
}
