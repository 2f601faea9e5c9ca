//! Properties of every game, every option and every random game.

use ludoteca_core::{OptionKind, OptionSpec};
use ludoteca_games::catalog::{self, GAMES};
use proptest::prelude::*;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

/// A word that sets an option to a value that is allowed or nearly so.
fn word(spec: &'static OptionSpec) -> BoxedStrategy<String> {
    let number =
        |min: u32, max: u32| (min.saturating_sub(1)..=max.min(300).saturating_add(1)).boxed();
    match spec.kind {
        OptionKind::Number { min, max, .. }
        | OptionKind::Odd { min, max, .. }
        | OptionKind::Derived { min, max, .. } => {
            number(min, max).prop_map(|n| format!("{}={n}", spec.key)).boxed()
        }
        OptionKind::Cells => prop::collection::vec((0..16u32, 0..16u32), 0..4)
            .prop_map(|cells| {
                let cells: Vec<String> =
                    cells.iter().map(|(row, col)| format!("{row},{col}")).collect();
                format!("{}={}", spec.key, cells.join("/"))
            })
            .boxed(),
    }
}

/// A game's one-line form with some of its options.
fn line() -> impl Strategy<Value = String> {
    (0..GAMES.len()).prop_flat_map(|n| {
        let info = GAMES[n];
        let words: Vec<_> =
            info.options.iter().map(|spec| prop::option::weighted(0.4, word(spec))).collect();
        words.prop_map(|words| {
            let words: Vec<String> = words.into_iter().flatten().collect();
            format!("{} {}", info.id, words.join(" "))
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    /// Accepted options print a line that is read as the same options. Refused options give an
    /// error of one line.
    #[test]
    fn options_round_trip(line in line()) {
        match catalog::parse(&line).and_then(|options| Ok((catalog::open(&options)?, options))) {
            Ok((table, options)) => {
                prop_assert_eq!(&catalog::parse(&options.to_string()).expect("our own line"), &options);
                prop_assert_eq!(table.seats(), options.number("seats") as usize);
            }
            Err(error) => prop_assert!(!error.to_string().is_empty() && !error.to_string().contains('\n')),
        }
    }

    /// A record is options and steps: replayed, also from any position on the way, it gives the
    /// same positions.
    #[test]
    fn replay_gives_the_same_positions(line in line(), seed in any::<u64>()) {
        let Ok(mut table) = catalog::open_line(&line) else { return Ok(()) };
        let mut generator = ChaCha8Rng::seed_from_u64(seed);
        let mut replayed = table.boxed_clone();
        let mut resumed = table.boxed_clone();
        for ply in 0..80u64 {
            let Some(text) = table.random_step(&mut generator) else { break };
            if ply == seed % 40 {
                resumed.set_position(&table.position()).expect("a position of a game");
            }
            table.step(&text).expect("a random step");
            replayed.step(&text).expect("the same step");
            prop_assert_eq!(table.position(), replayed.position());
            prop_assert_eq!(table.key(), replayed.key());
            if ply >= seed % 40 {
                resumed.step(&text).expect("the same step");
                prop_assert_eq!(table.position(), resumed.position());
            }
        }
    }

    /// A refused step changes nothing.
    #[test]
    fn refusals_change_nothing(line in line(), text in "[0-9A-Ea-e;: -]{0,12}", seed in any::<u64>()) {
        let Ok(mut table) = catalog::open_line(&line) else { return Ok(()) };
        let mut generator = ChaCha8Rng::seed_from_u64(seed);
        for _ in 0..seed % 20 {
            let Some(step) = table.random_step(&mut generator) else { break };
            table.step(&step).expect("a random step");
        }
        let before = table.position();
        if table.step(&text).is_err() {
            prop_assert_eq!(table.position(), before);
        }
    }
}
