//! What people read in Breakthrough: all sentences but those of the rules and of the catalogue.

use ludoteca_core::text::ParseError;

/// Why a move is refused.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum Illegal {
    /// The text names no two cells of the board.
    #[error(transparent)]
    Unread(#[from] ParseError),
    /// The origin is empty.
    #[error("there is no piece on {0}")]
    NoPiece(String),
    /// The other seat's piece is on the origin.
    #[error("the piece on {0} is not yours")]
    NotYours(String),
    /// The destination is not one of the three cells ahead. The text is the direction in which the
    /// seat plays.
    #[error("a piece moves one row {0}, straight or diagonally")]
    NotForward(&'static str),
    /// A piece of one's own is on the destination.
    #[error("there is a piece of yours on {0}")]
    OwnPiece(String),
    /// The other seat's piece is on the destination, straight ahead.
    #[error("a piece may not capture straight ahead")]
    StraightCapture,
    /// The game is over.
    #[error("the game is over")]
    Over,
}

/// Why no game comes to a position.
#[derive(Debug, thiserror::Error)]
pub(super) enum Impossible {
    /// A seat has too many pieces.
    #[error("{colour} has {count} pieces, more than {most}")]
    Pieces {
        /// Of the seat.
        colour: &'static str,
        /// Its pieces on the board.
        count: usize,
        /// Its pieces at the start.
        most: usize,
    },
    /// The game ended before this turn.
    #[error("it is the turn of {0}, who has already reached the other side")]
    ReachedBefore(&'static str),
    /// The game ended with the first piece that arrived.
    #[error("{0} has reached the other side twice")]
    ReachedTwice(&'static str),
    /// The seat that has just moved has no pieces, though it must have the piece that moved.
    #[error("{0} has just moved and has no pieces")]
    NoPieces(&'static str),
    /// The numbers of moves of the two seats do not fit the turn.
    #[error("moving one row at a time, in turn, the pieces cannot stand so with {0} to move")]
    Turn(&'static str),
}

/// What the sides are called where reasons need a word for them.
pub(super) const COLOURS: [&str; 2] = ["blue", "red"];
/// Where each seat's pieces go.
pub(super) const FORWARD: [&str; 2] = ["down", "up"];

pub(super) const HINT: &str =
    "Row and column for origin and for destination, separated by spaces (four numbers).";

/// What a move takes.
pub(super) const MOVE_FORM: &str =
    "row and column of the origin and of the destination, four numbers";
/// What a position takes.
pub(super) const POSITION_FORM: &str = "rows and the seat to move, as in `bb/bb/2/2/rr/rr b`";

/// Why a game was won.
pub(super) const REACHED: &str = "the other side is reached";
/// Why a game was won.
pub(super) const LAST_CAPTURED: &str = "the last piece is captured";
