//! Move ordering by history heuristic and killer moves.

use ludoteca_core::Seat;

use crate::limits::MAX_PLIES;

/// What a thread has learnt about moves in all positions.
pub struct MoveOrdering<M> {
    /// History heuristic: moves that caused cutoffs score high, moves that were tried before them
    /// in vain score low. The scores are indexed by seat and by the history index of the move.
    history: [Box<[i16; HISTORY_SIZE]>; 2],
    /// Killer moves: the last two moves that caused a cutoff at each ply.
    killers: Vec<[Option<M>; 2]>,
}

/// The number of history entries. Moves whose indices are equal modulo this share an entry.
const HISTORY_SIZE: usize = 1 << 12;

/// The greatest absolute value of a history score.
const MOST_HISTORY: i32 = 8192;

const KILLER: i32 = 6000;

/// How much one unit of
/// [`Evaluation::move_score`](ludoteca_core::evaluation::Evaluation::move_score) weighs against
/// history.
const MOVE_SCORE_WEIGHT: i32 = 32;

/// Move ordering for one seat at one ply.
pub struct PlyOrdering<'a, M> {
    history: &'a [i16; HISTORY_SIZE],
    killers: [Option<M>; 2],
}

impl<M: Copy + Eq> PlyOrdering<'_, M> {
    /// The move-ordering score: the evaluation's own score of the move, its history, and a bonus
    /// for killer moves.
    #[inline(always)]
    pub fn score(&self, move_score: i32, m: M, slot: usize) -> i32 {
        let killer = if self.killers.contains(&Some(m)) { KILLER } else { 0 };
        MOVE_SCORE_WEIGHT * move_score + i32::from(self.history[slot % HISTORY_SIZE]) + killer
    }
}

impl<M: Copy + Eq> MoveOrdering<M> {
    pub fn new() -> Self {
        MoveOrdering {
            history: [Box::new([0; HISTORY_SIZE]), Box::new([0; HISTORY_SIZE])],
            killers: vec![[None; 2]; MAX_PLIES as usize + 1],
        }
    }

    /// Move ordering for a seat at a ply.
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

    /// Records a beta cutoff: the move becomes a killer move and gains history, and the moves that
    /// were tried before it lose history.
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

    /// Adds a bonus or malus to a history score. The nearer the score is to the end of its range,
    /// the less it changes (history gravity).
    fn change(&mut self, mover: Seat, slot: usize, by: i32) {
        let entry = &mut self.history[mover.index() & 1][slot % HISTORY_SIZE];
        let old = i32::from(*entry);
        *entry = (old + 32 * by - old * (32 * by).abs() / (2 * MOST_HISTORY))
            .clamp(-MOST_HISTORY, MOST_HISTORY) as i16;
    }
}
