//! The `ludoteca` program: the commands, and what they print. A library only so that it can be fuzzed.

mod args;
mod commands;
mod console;
mod failure;
#[cfg(feature = "fuzzing")]
pub mod fuzzing;
mod input;
mod progress;
mod setup;
mod terminal;
mod texts;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;

use crate::args::{Command, Program};
use crate::failure::Failure;

/// Runs the program with the arguments that it was started with.
pub fn main() -> ExitCode {
    let outcome = match Program::try_parse() {
        Ok(program) => run(program),
        Err(error) => Failure::from_clap(error),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

fn run(program: Program) -> Result<(), Failure> {
    let Some(command) = program.command else {
        return commands::play::run(&program.play, &mut terminal::stdout());
    };
    let mut out = io::BufWriter::new(io::stdout().lock());
    match command {
        Command::Dawn => commands::dawn::run(&mut terminal::stdout())?,
        Command::Games(args) if !args.json => commands::games::run(&args, &mut terminal::stdout())?,
        Command::Games(args) => commands::games::run(&args, &mut out)?,
        Command::Rules(args) => commands::rules::run(&args, &mut terminal::stdout())?,
        Command::Perft(args) => commands::perft::run(&args, &mut out)?,
        Command::Playouts(args) => commands::playouts::run(&args, &mut out)?,
        Command::Playthrough(args) => commands::playthrough::run(&args, &mut out)?,
        Command::Search(args) if args.json => commands::search::run(&args, &mut out)?,
        Command::Search(args) => commands::search::run(&args, &mut terminal::stdout())?,
        Command::Analyse(args) => commands::analyse::run(&args, &mut out)?,
        Command::Verify(args) => commands::verify::run(&args, &mut out)?,
        Command::Bench(args) => commands::bench::run(&args, &mut out)?,
        Command::Engine(args) => commands::engine::run(&args, &mut out)?,
        Command::Match(args) => commands::tournament::run_match(&args, &mut out)?,
        Command::Tournament(args) => commands::tournament::run_tournament(&args, &mut out)?,
        Command::Referee(args) => commands::referee::run(&args, &mut out)?,
        #[cfg(feature = "server")]
        Command::Serve(args) => commands::serve::run(&args, &mut terminal::stdout())?,
        Command::Client(args) => commands::client::run(&args, &mut terminal::stdout())?,
        Command::CheckClient(args) => commands::check_client::run(&args, &mut terminal::stdout())?,
        Command::CheckEngine(args) if args.json => commands::check_engine::run(&args, &mut out)?,
        Command::CheckEngine(args) => commands::check_engine::run(&args, &mut terminal::stdout())?,
        Command::Completions(args) => commands::manual::completions(args.shell, &mut out)?,
        Command::Manual => commands::manual::page(&mut out)?,
    }
    out.flush()?;
    Ok(())
}
