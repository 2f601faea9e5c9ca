//! Boards in letters, for terminals without colours or blocks.

use ludoteca_core::drawing::width;
use ludoteca_core::scene::{PieceKind, Scene, Shape};
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;
use ratatui_core::style::{Modifier, Style};

use super::geometry::{Area, Geometry, Manner};
use super::{DrawingStyle, Pointing, lying};

/// Draws a board.
pub fn board(
    buffer: &mut Buffer,
    area: Rect,
    from: [i32; 2],
    scene: &Scene,
    geometry: &Geometry,
    style: &DrawingStyle<'_>,
    pointing: &Pointing,
) {
    let mut page = WrittenPage { buffer, area, from };
    let dim = Style::new().add_modifier(Modifier::DIM);
    for (mark, at) in scene.marks.iter().zip(&geometry.marks) {
        page.write(*at, &mark.text, dim);
    }
    let unicode = style.capabilities.unicode;
    let lying = lying(scene);
    if geometry.manner == Manner::Lattice {
        lines(&mut page, scene, geometry, unicode, dim);
    }
    for (place, area) in geometry.places.iter().enumerate() {
        let shape = scene.places[place].shape;
        let cell = WrittenPlace { scene, style, pointing, place, lies: lying[place] };
        match shape {
            Shape::Cell if geometry.manner == Manner::Lattice => {
                // Lines around each cell. Neighbours share them.
                page.frame(*area, unicode, dim);
                page.write_cell(*area, &cell);
            }
            Shape::Cell | Shape::Point => page.write_cell(*area, &cell),
            Shape::Bowl | Shape::Pot => page.write_bowl(*area, &cell),
        }
    }
}

/// The part of the screen that shows a part of the board.
struct WrittenPage<'a> {
    buffer: &'a mut Buffer,
    area: Rect,
    from: [i32; 2],
}

/// A place that is about to be written.
struct WrittenPlace<'a> {
    scene: &'a Scene,
    style: &'a DrawingStyle<'a>,
    pointing: &'a Pointing,
    place: usize,
    lies: Option<(PieceKind, u32)>,
}

impl WrittenPage<'_> {
    /// Writes as much of a text as is within the area.
    fn write(&mut self, [x, y]: [i32; 2], text: &str, style: Style) {
        let mut column = x - self.from[0];
        let row = y - self.from[1];
        for letter in text.chars() {
            let letter = letter.to_string();
            let wide = width(&letter) as i32;
            let fits = column >= 0 && column + wide <= i32::from(self.area.width);
            if fits && wide > 0 && row >= 0 && row < i32::from(self.area.height) {
                let at = (self.area.x + column as u16, self.area.y + row as u16);
                self.buffer.set_string(at.0, at.1, letter, style);
            }
            column += wide;
        }
    }

    /// What is written at a place of the screen.
    fn symbol(&self, [x, y]: [i32; 2]) -> Option<&str> {
        let (x, y) = (x - self.from[0], y - self.from[1]);
        let inside =
            x >= 0 && y >= 0 && x < i32::from(self.area.width) && y < i32::from(self.area.height);
        inside.then(|| self.buffer[(self.area.x + x as u16, self.area.y + y as u16)].symbol())
    }

    /// Lines around a cell, joined with those that are there already.
    fn frame(&mut self, cell: Area, unicode: bool, style: Style) {
        let (left, top) = (cell.left - 1, cell.top - 1);
        let (right, bottom) = (cell.left + cell.width, cell.top + cell.height);
        for y in top..=bottom {
            for x in left..=right {
                let (at_side, at_end) = (x == left || x == right, y == top || y == bottom);
                if !(at_side || at_end) {
                    continue;
                }
                if !unicode {
                    let line = if at_side && at_end {
                        "+"
                    } else if at_side {
                        "|"
                    } else {
                        "-"
                    };
                    self.write([x, y], line, style);
                    continue;
                }
                let there = self.symbol([x, y]).and_then(|symbol| symbol.chars().next());
                let mut ways = there.map_or(0, ways_of);
                if at_side {
                    ways |= if y > top { UP } else { 0 } | if y < bottom { DOWN } else { 0 };
                }
                if at_end {
                    ways |= if x > left { LEFT } else { 0 } | if x < right { RIGHT } else { 0 };
                }
                self.write([x, y], &LINES[ways].to_string(), style);
            }
        }
    }

    fn write_cell(&mut self, area: Area, cell: &WrittenPlace<'_>) {
        let [column, row] = area.middle();
        let (text, style) = cell.text();
        self.write([column, row], &text, style);
        let [before, after] = cell.brackets();
        let bold = Style::new().add_modifier(Modifier::BOLD);
        if area.width > 2 {
            self.write([column - 1, row], before, bold);
            self.write([column + 1, row], after, bold);
        } else if after != " " {
            self.write([column + 1, row], before, bold);
        }
    }

    fn write_bowl(&mut self, area: Area, cell: &WrittenPlace<'_>) {
        let count = match cell.lies {
            Some((PieceKind::Stones, count)) => count,
            _ => 0,
        };
        let [before, after] = match cell.brackets() {
            [" ", " "] if cell.scene.places[cell.place].shape == Shape::Pot => ["[", "]"],
            [" ", " "] => ["(", ")"],
            other => other,
        };
        let text = format!("{before}{count:>2}{after}");
        let [_, row] = area.middle();
        let column = area.left + (area.width - width(&text) as i32) / 2;
        let (_, style) = cell.text();
        self.write([column, row], &text, style);
    }
}

impl WrittenPlace<'_> {
    /// The letter of a place, and its style.
    fn text(&self) -> (String, Style) {
        let Pointing { targets, ghost, .. } = self.pointing;
        let is = |places: &[usize]| places.contains(&self.place);
        let unicode = self.style.capabilities.unicode;
        let covered = ghost.as_ref().filter(|(_, covers)| is(covers)).map(|(seat, _)| *seat);
        let (text, mut style) = match (self.lies, covered) {
            (Some((PieceKind::Of(seat, figure), _)), _) => {
                let letter = figure.map_or(self.style.initial(seat), |figure| figure.letter);
                (letter.to_string(), self.style.ink(seat))
            }
            (Some((PieceKind::Obstacle, _)), _) => {
                ((if unicode { "█" } else { "#" }).to_owned(), Style::new())
            }
            (_, Some(seat)) => ("+".to_owned(), self.style.ink(seat)),
            (Some((PieceKind::Stones, _)), _) => (String::new(), Style::new()),
            (None, None) => {
                let point = match self.scene.places[self.place].shape {
                    Shape::Point => Some(if unicode { "┼" } else { "+" }),
                    _ => None,
                };
                let free = if unicode { "·" } else { "." };
                let bold = Style::new().add_modifier(Modifier::BOLD);
                let dim = Style::new().add_modifier(Modifier::DIM);
                match (is(targets), point) {
                    (true, _) => ((if unicode { "•" } else { "*" }).to_owned(), bold),
                    (false, Some(point)) => (point.to_owned(), dim),
                    (false, None) => (free.to_owned(), dim),
                }
            }
        };
        if self.lies.is_some() && is(targets) {
            style = style.add_modifier(Modifier::UNDERLINED);
        }
        if is(&self.scene.last) || is(&self.scene.decisive) {
            style = style.add_modifier(Modifier::REVERSED).remove_modifier(Modifier::DIM);
        }
        (text, style)
    }

    /// What stands around the letter.
    fn brackets(&self) -> [&'static str; 2] {
        let is = |places: &[usize]| places.contains(&self.place);
        match self.pointing {
            Pointing { cursor: Some(place), .. } if *place == self.place => ["[", "]"],
            Pointing { chosen, .. } if is(chosen) => ["<", ">"],
            Pointing { hint, .. } if is(hint) => ["{", "}"],
            _ => [" ", " "],
        }
    }
}

/// The lines between points.
fn lines(
    page: &mut WrittenPage<'_>,
    scene: &Scene,
    geometry: &Geometry,
    unicode: bool,
    style: Style,
) {
    for (from, to) in &scene.lines {
        let [start, end] = [*from, *to].map(|place| geometry.places[place].middle());
        let step = [(end[0] - start[0]).signum(), (end[1] - start[1]).signum()];
        let line = match (step, unicode) {
            ([_, 0], true) => "─",
            ([_, 0], false) => "-",
            ([0, _], true) => "│",
            ([0, _], false) => "|",
            ([across, down], true) if across == down => "╲",
            ([across, down], false) if across == down => "\\",
            (_, true) => "╱",
            (_, false) => "/",
        };
        // A slanting line is drawn where it crosses a row.
        let long = (end[1] - start[1]).abs();
        if step[0] != 0 && step[1] != 0 {
            for row in 1..long {
                let x = start[0] as f32 + (end[0] - start[0]) as f32 * row as f32 / long as f32;
                page.write([x.round() as i32, start[1] + step[1] * row], line, style);
            }
        } else {
            let mut at = [start[0] + step[0], start[1] + step[1]];
            while at != end {
                page.write(at, line, style);
                at = [at[0] + step[0], at[1] + step[1]];
            }
        }
    }
}

pub const UP: usize = 1;
pub const DOWN: usize = 2;
pub const LEFT: usize = 4;
pub const RIGHT: usize = 8;

/// The lines that lead into these directions.
pub const LINES: [char; 16] =
    [' ', '│', '│', '│', '─', '┘', '┐', '┤', '─', '└', '┌', '├', '─', '┴', '┬', '┼'];

/// The directions of a line.
pub fn ways_of(line: char) -> usize {
    match line {
        '│' => UP | DOWN,
        '─' => LEFT | RIGHT,
        line => LINES.iter().position(|it| *it == line).unwrap_or(0),
    }
}
