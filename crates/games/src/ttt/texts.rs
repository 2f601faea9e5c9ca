//! What people read in Tic-Tac-Toe: all sentences but those of the rules and of the catalogue.

use ludoteca_core::typed::Unread;

/// Why a move is refused.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum Illegal {
    /// The text names no cell of the board.
    #[error(transparent)]
    Unread(#[from] Unread),
    /// A piece is on the cell.
    #[error("cell {0} is taken")]
    Taken(String),
    /// Nobody is to move any more.
    #[error("the game is over")]
    Over,
}

/// Why no game comes to a position.
#[derive(Debug, thiserror::Error)]
pub(super) enum Impossible {
    /// The pieces are not those of this turn.
    #[error("with {x} x and {o} o it is not the turn of {turn}")]
    Turn {
        /// Pieces of the first seat.
        x: u32,
        /// Pieces of the second.
        o: u32,
        /// The letter of the seat to move.
        turn: char,
    },
    /// The game ended before this turn.
    #[error("the seat to move has three in a row already")]
    LineAlready,
}

pub(crate) const HINT: &str = "'row column', to place a piece at the corresponding position.";

/// What a move takes.
pub(super) const MOVE_FORM: &str = "row and column, two numbers";
/// What a position takes.
pub(super) const POSITION_FORM: &str = "rows and the seat to move, as in `x1o/3/3 x`";

/// Why a game was won.
pub(super) const LINE: &str = "three in a row";
/// Why a game was drawn.
pub(crate) const FULL: &str = "the board is full";
