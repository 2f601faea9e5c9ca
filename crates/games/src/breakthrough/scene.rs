//! How Breakthrough is shown.

use ludoteca_core::bits::Bits;
use ludoteca_core::scene::{self, Board, Piece};
use ludoteca_core::{Message, Presentation, Spelling, StepOf};

use super::rules::{Breakthrough, Move, State};

impl<B: Bits> Presentation for Breakthrough<B> {
    fn board(&self) -> Board {
        scene::grid_board(self.grid.rows(), self.grid.cols())
    }

    fn pieces(&self, state: &State<B>) -> Vec<Piece> {
        scene::pieces(self.grid.size(), |cell| state.owner(cell))
    }

    fn readable_move(&self, state: &State<B>, m: Move) -> Message {
        let [from, to] = ends(m).map(|cell| self.grid.cell_name(cell).spelled(Spelling::Readable));
        let sign = if state.owner(m.to.into()).is_some() { '×' } else { '–' };
        Message::same(format!("{from}{sign}{to}"))
    }

    fn touched(&self, step: &StepOf<Self>) -> Vec<usize> {
        step.as_move().map(ends).into_iter().flatten().collect()
    }
}

/// The cells of a move, in the order of its clicks.
fn ends(m: Move) -> [usize; 2] {
    [m.from, m.to].map(usize::from)
}
