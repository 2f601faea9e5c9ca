//! The marks that point things out on a board, beneath the pieces and above them.

use egui::{self, Painter, Pos2, Stroke, vec2};
use ludoteca_core::scene::{Scene, Shape};

use super::Pointers;
use super::canvas::{Canvas, Outline};
use super::ground::edge;
use super::layout::Layout;
use super::palette::Palette;

/// Draws the pointers that lie beneath the pieces: the last step, the place under the pointer, and
/// the ground of the chosen places.
pub fn draw_below(
    canvas: &mut Canvas,
    scene: &Scene,
    layout: &Layout,
    pointers: &Pointers,
    palette: &Palette,
) {
    let (unit, inside) = (layout.unit(), 0.03 * layout.unit());
    for at in &scene.last {
        // A bowl is not filled, so that its stones stay as visible as any others.
        let (fill, width) = match scene.places[*at].shape {
            Shape::Cell | Shape::Point => (palette.last, 0.03),
            Shape::Bowl | Shape::Pot => (palette.last.gamma_multiply(0.25), 0.09),
        };
        canvas.fill(&edge(scene, layout, *at, inside), [fill; 2]);
        canvas.ring(&edge(scene, layout, *at, inside), width * unit, palette.last);
    }
    if let Some(at) = pointers.hovered {
        canvas.fill(&edge(scene, layout, at, inside), [palette.hovered; 2]);
    }
    for at in pointers.chosen {
        canvas.fill(&edge(scene, layout, *at, inside), [palette.chosen.gamma_multiply(0.35); 2]);
    }
}

/// Draws the pointers that lie above the pieces: the last step where a piece covers its mark, the
/// chosen places, the places that can be chosen, and the place that has the keyboard focus.
pub fn draw_above(
    canvas: &mut Canvas,
    scene: &Scene,
    layout: &Layout,
    pointers: &Pointers,
    palette: &Palette,
) {
    let unit = layout.unit();
    let width = (0.06 * unit).max(1.5);
    for at in scene.last.iter().filter(|at| scene.places[**at].shape == Shape::Point) {
        // The piece on a point is as large as the mark beneath it.
        if scene.pieces.iter().any(|piece| piece.place == *at) {
            let [ring, around] = palette.moved;
            let edge = Outline::disc(layout.centre(*at), 0.385 * unit - 0.5 * width);
            canvas.ring(&edge, 1.9 * width, around);
            canvas.ring(&edge, 1.2 * width, ring);
        }
    }
    for at in pointers.targets {
        if scene.pieces.iter().any(|piece| piece.place == *at) {
            canvas.ring(&edge(scene, layout, *at, width), width, palette.chosen);
        } else {
            let dot = Outline::disc(layout.centre(*at), 0.13 * unit);
            canvas.fill(&dot.offset(0.03 * unit), [palette.focused[1].gamma_multiply(0.5); 2]);
            canvas.fill(&dot, [palette.chosen; 2]);
        }
    }
    for at in pointers.chosen {
        canvas.ring(&edge(scene, layout, *at, width), 1.6 * width, palette.chosen);
    }
    draw_decisive(canvas, scene, layout, palette);
    if let Some(at) = pointers.focused {
        let [ring, around] = palette.focused;
        canvas.ring(&edge(scene, layout, at, 0.5 * width), 2.0 * width, around);
        canvas.ring(&edge(scene, layout, at, 0.5 * width), width, ring);
    }
}

/// Shows why the game ended: a ring around each place that decided it, and a line through them if
/// they are a line.
fn draw_decisive(canvas: &mut Canvas, scene: &Scene, layout: &Layout, palette: &Palette) {
    let unit = layout.unit();
    let width = (0.055 * unit).max(1.5);
    let halo = palette.focused[1].gamma_multiply(0.55);
    if let Some(line) = line_through(scene, layout) {
        let ahead = (line[1] - line[0]).normalized() * 0.4 * unit;
        let line = [line[0] - ahead, line[1] + ahead];
        let width = (0.075 * unit).clamp(3.0, 11.0);
        canvas.fill(&Outline::stroke(line, 1.6 * width), [halo; 2]);
        canvas.fill(&Outline::stroke(line, width), [palette.decisive; 2]);
        return;
    }
    for at in &scene.decisive {
        let edge = edge(scene, layout, *at, 0.8 * width);
        canvas.ring(&edge, 2.2 * width, halo);
        canvas.ring(&edge, 1.2 * width, palette.decisive);
    }
}

/// The ends of the line on which all decisive places lie, if there are at least three of them and
/// they lie on one.
fn line_through(scene: &Scene, layout: &Layout) -> Option<[Pos2; 2]> {
    let mut places: Vec<Pos2> = scene.decisive.iter().map(|at| layout.centre(*at)).collect();
    places.sort_by(|one, other| one.x.total_cmp(&other.x).then(one.y.total_cmp(&other.y)));
    let [first, .., last] = places[..] else { return None };
    let along = (last - first).normalized();
    let is_beside = |at: &Pos2| (*at - first).dot(along.rot90()).abs() < 0.05 * layout.unit();
    (places.len() > 2 && places.iter().all(is_beside)).then_some([first, last])
}

/// Draws an arrow through the places of a move. If the move has only one place, the arrow points
/// onto it.
pub fn paint_arrow(painter: &Painter, layout: &Layout, places: &[usize], palette: &Palette) {
    let unit = layout.unit();
    let mut way: Vec<Pos2> = places.iter().map(|at| layout.centre(*at)).collect();
    way.dedup();
    match way[..] {
        [] => return,
        [place] => {
            painter.circle_stroke(
                place,
                0.44 * unit,
                Stroke::new((0.07 * unit).max(1.5), palette.arrow),
            );
            way = vec![place + vec2(-0.5, -0.5) * unit, place + vec2(-0.14, -0.14) * unit];
        }
        _ => {}
    }
    // The head ends in the middle of the last place; the line ends where the head begins.
    let (Some(tip), Some(before)) = (way.pop(), way.last().copied()) else { return };
    let ahead = (tip - before).normalized();
    let head = (0.3 * unit).min(0.6 * (tip - before).length());
    let foot = tip - ahead * head;
    way.push(foot + ahead * 0.1 * head);
    let halo = palette.focused[1].gamma_multiply(0.6);
    for (grow, colour) in [(0.03 * unit, halo), (0.0, palette.arrow)] {
        painter.add(egui::Shape::line(
            way.clone(),
            Stroke::new((0.11 * unit).max(1.5) + 2.0 * grow, colour),
        ));
        let aside = ahead.rot90() * (0.17 * unit + 1.5 * grow);
        let tips = vec![
            tip + ahead * 2.0 * grow,
            foot - aside - ahead * grow,
            foot + aside - ahead * grow,
        ];
        painter.add(egui::Shape::convex_polygon(tips, colour, Stroke::NONE));
    }
}
