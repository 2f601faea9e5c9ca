//! The fuzzers' invariants on seeded input: texts of random games, intact and damaged, and plain
//! noise.

use ludoteca_games::fuzzing::{self, RandomGame, noise, sample, spoil};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// Feeds `inputs` of each kind to an invariant.
fn feed(invariant: fn(&[u8]), inputs: u32, write: fn(&RandomGame) -> String) {
    feed_text(invariant, inputs, |generator| write(&sample(generator)));
}

fn feed_text(invariant: fn(&[u8]), inputs: u32, write: impl Fn(&mut ChaCha8Rng) -> String) {
    let mut generator = ChaCha8Rng::seed_from_u64(1);
    for _ in 0..inputs {
        let mut text = write(&mut generator).into_bytes();
        invariant(&text);
        for _ in 0..4 {
            spoil(&mut text, &mut generator);
            invariant(&text);
        }
        invariant(&noise(&mut generator, 40));
    }
}

#[test]
fn options() {
    feed(fuzzing::options, 600, |sample| sample.options.clone());
}

#[test]
fn positions() {
    feed(fuzzing::position, 300, |sample| format!("{}\n{}", sample.options, sample.position));
}

#[test]
fn steps() {
    feed(fuzzing::steps, 100, |sample| format!("{}\n{}", sample.options, sample.steps.join("\n")));
}

#[test]
fn terminal() {
    feed_text(fuzzing::terminal, 300, fuzzing::session);
}

#[test]
fn play() {
    let mut generator = ChaCha8Rng::seed_from_u64(1);
    for _ in 0..150 {
        // Two bytes a step: most games come to their end.
        fuzzing::play(&noise(&mut generator, 300));
    }
}
