#![doc = include_str!("../README.md")]

#[cfg(feature = "fuzzing")]
pub mod fuzzing;
mod play;
pub mod players;
pub mod record;
pub mod seeds;
mod series;
mod setup;

pub use play::{Awaits, BadRecord, Command, Event, Play, Refused};
pub use players::{Algorithm, Engine, Player, PlayersError, Seated};
pub use record::{Dice, Ending, Record, RecordError, RecordedStep};
pub use series::Series;
pub use setup::{Obstacles, Setup, SetupError};
