//! What people read in Owari: all sentences but those of the rules and of the catalogue.

use ludoteca_core::Seat;

/// Why a move is refused.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum Illegal {
    /// The text is not a single number.
    #[error("`{0}` is no move: it takes the number of a bowl")]
    Malformed(String),
    /// No bowl has this number.
    #[error("there is no bowl {bowl}: they are 1 to {last}")]
    NoSuchBowl {
        /// The number as typed.
        bowl: i64,
        /// The greatest number of a bowl.
        last: usize,
    },
    /// The bowl belongs to the other seat.
    #[error("bowl {bowl} is the other seat's: yours are {first} to {last}")]
    NotYours {
        /// The number as typed.
        bowl: usize,
        /// The seat's own lowest bowl.
        first: usize,
        /// The seat's own highest bowl.
        last: usize,
    },
    /// The bowl has no stones to sow.
    #[error("bowl {0} is empty")]
    Empty(usize),
    /// The game is over.
    #[error("the game is over")]
    Over,
}

/// Why no game comes to a position.
#[derive(Debug, thiserror::Error)]
pub(super) enum Impossible {
    /// Stones are missing, or there are too many.
    #[error("it has {found} stones, this game has {all}")]
    Stones {
        /// The stones in bowls and pots.
        found: u32,
        /// The stones at the start.
        all: u32,
    },
    /// The least capture is one stone that was there and one that was sown.
    #[error("a seat has captured 1 stone, and captures are of 2 or more")]
    SingleCaptured,
    /// The game would have ended with the first of them.
    #[error("both seats have captured {0} stones or more")]
    BothWon(u32),
    /// The game ended before this turn.
    #[error("seat {turn} is to move and has won already, with {win} stones or more")]
    WonBefore {
        /// The seat to move.
        turn: Seat,
        /// The number of captured stones that wins.
        win: u32,
    },
    /// Nothing is captured and no ply was without a capture: nothing has happened.
    #[error("before the first ply, it is the start and the turn of seat 1")]
    NotTheStart,
}

pub(super) const HINT: &str = "The number of one of your bowls that holds stones.";

/// What a position takes.
pub(super) const POSITION_FORM: &str = "the stones of both sides and of the pots, the seat to move and the plies without a \
    capture, as in `4,4,4,4,4,4/4,4,4,4,4,4 0,0 1 0`";
/// What a part of a position is.
pub(super) const SIDE: &str = "the stones of one side, a number for each bowl, joined by commas";
/// What a part of a position is.
pub(super) const POTS: &str = "the captured stones of both seats, as in `0,0`";
/// What a part of a position is.
pub(super) const STONES: &str = "a number of stones";
/// What a part of a position is.
pub(super) const CLOCK: &str = "a number of plies without a capture";

/// Why a game was won.
pub(super) fn won(stones: u32) -> String {
    format!("a seat has captured {stones} stones or more")
}

/// Why a game ended.
pub(super) const NO_STONES_LEFT: &str = "no stones are left in the bowls";

/// Why a game ended.
pub(super) fn no_capture(plies: u32) -> String {
    format!("{plies} plies without a capture")
}

/// Why a seat was skipped.
pub(super) const NO_STONES: &str = "has no stones";

/// What people call a bowl.
pub(super) fn bowl(number: usize) -> String {
    format!("bowl {number}")
}

/// What people call a pot.
pub(super) fn pot(seat: Seat) -> String {
    format!("pot {seat}")
}

/// What stands before the number of captured stones in the drawing.
pub(super) fn player(seat: Seat) -> String {
    format!("Player {seat}: ")
}

/// What a seat holds beside the board.
pub(super) fn captured(stones: u32) -> String {
    format!("{stones} captured")
}

/// How many stones a game can be won with.
pub(super) fn wins_up_to(all: u32) -> String {
    format!("a whole number from 1 to all {all} stones")
}
