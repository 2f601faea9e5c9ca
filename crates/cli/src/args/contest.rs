//! The options of matches and tournaments.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use ludoteca_arena::contest::Threshold;
use ludoteca_arena::tournament::Format;
use ludoteca_core::text;
#[cfg(feature = "cluster")]
use ludoteca_fleet::nats::ClusterName;
use ludoteca_play::players;

use super::{GameArgs, time, whole};

/// A match of two.
#[derive(Debug, Args)]
#[command(mut_arg("players", |arg| arg.hide(true)), after_help = MATCHES)]
pub struct MatchArgs {
    /// The two players
    ///
    /// A player is r (random), a, a1 to a10 or a:time=100ms;threads=2 (our AI), cmd:COMMAND (a
    /// program) or tcp:HOST:PORT (a program that listens), with a name before it if you like.
    /// Example: ludoteca match a5 new=cmd:./engine
    #[arg(value_name = "PLAYER", num_args = 2, required_unless_present = "resume")]
    pub entrants: Vec<String>,
    /// Number of pairs of games [default: 50, or until --sprt decides]
    ///
    /// The two games of a pair have the same opening, with seats swapped.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole(1..=MOST_PAIRS))]
    pub pairs: Option<u64>,
    /// Stop as soon as a test (SPRT) has decided which player is stronger
    ///
    /// The test decides whether the first player is stronger by elo1 or only by elo0. Example:
    /// --sprt elo0=0 elo1=5 alpha=0.05 beta=0.05 model=logistic
    #[arg(long, value_name = "KEY=VALUE", num_args = 1.., conflicts_with = "resume")]
    pub sprt: Vec<String>,
    #[command(flatten)]
    pub contest: ContestArgs,
}

impl MatchArgs {
    /// The greatest number of pairs.
    pub fn pairs(&self) -> u64 {
        let usual = if self.sprt.is_empty() { 50 } else { MOST_PAIRS };
        self.pairs.unwrap_or(usual)
    }
}

const MOST_PAIRS: u64 = 5_000_000;

const MATCHES: &str = "\
Programs speak the engine protocol (docs/protocol.md). cmd+uai: is for Ataxx engines,
cmd+uci: for UCI engines that know variants; 'cmd+uci;Hash=16:COMMAND' sets options of a program.

Examples:
  ludoteca match a5 a3 -g ataxx                          two of our levels, 100 games
  ludoteca match new=cmd:./new old=cmd:./old -g owari --clock 5s+50ms --sprt elo0=0 elo1=5
  ludoteca match a cmd+uci:fairy-stockfish -g breakthrough -d 8x8 --move-time 100ms --out bt
  ludoteca match --resume bt                             continue after an interruption";

/// A tournament of many.
#[derive(Debug, Args)]
#[command(mut_arg("players", |arg| arg.hide(true)), after_help = TOURNAMENTS)]
pub struct TournamentArgs {
    /// The players, as in a match
    ///
    /// Example: ludoteca tournament a5 r cmd:./engine name=tcp:HOST:PORT
    #[arg(value_name = "PLAYER", num_args = 2.., required_unless_present = "resume")]
    pub entrants: Vec<String>,
    /// Pairing: round-robin, gauntlet (the first meets all others) or swiss
    #[arg(long, value_name = "ID", value_enum, default_value_t = FormatArg::RoundRobin, hide_possible_values = true, conflicts_with = "resume")]
    pub format: FormatArg,
    /// Number of rounds [default: 1; with swiss, enough to find a winner]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole(1..=100_000), conflicts_with = "resume")]
    pub rounds: Option<u64>,
    /// Number of openings for each meeting, played once from every seat
    #[arg(long, value_name = "N", default_value = "1", allow_negative_numbers = true, value_parser = whole(1..=100_000))]
    pub pairs: u64,
    #[command(flatten)]
    pub contest: ContestArgs,
}

const TOURNAMENTS: &str = "\
Examples:
  ludoteca tournament a1 a3 a5 a7 r -g breakthrough --out cup      cross table, records, report
  ludoteca tournament a r a3 a5 -g 'ataxx rows=5 cols=5 seats=4'   four at a table
  ludoteca tournament new=cmd:./new a1 a2 a3 --format gauntlet --rounds 10
  ludoteca tournament --resume cup                                 continue after an interruption";

/// The format of a tournament.
#[derive(Copy, Clone, Eq, PartialEq, Debug, ValueEnum)]
pub enum FormatArg {
    RoundRobin,
    Gauntlet,
    Swiss,
}

impl From<FormatArg> for Format {
    fn from(format: FormatArg) -> Format {
        match format {
            FormatArg::RoundRobin => Format::RoundRobin,
            FormatArg::Gauntlet => Format::Gauntlet,
            FormatArg::Swiss => Format::Swiss,
        }
    }
}

/// The options that matches and tournaments share.
#[derive(Debug, Args)]
pub struct ContestArgs {
    /// Number of games that are played at the same time
    #[arg(long, value_name = "N", default_value = "1", allow_negative_numbers = true, value_parser = whole(1..=1024))]
    pub concurrency: u64,
    /// Play the games on workers, which have this NATS
    ///
    /// Workers are started with ludoteca worker, on any machine. A program takes part as cmd:NAME,
    /// by its name in the workers' own lists. An empty address, --workers "", takes that of the
    /// variable LUDOTECA_NATS, which keeps a password out of the list of processes.
    /// Example: --workers nats://USER:PASSWORD@HOST:PORT
    #[cfg(feature = "cluster")]
    #[arg(long, value_name = "URL", conflicts_with = "concurrency")]
    pub workers: Option<String>,
    /// Name of the cluster in NATS, as the workers have it
    #[cfg(feature = "cluster")]
    #[arg(long, value_name = "NAME", default_value_t = ClusterName::default(), requires = "workers")]
    pub cluster: ClusterName,
    /// Save settings, games, records and a report in this new folder
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Continue the match or tournament in this folder, with its settings
    #[arg(long, value_name = "DIR", conflicts_with_all = [
        "entrants", "pairs", "out", "move_time", "clock", "nodes", "depth", "margin", "patience",
        "opening_steps", "openings", "max_steps", "no_progress", "resign", "agree_win", "agree_draw",
        "game", "dim", "players", "obstacles", "mirror", "line", "set", "position", "seed",
    ])]
    pub resume: Option<PathBuf>,
    /// Write JSON: one object for each game, and one for the result
    #[arg(long)]
    pub json: bool,

    /// Time for each move, as in 100ms or 2s [default with programs: 1s]
    ///
    /// The default applies only if programs have no other limit.
    #[arg(long, value_name = "TIME", help_heading = THINKING, allow_hyphen_values = true, value_parser = time)]
    pub move_time: Option<Duration>,
    /// Time for a whole game, and the increment after each move, as in 10s+100ms
    #[arg(long, value_name = "BASE+INC", help_heading = THINKING, allow_hyphen_values = true, value_parser = clock)]
    pub clock: Option<ClockArg>,
    /// Number of positions to search for each move
    #[arg(long, value_name = "N", help_heading = THINKING, allow_negative_numbers = true, value_parser = whole(1..=1_000_000_000_000))]
    pub nodes: Option<u64>,
    /// Search depth, in plies
    #[arg(long, value_name = "N", help_heading = THINKING, allow_negative_numbers = true, value_parser = whole(1..=200))]
    pub depth: Option<u64>,
    /// How much later than its time limit a move may come
    #[arg(long, value_name = "TIME", default_value = "50ms", help_heading = THINKING, allow_hyphen_values = true, value_parser = time_or_none)]
    pub margin: Duration,
    /// Time limit for starting up, greeting and unclocked moves
    #[arg(long, value_name = "TIME", default_value = "1m", help_heading = THINKING, allow_hyphen_values = true, value_parser = time)]
    pub patience: Duration,

    /// Random steps in each opening [default: 4, or 0 with --openings]
    #[arg(long, value_name = "N", help_heading = OPENINGS, allow_negative_numbers = true, value_parser = whole(0..=1000))]
    pub opening_steps: Option<u64>,
    /// File of positions to begin from, one on each line
    ///
    /// They are used in turn. Empty lines and text after # are ignored.
    #[arg(long, value_name = "FILE", help_heading = OPENINGS, conflicts_with = "position")]
    pub openings: Option<PathBuf>,

    /// Declare a draw after this many steps
    #[arg(long, value_name = "N", help_heading = DECIDING, allow_negative_numbers = true, value_parser = whole(1..=1_000_000_000))]
    pub max_steps: Option<u64>,
    /// Declare a draw after this many steps without a gain or loss of pieces
    #[arg(long, value_name = "N", help_heading = DECIDING, allow_negative_numbers = true, value_parser = whole(1..=1_000_000_000))]
    pub no_progress: Option<u64>,
    /// End a game that a player considers lost, as in 500:3
    ///
    /// With 500:3, a player loses if it sees itself 500 hundredths or more behind in 3 of its moves
    /// in a row.
    #[arg(long, value_name = "SCORE:MOVES", help_heading = DECIDING, allow_hyphen_values = true, value_parser = threshold)]
    pub resign: Option<Threshold>,
    /// End a game when both players see the same winner, as in 500:3
    ///
    /// With 500:3, both must see a lead of 500 hundredths or more in 3 of their moves in a row.
    #[arg(long, value_name = "SCORE:MOVES", help_heading = DECIDING, allow_hyphen_values = true, value_parser = threshold)]
    pub agree_win: Option<Threshold>,
    /// End a game that both players consider a draw, as in 10:8
    ///
    /// With 10:8, both must see a lead of at most 10 hundredths in 8 of their moves in a row.
    #[arg(long, value_name = "SCORE:MOVES", help_heading = DECIDING, allow_hyphen_values = true, value_parser = threshold)]
    pub agree_draw: Option<Threshold>,

    #[command(flatten)]
    pub game: GameArgs,
}

const THINKING: &str = "Thinking";
const OPENINGS: &str = "Openings";
const DECIDING: &str = "Deciding games early";

/// A clock for a game: the initial time, and the increment after each move.
#[derive(Copy, Clone, Debug)]
pub struct ClockArg(pub Duration, pub Duration);

fn clock(text: &str) -> Result<ClockArg, String> {
    let (base, increment) =
        text.split_once('+').map_or((text, None), |(base, increment)| (base, Some(increment)));
    let increment = increment.map_or(Some(Duration::ZERO), read_time_or_none);
    let clock =
        players::read_time(base).zip(increment).map(|(base, increment)| ClockArg(base, increment));
    clock.ok_or_else(|| "allowed are two times as in 10s+100ms, or one as in 1m".to_owned())
}

fn time_or_none(text: &str) -> Result<Duration, String> {
    read_time_or_none(text).ok_or_else(|| {
        "allowed is a time as in 500ms, 2s, 1.5s or 1m, up to a day, or 0s".to_owned()
    })
}

fn read_time_or_none(text: &str) -> Option<Duration> {
    if ["0", "0s", "0ms"].contains(&text) { Some(Duration::ZERO) } else { players::read_time(text) }
}

fn threshold(text: &str) -> Result<Threshold, String> {
    let number = |text: &str, least: u32| {
        let number = text::number_from(text).and_then(|number| u32::try_from(number).ok());
        number.filter(|number| (least..=1_000_000_000).contains(number))
    };
    let read = || {
        let (score, moves) = text.split_once(':')?;
        Some(Threshold { score: number(score, 0)?, moves: number(moves, 1)? })
    };
    read().ok_or_else(|| {
        "allowed are hundredths and moves as in 500:3, whole numbers up to 1000000000".to_owned()
    })
}
