//! Pieces that point forward, away from their own side of the board.

use egui::{Color32, Pos2, Vec2, vec2};
use ludoteca_core::Seat;

use super::super::canvas::{Canvas, Outline};
use super::super::palette::{Palette, ink};
use super::mixed;

/// Draws the pawn of a seat. `down` says whether forward is downwards.
pub fn draw(
    canvas: &mut Canvas,
    middle: Pos2,
    radius: f32,
    (seat, down): (Seat, bool),
    colour: Color32,
    palette: &Palette,
) {
    let ahead = if down { -1.0 } else { 1.0 };
    // Forward is up in these coordinates. Turned round, the corners stay clockwise.
    let at = |x: f32, y: f32| vec2(x, y) * ahead * radius;
    let shield = |size: f32| {
        let corners =
            [(0.0, -1.26), (0.98, -0.1), (0.82, 1.02), (0.0, 0.68), (-0.82, 1.02), (-0.98, -0.1)];
        let corners: Vec<Vec2> = corners.iter().map(|(x, y)| at(*x, *y) * size).collect();
        Outline::polygon(middle, &corners, 0.26 * radius)
    };
    let body = shield(1.0);
    canvas.shadow(&body.moved(vec2(0.0, 0.1 * radius)), palette.shadow, 0.32 * radius);
    let is_dark = ink(colour) == Color32::WHITE;
    let rim = if is_dark {
        [mixed(colour, Color32::WHITE, 0.5), mixed(colour, Color32::BLACK, 0.35)]
    } else {
        [mixed(colour, Color32::WHITE, 0.2), mixed(colour, Color32::BLACK, 0.5)]
    };
    canvas.fill(&body, rim);
    canvas.fill(
        &body.offset(-0.09 * radius),
        [mixed(colour, Color32::WHITE, 0.16), mixed(colour, Color32::BLACK, 0.16)],
    );
    let mark = ink(colour);
    if seat.index() % 2 == 1 {
        let band = [middle + at(-0.5, 0.52), middle + at(0.5, 0.52)];
        canvas.fill(&Outline::stroke(band, 0.16 * radius), [mark.gamma_multiply(0.8); 2]);
    }
    let head = Outline::disc(middle + at(0.0, -0.18), 0.4 * radius);
    canvas.shadow(&head.moved(vec2(0.0, 0.08 * radius)), palette.shadow, 0.2 * radius);
    let shades = [
        mixed(colour, Color32::WHITE, 0.62),
        mixed(colour, Color32::WHITE, 0.22),
        mixed(colour, Color32::BLACK, 0.18),
    ];
    canvas.dome(&head, vec2(-0.12, -0.16) * radius, shades);
}
