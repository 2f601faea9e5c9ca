//! How Breakthrough is shown.

use ludoteca_core::bits::Bits;
use ludoteca_core::scene::{self, Choice, Piece, PieceKind, Scene};
use ludoteca_core::{Drawing, Notation, Portray, Rules, Step, StepOf};

use super::rules::{Breakthrough, Move, State};

impl<B: Bits> Portray for Breakthrough<B> {
    fn scene(&self, state: &State<B>, last: Option<&StepOf<Self>>) -> Scene {
        let piece = |place| {
            let seat = state.owner(place)?;
            Some(Piece { place, kind: PieceKind::Of(seat, None), count: 1 })
        };
        let ends = |m: Move| [m.from, m.to].map(usize::from);
        let choice = |m| Choice::plain(ends(m), self.write_move(state, m));
        Scene {
            places: scene::grid_places(self.grid.rows(), self.grid.cols()),
            pieces: (0..self.grid.size()).filter_map(piece).collect(),
            marks: scene::grid_marks(self.grid.rows(), self.grid.cols()),
            holdings: vec![String::new(); 2],
            last: last.and_then(Step::as_move).map(ends).into_iter().flatten().collect(),
            choices: self.moves(state).into_iter().map(choice).collect(),
            ..Scene::default()
        }
    }

    fn drawing(&self, state: &State<B>, names: &[&str]) -> Drawing {
        let name = |cell| state.owner(cell).map_or("", |seat| names[seat.index()]);
        Drawing::grid(self.grid.rows(), self.grid.cols(), names, name)
    }
}
