#![doc = include_str!("../README.md")]

pub mod breakthrough;
pub mod contest;
pub mod entrant;
#[cfg(feature = "fuzzing")]
pub mod fuzzing;
pub mod programs;
pub mod tournament;
