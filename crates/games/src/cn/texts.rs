//! What people read in Connect-N: all sentences but those of the rules and of the catalogue.

/// Why no game comes to a position.
#[derive(Debug, thiserror::Error)]
pub(super) enum Impossible {
    /// A seat has more or fewer pieces than fits the turn.
    #[error("with {counts} it is not the turn of {turn}")]
    Turn {
        /// How many pieces each seat has, in words.
        counts: String,
        /// The letter of the seat to move.
        turn: char,
    },
    /// A seat has a line but did not move last.
    #[error("{letter} has {line} in a row and did not move last")]
    LineBefore {
        /// The letter of the seat that has a line.
        letter: char,
        /// How many in a row win.
        line: usize,
    },
    /// The lines of this seat have no piece in common.
    #[error("{0} has lines that no single piece can have made")]
    LinesApart(char),
}

/// What a position takes.
pub(super) const POSITION_FORM: &str = "rows and the seat to move, as in `5/2x2/5/5/5 o`";

/// Why a game was won.
pub(super) fn in_a_row(line: usize) -> String {
    format!("{line} in a row")
}

/// Why a game was drawn.
pub(super) const FULL: &str = "the board is full";

/// The lines that a board has room for.
pub(super) fn lines_up_to(longer_side: usize) -> String {
    format!("a whole number from 3 to {longer_side}, the longer side")
}
