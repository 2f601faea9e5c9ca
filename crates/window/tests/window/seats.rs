//! Tests of one window for each seat of the same game. In these tests all windows lie within one,
//! the first behind the others.

use egui::Rect;
use egui::accesskit::Role;
use egui_kittest::Node;
use egui_kittest::kittest::NodeT;

use crate::harness::{Game, THINKER, play, play_after, window_options};

fn windows(options: &str, players: &str) -> Game {
    Game::open(play(options, players), window_options(true, false))
}

/// Everything in the window of a seat.
fn nodes(game: &Game, seat: usize) -> Vec<Node<'_>> {
    let is_others = |node: &Node<'_>| node.accesskit_node().role() == Role::Window;
    let parts: Vec<Node<'_>> = match seat {
        0 => game.harness.root().children().filter(|part| !is_others(part)).collect(),
        _ => game.harness.root().children().filter(is_others).skip(seat - 1).take(1).collect(),
    };
    parts.into_iter().flat_map(|part| part.children_recursive()).collect()
}

fn text(node: &Node<'_>) -> String {
    let node = node.accesskit_node();
    if node.role() == Role::Label { node.value() } else { node.label() }.unwrap_or_default()
}

fn find<'a>(game: &'a Game, seat: usize, fits: &dyn Fn(&str) -> bool) -> Node<'a> {
    let mut found = nodes(game, seat).into_iter().filter(|node| fits(&text(node)));
    found.next().unwrap_or_else(|| panic!("it is not in the window of seat {seat}"))
}

fn reads(game: &Game, seat: usize, what: &str) -> bool {
    nodes(game, seat).iter().any(|node| text(node).contains(what))
}

fn is_enabled(game: &Game, seat: usize, label: &str) -> bool {
    !find(game, seat, &|text| text == label).accesskit_node().is_disabled()
}

/// Clicks on something in the window of a seat, although another window may lie in front of it.
fn press(game: &mut Game, seat: usize, label: &str) {
    find(game, seat, &|text| text == label).click_accesskit();
    game.harness.run_ok();
}

fn place<'a>(game: &'a Game, seat: usize, place: &str) -> Node<'a> {
    let begins = format!("{place}: ");
    find(game, seat, &|text| text.starts_with(&begins))
}

fn click(game: &mut Game, seat: usize, at: &str) {
    place(game, seat, at).click_accesskit();
    game.harness.run_ok();
}

#[test]
fn every_seat_has_a_window_of_its_own() {
    for (options, players, names) in [
        ("ttt", "", vec!["X", "O"]),
        ("ataxx seats=4", "Ann,Ben,Cid,Dot", vec!["Ann", "Ben", "Cid", "Dot"]),
    ] {
        let game = windows(options, players);
        let title = game.table().options().info().title;
        for (seat, name) in names.iter().enumerate() {
            let title = format!("{title} – {name} (You!) – Ludoteca");
            let is_title =
                |node: Node<'_>| node.accesskit_node().label().as_deref() == Some(&title);
            assert_eq!(game.harness.root().children().any(is_title), seat > 0, "{title}");
            for other in &names {
                assert_eq!(
                    reads(&game, seat, &format!("{other} (You!)")),
                    other == name,
                    "{other} in {title}"
                );
            }
            let turn = if seat == 0 {
                format!("Turn for {name} (You!)")
            } else {
                format!("Turn for {}", names[0])
            };
            assert!(nodes(&game, seat).iter().any(|node| text(node) == turn), "{turn}");
        }
        assert!(nodes(&game, names.len()).is_empty());
    }
}

#[test]
fn a_whole_game_in_two_windows() {
    let mut game = windows("breakthrough rows=4 cols=3", "");
    let mut number = 3;
    while game.play().ending().is_none() {
        let seat = game.table().next().seat().expect("somebody is to move").index();
        let scene = game.table().scene();
        number = number * 31 % 1009;
        let choice = &scene.choices[number % scene.choices.len()];
        let before = game.play().steps();
        // The other seat cannot make this move.
        for at in &choice.clicks {
            click(&mut game, 1 - seat, &scene.places[*at].label.to_string());
        }
        assert_eq!(game.play().steps(), before);
        for at in &choice.clicks {
            click(&mut game, seat, &scene.places[*at].label.to_string());
        }
        assert_eq!(game.play().steps(), before + 1);
    }
    for seat in 0..2 {
        assert!(reads(&game, seat, "wins"));
    }
}

#[test]
fn refusals_are_shown_in_the_clicked_window() {
    let mut game = windows("ataxx", "");
    for (seat, at, reason) in [(1, "g7", "It is X's turn"), (0, "g7", "This belongs to O")] {
        click(&mut game, seat, at);
        assert!(reads(&game, seat, reason), "{reason}");
        assert!(!reads(&game, 1 - seat, reason), "{reason}");
    }
    click(&mut game, 0, "a7");
    assert!(text(&place(&game, 0, "b7")).ends_with("can be played"));
    assert_eq!(text(&place(&game, 1, "b7")), "b7: empty");
    assert_eq!(text(&place(&game, 1, "a7")), "a7: X");
}

#[test]
fn controls_that_do_not_apply_are_disabled() {
    let play = play_after("ataxx", "", "0 0 0 1, 0 6 0 5");
    let game = Game::open(play, window_options(true, false));
    for (label, for_mover, for_other) in [
        ("Random move", true, false),
        ("AI move", true, false),
        ("Hint", true, false),
        ("Undo", false, false),
        ("Redo", false, false),
        ("Restart", false, false),
        ("Quit", true, true),
        ("Previous position", true, true),
        ("Mode of X", true, false),
        ("Mode of O", false, true),
        ("Colour of X", true, true),
        ("Colour of O", true, true),
    ] {
        assert_eq!(is_enabled(&game, 0, label), for_mover, "{label} in the first window");
        assert_eq!(is_enabled(&game, 1, label), for_other, "{label} in the second");
    }
    for (menu, label, is_possible) in [
        ("Game", "New game… Ctrl+N", false),
        ("Game", "Open record… Ctrl+O", false),
        ("Game", "Save record… Ctrl+S", true),
        ("Game", "Copy position Ctrl+Shift+P", true),
        ("Game", "Restart Ctrl+R", false),
        ("Move", "Undo Ctrl+Z", false),
        ("Move", "Play on from here", false),
        ("View", "Analysis Ctrl+I", true),
    ] {
        for seat in 0..2 {
            let mut game = windows("ttt", "");
            press(&mut game, seat, menu);
            let item = game
                .controls()
                .into_iter()
                .find(|control| control.label == label)
                .expect("it is in the menu");
            assert_eq!(item.is_enabled, is_possible, "{label} for seat {seat}");
        }
    }
}

#[test]
fn each_window_browses_by_itself() {
    let play = play_after("ttt", "", "0 0, 1 1");
    let mut game = Game::open(play, window_options(true, false));
    press(&mut game, 1, "First position");
    assert!(reads(&game, 1, "Step 0 of 2") && reads(&game, 0, "Step 2 of 2"));
    assert!(!reads(&game, 1, "Play on from here"), "that would take back moves of another player");
    click(&mut game, 0, "c1");
    assert!(reads(&game, 1, "Step 0 of 3"));
}

#[test]
fn quitting_asks_first_and_ends_the_game_for_all() {
    for seat in 0..2 {
        let mut game = windows("ttt", "");
        press(&mut game, seat, "Quit");
        assert!(game.reads("Do you want to quit the game? It ends for all players."));
        game.press("Keep playing");
        assert!(!game.harness.state().session().is_closed());
        press(&mut game, seat, "Quit");
        game.press("Quit the game");
        assert!(game.harness.state().session().is_closed(), "by seat {seat}");
    }
}

#[test]
fn a_hint_is_shown_to_the_person_who_asked() {
    let mut game = windows("ttt", "");
    press(&mut game, 0, "Hint");
    game.until("a hint", |game| game.harness.state().session().hint().is_some());
    assert!(reads(&game, 0, "Hint: ") && !reads(&game, 1, "Hint: "));
}

#[test]
fn a_seat_may_be_filled_and_stopped_from_its_own_window_only() {
    let mut game = windows("ataxx", &format!("X:{THINKER},O"));
    assert!(reads(&game, 0, "X is thinking…") && reads(&game, 1, "X is thinking…"));
    for label in ["Move now", "Stop thinking"] {
        assert!(is_enabled(&game, 0, label) && !is_enabled(&game, 1, label), "{label}");
    }
    press(&mut game, 0, "Stop thinking");
    assert!(is_enabled(&game, 0, "Let it move") && !is_enabled(&game, 1, "Let it move"));
    press(&mut game, 0, "Let it move");
    press(&mut game, 0, "Move now");
    game.until("a move", |game| game.play().steps() == 1);
    assert!(reads(&game, 1, "Turn for O (You!)"));
}

#[test]
fn whoever_plays_alone_is_at_the_bottom() {
    for (options, players, is_turned) in [
        ("breakthrough", "1,2", false),
        ("breakthrough", "1,2:r", true),
        ("breakthrough", "1:r,2", false),
        ("breakthrough", "1:a1,2:a1", false),
        ("owari", "1:r,2", true),
        ("ttt", "X:r,O", false),
    ] {
        let game = Game::new(options, players);
        let [one, other] = if options == "owari" { ["bowl 12", "bowl 1"] } else { ["a3", "a1"] };
        let is_below = game.rect(one).top() > game.rect(other).top();
        assert_eq!(is_below, is_turned, "{options} {players}");
    }
    let mut game = Game::new("breakthrough", "1,2:r");
    game.choose("View", "Turn the board");
    assert!(game.rect("a6").top() < game.rect("a1").top(), "a person may turn it all the same");
}

#[test]
fn each_seat_sees_the_board_from_its_side() {
    for (options, one, other, far) in [
        ("breakthrough", "a6", "f1", Some(0)),
        ("alquerque", "A1", "E5", Some(1)),
        ("owari", "bowl 1", "bowl 12", Some(1)),
        ("ttt", "a3", "c1", None),
        ("ataxx", "a7", "g1", None),
    ] {
        let game = windows(options, "");
        let is_above = |seat: usize| {
            let [one, other]: [Rect; 2] = [one, other].map(|at| place(&game, seat, at).rect());
            one.top() < other.top()
        };
        let single = Game::new(options, "");
        let usual = single.rect(one).top() < single.rect(other).top();
        for seat in 0..2 {
            assert_eq!(
                is_above(seat) != usual,
                far == Some(seat),
                "{options} in the window of seat {seat}"
            );
        }
    }
}
