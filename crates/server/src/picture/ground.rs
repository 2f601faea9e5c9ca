//! The board under the pieces.

use ludoteca_core::scene::{Ground, Place, Scene, Shape};
use tiny_skia::Rect;

use super::{Ink, PictureCanvas, disc, extent, noise, path, rounded};

/// The width of the frame around the places, in cells.
pub const FRAME: f32 = 0.35;

/// The colours of a ground: of the frame, of the board, of cells on alternating places, and of
/// lines.
struct GroundColours {
    frame: u32,
    board: u32,
    cells: [u32; 2],
    line: u32,
}

fn colours(ground: Ground) -> GroundColours {
    match ground {
        Ground::Checkered => GroundColours {
            frame: 0x7f_5c3a,
            board: 0xb0_8d5c,
            cells: [0xf0_dfbd, 0xd9_b884],
            line: 0xb0_8d5c,
        },
        Ground::Ruled => GroundColours {
            frame: 0xe7_dcc3,
            board: 0xfb_f6e9,
            cells: [0xfb_f6e9; 2],
            line: 0x8f_8270,
        },
        Ground::Tiles => GroundColours {
            frame: 0x5f_6b66,
            board: 0x4c_5753,
            cells: [0xe9_e4d4, 0xdf_d9c6],
            line: 0x4c_5753,
        },
        Ground::Wood => GroundColours {
            frame: 0x8a_5f34,
            board: 0xdf_b97c,
            cells: [0xdf_b97c; 2],
            line: 0x4a_331b,
        },
        Ground::Night => GroundColours {
            frame: 0x0b_1226,
            board: 0x27_3760,
            cells: [0x12_1d3c, 0x15_2246],
            line: 0x2c_3d68,
        },
    }
}

pub fn draw(canvas: &mut PictureCanvas, scene: &Scene) {
    let ground = scene.look.ground;
    let colours = colours(ground);
    let board = canvas.board;
    let frame = board.outset(FRAME, FRAME).unwrap_or(board);
    for (below, opacity) in [(0.14, 0.10), (0.08, 0.14)] {
        let shadow = Rect::from_xywh(frame.x(), frame.y() + below, frame.width(), frame.height());
        if let Some(shadow) =
            shadow.and_then(|it| rounded(it.outset(0.04, 0.0).unwrap_or(it), 0.25))
        {
            canvas.fill(&shadow, Ink(0x3c_230a, opacity));
        }
    }
    if let Some(frame) = rounded(frame, 0.22) {
        canvas.fill(&frame, Ink(colours.frame, 1.0));
    }
    let has_cells = scene.places.iter().any(|place| place.shape == Shape::Cell);
    // Points and bowls have bare wood up to the edge.
    let surface = if has_cells { board } else { board.outset(0.2, 0.2).unwrap_or(board) };
    if let Some(surface) = rounded(surface, 0.12) {
        canvas.fill(&surface, Ink(colours.board, 1.0));
    }
    if ground == Ground::Wood {
        grain(canvas, surface);
    }
    for place in &scene.places {
        if place.shape == Shape::Cell {
            cell(canvas, place, ground, &colours);
        }
    }
    lines(canvas, scene, &colours);
    for place in scene.places.iter().filter(|place| matches!(place.shape, Shape::Bowl | Shape::Pot))
    {
        hollow(canvas, place);
    }
}

fn cell(canvas: &mut PictureCanvas, place: &Place, ground: Ground, colours: &GroundColours) {
    let (gap, corner) = match ground {
        Ground::Tiles => (0.045, 0.16),
        Ground::Checkered => (0.0, 0.0),
        Ground::Ruled | Ground::Wood | Ground::Night => (0.012, 0.0),
    };
    let side = 1.0 - 2.0 * gap;
    let Some(rect) = Rect::from_xywh(place.x + gap, place.y + gap, side, side) else { return };
    let (column, row) = (place.x.round().abs() as usize, place.y.round().abs() as usize);
    let fill = Ink(colours.cells[(column + row) % 2], 1.0);
    if let Some(path) = rounded(rect, corner) {
        canvas.fill(&path, fill);
        if ground == Ground::Ruled {
            canvas.stroke(&path, Ink(colours.line, 0.8), 0.03);
        }
    }
    if ground == Ground::Night {
        for star in 0..3 {
            let chance = noise(41 * column + star, row);
            let (x, y) = (noise(column, 17 * row + star), noise(row + star, 23 * column));
            let size = 0.012 + 0.016 * chance;
            if let Some(star) = disc(rect.x() + 0.1 + 0.8 * x, rect.y() + 0.1 + 0.8 * y, size) {
                canvas.fill(&star, Ink(0xff_ffff, 0.15 + 0.4 * chance));
            }
        }
    }
}

/// Lines between places. The crossings of a board without lines, on which pieces lie on points,
/// have small dots.
fn lines(canvas: &mut PictureCanvas, scene: &Scene, colours: &GroundColours) {
    let centre = |place: usize| (scene.places[place].x + 0.5, scene.places[place].y + 0.5);
    let drawn = path(|builder| {
        for (from, to) in &scene.lines {
            let (from, to) = (centre(*from), centre(*to));
            builder.move_to(from.0, from.1);
            builder.line_to(to.0, to.1);
        }
    });
    match drawn {
        Some(drawn) => canvas.stroke(&drawn, Ink(colours.line, 0.9), 0.032),
        None => {
            let points = scene.places.iter().filter(|place| place.shape == Shape::Point);
            for dot in points.filter_map(|place| disc(place.x + 0.5, place.y + 0.5, 0.07)) {
                canvas.fill(&dot, Ink(colours.line, 0.9));
            }
        }
    }
}

/// A carved bowl: a dark inside with a shadow above and a light rim below.
fn hollow(canvas: &mut PictureCanvas, place: &Place) {
    let (top, down) = extent(place);
    for (inside, below, rgb, opacity) in
        [(0.03, 0.03, 0xff_efd0, 0.7), (0.04, 0.0, 0x8d_6237, 1.0), (0.10, 0.05, 0xa8_7743, 1.0)]
    {
        let side = 1.0 - 2.0 * inside;
        let height = down - 2.0 * inside;
        let rect = Rect::from_xywh(place.x + inside, top + inside + below, side, height - below);
        let path = rect.and_then(|rect| match place.shape {
            Shape::Pot => rounded(rect, 0.45),
            _ => tiny_skia::PathBuilder::from_oval(rect),
        });
        if let Some(path) = path {
            canvas.fill(&path, Ink(rgb, opacity));
        }
    }
}

/// Faint lines in the wood.
fn grain(canvas: &mut PictureCanvas, board: Rect) {
    let count = (4.0 * board.height()) as usize;
    for at in 0..count {
        let y = board.top() + (at as f32 + noise(at, 3)) / count as f32 * board.height();
        let bend = 0.1 * (noise(at, 5) - 0.5);
        let (start, length) = (noise(at, 7) * 0.3, 0.5 + 0.5 * noise(at, 9));
        let from = board.left() + start * board.width();
        let to = (from + length * board.width()).min(board.right());
        let line = path(|it| {
            it.move_to(from, y);
            it.quad_to((from + to) / 2.0, y + bend, to, y);
        });
        if let Some(line) = line.filter(|_| y + bend.abs() < board.bottom()) {
            canvas.stroke(&line, Ink(0x6b_4520, 0.13), 0.02);
        }
    }
}
