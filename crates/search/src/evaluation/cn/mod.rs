//! Connect-N: the lines that a seat can still make, and the threats to make one.

mod lines;
#[cfg(test)]
mod tests;
mod threatening;
mod threats;

use ludoteca_core::bits::Bits;
use ludoteca_core::{Rules, Seat};
use ludoteca_games::cn::{Connect, Place, State};

use super::{Evaluate, Evaluation, Foreseen, Prospect, Selective};
use crate::score::Scores;
use crate::searcher::Watch;

pub use threatening::Threatening;

impl<B: Bits, const SEATS: usize> Evaluate for Connect<B, SEATS> {
    fn evaluation(&self) -> impl Evaluation<Self> {
        Threatening::new(self.grid(), self.line(), self.seats())
    }
}

impl<B: Bits, const SEATS: usize> Evaluation<Connect<B, SEATS>> for Threatening<B> {
    const NARROWS: bool = SEATS == 2;
    const MARGIN: i32 = 400;

    /// What is left out on small boards is missing from proofs.
    const SELECTIVE: Option<Selective> = Some(if B::WIDTH > 64 {
        Selective { margin: 400, late: 10 }
    } else {
        Selective { margin: 1 << 20, late: 1 << 10 }
    });

    #[inline(always)]
    fn slot(&self, Place(cell): Place) -> usize {
        cell
    }

    #[inline(always)]
    fn standing(&self, state: &State<B, SEATS>) -> Scores {
        self.worth(pieces(state))
    }

    #[inline(always)]
    fn promise(&self, state: &State<B, SEATS>, Place(cell): Place) -> i32 {
        self.promise(pieces(state), state.turn(), cell)
    }

    #[inline(always)]
    fn visit_promising(&self, _rules: &Connect<B, SEATS>, state: &State<B, SEATS>, visit: impl FnMut(Prospect<Place>)) {
        self.visit_promising(pieces(state), state.turn(), visit);
    }

    #[inline(always)]
    fn is_loud(&self, state: &State<B, SEATS>, Place(cell): Place) -> bool {
        self.is_loud(pieces(state), state.turn(), cell)
    }

    #[inline(always)]
    fn foreseen(&self, state: &State<B, SEATS>) -> Option<Foreseen> {
        self.foreseen(pieces(state), state.turn())
    }

    fn forced_win(&self, state: &State<B, SEATS>, plies: u32, watch: &mut Watch) -> Option<Vec<Place>> {
        let line = self.forced_win(pieces(state), state.turn(), plies, watch)?;
        Some(line.into_iter().map(Place).collect())
    }

    #[inline(always)]
    fn folds(&self, state: &State<B, SEATS>) -> bool {
        self.folds(pieces(state))
    }
}

#[inline(always)]
fn pieces<B: Bits, const SEATS: usize>(state: &State<B, SEATS>) -> [B; SEATS] {
    std::array::from_fn(|seat| state.pieces(Seat::new(seat)))
}
