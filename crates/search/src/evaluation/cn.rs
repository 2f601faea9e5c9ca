//! Connect-N: the lines that a seat can still make, by how many pieces they lack.

use ludoteca_core::bits::Bits;
use ludoteca_core::grid::Grid;
use ludoteca_core::{MAX_SEATS, Seat};
use ludoteca_games::cn::{Connect, State};

use super::{Evaluate, Evaluation};
use crate::score::Scores;

impl<B: Bits, const SEATS: usize> Evaluate for Connect<B, SEATS> {
    fn evaluation(&self) -> impl Evaluation<Self> {
        let lines = OpenLines::new(self.grid(), self.line());
        move |state: &State<B, SEATS>| {
            lines.values(std::array::from_fn::<B, SEATS, _>(|seat| state.pieces(Seat::new(seat))))
        }
    }
}

/// Counts lines on a board, all lines of one direction at once.
pub struct OpenLines<B> {
    line: usize,
    /// Of how many binary digits the numbers up to `line` are.
    digits: usize,
    /// For each direction with room for a line, how far it is from a cell to the next, and the cells where a line can begin.
    directions: Vec<(usize, B)>,
}

/// What an open line is worth by the number of pieces that it lacks, and one that lacks more.
const WORTH: [i32; 5] = [0, 1000, 200, 40, 8];
const WORTH_OF_OTHERS: i32 = 1;

impl<B: Bits> OpenLines<B> {
    pub fn new(grid: &Grid<B>, line: usize) -> Self {
        let (rows, cols) = (grid.rows(), grid.cols());
        let beginnings = |rows: usize, cols: std::ops::Range<usize>| {
            let cells = (0..rows).flat_map(|row| cols.clone().map(move |col| grid.cell(row, col)));
            cells.fold(B::EMPTY, |set, cell| set | B::single(cell))
        };
        // To the right, down, down to the right and down to the left.
        let (fewer_rows, fewer_cols) = ((rows + 1).saturating_sub(line), (cols + 1).saturating_sub(line));
        let directions = [
            (1, beginnings(rows, 0..fewer_cols)),
            (cols, beginnings(fewer_rows, 0..cols)),
            (cols + 1, beginnings(fewer_rows, 0..fewer_cols)),
            (cols - 1, beginnings(fewer_rows, line - 1..cols)),
        ];
        let directions = directions.into_iter().filter(|(_, set)| !set.is_empty()).collect();
        OpenLines { line, digits: line.ilog2() as usize + 1, directions }
    }

    /// What the open lines of each seat are worth.
    #[inline(always)]
    pub fn values<const SEATS: usize>(&self, pieces: [B; SEATS]) -> Scores {
        let mut values = [0; MAX_SEATS];
        let taken = pieces.iter().fold(B::EMPTY, |all, pieces| all | *pieces);
        for (value, own) in values.iter_mut().zip(pieces) {
            *value = self.value(own, taken & !own);
        }
        values
    }

    #[inline(always)]
    fn value(&self, own: B, others: B) -> i32 {
        let mut value = 0;
        for (step, beginnings) in &self.directions {
            // Lines are known by where they begin. The number of own pieces in each is kept in binary, one digit a set.
            let mut open = *beginnings;
            let mut digits = [B::EMPTY; 5];
            let digits = &mut digits[..self.digits];
            for n in 0..self.line {
                open &= !others.down(n * step);
                let mut carry = own.down(n * step);
                for digit in &mut *digits {
                    let both = *digit & carry;
                    *digit ^= carry;
                    carry = both;
                }
            }
            for held in 1..self.line {
                let exactly = |set, (i, digit): (usize, &B)| set & if held >> i & 1 != 0 { *digit } else { !*digit };
                let lines = digits.iter().enumerate().fold(open, exactly);
                let worth = WORTH.get(self.line - held).copied().unwrap_or(WORTH_OF_OTHERS);
                value += worth * lines.count() as i32;
            }
        }
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludoteca_core::bits::Bits256;

    /// Every line cell by cell.
    fn by_hand<B: Bits>(grid: &Grid<B>, line: i64, own: B, others: B) -> i32 {
        let mut value = 0;
        for cell in 0..grid.size() {
            let (row, col) = grid.place(cell);
            for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                let cells: Option<Vec<usize>> =
                    (0..line).map(|n| grid.find(row as i64 + n * down, col as i64 + n * right)).collect();
                let open = cells.filter(|cells| !cells.iter().any(|cell| others.has(*cell)));
                let held = open.map_or(0, |cells| cells.iter().filter(|cell| own.has(**cell)).count());
                if held > 0 {
                    value += WORTH.get(line as usize - held).copied().unwrap_or(WORTH_OF_OTHERS);
                }
            }
        }
        value
    }

    fn agrees<B: Bits>(rows: usize, cols: usize, line: usize) {
        let grid = Grid::<B>::new(rows, cols);
        let lines = OpenLines::new(&grid, line);
        let mut seed = 1u64;
        for pieces in 0..grid.size() {
            let mut sides = [B::EMPTY; 2];
            for n in 0..pieces {
                seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                let cell = (seed >> 33) as usize % grid.size();
                sides = sides.map(|side| side & !B::single(cell));
                sides[n % 2].insert(cell);
            }
            let expected =
                [by_hand(&grid, line as i64, sides[0], sides[1]), by_hand(&grid, line as i64, sides[1], sides[0])];
            assert_eq!(lines.values(sides)[..2], expected, "{rows} {cols} {line} {sides:?}");
        }
    }

    #[test]
    fn lines_are_counted() {
        agrees::<u64>(3, 3, 3);
        agrees::<u64>(5, 6, 4);
        agrees::<u64>(3, 19, 19);
        agrees::<Bits256>(15, 15, 5);
    }
}
