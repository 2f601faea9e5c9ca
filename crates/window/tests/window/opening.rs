//! Tests of what a window is opened with, and of its commands to the system.

use std::fs;
use std::path::PathBuf;

use egui::{ViewportCommand, ViewportEvent, ViewportId};
use ludoteca_system::records::Recorder;
use ludoteca_window::{InitialGame, RecordSource, WindowOptions};

use crate::harness::{Game, opening, play, play_after, window_options};

const ONE_WINDOW: WindowOptions = window_options(false, false);

#[test]
fn a_record_is_shown_from_the_given_step() {
    for (step, shown) in
        [(0, "Step 0 of 3"), (2, "Step 2 of 3"), (3, "Step 3 of 3"), (99, "Step 3 of 3")]
    {
        let play = play_after("ttt", "X,O:r", "0 0, 1 1, 0 1");
        let watched =
            RecordSource { file: PathBuf::from("game"), number: 2, games: 3, ending: None, step };
        let mut game =
            Game::with(InitialGame { source: Some(watched), ..opening(play) }, ONE_WINDOW);
        game.harness.run_steps(5);
        assert!(game.reads(shown), "{step}");
        assert!(game.reads("Opened game, game 2 of 3"), "{step}");
        assert_eq!(game.play().steps(), 3, "nobody plays on");
    }
}

#[test]
fn a_game_is_recorded_while_it_is_played() {
    let folder = tempfile::tempdir().expect("this works in a test");
    let path = folder.path().join("games.txt");
    let play = play("ttt", "");
    let recorder = Recorder::create(&path, play.record()).expect("it can be written");
    let mut game =
        Game::with(InitialGame { recorder: Some(recorder), ..opening(play) }, ONE_WINDOW);
    let written = || fs::read_to_string(&path).expect("it is there");
    for place in ["a3", "b2"] {
        game.click(place);
        assert_eq!(written(), game.play().record().to_string());
    }
    game.press("Undo");
    assert_eq!(written(), game.play().record().to_string());
    let first = written();
    game.choose("Game", "New game…");
    game.press("Begin");
    game.click("c1");
    assert_eq!(written(), format!("{first}\n{}", game.play().record()), "both games are kept");
    game.press("Quit");
    assert!(!game.reads("It has not been saved."));
    game.press("Quit the game");
    assert_eq!(written(), format!("{first}\n{}", game.play().record()));
}

/// The commands that the window sent to the system in the last frame.
fn asked(game: &Game) -> &[ViewportCommand] {
    &game.harness.output().viewport_output[&ViewportId::ROOT].commands
}

fn close(game: &mut Game) {
    let input = game.harness.input_mut();
    input.viewports.entry(ViewportId::ROOT).or_default().events.push(ViewportEvent::Close);
    game.harness.step();
}

#[test]
fn closing_the_window_asks_first() {
    let mut game = Game::new("ttt", "");
    close(&mut game);
    assert!(asked(&game).contains(&ViewportCommand::CancelClose));
    game.harness.run_ok();
    assert!(game.reads("Do you want to quit the game?"));
    game.press("Quit the game");
    assert!(game.harness.state().session().is_closed());
    game.harness.step();
    assert!(asked(&game).contains(&ViewportCommand::Close));
    close(&mut game);
    assert!(!asked(&game).contains(&ViewportCommand::CancelClose), "the question comes only once");
}
