//! The entrants of matches and tournaments: house players or programs.

use std::fmt;
use std::str::FromStr;

use ludoteca_play::{Player, PlayersError, Seated};

use ludoteca_engines::external::{Program, ProgramError};

/// An entrant: `a5`, `r`, `cmd:./engine`, `tcp:127.0.0.1:5001`, any of them with a name as in
/// `new=cmd:./engine`.
///
/// ```
/// use ludoteca_arena::entrant::Entrant;
/// let entrant: Entrant = "deep=a:depth=5".parse().unwrap();
/// assert_eq!((entrant.name.as_str(), entrant.to_string().as_str()), ("deep", "deep=a:depth=5"));
/// let entrant: Entrant = "a:depth=5".parse().unwrap();
/// assert_eq!((entrant.name.as_str(), entrant.to_string().as_str()), ("a-depth-5", "a-depth-5=a:depth=5"));
/// ```
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Entrant {
    /// The name in tables and records, valid for [a seat](Seated).
    pub name: String,
    /// The kind of player.
    pub kind: EntrantKind,
}

/// The kind of player.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum EntrantKind {
    /// A house player.
    House(Player),
    /// An external program.
    Program(Program),
}

/// Why a text does not name an entrant.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum EntrantError {
    /// The player is a person.
    #[error(
        "`{0}`: no person takes part here; allowed are r, a, a1 to a10, a:time=100ms, cmd:COMMAND and tcp:HOST:PORT"
    )]
    Person(String),
    /// The text is no known kind of player.
    #[error(
        "`{0}` is no player: allowed are r (random), a, a1 to a10 (AI), a:time=100ms, cmd:COMMAND (a program) and tcp:HOST:PORT, \
         with a name before it as in new=cmd:./engine"
    )]
    Unknown(String),
    /// The description of a program is invalid.
    #[error(transparent)]
    Program(#[from] ProgramError),
    /// The description of a house player, or the name, is invalid.
    #[error(transparent)]
    House(#[from] PlayersError),
}

impl FromStr for Entrant {
    type Err = EntrantError;

    fn from_str(text: &str) -> Result<Entrant, EntrantError> {
        // An `=` after a `:` or `;` belongs to a setting, not to a name before the player.
        let (name, player) = match text.split_once('=') {
            Some((name, player)) if !name.contains([':', ';']) => (Some(name), player),
            _ => (None, text),
        };
        let kind = if ["cmd", "tcp"].iter().any(|word| player.starts_with(word)) {
            EntrantKind::Program(player.parse()?)
        } else {
            let seated =
                format!("player:{player}").parse::<Seated>().map_err(|error| match error {
                    PlayersError::NoMode { .. } => EntrantError::Unknown(text.to_owned()),
                    error => error.into(),
                })?;
            match seated.player {
                Player::Manual => return Err(EntrantError::Person(text.to_owned())),
                player => EntrantKind::House(player),
            }
        };
        let name = match name {
            Some(name) => name.parse::<Seated>()?.name,
            None => default_name(&kind),
        };
        Ok(Entrant { name, kind })
    }
}

/// Written with its name, so that it is read back the same.
impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.name, self.kind)
    }
}

/// Written without a name.
impl fmt::Display for EntrantKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EntrantKind::House(player) => player.fmt(f),
            EntrantKind::Program(program) => program.fmt(f),
        }
    }
}

/// Makes the names of the entrants unique by numbering those that are equal: `a5`, `a5#2`, `a5#3`.
pub fn make_names_unique(entrants: &mut [Entrant]) {
    for at in 1..entrants.len() {
        let (before, rest) = entrants.split_at_mut(at);
        let taken = |name: &str| before.iter().any(|entrant| entrant.name == name);
        let name = &rest[0].name;
        if taken(name) {
            let numbered = (2..).map(|number| {
                let number = format!("#{number}");
                shortened(name, LONGEST_NAME - number.len()) + &number
            });
            let free = numbered.into_iter().find(|name| !taken(name));
            rest[0].name = free.expect("there are more numbers than players");
        }
    }
}

/// The maximum length of a seat's name.
const LONGEST_NAME: usize = 32;

/// The name of an entrant that was given none, without the characters that a name must not contain.
fn default_name(kind: &EntrantKind) -> String {
    let text = match kind {
        EntrantKind::House(player) => player.to_string(),
        EntrantKind::Program(program) => program.short_name(),
    };
    let usable = |letter: char| {
        !(letter.is_whitespace()
            || letter.is_control()
            || [',', ':', ';', '=', '*'].contains(&letter))
    };
    let text: String =
        text.chars().map(|letter| if usable(letter) { letter } else { '-' }).collect();
    shortened(&text, LONGEST_NAME)
}

fn shortened(name: &str, letters: usize) -> String {
    name.chars().take(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entrants_have_names() {
        for (text, name, written) in [
            ("r", "r", "r=r"),
            ("a5", "a5", "a5=a5"),
            (
                "a:time=100ms;threads=2",
                "a-time-100ms-threads-2",
                "a-time-100ms-threads-2=a:time=100ms;threads=2",
            ),
            ("new=a3", "new", "new=a3"),
            ("cmd:./engines/fast --level 3", "fast", "fast=cmd:./engines/fast --level 3"),
            ("old=cmd+uai;Hash=16:tiktaxx", "old", "old=cmd+uai;Hash=16:tiktaxx"),
            ("tcp:127.0.0.1:5001", "127.0.0.1-5001", "127.0.0.1-5001=tcp:127.0.0.1:5001"),
        ] {
            let entrant: Entrant = text.parse().unwrap();
            assert_eq!(
                (entrant.name.as_str(), entrant.to_string().as_str()),
                (name, written),
                "{text}"
            );
            assert_eq!(written.parse::<Entrant>().unwrap(), entrant);
        }
    }

    #[test]
    fn other_players_are_refused() {
        for (text, part) in [
            ("m", "no person takes part here"),
            ("me=m", "no person takes part here"),
            ("q", "`q` is no player: allowed are"),
            ("", "`` is no player: allowed are"),
            ("a11", "`a11` is no player"),
            ("a:speed=1", "is no setting of an AI"),
            ("=a5", "an empty name"),
            ("two words=a5", "`two words` is no name"),
        ] {
            let reason = text.parse::<Entrant>().unwrap_err().to_string();
            assert!(reason.contains(part) && !reason.contains('\n'), "{text}: {reason}");
        }
    }

    #[test]
    fn equal_names_are_numbered() {
        let long = "x".repeat(32);
        let mut entrants: Vec<Entrant> =
            ["a5", "a5#2=r", "a5", "a5", &format!("{long}=r"), &format!("{long}=r")]
                .map(|text| text.parse().unwrap())
                .into();
        make_names_unique(&mut entrants);
        let names: Vec<&str> = entrants.iter().map(|entrant| entrant.name.as_str()).collect();
        let cut = format!("{}#2", "x".repeat(30));
        assert_eq!(names, ["a5", "a5#2", "a5#3", "a5#4", &long, &cut]);
    }
}
