//! A position drawn in text, with the place that each part of the text shows. A view can colour
//! pieces and mark moves without knowing the game.

use std::ops::Range;

use unicode_width::UnicodeWidthStr;

/// A position drawn in text. It is built from beginning to end, so that the spots are in ascending
/// order and never overlap.
///
/// ```
/// use ludoteca_core::Drawing;
/// let mut drawing = Drawing::default();
/// drawing.push_str("[");
/// drawing.push_spot(0, "W");
/// drawing.push_str("]\n");
/// assert_eq!(drawing.text, "[W]\n");
/// assert_eq!((drawing.spots[0].place, drawing.spots[0].range.clone()), (0, 1..2));
/// ```
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct Drawing {
    /// The text. It ends with a line end.
    pub text: String,
    /// The parts of the text that show places.
    pub spots: Vec<Spot>,
}

/// The part of a drawing that shows one place: the inside of a cell with its padding, so that an
/// empty one can be marked, too.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Spot {
    /// Bytes of [`Drawing::text`].
    pub range: Range<usize>,
    /// An index into [`Scene::places`](crate::Scene::places).
    pub place: usize,
}

impl Drawing {
    /// Appends text that shows no place: lines, numbers, blanks.
    pub fn push_str(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Appends the inside of a place.
    pub fn push_spot(&mut self, place: usize, inside: &str) {
        let start = self.text.len();
        self.text.push_str(inside);
        self.spots.push(Spot { range: start..self.text.len(), place });
    }

    /// A grid with lines, row and column numbers, as the console shows it; its cells are the
    /// places, row by row. Long names widen all cells, even while no piece with that name is on the
    /// board, so that the board does not change its size.
    ///
    /// ```
    /// let drawing = ludoteca_core::Drawing::grid(1, 2, &["X"], |cell| if cell == 0 { "X" } else { "" });
    /// assert_eq!(drawing.text, "  +---+---+\n0 | X |   |\n  +---+---+\n    0   1\n");
    /// assert_eq!(drawing.spots.iter().map(|spot| &drawing.text[spot.range.clone()]).collect::<Vec<_>>(), [" X ", "   "]);
    /// ```
    pub fn grid<'a>(
        rows: usize,
        cols: usize,
        names: &[&str],
        name: impl Fn(usize) -> &'a str,
    ) -> Drawing {
        let widest_name = names.iter().map(|name| width(name)).max().unwrap_or(0);
        let widest = widest_name.max(1);
        let margin = (rows - 1).to_string().len();
        let rule =
            format!("{:margin$} {}+\n", "", format!("+{}", "-".repeat(widest + 2)).repeat(cols));
        let mut drawing = Drawing::default();
        drawing.push_str(&rule);
        for row in 0..rows {
            drawing.push_str(&format!("{row:margin$} "));
            for cell in row * cols..(row + 1) * cols {
                drawing.push_str("|");
                drawing.push_spot(cell, &format!(" {} ", centred(name(cell), widest)));
            }
            drawing.push_str("|\n");
            drawing.push_str(&rule);
        }
        let numbers: Vec<String> =
            (0..cols).map(|col| centred(&col.to_string(), widest + 2)).collect();
        let line = format!("{:margin$}  {}", "", numbers.join(" "));
        drawing.push_str(line.trim_end());
        drawing.push_str("\n");
        drawing
    }
}

/// The number of columns that a terminal needs for the text. A wide letter takes two, a combining
/// accent none.
pub fn width(text: &str) -> usize {
    text.width()
}

/// The text centred in this many columns. An odd blank goes to the right. Wider text stays as it
/// is.
///
/// ```
/// use ludoteca_core::drawing::centred;
/// assert_eq!(centred("4", 3), " 4 ");
/// assert_eq!(centred("10", 3), "10 ");
/// assert_eq!(centred("日本", 5), "日本 ");
/// ```
pub fn centred(text: &str, columns: usize) -> String {
    let blanks = columns.saturating_sub(width(text));
    let left = blanks / 2;
    format!("{:left$}{text}{:right$}", "", "", right = blanks - left)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_any_script_keep_the_grid_aligned() {
        for (names, row, spots) in [
            (["X", "O"], "0 | X | O |   |", [" X ", " O ", "   "]),
            (["Wit", "Zw"], "0 | Wit | Zw  |     |", [" Wit ", " Zw  ", "     "]),
            (["日本", "x"], "0 | 日本 |  x   |      |", [" 日本 ", "  x   ", "      "]),
            (["e\u{301}", "o"], "0 | e\u{301} | o |   |", [" e\u{301} ", " o ", "   "]),
            (
                ["e\u{301}té", "日"],
                "0 | e\u{301}té | 日  |     |",
                [" e\u{301}té ", " 日  ", "     "],
            ),
        ] {
            let drawing =
                Drawing::grid(1, 3, &names, |cell| names.get(cell).copied().unwrap_or_default());
            let lines: Vec<&str> = drawing.text.lines().collect();
            assert_eq!(lines[1], row);
            assert_eq!(lines[0], lines[2]);
            assert_eq!(width(lines[0]), width(row), "{names:?}");
            let shown: Vec<&str> =
                drawing.spots.iter().map(|spot| &drawing.text[spot.range.clone()]).collect();
            assert_eq!(shown, spots);
        }
    }
}
