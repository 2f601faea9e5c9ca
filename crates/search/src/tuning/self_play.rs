//! Self-play: the games that positions for training are taken from.

use ludoteca_core::evaluation::Evaluation;
use ludoteca_core::{Game, Next, Seat, Table, TypedTable, Verdict, random};
use rand_core::Rng;

use super::{SelfPlaySettings, TrainingGame, TrainingPosition};
use crate::{Limits, Searchable, Value, Watcher};

/// A self-play game in progress.
pub struct SelfPlayGame<'a, G: Game, E> {
    pub table: TypedTable<G>,
    pub evaluation: &'a E,
    pub opponents: &'a dyn Searchable,
    pub settings: &'a SelfPlaySettings,
    pub watcher: &'a dyn Watcher,
}

impl<G: Game, E: Evaluation<G>> SelfPlayGame<'_, G, E> {
    /// Plays the game, and collects its quiet positions with its result. Returns `None` if the
    /// watcher has stopped it.
    pub fn play(mut self, number: u64, generator: &mut dyn Rng) -> Option<TrainingGame> {
        let mut positions = Vec::new();
        let most = self.settings.opening_steps;
        let opening = most - random::below(&mut *generator, most / 2 + 1);
        let limits = Limits { nodes: Some(self.settings.nodes), memory: 1, ..Limits::default() };
        for step in 0..MOST_STEPS {
            let typed = match self.table.next() {
                Next::Over(outcome) => {
                    let result = match outcome.verdict {
                        Verdict::Won(winner) => f64::from(u8::from(winner == Seat::FIRST)),
                        Verdict::Draw => 0.5,
                        Verdict::Scored => f64::from(outcome.points(Seat::FIRST)),
                    };
                    positions
                        .iter_mut()
                        .for_each(|played: &mut TrainingPosition| played.result = result);
                    return Some(TrainingGame {
                        number,
                        steps: step,
                        result: Some(result),
                        positions,
                    });
                }
                Next::Move(_) if step >= opening => {
                    let found = self
                        .opponents
                        .best_move(&self.table, &limits, &|| self.watcher.stop())
                        .expect("a seat is to move");
                    if self.watcher.stop() {
                        return None;
                    }
                    if let Value::Estimate(value) = found.values[Seat::FIRST.index()]
                        && self.is_quiet(&found.step)
                    {
                        positions.push(TrainingPosition {
                            position: self.table.position(),
                            found: value,
                            result: 0.0,
                        });
                    }
                    found.step
                }
                Next::Move(_) | Next::Chance => {
                    self.table.random_step(&mut *generator).expect("the game goes on")
                }
            };
            self.table.step(&typed).expect("a step that was found can be made");
        }
        // A game that does not end within the limit gives no positions.
        Some(TrainingGame { number, steps: MOST_STEPS, result: None, positions: Vec::new() })
    }

    /// Is the position quiet, so that a static evaluation can judge it? It is not if the best move
    /// is noisy.
    fn is_quiet(&self, best: &str) -> bool {
        let (game, state) = (&self.table.game, &self.table.state);
        let best = game.moves(state).into_iter().find(|m| game.write_move(state, *m) == best);
        best.is_none_or(|m| !self.evaluation.is_noisy(state, m))
    }
}

/// A game is broken off after this many steps.
pub const MOST_STEPS: u32 = 2000;
