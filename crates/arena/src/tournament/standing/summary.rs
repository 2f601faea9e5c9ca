//! A match: a tournament of two.

use super::{EndingCounts, FaultCounts, GameLengths, HeadToHead, Standing};

/// A match in figures, told from the side of the first player.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchSummary {
    /// The two players.
    pub names: [String; 2],
    /// Games that were played to their end.
    pub games: u64,
    /// Wins, draws, losses, pairs, and what they say: Elo and normalised Elo, superiority, draw
    /// rate.
    pub between: HeadToHead,
    /// The first seat's score of a game on average, whoever sat there; none where games have only
    /// points.
    pub first_seat: Option<f64>,
    /// The first seat's points of a game on average, where games have only points.
    pub first_seat_points: Option<f64>,
    /// What cost each player games.
    pub faults: [FaultCounts; 2],
    /// Milliseconds that each player has thought in a game on average.
    pub thought: [Option<f64>; 2],
    /// How long the games were.
    pub lengths: Option<GameLengths>,
    /// Why they ended.
    pub endings: EndingCounts,
}

impl Standing {
    /// The match that this is; none where there are not just two players.
    pub fn match_summary(&self) -> Option<MatchSummary> {
        let ([first, second], [first_row, second_row], 2) =
            (&self.names[..], &self.rows[..], self.seats)
        else {
            return None;
        };
        let first_seat = self.by_seat[0];
        Some(MatchSummary {
            names: [first.clone(), second.clone()],
            games: self.games,
            between: self.between(0, 1),
            first_seat: first_seat.share().filter(|_| !self.scored),
            first_seat_points: first_seat.points().filter(|_| self.scored),
            faults: [first_row.faults, second_row.faults],
            thought: [first_row.thought_a_game(), second_row.thought_a_game()],
            lengths: self.lengths,
            endings: self.endings,
        })
    }
}
