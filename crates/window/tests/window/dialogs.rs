//! The dialog for a new game (any game, options and players), and what all dialogs have in common.

use egui::accesskit::Role;
use egui::{Key, Modifiers, Vec2};
use egui_kittest::kittest::Queryable;
use ludoteca_core::{Info, Language, Seat};
use ludoteca_games::catalog::{self, GAMES};
use ludoteca_guide::{Block, Guide, plain};
use ludoteca_play::seeds::Seed;
use ludoteca_play::{Dice, Engine, Player};

use crate::harness::{CTRL, Game, play, play_after};

/// A form for a new game of this kind, with all its options. Of the presets, the first is chosen.
fn form(title: &str) -> Game {
    let mut game = Game::after("ttt", "", "1 1");
    game.choose("Game", "New game…");
    game.press_role(Role::Button, title);
    game.press("Customise");
    game
}

#[test]
fn every_game_can_be_begun() {
    for info in GAMES {
        let mut game = form(info.title);
        game.press("Begin");
        assert_eq!(game.table().options().to_string(), first_preset(info));
        assert_eq!(game.play().steps(), 0);
        assert!(!game.reads("Begin"), "{}: the dialog is gone", info.id);
        assert!(game.reads(&format!("{}: {}", info.title, info.introduction())));
        let choice = game.table().scene().choices[0].clone();
        game.make(&choice);
        assert!(game.play().steps() > 0, "{}: it can be played", info.id);
    }
}

/// The options with which people who do not know the game begin.
fn first_preset(info: &Info) -> String {
    catalog::open_line(info.presets[0].options).expect("a preset opens").options().to_string()
}

#[test]
fn presets_are_chosen_with_a_click() {
    for info in GAMES {
        for preset in info.presets {
            let mut game = form(info.title);
            if info.presets.len() > 1 {
                game.press(&preset.name.to_string());
            }
            game.press("Begin");
            let wanted = catalog::open_line(preset.options).expect("a preset opens");
            assert_eq!(game.table().options(), wanted.options());
        }
    }
}

/// The game that is being played is not changed until another one is chosen.
#[test]
fn opponents_have_names() {
    let mut game = form("Ataxx");
    game.choose("Mode of player 2", "Clara – AI level 4");
    game.press("Begin");
    let level_4 = Engine { level: Some(4), ..Engine::default() };
    assert_eq!(*game.play().player(Seat::SECOND), Player::Engine(level_4));
    assert_eq!(game.play().player(Seat::FIRST), &Player::Manual);
}

#[test]
fn another_game_is_played_against_the_same_opponent() {
    let mut game = form("Ataxx");
    game.press("the computer");
    let level_3 = Engine { level: Some(3), ..Engine::default() };
    game.press_role(Role::Button, "Owari");
    game.press("Begin");
    assert_eq!(*game.play().player(Seat::FIRST), Player::Manual);
    assert_eq!(*game.play().player(Seat::SECOND), Player::Engine(level_3));

    game.choose("Game", "New game…");
    game.press_role(Role::Button, "Ataxx");
    game.press("a friend, here");
    game.press("Begin");
    assert!(game.play().seats().iter().all(|seated| seated.player == Player::Manual));
}

#[test]
fn every_option_is_asked_for() {
    let (rows, line) = ("Rows of the board", "How many in a row win, at most the longer side");
    for (title, fields, options) in [
        (
            "Connect-N",
            vec![(rows, "6"), ("Columns of the board", "7"), (line, "")],
            "cn rows=6 cols=7",
        ),
        ("Connect-N", vec![(rows, ""), ("Columns of the board", ""), (line, "4")], "cn line=4"),
        ("Ataxx", vec![("Number of players", "4")], "ataxx seats=4"),
        (
            "Ataxx",
            vec![("Cells that nobody can use", "2,2/4,4"), (rows, "9")],
            "ataxx rows=9 obstacles=2,2/4,4",
        ),
        (
            "Owari",
            vec![("Bowls of each seat", "3"), ("Stones in each bowl at the start", "2")],
            "owari bowls=3 stones=2",
        ),
        ("Breakthrough", vec![(rows, "8"), ("Columns of the board", "")], "breakthrough rows=8"),
        ("Advanced Tic-Tac-Toe", vec![(NO_PROGRESS, "9")], "attt no-progress=9"),
    ] {
        let mut game = form(title);
        for (field, text) in fields {
            game.fill(field, text);
        }
        game.press("Begin");
        assert_eq!(game.table().options().to_string(), options);
    }
}

const NO_PROGRESS: &str = "Plies of movement that end the game as a draw, 0 for no limit";

#[test]
fn players_have_names_and_modes() {
    let mut game = form("Ataxx");
    game.fill("Number of players", "4");
    game.fill("Name of player 1", "Ann");
    game.fill("Name of player 4", "Zoë");
    game.choose("Mode of player 3", "Random");
    game.press("Begin");
    assert_eq!(game.play().names(), ["Ann", "O", "R", "Zoë"]);
    assert_eq!(*game.play().player(Seat::new(2)), Player::Random);
    assert!(game.reads("Turn for Ann"));
}

#[test]
fn a_form_begins_with_what_is_played() {
    let mut game = Game::new("ataxx rows=9 seats=4", "A,B,C:r,D:a3");
    game.choose("Game", "New game…");
    game.press("Begin");
    assert_eq!(game.table().options().to_string(), "ataxx rows=9 seats=4");
    assert_eq!(game.play().names(), ["A", "B", "C", "D"]);
    assert_eq!(game.play().seats()[3].to_string(), "D:a3");
}

#[test]
fn positions_seeds_obstacles_and_dice_are_asked_for() {
    let mut game = form("Tic-Tac-Toe");
    let position = play_after("ttt", "", "0 0, 2 2").table().position();
    game.fill("Position", &position);
    game.fill("Seed", "77");
    game.press("Begin");
    assert_eq!(
        (game.table().position(), game.play().record().seed),
        (position, Some(Seed::Number(77)))
    );

    for (count, mirrored) in [(4, false), (8, true)] {
        let drawn = || {
            let mut game = form("Ataxx");
            game.fill("Random obstacles", &count.to_string());
            if mirrored {
                game.press("the same in all four quarters");
            }
            game.fill("Seed", "5");
            game.press("Begin");
            game.table().options().to_string()
        };
        let options = drawn();
        assert!(options.matches('/').count() + 1 >= count, "{options}");
        assert_eq!(drawn(), options, "the seed repeats them");
    }

    let mut game = form("DAWN 11/15");
    game.press("I roll a die of my own");
    game.press("Begin");
    assert_eq!(game.play().record().dice, Dice::Typed);
}

#[test]
fn wrong_values_are_refused_in_one_line() {
    for (title, field, text, reason) in [
        ("Connect-N", "Rows of the board", "2", "rows=2"),
        ("Connect-N", "Rows of the board", "many", "rows=many"),
        ("Connect-N", "How many in a row win, at most the longer side", "16", "line=16"),
        ("Ataxx", "Rows of the board", "6", "an odd number from 5 to 15"),
        ("Ataxx", "Cells that nobody can use", "9,9", "obstacles=9,9"),
        ("Ataxx", "Random obstacles", "1000", "1000"),
        ("Ataxx", "Random obstacles", "-1", "-1"),
        ("Ataxx", "Number of players", "5", "seats=5"),
        ("Owari", "Bowls of each seat", "0", "bowls=0"),
        ("Tic-Tac-Toe", "Position", "nonsense", "nonsense"),
        ("Tic-Tac-Toe", "Seed", "-", "`-` is no seed: allowed is"),
        ("Tic-Tac-Toe", "Name of player 1", "O", "two players are called `O`"),
        ("Tic-Tac-Toe", "Name of player 1", "", "an empty name"),
        ("Tic-Tac-Toe", "Name of player 2", "a b", "`a b` is no name"),
        ("Tic-Tac-Toe", "Name of player 2", "a,b", "`a,b` is no name"),
        ("Tic-Tac-Toe", "Name of player 2", "O:r", "`O:r` is no name"),
    ] {
        let mut game = form(title);
        game.fill(field, text);
        let what = format!("{title}, {field}: {text}");
        assert!(!game.is_enabled("Begin"), "{what}");
        let lines: Vec<String> = game
            .harness
            .query_all_by_label_contains(reason)
            .filter_map(|node| node.value())
            .collect();
        assert!(lines.iter().any(|line| !line.contains('\n')), "{what}: {lines:?}");
        game.press("Begin");
        assert!(game.reads("Begin"), "{what}: the dialog stays");
        game.press("Cancel");
        assert_eq!(
            (game.table().options().info().id, game.play().steps()),
            ("ttt", 1),
            "{what}: nothing is lost"
        );
    }
}

/// Every dialog: its key, and the button that closes it.
const DIALOGS: [(Modifiers, Key, &str); 6] = [
    (CTRL, Key::N, "Cancel"),
    (CTRL, Key::O, "Cancel"),
    (CTRL, Key::S, "Cancel"),
    (CTRL, Key::Q, "Keep playing"),
    (Modifiers::NONE, Key::F1, "Close"),
    (Modifiers::NONE, Key::F2, "Close"),
];

#[test]
fn dialogs_are_left_without_consequences() {
    for (modifiers, key, leave) in DIALOGS {
        for by_key in [false, true] {
            let mut game = Game::after("ataxx", "", "0 0 0 1");
            let before = game.play().log().len();
            game.key_with(modifiers, key);
            if by_key {
                game.key(Key::Escape);
            } else {
                game.press(leave);
            }
            assert!(!game.reads(leave), "{key:?}");
            assert_eq!(game.play().log().len(), before, "{key:?}");
            assert!(!game.harness.state().session().is_closed(), "{key:?}");
        }
    }
}

#[test]
fn dialogs_stay_where_they_are_and_within_the_window() {
    for (modifiers, key, leave) in DIALOGS {
        for size in [Vec2::new(1100.0, 900.0), Vec2::new(480.0, 360.0)] {
            let mut game = Game::new("ataxx", "");
            game.harness.set_size(size);
            game.harness.run_ok();
            game.key_with(modifiers, key);
            let rect = |game: &Game| game.harness.get_by_label(leave).rect();
            let first = rect(&game);
            game.harness.run_steps(3);
            assert_eq!(rect(&game), first, "{key:?} at {size:?}");
            assert!(
                game.harness.ctx.content_rect().contains_rect(first),
                "{key:?} at {size:?}: {first:?}"
            );
        }
    }
}

#[test]
fn nothing_else_can_be_done_behind_a_dialog() {
    for (modifiers, key, leave) in DIALOGS {
        let mut game = Game::after("ttt", "", "0 0");
        game.key_with(modifiers, key);
        let dialog = game.harness.get_by_label(leave).rect();
        for (modifiers, key) in [(CTRL, Key::Z), (CTRL, Key::D), (Modifiers::NONE, Key::Home)] {
            game.key_with(modifiers, key);
        }
        assert!(game.reads("Step 1 of 1"), "{key:?}");
        assert_eq!(game.harness.get_by_label(leave).rect(), dialog, "{key:?}");
    }
}

#[test]
fn a_person_may_keep_playing_or_quit() {
    for (answer, is_closed) in [("Keep playing", false), ("Quit the game", true)] {
        let mut game = Game::after("ttt", "", "0 0, 1 1, 0 1");
        game.press("Quit");
        game.press(answer);
        assert_eq!(game.harness.state().session().is_closed(), is_closed, "{answer}");
        assert_eq!(game.play().ending().is_some(), is_closed, "{answer}");
        assert!(!game.reads("Do you want to quit"), "{answer}");
    }
}

#[test]
fn nobody_is_asked_to_keep_playing_a_game_that_is_over() {
    let mut game = Game::after("ttt", "", "0 0, 1 1, 0 1, 2 2, 0 2");
    game.press("Quit");
    assert!(game.reads("Do you want to close the game?"));
    assert!(game.reads("The game that has ended has not been saved."));
    game.press("Stay here");
    assert!(!game.harness.state().session().is_closed());
    game.press("Quit");
    game.press("Close the game");
    assert!(game.harness.state().session().is_closed());
}

/// The harness refuses letters that no font has.
#[test]
fn the_rules_of_every_game_can_be_read_in_every_language() {
    for (info, language) in GAMES.iter().flat_map(|info| Language::ALL.map(|it| (info, it))) {
        let mut game = Game::in_language(language, play(info.id, ""));
        game.key(Key::F2);
        let guide = Guide::of(info, language);
        assert!(game.reads(&guide.title()), "{} in {language:?}", info.id);
        for block in guide.body() {
            if let Block::Heading { text, .. } | Block::Paragraph(text) = block {
                let text = plain(text);
                assert!(game.reads(&text), "{} in {language:?}: {text}", info.id);
            }
        }
        for diagram in guide.diagrams() {
            assert!(game.reads(&diagram.caption), "{} in {language:?}", info.id);
        }
    }
}
