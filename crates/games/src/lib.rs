#![doc = include_str!("../README.md")]

pub mod alquerque;
pub mod ataxx;
pub mod attt;
pub mod breakthrough;
pub mod catalog;
pub mod cn;
pub mod dawn;
#[cfg(feature = "fuzzing")]
pub mod fuzzing;
pub mod owari;
#[cfg(test)]
mod testing;
pub mod ttt;

/// The code of the project's first page, run as a test.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct FirstPage;
