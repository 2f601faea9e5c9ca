//! The colours of grounds, in light and in dark terminals.

use ludoteca_core::scene::{Ground, Place, Scene, Shape};

use super::DrawingStyle;
use super::geometry::has;
use super::picture::{Rgb, mixed};
use crate::capabilities::ColourDepth;
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
        let bare = if has(scene, Shape::Cell) { Ground::Checkered } else { Ground::Wood };
        let tones = Tones { few: style.capabilities.colours != ColourDepth::Full };
        match (style.surface, scene.look.ground) {
            (BoardSurface::Own, Ground::Checkered) if light => tones.wood(Ground::Checkered),
            (BoardSurface::Own, Ground::Checkered) => tones.slate(Ground::Checkered),
            (BoardSurface::Own, Ground::Ruled) => tones.paper(light),
            (BoardSurface::Own, Ground::Tiles) => tones.tiles(light),
            (BoardSurface::Own, Ground::Wood) => tones.wood(Ground::Wood),
            (BoardSurface::Own, Ground::Night) => tones.night(),
            (BoardSurface::Wood, _) => tones.wood(bare),
            (BoardSurface::Slate, _) => tones.slate(bare),
            (BoardSurface::Paper, _) => tones.paper(true),
        }
    }

    /// The colour of a cell. Neighbours may differ.
    pub fn cell(&self, place: &Place) -> Rgb {
        self.cells[usize::from((place.x + place.y).rem_euclid(2.0) >= 1.0)]
    }
}

/// Are there drawn lines between the cells?
pub fn is_lined(scene: &Scene, surface: BoardSurface) -> bool {
    let ruled = surface == BoardSurface::Own && scene.look.ground == Ground::Ruled;
    has(scene, Shape::Cell) && (ruled || surface == BoardSurface::Paper)
}

/// Chooses the colours of grounds.
#[derive(Copy, Clone)]
struct Tones {
    /// Are there only the colours of the palette? Each ground has colours from there, since the
    /// nearest ones may have another hue.
    few: bool,
}

impl Tones {
    /// A colour, and the one of the palette that stands for it.
    fn rgb(self, full: u32, palette: u32) -> Rgb {
        rgb(if self.few { palette } else { full })
    }

    fn wood(self, ground: Ground) -> GroundTones {
        let cells = match ground {
            Ground::Wood => [self.rgb(0xd2a468, 0xd7af5f); 2],
            _ => [self.rgb(0xe8cfa3, 0xffd7af), self.rgb(0xbd9064, 0xaf875f)],
        };
        GroundTones {
            ground,
            cells,
            line: self.rgb(0x4a3018, 0x3a3a3a),
            frame: self.rgb(0x76502e, 0x875f00),
            label: self.rgb(0xf3e3c6, 0xffffd7),
        }
    }

    fn slate(self, ground: Ground) -> GroundTones {
        let cells = match ground {
            Ground::Wood => [self.rgb(0x525f6d, 0x585858); 2],
            _ => [self.rgb(0x66757f, 0x6c6c6c), self.rgb(0x4b5963, 0x4e4e4e)],
        };
        GroundTones {
            ground,
            cells,
            line: self.rgb(0x20272e, 0x262626),
            frame: self.rgb(0x2c353d, 0x303030),
            label: self.rgb(0xc3ced6, 0xd0d0d0),
        }
    }

    fn paper(self, light: bool) -> GroundTones {
        let [cells, line, frame, label] = if light {
            [(0xf6f1e4, 0xeeeeee), (0xb5ab94, 0x9e9e9e), (0xe3dac4, 0xd0d0d0), (0x5b523f, 0x4e4e4e)]
        } else {
            [(0x27313f, 0x303030), (0x53647c, 0x6c6c6c), (0x1b232e, 0x1c1c1c), (0xa9b8cc, 0xbcbcbc)]
        }
        .map(|(full, palette)| self.rgb(full, palette));
        GroundTones { ground: Ground::Ruled, cells: [cells; 2], line, frame, label }
    }

    fn tiles(self, light: bool) -> GroundTones {
        let [cells, frame, label] = if light {
            [(0xe6e0d2, 0xdadada), (0xa69b86, 0x9e9e9e), (0x2e291f, 0x262626)]
        } else {
            [(0x434f63, 0x444444), (0x222935, 0x1c1c1c), (0xb3c0d3, 0xbcbcbc)]
        }
        .map(|(full, palette)| self.rgb(full, palette));
        GroundTones { ground: Ground::Tiles, cells: [cells; 2], line: frame, frame, label }
    }

    fn night(self) -> GroundTones {
        GroundTones {
            ground: Ground::Night,
            cells: [self.rgb(0x10172f, 0x1c1c1c); 2],
            line: self.rgb(0x2b3a66, 0x5f5f87),
            frame: self.rgb(0x080c1c, 0x121212),
            label: self.rgb(0x9fb0dd, 0xafafd7),
        }
    }
}

/// The colours of the cells of all grounds.
#[cfg(test)]
pub fn all_cells() -> Vec<Rgb> {
    let of = |tones: Tones| {
        let wood = [Ground::Wood, Ground::Checkered].map(|ground| tones.wood(ground));
        let slate = [Ground::Wood, Ground::Checkered].map(|ground| tones.slate(ground));
        let others = [true, false].map(|light| [tones.paper(light), tones.tiles(light)]);
        let all = wood.into_iter().chain(slate).chain(others.into_iter().flatten());
        all.chain([tones.night()]).flat_map(|tones| tones.cells).collect::<Vec<_>>()
    };
    [true, false].into_iter().flat_map(|few| of(Tones { few })).collect()
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
