//! The board of DAWN 11/15 as bits, and what lies on it: cells, steps, runs of free cells,
//! placements of tokens.
//!
//! The board has one size, so its rows are laid out sixteen bits apart, and the sixteenth column is
//! never free. A row then never straddles two words, and cells that leave it sideways fall on a
//! cell that is not free. So steps and runs need no masks, and along rows no carries. 11 · 16 = 176
//! bits fit in three words.

use std::fmt;
use std::ops::ControlFlow;

use ludoteca_core::bits::{Bits, Wide};

pub const ROWS: usize = 11;
pub const COLS: usize = 15;
/// The distance from a cell to the one below it.
const STRIDE: usize = 16;

/// The length of the longest token, the only one that may stick out over the edge.
pub const DAWN: u8 = 7;

/// A set of cells.
pub type CellSet = Wide<3>;

/// Every cell of the board.
pub const ALL: CellSet = block((0, ROWS), (0, COLS));

/// The cells at the edge.
pub const EDGE: CellSet = {
    let sides = union(block((0, ROWS), (0, 1)), block((0, ROWS), (COLS - 1, COLS)));
    union(sides, union(block((0, 1), (0, COLS)), block((ROWS - 1, ROWS), (0, COLS))))
};

/// A cell of the board.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct Cell(u8);

impl Cell {
    /// The cell in this row and column, both on the board.
    pub fn at(row: usize, col: usize) -> Cell {
        debug_assert!(row < ROWS && col < COLS);
        Cell((row * STRIDE + col) as u8)
    }

    /// The cell at a place that a person named, if it is on the board.
    pub fn find(row: i64, col: i64) -> Option<Cell> {
        let row = usize::try_from(row).ok().filter(|row| *row < ROWS)?;
        let col = usize::try_from(col).ok().filter(|col| *col < COLS)?;
        Some(Cell::at(row, col))
    }

    /// All cells, row by row.
    pub fn all() -> impl Iterator<Item = Cell> {
        ALL.iter().map(Cell::from_bit)
    }

    #[inline(always)]
    pub(super) fn from_bit(bit: usize) -> Cell {
        Cell(bit as u8)
    }

    #[inline(always)]
    pub(super) fn bit(self) -> usize {
        usize::from(self.0)
    }

    /// The row, from 0 at the top.
    pub fn row(self) -> usize {
        self.bit() / STRIDE
    }

    /// The column, from 0 on the left.
    pub fn col(self) -> usize {
        self.bit() % STRIDE
    }

    /// The set of this cell alone.
    #[inline(always)]
    pub fn set(self) -> CellSet {
        CellSet::single(self.bit())
    }

    /// The cell's index in a list of all cells, row by row.
    pub(super) fn place(self) -> usize {
        self.row() * COLS + self.col()
    }

    fn is_corner(self) -> bool {
        [0, ROWS - 1].contains(&self.row()) && [0, COLS - 1].contains(&self.col())
    }

    /// Where symmetry `k` takes the cell: bit 0 mirrors left and right, bit 1 top and bottom.
    pub(super) fn image(self, k: usize) -> Cell {
        let row = if k & 2 != 0 { ROWS - 1 - self.row() } else { self.row() };
        let col = if k & 1 != 0 { COLS - 1 - self.col() } else { self.col() };
        Cell::at(row, col)
    }
}

/// Writes the cell as people type it: `5;2`.
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{};{}", self.row(), self.col())
    }
}

/// How a token lies.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Axis {
    /// Along a row.
    Across,
    /// Along a column.
    Down,
}

impl Axis {
    const BOTH: [Axis; 2] = [Axis::Across, Axis::Down];
}

/// A token on the board, apart from where it begins.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct TokenShape {
    /// The token's length.
    pub length: u8,
    /// How many of its cells are on the board: all of them, unless it is a DAWN that sticks out.
    pub covered: u8,
    /// How it lies.
    pub axis: Axis,
}

/// A token on the board. Two placements are equal if the length and the cells are: see
/// [`Placement::new`].
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Placement {
    shape: TokenShape,
    first: Cell,
}

impl Placement {
    /// The token of this shape whose topmost or leftmost cell on the board is `first`.
    ///
    /// A DAWN with a single cell on the board, in a corner, is the same along the row and the
    /// column. It counts as lying along the row.
    pub fn new(mut shape: TokenShape, first: Cell) -> Placement {
        if shape.covered == 1 && first.is_corner() {
            shape.axis = Axis::Across;
        }
        Placement { shape, first }
    }

    /// The same for a shape and a cell for which the corner case cannot occur.
    #[inline(always)]
    pub(super) fn of_family(shape: TokenShape, first: Cell) -> Placement {
        Placement { shape, first }
    }

    /// The token's length, including the part that sticks out.
    #[inline(always)]
    pub fn length(self) -> u8 {
        self.shape.length
    }

    /// The cells that it covers.
    #[inline(always)]
    pub fn cells(self) -> CellSet {
        PATTERNS[usize::from(self.shape.covered)][self.shape.axis as usize].up(self.first.bit())
    }

    /// The first and the last cell that it covers.
    pub fn ends_on_board(self) -> [Cell; 2] {
        let last = self.cells().iter().last().expect("a token covers a cell");
        [self.first, Cell::from_bit(last)]
    }

    /// Row and column of both ends, the smaller first. They may be off the board.
    pub fn ends(self) -> [(i64, i64); 2] {
        let beyond = i64::from(self.shape.length - self.shape.covered);
        let [first, last] = self.ends_on_board().map(|cell| (cell.row() as i64, cell.col() as i64));
        match self.shape.axis {
            Axis::Across if first.1 == 0 => [(first.0, first.1 - beyond), last],
            Axis::Across => [first, (last.0, last.1 + beyond)],
            Axis::Down if first.0 == 0 => [(first.0 - beyond, first.1), last],
            Axis::Down => [first, (last.0 + beyond, last.1)],
        }
    }

    /// The number of ways in which the token can be laid to cover these cells.
    pub fn ways(self) -> u64 {
        if self.shape.covered == 1 && self.first.is_corner() { 2 } else { 1 }
    }

    /// Where symmetry `k` takes the token.
    pub(super) fn image(self, k: usize) -> Placement {
        let [first, last] = self.ends_on_board().map(|cell| cell.image(k));
        Placement { first: first.min(last), ..self }
    }
}

/// The free cells beside a set of cells. They may include cells of the set itself.
#[inline(always)]
pub fn beside(set: CellSet, free: CellSet) -> CellSet {
    let [a, b, c] = set.words();
    CellSet::from_words([
        a << 1 | a >> 1 | a << 16 | a >> 16 | b << 48,
        b << 1 | b >> 1 | b << 16 | a >> 48 | b >> 16 | c << 48,
        c << 1 | c >> 1 | c << 16 | b >> 48 | c >> 16,
    ]) & free
}

/// The cells where up to `steps` steps over free cells can end, including the starting cell.
#[inline(always)]
pub fn within(steps: u8, from: Cell, free: CellSet) -> CellSet {
    let mut reached = from.set();
    for _ in 0..steps {
        reached |= beside(reached, free);
    }
    reached
}

/// All free cells that are connected with a set of free cells.
#[inline(always)]
pub fn connected(mut set: CellSet, free: CellSet) -> CellSet {
    loop {
        // Two steps are made for each check whether anything is new.
        let near = set | beside(set, free);
        let far = near | beside(near, free);
        if (far ^ set).is_empty() {
            return set;
        }
        set = far;
    }
}

/// The first cells of all runs of `length` free cells, 2 to 7.
#[inline(always)]
pub fn runs(length: u8, axis: Axis, free: CellSet) -> CellSet {
    // Two runs that overlap or touch make a longer one: first of two cells, then of up to four,
    // then of all. There is no branch on the length, since it comes from the die.
    let length = u32::from(length);
    let two = free & back(1, axis, free);
    let more = (length - 2).min(2);
    let four = two & back(more, axis, two);
    four & back(length - 2 - more, axis, four)
}

/// The set moved by `n` cells, at most 3, towards the top or the left.
#[inline(always)]
fn back(n: u32, axis: Axis, set: CellSet) -> CellSet {
    let [a, b, c] = set.words();
    CellSet::from_words(match axis {
        Axis::Across => [a >> n, b >> n, c >> n],
        Axis::Down => {
            let n = STRIDE as u32 * n;
            // Two shifts, since a shift by 64 is not allowed.
            [a >> n | b << 1 << (63 - n), b >> n | c << 1 << (63 - n), c >> n]
        }
    })
}

/// Calls `visit` with the ways to lay tokens of these lengths (bit n for length n) on free cells.
/// Ways that differ only in their first cell come together, as the set of first cells.
#[inline(always)]
pub fn visit_families<B>(
    tokens: u8,
    free: CellSet,
    mut visit: impl FnMut(TokenShape, CellSet) -> ControlFlow<B>,
) -> ControlFlow<B> {
    for length in lengths(tokens & !(1 << DAWN)) {
        for axis in Axis::BOTH {
            visit(TokenShape { length, covered: length, axis }, runs(length, axis, free))?;
        }
    }
    // This long part is kept out of the loop, since the compiler would otherwise hoist it and do it
    // for every token.
    if tokens >> DAWN & 1 != 0 {
        for axis in Axis::BOTH {
            let mut firsts = free;
            for covered in 1..=DAWN {
                let allowed = DAWN_FIRSTS[usize::from(covered)][axis as usize];
                visit(TokenShape { length: DAWN, covered, axis }, firsts & allowed)?;
                firsts &= back(1, axis, firsts);
            }
        }
    }
    ControlFlow::Continue(())
}

/// The lengths in a set of tokens, ascending.
#[inline(always)]
pub fn lengths(tokens: u8) -> impl Iterator<Item = u8> {
    u64::from(tokens).iter().map(|length| length as u8)
}

/// Is there a place for a token of this length?
#[inline(always)]
pub fn fits(length: u8, free: CellSet) -> bool {
    length == DAWN && !(free & EDGE).is_empty()
        || Axis::BOTH.iter().any(|axis| !runs(length, *axis, free).is_empty())
}

/// The cells of a token at the top left, by their number and the axis.
const PATTERNS: [[CellSet; 2]; 8] = {
    let mut patterns = [[CellSet::EMPTY; 2]; 8];
    let mut n = 1;
    while n < 8 {
        patterns[n] = [block((0, 1), (0, n)), block((0, n), (0, 1))];
        n += 1;
    }
    patterns
};

/// Where the part of a DAWN on the board may begin, by its number of cells and the axis: at an
/// edge, or so that it ends at one; anywhere if all of it is on the board. A single cell in a
/// corner lies across, not down, so that it counts once.
const DAWN_FIRSTS: [[CellSet; 2]; 8] = {
    let mut firsts = [[ALL; 2]; 8];
    let mut n = 1;
    while n < 7 {
        let across = union(block((0, ROWS), (0, 1)), block((0, ROWS), (COLS - n, COLS - n + 1)));
        let cols = if n == 1 { (1, COLS - 1) } else { (0, COLS) };
        let down = union(block((0, 1), cols), block((ROWS - n, ROWS - n + 1), cols));
        firsts[n] = [across, down];
        n += 1;
    }
    firsts
};

/// The cells from one row to before another, and from one column to before another.
const fn block(rows: (usize, usize), cols: (usize, usize)) -> CellSet {
    let mut words = [0; 3];
    let mut row = rows.0;
    while row < rows.1 {
        let bits = (1 << cols.1) - (1 << cols.0);
        words[row / 4] |= bits << (row % 4 * STRIDE);
        row += 1;
    }
    CellSet::from_words(words)
}

const fn union(a: CellSet, b: CellSet) -> CellSet {
    let (a, b) = (a.words(), b.words());
    CellSet::from_words([a[0] | b[0], a[1] | b[1], a[2] | b[2]])
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use ludoteca_core::random::below;
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::SeedableRng;

    use super::*;

    /// The covered cells of a token that begins at a place on or off the board, if they are free
    /// and the placement is allowed.
    fn laid(length: i64, (row, col): (i64, i64), axis: Axis, free: CellSet) -> Option<CellSet> {
        let cell = |i| {
            if axis == Axis::Across { Cell::find(row, col + i) } else { Cell::find(row + i, col) }
        };
        let covered: Vec<Cell> = (0..length).filter_map(cell).collect();
        let enough =
            covered.len() as i64 == length || length == i64::from(DAWN) && !covered.is_empty();
        let set = covered.iter().fold(CellSet::EMPTY, |set, cell| set | cell.set());
        (enough && (set & !free).is_empty()).then_some(set)
    }

    #[test]
    fn sets_agree_with_cells_one_by_one() {
        let mut generator = ChaCha8Rng::seed_from_u64(1);
        for taken in [0, 10, 30, 50, 80, 120, 165] {
            let free = (0..taken).fold(ALL, |free, _| {
                let cell = Cell::at(
                    below(&mut generator, 11) as usize,
                    below(&mut generator, 15) as usize,
                );
                free & !cell.set()
            });
            for cell in Cell::all() {
                let near = |other: &Cell| {
                    cell.row().abs_diff(other.row()) + cell.col().abs_diff(other.col()) == 1
                };
                let near =
                    Cell::all().filter(near).fold(CellSet::EMPTY, |set, cell| set | cell.set());
                assert_eq!(beside(cell.set(), free), near & free);
            }
            for length in 2..=DAWN {
                let places = (-6..11).flat_map(|row| (-6..15).map(move |col| (row, col)));
                let expected: HashSet<CellSet> = places
                    .flat_map(|place| Axis::BOTH.map(|axis| laid(length.into(), place, axis, free)))
                    .flatten()
                    .collect();
                let mut found = HashSet::new();
                let _ = visit_families(1 << length, free, |shape, firsts| -> ControlFlow<()> {
                    for first in firsts.iter().map(Cell::from_bit) {
                        let placement = Placement::new(shape, first);
                        assert_eq!(placement, Placement::of_family(shape, first));
                        assert!(found.insert(placement.cells()), "{placement:?} twice");
                    }
                    ControlFlow::Continue(())
                });
                assert_eq!(found, expected, "length {length}");
                assert_eq!(fits(length, free), !expected.is_empty());
            }
        }
    }
}
