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
        let sowing = self.sowing.as_ref()?;
        let time = sowing.time(progress);
        let mut counts = sowing.counts.clone();
        for flight in &sowing.flights {
            if time > flight.leaves {
                counts[flight.from] = counts[flight.from].saturating_sub(1);
            }
            if time >= flight.arrives {
                counts[flight.to] += 1;
            }
        }
        Some(counts)
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
        let (fewer, more) = (stones(before), stones(after));
        if fewer == more {
            return None;
        }
        let source = |last: &Scene, from: &[u32], to: &[u32]| last.last.iter().copied().find(|at| to[*at] < from[*at]);
        let (backwards, from, to, source) = match source(after, &fewer, &more) {
            Some(source) => (false, fewer, more, source),
            None => {
                let source = source(before, &more, &fewer)?;
                (true, more, fewer, source)
            }
        };
        Some(Sowing { backwards, flights: flights(after, &from, &to, source), counts: from })
    }

    fn time(&self, progress: f32) -> f32 {
        if self.backwards { 1.0 - progress } else { progress }
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
