//! Checks the fuzzer's invariant on seeded input: typical input, the same input damaged, and random
//! bytes.

use ludoteca_cli::fuzzing;
use ludoteca_games::fuzzing::{noise, spoil};
use ludoteca_play::seeds::{Purpose, stream};

#[test]
fn console() {
    let mut generator = stream(1, Purpose::Playthrough);
    for _ in 0..100 {
        let mut script = fuzzing::script(&mut generator);
        fuzzing::console(&script);
        for _ in 0..4 {
            spoil(&mut script, &mut generator);
            fuzzing::console(&script);
        }
        fuzzing::console(&noise(&mut generator, 100));
    }
}
