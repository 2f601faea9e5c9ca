//! Tic-Tac-Toe: lines and threats, as in Connect-N.

use ludoteca_core::Seat;
use ludoteca_core::grid::Grid;
use ludoteca_games::ttt::{Place, State, TicTacToe};

use super::cn::Threatening;
use super::{Evaluate, Evaluation, Foreseen, Prospect};
use crate::score::Scores;

impl Evaluate for TicTacToe {
    fn evaluation(&self) -> impl Evaluation<Self> {
        Threatening::<u64>::new(&Grid::new(3, 3), 3, 2)
    }
}

impl Evaluation<TicTacToe> for Threatening<u64> {
    const MARGIN: i32 = 300;

    const NARROWS: bool = true;

    #[inline(always)]
    fn standing(&self, state: &State) -> Scores {
        self.worth(pieces(state))
    }

    #[inline(always)]
    fn promise(&self, state: &State, Place(cell): Place) -> i32 {
        self.promise(pieces(state), state.turn(), cell)
    }

    #[inline(always)]
    fn visit_promising(&self, _rules: &TicTacToe, state: &State, visit: impl FnMut(Prospect<Place>)) {
        self.visit_promising(pieces(state), state.turn(), visit);
    }

    #[inline(always)]
    fn foreseen(&self, state: &State) -> Option<Foreseen> {
        self.foreseen(pieces(state), state.turn())
    }

    #[inline(always)]
    fn folds(&self, _state: &State) -> bool {
        true
    }
}

#[inline(always)]
fn pieces(state: &State) -> [u64; 2] {
    [Seat::FIRST, Seat::SECOND].map(|seat| state.pieces(seat))
}
