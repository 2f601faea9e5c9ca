//! What games share where pieces are put on empty cells and a line wins: the lines that a seat can still make, and the threats to make one.

mod open;
#[cfg(test)]
mod tests;
mod threatening;
mod threats;

use ludoteca_core::bits::Bits;
use ludoteca_core::evaluation::{Evaluation, Foreseen, Proofs, Prospect, Scores, Selective, Watch};
use ludoteca_core::{Rules, Seat};

pub use threatening::Threatening;

/// A game of pieces on empty cells, where a line wins. All of them are judged by the same [`Threatening`], whose moves are cells.
pub trait LineGame<B: Bits, const SEATS: usize>: Rules {
    /// See [`Evaluation::MARGIN`].
    const MARGIN: i32;

    /// The move that puts a piece on a cell.
    const PLACE: fn(usize) -> Self::Move;

    /// See [`Evaluation::SELECTIVE`].
    const SELECTIVE: Option<Selective> = None;

    /// Is it worth looking for wins by threats before anything else?
    const SEARCHES_THREATS: bool = false;

    /// The cell that gets a piece.
    fn cell(m: Self::Move) -> usize;

    /// Each seat's pieces, and the seat to move.
    fn sides(state: &Self::State) -> ([B; SEATS], Seat);
}

impl<R: LineGame<B, SEATS>, B: Bits, const SEATS: usize> Evaluation<R> for Threatening<B, SEATS> {
    const NARROWS: bool = SEATS == 2;
    const MARGIN: i32 = R::MARGIN;
    const SELECTIVE: Option<Selective> = R::SELECTIVE;

    #[inline(always)]
    fn slot(&self, m: R::Move) -> usize {
        R::cell(m)
    }

    #[inline(always)]
    fn standing(&self, state: &R::State) -> Scores {
        self.worth(R::sides(state).0)
    }

    #[inline(always)]
    fn promise(&self, state: &R::State, m: R::Move) -> i32 {
        let (pieces, turn) = R::sides(state);
        self.promise(pieces, turn, R::cell(m))
    }

    #[inline(always)]
    fn visit_promising(&self, _rules: &R, state: &R::State, mut visit: impl FnMut(Prospect<R::Move>)) {
        let (pieces, turn) = R::sides(state);
        self.visit_promising(pieces, turn, |Prospect { m: cell, index, promise, is_loud }| {
            visit(Prospect { m: R::PLACE(cell), index, promise, is_loud });
        });
    }

    #[inline(always)]
    fn is_loud(&self, state: &R::State, m: R::Move) -> bool {
        let (pieces, turn) = R::sides(state);
        self.is_loud(pieces, turn, R::cell(m))
    }

    #[inline(always)]
    fn foreseen(&self, state: &R::State) -> Option<Foreseen> {
        let (pieces, turn) = R::sides(state);
        self.foreseen(pieces, turn)
    }

    #[inline(always)]
    fn folds(&self, state: &R::State) -> bool {
        self.folds(R::sides(state).0)
    }

    fn proofs(&self) -> Option<&dyn Proofs<R>> {
        R::SEARCHES_THREATS.then_some(self)
    }
}

impl<R: LineGame<B, SEATS>, B: Bits, const SEATS: usize> Proofs<R> for Threatening<B, SEATS> {
    fn forced_win(&self, state: &R::State, plies: u32, watch: &mut Watch) -> Option<Vec<R::Move>> {
        let (pieces, turn) = R::sides(state);
        let line = self.forced_win(pieces, turn, plies, watch)?;
        Some(line.into_iter().map(R::PLACE).collect())
    }
}
