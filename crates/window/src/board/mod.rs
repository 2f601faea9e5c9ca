//! The board: its layout, its drawing and its animation.

mod beside;
mod canvas;
mod choices;
mod ground;
mod layout;
mod motion;
mod palette;
mod pieces;
mod pointers;
mod scenery;

use egui::{Color32, Painter};
use ludoteca_core::Seat;
use ludoteca_core::scene::{Ground, Look, PieceLook, Scene, seat_colours};

use canvas::Canvas;
use ground::{draw_places, draw_stones, paint_counts, paint_frame, paint_owners};
use pointers::{draw_above, draw_below};
use scenery::{draw_flights, draw_moving, draw_resting};

pub use beside::{paint_die, paint_piece, paint_stock};
pub use choices::{BoardChoice, PieceChoice};
pub use layout::Layout;
pub use motion::Motion;
pub use palette::{Palette, SEAT_COLOURS, ink, readable};
pub use pointers::paint_arrow;

/// The style of the board: what it and its pieces look like.
#[derive(Copy, Clone)]
pub struct BoardStyle<'a> {
    /// The colours of everything but the seats.
    pub palette: &'a Palette,
    /// How the places are drawn.
    pub ground: Ground,
    /// What the pieces look like.
    pub pieces: PieceLook,
    /// A colour for each seat.
    pub colours: &'a [Color32],
    /// The name of each seat. Its first letter is on the seat's pieces if these have letters and
    /// are large enough.
    pub names: &'a [&'a str],
    /// The seat whose pieces point downwards, if pieces point anywhere.
    pub downward: Option<Seat>,
}

impl<'a> BoardStyle<'a> {
    /// The style of a game with this look, on the board and with the pieces that a person has
    /// chosen.
    pub fn new(
        look: &Look,
        (board, pieces): (BoardChoice, PieceChoice),
        dark: bool,
        colours: &'a [Color32],
        names: &'a [&'a str],
    ) -> BoardStyle<'a> {
        BoardStyle {
            palette: Palette::of(board, look.ground, dark),
            ground: board.ground(look.ground),
            pieces: pieces.pieces(look.pieces),
            colours,
            names,
            downward: None,
        }
    }

    /// The same style in a game where this seat plays from the upper edge of a board, which may be
    /// turned round.
    pub fn facing(self, far_seat: Option<Seat>, turned: bool) -> BoardStyle<'a> {
        let other = |far: Seat| Seat::new(1 - far.index().min(1));
        BoardStyle { downward: far_seat.map(|far| if turned { other(far) } else { far }), ..self }
    }

    /// A seat's colour.
    pub fn colour(&self, seat: Seat) -> Color32 {
        self.colours.get(seat.index()).copied().unwrap_or(SEAT_COLOURS[seat.index()])
    }

    /// Do the pieces of a seat point downwards?
    fn points_down(&self, seat: Seat) -> bool {
        self.downward == Some(seat)
    }
}

/// The colours of seats with these names, in a game with this look.
pub fn colours(look: &Look, names: &[&str]) -> Vec<Color32> {
    seat_colours(look, names).into_iter().map(palette::seat_colour).collect()
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
    paint_frame(painter, scene, layout, style);
    let mut canvas = Canvas::with_room(painter, scene.places.len());
    draw_places(&mut canvas, scene, layout, style);
    draw_below(&mut canvas, scene, layout, pointers, palette);
    draw_stones(&mut canvas, scene, layout, &counts, palette);
    let letters = draw_resting(&mut canvas, painter, scene, layout, style, motion);
    canvas.paint(painter);
    painter.extend(letters);
    paint_owners(painter, scene, layout, style);

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
