//! The fuzzer's invariant on seeded input: random files of positions, intact and damaged, and plain
//! noise.

use ludoteca_games::catalog;
use ludoteca_games::fuzzing::{noise, sample, spoil};
use ludoteca_search::fuzzing;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

#[test]
fn positions_file() {
    let mut generator = ChaCha8Rng::seed_from_u64(1);
    let check = |data: &[u8]| fuzzing::positions_file(data, &catalog::open_line);
    for _ in 0..150 {
        let table =
            catalog::open_line(&sample(&mut generator).options).expect("options that were opened");
        let whole = fuzzing::kept_positions(&mut generator, table);
        check(&whole);
        // Each copy has one damage, since a file is refused at the first.
        for _ in 0..20 {
            let mut spoilt = whole.clone();
            spoil(&mut spoilt, &mut generator);
            check(&spoilt);
        }
        check(&noise(&mut generator, 100));
    }
}
