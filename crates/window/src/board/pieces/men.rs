//! Turned men, as in draughts: discs with grooves.

use egui::{Color32, Pos2, Vec2, vec2};
use ludoteca_core::Seat;

use super::super::canvas::{Canvas, Outline};
use super::super::palette::{Palette, ink};
use super::mixed;

/// Draws the man of a seat.
pub fn draw(
    canvas: &mut Canvas,
    middle: Pos2,
    radius: f32,
    seat: Seat,
    colour: Color32,
    palette: &Palette,
) {
    let radius = 1.16 * radius;
    let disc = |part: f32| Outline::disc(middle, part * radius);
    // A white man has a dark rim and a black one a light rim, so that both are seen on any board.
    let is_dark = ink(colour) == Color32::WHITE;
    let rim = if is_dark {
        [mixed(colour, Color32::WHITE, 0.55), mixed(colour, Color32::WHITE, 0.3)]
    } else {
        [mixed(colour, Color32::BLACK, 0.5), mixed(colour, Color32::BLACK, 0.66)]
    };
    canvas.shadow(&disc(1.0).moved(vec2(0.0, 0.1 * radius)), palette.shadow, 0.26 * radius);
    canvas.fill(&disc(1.0), rim);
    let [raised, sunk] = if is_dark {
        [
            [mixed(colour, Color32::WHITE, 0.07), mixed(colour, Color32::BLACK, 0.25)],
            [mixed(colour, Color32::BLACK, 0.6), mixed(colour, Color32::WHITE, 0.26)],
        ]
    } else {
        [
            [mixed(colour, Color32::WHITE, 0.6), mixed(colour, Color32::BLACK, 0.05)],
            [mixed(colour, Color32::BLACK, 0.34), mixed(colour, Color32::BLACK, 0.08)],
        ]
    };
    canvas.fill(&disc(0.93), raised);
    // A groove is dark above, where the light does not reach, and light below.
    for (outer, inner) in [(0.74, 0.67), (0.49, 0.42)] {
        canvas.fill(&disc(outer), sunk);
        canvas.fill(&disc(inner), raised);
    }
    if seat.index() > 0 {
        let points = [0, 5, 3, 4][seat.index()];
        let corners: Vec<Vec2> = (0..2 * points)
            .map(|at| {
                let turn = std::f32::consts::TAU * (at as f32 / (2 * points) as f32 - 0.25);
                Vec2::angled(turn) * radius * if at % 2 == 0 { 0.32 } else { 0.14 }
            })
            .collect();
        let star = Outline::polygon(middle, &corners, 0.02 * radius);
        canvas.fill(&star, [ink(colour).gamma_multiply(0.8); 2]);
    }
}
