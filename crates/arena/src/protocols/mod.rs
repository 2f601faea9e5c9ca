//! The text protocols in which programs talk about games, both sides of them.

pub mod engine;
pub mod language;
pub mod uai;
