//! The fuzzer's invariant on seeded input.

use ludoteca_games::fuzzing::noise;
use ludoteca_search::fuzzing;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

#[test]
fn searches() {
    let mut generator = ChaCha8Rng::seed_from_u64(1);
    for _ in 0..1500 {
        fuzzing::searches(&noise(&mut generator, 90));
    }
}
