//! Code for games where pieces are put on empty cells and a line wins: the lines that a seat can
//! still make, and the threats to make one.

mod evaluation;
#[cfg(test)]
mod tests;
mod threats;
mod winning_lines;

use ludoteca_core::bits::Bits;
use ludoteca_core::evaluation::{
    Budget, Evaluation, KnownWin, Proofs, ScoredMove, Scores, Selective,
};
use ludoteca_core::{Rules, Seat};

pub use evaluation::LineEvaluation;

/// A game of pieces on empty cells, where a line wins. All of them use the same [`LineEvaluation`],
/// whose moves are cells.
pub trait LineGame<B: Bits, const SEATS: usize>: Rules {
    /// See [`Evaluation::MARGIN`].
    const MARGIN: i32;

    /// The move that puts a piece on a cell.
    const PLACE: fn(usize) -> Self::Move;

    /// See [`Evaluation::SELECTIVE`].
    const SELECTIVE: Option<Selective> = None;

    /// Is it worth searching for wins by threats first?
    const SEARCHES_THREATS: bool = false;

    /// The cell that gets a piece.
    fn cell(m: Self::Move) -> usize;

    /// Each seat's pieces, and the seat to move.
    fn sides(state: &Self::State) -> ([B; SEATS], Seat);
}

impl<R: LineGame<B, SEATS>, B: Bits, const SEATS: usize> Evaluation<R>
    for LineEvaluation<B, SEATS>
{
    const PRUNES_MOVES: bool = SEATS == 2;
    const MARGIN: i32 = R::MARGIN;
    const SELECTIVE: Option<Selective> = R::SELECTIVE;

    #[inline(always)]
    fn history_index(&self, m: R::Move) -> usize {
        R::cell(m)
    }

    #[inline(always)]
    fn evaluate(&self, state: &R::State) -> Scores {
        self.line_values(R::sides(state).0)
    }

    #[inline(always)]
    fn move_score(&self, state: &R::State, m: R::Move) -> i32 {
        let (pieces, turn) = R::sides(state);
        self.cell_score(pieces, turn, R::cell(m))
    }

    #[inline(always)]
    fn visit_scored_moves(
        &self,
        _rules: &R,
        state: &R::State,
        mut visit: impl FnMut(ScoredMove<R::Move>),
    ) {
        let (pieces, turn) = R::sides(state);
        self.visit_scored_cells(pieces, turn, |ScoredMove { m: cell, index, score, is_noisy }| {
            visit(ScoredMove { m: R::PLACE(cell), index, score, is_noisy });
        });
    }

    #[inline(always)]
    fn is_noisy(&self, state: &R::State, m: R::Move) -> bool {
        let (pieces, turn) = R::sides(state);
        self.is_noisy(pieces, turn, R::cell(m))
    }

    #[inline(always)]
    fn known_win(&self, state: &R::State) -> Option<KnownWin> {
        let (pieces, turn) = R::sides(state);
        self.known_win(pieces, turn)
    }

    #[inline(always)]
    fn uses_symmetry(&self, state: &R::State) -> bool {
        self.uses_symmetry(R::sides(state).0)
    }

    fn proofs(&self) -> Option<&dyn Proofs<R>> {
        R::SEARCHES_THREATS.then_some(self)
    }
}

impl<R: LineGame<B, SEATS>, B: Bits, const SEATS: usize> Proofs<R> for LineEvaluation<B, SEATS> {
    fn forced_win(
        &self,
        state: &R::State,
        plies: u32,
        budget: &mut Budget,
    ) -> Option<Vec<R::Move>> {
        let (pieces, turn) = R::sides(state);
        let line = self.forced_win(pieces, turn, plies, budget)?;
        Some(line.into_iter().map(R::PLACE).collect())
    }
}
