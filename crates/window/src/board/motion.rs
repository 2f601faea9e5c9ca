//! From one scene to the next.

use std::f32::consts::PI;

use egui::{Pos2, vec2};
use ludoteca_core::scene::{PieceKind, Scene};

use super::sowing::{Flight, Sowing};

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
        self.sowing.as_ref().map(|sowing| sowing.counts(progress))
    }

    /// The stones that are in the air, and how far each is.
    pub(super) fn in_flight(&self, progress: f32) -> impl Iterator<Item = (&Flight, f32)> {
        self.sowing.iter().flat_map(move |sowing| sowing.in_flight(progress))
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

/// What lies across these places.
pub(super) fn owner(scene: &Scene, span: &[usize]) -> Option<PieceKind> {
    let first = span.first()?;
    scene.pieces.iter().find(|piece| piece.place == *first).map(|piece| piece.kind)
}

#[cfg(test)]
mod tests {
    use ludoteca_core::Seat;
    use ludoteca_core::scene::{Piece, grid_places};
    use ludoteca_games::catalog;
    use ludoteca_play::streams::{Purpose, Seed, stream};

    use super::super::sowing::stones;
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
}
