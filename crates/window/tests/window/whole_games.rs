//! A whole game of each kind, by clicks alone.

use egui::Vec2;
use ludoteca_games::catalog::GAMES;

use crate::harness::Game;

#[test]
fn a_whole_game_of_each_kind_by_clicks() {
    for info in GAMES {
        let mut game = Game::new(info.id, "");
        let mut number = 7;
        while game.play().ending().is_none() {
            let choices = game.table().scene().choices;
            // The move does not matter, but it must be the same in every run.
            number = number * 31 % 1009;
            let choice = choices[number % choices.len()].clone();
            let before = game.play().steps();
            game.make(&choice);
            assert!(game.play().steps() > before, "{}: {choice:?} was not made", info.id);
            assert!(game.play().steps() < 2000, "{}: this game does not end", info.id);
        }
        assert!(game.reads("wins") || game.reads("Draw") || game.reads("Finished"), "{}", info.id);
    }
}

/// This runs in the smallest window and on a screen of high density.
#[test]
fn a_whole_game_in_any_window() {
    for (size, scale) in [(Vec2::new(480.0, 360.0), 1.0), (Vec2::new(700.0, 500.0), 2.0)] {
        for info in GAMES {
            let mut game = Game::new(info.id, "");
            game.harness.set_size(size).set_pixels_per_point(scale);
            game.harness.run_ok();
            for number in 0..6 {
                let choices = game.table().scene().choices;
                let before = game.play().steps();
                game.make(&choices[7 * number % choices.len()]);
                assert!(game.play().steps() > before, "{} at {size:?}", info.id);
            }
        }
    }
}
