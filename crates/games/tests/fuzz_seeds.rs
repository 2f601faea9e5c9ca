//! The fuzzers' invariants on seeded input: what random games write, as it is and spoilt, and plain noise.

use ludoteca_core::random::below;
use ludoteca_games::fuzzing::{self, Sample, sample};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Feeds `inputs` of each kind to an invariant.
fn feed(invariant: fn(&[u8]), inputs: u32, write: fn(&Sample) -> String) {
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

/// Removes, doubles, replaces or inserts a byte, or cuts off the end.
fn spoil(text: &mut Vec<u8>, generator: &mut impl Rng) {
    const BYTES: &[u8] = b"0123456789 -+=;:,/|xowbXABe*\n\t\xc3\0";
    let place = below(generator, text.len() as u32 + 1) as usize;
    let byte = BYTES[below(generator, BYTES.len() as u32) as usize];
    match below(generator, 9) {
        0 => text.truncate(place),
        1 | 2 if place < text.len() => drop(text.remove(place)),
        3 | 4 if place < text.len() => text.insert(place, text[place]),
        5 | 6 if place < text.len() => text[place] = byte,
        _ => text.insert(place, byte),
    }
}

fn noise(generator: &mut impl Rng, most: u32) -> Vec<u8> {
    let mut bytes = vec![0; below(generator, most) as usize];
    generator.fill_bytes(&mut bytes);
    bytes
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
