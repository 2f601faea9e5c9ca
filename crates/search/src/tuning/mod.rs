//! Tuning evaluations on self-play games: finds the weights of an evaluation (Texel's method), or
//! its network, with which static evaluations predict the results of those games best.

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

/// The self-play games that positions are taken from.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct SelfPlaySettings {
    /// How many games to play.
    pub games: u64,
    /// Nodes (positions) to search for each move.
    pub nodes: u64,
    /// The greatest number of random steps at the start of a game; the least is half of it.
    /// Positions of these steps are not used for training.
    pub opening_steps: u32,
}

/// A position of a game that was played.
#[derive(Clone, PartialEq, Debug)]
pub struct TrainingPosition {
    /// The position, as the game writes it.
    pub position: String,
    /// The value that the search found for the first seat, in hundredths.
    pub found: i32,
    /// The result of the game for the first seat: 1 for a win and 0 for a loss, or its points.
    pub result: f64,
}

/// The result of a tuning.
#[derive(Clone, PartialEq, Debug)]
pub struct TunedWeights {
    /// The loss before and after: how badly the weights predict the results of the games. Less is
    /// better.
    pub loss: [f64; 2],
    /// The weights, group by group, as the evaluation's file has them.
    pub weights: Vec<(&'static str, Vec<[i32; 2]>)>,
}

/// Why a training failed.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum TrainingError {
    /// The evaluation of this game is not a weighted sum of features.
    #[error("the evaluation of this game has no weights to tune")]
    NoFeatures,
    /// The evaluation of this game has no network for a board of this size.
    #[error("the evaluation of this game has no network to train on this board")]
    NoNetwork,
    /// The table does not have two seats.
    #[error("training needs a table with two seats, but this one has {0}")]
    Seats(usize),
    /// There is no position to learn from.
    #[error("no position was quiet enough for training: more games are needed")]
    NoPositions,
    /// A position cannot be read as one of this game.
    #[error("`{0}` is not a position of this game")]
    Position(String),
}

/// Plays games from the position of the table. `generator` makes the random generator for the game
/// with a given number; the same generators give the same games with any number of threads.
/// `opponents` is the same catalogue, compiled for searches.
///
/// # Errors
/// Where the table does not have two seats.
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

/// Fits the weights of the evaluation to the games, in `rounds` steps.
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

/// Trains a network for the evaluation on the games, starting from random weights.
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

/// Makes the random generator for the game with a given number.
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

/// The states of the training positions. It is an error if there are none.
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
