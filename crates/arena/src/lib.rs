#![doc = include_str!("../README.md")]

pub mod analysis;
pub mod check;
pub mod client;
mod columns;
pub mod contest;
pub mod dice;
pub mod drive;
pub mod entrant;
pub mod files;
#[cfg(feature = "fuzzing")]
pub mod fuzzing;
pub mod house;
pub mod pairing;
mod picture;
pub mod protocols;
pub mod rating;
pub mod records;
pub mod referee;
pub mod sprt;
pub mod statistics;
pub mod system;
mod texts;
pub mod tournament;
pub mod words;
