//! What lies beside the board: the die, and the pieces that seats hold.

use std::sync::Arc;

use egui::text::{LayoutJob, TextWrapping};
use egui::{Align2, Color32, FontId, Galley, Painter, Pos2, Rect, Vec2, pos2, vec2};
use ludoteca_core::Seat;
use ludoteca_core::scene::{InHand, PieceKind, Scene};

use super::BoardStyle;
use super::canvas::{Canvas, Outline};
use super::palette::Palette;
use super::pieces::{Letters, Token, draw_bar};

/// Draws the piece of a seat, for tables and legends. It has the same shape as on the board.
pub fn paint_piece(painter: &Painter, centre: Pos2, radius: f32, seat: Seat, style: &BoardStyle) {
    let Some(token) = Token::of(PieceKind::Of(seat, None), style) else { return };
    let mut canvas = Canvas::new(painter);
    token.draw(&mut canvas, centre, radius, style.palette);
    canvas.paint(painter);
    painter.extend(token.letter(centre, radius, 1.0, &mut Letters::new(painter)));
}

/// Draws a die.
pub fn paint_die(painter: &Painter, rect: Rect, shows: &str, palette: &Palette) {
    let side = rect.width().min(rect.height());
    let die = Rect::from_center_size(rect.center(), Vec2::splat(0.86 * side));
    let [face, ink] = palette.die;
    let outline = Outline::rounded(die, 0.18 * side);
    let mut canvas = Canvas::new(painter);
    canvas.shadow(&outline.moved(vec2(0.0, 0.04 * side)), palette.shadow, 0.12 * side);
    canvas.fill(&outline, [face, face.lerp_to_gamma(ink, 0.15)]);
    let pips = pips(shows);
    for (x, y) in pips.unwrap_or_default() {
        let middle = die.center() + vec2(*x, *y) * 0.24 * side;
        canvas.fill(&Outline::disc(middle, 0.075 * side), [ink; 2]);
    }
    canvas.paint(painter);
    if pips.is_none() {
        let font = |size: f32| FontId::proportional(size);
        let galley = painter.layout_no_wrap(shows.to_owned(), font(0.5 * side), ink);
        let fits = (0.74 * side / galley.size().x.max(1.0)).min(1.0);
        painter.text(die.center(), Align2::CENTER_CENTER, shows, font(0.5 * side * fits), ink);
    }
}

/// Draws the pieces that seats hold beside the board: a line for each seat, after its name, or
/// several lines if they do not fit. They are as large as the space allows. Returns the height that
/// they take.
pub fn paint_stock(painter: &Painter, within: Rect, scene: &Scene, style: &BoardStyle) -> f32 {
    let mut stock = StockLayout::new(painter, within, scene, style, LEAST_UNIT);
    for unit in UNITS {
        let larger = StockLayout::new(painter, within, scene, style, unit);
        if larger.height <= within.height() {
            stock = larger;
            break;
        }
    }
    let mut canvas = Canvas::new(painter);
    let mut letters = Letters::new(painter);
    let mut texts = Vec::new();
    for (in_hand, rect) in &stock.pieces {
        texts.extend(draw_in_hand(&mut canvas, *rect, in_hand, stock.unit, style, &mut letters));
    }
    canvas.paint(painter);
    painter.extend(texts);
    let ink = painter.ctx().global_style().visuals.text_color();
    for (at, name) in stock.names {
        painter.galley(at, name, ink);
    }
    stock.height
}

/// The side of a cell for pieces in hand, in points, from the largest on; and where they do not
/// fit. Then the height of a line and the gap between two pieces, in units.
const UNITS: [f32; 4] = [30.0, 27.0, 24.0, 21.0];
const LEAST_UNIT: f32 = 18.0;
const LINE: f32 = 1.2;
const GAP: f32 = 0.25;
/// The part of the width that names may take.
const NAMES: f32 = 0.3;

/// Where the pieces in hand are drawn.
struct StockLayout<'a> {
    /// The side of a cell.
    unit: f32,
    names: Vec<(Pos2, Arc<Galley>)>,
    pieces: Vec<(&'a InHand, Rect)>,
    height: f32,
}

impl<'a> StockLayout<'a> {
    /// Lays the pieces out with cells of this size, or smaller ones if a piece would be too wide.
    fn new(
        painter: &Painter,
        within: Rect,
        scene: &'a Scene,
        style: &BoardStyle,
        unit: f32,
    ) -> StockLayout<'a> {
        let name = |seat: Seat| {
            let name = style.names.get(seat.index()).copied().unwrap_or_default();
            let font = FontId::proportional(0.6 * unit);
            let mut job = LayoutJob::simple_singleline(name.to_owned(), font, Color32::PLACEHOLDER);
            job.wrap = TextWrapping::truncate_at_width(NAMES * within.width());
            painter.layout_job(job)
        };
        let names: Vec<Arc<Galley>> = Seat::all(style.names.len()).map(name).collect();
        let widest = names.iter().map(|name| name.size().x).fold(0.0, f32::max);
        let left = within.left() + widest + 0.4 * unit;
        let longest = scene.stock.iter().map(|in_hand| in_hand.length).max().unwrap_or(1).max(1);
        let unit = unit.min((within.right() - left) / longest as f32);
        let mut stock = StockLayout { unit, names: Vec::new(), pieces: Vec::new(), height: 0.0 };
        let mut corner = pos2(left, within.top());
        let mut seat = None;
        for in_hand in &scene.stock {
            let is_other = seat.replace(in_hand.seat) != Some(in_hand.seat);
            for number in 0..in_hand.count {
                let width = in_hand.length as f32 * unit;
                let begins = is_other && number == 0;
                if corner.x > left && (begins || corner.x + width > within.right()) {
                    corner = pos2(left, corner.y + LINE * unit);
                }
                if begins && let Some(name) = names.get(in_hand.seat.index()) {
                    let down = 0.5 * (unit - name.size().y);
                    let at = pos2(within.left(), corner.y + down);
                    stock.names.push((at, Arc::clone(name)));
                }
                stock.pieces.push((in_hand, Rect::from_min_size(corner, vec2(width, unit))));
                corner.x += width + GAP * unit;
            }
        }
        if seat.is_some() {
            stock.height = corner.y + LINE * unit - within.top();
        }
        stock
    }
}

fn draw_in_hand(
    canvas: &mut Canvas,
    rect: Rect,
    in_hand: &InHand,
    unit: f32,
    style: &BoardStyle,
    letters: &mut Letters,
) -> Option<egui::Shape> {
    if in_hand.length > 1 {
        draw_bar(canvas, rect, unit, in_hand.seat, style);
        return None;
    }
    let token = Token::of(PieceKind::Of(in_hand.seat, None), style)?;
    let radius = 0.4 * unit;
    token.draw(canvas, rect.center(), radius, style.palette);
    token.letter(rect.center(), radius, 1.0, letters)
}

/// The positions of the pips of a number, from -1 to 1 around the middle of the die; `None` if
/// there are no pips for it.
fn pips(shows: &str) -> Option<&'static [(f32, f32)]> {
    const ALL: [(f32, f32); 7] =
        [(0.0, 0.0), (-1.0, -1.0), (1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, 0.0), (1.0, 0.0)];
    match shows.parse() {
        // Odd numbers have a pip in the middle.
        Ok(number @ (1 | 3 | 5)) => Some(&ALL[..number]),
        Ok(number @ (2 | 4 | 6)) => Some(&ALL[1..=number]),
        _ => None,
    }
}
