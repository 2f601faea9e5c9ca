//! Alquerque: pieces, and the rows that they still have before them.

use ludoteca_core::Seat;
use ludoteca_games::alquerque::{Alquerque, State};

use super::{Evaluate, Evaluation};

impl Evaluate for Alquerque {
    fn evaluation(&self) -> impl Evaluation<Self> {
        |state: &State| {
            let [white, black] = [Seat::FIRST, Seat::SECOND].map(|seat| state.pieces(seat));
            let mut values = [0; 4];
            for (row, points) in ROWS.into_iter().enumerate() {
                // White moves up the rows, black down.
                let (to_top, to_bottom) = (row as i32, 4 - row as i32);
                values[0] += (white & points).count_ones() as i32 * (100 + WAITING * to_top);
                values[1] += (black & points).count_ones() as i32 * (100 + WAITING * to_bottom);
            }
            values
        }
    }
}

/// What a row before a piece is worth. Pieces only go forward, so that whoever has far to go can wait for the other to come.
const WAITING: i32 = 2;

/// The points of each row, from the top.
const ROWS: [u32; 5] = [0x1f, 0x1f << 5, 0x1f << 10, 0x1f << 15, 0x1f << 20];
