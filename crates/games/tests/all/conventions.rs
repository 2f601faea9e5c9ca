//! Tests that the catalogue's conventions fit each game.

use std::collections::HashSet;

use ludoteca_core::{Language, Listing, Next, Seat, Table, Verdict};
use ludoteca_games::catalog;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

#[test]
fn sides_have_a_name_for_each_seat() {
    for info in catalog::GAMES {
        let sides = info.conventions.sides;
        assert!(
            sides.is_empty() || sides.len() == info.names.len(),
            "{}: {sides:?} for {:?}",
            info.id,
            info.names
        );
    }
}

#[test]
fn the_far_seat_plays_from_above() {
    /// How far down the board the seat to move begins its moves, on average.
    fn depth(table: &dyn Table) -> f32 {
        let scene = table.scene();
        let depths = scene.choices.iter().map(|choice| scene.places[choice.clicks[0]].y);
        depths.sum::<f32>() / scene.choices.len() as f32
    }

    for info in catalog::GAMES {
        let mut table = catalog::open_line(info.id).unwrap();
        let first = depth(&*table);
        table.step(&table.steps()[0]).unwrap();
        // Seats face each other where they play from different rows. A die belongs to neither.
        let is_chance = table.next() == Next::Chance;
        let second = if is_chance { first } else { depth(&*table) };
        let far_seat = match second - first {
            0.5.. => Some(Seat::FIRST),
            ..=-0.5 => Some(Seat::SECOND),
            _ => None,
        };
        assert_eq!(info.conventions.far_seat, far_seat, "{}: {first}, {second}", info.id);
        assert!(far_seat.is_none() || table.seats() == 2, "{}: two face each other", info.id);
    }
}

#[test]
fn list_numbers_are_not_moves() {
    let mut generator = ChaCha8Rng::seed_from_u64(1);
    for info in catalog::GAMES.iter().filter(|info| info.conventions.listing == Listing::Numbered) {
        let mut table = catalog::open(&catalog::parse(info.id).unwrap()).unwrap();
        while let Some(step) = table.random_step(&mut generator) {
            for number in 1..=table.steps().len() {
                let made = table.boxed_clone().step(&number.to_string());
                assert!(
                    made.is_err(),
                    "{}: `{number}` is a move at `{}`",
                    info.id,
                    table.position()
                );
            }
            table.step(&step).unwrap();
        }
    }
}

#[test]
fn games_end_as_declared() {
    let mut generator = ChaCha8Rng::seed_from_u64(2);
    for info in catalog::GAMES {
        for _ in 0..20 {
            let mut table = catalog::open(&catalog::parse(info.id).unwrap()).unwrap();
            while let Some(step) = table.random_step(&mut generator) {
                table.step(&step).unwrap();
            }
            let outcome = table.next().outcome().unwrap();
            assert_eq!(outcome.verdict == Verdict::Scored, info.scored, "{}", info.id);
        }
    }
}

#[test]
fn presets_are_games_that_can_be_played() {
    for info in catalog::GAMES {
        assert!(!info.presets.is_empty(), "{} has no preset", info.id);
        assert!(0 < info.minutes.0 && info.minutes.0 < info.minutes.1, "{}", info.id);
        let mut seen = HashSet::new();
        for preset in info.presets {
            let options = catalog::parse(preset.options).unwrap();
            assert_eq!(options.info().id, info.id);
            assert_eq!(options.to_string(), preset.options, "the usual spelling");
            catalog::open(&options).unwrap();
            let name = preset.name.tell(Language::English);
            assert!(seen.insert(name) && seen.insert(preset.options), "{name} is there twice");
        }
    }
}

#[test]
fn only_games_with_draws_are_drawn() {
    let mut generator = ChaCha8Rng::seed_from_u64(7);
    for info in catalog::GAMES {
        let start = catalog::open_line(info.id).unwrap();
        let mut was_drawn = false;
        for _ in 0..100 {
            let mut game = start.boxed_clone();
            while let Some(step) = game.random_step(&mut generator) {
                game.step(&step).unwrap();
            }
            let Next::Over(outcome) = game.next() else { panic!("{} goes on", info.id) };
            was_drawn |= outcome.verdict == Verdict::Draw;
        }
        // In some games that can be drawn, chance hardly ever finds a draw.
        assert!(info.draws || !was_drawn, "{} was drawn", info.id);
    }
}
