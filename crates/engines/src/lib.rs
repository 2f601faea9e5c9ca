#![doc = include_str!("../README.md")]

#[cfg(feature = "tokio")]
pub mod check;
#[cfg(feature = "tokio")]
pub mod drive;
#[cfg(feature = "fuzzing")]
pub mod fuzzing;
pub mod house;
pub mod protocols;
pub mod texts;
pub mod words;
