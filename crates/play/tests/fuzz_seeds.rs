//! The fuzzer's invariant on seeded input: random records, intact and damaged, and plain noise.

use ludoteca_games::catalog;
use ludoteca_games::fuzzing::{noise, sample, spoil};
use ludoteca_play::fuzzing;
use ludoteca_play::seeds::{Purpose, stream};

#[test]
fn records() {
    let mut generator = stream(1, Purpose::Playthrough);
    let check = |data: &[u8]| fuzzing::record(data, &catalog::open_line);
    for _ in 0..150 {
        let table =
            catalog::open_line(&sample(&mut generator).options).expect("options that were opened");
        let whole = fuzzing::sample(table, &mut generator).to_string().into_bytes();
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
