//! Where everything of a board is, in characters.

use std::ops::Range;

use ludoteca_core::drawing::width;
use ludoteca_core::scene::{Mark, Place, Scene, Shape, ways};

use crate::capabilities::Capabilities;

/// How a board is drawn.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Manner {
    /// As a picture of blocks.
    Picture,
    /// In letters, with lines around the cells.
    Lattice,
    /// In letters alone.
    Letters,
}

/// Where everything of a board is, in characters from the board's upper left corner.
#[derive(Clone, PartialEq, Debug)]
pub struct Geometry {
    pub manner: Manner,
    /// The size of a unit of the scene.
    pub unit: [i32; 2],
    /// Are there lines between cells that take a character each?
    pub lined: bool,
    /// Everything, with marks and frame.
    pub size: [i32; 2],
    /// The board without marks and frame.
    pub board: Area,
    /// Is there a frame around the board?
    pub framed: bool,
    pub places: Vec<Area>,
    /// Where the text of each mark begins.
    pub marks: Vec<[i32; 2]>,
    centres: Vec<ways::Point>,
    middle: ways::Point,
}

/// A rectangle of characters.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Area {
    pub left: i32,
    pub top: i32,
    pub width: i32,
    pub height: i32,
}

impl Area {
    pub fn columns(self) -> Range<i32> {
        self.left..self.left + self.width
    }

    pub fn rows(self) -> Range<i32> {
        self.top..self.top + self.height
    }

    pub fn contains(self, [x, y]: [i32; 2]) -> bool {
        self.columns().contains(&x) && self.rows().contains(&y)
    }

    /// The character in the middle. Of two, it is the left or upper one.
    pub fn middle(self) -> [i32; 2] {
        [self.left + (self.width - 1) / 2, self.top + (self.height - 1) / 2]
    }

    /// The edges as numbers: left, top, right, bottom.
    pub fn edges(self) -> [f32; 4] {
        [self.left, self.top, self.left + self.width, self.top + self.height]
            .map(|edge| edge as f32)
    }
}

/// A size in which a board can be drawn: the size of a unit, whether there are lines between cells,
/// and whether there is a frame.
type Size = (Manner, [i32; 2], bool, bool);

impl Geometry {
    /// The largest board that fits into a room of this size, or else the smallest one, of which the
    /// room shows a part. `turned` turns it round for a seat that sits opposite.
    /// `lined` asks for drawn lines between the cells of a picture.
    pub fn new(
        scene: &Scene,
        room: [i32; 2],
        capabilities: Capabilities,
        lined: bool,
        turned: bool,
    ) -> Geometry {
        let mut smallest = None;
        for size in sizes(scene, capabilities, lined) {
            let geometry = Geometry::in_size(scene, size, turned);
            if geometry.size[0] <= room[0] && geometry.size[1] <= room[1] {
                return geometry;
            }
            smallest = Some(geometry);
        }
        smallest.expect("there is always a size")
    }

    fn in_size(scene: &Scene, (manner, unit, lined, framed): Size, turned: bool) -> Geometry {
        let extent = extent(scene);
        let [left, top, right, bottom] = extent;
        let turn =
            |[x, y]: [f32; 2]| if turned { [left + right - x, top + bottom - y] } else { [x, y] };
        let marks: Vec<(&Mark, [f32; 2])> =
            scene.marks.iter().map(|mark| (mark, turn([mark.x + 0.5, mark.y + 0.5]))).collect();
        // Cells share the lines between them, so there is one more line than there are cells.
        let line = i32::from(lined);
        let size = [right - left, bottom - top];
        let size = [0, 1].map(|side| (size[side] * unit[side] as f32).round() as i32 + line);

        let widest = |beyond: &dyn Fn([f32; 2]) -> bool| {
            let texts = marks.iter().filter(|(_, at)| beyond(*at));
            texts.map(|(mark, _)| width(&mark.text) as i32).max()
        };
        let frame = i32::from(framed);
        let aside = |widest: Option<i32>| widest.map_or(frame, |widest| widest + 1 + frame);
        let above = |widest: Option<i32>| widest.map_or(frame, |_| 1);
        let before = [aside(widest(&|at| at[0] < left)), above(widest(&|at| at[1] < top))];
        let after = [aside(widest(&|at| at[0] > right)), above(widest(&|at| at[1] > bottom))];

        let board = Area { left: before[0], top: before[1], width: size[0], height: size[1] };
        let on_board = |[x, y]: [f32; 2]| {
            [
                before[0] + ((x - left) * unit[0] as f32).round() as i32,
                before[1] + ((y - top) * unit[1] as f32).round() as i32,
            ]
        };
        let around = |corners: [[f32; 2]; 2]| {
            let [min, max] = [f32::min as fn(f32, f32) -> f32, f32::max]
                .map(|pick| on_board([0, 1].map(|side| pick(corners[0][side], corners[1][side]))));
            Area {
                left: min[0] + line,
                top: min[1] + line,
                width: max[0] - min[0] - line,
                height: max[1] - min[1] - line,
            }
        };
        let places = scene.places.iter().map(|place| around(corners(place).map(turn)));
        // Marks keep their rows and columns and move as close to the board as they can.
        let total = [before[0] + size[0] + after[0], before[1] + size[1] + after[1]];
        let beside = |(mark, at): &(&Mark, [f32; 2])| {
            let letters = width(&mark.text) as i32;
            let unit = around([at.map(|it| it - 0.5), at.map(|it| it + 0.5)]).middle();
            let column = match at[0] {
                x if x < left => before[0] - 1 - letters,
                x if x > right => before[0] + size[0] + 1,
                _ => unit[0] - (letters - 1) / 2,
            };
            let row = match at[1] {
                y if y < top => before[1] - 1,
                y if y > bottom => before[1] + size[1],
                _ => unit[1],
            };
            [column.max(0), row]
        };
        let centre = |place: &Place| {
            let [min, max] = corners(place).map(turn);
            [(min[0] + max[0]) / 2.0, (min[1] + max[1]) / 2.0]
        };
        Geometry {
            manner,
            unit,
            lined,
            size: total,
            board,
            framed,
            places: places.collect(),
            marks: marks.iter().map(beside).collect(),
            centres: scene.places.iter().map(centre).collect(),
            middle: [(left + right) / 2.0, (top + bottom) / 2.0],
        }
    }

    /// The place at a character, if there is one.
    pub fn at(&self, point: [i32; 2]) -> Option<usize> {
        self.places.iter().position(|area| area.contains(point))
    }

    /// The place where the cursor begins.
    pub fn first(&self) -> Option<usize> {
        ways::nearest(&self.centres, self.middle)
    }

    /// The next place in a direction.
    pub fn neighbour(&self, from: usize, direction: [f32; 2]) -> Option<usize> {
        ways::next(&self.centres, from, direction, 1.0)
    }
}

pub fn has(scene: &Scene, shape: Shape) -> bool {
    scene.places.iter().any(|place| place.shape == shape)
}

/// The sizes in which a board can be drawn, the largest first. A character is about twice as high
/// as wide.
fn sizes(scene: &Scene, capabilities: Capabilities, lined: bool) -> Vec<Size> {
    let (bowls, cells) = (has(scene, Shape::Bowl), has(scene, Shape::Cell));
    if !capabilities.shows_pictures() {
        let lattice = |unit: [i32; 2]| (Manner::Lattice, unit, cells, false);
        return if bowls {
            vec![lattice([8, 4]), lattice([6, 2])]
        } else {
            vec![lattice([8, 4]), lattice([4, 2]), (Manner::Letters, [2, 1], false, false)]
        };
    }
    let mut sizes = Vec::new();
    for height in (1..=7).rev() {
        let width = 2 * height + 1;
        for framed in [true, false] {
            if lined {
                sizes.push((Manner::Picture, [width + 1, height + 1], true, framed));
            }
            // Lines that would take half of a small board are left out.
            if !lined || height == 1 {
                sizes.push((Manner::Picture, [width, height], false, framed));
            }
        }
        // Between small sizes, a column more or less is much. Bowls need it for their numbers.
        if !lined && !bowls && (2..=3).contains(&height) {
            let narrower = [width - 1, height];
            sizes.extend([true, false].map(|framed| (Manner::Picture, narrower, false, framed)));
        }
    }
    if !bowls {
        // Numbers of stones have two digits, which need more room.
        sizes.extend([true, false].map(|framed| (Manner::Picture, [2, 1], false, framed)));
    }
    sizes
}

/// The edges of everything that can be pointed at, in units: left, top, right, bottom.
fn extent(scene: &Scene) -> [f32; 4] {
    let corners: Vec<[f32; 2]> = scene.places.iter().flat_map(corners).collect();
    let edge = |side: usize, pick: fn(f32, f32) -> f32| {
        corners.iter().map(|corner| corner[side]).reduce(pick).unwrap_or_default()
    };
    [edge(0, f32::min), edge(1, f32::min), edge(0, f32::max), edge(1, f32::max)]
}

/// The corners of a place, in units. A pot is two cells high, since it stands beside two rows of
/// bowls.
fn corners(place: &Place) -> [[f32; 2]; 2] {
    let above = if place.shape == Shape::Pot { 0.5 } else { 0.0 };
    [[place.x, place.y - above], [place.x + 1.0, place.y + 1.0 + above]]
}

/// The cases are in `crates/core/data/clicks.json`. The tests of the other views run them as well.
#[cfg(test)]
mod tests {
    use ludoteca_core::Message;
    use serde_json::Value;

    use super::*;
    use crate::capabilities::ColourDepth;

    #[test]
    fn arrow_keys_agree_with_the_cases() {
        let cases: Value =
            serde_json::from_str(include_str!("../../../core/data/clicks.json")).expect("JSON");
        for set in cases["neighbour"]["sets"].as_array().expect("sets") {
            let pots: Vec<usize> = serde_json::from_value(set["pots"].clone()).unwrap_or_default();
            let at: Vec<(f32, f32)> =
                serde_json::from_value(set["places"].clone()).expect("points");
            let place = |(number, (x, y))| {
                let shape = if pots.contains(&number) { Shape::Pot } else { Shape::Cell };
                Place { x, y, shape, label: Message::same("") }
            };
            let places = at.into_iter().enumerate().map(place).collect();
            let scene = Scene { places, ..Scene::default() };
            let turned = set["turned"].as_bool().expect("true or false");
            let capabilities =
                Capabilities { colours: ColourDepth::Full, unicode: true, light: false };
            let geometry = Geometry::new(&scene, [200, 100], capabilities, false, turned);
            let json = |place: Option<usize>| serde_json::to_value(place).expect("JSON");
            assert_eq!(json(geometry.first()), set["middle"], "{}", set["about"]);
            for case in set["cases"].as_array().expect("cases") {
                let from = case["from"].as_u64().expect("a place") as usize;
                for (name, direction) in [
                    ("left", [-1.0, 0.0]),
                    ("right", [1.0, 0.0]),
                    ("up", [0.0, -1.0]),
                    ("down", [0.0, 1.0]),
                ] {
                    let found = json(geometry.neighbour(from, direction));
                    assert_eq!(found, case["to"][name], "{}: {name} of {from}", set["about"]);
                }
            }
        }
    }
}
