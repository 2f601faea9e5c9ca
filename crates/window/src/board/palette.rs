//! The colours of a window, for the light and the dark theme.

use egui::Color32;

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
    /// Stones, in alternating colours.
    pub stones: [Color32; 3],
    /// The badge with the number of stones: its ground, and the number.
    pub badge: [Color32; 2],
    /// Cells that nobody can use, and the lines across them.
    pub obstacle: [Color32; 2],
    /// The shadow beneath everything that lies on the board.
    pub shadow: Color32,
    /// The places of the last step.
    pub last: Color32,
    /// A place that was chosen, and those that can be chosen next.
    pub chosen: Color32,
    /// The place beneath the pointer.
    pub hovered: Color32,
    /// The place that has the keyboard focus: its ring, and the outline that sets the ring off.
    pub focused: [Color32; 2],
    /// The best move, or a hint.
    pub arrow: Color32,
    /// A die: its face, and its pips or text.
    pub die: [Color32; 2],
    /// Text beside the board.
    pub text: Color32,
}

/// The default colours of seats. They can be read on both themes, and people who see red and green
/// alike can tell them apart.
pub const SEAT_COLOURS: [Color32; 4] = [hex(0x2468d8), hex(0xc8770a), hex(0x329aa8), hex(0xc23b46)];

impl Palette {
    /// Wood.
    pub const LIGHT: Palette = Palette {
        frame: hex(0x7f5c3a),
        ground: hex(0xe6cfa3),
        cells: [hex(0xf0dfbd), hex(0xe4cb9c)],
        line: hex(0xb08d5c),
        mark: hex(0xf7ead0),
        rim: hex(0xa97c4b),
        bowl: [hex(0x8d6237), hex(0xc79b66)],
        stones: [hex(0x5b6770), hex(0x7d8890), hex(0x9aa1a6)],
        badge: [hex(0x4a3521), hex(0xfff6e3)],
        obstacle: [hex(0x9a8261), hex(0x7c6545)],
        shadow: Color32::from_black_alpha(90),
        last: alpha(0xe8b400, 135),
        chosen: hex(0x1d7a46),
        hovered: Color32::from_rgba_premultiplied(70, 70, 70, 70),
        focused: [hex(0x1a1a1a), hex(0xffffff)],
        arrow: alpha(0x7b2fbe, 215),
        die: [hex(0xfdf8ec), hex(0x33281c)],
        text: hex(0x33281c),
    };

    /// Slate.
    pub const DARK: Palette = Palette {
        frame: hex(0x20262c),
        ground: hex(0x3a444d),
        cells: [hex(0x46525c), hex(0x3d4851)],
        line: hex(0x6d7b87),
        mark: hex(0xb9c4cd),
        rim: hex(0x56636f),
        bowl: [hex(0x1f262c), hex(0x37424b)],
        stones: [hex(0xb9b2a4), hex(0xd3cdbf), hex(0x9c978b)],
        badge: [hex(0x12171b), hex(0xf0f3f5)],
        obstacle: [hex(0x262d33), hex(0x4c5863)],
        shadow: Color32::from_black_alpha(130),
        last: alpha(0xd9b23a, 105),
        chosen: hex(0x6fd69a),
        hovered: Color32::from_rgba_premultiplied(34, 34, 34, 34),
        focused: [hex(0xffffff), hex(0x101010)],
        arrow: alpha(0xc79bf2, 225),
        die: [hex(0xe9edf0), hex(0x20262c)],
        text: hex(0xe3e8ec),
    };

    /// The palette of the dark theme, or of the light one.
    pub fn of(dark: bool) -> &'static Palette {
        if dark { &Palette::DARK } else { &Palette::LIGHT }
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
    let steps = (0..5).map(|step| colour.lerp_to_gamma(letters, 0.2 * step as f32));
    steps.into_iter().find(|colour| contrast(*colour, ground) >= READABLE).unwrap_or(letters)
}

/// The contrast that the accessibility guidelines (WCAG) ask for.
const READABLE: f32 = 4.5;

fn contrast(one: Color32, other: Color32) -> f32 {
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

    #[test]
    fn words_can_be_read_on_both_themes() {
        for (palette, visuals) in
            [(&Palette::LIGHT, Visuals::light()), (&Palette::DARK, Visuals::dark())]
        {
            for (what, ink, ground) in [
                ("marks", palette.mark, palette.frame),
                ("counts", palette.badge[1], palette.badge[0]),
                ("the die", palette.die[1], palette.die[0]),
                ("words", palette.text, visuals.panel_fill),
            ] {
                assert!(contrast(ink, ground) > 4.5, "{what}: {:.1}", contrast(ink, ground));
            }
            // Shapes and bold letters need less contrast than other text.
            for colour in SEAT_COLOURS {
                assert!(
                    contrast(colour, visuals.panel_fill) > 3.0,
                    "{colour:?} on {:?}",
                    visuals.panel_fill
                );
            }
            for ground in palette.cells.into_iter().chain([palette.ground]) {
                assert!(
                    contrast(palette.chosen, ground) > 3.0,
                    "{ground:?}: {:.1}",
                    contrast(palette.chosen, ground)
                );
                assert!(contrast(palette.focused[0], ground) > 3.0, "{ground:?}");
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
            let seen = SEAT_COLOURS
                .map(|colour| lab(sees.map(|row| dot(row, lights(colour)).clamp(0.0, 1.0))));
            for (one, other) in (0..4).flat_map(|one| (0..one).map(move |other| (one, other))) {
                let apart = [0, 1, 2].map(|part| seen[one][part] - seen[other][part]);
                // A distance of 2 is just visible; 30 is about the distance from red to orange.
                let apart = dot(apart, apart).sqrt();
                assert!(apart > 30.0, "{eyes}: seats {one} and {other} are {apart:.0} apart");
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
