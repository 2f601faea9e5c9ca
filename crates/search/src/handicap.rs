//! Handicaps: how a weaker player overlooks moves and misjudges positions.

use ludoteca_core::evaluation::{DiceEvaluation, Evaluation, Scores};
use ludoteca_core::{Rules, key};

/// How much a player overlooks and misjudges. The player never moves at random: it weighs the moves
/// that it sees as well as it can, but it overlooks some replies, and its static evaluations have
/// errors. With the same seed it makes the same mistake each time it meets a position.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct Handicap {
    /// The share of moves that it overlooks, in thousandths. At the root it overlooks none.
    pub overlooked: u16,
    /// The greatest error of its static evaluations, in thousandths of the evaluation's margin,
    /// which is about the greatest change in one ply.
    pub misjudged: u16,
}

impl Handicap {
    /// No handicap: nothing is overlooked or misjudged.
    pub const NONE: Handicap = Handicap { overlooked: 0, misjudged: 0 };

    /// Does the player overlook the move with this index in the position with this key?
    #[inline(always)]
    pub fn overlooks(self, seed: u64, position: u64, number: u16) -> bool {
        self.overlooked > 0 && key::of(&(seed, position, number)) % 1000 < self.overlooked.into()
    }

    /// The error of the static evaluation of the position with this key.
    #[inline(always)]
    pub fn error(self, seed: u64, position: u64, margin: i32) -> i32 {
        let most = i64::from(margin) * i64::from(self.misjudged) / 1000;
        if most == 0 {
            return 0;
        }
        // The error is the difference of two uniform numbers, so small errors are more frequent
        // than large ones.
        let draw = key::of(&(position, seed));
        let die = |draw: u64| (draw % (most as u64 + 1)) as i64;
        (die(draw >> 32) - die(draw & 0xffff_ffff)) as i32
    }
}

/// An evaluation with the errors of a handicap, for searches with dice.
pub struct HandicappedEvaluation<'a, R, E> {
    pub rules: &'a R,
    pub evaluation: &'a E,
    pub handicap: Handicap,
    pub seed: u64,
}

impl<R: Rules, E: Evaluation<R>> Evaluation<R> for HandicappedEvaluation<'_, R, E> {
    fn evaluate(&self, state: &R::State) -> Scores {
        let mut scores = self.evaluation.evaluate(state);
        // Only the difference between the seats counts, so it is enough to change one of them.
        scores[0] += self.handicap.error(self.seed, self.rules.key(state), E::MARGIN);
        scores
    }

    fn move_score(&self, state: &R::State, m: R::Move) -> i32 {
        self.evaluation.move_score(state, m)
    }

    fn dice(&self) -> Option<&dyn DiceEvaluation<R>> {
        self.evaluation.dice().map(|_| self as &dyn DiceEvaluation<R>)
    }
}

/// The dice knowledge of the evaluation, except for its value bounds, which the errors may exceed.
impl<R: Rules, E: Evaluation<R>> DiceEvaluation<R> for HandicappedEvaluation<'_, R, E> {
    fn beam_width(&self, state: &R::State) -> usize {
        self.evaluation.dice().map_or(usize::MAX, |dice| dice.beam_width(state))
    }

    fn are_alike(&self, state: &R::State, one: R::Chance, other: R::Chance) -> bool {
        self.evaluation.dice().map_or(one == other, |dice| dice.are_alike(state, one, other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_given_share_of_moves_is_overlooked() {
        for overlooked in [0, 50, 300, 1000] {
            let handicap = Handicap { overlooked, ..Handicap::NONE };
            let count = (0..100_000).filter(|n| handicap.overlooks(1, *n, 3)).count() as i64;
            assert!((count - 100 * i64::from(overlooked)).abs() < 500, "{count} of {overlooked}");
        }
    }

    #[test]
    fn errors_are_bounded_and_unbiased() {
        let handicap = Handicap { misjudged: 500, ..Handicap::NONE };
        let errors: Vec<i32> = (0..100_000).map(|n| handicap.error(7, n, 200)).collect();
        let sum: i32 = errors.iter().sum();
        assert_eq!((errors.iter().min(), errors.iter().max()), (Some(&-100), Some(&100)));
        assert!(sum.abs() < 50_000, "{sum}");
        assert_eq!(Handicap::NONE.error(7, 1, 200), 0);
        assert_ne!(errors, (0..100_000).map(|n| handicap.error(8, n, 200)).collect::<Vec<_>>());
    }
}
