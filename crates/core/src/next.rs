//! What happens next at a table: one answer, so that "whose turn" and "is it over" cannot disagree.

use crate::seat::{MAX_SEATS, Seat};

/// What a state waits for.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Next {
    /// This seat is to move, and has a move: the rules have already skipped seats that cannot.
    Move(Seat),
    /// A die is to be rolled.
    Chance,
    /// Nothing: the game has ended.
    Over(Outcome),
}

impl Next {
    /// The seat to move, if one is.
    #[inline]
    pub fn seat(self) -> Option<Seat> {
        match self {
            Next::Move(seat) => Some(seat),
            Next::Chance | Next::Over(_) => None,
        }
    }

    /// The outcome, if the game is over.
    #[inline]
    pub fn outcome(self) -> Option<Outcome> {
        match self {
            Next::Over(outcome) => Some(outcome),
            Next::Chance | Next::Move(_) => None,
        }
    }
}

/// How a game ended: the verdict, and points that rank the seats.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Outcome {
    /// Who won, if anybody.
    pub verdict: Verdict,
    /// Ataxx pieces, Owari stones, Dawn +E and −E; otherwise 1 for the winner. Zero beyond the
    /// table's seats.
    pub points: [i32; MAX_SEATS],
}

/// How a game ended, points aside.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Verdict {
    /// This seat alone.
    Won(Seat),
    /// Nobody, though somebody could have.
    Draw,
    /// The game has a score and no winner.
    Scored,
}

impl Outcome {
    /// A win in a game that counts nothing else: one point for the winner.
    #[inline]
    pub fn win(winner: Seat) -> Outcome {
        let mut points = [0; MAX_SEATS];
        points[winner.index()] = 1;
        Outcome { verdict: Verdict::Won(winner), points }
    }

    /// A draw in a game that counts nothing.
    #[inline]
    pub const fn draw() -> Outcome {
        Outcome { verdict: Verdict::Draw, points: [0; MAX_SEATS] }
    }

    /// Most points win; a tie for the most is a draw, however many share it.
    pub fn by_points(points: [i32; MAX_SEATS], seats: usize) -> Outcome {
        let most = points[..seats].iter().copied().max().unwrap_or(0);
        let mut leaders = Seat::all(seats).filter(|seat| points[seat.index()] == most);
        let verdict = match (leaders.next(), leaders.next()) {
            (Some(only), None) => Verdict::Won(only),
            _ => Verdict::Draw,
        };
        Outcome { verdict, points }
    }

    /// The seat that won; `None` for a draw and for a mere score.
    #[inline]
    pub fn winner(&self) -> Option<Seat> {
        match self.verdict {
            Verdict::Won(seat) => Some(seat),
            Verdict::Draw | Verdict::Scored => None,
        }
    }

    /// What one seat has counted in the end.
    #[inline]
    pub fn points(&self, seat: Seat) -> i32 {
        self.points[seat.index()]
    }
}
