//! Randomness: one seed, and from it an independent stream of numbers for each purpose.

use std::hash::{BuildHasher, RandomState};

use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

/// What random numbers are drawn for.
#[derive(Copy, Clone, Debug)]
pub enum Purpose {
    /// Obstacles.
    SetUp,
    /// One random game shown, dice and moves.
    Playthrough,
    /// A block of random games, by its number.
    Playouts(u32),
}

/// The stream of a seed for a purpose: the same on every machine.
pub fn stream(seed: u64, purpose: Purpose) -> ChaCha8Rng {
    let mut generator = ChaCha8Rng::seed_from_u64(seed);
    generator.set_stream(match purpose {
        Purpose::SetUp => 0,
        Purpose::Playthrough => 1,
        Purpose::Playouts(block) => 1 << 32 | u64::from(block),
    });
    generator
}

/// A seed for somebody who gave none. Small enough to be typed again.
pub fn fresh_seed() -> u64 {
    RandomState::new().hash_one("seed") % 1_000_000_000
}
