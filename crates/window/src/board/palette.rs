//! Colours.

use eframe::egui::Color32;

/// Colours of everything but the seats.
#[derive(Clone, PartialEq, Debug)]
pub struct Palette {
    /// The edge of the board, with the marks on it.
    pub frame: Color32,
    /// The board between places, and beneath points.
    pub ground: Color32,
    /// Cells, by turns.
    pub cells: [Color32; 2],
    /// Between cells, and from point to point.
    pub line: Color32,
    /// Numbers and letters on the edge of the board.
    pub mark: Color32,
    /// Bowls and pots: their rim, and how deep they are.
    pub rim: Color32,
    /// The inside of a bowl, above and below.
    pub bowl: [Color32; 2],
    /// Stones, by turns.
    pub stones: [Color32; 3],
    /// How many stones there are: the badge, and the number on it.
    pub badge: [Color32; 2],
    /// Cells that nobody can use, and the lines across them.
    pub obstacle: [Color32; 2],
    /// Beneath whatever lies on the board.
    pub shadow: Color32,
    /// The last step.
    pub last: Color32,
    /// A place that was chosen, and those that can be chosen next.
    pub chosen: Color32,
    /// The place beneath the pointer.
    pub hovered: Color32,
    /// The place of the keyboard: its ring, and what sets the ring off.
    pub focused: [Color32; 2],
    /// The best move, or a hint.
    pub arrow: Color32,
    /// A die: its face, and what it shows.
    pub die: [Color32; 2],
    /// Words beside the board.
    pub text: Color32,
}

/// Colours that seats have where nobody chose others. They can be read on both themes, and are told apart by people who see red and green
/// alike.
pub const SEAT_COLOURS: [Color32; 4] = [hex(0x2468d8), hex(0xd07f0e), hex(0x2f9aa5), hex(0xb83048)];

impl Palette {
    /// Wood.
    pub const LIGHT: Palette = Palette {
        frame: hex(0x8a6642),
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

/// How much light a colour gives, from 0 to 1, as the guidelines for accessible pages reckon.
pub fn lightness(colour: Color32) -> f32 {
    let light = |part: u8| {
        let part = f32::from(part) / 255.0;
        if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * light(colour.r()) + 0.7152 * light(colour.g()) + 0.0722 * light(colour.b())
}

const fn hex(rgb: u32) -> Color32 {
    Color32::from_rgb((rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8)
}

const fn alpha(rgb: u32, alpha: u8) -> Color32 {
    Color32::from_rgba_unmultiplied_const((rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8, alpha)
}
