#![doc = include_str!("../README.md")]

#[cfg(feature = "fuzzing")]
pub mod fuzzing;
mod play;
pub mod players;
pub mod record;
pub mod seeds;
mod series;
mod setup;
mod texts;

pub use ludoteca_core::Algorithm;
pub use play::{Awaits, BadRecord, Command, Event, Play, Refused};
pub use players::{Engine, Player, PlayersError, Seated};
pub use record::{Decision, Dice, Ending, Record, RecordError, RecordedStep, ResultFor};
pub use series::Series;
pub use setup::{Obstacles, Setup, SetupError};
