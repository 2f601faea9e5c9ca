//! Draws the board of any scene in characters. It knows nothing else.

mod geometry;
mod grounds;
mod picture;
mod pictured;
mod pieces;
mod written;

use ludoteca_core::Seat;
use ludoteca_core::drawing::width;
use ludoteca_core::scene::{Colour, PieceKind, Scene};
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;
use ratatui_core::style::{Color, Modifier, Style};

use crate::capabilities::{Capabilities, ColourDepth};
use crate::choices::{BoardSurface, PieceSet};

pub use geometry::{Geometry, Manner};
pub use grounds::is_lined;

/// How boards and pieces are drawn.
pub struct DrawingStyle<'a> {
    pub capabilities: Capabilities,
    pub surface: BoardSurface,
    pub pieces: PieceSet,
    /// A name and a colour for each seat.
    pub names: &'a [&'a str],
    pub colours: &'a [Colour],
    /// The seat that plays from the upper edge, if two seats face each other.
    pub far_seat: Option<Seat>,
    /// Does the upper edge lie below?
    pub turned: bool,
}

/// What the person at the board is doing.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Pointing {
    /// The place of the cursor.
    pub cursor: Option<usize>,
    /// The places that were chosen.
    pub chosen: Vec<usize>,
    /// The places that can be chosen next.
    pub targets: Vec<usize>,
    /// A piece that is about to be laid: whose it is, and the places that it covers.
    pub ghost: Option<(Seat, Vec<usize>)>,
    /// The places of the move that was given as a hint.
    pub hint: Vec<usize>,
}

/// Draws a board. `from` is the character of the board that the area begins with.
pub fn draw(
    buffer: &mut Buffer,
    area: Rect,
    from: [i32; 2],
    scene: &Scene,
    geometry: &Geometry,
    style: &DrawingStyle<'_>,
    pointing: &Pointing,
) {
    match geometry.manner {
        Manner::Picture => {
            let picture = pictured::board(scene, geometry, style, pointing);
            picture.show(buffer, area, from, style.capabilities.colours);
        }
        Manner::Lattice | Manner::Letters => {
            written::board(buffer, area, from, scene, geometry, style, pointing);
        }
    }
}

impl DrawingStyle<'_> {
    /// What stands for a seat where there is room for one letter: the first of its name, or its
    /// number where others have the same letter.
    pub fn initial(&self, seat: Seat) -> char {
        let first = |name: &str| name.chars().next().filter(|it| width(&it.to_string()) == 1);
        let mine = self.names.get(seat.index()).and_then(|name| first(name));
        let same = self.names.iter().filter(|name| first(name) == mine).count();
        let number = char::from_digit(seat.number() as u32, 10).unwrap_or('?');
        mine.filter(|_| same == 1).unwrap_or(number)
    }

    pub fn colour(&self, seat: Seat) -> Colour {
        self.colours.get(seat.index()).copied().unwrap_or(Colour::Metal)
    }

    /// The style of text about a seat, on the background of the terminal.
    pub fn ink(&self, seat: Seat) -> Style {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let colour = self.colour(seat);
        match self.capabilities.colours {
            ColourDepth::Monochrome => bold,
            ColourDepth::Sixteen => bold.fg(match colour {
                Colour::Blue => Color::LightBlue,
                Colour::Orange | Colour::Rock => Color::Yellow,
                Colour::Teal => Color::Cyan,
                Colour::Red => Color::LightRed,
                Colour::White => Color::Reset,
                Colour::Black => Color::DarkGray,
                Colour::Yellow => Color::LightYellow,
                Colour::Green => Color::Green,
                Colour::Metal => Color::Gray,
            }),
            depth => bold.fg(picture::shown(pieces::on_background(colour), depth)),
        }
    }

    /// A small token of a seat: a sign in its colour.
    pub fn token(&self, seat: Seat) -> (String, Style) {
        let depth = self.capabilities.colours;
        if !self.capabilities.shows_pictures() {
            return (format!(" {} ", self.initial(seat)), self.ink(seat));
        }
        let colour = self.colour(seat);
        let ink = if colour.has_dark_ink() { [20.0; 3] } else { [255.0; 3] };
        let style = Style::new()
            .fg(picture::shown(ink, depth))
            .bg(picture::shown(pieces::rgb(colour), depth))
            .add_modifier(Modifier::BOLD);
        (format!(" {} ", self.initial(seat)), style)
    }
}

/// What lies on each place.
fn lying(scene: &Scene) -> Vec<Option<(PieceKind, u32)>> {
    let mut lying = vec![None; scene.places.len()];
    for piece in &scene.pieces {
        if let Some(place) = lying.get_mut(piece.place) {
            *place = Some((piece.kind, piece.count));
        }
    }
    lying
}
