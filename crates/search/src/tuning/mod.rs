//! Learning to judge from games that the search plays against itself: the weights of an evaluation
//! (Texel's method), or its network, under which static evaluations foretell best how those games
//! ended.

mod fit;
mod network;
mod self_play;

use ludoteca_core::evaluation::{END_PHASE, Evaluation, LOGIT_UNIT};
use ludoteca_core::{Catalog, Game, Seat, Table, TypedTable, Visitor};
use rand_core::Rng;

use crate::Searchable;
use fit::{TrainingSample, TrainingTarget};
use network::{LayerSizes, TrainingExample};
pub use network::{TrainedNetwork, TrainingSettings};

/// What games are played to learn from.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct SelfPlaySettings {
    /// How many games to play.
    pub games: u64,
    /// Positions to look at for each move.
    pub nodes: u64,
    /// Random steps that a game begins with, and that nothing is learnt from: from half as many to
    /// so many.
    pub opening_steps: u32,
}

/// A position of a game that was played.
#[derive(Clone, PartialEq, Debug)]
pub struct TrainingPosition {
    /// The position, as the game writes it.
    pub position: String,
    /// How far ahead of the second a search saw the first seat.
    pub found: i32,
    /// What the first seat got in the end: 1 for a win and 0 for a loss, or its points.
    pub result: f64,
}

/// What came of a tuning.
#[derive(Clone, PartialEq, Debug)]
pub struct TunedWeights {
    /// How badly the weights foretold the ends of the games before, and after: less is better.
    pub loss: [f64; 2],
    /// The weights, group by group, as the evaluation's file has them.
    pub weights: Vec<(&'static str, Vec<[i32; 2]>)>,
}

/// Why nothing was learnt.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum TrainingError {
    /// The evaluation of this game is no sum of features.
    #[error("the evaluation of this game has no weights to tune")]
    NoFeatures,
    /// The evaluation of this game has no network for a board of this size.
    #[error("the evaluation of this game has no network to teach on this board")]
    NoNetwork,
    /// The table has more than two seats.
    #[error("it takes a table of two seats to learn at, and this one has {0}")]
    Seats(usize),
    /// There is no position to learn from.
    #[error("no position was quiet enough to learn from: it takes more games")]
    NoPositions,
    /// A position is none of this game.
    #[error("`{0}` is no position of this game")]
    Position(String),
}

/// Plays games from the position of the table. `generator` makes a generator for the random steps
/// of the game with a given number; with the same ones the same comes out, with any number of
/// threads. `opponents` is the same catalogue, compiled for searches.
///
/// # Errors
/// Where this is no table to learn at.
///
/// # Panics
/// Where the table was not opened by this catalogue.
pub fn play<G: Rng>(
    catalog: &impl Catalog,
    opponents: &dyn Searchable,
    table: &dyn Table,
    plan: &SelfPlaySettings,
    generator: impl Fn(u64) -> G + Sync,
) -> Result<Vec<TrainingPosition>, TrainingError> {
    of_two_seats(table)?;
    Ok(catalog
        .visit(table, SelfPlay { opponents, plan, generator: &|game| Box::new(generator(game)) }))
}

/// Fits the weights of the evaluation to what was played, improving them so many times.
///
/// # Errors
/// Where the evaluation of this game has no weights, or nothing was played.
///
/// # Panics
/// Where the table was not opened by this catalogue.
pub fn tune(
    catalog: &impl Catalog,
    table: &dyn Table,
    played: &[TrainingPosition],
    rounds: u32,
) -> Result<TunedWeights, TrainingError> {
    of_two_seats(table)?;
    catalog.visit(table, Tune { played, rounds })
}

/// Teaches a network for the evaluation, from nothing, what was played.
///
/// # Errors
/// Where the evaluation of this game has no network, or nothing was played.
///
/// # Panics
/// Where the table was not opened by this catalogue.
pub fn learn(
    catalog: &impl Catalog,
    table: &dyn Table,
    played: &[TrainingPosition],
    settings: TrainingSettings,
) -> Result<TrainedNetwork, TrainingError> {
    of_two_seats(table)?;
    catalog.visit(table, Learn { played, settings })
}

fn of_two_seats(table: &dyn Table) -> Result<(), TrainingError> {
    match table.seats() {
        2 => Ok(()),
        seats => Err(TrainingError::Seats(seats)),
    }
}

/// Makes the generator of a game.
type Generators<'a> = &'a (dyn Fn(u64) -> Box<dyn Rng + 'a> + Sync + 'a);

struct SelfPlay<'a> {
    opponents: &'a dyn Searchable,
    plan: &'a SelfPlaySettings,
    generator: Generators<'a>,
}

impl Visitor for SelfPlay<'_> {
    type Output = Vec<TrainingPosition>;

    fn visit<G: Game>(self, table: &TypedTable<G>) -> Vec<TrainingPosition> {
        self_play::play(table, &table.game.evaluation(), self.opponents, self.plan, self.generator)
    }
}

struct Tune<'a> {
    played: &'a [TrainingPosition],
    rounds: u32,
}

impl Visitor for Tune<'_> {
    type Output = Result<TunedWeights, TrainingError>;

    fn visit<G: Game>(self, table: &TypedTable<G>) -> Self::Output {
        let evaluation = table.game.evaluation();
        let features = evaluation.tunable().ok_or(TrainingError::NoFeatures)?;
        let scale = if table.options().info().scored {
            TrainingTarget::Points
        } else {
            TrainingTarget::WinProbability
        };
        let states = states(table, self.played)?;
        let sample = |(state, target): (&G::State, f64)| {
            let stage = f64::from(features.phase_of(state)) / f64::from(END_PHASE);
            TrainingSample { counts: features.counts(state), phase: stage, target }
        };
        let samples: Vec<TrainingSample> =
            states.iter().zip(fit::targets(self.played, scale)).map(sample).collect();
        let fitted = fit::fit(&samples, features.weights(), scale, self.rounds);
        let mut rest = fitted.weights.into_iter();
        let weights = features
            .groups()
            .iter()
            .map(|(name, number)| (*name, rest.by_ref().take(*number).collect()));
        Ok(TunedWeights { loss: fitted.loss, weights: weights.collect() })
    }
}

struct Learn<'a> {
    played: &'a [TrainingPosition],
    settings: TrainingSettings,
}

impl Visitor for Learn<'_> {
    type Output = Result<TrainedNetwork, TrainingError>;

    fn visit<G: Game>(self, table: &TypedTable<G>) -> Self::Output {
        let game = &*table.game;
        let evaluation = game.evaluation();
        let network = evaluation.learnable().ok_or(TrainingError::NoNetwork)?;
        let [inputs, hidden] = network.shape();
        let states = states(table, self.played)?;
        let example = |(state, target): (G::State, f64)| {
            let is_first = game.next(&state).seat() == Some(Seat::FIRST);
            TrainingExample {
                target: if is_first { target } else { 1.0 - target } as f32,
                known: network.known(&state) as f32 / LOGIT_UNIT as f32,
                state,
            }
        };
        let targets = fit::targets(self.played, TrainingTarget::WinProbability);
        let examples: Vec<TrainingExample<G::State>> =
            states.into_iter().zip(targets).map(example).collect();
        Ok(network::learn(
            &examples,
            LayerSizes { inputs, hidden },
            self.settings,
            game.symmetries() as u32,
            |state, image| network.inputs(&game.image(state, image as usize)),
        ))
    }
}

/// The states that were played, of which there are some.
fn states<G: Game>(
    table: &TypedTable<G>,
    played: &[TrainingPosition],
) -> Result<Vec<G::State>, TrainingError> {
    if played.is_empty() {
        return Err(TrainingError::NoPositions);
    }
    let mut table = table.clone();
    let state = |played: &TrainingPosition| {
        let set = table.set_position(&played.position);
        set.map(|()| table.state.clone())
            .map_err(|_| TrainingError::Position(played.position.clone()))
    };
    played.iter().map(state).collect()
}
