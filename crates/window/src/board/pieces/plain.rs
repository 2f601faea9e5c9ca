//! Plain pieces: a shape for each seat, with room for a letter.

use egui::{Color32, Pos2, Rect, Vec2, vec2};
use ludoteca_core::Seat;

use super::super::canvas::{Canvas, Outline};
use super::super::palette::Palette;
use super::mixed;

/// The form of a piece. Each seat has its own, so that seats differ in more than colour.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum PieceShape {
    Disc,
    Diamond,
    Triangle,
    Cross,
    /// A square that fills its place. Figures whose sign is not a letter or digit have this form.
    Tile,
}

impl PieceShape {
    /// The form of a seat's pieces.
    pub fn of(seat: Seat) -> PieceShape {
        [PieceShape::Disc, PieceShape::Diamond, PieceShape::Triangle, PieceShape::Cross]
            [seat.index()]
    }

    /// How large a letter on this form can be, compared with one on a disc.
    pub fn room(self) -> f32 {
        match self {
            PieceShape::Disc | PieceShape::Tile => 1.0,
            PieceShape::Diamond | PieceShape::Cross => 0.85,
            PieceShape::Triangle => 0.75,
        }
    }

    fn outline(self, middle: Pos2, radius: f32) -> Outline {
        let polygon = |corners: &[(f32, f32)], round: f32| {
            let corners: Vec<Vec2> = corners.iter().map(|(x, y)| vec2(*x, *y) * radius).collect();
            Outline::polygon(middle, &corners, round * radius)
        };
        match self {
            PieceShape::Disc => Outline::disc(middle, radius),
            PieceShape::Tile => Outline::rounded(
                Rect::from_center_size(middle, Vec2::splat(2.2 * radius)),
                0.25 * radius,
            ),
            PieceShape::Diamond => {
                polygon(&[(0.0, -1.22), (1.22, 0.0), (0.0, 1.22), (-1.22, 0.0)], 0.45)
            }
            // The triangle is lower than an equilateral one with the same middle, so that its
            // weight lies where that of a disc lies.
            PieceShape::Triangle => polygon(&[(0.0, -1.25), (1.24, 0.92), (-1.24, 0.92)], 0.55),
            PieceShape::Cross => {
                let (arm, end) = (0.5, 1.06);
                let quarter = [(-arm, -end), (arm, -end), (arm, -arm)];
                let turned =
                    |(x, y): (f32, f32), turns: usize| (0..turns).fold((x, y), |(x, y), _| (-y, x));
                let corners: Vec<_> =
                    (0..4).flat_map(|turns| quarter.map(|corner| turned(corner, turns))).collect();
                polygon(&corners, 0.3)
            }
        }
    }
}

/// Draws a piece of this form.
pub fn draw(
    canvas: &mut Canvas,
    middle: Pos2,
    radius: f32,
    form: PieceShape,
    colour: Color32,
    palette: &Palette,
) {
    body(canvas, &form.outline(middle, radius), radius, colour, palette);
}

/// A piece that lies across several places in a row.
pub fn draw_bar(canvas: &mut Canvas, rect: Rect, unit: f32, colour: Color32, palette: &Palette) {
    let rect = rect.shrink(0.12 * unit);
    body(canvas, &Outline::rounded(rect, 0.24 * unit), 0.4 * unit, colour, palette);
    // Notches where one place ends and the next begins.
    let along = if rect.width() > rect.height() { vec2(1.0, 0.0) } else { vec2(0.0, 1.0) };
    let count = (rect.size().dot(along) / unit).round() as usize;
    let notch = rim(colour)[1].gamma_multiply(0.55);
    for at in 1..count {
        let middle = rect.center() + along * (at as f32 - count as f32 / 2.0) * unit;
        let half = along.rot90() * 0.2 * unit;
        canvas.line([middle - half, middle + half], 0.03 * unit, notch);
    }
}

/// A shadow, a rim, and a face that is a little lighter above.
fn body(canvas: &mut Canvas, outline: &Outline, radius: f32, colour: Color32, palette: &Palette) {
    canvas.shadow(&outline.moved(vec2(0.0, 0.1 * radius)), palette.shadow, 0.36 * radius);
    canvas.fill(outline, rim(colour));
    canvas.fill(&outline.offset(-0.11 * radius), face(colour));
}

/// The colours of a piece's face, above and below. Letters can be read on both.
pub fn face(colour: Color32) -> [Color32; 2] {
    [mixed(colour, Color32::WHITE, 0.1), mixed(colour, Color32::BLACK, 0.06)]
}

/// The colours of a piece's rim: a light one above, and one below that sets it off from any board.
fn rim(colour: Color32) -> [Color32; 2] {
    [mixed(colour, Color32::WHITE, 0.45), mixed(colour, Color32::BLACK, 0.45)]
}
