//! Programs that a worker may start for the tournaments of others. A tournament names a program, as
//! in `cmd:stockfish`, and the worker's own list says with which command it is started here: nobody
//! else's command line ever runs on a worker.

use std::collections::BTreeMap;
use std::str::FromStr;

use ludoteca_core::text::printable;

use crate::entrant::{Entrant, EntrantKind};
use ludoteca_engines::external::{Program, ProgramLocation};

/// The programs of a worker: a line `NAME = COMMAND` for each. Empty lines and lines that begin
/// with `#` are ignored.
///
/// ```
/// use ludoteca_arena::programs::Programs;
/// let programs: Programs = "# Ataxx\ntiktaxx = /opt/tiktaxx --quiet\n".parse().unwrap();
/// assert_eq!(programs.names().collect::<Vec<_>>(), ["tiktaxx"]);
/// ```
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct Programs {
    commands: BTreeMap<String, ProgramLocation>,
}

/// Why a text is no list of programs. The number of the line counts from 1.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct BadPrograms {
    /// The number of the line.
    pub line: usize,
    /// The reason.
    pub reason: BadProgramsLine,
}

/// What is wrong with a line of a list of programs.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum BadProgramsLine {
    /// There is no `=`.
    #[error("`{0}` names no program: the form is NAME = COMMAND")]
    NoCommand(String),
    /// The name is not a plain one.
    #[error("`{0}` is no name of a program: {ALLOWED_NAMES}")]
    Name(String),
    /// The name was there before.
    #[error("the program {0} is listed twice")]
    Twice(String),
    /// The command cannot be understood.
    #[error("`{0}` is no command line: it takes a program and its arguments, and quotes in pairs")]
    Command(String),
}

/// Why an entrant cannot take part on other machines.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum BadRemoteEntrant {
    /// The entrant listens somewhere.
    #[error(
        "`{0}`: a program that listens cannot take part with workers; allowed are our players and cmd:NAME, \
         a program of the workers' own lists"
    )]
    Tcp(String),
    /// The entrant is a command, not a name.
    #[error(
        "`{0}`: with workers, allowed is cmd:NAME, a program of their own lists; {ALLOWED_NAMES}"
    )]
    Command(String),
    /// The entrant sets options of the program.
    #[error(
        "`{0}`: with workers, options are refused, since they may name files there; allowed is cmd:NAME"
    )]
    Options(String),
    /// This machine has no such program.
    #[error("the program {0} is not in the list of this machine")]
    Unknown(String),
}

const ALLOWED_NAMES: &str =
    "a name has up to 64 letters, digits, - _ and ., and begins with a letter or digit";

impl FromStr for Programs {
    type Err = BadPrograms;

    fn from_str(text: &str) -> Result<Programs, BadPrograms> {
        let mut commands = BTreeMap::new();
        for (line, text) in (1..).zip(text.lines()) {
            let text = text.trim();
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            let (name, command) = read_line(text).map_err(|reason| BadPrograms { line, reason })?;
            if commands.contains_key(&name) {
                return Err(BadPrograms { line, reason: BadProgramsLine::Twice(name) });
            }
            commands.insert(name, command);
        }
        Ok(Programs { commands })
    }
}

impl Programs {
    /// The names of the programs, in their order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.commands.keys().map(String::as_str)
    }

    /// The entrant as it is started on this machine: one that names a program gets the command of
    /// that program.
    ///
    /// # Errors
    /// When the entrant names no program of this list.
    pub fn command_of(&self, entrant: &Entrant) -> Result<Entrant, BadRemoteEntrant> {
        let mut entrant = entrant.clone();
        if let Some(name) = program_name(&entrant)?.map(str::to_owned)
            && let EntrantKind::Program(program) = &mut entrant.kind
        {
            let command = self.commands.get(&name).ok_or(BadRemoteEntrant::Unknown(name))?;
            program.location = command.clone();
        }
        Ok(entrant)
    }
}

/// The name of the program that an entrant needs on the machine where it plays; `None` for our own
/// players.
///
/// # Errors
/// When the entrant is neither one of our players nor `cmd:NAME`.
pub fn program_name(entrant: &Entrant) -> Result<Option<&str>, BadRemoteEntrant> {
    let EntrantKind::Program(Program { location, options, .. }) = &entrant.kind else {
        return Ok(None);
    };
    let text = || quoted(&entrant.kind.to_string());
    match location {
        ProgramLocation::Tcp(_) => Err(BadRemoteEntrant::Tcp(text())),
        ProgramLocation::Command(words) => match words.as_slice() {
            [name] if is_name(name) && options.is_empty() => Ok(Some(name)),
            [name] if is_name(name) => Err(BadRemoteEntrant::Options(text())),
            _ => Err(BadRemoteEntrant::Command(text())),
        },
    }
}

fn read_line(line: &str) -> Result<(String, ProgramLocation), BadProgramsLine> {
    let (name, command) =
        line.split_once('=').ok_or_else(|| BadProgramsLine::NoCommand(quoted(line)))?;
    let (name, command) = (name.trim(), command.trim());
    if !is_name(name) {
        return Err(BadProgramsLine::Name(quoted(name)));
    }
    match format!("cmd:{command}").parse() {
        Ok(Program { location, .. }) => Ok((name.to_owned(), location)),
        Err(_) => Err(BadProgramsLine::Command(quoted(command))),
    }
}

fn is_name(name: &str) -> bool {
    const LONGEST: usize = 64;
    let is_plain =
        |letter: char| letter.is_ascii_alphanumeric() || ['-', '_', '.'].contains(&letter);
    name.len() <= LONGEST
        && name.starts_with(|first: char| first.is_ascii_alphanumeric())
        && name.chars().all(is_plain)
}

/// What somebody else wrote, in one line of a bearable length.
fn quoted(text: &str) -> String {
    const LONGEST: usize = 100;
    let text = printable(text);
    if text.chars().count() <= LONGEST {
        return text;
    }
    text.chars().take(LONGEST).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entrant(text: &str) -> Entrant {
        text.parse().unwrap()
    }

    #[test]
    fn a_worker_starts_its_own_command() {
        let programs: Programs = "\n# engines\nfast = ./engine --level 'very fast'\r\n\
                                  tiktaxx-1.0=/opt/a=b\n  2_x = python3 x.py # 1\n"
            .parse()
            .unwrap();
        assert_eq!(programs.names().collect::<Vec<_>>(), ["2_x", "fast", "tiktaxx-1.0"]);
        for (given, started) in [
            ("new=cmd:fast", "new=cmd:./engine --level 'very fast'"),
            ("cmd+uai:tiktaxx-1.0", "tiktaxx-1.0=cmd+uai:/opt/a=b"),
            ("cmd:2_x", "2_x=cmd:python3 x.py"),
            ("a3", "a3=a3"),
            ("r", "r=r"),
        ] {
            let started_here = programs.command_of(&entrant(given)).unwrap();
            assert_eq!(started_here, entrant(started), "{given}");
        }
        assert_eq!(
            programs.command_of(&entrant("cmd:slow")),
            Err(BadRemoteEntrant::Unknown("slow".to_owned()))
        );
    }

    #[test]
    fn bad_lists_are_refused() {
        for (text, reason) in [
            ("engine", "line 1: `engine` names no program: the form is NAME = COMMAND"),
            (
                "a = x\n\n./b = x",
                "line 3: `./b` is no name of a program: a name has up to 64 letters",
            ),
            (" = x", "line 1: `` is no name of a program"),
            ("two words = x", "line 1: `two words` is no name of a program"),
            ("-a = x", "line 1: `-a` is no name of a program"),
            (".. = x", "line 1: `..` is no name of a program"),
            ("é = x", "line 1: `é` is no name of a program"),
            ("a = x\na = y", "line 2: the program a is listed twice"),
            ("a =", "line 1: `` is no command line"),
            ("a = 'x", "line 1: `'x` is no command line"),
            ("a = x\0", "is no command line"),
        ] {
            let refused = text.parse::<Programs>().unwrap_err().to_string();
            assert!(refused.contains(reason) && !refused.contains('\n'), "{text:?}: {refused}");
        }
        let long = format!("{} = x", "a".repeat(10_000));
        assert!(long.parse::<Programs>().unwrap_err().to_string().len() < 400);
    }

    #[test]
    fn only_names_take_part_elsewhere() {
        assert_eq!(program_name(&entrant("a5")), Ok(None));
        assert_eq!(program_name(&entrant("old=cmd+uai:x.2")), Ok(Some("x.2")));
        for (text, reason) in [
            ("cmd:./x", "`cmd:./x`: with workers, allowed is cmd:NAME"),
            ("new=cmd:x --fast", "`cmd:x --fast`: with workers, allowed is cmd:NAME"),
            ("cmd:/bin/x", "`cmd:/bin/x`: "),
            ("cmd:..", "`cmd:..`: "),
            ("cmd+uci;Hash=16:x", "`cmd+uci;Hash=16:x`: with workers, options are refused"),
            ("tcp:127.0.0.1:5001", "`tcp:127.0.0.1:5001`: a program that listens cannot take part"),
        ] {
            let refused = program_name(&entrant(text)).unwrap_err().to_string();
            assert!(refused.contains(reason) && !refused.contains('\n'), "{text}: {refused}");
        }
    }
}
