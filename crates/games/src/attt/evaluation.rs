//! The evaluation of Advanced Tic-Tac-Toe: open lines, and lines that can be completed at once.

use ludoteca_core::Seat;
use ludoteca_core::evaluation::{Evaluate, Evaluation, KnownWin, Scores};
use ludoteca_core::grid::Grid;

use super::rules::{AdvancedTicTacToe, Move, State};
use crate::lines::LineEvaluation;

impl Evaluate for AdvancedTicTacToe {
    fn evaluation(&self) -> impl Evaluation<Self> {
        let threatening = LineEvaluation::<u64, 2>::new(&Grid::new(3, 3), 3, 2);
        Shifting { game: self, threatening }
    }
}

struct Shifting<'a> {
    game: &'a AdvancedTicTacToe,
    threatening: LineEvaluation<u64, 2>,
}

impl Evaluation<AdvancedTicTacToe> for Shifting<'_> {
    const MARGIN: i32 = 300;

    #[inline(always)]
    fn evaluate(&self, state: &State) -> Scores {
        self.threatening.line_values(pieces(state))
    }

    #[inline(always)]
    fn move_score(&self, state: &State, m: Move) -> i32 {
        let (Move::Place(to) | Move::Shift { to, .. }) = m;
        self.threatening.cell_score(pieces(state), state.turn(), to.into())
    }

    /// Two pieces in an open line win: the third is in hand, or it is elsewhere on the board.
    /// Against two such lines there is no defence, unless the game ends before. Longer wins are not
    /// recognised, since pieces that are shifted leave their lines.
    #[inline(always)]
    fn known_win(&self, state: &State) -> Option<KnownWin> {
        let known_win = self.threatening.known_win(pieces(state), state.turn())?;
        let in_time =
            known_win.plies == 1 || known_win.plies == 2 && self.game.plies_left(state) >= 2;
        in_time.then_some(known_win)
    }

    #[inline(always)]
    fn plies_to_limit(&self, state: &State) -> u32 {
        self.game.plies_left(state).saturating_sub(1)
    }

    #[inline(always)]
    fn uses_symmetry(&self, _state: &State) -> bool {
        true
    }
}

#[inline(always)]
fn pieces(state: &State) -> [u64; 2] {
    [Seat::FIRST, Seat::SECOND].map(|seat| state.pieces(seat))
}
