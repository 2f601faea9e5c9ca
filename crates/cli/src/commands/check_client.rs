//! `ludoteca check-client`: checks which requirements of its protocol a client meets.

use std::io::Write;
use std::net::TcpListener;

use ludoteca_arena::breakthrough::check::{ClientCheck, check};
use ludoteca_core::text::printable;
use ludoteca_engines::check::CheckOutcome;

use crate::args::{ADDRESS, CheckClientArgs};
use crate::failure::Failure;
use crate::setup::CliSetup;
use crate::texts::programs;

pub fn run(args: &CheckClientArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let setup = CliSetup::of_protocol(&args.game, &args.board)?;
    if setup.position.is_some() {
        return Err(Failure::english_usage(programs::CHECK_WITHOUT_POSITION));
    }
    let command = command(&args.command);
    // A client that gets the address on its command line works with any port.
    let gets_address =
        command.iter().flatten().any(|word| word.contains("{port}") || word.contains("{address}"));
    let address =
        args.listen.as_deref().unwrap_or(if gets_address { "127.0.0.1:0" } else { ADDRESS });
    let failed = |error| Failure::of_address(&error, programs::no_listening(address, &error));
    let listener = TcpListener::bind(address).map_err(failed)?;
    let local = listener.local_addr().map_err(failed)?;
    let is_started = command.is_some();
    let checked = ClientCheck {
        command,
        options: setup.options,
        move_time: args.move_time,
        seed: setup.seed,
    };
    let mut written = Ok(());
    let mut waiting = |number, of| {
        if !is_started && written.is_ok() {
            written = writeln!(out, "{}", programs::waiting_for_client(&local, number, of))
                .and_then(|()| out.flush());
        }
    };
    let report = check(&listener, &checked, &mut waiting).map_err(|error| {
        Failure::english_usage(programs::no_check(&args.command.join(" "), &error))
    })?;
    written?;
    for line in &report.transcript {
        writeln!(out, "{}", printable(line))?;
    }
    writeln!(out)?;
    for (requirement, finding) in &report.findings {
        writeln!(out, "{}", printable(&programs::found(requirement, finding)))?;
    }
    out.flush()?;
    let broken = report
        .findings
        .iter()
        .filter(|(_, finding)| matches!(finding, CheckOutcome::Failed(_)))
        .count();
    if report.all_kept() {
        Ok(())
    } else {
        Err(Failure::english_failure(programs::requirements_broken(programs::CLIENT, broken)))
    }
}

/// The words of a command. They may also come as a single word with spaces.
fn command(words: &[String]) -> Option<Vec<String>> {
    match words {
        [] => None,
        [line] => Some(line.split_whitespace().map(str::to_owned).collect()),
        words => Some(words.to_vec()),
    }
}
