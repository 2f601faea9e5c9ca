//! Tables of text.

use ludoteca_core::drawing::width;

/// The gap between two columns.
const GAP: &str = "  ";

/// A text, and the side of the column on which it is aligned.
pub struct TextCell {
    text: String,
    left: bool,
}

/// Left-aligned text.
pub fn left(text: impl ToString) -> TextCell {
    TextCell { text: text.to_string(), left: true }
}

/// Right-aligned text.
pub fn right(text: impl ToString) -> TextCell {
    TextCell { left: false, ..left(text) }
}

/// Rows as lines, in columns as wide as their widest cell.
pub fn aligned(rows: &[Vec<TextCell>]) -> Vec<String> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widest = |at: usize| {
        rows.iter().filter_map(|row| row.get(at)).map(|cell| width(&cell.text)).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(widest).collect();
    let padded = |(cell, columns): (&TextCell, &usize)| {
        let blanks = " ".repeat(columns - width(&cell.text));
        if cell.left { format!("{}{blanks}", cell.text) } else { format!("{blanks}{}", cell.text) }
    };
    let line = |row: &Vec<TextCell>| {
        row.iter().zip(&widths).map(padded).collect::<Vec<String>>().join(GAP)
    };
    rows.iter().map(|row| line(row).trim_end().to_owned()).collect()
}

/// Joins lines, each with a line break at its end.
pub fn ended(lines: Vec<String>) -> String {
    lines.into_iter().map(|line| line + "\n").collect()
}
