//! What lies beside the board: the die, and the pieces that seats hold.

use egui::{Align2, FontId, Painter, Pos2, Rect, Vec2, pos2, vec2};
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

/// Draws the pieces that seats hold beside the board: a line for each seat, or several lines if
/// they do not fit. Returns the height that they take.
pub fn paint_stock(painter: &Painter, within: Rect, scene: &Scene, style: &BoardStyle) -> f32 {
    let longest = scene.stock.iter().map(|in_hand| in_hand.length).max().unwrap_or(1).max(1);
    let unit = (within.width() / longest as f32).min(UNIT);
    let mut canvas = Canvas::new(painter);
    let mut letters = Letters::new(painter);
    let mut texts = Vec::new();
    let mut corner = within.min;
    let mut seat = None;
    for in_hand in &scene.stock {
        for _ in 0..in_hand.count {
            let width = in_hand.length as f32 * unit;
            let other_seat = seat.replace(in_hand.seat).is_some_and(|seat| seat != in_hand.seat);
            if corner.x > within.left() && (other_seat || corner.x + width > within.right()) {
                corner = pos2(within.left(), corner.y + LINE * unit);
            }
            let rect = Rect::from_min_size(corner, vec2(width, unit));
            texts.extend(draw_in_hand(&mut canvas, rect, in_hand, unit, style, &mut letters));
            corner.x += width + GAP * unit;
        }
    }
    canvas.paint(painter);
    painter.extend(texts);
    if seat.is_some() { corner.y + LINE * unit - within.top() } else { 0.0 }
}

/// The side of a cell for pieces in hand, in points; then the height of a line and the gap between
/// two pieces, in units.
const UNIT: f32 = 18.0;
const LINE: f32 = 1.2;
const GAP: f32 = 0.25;

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
