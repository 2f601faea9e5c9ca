#![doc = include_str!("../README.md")]

pub mod characters;
#[cfg(feature = "tokio")]
pub mod check;
#[cfg(feature = "tokio")]
pub mod external;
#[cfg(feature = "fuzzing")]
pub mod fuzzing;
pub mod house;
pub mod protocols;
pub mod search_texts;
pub mod texts;
