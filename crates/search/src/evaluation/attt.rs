//! Advanced Tic-Tac-Toe: open lines, as in the simple game.

use ludoteca_core::Seat;
use ludoteca_core::grid::Grid;
use ludoteca_games::attt::{AdvancedTicTacToe, State};

use super::Evaluate;
use super::cn::OpenLines;
use crate::score::Scores;

impl Evaluate for AdvancedTicTacToe {
    fn evaluation(&self) -> impl Fn(&State) -> Scores + Sync {
        let lines = OpenLines::<u64>::new(&Grid::new(3, 3), 3);
        move |state| lines.values([Seat::FIRST, Seat::SECOND].map(|seat| state.pieces(seat)))
    }
}
