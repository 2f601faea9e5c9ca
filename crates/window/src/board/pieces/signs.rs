//! Drawn signs: X, O, a triangle and a square, in thick strokes with round ends.

use egui::{Color32, Pos2, Rect, Vec2, vec2};
use ludoteca_core::Seat;

use super::super::canvas::{Canvas, Outline};
use super::super::palette::{Palette, contrast, seen_at};

/// The width of a stroke, in radii.
const STROKE: f32 = 0.38;

/// Draws the sign of a seat.
pub fn draw(
    canvas: &mut Canvas,
    middle: Pos2,
    radius: f32,
    seat: Seat,
    colour: Color32,
    palette: &Palette,
) {
    let ground = palette.cells[0];
    // White on paper would hardly be seen, and nor would black on ink: these get an edge. Other
    // colours are made a little darker or lighter where that is needed.
    let needs_edge = contrast(colour, ground) < 1.6;
    if needs_edge {
        let edge = palette.focused[0].gamma_multiply(0.85);
        lines(canvas, middle, radius, seat, STROKE + 0.13, edge);
        lines(canvas, middle, radius, seat, STROKE - 0.02, colour);
    } else {
        let colour = seen_at(3.0, colour, ground, palette.focused[0]);
        lines(canvas, middle, radius, seat, STROKE, colour);
    }
}

fn lines(canvas: &mut Canvas, middle: Pos2, radius: f32, seat: Seat, width: f32, colour: Color32) {
    let width = width * radius;
    match seat.index() {
        0 => {
            // The two strokes are one outline, so that they do not cover each other twice where
            // the sign is transparent.
            let (arm, end) = (width / 2.0, 1.22 * radius + (width - STROKE * radius) / 2.0);
            let corners: Vec<Vec2> = (0..4)
                .flat_map(|turns| {
                    let ahead = Vec2::angled(std::f32::consts::FRAC_PI_2 * (turns as f32 + 0.5));
                    let aside = -ahead.rot90();
                    [ahead * end - aside * arm, ahead * end + aside * arm, (ahead + aside) * arm]
                })
                .collect();
            canvas.fill(&Outline::polygon(middle, &corners, 0.98 * arm), [colour; 2]);
        }
        1 => canvas.ring(&Outline::disc(middle, 0.88 * radius), width, colour),
        2 => {
            let corners = [vec2(0.0, -0.98), vec2(1.02, 0.78), vec2(-1.02, 0.78)];
            let corners = corners.map(|corner| corner * radius);
            canvas.ring(&Outline::polygon(middle, &corners, 0.3 * radius), width, colour);
        }
        _ => {
            let square = Rect::from_center_size(middle, Vec2::splat(1.6 * radius));
            canvas.ring(&Outline::rounded(square, 0.22 * radius), width, colour);
        }
    }
}
