//! Connect-N: the lines that a seat can still make, and the threats to make one.

use ludoteca_core::bits::Bits;
use ludoteca_core::evaluation::{Evaluate, Evaluation, Selective};
use ludoteca_core::{Rules, Seat};

use super::rules::{Connect, Move, State};
use crate::lines::{LineEvaluation, LineGame};

impl<B: Bits, const SEATS: usize> Evaluate for Connect<B, SEATS> {
    fn evaluation(&self) -> impl Evaluation<Self> {
        LineEvaluation::new(self.grid(), self.line(), self.seats())
    }
}

impl<B: Bits, const SEATS: usize> LineGame<B, SEATS> for Connect<B, SEATS> {
    const MARGIN: i32 = 400;
    const PLACE: fn(usize) -> Move = Move;

    /// There is less pruning on small boards, since pruned moves are missing from proofs.
    const SELECTIVE: Option<Selective> = Some(if B::WIDTH > 64 {
        Selective { margin: 400, late_move_count: 10 }
    } else {
        Selective { margin: 1 << 20, late_move_count: 1 << 10 }
    });

    const SEARCHES_THREATS: bool = true;

    #[inline(always)]
    fn cell(Move(cell): Move) -> usize {
        cell
    }

    #[inline(always)]
    fn sides(state: &State<B, SEATS>) -> ([B; SEATS], Seat) {
        (std::array::from_fn(|seat| state.pieces(Seat::new(seat))), state.turn())
    }
}
