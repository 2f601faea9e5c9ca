//! Describes an engine program and how to talk to it.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use ludoteca_core::text::listed;

use crate::protocols::messages::{Dialect, quoted};

/// A program that plays, in one line: `cmd:./engine --fast`, `cmd+uai:./tiktaxx`,
/// `cmd+uci;Hash=16:fairy-stockfish`, `tcp:127.0.0.1:5001`.
///
/// ```
/// use ludoteca_engines::external::{Program, ProgramLocation};
/// let program: Program = "cmd;Threads=2:'./my engine' --fast".parse()?;
/// assert_eq!(program.location, ProgramLocation::Command(vec!["./my engine".into(), "--fast".into()]));
/// assert_eq!(program.to_string(), "cmd;Threads=2:'./my engine' --fast");
/// assert_eq!(program.short_name(), "my engine");
/// assert_eq!("cmd:python3 bots/new.py".parse::<Program>()?.short_name(), "new.py");
/// # Ok::<(), ludoteca_engines::external::ProgramError>(())
/// ```
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Program {
    /// The command or the address.
    pub location: ProgramLocation,
    /// The dialect that it speaks.
    pub dialect: Dialect,
    /// The options that are set at the beginning, as names and values.
    pub options: Vec<(String, String)>,
}

/// Where a program is.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum ProgramLocation {
    /// A command to start: the program and its arguments, at least one word.
    Command(Vec<String>),
    /// An address where the program listens: `HOST:PORT`.
    Tcp(String),
}

/// Why a text does not describe a program.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum ProgramError {
    /// There is no colon.
    #[error(
        "`{0}` is no program: the form is cmd:COMMAND LINE or tcp:HOST:PORT, and before the colon +DIALECT and ;OPTION=VALUE"
    )]
    NoColon(String),
    /// The text is neither a command nor an address.
    #[error("`{0}` before the colon: allowed are cmd and tcp")]
    Kind(String),
    /// The dialect is unknown.
    #[error("`{found}` is no dialect: allowed are {allowed}")]
    Dialect {
        /// The dialect as typed.
        found: String,
        /// The list of known dialects.
        allowed: String,
    },
    /// An option lacks a name or a value.
    #[error("`{0}` is no option: the form is ;OPTION=VALUE")]
    Option(String),
    /// An option is given twice.
    #[error("the option {0} is given twice")]
    Twice(String),
    /// The command is empty, or a quotation has no end.
    #[error("`{0}` is no command line: it takes a program and its arguments, and quotes in pairs")]
    Command(String),
    /// The address has no host or no valid port.
    #[error("`{0}` is no address: the form is HOST:PORT, with a port from 1 to 65535")]
    Address(String),
}

const DIALECTS: [Dialect; 3] = [Dialect::Ugi, Dialect::Uai, Dialect::Uci];

impl Program {
    /// A short name for tables: the file name of the command, or the address. If the command runs a
    /// script, it is the script's file name.
    pub fn short_name(&self) -> String {
        match &self.location {
            ProgramLocation::Command(words) => {
                let is_script = |word: &&String| {
                    INTERPRETERS.contains(&file_name(&words[0]).as_str()) && !word.starts_with('-')
                };
                let word = words.get(1).filter(is_script).or(words.first());
                word.map(|word| file_name(word)).unwrap_or_default()
            }
            ProgramLocation::Tcp(address) => address.clone(),
        }
    }
}

/// Commands that run a script.
const INTERPRETERS: [&str; 9] =
    ["python", "python3", "pypy3", "node", "ruby", "perl", "bash", "sh", "php"];

fn file_name(word: &str) -> String {
    Path::new(word)
        .file_name()
        .map_or_else(|| word.to_owned(), |name| name.to_string_lossy().into_owned())
}

impl FromStr for Program {
    type Err = ProgramError;

    fn from_str(text: &str) -> Result<Program, ProgramError> {
        let (head, place) =
            text.split_once(':').ok_or_else(|| ProgramError::NoColon(quoted(text)))?;
        let mut parts = head.split(';');
        let first = parts.next().unwrap_or_default();
        let (kind, dialect) = first.split_once('+').unwrap_or((first, Dialect::Ugi.name()));
        let place = match kind {
            "cmd" => ProgramLocation::Command(
                words(place).ok_or_else(|| ProgramError::Command(quoted(place)))?,
            ),
            "tcp" => ProgramLocation::Tcp(
                address(place).ok_or_else(|| ProgramError::Address(quoted(place)))?,
            ),
            _ => return Err(ProgramError::Kind(quoted(kind))),
        };
        let known = DIALECTS.into_iter().find(|known| known.name() == dialect);
        let dialect = known.ok_or_else(|| ProgramError::Dialect {
            found: quoted(dialect),
            allowed: listed(DIALECTS.map(Dialect::name)),
        })?;
        let mut options: Vec<(String, String)> = Vec::new();
        for part in parts {
            let option = part.split_once('=').map(|(name, value)| (name.trim(), value.trim()));
            let option = option.filter(|(name, _)| !name.is_empty());
            let (name, value) = option.ok_or_else(|| ProgramError::Option(quoted(part)))?;
            if options.iter().any(|(earlier, _)| earlier.eq_ignore_ascii_case(name)) {
                return Err(ProgramError::Twice(quoted(name)));
            }
            options.push((name.to_owned(), value.to_owned()));
        }
        Ok(Program { location: place, dialect, options })
    }
}

fn words(line: &str) -> Option<Vec<String>> {
    // The system cannot start a command line with zero bytes in it.
    let words = shlex::split(line).filter(|_| !line.contains('\0'))?;
    words.first().is_some_and(|program| !program.is_empty()).then_some(words)
}

fn address(text: &str) -> Option<String> {
    let (host, port) = text.trim().rsplit_once(':')?;
    let port = port.parse::<u16>().ok().filter(|port| *port > 0)?;
    (!host.is_empty()).then(|| format!("{host}:{port}"))
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.location {
            ProgramLocation::Command(_) => "cmd",
            ProgramLocation::Tcp(_) => "tcp",
        })?;
        if self.dialect != Dialect::Ugi {
            write!(f, "+{}", self.dialect.name())?;
        }
        self.options.iter().try_for_each(|(name, value)| write!(f, ";{name}={value}"))?;
        match &self.location {
            ProgramLocation::Command(words) => {
                let line = shlex::try_join(words.iter().map(String::as_str));
                write!(f, ":{}", line.unwrap_or_else(|_| words.join(" ")))
            }
            ProgramLocation::Tcp(address) => write!(f, ":{address}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program(place: ProgramLocation, dialect: Dialect, options: &[(&str, &str)]) -> Program {
        let options =
            options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        Program { location: place, dialect, options }
    }

    fn command(words: &[&str]) -> ProgramLocation {
        ProgramLocation::Command(words.iter().map(|word| (*word).to_owned()).collect())
    }

    #[test]
    fn programs_are_read_and_written() {
        let tcp = |address: &str| ProgramLocation::Tcp(address.to_owned());
        for (text, short, expected) in [
            (
                "cmd:./engine --fast",
                "engine",
                program(command(&["./engine", "--fast"]), Dialect::Ugi, &[]),
            ),
            ("cmd+uai:./tiktaxx", "tiktaxx", program(command(&["./tiktaxx"]), Dialect::Uai, &[])),
            (
                "cmd+uci;Hash=16;Skill Level=-3:/usr/games/fairy-stockfish",
                "fairy-stockfish",
                program(
                    command(&["/usr/games/fairy-stockfish"]),
                    Dialect::Uci,
                    &[("Hash", "16"), ("Skill Level", "-3")],
                ),
            ),
            (
                "cmd;Book=:python3 -c 'print(\"a:b;c=d\")'",
                "python3",
                program(
                    command(&["python3", "-c", "print(\"a:b;c=d\")"]),
                    Dialect::Ugi,
                    &[("Book", "")],
                ),
            ),
            (
                "tcp:127.0.0.1:5001",
                "127.0.0.1:5001",
                program(tcp("127.0.0.1:5001"), Dialect::Ugi, &[]),
            ),
            (
                "tcp+uai;Threads=2:[::1]:80",
                "[::1]:80",
                program(tcp("[::1]:80"), Dialect::Uai, &[("Threads", "2")]),
            ),
            ("cmd:..", "..", program(command(&[".."]), Dialect::Ugi, &[])),
        ] {
            let read: Program = text.parse().unwrap();
            assert_eq!(read, expected, "{text}");
            assert_eq!(read.to_string().parse(), Ok(expected), "{read}");
            assert_eq!(read.short_name(), short);
        }
        let spelled: Program = "cmd+ugi; Hash = 1 :  a   'b'  ".parse().unwrap();
        assert_eq!(spelled.to_string(), "cmd;Hash=1:a b");
    }

    #[test]
    fn invalid_programs_are_refused() {
        for (text, reason) in [
            (
                "",
                "`` is no program: the form is cmd:COMMAND LINE or tcp:HOST:PORT, and before the colon +DIALECT and ;OPTION=VALUE",
            ),
            ("./engine:x", "`./engine` before the colon: allowed are cmd and tcp"),
            ("cmd+xboard:x", "`xboard` is no dialect: allowed are ugi, uai and uci"),
            ("cmd+:x", "`` is no dialect: allowed are ugi, uai and uci"),
            ("cmd;Hash:x", "`Hash` is no option: the form is ;OPTION=VALUE"),
            ("cmd;=1:x", "`=1` is no option: the form is ;OPTION=VALUE"),
            ("cmd;Hash=1;hash=2:x", "the option hash is given twice"),
            (
                "cmd:",
                "`` is no command line: it takes a program and its arguments, and quotes in pairs",
            ),
            (
                "cmd:''",
                "`''` is no command line: it takes a program and its arguments, and quotes in pairs",
            ),
            (
                "cmd:a 'b",
                "`a 'b` is no command line: it takes a program and its arguments, and quotes in pairs",
            ),
            (
                "tcp:5001",
                "`5001` is no address: the form is HOST:PORT, with a port from 1 to 65535",
            ),
            (
                "tcp::5001",
                "`:5001` is no address: the form is HOST:PORT, with a port from 1 to 65535",
            ),
            (
                "tcp:host:0",
                "`host:0` is no address: the form is HOST:PORT, with a port from 1 to 65535",
            ),
            (
                "tcp:host:65536",
                "`host:65536` is no address: the form is HOST:PORT, with a port from 1 to 65535",
            ),
        ] {
            assert_eq!(text.parse::<Program>().unwrap_err().to_string(), reason, "{text}");
        }
    }
}
