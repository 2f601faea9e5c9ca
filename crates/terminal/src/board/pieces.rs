//! Pieces as shapes: for each point of a piece its colour, or nothing.

use std::f32::consts::PI;

use ludoteca_core::scene::{Colour, PieceLook};

use super::grounds::{rgb as hex, scattered};
use super::picture::{Rgb, contrast, distance, mixed};

const BLACK: Rgb = [12.0, 12.0, 14.0];
const WHITE: Rgb = [255.0; 3];

/// A piece to be drawn.
#[derive(Copy, Clone)]
pub struct BlockPiece {
    pub look: PieceLook,
    /// The number of its seat, from 0.
    pub seat: usize,
    pub colour: Colour,
    /// Does it point downwards?
    pub points_down: bool,
    /// The letter of its figure, in a game where pieces are not all alike.
    pub letter: Option<char>,
    /// A number that makes rocks differ.
    pub number: usize,
}

/// A colour in numbers.
pub fn rgb(colour: Colour) -> Rgb {
    colour.rgb().map(f32::from)
}

/// A colour for text on the background of a terminal, which may be black or white.
pub fn on_background(colour: Colour) -> Rgb {
    match colour {
        // These are as light or as dark as the background may be.
        Colour::White => hex(0xa9a293),
        Colour::Black => hex(0x7d7b84),
        Colour::Blue => hex(0x4b86e8),
        Colour::Red => hex(0xd9525e),
        Colour::Green => hex(0x3a9f57),
        other => mixed(rgb(other), BLACK, 0.12),
    }
}

/// From this contrast on, shapes are told apart, as the accessibility guidelines (WCAG) say.
pub const CLEAR: f32 = 3.0;

/// The colour of the rim that a piece needs on this ground: a lighter or darker one of its own.
/// `None` if it is clear without one.
pub fn rim_on(piece: Rgb, ground: Rgb) -> Option<Rgb> {
    (contrast(piece, ground) < CLEAR).then(|| clear_on(piece, ground))
}

/// The colour, so much lighter or darker that a stroke of it is clear on this ground.
pub fn clear_on(stroke: Rgb, ground: Rgb) -> Rgb {
    let [lighter, darker] = [WHITE, BLACK].map(|end| {
        let ways = (0..=10).map(|tenths| mixed(stroke, end, tenths as f32 / 10.0));
        ways.into_iter().enumerate().find(|(_, colour)| contrast(*colour, ground) >= CLEAR)
    });
    let nearest = [lighter, darker].into_iter().flatten().min_by_key(|(tenths, _)| *tenths);
    nearest.map_or(stroke, |(_, colour)| colour)
}

impl BlockPiece {
    /// The colour of letters and emblems on it.
    pub fn ink(self) -> Rgb {
        if self.colour.has_dark_ink() { BLACK } else { WHITE }
    }

    /// Its colour at a point on this ground. The piece lies between -1 and 1 in both directions.
    /// It has these shades; without any, it has all.
    pub fn on(self, ground: Rgb, shades: Option<&[Rgb]>, [x, y]: [f32; 2]) -> Option<Rgb> {
        let colour = self.at([x, y])?;
        let base = rgb(self.colour);
        if self.look == PieceLook::Signs {
            return Some(clear_on(colour, ground));
        }
        if let Some(rim) = rim_on(base, ground)
            && self.at([1.2 * x, 1.2 * y]).is_none()
        {
            return Some(rim);
        }
        let nearest = shades.and_then(|shades| {
            let far = |shade: &Rgb| distance(colour, *shade);
            shades.iter().copied().min_by(|one, other| far(one).total_cmp(&far(other)))
        });
        Some(nearest.unwrap_or(colour))
    }

    /// Its shades where there are few colours. A small piece has one.
    pub fn shades(self, is_small: bool) -> Vec<Rgb> {
        let base = rgb(self.colour);
        if is_small {
            vec![base]
        } else {
            vec![base, mixed(base, BLACK, 0.4), mixed(base, WHITE, 0.6), self.ink()]
        }
    }

    /// Its colour at a point, with light and shade.
    fn at(self, [x, y]: [f32; 2]) -> Option<Rgb> {
        let base = rgb(self.colour);
        match self.look {
            PieceLook::Letters => token(self.seat, [x, y]).map(|rim| self.rimmed(base, rim)),
            PieceLook::Signs => sign(self.seat, [x, y]).then(|| self.drawn(base)),
            PieceLook::Stones => self.stone([x, y]),
            PieceLook::Blobs => self.blob([x, y]),
            PieceLook::Pawns => self.pawn([x, if self.points_down { -y } else { y }]),
            PieceLook::Men => self.man([x, y]),
            PieceLook::Bodies if self.is_rock() => self.rock([x, y]),
            PieceLook::Bodies => plate([x, y], base),
        }
    }

    pub fn is_rock(self) -> bool {
        self.letter.is_some_and(char::is_alphabetic)
    }

    /// Signs are strokes without a piece beneath, so they must differ from any ground.
    pub fn drawn(self, base: Rgb) -> Rgb {
        match self.colour {
            Colour::Blue => hex(0x3f83ee),
            Colour::Red => hex(0xd8424f),
            Colour::Black => hex(0x18171a),
            _ => base,
        }
    }

    /// Pieces have a rim that tells them from any ground.
    fn rimmed(self, base: Rgb, rim: bool) -> Rgb {
        match (rim, self.colour) {
            (false, _) => base,
            (true, Colour::Black) => hex(0x8f8d96),
            (true, Colour::White) => hex(0x6e675a),
            (true, _) => mixed(base, BLACK, 0.4),
        }
    }

    fn stone(self, [x, y]: [f32; 2]) -> Option<Rgb> {
        let far = x.hypot(y);
        if far > 0.92 {
            return None;
        }
        let base = rgb(self.colour);
        let domed = mixed(base, BLACK, (0.28 * (far * far + 0.5 * (x + y))).max(0.0));
        let shine = (1.0 - (x + 0.34).hypot(y + 0.4) / 0.55).max(0.0);
        let stone = mixed(domed, WHITE, 0.75 * shine * shine);
        let marked = match self.seat {
            0 => false,
            1 => (far - 0.46).abs() < 0.08,
            2 => in_triangle([x, y], 0.42),
            _ => in_cross([x, y], 0.42, 0.13),
        };
        Some(if marked {
            mixed(stone, self.ink(), 0.55)
        } else if far > 0.82 {
            mixed(stone, self.rimmed(base, true), 0.6)
        } else {
            stone
        })
    }

    fn blob(self, [x, y]: [f32; 2]) -> Option<Rgb> {
        let (far, angle) = (x.hypot(y), y.atan2(x));
        let edge = match self.seat {
            0 => 0.88,
            1 => 0.82 + 0.13 * (4.0 * angle + PI).cos(),
            2 => 0.78 + 0.17 * (3.0 * angle - PI / 2.0).cos(),
            _ => 0.78 + 0.17 * (5.0 * angle + PI / 2.0).cos(),
        };
        if far > edge {
            return None;
        }
        let base = rgb(self.colour);
        let eye = |side: f32| (x - side).hypot(y - 0.02);
        if eye(-0.3).min(eye(0.3)) < 0.14 {
            return Some(mixed(base, BLACK, 0.8));
        }
        let body = mixed(base, BLACK, 0.35 * (far / edge).powi(3));
        let shine = (1.0 - (x + 0.3).hypot(y + 0.5) / 0.4).max(0.0);
        Some(mixed(body, WHITE, 0.8 * shine))
    }

    /// A shield that points upwards, with a head.
    fn pawn(self, [x, y]: [f32; 2]) -> Option<Rgb> {
        let half = if y < 0.1 { 0.72 * (y + 0.95) / 1.05 } else { 0.72 };
        if !(-0.95..0.85).contains(&y) || x.abs() > half {
            return None;
        }
        let base = rgb(self.colour);
        let head = x.hypot(y - 0.02) < 0.27;
        let band = self.seat == 1 && (0.45..0.64).contains(&y);
        let rim = x.abs() > half - 0.12 || y > 0.72;
        Some(match (head, band, rim) {
            (true, ..) => mixed(base, WHITE, 0.5),
            (_, true, _) => mixed(base, self.ink(), 0.75),
            (.., true) => self.rimmed(base, true),
            _ => mixed(base, BLACK, 0.1 + 0.1 * x),
        })
    }

    /// A turned man, with grooves.
    fn man(self, [x, y]: [f32; 2]) -> Option<Rgb> {
        let far = x.hypot(y);
        if far > 0.92 {
            return None;
        }
        let base = rgb(self.colour);
        let lit = mixed(base, BLACK, (0.12 * (x + y)).max(0.0));
        if far > 0.8 {
            return Some(self.rimmed(base, true));
        }
        let boss = self.seat % 2 == 1 && far < 0.26;
        let groove = (far - 0.55).abs() < 0.07 || self.seat >= 2 && in_triangle([x, y], 0.35);
        Some(if boss {
            mixed(base, self.ink(), 0.7)
        } else if groove {
            mixed(lit, self.ink(), 0.35)
        } else {
            lit
        })
    }

    fn rock(self, [x, y]: [f32; 2]) -> Option<Rgb> {
        let (far, angle) = (x.hypot(y), y.atan2(x));
        let bumps = (0..4).map(|n| {
            let turn = 2.0 * PI * scattered(self.number, n);
            (0.11 / (n as f32 + 1.0)) * ((n as f32 + 2.0) * angle + turn).cos()
        });
        let edge = 0.84 + bumps.sum::<f32>();
        if far > edge {
            return None;
        }
        let base = rgb(self.colour);
        let crater = [[-0.4, -0.3, 0.2], [0.45, 0.1, 0.17], [-0.1, 0.52, 0.15], [0.2, -0.5, 0.13]]
            .iter()
            .any(|[left, top, wide]| (x - left).hypot(y - top) < *wide);
        let lit = mixed(base, BLACK, (0.22 * (x + y) + 0.2 * far).clamp(0.0, 0.7));
        Some(if crater { mixed(lit, BLACK, 0.28) } else { lit })
    }
}

/// The token of a seat: disc, diamond, triangle, cross. Says whether the point is on its rim.
fn token(seat: usize, [x, y]: [f32; 2]) -> Option<bool> {
    let far = match seat {
        0 => x.hypot(y) / 0.9,
        1 => (x.abs() + y.abs()) / 1.08,
        2 => {
            let y = y + 0.08;
            (y / 0.75).max((1.9 * x.abs() - y) / 1.05)
        }
        _ => {
            let (wide, high) = (x.abs(), y.abs());
            (wide.max(high) / 0.88).max(wide.min(high) / 0.42)
        }
    };
    (far <= 1.0).then_some(far > 0.84)
}

/// Is the point on a drawn X, O, triangle or square?
fn sign(seat: usize, [x, y]: [f32; 2]) -> bool {
    match seat {
        0 => {
            let (along, aside) = ((x.abs() + y.abs()) / 2.0, (x.abs() - y.abs()).abs());
            aside < 0.26 && along < 0.74
        }
        1 => (x.hypot(y) - 0.68).abs() < 0.17,
        2 => in_triangle([x, y - 0.05], 0.92) && !in_triangle([x, y - 0.09], 0.5),
        _ => (0.42..0.76).contains(&x.abs().max(y.abs())),
    }
}

/// Is the point in a triangle that points upwards?
fn in_triangle([x, y]: [f32; 2], size: f32) -> bool {
    y < 0.75 * size && 1.75 * x.abs() - y < size
}

fn in_cross([x, y]: [f32; 2], size: f32, thick: f32) -> bool {
    x.abs().max(y.abs()) < size && x.abs().min(y.abs()) < thick
}

/// A plate of metal with rivets. A long one is `at` as wide as high, so only its ends are curved.
pub fn plate([x, y]: [f32; 2], base: Rgb) -> Option<Rgb> {
    let (wide, high) = (x.abs(), y.abs());
    if wide > 0.92 || high > 0.92 || wide + high > 1.6 {
        return None;
    }
    let rivet = (wide - 0.62).hypot(high - 0.62) < 0.14;
    let lit = mixed(base, BLACK, (0.1 + 0.1 * (x + y)).clamp(0.0, 0.4));
    Some(if rivet {
        mixed(base, BLACK, 0.5)
    } else if wide.max(high) > 0.8 {
        mixed(base, BLACK, 0.3)
    } else {
        lit
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_is_clear_on_every_ground() {
        for ground in super::super::grounds::all_cells() {
            for colour in Colour::ALL {
                let seen = rim_on(rgb(colour), ground).unwrap_or(rgb(colour));
                assert!(contrast(seen, ground) >= CLEAR, "{colour:?} on {ground:?}");
                for seat in 0..4 {
                    let look = PieceLook::Signs;
                    let sign = BlockPiece {
                        look,
                        seat,
                        colour,
                        points_down: false,
                        letter: None,
                        number: 0,
                    };
                    let stroke = clear_on(sign.drawn(rgb(colour)), ground);
                    assert!(contrast(stroke, ground) >= CLEAR, "{colour:?} on {ground:?}");
                }
            }
        }
    }

    /// The rim goes around the whole piece, whatever it looks like.
    #[test]
    fn a_black_piece_has_a_rim_on_a_dark_ground() {
        let ground = hex(0x434f63);
        for look in [PieceLook::Stones, PieceLook::Blobs, PieceLook::Pawns, PieceLook::Men] {
            let colour = Colour::Black;
            let piece =
                BlockPiece { look, seat: 0, colour, points_down: false, letter: None, number: 0 };
            let rim = rim_on(rgb(colour), ground).expect("a rim");
            let middle =
                (0..20).map(|step| piece.on(ground, None, [0.0, -1.0 + step as f32 / 20.0]));
            assert_eq!(middle.flatten().next(), Some(rim), "{look:?}");
        }
    }
}
