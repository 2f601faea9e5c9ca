//! The options of self-play and of training.

use std::path::PathBuf;

use clap::Args;
#[cfg(feature = "cluster")]
use ludoteca_fleet::nats::ClusterName;

use super::{GameArgs, whole};

/// Self-play, or a check of what it has written.
#[derive(Debug, Args)]
#[command(mut_arg("players", |arg| arg.hide(true)), after_help = SELF_PLAYS)]
pub struct SelfplayArgs {
    /// File to which the games are added; it is created if it does not exist
    ///
    /// Games that it has already are not played again, so the same command goes on with a file
    /// after an interruption. Settings that are not given are those of the file.
    #[arg(long, value_name = "FILE", required_unless_present = "check")]
    pub out: Option<PathBuf>,
    /// Number of games that the file shall have
    #[arg(long, value_name = "N", default_value = "1000", allow_negative_numbers = true, value_parser = whole(1..=MOST_GAMES))]
    pub games: u64,
    #[command(flatten)]
    pub recipe: RecipeArgs,
    /// Check a file of positions, and count what is in it
    ///
    /// Every position must be one of the game. A file without a header needs -g ID.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["out", "games", "nodes", "opening_steps", "threads"])]
    pub check: Option<PathBuf>,
    /// Write one JSON object
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub game: GameArgs,
}

const SELF_PLAYS: &str = "\
The same seed gives the same file, whatever the number of threads. docs/learning.md describes it.

Examples:
  ludoteca selfplay -g ataxx --out ataxx.positions --games 20000 --nodes 1500 --threads 2
  ludoteca selfplay --check ataxx.positions
  ludoteca tune -g ataxx --positions ataxx.positions --network ataxx.network";

/// A training.
#[derive(Debug, Args)]
#[command(mut_arg("players", |arg| arg.hide(true)), after_help = TRAININGS)]
pub struct TuneArgs {
    /// Files with the positions to learn from
    ///
    /// With --games the first of them gets new games, and is created if it does not exist. Without
    /// --positions, the games are kept in memory.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub positions: Vec<PathBuf>,
    /// Number of games to play for it [default: 1000 without --positions]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole(1..=MOST_GAMES))]
    pub games: Option<u64>,
    #[command(flatten)]
    pub recipe: RecipeArgs,
    /// Train the network of the game, and write it to this file
    ///
    /// Without this option the weights of the evaluation are tuned and printed.
    #[arg(long, value_name = "FILE")]
    pub network: Option<PathBuf>,
    /// Number of rounds [default: 20 for a network, 500 for weights]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole(1..=1_000_000))]
    pub rounds: Option<u64>,
    /// Write one JSON object
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub game: GameArgs,
}

const TRAININGS: &str = "\
The same positions and seed give the same network or weights, whatever the number of threads.

Examples:
  ludoteca tune -g ataxx --games 50000 --network ataxx.network --threads 2
  ludoteca tune -g breakthrough -d 8x8 --games 2000 --positions bt.positions";

/// How games of self-play are played.
#[derive(Debug, Args)]
pub struct RecipeArgs {
    /// Number of positions to search for each move [default: 2000]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole(1..=1_000_000_000_000))]
    pub nodes: Option<u64>,
    /// Greatest number of random steps at the start of a game [default: 8]
    ///
    /// The least is half of it. Positions of these steps are not learnt from.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole(0..=1000))]
    pub opening_steps: Option<u64>,
    /// Number of threads
    #[arg(long, value_name = "N", default_value = "1", allow_negative_numbers = true, value_parser = whole(1..=1024))]
    pub threads: u64,
    /// Play the games on workers, which have this NATS
    ///
    /// Workers are started with ludoteca worker, on any machine. An empty address, --workers "",
    /// takes that of the variable LUDOTECA_NATS, which keeps a password out of the list of
    /// processes. Example: --workers nats://USER:PASSWORD@HOST:PORT
    #[cfg(feature = "cluster")]
    #[arg(long, value_name = "URL")]
    pub workers: Option<String>,
    /// Name of the cluster in NATS, as the workers have it
    #[cfg(feature = "cluster")]
    #[arg(long, value_name = "NAME", default_value_t = ClusterName::default(), requires = "workers")]
    pub cluster: ClusterName,
}

/// The greatest number of games of self-play.
const MOST_GAMES: u64 = 1_000_000_000;
