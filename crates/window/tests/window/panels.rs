//! The panels beside the board: players, colours, dice, questions, and the list of steps.

use egui::accesskit::Role;
use egui::{Color32, Key, Shape, Vec2};
use egui_kittest::kittest::Queryable;
use ludoteca_core::Seat;
use ludoteca_play::seeds::Seed;
use ludoteca_play::{Command, Dice, Engine, Play, Player, Record};

use crate::harness::{CTRL, Game, play};

#[test]
fn players_can_be_changed_at_any_time() {
    let level_3 = Player::Engine(Engine { level: Some(3), ..Engine::default() });
    for (mode, player, description) in [
        ("Random", Player::Random, "Mode of O: Random"),
        ("Otto – AI level 3", level_3, "Mode of O: Otto – AI level 3"),
        ("AI", Player::Engine(Engine::default()), "Mode of O: AI"),
    ] {
        let mut game = Game::after("ttt", "", "0 0");
        game.choose("Mode of O", mode);
        assert_eq!(*game.play().player(Seat::SECOND), player);
        assert_eq!(mode_of(&game, "O"), mode);
        assert!(game.reads(description), "{description}");
        // The new player moves by itself, and then it is the turn of the other one.
        game.until("an answer", |game| game.play().steps() == 2);
        game.harness.run_steps(3);
        assert_eq!(game.play().steps(), 2, "{mode}");
        let choice = game.table().scene().choices[0].clone();
        game.make(&choice);
        game.until("an answer", |game| game.play().steps() == 4);

        game.choose("Mode of O", "Person");
        let choice = game.table().scene().choices[0].clone();
        game.make(&choice);
        game.harness.run_steps(3);
        assert_eq!(game.play().steps(), 5, "{mode}: it is the turn of a person");
    }
}

#[test]
fn games_without_persons_play_themselves() {
    let mut game = Game::new("cn", "A:r,B:a1");
    game.until("the end", |game| game.play().ending().is_some());
    assert!(!game.is_enabled("Random move") && game.is_enabled("Undo"));
}

fn mode_of(game: &Game, name: &str) -> String {
    let label = format!("Mode of {name}");
    game.harness.get_by_label(&label).value().expect("a box shows what is chosen")
}

#[test]
fn special_engines_keep_their_settings_until_another_is_chosen() {
    let mut game = Game::new("ttt", "X,O:a:nodes=100");
    assert_eq!(mode_of(&game, "O"), "AI (a:nodes=100)");
    let modes = game.open_menu("Mode of O");
    assert!(modes.iter().any(|mode| mode.label == "AI (a:nodes=100)"), "it can be chosen again");
    assert_eq!(modes.len(), 14, "manual, random, any level, and this one");
}

#[test]
fn players_have_their_pieces_and_their_colours() {
    let mut game = Game::after("ataxx", "", "0 0 0 1");
    assert!(game.reads("3 pieces") && game.reads("2 pieces"));
    let usual = colour_of(&game, "X");
    game.press("Colour of X");
    game.harness.get_by_role_and_label(Role::SpinButton, "R").set_value_accesskit(250.0);
    game.harness.run_ok();
    assert_ne!(colour_of(&game, "X"), usual);
    game.press("Default colour");
    assert_eq!(colour_of(&game, "X"), usual);
    game.key(Key::Escape);
    assert!(!game.reads("Default colour"));
}

#[test]
fn a_low_window_shows_all_players_and_scores() {
    let mut game = Game::new("ataxx seats=4", "");
    game.harness.set_size(Vec2::new(480.0, 360.0));
    game.harness.run_ok();
    for name in ["X", "O", "R", "B"] {
        let rect = game.harness.get_by_label(&format!("Mode of {name}")).rect();
        assert!(rect.bottom() < 360.0, "{name}: {rect:?}");
    }
    assert_eq!(game.harness.query_all_by_label("2 pieces").count(), 4);
}

#[test]
fn steps_have_room_for_the_pieces_of_their_players() {
    let game = Game::after("ttt", "", "0 0, 1 1");
    for written in ["1.a3", "2.b2"] {
        let rooms = game.shapes().into_iter().filter_map(|shape| match shape {
            Shape::Text(text) if text.galley.text() == written => {
                Some(text.galley.job.sections.iter().map(|part| part.leading_space).sum::<f32>())
            }
            _ => None,
        });
        assert_eq!(rooms.filter(|room| *room > 10.0).count(), 1, "{written}");
    }
}

/// The list of steps and everything beneath it are in sight, however long a game is.
#[test]
fn a_long_game_leaves_the_panels_in_sight() {
    let mut game = Game::new("cn rows=15 cols=15 line=15", "X,O");
    for _ in 0..40 {
        game.key_with(CTRL, Key::D);
    }
    assert_eq!(game.play().steps(), 40);
    for size in [Vec2::new(1000.0, 720.0), Vec2::new(1100.0, 900.0)] {
        game.harness.set_size(size);
        game.harness.run_ok();
        for label in ["Rules of the game", "Analysis", "Messages"] {
            let rect = game.harness.get_by_label(label).rect();
            assert!(rect.bottom() < size.y, "{label} at {size:?}: {rect:?}");
        }
        let last = game.harness.query_all_by_label_contains("40. ").last();
        let last = last.unwrap_or_else(|| panic!("the last step is in sight at {size:?}"));
        assert!(last.rect().bottom() < size.y, "{size:?}");
    }
}

/// The colour in which a player's name is drawn.
fn colour_of(game: &Game, name: &str) -> Color32 {
    let label = game.harness.get_by_role_and_label(Role::Label, name).rect();
    let colour = |shape: &Shape| match shape {
        Shape::Text(text) if text.galley.text() == name && label.contains(text.pos) => {
            Some(text.galley.job.sections[0].format.color)
        }
        _ => None,
    };
    game.shapes().into_iter().find_map(colour).expect("the name is drawn")
}

fn typed_dice() -> Game {
    let play = play("dawn", "");
    let record = Record { dice: Dice::Typed, ..play.record().clone() };
    let table = play.table().boxed_clone();
    Game::of(Play::new(record, table).expect("dice may be typed"))
}

#[test]
fn a_die_on_the_table_is_asked_for() {
    let mut game = typed_dice();
    game.click("5;6");
    assert!(game.reads("What does the die show?"));
    game.harness.run_steps(5);
    assert_eq!(game.play().steps(), 1, "nobody else rolls");
    game.press("Automatic moves");
    assert!(!game.is_enabled("Let it move"), "nor does it let itself be rolled");
    let rolls: Vec<String> = game.table().steps();
    assert_eq!(rolls, ["2", "3", "4", "5", "6", "DAWN"]);
    game.press_role(Role::Button, "4");
    assert_eq!(game.play().steps(), 2);
    assert!(game.reads("2. die: 4") && !game.reads("What does the die show?"));
}

/// A game in which some clicks leave two moves open.
fn ambiguous() -> Play {
    for seed in 0.. {
        let fresh = play("dawn", "");
        let record = Record { seed: Some(Seed::Number(seed)), ..fresh.record().clone() };
        let mut play = Play::new(record, fresh.table().boxed_clone()).expect("it begins");
        while play.ending().is_none() {
            if play.table().scene().choices.iter().any(|choice| choice.question.is_some()) {
                return play;
            }
            play.tell(Command::Random);
        }
    }
    unreachable!("seeds do not end")
}

#[test]
fn ambiguous_clicks_ask_a_question() {
    let open = |game: &Game| {
        let choices = game.table().scene().choices;
        let first =
            choices.iter().find(|choice| choice.question.is_some()).expect("there is one").clone();
        choices.into_iter().filter(|choice| choice.clicks == first.clicks).collect::<Vec<_>>()
    };
    let choices = open(&Game::of(ambiguous()));
    assert!(choices.len() > 1);
    for choice in &choices {
        let mut game = Game::of(ambiguous());
        let question = choice.question.as_ref().expect("there is one").to_string();
        let labels: Vec<String> = choice
            .clicks
            .iter()
            .map(|place| game.table().scene().places[*place].label.to_string())
            .collect();
        let before = game.play().steps();
        for answer in ["Cancel", &question] {
            assert_eq!(game.play().steps(), before);
            labels.iter().for_each(|label| game.click(label));
            assert!(game.reads("Which move?"), "{choice:?}");
            game.press(answer);
            assert!(!game.reads("Which move?"), "{choice:?}");
        }
        assert_eq!(game.play().record().steps[before].step, choice.step);
    }
}

#[test]
fn a_click_on_a_step_shows_the_position_after_it() {
    let mut game = Game::after("ttt", "", "0 0, 1 1, 0 1");
    for (step, shown, empty) in [("2. O: b2", "Step 2 of 3", "b3"), ("start", "Step 0 of 3", "a3")]
    {
        game.press(step);
        assert!(game.reads(shown), "{step}");
        assert!(game.description(empty).starts_with(&format!("{empty}: empty")), "{step}");
        assert_eq!(game.play().steps(), 3, "nothing is taken back");
    }
    game.press("3. X: b3");
    assert!(game.is_enabled("Random move"), "this is where the game stands");
}

#[test]
fn a_browsed_step_stays_in_view_while_others_play() {
    let mut game = Game::after("ttt", "X,O", "0 0, 1 1, 0 1");
    game.press("1. X: a3");
    game.choose("Mode of O", "Random");
    game.until("a move", |game| game.play().steps() == 4);
    assert!(game.reads("Step 1 of 4"));
    assert!(game.description("b2").starts_with("b2: empty"));
}

#[test]
fn a_hint_is_for_this_position_of_this_game() {
    let hint = |game: &Game| game.harness.state().session().hint().is_some();
    let hinted = || {
        let mut game = Game::new("ttt", "");
        game.press("Hint");
        game.until("a hint", hint);
        game
    };
    let mut game = hinted();
    let hint_step = game.harness.state().session().hint().expect("there is one").to_owned();
    let hinted_place = game.table().readable_line(&[hint_step])[0].step.to_string();
    assert_eq!(game.arrow_points_at(), [hinted_place], "an arrow shows it");
    game.click("a3");
    assert!(!hint(&game) && game.arrow_points_at().is_empty());
    let mut game = hinted();
    game.choose("Game", "New game…");
    game.press("Begin");
    assert!(!hint(&game));
}

#[test]
fn switches_and_buttons_have_different_roles() {
    let game = Game::new("ttt", "");
    let role = |label: &str| {
        game.controls().iter().find(|control| control.label == label).map(|control| control.role)
    };
    for (label, expected) in [
        ("Automatic moves", Role::CheckBox),
        ("Mode of X", Role::ComboBox),
        ("Colour of X", Role::ColorWell),
        ("Previous position", Role::Button),
    ] {
        assert_eq!(role(label), Some(expected), "{label}");
    }
}

/// The list, a hint and the analysis name moves as people read them, with what they
/// do. Records and copied positions keep the typed form.
#[test]
fn moves_are_shown_with_their_effects() {
    let mut game = Game::new("ataxx", "");
    for place in ["a7", "b7", "g7", "e7"] {
        game.click(place);
    }
    for line in ["1. X: b7 (clone)", "2. O: g7–e7 (jump)"] {
        assert_eq!(game.harness.query_all_by_label_contains(line).count(), 1, "{line}");
    }
    let steps: Vec<&str> =
        game.play().record().steps.iter().map(|recorded| recorded.step.as_str()).collect();
    assert_eq!(steps, ["0 0 0 1", "0 6 0 4"]);
    let mut game = Game::after("ttt", "", "1 0, 0 0, 1 1, 0 2");
    game.press("Hint");
    game.until("a hint", |game| game.reads("Hint: c2 (wins at once)"));
}

/// What is to be done now, by which part, in which stage of the game; and the score.
#[test]
fn people_are_told_what_to_do() {
    let mut game = Game::new("dawn", "");
    assert!(game.reads("Turn for N (Nature)") && game.reads("Phase 1"));
    assert!(game.reads(&game.table().scene().prompt.expect("a person moves").to_string()));
    game.click("5;6");
    assert!(game.reads("Turn for M (Mission Control)") && game.reads("(R turns the piece"));
    let mut game = Game::new("ataxx", "");
    for (place, scores) in [("a7", ["2 pieces"; 2]), ("b7", ["3 pieces", "2 pieces"])] {
        game.click(place);
        for score in scores {
            assert!(game.harness.query_all_by_role_and_label(Role::Label, score).count() > 0);
        }
    }
    assert!(game.reads("Turn for O"));
}

/// A person who plays against engines is told whether they have won.
#[test]
fn an_ending_is_told_to_the_person() {
    const LOST: &str = "0 0, 1 1, 0 1, 2 2, 0 2";
    for (players, told) in [
        ("X,O", "X wins: three in a row"),
        ("X,O:r", "You win: three in a row"),
        ("X:r,O", "You lose: three in a row"),
        ("X:r,O:r", "X wins: three in a row"),
    ] {
        let mut game = Game::after("ttt", players, LOST);
        let status = |game: &Game| game.harness.query_by_label(told).is_some();
        assert!(status(&game), "{players}: {told}");
        game.key(Key::Home);
        assert!(!status(&game), "{players}: an earlier position is not the end");
    }
}
