//! What windows do while an engine thinks and when it has finished.

use egui_kittest::kittest::Queryable;

use crate::harness::{Game, THINKER};

/// A game in which the first player has just begun to think.
fn thinking() -> Game {
    Game::new("ataxx", &format!("X:{THINKER},O"))
}

/// A game in which the second player thinks about an answer.
fn answering() -> Game {
    let mut game = Game::new("ataxx", &format!("X,O:{THINKER}"));
    game.click("a7");
    game.click("b7");
    game
}

fn is_thinking(game: &Game) -> bool {
    game.harness.state().session().search_status().is_some()
}

/// The window responds while an engine thinks, and everything else can be done. The search goes on
/// as long as its position is still in the game.
#[test]
fn a_window_responds_while_an_engine_thinks() {
    let mut game = thinking();
    assert!(game.reads("X is thinking… "));
    game.choose("View", "Turn the board");
    game.choose("Help", "Keys");
    game.press("Close");
    game.choose("Game", "Copy position");
    assert_eq!(game.copied(), Some(game.table().position()));
    assert!(is_thinking(&game));
    game.choose("Mode of X", "Person");
    assert!(!is_thinking(&game));
    let choice = game.table().scene().choices[0].clone();
    game.make(&choice);
    assert_eq!(game.play().steps(), 1);
}

#[test]
fn a_stopped_engine_can_move_again() {
    let mut game = thinking();
    game.press("Stop thinking");
    game.press("Let it move");
    assert!(is_thinking(&game));
    game.press("Move now");
    game.until("a move", |game| game.play().steps() == 1);
}

#[test]
fn a_takeback_stops_the_engine() {
    let mut game = answering();
    assert!(is_thinking(&game) && game.reads("O is thinking… "));
    game.press("Undo");
    assert_eq!(game.play().steps(), 0);
    assert!(!is_thinking(&game) && game.reads("Turn for X"));
    game.press("Redo");
    assert_eq!(game.play().steps(), 1);
    assert!(is_thinking(&game));
}

#[test]
fn a_new_game_ignores_the_search_of_the_old_one() {
    let leave: [fn(&mut Game); 2] = [
        |game| {
            game.press("Restart");
            game.press("Begin again");
        },
        |game| {
            game.choose("Game", "New game…");
            game.press("Begin");
        },
    ];
    for leave in leave {
        let mut game = answering();
        leave(&mut game);
        assert!(!is_thinking(&game) && game.reads("Turn for X"));
        game.harness.run_steps(5);
        assert_eq!(game.play().steps(), 0);
    }
}

#[test]
fn a_takeback_includes_the_answers() {
    let mut game = Game::new("ttt", "X,O:r");
    game.click("b2");
    assert_eq!(game.play().steps(), 2, "there was an answer");
    game.press("Undo");
    game.harness.run_steps(5);
    assert_eq!(game.play().steps(), 0);
    game.press("Redo");
    game.harness.run_steps(5);
    assert_eq!(game.play().steps(), 2);
}

#[test]
fn an_ending_is_taken_back_as_well() {
    let mut game = Game::after("ttt", "", "0 0, 1 1, 0 1, 2 2");
    game.click("c3");
    assert!(game.reads("X wins"));
    game.press("Undo");
    assert!(game.play().ending().is_none() && game.reads("Turn for X"));
    game.click("a1");
    assert_eq!(game.play().steps(), 5);
}

/// If controls moved, a click could hit the wrong one.
#[test]
fn controls_stay_in_place() {
    let rects = |game: &Game| {
        let controls = ["Random move", "Undo", "Quit", "Previous position", "Mode of O"];
        controls.map(|label| game.harness.get_by_label(label).rect())
    };
    // The button is pressed while no engine thinks, and released while one does.
    let mut game = Game::new("ataxx", &format!("X,O:{THINKER}"));
    game.click("a7");
    let before = rects(&game);
    let at = game.harness.get_by_label("Quit").rect().center();
    game.harness.hover_at(at);
    game.harness.drag_at(at);
    // A press that lasts for more than some frames is no click.
    game.place("b7").click_accesskit();
    game.harness.run_steps(2);
    assert!(is_thinking(&game));
    assert_eq!(rects(&game), before);
    game.harness.drop_at(at);
    game.harness.run_ok();
    assert!(game.reads("Do you want to quit the game?"));
}
