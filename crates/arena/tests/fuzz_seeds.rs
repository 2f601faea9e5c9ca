//! The fuzzers' invariants on seeded input: random conversations, as they are and spoilt, and plain noise.

use ludoteca_arena::fuzzing;
use ludoteca_games::fuzzing::{noise, spoil};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

#[test]
fn language() {
    check(fuzzing::language);
}

#[test]
fn engine() {
    check(fuzzing::engine);
}

fn check(invariant: fn(&[u8])) {
    let mut generator = ChaCha8Rng::seed_from_u64(1);
    for _ in 0..100 {
        let mut script = fuzzing::conversation(&mut generator);
        invariant(&script);
        for _ in 0..8 {
            for _ in 0..3 {
                spoil(&mut script, &mut generator);
            }
            invariant(&script);
        }
        invariant(&noise(&mut generator, 200));
    }
}
