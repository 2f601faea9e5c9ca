//! The parts of pictures: scales, lines, bars, curves, labels.

mod curves;
pub mod markup;

use std::fmt::Display;

use ludoteca_core::drawing::width;

use self::markup::{Markup, tag, text};

pub use curves::{Curve, MOST_CURVES, ROOM_FOR_NAMES, curves};

/// The style sheet of pictures and of pages with pictures: for light mode, dark mode and print.
pub const STYLE: &str = include_str!("style.css");

/// The width of a plot, in units of the picture, which is scaled with the page.
pub const WIDTH: f64 = 480.0;
/// The right edge of the drawing area.
pub const RIGHT: f64 = WIDTH - 12.0;
/// The width for names and other labels, and how many characters fit there.
pub const LABELS: f64 = 150.0;
const LABEL_COLUMNS: usize = 19;
/// The height of a row of bars.
pub const ROW: f64 = 22.0;
/// The height of the numbers below an axis.
pub const TICK_TEXT: f64 = 18.0;

/// A linear scale: maps numbers to places in the picture.
pub struct PlotScale {
    /// The least number.
    pub from: f64,
    /// The greatest number.
    pub to: f64,
    /// The place of the least number.
    pub low: f64,
    /// The place of the greatest number.
    pub high: f64,
}

impl PlotScale {
    /// The place of a number; at the edge if it lies outside the scale.
    pub fn at(&self, figure: f64) -> f64 {
        let share = ((figure - self.from) / (self.to - self.from)).clamp(0.0, 1.0);
        self.low + share * (self.high - self.low)
    }

    /// Round numbers for ticks, about as many as asked for.
    pub fn ticks(&self, about: f64) -> Vec<f64> {
        let step = nice_step((self.to - self.from) / about);
        let first = (self.from / step).ceil() as i64;
        let last = (self.to / step + 1e-9).floor() as i64;
        (first..=last).map(|n| n as f64 * step).collect()
    }

    /// Round whole numbers for ticks, about as many as asked for.
    pub fn whole_ticks(&self, about: f64) -> Vec<f64> {
        self.ticks(about).into_iter().filter(|figure| figure.fract() == 0.0).collect()
    }

    /// Vertical grid lines with their numbers below.
    pub fn grid(&self, height: f64) -> Markup {
        let ticks = self.ticks(5.0).into_iter().flat_map(|figure| {
            let x = self.at(figure);
            let number = label(x, height + TICK_TEXT / 2.0, "middle faint", &signed(figure));
            [line("grid", [x, 0.0], [x, height]), number]
        });
        ticks.collect()
    }
}

/// The next greater number of the series 1, 2, 5, 10, 20, 50 …, which continues below 1 in the same
/// way.
pub fn nice_step(least: f64) -> f64 {
    let ten = 10f64.powf(least.log10().floor());
    [1.0, 2.0, 5.0, 10.0]
        .map(|times| times * ten)
        .into_iter()
        .find(|step| *step >= least * (1.0 - 1e-9))
        .unwrap_or(1.0)
}

/// A figure on a page: a picture with its title and a description in words.
pub fn figure(
    id: &str,
    named: &str,
    description: &str,
    size: [f64; 2],
    content: impl IntoIterator<Item = Markup>,
) -> Markup {
    let caption = tag("figcaption", &[], text(format!("{named}: {description}")));
    tag("figure", &[], [svg(id, named, description, size, false, content), caption])
}

/// An SVG picture with an accessible label. If `natural` is set it has its own size, else the width
/// of the page.
pub fn svg(
    id: &str,
    named: &str,
    description: &str,
    [width, height]: [f64; 2],
    natural: bool,
    content: impl IntoIterator<Item = Markup>,
) -> Markup {
    let (of_title, of_description) = (format!("{id}-title"), format!("{id}-description"));
    let (labelled, view) =
        (format!("{of_title} {of_description}"), format!("0 0 {width:.0} {height:.0}"));
    let (wide, high) = (format!("{width:.0}"), format!("{height:.0}"));
    let class = if natural { "natural" } else { "fluid" };
    let told = [
        tag("title", &[("id", &of_title)], text(named)),
        tag("desc", &[("id", &of_description)], text(description)),
    ];
    tag(
        "svg",
        &[
            ("xmlns", &"http://www.w3.org/2000/svg"),
            ("class", &class),
            ("role", &"img"),
            ("aria-labelledby", &labelled),
            ("viewBox", &view),
            ("width", &wide),
            ("height", &high),
        ],
        told.into_iter().chain(content),
    )
}

/// A picture as an SVG file of its own.
pub fn file(
    named: &str,
    description: &str,
    [width, height]: [f64; 2],
    content: impl IntoIterator<Item = Markup>,
) -> String {
    let ground = [Markup::style(STYLE), rect("ground", 0.0, 0.0, width, height, 1.0)];
    svg("picture", named, description, [width, height], true, ground.into_iter().chain(content))
        .document()
}

/// A tooltip.
pub fn title(words: String) -> Markup {
    tag("title", &[], text(words))
}

/// Text in the middle of a row.
pub fn label(x: f64, middle: f64, class: &str, words: &str) -> Markup {
    tag("text", &[("class", &class), ("x", &short(x)), ("y", &short(middle + 4.5))], text(words))
}

/// A straight line.
pub fn line(class: &str, [x1, y1]: [f64; 2], [x2, y2]: [f64; 2]) -> Markup {
    let [x1, y1, x2, y2] = [x1, y1, x2, y2].map(short);
    tag("line", &[("class", &class), ("x1", &x1), ("y1", &y1), ("x2", &x2), ("y2", &y2)], [])
}

/// A bar.
pub fn rect(class: &str, x: f64, y: f64, width: f64, height: f64, opacity: f64) -> Markup {
    let [x, y, width, height] = [x, y, width, height].map(short);
    let place: [(&str, &dyn Display); 5] =
        [("class", &class), ("x", &x), ("y", &y), ("width", &width), ("height", &height)];
    let opacity = format!("{opacity:.2}");
    let faint = (opacity != "1.00").then_some(("fill-opacity", &opacity as &dyn Display));
    tag("rect", &place.into_iter().chain(faint).collect::<Vec<_>>(), [])
}

/// A point.
pub fn dot(class: &str, [x, y]: [f64; 2], radius: f64) -> Markup {
    let [x, y, radius] = [x, y, radius].map(short);
    tag("circle", &[("class", &class), ("cx", &x), ("cy", &y), ("r", &radius)], [])
}

/// Formats a coordinate with as many digits as make a visible difference.
fn short(number: f64) -> String {
    let text = format!("{number:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

/// Formats a number with its sign; zero has none.
pub fn signed(figure: f64) -> String {
    let rounded = (figure * 100.0).round() / 100.0;
    if rounded == 0.0 { "0".to_owned() } else { format!("{rounded:+}") }
}

/// The width that labels need.
pub fn room_for<'a>(labels: impl Iterator<Item = &'a str>) -> f64 {
    let columns = labels.map(width).max().unwrap_or(0).min(LABEL_COLUMNS);
    16.0 + columns as f64 * (LABELS - 16.0) / LABEL_COLUMNS as f64
}

/// A label, cut to the width that is available.
pub fn clipped(name: &str) -> String {
    clipped_to(name, LABEL_COLUMNS)
}

fn clipped_to(name: &str, columns: usize) -> String {
    if width(name) <= columns {
        return name.to_owned();
    }
    let mut short = String::new();
    for letter in name.chars() {
        if width(&format!("{short}{letter}…")) > columns {
            break;
        }
        short.push(letter);
    }
    short + "…"
}
