//! Reading text that people type: the parts that several notations share.

use crate::bits::Bits;
use crate::grid::{CellName, Grid};
use crate::language::{Language, Text};
use crate::next::Next;
use crate::notation::PositionError;
use crate::seat::Seat;
use crate::texts::{shared, texts};

/// Why typed text names no cells of a board: the part of a game's `Illegal` that all boards share.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum ParseError {
    /// The text does not have the form of a move.
    Malformed {
        /// The text as typed.
        text: String,
        /// The form, in words.
        form: Text,
    },
    /// Its numbers name no cell of the board.
    OffBoard {
        /// The row as typed.
        row: i64,
        /// The column as typed.
        col: i64,
        /// The greatest row that there is.
        last_row: usize,
        /// The greatest column that there is.
        last_col: usize,
    },
}

/// Reads one cell, `row col`. The error shows `form`, the expected form in words.
///
/// # Errors
/// Where the text is not two numbers, or they name no cell of the board.
pub fn cell<B: Bits>(grid: &Grid<B>, text: &str, form: Text) -> Result<usize, ParseError> {
    let [row, col] =
        numbers(text).ok_or_else(|| ParseError::Malformed { text: text.to_owned(), form })?;
    place(grid, row, col)
}

/// Reads two cells, `row col row col`. The error shows `form`, the expected form in words.
///
/// # Errors
/// Where the text is not four numbers, or they do not name cells of the board.
pub fn two_cells<B: Bits>(
    grid: &Grid<B>,
    text: &str,
    form: Text,
) -> Result<[usize; 2], ParseError> {
    let [row, col, to_row, to_col] =
        numbers(text).ok_or_else(|| ParseError::Malformed { text: text.to_owned(), form })?;
    Ok([place(grid, row, col)?, place(grid, to_row, to_col)?])
}

/// Why a piece cannot be placed, in a game where any empty cell can get one.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum BadPlacement {
    /// The text names no cell of the board.
    Parse(ParseError),
    /// A piece is on the cell.
    Taken(CellName),
    /// No seat is to move any more.
    Over,
}

impl BadPlacement {
    /// What to type in such a game.
    pub const HINT: Text = Text(|language| texts(language).placement_hint);
}

impl From<ParseError> for BadPlacement {
    fn from(error: ParseError) -> BadPlacement {
        BadPlacement::Parse(error)
    }
}

/// Reads the cell that gets a piece. `next` is what the game waits for, and `owner` returns the
/// seat that has a piece on a cell.
///
/// # Errors
/// Where the game is over, or the text names no empty cell.
pub fn placement<B: Bits>(
    grid: &Grid<B>,
    next: Next,
    text: &str,
    owner: impl Fn(usize) -> Option<Seat>,
) -> Result<usize, BadPlacement> {
    if let Next::Over(_) = next {
        return Err(BadPlacement::Over);
    }
    let cell = cell(grid, text, Text(|language| texts(language).placement_form))?;
    if owner(cell).is_some() { Err(BadPlacement::Taken(grid.cell_name(cell))) } else { Ok(cell) }
}

fn place<B: Bits>(grid: &Grid<B>, row: i64, col: i64) -> Result<usize, ParseError> {
    let (last_row, last_col) = (grid.rows() - 1, grid.cols() - 1);
    grid.find(row, col).ok_or(ParseError::OffBoard { row, col, last_row, last_col })
}

/// Reads exactly `N` whole numbers in plain decimal digits, separated by any amount of white space.
/// A number may be negative: no place has such a number, and a refusal can say so.
///
/// ```
/// use ludoteca_core::text::numbers;
/// assert_eq!(numbers(" 0  -4 "), Some([0, -4]));
/// assert_eq!(numbers::<2>("0 +4").or(numbers("-0 4")), None);
/// ```
pub fn numbers<const N: usize>(text: &str) -> Option<[i64; N]> {
    let mut read = [0; N];
    let mut words = text.split_whitespace();
    for number in &mut read {
        let word = words.next()?;
        *number = match word.strip_prefix('-') {
            Some(digits) => -number_from(digits).filter(|number| *number > 0)?,
            None => number_from(word)?,
        };
    }
    words.next().is_none().then_some(read)
}

/// A whole number in plain decimal digits, without a sign. `None` also if it is too large.
pub fn number_from(text: &str) -> Option<i64> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten()
}

/// The text with line breaks, control characters and other characters that would disturb a line
/// escaped as in `\n` or `\u{7f}`.
///
/// ```
/// assert_eq!(ludoteca_core::text::printable("a\u{1b}[2J\n"), r"a\u{1b}[2J\n");
/// ```
pub fn printable(text: &str) -> String {
    let mut printable = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\'' | '"' | '\\' => printable.push(letter),
            letter => printable.extend(letter.escape_debug()),
        }
    }
    printable
}

/// Cuts a position string into exactly `N` fields at white space.
///
/// # Errors
/// Where there are more or fewer. The error then shows `form`.
pub fn fields<const N: usize>(text: &str, form: Text) -> Result<[&str; N], PositionError> {
    let fields: Vec<&str> = text.split_whitespace().collect();
    fields.try_into().map_err(|_| PositionError::Fields { text: text.to_owned(), form })
}

/// Reads a number of a position string.
///
/// # Errors
/// Names the field, what it holds and what is allowed.
pub fn field_number(what: Text, text: &str, min: u64, max: u64) -> Result<u64, PositionError> {
    number_from(text)
        .and_then(|number| u64::try_from(number).ok())
        .filter(|number| (min..=max).contains(number))
        .ok_or_else(|| PositionError::Number { what, found: text.to_owned(), min, max })
}

/// Reads the seat to move, a letter of `letters`, in any case.
///
/// # Errors
/// Names what was found and the letters that are allowed.
pub fn field_turn(text: &str, letters: &str) -> Result<Seat, PositionError> {
    let mut chars = text.chars();
    let letter = chars.next().map(|letter| letter.to_ascii_lowercase());
    letters
        .chars()
        .position(|allowed| Some(allowed) == letter)
        .filter(|_| chars.next().is_none())
        .map(Seat::new)
        .ok_or_else(|| PositionError::Turn { found: text.to_owned(), allowed: letters.to_owned() })
}

/// Reads the rows of a FEN-like position, from the top, separated by `/`. The result has for each
/// cell the index of its letter in `letters`, or `None` if the cell is empty. Numbers of one or
/// more digits are runs of empty cells. Letters may be of any case.
///
/// # Errors
/// Where rows, columns or letters are not those of the board.
pub fn rows(
    text: &str,
    rows: usize,
    cols: usize,
    letters: &str,
) -> Result<Vec<Option<usize>>, PositionError> {
    let lines: Vec<&str> = text.split('/').collect();
    if lines.len() != rows {
        return Err(PositionError::Rows { found: lines.len(), expected: rows });
    }
    let mut cells = Vec::with_capacity(rows * cols);
    for (row, line) in lines.into_iter().enumerate() {
        let mut found = 0usize;
        let mut run = 0usize;
        for letter in line.chars() {
            if let Some(digit) = letter.to_digit(10) {
                // The arithmetic saturates, since an absurdly large number is simply too long a
                // run.
                run = run.saturating_mul(10).saturating_add(digit as usize);
                continue;
            }
            found = found.saturating_add(run).saturating_add(1);
            cells.extend(std::iter::repeat_n(None, run.min(cols)));
            run = 0;
            let index = letters
                .chars()
                .position(|allowed| allowed.eq_ignore_ascii_case(&letter))
                .ok_or_else(|| PositionError::Letter {
                found: letter,
                allowed: letters.to_owned(),
            })?;
            cells.push(Some(index));
        }
        found = found.saturating_add(run);
        cells.extend(std::iter::repeat_n(None, run.min(cols)));
        if found != cols {
            return Err(PositionError::Columns { row, text: line.to_owned(), expected: cols });
        }
    }
    Ok(cells)
}

/// Writes the rows that [`rows`] reads.
pub fn write_rows(rows: usize, cols: usize, letter: impl Fn(usize) -> Option<char>) -> String {
    let mut text = String::new();
    for row in 0..rows {
        if row > 0 {
            text.push('/');
        }
        let mut run = 0;
        for col in 0..=cols {
            let here = (col < cols).then(|| letter(row * cols + col)).flatten();
            if col < cols && here.is_none() {
                run += 1;
                continue;
            }
            if run > 0 {
                text.push_str(&run.to_string());
                run = 0;
            }
            text.extend(here);
        }
    }
    text
}

/// Reads the pieces of each seat from the rows of a position, with one letter of `letters` for each
/// seat.
///
/// # Errors
/// Where rows, columns or letters are not those of the board.
pub fn pieces<B: Bits, const SEATS: usize>(
    grid: &Grid<B>,
    text: &str,
    letters: &str,
) -> Result<[B; SEATS], PositionError> {
    let mut pieces = [B::EMPTY; SEATS];
    for (cell, seat) in rows(text, grid.rows(), grid.cols(), letters)?.into_iter().enumerate() {
        if let Some(seat) = seat {
            pieces[seat].insert(cell);
        }
    }
    Ok(pieces)
}

/// Writes a position that consists of pieces and the seat to move only: `x1o/3/3 x`.
pub fn write_position<B: Bits>(
    grid: &Grid<B>,
    letters: &str,
    turn: Seat,
    owner: impl Fn(usize) -> Option<Seat>,
) -> String {
    let rows =
        write_rows(grid.rows(), grid.cols(), |cell| owner(cell).map(|seat| letter(letters, seat)));
    format!("{rows} {}", letter(letters, turn))
}

/// The letter of a seat in positions.
pub fn letter(letters: &str, seat: Seat) -> char {
    letters.as_bytes()[seat.index()] as char
}

/// `a, b and c`, in English.
pub fn listed<T: std::fmt::Display>(things: impl IntoIterator<Item = T>) -> String {
    shared::listed(things, Language::English)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_round_trip_with_long_runs() {
        for text in ["3/x1o/3", "x2/2o/1x1"] {
            let cells = rows(text, 3, 3, "xo").unwrap();
            let written = write_rows(3, 3, |cell| cells[cell].map(|i| ['x', 'o'][i]));
            assert_eq!(written, text);
        }
        assert_eq!(rows("15", 1, 15, "x").unwrap().len(), 15);
    }

    #[test]
    fn bad_rows_are_named() {
        let refused = |text: &str| rows(text, 2, 3, "xo").unwrap_err().to_string();
        assert_eq!(refused("3"), "this board has 2 rows, but the position has 1");
        assert_eq!(
            refused("3/4"),
            "this board has 3 columns, but row 1 of the position, `4`, does not"
        );
        let absurd = "99999999999999999999999x";
        assert_eq!(
            refused(&format!("3/{absurd}")),
            format!("this board has 3 columns, but row 1 of the position, `{absurd}`, does not")
        );
        assert_eq!(
            refused("3/2z"),
            "`z` in the position is not a cell: allowed are x and o, and numbers for runs of empty cells"
        );
    }
}
