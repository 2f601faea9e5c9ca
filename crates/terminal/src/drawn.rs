//! Pages as pictures, for the documents.

use std::fmt::Write;

use ratatui_core::buffer::Buffer;
use ratatui_core::style::{Color, Modifier};

/// The size of a character, in pixels.
const CHARACTER: [usize; 2] = [10, 20];
/// The colours of a dark terminal.
const BACK: &str = "#121212";
const FORE: &str = "#dcdcdc";

/// The parts that blocks show: upper left, upper right, lower left, lower right.
const BLOCKS: &str = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█";

/// The page in SVG.
pub fn svg(page: &Buffer) -> String {
    let [wide, high] = CHARACTER;
    let (width, height) =
        (usize::from(page.area.width) * wide, usize::from(page.area.height) * high);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"monospace\" font-size=\"16\" shape-rendering=\"crispEdges\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"{BACK}\"/>\n"
    );
    for at in page.area.positions() {
        let cell = &page[at];
        let (x, y) = (usize::from(at.x) * wide, usize::from(at.y) * high);
        let mut rectangle = |x: usize, y: usize, wide: usize, high: usize, fill: &str| {
            let line = format!(
                "<rect x=\"{x}\" y=\"{y}\" width=\"{wide}\" height=\"{high}\" fill=\"{fill}\"/>"
            );
            writeln!(svg, "{line}").expect("a string takes everything");
        };
        if let Some(back) = hex(cell.bg) {
            rectangle(x, y, wide, high, &back);
        }
        let fore = hex(cell.fg).unwrap_or(FORE.to_owned());
        let symbol = cell.symbol();
        let block = BLOCKS.chars().position(|block| symbol == block.to_string());
        match block {
            Some(parts) => {
                for part in (0..4).filter(|part| parts >> part & 1 == 1) {
                    let (half, down) = (wide / 2, high / 2);
                    rectangle(x + part % 2 * half, y + part / 2 * down, half, down, &fore);
                }
            }
            None => {
                let bold = cell.modifier.contains(Modifier::BOLD);
                let weight = if bold { " font-weight=\"bold\"" } else { "" };
                let dim = cell.modifier.contains(Modifier::DIM);
                let faint = if dim { " opacity=\"0.6\"" } else { "" };
                let (y, text) = (y + 15, symbol.replace('&', "&amp;").replace('<', "&lt;"));
                let line = format!(
                    "<text x=\"{x}\" y=\"{y}\" fill=\"{fore}\"{weight}{faint}>{text}</text>"
                );
                writeln!(svg, "{line}").expect("a string takes everything");
            }
        }
    }
    svg + "</svg>\n"
}

fn hex(colour: Color) -> Option<String> {
    match colour {
        Color::Rgb(red, green, blue) => Some(format!("#{red:02x}{green:02x}{blue:02x}")),
        _ => None,
    }
}
