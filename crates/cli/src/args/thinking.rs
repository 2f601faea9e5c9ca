//! The options of commands that think about positions.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use ludoteca_core::text;
use ludoteca_play::{Algorithm, Engine, PlayersError};

use super::{GameArgs, time, whole};

/// A search for the best move.
#[derive(Debug, Args)]
#[command(after_help = SEARCHES)]
pub struct SearchArgs {
    #[command(flatten)]
    pub game: GameArgs,
    #[command(flatten)]
    pub thinking: ThinkingArgs,
    /// Write JSON: one object for each depth, the last with the best move
    #[arg(long, help_heading = "Output")]
    pub json: bool,
}

const SEARCHES: &str = "\
Without a limit, the search goes on until the result is proved or you interrupt it with Ctrl-C.

Examples:
  ludoteca search -g ttt                               the value of the start
  ludoteca search -g breakthrough -d 8x8 --time 5s
  ludoteca search -g ataxx --position 'x5o/7/7/7/7/7/o5x x 0 1' --depth 6 --json";

/// An analysis of recorded games.
#[derive(Debug, Args)]
#[command(after_help = ANALYSES)]
pub struct AnalyseArgs {
    /// The record
    pub file: PathBuf,
    /// Write the record, with comments and values, to this file
    ///
    /// Without this option the record goes to standard output, and the summary to standard error.
    #[arg(short, long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Draw the value of the game as an SVG picture in this file
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Replace files that exist; with -o FILE this can be the record itself
    #[arg(long)]
    pub force: bool,
    /// Choose a game of a file that has several [default: all]
    ///
    /// The other games are written as they are.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole(1..=1_000_000_000))]
    pub nth: Option<u64>,
    /// Write JSON: one object for each step and one for each game
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub thinking: ThinkingArgs,
}

const ANALYSES: &str = "\
Without a limit, 100000 positions are searched for each step. That takes up to five seconds for
most games, and half a minute for Connect-N on 15x15. With --threads, several steps are searched
at the same time.

Examples:
  ludoteca analyse game.txt                            the record with marks and values
  ludoteca analyse game.txt -o marked.txt --svg game.svg
  ludoteca --replay marked.txt                         watch it with the comments";

/// The limits of the engine.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Thinking")]
pub struct ThinkingArgs {
    /// Time for a position, as in 500ms, 2s or 1m
    #[arg(long, value_name = "TIME", allow_hyphen_values = true, value_parser = time)]
    pub time: Option<Duration>,
    /// Search depth, in plies
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole(1..=200))]
    pub depth: Option<u64>,
    /// Number of positions to search
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole(1..=1_000_000_000_000))]
    pub nodes: Option<u64>,
    /// Think as hard as the AI of this level, from 1 to 10
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole(1..=10))]
    pub level: Option<u64>,
    /// Number of threads
    #[arg(long, value_name = "N", default_value = "1", allow_negative_numbers = true, value_parser = whole(1..=256))]
    pub threads: u64,
    /// Memory for searched positions, in MiB [default: 64]
    #[arg(long, value_name = "MIB", allow_negative_numbers = true, value_parser = whole(1..=65_536))]
    pub memory: Option<u64>,
    #[arg(long, value_name = "ID", value_parser = algorithm, help = ALGORITHM, long_help = algorithms())]
    pub algorithm: Option<Algorithm>,
}

impl ThinkingArgs {
    /// The engine with these settings.
    ///
    /// # Errors
    /// Fails if settings do not go together.
    pub fn engine(&self) -> Result<Engine, PlayersError> {
        let engine = Engine {
            level: self.level.map(|level| level as u8),
            depth: self.depth.map(|depth| depth as u32),
            nodes: self.nodes,
            time: self.time,
            threads: (self.threads > 1).then_some(self.threads as u32),
            memory: self.memory.map(|memory| memory as u32),
            algorithm: self.algorithm,
        };
        engine.check()?;
        Ok(engine)
    }

    /// Is there no limit for the search?
    pub fn is_unlimited(&self) -> bool {
        self.depth.is_none() && self.nodes.is_none() && self.time.is_none() && self.level.is_none()
    }
}

fn algorithm(text: &str) -> Result<Algorithm, String> {
    let known = Algorithm::NAMES.into_iter().find(|(name, _)| *name == text);
    let names = || text::listed(Algorithm::NAMES.map(|(name, _)| name));
    known.map(|(_, algorithm)| algorithm).ok_or_else(|| format!("allowed is one of {}", names()))
}

const ALGORITHM: &str = "Search algorithm, as in mcts [default: what suits the game]";

fn algorithms() -> String {
    let names = text::listed(Algorithm::NAMES.map(|(name, _)| name));
    format!("{ALGORITHM}\n\nThe algorithms are {names}.")
}
