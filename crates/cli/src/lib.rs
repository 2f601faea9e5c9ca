//! The `ludoteca` program: its commands and their output. It is a library only so that it can be
//! fuzzed.

mod args;
mod commands;
mod console;
mod failure;
#[cfg(feature = "fuzzing")]
pub mod fuzzing;
mod input;
mod language;
mod progress;
mod rules_text;
mod setup;
mod similar;
mod terminal;
mod texts;

use std::io::{self, Write};
use std::process::ExitCode;

use ludoteca_core::Language;

use crate::args::{Cli, CliCommand, ViewArg};
use crate::failure::Failure;

/// Runs the program with the arguments that it was started with.
pub fn main() -> ExitCode {
    let (outcome, language) = match args::read() {
        Ok(program) => {
            let in_window = program.playing().is_some_and(|args| args.view == ViewArg::Window);
            let language = language::chosen(program.language, in_window);
            (run(program, language), language)
        }
        // Errors in the form of a command line are English, like all help.
        Err(error) => (Failure::from_clap(error), Language::English),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(language),
    }
}

fn run(program: Cli, language: Language) -> Result<(), Failure> {
    let Some(command) = program.command else {
        return commands::play::run(&program.play, language, &mut terminal::stdout());
    };
    let mut out = io::BufWriter::new(io::stdout().lock());
    match command {
        CliCommand::Play(args) => commands::play::run(&args, language, &mut terminal::stdout())?,
        CliCommand::Dawn => commands::dawn::run(&mut terminal::stdout())?,
        CliCommand::Games(args) if !args.json => {
            commands::games::run(&args, language, &mut terminal::stdout())?;
        }
        CliCommand::Games(args) => commands::games::run(&args, language, &mut out)?,
        CliCommand::Rules(args) => commands::rules::run(&args, language, &mut terminal::stdout())?,
        CliCommand::Perft(args) => commands::perft::run(&args, &mut out)?,
        CliCommand::Playouts(args) => commands::playouts::run(&args, &mut out)?,
        CliCommand::Playthrough(args) => commands::playthrough::run(&args, &mut out)?,
        CliCommand::Search(args) if args.json => commands::search::run(&args, language, &mut out)?,
        CliCommand::Search(args) => {
            commands::search::run(&args, language, &mut terminal::stdout())?;
        }
        CliCommand::Analyse(args) => commands::analyse::run(&args, language, &mut out)?,
        CliCommand::Verify(args) => commands::verify::run(&args, language, &mut out)?,
        CliCommand::Bench(args) => commands::bench::run(&args, &mut out)?,
        CliCommand::Engine(args) => commands::engine::run(&args, &mut out)?,
        CliCommand::Match(args) => commands::tournament::run_match(&args, &mut out)?,
        CliCommand::Tournament(args) => commands::tournament::run_tournament(&args, &mut out)?,
        CliCommand::Selfplay(args) => commands::learning::selfplay::run(&args, &mut out)?,
        CliCommand::Tune(args) => commands::learning::tune::run(&args, &mut out)?,
        CliCommand::Referee(args) => commands::referee::run(&args, &mut out)?,
        #[cfg(feature = "server")]
        CliCommand::Serve(args) => commands::serve::run(&args, &mut terminal::stdout())?,
        #[cfg(feature = "cluster")]
        CliCommand::Database(args) => commands::database::run(&args, &mut terminal::stdout())?,
        #[cfg(feature = "cluster")]
        CliCommand::Cluster(args) => commands::cluster::run(&args, &mut out)?,
        #[cfg(feature = "cluster")]
        CliCommand::Worker(args) => commands::worker::run(args, &mut terminal::stdout())?,
        CliCommand::Client(args) => commands::client::run(&args, &mut terminal::stdout())?,
        CliCommand::CheckClient(args) => {
            commands::check_client::run(&args, &mut terminal::stdout())?;
        }
        CliCommand::CheckEngine(args) if args.json => commands::check_engine::run(&args, &mut out)?,
        CliCommand::CheckEngine(args) => {
            commands::check_engine::run(&args, &mut terminal::stdout())?;
        }
        CliCommand::Completions(args) => commands::manual::completions(args.shell, &mut out)?,
        CliCommand::Manual => commands::manual::page(&mut out)?,
    }
    out.flush()?;
    Ok(())
}
