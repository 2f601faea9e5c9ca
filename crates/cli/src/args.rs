//! What can be typed on the command line. Parsed here, given a meaning in `setup` and in the commands.

use std::ops::RangeInclusive;

use clap::{Args, Parser, Subcommand};
use ludoteca_core::typed;
use ludoteca_games::catalog;

/// Ludoteca: the rules of eight board games, shown, counted, played at random and measured.
#[derive(Debug, Parser)]
#[command(name = "ludoteca", version, after_help = EXAMPLES)]
pub struct Program {
    #[command(subcommand)]
    pub command: Command,
}

const EXAMPLES: &str = "\
Examples:
  ludoteca games                                     what there is to play
  ludoteca rules -g ataxx                            how it is played
  ludoteca playthrough -g breakthrough --seed 7      watch a random game
  ludoteca perft -g ataxx -d 5x5 -p W,B,R,Y 4        count the sequences of 1, 2, 3 and 4 moves
  ludoteca playouts -g 'cn rows=15 cols=15 line=5' 10000
  ludoteca bench                                     how fast all of this is here";

#[derive(Debug, Subcommand)]
pub enum Command {
    /// List the games with their options
    Games(GamesArgs),
    /// Print the rules of a game
    Rules(RulesArgs),
    /// Count the different sequences of moves and rolls, one line a depth
    Perft(PerftArgs),
    /// Play random games and report results, length and speed
    Playouts(PlayoutsArgs),
    /// Show one random game, position by position
    Playthrough(PlaythroughArgs),
    /// Measure the speed of every game
    Bench(BenchArgs),
}

/// A game, its options and where it starts: the same for every command that opens one.
#[derive(Debug, Args)]
#[command(next_help_heading = "Game")]
pub struct GameArgs {
    #[arg(short, long, value_name = "ID", default_value = catalog::GAMES[0].id, help = game_help())]
    pub game: String,
    /// Board size, where the game has one: 7x7
    #[arg(short, long, value_name = "ROWSxCOLS", allow_hyphen_values = true)]
    pub dim: Option<String>,
    /// Seats in turn order, NAME or NAME:MODE (m manual, r random, a AI; only counted where nobody plays)
    #[arg(short, long, value_name = "LIST", allow_hyphen_values = true)]
    pub players: Option<String>,
    /// Number of obstacles to draw, where the game has them
    #[arg(short, long, value_name = "N", allow_hyphen_values = true)]
    pub obstacles: Option<String>,
    /// Draw the obstacles in one quarter of the board and mirror them into the others
    #[arg(long)]
    pub mirror: bool,
    /// Length of a winning line, where the game has one
    #[arg(long, value_name = "K", allow_hyphen_values = true)]
    pub line: Option<String>,
    /// Set any option of the game; may be repeated
    #[arg(long = "set", value_name = "KEY=VALUE", allow_hyphen_values = true)]
    pub set: Vec<String>,
    /// Start from this position instead of the usual one
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub position: Option<String>,
    /// Makes everything random repeatable
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole(0..=i64::MAX as u64))]
    pub seed: Option<u64>,
}

#[derive(Debug, Args)]
pub struct GamesArgs {
    /// One JSON object a line
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct RulesArgs {
    #[arg(short, long, value_name = "ID", default_value = catalog::GAMES[0].id, help = id_help())]
    pub game: String,
}

#[derive(Debug, Args)]
pub struct PerftArgs {
    /// Count sequences of 1 to DEPTH plies
    #[arg(allow_negative_numbers = true, value_parser = whole(1..=1000))]
    pub depth: u64,
    /// List the count behind each first move, too
    #[arg(long)]
    pub divide: bool,
    /// Count the forms that a person could type instead of the different moves
    #[arg(long)]
    pub all_origins: bool,
    /// Count each skipped turn as a ply of its own
    #[arg(long)]
    pub count_skips: bool,
    /// Threads to count with
    #[arg(long, value_name = "N", default_value = "1", allow_negative_numbers = true, value_parser = whole(1..=1024))]
    pub threads: u64,
    /// One JSON object a line
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub game: GameArgs,
}

#[derive(Debug, Args)]
pub struct PlayoutsArgs {
    /// How many games to play
    #[arg(value_name = "N", allow_negative_numbers = true, value_parser = whole(1..=1_000_000_000_000))]
    pub games: u64,
    /// Break a game off after so many plies
    #[arg(long, value_name = "N", default_value = "100000", allow_negative_numbers = true, value_parser = whole(1..=1_000_000_000))]
    pub max_plies: u64,
    /// Threads to play with; the results do not depend on it
    #[arg(long, value_name = "N", default_value = "1", allow_negative_numbers = true, value_parser = whole(1..=1024))]
    pub threads: u64,
    /// One JSON object
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub game: GameArgs,
}

#[derive(Debug, Args)]
pub struct PlaythroughArgs {
    /// Stop after so many plies
    #[arg(long, value_name = "N", default_value = "1000", allow_negative_numbers = true, value_parser = whole(0..=100_000))]
    pub max_plies: u64,
    #[command(flatten)]
    pub game: GameArgs,
}

#[derive(Debug, Args)]
pub struct BenchArgs {
    /// CPU seconds for each figure
    #[arg(long, value_name = "S", default_value = "0.5", allow_negative_numbers = true, value_parser = seconds)]
    pub seconds: f64,
    /// One JSON object a line
    #[arg(long)]
    pub json: bool,
}

/// The games as `-g` takes them.
fn id_help() -> String {
    let ids: Vec<String> = catalog::GAMES.iter().map(|info| format!("{} ({})", info.id, info.title)).collect();
    format!("The game: {}", ids.join(", "))
}

fn game_help() -> String {
    format!("{}; or its one-line form with options, 'ID KEY=VALUE …'", id_help())
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.01..=3600.0).contains(seconds));
    seconds.ok_or_else(|| "allowed is a number from 0.01 to 3600".to_owned())
}

/// Reads a whole number within a range, and says what is allowed where it is not.
fn whole(range: RangeInclusive<u64>) -> impl Fn(&str) -> Result<u64, String> + Clone {
    move |text| {
        let number = typed::number_from(text).and_then(|number| u64::try_from(number).ok());
        number
            .filter(|number| range.contains(number))
            .ok_or_else(|| format!("allowed is a whole number from {} to {}", range.start(), range.end()))
    }
}
