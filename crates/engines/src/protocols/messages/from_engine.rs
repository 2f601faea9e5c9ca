//! The lines that an engine sends.

use std::fmt;
use std::iter;
use std::str::FromStr;

use ludoteca_core::MAX_SEATS;

use super::tokens::LineTokens;
use super::{Dialect, ProtocolError, quoted};

/// A line from an engine.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum FromEngine {
    /// `id …`.
    Id(Identity),
    /// `option …`: an option that can be set.
    Option(EngineOption),
    /// `ugiok`, `uaiok`, `uciok`: the introduction is complete.
    Ok(Dialect),
    /// `readyok`.
    ReadyOk,
    /// `info …`.
    Info(SearchInfo),
    /// `bestmove STEP ponder STEP`: the answer to `go`, with the reply that the engine expects. The
    /// step is `none`, or empty, if there is nothing to move.
    BestMove {
        /// The move as one word.
        step: String,
        /// The expected reply as one word.
        ponder: Option<String>,
    },
    /// `response …`: the answer to a query.
    Response(String),
}

/// A part of an engine's identity.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Identity {
    /// `id name …`.
    Name(String),
    /// `id author …`.
    Author(String),
    /// `id games …`: the ids of the games that it plays. An engine that sends this reads the
    /// options after `uginewgame`.
    Games(Vec<String>),
}

/// An option of an engine.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct EngineOption {
    /// The name, which may contain blanks.
    pub name: String,
    /// The type of its value.
    pub kind: OptionType,
}

/// The type of an option's value. Properties that an engine does not announce are `None`.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum OptionType {
    /// A whole number.
    Spin {
        /// The default value.
        default: Option<i64>,
        /// The minimum.
        min: Option<i64>,
        /// The maximum.
        max: Option<i64>,
    },
    /// `true` or `false`.
    Check {
        /// The default value.
        default: Option<bool>,
    },
    /// Any text.
    String {
        /// The default value; an empty text is written `<empty>`.
        default: Option<String>,
    },
    /// One of a few words.
    Combo {
        /// The default value.
        default: Option<String>,
        /// All allowed words.
        choices: Vec<String>,
    },
    /// An action that is triggered by setting the option.
    Button,
}

/// A report of an engine about its search, or a message.
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct SearchInfo {
    /// The search depth in plies.
    pub depth: Option<u32>,
    /// The selective search depth in plies.
    pub seldepth: Option<u32>,
    /// The rank of the move that the report is about, for engines that report several moves: 1 is
    /// the best.
    pub multipv: Option<u32>,
    /// The score from the view of the seat to move.
    pub score: Option<EngineScore>,
    /// The scores of all seats, in their order, if there are three or four.
    pub values: Vec<EngineScore>,
    /// The search time so far in milliseconds.
    pub time: Option<u64>,
    /// The number of positions searched.
    pub nodes: Option<u64>,
    /// Positions searched per second.
    pub nps: Option<u64>,
    /// The principal variation, each step as one word.
    pub pv: Vec<String>,
    /// A message for people, up to the end of the line.
    pub string: Option<String>,
}

/// The score of a position for a seat.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum EngineScore {
    /// `cp N`, or just `N`: an advantage of this many hundredths of a piece, a stone or a cell.
    Centipawns(i64),
    /// `win N`: a forced win within this many plies.
    Win(u32),
    /// `loss N`: a forced loss within this many plies.
    Loss(u32),
    /// `draw`: with best play the game is a draw.
    Draw,
    /// `points N`: a game without a winner ends with this many points for the seat.
    Points(i64),
    /// `mate N`: a forced win, or below 0 a forced loss, within this many moves, from engines that
    /// count in moves.
    Mate(i64),
}

impl FromEngine {
    /// An `info string` line with a sentence for people.
    pub fn info_string(text: impl Into<String>) -> FromEngine {
        FromEngine::Info(SearchInfo { string: Some(text.into()), ..SearchInfo::default() })
    }
}

/// # Errors
/// When a line is none of these, for example a banner. A runner skips it.
impl FromStr for FromEngine {
    type Err = ProtocolError;

    fn from_str(line: &str) -> Result<FromEngine, ProtocolError> {
        let mut words = LineTokens::new(line);
        Ok(match words.next().ok_or(ProtocolError::Empty)? {
            "id" => FromEngine::Id(read_identity(words)?),
            "option" => FromEngine::Option(read_option(words)?),
            "ugiok" => FromEngine::Ok(Dialect::Ugi),
            "uaiok" => FromEngine::Ok(Dialect::Uai),
            "uciok" => FromEngine::Ok(Dialect::Uci),
            "readyok" => FromEngine::ReadyOk,
            "info" => FromEngine::Info(read_info(words)),
            "bestmove" => {
                let step = words.next().unwrap_or("none").to_owned();
                let ponder = words.find(|word| *word == "ponder").and_then(|_| words.next());
                FromEngine::BestMove { step, ponder: ponder.map(str::to_owned) }
            }
            "response" => FromEngine::Response(words.rest().trim_start().to_owned()),
            other => return Err(ProtocolError::Unknown(quoted(other))),
        })
    }
}

fn read_identity(mut words: LineTokens<'_>) -> Result<Identity, ProtocolError> {
    Ok(match words.next() {
        Some("name") => Identity::Name(words.until(&[])),
        Some("author") => Identity::Author(words.until(&[])),
        Some("games") => Identity::Games(words.map(str::to_owned).collect()),
        _ => return Err(ProtocolError::Missing { after: "id", what: "name, author or games" }),
    })
}

const FIELDS: &[&str] = &["type", "default", "min", "max", "var"];

/// How an empty text is written.
const EMPTY: &str = "<empty>";

fn read_option(mut words: LineTokens<'_>) -> Result<EngineOption, ProtocolError> {
    let lacks = ProtocolError::Missing { after: "option", what: "name NAME type TYPE" };
    if words.next() != Some("name") {
        return Err(lacks);
    }
    let name = words.until(&["type"]);
    let kind = words.next().and_then(|_type| words.next());
    let (false, Some(kind)) = (name.is_empty(), kind) else { return Err(lacks) };
    let (mut default, mut min, mut max, mut choices) = (None, None, None, Vec::new());
    while let Some(field) = words.next() {
        // The next field name ends a value. A string is different: it takes the rest of the line.
        let text = if kind == "string" { words.until(&[]) } else { words.until(FIELDS) };
        match field {
            "default" => default = Some(text),
            "min" => min = text.parse().ok(),
            "max" => max = text.parse().ok(),
            "var" => choices.push(text),
            _ => {}
        }
    }
    let kind = match kind {
        "spin" => {
            OptionType::Spin { default: default.and_then(|text| text.parse().ok()), min, max }
        }
        "check" => {
            OptionType::Check { default: default.and_then(|text| text.to_lowercase().parse().ok()) }
        }
        "string" => OptionType::String {
            default: default.map(|text| if text == EMPTY { String::new() } else { text }),
        },
        "combo" => OptionType::Combo { default, choices },
        "button" => OptionType::Button,
        other => return Err(ProtocolError::UnknownOptionType(quoted(other))),
    };
    Ok(EngineOption { name, kind })
}

const KEYS: &[&str] =
    &["depth", "seldepth", "multipv", "score", "values", "time", "nodes", "nps", "pv", "string"];

/// Unknown words are skipped: an engine may say more than we know.
fn read_info(mut words: LineTokens<'_>) -> SearchInfo {
    let mut info = SearchInfo::default();
    while let Some(key) = words.next() {
        match key {
            "depth" => info.depth = words.number(key).ok(),
            "seldepth" => info.seldepth = words.number(key).ok(),
            "multipv" => info.multipv = words.number(key).ok(),
            "time" => info.time = words.number(key).ok(),
            "nodes" => info.nodes = words.number(key).ok(),
            "nps" => info.nps = words.number(key).ok(),
            "score" => info.score = read_score(&mut words.list_until(KEYS).into_iter()),
            "values" => {
                let mut list = words.list_until(KEYS).into_iter();
                info.values = iter::from_fn(|| read_score(&mut list)).take(MAX_SEATS).collect();
            }
            "pv" => info.pv = words.list_until(KEYS).into_iter().map(str::to_owned).collect(),
            "string" => {
                info.string = Some(words.rest().to_owned());
                break;
            }
            _ => {}
        }
    }
    info
}

fn read_score<'a>(words: &mut impl Iterator<Item = &'a str>) -> Option<EngineScore> {
    fn number<'a, N: FromStr>(words: &mut impl Iterator<Item = &'a str>) -> Option<N> {
        words.next()?.parse().ok()
    }
    Some(match words.next()? {
        "cp" => EngineScore::Centipawns(number(words)?),
        "win" => EngineScore::Win(number(words)?),
        "loss" => EngineScore::Loss(number(words)?),
        "draw" => EngineScore::Draw,
        "points" => EngineScore::Points(number(words)?),
        "mate" => EngineScore::Mate(number(words)?),
        number_alone => EngineScore::Centipawns(number_alone.parse().ok()?),
    })
}

impl fmt::Display for FromEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FromEngine::Id(Identity::Name(name)) => write!(f, "id name {name}"),
            FromEngine::Id(Identity::Author(author)) => write!(f, "id author {author}"),
            FromEngine::Id(Identity::Games(games)) => write!(f, "id games {}", games.join(" ")),
            FromEngine::Option(option) => option.fmt(f),
            FromEngine::Ok(dialect) => write!(f, "{}ok", dialect.name()),
            FromEngine::ReadyOk => f.write_str("readyok"),
            FromEngine::Info(info) => info.fmt(f),
            FromEngine::BestMove { step, ponder: None } => write!(f, "bestmove {step}"),
            FromEngine::BestMove { step, ponder: Some(ponder) } => {
                write!(f, "bestmove {step} ponder {ponder}")
            }
            FromEngine::Response(text) => write!(f, "response {text}"),
        }
    }
}

impl fmt::Display for EngineOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn field(
            f: &mut fmt::Formatter<'_>,
            key: &str,
            value: Option<impl fmt::Display>,
        ) -> fmt::Result {
            value.map_or(Ok(()), |value| write!(f, " {key} {value}"))
        }
        write!(f, "option name {} type ", self.name)?;
        match &self.kind {
            OptionType::Spin { default, min, max } => {
                f.write_str("spin")?;
                field(f, "default", *default)?;
                field(f, "min", *min)?;
                field(f, "max", *max)
            }
            OptionType::Check { default } => {
                f.write_str("check")?;
                field(f, "default", *default)
            }
            OptionType::String { default } => {
                f.write_str("string")?;
                field(
                    f,
                    "default",
                    default.as_deref().map(|text| if text.is_empty() { EMPTY } else { text }),
                )
            }
            OptionType::Combo { default, choices } => {
                f.write_str("combo")?;
                field(f, "default", default.as_deref())?;
                choices.iter().try_for_each(|choice| field(f, "var", Some(choice)))
            }
            OptionType::Button => f.write_str("button"),
        }
    }
}

impl fmt::Display for SearchInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("info")?;
        let mut set = |key: &str, number: Option<u64>| {
            number.map_or(Ok(()), |number| write!(f, " {key} {number}"))
        };
        set("depth", self.depth.map(u64::from))?;
        set("seldepth", self.seldepth.map(u64::from))?;
        set("multipv", self.multipv.map(u64::from))?;
        if let Some(score) = self.score {
            write!(f, " score {score}")?;
        }
        if !self.values.is_empty() {
            f.write_str(" values")?;
            self.values.iter().try_for_each(|value| write!(f, " {value}"))?;
        }
        let mut set = |key: &str, number: Option<u64>| {
            number.map_or(Ok(()), |number| write!(f, " {key} {number}"))
        };
        set("time", self.time)?;
        set("nodes", self.nodes)?;
        set("nps", self.nps)?;
        if !self.pv.is_empty() {
            write!(f, " pv {}", self.pv.join(" "))?;
        }
        self.string.as_ref().map_or(Ok(()), |text| write!(f, " string {text}"))
    }
}

impl fmt::Display for EngineScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineScore::Centipawns(hundredths) => write!(f, "cp {hundredths}"),
            EngineScore::Win(plies) => write!(f, "win {plies}"),
            EngineScore::Loss(plies) => write!(f, "loss {plies}"),
            EngineScore::Draw => f.write_str("draw"),
            EngineScore::Points(points) => write!(f, "points {points}"),
            EngineScore::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}
