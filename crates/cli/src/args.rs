//! What can be typed on the command line. Parsed here, given a meaning in `setup` and in the commands.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use ludoteca_core::typed;
use ludoteca_games::catalog;
use ludoteca_play::Dice;
use ludoteca_play::streams::Seed;

/// Ludoteca: eight board games. Without a command it plays one: with you, against you, or by itself
#[derive(Debug, Parser)]
#[command(name = "ludoteca", version, after_help = EXAMPLES, args_conflicts_with_subcommands = true)]
pub struct Program {
    #[command(subcommand)]
    pub command: Option<Command>,
    #[command(flatten)]
    pub play: PlayArgs,
}

const EXAMPLES: &str = "\
Examples:
  ludoteca                                           play Connect-N, two people at one keyboard
  ludoteca -g ataxx -p X,O:a --auto                  play Ataxx against the computer
  ludoteca -g cn -d 7x7 -p W:r,B:m                   Connect-N on 7x7, W random against B manual
  ludoteca -g owari -p 1:a3,2:a8 --record game.txt   watch two AIs, and keep the game
  ludoteca --replay game.txt                         watch it again, step by step
  ludoteca games                                     what there is to play
  ludoteca rules -g ataxx                            how it is played
  ludoteca playthrough -g breakthrough --seed 7      watch a random game
  ludoteca perft -g ataxx -d 5x5 -p W,B,R,Y 4        count the sequences of 1, 2, 3 and 4 moves
  ludoteca playouts -g 'cn rows=15 cols=15 line=5' 10000
  ludoteca bench                                     how fast all of this is here";

/// How to play, or what to watch.
#[derive(Debug, Args)]
pub struct PlayArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// How the game is shown: console (lines of text) or window (on the desktop)
    #[arg(short, long, value_name = "ID", value_enum, default_value_t = View::Console, hide_possible_values = true, help_heading = PLAYING)]
    pub view: View,
    /// One view for each seat; only with -v window
    #[arg(short, long, help_heading = PLAYING)]
    pub multiviews: bool,
    /// Let random and AI players move without being asked to by 'play'
    #[arg(long, help_heading = PLAYING)]
    pub auto: bool,
    /// Where rolls come from, in a game with a die: drawn (by the program) or typed (by you) [default: drawn]
    #[arg(long, value_name = "ID", value_enum, hide_possible_values = true, help_heading = PLAYING)]
    pub dice: Option<DiceArg>,
    /// One game after the other, with statistics
    #[arg(long, help_heading = PLAYING)]
    pub series: bool,
    /// Say positions in words, for screen readers, instead of drawing them
    #[arg(long, help_heading = PLAYING)]
    pub plain: bool,
    /// Write the game to a new file while it is played
    #[arg(long, value_name = "FILE", help_heading = PLAYING)]
    pub record: Option<PathBuf>,
    /// Watch a recorded game, step by step
    #[arg(long, value_name = "FILE", help_heading = WATCHING, conflicts_with_all = [
        "game", "dim", "players", "obstacles", "mirror", "line", "set", "position", "seed", "multiviews", "dice", "record",
    ])]
    pub replay: Option<PathBuf>,
    /// Show the position after N steps of it, and no more
    #[arg(long, value_name = "N", help_heading = WATCHING, conflicts_with_all = ["auto", "series"], allow_negative_numbers = true, value_parser = whole(0..=1_000_000_000))]
    pub to: Option<u64>,
    /// Which game of a file that holds several [default: the last]
    #[arg(long, value_name = "N", help_heading = WATCHING, allow_negative_numbers = true, value_parser = whole(1..=1_000_000_000))]
    pub nth: Option<u64>,
}

const PLAYING: &str = "Playing";
const WATCHING: &str = "Watching";

/// How a game is shown.
#[derive(Copy, Clone, Eq, PartialEq, Debug, ValueEnum)]
pub enum View {
    Console,
    Window,
}

/// Where rolls come from.
#[derive(Copy, Clone, Eq, PartialEq, Debug, ValueEnum)]
pub enum DiceArg {
    Drawn,
    Typed,
}

impl From<DiceArg> for Dice {
    fn from(dice: DiceArg) -> Dice {
        match dice {
            DiceArg::Drawn => Dice::Drawn,
            DiceArg::Typed => Dice::Typed,
        }
    }
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// The command terminal of DAWN 11/15
    Dawn,
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
    /// Speak the engine protocol on standard input and output: for programs that run matches
    Engine(EngineArgs),
    /// Print a script that completes commands and options in a shell
    Completions(CompletionsArgs),
    /// Print the manual page
    Manual,
}

/// A game, its options and where it starts: the same for every command that opens one.
#[derive(Debug, Args)]
#[command(next_help_heading = "Game")]
pub struct GameArgs {
    #[arg(short, long, value_name = "ID", default_value = catalog::GAMES[0].id, help = game_help())]
    pub game: String,
    /// Board size, where the game has one, as in 7x7 [default: the game's own]
    #[arg(short, long, value_name = "ROWSxCOLS", allow_hyphen_values = true)]
    pub dim: Option<String>,
    /// Seats in turn order, NAME or NAME:MODE joined by commas. Modes: m (manual), r (random), a (AI), a1 to a10 (AI of that level), and
    /// settings of an AI as in 'X,O:a:time=2s;threads=2' (depth, nodes, time, threads) [default: the game's own names, all manual]
    #[arg(short, long, value_name = "LIST", allow_hyphen_values = true)]
    pub players: Option<String>,
    /// Number of obstacles to draw, where the game has them [default: 0]
    #[arg(short, long, value_name = "N", allow_hyphen_values = true)]
    pub obstacles: Option<String>,
    /// Draw the obstacles in one quarter of the board and mirror them into the others
    #[arg(long)]
    pub mirror: bool,
    /// Length of a winning line, where the game has one [default: the board's shorter side]
    #[arg(long, value_name = "K", allow_hyphen_values = true)]
    pub line: Option<String>,
    /// Set any option of the game; may be repeated
    #[arg(long = "set", value_name = "KEY=VALUE", allow_hyphen_values = true)]
    pub set: Vec<String>,
    /// Start from this position instead of the usual one
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub position: Option<String>,
    /// Makes everything random repeatable [default: another each time]
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub seed: Option<Seed>,
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

#[derive(Debug, Args)]
pub struct EngineArgs {
    /// Speak UAI, the Universal Ataxx Interface: 7x7, two seats
    #[arg(long, conflicts_with_all = ["game", "dim", "players", "obstacles", "mirror", "line", "set", "position", "seed"])]
    pub uai: bool,
    /// Wait for connections there instead, one at a time: 127.0.0.1:5001, say, or port 0 for any that is free
    #[arg(long, value_name = "ADDR")]
    pub listen: Option<String>,
    #[command(flatten)]
    pub game: GameArgs,
}

#[derive(Debug, Args)]
pub struct CompletionsArgs {
    /// The shell
    pub shell: clap_complete::Shell,
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
