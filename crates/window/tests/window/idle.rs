//! A window without input is drawn again only while something goes on.

use std::time::Duration;

use egui::{Key, Modifiers};
use ludoteca_games::catalog::GAMES;

use crate::harness::{CTRL, Game, THINKER, play, window_options};

/// The number of frames after which every motion is over: each frame is a quarter of a second after
/// the last.
const FRAMES: usize = 40;

/// Draws the window for as long as it wants to be drawn. Returns how often that was.
fn settle(game: &mut Game, what: &str) -> usize {
    for frame in 0..FRAMES {
        if game.wants_to_be_drawn_after() == Duration::MAX {
            return frame;
        }
        game.harness.step();
    }
    panic!(
        "{what}: still wants to be drawn after {:?}: {:?}",
        game.wants_to_be_drawn_after(),
        game.harness.ctx.repaint_causes()
    );
}

#[test]
fn every_game_comes_to_rest() {
    for info in GAMES {
        for (each_seat, animation) in [(false, false), (false, true), (true, true)] {
            let what = format!("{} with {each_seat} {animation}", info.id);
            let mut game = Game::open(play(info.id, ""), window_options(each_seat, animation));
            settle(&mut game, &what);
            if each_seat {
                continue;
            }
            for number in 0..4 {
                let choices = game.table().scene().choices;
                let choice = choices[number % choices.len()].clone();
                let steps = game.play().steps();
                game.make(&choice);
                settle(&mut game, &what);
                assert!(game.play().steps() > steps, "{what}");
            }
            game.press("Undo");
            settle(&mut game, &what);
        }
    }
}

#[test]
fn moving_pieces_are_animated() {
    for (options, clicks) in [
        ("ataxx", vec!["a7", "c7"]),
        ("owari", vec!["bowl 1"]),
        ("alquerque", vec!["C4", "C3"]),
        ("ttt", vec!["b2"]),
    ] {
        let seconds = |animation: bool| {
            let mut game = Game::open(play(options, ""), window_options(false, animation));
            settle(&mut game, options);
            let (last, others) = clicks.split_last().expect("there is a click");
            others.iter().for_each(|place| game.click(place));
            game.place(last).click();
            game.harness.step();
            assert_eq!(game.play().steps(), 1, "{options}");
            seconds_until_still(&mut game)
        };
        let (still, moving) = (seconds(false), seconds(true));
        assert!(
            still < 0.05 && (0.1..2.0).contains(&moving),
            "{options}: {still} s and {moving} s"
        );
    }
}

/// Draws the window a hundred times a second for as long as it wants to be drawn. Returns the
/// seconds.
fn seconds_until_still(game: &mut Game) -> f64 {
    let start = game.harness.ctx.input(|input| input.time);
    for frame in 1..1000 {
        let seconds = f64::from(frame) / 100.0;
        game.harness.input_mut().time = Some(start + seconds);
        game.harness.step();
        if game.wants_to_be_drawn_after() == Duration::MAX {
            return seconds;
        }
    }
    panic!("still wants to be drawn after ten seconds");
}

#[test]
fn thinking_is_shown_and_then_the_window_rests() {
    let mut game = Game::new("ataxx", &format!("X:{THINKER},O"));
    for _ in 0..5 {
        game.harness.step();
        assert!(
            game.wants_to_be_drawn_after() <= Duration::from_secs(1),
            "the seconds are counted"
        );
    }
    game.press("Move now");
    game.until("a move", |game| game.play().steps() == 1);
    settle(&mut game, "after the move of an engine");

    let mut game = Game::new("ttt", "");
    game.press("Hint");
    game.until("a hint", |game| game.harness.state().session().hint().is_some());
    settle(&mut game, "with a hint");
}

#[test]
fn the_window_rests_after_a_game_without_persons() {
    for animation in [false, true] {
        let mut game = Game::open(play("ttt", "X:r,O:r"), window_options(false, animation));
        game.until("the end", |game| game.play().ending().is_some());
        settle(&mut game, "at the end");
    }
}

#[test]
fn the_window_rests_with_dialogs_and_menus() {
    for (what, modifiers, key) in [
        ("new game", CTRL, Key::N),
        ("open", CTRL, Key::O),
        ("save", CTRL, Key::S),
        ("quit", CTRL, Key::Q),
        ("keys", Modifiers::NONE, Key::F1),
        ("rules", Modifiers::NONE, Key::F2),
    ] {
        let mut game = Game::new("ataxx", "");
        game.key_with(modifiers, key);
        settle(&mut game, what);
    }
    let mut game = Game::after("ttt", "", "0 0, 1 1");
    game.choose("View", "Analysis");
    // When all positions have been searched, the analysis rests.
    game.until("values", |game| game.reads("proved"));
    game.until("rest", |game| !game.reads("going on…"));
    settle(&mut game, "analysis");
    game.open_menu("Game");
    settle(&mut game, "a menu");
}
