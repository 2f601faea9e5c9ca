//! The protocol between a runner and an engine, in the family of UCI, UGI and UAI: [`ToEngine`] is
//! a line to an engine, [`FromEngine`] a line from it. These are plain values: lines are parsed
//! into them and written from them, and both sides use the same types. Reading is lenient where
//! engines differ; writing is strict. `docs/protocol.md` describes the protocol for engine authors.
//!
//! ```
//! use ludoteca_engines::protocols::messages::{Dialect, FromEngine, ToEngine};
//! let go = ToEngine::read("go  p1time 1000 p2time 900", Dialect::Ugi, &mut Vec::new()).unwrap();
//! assert_eq!(go.in_dialect(Dialect::Uai).to_string(), "go btime 1000 wtime 900");
//! let best: FromEngine = "bestmove 1,2,2,3".parse().unwrap();
//! assert_eq!(best.to_string(), "bestmove 1,2,2,3");
//! ```

mod from_engine;
mod to_engine;
mod tokens;

pub use from_engine::{EngineOption, EngineScore, FromEngine, Identity, OptionType, SearchInfo};
pub use to_engine::{EngineQuery, Go, InDialect, StartPosition, ToEngine};

use ludoteca_core::Seat;

/// The members of the protocol family, which have different words for the same things.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Dialect {
    /// Any game, two to four seats: our own protocol, of which UGI is the part for two seats.
    Ugi,
    /// Ataxx: the first seat is black.
    Uai,
    /// Chess and its variants: the first seat is white.
    Uci,
}

impl Dialect {
    /// The word that begins a conversation. The answer ends with this word and `ok`, and a new game
    /// begins with this word and `newgame`.
    pub fn name(self) -> &'static str {
        match self {
            Dialect::Ugi => "ugi",
            Dialect::Uai => "uai",
            Dialect::Uci => "uci",
        }
    }

    /// The prefix of `time` and `inc` for this seat. The dialects for two seats have none for the
    /// other seats.
    fn clock(self, seat: Seat) -> &'static str {
        let names: [&str; 4] = match self {
            Dialect::Ugi => ["p1", "p2", "p3", "p4"],
            Dialect::Uai => ["b", "w", "", ""],
            Dialect::Uci => ["w", "b", "", ""],
        };
        names[seat.index()]
    }
}

/// A step as one word of a line: the blanks of its typed form become commas. `1 2 2 3` is
/// `1,2,2,3`, and a step without blanks stays as it is.
pub fn step_to_word(step: &str) -> String {
    step.split_whitespace().collect::<Vec<_>>().join(",")
}

/// The typed form of a step that is one word of a line.
pub fn word_to_step(word: &str) -> String {
    word.replace(',', " ")
}

/// Why a line is not understood.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum ProtocolError {
    /// The line is empty.
    #[error("an empty line")]
    Empty,
    /// The line begins with an unknown word.
    #[error("`{0}` begins no line of this protocol")]
    Unknown(String),
    /// Something is missing.
    #[error("{after} is followed by {what}")]
    Missing {
        /// The word after which something is missing.
        after: &'static str,
        /// What should follow, in words.
        what: &'static str,
    },
    /// There is something other than a number.
    #[error("`{found}` after {after}: allowed is a whole number")]
    NoNumber {
        /// The word before it.
        after: String,
        /// What was found instead of a number.
        found: String,
    },
    /// The query is unknown.
    #[error(
        "`{0}` is no query: allowed are turn, p1turn to p4turn, gameover, result, points, legal, position, game and skipped"
    )]
    UnknownQuery(String),
    /// The type of an option is unknown.
    #[error("`{0}` is no type of an option: allowed are spin, check, string, combo and button")]
    UnknownOptionType(String),
}

/// Makes a word from arbitrary input printable in a message: without line breaks, and of limited
/// length.
pub fn quoted(text: &str) -> String {
    shortened(text, 60)
}

/// Like [`quoted`], for a sentence that may itself quote such input.
pub fn in_one_line(text: &str) -> String {
    shortened(text, 300)
}

fn shortened(text: &str, longest: usize) -> String {
    let mut short: String = text.chars().take(longest).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    ludoteca_core::text::printable(&short)
}
