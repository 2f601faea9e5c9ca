//! What people read in Alquerque: all sentences but those of the rules and of the catalogue.

/// Why a move is refused.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum Illegal {
    /// Neither two numbers nor two names.
    #[error("`{0}` is no move: it takes two point numbers (18 13) or two names (C4 C3)")]
    Malformed(String),
    /// No point has this number or name.
    #[error("there is no point {0}: points are 1 to 25, or A1 to E5")]
    NoSuchPoint(String),
    /// The origin is empty.
    #[error("there is no piece on {0}")]
    NoPiece(i32),
    /// The other side's piece is on the origin.
    #[error("the piece on {0} is not yours")]
    NotYours(i32),
    /// The destination is not empty.
    #[error("point {0} is taken")]
    Taken(i32),
    /// The points are neither neighbours on a line nor two lines apart straight on.
    #[error("no line leads from {0} to {1}")]
    NoLine(i32, i32),
    /// A step to the side without a capture.
    #[error("a piece moves sideways only to capture")]
    Sideways,
    /// A step back without a capture.
    #[error("a piece moves backward only to capture")]
    Backward,
    /// A jump over an empty point.
    #[error("there is no piece on {0} to jump over")]
    NothingToJump(i32),
    /// A jump over a piece of the own side.
    #[error("the piece on {0} is your own and cannot be jumped over")]
    OwnPiece(i32),
    /// The game is over.
    #[error("the game is over")]
    Over,
}

/// Why no game comes to a position.
#[derive(Debug, thiserror::Error)]
pub(super) enum Impossible {
    /// A side has too many pieces.
    #[error("{colour} has {count} pieces, more than 12")]
    Pieces {
        /// Of the side.
        colour: &'static str,
        /// Its pieces on the board.
        count: u32,
    },
    /// The side that has just moved has no pieces, though it must have the piece that moved.
    #[error("{0} has just moved and has no pieces")]
    NoPieces(&'static str),
    /// The numbers of moves of the two sides do not fit the turn.
    #[error("moving in turn, the pieces cannot stand so with {0} to move")]
    Turn(&'static str),
    /// The pieces have not advanced as far as this many moves would take them.
    #[error("the pieces stand so at move {latest} at the latest, not at move {number}")]
    Number {
        /// The greatest number that is possible.
        latest: i64,
        /// The number as given.
        number: u8,
    },
}

/// What the sides are called.
pub(super) const COLOURS: [&str; 2] = ["white", "black"];

pub(super) const HINT: &str =
    "Origin and destination, two point numbers (18 13) or two names (C4 C3).";

/// What a position takes.
pub(super) const POSITION_FORM: &str =
    "rows, the side to move and the move's number, as in `bbbbb/bbbbb/bb1ww/wwwww/wwwww w 1`";
/// What the last part of a position is.
pub(super) const NUMBER: &str = "the number of a move";

/// Why a game was won.
pub(super) fn no_pieces(colour: &str) -> String {
    format!("{colour} has no pieces left")
}

/// Why a game was drawn.
pub(super) fn no_move(colour: &str) -> String {
    format!("{colour} has no legal move")
}
