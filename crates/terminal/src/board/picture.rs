//! Pictures made of blocks: every character shows four parts of a picture in two colours.

use ludoteca_core::drawing;
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;
use ratatui_core::style::{Color, Modifier, Style};

use crate::capabilities::ColourDepth;

/// Red, green and blue, from 0 to 255.
pub type Rgb = [f32; 3];

/// How many parts of a picture a character shows, across and down.
const PARTS: usize = 2;
/// How often a part is sampled in each direction.
const SAMPLES: usize = 3;

/// A picture of a number of characters, and the texts on it.
pub struct BlockPicture {
    /// The size in characters.
    columns: usize,
    rows: usize,
    /// The colour of each part, row by row. Where it is `None`, the terminal shows through.
    parts: Vec<Option<Rgb>>,
    /// Thin lines: a character for each, and its colour. What is painted over them hides them.
    lines: Vec<Option<(char, Rgb)>>,
    texts: Vec<PictureText>,
    /// Are colours never mixed at edges? A palette has no colours for that, and the nearest ones
    /// would make a patchwork.
    crisp: bool,
}

/// A text on a picture.
struct PictureText {
    column: i32,
    row: i32,
    text: String,
    ink: Rgb,
}

impl BlockPicture {
    pub fn new(columns: usize, rows: usize, crisp: bool) -> BlockPicture {
        let parts = vec![None; columns * PARTS * rows * PARTS];
        let lines = vec![None; columns * rows];
        BlockPicture { columns, rows, parts, lines, texts: Vec::new(), crisp }
    }

    /// Paints within a rectangle, which is given in characters. `paint` returns a colour and how
    /// much it covers what is below, for a point that is given in characters. Thin lines are hidden
    /// by what covers them.
    pub fn paint(&mut self, within: [f32; 4], paint: impl Fn([f32; 2]) -> Option<(Rgb, f32)>) {
        self.put(within, true, paint);
    }

    /// The same, but thin lines stay visible.
    pub fn tint(&mut self, within: [f32; 4], paint: impl Fn([f32; 2]) -> Option<(Rgb, f32)>) {
        self.put(within, false, paint);
    }

    /// Draws a thin line, which is a character.
    pub fn line(&mut self, [column, row]: [i32; 2], line: char, ink: Rgb) {
        if let Some(at) = self.number(column, row) {
            self.lines[at] = Some((line, ink));
        }
    }

    /// The thin line at a character.
    pub fn line_at(&self, [column, row]: [i32; 2]) -> Option<char> {
        self.number(column, row).and_then(|at| self.lines[at]).map(|(line, _)| line)
    }

    fn number(&self, column: i32, row: i32) -> Option<usize> {
        let column = usize::try_from(column).ok().filter(|column| *column < self.columns)?;
        let row = usize::try_from(row).ok().filter(|row| *row < self.rows)?;
        Some(row * self.columns + column)
    }

    fn put(
        &mut self,
        within: [f32; 4],
        hides: bool,
        paint: impl Fn([f32; 2]) -> Option<(Rgb, f32)>,
    ) {
        let [left, top, right, bottom] = within.map(|edge| edge * PARTS as f32);
        let range = |from: f32, to: f32, most: usize| {
            (from.floor().max(0.0) as usize)..(to.ceil().max(0.0) as usize).min(most)
        };
        let across = self.columns * PARTS;
        for y in range(top, bottom, self.rows * PARTS) {
            for x in range(left, right, across) {
                let at = |part: usize, sample: usize| {
                    (part as f32 + (sample as f32 + 0.5) / SAMPLES as f32) / PARTS as f32
                };
                let samples = (0..SAMPLES * SAMPLES)
                    .filter_map(|number| paint([at(x, number % SAMPLES), at(y, number / SAMPLES)]));
                let samples: Vec<(Rgb, f32)> = samples.collect();
                let covers: f32 = samples.iter().map(|(_, covers)| covers).sum();
                if covers <= 0.0 {
                    continue;
                }
                let mut cover = covers / (SAMPLES * SAMPLES) as f32;
                let colour = if self.crisp {
                    // What is thin is drawn even where it covers less than half.
                    let least = if hides { SAMPLES * SAMPLES / 2 + 1 } else { SAMPLES };
                    if samples.len() < least {
                        continue;
                    }
                    cover = covers / samples.len() as f32;
                    commonest(&mut samples.iter().map(|(colour, _)| *colour)).unwrap_or_default()
                } else {
                    let sum = |part: usize| -> f32 {
                        samples.iter().map(|(colour, covers)| colour[part] * covers).sum()
                    };
                    [0, 1, 2].map(|part| sum(part) / covers)
                };
                let part = &mut self.parts[y * across + x];
                *part = Some(mixed(part.unwrap_or(colour), colour, cover));
                if hides && cover > 0.5 {
                    self.lines[y / PARTS * self.columns + x / PARTS] = None;
                }
            }
        }
    }

    /// Writes a text over the picture, from this character on.
    pub fn write(&mut self, column: i32, row: i32, text: impl Into<String>, ink: Rgb) {
        self.texts.push(PictureText { column, row, text: text.into(), ink });
    }

    /// Shows the part of the picture that begins at a character in an area.
    pub fn show(&self, buffer: &mut Buffer, area: Rect, from: [i32; 2], depth: ColourDepth) {
        for row in 0..area.height {
            for column in 0..area.width {
                let (x, y) = (i32::from(column) + from[0], i32::from(row) + from[1]);
                let Some(four) = self.four(x, y) else { continue };
                let line = self.number(x, y).and_then(|at| self.lines[at]);
                let (symbol, fore, back) = match line {
                    Some((line, ink)) => (line, Some(ink), self.one_of(&four)),
                    None if self.crisp => block(four, commonest),
                    None => block(four, mean),
                };
                let cell = &mut buffer[(area.x + column, area.y + row)];
                cell.set_char(symbol);
                cell.fg = fore.map_or(Color::Reset, |colour| shown(colour, depth));
                cell.bg = back.map_or(Color::Reset, |colour| shown(colour, depth));
            }
        }
        for text in &self.texts {
            self.show_text(text, buffer, area, from, depth);
        }
    }

    fn show_text(
        &self,
        text: &PictureText,
        buffer: &mut Buffer,
        area: Rect,
        from: [i32; 2],
        depth: ColourDepth,
    ) {
        let mut column = text.column;
        for letter in text.text.chars() {
            let (x, y) = (column - from[0], text.row - from[1]);
            let wide = drawing::width(letter.encode_utf8(&mut [0; 4])) as i32;
            column += wide;
            let fits = x >= 0 && y >= 0 && x + wide <= i32::from(area.width);
            if !fits || y >= i32::from(area.height) || wide == 0 {
                continue;
            }
            let four = self.four(column - wide, text.row).unwrap_or([None; 4]);
            let style = Style::new().fg(shown(text.ink, depth)).add_modifier(Modifier::BOLD);
            let style = match self.one_of(&four) {
                Some(ground) => style.bg(shown(ground, depth)),
                None => style,
            };
            let at = (area.x + x as u16, area.y + y as u16);
            buffer.set_string(at.0, at.1, letter.to_string(), style);
        }
    }

    /// The colour that stands for the parts of a character.
    fn one_of(&self, four: &[Option<Rgb>; 4]) -> Option<Rgb> {
        let mut parts = four.iter().copied().flatten();
        if self.crisp { commonest(&mut parts) } else { mean(&mut parts) }
    }

    /// The four parts of a character.
    fn four(&self, column: i32, row: i32) -> Option<[Option<Rgb>; 4]> {
        let at = self.number(column, row)?;
        let (column, row) = (at % self.columns, at / self.columns);
        let part = |across: usize, down: usize| {
            self.parts[(row * PARTS + down) * self.columns * PARTS + column * PARTS + across]
        };
        Some([part(0, 0), part(1, 0), part(0, 1), part(1, 1)])
    }
}

/// The block that shows four parts best in two colours, and these colours. `None` is the colour of
/// the terminal. `one_of` makes one colour of several.
fn block(
    four: [Option<Rgb>; 4],
    one_of: fn(&mut dyn Iterator<Item = Rgb>) -> Option<Rgb>,
) -> (char, Option<Rgb>, Option<Rgb>) {
    if four.iter().any(Option::is_none) {
        let mut pattern = 0;
        for (at, part) in four.iter().enumerate() {
            pattern |= usize::from(part.is_some()) << at;
        }
        return (BLOCKS[pattern], one_of(&mut four.into_iter().flatten()), None);
    }
    let four = four.map(Option::unwrap_or_default);
    // Patterns come in pairs that differ only in what is called the foreground.
    let error = |pattern: usize| {
        let side = |fore: bool| {
            let parts = four.iter().enumerate();
            parts.filter(move |(at, _)| (pattern >> at & 1 == 1) == fore).map(|(_, part)| *part)
        };
        [true, false].map(|fore| {
            let mean = mean(&mut side(fore)).unwrap_or_default();
            side(fore).map(|part| distance(part, mean)).sum::<f32>()
        })
    };
    let best = (0..8).min_by(|one, other| {
        let sum = |pattern| error(pattern).iter().sum::<f32>();
        sum(*one).total_cmp(&sum(*other))
    });
    let pattern = best.unwrap_or_default();
    let side = |fore: bool| {
        one_of(&mut (0..4).filter(|at| (pattern >> at & 1 == 1) == fore).map(|at| four[at]))
    };
    (BLOCKS[pattern], side(true), side(false))
}

/// The blocks of all patterns: upper left, upper right, lower left and lower right count 1, 2, 4
/// and 8.
const BLOCKS: [char; 16] =
    [' ', '▘', '▝', '▀', '▖', '▌', '▞', '▛', '▗', '▚', '▐', '▜', '▄', '▙', '▟', '█'];

fn mean(colours: &mut dyn Iterator<Item = Rgb>) -> Option<Rgb> {
    let mut sum = [0.0; 3];
    let mut count = 0.0;
    for colour in colours {
        count += 1.0;
        sum.iter_mut().zip(colour).for_each(|(sum, part)| *sum += part);
    }
    (count > 0.0).then(|| sum.map(|part| part / count))
}

/// The colour that comes most often. Of several, it is the first.
fn commonest(colours: &mut dyn Iterator<Item = Rgb>) -> Option<Rgb> {
    let mut counted: Vec<(Rgb, usize)> = Vec::new();
    for colour in colours {
        match counted.iter_mut().find(|(it, _)| *it == colour) {
            Some((_, count)) => *count += 1,
            None => counted.push((colour, 1)),
        }
    }
    counted.into_iter().rev().max_by_key(|(_, count)| *count).map(|(colour, _)| colour)
}

/// How well two colours can be told apart, from 1 to 21, by the accessibility guidelines (WCAG).
pub fn contrast(one: Rgb, other: Rgb) -> f32 {
    let light = |colour: Rgb| {
        let [red, green, blue] = colour.map(|part| {
            let part = part / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        });
        0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05
    };
    let (one, other) = (light(one), light(other));
    one.max(other) / one.min(other)
}

/// How far two colours are from each other.
pub fn distance(one: Rgb, other: Rgb) -> f32 {
    one.iter().zip(other).map(|(one, other)| (one - other) * (one - other)).sum()
}

/// A colour on the way from one to another, from 0 to 1.
pub fn mixed(one: Rgb, other: Rgb, way: f32) -> Rgb {
    [0, 1, 2].map(|part| one[part] + (other[part] - one[part]) * way)
}

/// The colour as a terminal can show it.
pub fn shown(colour: Rgb, depth: ColourDepth) -> Color {
    let [red, green, blue] = colour.map(|part| part.round().clamp(0.0, 255.0) as u8);
    match depth {
        ColourDepth::Full => Color::Rgb(red, green, blue),
        _ => Color::Indexed(nearest_of_palette(colour)),
    }
}

/// The steps of the colours from 16 on, which form a cube with red first.
const STEPS: [f32; 6] = [0.0, 95.0, 135.0, 175.0, 215.0, 255.0];

fn nearest_of_palette(colour: Rgb) -> u8 {
    let of_cube = |number: usize| [number / 36, number / 6 % 6, number % 6].map(|step| STEPS[step]);
    // From 232 on come 24 greys, from 8 to 238.
    let of_greys = |number: usize| [8.0 + 10.0 * number as f32; 3];
    let cube = (0..216).map(|number| (16 + number, of_cube(number)));
    let all = cube.chain((0..24).map(|number| (232 + number, of_greys(number))));
    let nearest = all.min_by(|(_, one), (_, other)| {
        difference(colour, *one).total_cmp(&difference(colour, *other))
    });
    nearest.map_or(0, |(number, _)| number as u8)
}

/// How different two colours look: another hue is seen sooner than another brightness.
fn difference(one: Rgb, other: Rgb) -> f32 {
    let [red, green, blue] = [0, 1, 2].map(|part| one[part] - other[part]);
    let light = 0.3 * red + 0.59 * green + 0.11 * blue;
    let (to_blue, to_red) = (0.56 * (blue - light), 0.71 * (red - light));
    light * light + 2.0 * (to_blue * to_blue + to_red * to_red)
}

#[cfg(test)]
mod tests {
    use super::*;

    const RED: Rgb = [200.0, 0.0, 0.0];
    const WHITE: Rgb = [255.0; 3];

    #[test]
    fn blocks_show_four_parts_in_two_colours() {
        for (four, expected) in [
            ([Some(RED); 4], (' ', None, Some(RED))),
            ([Some(WHITE), Some(WHITE), Some(RED), Some(RED)], ('▀', Some(WHITE), Some(RED))),
            ([Some(RED), Some(WHITE), Some(RED), Some(RED)], ('▝', Some(WHITE), Some(RED))),
            ([Some(WHITE), Some(RED), Some(RED), Some(WHITE)], ('▞', Some(RED), Some(WHITE))),
            ([None, None, Some(RED), Some(RED)], ('▄', Some(RED), None)),
            ([None; 4], (' ', None, None)),
        ] {
            assert_eq!(block(four, mean), expected, "{four:?}");
        }
    }

    #[test]
    fn colours_of_the_palette_are_near() {
        for (colour, expected) in [
            ([0.0, 0.0, 0.0], 16),
            ([255.0, 255.0, 255.0], 231),
            ([128.0, 128.0, 128.0], 244),
            ([255.0, 0.0, 0.0], 196),
            ([36.0, 104.0, 216.0], 26),
        ] {
            assert_eq!(nearest_of_palette(colour), expected, "{colour:?}");
        }
    }

    #[test]
    fn edges_are_mixed_from_what_they_cover() {
        let mut picture = BlockPicture::new(1, 1, false);
        picture.paint([0.0, 0.0, 1.0, 1.0], |_| Some((WHITE, 1.0)));
        // The left third of the left half.
        picture.paint([0.0, 0.0, 1.0, 1.0], |[x, _]| (x < 1.0 / 6.0).then_some((RED, 1.0)));
        let [left, right, ..] = picture.four(0, 0).expect("a character").map(Option::unwrap);
        assert_eq!(right, WHITE);
        assert!(distance(left, mixed(WHITE, RED, 1.0 / 3.0)) < 1.0, "{left:?}");
        // With few colours nothing is mixed.
        let mut picture = BlockPicture::new(1, 1, true);
        picture.paint([0.0, 0.0, 1.0, 1.0], |_| Some((WHITE, 1.0)));
        picture.paint([0.0, 0.0, 1.0, 1.0], |[x, _]| (x < 0.4).then_some((RED, 1.0)));
        let four = picture.four(0, 0).expect("a character").map(Option::unwrap);
        assert_eq!(four, [RED, WHITE, RED, WHITE]);
    }

    #[test]
    fn contrast_is_that_of_the_guidelines() {
        assert!((contrast(WHITE, [0.0; 3]) - 21.0).abs() < 0.01);
        assert!((contrast([119.0; 3], WHITE) - 4.48).abs() < 0.01);
    }
}
