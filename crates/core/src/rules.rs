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
/// Static for speed: perft, searchers and solvers are generic over it. Everybody else uses a
/// [`Table`](crate::Table), where these types are erased.
///
/// The smallest complete example is Tic-Tac-Toe in the games crate.
pub trait Rules: Send + Sync + 'static {
    /// A position with all that the rules read: pieces, turn, counters. Small, plain data.
    type State: Clone + Eq + Hash + Debug + Send + Sync + 'static;
    /// What a seat does.
    type Move: Copy + Eq + Hash + Debug + Send + Sync + 'static;
    /// What a die shows. [`NoDice`] for a game without one.
    type Chance: Chance;

    /// How many seats a table of these rules has at most. Rules for two seats alone are searched as
    /// such, and nothing else is compiled for them.
    const MOST_SEATS: usize = 2;

    // ---- What every game implements ----

    /// How many seats the table has, 2 to 4.
    fn seats(&self) -> usize;

    /// The usual first position.
    fn start(&self) -> Self::State;

    /// What `state` waits for. A seat that is to move has at least one move.
    fn next(&self, state: &Self::State) -> Next;

    /// Shows `visit` the legal moves, each once and always in the same order, until it breaks off.
    /// None where no seat is to move.
    fn visit_moves<B>(
        &self,
        state: &Self::State,
        visit: impl FnMut(Self::Move) -> ControlFlow<B>,
    ) -> ControlFlow<B>;

    /// Makes a legal move. An illegal one may panic or leave any state behind, never worse.
    fn play(&self, state: &mut Self::State, m: Self::Move);

    // ---- What a game implements if it has such a thing ----

    /// Shows `visit` what the die may show in a state that waits for [`Next::Chance`], with integer
    /// weights.
    fn visit_chances<B>(
        &self,
        _state: &Self::State,
        _visit: impl FnMut(Self::Chance, u32) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        ControlFlow::Continue(())
    }

    /// Lets the die show `chance`.
    fn roll(&self, _state: &mut Self::State, _chance: Self::Chance) {
        panic!("this game has no dice");
    }

    /// The seats that were passed over between `before` and `after`, one step apart, in order.
    fn skipped(&self, _before: &Self::State, _after: &Self::State) -> Vec<Seat> {
        Vec::new()
    }

    /// The seats that should have moved first but cannot, in order: obstacles may shut one in.
    fn skipped_at_start(&self) -> Vec<Seat> {
        Vec::new()
    }

    /// The state with counters and move numbers at rest: two states are the same position to a
    /// search or a solver where these are equal.
    fn without_counters(&self, state: &Self::State) -> Self::State {
        state.clone()
    }

    /// How many symmetric images a state has, itself included.
    fn symmetries(&self) -> usize {
        1
    }

    /// The `k`-th image of a state; the 0th is the state itself, and the one after the 4th by `j`
    /// is the `j`-th image of the 4th.
    fn image(&self, state: &Self::State, _k: usize) -> Self::State {
        state.clone()
    }

    /// The move that does in the `k`-th image what `m` does in the state.
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

    /// May this move be made?
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
        // Rows and columns are swapped once, not four times: that is the dear part.
        let swapped = if images > 4 { least(&self.image(state, 4)) } else { None };
        let least = least(state).into_iter().chain(swapped).min();
        // The least of several numbers is a small one: hashed again, all its bits are as good as
        // any.
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

    /// What the die may show, with weights, as a list.
    fn chances(&self, state: &Self::State) -> Vec<(Self::Chance, u32)> {
        let mut chances = Vec::new();
        let _ = self.visit_chances(state, |chance, weight| -> ControlFlow<()> {
            chances.push((chance, weight));
            ControlFlow::Continue(())
        });
        chances
    }

    /// What the die shows, drawn by weight, in a state that waits for [`Next::Chance`].
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
    /// Is there anything to roll?
    const IS_ROLLED: bool = true;
}

/// The [`Rules::Chance`] of a game without dice: there is no such thing.
pub type NoDice = Infallible;

impl Chance for NoDice {
    const IS_ROLLED: bool = false;
}

/// A move or a roll: what a record is made of.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Step<M, C> {
    /// What a seat does.
    Move(M),
    /// What a die shows.
    Roll(C),
}

impl<M: Copy, C> Step<M, C> {
    /// The move, where it is one.
    pub fn as_move(&self) -> Option<M> {
        match self {
            Step::Move(m) => Some(*m),
            Step::Roll(_) => None,
        }
    }
}

/// The steps of one game's rules.
pub type StepOf<R> = Step<<R as Rules>::Move, <R as Rules>::Chance>;

/// The seats between the one that moved and the one that moves next, where turns go round the
/// table. What [`Rules::skipped`] answers in such a game.
pub fn passed_over(moved: Seat, next: Seat, seats: usize) -> Vec<Seat> {
    let mut skipped = Vec::new();
    let mut seat = moved.after(seats);
    while seat != next {
        skipped.push(seat);
        seat = seat.after(seats);
    }
    skipped
}
