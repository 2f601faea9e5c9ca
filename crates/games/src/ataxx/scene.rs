//! How Ataxx is shown.

use ludoteca_core::bits::Bits;
use ludoteca_core::scene::{
    self, Board, Choice, Colour, Ground, Look, Piece, PieceKind, PieceLook, Score,
};
use ludoteca_core::shared::Captures;
use ludoteca_core::{Message, Presentation, Rules, Seat, Spelling, StepOf};

use super::rules::{Ataxx, Move};
use super::texts::Phrase;

impl<B: Bits, const SEATS: usize> Presentation for Ataxx<B, SEATS> {
    fn board(&self) -> Board {
        let look = Look {
            ground: Ground::Tiles,
            pieces: PieceLook::Blobs,
            colours: [Colour::Orange, Colour::Teal, Colour::Red, Colour::Blue],
        };
        Board { look, ..scene::grid_board(self.grid.rows(), self.grid.cols()) }
    }

    fn prompt(&self, _state: &Self::State) -> Message {
        Message::new(Phrase::Prompt)
    }

    fn score(&self, state: &Self::State) -> Vec<Score> {
        let count = |seat| self.pieces(state, seat).count();
        Seat::all(self.seats()).map(|seat| Score::pieces(count(seat))).collect()
    }

    fn pieces(&self, state: &Self::State) -> Vec<Piece> {
        let taken = (0..self.grid.size()).filter(|cell| !state.empty.has(*cell));
        let obstacle = |place| Piece { place, kind: PieceKind::Obstacle, count: 1 };
        taken
            .map(|cell| {
                self.owner(state, cell).map_or(obstacle(cell), |seat| Piece::of(seat, cell))
            })
            .collect()
    }

    /// A clone can be clicked from each of its origins.
    fn choices(&self, state: &Self::State) -> Vec<Choice> {
        let ways = |m: Move| {
            let origins = m.origin().map_or_else(|| self.cloners(state, m), B::single);
            let to = m.destination();
            origins.iter().map(move |from| Choice::plain([from, to], self.write_typed(from, to)))
        };
        self.moves(state).into_iter().flat_map(ways).collect()
    }

    /// A clone is named by its destination, since its origin does not matter.
    fn readable_move(&self, _state: &Self::State, m: Move) -> Message {
        let name = |cell| self.grid.cell_name(cell).spelled(Spelling::Readable);
        let to = name(m.destination());
        Message::same(m.origin().map_or_else(|| to.clone(), |from| format!("{}–{to}", name(from))))
    }

    fn effects(&self, state: &Self::State, m: Move) -> Vec<Message> {
        let captured = self.near(m.destination()) & state.taken() & !state.own();
        let captures = Some(captured.count()).filter(|count| *count > 0).map(Captures);
        let kind = if m.is_clone() { Phrase::Clone } else { Phrase::Jump };
        [Message::new(kind)].into_iter().chain(captures.map(Message::new)).collect()
    }

    fn touched(&self, step: &StepOf<Self>) -> Vec<usize> {
        step.as_move()
            .into_iter()
            .flat_map(|m| m.origin().into_iter().chain([m.destination()]))
            .collect()
    }
}
