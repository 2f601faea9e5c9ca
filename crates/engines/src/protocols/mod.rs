//! The text protocols in which programs talk about games, with both sides of each. Sans-IO: bytes
//! in, messages out.

pub mod breakthrough;
pub mod engine;
pub mod lines;
pub mod messages;
mod squares;
pub mod uai;
pub mod uci;
