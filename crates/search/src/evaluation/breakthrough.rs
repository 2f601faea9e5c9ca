//! Breakthrough: pieces, and how far they have come.

use ludoteca_core::Seat;
use ludoteca_core::bits::Bits;
use ludoteca_games::breakthrough::{Breakthrough, State};

use super::{Evaluate, Evaluation};

impl<B: Bits> Evaluate for Breakthrough<B> {
    fn evaluation(&self) -> impl Evaluation<Self> {
        let last = self.grid().rows() - 1;
        let rows: Vec<_> = (0..=last).map(|row| (self.grid().row(row), worth(row), worth(last - row))).collect();
        move |state: &State<B>| {
            let [first, second] = [Seat::FIRST, Seat::SECOND].map(|seat| state.pieces(seat));
            let mut values = [0; 4];
            // The first seat moves down the rows, the second up.
            for (cells, down, up) in &rows {
                values[0] += (first & *cells).count() as i32 * down;
                values[1] += (second & *cells).count() as i32 * up;
            }
            values
        }
    }
}

/// What a piece is worth that has come so many rows: the more the nearer it is to its goal.
fn worth(rows: usize) -> i32 {
    100 + 5 * (rows * rows) as i32
}
