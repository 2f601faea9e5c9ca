//! How Advanced Tic-Tac-Toe is shown.

use ludoteca_core::scene::{self, Choice, Held, Piece, PieceKind, Scene};
use ludoteca_core::{Drawing, Notation, Portray, Rules, Seat, Step, StepOf};

use super::rules::{AdvancedTicTacToe, Move, State};
use super::texts;

impl Portray for AdvancedTicTacToe {
    fn scene(&self, state: &State, last: Option<&StepOf<Self>>) -> Scene {
        let piece = |place| {
            let seat = state.owner(place)?;
            Some(Piece { place, kind: PieceKind::Of(seat, None), count: 1 })
        };
        let held = |seat| Held { seat, name: texts::PIECE.to_owned(), length: 1, count: state.in_hand(seat) };
        let choice = |m: Move| Choice::plain(clicks(m), self.write_move(state, m));
        Scene {
            places: scene::grid_places(3, 3),
            pieces: (0..9).filter_map(piece).collect(),
            marks: scene::grid_marks(3, 3),
            stock: Seat::all(2).map(held).filter(|held| held.count > 0).collect(),
            holdings: Seat::all(2).map(|seat| texts::in_hand(state.in_hand(seat))).collect(),
            last: last.and_then(Step::as_move).map(clicks).unwrap_or_default(),
            choices: self.moves(state).into_iter().map(choice).collect(),
            ..Scene::default()
        }
    }

    fn drawing(&self, state: &State, names: &[&str]) -> Drawing {
        Drawing::grid(3, 3, names, |cell| state.owner(cell).map_or("", |seat| names[seat.index()]))
    }

    fn players_line(&self, state: &State, names: &[&str]) -> Option<String> {
        Some(texts::players(Seat::all(2).map(|seat| (names[seat.index()], state.in_hand(seat)))))
    }
}

/// The cells that a move touches, in the order of its clicks.
fn clicks(m: Move) -> Vec<usize> {
    match m {
        Move::Place(cell) => vec![cell.into()],
        Move::Shift { from, to } => vec![from.into(), to.into()],
    }
}
