//! From one scene to the next.

use std::f32::consts::PI;

use eframe::egui::{Pos2, vec2};
use ludoteca_core::scene::{PieceKind, Scene, Shape};

/// From one scene to the next: what slides, appears, vanishes or changes, and stones that are sown.
#[derive(Clone, PartialEq, Debug)]
pub struct Motion {
    start: f64,
    seconds: f64,
    /// How many places both scenes have.
    places: usize,
    /// What becomes of pieces, at most one change for each place of the second scene.
    pub(super) changes: Vec<Change>,
    /// Pieces across several places that are laid.
    pub(super) laid: Vec<Vec<usize>>,
    /// The same that are taken away, and whose they were.
    pub(super) lifted: Vec<(PieceKind, Vec<usize>)>,
    sowing: Option<Sowing>,
}

/// What becomes of a piece.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) enum Change {
    /// It comes from another place; what it finds there [vanishes](Change::Vanishes).
    Slides { from: usize, to: usize },
    /// It is new.
    Appears { at: usize },
    /// It is gone.
    Vanishes { at: usize, kind: PieceKind },
    /// It was another.
    Turns { at: usize, kind: PieceKind },
}

impl Change {
    /// Is it by this change that a piece is on this place?
    pub(super) fn brings(&self, place: usize) -> bool {
        match self {
            Change::Slides { to: at, .. } | Change::Appears { at } | Change::Turns { at, .. } => *at == place,
            Change::Vanishes { .. } => false,
        }
    }
}

/// Stones on their way.
#[derive(Clone, PartialEq, Debug)]
struct Sowing {
    /// Are they on their way back, since a step is taken back?
    backwards: bool,
    /// How many there were in each place at first.
    counts: Vec<u32>,
    flights: Vec<Flight>,
}

/// One stone on its way, within a time that goes from 0 to 1.
#[derive(Copy, Clone, PartialEq, Debug)]
pub(super) struct Flight {
    pub from: usize,
    pub to: usize,
    leaves: f32,
    arrives: f32,
}

impl Motion {
    /// How long a piece takes from one place to another.
    pub const SECONDS: f64 = 0.25;

    /// The motion between two scenes of a game, where anything moves.
    pub fn between(before: &Scene, after: &Scene, start: f64) -> Option<Motion> {
        if before.places != after.places {
            return None;
        }
        let sowing = Sowing::between(before, after);
        let new = |span: &&Vec<usize>| !before.spans.contains(span);
        let gone = |span: &&Vec<usize>| !after.spans.contains(span);
        let motion = Motion {
            start,
            // Stones go one by one.
            seconds: Motion::SECONDS * if sowing.is_some() { 2.0 } else { 1.0 },
            places: after.places.len(),
            changes: changes(before, after),
            laid: after.spans.iter().filter(new).cloned().collect(),
            lifted: before
                .spans
                .iter()
                .filter(gone)
                .filter_map(|span| Some((owner(before, span)?, span.clone())))
                .collect(),
            sowing,
        };
        let still = motion.changes.is_empty() && motion.laid.is_empty() && motion.lifted.is_empty();
        (!still || motion.sowing.is_some()).then_some(motion)
    }

    /// How long it takes.
    pub fn seconds(&self) -> f64 {
        self.seconds
    }

    /// Has everything arrived?
    pub fn is_over(&self, now: f64) -> bool {
        now - self.start >= self.seconds
    }

    /// How far it is, from 0 to 1; nothing where it is over, or belongs to another scene.
    pub(super) fn progress(&self, scene: &Scene, now: f64) -> Option<f32> {
        let fits = self.places == scene.places.len() && !self.is_over(now);
        fits.then(|| ((now - self.start) / self.seconds).clamp(0.0, 1.0) as f32)
    }

    /// How many stones lie in each place by now, where stones move at all.
    pub(super) fn counts(&self, progress: f32) -> Option<Vec<u32>> {
        self.sowing.as_ref().map(|sowing| sowing.counts_at(sowing.time(progress)))
    }

    /// The stones that are in the air, and how far each is.
    pub(super) fn in_flight(&self, progress: f32) -> impl Iterator<Item = (&Flight, f32)> {
        self.sowing.iter().flat_map(move |sowing| {
            let time = sowing.time(progress);
            let flying = move |flight: &&Flight| time > flight.leaves && time < flight.arrives;
            let way = move |flight: &Flight| (time - flight.leaves) / (flight.arrives - flight.leaves);
            sowing.flights.iter().filter(flying).map(move |flight| (flight, way(flight)))
        })
    }
}

/// Slow at both ends.
pub(super) fn ease(way: f32) -> f32 {
    let way = way.clamp(0.0, 1.0);
    way * way * (3.0 - 2.0 * way)
}

/// Where something is that is thrown from one point to another.
pub(super) fn thrown(from: Pos2, to: Pos2, way: f32, height: f32) -> Pos2 {
    from.lerp(to, ease(way)) - vec2(0.0, height * (PI * way).sin())
}

impl Sowing {
    fn between(before: &Scene, after: &Scene) -> Option<Sowing> {
        let (earlier, later) = (stones(before), stones(after));
        if earlier == later {
            return None;
        }
        Sowing::by(after, earlier.clone(), &later, false).or_else(|| Sowing::by(before, later, &earlier, true))
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
        Flight { from: *from, to: *to, leaves, arrives: leaves + duration }
    };
    ways.iter().enumerate().map(flight).collect()
}

/// What becomes of the pieces that lie on single places. Of each kind at most one slides: where a move ends, and where it began.
fn changes(before: &Scene, after: &Scene) -> Vec<Change> {
    let (was, is) = (kinds(before), kinds(after));
    let named = |at: usize| before.last.contains(&at) || after.last.contains(&at);
    let differ: Vec<usize> = (0..was.len()).filter(|at| was[*at] != is[*at]).collect();
    let mut gone: Vec<PieceKind> = Vec::new();
    for kind in differ.iter().filter_map(|at| was[*at]) {
        if !gone.contains(&kind) {
            gone.push(kind);
        }
    }
    // Pieces that are turned on the way also come and go: a move leads from or to a place that is free then, and is named as its end.
    let best = |kind: PieceKind, here: &[Option<PieceKind>], there: &[Option<PieceKind>]| {
        let fits = |at: &&usize| (named(**at), there[**at].is_none());
        differ.iter().filter(|at| here[**at] == Some(kind)).max_by_key(fits).copied()
    };
    let slide = |kind| Some((best(kind, &was, &is)?, best(kind, &is, &was)?));
    let ends_free = |(from, to): &(usize, usize)| is[*from].is_none() || was[*to].is_none();
    let slides: Vec<(usize, usize)> = gone.into_iter().filter_map(slide).filter(ends_free).collect();
    let mut changes = Vec::new();
    for at in differ {
        let slid_here = slides.iter().find(|(_, to)| *to == at);
        let slid_away = slides.iter().any(|(from, _)| *from == at);
        match (was[at].filter(|_| !slid_away), is[at].filter(|_| slid_here.is_none())) {
            (Some(kind), Some(_)) => changes.push(Change::Turns { at, kind }),
            (Some(kind), None) => changes.push(Change::Vanishes { at, kind }),
            (None, Some(_)) => changes.push(Change::Appears { at }),
            (None, None) => {}
        }
        changes.extend(slid_here.map(|(from, to)| Change::Slides { from: *from, to: *to }));
    }
    changes
}

/// The piece of each place, but for those that lie across several.
fn kinds(scene: &Scene) -> Vec<Option<PieceKind>> {
    let mut kinds = vec![None; scene.places.len()];
    for piece in scene.pieces.iter().filter(|piece| matches!(piece.kind, PieceKind::Of(..))) {
        kinds[piece.place] = Some(piece.kind);
    }
    for at in scene.spans.iter().flatten() {
        kinds[*at] = None;
    }
    kinds
}

/// How many stones lie in each place.
pub(super) fn stones(scene: &Scene) -> Vec<u32> {
    let mut stones = vec![0; scene.places.len()];
    for piece in scene.pieces.iter().filter(|piece| piece.kind == PieceKind::Stones) {
        stones[piece.place] = piece.count;
    }
    stones
}

/// What lies across these places.
pub(super) fn owner(scene: &Scene, span: &[usize]) -> Option<PieceKind> {
    let first = span.first()?;
    scene.pieces.iter().find(|piece| piece.place == *first).map(|piece| piece.kind)
}

#[cfg(test)]
mod tests {
    use ludoteca_core::Seat;
    use ludoteca_core::scene::{Piece, Place, grid_places};
    use ludoteca_games::catalog;
    use ludoteca_play::streams::{Purpose, Seed, stream};

    use super::*;

    #[test]
    fn pieces_slide_appear_vanish_and_turn() {
        for (before, after, last, changes) in [
            ("X..", "X.O", "2", "appears at 2"),
            ("X.O", "X..", "", "vanishes at 2"),
            ("X..", "..X", "02", "slides from 0 to 2"),
            ("XO.", "..X", "02", "vanishes at 1, slides from 0 to 2"),
            // Captured where it stands, and taken back.
            ("X.O", "..X", "02", "vanishes at 2, slides from 0 to 2"),
            ("..X", "X.O", "", "slides from 2 to 0, appears at 2"),
            // What turns also comes and goes, but does not slide.
            ("X..OO", ".. XXX", "02", "slides from 0 to 2, turns at 3, turns at 4"),
            ("..XXX", "X..OO", "", "slides from 2 to 0, turns at 3, turns at 4"),
            ("XO.", "XXX", "2", "turns at 1, appears at 2"),
            ("XO", "OX", "01", "turns at 0, turns at 1"),
            // Two moves at a time: one of each seat.
            ("XO....", "..X.O.", "14", "slides from 0 to 2, slides from 1 to 4"),
        ] {
            let (before, after) = (row(before, ""), row(&after.replace(' ', ""), last));
            let motion = Motion::between(&before, &after, 0.0).expect("something changes");
            let told: Vec<String> = motion.changes.iter().map(Change::to_string).collect();
            assert_eq!(told.join(", "), changes);
        }
        assert_eq!(Motion::between(&row("XO", ""), &row("XO", "1"), 0.0), None, "nothing moves");
        assert_eq!(Motion::between(&row("XO", ""), &row("XOX", ""), 0.0), None, "another board");
    }

    #[test]
    fn pieces_across_places_are_laid_and_lifted_as_one() {
        let (none, mut one) = (row("X...", ""), row("XOOO", "123"));
        one.spans = vec![vec![1, 2, 3]];
        let laid = Motion::between(&none, &one, 0.0).expect("one is laid");
        assert_eq!((laid.laid, laid.lifted, laid.changes), (vec![vec![1, 2, 3]], vec![], vec![]));
        let lifted = Motion::between(&one, &none, 0.0).expect("one is lifted");
        let owner = PieceKind::Of(Seat::SECOND, None);
        assert_eq!((lifted.laid, lifted.lifted, lifted.changes), (vec![], vec![(owner, vec![1, 2, 3])], vec![]));
    }

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
            let motion = Motion::between(&before, &after, 0.0).expect("stones move");
            let sowing = motion.sowing.as_ref().expect("stones are sown");
            let told: Vec<String> =
                sowing.flights.iter().map(|flight| format!("{}-{}", flight.from, flight.to)).collect();
            assert_eq!(told.join(" "), ways);
        }
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
                for (before, after) in [(&before, &after), (&after, &before)] {
                    let Some(motion) = Motion::between(before, after, 0.0) else {
                        assert_eq!(before.pieces, after.pieces, "{} {step}", info.id);
                        continue;
                    };
                    assert_eq!(motion.counts(0.0).unwrap_or(stones(before)), stones(before), "{} {step}", info.id);
                    assert_eq!(motion.counts(1.0).unwrap_or(stones(after)), stones(after), "{} {step}", info.id);
                    // One move is at most one slide.
                    let slides = motion.changes.iter().filter(|change| matches!(change, Change::Slides { .. }));
                    assert!(slides.count() <= 1, "{} {step}", info.id);
                    assert!(!motion.is_over(0.2) && motion.is_over(0.6));
                }
            }
        }
    }

    impl std::fmt::Display for Change {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            match self {
                Change::Slides { from, to } => write!(f, "slides from {from} to {to}"),
                Change::Appears { at } => write!(f, "appears at {at}"),
                Change::Vanishes { at, .. } => write!(f, "vanishes at {at}"),
                Change::Turns { at, .. } => write!(f, "turns at {at}"),
            }
        }
    }

    fn row(cells: &str, last: &str) -> Scene {
        let piece = |(place, cell)| {
            let seat = match cell {
                'X' => Seat::FIRST,
                'O' => Seat::SECOND,
                _ => return None,
            };
            Some(Piece { place, kind: PieceKind::Of(seat, None), count: 1 })
        };
        Scene {
            places: grid_places(1, cells.len()),
            pieces: cells.chars().enumerate().filter_map(piece).collect(),
            last: last.bytes().map(|digit| usize::from(digit - b'0')).collect(),
            ..Scene::default()
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
