//! Tuning evaluations on self-play games: finds the weights of an evaluation (Texel's method), or
//! its network, with which static evaluations predict the results of those games best.

mod fit;
mod network;
mod positions;
mod self_play;

use std::ops::ControlFlow;

use ludoteca_core::evaluation::{END_PHASE, Evaluation, LOGIT_UNIT};
use ludoteca_core::{Catalog, Game, Seat, Table, TypedTable, Visitor, key};
use rand_core::Rng;

use crate::{Searchable, Watcher};
use fit::{TrainingSample, TrainingTarget};
use network::{LayerSizes, TrainingExample};
pub use network::{TrainedNetwork, TrainingSettings};
pub use positions::{
    MOST_BYTES, PositionsEntry, PositionsError, PositionsFault, PositionsReader, SelfPlayRecipe,
    check_position, check_result,
};
use self_play::SelfPlayGame;

/// The self-play games that positions are taken from.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct SelfPlaySettings {
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

/// A self-play game, as far as training needs it.
#[derive(Clone, PartialEq, Debug)]
pub struct TrainingGame {
    /// The number of the game, from 0.
    pub number: u64,
    /// The number of steps, random ones included.
    pub steps: u32,
    /// The result for the first seat, as that of each position. `None` if the game was broken off,
    /// since it had too many steps: then it has no positions.
    pub result: Option<f64>,
    /// Its quiet positions, in their order.
    pub positions: Vec<TrainingPosition>,
}

/// Is told how much of a training is done, from 0 to 1, and says whether to go on.
pub type TrainingProgress<'a> = &'a mut (dyn FnMut(f64) -> ControlFlow<()> + Send);

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
    /// The caller has stopped the training.
    #[error("the training was stopped")]
    Stopped,
}

/// Plays a game from the position of the table. The number tells it apart from others; everything
/// random comes from the generator. `opponents` is the same catalogue, compiled for searches.
/// Returns `None` if the watcher has stopped the game.
///
/// # Errors
/// Where the table does not have two seats.
///
/// # Panics
/// Where the table was not opened by this catalogue.
pub fn play_game(
    catalog: &impl Catalog,
    opponents: &dyn Searchable,
    table: &dyn Table,
    settings: &SelfPlaySettings,
    number: u64,
    generator: &mut dyn Rng,
    watcher: &dyn Watcher,
) -> Result<Option<TrainingGame>, TrainingError> {
    of_two_seats(table)?;
    Ok(catalog.visit(table, SelfPlay { opponents, settings, number, generator, watcher }))
}

/// The signature of how this program plays from the position of the table with these settings: it
/// plays a game with few nodes. Programs with different signatures play different games. The
/// generator must always be the same.
///
/// # Errors
/// As for [`play_game`].
///
/// # Panics
/// As for [`play_game`].
pub fn signature(
    catalog: &impl Catalog,
    opponents: &dyn Searchable,
    table: &dyn Table,
    settings: &SelfPlaySettings,
    generator: &mut dyn Rng,
) -> Result<u32, TrainingError> {
    const FEW_NODES: u64 = 1000;
    let settings = SelfPlaySettings { nodes: settings.nodes.min(FEW_NODES), ..*settings };
    let game = play_game(catalog, opponents, table, &settings, 0, generator, &|| false)?;
    let text = game.map(|game| game.to_string()).unwrap_or_default();
    Ok(key::of(&text) as u32)
}

/// Can the weights of this evaluation be tuned?
///
/// # Errors
/// Says why not.
///
/// # Panics
/// Where the table was not opened by this catalogue.
pub fn can_tune(catalog: &impl Catalog, table: &dyn Table) -> Result<(), TrainingError> {
    of_two_seats(table)?;
    let Trainable { has_weights, .. } = catalog.visit(table, FindTrainable);
    if has_weights { Ok(()) } else { Err(TrainingError::NoFeatures) }
}

/// Does this evaluation have a network that can be trained?
///
/// # Errors
/// Says why not.
///
/// # Panics
/// Where the table was not opened by this catalogue.
pub fn can_learn(catalog: &impl Catalog, table: &dyn Table) -> Result<(), TrainingError> {
    of_two_seats(table)?;
    let Trainable { has_network, .. } = catalog.visit(table, FindTrainable);
    if has_network { Ok(()) } else { Err(TrainingError::NoNetwork) }
}

/// Fits the weights of the evaluation to the games, in `rounds` steps.
///
/// # Errors
/// Where the evaluation of this game has no weights, nothing was played, or it was stopped.
///
/// # Panics
/// Where the table was not opened by this catalogue.
pub fn tune(
    catalog: &impl Catalog,
    table: &dyn Table,
    played: &[TrainingPosition],
    rounds: u32,
    progress: TrainingProgress<'_>,
) -> Result<TunedWeights, TrainingError> {
    of_two_seats(table)?;
    catalog.visit(table, Tune { played, rounds, progress })
}

/// Trains a network for the evaluation on the games, starting from random weights.
///
/// # Errors
/// Where the evaluation of this game has no network, nothing was played, or it was stopped.
///
/// # Panics
/// Where the table was not opened by this catalogue.
pub fn learn(
    catalog: &impl Catalog,
    table: &dyn Table,
    played: &[TrainingPosition],
    settings: TrainingSettings,
    progress: TrainingProgress<'_>,
) -> Result<TrainedNetwork, TrainingError> {
    of_two_seats(table)?;
    catalog.visit(table, Learn { played, settings, progress })
}

fn of_two_seats(table: &dyn Table) -> Result<(), TrainingError> {
    match table.seats() {
        2 => Ok(()),
        seats => Err(TrainingError::Seats(seats)),
    }
}

struct SelfPlay<'a> {
    opponents: &'a dyn Searchable,
    settings: &'a SelfPlaySettings,
    number: u64,
    generator: &'a mut dyn Rng,
    watcher: &'a dyn Watcher,
}

impl Visitor for SelfPlay<'_> {
    type Output = Option<TrainingGame>;

    fn visit<G: Game>(self, table: &TypedTable<G>) -> Option<TrainingGame> {
        let SelfPlay { opponents, settings, number, generator, watcher } = self;
        let evaluation = &table.game.evaluation();
        SelfPlayGame { table: table.clone(), evaluation, opponents, settings, watcher }
            .play(number, generator)
    }
}

/// What an evaluation can learn.
struct Trainable {
    has_weights: bool,
    has_network: bool,
}

struct FindTrainable;

impl Visitor for FindTrainable {
    type Output = Trainable;

    fn visit<G: Game>(self, table: &TypedTable<G>) -> Trainable {
        let evaluation = table.game.evaluation();
        Trainable {
            has_weights: evaluation.tunable().is_some(),
            has_network: evaluation.learnable().is_some(),
        }
    }
}

struct Tune<'a> {
    played: &'a [TrainingPosition],
    rounds: u32,
    progress: TrainingProgress<'a>,
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
        let fitted = fit::fit(&samples, features.weights(), scale, self.rounds, self.progress)
            .ok_or(TrainingError::Stopped)?;
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
    progress: TrainingProgress<'a>,
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
        let trained = network::learn(
            &examples,
            LayerSizes { inputs, hidden },
            self.settings,
            game.symmetries() as u32,
            |state, image| network.inputs(&game.image(state, image as usize)),
            self.progress,
        );
        trained.ok_or(TrainingError::Stopped)
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
