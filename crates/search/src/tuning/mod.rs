//! Finding the weights of an evaluation from games that the search plays against itself (Texel's method): the weights under which
//! standings foretell best how those games ended.

mod fit;
mod games;

use ludoteca_core::{NoDice, Rules, Table, TypedTable};
use rand_core::Rng;

use crate::evaluation::{self, Evaluate, Evaluation, Visitor};
use fit::Scale;

/// What a tuning plays and learns from.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Plan {
    /// How many games to play.
    pub games: u64,
    /// Positions to look at for each move.
    pub nodes: u64,
    /// Random steps that a game begins with, and that nothing is learnt from: from half as many to so many.
    pub opening_steps: u32,
    /// How often all weights are improved.
    pub rounds: u32,
}

/// What came of a tuning.
#[derive(Clone, PartialEq, Debug)]
pub struct Tuned {
    /// How many positions were learnt from.
    pub positions: usize,
    /// How badly the weights foretold the ends of the games before, and after: less is better.
    pub loss: [f64; 2],
    /// The weights, group by group, as the evaluation's file has them.
    pub weights: Vec<(&'static str, Vec<[i32; 2]>)>,
}

/// Why nothing was tuned.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum TuneError {
    /// The evaluation of this game is no sum of features.
    #[error("the evaluation of this game has no weights to tune")]
    NoFeatures,
    /// The table has more than two seats.
    #[error("weights are tuned at a table of two seats, and this one has {0}")]
    Seats(usize),
    /// No position of any game was quiet enough.
    #[error("no position was quiet enough to learn from: it takes more games")]
    NoPositions,
}

/// Plays games from the position of the table and fits the weights of its evaluation to their results. `generator` makes a generator
/// for the random steps of the game with a given number; with the same ones the same comes out, with any number of threads.
///
/// # Errors
/// Where this table has nothing to tune.
///
/// # Panics
/// Where the table was not opened by the catalogue of games.
pub fn tune<G: Rng>(table: &dyn Table, plan: &Plan, generator: impl Fn(u64) -> G + Sync) -> Result<Tuned, TuneError> {
    match table.seats() {
        2 => evaluation::visit(table, Tune { plan, generator: &|game| Box::new(generator(game)) }),
        seats => Err(TuneError::Seats(seats)),
    }
}

/// Makes the generator of a game.
type Generators<'a> = &'a (dyn Fn(u64) -> Box<dyn Rng + 'a> + Sync + 'a);

/// Typed code that tunes.
struct Tune<'a> {
    plan: &'a Plan,
    generator: Generators<'a>,
}

impl Visitor for Tune<'_> {
    type Output = Result<Tuned, TuneError>;

    fn without_dice<G: Evaluate + Rules<Chance = NoDice>>(self, table: &TypedTable<G>) -> Self::Output {
        self.tune(table)
    }

    fn with_dice<G: Evaluate>(self, table: &TypedTable<G>) -> Self::Output {
        self.tune(table)
    }
}

impl Tune<'_> {
    fn tune<G: Evaluate>(self, table: &TypedTable<G>) -> Result<Tuned, TuneError> {
        let evaluation = table.game.evaluation();
        let features = evaluation.tunable().ok_or(TuneError::NoFeatures)?;
        let samples = games::play(table, &evaluation, features, self.plan, self.generator);
        if samples.is_empty() {
            return Err(TuneError::NoPositions);
        }
        let scale = if table.options().info().scored { Scale::Points } else { Scale::Chances };
        let fitted = fit::fit(&samples, features.weights(), scale, self.plan.rounds);
        let mut rest = fitted.weights.into_iter();
        let weights = features.groups().iter().map(|(name, number)| (*name, rest.by_ref().take(*number).collect()));
        Ok(Tuned { positions: samples.len(), loss: fitted.loss, weights: weights.collect() })
    }
}
