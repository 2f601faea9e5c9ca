//! Rocks, and plates of metal with rivets.

use egui::{Color32, Pos2, Rect, Vec2, vec2};

use super::super::canvas::{Canvas, Outline};
use super::super::palette::Palette;
use super::mixed;

/// Draws a rock.
pub fn draw_rock(
    canvas: &mut Canvas,
    middle: Pos2,
    radius: f32,
    colour: Color32,
    palette: &Palette,
) {
    let outline = Outline::polar(middle, 1.06 * radius, |angle| {
        1.0 + 0.06 * (3.0 * angle + 0.8).sin()
            + 0.05 * (5.0 * angle).cos()
            + 0.03 * (8.0 * angle + 2.0).sin()
    });
    canvas.shadow(&outline.moved(vec2(0.0, 0.12 * radius)), palette.shadow, 0.28 * radius);
    canvas.fill(&outline, [mixed(colour, Color32::WHITE, 0.4), mixed(colour, Color32::BLACK, 0.6)]);
    let shades = [mixed(colour, Color32::WHITE, 0.3), colour, mixed(colour, Color32::BLACK, 0.4)];
    canvas.dome(&outline.offset(-0.06 * radius), vec2(-0.3, -0.36) * radius, shades);
    let craters = [
        (-0.58, -0.4, 0.16),
        (0.62, -0.32, 0.13),
        (0.54, 0.54, 0.18),
        (-0.5, 0.6, 0.12),
        (-0.76, 0.12, 0.09),
    ];
    for (x, y, size) in craters {
        let at = middle + vec2(x, y) * radius;
        canvas.fill(
            &Outline::disc(at + vec2(0.0, 0.04 * radius), size * radius),
            [mixed(colour, Color32::WHITE, 0.35); 2],
        );
        canvas.fill(
            &Outline::disc(at, size * radius),
            [mixed(colour, Color32::BLACK, 0.5), mixed(colour, Color32::BLACK, 0.25)],
        );
    }
}

/// Draws a plate that fills one place.
pub fn draw_plate(
    canvas: &mut Canvas,
    middle: Pos2,
    radius: f32,
    colour: Color32,
    palette: &Palette,
) {
    let unit = radius / 0.42;
    draw_plates(canvas, Rect::from_center_size(middle, Vec2::splat(unit)), unit, colour, palette);
}

/// Draws a plate that lies across several places in a row. It has a seam where one place ends and
/// the next begins, and rivets at both sides of each seam.
pub fn draw_plates(canvas: &mut Canvas, rect: Rect, unit: f32, colour: Color32, palette: &Palette) {
    let plate = rect.shrink(0.1 * unit);
    let outline = Outline::rounded(plate, 0.13 * unit);
    canvas.shadow(&outline.moved(vec2(0.0, 0.05 * unit)), palette.shadow, 0.16 * unit);
    canvas.fill(&outline, [mixed(colour, Color32::WHITE, 0.6), mixed(colour, Color32::BLACK, 0.6)]);
    // Polished metal: bright above, darker in the middle, and brighter again below.
    let face = Outline::rounded(plate.shrink(0.04 * unit), 0.1 * unit);
    canvas.fill(&face, [mixed(colour, Color32::WHITE, 0.3), mixed(colour, Color32::BLACK, 0.28)]);
    let glint = Rect::from_min_max(
        plate.min + Vec2::splat(0.1 * unit),
        egui::pos2(plate.right() - 0.1 * unit, plate.top() + 0.2 * unit),
    );
    canvas.fill(&Outline::rounded(glint, 0.05 * unit), [Color32::from_white_alpha(70); 2]);
    let along = if rect.width() > rect.height() { vec2(1.0, 0.0) } else { vec2(0.0, 1.0) };
    let across = along.rot90();
    let count = (rect.size().dot(along) / unit).round().max(1.0) as usize;
    let seam = mixed(colour, Color32::BLACK, 0.62);
    for at in 1..count {
        let middle = rect.center() + along * (at as f32 - count as f32 / 2.0) * unit;
        let half = across * 0.34 * unit;
        canvas.line([middle - half, middle + half], 0.03 * unit, seam);
        let aside = along * 0.03 * unit;
        let shine = mixed(colour, Color32::WHITE, 0.5);
        canvas.line([middle - half + aside, middle + half + aside], 0.02 * unit, shine);
    }
    for cell in 0..count {
        let middle = rect.center() + along * (cell as f32 + 0.5 - count as f32 / 2.0) * unit;
        for (x, y) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
            let rivet = middle + (along * x + across * y) * 0.28 * unit;
            canvas.fill(
                &Outline::disc(rivet, 0.05 * unit),
                [mixed(colour, Color32::WHITE, 0.75), mixed(colour, Color32::BLACK, 0.62)],
            );
        }
    }
}
