//! How the program fails: one line on standard error and an exit code.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::CommandFactory;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use ludoteca_core::text::printable;
use ludoteca_core::{Language, Message, OptionError, PositionError, Tell};
use ludoteca_games::catalog::GAMES;
use ludoteca_play::PlayersError;
use ludoteca_system::records::FileError;

use crate::args::Cli;
use crate::similar::similar;
use crate::terminal;
use crate::texts::{programs, texts};

/// Why the program ends early.
#[derive(Debug)]
pub enum Failure {
    /// The command line is wrong: exit code 2.
    Usage(Message),
    /// The reader of our output has gone. That is not an error, and nothing is printed.
    ClosedPipe,
    /// Something cannot be done: exit code 1.
    Failed(Message),
    /// Reading or writing failed: exit code 1.
    Io(io::Error),
    /// Somebody pressed the key for interrupting: exit code 130, as shells expect.
    Interrupted,
    /// The system asked the program to end with this signal: exit code 128 and its number, as
    /// shells expect.
    Signalled(u8),
}

/// Errors about the program's own options, and about the files and games that they name.
#[derive(Debug)]
pub enum CliError {
    MultiviewsNeedWindow,
    NoAnimationNeedsWindow,
    SeriesNeedConsole {
        view: &'static str,
    },
    PlainNeedsConsole {
        view: &'static str,
    },
    /// No game was left unfinished.
    NothingKept,
    /// A game cannot go on.
    ResumedIsOver(PathBuf),
    /// The option needs a record to watch.
    NeedsReplay {
        option: &'static str,
        number: u64,
    },
    /// The game does not have the property that an option sets.
    Lacks {
        game: &'static str,
        what: Lacking,
    },
    NoSize(String),
    WrongNumberOfPlayers {
        count: String,
        game: &'static str,
        allowed: Message,
    },
    /// Obstacles are to be drawn, but are also given in another way.
    ObstaclesTwice {
        count: String,
        by_position: bool,
    },
    MirrorWithoutObstacles,
    NoDice {
        game: &'static str,
    },
    /// A record has no such step.
    NoStep {
        text: String,
        steps: usize,
    },
    /// No window opens, for this reason.
    NoWindow(Message),
    /// No window opens, because the program was built without them.
    #[cfg_attr(feature = "window", allow(dead_code, reason = "a program with windows has others"))]
    NoWindowsBuiltIn,
    /// The game is over in the given position.
    IsOver {
        position: String,
    },
    /// There is no move to search for.
    DieIsNext {
        position: Option<String>,
    },
    /// The file is only replaced if that is asked for.
    Exists(PathBuf),
    /// The record and the picture of an analysis have the same file.
    SameFile(PathBuf),
    /// A graph shows one game, but the file has several.
    GraphOfMany {
        games: usize,
    },
    /// The knowledge of a witness is about one game, but the file has several.
    WitnessOfMany {
        games: usize,
    },
    /// A name is unknown, but nearly that of something.
    Misspelt {
        reason: Message,
        meant: String,
    },
    /// This number of claims about dice does not hold.
    ClaimsFail(usize),
    File(FileError),
}

/// A property that the game does not have, with the option that sets it.
#[derive(Debug)]
pub enum Lacking {
    Size(String),
    Line(String),
    Obstacles(String),
    Mirror,
}

impl Failure {
    /// Wrong usage.
    pub fn usage(reason: impl Tell + 'static) -> Failure {
        Failure::Usage(Message::new(reason))
    }

    /// Wrong usage of a command whose messages are only in English.
    pub fn english_usage(reason: impl Into<String>) -> Failure {
        Failure::Usage(Message::same(reason))
    }

    /// Something that cannot be done.
    pub fn failed(reason: impl Tell + 'static) -> Failure {
        Failure::Failed(Message::new(reason))
    }

    /// The same for a command whose messages are only in English.
    pub fn english_failure(reason: impl Into<String>) -> Failure {
        Failure::Failed(Message::same(reason))
    }

    /// Converts an error of clap, which has several paragraphs, into one line. Help is printed as
    /// it is.
    pub fn from_clap(error: clap::Error) -> Result<(), Failure> {
        if !error.use_stderr() {
            return Ok(error.print()?);
        }
        let more = match (error.kind(), suggestion(&error)) {
            (_, Some(meant)) => format!(": {}", (texts(Language::English).did_you_mean)(&meant)),
            (ErrorKind::InvalidSubcommand, None) => format!(": {}", programs::SEE_COMMANDS),
            (ErrorKind::UnknownArgument, None) => format!(": {}", programs::SEE_OPTIONS),
            _ => String::new(),
        };
        let text = error.render().to_string();
        let paragraph = text.split("\n\n").next().unwrap_or_default();
        let line = paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
        Err(Failure::english_usage(format!("{}{more}", line.trim_start_matches("error: "))))
    }

    /// The failure for an address on the command line. It is wrong usage, unless nobody answers at
    /// the address or another process uses it.
    pub fn of_address(error: &io::Error, line: String) -> Failure {
        use io::ErrorKind::{
            AddrInUse, AddrNotAvailable, ConnectionRefused, ConnectionReset, HostUnreachable,
            NetworkUnreachable, PermissionDenied, TimedOut,
        };
        match error.kind() {
            AddrInUse | AddrNotAvailable | ConnectionRefused | ConnectionReset
            | HostUnreachable | NetworkUnreachable | PermissionDenied | TimedOut => {
                Failure::english_failure(line)
            }
            _ => Failure::english_usage(line),
        }
    }

    /// Prints the reason in one line and returns the exit code.
    pub fn report(self, language: Language) -> ExitCode {
        let complain = |reason: &str| complain(&mut terminal::stderr(), reason, language);
        match self {
            Failure::Usage(reason) => {
                complain(&reason.tell(language));
                ExitCode::from(2)
            }
            Failure::ClosedPipe => ExitCode::SUCCESS,
            Failure::Failed(reason) => {
                complain(&reason.tell(language));
                ExitCode::FAILURE
            }
            Failure::Interrupted => ExitCode::from(130),
            Failure::Signalled(number) => ExitCode::from(128 + number),
            Failure::Io(error) => {
                complain(&error.to_string());
                ExitCode::FAILURE
            }
        }
    }
}

/// Prints what is wrong in one line, whatever the text contains. If printing fails, there is nobody
/// left to tell.
pub fn complain(err: &mut dyn Write, text: &str, language: Language) {
    let _ = writeln!(err, "{}: {}", texts(language).error, printable(text));
}

/// What was probably meant by a word of the command line that is wrong. A word that is no command
/// may be a game.
fn suggestion(error: &clap::Error) -> Option<String> {
    let found = |kind| match error.get(kind)? {
        ContextValue::String(meant) => Some(meant.clone()),
        ContextValue::Strings(meant) => meant.last().cloned(),
        _ => None,
    };
    if let Some(ContextValue::String(typed)) = error.get(ContextKind::InvalidSubcommand) {
        let cli = Cli::command();
        let commands = cli.get_subcommands().map(clap::Command::get_name);
        let meant = similar(typed, commands.chain(GAMES.iter().map(|info| info.id)));
        return meant.filter(|meant| meant != typed).map(str::to_owned);
    }
    found(ContextKind::SuggestedValue).or_else(|| found(ContextKind::SuggestedArg))
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
        let meant = match &error {
            OptionError::UnknownGame { id, known } => similar(id, known.iter().copied()),
            OptionError::UnknownOption { key, known, .. } => similar(key, known.iter().copied()),
            _ => None,
        };
        match meant.map(str::to_owned) {
            Some(meant) => {
                Failure::usage(CliError::Misspelt { reason: Message::new(error), meant })
            }
            None => Failure::usage(error),
        }
    }
}

impl From<PositionError> for Failure {
    fn from(error: PositionError) -> Self {
        Failure::usage(error)
    }
}

impl From<PlayersError> for Failure {
    fn from(error: PlayersError) -> Self {
        Failure::usage(error)
    }
}

/// Files are named on the command line, so an error in one is wrong usage. A file that fails later,
/// while the program runs, is reported where that happens.
impl From<FileError> for Failure {
    fn from(error: FileError) -> Self {
        Failure::usage(CliError::File(error))
    }
}
