//! What can be typed on the command line. Parsed here, given a meaning in `setup` and in the
//! commands.

mod contest;
mod thinking;

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use ludoteca_core::text;
use ludoteca_engines::protocols;
use ludoteca_games::catalog;
use ludoteca_play::seeds::{Entropy, Seed};
use ludoteca_play::{Dice, players};

pub use contest::{ContestArgs, MatchArgs, TournamentArgs};
pub use thinking::{AnalyseArgs, SearchArgs};

/// Ludoteca: eight board games. Without a command it plays one: with you, against you, or by itself
#[derive(Debug, Parser)]
#[command(name = "ludoteca", version, after_help = EXAMPLES, args_conflicts_with_subcommands = true)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Option<CliCommand>,
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
  ludoteca -v window -g dawn -p N:a,M                play in a window
  ludoteca games                                     what there is to play
  ludoteca rules -g ataxx                            how it is played
  ludoteca playthrough -g breakthrough --seed 7      watch a random game
  ludoteca perft -g ataxx -d 5x5 -p W,B,R,Y 4        count the sequences of 1, 2, 3 and 4 moves
  ludoteca playouts -g 'cn rows=15 cols=15 line=5' 10000
  ludoteca search -g owari --time 5s                 what is the best move, and what is it worth?
  ludoteca analyse game.txt --svg game.svg           which moves of a recorded game were mistakes?
  ludoteca match a5 a3 -g ataxx                      is level 5 stronger than level 3?
  ludoteca serve                                     play friends in the browser, by a link
  ludoteca bench                                     how fast all of this is here";

/// How to play, or what to watch.
#[derive(Debug, Args)]
pub struct PlayArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// How the game is shown: console (lines of text) or window (on the desktop)
    #[arg(short, long, value_name = "ID", value_enum, default_value_t = ViewArg::Console, hide_possible_values = true, help_heading = PLAYING)]
    pub view: ViewArg,
    /// One view for each seat; only with -v window
    #[arg(short, long, help_heading = PLAYING)]
    pub multiviews: bool,
    /// Show moves at once, not on their way; only with -v window
    #[arg(long, help_heading = PLAYING)]
    pub no_animation: bool,
    /// Let random and AI players move without being asked to by 'play'
    #[arg(long, help_heading = PLAYING)]
    pub auto: bool,
    /// Where rolls come from, in a game with a die: drawn (by the program) or typed (by you)
    /// [default: drawn]
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
    /// Show the position after N steps of it, and no more; a window begins there
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
pub enum ViewArg {
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
pub enum CliCommand {
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
    /// Search one position for the best move
    Search(SearchArgs),
    /// Look through a recorded game, move by move: what was best, what was a mistake, and who was
    /// lucky
    Analyse(AnalyseArgs),
    /// Check the dice of a recorded game: was the seed committed to, and do the rolls follow from
    /// it?
    Verify(VerifyArgs),
    /// Measure the speed of every game and of its search
    Bench(BenchArgs),
    /// Speak the engine protocol on standard input and output: for programs that run matches
    Engine(EngineArgs),
    /// Play a match between two players, ours or programs, and tell who is stronger
    Match(Box<MatchArgs>),
    /// Play a tournament of many players
    Tournament(Box<TournamentArgs>),
    /// Let programs play each other over the network, and see to the rules
    Referee(RefereeArgs),
    /// Serve the page: play friends by a link, the engine, or let programs play
    #[cfg(feature = "server")]
    Serve(Box<ServeArgs>),
    /// Play as a client of a server
    Client(ClientArgs),
    /// Check whether a client keeps the duties of its protocol
    CheckClient(CheckClientArgs),
    /// Check whether a program keeps the duties of the engine protocol
    CheckEngine(CheckEngineArgs),
    /// Print a script that completes commands and options in a shell
    Completions(CompletionsArgs),
    /// Print the manual page
    Manual,
}

/// A game, its options and where it starts: the same for every command that opens one.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Game")]
pub struct GameArgs {
    #[arg(short, long, value_name = "ID", default_value = catalog::GAMES[0].id, help = game_help())]
    pub game: String,
    #[command(flatten)]
    pub board: BoardArgs,
    /// Seats in turn order, NAME or NAME:MODE joined by commas. Modes: m (manual), r (random), a
    /// (AI), a1 to a10 (AI of that level; a is a5), and settings of an AI as in
    /// 'X,O:a:time=2s;threads=2' (depth, nodes, time, threads, memory, algorithm=mcts) [default:
    /// the game's own names, all manual]
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
}

impl GameArgs {
    /// A game that is named elsewhere, on such a board.
    pub fn of(game: &str, board: &BoardArgs) -> GameArgs {
        GameArgs { game: game.to_owned(), board: board.clone(), ..GameArgs::default() }
    }
}

/// The board and what is on it at the start, whatever the game and whoever plays.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Game")]
pub struct BoardArgs {
    /// Board size, where the game has one, as in 7x7 [default: the game's own]
    #[arg(short, long, value_name = "ROWSxCOLS", allow_hyphen_values = true)]
    pub dim: Option<String>,
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

/// A referee for programs that come over the network.
#[derive(Debug, Args)]
pub struct RefereeArgs {
    #[arg(help = protocol_help())]
    pub game: String,
    /// Where clients connect; port 0 takes one that is free
    #[arg(long, value_name = "ADDR", default_value = ADDRESS)]
    pub listen: String,
    /// Play so many games, and end [default: without end]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole(1..=1_000_000_000))]
    pub games: Option<u64>,
    /// Who plays whom: once (pairs in the order of arrival, one game a connection) or all (every
    /// client meets every other)
    #[arg(long, value_name = "ID", value_enum, default_value_t = RoundsArg::Once, hide_possible_values = true)]
    pub rounds: RoundsArg,
    /// With --rounds all, begin when so many clients are there, and close their connections when
    /// all have met
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole(2..=100_000))]
    pub clients: Option<u64>,
    /// Send the board again, up to N times for a move, before a bad answer loses
    #[arg(long, value_name = "N", default_value = "0", allow_negative_numbers = true, value_parser = whole(0..=1000))]
    pub retries: u64,
    /// Time for a move, as in 500ms, 10s or 1m, or none
    #[arg(long, value_name = "TIME", default_value = "10s", allow_hyphen_values = true, value_parser = limit)]
    pub move_time: TimeLimit,
    /// Time for all moves of a game together, for each seat
    #[arg(long, value_name = "TIME", default_value = "none", allow_hyphen_values = true, value_parser = limit)]
    pub total_time: TimeLimit,
    /// Let one of ours play where a seat is free: r (random), a (AI), a1 to a10, a:time=100ms
    #[arg(long, value_name = "PLAYER", allow_hyphen_values = true)]
    pub house: Option<String>,
    /// Keep the record of every game in this folder, a file each
    #[arg(long, value_name = "DIR")]
    pub records: Option<PathBuf>,
    #[command(flatten)]
    pub board: BoardArgs,
}

/// Who plays whom.
#[derive(Copy, Clone, Eq, PartialEq, Debug, ValueEnum)]
pub enum RoundsArg {
    Once,
    All,
}

/// A time, or none.
#[derive(Copy, Clone, Debug)]
pub struct TimeLimit(pub Option<Duration>);

/// The page and everything behind it.
#[cfg(feature = "server")]
#[derive(Debug, Args)]
pub struct ServeArgs {
    /// Where browsers and bots connect; port 0 takes one that is free
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:8080")]
    pub listen: String,
    /// The folder of the file that keeps everything; it is made where there is none
    #[arg(long, value_name = "DIR", default_value = "ludoteca-data")]
    pub data: PathBuf,
    /// Where clients of Breakthrough's protocol connect, to play at the same tables [default:
    /// nowhere]
    #[arg(long, value_name = "ADDR")]
    pub breakthrough: Option<String>,
    /// Where programs connect that speak the engine protocol, to play at the same tables [default:
    /// nowhere]
    #[arg(long, value_name = "ADDR")]
    pub engines: Option<String>,
    /// Where /metrics and /health are served, and then nowhere else [default: beside the page]
    #[arg(long, value_name = "ADDR")]
    pub metrics: Option<String>,
    /// A name of this server, as browsers call it; may be repeated. With one, requests under other
    /// names are refused
    #[arg(long = "host", value_name = "NAME", value_parser = host_name)]
    pub hosts: Vec<String>,
    /// Copy the file of a server, which may be running, to a new file, and end
    #[arg(long, value_name = "FILE")]
    pub backup: Option<PathBuf>,
    /// Forget the player with this id, in the folder of a server that does not run, and end
    #[arg(long, value_name = "ID", conflicts_with = "backup")]
    pub delete_player: Option<String>,
    /// Delete what --retain would delete, in the folder of a server that does not run, and end
    #[arg(long, value_name = "DAYS", conflicts_with_all = ["backup", "delete_player"], allow_negative_numbers = true, value_parser = whole(0..=36_500))]
    pub prune: Option<u64>,
    /// Delete games that are over and players who have no game left, once nothing has happened for
    /// so many days [default: never]
    #[arg(long, value_name = "DAYS", allow_negative_numbers = true, value_parser = whole(1..=36_500))]
    pub retain: Option<u64>,
    /// Break off a game without a clock that nobody has touched for so many days
    #[arg(long, value_name = "DAYS", default_value = "30", allow_negative_numbers = true, value_parser = whole(1..=36_500))]
    pub abandon_after: u64,
    /// What is logged to standard error looks like: text, json (a line each), or none
    #[arg(long, value_name = "ID", value_enum, default_value_t = LogArg::Text, hide_possible_values = true)]
    pub log: LogArg,
    /// A proxy stands before this, and says in X-Forwarded-For who calls
    #[arg(long)]
    pub behind_proxy: bool,
    /// So many engines think at once [default: one less than there are cores]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole(1..=1024))]
    pub thinkers: Option<u64>,
    /// A game without a clock can be claimed from who is to move and has been away for so long
    #[arg(long, value_name = "TIME", default_value = "10m", allow_hyphen_values = true, value_parser = time)]
    pub claim_after: Duration,
    /// Connections that stay open, for each address
    #[arg(long, value_name = "N", default_value = "500", allow_negative_numbers = true, value_parser = whole(1..=1_000_000))]
    pub connections: u64,
    /// Requests a second, for each address; ten times as many at once
    #[arg(long, value_name = "N", default_value = "50", allow_negative_numbers = true, value_parser = whole(1..=1_000_000))]
    pub requests: u64,
    /// Tables of one player that are not over
    #[arg(long, value_name = "N", default_value = "100", allow_negative_numbers = true, value_parser = whole(1..=1_000_000))]
    pub tables: u64,
    /// New players and tables an hour, for each address
    #[arg(long, value_name = "N", default_value = "1000", allow_negative_numbers = true, value_parser = whole(1..=1_000_000_000))]
    pub newcomers: u64,
}

/// What a log looks like.
#[cfg(feature = "server")]
#[derive(Copy, Clone, Eq, PartialEq, Debug, ValueEnum)]
pub enum LogArg {
    Text,
    Json,
    None,
}

/// A client of a server.
#[derive(Debug, Args)]
pub struct ClientArgs {
    #[arg(help = protocol_help())]
    pub game: String,
    /// Where the server listens
    #[arg(long, value_name = "ADDR", default_value = ADDRESS)]
    pub connect: String,
    /// Who plays: m (you), r (random), a (AI), a1 to a10 (AI of that level), a:time=2s
    #[arg(long, value_name = "PLAYER", default_value = "a", allow_hyphen_values = true)]
    pub player: String,
    /// Connect so many clients, each playing on its own, and report the speed
    #[arg(long, value_name = "N", default_value = "1", allow_negative_numbers = true, value_parser = whole(1..=100_000))]
    pub copies: u64,
    #[command(flatten)]
    pub board: BoardArgs,
}

/// A check of a client.
#[derive(Debug, Args)]
pub struct CheckClientArgs {
    #[arg(help = protocol_help())]
    pub game: String,
    /// The program that is checked, with its arguments; {host}, {port} and {address} in it are
    /// replaced. It is started five times. Without it, clients are waited for
    #[arg(value_name = "COMMAND", trailing_var_arg = true, allow_hyphen_values = true)]
    pub command: Vec<String>,
    /// Where the client connects [default: 127.0.0.1:5000, or a free port where COMMAND is told]
    #[arg(long, value_name = "ADDR")]
    pub listen: Option<String>,
    /// Time for a move, and to connect and to hang up, as in 500ms, 10s or 1m
    #[arg(long, value_name = "TIME", default_value = "10s", allow_hyphen_values = true, value_parser = time)]
    pub move_time: Duration,
    #[command(flatten)]
    pub board: BoardArgs,
}

/// A check of an engine.
#[derive(Debug, Args)]
pub struct CheckEngineArgs {
    /// The program that is checked, with its arguments. It is started anew for each duty
    #[arg(
        value_name = "COMMAND",
        required_unless_present = "connect",
        conflicts_with = "connect",
        trailing_var_arg = true,
        allow_hyphen_values = true
    )]
    pub command: Vec<String>,
    /// Connect to it instead, anew for each duty
    #[arg(long, value_name = "ADDR")]
    pub connect: Option<String>,
    /// It speaks UAI, the Universal Ataxx Interface: 7x7, two seats
    #[arg(long, conflicts_with_all = ["uci", "game", "dim", "players", "line"])]
    pub uai: bool,
    /// It speaks UCI, and plays Breakthrough on 8x8 as a variant of chess
    #[arg(long, conflicts_with_all = ["game", "dim", "players", "line"])]
    pub uci: bool,
    /// Time to start, to end, and for answers that are due at once
    #[arg(long, value_name = "TIME", default_value = "10s", allow_hyphen_values = true, value_parser = time)]
    pub patience: Duration,
    /// How much later than allowed a move may come
    #[arg(long, value_name = "TIME", default_value = "500ms", allow_hyphen_values = true, value_parser = time)]
    pub margin: Duration,
    /// Print all that was said, not only where a duty was broken
    #[arg(long)]
    pub verbose: bool,
    /// One JSON object a duty
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub game: GameArgs,
}

/// Where servers listen and clients connect, unless something else is said.
pub const ADDRESS: &str = "127.0.0.1:5000";

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

/// A check of the dice in recorded games.
#[derive(Debug, Args)]
pub struct VerifyArgs {
    /// The record
    pub file: PathBuf,
    /// Look at one game of a file that holds several [default: all]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole(1..=1_000_000_000))]
    pub nth: Option<u64>,
    /// The commitment that you were shown when the game began: the record must have the same
    #[arg(long, value_name = "HEX")]
    pub commitment: Option<Entropy>,
    /// What you contributed to the dice: it must be in the record; may be given several times
    #[arg(long, value_name = "HEX")]
    pub contribution: Vec<Entropy>,
    /// One JSON object a fact
    #[arg(long)]
    pub json: bool,
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
    /// Wait for connections there instead: 127.0.0.1:5001, say, or port 0 for any that is free.
    /// Each has an engine of its own
    #[arg(long, value_name = "ADDR")]
    pub listen: Option<String>,
    /// Connect there instead, to play at the tables of a server: where `ludoteca serve --engines`
    /// listens
    #[arg(long, value_name = "ADDR", conflicts_with = "listen")]
    pub connect: Option<String>,
    /// With --listen, serve so many connections at once; further ones are turned away
    #[arg(long, value_name = "N", default_value = "16", requires = "listen", allow_negative_numbers = true, value_parser = whole(1..=1000))]
    pub connections: u64,
    /// With --listen, hang up on who says nothing for so long, as in 30s or 10m, or none; not while
    /// they are owed an answer
    #[arg(long, value_name = "TIME", default_value = "10m", requires = "listen", allow_hyphen_values = true, value_parser = limit)]
    pub idle: TimeLimit,
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
    let ids: Vec<String> =
        catalog::GAMES.iter().map(|info| format!("{} ({})", info.id, info.title)).collect();
    format!("The game: {}", ids.join(", "))
}

fn game_help() -> String {
    format!("{}; or its one-line form with options, 'ID KEY=VALUE …'", id_help())
}

/// The games whose programs speak a protocol of their own.
fn protocol_help() -> String {
    format!("The game, with its options if need be: {}", protocols::breakthrough::GAME)
}

fn limit(text: &str) -> Result<TimeLimit, String> {
    if text == "none" {
        return Ok(TimeLimit(None));
    }
    let time = players::read_time(text).map(|time| TimeLimit(Some(time)));
    time.ok_or_else(|| {
        "allowed is a time as in 500ms, 2s, 1.5s or 1m, up to a day, or none".to_owned()
    })
}

fn time(text: &str) -> Result<Duration, String> {
    players::read_time(text)
        .ok_or_else(|| "allowed is a time as in 500ms, 2s, 1.5s or 1m, up to a day".to_owned())
}

#[cfg(feature = "server")]
fn host_name(text: &str) -> Result<String, String> {
    let is_name =
        !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || "-._".contains(c));
    let name = is_name.then(|| text.to_owned());
    name.ok_or_else(|| "allowed is a name as in play.example.org, without a port".to_owned())
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.01..=3600.0).contains(seconds));
    seconds.ok_or_else(|| "allowed is a number from 0.01 to 3600".to_owned())
}

/// Reads a whole number within a range, and says what is allowed where it is not.
fn whole(range: RangeInclusive<u64>) -> impl Fn(&str) -> Result<u64, String> + Clone {
    move |text| {
        let number = text::number_from(text).and_then(|number| u64::try_from(number).ok());
        number.filter(|number| range.contains(number)).ok_or_else(|| {
            format!("allowed is a whole number from {} to {}", range.start(), range.end())
        })
    }
}
