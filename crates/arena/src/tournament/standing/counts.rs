//! What is counted of games, whoever won them: how long they were, why they ended, and what was done amiss.

use std::fmt;

use crate::tournament::{Ended, Fault, Played};

/// How long games were, in moves and rolls.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Lengths {
    /// On average.
    pub mean: f64,
    /// The least.
    pub shortest: u32,
    /// The most.
    pub longest: u32,
}

impl Lengths {
    /// Of these games, if there are any.
    pub(super) fn of(played: &[Played]) -> Option<Lengths> {
        let steps = || played.iter().map(|game| game.steps);
        let mean = steps().map(f64::from).sum::<f64>() / played.len() as f64;
        steps().min().zip(steps().max()).map(|(shortest, longest)| Lengths { mean, shortest, longest })
    }
}

/// Why a game ended, without the particulars.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Cause {
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

impl Cause {
    /// All of them, faults last.
    pub const ALL: [Cause; 9] = [
        Cause::Rules,
        Cause::NoProgress,
        Cause::Length,
        Cause::Resigned,
        Cause::Agreed,
        Cause::Fault(Fault::Late),
        Cause::Fault(Fault::Hung),
        Cause::Fault(Fault::Crashed),
        Cause::Fault(Fault::Illegal),
    ];
}

impl From<&Ended> for Cause {
    fn from(ended: &Ended) -> Cause {
        match ended {
            Ended::Rules => Cause::Rules,
            Ended::NoProgress => Cause::NoProgress,
            Ended::Length => Cause::Length,
            Ended::Resigned { .. } => Cause::Resigned,
            Ended::Agreed => Cause::Agreed,
            Ended::Fault { fault, .. } => Cause::Fault(*fault),
        }
    }
}

/// In a few words.
impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Cause::Rules => "by the rules",
            Cause::NoProgress => "no progress",
            Cause::Length => "too long",
            Cause::Resigned => "resigned",
            Cause::Agreed => "agreed",
            Cause::Fault(Fault::Late) => "late",
            Cause::Fault(Fault::Hung) => "hung",
            Cause::Fault(Fault::Crashed) => "crashed",
            Cause::Fault(Fault::Illegal) => "illegal",
        })
    }
}

/// How many games ended for each cause.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct Endings([u64; Cause::ALL.len()]);

impl Endings {
    /// Causes that came up, with how many games, in the order of [`Cause::ALL`].
    pub fn counts(&self) -> impl Iterator<Item = (Cause, u64)> {
        Cause::ALL.into_iter().zip(self.0).filter(|(_, count)| *count > 0)
    }

    pub(super) fn add(&mut self, ended: &Ended) {
        let cause = Cause::from(ended);
        let at = Cause::ALL.iter().position(|one| *one == cause).expect("all causes are there");
        self.0[at] += 1;
    }
}

/// `40 by the rules, 2 late`; `none` where there are none.
impl fmt::Display for Endings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_counts(f, self.counts())
    }
}

/// What cost a player games, and how many.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct Faults {
    /// Took longer than allowed.
    pub late: u64,
    /// Did not answer at all.
    pub hung: u64,
    /// Ended, hung up, or could not be started.
    pub crashed: u64,
    /// Made a move that is none.
    pub illegal: u64,
}

impl Faults {
    /// All together.
    pub fn total(&self) -> u64 {
        self.late + self.hung + self.crashed + self.illegal
    }

    /// Those that came up, with how many games.
    pub fn counts(&self) -> impl Iterator<Item = (Cause, u64)> {
        let counts = [self.late, self.hung, self.crashed, self.illegal];
        let faults = [Fault::Late, Fault::Hung, Fault::Crashed, Fault::Illegal].map(Cause::Fault);
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
impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_counts(f, self.counts())
    }
}

fn write_counts(f: &mut fmt::Formatter<'_>, counts: impl Iterator<Item = (Cause, u64)>) -> fmt::Result {
    let words: Vec<String> = counts.map(|(cause, count)| format!("{count} {cause}")).collect();
    f.write_str(&if words.is_empty() { "none".to_owned() } else { words.join(", ") })
}
