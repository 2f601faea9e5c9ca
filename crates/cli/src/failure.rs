//! How the program fails: one line on standard error and an exit code.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::error::ErrorKind;
use ludoteca_core::text::printable;
use ludoteca_core::{OptionError, PositionError};
use ludoteca_play::PlayersError;
use ludoteca_system::records::FileError;

use crate::texts;

use crate::terminal;

/// Why the program ends early.
#[derive(Debug)]
pub enum Failure {
    /// The command line is wrong: exit code 2.
    Usage(String),
    /// The reader of our output has gone. That is no error, and there is nothing to say.
    ClosedPipe,
    /// Something cannot be done: exit code 1.
    Failed(String),
    /// Reading or writing failed: exit code 1.
    Io(io::Error),
    /// Somebody pressed the key for interrupting: exit code 130, as shells expect.
    Interrupted,
}

impl Failure {
    /// Clap answers in paragraphs. Help is printed as it is, and an error becomes one line.
    pub fn from_clap(error: clap::Error) -> Result<(), Failure> {
        if !error.use_stderr() {
            return Ok(error.print()?);
        }
        let unknown = match error.kind() {
            ErrorKind::InvalidSubcommand => format!(": {}", texts::SEE_COMMANDS),
            ErrorKind::UnknownArgument => format!(": {}", texts::SEE_OPTIONS),
            _ => String::new(),
        };
        let text = error.render().to_string();
        let paragraph = text.split("\n\n").next().unwrap_or_default();
        let line = paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
        Err(Failure::Usage(format!("{}{unknown}", line.trim_start_matches("error: "))))
    }

    /// The failure for an address that was given. It is wrong usage, unless nobody answers at the
    /// address or somebody else uses it.
    pub fn of_address(error: &io::Error, line: String) -> Failure {
        use io::ErrorKind::{
            AddrInUse, AddrNotAvailable, ConnectionRefused, ConnectionReset, HostUnreachable,
            NetworkUnreachable, PermissionDenied, TimedOut,
        };
        match error.kind() {
            AddrInUse | AddrNotAvailable | ConnectionRefused | ConnectionReset
            | HostUnreachable | NetworkUnreachable | PermissionDenied | TimedOut => {
                Failure::Failed(line)
            }
            _ => Failure::Usage(line),
        }
    }

    /// Prints the reason in one line and returns the exit code.
    pub fn report(self) -> ExitCode {
        match self {
            Failure::Usage(line) => {
                complain(&mut terminal::stderr(), &line);
                ExitCode::from(2)
            }
            Failure::ClosedPipe => ExitCode::SUCCESS,
            Failure::Failed(line) => {
                complain(&mut terminal::stderr(), &line);
                ExitCode::FAILURE
            }
            Failure::Interrupted => ExitCode::from(130),
            Failure::Io(error) => {
                complain(&mut terminal::stderr(), &error.to_string());
                ExitCode::FAILURE
            }
        }
    }
}

/// Prints what is wrong in one line, whatever the text contains. If printing fails, there is nobody
/// left to tell.
pub fn complain(err: &mut dyn Write, text: &str) {
    let _ = writeln!(err, "error: {}", printable(text));
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::ClosedPipe,
            _ => Failure::Io(error),
        }
    }
}

impl From<OptionError> for Failure {
    fn from(error: OptionError) -> Self {
        Failure::Usage(error.to_string())
    }
}

impl From<PositionError> for Failure {
    fn from(error: PositionError) -> Self {
        Failure::Usage(error.to_string())
    }
}

impl From<PlayersError> for Failure {
    fn from(error: PlayersError) -> Self {
        Failure::Usage(error.to_string())
    }
}

/// Files are named on the command line, so an error in one is wrong usage. A file that fails later,
/// while the program runs, is reported where that happens.
impl From<FileError> for Failure {
    fn from(error: FileError) -> Self {
        Failure::Usage(texts::file_error(&error))
    }
}
