#![doc = include_str!("../README.md")]

#[cfg(feature = "fuzzing")]
pub mod fuzzing;
pub mod pairing;
pub mod protocols;
pub mod rating;
pub mod sprt;
pub mod statistics;
