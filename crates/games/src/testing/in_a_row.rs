//! Connect-N, and with it Tic-Tac-Toe: `InARow::new(3, 3, 3, 2)`.

use super::reference::{Reference, ReferenceEnding, ReferenceTurn, among, legal_numbers, written};

/// A game where a number of pieces in a row wins. A step is `row col`, the cell where a piece is
/// placed.
#[derive(Debug, Clone)]
pub struct InARow {
    /// The seat whose piece lies on each cell, by row and column.
    cells: Vec<Vec<Option<usize>>>,
    line: usize,
    seats: usize,
    turn: ReferenceTurn,
}

impl InARow {
    /// An empty board; `line` pieces in a row win.
    pub fn new(rows: usize, cols: usize, line: usize, seats: usize) -> InARow {
        InARow { cells: vec![vec![None; cols]; rows], line, seats, turn: ReferenceTurn::Seat(1) }
    }

    fn is_full(&self) -> bool {
        self.cells.iter().flatten().all(Option::is_some)
    }

    /// Does the seat have a line anywhere? A line longer than needed contains one of just the right
    /// length.
    fn has_line(&self, seat: usize) -> bool {
        // Right, down and the two diagonals downwards: the opposite directions find the same lines.
        let directions = [(0, 1), (1, 0), (1, 1), (1, -1)];
        for row in 0..self.cells.len() {
            for col in 0..self.cells[row].len() {
                for (down, right) in directions {
                    let belongs = |step: usize| {
                        let step = step as isize;
                        self.cell(row as isize + step * down, col as isize + step * right)
                            == Some(seat)
                    };
                    if (0..self.line).all(belongs) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// The seat on a cell; nobody is on a cell outside the board.
    fn cell(&self, row: isize, col: isize) -> Option<usize> {
        let row = usize::try_from(row).ok()?;
        let col = usize::try_from(col).ok()?;
        *self.cells.get(row)?.get(col)?
    }
}

impl Reference for InARow {
    fn turn(&self) -> ReferenceTurn {
        self.turn.clone()
    }

    fn steps(&self) -> Vec<String> {
        let mut steps = Vec::new();
        let ReferenceTurn::Seat(_) = self.turn else {
            return steps;
        };
        for row in 0..self.cells.len() {
            for col in 0..self.cells[row].len() {
                if self.cells[row][col].is_none() {
                    steps.push(written(&[row, col]));
                }
            }
        }
        steps.sort();
        steps
    }

    fn play(&mut self, step: &str) -> Vec<usize> {
        let cell = legal_numbers(self, step);
        let ReferenceTurn::Seat(seat) = self.turn else {
            unreachable!("a finished game has no legal step")
        };
        self.cells[cell[0]][cell[1]] = Some(seat);
        // The line comes first: the piece that fills the board may also win.
        self.turn = if self.has_line(seat) {
            ReferenceTurn::Over(ReferenceEnding::won_by(seat, self.seats))
        } else if self.is_full() {
            ReferenceTurn::Over(ReferenceEnding::drawn(self.seats))
        } else {
            ReferenceTurn::Seat(seat % self.seats + 1)
        };
        Vec::new()
    }

    fn accepts(&self, typed: &str) -> bool {
        among(&self.steps(), typed)
    }

    fn board(&self) -> String {
        let letter = |cell: &Option<usize>| match cell {
            Some(seat) => seat.to_string(),
            None => ".".to_string(),
        };
        self.cells.iter().flatten().map(letter).collect()
    }
}
