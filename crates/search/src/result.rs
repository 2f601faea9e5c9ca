//! What a search found.

/// What a search found.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct SearchResult {
    /// The best move, as typed.
    pub step: String,
    /// What the position is worth to the seat to move.
    pub value: Value,
    /// What it is worth to every seat, in their order.
    pub values: Vec<Value>,
    /// What the search expects to happen, as typed: the best move and the answers to it.
    pub principal_variation: Vec<String>,
    /// The depth of the search, in plies.
    pub depth: u32,
    /// The number of nodes (positions) that were searched.
    pub nodes: u64,
}

/// What a position is worth to a seat: proved, or estimated.
///
/// With three or four seats a player who loses anyway may decide who wins, so good play by that
/// player proves nothing. A win is proved there only if the others cannot prevent it, whatever they
/// do. A loss is proved only if another seat has such a win, and a draw only if every line of play
/// ends in one. All else is an estimate, even if the search saw every game to its end.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Value {
    /// Proved: the seat can force a win within this many plies.
    Win(u32),
    /// Proved: with best play the game is a draw.
    Draw,
    /// Proved: the seat loses against best play, within this many plies.
    Loss(u32),
    /// Proved: the game has a score and no winner, and ends with this many points for the seat.
    Points(i32),
    /// An estimate of how far the seat is ahead of the others, in hundredths. In games whose
    /// evaluation is tuned, 4.00 means odds of ten to one; in the others the unit is what the game
    /// counts, such as open lines or points. The absolute value is at most [`Value::EXPECTED`].
    Estimate(i32),
}

impl Value {
    /// The estimate of a win that is expected but not proved; minus this for such a loss.
    pub const EXPECTED: i32 = 100_000;

    /// Is this more than an estimate?
    pub fn is_proved(self) -> bool {
        !matches!(self, Value::Estimate(_))
    }
}
