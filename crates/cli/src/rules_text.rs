//! The rules of a game in lines of text: as wide as the terminal, in styles and colours, and plain
//! elsewhere.

use std::io::{self, Write};

use anstyle::{Ansi256Color, Style};
use ludoteca_core::{Info, Language};
use ludoteca_guide::{Guide, GuideStyle, SpanStyle};

use crate::console::show;

/// How wide the text is where there is no terminal.
const USUAL_COLUMNS: usize = 80;

/// Text is not wider than this, however wide the terminal is: long lines are hard to read.
const MOST_COLUMNS: usize = 100;

/// What is typed: a colour that can be read on black and on white.
const TYPED: Ansi256Color = Ansi256Color(30);

/// Writes the rules. `columns` is the width of the terminal, if the text goes to one. Where the
/// output takes no styles, `out` leaves them out.
///
/// # Errors
/// Fails if writing fails.
pub fn write(
    info: &Info,
    language: Language,
    columns: Option<usize>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let columns = columns.unwrap_or(USUAL_COLUMNS).min(MOST_COLUMNS);
    for line in Guide::of(info, language).lines(columns, language) {
        for part in line.parts {
            let style = style(part.style);
            write!(out, "{style}{}{style:#}", part.text)?;
        }
        writeln!(out)?;
    }
    Ok(())
}

fn style(style: GuideStyle) -> Style {
    match style {
        GuideStyle::Text(SpanStyle::Plain) | GuideStyle::Place => Style::new(),
        GuideStyle::Text(SpanStyle::Strong) => Style::new().bold(),
        GuideStyle::Text(SpanStyle::Emphasis) | GuideStyle::Caption => Style::new().italic(),
        GuideStyle::Text(SpanStyle::Code) => TYPED.on_default(),
        GuideStyle::Heading(_) => Style::new().bold().underline(),
        GuideStyle::Faint => Style::new().dimmed(),
        GuideStyle::Piece(seat) => show::colour(seat),
    }
}
