//! `ludoteca tune`: learns the weights or the network of an evaluation from games of self-play.

use std::fs::File;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;

use ludoteca_core::Table;
use ludoteca_games::CATALOG;
use ludoteca_play::seeds::{Purpose, Seed, number};
use ludoteca_search::tuning::{
    PositionsEntry, SelfPlayRecipe, TrainedNetwork, TrainingError, TrainingPosition,
    TrainingSettings, TunedWeights, can_learn, can_tune, check_position, learn, tune,
};
use ludoteca_system::files;
use ludoteca_system::records::FileError;
use ludoteca_system::signals::interruption;
use ludoteca_system::stop::Stop;
use serde_json::{Map, json};

use super::file::{PositionsExtent, scan};
use super::selfplay::{fill, play_in_memory};
use super::{SelfPlayer, USUAL_GAMES, setup, table_to_learn, usage, wrong_file};
use crate::args::TuneArgs;
use crate::failure::Failure;
use crate::progress;
use crate::setup::{CliSetup, threads};
use crate::terminal;
use crate::texts::programs;

pub fn run(args: &TuneArgs, out: &mut impl Write) -> Result<(), Failure> {
    let setup = setup(&args.game)?;
    let table = table_to_learn(&setup)?;
    match &args.network {
        Some(path) => {
            can_learn(&CATALOG, &*table).map_err(usage)?;
            check_target(path)?;
        }
        None => can_tune(&CATALOG, &*table).map_err(usage)?,
    }
    let stop = interruption()?;
    let (played, seed) = positions(args, &setup, &stop)?;
    match &args.network {
        Some(path) => train(path, args, &*table, &played, seed, &stop, out),
        None => fit(args, &*table, &played, &stop, out),
    }
}

/// The positions to learn from, and the seed.
fn positions(
    args: &TuneArgs,
    setup: &CliSetup,
    stop: &Stop,
) -> Result<(Vec<TrainingPosition>, Seed), Failure> {
    let mut seed = setup.seed;
    let mut played = Vec::new();
    match (args.positions.first(), args.games) {
        (Some(path), Some(games)) => {
            let filled = fill(path, games, &args.game, &args.recipe, setup, stop)?;
            if filled.is_stopped {
                return Err(Failure::Interrupted);
            }
            seed = filled.player.seed;
        }
        (Some(_), None) => {}
        (None, games) => {
            let player = SelfPlayer::new(&args.game, &args.recipe, setup, None)?;
            let games = games.unwrap_or(USUAL_GAMES);
            let recipe = player.recipe(setup)?;
            play_in_memory(&args.recipe, &player, &recipe, games, stop, |game| {
                played.extend(game.positions);
            })?;
            if stop.is_stopped() {
                return Err(Failure::Interrupted);
            }
        }
    }
    let mut recipes = Vec::new();
    for path in &args.positions {
        read(path, setup, &mut recipes, &mut played, stop)?;
    }
    Ok((played, seed))
}

/// Reads the positions of a file. Its recipe joins the others, from which it must differ.
fn read<'a>(
    path: &'a Path,
    setup: &CliSetup,
    recipes: &mut Vec<(&'a Path, SelfPlayRecipe)>,
    played: &mut Vec<TrainingPosition>,
    stop: &Stop,
) -> Result<(), Failure> {
    let file = File::open(path).map_err(|error| wrong_file(path, &error))?;
    if !file.metadata().is_ok_and(|file| file.is_file()) {
        return Err(wrong_file(path, &programs::NO_PLAIN_FILE));
    }
    let (game, mut table) = (setup.options.to_string(), setup.open()?);
    let mut keep = |line: u64, position: TrainingPosition| {
        let fault = check_position(&mut *table, &position);
        fault.map_err(|fault| wrong_file(path, &programs::in_line(line, &fault)))?;
        played.push(position);
        Ok(())
    };
    let PositionsExtent { whole, length } = scan(path, &file, |line, entry| match entry {
        _ if stop.is_stopped() => Err(Failure::Interrupted),
        PositionsEntry::Recipe(recipe) if recipe.game != game => {
            Err(wrong_file(path, &programs::other_recipe("game", &recipe.game, &game)))
        }
        PositionsEntry::Recipe(recipe) => {
            if let Some((same, _)) = recipes.iter().find(|it| it.1.difference(&recipe).is_none()) {
                return Err(wrong_file(path, &programs::same_games(same)));
            }
            recipes.push((path, recipe));
            Ok(())
        }
        PositionsEntry::Game(game) => {
            let first = line - game.positions.len() as u64;
            game.positions.into_iter().zip(first + 1..).try_for_each(|(it, line)| keep(line, it))
        }
        PositionsEntry::Position(position) => keep(line, position),
    })?;
    if whole < length {
        // If nobody reads standard error any more, nothing is lost.
        let _ = writeln!(terminal::stderr(), "{}", programs::incomplete_is_left_out(path));
    }
    Ok(())
}

/// Trains a network and writes it.
fn train(
    path: &Path,
    args: &TuneArgs,
    table: &dyn Table,
    played: &[TrainingPosition],
    seed: Seed,
    stop: &Stop,
    out: &mut impl Write,
) -> Result<(), Failure> {
    const USUAL: u64 = 20;
    let settings = TrainingSettings {
        epochs: args.rounds.unwrap_or(USUAL) as u32,
        seed: number(seed, Purpose::Training),
    };
    let trained =
        watched(args, stop, |progress| learn(&CATALOG, table, played, settings, progress));
    let TrainedNetwork { bytes, loss } = trained?;
    files::write_bytes(path, &bytes)
        .map_err(|error| Failure::english_failure(FileError::unwritten(path, error).to_string()))?;
    let game = table.options();
    if args.json {
        let object = json!({
            "game": game.to_string(), "positions": played.len(), "seed": seed.to_string(),
            "loss": loss, "network": path, "bytes": bytes.len(),
        });
        writeln!(out, "{object}")?;
    } else {
        writeln!(out, "{}", programs::trained(&game.to_string(), played.len(), &seed))?;
        writeln!(out, "{}", programs::losses(&loss))?;
        writeln!(out, "{}", programs::network_written(path, game.info().id))?;
    }
    Ok(())
}

/// Tunes weights and prints them.
fn fit(
    args: &TuneArgs,
    table: &dyn Table,
    played: &[TrainingPosition],
    stop: &Stop,
    out: &mut impl Write,
) -> Result<(), Failure> {
    const USUAL: u64 = 500;
    let rounds = args.rounds.unwrap_or(USUAL) as u32;
    let tuned = watched(args, stop, |progress| tune(&CATALOG, table, played, rounds, progress));
    let TunedWeights { loss, weights } = tuned?;
    let game = table.options();
    if args.json {
        let weights: Map<String, _> =
            weights.into_iter().map(|(name, weights)| (name.to_owned(), json!(weights))).collect();
        let object = json!({
            "game": game.to_string(), "positions": played.len(), "loss": loss, "weights": weights,
        });
        writeln!(out, "{object}")?;
        return Ok(());
    }
    writeln!(out, "// {}", programs::tuned(&game.to_string(), played.len(), loss))?;
    for (name, weights) in &weights {
        writeln!(out, "    // {name}")?;
        for line in weights.chunks(8) {
            let line: Vec<String> =
                line.iter().map(|[first, last]| format!("[{first}, {last}],")).collect();
            writeln!(out, "    {}", line.join(" "))?;
        }
    }
    writeln!(out, "// {}", programs::weights_use(game.info().id))?;
    Ok(())
}

/// Runs a training with a progress bar, until it is done or stopped.
fn watched<T: Send>(
    args: &TuneArgs,
    stop: &Stop,
    train: impl FnOnce(&mut (dyn FnMut(f64) -> ControlFlow<()> + Send)) -> Result<T, TrainingError>
    + Send,
) -> Result<T, Failure> {
    const STEPS: u64 = 1000;
    let bar = progress::bar(STEPS, "training");
    let mut progress = |done: f64| {
        bar.set_position((done * STEPS as f64) as u64);
        if stop.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let trained = threads(args.recipe.threads)?.install(|| train(&mut progress));
    bar.finish_and_clear();
    trained.map_err(|error| match error {
        TrainingError::Stopped => Failure::Interrupted,
        other => usage(other),
    })
}

/// Refuses a target that cannot be written, before anything is played.
fn check_target(path: &Path) -> Result<(), Failure> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let is_plain =
        path.file_name().is_some() && path.metadata().map_or(true, |file| file.is_file());
    if !is_plain {
        return Err(wrong_file(path, &programs::NO_PLAIN_FILE));
    }
    folder.metadata().map(drop).map_err(|error| wrong_file(path, &error))
}
