//! What a step moved, for views that animate it.

use super::{Piece, PieceKind, Place, Scene, Shape};

/// What the last step of a scene moved: the changes from the scene before to this one. A step that
/// is taken back shows them [backwards](Change::backwards).
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Moved {
    /// Changes to pieces that lie on single places, at most one for each place. At most one piece
    /// of each kind slides.
    pub changes: Vec<Change>,
    /// Stones that move from bowl to bowl and into pots, in the order in which they leave.
    pub flights: Vec<Flight>,
}

/// A change to a piece.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Change {
    /// The piece goes from one place to another. A piece that was there
    /// [vanishes](Change::Vanishes).
    Slides {
        /// Where it was.
        from: usize,
        /// Where it will be.
        to: usize,
    },
    /// The piece is new.
    Appears {
        /// Its place.
        at: usize,
        /// Its owner, or what it is.
        kind: PieceKind,
    },
    /// The piece is gone.
    Vanishes {
        /// Where it was.
        at: usize,
        /// What it was before.
        kind: PieceKind,
    },
    /// The piece becomes another.
    Turns {
        /// Its place.
        at: usize,
        /// What it was before.
        was: PieceKind,
        /// What it becomes.
        will_be: PieceKind,
    },
}

/// The flight of one stone. Times go from 0 to 1.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Flight {
    /// Where it was.
    pub from: usize,
    /// Where it will be.
    pub to: usize,
    /// When it leaves, in whole thousandths.
    pub leaves: f32,
    /// When it arrives, in whole thousandths.
    pub arrives: f32,
}

impl Moved {
    /// What the last step of the scene `after` moved. `pieces` are the pieces before it, and
    /// `spans` those that lay across several places.
    pub(crate) fn between(pieces: &[Piece], spans: &[Vec<usize>], after: &Scene) -> Moved {
        let was = singles(pieces, spans, after.places.len());
        let is = singles(&after.pieces, &after.spans, after.places.len());
        Moved { changes: changes(&was, &is, &after.last), flights: flights(pieces, after) }
    }
}

impl Change {
    /// The change when the step is taken back.
    pub fn backwards(self) -> Change {
        match self {
            Change::Slides { from, to } => Change::Slides { from: to, to: from },
            Change::Appears { at, kind } => Change::Vanishes { at, kind },
            Change::Vanishes { at, kind } => Change::Appears { at, kind },
            Change::Turns { at, was, will_be } => Change::Turns { at, was: will_be, will_be: was },
        }
    }
}

impl Scene {
    /// How many stones lie on each place.
    pub fn stones(&self) -> Vec<u32> {
        stones(&self.pieces, self.places.len())
    }
}

fn stones(pieces: &[Piece], places: usize) -> Vec<u32> {
    let mut stones = vec![0; places];
    for piece in pieces.iter().filter(|piece| piece.kind == PieceKind::Stones) {
        stones[piece.place] = piece.count;
    }
    stones
}

/// The piece on each place, without those that lie across several places.
fn singles(pieces: &[Piece], spans: &[Vec<usize>], places: usize) -> Vec<Option<PieceKind>> {
    let mut kinds = vec![None; places];
    for piece in pieces.iter().filter(|piece| matches!(piece.kind, PieceKind::Of(..))) {
        kinds[piece.place] = Some(piece.kind);
    }
    for at in spans.iter().flatten() {
        kinds[*at] = None;
    }
    kinds
}

fn changes(was: &[Option<PieceKind>], is: &[Option<PieceKind>], named: &[usize]) -> Vec<Change> {
    let differ: Vec<usize> = (0..was.len()).filter(|at| was[*at] != is[*at]).collect();
    let mut gone: Vec<PieceKind> = Vec::new();
    for kind in differ.iter().filter_map(|at| was[*at]) {
        if !gone.contains(&kind) {
            gone.push(kind);
        }
    }
    // Pieces that turn also disappear as one kind and appear as another. The piece that slides goes
    // from or to a place that the step names, and that is free before or after it.
    let best = |kind: PieceKind, here: &[Option<PieceKind>], there: &[Option<PieceKind>]| {
        let fits = |at: &&usize| (named.contains(at), there[**at].is_none());
        differ.iter().filter(|at| here[**at] == Some(kind)).max_by_key(fits).copied()
    };
    let slide = |kind| Some((best(kind, was, is)?, best(kind, is, was)?));
    let ends_free = |(from, to): &(usize, usize)| is[*from].is_none() || was[*to].is_none();
    let slides: Vec<(usize, usize)> =
        gone.into_iter().filter_map(slide).filter(ends_free).collect();
    let mut changes = Vec::new();
    for at in differ {
        let slid_here = slides.iter().find(|(_, to)| *to == at);
        let slid_away = slides.iter().any(|(from, _)| *from == at);
        match (was[at].filter(|_| !slid_away), is[at].filter(|_| slid_here.is_none())) {
            (Some(was), Some(will_be)) => changes.push(Change::Turns { at, was, will_be }),
            (Some(kind), None) => changes.push(Change::Vanishes { at, kind }),
            (None, Some(kind)) => changes.push(Change::Appears { at, kind }),
            (None, None) => {}
        }
        changes.extend(slid_here.map(|(from, to)| Change::Slides { from: *from, to: *to }));
    }
    changes
}

/// The flights of the stones, if sowing from a place that the step names explains all changes.
fn flights(pieces: &[Piece], after: &Scene) -> Vec<Flight> {
    let places = after.places.len();
    let (was, is) = (stones(pieces, places), after.stones());
    let Some(source) = after.last.iter().copied().find(|at| is[*at] < was[*at]) else {
        return Vec::new();
    };
    let flights = sown(&after.places, &was, &is, source);
    let mut counts: Vec<i64> = was.iter().copied().map(i64::from).collect();
    for flight in &flights {
        counts[flight.from] -= 1;
        counts[flight.to] += 1;
    }
    let explained = counts.into_iter().eq(is.into_iter().map(i64::from));
    if explained { flights } else { Vec::new() }
}

/// The sowing: stones go one by one from the source to the places after it that gain stones, and to
/// those whose stones are captured. Then the captured stones go to the pot.
fn sown(places: &[Place], from: &[u32], to: &[u32], source: usize) -> Vec<Flight> {
    let count = places.len();
    let behind = |at: &usize| (at + count - source) % count;
    let is_pot = |at: usize| places[at].shape == Shape::Pot;
    let mut bowls: Vec<usize> =
        (0..count).filter(|at| !is_pot(*at) && *at != source && from[*at] != to[*at]).collect();
    bowls.sort_by_key(behind);
    let pot = (0..count).find(|at| is_pot(*at) && to[*at] > from[*at]);

    let sown = from[source] - to[source];
    let gained: u32 = bowls.iter().map(|at| to[*at].saturating_sub(from[*at])).sum();
    let captured = bowls.iter().filter(|at| to[**at] < from[**at]).count() as u32;
    // The stones that did not stay went to the captured bowls, the same number to each.
    let spent = if captured > 0 { sown.saturating_sub(gained).div_ceil(captured) } else { 0 };
    let mut sowing = Vec::new();
    let mut capture = Vec::new();
    let mut left = sown;
    for at in bowls {
        let lost = from[at].saturating_sub(to[at]);
        let given = if lost > 0 { spent } else { to[at] - from[at] }.min(left);
        left -= given;
        sowing.extend((0..given).map(|_| (source, at)));
        capture.extend(
            pot.filter(|_| lost > 0)
                .into_iter()
                .flat_map(|pot| (0..lost + given).map(move |_| (at, pot))),
        );
    }
    // The stones that are left over were captured on the way.
    capture.extend(pot.into_iter().flat_map(|pot| (0..left).map(move |_| (source, pot))));
    let sown_by = if capture.is_empty() { 1.0 } else { 0.6 };
    let mut flights = spread(&sowing, 0.0, sown_by);
    flights.extend(spread(&capture, sown_by, 1.0));
    flights
}

/// Flights that leave one after another between `start` and `end`.
fn spread(ways: &[(usize, usize)], start: f32, end: f32) -> Vec<Flight> {
    let thousandths = |time: f32| (1000.0 * time).round() / 1000.0;
    let duration = 0.5 * (end - start);
    let last = (ways.len().max(2) - 1) as f32;
    let flight = |(number, (from, to)): (usize, &(usize, usize))| {
        let leaves = start + number as f32 / last * (end - start - duration);
        let arrives = (leaves + duration).min(end);
        Flight { from: *from, to: *to, leaves: thousandths(leaves), arrives: thousandths(arrives) }
    };
    ways.iter().enumerate().map(flight).collect()
}

#[cfg(test)]
mod tests {
    use super::super::grid_places;
    use super::*;
    use crate::language::Message;
    use crate::seat::Seat;

    #[test]
    fn pieces_slide_appear_vanish_and_turn() {
        for (before, after, last, changes) in [
            ("X..", "X.O", "2", "appears at 2"),
            ("X..", "..X", "02", "slides from 0 to 2"),
            ("XO.", "..X", "02", "vanishes at 1, slides from 0 to 2"),
            // The captured piece is on the target place.
            ("X.O", "..X", "02", "vanishes at 2, slides from 0 to 2"),
            // Pieces that turn do not slide.
            ("X..OO", "..XXX", "02", "slides from 0 to 2, turns at 3, turns at 4"),
            ("XO.", "XXX", "2", "turns at 1, appears at 2"),
            ("XO", "OX", "01", "turns at 0, turns at 1"),
            ("XO", "XO", "1", ""),
        ] {
            let moved = Moved::between(&row(before, "").pieces, &[], &row(after, last));
            let described: Vec<String> = moved.changes.iter().map(Change::to_string).collect();
            assert_eq!(described.join(", "), changes, "{before} {after}");
        }
    }

    #[test]
    fn changes_go_backwards() {
        for (before, after, last, changes) in [
            ("X.O", "..X", "02", "appears at 2, slides from 2 to 0"),
            ("XO.", "XXX", "2", "turns at 1, vanishes at 2"),
        ] {
            let moved = Moved::between(&row(before, "").pieces, &[], &row(after, last));
            let described: Vec<String> =
                moved.changes.iter().map(|change| change.backwards().to_string()).collect();
            assert_eq!(described.join(", "), changes, "{before} {after}");
            assert!(moved.changes.iter().all(|change| change.backwards().backwards() == *change));
        }
    }

    #[test]
    fn pieces_across_places_move_as_one() {
        let mut after = row("XOOO", "123");
        after.spans = vec![vec![1, 2, 3]];
        assert_eq!(Moved::between(&row("X...", "").pieces, &[], &after), Moved::default());
    }

    #[test]
    fn stones_are_sown_and_captured() {
        // The last place is a pot.
        for (before, after, source, ways) in [
            ([3, 0, 0, 0, 0], [0, 1, 1, 1, 0], 0, "0-1 0-2 0-3"),
            ([0, 2, 0, 0, 1], [0, 0, 1, 1, 1], 1, "1-2 1-3"),
            // Round the board.
            ([0, 0, 0, 2, 0], [1, 1, 0, 0, 0], 3, "3-0 3-1"),
            // The next bowl held one stone, and is captured.
            ([0, 3, 1, 0, 5], [1, 0, 0, 1, 7], 1, "1-2 1-3 1-0 2-4 2-4"),
            // No sowing explains this.
            ([3, 0, 0, 0, 0], [0, 1, 1, 2, 0], 0, ""),
        ] {
            let moved =
                Moved::between(&bowls(&before, None).pieces, &[], &bowls(&after, Some(source)));
            let described: Vec<String> = moved
                .flights
                .iter()
                .map(|flight| format!("{}-{}", flight.from, flight.to))
                .collect();
            assert_eq!(described.join(" "), ways);
            for pair in moved.flights.windows(2) {
                assert!(
                    pair[0].leaves < pair[0].arrives
                        && pair[0].leaves <= pair[1].leaves
                        && pair[1].arrives <= 1.0
                );
            }
        }
    }

    impl std::fmt::Display for Change {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            match self {
                Change::Slides { from, to } => write!(f, "slides from {from} to {to}"),
                Change::Appears { at, .. } => write!(f, "appears at {at}"),
                Change::Vanishes { at, .. } => write!(f, "vanishes at {at}"),
                Change::Turns { at, .. } => write!(f, "turns at {at}"),
            }
        }
    }

    fn row(cells: &str, last: &str) -> Scene {
        let piece = |(place, cell)| match cell {
            'X' => Some(Piece::of(Seat::FIRST, place)),
            'O' => Some(Piece::of(Seat::SECOND, place)),
            _ => None,
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
            Place { x: at as f32, y: 0.0, shape, label: Message::same("") }
        };
        let stones = counts.iter().enumerate().filter(|(_, count)| **count > 0);
        Scene {
            places: (0..counts.len()).map(place).collect(),
            pieces: stones
                .map(|(place, count)| Piece { place, kind: PieceKind::Stones, count: *count })
                .collect(),
            last: last.into_iter().collect(),
            ..Scene::default()
        }
    }
}
