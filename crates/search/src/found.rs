//! What a search found.

use ludoteca_core::{Outcome, Seat, Verdict};

/// What a search found.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Found {
    /// The best move, as typed.
    pub step: String,
    /// What the position is worth to the seat to move.
    pub value: Value,
    /// What it is worth to every seat, in their order.
    pub values: Vec<Value>,
    /// What the search expects to happen, as typed: the best move and the answers to it.
    pub line: Vec<String>,
    /// How many plies ahead was looked.
    pub depth: u32,
    /// How many positions were looked at.
    pub nodes: u64,
}

/// What a position is worth to a seat: proved, or estimated.
///
/// With three or four seats a loser may decide who wins, and that it plays well proves nothing. There a win is proved only where the others
/// cannot prevent it, whatever they do; a loss where another seat has such a win; a draw where every line of play ends in one. All
/// else is an estimate, even where the search saw every game to its end.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Value {
    /// Proved: the seat can force a win, within so many plies.
    Win(u32),
    /// Proved: with best play the game is a draw.
    Draw,
    /// Proved: the seat cannot help losing, though it can hold out for so many plies, with all others that lose.
    Loss(u32),
    /// Proved: a game that has a score and no winner ends with so many points for the seat.
    Points(i32),
    /// How far the seat seems to be ahead of the others, in hundredths: of a piece, a stone or a cell, as it is counted in
    /// the game. Where a win or a loss is expected and not proved, five million of them.
    Estimate(i32),
}

impl Value {
    /// Is this more than an estimate?
    pub fn is_proved(self) -> bool {
        !matches!(self, Value::Estimate(_))
    }

    /// What it is worth to a seat that best play ends the game so, after so many plies.
    pub(crate) fn proved(outcome: &Outcome, seat: Seat, plies: u32) -> Value {
        match outcome.verdict {
            Verdict::Won(winner) if winner == seat => Value::Win(plies),
            Verdict::Won(_) => Value::Loss(plies),
            Verdict::Draw => Value::Draw,
            Verdict::Scored => Value::Points(outcome.points(seat)),
        }
    }
}
