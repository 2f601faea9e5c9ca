//! How Connect-N is shown.

use ludoteca_core::bits::Bits;
use ludoteca_core::scene::{self, Board, Piece};
use ludoteca_core::{Message, Presentation, Spelling, StepOf};

use super::rules::{Connect, Move};

impl<B: Bits, const SEATS: usize> Presentation for Connect<B, SEATS> {
    fn board(&self) -> Board {
        scene::grid_board(self.grid.rows(), self.grid.cols())
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
