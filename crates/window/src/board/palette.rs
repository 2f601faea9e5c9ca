//! The colours of boards, for the light and the dark theme.

use egui::Color32;
use ludoteca_core::scene::{Colour, Ground, Look};

use super::choices::BoardChoice;

/// Colours of everything but the seats.
#[derive(Clone, PartialEq, Debug)]
pub struct Palette {
    /// The edge of the board, with the marks on it.
    pub frame: Color32,
    /// The board between places, and beneath points.
    pub ground: Color32,
    /// Cells, in two alternating colours.
    pub cells: [Color32; 2],
    /// The lines between cells, and from point to point.
    pub line: Color32,
    /// Numbers and letters on the edge of the board.
    pub mark: Color32,
    /// The rim of bowls and pots.
    pub rim: Color32,
    /// The inside of a bowl, above and below.
    pub bowl: [Color32; 2],
    /// The grain of bare wood.
    pub grain: Color32,
    /// Stones that belong to nobody, in alternating colours.
    pub stones: [Color32; 3],
    /// The badge with the number of stones: its ground, and the number.
    pub badge: [Color32; 2],
    /// A block on a cell that nobody can use: above, and below.
    pub obstacle: [Color32; 2],
    /// The shadow beneath everything that lies on the board.
    pub shadow: Color32,
    /// The places of the last step.
    pub last: Color32,
    /// The last step on a piece that covers its place: a ring, and the outline that sets it off.
    pub moved: [Color32; 2],
    /// A place that was chosen, and those that can be chosen next.
    pub chosen: Color32,
    /// The place beneath the pointer.
    pub hovered: Color32,
    /// The place that has the keyboard focus: its ring, and the outline that sets the ring off.
    pub focused: [Color32; 2],
    /// The best move, or a hint.
    pub arrow: Color32,
    /// The places that show why the game ended.
    pub decisive: Color32,
    /// A die: its face, and its pips or text.
    pub die: [Color32; 2],
}

/// The colours of seats in games that have none of their own. They can be read on both themes, and
/// people who see red and green alike can tell them apart.
pub const SEAT_COLOURS: [Color32; 4] = {
    let [one, two, three, four] = Look::PLAIN.colours;
    [seat_colour(one), seat_colour(two), seat_colour(three), seat_colour(four)]
};

/// A seat's colour on the screen.
pub const fn seat_colour(colour: Colour) -> Color32 {
    let [red, green, blue] = colour.rgb();
    Color32::from_rgb(red, green, blue)
}

impl Palette {
    /// Wood, with cells.
    pub const LIGHT: Palette = Palette {
        frame: hex(0x7f5c3a),
        ground: hex(0xe6cfa3),
        cells: [hex(0xf0dfbd), hex(0xe4cb9c)],
        line: hex(0xb08d5c),
        mark: hex(0xf7ead0),
        rim: hex(0xa97c4b),
        bowl: [hex(0x7a5230), hex(0xc79b66)],
        grain: alpha(0x7a4a1e, 26),
        stones: [hex(0x8a5a33), hex(0x7d736a), hex(0xb48a5c)],
        badge: [hex(0x4a3521), hex(0xfff6e3)],
        obstacle: [hex(0x9a8567), hex(0x6d5940)],
        shadow: Color32::from_black_alpha(90),
        last: alpha(0xe8b400, 135),
        moved: [hex(0xd9480f), alpha(0xffffff, 150)],
        chosen: hex(0x1d7a46),
        hovered: Color32::from_rgba_premultiplied(70, 70, 70, 70),
        focused: [hex(0x1a1a1a), hex(0xffffff)],
        arrow: alpha(0x7b2fbe, 215),
        decisive: alpha(0xc2187a, 235),
        die: [hex(0xfdf8ec), hex(0x33281c)],
    };

    /// Slate, with cells.
    pub const DARK: Palette = Palette {
        frame: hex(0x20262c),
        ground: hex(0x3a444d),
        cells: [hex(0x4b5862), hex(0x3d4851)],
        line: hex(0x6d7b87),
        mark: hex(0xb9c4cd),
        rim: hex(0x5d6b77),
        bowl: [hex(0x171d22), hex(0x37424b)],
        grain: Color32::TRANSPARENT,
        stones: [hex(0xb9a184), hex(0xd3cdbf), hex(0x9c978b)],
        badge: [hex(0x12171b), hex(0xf0f3f5)],
        obstacle: [hex(0x6b7782), hex(0x2a323a)],
        shadow: Color32::from_black_alpha(130),
        last: alpha(0xd9b23a, 105),
        moved: [hex(0xf2762e), alpha(0x101010, 150)],
        chosen: hex(0x6fd69a),
        hovered: Color32::from_rgba_premultiplied(34, 34, 34, 34),
        focused: [hex(0xffffff), hex(0x101010)],
        arrow: alpha(0xc79bf2, 225),
        decisive: alpha(0xff7ac6, 235),
        die: [hex(0xe9edf0), hex(0x20262c)],
    };

    /// Dark wood, with cells.
    const WALNUT: Palette = Palette {
        frame: hex(0x2c1d13),
        ground: hex(0x5b4130),
        cells: [hex(0x6b4e3a), hex(0x573d2c)],
        line: hex(0x9a7a5c),
        mark: hex(0xd9c3a8),
        rim: hex(0x8a6a4c),
        bowl: [hex(0x1f140c), hex(0x4e3625)],
        grain: alpha(0x120a05, 46),
        stones: [hex(0xd9b98d), hex(0xb9b2a4), hex(0xc98f5a)],
        badge: [hex(0x1b120b), hex(0xf7ead0)],
        obstacle: [hex(0x8b7158), hex(0x33241a)],
        chosen: hex(0x86e2ab),
        ..Palette::DARK
    };

    /// Light slate, with cells.
    const PALE_SLATE: Palette = Palette {
        frame: hex(0x55636f),
        ground: hex(0xd3dae0),
        cells: [hex(0xe3e8ec), hex(0xc9d2d9)],
        line: hex(0x8494a1),
        mark: hex(0xf2f5f7),
        rim: hex(0x97a5b0),
        bowl: [hex(0x6b7a86), hex(0xa9b6c0)],
        grain: Color32::TRANSPARENT,
        badge: [hex(0x2d3740), hex(0xf4f7f9)],
        obstacle: [hex(0x93a0ab), hex(0x5c6a76)],
        chosen: hex(0x146238),
        ..Palette::LIGHT
    };

    /// Paper with lines in ink.
    const PAPER: Palette = Palette {
        frame: hex(0xe7dfcb),
        ground: hex(0xfaf6ea),
        cells: [hex(0xfaf6ea); 2],
        line: hex(0x6f7fa3),
        mark: hex(0x5a523f),
        rim: hex(0xcfc4a8),
        bowl: [hex(0xc9bd9f), hex(0xece3cd)],
        grain: Color32::TRANSPARENT,
        badge: [hex(0x3f3a2e), hex(0xfffaf0)],
        obstacle: [hex(0xb8b09c), hex(0x857d69)],
        ..Palette::LIGHT
    };

    /// Ink, with lines in chalk.
    const INK: Palette = Palette {
        frame: hex(0x1b242e),
        ground: hex(0x273340),
        cells: [hex(0x273340); 2],
        line: hex(0x7f95ab),
        mark: hex(0xb4c3d2),
        rim: hex(0x4b5f73),
        bowl: [hex(0x121a22), hex(0x2b3a49)],
        grain: Color32::TRANSPARENT,
        ..Palette::DARK
    };

    /// Tiles with gaps between them.
    const TILES: Palette = Palette {
        frame: hex(0x4d5f70),
        ground: hex(0x64788b),
        cells: [hex(0xe9eef2), hex(0xdde5eb)],
        line: hex(0x64788b),
        mark: hex(0xf2f6f9),
        obstacle: [hex(0x8d98a2), hex(0x4a555f)],
        grain: Color32::TRANSPARENT,
        ..Palette::LIGHT
    };

    /// Dark tiles.
    const DARK_TILES: Palette = Palette {
        frame: hex(0x14191e),
        ground: hex(0x1b2127),
        cells: [hex(0x414d58), hex(0x3a454f)],
        line: hex(0x1b2127),
        mark: hex(0xaebac5),
        obstacle: [hex(0x7d8893), hex(0x252c33)],
        ..Palette::DARK
    };

    /// Bare wood.
    const BARE_WOOD: Palette = Palette {
        frame: hex(0xe6c48d),
        ground: hex(0xe6c48d),
        cells: [hex(0xecd0a0), hex(0xe0bc82)],
        line: hex(0x5a3d20),
        mark: hex(0x4a3218),
        rim: hex(0xf6dfb4),
        chosen: hex(0x145c33),
        ..Palette::LIGHT
    };

    /// Bare dark wood.
    const BARE_WALNUT: Palette = Palette {
        frame: hex(0x5a3f2c),
        ground: hex(0x5a3f2c),
        line: hex(0xc8a57f),
        mark: hex(0xe2cbb0),
        ..Palette::WALNUT
    };

    /// The sky at night.
    const NIGHT: Palette = Palette {
        frame: hex(0x090d1c),
        ground: hex(0x10172e),
        cells: [hex(0x141c38), hex(0x111830)],
        line: hex(0x2b3766),
        mark: hex(0xa3afd6),
        obstacle: [hex(0x4b5886), hex(0x1c2448)],
        last: alpha(0xd9b23a, 90),
        ..Palette::DARK
    };

    /// The colours of a board. `own` is the game's ground.
    pub fn of(board: BoardChoice, own: Ground, dark: bool) -> &'static Palette {
        let [light, dim] = match (board, own) {
            (BoardChoice::Own | BoardChoice::Wood, Ground::Wood) => {
                [&Palette::BARE_WOOD, &Palette::BARE_WALNUT]
            }
            (BoardChoice::Own, Ground::Checkered) => [&Palette::LIGHT, &Palette::DARK],
            (BoardChoice::Own, Ground::Ruled) | (BoardChoice::Paper, _) => {
                [&Palette::PAPER, &Palette::INK]
            }
            (BoardChoice::Own, Ground::Tiles) => [&Palette::TILES, &Palette::DARK_TILES],
            (BoardChoice::Own, Ground::Night) => [&Palette::NIGHT; 2],
            (BoardChoice::Wood, _) => [&Palette::LIGHT, &Palette::WALNUT],
            (BoardChoice::Slate, _) => [&Palette::PALE_SLATE, &Palette::DARK],
        };
        if dark { dim } else { light }
    }
}

/// Black or white, whichever is easier to read on a colour.
pub fn ink(on: Color32) -> Color32 {
    let light = lightness(on);
    if 1.05 / (light + 0.05) > (light + 0.05) / 0.05 { Color32::WHITE } else { Color32::BLACK }
}

/// A colour for letters. It stays as it is if it can be read on the ground; otherwise it is moved
/// towards the usual colour of letters.
pub fn readable(colour: Color32, ground: Color32, letters: Color32) -> Color32 {
    seen_at(READABLE, colour, ground, letters)
}

/// The same for another contrast than that of letters.
pub fn seen_at(least: f32, colour: Color32, ground: Color32, letters: Color32) -> Color32 {
    let steps = (0..10).map(|step| colour.lerp_to_gamma(letters, 0.1 * step as f32));
    steps.into_iter().find(|colour| contrast(*colour, ground) >= least).unwrap_or(letters)
}

/// The contrast that the accessibility guidelines (WCAG) ask for.
const READABLE: f32 = 4.5;

/// The contrast of two colours, from 1 to 21, computed as in the guidelines.
pub fn contrast(one: Color32, other: Color32) -> f32 {
    let (one, other) = (lightness(one), lightness(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

/// How much light a colour gives, from 0 to 1, computed as in the accessibility guidelines (WCAG).
fn lightness(colour: Color32) -> f32 {
    lights(colour).into_iter().zip(LIGHTNESS).map(|(light, weight)| light * weight).sum()
}

/// How light pure red, green and blue appear to people.
const LIGHTNESS: [f32; 3] = [0.2126, 0.7152, 0.0722];

/// The light of each part of a colour, from 0 to 1.
fn lights(colour: Color32) -> [f32; 3] {
    [colour.r(), colour.g(), colour.b()].map(|part| {
        let part = f32::from(part) / 255.0;
        if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    })
}

const fn hex(rgb: u32) -> Color32 {
    Color32::from_rgb((rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8)
}

const fn alpha(rgb: u32, alpha: u8) -> Color32 {
    Color32::from_rgba_unmultiplied_const((rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8, alpha)
}

#[cfg(test)]
mod tests {
    use egui::Visuals;

    use super::super::pieces::face;
    use super::*;

    #[test]
    fn letters_can_be_read_on_pieces_of_any_colour() {
        let steps = || (0..=255).step_by(15);
        for (red, green, blue) in
            steps().flat_map(|r| steps().flat_map(move |g| steps().map(move |b| (r, g, b))))
        {
            let colour = Color32::from_rgb(red, green, blue);
            assert!(contrast(ink(colour), colour) > 4.5, "{colour:?}");
            for face in face(colour) {
                assert!(contrast(ink(colour), face) > 3.7, "{colour:?} {face:?}");
            }
        }
    }

    /// All boards: the theme, the choice, the game's ground.
    fn boards() -> impl Iterator<Item = (bool, BoardChoice, Ground)> {
        [false, true].into_iter().flat_map(|dark| {
            BoardChoice::ALL
                .into_iter()
                .flat_map(move |board| GROUNDS.map(|ground| (dark, board, ground)))
        })
    }

    const GROUNDS: [Ground; 5] =
        [Ground::Checkered, Ground::Ruled, Ground::Tiles, Ground::Wood, Ground::Night];

    #[test]
    fn words_and_marks_can_be_seen_on_every_board() {
        for (dark, board, own) in boards() {
            let palette = Palette::of(board, own, dark);
            let visuals = if dark { Visuals::dark() } else { Visuals::light() };
            let about = |what: &str| format!("{what} on {board:?} {own:?}, dark: {dark}");
            for (what, ink, ground) in [
                ("marks", palette.mark, palette.frame),
                ("counts", palette.badge[1], palette.badge[0]),
                ("the die", palette.die[1], palette.die[0]),
            ] {
                assert!(
                    contrast(ink, ground) > 4.5,
                    "{}: {:.1}",
                    about(what),
                    contrast(ink, ground)
                );
            }
            // Shapes and bold letters need less contrast than other text.
            for colour in SEAT_COLOURS {
                assert!(contrast(colour, visuals.panel_fill) > 3.0, "{colour:?}");
            }
            let places = palette.cells.into_iter().chain([palette.ground]);
            // Between tiles nothing is marked.
            let places = places.filter(|ground| *ground != palette.line);
            for ground in places {
                for (what, mark) in [
                    ("a chosen place", palette.chosen),
                    ("the focus", palette.focused[0]),
                    ("what decided the game", palette.decisive.to_opaque()),
                ] {
                    let apart = contrast(mark, ground);
                    assert!(apart > 2.9, "{}: {apart:.1}", about(what));
                }
            }
        }
    }

    #[test]
    fn seat_colours_differ_for_colour_blind_people() {
        /// What people with each kind of colour vision see of linear red, green and blue light:
        /// Machado, Oliveira and Fernandes 2009.
        const EYES: [(&str, [[f32; 3]; 3]); 3] = [
            ("all cones", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
            ("no green", [[0.367, 0.861, -0.228], [0.280, 0.673, 0.047], [-0.012, 0.043, 0.969]]),
            ("no red", [[0.152, 1.053, -0.205], [0.115, 0.786, 0.099], [-0.004, -0.048, 1.052]]),
        ];
        for (eyes, sees) in EYES {
            let seen = |colour| lab(sees.map(|row| dot(row, lights(colour)).clamp(0.0, 1.0)));
            // A distance of 2 is just visible; 30 is about the distance from red to orange. Names
            // can give seats any two colours; then their shapes help to tell them apart.
            let all = Colour::ALL.map(seat_colour);
            for (colours, least) in [(&SEAT_COLOURS[..], 30.0), (&all[..], 10.0)] {
                for (at, one) in colours.iter().enumerate() {
                    for other in &colours[..at] {
                        let (here, there) = (seen(*one), seen(*other));
                        let apart = [0, 1, 2].map(|part| here[part] - there[part]);
                        let apart = dot(apart, apart).sqrt();
                        assert!(apart > least, "{eyes}: {one:?} and {other:?}, {apart:.0} apart");
                    }
                }
            }
        }
    }

    fn dot(one: [f32; 3], other: [f32; 3]) -> f32 {
        one.iter().zip(other).map(|(one, other)| one * other).sum()
    }

    /// A colour in the Lab colour space, where distances match the differences that people see.
    fn lab(lights: [f32; 3]) -> [f32; 3] {
        let root =
            |part: f32| if part > 0.008856 { part.cbrt() } else { 7.787 * part + 16.0 / 116.0 };
        let x = root(dot([0.4124, 0.3576, 0.1805], lights) / 0.9505);
        let y = root(dot(LIGHTNESS, lights));
        let z = root(dot([0.0193, 0.1192, 0.9505], lights) / 1.089);
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }
}
