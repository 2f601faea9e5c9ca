//! Tests that everything can be done with keys, without a pointer.

use egui::{Key, Modifiers, Vec2};
use egui_kittest::Node;
use egui_kittest::kittest::{NodeT, Queryable};

use crate::harness::{CTRL, Game};

/// The label of the control that gets the next key.
fn focused(game: &Game) -> Option<String> {
    let nodes: Vec<_> = game.harness.root().children_recursive().filter(Node::is_focused).collect();
    nodes.first().and_then(|node| node.accesskit_node().label())
}

/// The place on the board that gets the next key.
fn focused_place(game: &Game) -> Option<String> {
    let label = focused(game)?;
    let places = game.table().scene().places;
    places
        .into_iter()
        .map(|place| place.label.to_string())
        .find(|place| label.starts_with(&format!("{place}: ")))
}

/// Goes to a place by arrow keys.
fn go_to(game: &mut Game, place: &str) {
    if focused_place(game).is_none() {
        game.key(Key::ArrowRight);
    }
    let mut presses = 0;
    while focused_place(game).as_deref() != Some(place) {
        let here = focused_place(game)
            .unwrap_or_else(|| panic!("the focus left the board on the way to {place}"));
        let way: Vec2 = game.rect(place).center() - game.rect(&here).center();
        let key = match way {
            _ if way.x.abs() > way.y.abs() && way.x > 0.0 => Key::ArrowRight,
            _ if way.x.abs() > way.y.abs() => Key::ArrowLeft,
            _ if way.y > 0.0 => Key::ArrowDown,
            _ => Key::ArrowUp,
        };
        game.key(key);
        presses += 1;
        assert!(presses < 50, "{place} is not reached from {here}");
    }
}

fn is_chosen(game: &Game, place: &str) -> bool {
    game.description(place).ends_with(", chosen")
}

#[test]
fn a_whole_game_by_keys() {
    for options in
        ["ttt", "breakthrough rows=4 cols=3", "alquerque", "owari bowls=3", "cn seats=4", "attt"]
    {
        let mut game = Game::new(options, "");
        let mut number = 5;
        while game.play().ending().is_none() {
            let choices = game.table().scene().choices;
            // The move does not matter, but it must be the same in every run.
            number = number * 31 % 1009;
            let choice = &choices[number % choices.len()];
            let before = game.play().steps();
            for place in &choice.clicks {
                let place = game.table().scene().places[*place].label.to_string();
                go_to(&mut game, &place);
                game.key(Key::Enter);
            }
            assert!(game.play().steps() > before, "{options}: {choice:?}");
            assert!(before < 1000, "{options}: this game does not end");
        }
    }
}

#[test]
fn arrows_begin_in_the_middle_and_stay_on_the_board() {
    let mut game = Game::new("ttt", "");
    for (key, place) in [
        (Key::ArrowLeft, "b2"),
        (Key::ArrowLeft, "a2"),
        (Key::ArrowLeft, "a2"),
        (Key::ArrowUp, "a3"),
        (Key::ArrowUp, "a3"),
        (Key::ArrowRight, "b3"),
        (Key::ArrowDown, "b2"),
    ] {
        game.key(key);
        assert_eq!(focused_place(&game).as_deref(), Some(place), "{key:?}");
    }
    game.choose("View", "Turn the board");
    go_to(&mut game, "b2");
    game.key(Key::ArrowLeft);
    assert_eq!(focused_place(&game).as_deref(), Some("c2"), "arrows go by what is seen");
}

/// A slow machine neither loses keys nor mixes them up.
#[test]
fn keys_that_come_at_once_count_one_by_one() {
    let mut game = Game::new("ttt", "");
    let plain = |keys: &[Key]| keys.iter().map(|key| (Modifiers::NONE, *key)).collect::<Vec<_>>();
    let (left, right, up, down) = (Key::ArrowLeft, Key::ArrowRight, Key::ArrowUp, Key::ArrowDown);
    game.keys_at_once(&plain(&[
        left,
        left,
        up,
        Key::Enter,
        down,
        down,
        Key::Enter,
        right,
        right,
        up,
        up,
        Key::Enter,
    ]));
    let played: Vec<&str> =
        game.play().record().steps.iter().map(|step| step.step.as_str()).collect();
    assert_eq!(played, ["0 0", "2 0", "0 2"]);
    game.keys_at_once(&[(CTRL, Key::Z), (CTRL, Key::Z), (CTRL, Key::Y)]);
    assert_eq!(game.play().steps(), 2);
}

#[test]
fn escape_and_enter_take_a_choice_back() {
    for key in [Key::Escape, Key::Enter] {
        let mut game = Game::new("ataxx", "");
        go_to(&mut game, "a7");
        game.key(Key::Enter);
        assert!(is_chosen(&game, "a7"));
        game.key(key);
        assert!(!is_chosen(&game, "a7"), "{key:?}");
        assert_eq!(focused_place(&game).as_deref(), Some("a7"), "{key:?}: one goes on from here");
        assert_eq!(game.play().steps(), 0);
    }
}

#[test]
fn keys_are_refused_like_clicks() {
    let mut game = Game::after("ttt", "", "1 1");
    go_to(&mut game, "b2");
    game.key(Key::Enter);
    assert!(game.reads("Cell b2 is taken"));
}

#[test]
fn a_token_is_turned_and_laid() {
    let laid = |turns: usize| {
        let mut game = Game::new("dawn", "");
        go_to(&mut game, "10;14");
        game.key(Key::Enter);
        assert!(game.reads("R turns the piece, L lays it"));
        go_to(&mut game, "5;7");
        for _ in 0..turns {
            game.key(Key::R);
        }
        let before = game.play().steps();
        game.key(Key::L);
        game.play().record().steps[before].step.clone()
    };
    let [right, down, left, up, again] = [0, 1, 2, 3, 4].map(laid);
    assert!(
        [&right, &down, &left, &up].iter().all(|step| step.contains("5;7")),
        "{right}, {down}, {left}, {up}"
    );
    assert!(
        right != down && down != left && left != up && up != right,
        "{right}, {down}, {left}, {up}"
    );
    assert_eq!(again, right, "four turns are a whole one, where one length can be laid");
}

#[test]
fn a_token_is_laid_by_its_ends() {
    let mut game = Game::new("dawn", "");
    go_to(&mut game, "10;14");
    game.key(Key::Enter);
    let scene = game.table().scene();
    let choice =
        scene.choices.iter().find(|choice| choice.covers.len() > 1 && choice.question.is_none());
    let choice = choice.expect("something can be laid").clone();
    let before = game.play().steps();
    for place in &choice.clicks {
        go_to(&mut game, &scene.places[*place].label.to_string());
        game.key(Key::Enter);
    }
    assert_eq!(game.play().record().steps[before].step, choice.step);
}

/// One step leads from the board to the controls, and one step leads back.
#[test]
fn tab_goes_round_all_controls_and_the_board() {
    let mut game = Game::new("ataxx", "");
    go_to(&mut game, "d4");
    game.key(Key::Tab);
    assert_eq!(focused(&game).as_deref(), Some("Game"));
    let mut seen = vec!["Game".to_owned()];
    while focused_place(&game).is_none() {
        game.key(Key::Tab);
        seen.extend(focused(&game));
        assert!(seen.len() < 60, "{seen:?}");
    }
    let missing: Vec<String> = game
        .controls()
        .into_iter()
        .filter(|control| control.is_enabled)
        .map(|control| control.label)
        .collect();
    let missing: Vec<&String> = missing.iter().filter(|label| !seen.contains(label)).collect();
    assert!(missing.is_empty(), "{missing:?}");
    game.key_with(Modifiers::SHIFT, Key::Tab);
    assert!(focused(&game).is_some() && focused_place(&game).is_none(), "{:?}", focused(&game));
}

#[test]
fn controls_are_pressed_by_enter_and_space() {
    for key in [Key::Enter, Key::Space] {
        let mut game = Game::new("ttt", "");
        game.harness.get_by_label("Random move").focus();
        game.harness.run_ok();
        game.key(key);
        assert_eq!(game.play().steps(), 1, "{key:?}");
    }
}
