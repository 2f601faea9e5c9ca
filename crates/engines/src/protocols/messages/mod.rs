//! The language between a runner and an engine, in the family of UCI, UGI and UAI: [`ToEngine`] is
//! what an engine is told, [`FromEngine`] what it answers. Values only: lines are read into them
//! and written from them, and both sides use the same. Reading is lenient where engines differ,
//! writing is strict. `docs/protocol.md` is the same for engine authors.
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

/// The words that members of the family have for the same.
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
    /// What begins a conversation; the answer ends with the same and `ok`, a new game begins with
    /// the same and `newgame`.
    pub fn name(self) -> &'static str {
        match self {
            Dialect::Ugi => "ugi",
            Dialect::Uai => "uai",
            Dialect::Uci => "uci",
        }
    }

    /// What comes before `time` and `inc` for this seat; the dialects for two have nothing for the
    /// others.
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
    /// There is nothing in it.
    #[error("an empty line")]
    Empty,
    /// It begins with a word that means nothing.
    #[error("`{0}` begins no line of this protocol")]
    Unknown(String),
    /// Something should follow.
    #[error("{after} is followed by {what}")]
    Missing {
        /// What stands there.
        after: &'static str,
        /// What should follow, in words.
        what: &'static str,
    },
    /// Something else than a number.
    #[error("`{found}` after {after}: allowed is a whole number")]
    NoNumber {
        /// The word before it.
        after: String,
        /// What stands there.
        found: String,
    },
    /// A query that nobody knows.
    #[error(
        "`{0}` is no query: allowed are turn, p1turn to p4turn, gameover, result, points, legal, position, game and skipped"
    )]
    UnknownQuery(String),
    /// A kind of option that nobody knows.
    #[error("`{0}` is no type of an option: allowed are spin, check, string, combo and button")]
    UnknownOptionType(String),
}

/// A word without line breaks and of bearable length, for what is said about input that may be
/// anything.
pub fn quoted(text: &str) -> String {
    shortened(text, 60)
}

/// The same for a sentence, which may quote such input.
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
