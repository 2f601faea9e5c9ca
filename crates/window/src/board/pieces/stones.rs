//! Smooth stones of seats, each with an emblem, and seeds that belong to nobody.

use egui::{Color32, Pos2, Vec2, vec2};
use ludoteca_core::Seat;

use super::super::canvas::{Canvas, Outline};
use super::super::palette::{Palette, ink};
use super::mixed;

/// Draws the stone of a seat.
pub fn draw(
    canvas: &mut Canvas,
    middle: Pos2,
    radius: f32,
    seat: Seat,
    colour: Color32,
    palette: &Palette,
) {
    let radius = 1.26 * radius;
    let outline = Outline::disc(middle, radius);
    canvas.shadow(&outline.moved(vec2(0.03, 0.07) * radius), palette.shadow, 0.2 * radius);
    // A dark stone shines more than a light one.
    let is_dark = ink(colour) == Color32::WHITE;
    let shades = if is_dark {
        [mixed(colour, Color32::WHITE, 0.42), colour, mixed(colour, Color32::BLACK, 0.45)]
    } else {
        [mixed(colour, Color32::WHITE, 0.75), colour, mixed(colour, Color32::BLACK, 0.2)]
    };
    canvas.dome(&outline, vec2(-0.3, -0.36) * radius, shades);
    // The emblem is faint: a strong one would look like the mark of the last step.
    let mark = ink(colour).gamma_multiply(if is_dark { 0.5 } else { 0.3 });
    emblem(canvas, middle, 0.42 * radius, seat, mark);
}

/// The emblem that tells seats apart without their colours. The first seat has none.
fn emblem(canvas: &mut Canvas, middle: Pos2, size: f32, seat: Seat, colour: Color32) {
    let width = 0.16 * size;
    match seat.index() {
        0 => {}
        1 => canvas.ring(&Outline::disc(middle, size), width, colour),
        2 => {
            let corners = [(0.0, -1.0), (0.95, 0.7), (-0.95, 0.7)];
            let corners = corners.map(|(x, y)| vec2(x, y) * size);
            canvas.ring(&Outline::polygon(middle, &corners, 0.15 * size), 1.3 * width, colour);
        }
        _ => {
            for (from, to) in [(vec2(-0.8, 0.0), vec2(0.8, 0.0)), (vec2(0.0, -0.8), vec2(0.0, 0.8))]
            {
                let line = [middle + from * size, middle + to * size];
                canvas.fill(&Outline::stroke(line, 1.6 * width), [colour; 2]);
            }
        }
    }
}

/// Draws a seed. Its look depends on its number, so that a bowl looks the same in every frame, but
/// its seeds are not all alike.
pub fn draw_seed(canvas: &mut Canvas, middle: Pos2, radius: f32, number: usize, palette: &Palette) {
    let colour = palette.stones[number % palette.stones.len()];
    let (angle, flat) = (2.4 * number as f32, 0.78 + 0.05 * (number % 4) as f32);
    let outline = Outline::ellipse(middle, Vec2::new(1.12, flat) * radius, angle);
    canvas.shadow(&outline.moved(vec2(0.0, 0.25 * radius)), palette.shadow, 0.6 * radius);
    let shades = [mixed(colour, Color32::WHITE, 0.5), colour, mixed(colour, Color32::BLACK, 0.3)];
    canvas.dome(&outline, vec2(-0.25, -0.35) * radius, shades);
}
