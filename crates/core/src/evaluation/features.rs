//! Evaluations that are weighted sums of features of a position. Counting features is separate from
//! the weights, so that the search and the weight tuning share one counting function.

use super::Scores;
use crate::rules::Rules;
use crate::seat::{MAX_SEATS, Seat};

/// The value of one unit of a feature when the game begins and when it ends, in hundredths of what
/// the game counts. In between, it is interpolated.
pub type Weight = [i32; 2];

/// The phase at the very end of the game.
pub const END_PHASE: i32 = 256;

/// The features of a game's positions.
pub trait Features<R: Rules>: Sync {
    /// The features in order, in groups: the name of each group and how many features it has.
    const GROUPS: &'static [(&'static str, usize)];

    /// The weight of each feature. There are as many as all groups have features.
    const WEIGHTS: &'static [Weight];

    /// How far the game has progressed, from 0 to [`END_PHASE`].
    fn phase(&self, _state: &R::State) -> i32 {
        0
    }

    /// Calls `add` with the features of a seat: the index of the feature, and its count.
    /// Implementations should be marked `#[inline(always)]`.
    fn count(&self, state: &R::State, seat: Seat, add: impl FnMut(usize, i32));
}

/// The weighted sum of the features of each seat.
/// [`Evaluation::evaluate`](super::Evaluation::evaluate) returns this in such a game.
#[inline(always)]
pub fn tapered_sum<R: Rules, F: Features<R>>(
    features: &F,
    seats: usize,
    state: &R::State,
) -> Scores {
    let stage = features.phase(state);
    let mut scores = [0; MAX_SEATS];
    for seat in Seat::all(seats) {
        // One number holds both sums, with the end-game sum in the upper half. This takes one
        // multiplication for each feature instead of two.
        let mut sums: i64 = 0;
        features.count(state, seat, |feature, count| {
            let [first, last] = F::WEIGHTS[feature];
            sums += ((i64::from(last) << 32) + i64::from(first)) * i64::from(count);
        });
        let at_first = sums as i32;
        let at_last = ((sums - i64::from(at_first)) >> 32) as i32;
        scores[seat.index()] = (at_first * (END_PHASE - stage) + at_last * stage) / END_PHASE;
    }
    scores
}

/// [`Features`] with their type erased.
pub trait Tunable<R: Rules> {
    /// See [`Features::GROUPS`].
    fn groups(&self) -> &'static [(&'static str, usize)];
    /// See [`Features::WEIGHTS`].
    fn weights(&self) -> &'static [Weight];
    /// See [`Features::phase`].
    fn phase_of(&self, state: &R::State) -> i32;
    /// For each feature index, the count of the first seat minus that of the second. Features where
    /// the difference is zero are left out.
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
