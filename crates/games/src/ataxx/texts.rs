//! What people read in Ataxx: all sentences but those of the rules and of the catalogue.

use ludoteca_core::text::ParseError;

/// Why a move is refused. Cells are named as typed.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum Illegal {
    /// The text names no two cells of the board.
    #[error(transparent)]
    Unread(#[from] ParseError),
    /// The origin is empty.
    #[error("there is no piece on {0}")]
    NoPiece(String),
    /// Another seat's piece is on the origin.
    #[error("the piece on {0} is another player's")]
    NotYours(String),
    /// The origin is an obstacle.
    #[error("there is an obstacle on {0}, not a piece")]
    NotAPiece(String),
    /// Origin and destination are the same.
    #[error("a piece does not move to its own cell")]
    SameCell,
    /// The destination is farther away than a jump.
    #[error("{from} to {to} is a distance of {distance}: a piece moves 1 or 2 cells")]
    TooFar {
        /// The origin.
        from: String,
        /// The destination.
        to: String,
        /// In rows or in columns, whichever is more; at least 3.
        distance: usize,
    },
    /// A piece is on the destination.
    #[error("cell {0} is taken")]
    Taken(String),
    /// The destination is an obstacle.
    #[error("there is an obstacle on {0}")]
    Obstacle(String),
    /// The game is over.
    #[error("the game is over")]
    Over,
}

/// Why no game comes to a position.
#[derive(Debug, thiserror::Error)]
pub(super) enum Impossible {
    /// Nobody has a piece.
    #[error("there are no pieces")]
    NoPieces,
    /// The obstacles differ from those of the options.
    #[error("its obstacles are not those of the options")]
    OtherObstacles,
}

pub(super) const HINT: &str =
    "Row and column for origin and for destination, separated by spaces (four numbers).";

/// What a move takes.
pub(super) const MOVE_FORM: &str = "row and column twice, four numbers";
/// What a position takes.
pub(super) const POSITION_FORM: &str =
    "rows, seat to move, plies without a clone and move number, as in `x5o/7/7/7/7/7/o5x x 0 1`";
/// What the third part of a position is.
pub(super) const CLOCK: &str = "a number of plies without a clone";
/// What the last part of a position is.
pub(super) const NUMBER: &str = "a move number";

/// Why a game ended: one seat has all pieces.
pub(super) const CONQUERED: &str = "all other seats have lost their pieces";
/// Why a game ended: there is no empty cell.
pub(super) const FULL: &str = "the board is full";
/// Why a game ended: there are empty cells, and nobody reaches them.
pub(super) const STUCK: &str = "no seat can move";

/// Why a game ended: there were too many plies without a clone.
pub(super) fn no_clone(plies: u32) -> String {
    format!("{plies} plies without a clone")
}

/// Why a seat was skipped: it is out of the game.
pub(super) const NO_PIECES: &str = "has no pieces left";
/// Why a seat was skipped: its pieces are shut in.
pub(super) const SHUT_IN: &str = "cannot move";

/// What obstacles may be: cells of the board.
pub(super) fn cells_up_to(row: usize, col: usize) -> String {
    format!("row,col up to {row},{col}")
}

/// What obstacles may be: different cells.
pub(super) const EACH_ONCE: &str = "each cell once";
/// What obstacles may be: cells without a piece.
pub(super) const NO_START: &str = "any cell where no seat starts";
/// What obstacles may be: not everywhere.
pub(super) const LEAVES_A_MOVE: &str = "what leaves some seat a move";

/// What was given where the obstacles are wrong as a whole.
pub(super) fn cells(count: usize) -> String {
    format!("{count} cells")
}

/// How many obstacles can be drawn.
pub(super) fn draws_up_to(most: u32, mirror: bool) -> String {
    let quarter = if mirror { ", mirrored from the top left quarter" } else { "" };
    format!("a whole number from 0 to {most}{quarter}")
}
