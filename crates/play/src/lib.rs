#![doc = include_str!("../README.md")]

pub mod players;
pub mod record;
pub mod streams;

pub use players::{Engine, Player, PlayersError, Seated};
pub use record::{Noted, Record};
