//! How Tic-Tac-Toe is shown.

use ludoteca_core::scene::{self, Choice, Piece, PieceKind, Scene};
use ludoteca_core::{Drawing, Notation, Portray, Rules, Step, StepOf};

use super::rules::{Place, State, TicTacToe};

impl Portray for TicTacToe {
    fn scene(&self, state: &State, last: Option<&StepOf<Self>>) -> Scene {
        let piece = |place| {
            let seat = state.owner(place)?;
            Some(Piece { place, kind: PieceKind::Of(seat, None), count: 1 })
        };
        let choice = |m: Place| Choice::plain([m.0], self.write_move(state, m));
        Scene {
            places: scene::grid_places(3, 3),
            pieces: (0..9).filter_map(piece).collect(),
            marks: scene::grid_marks(3, 3),
            holdings: vec![String::new(); 2],
            last: last.and_then(Step::as_move).map(|Place(cell)| cell).into_iter().collect(),
            choices: self.moves(state).into_iter().map(choice).collect(),
            ..Scene::default()
        }
    }

    fn drawing(&self, state: &State, names: &[&str]) -> Drawing {
        Drawing::grid(3, 3, names, |cell| state.owner(cell).map_or("", |seat| names[seat.index()]))
    }
}
