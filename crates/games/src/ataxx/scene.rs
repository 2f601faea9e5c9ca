//! How Ataxx is shown.

use ludoteca_core::bits::Bits;
use ludoteca_core::scene::{self, Choice, Piece, PieceKind, Scene};
use ludoteca_core::{Drawing, Portray, Rules, Step, StepOf};

use super::rules::{Ataxx, Move};

impl<B: Bits, const SEATS: usize> Portray for Ataxx<B, SEATS> {
    fn scene(&self, state: &Self::State, last: Option<&StepOf<Self>>) -> Scene {
        let taken = (0..self.grid.size()).filter(|cell| !state.empty.has(*cell));
        let piece = |place| {
            let kind = self.owner(state, place).map_or(PieceKind::Obstacle, |seat| PieceKind::Of(seat, None));
            Piece { place, kind, count: 1 }
        };
        // A clone can be clicked from each of its origins.
        let choices = |m: Move| {
            let origins = m.origin().map_or_else(|| self.cloners(state, m), B::single);
            let to = m.destination();
            origins.iter().map(move |from| Choice::plain([from, to], self.write_typed(from, to)))
        };
        let touched = |m: Move| m.origin().into_iter().chain([m.destination()]);
        Scene {
            places: scene::grid_places(self.grid.rows(), self.grid.cols()),
            pieces: taken.map(piece).collect(),
            marks: scene::grid_marks(self.grid.rows(), self.grid.cols()),
            holdings: vec![String::new(); self.seats()],
            last: last.and_then(Step::as_move).into_iter().flat_map(touched).collect(),
            choices: self.moves(state).into_iter().flat_map(choices).collect(),
            ..Scene::default()
        }
    }

    fn drawing(&self, state: &Self::State, names: &[&str]) -> Drawing {
        Drawing::grid(self.grid.rows(), self.grid.cols(), names, |cell| match self.owner(state, cell) {
            Some(seat) => names[seat.index()],
            None if state.empty.has(cell) => "",
            None => "*",
        })
    }
}
