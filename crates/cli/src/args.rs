//! The command line as it is typed. It is parsed here, and interpreted in `setup` and in the
//! commands.

mod contest;
mod learning;
mod thinking;
#[cfg(feature = "cluster")]
mod worker;

use std::ffi::OsString;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::parser::ValueSource;
use clap::{
    Arg, ArgAction, ArgMatches, Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum,
};
use ludoteca_core::{Language, text};
use ludoteca_engines::protocols;
use ludoteca_games::catalog;
use ludoteca_play::seeds::{Entropy, Seed};
use ludoteca_play::{Dice, players};
#[cfg(feature = "cluster")]
use ludoteca_server::ClusterName;
#[cfg(feature = "server")]
use ludoteca_server::LogForm;

pub use contest::{ContestArgs, MatchArgs, TournamentArgs};
pub use learning::{RecipeArgs, SelfplayArgs, TuneArgs};
pub use thinking::{AnalyseArgs, SearchArgs};
#[cfg(feature = "cluster")]
pub use worker::WorkerArgs;

/// Play, host and analyse eight board games. Without a command, this plays a game
#[derive(Debug, Parser)]
#[command(
    name = "ludoteca",
    version,
    override_usage = "ludoteca [GAME] [OPTIONS]\n       ludoteca <COMMAND>",
    after_help = EXAMPLES,
    disable_help_flag = true,
    disable_version_flag = true
)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Option<CliCommand>,
    #[command(flatten)]
    pub play: PlayArgs,
    /// Language: en, es, pt or de [default at a terminal: the system's]
    ///
    /// Output to a pipe or a file is English by default. The language is that of games, rules,
    /// searches and analyses. Commands, moves, records and JSON are the same in all languages, and
    /// help is English.
    #[arg(
        long,
        value_name = "CODE",
        value_parser = PossibleValuesParser::new(Language::ALL.map(Language::code)).map(language),
        global = true,
        hide_possible_values = true,
        help_heading = GENERAL,
        display_order = 1
    )]
    pub language: Option<Language>,
    /// Print help: -h in short, --help with explanations and examples
    #[arg(short, long, action = ArgAction::Help, global = true, help_heading = GENERAL, display_order = 2)]
    pub help: Option<bool>,
    /// Print the version
    #[arg(short = 'V', long, action = ArgAction::Version, help_heading = GENERAL, display_order = 3)]
    pub version: Option<bool>,
}

const GENERAL: &str = "General";

impl Cli {
    /// What to play or watch; `None` for the other commands.
    pub fn playing(&self) -> Option<&PlayArgs> {
        match &self.command {
            None => Some(&self.play),
            Some(CliCommand::Play(args)) => Some(args),
            Some(_) => None,
        }
    }

    fn playing_mut(&mut self) -> Option<&mut PlayArgs> {
        match &mut self.command {
            None => Some(&mut self.play),
            Some(CliCommand::Play(args)) => Some(args),
            Some(_) => None,
        }
    }
}

/// Reads the command line.
///
/// # Errors
/// Fails if it is wrong. A request for help is also an error, which contains the help.
pub fn read() -> Result<Cli, clap::Error> {
    let mut command = Cli::command();
    let mut matches = matches(&mut command, std::env::args_os().collect())?;
    // The other commands do not accept the options for playing. Clap could check that, but then
    // --language could not stand before a command.
    if let Some(name) = matches.subcommand_name() {
        let is_given = |arg: &&Arg| {
            let source = matches.value_source(arg.get_id().as_str());
            !arg.is_global_set() && source == Some(ValueSource::CommandLine)
        };
        let given = command.get_arguments().find(is_given).map(Arg::to_string);
        if let Some(arg) = given {
            let reason = format!("the subcommand '{name}' cannot be used with '{arg}'");
            return Err(command.error(ErrorKind::ArgumentConflict, reason));
        }
    }
    let program = Cli::from_arg_matches_mut(&mut matches);
    let mut program: Cli = program.map_err(|error| error.format(&mut command))?;
    let is_language_set = program.language.is_some();
    if let Some(args) = program.playing_mut() {
        args.is_language_set = is_language_set;
    }
    Ok(program)
}

/// What the words of the command line mean. Where a command is expected, a game can stand, too:
/// `ludoteca ataxx` is `ludoteca -g ataxx`.
fn matches(command: &mut clap::Command, words: Vec<OsString>) -> Result<ArgMatches, clap::Error> {
    let error = match command.try_get_matches_from_mut(&words) {
        Ok(matches) => return Ok(matches),
        Err(error) => error,
    };
    let Some(game) = named_game(&error) else { return Err(error) };
    // The same word can also be the value of an option, such as the name of a file.
    let mut reason = None;
    for at in (1..words.len()).filter(|at| words[*at] == *game.as_str()) {
        let mut words = words.clone();
        words.insert(at, "-g".into());
        match command.try_get_matches_from_mut(words) {
            Ok(matches) => return Ok(matches),
            Err(error) => reason = reason.or(Some(error)),
        }
    }
    Err(reason.unwrap_or(error))
}

/// The game that stands where a command is expected, in its one-line form.
fn named_game(error: &clap::Error) -> Option<String> {
    let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand) else {
        return None;
    };
    let id = word.split_whitespace().next()?;
    catalog::find(id).is_ok().then(|| word.clone())
}

const EXAMPLES: &str = "\
Examples:
  ludoteca                                           Connect-N, two people at one keyboard
  ludoteca ataxx -p X,O:a --auto                     Ataxx against the computer
  ludoteca ataxx -p X,O:a -v terminal                the same in full screen, with keys and mouse
  ludoteca -g cn -d 7x7 -p W:r,B:m                   Connect-N on 7x7, against random moves
  ludoteca -g owari -p 1:a3,2:a8 --record game.txt   watch two engines, and save the game
  ludoteca --replay game.txt                         watch it again, step by step
  ludoteca -v window -g dawn -p N:a,M                play in a window
  ludoteca --language de                             play in German
  ludoteca serve                                     play with friends in the browser
  ludoteca search -g owari --time 5s                 find the best move
  ludoteca analyse game.txt --svg game.svg           find the mistakes in a recorded game
  ludoteca match a5 a3 -g ataxx                      is level 5 stronger than level 3?
  ludoteca rules -g ataxx                            the rules of a game
  ludoteca games                                     all games, and their options
  ludoteca playthrough -g breakthrough --seed 7      watch a random game
  ludoteca playouts -g 'cn rows=15 cols=15 line=5' 10000
  ludoteca perft -g ataxx -d 5x5 -p W,B,R,Y 4        count the sequences of 1, 2, 3 and 4 moves
  ludoteca bench                                     measure the speed on your machine";

/// How to play a game, or which record to watch.
#[derive(Debug, Args)]
pub struct PlayArgs {
    /// Does the command line name a language? The option itself is global.
    #[arg(skip)]
    pub is_language_set: bool,
    #[command(flatten)]
    pub game: GameArgs,
    /// View: console (lines), terminal (full screen) or window
    ///
    /// The terminal view fills the screen. If input or output is not a terminal, the console is
    /// used instead.
    #[arg(short, long, value_name = "ID", value_enum, default_value_t = ViewArg::Console, hide_possible_values = true, help_heading = PLAYING)]
    pub view: ViewArg,
    /// Let engines and random players move without waiting for 'play'
    #[arg(long, help_heading = PLAYING)]
    pub auto: bool,
    /// Describe positions in words, for screen readers
    #[arg(long, help_heading = PLAYING)]
    pub plain: bool,
    /// Who rolls the die: drawn (the program) or typed (you) [default: drawn]
    #[arg(long, value_name = "ID", value_enum, hide_possible_values = true, help_heading = PLAYING)]
    pub dice: Option<DiceArg>,
    /// Save the game to this new file while it is played
    #[arg(long, value_name = "FILE", help_heading = PLAYING)]
    pub record: Option<PathBuf>,
    /// Play one game after the other, and count the wins
    #[arg(long, help_heading = PLAYING)]
    pub series: bool,
    /// Open a window for each player (with -v window)
    #[arg(short, long, help_heading = PLAYING)]
    pub multiviews: bool,
    /// Show moves at once, without animation (with -v window)
    #[arg(long, help_heading = PLAYING)]
    pub no_animation: bool,
    /// Continue the unfinished game in FILE, or the last one that was kept
    ///
    /// Without FILE, the last game that the console or the terminal view has kept is continued.
    /// With FILE, its further moves are added to that file.
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true, help_heading = PLAYING, conflicts_with_all = [
        "game", "dim", "players", "obstacles", "mirror", "line", "set", "position", "seed", "dice", "record", "replay",
    ])]
    pub resume: Option<Option<PathBuf>>,
    /// Watch a recorded game, step by step
    #[arg(long, value_name = "FILE", help_heading = WATCHING, conflicts_with_all = [
        "game", "dim", "players", "obstacles", "mirror", "line", "set", "position", "seed", "multiviews", "dice", "record",
    ])]
    pub replay: Option<PathBuf>,
    /// Show only the position after N steps (a window starts there)
    #[arg(long, value_name = "N", help_heading = WATCHING, conflicts_with_all = ["auto", "series"], allow_negative_numbers = true, value_parser = whole(0..=1_000_000_000))]
    pub to: Option<u64>,
    /// Choose a game of a file that has several [default: the last]
    #[arg(long, value_name = "N", help_heading = WATCHING, allow_negative_numbers = true, value_parser = whole(1..=1_000_000_000))]
    pub nth: Option<u64>,
}

const PLAYING: &str = "Playing";
const WATCHING: &str = "Watching";

/// The view of a game.
#[derive(Copy, Clone, Eq, PartialEq, Debug, ValueEnum)]
pub enum ViewArg {
    Console,
    Terminal,
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
    /// Play a game, at the terminal or in a window; this is the default
    Play(Box<PlayArgs>),
    /// Serve the page on which people play each other and our engines
    #[cfg(feature = "server")]
    Serve(Box<ServeArgs>),
    /// Move a server's games into a database or back, or check them
    #[cfg(feature = "cluster")]
    #[command(arg_required_else_help = false)]
    Database(DatabaseArgs),
    /// Show the servers that share a database, and the workers of their cluster
    ///
    /// One of --database and --nats is enough: the database knows the servers, and NATS the
    /// workers. The exit code is 0 if the database answers, whatever it says: NATS may be away, and
    /// duties may be overdue.
    #[cfg(feature = "cluster")]
    Cluster(ClusterArgs),
    /// Work for servers, tournaments and self-play on other machines
    #[cfg(feature = "cluster")]
    #[command(arg_required_else_help = false)]
    Worker(WorkerArgs),
    /// Find the best move of a position
    Search(SearchArgs),
    /// Find the mistakes in a recorded game
    ///
    /// Every move is evaluated: what was best, what was a mistake, and, in a game with a die, who
    /// was lucky.
    Analyse(AnalyseArgs),
    /// Play a match between two engines or programs, and tell which is stronger
    Match(Box<MatchArgs>),
    /// Play a tournament of several engines or programs
    Tournament(Box<TournamentArgs>),
    /// Play games of our search against itself, for training
    Selfplay(Box<SelfplayArgs>),
    /// Learn the weights or the network of an evaluation from such games
    Tune(Box<TuneArgs>),
    /// Show the rules of a game
    Rules(RulesArgs),
    /// List the games with their options
    Games(GamesArgs),
    /// Open the command terminal of DAWN 11/15
    Dawn,
    /// Check that the dice of a recorded game were fair
    ///
    /// It checks that the rolls follow from the seed, and that this is the seed to which the host
    /// had committed before the game.
    Verify(VerifyArgs),
    /// Show a random game, position by position
    Playthrough(PlaythroughArgs),
    /// Play many random games, and report their results, lengths and speed
    Playouts(PlayoutsArgs),
    /// Count the sequences of moves and rolls of each length (perft)
    Perft(PerftArgs),
    /// Measure the speed of every game and of its search
    Bench(BenchArgs),
    /// Play as an engine for other programs: speak the engine protocol
    Engine(EngineArgs),
    /// Let Breakthrough programs play each other over TCP
    Referee(RefereeArgs),
    /// Play Breakthrough as a client of a referee or server
    Client(ClientArgs),
    /// Check that a Breakthrough client follows its protocol
    CheckClient(CheckClientArgs),
    /// Check that an engine follows its protocol
    CheckEngine(CheckEngineArgs),
    /// Print a script that completes commands and options in a shell
    Completions(CompletionsArgs),
    /// Print the manual page
    Manual,
}

/// A game, its options and its start: the same arguments for every command that opens a game.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Game")]
pub struct GameArgs {
    #[arg(
        short,
        long,
        value_name = "ID",
        default_value = catalog::GAMES[0].id,
        help = game_help(),
        long_help = long_game_help(),
        display_order = 1
    )]
    pub game: String,
    #[command(flatten)]
    pub board: BoardArgs,
    /// The players, in turn order: NAME or NAME:MODE, joined by commas
    ///
    /// The modes are m (manual), r (random), a (AI), a1 to a10 (AI of that level), and an AI with
    /// settings, joined by semicolons: depth, nodes, time, threads, memory and algorithm. The level
    /// of a is 5. By default players have the game's own names, and all are manual. Example: -p
    /// 'Ann,Bob:a:time=2s;threads=2'
    #[arg(short, long, value_name = "LIST", allow_hyphen_values = true, display_order = 3)]
    pub players: Option<String>,
    /// Number of random obstacles, in games that have them [default: 0]
    #[arg(short, long, value_name = "N", allow_hyphen_values = true, display_order = 5)]
    pub obstacles: Option<String>,
    /// Mirror the random obstacles into all four quarters of the board
    ///
    /// The N obstacles of -o N are those in the top left quarter.
    #[arg(long, display_order = 6)]
    pub mirror: bool,
    /// Length of a winning line [default: the board's shorter side]
    #[arg(long, value_name = "K", allow_hyphen_values = true, display_order = 4)]
    pub line: Option<String>,
}

impl GameArgs {
    /// The arguments for a game that is named elsewhere, with this board.
    pub fn of(game: &str, board: &BoardArgs) -> GameArgs {
        GameArgs { game: game.to_owned(), board: board.clone(), ..GameArgs::default() }
    }
}

/// The board and its contents at the start: the arguments that do not depend on the game and the
/// players.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Game")]
pub struct BoardArgs {
    /// Board size, as in 7x7 [default: the game's own]
    #[arg(short, long, value_name = "ROWSxCOLS", allow_hyphen_values = true, display_order = 2)]
    pub dim: Option<String>,
    /// Set an option of the game; may be repeated
    ///
    /// `ludoteca games` lists the options of each game. Example: -g owari --set bowls=4 --set
    /// stones=3
    #[arg(long = "set", value_name = "KEY=VALUE", allow_hyphen_values = true, display_order = 7)]
    pub set: Vec<String>,
    /// Start from this position
    ///
    /// Each game has its own form, which the command 'position' shows during a game. Example: -g
    /// ttt --position 'xx1/oo1/3 x'
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true, display_order = 8)]
    pub position: Option<String>,
    /// Seed of all random numbers [default: different each time]
    ///
    /// Equal seeds give equal obstacles, rolls and random moves. A seed is a whole number, or 64
    /// hexadecimal digits. Example: --seed 7
    #[arg(long, value_name = "N", allow_hyphen_values = true, display_order = 9)]
    pub seed: Option<Seed>,
}

/// A referee for programs that connect over the network.
#[derive(Debug, Args)]
pub struct RefereeArgs {
    #[arg(help = protocol_help())]
    pub game: String,
    /// Address to listen on; port 0 takes a free one
    #[arg(long, value_name = "ADDR", default_value = ADDRESS)]
    pub listen: String,
    /// Number of games to play before exiting [default: no limit]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole(1..=1_000_000_000))]
    pub games: Option<u64>,
    /// Pairing: once (in order of arrival) or all (every client meets every other)
    ///
    /// With `once` each connection plays one game.
    #[arg(long, value_name = "ID", value_enum, default_value_t = RoundsArg::Once, hide_possible_values = true)]
    pub rounds: RoundsArg,
    /// With --rounds all, number of clients to wait for
    ///
    /// When all of them have met, their connections are closed.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole(2..=100_000))]
    pub clients: Option<u64>,
    /// Number of bad answers in a row that are forgiven
    #[arg(long, value_name = "N", default_value = "0", allow_negative_numbers = true, value_parser = whole(0..=1000))]
    pub retries: u64,
    /// Time for each move, as in 500ms, 10s or 1m, or none
    #[arg(long, value_name = "TIME", default_value = "10s", allow_hyphen_values = true, value_parser = limit)]
    pub move_time: TimeLimit,
    /// Time for all moves of a game, for each player, or none
    #[arg(long, value_name = "TIME", default_value = "none", allow_hyphen_values = true, value_parser = limit)]
    pub total_time: TimeLimit,
    /// Let one of our players take free seats: r (random), a or a1 to a10 (AI)
    ///
    /// An AI can have settings. Example: --house a:time=100ms
    #[arg(long, value_name = "PLAYER", allow_hyphen_values = true)]
    pub house: Option<String>,
    /// Save the record of every game in this folder
    #[arg(long, value_name = "DIR")]
    pub records: Option<PathBuf>,
    #[command(flatten)]
    pub board: BoardArgs,
}

/// The pairing of clients.
#[derive(Copy, Clone, Eq, PartialEq, Debug, ValueEnum)]
pub enum RoundsArg {
    Once,
    All,
}

/// A time, or none.
#[derive(Copy, Clone, Debug)]
pub struct TimeLimit(pub Option<Duration>);

/// The server of the page.
#[cfg(feature = "server")]
#[derive(Debug, Args)]
pub struct ServeArgs {
    /// Address for browsers and bots; port 0 takes a free one
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:8080")]
    pub listen: String,
    /// Folder for all games; it is created if it does not exist [default: ludoteca-data]
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// Database of PostgreSQL for all games, instead of a folder [env: LUDOTECA_DATABASE]
    ///
    /// Example: --database postgres://USER:PASSWORD@HOST/NAME. The variable keeps a password out of
    /// the list of processes; it does not matter if there is a --data or a --backup.
    #[cfg(feature = "cluster")]
    #[arg(long, value_name = "URL", conflicts_with_all = ["data", "backup"])]
    pub database: Option<String>,
    /// Name of this server in its database [default: the machine and the address]
    #[cfg(feature = "cluster")]
    #[arg(long, value_name = "NAME", conflicts_with = "data")]
    pub name: Option<String>,
    /// NATS, where servers with the same database tell each other what is new [env: LUDOTECA_NATS]
    ///
    /// Example: --nats nats://USER:PASSWORD@HOST:PORT, or tls://…, several separated by commas.
    /// Without it, servers look in the database for what others have written.
    #[cfg(feature = "cluster")]
    #[arg(long, value_name = "URL", conflicts_with_all = ["data", "backup"])]
    pub nats: Option<String>,
    /// Name of the cluster in NATS; all servers with the same database have the same
    #[cfg(feature = "cluster")]
    #[arg(long, value_name = "NAME", default_value_t = ClusterName::default(), conflicts_with = "data")]
    pub cluster: ClusterName,
    /// Name of this server as browsers call it; may be repeated
    ///
    /// With this option, requests under other names are refused. Example: --host play.example.org
    #[arg(long = "host", value_name = "NAME", value_parser = host_name)]
    pub hosts: Vec<String>,
    /// Take the addresses of clients from X-Forwarded-For, which a proxy sets
    #[arg(long)]
    pub behind_proxy: bool,
    /// Number of engines that may think at the same time [default: one less than there are cores]
    ///
    /// With --nats it may be 0: then engines think only at workers, and wait if there are none.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole(0..=1024))]
    pub thinkers: Option<u64>,
    /// Format of the log on standard error: text, json or none
    #[arg(long, value_name = "ID", value_enum, default_value_t = LogArg::Text, hide_possible_values = true)]
    pub log: LogArg,
    /// Address for programs that speak the engine protocol [default: none]
    ///
    /// They play at the same tables as people.
    #[arg(long, value_name = "ADDR")]
    pub engines: Option<String>,
    /// Address for clients of Breakthrough's protocol [default: none]
    ///
    /// They play at the same tables as people.
    #[arg(long, value_name = "ADDR")]
    pub breakthrough: Option<String>,
    /// Address for /metrics, /health and /alive [default: beside the page]
    ///
    /// With this option they are served nowhere else.
    #[arg(long, value_name = "ADDR")]
    pub metrics: Option<String>,
    /// How long an absent player may keep a game without a clock waiting
    ///
    /// After that time, the opponent can claim the game.
    #[arg(long, value_name = "TIME", default_value = "10m", allow_hyphen_values = true, value_parser = time)]
    pub claim_after: Duration,
    /// Break off a game without a clock after this many days without a move
    #[arg(long, value_name = "DAYS", default_value = "30", allow_negative_numbers = true, value_parser = whole(1..=36_500))]
    pub abandon_after: u64,
    /// Delete finished games, and players without games, after this many quiet days [default:
    /// never]
    #[arg(long, value_name = "DAYS", allow_negative_numbers = true, value_parser = whole(1..=36_500))]
    pub retain: Option<u64>,
    /// Number of open connections allowed for each address
    #[arg(long, help_heading = LIMITS, value_name = "N", default_value = "500", allow_negative_numbers = true, value_parser = whole(1..=1_000_000))]
    pub connections: u64,
    /// Number of requests a second allowed for each address
    ///
    /// Up to ten times as many may come at once.
    #[arg(long, help_heading = LIMITS, value_name = "N", default_value = "50", allow_negative_numbers = true, value_parser = whole(1..=1_000_000))]
    pub requests: u64,
    /// Number of unfinished tables allowed for each player
    #[arg(long, help_heading = LIMITS, value_name = "N", default_value = "100", allow_negative_numbers = true, value_parser = whole(1..=1_000_000))]
    pub tables: u64,
    /// Number of new players and tables an hour allowed for each address
    #[arg(long, help_heading = LIMITS, value_name = "N", default_value = "1000", allow_negative_numbers = true, value_parser = whole(1..=1_000_000_000))]
    pub newcomers: u64,
    /// Copy all data to a new file, and exit
    ///
    /// The server may be running meanwhile.
    #[arg(long, help_heading = MAINTENANCE, value_name = "FILE")]
    pub backup: Option<PathBuf>,
    /// Delete the player with this id, and exit
    ///
    /// The server of a folder must not be running; those of a database may be.
    #[arg(long, help_heading = MAINTENANCE, value_name = "ID", conflicts_with = "backup")]
    pub delete_player: Option<String>,
    /// Delete what --retain DAYS would delete, and exit
    ///
    /// The server of a folder must not be running; those of a database may be.
    #[arg(long, help_heading = MAINTENANCE, value_name = "DAYS", conflicts_with_all = ["backup", "delete_player"], allow_negative_numbers = true, value_parser = whole(0..=36_500))]
    pub prune: Option<u64>,
}

/// What is done with a database.
#[cfg(feature = "cluster")]
#[derive(Debug, Args)]
pub struct DatabaseArgs {
    #[command(subcommand)]
    pub action: DatabaseAction,
    /// Database of PostgreSQL [env: LUDOTECA_DATABASE]
    ///
    /// Example: --database postgres://USER:PASSWORD@HOST/NAME
    #[arg(long, value_name = "URL", global = true)]
    pub database: Option<String>,
}

/// The actions of `ludoteca database`.
#[cfg(feature = "cluster")]
#[derive(Debug, Subcommand)]
pub enum DatabaseAction {
    /// Bring the schema of the database up to date
    ///
    /// A server does the same when it starts.
    Migrate {
        /// Let servers write what only this version and newer ones can read
        ///
        /// Run this after all servers have been replaced by those of a new version. If an older one
        /// is still alive, it is named, and nothing changes.
        #[arg(long)]
        finish: bool,
    },
    /// Read every game, and say which ones are damaged
    Check,
    /// Copy everything from a server's folder into the database
    ///
    /// The server must not be running. Tables that the database has already stay as they are, so an
    /// import that was interrupted can be repeated.
    Import {
        /// Folder of a server
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
    /// Copy everything from the database into a new folder
    ///
    /// The server may be running meanwhile.
    Export {
        /// Folder that is created, or has no games yet
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
}

/// What is shown of the servers that share a database, and of the workers of their cluster.
#[cfg(feature = "cluster")]
#[derive(Debug, Args)]
pub struct ClusterArgs {
    /// Database of PostgreSQL, to see the servers [env: LUDOTECA_DATABASE]
    ///
    /// Example: --database postgres://USER:PASSWORD@HOST/NAME
    #[arg(long, value_name = "URL")]
    pub database: Option<String>,
    /// NATS of the cluster, to see workers and queues [env: LUDOTECA_NATS]
    ///
    /// Example: --nats nats://USER:PASSWORD@HOST:PORT
    #[arg(long, value_name = "URL")]
    pub nats: Option<String>,
    /// Name of the cluster in NATS
    #[arg(long, value_name = "NAME", default_value_t = ClusterName::default())]
    pub cluster: ClusterName,
    /// Write JSON: one object
    #[arg(long)]
    pub json: bool,
}

#[cfg(feature = "server")]
const LIMITS: &str = "Limits";
#[cfg(feature = "server")]
const MAINTENANCE: &str = "Maintenance";

/// The format of a log.
#[cfg(feature = "server")]
#[derive(Copy, Clone, Eq, PartialEq, Debug, ValueEnum)]
pub enum LogArg {
    Text,
    Json,
    None,
}

#[cfg(feature = "server")]
impl From<LogArg> for LogForm {
    fn from(form: LogArg) -> LogForm {
        match form {
            LogArg::Text => LogForm::Text,
            LogArg::Json => LogForm::Json,
            LogArg::None => LogForm::None,
        }
    }
}

/// A client of a referee or server.
#[derive(Debug, Args)]
pub struct ClientArgs {
    #[arg(help = protocol_help())]
    pub game: String,
    /// Address of the referee or server
    #[arg(long, value_name = "ADDR", default_value = ADDRESS)]
    pub connect: String,
    /// Who plays: m (you), r (random), a or a1 to a10 (AI), a:time=2s
    #[arg(long, value_name = "PLAYER", default_value = "a", allow_hyphen_values = true)]
    pub player: String,
    /// Number of clients to run at once; their speed is reported
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
    /// The command that starts the client; without it, wait for clients
    ///
    /// It is started five times. {host}, {port} and {address} in it are replaced. Example: ludoteca
    /// check-client breakthrough ./client --port {port}
    #[arg(value_name = "COMMAND", trailing_var_arg = true, allow_hyphen_values = true)]
    pub command: Vec<String>,
    /// Address for the client [default: 127.0.0.1:5000]
    ///
    /// If COMMAND contains {port} or {address}, the default is a free port.
    #[arg(long, value_name = "ADDR")]
    pub listen: Option<String>,
    /// Time for a move, and for connecting and hanging up, as in 10s
    #[arg(long, value_name = "TIME", default_value = "10s", allow_hyphen_values = true, value_parser = time)]
    pub move_time: Duration,
    #[command(flatten)]
    pub board: BoardArgs,
}

/// A check of an engine.
#[derive(Debug, Args)]
pub struct CheckEngineArgs {
    /// The command that starts the engine, once for each requirement
    #[arg(
        value_name = "COMMAND",
        required_unless_present = "connect",
        conflicts_with = "connect",
        trailing_var_arg = true,
        allow_hyphen_values = true
    )]
    pub command: Vec<String>,
    /// Connect to a listening engine instead, once for each requirement
    #[arg(long, value_name = "ADDR")]
    pub connect: Option<String>,
    /// The engine speaks UAI, the Universal Ataxx Interface (7x7, two players)
    #[arg(long, conflicts_with_all = ["uci", "game", "dim", "players", "line"])]
    pub uai: bool,
    /// The engine speaks UCI, and plays Breakthrough on 8x8 as a chess variant
    #[arg(long, conflicts_with_all = ["game", "dim", "players", "line"])]
    pub uci: bool,
    /// Time limit for starting, ending and immediate answers
    #[arg(long, value_name = "TIME", default_value = "10s", allow_hyphen_values = true, value_parser = time)]
    pub patience: Duration,
    /// How much later than its time limit a move may come
    #[arg(long, value_name = "TIME", default_value = "500ms", allow_hyphen_values = true, value_parser = time)]
    pub margin: Duration,
    /// Show all messages, not only those of broken requirements
    #[arg(long)]
    pub verbose: bool,
    /// Write JSON: one object for each requirement
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub game: GameArgs,
}

/// The default address where servers listen and clients connect.
pub const ADDRESS: &str = "127.0.0.1:5000";

#[derive(Debug, Args)]
pub struct GamesArgs {
    /// Write JSON: one object for each game
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct RulesArgs {
    #[arg(short, long, value_name = "ID", default_value = catalog::GAMES[0].id, help = game_help(), long_help = id_help())]
    pub game: String,
}

#[derive(Debug, Args)]
pub struct PerftArgs {
    /// Greatest length of the sequences, in plies
    #[arg(allow_negative_numbers = true, value_parser = whole(1..=1000))]
    pub depth: u64,
    /// Also show the count behind each first move
    #[arg(long)]
    pub divide: bool,
    /// Count the different ways to type a move, instead of different moves
    #[arg(long)]
    pub all_origins: bool,
    /// Count each skipped turn as a ply
    #[arg(long)]
    pub count_skips: bool,
    /// Number of threads
    #[arg(long, value_name = "N", default_value = "1", allow_negative_numbers = true, value_parser = whole(1..=1024))]
    pub threads: u64,
    /// Write JSON: one object for each length
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub game: GameArgs,
}

#[derive(Debug, Args)]
pub struct PlayoutsArgs {
    /// Number of games
    #[arg(value_name = "N", allow_negative_numbers = true, value_parser = whole(1..=1_000_000_000_000))]
    pub games: u64,
    /// Break off a game after this many plies
    #[arg(long, value_name = "N", default_value = "100000", allow_negative_numbers = true, value_parser = whole(1..=1_000_000_000))]
    pub max_plies: u64,
    /// Number of threads (the results do not depend on it)
    #[arg(long, value_name = "N", default_value = "1", allow_negative_numbers = true, value_parser = whole(1..=1024))]
    pub threads: u64,
    /// Write one JSON object
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub game: GameArgs,
}

#[derive(Debug, Args)]
pub struct PlaythroughArgs {
    /// Stop after this many plies
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
    /// Choose a game of a file that has several [default: all]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole(1..=1_000_000_000))]
    pub nth: Option<u64>,
    /// The commitment that you were shown when the game began
    ///
    /// The check fails if the record has another one.
    #[arg(long, value_name = "HEX")]
    pub commitment: Option<Entropy>,
    /// Your contribution to the dice; may be repeated
    ///
    /// The check fails if it is not in the record.
    #[arg(long, value_name = "HEX")]
    pub contribution: Vec<Entropy>,
    /// Write JSON: one object for each claim
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct BenchArgs {
    /// CPU seconds for each figure
    #[arg(long, value_name = "S", default_value = "0.5", allow_negative_numbers = true, value_parser = seconds)]
    pub seconds: f64,
    /// Write JSON: one object for each game
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct EngineArgs {
    /// Speak UAI, the Universal Ataxx Interface (7x7, two players)
    #[arg(long, conflicts_with_all = ["game", "dim", "players", "obstacles", "mirror", "line", "set", "position", "seed"])]
    pub uai: bool,
    /// Wait for connections on this address, instead of standard input
    ///
    /// Each connection has an engine of its own. Port 0 takes a free port. Example: --listen
    /// 127.0.0.1:5001
    #[arg(long, value_name = "ADDR")]
    pub listen: Option<String>,
    /// Connect to this address, instead of standard input
    ///
    /// In this way the engine can play at the tables of `ludoteca serve --engines ADDR`.
    #[arg(long, value_name = "ADDR", conflicts_with = "listen")]
    pub connect: Option<String>,
    /// With --listen, number of connections allowed at the same time
    #[arg(long, value_name = "N", default_value = "16", requires = "listen", allow_negative_numbers = true, value_parser = whole(1..=1000))]
    pub connections: u64,
    /// With --listen, hang up after this much silence, as in 10m, or none
    ///
    /// A client that waits for an answer is not disconnected.
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

/// The ids of all games, as `-g` takes them, with their titles.
fn id_help() -> String {
    let ids: Vec<String> =
        catalog::GAMES.iter().map(|info| format!("{} ({})", info.id, info.title)).collect();
    format!("The game: {}", ids.join(", "))
}

fn game_help() -> &'static str {
    "The game; `ludoteca games` lists all games"
}

fn long_game_help() -> String {
    format!(
        "{}\n\nIt can have options: -g 'owari bowls=4 stones=3' is short for -g owari --set bowls=4 --set stones=3",
        id_help()
    )
}

/// The games whose programs speak a protocol of their own.
fn protocol_help() -> String {
    let game = protocols::breakthrough::GAME;
    format!("The game: {game}, or with options, as in '{game} rows=8 cols=8'")
}

/// The language of a code that clap has checked.
fn language(code: String) -> Language {
    Language::from_tag(&code).expect("clap allows the codes of languages only")
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

/// Reads a whole number within a range. The error says what is allowed.
fn whole(range: RangeInclusive<u64>) -> impl Fn(&str) -> Result<u64, String> + Clone {
    move |text| {
        let number = text::number_from(text).and_then(|number| u64::try_from(number).ok());
        number.filter(|number| range.contains(number)).ok_or_else(|| {
            format!("allowed is a whole number from {} to {}", range.start(), range.end())
        })
    }
}
