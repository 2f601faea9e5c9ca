//! What a game looks like, as data: each view draws it by its own means, and people may choose
//! other boards and pieces.

use crate::seat::MAX_SEATS;

/// What the board and the pieces of a game look like.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Look {
    /// The ground on which the pieces lie.
    pub ground: Ground,
    /// The pieces of all seats. Seats have different shapes of them, so that colour is never the
    /// only difference.
    pub pieces: PieceLook,
    /// The colours of the seats, if their names do not tell: see [`seat_colours`].
    pub colours: [Colour; MAX_SEATS],
}

impl Look {
    /// Letters on plain pieces, on cells of two colours.
    pub const PLAIN: Look = Look {
        ground: Ground::Checkered,
        pieces: PieceLook::Letters,
        colours: [Colour::Blue, Colour::Orange, Colour::Teal, Colour::Red],
    };
}

impl Default for Look {
    fn default() -> Look {
        Look::PLAIN
    }
}

/// What a board is made of. The places have their own shapes: cells, points, bowls.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Ground {
    /// Cells in two alternating colours.
    Checkered,
    /// Cells of one colour, between drawn lines.
    Ruled,
    /// Cells as separate tiles with rounded corners.
    Tiles,
    /// Bare wood, for points on lines and for bowls. Points are not drawn where lines cross anyway.
    Wood,
    /// The sky at night: dark cells with stars.
    Night,
}

/// What pieces look like. Stones without an owner are seeds, and obstacles are the same everywhere.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum PieceLook {
    /// A shape for each seat (disc, diamond, triangle, cross), with the first letter of its name.
    Letters,
    /// Drawn signs: X, O, a triangle and a square.
    Signs,
    /// Smooth round stones.
    Stones,
    /// Blobs of something alive.
    Blobs,
    /// Pieces that point forward, away from their own side of the board.
    Pawns,
    /// Turned men, as in draughts.
    Men,
    /// Figures with a letter are rocks, and all other pieces are plates of metal.
    Bodies,
}

/// The colour of a seat's pieces.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Colour {
    /// Blue.
    Blue,
    /// Orange.
    Orange,
    /// A bluish green.
    Teal,
    /// Red.
    Red,
    /// White.
    White,
    /// Black.
    Black,
    /// Yellow.
    Yellow,
    /// Green.
    Green,
    /// The brown of rock.
    Rock,
    /// The grey of metal.
    Metal,
}

impl Colour {
    /// All colours.
    pub const ALL: [Colour; 10] = [
        Colour::Blue,
        Colour::Orange,
        Colour::Teal,
        Colour::Red,
        Colour::White,
        Colour::Black,
        Colour::Yellow,
        Colour::Green,
        Colour::Rock,
        Colour::Metal,
    ];

    /// Red, green and blue, from 0 to 255.
    pub const fn rgb(self) -> [u8; 3] {
        let hex: u32 = match self {
            Colour::Blue => 0x2468d8,
            Colour::Orange => 0xc8770a,
            Colour::Teal => 0x329aa8,
            Colour::Red => 0xc23b46,
            Colour::White => 0xf6f2e7,
            Colour::Black => 0x2b2a2e,
            Colour::Yellow => 0xe0b520,
            Colour::Green => 0x17602c,
            Colour::Rock => 0xb08a5e,
            Colour::Metal => 0xa9bccb,
        };
        [(hex >> 16) as u8, (hex >> 8) as u8, hex as u8]
    }

    /// Are letters on it black? Otherwise they are white.
    pub const fn has_dark_ink(self) -> bool {
        !matches!(self, Colour::Blue | Colour::Red | Colour::Black | Colour::Green)
    }

    /// The colour that a name stands for: a letter that people use for a colour, or a word for it
    /// in one of our languages. B is black beside W, and blue otherwise.
    fn of_name(name: &str, beside_white: bool) -> Option<Colour> {
        let name = name.to_lowercase();
        let found = NAMES.iter().find(|(_, names)| names.contains(&name.as_str()));
        match found {
            Some((colour, _)) => Some(*colour),
            None if name == "b" => Some(if beside_white { Colour::Black } else { Colour::Blue }),
            None => None,
        }
    }
}

/// Names that stand for a colour.
const NAMES: [(Colour, &[&str]); 7] = [
    (Colour::Red, &["r", "red", "rojo", "roja", "rojas", "vermelho", "vermelhas", "rot"]),
    (Colour::White, &["w", "white", "blanco", "blancas", "branco", "brancas", "weiß", "weiss"]),
    (Colour::Black, &["black", "negro", "negras", "preto", "pretas", "schwarz"]),
    (Colour::Blue, &["blue", "azul", "blau"]),
    (Colour::Green, &["g", "green", "verde", "grün", "gruen"]),
    (Colour::Yellow, &["y", "yellow", "amarillo", "amarillas", "amarelo", "amarelas", "gelb"]),
    (Colour::Orange, &["orange", "naranja", "laranja"]),
];

/// The colours of seats with these names, all different. A name that stands for a colour gets it (R
/// is red, W white, B black beside W, and blue otherwise). All others get those of the game.
///
/// ```
/// use ludoteca_core::scene::{Colour, Look, seat_colours};
/// assert_eq!(seat_colours(&Look::PLAIN, &["X", "O"]), [Colour::Blue, Colour::Orange]);
/// assert_eq!(seat_colours(&Look::PLAIN, &["W", "B"]), [Colour::White, Colour::Black]);
/// assert_eq!(seat_colours(&Look::PLAIN, &["R", "B", "X"])[2], Colour::Teal);
/// ```
pub fn seat_colours(look: &Look, names: &[&str]) -> Vec<Colour> {
    let named = |beside_white| {
        names.iter().map(|name| Colour::of_name(name, beside_white)).collect::<Vec<_>>()
    };
    let beside_white = named(false).contains(&Some(Colour::White));
    let mut colours = named(beside_white);
    for at in 1..colours.len() {
        if colours[..at].contains(&colours[at]) {
            colours[at] = None;
        }
    }
    for at in 0..colours.len() {
        if colours[at].is_none() {
            let mut free = look.colours[at..].iter().chain(&look.colours).chain(&Colour::ALL);
            colours[at] = free.find(|colour| !colours.contains(&Some(**colour))).copied();
        }
    }
    colours.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_get_different_colours() {
        use Colour::*;
        for (names, colours) in [
            (&["X", "O", "Y", "Z"][..], [Blue, Orange, Yellow, Red]),
            (&["R", "r", "red", "Rot"], [Red, Orange, Teal, Blue]),
            (&["B", "W", "G", "Y"], [Black, White, Green, Yellow]),
            (&["Blau", "Weiß", "B", "A"], [Blue, White, Black, Red]),
            (&["1", "B", "2", "3"], [Orange, Blue, Teal, Red]),
        ] {
            assert_eq!(seat_colours(&Look::PLAIN, names), colours, "{names:?}");
        }
    }

    #[test]
    fn letters_can_be_read_on_every_colour() {
        let light = |part: u8| {
            let part = f64::from(part) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        for colour in Colour::ALL {
            let [red, green, blue] = colour.rgb().map(light);
            let lightness = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
            let ink = if colour.has_dark_ink() { 0.0 } else { 1.0 };
            let (upper, lower) = if ink > lightness { (ink, lightness) } else { (lightness, ink) };
            let contrast = (upper + 0.05) / (lower + 0.05);
            assert!(contrast >= 4.0, "{colour:?}: {contrast:.1}");
        }
    }
}
