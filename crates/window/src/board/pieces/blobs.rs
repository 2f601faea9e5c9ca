//! Living drops: each seat's has another outline.

use egui::{Color32, Pos2, Vec2, vec2};
use ludoteca_core::Seat;

use super::super::canvas::{Canvas, Outline};
use super::super::palette::Palette;
use super::mixed;

/// Draws the blob of a seat.
pub fn draw(
    canvas: &mut Canvas,
    middle: Pos2,
    radius: f32,
    seat: Seat,
    colour: Color32,
    palette: &Palette,
) {
    let outline = outline(middle, radius, seat);
    canvas.shadow(&outline.moved(vec2(0.0, 0.12 * radius)), palette.shadow, 0.34 * radius);
    canvas.fill(&outline, [mixed(colour, Color32::BLACK, 0.3), mixed(colour, Color32::BLACK, 0.5)]);
    let shades = [
        mixed(colour, Color32::WHITE, 0.42),
        mixed(colour, Color32::WHITE, 0.06),
        mixed(colour, Color32::BLACK, 0.12),
    ];
    canvas.dome(&outline.offset(-0.08 * radius), vec2(-0.18, -0.3) * radius, shades);
    let gloss =
        Outline::ellipse(middle + vec2(-0.36, -0.56) * radius, vec2(0.3, 0.14) * radius, -0.6);
    canvas.fill(&gloss, [Color32::from_white_alpha(190), Color32::from_white_alpha(90)]);
    for side in [-1.0, 1.0] {
        let eye = middle + vec2(0.31 * side, 0.04) * radius;
        // A dark edge sets the eyes off from a white blob.
        let edge = mixed(colour, Color32::BLACK, 0.35);
        canvas.fill(&Outline::disc(eye, 0.225 * radius), [edge; 2]);
        canvas.fill(&Outline::disc(eye, 0.2 * radius), [Color32::from_gray(250); 2]);
        let pupil = eye + vec2(0.03 * side, 0.04) * radius;
        canvas.fill(&Outline::disc(pupil, 0.12 * radius), [Color32::from_gray(28); 2]);
        canvas.fill(
            &Outline::disc(pupil + Vec2::splat(-0.045 * radius), 0.04 * radius),
            [Color32::WHITE; 2],
        );
    }
}

fn outline(middle: Pos2, radius: f32, seat: Seat) -> Outline {
    use std::f32::consts::FRAC_PI_2;
    // The first of several lobes points upwards, except that a square lies on one of its sides.
    let (size, lobes, depth, turn) = [
        (1.1, 3.0, 0.025, 0.3),
        (1.1, 4.0, 0.11, FRAC_PI_2 / 2.0),
        (1.02, 3.0, 0.15, -FRAC_PI_2),
        (1.04, 5.0, 0.12, -FRAC_PI_2),
    ][seat.index()];
    Outline::polar(middle, size * radius, |angle| 1.0 + depth * (lobes * (angle - turn)).cos())
}
