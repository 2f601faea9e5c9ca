//! Randomness: one seed, and from it an independent stream of numbers for each purpose.

use ludoteca_core::Seat;
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

/// What random numbers are drawn for.
#[derive(Copy, Clone, Debug)]
pub enum Purpose {
    /// Obstacles.
    SetUp,
    /// One random game shown, dice and moves.
    Playthrough,
    /// A block of random games, by its number.
    Playouts(u32),
    /// The die at a ply. It depends on nothing that was drawn before, so that a step taken back does not change the dice.
    Die(u32),
    /// The move of a random player at a ply, likewise.
    Player(Seat, u32),
    /// The seed of the game that follows in a series.
    NextGame,
}

/// The stream of a seed for a purpose: the same on every machine.
pub fn stream(seed: u64, purpose: Purpose) -> ChaCha8Rng {
    let numbered = |kind: u64, number: u32| kind << 32 | u64::from(number);
    let mut generator = ChaCha8Rng::seed_from_u64(seed);
    generator.set_stream(match purpose {
        Purpose::SetUp => 0,
        Purpose::Playthrough => 1,
        Purpose::NextGame => 2,
        Purpose::Playouts(block) => numbered(1, block),
        Purpose::Die(ply) => numbered(2, ply),
        Purpose::Player(seat, ply) => numbered(3 + seat.index() as u64, ply),
    });
    generator
}

/// Seeds are below this: small enough to be typed again.
pub const SEEDS: u64 = 1_000_000_000;

/// The seed of the game that follows one with this seed.
pub fn next_seed(seed: u64) -> u64 {
    stream(seed, Purpose::NextGame).next_u64() % SEEDS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_differ() {
        let purposes = [
            Purpose::SetUp,
            Purpose::Playthrough,
            Purpose::NextGame,
            Purpose::Playouts(0),
            Purpose::Playouts(1),
            Purpose::Die(0),
            Purpose::Die(1),
            Purpose::Player(Seat::FIRST, 0),
            Purpose::Player(Seat::FIRST, 1),
            Purpose::Player(Seat::SECOND, 0),
        ];
        let mut first: Vec<u64> = purposes.iter().map(|purpose| stream(7, *purpose).next_u64()).collect();
        assert_eq!(stream(7, Purpose::SetUp).next_u64(), first[0]);
        first.sort_unstable();
        first.dedup();
        assert_eq!(first.len(), purposes.len());
    }
}
