//! Draws what pieces lie on: cells, points and lines, bowls and pots, obstacles, and the marks on
//! the edge.

use egui::{CornerRadius, FontId, Painter, Rect, Vec2, epaint, pos2, vec2};
use ludoteca_core::scene::{PieceKind, Scene, Shape};

use super::canvas::{Canvas, Outline};
use super::layout::Layout;
use super::palette::Palette;
use super::pieces::{centred, draw_stone};

/// Draws the frame with its shadow and its marks.
pub fn paint_frame(painter: &Painter, scene: &Scene, layout: &Layout, palette: &Palette) {
    let (frame, unit) = (layout.frame(), layout.unit());
    let corners = CornerRadius::same((0.16 * unit).clamp(2.0, 10.0) as u8);
    let shadow = epaint::Shadow { offset: [0, 2], blur: 10, spread: 0, color: palette.shadow };
    painter.add(shadow.as_shape(frame, corners));
    painter.rect_filled(frame, corners, palette.frame);
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
pub fn draw_places(canvas: &mut Canvas, scene: &Scene, layout: &Layout, palette: &Palette) {
    let unit = layout.unit();
    let pixel = canvas.pixel();
    // The lines between cells are the ground beneath them that shows through.
    let line = (0.02 * unit / pixel).round().max(1.0) * pixel;
    let cells = scene.places.iter().any(|place| place.shape == Shape::Cell);
    let ground = if cells { palette.line } else { palette.ground };
    canvas.rect(
        Rect::from_min_max(layout.board().min - Vec2::splat(line), layout.board().max),
        ground,
    );
    for (from, to) in &scene.lines {
        canvas.line(
            [layout.centre(*from), layout.centre(*to)],
            (0.035 * unit).max(1.0),
            palette.line,
        );
    }
    for (at, place) in scene.places.iter().enumerate() {
        let (rect, centre) = (layout.rect(at), layout.centre(at));
        match place.shape {
            Shape::Cell => {
                let turn = (place.x.round() as i32 + place.y.round() as i32).rem_euclid(2) as usize;
                canvas.rect(cell(rect, line), palette.cells[turn]);
            }
            Shape::Point => canvas.fill(&Outline::disc(centre, 0.075 * unit), [palette.line; 2]),
            Shape::Bowl | Shape::Pot => {
                let hollow = hollow(place.shape, rect, unit);
                canvas.shadow(&hollow.offset(0.03 * unit), palette.rim, 0.07 * unit);
                canvas.fill(&hollow, palette.bowl);
            }
        }
    }
    for piece in scene.pieces.iter().filter(|piece| piece.kind == PieceKind::Obstacle) {
        draw_obstacle(canvas, cell(layout.rect(piece.place), line), palette);
    }
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
            draw_stone(canvas, middle + (place + jitter(seed)) * unit, radius, seed % 11, palette);
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

/// Draws an obstacle: hatched, and darker than any cell.
fn draw_obstacle(canvas: &mut Canvas, rect: Rect, palette: &Palette) {
    const LINES: i32 = 4;
    let [ground, lines] = palette.obstacle;
    canvas.rect(rect, ground);
    let step = rect.width() / LINES as f32;
    let width = (0.22 * step).max(1.0);
    // The lines go from the left or lower side to the upper or right side.
    for at in 1..2 * LINES {
        let along = at as f32 * step;
        let (inside, beyond) = (along.min(rect.width()), (along - rect.width()).max(0.0));
        let from = pos2(rect.left() + beyond, rect.top() + inside);
        let to = pos2(rect.left() + inside, rect.top() + beyond);
        canvas.line([from, to], width, lines);
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
        Vec2::angled(turn + std::f32::consts::TAU * number as f32 / of as f32) * radius
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
