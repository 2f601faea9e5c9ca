//! Counting the sequences of steps from a position. It tests a move generator and measures its
//! speed.

use std::hint::black_box;
use std::ops::ControlFlow;

use crate::cpu::{self, Job, Level};
use crate::next::Next;
use crate::notation::Notation;
use crate::rules::{Rules, Step, StepOf};

/// What is counted.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct Counting {
    /// Count the forms that a person could type instead of the different moves: see
    /// [`Notation::typed_forms`].
    pub typed_forms: bool,
    /// Count each skipped turn as a ply of its own.
    pub skips: bool,
}

/// The number of different sequences of `depth` steps from `state`. A branch ends where the game
/// ends.
pub fn perft<R: Rules>(rules: &R, state: &R::State, depth: u32) -> u64 {
    cpu::dispatch(Leaves::<R, false> { rules, state, depth })
}

/// The same without bulk counting: the last step of each sequence is also made, as a search would
/// do. It is meant for benchmarks.
pub fn perft_without_bulk<R: Rules>(rules: &R, state: &R::State, depth: u32) -> u64 {
    cpu::dispatch(Leaves::<R, true> { rules, state, depth })
}

/// The same as [`perft`], counted as `counting` says.
pub fn count<N: Notation>(game: &N, state: &N::State, depth: u32, counting: Counting) -> u64 {
    if counting == Counting::default() {
        return perft(game, state, depth);
    }
    if depth == 0 {
        return 1;
    }
    let mut total = 0;
    visit_branches(game, state, depth, counting, |branch| total += branch.count(game, counting));
    total
}

/// The branches of a position that [`count`] adds up, for code that divides the work or the answer.
pub fn divide<N: Notation>(
    game: &N,
    state: &N::State,
    depth: u32,
    counting: Counting,
) -> Vec<Branch<N>> {
    let mut branches = Vec::new();
    visit_branches(game, state, depth, counting, |branch| branches.push(branch));
    branches
}

/// One step, and what remains to be counted after it.
pub struct Branch<R: Rules> {
    /// The step into the branch.
    pub step: StepOf<R>,
    /// The state after that step.
    pub after: R::State,
    /// The plies that remain after the step and the skips that it caused.
    pub depth: u32,
    /// How many times the branch counts.
    pub forms: u64,
}

impl<N: Notation> Branch<N> {
    /// The branch's share of [`count`], for the `counting` with which it was made.
    pub fn count(&self, game: &N, counting: Counting) -> u64 {
        self.forms * count(game, &self.after, self.depth, counting)
    }
}

fn visit_branches<N: Notation>(
    game: &N,
    state: &N::State,
    depth: u32,
    counting: Counting,
    mut visit: impl FnMut(Branch<N>),
) {
    let mut branch = |step, after, forms| {
        let skips = if counting.skips { game.skipped(state, &after).len() as u32 } else { 0 };
        visit(Branch { step, depth: (depth - 1).saturating_sub(skips), after, forms });
    };
    match game.next(state) {
        Next::Over(_) => {}
        Next::Move(_) => {
            for m in game.moves(state) {
                let forms = if counting.typed_forms { game.typed_forms(state, m) } else { 1 };
                branch(Step::Move(m), game.after(state, m), forms);
            }
        }
        Next::Chance => {
            for (chance, _) in game.chances(state) {
                branch(Step::Roll(chance), game.after_roll(state, chance), 1);
            }
        }
    }
}

/// The fast count. Leaves are counted without making the moves, unless `MADE`.
struct Leaves<'a, R: Rules, const MADE: bool> {
    rules: &'a R,
    state: &'a R::State,
    depth: u32,
}

impl<R: Rules, const MADE: bool> Job for Leaves<'_, R, MADE> {
    type Output = u64;

    #[inline(always)]
    fn run<L: Level>(self, level: L) -> u64 {
        let Leaves { rules, state, depth } = self;
        if depth == 0 {
            return 1;
        }
        let deeper = |after: &R::State| -> u64 {
            if MADE && depth == 1 {
                black_box(after);
                return 1;
            }
            // The last ply is most of the work, so it is counted here without another call.
            if !MADE
                && depth == 2
                && let Next::Move(_) = rules.next(after)
            {
                return rules.count_moves(after) as u64;
            }
            level.call(Leaves::<R, MADE> { rules, state: after, depth: depth - 1 })
        };
        let mut total = 0;
        match rules.next(state) {
            Next::Over(_) => {}
            Next::Move(_) if depth == 1 && !MADE => total = rules.count_moves(state) as u64,
            Next::Move(_) => {
                let _ = rules.visit_moves(state, |m| -> ControlFlow<()> {
                    total += deeper(&rules.after(state, m));
                    ControlFlow::Continue(())
                });
            }
            Next::Chance => {
                let _ = rules.visit_chances(state, |chance, _| -> ControlFlow<()> {
                    total += deeper(&rules.after_roll(state, chance));
                    ControlFlow::Continue(())
                });
            }
        }
        total
    }
}
