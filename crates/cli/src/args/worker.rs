//! The options of `ludoteca worker`.

use std::path::PathBuf;

use clap::Args;
use ludoteca_fleet::job::WorkKind;
use ludoteca_fleet::nats::ClusterName;

use super::{LogArg, whole};

/// A worker: engine moves, analyses, games and self-play for others.
#[derive(Debug, Args)]
#[command(after_help = WORKERS)]
pub struct WorkerArgs {
    /// NATS, where jobs wait for workers [env: LUDOTECA_NATS]
    ///
    /// Several addresses are separated by commas. The variable keeps a password out of the list of
    /// processes.
    #[arg(long, value_name = "URL")]
    pub nats: Option<String>,
    /// Name of the cluster in NATS; servers, tournaments and workers have the same
    #[arg(long, value_name = "NAME", default_value_t = ClusterName::default())]
    pub cluster: ClusterName,
    /// Number of jobs at the same time [default: the number of cores]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole(1..=1024))]
    pub cores: Option<u64>,
    /// What to do: some of moves, analyses, games and selfplay, separated by commas [default: all]
    #[arg(long = "for", value_name = "LIST", value_delimiter = ',')]
    pub kinds: Vec<WorkKind>,
    /// File with the programs that games may run here, one a line: NAME = COMMAND
    #[arg(long, value_name = "FILE")]
    pub programs: Option<PathBuf>,
    /// Name of this worker [default: the machine]
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    /// Format of the log on standard error: text, json or none
    #[arg(long, value_name = "ID", value_enum, default_value_t = LogArg::Text, hide_possible_values = true)]
    pub log: LogArg,
}

const WORKERS: &str = "\
A worker runs until it is stopped. At Ctrl-C or SIGTERM it finishes moves, and hands the rest back.

Examples:
  ludoteca worker --nats nats://worker:PASSWORD@nats.example.org:4222
  ludoteca worker --nats tls://worker:PASSWORD@nats.example.org --cores 4 --for games,selfplay
  LUDOTECA_NATS=nats://… ludoteca worker --programs programs.txt";
