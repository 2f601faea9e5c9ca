//! Counts that do not depend on the winners: how long games were, why they ended, and which faults
//! occurred.

use std::fmt;

use crate::tournament::{Fault, GameEnded, PlayedGame};

/// The lengths of games, in moves and rolls.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct GameLengths {
    /// The average length.
    pub mean: f64,
    /// The shortest length.
    pub shortest: u32,
    /// The greatest length.
    pub longest: u32,
}

impl GameLengths {
    /// The lengths of these games, if there are any.
    pub(super) fn of(played: &[PlayedGame]) -> Option<GameLengths> {
        let steps = || played.iter().map(|game| game.steps);
        let mean = steps().map(f64::from).sum::<f64>() / played.len() as f64;
        steps().min().zip(steps().max()).map(|(shortest, longest)| GameLengths {
            mean,
            shortest,
            longest,
        })
    }
}

/// Why a game ended, without details.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum EndCause {
    /// The rules ended it.
    Rules,
    /// It went on for too long without a change in anybody's number of pieces.
    NoProgress,
    /// It went on for too long.
    Length,
    /// A player resigned.
    Resigned,
    /// Both players agreed in their scores for long enough.
    Agreed,
    /// A player committed a fault.
    Fault(Fault),
}

impl EndCause {
    /// All causes, faults last.
    pub const ALL: [EndCause; 9] = [
        EndCause::Rules,
        EndCause::NoProgress,
        EndCause::Length,
        EndCause::Resigned,
        EndCause::Agreed,
        EndCause::Fault(Fault::Late),
        EndCause::Fault(Fault::Hung),
        EndCause::Fault(Fault::Crashed),
        EndCause::Fault(Fault::Illegal),
    ];
}

impl From<&GameEnded> for EndCause {
    fn from(ended: &GameEnded) -> EndCause {
        match ended {
            GameEnded::Rules => EndCause::Rules,
            GameEnded::NoProgress => EndCause::NoProgress,
            GameEnded::Length => EndCause::Length,
            GameEnded::Resigned { .. } => EndCause::Resigned,
            GameEnded::Agreed => EndCause::Agreed,
            GameEnded::Fault { fault, .. } => EndCause::Fault(*fault),
        }
    }
}

/// The cause in a few words.
impl fmt::Display for EndCause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            EndCause::Rules => "by the rules",
            EndCause::NoProgress => "no progress",
            EndCause::Length => "too long",
            EndCause::Resigned => "resigned",
            EndCause::Agreed => "agreed",
            EndCause::Fault(Fault::Late) => "late",
            EndCause::Fault(Fault::Hung) => "hung",
            EndCause::Fault(Fault::Crashed) => "crashed",
            EndCause::Fault(Fault::Illegal) => "illegal",
        })
    }
}

/// The number of games that ended for each cause.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct EndingCounts([u64; EndCause::ALL.len()]);

impl EndingCounts {
    /// The causes that occurred, with the number of games, in the order of [`EndCause::ALL`].
    pub fn counts(&self) -> impl Iterator<Item = (EndCause, u64)> {
        EndCause::ALL.into_iter().zip(self.0).filter(|(_, count)| *count > 0)
    }

    pub(super) fn add(&mut self, ended: &GameEnded) {
        let cause = EndCause::from(ended);
        let at = EndCause::ALL.iter().position(|one| *one == cause).expect("all causes are there");
        self.0[at] += 1;
    }
}

/// `40 by the rules, 2 late`, or `none` if there are no games.
impl fmt::Display for EndingCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_counts(f, self.counts())
    }
}

/// The faults of a player by kind.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct FaultCounts {
    /// Games in which the player exceeded its time limit.
    pub late: u64,
    /// Games in which the player did not answer at all.
    pub hung: u64,
    /// Games in which the player exited, hung up, or could not be started.
    pub crashed: u64,
    /// Games in which the player made an illegal move.
    pub illegal: u64,
}

impl FaultCounts {
    /// The number of all faults.
    pub fn total(&self) -> u64 {
        self.late + self.hung + self.crashed + self.illegal
    }

    /// The faults that occurred, with the number of games.
    pub fn counts(&self) -> impl Iterator<Item = (EndCause, u64)> {
        let counts = [self.late, self.hung, self.crashed, self.illegal];
        let faults =
            [Fault::Late, Fault::Hung, Fault::Crashed, Fault::Illegal].map(EndCause::Fault);
        faults.into_iter().zip(counts).filter(|(_, count)| *count > 0)
    }

    pub(super) fn add(&mut self, fault: Fault) {
        *match fault {
            Fault::Late => &mut self.late,
            Fault::Hung => &mut self.hung,
            Fault::Crashed => &mut self.crashed,
            Fault::Illegal => &mut self.illegal,
        } += 1;
    }
}

/// `2 late, 1 crashed`, or `none` if there are no faults.
impl fmt::Display for FaultCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_counts(f, self.counts())
    }
}

fn write_counts(
    f: &mut fmt::Formatter<'_>,
    counts: impl Iterator<Item = (EndCause, u64)>,
) -> fmt::Result {
    let words: Vec<String> = counts.map(|(cause, count)| format!("{count} {cause}")).collect();
    f.write_str(&if words.is_empty() { "none".to_owned() } else { words.join(", ") })
}
