//! Tournaments: their pairings, their games, and what the results say about the players. A match is
//! a tournament of two.

mod chunk;
mod journal;
mod openings;
mod plan;
mod played;
mod report;
mod run;
mod settings;
mod slot;
mod standing;
mod venue;

pub use crate::contest::GameEnded;
pub use chunk::{BadChunkGame, ChunkError, ChunkGame, ChunkPlayer, GamesChunk};
#[cfg(feature = "fuzzing")]
pub(crate) use journal::read_games;
pub use journal::{Journal, JournalError};
pub use ludoteca_engines::external::Fault;
pub use openings::Openings;
pub use plan::{Format, TournamentPlan};
pub use played::{Fixture, PlayedGame};
pub use report::{ReportInfo, html, record_name};
pub use run::{Tournament, TournamentEnded, TournamentError, run};
pub use settings::TournamentSettings;
pub use standing::{
    EndCause, EndingCounts, FaultCounts, GameLengths, HeadToHead, MatchSummary, ResultTally,
    SeatScore, Standing, StandingRow,
};
