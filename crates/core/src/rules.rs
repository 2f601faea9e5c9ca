//! The rules of one game with its options fixed.

use std::convert::Infallible;
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::ControlFlow;

use rand_core::Rng;

use crate::key;
use crate::next::Next;
use crate::random;
use crate::seat::Seat;

/// The rules of one game with its options fixed: pure functions over plain states.
///
/// Perft, searchers and solvers are generic over it, for speed. All other code uses a
/// [`Table`](crate::Table), where these types are erased.
///
/// The smallest complete example is Tic-Tac-Toe in the games crate.
pub trait Rules: Send + Sync + 'static {
    /// A position with everything that the rules read: pieces, turn, counters. Small, plain data.
    type State: Clone + Eq + Hash + Debug + Send + Sync + 'static;
    /// What a seat does.
    type Move: Copy + Eq + Hash + Debug + Send + Sync + 'static;
    /// What a die shows. [`NoDice`] for a game without one.
    type Chance: Chance;

    /// The most seats that a table of these rules can have. For rules with two seats only the
    /// two-player searches are compiled.
    const MOST_SEATS: usize = 2;

    // ---- What every game implements ----

    /// How many seats the table has, 2 to 4.
    fn seats(&self) -> usize;

    /// The usual first position.
    fn start(&self) -> Self::State;

    /// What `state` waits for. A seat that is to move has at least one move.
    fn next(&self, state: &Self::State) -> Next;

    /// Calls `visit` with each legal move, once and always in the same order, until it breaks off.
    /// There are no moves where no seat is to move.
    fn visit_moves<B>(
        &self,
        state: &Self::State,
        visit: impl FnMut(Self::Move) -> ControlFlow<B>,
    ) -> ControlFlow<B>;

    /// Makes a legal move. An illegal move may panic or leave a meaningless state, but nothing
    /// worse.
    fn play(&self, state: &mut Self::State, m: Self::Move);

    // ---- What a game implements if it has such a thing ----

    /// Calls `visit` with each possible roll and its integer weight, in a state that waits for
    /// [`Next::Chance`].
    fn visit_chances<B>(
        &self,
        _state: &Self::State,
        _visit: impl FnMut(Self::Chance, u32) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        ControlFlow::Continue(())
    }

    /// Applies a roll of the die.
    fn roll(&self, _state: &mut Self::State, _chance: Self::Chance) {
        panic!("this game has no dice");
    }

    /// The seats that were skipped between `before` and `after`, in order. The two states are one
    /// step apart.
    fn skipped(&self, _before: &Self::State, _after: &Self::State) -> Vec<Seat> {
        Vec::new()
    }

    /// The seats that should have moved first but cannot, in order. Obstacles may enclose a seat,
    /// for example.
    fn skipped_at_start(&self) -> Vec<Seat> {
        Vec::new()
    }

    /// The state with counters and move numbers reset. A search or a solver takes two states for
    /// the same position if they are equal after this.
    fn without_counters(&self, state: &Self::State) -> Self::State {
        state.clone()
    }

    /// The number of symmetric images of a state, including the state itself.
    fn symmetries(&self) -> usize {
        1
    }

    /// The `k`-th image of a state. Image 0 is the state itself, and image `4 + j` is image `j` of
    /// image 4.
    fn image(&self, state: &Self::State, _k: usize) -> Self::State {
        state.clone()
    }

    /// The move in the `k`-th image that corresponds to `m` in the state.
    fn move_image(&self, m: Self::Move, _k: usize) -> Self::Move {
        m
    }

    // ---- What a game overrides for speed, never to mean something else ----

    /// The number of legal moves.
    #[inline(always)]
    fn count_moves(&self, state: &Self::State) -> usize {
        let mut count = 0;
        let _ = self.visit_moves(state, |_| -> ControlFlow<()> {
            count += 1;
            ControlFlow::Continue(())
        });
        count
    }

    /// The `n`-th legal move in the order of [`visit_moves`](Rules::visit_moves), from 0.
    #[inline(always)]
    fn nth_move(&self, state: &Self::State, mut n: usize) -> Option<Self::Move> {
        self.visit_moves(state, |m| {
            if n == 0 {
                return ControlFlow::Break(m);
            }
            n -= 1;
            ControlFlow::Continue(())
        })
        .break_value()
    }

    /// A uniformly random legal move of a state where a seat is to move.
    #[inline(always)]
    fn random_move<G: Rng + ?Sized>(&self, state: &Self::State, generator: &mut G) -> Self::Move {
        let n = random::below(generator, self.count_moves(state) as u32) as usize;
        self.nth_move(state, n).expect("a seat that is to move has a move")
    }

    /// Is this move legal?
    fn is_legal(&self, state: &Self::State, m: Self::Move) -> bool {
        self.visit_moves(state, |legal| {
            if legal == m { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
        .is_break()
    }

    /// A 64-bit hash of the position without counters, the same on every machine.
    fn key(&self, state: &Self::State) -> u64 {
        key::of(&self.without_counters(state))
    }

    /// A key that all symmetric images of a position share.
    fn symmetric_key(&self, state: &Self::State) -> u64 {
        let images = self.symmetries();
        let least =
            |state: &Self::State| (0..images.min(4)).map(|k| self.key(&self.image(state, k))).min();
        // Swapping rows and columns is the expensive part, so it is done once instead of four
        // times.
        let swapped = if images > 4 { least(&self.image(state, 4)) } else { None };
        let least = least(state).into_iter().chain(swapped).min();
        // The minimum of several hashes tends to be small. Hashing it again makes all its bits
        // uniform.
        key::of(&least)
    }

    // ---- What is never overridden ----

    /// The state after a legal move.
    #[inline(always)]
    fn after(&self, state: &Self::State, m: Self::Move) -> Self::State {
        let mut after = state.clone();
        self.play(&mut after, m);
        after
    }

    /// The state after the die showed `chance`.
    #[inline(always)]
    fn after_roll(&self, state: &Self::State, chance: Self::Chance) -> Self::State {
        let mut after = state.clone();
        self.roll(&mut after, chance);
        after
    }

    /// The legal moves as a list.
    fn moves(&self, state: &Self::State) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        let _ = self.visit_moves(state, |m| -> ControlFlow<()> {
            moves.push(m);
            ControlFlow::Continue(())
        });
        moves
    }

    /// The possible rolls with their weights, as a list.
    fn chances(&self, state: &Self::State) -> Vec<(Self::Chance, u32)> {
        let mut chances = Vec::new();
        let _ = self.visit_chances(state, |chance, weight| -> ControlFlow<()> {
            chances.push((chance, weight));
            ControlFlow::Continue(())
        });
        chances
    }

    /// A random roll, drawn by weight, in a state that waits for [`Next::Chance`].
    fn random_chance<G: Rng + ?Sized>(
        &self,
        state: &Self::State,
        generator: &mut G,
    ) -> Self::Chance {
        let mut total = 0;
        let _ = self.visit_chances(state, |_, weight| -> ControlFlow<()> {
            total += weight;
            ControlFlow::Continue(())
        });
        let mut left = random::below(generator, total);
        self.visit_chances(state, |chance, weight| {
            if left < weight {
                return ControlFlow::Break(chance);
            }
            left -= weight;
            ControlFlow::Continue(())
        })
        .break_value()
        .expect("the weights add up to the total")
    }
}

/// What a die shows.
pub trait Chance: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// Does the game roll dice?
    const IS_ROLLED: bool = true;
}

/// The [`Rules::Chance`] of a game without dice. It has no values.
pub type NoDice = Infallible;

impl Chance for NoDice {
    const IS_ROLLED: bool = false;
}

/// A move or a roll. A record is a list of these.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Step<M, C> {
    /// What a seat does.
    Move(M),
    /// What a die shows.
    Roll(C),
}

impl<M: Copy, C> Step<M, C> {
    /// The move, or `None` for a roll.
    pub fn as_move(&self) -> Option<M> {
        match self {
            Step::Move(m) => Some(*m),
            Step::Roll(_) => None,
        }
    }
}

/// The steps of one game's rules.
pub type StepOf<R> = Step<<R as Rules>::Move, <R as Rules>::Chance>;

/// The seats between the one that moved and the one that moves next, in a game where turns go round
/// the table. [`Rules::skipped`] returns this in such a game.
pub fn passed_over(moved: Seat, next: Seat, seats: usize) -> Vec<Seat> {
    let mut skipped = Vec::new();
    let mut seat = moved.after(seats);
    while seat != next {
        skipped.push(seat);
        seat = seat.after(seats);
    }
    skipped
}
