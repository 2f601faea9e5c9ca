//! The fuzzers' invariants on seeded input: random conversations, intact and corrupted, and plain
//! noise.

use ludoteca_engines::fuzzing;
use ludoteca_games::fuzzing::{noise, on_scripts};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

#[test]
fn language() {
    check(fuzzing::language, 100, fuzzing::conversation);
}

#[test]
fn engine() {
    check(fuzzing::engine, 100, fuzzing::conversation);
}

#[test]
fn breakthrough() {
    check(fuzzing::breakthrough, 20, fuzzing::messages);
}

#[test]
fn searches() {
    let mut generator = ChaCha8Rng::seed_from_u64(1);
    for _ in 0..1500 {
        fuzzing::searches(&noise(&mut generator, 90));
    }
}

fn check(invariant: fn(&[u8]), rounds: u32, write: fn(&mut ChaCha8Rng) -> Vec<u8>) {
    on_scripts(&mut ChaCha8Rng::seed_from_u64(1), rounds, write, invariant);
}
