//! How Connect-N is shown.

use ludoteca_core::bits::Bits;
use ludoteca_core::scene::{self, Choice, Piece, PieceKind, Scene};
use ludoteca_core::{Drawing, Notation, Portray, Rules, Step, StepOf};

use super::Place;
use super::rules::Connect;

impl<B: Bits, const SEATS: usize> Portray for Connect<B, SEATS> {
    fn scene(&self, state: &Self::State, last: Option<&StepOf<Self>>) -> Scene {
        let piece = |place| {
            let seat = state.owner(place)?;
            Some(Piece { place, kind: PieceKind::Of(seat, None), count: 1 })
        };
        let choice = |m: Place| Choice::plain([m.0], self.write_move(state, m));
        Scene {
            places: scene::grid_places(self.grid.rows(), self.grid.cols()),
            pieces: (0..self.grid.size()).filter_map(piece).collect(),
            marks: scene::grid_marks(self.grid.rows(), self.grid.cols()),
            holdings: vec![String::new(); self.seats],
            last: last.and_then(Step::as_move).map(|Place(cell)| cell).into_iter().collect(),
            choices: self.moves(state).into_iter().map(choice).collect(),
            ..Scene::default()
        }
    }

    fn drawing(&self, state: &Self::State, names: &[&str]) -> Drawing {
        let name = |cell| state.owner(cell).map_or("", |seat| names[seat.index()]);
        Drawing::grid(self.grid.rows(), self.grid.cols(), names, name)
    }
}
