//! The lines of a board that a seat can still make, computed for a whole direction at once.

use ludoteca_core::bits::Bits;
use ludoteca_core::grid::Grid;

/// The lines of a board.
pub struct WinningLines<B> {
    line: usize,
    all: B,
    directions: [Direction<B>; 4],
}

/// The lines of one direction, each represented by its first cell: to the right, down, down to the
/// right or down to the left.
struct Direction<B> {
    /// The distance from a cell to the next.
    step: usize,
    /// The cells where a line can begin.
    beginnings: B,
}

/// The lines in which no other seat has a piece, by their direction and by how many pieces the seat
/// lacks: one, two, three, four, or more if it has a piece in it.
pub type OpenLines<B> = [[B; 5]; 4];

/// Cells where a piece makes a seat threaten to complete a line.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Threats<B> {
    /// The piece threatens on one other cell.
    pub single: B,
    /// The piece threatens on two or more other cells, which the other cannot all take.
    pub double: B,
}

/// The value of an open line by the number of pieces that it lacks: one, two, three, four, or more.
const LINE_VALUES: [i32; 5] = [1000, 200, 40, 8, 1];

impl<B: Bits> WinningLines<B> {
    pub fn new(grid: &Grid<B>, line: usize) -> Self {
        let (rows, cols) = (grid.rows(), grid.cols());
        let direction = |step, rows: usize, cols: std::ops::Range<usize>| {
            let cells = (0..rows).flat_map(|row| cols.clone().map(move |col| grid.cell(row, col)));
            Direction { step, beginnings: cells.fold(B::EMPTY, |set, cell| set | B::single(cell)) }
        };
        let (fewer_rows, fewer_cols) =
            ((rows + 1).saturating_sub(line), (cols + 1).saturating_sub(line));
        let directions = [
            direction(1, rows, 0..fewer_cols),
            direction(cols, fewer_rows, 0..cols),
            direction(cols + 1, fewer_rows, 0..fewer_cols),
            direction(cols - 1, fewer_rows, line - 1..cols),
        ];
        WinningLines { line, all: grid.all(), directions }
    }

    /// Every cell of the board.
    #[inline(always)]
    pub fn all(&self) -> B {
        self.all
    }

    /// The lines that are open to a seat, given its pieces and those of all others.
    #[inline(always)]
    pub fn open(&self, own: B, others: B) -> OpenLines<B> {
        std::array::from_fn(|direction| self.open_in(&self.directions[direction], own, others))
    }

    /// The value of open lines.
    #[inline(always)]
    pub fn value(&self, open: &OpenLines<B>) -> i32 {
        let worth = |lines: &[B; 5]| {
            lines
                .iter()
                .zip(LINE_VALUES)
                .map(|(lines, worth)| worth * lines.count() as i32)
                .sum::<i32>()
        };
        open.iter().map(worth).sum()
    }

    /// The empty cells that complete a line.
    #[inline(always)]
    pub fn wins(&self, open: &OpenLines<B>, empty: B) -> B {
        self.cells(open, 0).into_iter().fold(B::EMPTY, |all, cells| all | cells) & empty
    }

    /// For each direction, the cells of the lines that lack one more piece than `more`.
    #[inline(always)]
    pub fn cells(&self, open: &OpenLines<B>, more: usize) -> [B; 4] {
        std::array::from_fn(|direction| {
            let lines = open[direction][more];
            if lines.is_empty() { lines } else { self.covered(&self.directions[direction], lines) }
        })
    }

    /// The empty cells where a piece leaves just one to be completed.
    #[inline(always)]
    pub fn threats(&self, open: &OpenLines<B>, empty: B) -> Threats<B> {
        let mut threats = Threats { single: B::EMPTY, double: B::EMPTY };
        for (direction, open) in self.directions.iter().zip(open) {
            if !open[1].is_empty() {
                self.add_threats(direction, open[1], empty, &mut threats);
            }
        }
        threats
    }

    /// How many lines go through each cell of an empty board.
    pub fn through(&self, cell: usize) -> usize {
        let through = |direction: &Direction<B>| {
            let begins = |n: &usize| {
                cell >= n * direction.step && direction.beginnings.has(cell - n * direction.step)
            };
            (0..self.line).filter(begins).count()
        };
        self.directions.iter().map(through).sum()
    }

    #[inline(always)]
    fn open_in(&self, direction: &Direction<B>, own: B, others: B) -> [B; 5] {
        let mut open = direction.beginnings;
        // The board may be too narrow for a line, and cells that far away may be beyond it.
        if open.is_empty() {
            return [open; 5];
        }
        let mut occupied = B::EMPTY;
        // The lines that lack at least one piece, two, and so on.
        let mut lacking = [B::EMPTY; 5];
        for n in 0..self.line {
            let piece = own.down(n * direction.step);
            open &= !others.down(n * direction.step);
            occupied |= piece;
            for more in (1..5).rev() {
                let fewer = lacking[more - 1];
                lacking[more] |= fewer & !piece;
            }
            lacking[0] |= !piece;
        }
        let open = open & occupied;
        let exactly = |n: usize| open & lacking[n] & !lacking[n + 1];
        [exactly(0), exactly(1), exactly(2), exactly(3), open & lacking[4]]
    }

    /// The cells of these lines.
    #[inline(always)]
    fn covered(&self, direction: &Direction<B>, lines: B) -> B {
        let mut cells = lines;
        let mut length = 1;
        while length < self.line {
            let more = length.min(self.line - length);
            cells |= cells.up(more * direction.step);
            length += more;
        }
        cells
    }

    /// Adds what the lines of one direction that lack two pieces threaten. Each of the two cells
    /// threatens to win on the other: what lies at another distance, or in another direction, is
    /// another cell.
    fn add_threats(&self, direction: &Direction<B>, lines: B, empty: B, threats: &mut Threats<B>) {
        let step = direction.step;
        for distance in 1..self.line {
            let (mut before, mut behind) = (B::EMPTY, B::EMPTY);
            for n in 0..self.line - distance {
                let both = lines & empty.down(n * step) & empty.down((n + distance) * step);
                before |= both.up(n * step);
                behind |= both.up((n + distance) * step);
            }
            for cells in [before, behind] {
                threats.double |= threats.single & cells;
                threats.single |= cells;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludoteca_core::bits::Bits256;

    /// Every line cell by cell: what the lines are worth, and the cells that complete one.
    fn by_hand<B: Bits>(grid: &Grid<B>, line: i64, own: B, others: B) -> (i32, B) {
        let (mut value, mut wins) = (0, B::EMPTY);
        for cell in 0..grid.size() {
            let (row, col) = grid.place(cell);
            for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                let cells: Option<Vec<usize>> = (0..line)
                    .map(|n| grid.find(row as i64 + n * down, col as i64 + n * right))
                    .collect();
                let Some(cells) = cells.filter(|cells| !cells.iter().any(|cell| others.has(*cell)))
                else {
                    continue;
                };
                let lacking: Vec<_> = cells.into_iter().filter(|cell| !own.has(*cell)).collect();
                if !lacking.is_empty() && lacking.len() < line as usize {
                    value += LINE_VALUES[lacking.len().min(5) - 1];
                }
                if let [cell] = lacking[..] {
                    wins.insert(cell);
                }
            }
        }
        (value, wins)
    }

    fn agrees<B: Bits>(rows: usize, cols: usize, line: usize) {
        let grid = Grid::<B>::new(rows, cols);
        let lines = WinningLines::new(&grid, line);
        let mut seed = 1u64;
        for pieces in 0..grid.size() {
            let mut sides = [B::EMPTY; 2];
            for n in 0..pieces {
                seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                let cell = (seed >> 33) as usize % grid.size();
                sides = sides.map(|side| side & !B::single(cell));
                sides[n % 2].insert(cell);
            }
            for [own, others] in [sides, [sides[1], sides[0]]] {
                let empty = grid.all() & !(own | others);
                let open = lines.open(own, others);
                let expected = by_hand(&grid, line as i64, own, others);
                assert_eq!(
                    (lines.value(&open), lines.wins(&open, empty)),
                    expected,
                    "{rows} {cols} {line} {sides:?}"
                );
                // A threat is a win that there is after one piece more, and was not before.
                let mut threats = Threats { single: B::EMPTY, double: B::EMPTY };
                for cell in (empty & !expected.1).iter() {
                    let (_, wins) = by_hand(&grid, line as i64, own | B::single(cell), others);
                    let new = (wins & !expected.1).count();
                    threats.single |= if new > 0 { B::single(cell) } else { B::EMPTY };
                    threats.double |= if new > 1 { B::single(cell) } else { B::EMPTY };
                }
                let found = lines.threats(&open, empty & !expected.1);
                assert_eq!(found, threats, "{rows} {cols} {line} {sides:?}");
            }
        }
    }

    #[test]
    fn lines_are_counted() {
        agrees::<u64>(3, 3, 3);
        agrees::<u64>(5, 6, 4);
        agrees::<u64>(4, 8, 3);
        agrees::<u64>(3, 19, 19);
        agrees::<Bits256>(15, 15, 5);
    }
}
