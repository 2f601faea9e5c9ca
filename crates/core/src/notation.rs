//! How steps and positions are written and read, and why a move is refused.

use std::error::Error;

use crate::language::{Message, Tell, Text};
use crate::rules::Rules;
use crate::seat::Seat;
use crate::texts::texts;

/// How a game is written: steps as people type them, positions as one line, and what
/// people are told, as data.
pub trait Notation: Rules {
    /// Why a step is refused: a small enum that tells one clause, in lower case, without a full
    /// stop ("a piece may not capture straight ahead").
    type Illegal: Error + Tell + Clone + Eq + 'static;

    /// One line for a person who types a move: what a move consists of.
    fn hint(&self) -> Text;

    /// The move as a person types it.
    fn write_move(&self, state: &Self::State, m: Self::Move) -> String;

    /// Reads a typed move and checks it against the rules.
    ///
    /// # Errors
    /// Says why the text is no legal move in this state.
    fn read_move(&self, state: &Self::State, text: &str) -> Result<Self::Move, Self::Illegal>;

    /// What a roll looks like.
    fn write_chance(&self, _chance: Self::Chance) -> String {
        unreachable!("this game has no dice")
    }

    /// Reads a typed roll, in a state that waits for one.
    ///
    /// # Errors
    /// Says why the die cannot show that.
    fn read_chance(
        &self,
        _state: &Self::State,
        _text: &str,
    ) -> Result<Self::Chance, Self::Illegal> {
        unreachable!("this game has no dice")
    }

    /// The position string: one line that sets up exactly this state.
    fn write_position(&self, state: &Self::State) -> String;

    /// Reads a position string.
    ///
    /// # Errors
    /// Says what is malformed, or why no game can come to such a position.
    fn read_position(&self, text: &str) -> Result<Loaded<Self::State>, PositionError>;

    /// Why the game ended in a state that is over, as a clause ("three in a row").
    fn ending(&self, state: &Self::State) -> Message;

    /// Why a seat was passed over on the way to `state`, as a clause without its subject.
    fn skip_reason(&self, _state: &Self::State, _seat: Seat) -> Message {
        Message::new(Text(|language| texts(language).no_move))
    }

    /// The number of ways in which a person can type a legal move, not counting spelling: for
    /// example the origins of an Ataxx clone or the paths of a Dawn walk.
    fn typed_forms(&self, _state: &Self::State, _m: Self::Move) -> u64 {
        1
    }
}

/// A position that was read.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Loaded<S> {
    /// The state that the text describes. The turn has passed on to a seat that can move.
    pub state: S,
    /// Seats that should have moved by the text but cannot, in order.
    pub skipped: Vec<Seat>,
}

impl<S> Loaded<S> {
    /// A position where no seat was skipped.
    pub fn new(state: S) -> Self {
        Loaded { state, skipped: Vec::new() }
    }
}

/// Why a position string is refused.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum PositionError {
    /// It does not have the right number of fields.
    Fields {
        /// The whole position string.
        text: String,
        /// The fields in words, with an example.
        form: Text,
    },
    /// It has too many or too few rows.
    Rows {
        /// Rows in the text.
        found: usize,
        /// Rows of the board.
        expected: usize,
    },
    /// A row has too many or too few cells.
    Columns {
        /// The row, from 0 at the top.
        row: usize,
        /// What the text has for it.
        text: String,
        /// Columns of the board.
        expected: usize,
    },
    /// A letter has no meaning here.
    Letter {
        /// The letter.
        found: char,
        /// The letters that are allowed.
        allowed: String,
    },
    /// The seat to move is not a seat of this table.
    Turn {
        /// What the text has for the seat.
        found: String,
        /// The letters of the seats.
        allowed: String,
    },
    /// A field is not a number, or is out of its range.
    Number {
        /// What it should be, with its article: `a phase`.
        what: Text,
        /// What the text has for it.
        found: String,
        /// The least that is allowed.
        min: u64,
        /// The greatest that is allowed.
        max: u64,
    },
    /// Another field is malformed.
    Malformed {
        /// What it should be, in words.
        what: Text,
        /// What the text has for it.
        found: String,
    },
    /// The position is well-formed, but no game can reach it, for this reason.
    Impossible(Message),
}

impl PositionError {
    /// The error for a game's own reason.
    pub fn impossible(reason: impl Tell + 'static) -> PositionError {
        PositionError::Impossible(Message::new(reason))
    }
}
