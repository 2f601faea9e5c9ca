//! What is counted of games, whoever won them: how long they were, why they ended, and what was
//! done amiss.

use std::fmt;

use crate::tournament::{Fault, GameEnded, PlayedGame};

/// How long games were, in moves and rolls.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct GameLengths {
    /// On average.
    pub mean: f64,
    /// The least.
    pub shortest: u32,
    /// The most.
    pub longest: u32,
}

impl GameLengths {
    /// Of these games, if there are any.
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

/// Why a game ended, without the particulars.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum EndCause {
    /// By the rules.
    Rules,
    /// For too long without a piece more or less.
    NoProgress,
    /// For too long.
    Length,
    /// Somebody resigned.
    Resigned,
    /// Both told the same value for long enough.
    Agreed,
    /// Somebody did what costs the game.
    Fault(Fault),
}

impl EndCause {
    /// All of them, faults last.
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

/// In a few words.
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

/// How many games ended for each cause.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct EndingCounts([u64; EndCause::ALL.len()]);

impl EndingCounts {
    /// Causes that came up, with how many games, in the order of [`EndCause::ALL`].
    pub fn counts(&self) -> impl Iterator<Item = (EndCause, u64)> {
        EndCause::ALL.into_iter().zip(self.0).filter(|(_, count)| *count > 0)
    }

    pub(super) fn add(&mut self, ended: &GameEnded) {
        let cause = EndCause::from(ended);
        let at = EndCause::ALL.iter().position(|one| *one == cause).expect("all causes are there");
        self.0[at] += 1;
    }
}

/// `40 by the rules, 2 late`; `none` where there are none.
impl fmt::Display for EndingCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_counts(f, self.counts())
    }
}

/// What cost a player games, and how many.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct FaultCounts {
    /// Took longer than allowed.
    pub late: u64,
    /// Did not answer at all.
    pub hung: u64,
    /// Ended, hung up, or could not be started.
    pub crashed: u64,
    /// Made a move that is none.
    pub illegal: u64,
}

impl FaultCounts {
    /// All together.
    pub fn total(&self) -> u64 {
        self.late + self.hung + self.crashed + self.illegal
    }

    /// Those that came up, with how many games.
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

/// `2 late, 1 crashed`; `none` where there are none.
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
