//! The board: where everything is, what it looks like, how it moves.

mod layout;
mod motion;
mod palette;

use eframe::egui::{Color32, Painter, Pos2, Rect};
use ludoteca_core::Seat;
use ludoteca_core::scene::Scene;

pub use layout::Layout;
pub use motion::Motion;
pub use palette::{Palette, SEAT_COLOURS, ink};

/// How everything is to look.
#[derive(Copy, Clone)]
pub struct Look<'a> {
    /// The colours of everything but the seats.
    pub palette: &'a Palette,
    /// One for each seat.
    pub colours: &'a [Color32],
    /// What each seat is called; its first letter is on its pieces where they are large enough.
    pub names: &'a [&'a str],
}

/// What is to be pointed out on a board.
#[derive(Copy, Clone, Default)]
pub struct Pointers<'a> {
    /// Places that were clicked for the next move.
    pub chosen: &'a [usize],
    /// Places that can be clicked next.
    pub targets: &'a [usize],
    /// A piece that is not laid yet: whose, and the places that it would cover, in a row.
    pub ghost: Option<(Seat, &'a [usize])>,
    /// The place beneath the pointer.
    pub hovered: Option<usize>,
    /// The place of the keyboard.
    pub focused: Option<usize>,
    /// The best move, or a hint: its places in order.
    pub arrow: &'a [usize],
    /// Is the last step marked?
    pub last: bool,
}

/// Draws a scene. On its way from the scene before, where there is a motion and it is not over.
pub fn paint(
    painter: &Painter,
    scene: &Scene,
    layout: &Layout,
    look: &Look,
    pointers: &Pointers,
    motion: Option<&Motion>,
    now: f64,
) {
    let _ = (painter, scene, layout, look, pointers, motion, now);
}

/// The piece of a seat, for tables and legends: of the same shape as on the board.
pub fn paint_piece(painter: &Painter, centre: Pos2, radius: f32, seat: Seat, look: &Look) {
    let _ = (painter, centre, radius, seat, look);
}

/// A die.
pub fn paint_die(painter: &Painter, rect: Rect, shows: &str, palette: &Palette) {
    let _ = (painter, rect, shows, palette);
}

/// Pieces that seats hold beside the board. Answers how much of the height they take.
pub fn paint_stock(painter: &Painter, within: Rect, scene: &Scene, look: &Look) -> f32 {
    let _ = (painter, within, scene, look);
    0.0
}
