//! `ludoteca serve`: serves the page and the API, in one process.

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use anstyle::{Ansi256Color, Color, Style};
use ludoteca_server::{
    QrCode, Server, ServerLimits, ServerSettings, StartError, StoreError, back_up, delete_player,
    init_logging, prune,
};
use ludoteca_system::signals::interrupted;

use crate::args::ServeArgs;
use crate::failure::Failure;
use crate::texts::programs;
use crate::{setup, terminal};

pub fn run(args: &ServeArgs, out: &mut impl Write) -> Result<(), Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    if let Some(copy) = &args.backup {
        let folder = folder(args);
        let copied = runtime.block_on(back_up(&folder, copy));
        copied.map_err(|error| {
            Failure::english_failure(programs::no_backup(&folder, copy, &error))
        })?;
        writeln!(out, "{}", programs::backed_up(&folder, copy))?;
        return Ok(());
    }
    let settings = settings(args)?;
    let kept = kept(&settings);
    if let Some(player) = &args.delete_player {
        let deleted = runtime.block_on(delete_player(settings, player));
        let tables = deleted.map_err(|error| {
            Failure::english_failure(programs::not_deleted(player, &kept, &error))
        })?;
        writeln!(out, "{}", programs::deleted(player, tables))?;
        return Ok(());
    }
    if let Some(days) = args.prune {
        let pruned = runtime.block_on(prune(settings, self::days(days)));
        let pruned = pruned
            .map_err(|error| Failure::english_failure(programs::not_pruned(days, &kept, &error)))?;
        writeln!(out, "{}", programs::pruned(pruned.tables, pruned.players))?;
        return Ok(());
    }
    init_logging(args.log.into());
    let served = runtime.block_on(async {
        let stop = interrupted()?;
        let server = Server::start(settings).await.map_err(|error| failure(&kept, error))?;
        if let Some(error) = server.open_files_error() {
            let _ = writeln!(terminal::stderr(), "{}", programs::open_files(error));
        }
        // The games go on even if nobody reads this.
        let greeting = programs::serving(&server, args, &kept, &code(&server));
        let _ = write!(out, "{greeting}").and_then(|()| out.flush());
        server.run(stop).await?;
        Ok(())
    });
    // The program does not wait for engines that are still thinking.
    runtime.shutdown_background();
    served
}

/// The QR code of the address for other devices, if a terminal has room for it: a phone need not
/// type the address.
fn code(server: &Server) -> String {
    let address = server.reachable().first().map(|address| format!("http://{address}/"));
    let lines = address.and_then(|address| QrCode::of(&address)).map(|code| code.half_blocks());
    let lines = lines.unwrap_or_default();
    let width = lines.first().map_or(0, |line| line.chars().count());
    if terminal::columns().is_none_or(|columns| columns < width) {
        return String::new();
    }
    // White on black, whatever the colours of the terminal are.
    let style = Style::new().fg_color(Some(WHITE)).bg_color(Some(BLACK));
    lines.iter().map(|line| format!("{style}{line}{style:#}\n")).collect()
}

/// White and black of the palette that all terminals share.
const WHITE: Color = Color::Ansi256(Ansi256Color(231));
const BLACK: Color = Color::Ansi256(Ansi256Color(16));

fn settings(args: &ServeArgs) -> Result<ServerSettings, Failure> {
    let limits = ServerLimits {
        connections: args.connections as usize,
        requests: args.requests as u32,
        tables: args.tables as usize,
        newcomers: args.newcomers as u32,
        ..ServerLimits::USUAL
    };
    #[cfg(feature = "cluster")]
    let database = match &args.data {
        None => super::database::url(args.database.as_deref())?,
        Some(_) => None,
    };
    #[cfg(feature = "cluster")]
    if args.nats.is_some() && database.is_none() {
        let variable = super::database::VARIABLE;
        return Err(Failure::english_usage(programs::nats_without_database(variable)));
    }
    #[cfg(feature = "cluster")]
    let nats = match &database {
        Some(_) => super::database::nats(args.nats.as_deref())?,
        None => None,
    };
    #[cfg(feature = "cluster")]
    let has_workers = nats.is_some();
    #[cfg(not(feature = "cluster"))]
    let has_workers = false;
    if args.thinkers == Some(0) && !has_workers {
        return Err(Failure::english_usage(programs::NO_THINKERS));
    }
    Ok(ServerSettings {
        #[cfg(feature = "cluster")]
        nats,
        #[cfg(feature = "cluster")]
        database,
        #[cfg(feature = "cluster")]
        cluster: args.cluster.clone(),
        #[cfg(feature = "cluster")]
        name: args.name.clone(),
        breakthrough: args.breakthrough.clone(),
        engines: args.engines.clone(),
        metrics: args.metrics.clone(),
        hosts: args.hosts.clone(),
        behind_proxy: args.behind_proxy,
        limits,
        engine_threads: args
            .thinkers
            .map_or_else(ServerSettings::default_engine_threads, |thinkers| thinkers as usize),
        claim_after: args.claim_after,
        retain: args.retain.map(days),
        abandon_after: days(args.abandon_after),
        ..ServerSettings::new(args.listen.clone(), folder(args), setup::today)
    })
}

/// The folder of a server that has no database.
fn folder(args: &ServeArgs) -> PathBuf {
    args.data.clone().unwrap_or_else(|| PathBuf::from("ludoteca-data"))
}

/// Where a server keeps its games, in words.
fn kept(settings: &ServerSettings) -> String {
    #[cfg(feature = "cluster")]
    if let Some(url) = &settings.database {
        return url.to_string();
    }
    settings.data.display().to_string()
}

fn days(days: u64) -> Duration {
    Duration::from_secs(days * 24 * 60 * 60)
}

fn failure(kept: &str, error: StartError) -> Failure {
    match &error {
        StartError::Listen { error: reason, .. } => Failure::of_address(reason, error.to_string()),
        // Errors about the folder name it.
        StartError::Store(StoreError::InUse(_) | StoreError::Folder { .. }) => {
            Failure::english_failure(error.to_string())
        }
        StartError::Store(_) => Failure::english_failure(format!("{kept}: {error}")),
    }
}
