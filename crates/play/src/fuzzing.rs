//! An invariant over arbitrary bytes, for the fuzzer, and for a test that feeds it seeded input. It
//! panics if it does not hold. Both start from the random records made here.

use ludoteca_core::random::below;
use ludoteca_core::{Algorithm, Seat, Table, Verdict};
use rand_core::Rng;

use crate::players::{Engine, Player, Seated};
use crate::record::{
    Decision, Dice, Ending, Open, Record, RecordedStep, RecordedValue, read, write,
};
use crate::seeds::{Entropy, Seed};

/// Bytes that are read as records can be written as text that is read as the same records. Bytes
/// that are refused give an error of one line.
pub fn record(data: &[u8], open: &Open<'_>) {
    match read(data, open) {
        Ok(records) => {
            let text = write(&records);
            let again = read(&text, open)
                .unwrap_or_else(|error| panic!("{error} in what was written:\n{text}"));
            assert_eq!(again, records, "read again from\n{text}");
            assert_eq!(write(&again), text, "written again");
        }
        Err(error) => {
            let line = error.to_string();
            let rest = line.strip_prefix(&format!("line {}: ", error.line));
            assert!(
                rest.is_some_and(|reason| !reason.is_empty() && !reason.contains('\n')),
                "`{line}`"
            );
        }
    }
}

/// A random game at this table, recorded with random annotations, variations and headers.
pub fn sample(mut table: Box<dyn Table>, generator: &mut impl Rng) -> Record {
    let seats = (1..=table.seats()).map(|n| random_player(n, generator)).collect();
    let mut position = None;
    if below(generator, 4) == 0 {
        let skipped = below(generator, 20);
        random_line(&mut *table, skipped, 0, generator);
        let text = table.position();
        table.set_position(&text).expect("a position of a game");
        position = Some(text);
    }
    let contributions = sometimes(generator, |generator| {
        let mut given: Vec<_> =
            (0..table.seats()).map(|_| sometimes(generator, random_entropy)).collect();
        given[below(generator, table.seats() as u32) as usize] = Some(random_entropy(generator));
        given
    });
    let most = if below(generator, 2) == 0 { below(generator, 30) } else { 300 };
    let steps = random_line(&mut *table, most, 3, generator);
    Record {
        options: table.options().clone(),
        seats,
        seed: sometimes(generator, random_seed),
        contributions: contributions.unwrap_or_default(),
        dice: if below(generator, 4) == 0 { Dice::Typed } else { Dice::Drawn },
        date: sometimes(generator, |generator| {
            format!(
                "20{:02}-{:02}-{:02}",
                below(generator, 100),
                1 + below(generator, 12),
                1 + below(generator, 28)
            )
        }),
        position,
        ending: random_ending(&*table, generator),
        other_headers: (0..below(generator, 3))
            .map(|n| (format!("X-{n}"), random_word(generator)))
            .collect(),
        steps,
    }
}

fn random_player(number: usize, generator: &mut impl Rng) -> Seated {
    let minimax =
        Engine { depth: Some(3), algorithm: Some(Algorithm::Minimax), ..Engine::default() };
    let player = match below(generator, 4) {
        0 => Player::Manual,
        1 => Player::Random,
        2 => Player::Engine(minimax),
        _ => Player::Engine(Engine { nodes: sometimes(generator, |_| 1000), ..Engine::default() }),
    };
    Seated { name: format!("{number}{}", random_word(generator)), player }
}

fn random_seed(generator: &mut impl Rng) -> Seed {
    let mut bytes = [0; 32];
    generator.fill_bytes(&mut bytes);
    if below(generator, 2) == 0 { Seed::Secret(bytes) } else { Seed::Number(generator.next_u64()) }
}

fn random_entropy(generator: &mut impl Rng) -> Entropy {
    let mut bytes = [0; 32];
    generator.fill_bytes(&mut bytes);
    Entropy(bytes)
}

fn random_ending(table: &dyn Table, generator: &mut impl Rng) -> Option<Ending> {
    if let Some(outcome) = table.next().outcome() {
        let reason = table.ending().expect("the game is over");
        return Some(Ending::Played { outcome, reason });
    }
    let verdict = match below(generator, 4) {
        0 => return None,
        1 => return Some(Ending::Stopped),
        2 => Verdict::Won(Seat::new(below(generator, table.seats() as u32) as usize)),
        _ => Verdict::Draw,
    };
    Some(Ending::Adjudicated { verdict, reason: Decision::read(&random_word(generator)) })
}

/// Up to `most` steps, with variations up to `deep` levels deep.
fn random_line(
    table: &mut dyn Table,
    most: u32,
    deep: u32,
    generator: &mut impl Rng,
) -> Vec<RecordedStep> {
    let mut line = Vec::new();
    for _ in 0..most {
        let Some(step) = table.random_step(generator) else { break };
        let mut recorded = RecordedStep::new(step);
        let variations =
            if deep > 0 && below(generator, 8) == 0 { 1 + below(generator, 2) } else { 0 };
        for _ in 0..variations {
            let length = 1 + below(generator, 4);
            recorded.variations.push(random_line(
                &mut *table.boxed_clone(),
                length,
                deep - 1,
                generator,
            ));
        }
        table.step(&recorded.step).expect("a random step is legal");
        recorded.comment = sometimes(generator, random_comment);
        recorded.value = sometimes(generator, |generator| random_value(table.seats(), generator));
        recorded.clock = sometimes(generator, |generator| u64::from(below(generator, 100_000_000)));
        line.push(recorded);
    }
    line
}

fn random_comment(generator: &mut impl Rng) -> String {
    let letters: Vec<char> =
        "ab {}()\\nrx\n\r\t\0\u{1b}\u{9f}.:7\u{e9}\u{2028}\u{6f22}\u{1f3b2}".chars().collect();
    (0..below(generator, 12))
        .map(|_| letters[below(generator, letters.len() as u32) as usize])
        .collect()
}

fn random_value(seats: usize, generator: &mut impl Rng) -> RecordedValue {
    let numbers = if below(generator, 2) == 0 { 1 } else { seats };
    let number = |generator: &mut _| f64::from(below(generator, 2_000_000)) / 1000.0 - 1000.0;
    RecordedValue {
        proved: below(generator, 2) == 0,
        worth: (0..numbers).map(|_| number(generator)).collect(),
    }
}

fn random_word(generator: &mut impl Rng) -> String {
    ["X", "\u{e9}", "{x}", "\\", "-", "\u{1f3b2}"][below(generator, 6) as usize].to_owned()
}

/// Makes a value one time in six.
fn sometimes<G: Rng, T>(generator: &mut G, make: impl FnOnce(&mut G) -> T) -> Option<T> {
    (below(generator, 6) == 0).then(|| make(generator))
}
