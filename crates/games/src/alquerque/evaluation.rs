//! The evaluation of Alquerque: pieces by the rows before them, possible captures, and the number
//! of moves.

use ludoteca_core::Seat;
use ludoteca_core::evaluation::{self, Evaluate, Evaluation, Features, Scores, Tunable, Weight};

use super::rules::{Alquerque, Move, State};

impl Evaluate for Alquerque {
    fn evaluation(&self) -> impl Evaluation<Self> {
        Knowledge
    }
}

struct Knowledge;

impl Evaluation<Alquerque> for Knowledge {
    const HAS_NOISY: bool = true;

    #[inline(always)]
    fn evaluate(&self, state: &State) -> Scores {
        evaluation::tapered_sum(self, 2, state)
    }

    /// Captures first.
    #[inline(always)]
    fn move_score(&self, _state: &State, m: Move) -> i32 {
        1000 * i32::from(m.is_jump())
    }

    #[inline(always)]
    fn is_noisy(&self, _state: &State, m: Move) -> bool {
        m.is_jump()
    }

    #[inline(always)]
    fn history_index(&self, m: Move) -> usize {
        (m.from() + 32 * m.to()) as usize
    }

    fn tunable(&self) -> Option<&(dyn Tunable<Alquerque> + Sync)> {
        Some(self)
    }
}

const PIECES: usize = 0;
const THREATENED: usize = PIECES + ROWS * PLACES;
const PLAIN_MOVES: usize = THREATENED + 2;
const TO_MOVE: usize = PLAIN_MOVES + 1;
const ALL: usize = TO_MOVE + 1;

impl Features<Alquerque> for Knowledge {
    const GROUPS: &'static [(&'static str, usize)] = &[
        ("pieces by the rows before them, none first: at the edge and not", ROWS * PLACES),
        ("pieces that can be captured: of the seat to move, then of the other", 2),
        ("plain moves", 1),
        ("to move", 1),
    ];

    const WEIGHTS: &'static [Weight] = &WEIGHTS;

    #[inline(always)]
    fn count(&self, state: &State, seat: Seat, mut add: impl FnMut(usize, i32)) {
        let own = state.pieces(seat);
        let is_to_move = seat == state.turn();
        for row in 0..ROWS {
            // White moves up the rows, black down.
            let ahead = if seat == Seat::FIRST { row } else { ROWS - 1 - row };
            let pieces = own & ROW << (5 * row);
            add(PIECES + PLACES * ahead, (pieces & EDGES).count_ones() as i32);
            add(PIECES + PLACES * ahead + 1, (pieces & !EDGES).count_ones() as i32);
        }
        add(THREATENED + usize::from(!is_to_move), state.threatened(seat).count_ones() as i32);
        add(PLAIN_MOVES, state.plain_moves(seat) as i32);
        add(TO_MOVE, i32::from(is_to_move));
    }
}

const ROWS: usize = 5;
const PLACES: usize = 2;

/// The points of the first row.
const ROW: u32 = 0x1f;

/// The first and the last point of every row.
const EDGES: u32 = 0x11 * 0x10_8421;

#[rustfmt::skip]
const WEIGHTS: [Weight; ALL] = [
    // pieces by the rows before them, none first: at the edge and not
    [67, 67], [31, 31], [78, 78], [56, 56], [99, 99], [67, 67], [119, 119], [97, 97],
    [120, 120], [102, 102],
    // pieces that can be captured: of the seat to move, then of the other
    [-28, -28], [-21, -21],
    // plain moves
    [4, 4],
    // to move
    [-10, -10],
];
