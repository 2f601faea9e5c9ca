//! `ludoteca check-client`: which duties of its protocol a client keeps, and which it breaks.

use std::io::Write;
use std::net::TcpListener;

use ludoteca_arena::breakthrough::check::{Check, check};
use ludoteca_core::typed::printable;
use ludoteca_engines::check::Finding;

use crate::args::{ADDRESS, CheckClientArgs};
use crate::failure::Failure;
use crate::setup::Setup;
use crate::texts;

pub fn run(args: &CheckClientArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let setup = Setup::of_protocol(&args.game, &args.board)?;
    if setup.position.is_some() {
        return Err(Failure::Usage(texts::CHECK_WITHOUT_POSITION.to_owned()));
    }
    let command = command(&args.command);
    // A client that is told where to connect can be told any port.
    let is_told = command.iter().flatten().any(|word| word.contains("{port}") || word.contains("{address}"));
    let address = args.listen.as_deref().unwrap_or(if is_told { "127.0.0.1:0" } else { ADDRESS });
    let failed = |error| Failure::of_address(&error, texts::no_listening(address, &error));
    let listener = TcpListener::bind(address).map_err(failed)?;
    let local = listener.local_addr().map_err(failed)?;
    let is_started = command.is_some();
    let checked = Check { command, options: setup.options, move_time: args.move_time, seed: setup.seed };
    let mut told = Ok(());
    let mut waiting = |number, of| {
        if !is_started && told.is_ok() {
            told = writeln!(out, "{}", texts::waiting_for_client(&local, number, of)).and_then(|()| out.flush());
        }
    };
    let report = check(&listener, &checked, &mut waiting)
        .map_err(|error| Failure::Usage(texts::no_check(&args.command.join(" "), &error)))?;
    told?;
    for line in &report.transcript {
        writeln!(out, "{}", printable(line))?;
    }
    writeln!(out)?;
    for (duty, finding) in &report.findings {
        writeln!(out, "{}", printable(&texts::found(duty, finding)))?;
    }
    out.flush()?;
    let broken = report.findings.iter().filter(|(_, finding)| matches!(finding, Finding::Broken(_))).count();
    if report.all_kept() { Ok(()) } else { Err(Failure::Failed(texts::duties_broken(texts::CLIENT, broken))) }
}

/// The words of a command, also where they come as one.
fn command(words: &[String]) -> Option<Vec<String>> {
    match words {
        [] => None,
        [line] => Some(line.split_whitespace().map(str::to_owned).collect()),
        words => Some(words.to_vec()),
    }
}
