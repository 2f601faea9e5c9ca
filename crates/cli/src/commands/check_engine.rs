//! `ludoteca check-engine`: checks which requirements of the engine protocol a program meets.

use std::io::{self, Write};

use ludoteca_core::text::printable;
use ludoteca_engines::check::CheckOutcome;
use ludoteca_engines::check::engine::{CheckedRequirement, EngineCheck, check};
use ludoteca_engines::external::{Program, ProgramLocation};
use ludoteca_engines::protocols::messages::Dialect;
use ludoteca_engines::protocols::{uai, uci};
use serde_json::json;

use crate::args::{CheckEngineArgs, GameArgs};
use crate::failure::Failure;
use crate::setup::CliSetup;
use crate::texts::programs;

pub fn run(args: &CheckEngineArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let dialect = if args.uai {
        Dialect::Uai
    } else if args.uci {
        Dialect::Uci
    } else {
        Dialect::Ugi
    };
    let setup = CliSetup::new(&game(&args.game, dialect))?;
    if setup.open()?.next().seat().is_none() {
        return Err(setup.is_over());
    }
    let program = Program { location: place(args)?, dialect, options: Vec::new() };
    let checked = EngineCheck {
        program,
        options: setup.options,
        position: setup.position,
        patience: args.patience,
        margin: args.margin,
        seed: setup.seed,
    };
    let mut written = Ok(());
    let mut tell = |checked: &CheckedRequirement| {
        if written.is_ok() {
            written = if args.json {
                write_json(checked, out)
            } else {
                write_text(checked, args.verbose, out)
            };
        }
    };
    let found = check(&checked, &mut tell).map_err(|error| match error.kind() {
        io::ErrorKind::Interrupted => Failure::Interrupted,
        _ => Failure::english_usage(programs::no_check(&checked.program.to_string(), &error)),
    })?;
    written?;
    let broken =
        found.iter().filter(|checked| matches!(checked.finding, CheckOutcome::Failed(_))).count();
    if broken == 0 {
        Ok(())
    } else {
        Err(Failure::english_failure(programs::requirements_broken(programs::ENGINE, broken)))
    }
}

/// The game of the dialect, if the dialect has a fixed game.
fn game(args: &GameArgs, dialect: Dialect) -> GameArgs {
    let game = match dialect {
        Dialect::Ugi => &args.game,
        Dialect::Uai => uai::GAME,
        Dialect::Uci => uci::GAME,
    };
    GameArgs { game: game.to_owned(), ..args.clone() }
}

/// The location of the program: its command (possibly as a single word with spaces), or its
/// address.
fn place(args: &CheckEngineArgs) -> Result<ProgramLocation, Failure> {
    let line = match (&args.connect, args.command.as_slice()) {
        (Some(address), _) => format!("tcp:{address}"),
        (None, [line]) => format!("cmd:{line}"),
        (None, words) => return Ok(ProgramLocation::Command(words.to_vec())),
    };
    let program: Program =
        line.parse().map_err(|error| Failure::english_usage(format!("{error}")))?;
    Ok(program.location)
}

fn write_text(checked: &CheckedRequirement, verbose: bool, out: &mut dyn Write) -> io::Result<()> {
    /// The number of lines that are shown. The last lines are the most useful.
    const SHOWN: usize = 30;
    writeln!(out, "{}", printable(&programs::found(&checked.requirement, &checked.finding)))?;
    let is_shown = verbose || matches!(checked.finding, CheckOutcome::Failed(_));
    let lines: &[String] = if is_shown { &checked.transcript } else { &[] };
    let left_out = if verbose { 0 } else { lines.len().saturating_sub(SHOWN) };
    if left_out > 0 {
        writeln!(out, "  {}", programs::lines_before(left_out))?;
    }
    for line in &lines[left_out..] {
        writeln!(out, "  {}", printable(line))?;
    }
    out.flush()
}

fn write_json(checked: &CheckedRequirement, out: &mut dyn Write) -> io::Result<()> {
    let (finding, reason) = match &checked.finding {
        CheckOutcome::Passed => ("kept", None),
        CheckOutcome::Failed(reason) => ("broken", Some(reason)),
        CheckOutcome::NotReached => ("unseen", None),
        CheckOutcome::NotSupported => ("absent", None),
    };
    let about = checked.requirement.to_string();
    let line = json!({
        "duty": checked.requirement.id(), "about": about, "finding": finding, "reason": reason, "transcript": checked.transcript,
    });
    writeln!(out, "{line}")?;
    out.flush()
}
