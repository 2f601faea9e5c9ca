//! `ludoteca worker`: does the work of servers, tournaments and self-play on other machines.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::num::NonZero;
use std::path::Path;
use std::sync::Arc;
use std::thread::available_parallelism;

use ludoteca_arena::programs::Programs;
use ludoteca_arena::tournament::ChunkPlayers;
use ludoteca_fleet::job::WorkKind;
use ludoteca_fleet::{RunFuture, RunHandler, RunWork, WorkerSettings, work};
use ludoteca_server::init_logging;
use ludoteca_system::process::host_name;
use ludoteca_system::records::FileError;
use ludoteca_system::signals::interrupted;

use super::bench::search_signature;
use super::database;
use super::learning::fleet::play_chunk;
use crate::args::WorkerArgs;
use crate::failure::Failure;
use crate::texts::fleet;

pub fn run(args: WorkerArgs, out: &mut impl Write) -> Result<(), Failure> {
    let nats = database::nats(args.nats.as_deref())?;
    let nats = nats.ok_or_else(|| Failure::english_usage(fleet::NO_NATS))?;
    let cores = args
        .cores
        .map_or_else(|| available_parallelism().map_or(1, NonZero::get), |cores| cores as usize);
    let kinds: BTreeSet<WorkKind> = match args.kinds.is_empty() {
        true => WorkKind::ALL.into(),
        false => args.kinds.into_iter().collect(),
    };
    let programs = args.programs.as_deref().map(read_programs).transpose()?.unwrap_or_default();
    let settings = WorkerSettings {
        nats,
        cluster: args.cluster,
        name: args.name.unwrap_or_else(host_name),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        signature: search_signature().to_string(),
        cores,
        kinds,
        programs: programs.names().map(str::to_owned).collect(),
    };
    init_logging(args.log.into());
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let worked = runtime.block_on(async {
        let stop = interrupted()?;
        // The work goes on even if nobody reads this.
        let _ = write!(out, "{}", fleet::working(&settings)).and_then(|()| out.flush());
        let worked =
            work(settings, Arc::new(Runs { games: ChunkPlayers::new(programs) }), stop).await;
        worked.map_err(|error| Failure::english_failure(error.to_string()))
    });
    // The program does not wait for engines that are still thinking.
    runtime.shutdown_background();
    let _ = writeln!(out, "{}", fleet::worked(&worked?));
    Ok(())
}

/// Reads the programs that games may run here.
fn read_programs(path: &Path) -> Result<Programs, Failure> {
    let text = fs::read_to_string(path)
        .map_err(|error| Failure::english_failure(FileError::unread(path, error).to_string()))?;
    let wrong = |error| Failure::english_usage(fleet::wrong_programs(path, &error));
    text.parse().map_err(wrong)
}

/// Does the chunks of all kinds of runs.
struct Runs {
    games: Arc<ChunkPlayers>,
}

impl RunHandler for Runs {
    fn run(&self, work: RunWork) -> RunFuture {
        let games = Arc::clone(&self.games);
        match work.kind {
            WorkKind::Games => Box::pin(async move { games.play(work).await }),
            WorkKind::SelfPlay => play_chunk(work),
            kind => Box::pin(async move { Err(format!("{kind} are no run")) }),
        }
    }
}
