//! Owari: captured stones.

use ludoteca_core::Seat;
use ludoteca_games::owari::{Owari, State};

use super::{Evaluate, Evaluation};

impl Evaluate for Owari {
    fn evaluation(&self) -> impl Evaluation<Self> {
        |state: &State| {
            let [first, second] = [Seat::FIRST, Seat::SECOND].map(|seat| 100 * state.captured(seat) as i32);
            [first, second, 0, 0]
        }
    }
}
