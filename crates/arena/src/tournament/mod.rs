//! Many games: who plays which of them, what came of them, and what that says of the players. A match is a tournament of two.

mod played;
mod standing;

pub use played::{Ended, Fault, Fixture, Played};
pub use standing::{AtSeat, Between, Cause, Endings, Faults, Lengths, MatchSummary, Row, Standing, Tally};
