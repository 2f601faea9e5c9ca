//! How Breakthrough is shown.

use ludoteca_core::bits::Bits;
use ludoteca_core::scene::{self, Board, Colour, Ground, Look, Piece, PieceLook, Score};
use ludoteca_core::{Message, Presentation, Seat, Spelling, StepOf};

use super::rules::{Breakthrough, Move, State};
use super::texts::Phrase;

impl<B: Bits> Presentation for Breakthrough<B> {
    fn board(&self) -> Board {
        let look = Look {
            ground: Ground::Checkered,
            pieces: PieceLook::Pawns,
            colours: [Colour::Blue, Colour::Red, Colour::Teal, Colour::Orange],
        };
        Board { look, ..scene::grid_board(self.grid.rows(), self.grid.cols()) }
    }

    fn prompt(&self, _state: &State<B>) -> Message {
        Message::new(Phrase::Prompt)
    }

    fn score(&self, state: &State<B>) -> Vec<Score> {
        Seat::all(2).map(|seat| Score::pieces(state.pieces(seat).count())).collect()
    }

    fn decisive(&self, state: &State<B>) -> Vec<usize> {
        let arrived = |seat: Seat| state.pieces(seat) & self.goals[seat.index()];
        Seat::all(2).flat_map(|seat| arrived(seat).iter()).collect()
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
