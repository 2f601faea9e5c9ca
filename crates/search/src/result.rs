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
    /// How many plies ahead was looked.
    pub depth: u32,
    /// How many positions were looked at.
    pub nodes: u64,
}

/// What a position is worth to a seat: proved, or estimated.
///
/// With three or four seats a loser may decide who wins, and that it plays well proves nothing.
/// There a win is proved only where the others cannot prevent it, whatever they do; a loss where
/// another seat has such a win; a draw where every line of play ends in one. All else is an
/// estimate, even where the search saw every game to its end.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Value {
    /// Proved: the seat can force a win, within so many plies.
    Win(u32),
    /// Proved: with best play the game is a draw.
    Draw,
    /// Proved: the seat cannot help losing, within so many plies if the winner plays well.
    Loss(u32),
    /// Proved: a game that has a score and no winner ends with so many points for the seat.
    Points(i32),
    /// How far the seat seems to be ahead of the others, in hundredths. In games whose evaluation
    /// is tuned 4.00 is ten to one; in the others it is what the game counts, open lines or points.
    /// Never more than [`Value::EXPECTED`].
    Estimate(i32),
}

impl Value {
    /// The estimate of a win that is expected and not proved; of such a loss it is minus this.
    pub const EXPECTED: i32 = 100_000;

    /// Is this more than an estimate?
    pub fn is_proved(self) -> bool {
        !matches!(self, Value::Estimate(_))
    }
}
