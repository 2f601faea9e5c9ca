//! Errors in a file of records.

use std::fmt;

use ludoteca_core::{OptionError, PositionError, Refusal};

use super::{DEEPEST, LONGEST, VERSION};
use crate::players::PlayersError;

/// What is wrong with a file of records, and in which line.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct RecordError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub reason: RecordErrorKind,
}

/// What is wrong with a line of a record.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum RecordErrorKind {
    /// The file has only blank lines.
    #[error("the file is empty: a record begins with `Record: {VERSION}`")]
    Empty,
    /// Some bytes are not UTF-8.
    #[error("this is not UTF-8 text")]
    NotText,
    /// A control character that is not escaped.
    #[error("the control character U+{:04X}: only a comment can have one, written `\\x{:02x}`", u32::from(*.0), u32::from(*.0))]
    Control(char),
    /// Text for the rules to read is absurdly long.
    #[error("{what} of {found} bytes: at most {LONGEST} are allowed")]
    TooLong {
        /// What it should be, with its article.
        what: &'static str,
        /// Its length.
        found: usize,
    },
    /// Text before the first record.
    #[error("`{0}` does not begin a record: it begins with `Record: {VERSION}`")]
    NoRecord(String),
    /// A line among the headers is not a header.
    #[error("`{0}` is no header: the form is `Name: value`, and a blank line ends the headers")]
    NoHeader(String),
    /// A header, or an annotation of a step, is given twice.
    #[error("{0} is given twice")]
    Twice(&'static str),
    /// A required header is missing.
    #[error("the record has no line `{0}: …`")]
    Missing(&'static str),
    /// The game or its options are refused.
    #[error("{0}")]
    Game(OptionError),
    /// The players are refused.
    #[error("{0}")]
    Players(PlayersError),
    /// The number of players is not the number of seats.
    #[error("{found} players at a table of {seats} seats")]
    Seats {
        /// The number of players.
        found: usize,
        /// The number of seats.
        seats: usize,
    },
    /// A header is for a seat that the table does not have.
    #[error("{name} at a table of {seats} seats")]
    NoSeat {
        /// The header.
        name: &'static str,
        /// How many seats there are.
        seats: usize,
    },
    /// The position is refused.
    #[error("{0}")]
    Position(PositionError),
    /// A value is malformed or out of range.
    #[error("`{found}` is not {what}: allowed is {allowed}")]
    NotAllowed {
        /// The text in the file.
        found: String,
        /// What it should be, with its article.
        what: &'static str,
        /// What is allowed, in words.
        allowed: String,
    },
    /// The result is not the one that the rules give.
    #[error("the result is `{found}`, but by the rules the steps lead to `{by_rules}`")]
    OtherResult {
        /// The text in the file.
        found: String,
        /// What it should be by the rules.
        by_rules: String,
    },
    /// The result is a score, but the game is not over.
    #[error(
        "the result is `scored`, but after these steps the game is not over: allowed are won N, draw, stopped and unfinished"
    )]
    NotScored,
    /// The points are not those that the rules give.
    #[error("the points are `{found}`, but by the rules the steps lead to `{by_rules}`")]
    OtherPoints {
        /// The text in the file.
        found: String,
        /// What it should be by the rules.
        by_rules: String,
    },
    /// Points are given, but the game is not over.
    #[error("points are counted at the end, but after these steps the game is not over")]
    NoPoints,
    /// A reason is given without a result.
    #[error("a reason belongs to a result, won or draw, and there is none")]
    NoReason,
    /// A line among the steps is not a step.
    #[error(
        "`{0}` is no step: the form is `N. STEP`, and `Record: {VERSION}` begins another record"
    )]
    NoStep(String),
    /// The blanks before a step fit no line of play.
    #[error(
        "a step indented by {found}: allowed are two blanks for each level of variation, at most {most} here"
    )]
    Indentation {
        /// The number of blanks.
        found: usize,
        /// The greatest that is allowed here.
        most: usize,
    },
    /// Variations are nested too deeply.
    #[error("a variation of level {0}: at most {DEEPEST} are allowed")]
    TooDeep(usize),
    /// The number of a step is out of order.
    #[error("step {found} is out of order: allowed is {allowed}")]
    Number {
        /// The number.
        found: usize,
        /// What is allowed here, in words.
        allowed: String,
    },
    /// The rules refuse a step.
    #[error("step {number}, `{step}`: {refusal}")]
    Step {
        /// The number of the step.
        number: usize,
        /// The step as in the file.
        step: String,
        /// Why, in the rules' own words.
        refusal: Refusal,
    },
    /// Text after a step is not an annotation.
    #[error("`{0}` after a step: allowed are {{comment}}, (value …), (proved …) and (clock …)")]
    NoAnnotation(String),
    /// A brace or parenthesis is not closed.
    #[error("`{text}` is not closed: `{close}` is missing")]
    Unclosed {
        /// The text from the opening character on.
        text: String,
        /// The missing closing character.
        close: char,
    },
    /// A comment has an unknown escape.
    #[error(
        "`{0}` in a comment: braces and backslashes are written \\{{, \\}} and \\\\, other escapes are \\n, \\r and \\xHH"
    )]
    Escape(String),
}

/// Writes `line 7: …` as one short line, whatever it quotes.
impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 300;
        let reason = self.reason.to_string();
        let (length, line) = (reason.chars().count(), self.line);
        if length <= 2 * SHOWN {
            return write!(f, "line {line}: {reason}");
        }
        let part = |skip: usize| reason.chars().skip(skip).take(SHOWN).collect::<String>();
        write!(f, "line {line}: {} … {}", part(0), part(length - SHOWN))
    }
}

impl std::error::Error for RecordError {}
