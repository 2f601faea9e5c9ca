//! The `ludoteca` program: the commands, and what they print.

mod args;
mod commands;
mod failure;
mod progress;
mod setup;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;

use crate::args::{Command, Program};
use crate::failure::Failure;

fn main() -> ExitCode {
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
    let mut out = io::BufWriter::new(io::stdout().lock());
    match program.command {
        Command::Games(args) => commands::games::run(&args, &mut out)?,
        Command::Rules(args) => commands::rules::run(&args, &mut out)?,
        Command::Perft(args) => commands::perft::run(&args, &mut out)?,
        Command::Playouts(args) => commands::playouts::run(&args, &mut out)?,
        Command::Playthrough(args) => commands::playthrough::run(&args, &mut out)?,
        Command::Bench(args) => commands::bench::run(&args, &mut out)?,
    }
    out.flush()?;
    Ok(())
}
