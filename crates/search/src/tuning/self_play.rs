//! Self-play: the games that positions for training are taken from.

use ludoteca_core::evaluation::Evaluation;
use ludoteca_core::{Game, Next, Seat, Table, TypedTable, Verdict, random};
use rayon::prelude::*;

use super::{Generators, SelfPlaySettings, TrainingPosition};
use crate::{Limits, Searchable, Value};

/// Plays the games, and collects the quiet positions of each with its result.
pub fn play<G: Game, E: Evaluation<G>>(
    table: &TypedTable<G>,
    evaluation: &E,
    opponents: &dyn Searchable,
    plan: &SelfPlaySettings,
    generator: Generators,
) -> Vec<TrainingPosition> {
    let game = |number| {
        SelfPlayGame { table: table.clone(), evaluation, opponents, plan, played: Vec::new() }
            .game(number, generator)
    };
    (0..plan.games).into_par_iter().flat_map_iter(game).collect()
}

/// A self-play game in progress.
struct SelfPlayGame<'a, G: Game, E> {
    table: TypedTable<G>,
    evaluation: &'a E,
    opponents: &'a dyn Searchable,
    plan: &'a SelfPlaySettings,
    played: Vec<TrainingPosition>,
}

impl<G: Game, E: Evaluation<G>> SelfPlayGame<'_, G, E> {
    fn game(mut self, number: u64, generator: Generators) -> Vec<TrainingPosition> {
        let mut generator = generator(number);
        let opening = self.plan.opening_steps
            - random::below(&mut *generator, self.plan.opening_steps / 2 + 1);
        let limits = Limits { nodes: Some(self.plan.nodes), memory: 1, ..Limits::default() };
        // A game that does not end within the limit gives no positions.
        for step in 0..MOST_STEPS {
            let typed = match self.table.next() {
                Next::Over(outcome) => {
                    let result = match outcome.verdict {
                        Verdict::Won(winner) => f64::from(u8::from(winner == Seat::FIRST)),
                        Verdict::Draw => 0.5,
                        Verdict::Scored => f64::from(outcome.points(Seat::FIRST)),
                    };
                    self.played.iter_mut().for_each(|played| played.result = result);
                    return self.played;
                }
                Next::Move(_) if step >= opening => {
                    let found = self
                        .opponents
                        .best_move(&self.table, &limits, &|| false)
                        .expect("a seat is to move");
                    if let Value::Estimate(value) = found.values[Seat::FIRST.index()]
                        && self.is_quiet(&found.step)
                    {
                        self.played.push(TrainingPosition {
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
        Vec::new()
    }

    /// Is the position quiet, so that a static evaluation can judge it? It is not if the best move
    /// is noisy.
    fn is_quiet(&self, best: &str) -> bool {
        let (game, state) = (&self.table.game, &self.table.state);
        let best = game.moves(state).into_iter().find(|m| game.write_move(state, *m) == best);
        best.is_none_or(|m| !self.evaluation.is_noisy(state, m))
    }
}

const MOST_STEPS: u32 = 2000;
