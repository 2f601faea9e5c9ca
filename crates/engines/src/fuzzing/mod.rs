//! What the fuzzers and their test check: invariants over arbitrary bytes. Each check panics when
//! its invariant is violated.

mod engines;
mod messages;
mod searches;

pub use engines::*;
pub use messages::*;
pub use searches::*;
