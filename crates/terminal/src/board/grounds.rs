//! The colours of grounds, in light and in dark terminals.

use ludoteca_core::scene::{Ground, Scene, Shape};

use super::DrawingStyle;
use super::geometry::has;
use super::picture::{Rgb, mixed};
use crate::choices::BoardSurface;

/// The ground of a board.
pub struct GroundTones {
    pub ground: Ground,
    /// The cells, in two alternating colours.
    pub cells: [Rgb; 2],
    pub line: Rgb,
    pub frame: Rgb,
    /// Text on the frame.
    pub label: Rgb,
}

impl GroundTones {
    /// The ground of a scene, as the person likes it.
    pub fn of(scene: &Scene, style: &DrawingStyle<'_>) -> GroundTones {
        let light = style.capabilities.light;
        // Bowls and points have no cells that could be told apart.
        let cells = has(scene, Shape::Cell);
        match (style.surface, scene.look.ground) {
            (BoardSurface::Own, Ground::Checkered) if light => wood(Ground::Checkered),
            (BoardSurface::Own, Ground::Checkered) => slate(Ground::Checkered),
            (BoardSurface::Own, Ground::Ruled) => paper(light),
            (BoardSurface::Own, Ground::Tiles) => tiles(light),
            (BoardSurface::Own, Ground::Wood) => wood(Ground::Wood),
            (BoardSurface::Own, Ground::Night) => night(),
            (BoardSurface::Wood, _) => wood(if cells { Ground::Checkered } else { Ground::Wood }),
            (BoardSurface::Slate, _) => slate(if cells { Ground::Checkered } else { Ground::Wood }),
            (BoardSurface::Paper, _) => paper(true),
        }
    }
}

/// Are there drawn lines between the cells?
pub fn is_lined(scene: &Scene, surface: BoardSurface) -> bool {
    let ruled = surface == BoardSurface::Own && scene.look.ground == Ground::Ruled;
    has(scene, Shape::Cell) && (ruled || surface == BoardSurface::Paper)
}

fn wood(ground: Ground) -> GroundTones {
    let cells = match ground {
        Ground::Wood => [rgb(0xd2a468); 2],
        _ => [rgb(0xe8cfa3), rgb(0xbd9064)],
    };
    GroundTones { ground, cells, line: rgb(0x4a3018), frame: rgb(0x76502e), label: rgb(0xf3e3c6) }
}

fn slate(ground: Ground) -> GroundTones {
    let cells = match ground {
        Ground::Wood => [rgb(0x525f6d); 2],
        _ => [rgb(0x66757f), rgb(0x4b5963)],
    };
    GroundTones { ground, cells, line: rgb(0x20272e), frame: rgb(0x2c353d), label: rgb(0xc3ced6) }
}

fn paper(light: bool) -> GroundTones {
    if light {
        GroundTones {
            ground: Ground::Ruled,
            cells: [rgb(0xf6f1e4); 2],
            line: rgb(0xb5ab94),
            frame: rgb(0xe3dac4),
            label: rgb(0x5b523f),
        }
    } else {
        GroundTones {
            ground: Ground::Ruled,
            cells: [rgb(0x27313f); 2],
            line: rgb(0x53647c),
            frame: rgb(0x1b232e),
            label: rgb(0xa9b8cc),
        }
    }
}

fn tiles(light: bool) -> GroundTones {
    let [cells, frame, label] = if light {
        [rgb(0xe6e0d2), rgb(0xa69b86), rgb(0x2e291f)]
    } else {
        [rgb(0x434f63), rgb(0x222935), rgb(0xb3c0d3)]
    };
    GroundTones { ground: Ground::Tiles, cells: [cells; 2], line: frame, frame, label }
}

fn night() -> GroundTones {
    GroundTones {
        ground: Ground::Night,
        cells: [rgb(0x10172f); 2],
        line: rgb(0x2b3a66),
        frame: rgb(0x080c1c),
        label: rgb(0x9fb0dd),
    }
}

pub const fn rgb(hex: u32) -> Rgb {
    [(hex >> 16 & 255) as f32, (hex >> 8 & 255) as f32, (hex & 255) as f32]
}

/// The colour of bare wood at a point, with its grain.
pub fn grain(wood: Rgb, [x, y]: [f32; 2]) -> Rgb {
    let wave = (7.0 * y + 0.6 * (0.35 * x).sin() + 0.3 * (1.3 * x + 5.0 * y).sin()).sin();
    mixed(wood, [0.0; 3], 0.025 + 0.025 * wave)
}

/// A number from 0 to 1 that looks random and is always the same for these two.
pub fn scattered(place: usize, number: usize) -> f32 {
    let mut hash = (place as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (number as u64) << 17;
    hash = (hash ^ hash >> 31).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    hash = (hash ^ hash >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    (hash >> 40) as f32 / (1_u64 << 24) as f32
}
