//! The players: a list of `NAME` or `NAME:MODE` joined by commas.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use ludoteca_core::{Algorithm, text};

/// Who fills a seat.
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub enum Player {
    /// A person, who is asked for each move.
    #[default]
    Manual,
    /// Chooses a uniformly random legal move.
    Random,
    /// One of our engines.
    Engine(Engine),
}

/// The settings of an engine. Settings that are `None` have the engine's defaults.
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct Engine {
    /// The level, from 1 (a beginner) to 10.
    pub level: Option<u8>,
    /// The most plies to look ahead.
    pub depth: Option<u32>,
    /// The most positions to search.
    pub nodes: Option<u64>,
    /// The time limit.
    pub time: Option<Duration>,
    /// The number of threads.
    pub threads: Option<u32>,
    /// The memory for positions, in MiB.
    pub memory: Option<u32>,
    /// The search algorithm.
    pub algorithm: Option<Algorithm>,
}

/// A seat's name and player: `W`, `W:r`, `W:a3:threads=2`.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Seated {
    /// The name, which is also shown on the board.
    pub name: String,
    /// Who chooses its moves.
    pub player: Player,
}

/// Why a player or a list of players is refused.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum PlayersError {
    /// There is no name before a `:` or between two commas.
    EmptyName(String),
    /// A name with characters that are not allowed.
    NoName(String),
    /// A name that is too long for boards.
    LongName(String),
    /// Two seats have the same name.
    SameName(String),
    /// There is no such mode.
    NoMode {
        /// The text as given.
        mode: String,
        /// The whole entry of the list.
        player: String,
    },
    /// A setting that no engine has.
    NoSetting(String),
    /// A setting with a value that it cannot have.
    NotAllowed {
        /// The setting.
        key: &'static str,
        /// The text as given.
        value: String,
        /// What may be given.
        allowed: Range,
    },
    /// The same setting is given twice.
    Twice(String),
    /// Minimax is given without the depth that it needs.
    NoDepth,
    /// Minimax is given with a limit that it does not use.
    OnlyDepth(Limit),
    /// A level is given for an algorithm that has none.
    NoLevels(Algorithm),
}

/// What a setting of an engine may be.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Range {
    /// A whole number from 1 to this.
    UpTo(u64),
    /// A whole number from 1 to this, in MiB.
    Mebibytes(u64),
    /// A time that [`read_time`] reads.
    Time,
    /// One of these names.
    OneOf(Vec<&'static str>),
}

/// A limit that minimax does not use.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Limit {
    /// A level.
    Level,
    /// A number of nodes.
    Nodes,
    /// A time.
    Time,
}

/// Reads a list of players.
///
/// # Errors
/// Names what is wrong and what is allowed.
pub fn read_players(list: &str) -> Result<Vec<Seated>, PlayersError> {
    let mut players: Vec<Seated> = Vec::new();
    for entry in list.split(',') {
        if entry.is_empty() || entry.starts_with(':') {
            return Err(PlayersError::EmptyName(list.to_owned()));
        }
        let seated: Seated = entry.parse()?;
        if players.iter().any(|earlier| earlier.name == seated.name) {
            return Err(PlayersError::SameName(seated.name));
        }
        players.push(seated);
    }
    Ok(players)
}

/// Writes a list of players, so that [`read_players`] reads it.
pub fn write_players(players: &[Seated]) -> String {
    players.iter().map(Seated::to_string).collect::<Vec<_>>().join(",")
}

impl Seated {
    /// A person at a seat.
    pub fn manual(name: &str) -> Seated {
        Seated { name: name.to_owned(), player: Player::Manual }
    }
}

impl FromStr for Seated {
    type Err = PlayersError;

    fn from_str(text: &str) -> Result<Seated, PlayersError> {
        let (name, mode) =
            text.split_once(':').map_or((text, None), |(name, mode)| (name, Some(mode)));
        if name.is_empty() {
            return Err(PlayersError::EmptyName(text.to_owned()));
        }
        let unusable =
            |letter: char| letter.is_whitespace() || letter.is_control() || letter == ',';
        if name == "*" || name.chars().any(unusable) {
            return Err(PlayersError::NoName(name.to_owned()));
        }
        if name.chars().count() > LONGEST_NAME {
            return Err(PlayersError::LongName(name.to_owned()));
        }
        let player = mode.map_or(Ok(Some(Player::Manual)), read_mode)?;
        let no_mode = || PlayersError::NoMode {
            mode: mode.unwrap_or_default().to_owned(),
            player: text.to_owned(),
        };
        let player = player.ok_or_else(no_mode)?;
        Ok(Seated { name: name.to_owned(), player })
    }
}

/// `m`, `r`, `a`, `a3`, `a:time=2s;threads=2`, `a3:threads=2`; `None` for anything else.
fn read_mode(mode: &str) -> Result<Option<Player>, PlayersError> {
    let (kind, settings) =
        mode.split_once(':').map_or((mode, None), |(kind, settings)| (kind, Some(settings)));
    match (kind, settings) {
        ("m", None) => return Ok(Some(Player::Manual)),
        ("r", None) => return Ok(Some(Player::Random)),
        _ => {}
    }
    let level = match kind.strip_prefix('a') {
        Some("") => None,
        Some(level) => match (1..=10).find(|n: &u8| n.to_string() == level) {
            Some(level) => Some(level),
            None => return Ok(None),
        },
        None => return Ok(None),
    };
    let mut engine = Engine { level, ..Engine::default() };
    let mut seen = Vec::new();
    for setting in settings.into_iter().flat_map(|settings| settings.split(';')) {
        let Some((key, value)) =
            setting.split_once('=').filter(|(key, value)| !key.is_empty() && !value.is_empty())
        else {
            return Ok(None);
        };
        if seen.contains(&key) {
            return Err(PlayersError::Twice(key.to_owned()));
        }
        seen.push(key);
        engine.set(key, value)?;
    }
    engine.check()?;
    Ok(Some(Player::Engine(engine)))
}

/// The longest name, since names are shown in the cells of boards.
pub(crate) const LONGEST_NAME: usize = 32;

const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);

impl Engine {
    fn set(&mut self, key: &str, value: &str) -> Result<(), PlayersError> {
        let number = |most: u64| {
            let number = text::number_from(value).and_then(|number| u64::try_from(number).ok());
            number.filter(|number| (1..=most).contains(number))
        };
        let (key, allowed, fits) = match key {
            "depth" => {
                self.depth = number(200).map(|number| number as u32);
                ("depth", Range::UpTo(200), self.depth.is_some())
            }
            "nodes" => {
                self.nodes = number(1_000_000_000_000);
                ("nodes", Range::UpTo(1_000_000_000_000), self.nodes.is_some())
            }
            "threads" => {
                self.threads = number(256).map(|number| number as u32);
                ("threads", Range::UpTo(256), self.threads.is_some())
            }
            "memory" => {
                self.memory = number(65_536).map(|number| number as u32);
                ("memory", Range::Mebibytes(65_536), self.memory.is_some())
            }
            "time" => {
                self.time = read_time(value);
                ("time", Range::Time, self.time.is_some())
            }
            "algorithm" => {
                let known = Algorithm::NAMES.into_iter().find(|(name, _)| *name == value);
                self.algorithm = known.map(|(_, algorithm)| algorithm);
                let names = Algorithm::NAMES.map(|(name, _)| name).to_vec();
                ("algorithm", Range::OneOf(names), self.algorithm.is_some())
            }
            _ => return Err(PlayersError::NoSetting(format!("{key}={value}"))),
        };
        if fits {
            Ok(())
        } else {
            Err(PlayersError::NotAllowed { key, value: value.to_owned(), allowed })
        }
    }

    /// Checks that the settings go together.
    ///
    /// # Errors
    /// Says what does not go together.
    pub fn check(&self) -> Result<(), PlayersError> {
        let others = [
            (Limit::Level, self.level.is_some()),
            (Limit::Nodes, self.nodes.is_some()),
            (Limit::Time, self.time.is_some()),
        ];
        let other = others.into_iter().find(|(_, is_given)| *is_given);
        match (self.algorithm, other) {
            (Some(Algorithm::Minimax), Some((other, _))) => Err(PlayersError::OnlyDepth(other)),
            (Some(Algorithm::Minimax), None) if self.depth.is_none() => Err(PlayersError::NoDepth),
            (Some(algorithm @ (Algorithm::MaxN | Algorithm::Mcts | Algorithm::PlainMcts)), _)
                if self.level.is_some() =>
            {
                Err(PlayersError::NoLevels(algorithm))
            }
            _ => Ok(()),
        }
    }
}

/// Reads a time as people type it, `500ms`, `2s`, `1.5s`, `1m`: to the millisecond, up to a day.
/// `None` for anything else.
pub fn read_time(text: &str) -> Option<Duration> {
    let units = [("ms", 1u64), ("s", 1000), ("m", 60_000)];
    let (number, unit) =
        units.iter().find_map(|(name, unit)| Some((text.strip_suffix(name)?, unit)))?;
    let (whole, fraction) = number.split_once('.').unwrap_or((number, "0"));
    let digits = |text: &str| {
        !text.is_empty() && text.len() <= 9 && text.bytes().all(|byte| byte.is_ascii_digit())
    };
    if !digits(whole) || !digits(fraction) {
        return None;
    }
    let part = unit * fraction.parse::<u64>().ok()? / 10u64.pow(fraction.len() as u32);
    let time = Duration::from_millis(unit * whole.parse::<u64>().ok()? + part);
    (time > Duration::ZERO && time <= LONGEST).then_some(time)
}

/// The seat as it is typed.
impl fmt::Display for Seated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.name, self.player)
    }
}

/// The mode as it is typed.
impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Player::Manual => f.write_str("m"),
            Player::Random => f.write_str("r"),
            Player::Engine(engine) => engine.fmt(f),
        }
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a")?;
        if let Some(level) = self.level {
            write!(f, "{level}")?;
        }
        let settings = [
            self.depth.map(|depth| format!("depth={depth}")),
            self.nodes.map(|nodes| format!("nodes={nodes}")),
            self.time.map(|time| format!("time={}ms", time.as_millis())),
            self.threads.map(|threads| format!("threads={threads}")),
            self.memory.map(|memory| format!("memory={memory}")),
            self.algorithm.map(|algorithm| format!("algorithm={algorithm}")),
        ];
        for (n, setting) in settings.into_iter().flatten().enumerate() {
            write!(f, "{}{setting}", if n == 0 { ':' } else { ';' })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_read_and_written() {
        for (list, expected) in [
            ("W:r,B,R:a3,Y:a:time=1.5s;threads=2", "W:r,B:m,R:a3,Y:a:time=1500ms;threads=2"),
            (
                "X:a:algorithm=minimax;depth=5,O:a2:algorithm=best",
                "X:a:depth=5;algorithm=minimax,O:a2:algorithm=best",
            ),
            (
                "X:a:algorithm=plain-mcts;nodes=10000,O:a:algorithm=mcts",
                "X:a:nodes=10000;algorithm=plain-mcts,O:a:algorithm=mcts",
            ),
            ("X:a:threads=2;algorithm=minimax;depth=1", "X:a:depth=1;threads=2;algorithm=minimax"),
            ("X:a9:algorithm=paranoid;memory=256", "X:a9:memory=256;algorithm=paranoid"),
        ] {
            let players = read_players(list).unwrap();
            let written = write_players(&players);
            assert_eq!(written, expected);
            assert_eq!(read_players(&written).unwrap(), players);
        }
        for (text, milliseconds) in
            [("1ms", 1), ("2s", 2000), ("0.25s", 250), ("1m", 60_000), ("0.5ms", 0), ("1d", 0)]
        {
            assert_eq!(read_time(text).map_or(0, |time| time.as_millis()), milliseconds, "{text}");
        }
    }

    #[test]
    fn wrong_players_are_refused() {
        for (list, reason) in [
            (
                "",
                "an empty name in the players ``: the form is NAME or NAME:MODE, joined by commas",
            ),
            (
                "X,,O",
                "an empty name in the players `X,,O`: the form is NAME or NAME:MODE, joined by commas",
            ),
            (
                "X,:r",
                "an empty name in the players `X,:r`: the form is NAME or NAME:MODE, joined by commas",
            ),
            ("X,X", "two players are called `X`: names must differ"),
            (
                "X Y,O",
                "`X Y` is no name: white space, control characters, `,`, `:` and `*` alone are not allowed",
            ),
            (
                "*,O",
                "`*` is no name: white space, control characters, `,`, `:` and `*` alone are not allowed",
            ),
            (
                "X:a:speed=3",
                "`speed=3` is no setting of an AI: allowed are depth, nodes, time, threads, memory and algorithm, as in a:time=2s;threads=2",
            ),
            (
                "X:a:algorithm=magic",
                "algorithm=magic for an AI: allowed is one of best, paranoid, maxn, mcts, plain-mcts and minimax",
            ),
            (
                "X:a:algorithm=minimax",
                "algorithm=minimax for an AI without depth: it needs one, as in a:depth=5;algorithm=minimax",
            ),
            (
                "X:a3:algorithm=minimax;depth=5",
                "algorithm=minimax for an AI with a level: it uses only depth, as in a:depth=5;algorithm=minimax",
            ),
            (
                "X:a3:algorithm=mcts",
                "algorithm=mcts for an AI with a level: it overlooks nothing, and is limited by nodes or time, as in a:nodes=1000;algorithm=mcts",
            ),
            (
                "X:a:algorithm=minimax;depth=5;time=1s",
                "algorithm=minimax for an AI with time: it uses only depth, as in a:depth=5;algorithm=minimax",
            ),
            (
                "X:a:nodes=7;algorithm=minimax",
                "algorithm=minimax for an AI with nodes: it uses only depth, as in a:depth=5;algorithm=minimax",
            ),
            (
                "X:a:time=2",
                "time=2 for an AI: allowed is a time as in 500ms, 2s, 1.5s or 1m, up to a day",
            ),
            ("X:a:depth=0", "depth=0 for an AI: allowed is a whole number from 1 to 200"),
            (
                "ABCDEFGHIJKLMNOPQRSTUVWXYZ1234567,O",
                "`ABCDEFGHIJKLMNOPQRSTUVWXYZ123456…` is too long for a name: at most 32 letters are allowed",
            ),
            ("X:a:depth=1;depth=2", "depth is given twice for an AI"),
        ] {
            assert_eq!(read_players(list).unwrap_err().to_string(), reason);
        }
        for list in [
            "X:",
            "X:q",
            "X:m3",
            "X:a11",
            "X:a0",
            "X:a01",
            "X:r:time=1s",
            "X:a:",
            "X:a:time",
            "X:a:=1",
        ] {
            assert!(read_players(list).unwrap_err().to_string().contains("is no mode"), "{list}");
        }
    }
}
