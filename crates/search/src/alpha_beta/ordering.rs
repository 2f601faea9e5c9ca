//! Which moves are tried first: those that answered well elsewhere, or at the same distance from the root.

use ludoteca_core::Seat;

use crate::limits::MOST_PLIES;

/// What a thread has learnt about moves, wherever they were made.
pub struct Experience<M> {
    /// How often a move was the answer that made looking further unnecessary, by seat and by slot of the move.
    history: [Box<[i16; SLOTS]>; 2],
    /// The last two such answers at each ply.
    killers: Vec<[Option<M>; 2]>,
}

/// As many moves are told apart.
const SLOTS: usize = 1 << 12;

/// History goes from minus this to this.
const MOST_HISTORY: i32 = 8192;

const KILLER: i32 = 6000;

/// What one unit of [`Evaluation::promise`](crate::evaluation::Evaluation::promise) weighs against history.
const PROMISE: i32 = 32;

/// What a thread has learnt of the moves of one position.
pub struct Local<'a, M> {
    history: &'a [i16; SLOTS],
    killers: [Option<M>; 2],
}

impl<M: Copy + Eq> Local<'_, M> {
    /// How good a move looks before it is tried, given what the evaluation promises of it.
    #[inline(always)]
    pub fn promise(&self, promise: i32, m: M, slot: usize) -> i32 {
        let killer = if self.killers.contains(&Some(m)) { KILLER } else { 0 };
        PROMISE * promise + i32::from(self.history[slot % SLOTS]) + killer
    }
}

impl<M: Copy + Eq> Experience<M> {
    pub fn new() -> Self {
        Experience {
            history: [Box::new([0; SLOTS]), Box::new([0; SLOTS])],
            killers: vec![[None; 2]; MOST_PLIES as usize + 1],
        }
    }

    /// What is known at a ply of the moves of a seat.
    #[inline(always)]
    pub fn at(&self, mover: Seat, ply: u32) -> Local<'_, M> {
        Local { history: &self.history[mover.index() & 1], killers: self.killers[ply as usize] }
    }

    #[inline(always)]
    pub fn history(&self, mover: Seat, slot: usize) -> i32 {
        self.history[mover.index() & 1][slot % SLOTS].into()
    }

    /// A move was good enough, and those that were tried before it were not.
    pub fn learn(&mut self, mover: Seat, ply: u32, depth: i32, good: (M, usize), poor: impl Iterator<Item = usize>) {
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
        let entry = &mut self.history[mover.index() & 1][slot % SLOTS];
        let old = i32::from(*entry);
        *entry = (old + 32 * by - old * (32 * by).abs() / (2 * MOST_HISTORY)).clamp(-MOST_HISTORY, MOST_HISTORY) as i16;
    }
}
