//! Boards as pictures: grounds, bowls, pieces and marks.

use ludoteca_core::Seat;
use ludoteca_core::drawing::{centred, width};
use ludoteca_core::scene::{Colour, Ground, PieceKind, PieceLook, Scene, Shape};

use super::geometry::{Area, Geometry};
use super::grounds::{GroundTones, grain, rgb, scattered};
use super::picture::{BlockPicture, Rgb, distance, mixed};
use super::pieces::{self, BlockPiece, clear_on, plate};
use super::written::{DOWN, LEFT, LINES, RIGHT, UP, ways_of};
use super::{DrawingStyle, Pointing, lying};
use crate::capabilities::ColourDepth;
use crate::choices::PieceSet;

/// The colours of marks on the board.
const LAST: Rgb = rgb(0xf2c230);
const CHOSEN: Rgb = rgb(0x2fb56a);
const TARGET: Rgb = rgb(0x1f9d5a);
const HINT: Rgb = rgb(0x8d6bf0);
const DECISIVE: Rgb = rgb(0xffd23f);
/// A mark below a piece of a similar colour.
const ANOTHER: Rgb = rgb(0x3f9fe0);
const CURSOR: Rgb = rgb(0xffffff);

/// The picture of a board.
pub fn board(
    scene: &Scene,
    geometry: &Geometry,
    style: &DrawingStyle<'_>,
    pointing: &Pointing,
) -> BlockPicture {
    let [columns, rows] = geometry.size.map(|side| side as usize);
    let ground = GroundTones::of(scene, style);
    let few = style.capabilities.colours != ColourDepth::Full;
    let mut drawn = Drawn {
        scene,
        geometry,
        style,
        ground,
        picture: BlockPicture::new(columns, rows, few),
        few,
        lying: lying(scene),
    };
    drawn.frame();
    drawn.ground();
    for place in 0..scene.places.len() {
        if matches!(scene.places[place].shape, Shape::Bowl | Shape::Pot) {
            drawn.bowl(place);
        }
    }
    drawn.marks(pointing);
    drawn.lines();
    drawn.pieces();
    drawn.ghost(pointing);
    drawn.targets(pointing);
    if let Some(place) = pointing.cursor {
        drawn.cursor(place);
    }
    drawn.picture
}

struct Drawn<'a> {
    scene: &'a Scene,
    geometry: &'a Geometry,
    style: &'a DrawingStyle<'a>,
    ground: GroundTones,
    picture: BlockPicture,
    /// Are there too few colours for grain, light and shade?
    few: bool,
    lying: Vec<Option<(PieceKind, u32)>>,
}

impl Drawn<'_> {
    /// The frame with the numbers and letters of rows and columns.
    fn frame(&mut self) {
        let [wide, high] = self.geometry.size.map(|side| side as f32);
        let [left, top, right, bottom] = self.geometry.board.edges();
        let frame = self.ground.frame;
        if self.geometry.framed {
            // Where nothing is written on the frame, it is half a character high.
            let is_written = |row: f32| {
                self.geometry.marks.iter().any(|[_, mark]| (*mark as f32 - row).abs() < 0.5)
            };
            let inset = |row: f32| if is_written(row) { 0.0 } else { 0.5 };
            let within = [0.0, inset(top - 1.0), wide, high - inset(bottom)];
            self.picture.paint(within, |_| Some((frame, 1.0)));
        } else if !self.scene.marks.is_empty() {
            let within = [left, top, right, bottom];
            self.picture.paint(within, |_| Some((frame, 1.0)));
        }
        // Without a frame, marks stand on the background of the terminal.
        let ink = if self.geometry.framed { self.ground.label } else { rgb(0x8c8c8c) };
        for (mark, [column, row]) in self.scene.marks.iter().zip(&self.geometry.marks) {
            self.picture.write(*column, *row, mark.text.clone(), ink);
        }
    }

    fn ground(&mut self) {
        let GroundTones { ground, cells, line, frame, .. } = self.ground;
        let all = self.geometry.board.edges();
        if ground == Ground::Wood || !super::geometry::has(self.scene, Shape::Cell) {
            let few = self.few;
            let wood = |point| if few { cells[0] } else { grain(cells[0], point) };
            self.picture.paint(all, |point| Some((wood(point), 1.0)));
            return;
        }
        if self.geometry.lined || ground == Ground::Tiles {
            let between = if ground == Ground::Tiles { frame } else { cells[0] };
            self.picture.paint(all, |_| Some((between, 1.0)));
        }
        for (number, place) in self.scene.places.iter().enumerate() {
            let area = self.geometry.places[number];
            let odd = (place.x + place.y).rem_euclid(2.0) >= 1.0;
            let mut cell = self.ground.cell(place);
            if odd && cells[0] == cells[1] && !self.geometry.lined && area.height < 2 {
                // Where there is no room for lines, cells differ a little.
                cell = mixed(cell, line, 0.2);
            }
            let within = self.room(area);
            self.picture
                .paint(within, |[x, y]| (x < within[2] && y < within[3]).then_some((cell, 1.0)));
            if self.geometry.lined {
                self.line_around(area);
            } else if ground == Ground::Night && area.height > 1 {
                self.sky(number, area);
            }
        }
    }

    /// Thin lines around a cell, joined with those that are there already.
    fn line_around(&mut self, cell: Area) {
        let (left, top) = (cell.left - 1, cell.top - 1);
        let (right, bottom) = (cell.left + cell.width, cell.top + cell.height);
        for y in top..=bottom {
            for x in left..=right {
                let (at_side, at_end) = (x == left || x == right, y == top || y == bottom);
                let mut ways = self.picture.line_at([x, y]).map_or(0, ways_of);
                if at_side {
                    ways |= if y > top { UP } else { 0 } | if y < bottom { DOWN } else { 0 };
                }
                if at_end {
                    ways |= if x > left { LEFT } else { 0 } | if x < right { RIGHT } else { 0 };
                }
                if at_side || at_end {
                    self.picture.line([x, y], LINES[ways], self.ground.line);
                }
            }
        }
    }

    /// A cell of the night sky: faint lines at two of its edges, and perhaps a star.
    fn sky(&mut self, number: usize, area: Area) {
        let line = self.ground.line;
        let [left, bottom] = [area.left, area.top + area.height - 1];
        area.columns().for_each(|x| self.picture.line([x, bottom], '▁', line));
        area.rows().for_each(|y| self.picture.line([left, y], '▏', line));
        if scattered(number, 5) < 0.3 {
            let across = 1 + (scattered(number, 6) * (area.width - 1) as f32) as i32;
            let down = (scattered(number, 7) * (area.height - 1) as f32) as i32;
            let star = ['·', '.', '∙', '✦'][(scattered(number, 8) * 3.2) as usize];
            let light = mixed(line, [255.0; 3], 0.3 + 0.5 * scattered(number, 9));
            self.picture.line([left + across, area.top + down], star, light);
        }
    }

    /// The lines between points. Those that slant are painted, the others are thin.
    fn lines(&mut self) {
        let line = self.ground.line;
        let ends = self
            .scene
            .lines
            .iter()
            .map(|(from, to)| [*from, *to].map(|place| self.geometry.places[place].middle()));
        let (straight, slanting): (Vec<_>, Vec<_>) =
            ends.partition(|[from, to]| from[0] == to[0] || from[1] == to[1]);
        let strength = if self.few { 1.0 } else { 0.75 };
        for [from, to] in slanting {
            let [start, end] = [from, to].map(|at| at.map(|it| it as f32 + 0.5));
            let within = [
                start[0].min(end[0]) - 1.0,
                start[1].min(end[1]) - 1.0,
                start[0].max(end[0]) + 1.0,
                start[1].max(end[1]) + 1.0,
            ];
            self.picture.tint(within, |point| {
                (distance_to_line(point, start, end) < 0.3).then_some((line, strength))
            });
        }
        for [from, to] in straight {
            let step = [0, 1].map(|side: usize| (to[side] - from[side]).signum());
            let mut at = from;
            loop {
                let mut ways = self.picture.line_at(at).map_or(0, ways_of);
                let [behind, ahead] = if step[0] != 0 { [LEFT, RIGHT] } else { [UP, DOWN] };
                let forward = step[0] + step[1] > 0;
                let [behind, ahead] = if forward { [behind, ahead] } else { [ahead, behind] };
                ways |= if at == from { 0 } else { behind } | if at == to { 0 } else { ahead };
                self.picture.line(at, LINES[ways], line);
                if at == to {
                    break;
                }
                at = [at[0] + step[0], at[1] + step[1]];
            }
        }
    }

    /// Marks below the pieces: the last step, what was chosen, a hint, why the game ended.
    fn marks(&mut self, pointing: &Pointing) {
        let tints: [(&Vec<usize>, Rgb, f32); 4] = [
            (&self.scene.last, LAST, 0.45),
            (&self.scene.decisive, DECISIVE, 0.75),
            (&pointing.hint, HINT, 0.6),
            (&pointing.chosen, CHOSEN, 0.7),
        ];
        for (places, colour, strength) in tints {
            for place in places {
                let area = self.geometry.places[*place];
                let lies = match self.lying[*place] {
                    Some((PieceKind::Of(seat, _), _)) => Some(pieces::rgb(self.style.colour(seat))),
                    _ => None,
                };
                let is_similar = lies.is_some_and(|piece| distance(piece, colour) < SIMILAR);
                let colour = if is_similar { ANOTHER } else { colour };
                let round = self.scene.places[*place].shape != Shape::Cell;
                let full = self.geometry.unit[1] < 2;
                let room = self.room(area);
                let is_bowl = matches!(self.scene.places[*place].shape, Shape::Bowl | Shape::Pot);
                if is_bowl {
                    // Around the bowl, so that its seeds stay visible.
                    self.picture.tint(room, |point| {
                        at_edge(point, area).then_some((colour, strength.max(0.7)))
                    });
                    continue;
                }
                self.picture.tint(room, |point| {
                    let [x, y] = local(point, room);
                    let inside = !round || full || x.hypot(y) < 1.04;
                    inside.then_some((colour, strength))
                });
            }
        }
    }

    /// A bowl that is carved into the wood, with its seeds.
    fn bowl(&mut self, place: usize) {
        let area = self.geometry.places[place];
        let [wide, high] = [area.width as f32 / 2.0, area.height as f32 / 2.0];
        let count = match self.lying[place] {
            Some((PieceKind::Stones, count)) => count,
            _ => 0,
        };
        let wood = self.ground.cells[0];
        let few = self.few;
        if self.geometry.unit[1] < 3 {
            self.written_bowl(place, count);
            return;
        }
        let middle = centre(area);
        let shrink = if high < 1.0 { 1.0 } else { 0.94 };
        let rounded = move |[x, y]: [f32; 2]| {
            let (x, y) = ((x - middle[0]) / (wide * shrink), (y - middle[1]) / (high * shrink));
            // Between an ellipse and a rectangle.
            (x.powi(4) + y.powi(4)).powf(0.25).max(0.8 * x.hypot(y))
        };
        self.picture.paint(area.edges(), |point| {
            let far = rounded(point);
            let down = (point[1] - middle[1]) / high;
            if far > 1.0 {
                return None;
            }
            let shade = if few { 0.0 } else { 0.22 * down };
            let inside = mixed(wood, rgb(0x3a2412), 0.62 - shade);
            // Light falls from above: the upper rim is dark, the lower one is light.
            let rim = far > 0.86;
            Some(match (rim, down < 0.0) {
                (true, true) => (mixed(inside, [0.0; 3], 0.45), 1.0),
                (true, false) => (mixed(wood, [255.0; 3], 0.35), 1.0),
                _ => (inside, 1.0),
            })
        });
        if area.height >= 4 {
            self.seeds(place, count);
        }
        let text = count.to_string();
        let [column, row] = area.middle();
        let row = if area.height >= 4 && count > 0 { area.top + area.height - 2 } else { row };
        let ink = if count == 0 { rgb(0xc9b08c) } else { rgb(0xfff4dc) };
        self.picture.write(column - (width(&text) as i32 - 1) / 2, row, text, ink);
    }

    /// A bowl in letters, where a picture of one would be too small.
    fn written_bowl(&mut self, place: usize, count: u32) {
        let area = self.geometry.places[place];
        let [before, after] =
            if self.scene.places[place].shape == Shape::Pot { ["[", "]"] } else { ["(", ")"] };
        let room = (area.width as usize).saturating_sub(2).min(3);
        let text = format!("{before}{}{after}", centred(&count.to_string(), room));
        let [_, row] = area.middle();
        let column = area.left + (area.width - width(&text) as i32) / 2;
        let ink = clear_on(rgb(0x3a2412), self.ground.cells[0]);
        self.picture.write(column, row, text, ink);
    }

    /// Seeds in the upper part of a bowl. Beyond a number the eye cannot count them anyway.
    fn seeds(&mut self, place: usize, count: u32) {
        let area = self.geometry.places[place];
        let middle = [centre(area)[0], centre(area)[1] - 0.5];
        let room = [area.width as f32 / 2.0 - 2.2, area.height as f32 / 2.0 - 1.4];
        let size = if area.height >= 6 { 0.95 } else { 0.75 };
        let few = self.few;
        for seed in 0..count.min(24) as usize {
            // The spiral of a sunflower fills a bowl evenly.
            let far = ((seed as f32 + 0.5) / count.clamp(6, 24) as f32).sqrt();
            let angle = 2.4 * seed as f32 + 6.3 * scattered(place, 0);
            let at =
                [middle[0] + room[0] * far * angle.cos(), middle[1] + room[1] * far * angle.sin()];
            let tone = if self.few { 0.5 } else { scattered(place + 31 * seed, 1) };
            let colour = mixed(rgb(0xb98d5a), rgb(0xe3cfa8), tone);
            let within = [at[0] - 1.0, at[1] - 0.6, at[0] + 1.0, at[1] + 0.6];
            self.picture.paint(within, |[x, y]| {
                let (x, y) = ((x - at[0]) / size, 2.0 * (y - at[1]) / size);
                let far = x.hypot(y);
                let shade = if few { 0.0 } else { 0.5 * far * far };
                (far < 1.0).then(|| (mixed(colour, [40.0, 24.0, 10.0], shade), 1.0))
            });
        }
    }

    fn pieces(&mut self) {
        let spans: Vec<usize> = self.scene.spans.iter().flatten().copied().collect();
        for span in &self.scene.spans {
            if let Some(Some((PieceKind::Of(seat, _), _))) =
                span.first().map(|place| self.lying[*place])
            {
                self.bar(seat, span, 1.0);
            }
        }
        for place in 0..self.scene.places.len() {
            match self.lying[place] {
                Some((PieceKind::Of(seat, figure), _)) if !spans.contains(&place) => {
                    self.piece(seat, figure.map(|figure| figure.letter), place, 1.0);
                }
                Some((PieceKind::Obstacle, _)) => self.obstacle(place),
                _ => {}
            }
        }
    }

    /// The edges of the room for a piece. Tiles have gaps at their right and below.
    fn room(&self, area: Area) -> [f32; 4] {
        let [left, top, right, bottom] = area.edges();
        match self.ground.ground {
            Ground::Tiles if area.height > 1 => [left, top, right - 0.5, bottom - 0.5],
            _ => [left, top, right, bottom],
        }
    }

    fn shape(&self, seat: Seat, letter: Option<char>, place: usize) -> BlockPiece {
        let look = match self.style.pieces {
            PieceSet::Own => self.scene.look.pieces,
            PieceSet::Letters => PieceLook::Letters,
        };
        let points_down = (self.style.far_seat == Some(seat)) != self.style.turned;
        let colour = self.style.colour(seat);
        BlockPiece { look, seat: seat.index(), colour, points_down, letter, number: place }
    }

    fn piece(&mut self, seat: Seat, letter: Option<char>, place: usize, strength: f32) {
        let shape = self.shape(seat, letter, place);
        let area = self.geometry.places[place];
        let written = shape.look == PieceLook::Letters || letter.is_some() && shape.is_rock();
        let initial = letter.unwrap_or_else(|| self.style.initial(seat));
        let [column, row] = area.middle();
        if area.height < 3 {
            self.small(shape, place, written.then_some(initial), strength);
            return;
        }
        let room = self.room(area);
        let ground = self.ground.cell(&self.scene.places[place]);
        let shades = self.few.then(|| shape.shades(area.height < 5));
        let shades = shades.as_deref();
        self.picture.paint(room, |point| {
            let colour = shape.on(ground, shades, local(point, room))?;
            Some((colour, strength))
        });
        if written && strength == 1.0 {
            self.picture.write(column, row, initial.to_string(), shape.ink());
        }
    }

    /// A piece that is one or two lines high: a token with a letter, or a sign. There is no room
    /// for a picture.
    fn small(&mut self, shape: BlockPiece, place: usize, letter: Option<char>, strength: f32) {
        let area = self.geometry.places[place];
        let ground = self.ground.cell(&self.scene.places[place]);
        let colour = pieces::rgb(shape.colour);
        let [column, row] = area.middle();
        let is_plain = matches!(shape.colour, Colour::White | Colour::Black) && area.width > 2;
        let text = match (shape.look, letter) {
            (_, Some(letter)) => letter.to_string(),
            (PieceLook::Signs, None) => {
                let ink = clear_on(shape.drawn(colour), ground);
                self.sign(shape.seat, area, mixed(ground, ink, strength));
                return;
            }
            (PieceLook::Pawns, None) if shape.points_down => "▼".to_owned(),
            (PieceLook::Pawns, None) => "▲".to_owned(),
            // White and black stones say whose they are.
            (PieceLook::Stones, None) if is_plain => String::new(),
            (PieceLook::Bodies, None) => String::new(),
            (_, None) => self.style.initial(Seat::new(shape.seat)).to_string(),
        };
        let [left, top, right, bottom] = self.room(area);
        let is_plate = shape.look == PieceLook::Bodies && !shape.is_rock();
        // Tiles have gaps of their own.
        let has_gap = is_plate || right - left < area.width as f32 || area.width < 3;
        let gap = if has_gap { 0.0 } else { 0.5 };
        let [left, right] = [left + gap, right - gap];
        let rim = pieces::rim_on(colour, ground).filter(|_| right - left > 1.0);
        self.picture.paint([left, top, right, bottom], |[x, y]| {
            let at_side = x - left < 0.5 || right - x < 0.5;
            let at_end = y - top < 0.5 || bottom - y < 0.5;
            if at_side && at_end && area.height > 1 {
                return None;
            }
            Some((rim.filter(|_| at_side).unwrap_or(colour), strength))
        });
        self.picture.write(column, row, text, shape.ink());
    }

    /// A drawn X, O, triangle or square in one or two lines.
    fn sign(&mut self, seat: usize, area: Area, ink: Rgb) {
        let [column, row] = area.middle();
        if area.height < 2 {
            self.picture.write(column, row, ["╳", "◯", "△", "□"][seat % 4], ink);
            return;
        }
        let sign = [["╲ ╱", "╱ ╲"], ["╭─╮", "╰─╯"], ["╱▔╲", "▔▔▔"], ["┌─┐", "└─┘"]];
        for (down, line) in sign[seat % sign.len()].into_iter().enumerate() {
            self.picture.write(column - 1, area.top + down as i32, line, ink);
        }
    }

    /// A piece across several places.
    fn bar(&mut self, seat: Seat, covers: &[usize], strength: f32) {
        let areas: Vec<Area> = covers.iter().map(|place| self.geometry.places[*place]).collect();
        let left = areas.iter().map(|area| area.left).min().unwrap_or_default();
        let top = areas.iter().map(|area| area.top).min().unwrap_or_default();
        let right = areas.iter().map(|area| area.left + area.width).max().unwrap_or_default();
        let bottom = areas.iter().map(|area| area.top + area.height).max().unwrap_or_default();
        let whole = Area { left, top, width: right - left, height: bottom - top };
        let colour = pieces::rgb(self.style.colour(seat));
        // It is as thick as a cell, and the rest of it is its length.
        let cell = self.geometry.unit.map(|side| side as f32);
        let longer = [whole.width as f32 - cell[0], whole.height as f32 - cell[1]];
        let middle = centre(whole);
        let small = cell[1] < 2.0;
        self.picture.paint(whole.edges(), |[x, y]| {
            if small {
                return Some((colour, strength));
            }
            let (x_off, y_off) = (x - middle[0], y - middle[1]);
            let pulled = |off: f32, longer: f32| (off.abs() - longer / 2.0).max(0.0) * off.signum();
            let radius = radius([cell[0], cell[1]]);
            let at = [pulled(x_off, longer[0]) / radius, 2.0 * pulled(y_off, longer[1]) / radius];
            let metal = plate(at, colour)?;
            Some((metal, strength))
        });
        if small {
            let letters = if whole.width > cell[0] as i32 { "━" } else { "┃" };
            for area in &areas {
                let [column, row] = area.middle();
                let ink = mixed(colour, [0.0; 3], 0.45);
                self.picture.write(column, row, letters, ink);
            }
        }
    }

    fn obstacle(&mut self, place: usize) {
        let area = self.geometry.places[place];
        let room = self.room(area);
        let [left, top, right, bottom] = room;
        let stone = mixed(self.ground.cells[0], [0.0; 3], 0.6);
        self.picture.paint(room, |[x, y]| {
            // A block of stone with light on its upper edge, and craters.
            let edge = area.height > 1 && (y - top < 0.5 || x - left < 0.5);
            let shade = area.height > 1 && (bottom - y < 0.5 || right - x < 0.5);
            let [across, down] = [(x - left) / (right - left), (y - top) / (bottom - top)];
            let crater = [[0.35, 0.4, 0.13], [0.68, 0.62, 0.11]]
                .iter()
                .any(|[at, below, wide]| (across - at).hypot(down - below) < *wide);
            Some(match (edge, shade, crater && area.height > 2) {
                (true, ..) => (mixed(stone, [255.0; 3], 0.3), 1.0),
                (_, true, _) => (mixed(stone, [0.0; 3], 0.5), 1.0),
                (.., true) => (mixed(stone, [0.0; 3], 0.4), 1.0),
                _ => (mixed(stone, [255.0; 3], 0.1), 1.0),
            })
        });
    }

    fn ghost(&mut self, pointing: &Pointing) {
        if let Some((seat, covers)) = &pointing.ghost {
            self.bar(*seat, covers, 0.65);
        }
    }

    /// The places that can be chosen next: a dot on a free place, a ring around a piece.
    fn targets(&mut self, pointing: &Pointing) {
        for place in &pointing.targets {
            let area = self.geometry.places[*place];
            let free = self.lying[*place].is_none();
            let bowl = matches!(self.scene.places[*place].shape, Shape::Bowl | Shape::Pot);
            if area.height < 2 && !bowl {
                if free {
                    let [column, row] = area.middle();
                    self.picture.write(column, row, "•", TARGET);
                } else {
                    self.picture.paint(area.edges(), |_| Some((TARGET, 0.5)));
                }
                continue;
            }
            let room = self.room(area);
            self.picture.paint(room, |point| {
                let [x, y] = local(point, room);
                let is_in = if bowl {
                    at_edge(point, area)
                } else if free {
                    x.hypot(y) < 0.3
                } else {
                    (0.95..1.15).contains(&x.hypot(y))
                };
                is_in.then_some((TARGET, 0.95))
            });
        }
    }

    /// Corners around the place of the cursor, or brackets where there is no room for them.
    fn cursor(&mut self, place: usize) {
        let area = self.geometry.places[place];
        let (left, right) = (area.left, area.left + area.width - 1);
        let (top, bottom) = (area.top, area.top + area.height - 1);
        if area.height < 2 && area.width < 3 {
            self.picture.paint(area.edges(), |_| Some((CURSOR, 0.6)));
            return;
        }
        let mut write = |column, row, text| self.picture.write(column, row, text, CURSOR);
        if area.height < 2 {
            write(left, top, "[");
            write(right, top, "]");
            return;
        }
        let arms = if area.width > 6 {
            ["┏━", "━┓", "┗━", "━┛"]
        } else {
            ["┏", "┓", "┗", "┛"]
        };
        let back = width(arms[0]) as i32 - 1;
        write(left, top, arms[0]);
        write(right - back, top, arms[1]);
        write(left, bottom, arms[2]);
        write(right - back, bottom, arms[3]);
    }
}

/// Colours that are nearer to each other than this are hard to tell apart.
const SIMILAR: f32 = 18_000.0;

/// The middle of an area, in characters.
fn centre(area: Area) -> [f32; 2] {
    let [left, top, right, bottom] = area.edges();
    [(left + right) / 2.0, (top + bottom) / 2.0]
}

/// Is the point at the edge of an area?
fn at_edge([x, y]: [f32; 2], area: Area) -> bool {
    let [left, top, right, bottom] = area.edges();
    (x - left).min(right - x) < 0.5 || (y - top).min(bottom - y) < 0.5
}

/// Half the size of a piece, in widths of a character: a character is twice as high as wide.
fn radius([wide, high]: [f32; 2]) -> f32 {
    wide.min(2.0 * high) / 2.0
}

/// A point of an area, where pieces lie between -1 and 1 in both directions.
fn local([x, y]: [f32; 2], [left, top, right, bottom]: [f32; 4]) -> [f32; 2] {
    let radius = radius([right - left, bottom - top]);
    [(x - (left + right) / 2.0) / radius, 2.0 * (y - (top + bottom) / 2.0) / radius]
}

/// The distance to a line, in widths of a character.
fn distance_to_line([x, y]: [f32; 2], start: [f32; 2], end: [f32; 2]) -> f32 {
    let (x, y) = (x - start[0], 2.0 * (y - start[1]));
    let (across, down) = (end[0] - start[0], 2.0 * (end[1] - start[1]));
    let along = (x * across + y * down) / (across * across + down * down).max(0.001);
    let along = along.clamp(0.0, 1.0);
    (x - along * across).hypot(y - along * down)
}
