//! Tournaments: their pairings, their games, and what the results say about the players. A match is
//! a tournament of two.

mod chunk;
#[cfg(feature = "fleet")]
mod fleet;
mod journal;
mod machines;
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
#[cfg(feature = "fleet")]
pub use fleet::{ChunkPlayers, FleetOptions, NobodyYet, needed_programs};
#[cfg(feature = "fuzzing")]
pub(crate) use journal::read_games;
pub use journal::{Journal, JournalError};
pub use ludoteca_engines::external::Fault;
pub use machines::{Machine, Machines};
pub use openings::Openings;
pub use plan::{Format, TournamentPlan};
pub use played::{Fixture, PlayedGame};
pub use report::{ReportInfo, html, record_name};
#[cfg(feature = "fleet")]
pub use run::run_on_fleet;
pub use run::{Tournament, TournamentEnded, TournamentError, run};
pub use settings::TournamentSettings;
pub use standing::{
    EndCause, EndingCounts, FaultCounts, GameLengths, HeadToHead, MatchSummary, ResultTally,
    SeatScore, Standing, StandingRow,
};
