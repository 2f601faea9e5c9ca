//! Advanced Tic-Tac-Toe: open lines, as in the simple game.

use ludoteca_core::Seat;
use ludoteca_core::grid::Grid;
use ludoteca_games::attt::{AdvancedTicTacToe, State};

use super::cn::OpenLines;
use super::{Evaluate, Evaluation};

impl Evaluate for AdvancedTicTacToe {
    fn evaluation(&self) -> impl Evaluation<Self> {
        let lines = OpenLines::<u64>::new(&Grid::new(3, 3), 3);
        move |state: &State| lines.values([Seat::FIRST, Seat::SECOND].map(|seat| state.pieces(seat)))
    }
}
