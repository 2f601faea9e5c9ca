//! `ludoteca match` and `ludoteca tournament`: many games between house players and other programs,
//! and their results.

mod json;
mod show;

use std::fs;
use std::io::Write;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::Path;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use ludoteca_arena::contest::{Adjudication, ContestRules, ThinkingLimits};
use ludoteca_arena::entrant::{self, Entrant, EntrantKind};
#[cfg(feature = "cluster")]
use ludoteca_arena::tournament::{FleetOptions, NobodyYet, needed_programs, run_on_fleet};
use ludoteca_arena::tournament::{
    Format, Journal, Machines, Openings, PlayedGame, ReportInfo, Standing, Tournament,
    TournamentEnded, TournamentError, TournamentPlan, TournamentSettings, html, run,
};
use ludoteca_play::Player;
use ludoteca_rating::sprt::Sprt;
use ludoteca_system::process::raise_open_files;
use ludoteca_system::records::FileError;

#[cfg(feature = "cluster")]
use super::bench::search_signature;
use crate::args::{ContestArgs, MatchArgs, TournamentArgs};
use crate::failure::Failure;
use crate::setup::{CliSetup, today};
use crate::terminal;
use crate::texts::programs;

use self::json::as_json;
use self::show::{TournamentOutput, table};

/// Runs a match.
pub fn run_match(args: &MatchArgs, out: &mut impl Write) -> Result<(), Failure> {
    run_contest(&args.contest, out, || {
        let plan = |seats| {
            if seats == 2 {
                Ok(TournamentPlan {
                    format: Format::RoundRobin,
                    players: 2,
                    seats,
                    rounds: 1,
                    openings: args.pairs() as u32,
                })
            } else {
                Err(programs::match_of_more(seats))
            }
        };
        let sprt = (!args.sprt.is_empty())
            .then(|| Sprt::from_words(args.sprt.iter().map(String::as_str)))
            .transpose();
        let sprt = sprt.map_err(|error| Failure::english_usage(programs::wrong_sprt(&error)))?;
        settings(&args.contest, &args.entrants, plan, sprt)
    })
}

/// Runs a tournament.
pub fn run_tournament(args: &TournamentArgs, out: &mut impl Write) -> Result<(), Failure> {
    run_contest(&args.contest, out, || {
        let players = args.entrants.len();
        let plan = |seats| {
            let format = Format::from(args.format);
            let usual = if format == Format::Swiss {
                players.next_power_of_two().ilog2().into()
            } else {
                1
            };
            let rounds = args.rounds.unwrap_or(usual) as u32;
            Ok(TournamentPlan { format, players, seats, rounds, openings: args.pairs as u32 })
        };
        settings(&args.contest, &args.entrants, plan, None)
    })
}

/// Begins or resumes a contest, plays its games, and reports the results.
fn run_contest(
    args: &ContestArgs,
    out: &mut impl Write,
    settings: impl FnOnce() -> Result<TournamentSettings, Failure>,
) -> Result<(), Failure> {
    #[cfg(feature = "cluster")]
    let workers = args.workers.as_deref().map(super::database::nats_of_workers).transpose()?;
    let mut tournament = match &args.resume {
        Some(folder) => Tournament::resume(folder, today).map_err(failed)?,
        None => Tournament::new(settings()?, args.out.as_deref(), today),
    };
    warn_of_repetition(tournament.settings());
    let (before, start, machines) =
        (tournament.played().len(), Instant::now(), Machines::default());
    let mut show = TournamentOutput::new(&tournament, machines.clone(), args.json, out);
    #[cfg(feature = "cluster")]
    let note = show.note();
    let tell = |tournament: &Tournament, played: &PlayedGame| show.tell(tournament, played);
    #[cfg(feature = "cluster")]
    let ended = match workers {
        Some(nats) => {
            needed_programs(tournament.settings())
                .map_err(|error| Failure::english_usage(error.to_string()))?;
            let (cluster, signature) = (args.cluster.clone(), search_signature().to_string());
            let options = FleetOptions { nats, cluster, signature };
            let wait = |nobody: &NobodyYet| note(&programs::nobody_yet(nobody));
            run_on_fleet(&mut tournament, &options, &machines, wait, tell)
        }
        None => run_here(&mut tournament, args.concurrency as usize, tell),
    };
    #[cfg(not(feature = "cluster"))]
    let ended = run_here(&mut tournament, args.concurrency as usize, tell);
    let unwritten = show.end();
    let ended = ended.map_err(|error| {
        Failure::english_failure(programs::cannot_go_on(
            &programs::tournament_error(&error),
            kept_games(&tournament),
        ))
    })?;
    let seconds = start.elapsed().as_secs_f64();
    let report = tournament
        .journal()
        .map(|journal| journal.report(&page(&tournament)))
        .transpose()
        .map_err(failed)?;
    unwritten?;
    if args.json {
        writeln!(out, "{}", as_json(&tournament, ended, seconds))?;
    } else {
        conclude(&tournament, ended, report.as_deref(), out)?;
        let steps = tournament.played()[before..].iter().map(|game| u64::from(game.steps)).sum();
        let games = tournament.played().len() - before;
        writeln!(out, "{}", programs::speed_of_games(games, steps, seconds))?;
    }
    out.flush()?;
    if ended == TournamentEnded::Stopped { Err(Failure::Interrupted) } else { Ok(()) }
}

/// Plays games in this process.
fn run_here(
    tournament: &mut Tournament,
    concurrency: usize,
    tell: impl FnMut(&Tournament, &PlayedGame) -> ControlFlow<()>,
) -> Result<TournamentEnded, TournamentError> {
    // Each program needs three open files. A failure is ignored: it only matters if there are too
    // many.
    let _ = raise_open_files();
    warn_of_too_few_cores(tournament.settings(), concurrency);
    run(tournament, concurrency, tell)
}

/// Warns if engines with time limits have to share cores, since they may lose on time.
fn warn_of_too_few_cores(settings: &TournamentSettings, concurrency: usize) {
    let cores = available_parallelism().map_or(1, NonZero::get);
    let control = &settings.conduct.control;
    let threads = settings.entrants.iter().map(|entrant| match &entrant.kind {
        EntrantKind::House(Player::Engine(engine)) => engine.threads.unwrap_or(1) as usize,
        EntrantKind::House(_) | EntrantKind::Program(_) => 1,
    });
    let needed = concurrency.min(settings.plan.games() as usize) * threads.max().unwrap_or(1);
    if needed > cores && (control.move_time.is_some() || control.clock.is_some()) {
        // If nobody reads standard error any more, nothing is lost.
        let _ = writeln!(terminal::stderr(), "{}", programs::crowded(needed, cores));
    }
}

/// Warns if games will be repeated: players without randomness play the same game again from the
/// same position.
fn warn_of_repetition(settings: &TournamentSettings) {
    let positions = settings.openings.positions.len().max(1) as u32;
    if settings.openings.steps == 0 && settings.plan.openings > positions {
        let _ = writeln!(
            terminal::stderr(),
            "{}",
            programs::repeated(positions, settings.plan.openings)
        );
    }
}

/// The number of games that can be resumed, and the folder with them.
fn kept_games(tournament: &Tournament) -> Option<(usize, &Path)> {
    Some((tournament.played().len(), tournament.journal()?.folder()))
}

fn failed(error: impl Into<TournamentError>) -> Failure {
    Failure::english_failure(programs::tournament_error(&error.into()))
}

/// The settings from the command line.
fn settings(
    args: &ContestArgs,
    players: &[String],
    plan: impl FnOnce(usize) -> Result<TournamentPlan, String>,
    sprt: Option<Sprt>,
) -> Result<TournamentSettings, Failure> {
    if args.game.players.is_some() {
        return Err(Failure::english_usage(programs::PLAYERS_OF_A_CONTEST));
    }
    let setup = CliSetup::new(&args.game)?;
    let table = setup.open()?;
    if table.next().outcome().is_some() {
        return Err(setup.is_over());
    }
    let mut entrants = Vec::new();
    for text in players {
        entrants.push(
            text.parse::<Entrant>().map_err(|error| Failure::english_usage(error.to_string()))?,
        );
    }
    entrant::make_names_unique(&mut entrants);
    let plan = plan(setup.seats.len()).map_err(Failure::english_usage)?;
    let has_programs =
        entrants.iter().any(|entrant| matches!(entrant.kind, EntrantKind::Program(_)));
    let openings = openings(args, &setup)?;
    let settings = TournamentSettings {
        conduct: rules_from_args(args, has_programs),
        openings,
        options: setup.options,
        entrants,
        plan,
        seed: setup.seed,
        sprt,
    };
    settings.check().map_err(Failure::english_usage)?;
    Ok(settings)
}

fn rules_from_args(args: &ContestArgs, has_programs: bool) -> ContestRules {
    // Without any limit a program might think for ever.
    const USUAL: Duration = Duration::from_secs(1);
    let is_limited = args.move_time.is_some()
        || args.clock.is_some()
        || args.nodes.is_some()
        || args.depth.is_some();
    let control = ThinkingLimits {
        move_time: args.move_time.or((has_programs && !is_limited).then_some(USUAL)),
        clock: args.clock.map(|clock| (clock.0, clock.1)),
        nodes: args.nodes,
        depth: args.depth.map(|depth| depth as u32),
        margin: args.margin,
        patience: args.patience,
    };
    let adjudication = Adjudication {
        length: args.max_steps.map(|steps| steps as u32),
        no_progress: args.no_progress.map(|steps| steps as u32),
        resign: args.resign,
        win: args.agree_win,
        draw: args.agree_draw,
    };
    ContestRules { control, adjudication }
}

fn openings(args: &ContestArgs, setup: &CliSetup) -> Result<Openings, Failure> {
    const USUAL: u64 = 4;
    let positions = match &args.openings {
        Some(path) => read_positions(path, setup)?,
        None => setup.position.iter().cloned().collect(),
    };
    let usual = if args.openings.is_some() { 0 } else { USUAL };
    Ok(Openings { positions, steps: args.opening_steps.unwrap_or(usual) as u32 })
}

/// Reads the positions in a file. A game must be able to begin from each of them.
fn read_positions(path: &Path, setup: &CliSetup) -> Result<Vec<String>, Failure> {
    let text = fs::read_to_string(path)
        .map_err(|error| Failure::english_failure(FileError::unread(path, error).to_string()))?;
    let mut table = setup.open()?;
    let mut positions = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let position = line.split('#').next().unwrap_or_default().trim();
        if position.is_empty() {
            continue;
        }
        let wrong = |reason: &str| {
            Failure::english_usage(programs::wrong_opening(path, at + 1, position, reason))
        };
        table.set_position(position).map_err(|error| wrong(&error.to_string()))?;
        if table.next().outcome().is_some() {
            return Err(wrong(programs::OVER_THERE));
        }
        positions.push(position.to_owned());
    }
    if positions.is_empty() {
        Err(Failure::english_usage(programs::no_openings(path)))
    } else {
        Ok(positions)
    }
}

fn conclude(
    tournament: &Tournament,
    ended: TournamentEnded,
    report: Option<&Path>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let settings = tournament.settings();
    writeln!(out, "{}", programs::contest_header(&settings.options.to_string(), &settings.seed))?;
    write!(out, "{}", table(tournament))?;
    if let Some(report) = report {
        writeln!(out, "{}", programs::report_is_at(report))?;
    }
    if ended == TournamentEnded::Stopped {
        let (played, games) = (tournament.played().len() as u64, settings.plan.games());
        writeln!(
            out,
            "{}",
            programs::stopped_after(played, games, tournament.journal().map(Journal::folder))
        )?;
    }
    Ok(())
}

/// The report as an HTML page.
fn page(tournament: &Tournament) -> String {
    let settings = tournament.settings();
    let TournamentPlan { format, seats, rounds, openings, .. } = settings.plan;
    let standing = Standing::new(&settings.names(), seats, tournament.played());
    let (played, games) = (tournament.played().len() as u64, settings.plan.games());
    let is_match = settings.sprt.is_some() || (settings.entrants.len() == 2 && seats == 2);
    let mut rows = vec![(programs::SEED.to_owned(), settings.seed.to_string())];
    if !is_match {
        rows.push((programs::FORMAT.to_owned(), programs::format_of(format, rounds)));
    }
    rows.push((programs::OPENINGS.to_owned(), programs::openings_of(&settings.openings, openings)));
    rows.extend(programs::conduct_of(&settings.conduct));
    if let (Some(sprt), Some((ratio, decision))) = (&settings.sprt, tournament.test()) {
        rows.push((
            programs::SPRT.to_owned(),
            programs::test_so_far(sprt, ratio, sprt.bounds(), &decision),
        ));
    }
    let about = ReportInfo {
        title: programs::title_of(&settings.names(), is_match, settings.options.info().title),
        game: settings.options.to_string(),
        settings: rows,
        commands: settings.entrants.iter().map(|entrant| entrant.kind.to_string()).collect(),
        version: format!("Ludoteca {}", env!("CARGO_PKG_VERSION")),
        date: today(),
        records: true,
        unfinished: (played < games && tournament.decided().is_none()).then_some(games),
    };
    html(&about, &standing, tournament.played())
}
