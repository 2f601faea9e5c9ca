//! The text protocols in which programs talk about games, both sides of each. Sans-IO: bytes in, messages out.

pub mod breakthrough;
pub mod engine;
pub mod language;
pub mod lines;
mod squares;
pub mod uai;
pub mod uci;
