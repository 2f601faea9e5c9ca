//! The board: its layout, its drawing and its animation.

mod beside;
mod canvas;
mod ground;
mod layout;
mod motion;
mod palette;
mod pieces;
mod pointers;
mod scenery;

use egui::{Color32, Painter};
use ludoteca_core::Seat;
use ludoteca_core::scene::Scene;

use canvas::Canvas;
use ground::{draw_places, draw_stones, paint_counts, paint_frame};
use pointers::{draw_above, draw_below, paint_arrow};
use scenery::{draw_flights, draw_moving, draw_resting};

pub use beside::{paint_die, paint_piece, paint_stock};
pub use layout::Layout;
pub use motion::Motion;
pub use palette::{Palette, SEAT_COLOURS, ink, readable};

/// The style of the board: colours and names.
#[derive(Copy, Clone)]
pub struct BoardStyle<'a> {
    /// The colours of everything but the seats.
    pub palette: &'a Palette,
    /// A colour for each seat.
    pub colours: &'a [Color32],
    /// The name of each seat. Its first letter is on the seat's pieces if they are large enough.
    pub names: &'a [&'a str],
}

impl BoardStyle<'_> {
    /// A seat's colour.
    pub fn colour(&self, seat: Seat) -> Color32 {
        self.colours.get(seat.index()).copied().unwrap_or(SEAT_COLOURS[seat.index()])
    }
}

/// The marks that point things out on a board.
#[derive(Copy, Clone, Default)]
pub struct Pointers<'a> {
    /// Places that were clicked for the next move.
    pub chosen: &'a [usize],
    /// Places that can be clicked next.
    pub targets: &'a [usize],
    /// A piece that is not laid yet: its seat, and the places that it would cover, in a row.
    pub ghost: Option<(Seat, &'a [usize])>,
    /// The place beneath the pointer.
    pub hovered: Option<usize>,
    /// The place that has the keyboard focus.
    pub focused: Option<usize>,
    /// The best move or a hint: its places, in order.
    pub arrow: &'a [usize],
}

/// Draws a scene. While a motion is going on, the pieces are on their way from the scene before.
pub fn paint(
    painter: &Painter,
    scene: &Scene,
    layout: &Layout,
    style: &BoardStyle,
    pointers: &Pointers,
    motion: Option<&Motion>,
    now: f64,
) {
    let palette = style.palette;
    let motion = motion.and_then(|motion| Some((motion, motion.progress(scene, now)?)));
    let counts = motion
        .and_then(|(motion, progress)| motion.counts(progress))
        .unwrap_or_else(|| scene.stones());
    paint_frame(painter, scene, layout, palette);
    let mut canvas = Canvas::with_room(painter, scene.places.len());
    draw_places(&mut canvas, scene, layout, palette);
    draw_below(&mut canvas, scene, layout, pointers, palette);
    draw_stones(&mut canvas, scene, layout, &counts, palette);
    let letters = draw_resting(&mut canvas, painter, scene, layout, style, motion);
    canvas.paint(painter);
    painter.extend(letters);

    let mut canvas = Canvas::new(painter);
    let letters = draw_moving(&mut canvas, painter, scene, layout, style, pointers.ghost, motion);
    canvas.paint(painter);
    painter.extend(letters);

    let mut canvas = Canvas::new(painter);
    if let Some((motion, progress)) = motion {
        draw_flights(&mut canvas, layout, motion, progress, palette);
    }
    draw_above(&mut canvas, scene, layout, pointers, palette);
    canvas.paint(painter);
    // The rings around bowls must not cover the numbers, so the numbers come last.
    paint_counts(painter, scene, layout, &counts, palette);
    paint_arrow(painter, layout, pointers.arrow, palette);
}
