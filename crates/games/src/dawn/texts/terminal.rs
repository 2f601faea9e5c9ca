//! What the terminal says. The source of the game fixes its language, which is English.

use ludoteca_core::text::listed;
use ludoteca_core::{Language, Message, Seat, Text};

use super::super::rules::NATURE;
use super::super::terminal::Terminal;
use super::Illegal;

/// Why the terminal refuses a line.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TerminalRefusal<'a> {
    /// Nothing was typed.
    #[error("the line is empty: the commands are {commands}", commands = listed(Terminal::COMMANDS))]
    Empty,
    /// It does not begin with the word of a command.
    #[error("`{line}` is no command: the commands are {commands}", commands = listed(Terminal::COMMANDS))]
    Unknown { line: &'a str },
    /// The text after the word does not have the right form.
    #[error("`{line}` is not understood: `{word}` takes {}", form.tell(Language::English))]
    Malformed { line: &'a str, word: &'a str, form: Text },
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

/// What a command without an argument takes.
pub(crate) const NOTHING_FORM: Text = Text(|_| "nothing after it");

/// What `roll` takes.
pub(crate) const ROLL_FORM: Text = Text(|_| "what the die shows: 2, 3, 4, 5, 6 or DAWN");

/// What the terminal waits for.
pub(crate) fn set_is_expected(body: &str) -> String {
    format!("{body} is to be set with `set-vc`")
}

/// What the terminal waits for.
pub(crate) const ROLL_IS_EXPECTED: &str = "the die is to be rolled with `roll`";

/// What the terminal waits for.
pub(crate) fn place_is_expected(tokens: &str) -> String {
    format!("token {tokens} is to be laid with `place`")
}

/// What the terminal waits for.
pub(crate) fn move_is_expected(body: &str, most: u8) -> String {
    format!("{body} is to walk up to {most} steps with `move`")
}

/// What the terminal waits for.
pub(crate) const RESET_IS_EXPECTED: &str = "the game is over until `reset`";

/// Why a seat's command must wait: the seat was skipped, and something else is expected.
pub(crate) fn skipped_and(seat: Seat, reason: &Message, expected: &str) -> String {
    let name = if seat == NATURE { "Nature" } else { "Mission Control" };
    format!("{name} {reason}, and {expected}")
}
