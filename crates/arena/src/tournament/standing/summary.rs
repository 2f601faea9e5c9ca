//! A match: a tournament of two.

use super::{EndingCounts, FaultCounts, GameLengths, HeadToHead, Standing};

/// The figures of a match, from the side of the first player.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchSummary {
    /// The two players.
    pub names: [String; 2],
    /// The number of games that were played to their end.
    pub games: u64,
    /// Wins, draws, losses and pairs, and the statistics of these: Elo and normalised Elo,
    /// superiority, draw rate.
    pub between: HeadToHead,
    /// The average score of the first seat in a game, whoever sat there; `None` if games have only
    /// points.
    pub first_seat: Option<f64>,
    /// The average points of the first seat in a game, if games have only points.
    pub first_seat_points: Option<f64>,
    /// The faults of each player.
    pub faults: [FaultCounts; 2],
    /// The average thinking time of each player in a game, in milliseconds.
    pub thought: [Option<f64>; 2],
    /// The lengths of the games.
    pub lengths: Option<GameLengths>,
    /// Why the games ended.
    pub endings: EndingCounts,
}

impl Standing {
    /// The summary of the match; `None` if there are not exactly two players.
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
