//! Draws what pieces lie on: cells, points and lines, bowls and pots, obstacles, and the marks on
//! the edge.

use std::f32::consts::TAU;

use egui::{Color32, CornerRadius, FontId, Painter, Pos2, Rect, Vec2, epaint, pos2, vec2};
use ludoteca_core::scene::{Ground, PieceKind, Scene, Shape};

use super::BoardStyle;
use super::canvas::{Canvas, Outline};
use super::layout::{EDGE, Layout, MOST_EDGE};
use super::palette::{Palette, seen_at};
use super::pieces::{Letters, Token, centred, draw_seed};

/// Draws the frame with its shadow and its marks.
pub fn paint_frame(painter: &Painter, scene: &Scene, layout: &Layout, style: &BoardStyle) {
    let (frame, unit, palette) = (layout.frame(), layout.unit(), style.palette);
    let corners = CornerRadius::same((0.16 * unit).clamp(2.0, 10.0) as u8);
    let shadow = epaint::Shadow { offset: [0, 2], blur: 10, spread: 0, color: palette.shadow };
    painter.add(shadow.as_shape(frame, corners));
    painter.rect_filled(frame, corners, palette.frame);
    if style.ground == Ground::Wood {
        let mut canvas = Canvas::new(painter);
        draw_grain(&mut canvas, frame, unit, palette);
        canvas.paint(painter);
    }
    if layout.margin() <= 0.0 {
        return;
    }
    let font = FontId::proportional(0.62 * layout.margin());
    let marks = scene.marks.iter().enumerate().map(|(at, mark)| {
        let galley = painter.layout_no_wrap(mark.text.clone(), font.clone(), palette.mark);
        centred(&galley, layout.mark(at), palette.mark)
    });
    // The marks are laid out before they are added, since a painter cannot do both at a time.
    painter.extend(marks.collect::<Vec<_>>());
}

/// Draws everything inside the frame that stays the same for the whole game.
pub fn draw_places(canvas: &mut Canvas, scene: &Scene, layout: &Layout, style: &BoardStyle) {
    let (unit, palette) = (layout.unit(), style.palette);
    let pixel = canvas.pixel();
    // The lines between cells are the ground beneath them that shows through.
    let line = (0.02 * unit / pixel).round().max(1.0) * pixel;
    let cells = scene.places.iter().any(|place| place.shape == Shape::Cell);
    let around = Rect::from_min_max(layout.board().min - Vec2::splat(line), layout.board().max);
    match (cells, style.ground) {
        // Bare wood is one piece with its frame.
        (false, Ground::Wood) => {}
        (false, _) => canvas.rect(around, palette.ground),
        (true, _) => canvas.rect(around, palette.line),
    }
    for (from, to) in &scene.lines {
        canvas.line(
            [layout.centre(*from), layout.centre(*to)],
            (0.03 * unit).max(1.0),
            palette.line,
        );
    }
    let mut tiles: [Option<Canvas>; 2] = [None, None];
    for (at, place) in scene.places.iter().enumerate() {
        let (rect, centre) = (layout.rect(at), layout.centre(at));
        match place.shape {
            Shape::Cell => {
                let turn = (place.x.round() as i32 + place.y.round() as i32).rem_euclid(2) as usize;
                match style.ground {
                    Ground::Tiles => {
                        let blank = canvas.another();
                        let tile = tiles[turn]
                            .get_or_insert_with(|| tile(blank, unit, palette.cells[turn]));
                        canvas.stamp(tile, centre.to_vec2());
                    }
                    ground => {
                        canvas.rect(cell(rect, line), palette.cells[turn]);
                        if ground == Ground::Night {
                            draw_stars(canvas, rect, unit, at);
                        }
                    }
                }
            }
            Shape::Point if scene.lines.is_empty() => {
                canvas.fill(&Outline::disc(centre, 0.075 * unit), [palette.line; 2]);
            }
            Shape::Point => {}
            Shape::Bowl | Shape::Pot => draw_hollow(canvas, place.shape, rect, unit, palette),
        }
    }
    for at in star_points(scene) {
        canvas.fill(&Outline::disc(layout.centre(at), 0.09 * unit), [palette.line; 2]);
    }
    for piece in scene.pieces.iter().filter(|piece| piece.kind == PieceKind::Obstacle) {
        draw_obstacle(canvas, cell(layout.rect(piece.place), line), unit, palette);
    }
}

/// Shows whose the bowls and pots are: a line in the seat's colour along its row, and its piece at
/// the top of its pot.
pub fn paint_owners(painter: &Painter, scene: &Scene, layout: &Layout, style: &BoardStyle) {
    let unit = layout.unit();
    let mut canvas = Canvas::new(painter);
    let mut letters = Letters::new(painter);
    let mut texts = Vec::new();
    for (at, owner) in scene.owners.iter().enumerate() {
        let Some(seat) = *owner else { continue };
        let (rect, centre) = (layout.rect(at), layout.centre(at));
        match scene.places[at].shape {
            Shape::Bowl => {
                // The line lies on the outer side of the row.
                let is_below = centre.y > layout.board().center().y;
                let apart = (0.5 * EDGE * unit).min(0.5 * MOST_EDGE);
                let y = if is_below { rect.bottom() + apart } else { rect.top() - apart };
                let palette = style.palette;
                let colour = seen_at(SEEN, style.colour(seat), palette.frame, palette.mark);
                let line = [pos2(rect.left(), y), pos2(rect.right(), y)];
                canvas.line(line, (0.05 * unit).clamp(2.0, 5.0), colour);
            }
            Shape::Pot => {
                let middle = centre - vec2(0.0, 0.66 * unit);
                if let Some(token) = Token::of(PieceKind::Of(seat, None), style) {
                    token.draw(&mut canvas, middle, 0.13 * unit, style.palette);
                    texts.extend(token.letter(middle, 0.13 * unit, 1.0, &mut letters));
                }
            }
            Shape::Cell | Shape::Point => {}
        }
    }
    canvas.paint(painter);
    painter.extend(texts);
}

/// The contrast that lines and signs need.
const SEEN: f32 = 3.0;

/// Draws the grain of bare wood: long lines that are not quite straight.
fn draw_grain(canvas: &mut Canvas, within: Rect, unit: f32, palette: &Palette) {
    const STEPS: usize = 24;
    if within.size().min_elem() < 8.0 {
        return;
    }
    let apart = (0.21 * unit).clamp(5.0, 16.0);
    let lines = (within.height() / apart) as usize;
    for number in 1..lines {
        let [shift, wave, width] =
            [3, 5, 7].map(|salt| (hashed(number * 16 + salt) & 0xff) as f32 / 255.0);
        let middle = within.top() + (number as f32 + 0.7 * (shift - 0.5)) * apart;
        let points = (0..=STEPS).map(|step| {
            let along = step as f32 / STEPS as f32;
            let bend = (TAU * (along * (0.6 + wave) + shift)).sin()
                + 0.5 * (TAU * (along * 2.3 + wave)).sin();
            pos2(
                within.left() + 2.0 + along * (within.width() - 4.0),
                (middle + 0.22 * apart * bend).clamp(within.top() + 2.0, within.bottom() - 2.0),
            )
        });
        canvas.path(&points.collect::<Vec<_>>(), 0.6 + 0.22 * apart * width, palette.grain);
    }
}

/// A tile around the origin: a light edge above, a dark one below.
fn tile(mut canvas: Canvas, unit: f32, colour: Color32) -> Canvas {
    let tile = Rect::from_center_size(Pos2::ZERO, Vec2::splat(unit)).shrink(0.035 * unit);
    let outline = Outline::rounded(tile, 0.14 * unit);
    let [light, dark] = [Color32::WHITE, Color32::BLACK];
    canvas.fill(&outline, [colour.lerp_to_gamma(light, 0.35), colour.lerp_to_gamma(dark, 0.22)]);
    let inner = Outline::rounded(tile.shrink(0.03 * unit), 0.12 * unit);
    canvas.fill(&inner, [colour.lerp_to_gamma(light, 0.06), colour]);
    canvas
}

/// Draws the stars in a cell of the sky: in most cells a faint one or none.
fn draw_stars(canvas: &mut Canvas, rect: Rect, unit: f32, at: usize) {
    let random = hashed(at);
    for star in 0..(random % 4).saturating_sub(1) {
        let part = |shift: usize| (random >> (8 + 13 * star + shift) & 0x3f) as f32 / 63.0;
        let place = rect.min + vec2(0.1 + 0.8 * part(0), 0.1 + 0.8 * part(6)) * rect.size();
        let bright = 40 + (150.0 * part(3) * part(3)) as u8;
        let size = unit * (0.012 + 0.02 * part(3));
        canvas.fill(&Outline::disc(place, size), [Color32::from_white_alpha(bright); 2]);
    }
}

/// Draws a bowl or a pot that is carved into the board: the light falls from above, so the wall is
/// in the shadow above and lit below.
fn draw_hollow(canvas: &mut Canvas, shape: Shape, rect: Rect, unit: f32, palette: &Palette) {
    let hollow = hollow(shape, rect, unit);
    let [wall, floor] = palette.bowl;
    let rim = [wall.lerp_to_gamma(palette.ground, 0.35), palette.rim];
    canvas.fill(&hollow.offset(0.035 * unit), rim);
    canvas.fill(&hollow, [wall, floor]);
    let down = vec2(0.0, 0.055 * unit);
    let lit = floor.lerp_to_gamma(palette.rim, 0.12);
    let bottom = hollow.offset(-0.075 * unit).moved(down);
    canvas.fill(&bottom, [wall.lerp_to_gamma(floor, 0.45), lit]);
}

/// The points that a large board of crossing lines marks, so that people find their way: the
/// middle, and a point near each corner.
fn star_points(scene: &Scene) -> Vec<usize> {
    let (rows, cols) = scene.places.iter().fold((0, 0), |(rows, cols), place| {
        (rows.max(place.y as usize + 1), cols.max(place.x as usize + 1))
    });
    let is_grid = rows.min(cols) >= 9
        && scene.places.len() == rows * cols
        && scene.places.iter().all(|place| place.shape == Shape::Point)
        && scene.lines.len() == rows * (cols - 1) + cols * (rows - 1);
    if !is_grid {
        return Vec::new();
    }
    let stars = |side: usize| {
        let edge = if side < 13 { 2 } else { 3 };
        [edge, side - 1 - edge]
    };
    let corners = stars(rows).into_iter().flat_map(|row| stars(cols).map(|col| (row, col)));
    let middle = (rows % 2 == 1 && cols % 2 == 1).then_some((rows / 2, cols / 2));
    corners.chain(middle).map(|(row, col)| row * cols + col).collect()
}

/// A number that looks random, the same for the same seed.
fn hashed(seed: usize) -> usize {
    let mixed = (seed as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    ((mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 20) as usize
}

/// Draws the stones of all bowls and pots.
pub fn draw_stones(
    canvas: &mut Canvas,
    scene: &Scene,
    layout: &Layout,
    counts: &[u32],
    palette: &Palette,
) {
    let unit = layout.unit();
    if unit < LEAST_WITH_STONES {
        return;
    }
    let radius = STONE * unit;
    for (at, place) in scene.places.iter().enumerate() {
        let count = counts[at] as usize;
        let middle = layout.centre(at);
        let draw = |number: usize, place: Vec2, canvas: &mut Canvas| {
            let seed = 31 * at + 7 * number;
            draw_seed(canvas, middle + (place + jitter(seed)) * unit, radius, seed % 11, palette);
        };
        match place.shape {
            Shape::Bowl => {
                let count = count.min(MOST_IN_BOWL);
                let turn = at as f32 * 0.7;
                (0..count).for_each(|number| {
                    draw(number, vec2(0.0, -0.05) + in_bowl(number, count, turn), canvas);
                });
            }
            Shape::Pot => {
                (0..count.min(MOST_IN_POT)).for_each(|number| draw(number, in_pot(number), canvas));
            }
            Shape::Cell | Shape::Point => {}
        }
    }
}

/// Draws how many stones are in each bowl and pot.
pub fn paint_counts(
    painter: &Painter,
    scene: &Scene,
    layout: &Layout,
    counts: &[u32],
    palette: &Palette,
) {
    let unit = layout.unit();
    let alone = unit < LEAST_WITH_STONES;
    let size = if alone { 0.42 * unit } else { (0.2 * unit).clamp(9.0, 26.0) };
    let hollow = |shape| matches!(shape, Shape::Bowl | Shape::Pot);
    let mut badges = Canvas::new(painter);
    let mut texts = Vec::new();
    for (at, _) in scene.places.iter().enumerate().filter(|(_, place)| hollow(place.shape)) {
        let galley = painter.layout_no_wrap(
            counts[at].to_string(),
            FontId::proportional(size),
            palette.badge[1],
        );
        let middle = if alone {
            layout.centre(at)
        } else {
            // The number is on the rim, below the stones.
            let middle = pos2(layout.centre(at).x, layout.rect(at).bottom() - 0.13 * unit);
            let badge = Rect::from_center_size(
                middle,
                vec2((galley.size().x + 0.7 * size).max(1.5 * size), 1.3 * size),
            );
            badges.fill(&Outline::rounded(badge, size), [palette.badge[0]; 2]);
            middle
        };
        let faint = if counts[at] == 0 { 0.6 } else { 1.0 };
        texts.push(centred(&galley, middle, palette.badge[1].gamma_multiply(faint)));
    }
    badges.paint(painter);
    painter.extend(texts);
}

/// The line around a place that marks the place.
pub fn edge(scene: &Scene, layout: &Layout, place: usize, inside: f32) -> Outline {
    let (rect, unit) = (layout.rect(place), layout.unit());
    match scene.places[place].shape {
        Shape::Cell => Outline::rounded(rect.shrink(inside), 0.1 * unit),
        Shape::Point => Outline::disc(rect.center(), 0.47 * unit - inside),
        shape => hollow(shape, rect, unit).offset(0.05 * unit - inside),
    }
}

/// The radius of a stone, in units.
pub const STONE: f32 = 0.082;
/// Bowls that are smaller than this show only how many stones there are.
pub const LEAST_WITH_STONES: f32 = 36.0;
/// The most stones that are drawn in a bowl. If there are more, only the number grows.
const MOST_IN_BOWL: usize = 15;
const MOST_IN_POT: usize = 40;

/// A cell without its share of the lines to the right and below.
fn cell(rect: Rect, line: f32) -> Rect {
    Rect::from_min_max(rect.min, rect.max - Vec2::splat(line))
}

fn hollow(shape: Shape, rect: Rect, unit: f32) -> Outline {
    if shape == Shape::Pot {
        Outline::rounded(rect.shrink2(vec2(0.09, 0.14) * unit), 0.36 * unit)
    } else {
        Outline::disc(rect.center(), 0.43 * unit)
    }
}

/// Draws an obstacle: a block of stone that fills the cell.
fn draw_obstacle(canvas: &mut Canvas, rect: Rect, unit: f32, palette: &Palette) {
    let [upper, lower] = palette.obstacle;
    let middle = rect.center();
    let block = |part: f32, corner: f32| {
        let half = 0.5 * part * unit;
        let cut = corner * unit;
        // The corners are cut unevenly, as those of a stone are.
        let corners = [
            vec2(cut - half, -half),
            vec2(half - 1.4 * cut, -half),
            vec2(half, 0.8 * cut - half),
            vec2(half, half - cut),
            vec2(half - 0.7 * cut, half),
            vec2(1.3 * cut - half, half),
            vec2(-half, half - 0.9 * cut),
            vec2(-half, 1.2 * cut - half),
        ];
        Outline::polygon(middle, &corners, 0.06 * unit)
    };
    canvas.shadow(&block(0.9, 0.16).moved(vec2(0.0, 0.04 * unit)), palette.shadow, 0.12 * unit);
    canvas.fill(
        &block(0.9, 0.16),
        [upper.lerp_to_gamma(Color32::WHITE, 0.35), lower.lerp_to_gamma(Color32::BLACK, 0.4)],
    );
    canvas.fill(&block(0.82, 0.14), [upper, lower]);
    // A facet that catches the light, and some specks.
    let lit = [upper.lerp_to_gamma(Color32::WHITE, 0.16), upper.lerp_to_gamma(lower, 0.55)];
    canvas.fill(&block(0.6, 0.13).moved(vec2(-0.03, -0.05) * unit), lit);
    let speck = lower.lerp_to_gamma(Color32::BLACK, 0.3);
    for (x, y, size) in [(-0.16, -0.1, 0.03), (0.13, 0.02, 0.042), (-0.04, 0.16, 0.024)] {
        let at = middle + vec2(x, y) * unit;
        canvas.fill(&Outline::disc(at, size * unit), [speck, speck.gamma_multiply(0.6)]);
    }
}

/// Where a stone lies in a bowl, in units from the middle of the bowl. Stones lie in up to two
/// rings.
fn in_bowl(number: usize, count: usize, turn: f32) -> Vec2 {
    let inner = match count {
        0..=1 => 1,
        2..=5 => 0,
        6..=9 => 1,
        10 => 2,
        11..=12 => 3,
        13..=14 => 4,
        _ => 5,
    };
    let ring = |number: usize, of: usize, radius: f32| {
        Vec2::angled(turn + TAU * number as f32 / of as f32) * radius
    };
    match (number < inner, inner) {
        (true, 1) => Vec2::ZERO,
        (true, _) => ring(number, inner, 0.12),
        (false, 0) => ring(number, count, 0.04 + 0.03 * count as f32),
        (false, _) => ring(number - inner, count - inner, if count <= 8 { 0.21 } else { 0.27 }),
    }
}

/// Where a stone lies in a pot. Stones are piled up from below.
fn in_pot(number: usize) -> Vec2 {
    let (row, col) = (number / 4, number % 4);
    let shift = if row % 2 == 0 { -0.03 } else { 0.03 };
    vec2(-0.255 + 0.17 * col as f32 + shift, 0.63 - 0.145 * row as f32)
}

/// A small displacement that depends on the number.
fn jitter(seed: usize) -> Vec2 {
    let part = |salt: u64| {
        ((seed as u64 + salt).wrapping_mul(2_654_435_761) >> 7 & 0xff) as f32 / 255.0 - 0.5
    };
    vec2(part(0), part(40_503)) * 0.03
}
