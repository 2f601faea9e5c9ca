//! What the fuzzers and their test check: whole invariants over arbitrary bytes, which panic where they do not hold.

mod engines;
mod messages;

pub use engines::*;
pub use messages::*;
