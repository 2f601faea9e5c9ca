//! Connect-N: the lines that a seat can still make, and the threats to make one.

use ludoteca_core::bits::Bits;
use ludoteca_core::evaluation::{Evaluate, Evaluation, Selective};
use ludoteca_core::{Rules, Seat};

use super::rules::{Connect, Place, State};
use crate::lines::{LineGame, Threatening};

impl<B: Bits, const SEATS: usize> Evaluate for Connect<B, SEATS> {
    fn evaluation(&self) -> impl Evaluation<Self> {
        Threatening::new(self.grid(), self.line(), self.seats())
    }
}

impl<B: Bits, const SEATS: usize> LineGame<B, SEATS> for Connect<B, SEATS> {
    const MARGIN: i32 = 400;
    const PLACE: fn(usize) -> Place = Place;

    /// What is left out on small boards is missing from proofs.
    const SELECTIVE: Option<Selective> = Some(if B::WIDTH > 64 {
        Selective { margin: 400, late: 10 }
    } else {
        Selective { margin: 1 << 20, late: 1 << 10 }
    });

    const SEARCHES_THREATS: bool = true;

    #[inline(always)]
    fn cell(Place(cell): Place) -> usize {
        cell
    }

    #[inline(always)]
    fn sides(state: &State<B, SEATS>) -> ([B; SEATS], Seat) {
        (std::array::from_fn(|seat| state.pieces(Seat::new(seat))), state.turn())
    }
}
