//! What happens next at a table. One type answers both "whose turn" and "is it over", so that the
//! two cannot disagree.

use crate::seat::{MAX_SEATS, Seat};

/// What a state waits for.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Next {
    /// This seat is to move, and has a move: the rules have already skipped seats that cannot.
    Move(Seat),
    /// A die is to be rolled.
    Chance,
    /// The game has ended.
    Over(Outcome),
}

impl Next {
    /// The seat to move, if any.
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
    /// The verdict, points aside.
    pub verdict: Verdict,
    /// Ataxx pieces, Owari stones, Dawn +E and −E; otherwise 1 for the winner. Zero beyond the
    /// table's seats.
    pub points: [i32; MAX_SEATS],
}

/// How a game ended, points aside.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Verdict {
    /// This seat won.
    Won(Seat),
    /// A draw.
    Draw,
    /// The game has a score and no winner.
    Scored,
}

impl Outcome {
    /// A win in a game without points: the winner gets one point.
    #[inline]
    pub fn win(winner: Seat) -> Outcome {
        let mut points = [0; MAX_SEATS];
        points[winner.index()] = 1;
        Outcome { verdict: Verdict::Won(winner), points }
    }

    /// A draw in a game without points.
    #[inline]
    pub const fn draw() -> Outcome {
        Outcome { verdict: Verdict::Draw, points: [0; MAX_SEATS] }
    }

    /// The seat with the most points wins. If several seats share the most points, the game is a
    /// draw.
    pub fn by_points(points: [i32; MAX_SEATS], seats: usize) -> Outcome {
        let most = points[..seats].iter().copied().max().unwrap_or(0);
        let mut leaders = Seat::all(seats).filter(|seat| points[seat.index()] == most);
        let verdict = match (leaders.next(), leaders.next()) {
            (Some(only), None) => Verdict::Won(only),
            _ => Verdict::Draw,
        };
        Outcome { verdict, points }
    }

    /// The seat that won; `None` for a draw or a score.
    #[inline]
    pub fn winner(&self) -> Option<Seat> {
        match self.verdict {
            Verdict::Won(seat) => Some(seat),
            Verdict::Draw | Verdict::Scored => None,
        }
    }

    /// The points of one seat.
    #[inline]
    pub fn points(&self, seat: Seat) -> i32 {
        self.points[seat.index()]
    }
}
