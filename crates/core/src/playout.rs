//! Uniformly random games and their results.

use rand_core::Rng;

use crate::cpu::{self, Job, Level};
use crate::next::{Next, Outcome, Verdict};
use crate::rules::Rules;
use crate::seat::MAX_SEATS;

/// The results of a number of games.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct Tally {
    /// All games, finished or not.
    pub games: u64,
    /// Moves and rolls of all games together.
    pub plies: u64,
    /// Games that each seat won.
    pub wins: [u64; MAX_SEATS],
    /// Games that ended in a draw.
    pub draws: u64,
    /// Games that ended with a score and no winner.
    pub scored: u64,
    /// Games that were broken off at the limit of plies. They have no points.
    pub unfinished: u64,
    /// Points of all games together.
    pub points: [i64; MAX_SEATS],
    /// Plies of the longest game, finished or not.
    pub longest: u64,
}

impl Tally {
    /// Adds one game.
    #[inline]
    pub fn add(&mut self, outcome: Option<Outcome>, plies: u64) {
        self.games += 1;
        self.plies += plies;
        self.longest = self.longest.max(plies);
        let Some(outcome) = outcome else {
            self.unfinished += 1;
            return;
        };
        match outcome.verdict {
            Verdict::Won(seat) => self.wins[seat.index()] += 1,
            Verdict::Draw => self.draws += 1,
            Verdict::Scored => self.scored += 1,
        }
        for (sum, points) in self.points.iter_mut().zip(outcome.points) {
            *sum += i64::from(points);
        }
    }

    /// Adds all games of another tally.
    pub fn merge(&mut self, other: &Tally) {
        self.games += other.games;
        self.plies += other.plies;
        self.draws += other.draws;
        self.scored += other.scored;
        self.unfinished += other.unfinished;
        self.longest = self.longest.max(other.longest);
        for seat in 0..MAX_SEATS {
            self.wins[seat] += other.wins[seat];
            self.points[seat] += other.points[seat];
        }
    }
}

/// Plays `games` uniformly random games from `state`, each broken off after `most_plies`.
pub fn playouts<R: Rules, G: Rng>(
    rules: &R,
    state: &R::State,
    games: u64,
    most_plies: u64,
    generator: &mut G,
) -> Tally {
    cpu::dispatch(Playouts { rules, state, games, most_plies, generator })
}

struct Playouts<'a, R: Rules, G> {
    rules: &'a R,
    state: &'a R::State,
    games: u64,
    most_plies: u64,
    generator: &'a mut G,
}

impl<R: Rules, G: Rng> Job for Playouts<'_, R, G> {
    type Output = Tally;

    #[inline(always)]
    fn run<L: Level>(self, _level: L) -> Tally {
        let rules = self.rules;
        let mut tally = Tally::default();
        for _ in 0..self.games {
            let mut state = self.state.clone();
            let mut plies = 0;
            let outcome = loop {
                match rules.next(&state) {
                    Next::Over(outcome) => break Some(outcome),
                    _ if plies == self.most_plies => break None,
                    Next::Move(_) => {
                        let m = rules.random_move(&state, self.generator);
                        rules.play(&mut state, m);
                    }
                    Next::Chance => {
                        let chance = rules.random_chance(&state, self.generator);
                        rules.roll(&mut state, chance);
                    }
                }
                plies += 1;
            };
            tally.add(outcome, plies);
        }
        tally
    }
}
