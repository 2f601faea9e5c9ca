//! What a weaker player does not see.

use ludoteca_core::evaluation::{DiceEvaluation, Evaluation, Scores};
use ludoteca_core::{Rules, key};

/// How much a player overlooks. It never moves at random: what it sees it weighs as well as it can,
/// but some answers escape it, and it errs about how positions look. With one seed it makes the
/// same mistake about a position each time it thinks of it.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct Handicap {
    /// Of a thousand moves after the first it overlooks so many.
    pub overlooked: u16,
    /// It errs about static evaluations by up to so many thousandths of what changes in a ply.
    pub misjudged: u16,
}

impl Handicap {
    /// Those of somebody who sees everything.
    pub const NONE: Handicap = Handicap { overlooked: 0, misjudged: 0 };

    /// Does it overlook the move with this number in the position with this key?
    #[inline(always)]
    pub fn overlooks(self, seed: u64, position: u64, number: u16) -> bool {
        self.overlooked > 0 && key::of(&(seed, position, number)) % 1000 < self.overlooked.into()
    }

    /// By how much it errs about the static evaluation in the position with this key.
    #[inline(always)]
    pub fn error(self, seed: u64, position: u64, margin: i32) -> i32 {
        let most = i64::from(margin) * i64::from(self.misjudged) / 1000;
        if most == 0 {
            return 0;
        }
        // Two dice rather than one: small errors are more frequent than large ones.
        let draw = key::of(&(position, seed));
        let die = |draw: u64| (draw % (most as u64 + 1)) as i64;
        (die(draw >> 32) - die(draw & 0xffff_ffff)) as i32
    }
}

/// An evaluation as seen through handicap, for searches with dice: it errs about static
/// evaluations.
pub struct HandicappedEvaluation<'a, R, E> {
    pub rules: &'a R,
    pub evaluation: &'a E,
    pub handicap: Handicap,
    pub seed: u64,
}

impl<R: Rules, E: Evaluation<R>> Evaluation<R> for HandicappedEvaluation<'_, R, E> {
    fn evaluate(&self, state: &R::State) -> Scores {
        let mut standing = self.evaluation.evaluate(state);
        // What counts is how far one seat is ahead of the other: an error about both would be the
        // same.
        standing[0] += self.handicap.error(self.seed, self.rules.key(state), E::MARGIN);
        standing
    }

    fn move_score(&self, state: &R::State, m: R::Move) -> i32 {
        self.evaluation.move_score(state, m)
    }

    fn dice(&self) -> Option<&dyn DiceEvaluation<R>> {
        self.evaluation.dice().map(|_| self as &dyn DiceEvaluation<R>)
    }
}

/// It knows what the evaluation knows of dice, but for the range: its errors go beyond.
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
    fn as_much_is_overlooked_as_is_said() {
        for overlooked in [0, 50, 300, 1000] {
            let handicap = Handicap { overlooked, ..Handicap::NONE };
            let count = (0..100_000).filter(|n| handicap.overlooks(1, *n, 3)).count() as i64;
            assert!((count - 100 * i64::from(overlooked)).abs() < 500, "{count} of {overlooked}");
        }
    }

    #[test]
    fn errors_are_within_bounds_and_even() {
        let handicap = Handicap { misjudged: 500, ..Handicap::NONE };
        let errors: Vec<i32> = (0..100_000).map(|n| handicap.error(7, n, 200)).collect();
        let sum: i32 = errors.iter().sum();
        assert_eq!((errors.iter().min(), errors.iter().max()), (Some(&-100), Some(&100)));
        assert!(sum.abs() < 50_000, "{sum}");
        assert_eq!(Handicap::NONE.error(7, 1, 200), 0);
        assert_ne!(errors, (0..100_000).map(|n| handicap.error(8, n, 200)).collect::<Vec<_>>());
    }
}
