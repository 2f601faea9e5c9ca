//! Tic-Tac-Toe: open lines.

use ludoteca_core::Seat;
use ludoteca_core::grid::Grid;
use ludoteca_games::ttt::{State, TicTacToe};

use super::cn::OpenLines;
use super::{Evaluate, Evaluation};

impl Evaluate for TicTacToe {
    fn evaluation(&self) -> impl Evaluation<Self> {
        let lines = OpenLines::<u64>::new(&Grid::new(3, 3), 3);
        move |state: &State| lines.values([Seat::FIRST, Seat::SECOND].map(|seat| state.pieces(seat)))
    }
}
