//! Rectangular boards of run-time size over [`Bits`]: cell `row * cols + col`, rows from the top,
//! no guard columns.

use crate::bits::Bits;
use crate::language::Spelling;
use crate::seat::Seat;

/// The name of a cell of a grid. People type its row and column from the top left, from 0, and
/// read a letter for the column and a number for the row, from the bottom left.
///
/// ```
/// use ludoteca_core::Spelling;
/// let cell = ludoteca_core::grid::Grid::<u64>::new(7, 7).cell_name(8);
/// assert_eq!(cell.spelled(Spelling::Typed), "1 1");
/// assert_eq!(cell.spelled(Spelling::Readable), "b6");
/// ```
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct CellName {
    pub(crate) row: usize,
    pub(crate) col: usize,
    /// How many rows the board has.
    pub(crate) rows: usize,
}

impl CellName {
    /// The name in this spelling.
    pub fn spelled(self, spelling: Spelling) -> String {
        let CellName { row, col, rows } = self;
        match spelling {
            Spelling::Typed => format!("{row} {col}"),
            Spelling::Readable => format!("{}{}", column_letters(col), rows - row),
        }
    }
}

/// The name of a column as people read it: `a` to `z`, then `aa`, `ab` and so on.
pub(crate) fn column_letters(col: usize) -> String {
    let mut letters = if col < 26 { String::new() } else { column_letters(col / 26 - 1) };
    letters.push(char::from(b'a' + (col % 26) as u8));
    letters
}

/// A board of `rows` × `cols` cells.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Grid<B> {
    rows: usize,
    cols: usize,
    /// Every cell of the board.
    all: B,
    not_first_column: B,
    not_last_column: B,
    first_row: B,
}

impl<B: Bits> Grid<B> {
    /// # Panics
    /// Where the board does not fit into `B`.
    pub fn new(rows: usize, cols: usize) -> Self {
        assert!(rows * cols <= B::WIDTH, "the board fits the bits");
        let cells = |keep: &dyn Fn(usize) -> bool| {
            (0..rows * cols)
                .filter(|cell| keep(cell % cols))
                .fold(B::EMPTY, |set, cell| set | B::single(cell))
        };
        Grid {
            rows,
            cols,
            all: cells(&|_| true),
            not_first_column: cells(&|col| col != 0),
            not_last_column: cells(&|col| col != cols - 1),
            first_row: B::below(cols),
        }
    }

    /// How many rows the board has.
    #[inline]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// How many columns the board has.
    #[inline]
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// The number of cells.
    #[inline]
    pub fn size(&self) -> usize {
        self.rows * self.cols
    }

    /// Every cell of the board.
    #[inline]
    pub fn all(&self) -> B {
        self.all
    }

    /// The cell in this row and column. It is not checked that they are on the board.
    #[inline]
    pub fn cell(&self, row: usize, col: usize) -> usize {
        row * self.cols + col
    }

    /// Row and column of a cell.
    #[inline]
    pub fn place(&self, cell: usize) -> (usize, usize) {
        (cell / self.cols, cell % self.cols)
    }

    /// A cell as people type it: `row col`.
    pub fn name(&self, cell: usize) -> String {
        let (row, col) = self.place(cell);
        format!("{row} {col}")
    }

    /// The name of a cell in either spelling.
    pub fn cell_name(&self, cell: usize) -> CellName {
        let (row, col) = self.place(cell);
        CellName { row, col, rows: self.rows }
    }

    /// The cell at a place that a person named, if it is on the board.
    pub fn find(&self, row: i64, col: i64) -> Option<usize> {
        let row = usize::try_from(row).ok().filter(|row| *row < self.rows)?;
        let col = usize::try_from(col).ok().filter(|col| *col < self.cols)?;
        Some(self.cell(row, col))
    }

    /// All cells of one row.
    pub fn row(&self, row: usize) -> B {
        B::below((row + 1) * self.cols) & !B::below(row * self.cols)
    }

    /// The set moved one column to the right.
    #[inline]
    pub fn east(&self, set: B) -> B {
        (set & self.not_last_column).up(1)
    }

    /// The set moved one column to the left.
    #[inline]
    pub fn west(&self, set: B) -> B {
        (set & self.not_first_column).down(1)
    }

    /// The set moved one row down.
    #[inline]
    pub fn south(&self, set: B) -> B {
        set.up(self.cols) & self.all
    }

    /// The set moved one row up.
    #[inline]
    pub fn north(&self, set: B) -> B {
        set.down(self.cols)
    }

    /// The cells of the set and their eight neighbours.
    #[inline]
    pub fn around(&self, set: B) -> B {
        let wide = set | self.east(set) | self.west(set);
        wide | self.south(wide) | self.north(wide)
    }

    /// How many symmetries the board has: 8 for a square, 4 for any other rectangle.
    pub fn symmetries(&self) -> usize {
        if self.rows == self.cols { 8 } else { 4 }
    }

    /// Where symmetry `k` takes a cell: bit 0 mirrors left and right, bit 1 top and bottom, bit 2
    /// swaps rows with columns.
    pub fn cell_image(&self, cell: usize, k: usize) -> usize {
        let (mut row, mut col) = self.place(cell);
        if k & 4 != 0 {
            (row, col) = (col, row);
        }
        if k & 1 != 0 {
            col = self.cols - 1 - col;
        }
        if k & 2 != 0 {
            row = self.rows - 1 - row;
        }
        self.cell(row, col)
    }

    /// Where symmetry `k` takes a set: see [`cell_image`](Grid::cell_image).
    pub fn image(&self, set: B, k: usize) -> B {
        let set = if k & 4 != 0 { self.transposed(set) } else { set };
        match k & 3 {
            0 => set,
            1 => self.upside_down(self.turned(set)),
            2 => self.upside_down(set),
            _ => self.turned(set),
        }
    }

    /// Rotated by 180°: the bits in reverse order.
    fn turned(&self, set: B) -> B {
        set.reversed().down(B::WIDTH - self.size())
    }

    /// With the rows in reverse order.
    fn upside_down(&self, set: B) -> B {
        let last = self.rows - 1;
        (0..self.rows).fold(B::EMPTY, |image, row| {
            let line = set.down(row * self.cols) & self.first_row;
            image | line.up((last - row) * self.cols)
        })
    }

    /// With rows and columns swapped.
    fn transposed(&self, set: B) -> B {
        let mut image = B::EMPTY;
        for row in 0..self.rows {
            for col in (set.down(row * self.cols) & self.first_row).iter() {
                image.insert(col * self.cols + row);
            }
        }
        image
    }
}

/// The seat that has a piece on this cell, given each seat's pieces.
pub fn owner<B: Bits>(pieces: &[B], cell: usize) -> Option<Seat> {
    pieces.iter().position(|pieces| pieces.has(cell)).map(Seat::new)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::{Bits256, Bits384};

    /// Checks moves and images of whole sets against those of single cells.
    fn moves_like_cells<B: Bits>(rows: usize, cols: usize) {
        let grid = Grid::<B>::new(rows, cols);
        assert_eq!(grid.all().count() as usize, rows * cols);
        type Shift<B> = fn(&Grid<B>, B) -> B;
        let shifts: [(Shift<B>, i64, i64); 4] =
            [(Grid::east, 0, 1), (Grid::west, 0, -1), (Grid::south, 1, 0), (Grid::north, -1, 0)];
        for cell in 0..grid.size() {
            let (row, col) = grid.place(cell);
            let at = |dr: i64, dc: i64| grid.find(row as i64 + dr, col as i64 + dc);
            for (shift, dr, dc) in shifts {
                let expected = at(dr, dc).map_or(B::EMPTY, B::single);
                assert_eq!(shift(&grid, B::single(cell)), expected, "{row} {col} {dr} {dc}");
            }
            let mut around = B::EMPTY;
            for dr in -1..=1 {
                for dc in -1..=1 {
                    around |= at(dr, dc).map_or(B::EMPTY, B::single);
                }
            }
            assert_eq!(grid.around(B::single(cell)), around);
        }
        for k in 0..grid.symmetries() {
            assert_eq!(grid.image(grid.all(), k), grid.all(), "image {k} is a permutation");
            for cell in 0..grid.size() {
                assert_eq!(
                    grid.image(B::single(cell), k),
                    B::single(grid.cell_image(cell, k)),
                    "image {k} of {cell}"
                );
            }
        }
    }

    #[test]
    fn sets_move_like_cells() {
        moves_like_cells::<u64>(7, 7);
        moves_like_cells::<u64>(8, 8);
        moves_like_cells::<u64>(4, 16);
        moves_like_cells::<u128>(11, 11);
        moves_like_cells::<Bits256>(15, 15);
        moves_like_cells::<Bits256>(16, 16);
        moves_like_cells::<Bits384>(19, 19);
        moves_like_cells::<Bits384>(3, 19);
    }
}
