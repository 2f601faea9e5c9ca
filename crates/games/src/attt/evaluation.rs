//! Advanced Tic-Tac-Toe: lines, and those that are completed next.

use ludoteca_core::Seat;
use ludoteca_core::evaluation::{Evaluate, Evaluation, Foreseen, Scores};
use ludoteca_core::grid::Grid;

use super::rules::{AdvancedTicTacToe, Move, State};
use crate::lines::Threatening;

impl Evaluate for AdvancedTicTacToe {
    fn evaluation(&self) -> impl Evaluation<Self> {
        let threatening = Threatening::<u64, 2>::new(&Grid::new(3, 3), 3, 2);
        Shifting { game: self, threatening }
    }
}

struct Shifting<'a> {
    game: &'a AdvancedTicTacToe,
    threatening: Threatening<u64, 2>,
}

impl Evaluation<AdvancedTicTacToe> for Shifting<'_> {
    const MARGIN: i32 = 300;

    #[inline(always)]
    fn standing(&self, state: &State) -> Scores {
        self.threatening.worth(pieces(state))
    }

    #[inline(always)]
    fn promise(&self, state: &State, m: Move) -> i32 {
        let (Move::Place(to) | Move::Shift { to, .. }) = m;
        self.threatening.promise(pieces(state), state.turn(), to.into())
    }

    /// Two pieces in an open line win: the third is in hand, or it is elsewhere on the board. Against two such lines nothing helps,
    /// unless the game ends before. What takes longer is not foreseen, since pieces that are shifted leave their lines.
    #[inline(always)]
    fn foreseen(&self, state: &State) -> Option<Foreseen> {
        let foreseen = self.threatening.foreseen(pieces(state), state.turn())?;
        let in_time = foreseen.plies == 1 || foreseen.plies == 2 && self.game.plies_left(state) >= 2;
        in_time.then_some(foreseen)
    }

    #[inline(always)]
    fn plies_left(&self, state: &State) -> u32 {
        self.game.plies_left(state).saturating_sub(1)
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
