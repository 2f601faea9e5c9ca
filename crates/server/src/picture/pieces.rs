//! What lies on the board.

use std::f32::consts::TAU;

use ludoteca_core::Seat;
use ludoteca_core::scene::{Colour, Piece, PieceKind, PieceLook, Place, Scene};
use tiny_skia::{Path, Rect};

use super::{Ink, PictureCanvas, disc, extent, noise, path, polygon, rounded};

/// The radius of a piece, in cells.
const RADIUS: f32 = 0.38;

/// Light and shadow on pieces.
const LIGHT: u32 = 0xff_ffff;
const SHADOW: u32 = 0x1c_1004;

pub fn draw(canvas: &mut PictureCanvas, scene: &Scene, colours: &[Colour], far_seat: Option<Seat>) {
    for places in &scene.spans {
        let seat = scene.pieces.iter().find(|piece| Some(&piece.place) == places.first());
        if let Some(Piece { kind: PieceKind::Of(seat, _), .. }) = seat {
            plate(canvas, scene, places, colour_of(*seat, colours));
        }
    }
    for piece in &scene.pieces {
        let place = &scene.places[piece.place];
        match piece.kind {
            PieceKind::Stones => stones(canvas, place, piece.count),
            PieceKind::Obstacle => obstacle(canvas, place),
            PieceKind::Of(..) if scene.spans.iter().any(|span| span.contains(&piece.place)) => {}
            PieceKind::Of(seat, figure) => {
                let ink = colour_of(seat, colours);
                let at = PieceAt { x: place.x + 0.5, y: place.y + 0.5, seat: seat.index(), ink };
                match (scene.look.pieces, figure) {
                    (PieceLook::Bodies, Some(figure)) if figure.letter.is_alphanumeric() => {
                        rock(canvas, at);
                    }
                    (PieceLook::Bodies, _) => plate(canvas, scene, &[piece.place], ink),
                    (PieceLook::Letters, _) => token(canvas, at),
                    (PieceLook::Signs, _) => sign(canvas, at),
                    (PieceLook::Stones, _) => stone(canvas, at),
                    (PieceLook::Blobs, _) => blob(canvas, at),
                    (PieceLook::Pawns, _) => pawn(canvas, at, Some(seat) == far_seat),
                    (PieceLook::Men, _) => man(canvas, at),
                }
            }
        }
    }
}

/// Where a piece lies, the index of its seat, and its colour.
#[derive(Copy, Clone)]
struct PieceAt {
    x: f32,
    y: f32,
    seat: usize,
    ink: Colour,
}

impl PieceAt {
    /// The contrasting colour, for signs on the piece.
    fn sign(self) -> u32 {
        if self.ink.has_dark_ink() { 0x1d_1a17 } else { 0xff_ffff }
    }
}

fn colour_of(seat: Seat, colours: &[Colour]) -> Colour {
    colours.get(seat.index()).copied().unwrap_or(Colour::Metal)
}

fn rgb(colour: Colour) -> u32 {
    let [red, green, blue] = colour.rgb();
    u32::from_be_bytes([0, red, green, blue])
}

/// A shape with its shadow, its colour and a rim, so that light pieces differ from light grounds.
fn body(canvas: &mut PictureCanvas, outline: Option<Path>, ink: Colour) {
    let Some(outline) = outline else { return };
    for (below, opacity) in [(0.06, 0.16), (0.03, 0.22)] {
        let moved = outline.clone().transform(tiny_skia::Transform::from_translate(0.0, below));
        if let Some(moved) = moved {
            canvas.fill(&moved, Ink(SHADOW, opacity));
        }
    }
    canvas.fill(&outline, Ink(rgb(ink), 1.0));
    let rim = if ink == Colour::Black { Ink(LIGHT, 0.35) } else { Ink(SHADOW, 0.45) };
    canvas.stroke(&outline, rim, 0.025);
}

fn fill(canvas: &mut PictureCanvas, shape: Option<Path>, ink: Ink) {
    if let Some(shape) = shape {
        canvas.fill(&shape, ink);
    }
}

fn stroke(canvas: &mut PictureCanvas, shape: Option<Path>, ink: Ink, width: f32) {
    if let Some(shape) = shape {
        canvas.stroke(&shape, ink, width);
    }
}

/// Disc, diamond, triangle and cross, seat by seat.
fn token(canvas: &mut PictureCanvas, at: PieceAt) {
    let r = RADIUS;
    let outline = match at.seat % 4 {
        0 => disc(at.x, at.y, r),
        1 => {
            polygon(at.x, at.y, &[(0.0, -1.2 * r), (1.2 * r, 0.0), (0.0, 1.2 * r), (-1.2 * r, 0.0)])
        }
        2 => polygon(at.x, at.y, &[(0.0, -1.15 * r), (1.15 * r, 0.9 * r), (-1.15 * r, 0.9 * r)]),
        _ => polygon(at.x, at.y, &cross(0.45 * r, 1.05 * r)),
    };
    body(canvas, outline, at.ink);
}

fn cross(arm: f32, end: f32) -> [(f32, f32); 12] {
    [
        (-arm, -end),
        (arm, -end),
        (arm, -arm),
        (end, -arm),
        (end, arm),
        (arm, arm),
        (arm, end),
        (-arm, end),
        (-arm, arm),
        (-end, arm),
        (-end, -arm),
        (-arm, -arm),
    ]
}

/// X, O, triangle and square, drawn with a thick pen.
fn sign(canvas: &mut PictureCanvas, at: PieceAt) {
    let PieceAt { x, y, .. } = at;
    let r = 0.28;
    let drawn = match at.seat % 4 {
        0 => path(|it| {
            it.move_to(x - r, y - r);
            it.line_to(x + r, y + r);
            it.move_to(x + r, y - r);
            it.line_to(x - r, y + r);
        }),
        1 => disc(x, y, 1.05 * r),
        2 => polygon(x, y, &[(0.0, -1.1 * r), (1.1 * r, 0.85 * r), (-1.1 * r, 0.85 * r)]),
        _ => polygon(x, y, &[(-r, -r), (r, -r), (r, r), (-r, r)]),
    };
    stroke(canvas, drawn, Ink(rgb(at.ink), 1.0), 0.13);
}

/// A smooth stone with a small emblem of its seat.
fn stone(canvas: &mut PictureCanvas, at: PieceAt) {
    let PieceAt { x, y, .. } = at;
    let r = 0.44;
    body(canvas, disc(x, y, r), at.ink);
    fill(canvas, disc(x - 0.13, y - 0.15, 0.16), Ink(LIGHT, 0.14));
    fill(canvas, disc(x - 0.15, y - 0.17, 0.09), Ink(LIGHT, 0.22));
    let sign = Ink(at.sign(), 0.65);
    let emblem = match at.seat % 4 {
        0 => None,
        1 => disc(x, y, 0.6 * r),
        2 => polygon(x, y, &[(0.0, -0.16), (0.15, 0.11), (-0.15, 0.11)]),
        _ => path(|it| {
            it.move_to(x - 0.14, y);
            it.line_to(x + 0.14, y);
            it.move_to(x, y - 0.14);
            it.line_to(x, y + 0.14);
        }),
    };
    stroke(canvas, emblem, sign, 0.035);
}

/// Something alive: an outline with as many lobes as suit its seat, a highlight and two eyes.
fn blob(canvas: &mut PictureCanvas, at: PieceAt) {
    let PieceAt { x, y, .. } = at;
    let (lobes, depth) = [(0.0, 0.0), (4.0, 0.09), (3.0, 0.13), (5.0, 0.12)][at.seat % 4];
    let around = |turn: f32| {
        let radius = 0.40 * (1.0 + depth * (lobes * turn + TAU / 8.0 * lobes).cos());
        (radius * turn.sin(), -radius * turn.cos())
    };
    let corners: Vec<_> = (0..72).map(|at| around(at as f32 / 72.0 * TAU)).collect();
    body(canvas, polygon(x, y, &corners), at.ink);
    fill(canvas, disc(x - 0.11, y - 0.19, 0.09), Ink(LIGHT, 0.45));
    for side in [-0.11, 0.11] {
        fill(canvas, disc(x + side, y + 0.05, 0.065), Ink(0x16_1210, 0.85));
        fill(canvas, disc(x + side - 0.02, y + 0.03, 0.02), Ink(LIGHT, 0.9));
    }
}

/// A piece that points away from its own side; that of the second seat has a band.
fn pawn(canvas: &mut PictureCanvas, at: PieceAt, is_far: bool) {
    let turn = if is_far { -1.0 } else { 1.0 };
    let PieceAt { x, y, .. } = at;
    let shape =
        [(0.0, -0.48), (0.26, 0.07), (0.34, 0.35), (0.0, 0.39), (-0.34, 0.35), (-0.26, 0.07)];
    let shape = shape.map(|(right, down)| (right, turn * down));
    body(canvas, polygon(x, y, &shape), at.ink);
    let sign = Ink(at.sign(), 0.75);
    fill(canvas, disc(x, y - turn * 0.08, 0.12), Ink(LIGHT, 0.25));
    stroke(canvas, disc(x, y - turn * 0.08, 0.12), sign, 0.03);
    if at.seat % 2 == 1 {
        let band = path(|it| {
            it.move_to(x - 0.24, y + turn * 0.26);
            it.line_to(x, y + turn * 0.13);
            it.line_to(x + 0.24, y + turn * 0.26);
        });
        stroke(canvas, band, sign, 0.05);
    }
}

/// A turned man with grooves; that of the second seat has a star in its middle.
fn man(canvas: &mut PictureCanvas, at: PieceAt) {
    let PieceAt { x, y, .. } = at;
    body(canvas, disc(x, y, 0.42), at.ink);
    let groove = Ink(at.sign(), 0.35);
    for radius in [0.34, 0.25] {
        stroke(canvas, disc(x, y, radius), groove, 0.025);
    }
    if at.seat % 2 == 1 {
        let point = |corner: usize| {
            let (turn, radius) = (corner as f32 / 10.0 * TAU, [0.15, 0.065][corner % 2]);
            (radius * turn.sin(), -radius * turn.cos())
        };
        let star: Vec<_> = (0..10).map(point).collect();
        fill(canvas, polygon(x, y, &star), Ink(at.sign(), 0.7));
    }
}

/// A rock with craters.
fn rock(canvas: &mut PictureCanvas, at: PieceAt) {
    let PieceAt { x, y, .. } = at;
    let around = |corner: usize| {
        let turn = corner as f32 / 14.0 * TAU;
        let radius = 0.37 + 0.08 * noise(corner, 11 + at.seat);
        (radius * turn.sin(), -radius * turn.cos())
    };
    let corners: Vec<_> = (0..14).map(around).collect();
    body(canvas, polygon(x, y, &corners), Colour::Rock);
    for (right, down, radius) in [(-0.15, -0.12, 0.08), (0.14, -0.04, 0.06), (-0.02, 0.17, 0.09)] {
        fill(canvas, disc(x + right, y + down, radius), Ink(SHADOW, 0.28));
        fill(canvas, disc(x + right + 0.015, y + down + 0.02, 0.75 * radius), Ink(SHADOW, 0.14));
    }
}

/// A plate of metal over one or several places in a row, with rivets at its ends.
fn plate(canvas: &mut PictureCanvas, scene: &Scene, places: &[usize], ink: Colour) {
    let corners = places.iter().map(|place| (scene.places[*place].x, scene.places[*place].y));
    let bounds = corners.map(|(x, y)| (x, y, x + 1.0, y + 1.0));
    let Some((l, t, r, b)) =
        bounds.reduce(|a, b| (a.0.min(b.0), a.1.min(b.1), a.2.max(b.2), a.3.max(b.3)))
    else {
        return;
    };
    let inside = 0.1;
    let Some(rect) = Rect::from_ltrb(l + inside, t + inside, r - inside, b - inside) else {
        return;
    };
    body(canvas, rounded(rect, 0.16), ink);
    let shine = Rect::from_xywh(rect.x() + 0.06, rect.y() + 0.05, rect.width() - 0.12, 0.1);
    fill(canvas, shine.and_then(|it| rounded(it, 0.05)), Ink(LIGHT, 0.3));
    let ends = [(rect.left(), rect.top()), (rect.right(), rect.bottom())];
    for x in [ends[0].0 + 0.13, ends[1].0 - 0.13] {
        for y in [ends[0].1 + 0.13, ends[1].1 - 0.13] {
            fill(canvas, disc(x, y, 0.035), Ink(SHADOW, 0.5));
        }
    }
}

fn obstacle(canvas: &mut PictureCanvas, place: &Place) {
    let block = Rect::from_xywh(place.x + 0.06, place.y + 0.06, 0.88, 0.88);
    fill(canvas, block.and_then(|it| rounded(it, 0.14)), Ink(0x5a_5047, 1.0));
    let top = Rect::from_xywh(place.x + 0.12, place.y + 0.1, 0.76, 0.7);
    fill(canvas, top.and_then(|it| rounded(it, 0.12)), Ink(0x7b_6f61, 1.0));
}

/// Seeds in a bowl, laid in a spiral from its middle.
fn stones(canvas: &mut PictureCanvas, place: &Place, count: u32) {
    let (top, down) = extent(place);
    let (x, y) = (place.x + 0.5, top + down / 2.0 + 0.02);
    let count = count.min(60);
    let spread = if count > 12 { 0.34 } else { 0.1 * (count as f32).sqrt() };
    for at in 0..count {
        let turn = at as f32 * 2.4 + place.x;
        let radius = spread * ((at as f32 + 0.5) / count as f32).sqrt();
        let (right, below) = (radius * turn.cos(), radius * turn.sin() * down);
        let seed = (at as usize, place.x.abs() as usize);
        let shade = [0x6d_4a2c, 0x8a_6238, 0x5d_5a52][(noise(seed.0, seed.1) * 2.99) as usize];
        fill(canvas, disc(x + right, y + below + 0.02, 0.085), Ink(SHADOW, 0.3));
        fill(canvas, disc(x + right, y + below, 0.08), Ink(shade, 1.0));
        fill(canvas, disc(x + right - 0.022, y + below - 0.026, 0.026), Ink(LIGHT, 0.4));
    }
}
