//! The lines that an engine receives.

use std::fmt;
use std::str::FromStr;

use ludoteca_core::{MAX_SEATS, Seat};

use super::tokens::LineTokens;
use super::{Dialect, ProtocolError, quoted};

/// A line to an engine.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum ToEngine {
    /// `ugi`: identify yourself.
    Identify,
    /// `setoption name N value V`; a button has no value.
    SetOption {
        /// The name as the engine spells it.
        name: String,
        /// The value as typed.
        value: Option<String>,
    },
    /// `isready`: answer, whatever you are doing.
    IsReady,
    /// `uginewgame OPTIONS`: forget the last game. The text is the game with its options in their
    /// one-line form, or empty for the same as before.
    NewGame(String),
    /// `position startpos moves …`, `position fen TEXT moves …`.
    Position {
        /// Where the steps begin.
        start: StartPosition,
        /// The moves and rolls, each as one word.
        steps: Vec<String>,
    },
    /// `go …`: think.
    Go(Go),
    /// `stop`: answer at once.
    Stop,
    /// `quit`: end.
    Quit,
    /// `query …`: answer a question about the rules.
    Query(EngineQuery),
    /// `perft N`: count the sequences of up to this many plies. Not standard, but common.
    Perft(u32),
    /// `display`: show the board to a person. Not standard, but common.
    Display,
}

/// Where the steps of a position begin.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum StartPosition {
    /// The usual first position of the game.
    Startpos,
    /// A position string.
    Fen(String),
}

/// The limits of a search. If none is set, the engine uses its own default. Times are in
/// milliseconds.
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct Go {
    /// The time for this move.
    pub movetime: Option<u64>,
    /// The search depth in plies.
    pub depth: Option<u32>,
    /// The number of positions to search.
    pub nodes: Option<u64>,
    /// Think until `stop`.
    pub infinite: bool,
    /// The remaining time of each seat.
    pub time: [Option<u64>; MAX_SEATS],
    /// The increment of each seat per move.
    pub increment: [Option<u64>; MAX_SEATS],
    /// The number of moves until the next time control.
    pub movestogo: Option<u64>,
}

/// A question about the rules.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum EngineQuery {
    /// Which seat is to move?
    Turn,
    /// Is this seat to move?
    TurnOf(Seat),
    /// Is the game over?
    GameOver,
    /// Which seat has won?
    Result,
    /// How many points has each seat at the end?
    Points,
    /// Which steps are legal?
    Legal,
    /// What is the position string?
    Position,
    /// Which game is it, with which options?
    Game,
    /// Which seats were skipped after the last step, on the way to this position?
    Skipped,
}

impl ToEngine {
    /// Reads a line. Unknown words of `go` are skipped, as is customary, and added to `ignored`.
    ///
    /// # Errors
    /// Says what is not understood.
    pub fn read(
        line: &str,
        dialect: Dialect,
        ignored: &mut Vec<String>,
    ) -> Result<ToEngine, ProtocolError> {
        let mut words = LineTokens::new(line);
        let first = words.next().ok_or(ProtocolError::Empty)?;
        Ok(match first {
            "setoption" => read_option(words)?,
            "isready" => ToEngine::IsReady,
            "position" => read_position(words)?,
            "go" => ToEngine::Go(Go::read(words, dialect, ignored)?),
            "stop" => ToEngine::Stop,
            "quit" => ToEngine::Quit,
            "query" => {
                let text = words
                    .next()
                    .ok_or(ProtocolError::Missing { after: "query", what: "what is asked" })?;
                ToEngine::Query(text.parse()?)
            }
            "perft" => ToEngine::Perft(words.number("perft")?),
            "display" => ToEngine::Display,
            _ => match first.strip_prefix(dialect.name()) {
                Some("") => ToEngine::Identify,
                Some("newgame") => ToEngine::NewGame(words.until(&[])),
                _ => return Err(ProtocolError::Unknown(quoted(first))),
            },
        })
    }

    /// The line as it is written in a dialect. The value itself displays as [`Dialect::Ugi`].
    pub fn in_dialect(&self, dialect: Dialect) -> InDialect<'_> {
        InDialect { line: self, dialect }
    }
}

fn read_option(mut words: LineTokens<'_>) -> Result<ToEngine, ProtocolError> {
    let lacks = ProtocolError::Missing { after: "setoption", what: "name NAME value VALUE" };
    if words.next() != Some("name") {
        return Err(lacks);
    }
    let name = words.until(&["value"]);
    if name.is_empty() {
        return Err(lacks);
    }
    let value = words.next().map(|_value| words.until(&[]));
    Ok(ToEngine::SetOption { name, value })
}

fn read_position(mut words: LineTokens<'_>) -> Result<ToEngine, ProtocolError> {
    let lacks = ProtocolError::Missing {
        after: "position",
        what: "startpos or fen TEXT, and then moves … or nothing",
    };
    let start = match words.next() {
        Some("startpos") => StartPosition::Startpos,
        Some("fen") => match words.until(&["moves"]) {
            fen if fen.is_empty() => return Err(lacks),
            fen => StartPosition::Fen(fen),
        },
        _ => return Err(lacks),
    };
    match words.next() {
        None | Some("moves") => {}
        Some(_) => return Err(lacks),
    }
    Ok(ToEngine::Position { start, steps: words.map(str::to_owned).collect() })
}

impl Go {
    fn read(
        mut words: LineTokens<'_>,
        dialect: Dialect,
        ignored: &mut Vec<String>,
    ) -> Result<Go, ProtocolError> {
        let mut go = Go::default();
        while let Some(word) = words.next() {
            match word {
                "movetime" => go.movetime = Some(words.number_from_zero(word)?),
                "depth" => go.depth = Some(words.number(word)?),
                "nodes" => go.nodes = Some(words.number(word)?),
                "infinite" => go.infinite = true,
                "movestogo" => go.movestogo = Some(words.number(word)?),
                _ => match go.clock(word, dialect) {
                    Some(clock) => *clock = Some(words.number_from_zero(word)?),
                    None => ignored.push(quoted(word)),
                },
            }
        }
        Ok(go)
    }

    /// The field that a word like `p1time` sets.
    fn clock(&mut self, word: &str, dialect: Dialect) -> Option<&mut Option<u64>> {
        let (who, clocks) = match word.strip_suffix("time") {
            Some(who) => (who, &mut self.time),
            None => (word.strip_suffix("inc")?, &mut self.increment),
        };
        let seat =
            Seat::all(MAX_SEATS).find(|seat| !who.is_empty() && dialect.clock(*seat) == who)?;
        Some(&mut clocks[seat.index()])
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, dialect: Dialect) -> fmt::Result {
        f.write_str("go")?;
        let mut set = |who: &str, key: &str, number: Option<u64>| match number {
            Some(number) => write!(f, " {who}{key} {number}"),
            None => Ok(()),
        };
        set("", "movetime", self.movetime)?;
        set("", "depth", self.depth.map(u64::from))?;
        set("", "nodes", self.nodes)?;
        for (key, clocks) in [("time", &self.time), ("inc", &self.increment)] {
            for (seat, clock) in Seat::all(MAX_SEATS).zip(clocks) {
                let who = dialect.clock(seat);
                set(who, key, clock.filter(|_| !who.is_empty()))?;
            }
        }
        set("", "movestogo", self.movestogo)?;
        if self.infinite { f.write_str(" infinite") } else { Ok(()) }
    }
}

const QUERIES: &[(&str, EngineQuery)] = &[
    ("turn", EngineQuery::Turn),
    ("p1turn", EngineQuery::TurnOf(Seat::new(0))),
    ("p2turn", EngineQuery::TurnOf(Seat::new(1))),
    ("p3turn", EngineQuery::TurnOf(Seat::new(2))),
    ("p4turn", EngineQuery::TurnOf(Seat::new(3))),
    ("gameover", EngineQuery::GameOver),
    ("result", EngineQuery::Result),
    ("points", EngineQuery::Points),
    ("legal", EngineQuery::Legal),
    ("position", EngineQuery::Position),
    ("game", EngineQuery::Game),
    ("skipped", EngineQuery::Skipped),
];

impl FromStr for EngineQuery {
    type Err = ProtocolError;

    fn from_str(text: &str) -> Result<EngineQuery, ProtocolError> {
        let known = QUERIES.iter().find(|(word, _)| *word == text);
        known.map(|(_, query)| *query).ok_or_else(|| ProtocolError::UnknownQuery(quoted(text)))
    }
}

impl fmt::Display for EngineQuery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (word, _) =
            QUERIES.iter().find(|(_, query)| query == self).expect("all queries are in the list");
        f.write_str(word)
    }
}

impl fmt::Display for ToEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.in_dialect(Dialect::Ugi).fmt(f)
    }
}

/// A line that is to be written in a dialect.
pub struct InDialect<'a> {
    line: &'a ToEngine,
    dialect: Dialect,
}

impl fmt::Display for InDialect<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.dialect.name();
        match self.line {
            ToEngine::Identify => f.write_str(name),
            ToEngine::SetOption { name, value: None } => write!(f, "setoption name {name}"),
            ToEngine::SetOption { name, value: Some(value) } => {
                write!(f, "setoption name {name} value {value}")
            }
            ToEngine::IsReady => f.write_str("isready"),
            ToEngine::NewGame(options) if options.is_empty() => write!(f, "{name}newgame"),
            ToEngine::NewGame(options) => write!(f, "{name}newgame {options}"),
            ToEngine::Position { start, steps } => {
                match start {
                    StartPosition::Startpos => f.write_str("position startpos")?,
                    StartPosition::Fen(text) => write!(f, "position fen {text}")?,
                }
                if steps.is_empty() { Ok(()) } else { write!(f, " moves {}", steps.join(" ")) }
            }
            ToEngine::Go(go) => go.write(f, self.dialect),
            ToEngine::Stop => f.write_str("stop"),
            ToEngine::Quit => f.write_str("quit"),
            ToEngine::Query(query) => write!(f, "query {query}"),
            ToEngine::Perft(depth) => write!(f, "perft {depth}"),
            ToEngine::Display => f.write_str("display"),
        }
    }
}
