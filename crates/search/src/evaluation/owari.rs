//! Owari: captured stones.

use ludoteca_core::Seat;
use ludoteca_games::owari::{Owari, State};

use super::Evaluate;
use crate::score::Scores;

impl Evaluate for Owari {
    fn evaluation(&self) -> impl Fn(&State) -> Scores + Sync {
        |state| {
            let [first, second] = [Seat::FIRST, Seat::SECOND].map(|seat| 100 * state.captured(seat) as i32);
            [first, second, 0, 0]
        }
    }
}
