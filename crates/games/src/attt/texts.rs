//! What people read in Advanced Tic-Tac-Toe: all sentences but those of the rules and of the
//! catalogue.

use ludoteca_core::text::ParseError;

/// Why a move is refused.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum Illegal {
    /// The text does not name the cells that a move takes.
    #[error(transparent)]
    Unread(#[from] ParseError),
    /// A shift while there are pieces to place.
    #[error("you still have pieces in hand: place one")]
    InHand,
    /// A placement when all pieces are placed.
    #[error("you have no pieces in hand: move one")]
    NoneInHand,
    /// The origin is empty or has the other seat's piece.
    #[error("you have no piece on cell {0}")]
    NotYours(String),
    /// A piece is on the cell that should get one.
    #[error("cell {0} is taken")]
    Taken(String),
    /// The game is over.
    #[error("the game is over")]
    Over,
}

/// Why no game comes to a position.
#[derive(Debug, thiserror::Error)]
pub(super) enum Impossible {
    /// A seat has too many pieces.
    #[error("{letter} has {count} pieces, each seat has three")]
    Pieces {
        /// Of the seat.
        letter: char,
        /// Its pieces on the board.
        count: u32,
    },
    /// Movement begins when all pieces are placed.
    #[error("nobody has moved a piece while pieces are in hand")]
    MovedTooEarly,
    /// The numbers of pieces do not fit the turn.
    #[error("with {x} x and {o} o it is not the turn of {turn}")]
    PlacingTurn {
        /// Pieces of the first seat.
        x: u32,
        /// Pieces of the second.
        o: u32,
        /// The letter of the seat to move.
        turn: char,
    },
    /// The number of plies of movement does not fit the turn.
    #[error("with {clock} as the plies of movement it is not the turn of {turn}")]
    MovingTurn {
        /// Plies of movement so far.
        clock: u32,
        /// The letter of the seat to move.
        turn: char,
    },
    /// The game ended before this turn.
    #[error("the seat to move has three in a row already")]
    LineAlready,
}

pub(super) const HINT: &str = "'row column', to place a piece while you have some in hand; \
    then 'row column row column', to move one from the first position to the second.";

/// What a move takes while there are pieces in hand.
pub(super) const PLACE_FORM: &str = "row and column, two numbers";
/// What a move takes when all pieces are placed.
pub(super) const SHIFT_FORM: &str = "origin and destination, four numbers";
/// What a position takes.
pub(super) const POSITION_FORM: &str =
    "rows, the seat to move and the plies of movement, as in `xo1/1x1/o2 x 0`";
/// What the last number of a position is.
pub(super) const CLOCK: &str = "the plies of movement";

/// Why a game was won.
pub(super) const LINE: &str = "three in a row";

/// Why a game was drawn.
pub(super) fn no_line(plies: u32) -> String {
    format!("{plies} plies of movement without a line")
}

/// What people call a piece in hand.
pub(super) const PIECE: &str = "piece";

/// What a seat holds beside the board.
pub(super) fn in_hand(pieces: u32) -> String {
    format!("{pieces} in hand")
}

/// The line beneath the board, from each seat's name and pieces in hand.
pub(super) fn players<'a>(seats: impl Iterator<Item = (&'a str, u32)>) -> String {
    let seats = seats.map(|(name, in_hand)| format!(" {name} ({in_hand})"));
    format!("Players:{}", seats.collect::<String>())
}
