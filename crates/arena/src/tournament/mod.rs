//! Many games: who plays which of them, what came of them, and what that says of the players. A match is a tournament of two.

mod journal;
mod openings;
mod plan;
mod played;
mod report;
mod run;
mod settings;
mod standing;

pub use crate::contest::Ended;
#[cfg(feature = "fuzzing")]
pub(crate) use journal::read_games;
pub use journal::{Journal, JournalError};
pub use ludoteca_engines::drive::Fault;
pub use openings::Openings;
pub use plan::{Format, Plan};
pub use played::{Fixture, Played};
pub use report::{About, html, record_name};
pub use run::{Close, Tournament, TournamentError, run};
pub use settings::Settings;
pub use standing::{AtSeat, Between, Cause, Endings, Faults, Lengths, MatchSummary, Row, Standing, Tally};
