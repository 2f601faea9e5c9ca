//! What the fuzzers and their test check: whole invariants over arbitrary bytes, which panic where
//! they do not hold.

mod engines;
mod messages;
mod searches;

pub use engines::*;
pub use messages::*;
pub use searches::*;
