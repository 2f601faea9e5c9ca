//! What people read in DAWN 11/15: all sentences but those of the rules and of the catalogue.

use ludoteca_core::Seat;
use ludoteca_core::text::{ParseError, listed};

use super::board::Cell;
use super::rules::{NATURE, Roll};
use super::terminal::Terminal;

/// Why a step is refused.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum Illegal {
    /// The text is not of the form that the stage takes.
    #[error(transparent)]
    Unread(#[from] ParseError),
    /// A body or a step off the board.
    #[error("the given coordinate {0} is not on the board")]
    OffBoard(String),
    /// A token, a body or the walker itself is on the field.
    #[error("field {0} is occupied")]
    Occupied(Cell),
    /// The ends share neither a row nor a column.
    #[error("a token lies straight, in one row or one column")]
    Crooked,
    /// A token other than DAWN leaves the board.
    #[error("the token is not completely on the board")]
    SticksOut,
    /// DAWN lies beside the board altogether.
    #[error("DAWN must cover at least one field of the board")]
    Outside,
    /// No token that may be laid has this length.
    #[error("the token has length {length}, but the roll asks for {asked}")]
    Length {
        /// The length from end to end, as typed.
        length: u64,
        /// The tokens that may be laid, in words.
        asked: String,
    },
    /// The walk has more steps than Nature may take now.
    #[error("the walk has {steps} steps, but at most {most} are allowed")]
    TooFar {
        /// The steps as typed.
        steps: usize,
        /// The steps that are allowed.
        most: u8,
    },
    /// A step goes farther than to a neighbour.
    #[error("field {to} is not beside {from}")]
    Leap {
        /// Where the body is before the step.
        from: Cell,
        /// Where the step should lead.
        to: Cell,
    },
    /// The text is no side of the die.
    #[error("`{0}` is no roll: the die shows 2, 3, 4, 5, 6 or DAWN")]
    NoSide(String),
    /// A move while the die is to be rolled.
    #[error("the die is to be rolled first")]
    RollFirst,
    /// A roll while a seat is to move.
    #[error("the die is not to be rolled now")]
    NoRoll,
    /// The game has ended.
    #[error("the game is over")]
    Over,
}

/// Why no game comes to a position.
#[derive(Debug, thiserror::Error)]
pub(super) enum Impossible {
    /// A body cannot be in two places.
    #[error("{0} is there twice")]
    BodyTwice(&'static str),
    /// The body is set later.
    #[error("{0} is on the board too early")]
    BodyEarly(&'static str),
    /// The body has been set.
    #[error("{0} is missing")]
    BodyMissing(&'static str),
    /// Nothing is laid before a body is set.
    #[error("a phase begins with a whole set of tokens")]
    SetNotWhole,
    /// Nothing is rolled for when all tokens are laid.
    #[error("no token is left to lay")]
    NoToken,
    /// Nature walks after a token that was laid.
    #[error("the token of {0} is still left, and Nature walks after it")]
    WalkAfterNothing(u8),
    /// There are tokens left, or a phase.
    #[error("the game ends with phase 2")]
    OverEarly,
    /// Mission Control would have been skipped.
    #[error("no token that may be laid fits")]
    NothingFits,
    /// Nature would have been skipped.
    #[error("no step is possible")]
    NoStep,
    /// The tokens on the board are not those that were used.
    #[error(
        "the tokens cover {found} fields: at least {least} and at most {most} by those used so far"
    )]
    Covered {
        /// Fields with tokens.
        found: u32,
        /// The number if the most cells stick out and the most tokens are discarded.
        least: u32,
        /// The number if nothing sticks out and nothing is discarded.
        most: u32,
    },
    /// No token is so short, and this one does not stick out.
    #[error("no token covers field {0} alone")]
    Alone(Cell),
    /// More single fields than tokens that can stick out.
    #[error("only a DAWN covers a single field")]
    TooManyAlone,
}

/// Why the terminal refuses a line.
#[derive(Debug, thiserror::Error)]
pub(super) enum TerminalRefusal<'a> {
    /// Nothing was typed.
    #[error("the line is empty: the commands are {commands}", commands = listed(Terminal::COMMANDS))]
    Empty,
    /// It begins with no command's word.
    #[error("`{line}` is no command: the commands are {commands}", commands = listed(Terminal::COMMANDS))]
    Unknown { line: &'a str },
    /// What follows the word is not of its form.
    #[error("`{line}` is not understood: `{word}` takes {form}")]
    Malformed { line: &'a str, word: &'a str, form: &'static str },
    /// Another command is expected.
    #[error("`{word}` is not possible now: {why}")]
    NotNow { word: &'a str, why: String },
    /// The game is not over.
    #[error("there is no result before the end of phase 2")]
    NoResult,
    /// The rules do not allow it.
    #[error(transparent)]
    Illegal(Illegal),
}

/// What the bodies are called, by phase.
pub(super) const BODIES: [&str; 2] = ["Vesta", "Ceres"];

/// What lies on a field that Mission Control has covered.
pub(super) const TOKEN: &str = "token";

pub(super) const HINT: &str = "'m;n' to set a body, both ends 'm1;n1:m2;n2' to lay a token, every step 'm1;n1:…:mi;ni' to walk.";

/// What a field takes.
pub(super) const FIELD_FORM: &str = "row and column as in 5;2";
/// What a command without an argument takes.
pub(super) const NOTHING_FORM: &str = "nothing after it";
/// What Mission Control's move takes.
pub(super) const TOKEN_FORM: &str = "both ends of the token as in 6;2:6;6";
/// What Nature's walk takes.
pub(super) const WALK_FORM: &str = "every step as in 4;2:3;2";
/// What a position takes.
pub(super) const POSITION_FORM: &str = "rows, phase, tokens left and what comes next, as in `15/15/15/15/15/15/15/15/15/15/15 1 234567 set`";
/// What a part of a position is.
pub(super) const PHASE: &str = "a phase";
/// What a part of a position is.
pub(super) const LEFT: &str = "a set of tokens: lengths from 2 to 7, ascending, or - for none";
/// What a part of a position is.
pub(super) const STAGE: &str = "what comes next: set, roll, place:N, walk:N or over, N from 2 to 7";

/// How a game ended, with the free fields that Vesta and Ceres reach.
pub(super) fn over([vesta, ceres]: [u32; 2]) -> String {
    format!("both phases are over, Vesta reaches {vesta} free fields and Ceres {ceres}")
}

/// Why Mission Control was skipped.
pub(super) const NOTHING_FITS: &str = "has no token that may be laid and fits";
/// Why Nature was skipped.
pub(super) const NO_STEP: &str = "cannot step anywhere";

/// What Nature may do with a body.
pub(super) fn may_walk(body: &str, steps: u8) -> String {
    format!("{body} walks up to {steps} steps")
}

/// Which of several tokens is meant.
pub(super) fn token(token: Roll) -> String {
    format!("token {token}")
}

/// Several tokens of which one may be laid.
pub(super) fn one_of(tokens: &[String]) -> String {
    tokens.join(" or ")
}

/// What the terminal waits for.
pub(super) fn set_is_expected(body: &str) -> String {
    format!("{body} is to be set with `set-vc`")
}

/// What the terminal waits for.
pub(super) const ROLL_IS_EXPECTED: &str = "the die is to be rolled with `roll`";

/// What the terminal waits for.
pub(super) fn place_is_expected(tokens: &str) -> String {
    format!("token {tokens} is to be laid with `place`")
}

/// What the terminal waits for.
pub(super) fn move_is_expected(body: &str, most: u8) -> String {
    format!("{body} is to walk up to {most} steps with `move`")
}

/// What the terminal waits for.
pub(super) const RESET_IS_EXPECTED: &str = "the game is over until `reset`";

/// Why a seat's command must wait: it was passed over, and something else is expected.
pub(super) fn skipped_and(seat: Seat, reason: &str, expected: &str) -> String {
    let name = if seat == NATURE { "Nature" } else { "Mission Control" };
    format!("{name} {reason}, and {expected}")
}
