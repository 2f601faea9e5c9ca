//! Many games: who plays which of them, what came of them, and what that says of the players. A match is a tournament of two.

mod played;

pub use played::{Ended, Fault, Fixture, Played};
