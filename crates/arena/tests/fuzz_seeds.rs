//! The fuzzers' invariants on seeded input: random conversations, as they are and spoilt, and plain noise.

use ludoteca_arena::fuzzing;
use ludoteca_games::fuzzing::{noise, spoil};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

#[test]
fn tournament() {
    check(fuzzing::tournament, 100, fuzzing::kept_tournament);
}

fn check(invariant: fn(&[u8]), rounds: u32, write: fn(&mut ChaCha8Rng) -> Vec<u8>) {
    let mut generator = ChaCha8Rng::seed_from_u64(1);
    for _ in 0..rounds {
        let mut script = write(&mut generator);
        invariant(&script);
        for _ in 0..8 {
            for _ in 0..3 {
                spoil(&mut script, &mut generator);
            }
            invariant(&script);
        }
        invariant(&noise(&mut generator, 400));
    }
}
