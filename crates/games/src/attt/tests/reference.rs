//! Advanced Tic-Tac-Toe: three pieces each, which move once they are all placed.

use crate::testing::reference::{
    Reference, ReferenceEnding, ReferenceTurn, among, legal_numbers, written,
};

const SIZE: usize = 3;
const SEATS: usize = 2;
const PIECES: usize = 3;

/// A game of Advanced Tic-Tac-Toe. A step is `row col` to place a piece, `row col row col` to move
/// one.
#[derive(Debug, Clone)]
pub struct Advanced {
    /// The seat whose piece lies on each cell, by row and column.
    cells: Vec<Vec<Option<usize>>>,
    /// This many plies of movement in a row end the game as a draw; 0 for never.
    no_progress: u32,
    /// Plies of movement played in a row.
    movements: u32,
    turn: ReferenceTurn,
}

impl Advanced {
    /// An empty board; `no_progress` plies of movement in a row are a draw, unless it is 0.
    pub fn new(no_progress: u32) -> Advanced {
        Advanced {
            cells: vec![vec![None; SIZE]; SIZE],
            no_progress,
            movements: 0,
            turn: ReferenceTurn::Seat(1),
        }
    }

    /// Pieces that the seat has not placed yet. None is ever captured, so the others are all on the
    /// board.
    fn in_hand(&self, seat: usize) -> usize {
        PIECES - self.cells_with(Some(seat)).len()
    }

    /// The cells, as row and column, that hold exactly this.
    fn cells_with(&self, content: Option<usize>) -> Vec<(usize, usize)> {
        let mut found = Vec::new();
        for row in 0..SIZE {
            for col in 0..SIZE {
                if self.cells[row][col] == content {
                    found.push((row, col));
                }
            }
        }
        found
    }

    fn has_line(&self, seat: usize) -> bool {
        let mine = |row: usize, col: usize| self.cells[row][col] == Some(seat);
        let row = (0..SIZE).any(|row| (0..SIZE).all(|col| mine(row, col)));
        let column = (0..SIZE).any(|col| (0..SIZE).all(|row| mine(row, col)));
        let falling = (0..SIZE).all(|step| mine(step, step));
        let rising = (0..SIZE).all(|step| mine(SIZE - 1 - step, step));
        row || column || falling || rising
    }
}

impl Reference for Advanced {
    fn turn(&self) -> ReferenceTurn {
        self.turn.clone()
    }

    fn steps(&self) -> Vec<String> {
        let mut steps = Vec::new();
        let ReferenceTurn::Seat(seat) = self.turn else {
            return steps;
        };
        for (row, col) in self.cells_with(None) {
            if self.in_hand(seat) > 0 {
                steps.push(written(&[row, col]));
            } else {
                for (from_row, from_col) in self.cells_with(Some(seat)) {
                    steps.push(written(&[from_row, from_col, row, col]));
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
        match numbers[..] {
            [row, col] => {
                self.cells[row][col] = Some(seat);
                self.movements = 0;
            }
            [from_row, from_col, row, col] => {
                self.cells[from_row][from_col] = None;
                self.cells[row][col] = Some(seat);
                self.movements += 1;
            }
            _ => unreachable!("a legal step has two or four numbers"),
        }
        // A win on the very ply that reaches the limit comes first.
        self.turn = if self.has_line(seat) {
            ReferenceTurn::Over(ReferenceEnding::won_by(seat, SEATS))
        } else if self.no_progress > 0 && self.movements >= self.no_progress {
            ReferenceTurn::Over(ReferenceEnding::drawn(SEATS))
        } else {
            ReferenceTurn::Seat(seat % SEATS + 1)
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
