//! Evaluations that are sums: what can be counted of a position, each times its weight. Whoever
//! counts says nothing of weights, so that a search and whoever tunes the weights count by the same
//! function.

use super::Scores;
use crate::rules::Rules;
use crate::seat::{MAX_SEATS, Seat};

/// What one of a feature is worth when the game begins, and when it ends; in between it goes from
/// one to the other. In hundredths of what the game counts.
pub type Weight = [i32; 2];

/// A stage of the game where only the end is left.
pub const END_PHASE: i32 = 256;

/// What can be counted of a game's positions.
pub trait Features<R: Rules>: Sync {
    /// The features in order: what those that belong together are called, and how many they are.
    const GROUPS: &'static [(&'static str, usize)];

    /// What each of them is worth. As long as all groups together.
    const WEIGHTS: &'static [Weight];

    /// How far the game has come: from 0 to [`END_PHASE`].
    fn phase(&self, _state: &R::State) -> i32 {
        0
    }

    /// Tells `add` what a seat has: the number of a feature, and how many of it. To be marked
    /// `#[inline(always)]`.
    fn count(&self, state: &R::State, seat: Seat, add: impl FnMut(usize, i32));
}

/// How each of `seats` stands by what it has: what
/// [`Evaluation::evaluate`](super::Evaluation::evaluate) is for such a game.
#[inline(always)]
pub fn tapered_sum<R: Rules, F: Features<R>>(
    features: &F,
    seats: usize,
    state: &R::State,
) -> Scores {
    let stage = features.phase(state);
    let mut standing = [0; MAX_SEATS];
    for seat in Seat::all(seats) {
        // Both sums in one number, the later one in the upper half: one product a feature instead
        // of two.
        let mut sums: i64 = 0;
        features.count(state, seat, |feature, count| {
            let [first, last] = F::WEIGHTS[feature];
            sums += ((i64::from(last) << 32) + i64::from(first)) * i64::from(count);
        });
        let at_first = sums as i32;
        let at_last = ((sums - i64::from(at_first)) >> 32) as i32;
        standing[seat.index()] = (at_first * (END_PHASE - stage) + at_last * stage) / END_PHASE;
    }
    standing
}

/// [`Features`] without their type.
pub trait Tunable<R: Rules> {
    /// See [`Features::GROUPS`].
    fn groups(&self) -> &'static [(&'static str, usize)];
    /// See [`Features::WEIGHTS`].
    fn weights(&self) -> &'static [Weight];
    /// See [`Features::phase`].
    fn phase_of(&self, state: &R::State) -> i32;
    /// What the first seat has more of than the second, or less, by the number of the feature; what
    /// they have alike is left out.
    fn counts(&self, state: &R::State) -> Vec<(usize, i32)>;
}

impl<R: Rules, F: Features<R>> Tunable<R> for F {
    fn groups(&self) -> &'static [(&'static str, usize)] {
        F::GROUPS
    }

    fn weights(&self) -> &'static [Weight] {
        F::WEIGHTS
    }

    fn phase_of(&self, state: &R::State) -> i32 {
        self.phase(state)
    }

    fn counts(&self, state: &R::State) -> Vec<(usize, i32)> {
        let mut counts = vec![0; F::WEIGHTS.len()];
        self.count(state, Seat::FIRST, |feature, count| counts[feature] += count);
        self.count(state, Seat::SECOND, |feature, count| counts[feature] -= count);
        counts.into_iter().enumerate().filter(|(_, count)| *count != 0).collect()
    }
}
