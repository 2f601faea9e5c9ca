//! What the searchers have in common.

use ludoteca_core::evaluation::{Budget, Scores, Stopped};
use ludoteca_core::{Chance, Outcome, Rules, Seat, Verdict};

use crate::score::{self, INFINITE};

/// A way to find out what a position is worth.
pub trait Searcher<R: Rules>: Sync {
    /// It never looks further ahead than this.
    fn max_depth(&self) -> u32;

    /// Looks at the position after a move of `seat`, the first of `depth` plies. Where it is worth
    /// no more than `floor` to that seat, the values need only be so small, not exact, and the line
    /// may be anything.
    ///
    /// # Errors
    /// Where it was told to stop.
    fn search_child(
        &self,
        after: &R::State,
        seat: Seat,
        depth: u32,
        floor: i32,
        budget: &mut Budget,
    ) -> Result<Assessment<R::Move>, Stopped>;
}

/// Has this game two seats and no dice, as minimax and alpha-beta need it?
pub fn is_for_two<R: Rules>(rules: &R) -> bool {
    !R::Chance::IS_ROLLED && rules.seats() == 2
}

/// What a position comes to.
#[derive(Clone, Debug)]
pub struct Assessment<M> {
    pub values: Scores,
    /// Would looking further change nothing? With more than two seats that proves little: a seat
    /// that loses anyway loses as late as it can here, and at the table to whom it likes.
    pub settled: bool,
    /// How the game ends for certain: a seat can win whatever the others do, in as many plies as
    /// the line has; or it is a draw whatever anybody does. What is forced is settled.
    pub forced: Option<Verdict>,
    /// What happens with best play.
    pub principal_variation: Vec<M>,
}

impl<M> Assessment<M> {
    /// The end of a game of `seats`, so many plies from now.
    pub fn over(outcome: &Outcome, seats: usize, plies: u32) -> Self {
        // Games that are merely scored do not end alike.
        let forced = Some(outcome.verdict).filter(|verdict| *verdict != Verdict::Scored);
        Assessment {
            values: score::terminal_scores(outcome, seats, plies),
            settled: true,
            forced,
            principal_variation: Vec::new(),
        }
    }

    /// A position of two seats that is worth so much to one of them. A win or a loss is certain.
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

    /// A position that is not looked beyond, though the game goes on.
    pub fn estimate(values: Scores) -> Self {
        Assessment { values, settled: false, forced: None, principal_variation: Vec::new() }
    }
}

/// What a seat chooses: a win that it can force, the nearest; else what is worth most to itself;
/// and of equals the first.
pub struct BestSoFar<M> {
    seat: Seat,
    best: Option<Assessment<M>>,
    all_settled: bool,
    /// The end that all moves force.
    all_forced: Option<Verdict>,
}

impl<M> BestSoFar<M> {
    pub fn new(seat: Seat) -> Self {
        BestSoFar { seat, best: None, all_settled: true, all_forced: None }
    }

    /// What the best so far is worth to the seat.
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

    /// The best of all moves there are, with its move; `None` where there is none. It is settled
    /// where all of them are, and where it is a forced win, which nothing can surpass; any other
    /// end is forced where all of them force it.
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

    /// What the seat goes by.
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
        // What each move is worth, whether that is settled, and what it forces; the best, and
        // whether it is settled and what it forces if these are all, and if not.
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
            // A win that others may spoil, and a later one that they cannot.
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
