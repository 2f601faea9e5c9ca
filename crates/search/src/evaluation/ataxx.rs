//! Ataxx: pieces.

use ludoteca_core::bits::Bits;
use ludoteca_core::{MAX_SEATS, Rules, Seat};
use ludoteca_games::ataxx::{Ataxx, State};

use super::{Evaluate, Evaluation};

impl<B: Bits, const SEATS: usize> Evaluate for Ataxx<B, SEATS> {
    fn evaluation(&self) -> impl Evaluation<Self> {
        |state: &State<B, SEATS>| {
            let mut values = [0; MAX_SEATS];
            for seat in Seat::all(self.seats()) {
                values[seat.index()] = 100 * self.pieces(state, seat).count() as i32;
            }
            values
        }
    }
}
