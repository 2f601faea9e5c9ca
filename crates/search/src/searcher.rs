//! What the searchers have in common: the trait, the assessment of a position, and the choice of a
//! seat.

use ludoteca_core::evaluation::{Budget, Scores, Stopped};
use ludoteca_core::{Chance, Outcome, Rules, Seat, Verdict};

use crate::score::{self, INFINITE};

/// A way to find out what a position is worth.
pub trait Searcher<R: Rules>: Sync {
    /// The greatest depth that it can search.
    fn max_depth(&self) -> u32;

    /// Searches the position after a move of `seat`, which is the first of `depth` plies. Where the
    /// position is worth at most `floor` to that seat, the values are only an upper bound, and the
    /// line may be anything.
    ///
    /// # Errors
    /// Where the search was stopped.
    fn search_child(
        &self,
        after: &R::State,
        seat: Seat,
        depth: u32,
        floor: i32,
        budget: &mut Budget,
    ) -> Result<Assessment<R::Move>, Stopped>;
}

/// Does this game have two seats and no dice, as minimax and alpha-beta require?
pub fn is_for_two<R: Rules>(rules: &R) -> bool {
    !R::Chance::IS_ROLLED && rules.seats() == 2
}

/// The result of searching a position.
#[derive(Clone, Debug)]
pub struct Assessment<M> {
    pub values: Scores,
    /// Would a deeper search change nothing? With more than two seats that proves little: here a
    /// seat that loses anyway loses as late as possible, but a real player may choose to whom it
    /// loses.
    pub settled: bool,
    /// How the game ends for certain, if that is known. Either a seat can win whatever the others
    /// do, within as many plies as the line has; or the game is a draw whatever anybody does. A
    /// forced end is always settled.
    pub forced: Option<Verdict>,
    /// The line of play that the search expects (principal variation).
    pub principal_variation: Vec<M>,
}

impl<M> Assessment<M> {
    /// The end of a game of `seats`, this many plies from now.
    pub fn over(outcome: &Outcome, seats: usize, plies: u32) -> Self {
        // Scored games do not all end alike, so their verdict forces nothing.
        let forced = Some(outcome.verdict).filter(|verdict| *verdict != Verdict::Scored);
        Assessment {
            values: score::terminal_scores(outcome, seats, plies),
            settled: true,
            forced,
            principal_variation: Vec::new(),
        }
    }

    /// A position of two seats, with its value to one of them. A value in the range of wins or
    /// losses is certain.
    pub fn of_two(seat: Seat, value: i32, settled: bool, line: Vec<M>) -> Self {
        let winner = if score::is_win(value) {
            Some(seat)
        } else {
            score::is_loss(value).then(|| seat.other())
        };
        let forced = winner.map(Verdict::Won);
        Assessment {
            values: score::of_two(seat, value),
            settled: settled || forced.is_some(),
            forced,
            principal_variation: line,
        }
    }

    /// A position that is evaluated and not searched further, though the game goes on.
    pub fn estimate(values: Scores) -> Self {
        Assessment { values, settled: false, forced: None, principal_variation: Vec::new() }
    }
}

/// The best move of a seat so far. A seat prefers a win that it can force, the nearest first, then
/// the move of the greatest value to itself; among equal moves the first.
pub struct BestSoFar<M> {
    seat: Seat,
    best: Option<Assessment<M>>,
    all_settled: bool,
    /// The end that all moves added so far force.
    all_forced: Option<Verdict>,
}

impl<M> BestSoFar<M> {
    pub fn new(seat: Seat) -> Self {
        BestSoFar { seat, best: None, all_settled: true, all_forced: None }
    }

    /// The value of the best move so far to the seat.
    pub fn value(&self) -> i32 {
        self.best.as_ref().map_or(-INFINITE, |best| best.values[self.seat.index()])
    }

    /// Adds a move and what it leads to.
    pub fn add(&mut self, m: M, mut assessment: Assessment<M>) {
        self.all_settled &= assessment.settled;
        self.all_forced =
            assessment.forced.filter(|end| self.best.is_none() || self.all_forced == Some(*end));
        if self.best.as_ref().is_none_or(|best| self.rank(&assessment) > self.rank(best)) {
            let mut line = vec![m];
            line.append(&mut assessment.principal_variation);
            self.best = Some(Assessment { principal_variation: line, ..assessment });
        }
    }

    /// The best move, where all moves were added; `None` where there were none. The result is
    /// settled if all moves are settled, or if the best is a forced win, which nothing can surpass.
    /// Any other end is forced only if all moves force it.
    pub fn of_all(self) -> Option<Assessment<M>> {
        let (settled, forced) = (self.all_settled, self.all_forced);
        let best = self.of_some()?;
        Some(Assessment {
            settled: best.settled || settled,
            forced: best.forced.or(forced),
            ..best
        })
    }

    /// The best of the moves that were added, where there may be others.
    pub fn of_some(self) -> Option<Assessment<M>> {
        let win = Verdict::Won(self.seat);
        self.best.map(|best| {
            let forced = best.forced.filter(|end| *end == win);
            Assessment { settled: forced.is_some(), forced, ..best }
        })
    }

    /// The order of preference of the seat.
    fn rank(&self, assessment: &Assessment<M>) -> (bool, i32) {
        (assessment.forced == Some(Verdict::Won(self.seat)), assessment.values[self.seat.index()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_is_settled_by_all_or_by_a_forced_win() {
        let (won, lost, drawn) = (
            Some(Verdict::Won(Seat::SECOND)),
            Some(Verdict::Won(Seat::FIRST)),
            Some(Verdict::Draw),
        );
        let win = INFINITE - 3;
        // For each move: its value, whether it is settled, and what it forces. Then the best move.
        // Then whether the result is settled and what it forces, first if these are all moves, and
        // then if there are others.
        let rows = [
            (
                vec![(5, false, None), (7, false, None), (7, true, None)],
                1,
                (false, None),
                (false, None),
            ),
            (vec![(5, true, None), (7, true, None)], 1, (true, None), (false, None)),
            (vec![(5, false, None), (7, true, None)], 1, (false, None), (false, None)),
            (vec![(5, false, None), (win, true, won)], 1, (true, won), (true, won)),
            (vec![(win, false, None), (5, true, None)], 0, (false, None), (false, None)),
            // A win that others may prevent, and a later one that they cannot.
            (vec![(5, false, None), (win, true, None)], 1, (false, None), (false, None)),
            (
                vec![(win, true, None), (win - 2, true, won), (win - 1, true, won)],
                2,
                (true, won),
                (true, won),
            ),
            (vec![(-win, true, lost), (-win - 1, true, lost)], 0, (true, lost), (false, None)),
            (vec![(-win, true, None), (-win - 1, true, lost)], 0, (true, None), (false, None)),
            (vec![(-win, true, lost), (0, true, drawn)], 1, (true, None), (false, None)),
            (vec![(0, true, drawn), (0, true, drawn)], 0, (true, drawn), (false, None)),
        ];
        for (moves, best, of_all, of_some) in rows {
            let choice = || {
                let mut choice = BestSoFar::new(Seat::SECOND);
                for (m, (value, settled, forced)) in moves.iter().copied().enumerate() {
                    choice.add(
                        m,
                        Assessment {
                            values: [0, value, 0, 0],
                            settled,
                            forced,
                            principal_variation: Vec::new(),
                        },
                    );
                }
                choice
            };
            let [all, some] = [choice().of_all(), choice().of_some()]
                .map(|assessment| assessment.expect("there are moves"));
            assert_eq!(
                (all.principal_variation, (all.settled, all.forced)),
                (vec![best], of_all),
                "{moves:?}"
            );
            assert_eq!(
                (some.principal_variation, (some.settled, some.forced)),
                (vec![best], of_some),
                "{moves:?}"
            );
        }
    }
}
