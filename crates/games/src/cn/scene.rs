//! How Connect-N is shown.

use ludoteca_core::bits::Bits;
use ludoteca_core::scene::{self, Board, Colour, Ground, Look, Piece, PieceLook, Place, Shape};
use ludoteca_core::{Message, Presentation, Spelling, StepOf};

use super::rules::{Connect, DIRECTIONS, Move, along};
use super::texts::Phrase;

impl<B: Bits, const SEATS: usize> Presentation for Connect<B, SEATS> {
    /// On a large board the stones lie where lines cross, as in Gomoku.
    fn board(&self) -> Board {
        let (rows, cols) = (self.grid.rows(), self.grid.cols());
        let board = scene::grid_board(rows, cols);
        if rows.min(cols) < LARGE {
            let look =
                Look { ground: Ground::Ruled, pieces: PieceLook::Signs, colours: SIGN_COLOURS };
            return Board { look, ..board };
        }
        let point = |place| Place { shape: Shape::Point, ..place };
        let right = (0..rows * cols).filter(|cell| (cell + 1) % cols != 0).map(|at| (at, at + 1));
        let down = (0..(rows - 1) * cols).map(|at| (at, at + cols));
        Board {
            places: board.places.into_iter().map(point).collect(),
            lines: right.chain(down).collect(),
            look: Look {
                ground: Ground::Wood,
                pieces: PieceLook::Stones,
                colours: [Colour::Black, Colour::White, Colour::Red, Colour::Blue],
            },
            ..board
        }
    }

    fn prompt(&self, _state: &Self::State) -> Message {
        Message::new(Phrase::Prompt(self.line))
    }

    fn decisive(&self, state: &Self::State) -> Vec<usize> {
        let Some(winner) = state.winner else { return Vec::new() };
        let pieces = state.pieces(winner);
        let run = |cell, direction| {
            let cells = (0..self.line as i64).map(|n| along(&self.grid, cell, direction, n));
            let cells: Option<Vec<usize>> = cells.collect();
            cells.filter(|cells| cells.iter().all(|cell| pieces.has(*cell))).unwrap_or_default()
        };
        let runs = pieces.iter().flat_map(|cell| DIRECTIONS.map(|direction| run(cell, direction)));
        let cells = runs.flatten().fold(B::EMPTY, |set, cell| set | B::single(cell));
        cells.iter().collect()
    }

    fn pieces(&self, state: &Self::State) -> Vec<Piece> {
        scene::pieces(self.grid.size(), |cell| state.owner(cell))
    }

    fn touched(&self, step: &StepOf<Self>) -> Vec<usize> {
        step.as_move().map(|Move(cell)| cell).into_iter().collect()
    }

    /// The same as the default, but without listing the whole board, which can have 361 cells.
    fn readable_move(&self, _state: &Self::State, Move(cell): Move) -> Message {
        Message::same(self.grid.cell_name(cell).spelled(Spelling::Readable))
    }
}

/// The shorter side from which a board is large.
const LARGE: usize = 9;

/// X, O, R and B in the colours of small boards.
const SIGN_COLOURS: [Colour; 4] = [Colour::Orange, Colour::Teal, Colour::Red, Colour::Blue];
