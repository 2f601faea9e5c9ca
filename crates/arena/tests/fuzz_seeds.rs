//! The fuzzers' invariants on seeded input: random tournaments, intact and corrupted, and plain
//! noise.

use ludoteca_arena::fuzzing;
use ludoteca_games::fuzzing::on_scripts;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

#[test]
fn tournament() {
    check(fuzzing::tournament, 100, fuzzing::kept_tournament);
}

fn check(invariant: fn(&[u8]), rounds: u32, write: fn(&mut ChaCha8Rng) -> Vec<u8>) {
    on_scripts(&mut ChaCha8Rng::seed_from_u64(1), rounds, write, invariant);
}
