//! What the searchers have in common.

use ludoteca_core::{Rules, Seat};

use crate::score::{self, INFINITE, Scores};

/// A way to find out what a position is worth.
pub trait Searcher<R: Rules>: Sync {
    /// It never looks further ahead than this.
    fn deepest(&self) -> u32;

    /// Looks at the position after a move of `seat`, the first of `depth` plies. Where it is worth no more than `floor` to that seat, the
    /// values need only be so small, not exact, and the line may be anything.
    ///
    /// # Errors
    /// Where it was told to stop.
    fn look(
        &self,
        after: &R::State,
        seat: Seat,
        depth: u32,
        floor: i32,
        watch: &mut Watch,
    ) -> Result<Sight<R::Move>, Stopped>;
}

/// What a position comes to.
#[derive(Clone, Debug)]
pub struct Sight<M> {
    pub values: Scores,
    /// Would looking further change nothing?
    pub proved: bool,
    /// What happens with best play.
    pub line: Vec<M>,
}

impl<M> Sight<M> {
    /// A position that is not looked beyond.
    pub fn end(values: Scores, proved: bool) -> Self {
        Sight { values, proved, line: Vec::new() }
    }
}

/// What a seat chooses: what is worth most to itself, and of equals the first.
pub struct Choice<M> {
    seat: Seat,
    best: Option<Sight<M>>,
    all_proved: bool,
}

impl<M> Choice<M> {
    pub fn new(seat: Seat) -> Self {
        Choice { seat, best: None, all_proved: true }
    }

    /// What the best so far is worth to the seat.
    pub fn value(&self) -> i32 {
        self.best.as_ref().map_or(-INFINITE, |best| best.values[self.seat.index()])
    }

    /// Adds a move and what it leads to.
    pub fn add(&mut self, m: M, mut sight: Sight<M>) {
        self.all_proved &= sight.proved;
        if sight.values[self.seat.index()] > self.value() {
            let mut line = vec![m];
            line.append(&mut sight.line);
            self.best = Some(Sight { line, ..sight });
        }
    }

    /// The best of all moves there are, with its move; `None` where there is none. It is proved where all of them are, and where it
    /// is a win, which nothing can surpass.
    pub fn of_all(self) -> Option<Sight<M>> {
        let is_proved = self.all_proved;
        self.of_some().map(|best| Sight { proved: best.proved || is_proved, ..best })
    }

    /// The best of the moves that were added, where there may be others.
    pub fn of_some(self) -> Option<Sight<M>> {
        let is_win = score::is_win(self.value());
        self.best.map(|best| Sight { proved: best.proved && is_win, ..best })
    }
}

/// Counts the positions that are looked at, and says when to stop.
pub struct Watch<'a> {
    pub nodes: u64,
    pub most_nodes: u64,
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

/// A search was broken off.
#[derive(Debug)]
pub struct Stopped;

impl Watch<'_> {
    /// Counts a position.
    ///
    /// # Errors
    /// Where it is not to be looked at any more.
    #[inline]
    pub fn count(&mut self) -> Result<(), Stopped> {
        if self.nodes == self.most_nodes || self.nodes.is_multiple_of(BETWEEN_QUESTIONS) && (self.stop)() {
            return Err(Stopped);
        }
        self.nodes += 1;
        Ok(())
    }
}

const BETWEEN_QUESTIONS: u64 = 1024;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_is_proved_by_all_or_by_a_win() {
        let win = INFINITE - 3;
        // What each move is worth and whether that is proved; the best, whether it is proved if these are all, and if not.
        let rows = [
            (vec![(5, false), (7, false), (7, true)], 1, false, false),
            (vec![(5, true), (7, true)], 1, true, false),
            (vec![(5, false), (7, true)], 1, false, false),
            (vec![(5, false), (win, true)], 1, true, true),
            (vec![(win, false), (5, true)], 0, false, false),
            (vec![(-win, true), (-win - 1, true)], 0, true, false),
        ];
        for (moves, best, of_all, of_some) in rows {
            let choice = || {
                let mut choice = Choice::new(Seat::SECOND);
                for (m, (value, proved)) in moves.iter().enumerate() {
                    choice.add(m, Sight::end([0, *value, 0, 0], *proved));
                }
                choice
            };
            let [all, some] = [choice().of_all(), choice().of_some()].map(|sight| sight.expect("there are moves"));
            assert_eq!((all.line, all.proved), (vec![best], of_all), "{moves:?}");
            assert_eq!((some.line, some.proved), (vec![best], of_some), "{moves:?}");
        }
    }
}
