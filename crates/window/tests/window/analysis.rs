//! Tests of the panel that shows the values of positions.

use egui::accesskit::Role;
use egui_kittest::kittest::{NodeT, Queryable};

use crate::harness::Game;

/// A game with the panel, as soon as something is known about the position that is shown.
fn analysed(options: &str, steps: &str) -> Game {
    let mut game =
        if steps.is_empty() { Game::new(options, "") } else { Game::after(options, "", steps) };
    game.choose("View", "Analysis");
    game.until("a value", |game| !bars(game).is_empty());
    game
}

/// The texts of the bars.
fn bars(game: &Game) -> Vec<String> {
    let bars = game.harness.query_all_by_role(Role::Meter);
    bars.filter_map(|bar| bar.accesskit_node().label()).collect()
}

/// Clicks on the graph. `along` is the way from its left edge, where 1 is its width.
fn click_graph(game: &mut Game, along: f32) {
    let rect = game.harness.get_by_role(Role::GraphicsDocument).rect();
    let at = egui::pos2(rect.left() + along * rect.width(), rect.center().y);
    game.harness.hover_at(at);
    game.harness.drag_at(at);
    game.harness.drop_at(at);
    game.harness.run_ok();
}

#[test]
fn the_analysis_is_switched_on_and_off() {
    let mut game = Game::after("ttt", "", "0 0, 1 1");
    let is_there = |game: &Game| game.reads("Values over 2 steps") || !bars(game).is_empty();
    assert!(!is_there(&game));
    let board = game.rect("b2");
    for expected in [true, false, true] {
        game.choose("View", "Analysis");
        assert_eq!(is_there(&game), expected);
        assert_eq!(game.rect("b2") == board, !expected, "it takes room beneath the board");
    }
}

#[test]
fn proofs_and_estimates_look_different() {
    for (options, steps, expected) in [
        ("ttt", "0 0, 1 1", &["X: a draw, proved (50 %)"][..]),
        ("ttt", "0 0, 0 1, 1 0, 2 0", &["X: a win within 3 plies, proved (100 %)"]),
        ("ttt", "0 0, 1 1, 0 1, 2 2, 0 2", &["X: a win, proved (100 %)"]),
    ] {
        let mut game = analysed(options, steps);
        game.until("a proof", |game| bars(game).iter().all(|bar| bar.contains("proved")));
        assert_eq!(bars(&game), expected, "{options} {steps}");
    }
    let game = analysed("ataxx rows=15 cols=15", "");
    assert!(
        matches!(bars(&game).as_slice(), [bar] if bar.contains(", estimated (")),
        "{:?}",
        bars(&game)
    );
}

#[test]
fn there_is_a_bar_for_each_of_more_than_two_seats() {
    let game = analysed("ataxx seats=4", "");
    let bars = bars(&game);
    let names: Vec<&str> = bars.iter().filter_map(|bar| Some(bar.split_once(": ")?.0)).collect();
    assert_eq!(names, ["X", "O", "R", "B"], "{bars:?}");
}

#[test]
fn a_game_for_points_has_one_bar_of_points() {
    let game = analysed("dawn", "");
    assert!(
        matches!(bars(&game).as_slice(), [bar] if bar.contains("estimated")),
        "{:?}",
        bars(&game)
    );
    assert!(!bars(&game)[0].contains('%'), "points are no chance: {:?}", bars(&game));
}

#[test]
fn the_best_line_is_shown_with_an_arrow() {
    // X can complete the middle row.
    let mut game = analysed("ttt", "1 0, 0 0, 1 1, 0 2");
    game.until("a line", |game| game.reads("Best: c2"));
    assert_eq!(game.arrow_points_at(), ["c2"]);
    assert!(game.reads(" ahead"));
    game.click("c2");
    assert!(game.arrow_points_at().is_empty(), "the game is over");
}

#[test]
fn a_click_on_the_graph_goes_to_that_step() {
    let mut game = analysed("ttt", "0 0, 1 1, 0 1, 2 2");
    for (along, step) in [(0.01, 0), (0.5, 2), (0.26, 1), (0.99, 4)] {
        click_graph(&mut game, along);
        assert!(game.reads(&format!("Step {step} of 4")), "{along}");
    }
    assert_eq!(game.play().steps(), 4, "nothing is taken back");
}

#[test]
fn the_analysis_follows_the_shown_position() {
    let mut game = analysed("ttt", "0 0, 0 1, 1 0, 2 0");
    let proved = |game: &mut Game, value: &'static str| {
        game.until(value, |game| bars(game).iter().any(|bar| bar.contains(value)));
    };
    proved(&mut game, "a win within 3 plies, proved");
    game.key(egui::Key::Home);
    proved(&mut game, "a draw, proved");
    game.key(egui::Key::End);
    proved(&mut game, "a win within 3 plies, proved");
    game.press("Undo");
    game.press("Undo");
    proved(&mut game, "a win within");
    game.choose("Game", "New game…");
    game.press("Owari");
    game.press("Customise");
    game.fill("Bowls of each seat", "1");
    game.fill("Stones in each bowl at the start", "1");
    game.press("Begin");
    assert!(game.reads("Values over 0 steps"));
    game.until("a value of the other game", |game| {
        bars(game).iter().any(|bar| bar.starts_with("1: "))
    });
}
