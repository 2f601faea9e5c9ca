//! Which moves are tried first: those that answered well elsewhere, or at the same distance from
//! the root.

use ludoteca_core::Seat;

use crate::limits::MAX_PLIES;

/// What a thread has learnt about moves, wherever they were made.
pub struct MoveOrdering<M> {
    /// How often a move was the answer that made looking further unnecessary, by seat and by slot
    /// of the move.
    history: [Box<[i16; HISTORY_SIZE]>; 2],
    /// The last two such answers at each ply.
    killers: Vec<[Option<M>; 2]>,
}

/// As many moves are told apart.
const HISTORY_SIZE: usize = 1 << 12;

/// History goes from minus this to this.
const MOST_HISTORY: i32 = 8192;

const KILLER: i32 = 6000;

/// What one unit of [`Evaluation::move_score`](crate::evaluation::Evaluation::move_score) weighs
/// against history.
const MOVE_SCORE_WEIGHT: i32 = 32;

/// What a thread has learnt of the moves of one position.
pub struct PlyOrdering<'a, M> {
    history: &'a [i16; HISTORY_SIZE],
    killers: [Option<M>; 2],
}

impl<M: Copy + Eq> PlyOrdering<'_, M> {
    /// How good a move looks before it is tried, given what the evaluation promises of it.
    #[inline(always)]
    pub fn score(&self, promise: i32, m: M, slot: usize) -> i32 {
        let killer = if self.killers.contains(&Some(m)) { KILLER } else { 0 };
        MOVE_SCORE_WEIGHT * promise + i32::from(self.history[slot % HISTORY_SIZE]) + killer
    }
}

impl<M: Copy + Eq> MoveOrdering<M> {
    pub fn new() -> Self {
        MoveOrdering {
            history: [Box::new([0; HISTORY_SIZE]), Box::new([0; HISTORY_SIZE])],
            killers: vec![[None; 2]; MAX_PLIES as usize + 1],
        }
    }

    /// What is known at a ply of the moves of a seat.
    #[inline(always)]
    pub fn at(&self, mover: Seat, ply: u32) -> PlyOrdering<'_, M> {
        PlyOrdering {
            history: &self.history[mover.index() & 1],
            killers: self.killers[ply as usize],
        }
    }

    #[inline(always)]
    pub fn history(&self, mover: Seat, slot: usize) -> i32 {
        self.history[mover.index() & 1][slot % HISTORY_SIZE].into()
    }

    /// A move was good enough, and those that were tried before it were not.
    pub fn record_cutoff(
        &mut self,
        mover: Seat,
        ply: u32,
        depth: i32,
        good: (M, usize),
        poor: impl Iterator<Item = usize>,
    ) {
        let killers = &mut self.killers[ply as usize];
        if killers[0] != Some(good.0) {
            *killers = [Some(good.0), killers[0]];
        }
        let bonus = (depth * depth).min(400);
        self.change(mover, good.1, bonus);
        for slot in poor {
            self.change(mover, slot, -bonus);
        }
    }

    /// The nearer to an end of the scale, the less it moves on.
    fn change(&mut self, mover: Seat, slot: usize, by: i32) {
        let entry = &mut self.history[mover.index() & 1][slot % HISTORY_SIZE];
        let old = i32::from(*entry);
        *entry = (old + 32 * by - old * (32 * by).abs() / (2 * MOST_HISTORY))
            .clamp(-MOST_HISTORY, MOST_HISTORY) as i16;
    }
}
