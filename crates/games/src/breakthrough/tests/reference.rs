//! Breakthrough on a board of any size.

use crate::testing::reference::{
    Reference, ReferenceEnding, ReferenceTurn, among, legal_numbers, written,
};

const SEATS: usize = 2;

/// A game of Breakthrough. A step is `row col row col`, origin and destination.
#[derive(Debug, Clone)]
pub struct Breakthrough {
    /// The seat whose piece lies on each cell, by row and column; row 0 is the first row of seat 1.
    cells: Vec<Vec<Option<usize>>>,
    turn: ReferenceTurn,
}

impl Breakthrough {
    /// The usual start: two full rows each.
    pub fn new(rows: usize, cols: usize) -> Breakthrough {
        let owner = |row: usize| {
            if row < 2 {
                Some(1)
            } else if row >= rows - 2 {
                Some(2)
            } else {
                None
            }
        };
        let cells = (0..rows).map(|row| vec![owner(row); cols]).collect();
        Breakthrough { cells, turn: ReferenceTurn::Seat(1) }
    }

    /// The row in front of a row, as the seat sees it, if the board goes on there.
    fn ahead(&self, seat: usize, row: usize) -> Option<usize> {
        match seat {
            1 if row + 1 < self.cells.len() => Some(row + 1),
            2 if row > 0 => Some(row - 1),
            _ => None,
        }
    }

    /// May a piece of the seat go from one column to another, onto a cell of the next row that
    /// holds `target`?
    fn may_go(seat: usize, from_col: usize, col: usize, target: Option<usize>) -> bool {
        let straight = from_col == col;
        let diagonal = from_col.abs_diff(col) == 1;
        match target {
            None => straight || diagonal,
            Some(owner) => diagonal && owner != seat,
        }
    }

    /// Has the seat, which just moved, reached the opponent's first row or captured the last of its
    /// pieces?
    fn has_won(&self, seat: usize) -> bool {
        let goal = if seat == 1 { self.cells.len() - 1 } else { 0 };
        let arrived = self.cells[goal].contains(&Some(seat));
        let alone = !self.cells.iter().flatten().any(|&cell| cell == Some(opponent(seat)));
        arrived || alone
    }
}

impl Reference for Breakthrough {
    const EMPTY: char = '0';

    fn turn(&self) -> ReferenceTurn {
        self.turn.clone()
    }

    fn steps(&self) -> Vec<String> {
        let mut steps = Vec::new();
        let ReferenceTurn::Seat(seat) = self.turn else {
            return steps;
        };
        for from_row in 0..self.cells.len() {
            let Some(row) = self.ahead(seat, from_row) else {
                continue;
            };
            for from_col in 0..self.cells[from_row].len() {
                if self.cells[from_row][from_col] != Some(seat) {
                    continue;
                }
                for col in 0..self.cells[row].len() {
                    if Breakthrough::may_go(seat, from_col, col, self.cells[row][col]) {
                        steps.push(written(&[from_row, from_col, row, col]));
                    }
                }
            }
        }
        steps.sort();
        steps
    }

    fn play(&mut self, step: &str) -> Vec<usize> {
        let numbers = legal_numbers(self, step);
        let ReferenceTurn::Seat(seat) = self.turn else {
            unreachable!("a finished game has no legal step")
        };
        self.cells[numbers[0]][numbers[1]] = None;
        self.cells[numbers[2]][numbers[3]] = Some(seat);
        // Nobody is ever skipped: in front of a seat's foremost piece no own piece blocks the
        // diagonals.
        self.turn = if self.has_won(seat) {
            ReferenceTurn::Over(ReferenceEnding::won_by(seat, SEATS))
        } else {
            ReferenceTurn::Seat(opponent(seat))
        };
        Vec::new()
    }

    fn accepts(&self, typed: &str) -> bool {
        among(&self.steps(), typed)
    }

    fn board(&self) -> String {
        let letter = |cell: &Option<usize>| cell.unwrap_or(0).to_string();
        self.cells.iter().flatten().map(letter).collect()
    }
}

fn opponent(seat: usize) -> usize {
    SEATS + 1 - seat
}
