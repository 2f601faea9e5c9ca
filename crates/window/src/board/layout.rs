//! The layout: where everything of a scene is on the screen.

use egui::{Pos2, Rect, Vec2, pos2, vec2};
use ludoteca_core::scene::{Place, Scene, Shape, ways};

/// Where everything of a scene is on the screen.
#[derive(Clone, PartialEq, Debug)]
pub struct Layout {
    unit: f32,
    /// The width of the room for marks beside the board; zero if they would be too small to read.
    margin: f32,
    board: Rect,
    frame: Rect,
    places: Vec<Rect>,
    marks: Vec<Pos2>,
}

impl Layout {
    /// Fits a scene's board and its marks into a rectangle and keeps the proportions. `turned`
    /// turns the board round for a seat that sits opposite.
    pub fn new(scene: &Scene, within: Rect, turned: bool) -> Layout {
        let extent = extent(scene);
        let turn =
            |at: Vec2| if turned { extent.min + (extent.max - at.to_pos2()) } else { at.to_pos2() };
        let marks: Vec<Pos2> =
            scene.marks.iter().map(|mark| turn(vec2(mark.x, mark.y) + HALF)).collect();
        let [left, top, right, bottom] = sides_with_marks(&marks, extent);
        let marked = vec2(left + right, top + bottom);
        let (unit, margin) = fit(extent.size(), marked, within.size())
            .filter(|(_, margin)| *margin >= LEAST_MARGIN)
            .or_else(|| fit(extent.size(), Vec2::ZERO, within.size()).map(|(unit, _)| (unit, 0.0)))
            .unwrap_or((1.0, 0.0));
        let edge = (EDGE * unit).min(MOST_EDGE);
        let around = |marked: f32| edge + marked * margin;
        let (before, after) =
            (vec2(around(left), around(top)), vec2(around(right), around(bottom)));
        let size = extent.size() * unit;
        // The corner is at a whole point, so that lines are crisp.
        let corner = (within.center() - (before + size + after) / 2.0).floor();
        let board = Rect::from_min_size(corner + before, size);
        let frame = Rect::from_min_max(corner, board.max + after);

        let on_screen = |at: Pos2| board.min + (at - extent.min) * unit;
        let rect = |place: &Place| {
            let (min, max) = corners(place);
            Rect::from_two_pos(on_screen(turn(min)), on_screen(turn(max)))
        };
        // Marks keep their rows and columns and move as close to the board as they can.
        let beside = |at: Pos2| {
            let at = on_screen(at);
            pos2(
                at.x.clamp(board.left() - margin / 2.0, board.right() + margin / 2.0),
                at.y.clamp(board.top() - margin / 2.0, board.bottom() + margin / 2.0),
            )
        };
        Layout {
            unit,
            margin,
            board,
            frame,
            places: scene.places.iter().map(rect).collect(),
            marks: marks.into_iter().map(beside).collect(),
        }
    }

    /// The width of a cell in points.
    pub fn unit(&self) -> f32 {
        self.unit
    }

    /// The rectangle in which a place is shown and can be clicked.
    pub fn rect(&self, place: usize) -> Rect {
        self.places[place]
    }

    /// The middle of a place.
    pub fn centre(&self, place: usize) -> Pos2 {
        self.places[place].center()
    }

    /// How many places there are.
    pub fn places(&self) -> usize {
        self.places.len()
    }

    /// The place at a point of the screen, if there is one.
    pub fn at(&self, pos: Pos2) -> Option<usize> {
        self.places.iter().position(|rect| rect.contains(pos))
    }

    /// The place where the keyboard focus begins.
    pub fn middle(&self) -> Option<usize> {
        ways::nearest(&self.centres(), self.board.center().into())
    }

    /// The next place in a direction.
    pub fn neighbour(&self, from: usize, direction: Vec2) -> Option<usize> {
        ways::next(&self.centres(), from, direction.into(), self.unit)
    }

    fn centres(&self) -> Vec<ways::Point> {
        self.places.iter().map(|rect| rect.center().into()).collect()
    }

    /// The rectangle around all places.
    pub fn board(&self) -> Rect {
        self.board
    }

    /// The rectangle of everything that is drawn: the board with its edge and its marks.
    pub fn frame(&self) -> Rect {
        self.frame
    }

    /// The middle of a mark.
    pub(super) fn mark(&self, mark: usize) -> Pos2 {
        self.marks[mark]
    }

    /// The width of the room for marks beside the board; zero if they would be too small to read.
    pub(super) fn margin(&self) -> f32 {
        self.margin
    }
}

/// The width of the edge of a board, in units; and its limit, in points.
pub(super) const EDGE: f32 = 0.16;
pub(super) const MOST_EDGE: f32 = 10.0;
/// The room for marks, in units; and its limits, in points. Without a limit marks would be huge on
/// a board of few places.
const MARGIN: f32 = 0.6;
const LEAST_MARGIN: f32 = 9.0;
const MOST_MARGIN: f32 = 26.0;
/// From this size on a unit is rounded down to a whole number of points, so that all cells have the
/// same size. On smaller boards the points lost by rounding would be noticed.
const WHOLE: f32 = 20.0;
/// The way from a place's corner to its middle, in units.
const HALF: Vec2 = Vec2::splat(0.5);

/// The rectangle around everything that can be pointed at, in units.
fn extent(scene: &Scene) -> Rect {
    let mut extent = Rect::NOTHING;
    for (min, max) in scene.places.iter().map(corners) {
        extent |= Rect::from_min_max(min.to_pos2(), max.to_pos2());
    }
    if extent.is_positive() { extent } else { Rect::from_min_size(Pos2::ZERO, Vec2::splat(1.0)) }
}

/// The corners of a place, in units. A pot is two cells high, since it stands beside two rows of
/// bowls.
fn corners(place: &Place) -> (Vec2, Vec2) {
    let middle = vec2(place.x, place.y) + HALF;
    let half = if place.shape == Shape::Pot { vec2(0.5, 1.0) } else { HALF };
    (middle - half, middle + half)
}

/// 1 for each side that has marks, else 0: left, top, right, bottom.
fn sides_with_marks(marks: &[Pos2], extent: Rect) -> [f32; 4] {
    let side = |beyond: &dyn Fn(&Pos2) -> bool| if marks.iter().any(beyond) { 1.0 } else { 0.0 };
    [
        side(&|at| at.x < extent.left()),
        side(&|at| at.y < extent.top()),
        side(&|at| at.x > extent.right()),
        side(&|at| at.y > extent.bottom()),
    ]
}

/// The largest unit with which a board and its marks fit, and the room for marks. `None` if a cell
/// would be smaller than a point.
fn fit(extent: Vec2, marked: Vec2, within: Vec2) -> Option<(f32, f32)> {
    let fits = |fixed: Vec2, units: Vec2| {
        let unit = (within - fixed) / units;
        unit.x.min(unit.y)
    };
    // Edges and margins grow with the unit up to a limit in points. These four units assume that
    // each of the two has or has not reached its limit. In fact each takes the smaller of its two
    // widths, so the largest of the four units is right.
    let edges = Vec2::splat(2.0);
    let units = [
        fits(Vec2::ZERO, extent + edges * EDGE + marked * MARGIN),
        fits(edges * MOST_EDGE, extent + marked * MARGIN),
        fits(marked * MOST_MARGIN, extent + edges * EDGE),
        fits(edges * MOST_EDGE + marked * MOST_MARGIN, extent),
    ];
    let unit = units.into_iter().fold(0.0, f32::max);
    let unit = if unit >= WHOLE { unit.floor() } else { unit };
    (unit >= 1.0).then(|| (unit, (MARGIN * unit).min(MOST_MARGIN)))
}

#[cfg(test)]
mod tests {
    use ludoteca_core::Message;
    use ludoteca_core::scene::{Mark, grid_places};

    use super::*;
    use crate::cases::{cases, numbers};

    #[test]
    fn arrow_keys_agree_with_the_cases() {
        for set in cases()["neighbour"]["sets"].as_array().expect("sets") {
            let pots = set.get("pots").map(numbers).unwrap_or_default();
            let at: Vec<(f32, f32)> =
                serde_json::from_value(set["places"].clone()).expect("points");
            let place = |(number, (x, y))| {
                let shape = if pots.contains(&number) { Shape::Pot } else { Shape::Cell };
                Place { x, y, shape, label: Message::same("") }
            };
            let scene = Scene {
                places: at.into_iter().enumerate().map(place).collect(),
                ..Scene::default()
            };
            let within = Rect::from_min_size(Pos2::ZERO, Vec2::splat(1000.0));
            let layout =
                Layout::new(&scene, within, set["turned"].as_bool().expect("true or false"));
            assert_eq!(
                serde_json::to_value(layout.middle()).expect("JSON"),
                set["middle"],
                "{}",
                set["about"]
            );
            for case in set["cases"].as_array().expect("cases") {
                let from = case["from"].as_u64().expect("a place") as usize;
                for (name, direction) in [
                    ("left", Vec2::LEFT),
                    ("right", Vec2::RIGHT),
                    ("up", Vec2::UP),
                    ("down", Vec2::DOWN),
                ] {
                    let found =
                        serde_json::to_value(layout.neighbour(from, direction)).expect("JSON");
                    assert_eq!(found, case["to"][name], "{}: {name} of {from}", set["about"]);
                }
            }
        }
    }

    #[test]
    fn marks_are_beside_the_board_in_their_row_or_column() {
        // The marks are left of the lower row, above the left column, right of the upper row and
        // below the middle column. Some are farther away than necessary.
        let marks = [(-1.0, 1.0), (0.0, -2.0), (4.0, 0.0), (1.0, 2.0)];
        let scene = Scene {
            places: grid_places(2, 3),
            marks: marks.map(|(x, y)| Mark { x, y, text: String::new() }).into(),
            ..Scene::default()
        };
        for (size, turned) in [(100.0, false), (1000.0, false), (333.0, true)] {
            let layout =
                Layout::new(&scene, Rect::from_min_size(Pos2::ZERO, Vec2::splat(size)), turned);
            for (mark, place) in [(0, 3), (1, 0), (2, 2), (3, 4)] {
                let (at, of) = (layout.mark(mark), layout.centre(place));
                assert!(
                    layout.frame().contains(at) && !layout.board().contains(at),
                    "{mark} at {size}: {at:?}"
                );
                let aside = if mark % 2 == 0 { at.y - of.y } else { at.x - of.x };
                assert!(aside.abs() < 0.01, "{mark} at {size}: {at:?}, but {of:?}");
                assert!(
                    (at - of).length() < layout.unit() * 0.5 + MOST_MARGIN,
                    "{mark} at {size}: {at:?}"
                );
            }
        }
        let small = Layout::new(&scene, Rect::from_min_size(Pos2::ZERO, Vec2::splat(30.0)), false);
        assert_eq!(small.margin(), 0.0, "marks that cannot be read");
    }
}
