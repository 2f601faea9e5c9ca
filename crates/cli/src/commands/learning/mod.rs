//! `ludoteca selfplay` and `ludoteca tune`: games of our search against itself, and evaluations
//! that learn from them.

mod file;
#[cfg(feature = "cluster")]
pub mod fleet;
mod games;
pub mod selfplay;
pub mod tune;

use std::ops::Range;
use std::path::Path;

use ludoteca_core::Table;
use ludoteca_engines::house::OPPONENTS;
use ludoteca_games::{CATALOG, catalog};
use ludoteca_play::seeds::{Purpose, Seed, stream};
use ludoteca_search::tuning::{
    SelfPlayRecipe, SelfPlaySettings, TrainingError, TrainingGame, play_game, signature,
};
use ludoteca_system::stop::Stop;

use crate::args::{GameArgs, RecipeArgs};
use crate::failure::Failure;
use crate::setup::CliSetup;
use crate::texts::programs;

/// Plays the games of a recipe.
pub struct SelfPlayer {
    table: Box<dyn Table>,
    settings: SelfPlaySettings,
    seed: Seed,
}

impl SelfPlayer {
    /// Sets up the games of a recipe that these arguments ask for. What they do not say is as in
    /// the recipe of the file, if it has one.
    ///
    /// # Errors
    /// Fails if there is no such game, or it does not have two seats.
    fn new(
        game: &GameArgs,
        args: &RecipeArgs,
        setup: &CliSetup,
        kept: Option<&SelfPlayRecipe>,
    ) -> Result<SelfPlayer, Failure> {
        let kept_seed = || kept?.seed.parse().ok();
        let settings = SelfPlaySettings {
            nodes: args.nodes.or(kept.map(|kept| kept.nodes)).unwrap_or(USUAL_NODES),
            opening_steps: args
                .opening_steps
                .map(|steps| steps as u32)
                .or(kept.map(|kept| kept.opening_steps))
                .unwrap_or(USUAL_OPENING_STEPS),
        };
        let seed = game.board.seed.or_else(kept_seed).unwrap_or(setup.seed);
        Ok(SelfPlayer { table: table_to_learn(setup)?, settings, seed })
    }

    /// The recipe of these games.
    fn recipe(&self, setup: &CliSetup) -> Result<SelfPlayRecipe, Failure> {
        let SelfPlayer { settings, seed, .. } = self;
        Ok(SelfPlayRecipe {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            signature: self.signature().map_err(usage)?,
            game: setup.options.to_string(),
            start: setup.position.clone(),
            nodes: settings.nodes,
            opening_steps: settings.opening_steps,
            seed: seed.to_string(),
        })
    }

    /// The signature of how this program plays these games.
    fn signature(&self) -> Result<String, TrainingError> {
        let SelfPlayer { table, settings, .. } = self;
        let random = &mut stream(0, Purpose::Playthrough);
        let signature = signature(&CATALOG, OPPONENTS, &**table, settings, random);
        signature.map(|signature| signature.to_string())
    }

    /// Sets up the games of a recipe.
    ///
    /// # Errors
    /// Fails if there is no such game, position or seed.
    #[cfg(feature = "cluster")]
    fn of_recipe(recipe: &SelfPlayRecipe) -> Result<SelfPlayer, String> {
        let SelfPlayRecipe { nodes, opening_steps, seed, .. } = recipe;
        let seed = seed.parse().map_err(|_| programs::no_seed(seed))?;
        let settings = SelfPlaySettings { nodes: *nodes, opening_steps: *opening_steps };
        Ok(SelfPlayer { table: open(recipe)?, settings, seed })
    }

    /// Plays the game with this number. Returns `None` if it was stopped.
    fn game(&self, number: u64, stop: impl Fn() -> bool + Sync) -> Option<TrainingGame> {
        let SelfPlayer { table, settings, seed } = self;
        let random = &mut stream(*seed, Purpose::Game(number as u32));
        play_game(&CATALOG, OPPONENTS, &**table, settings, number, random, &stop)
            .expect("the table has two seats")
    }
}

const USUAL_NODES: u64 = 2000;
const USUAL_OPENING_STEPS: u32 = 8;
const USUAL_GAMES: u64 = 1000;

/// Interprets the arguments that name the game.
fn setup(args: &GameArgs) -> Result<CliSetup, Failure> {
    if args.players.is_some() {
        return Err(Failure::english_usage(programs::PLAYERS_OF_SELF_PLAY));
    }
    CliSetup::new(args)
}

/// The table of a game that can be learnt: it has two seats, and its start is not its end.
fn table_to_learn(setup: &CliSetup) -> Result<Box<dyn Table>, Failure> {
    let table = setup.open()?;
    if table.seats() != 2 {
        return Err(usage(TrainingError::Seats(table.seats())));
    }
    if table.next().outcome().is_some() {
        return Err(setup.is_over());
    }
    Ok(table)
}

/// Opens the game of a recipe.
///
/// # Errors
/// Says why there is no such game or position.
fn open(recipe: &SelfPlayRecipe) -> Result<Box<dyn Table>, String> {
    let mut table = catalog::open_line(&recipe.game).map_err(|error| error.to_string())?;
    if let Some(start) = &recipe.start {
        table.set_position(start).map_err(|error| error.to_string())?;
    }
    Ok(table)
}

/// Plays games on this machine, or on others if the arguments say so. `take` gets them in the order
/// of their numbers, and may end it by an error.
fn play(
    args: &RecipeArgs,
    player: &SelfPlayer,
    recipe: &SelfPlayRecipe,
    numbers: Range<u64>,
    stop: &Stop,
    take: impl FnMut(TrainingGame) -> Result<(), Failure>,
) -> Result<(), Failure> {
    #[cfg(feature = "cluster")]
    if let Some(workers) = &args.workers {
        let nats = super::database::nats_of_workers(workers)?;
        return fleet::play((&nats, &args.cluster), player, recipe, numbers, stop, take);
    }
    #[cfg(not(feature = "cluster"))]
    let _ = recipe;
    games::play(player, numbers, args.threads, stop, take)
}

/// The failure for a training that is not possible.
fn usage(error: TrainingError) -> Failure {
    Failure::english_usage(error.to_string())
}

/// The failure for a file that is named on the command line.
fn wrong_file(path: &Path, reason: &dyn std::fmt::Display) -> Failure {
    Failure::english_usage(programs::positions_file(path, reason))
}
