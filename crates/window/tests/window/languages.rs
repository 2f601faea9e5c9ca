//! Windows in all languages: another one can be chosen at any time, and every text fits into its
//! place.

use egui::accesskit::Role;
use egui::epaint::TextShape;
use egui::{Key, Modifiers, Rect, Shape, Vec2};
use egui_kittest::kittest::Queryable;
use ludoteca_core::Language;
use ludoteca_games::catalog::GAMES;
use ludoteca_play::{Dice, Play, Record};

use crate::harness::{CTRL, Game, THINKER, play, play_after, window_options};

/// The window as it is at first, and the smallest one.
const SIZES: [Vec2; 2] = [Vec2::new(1000.0, 720.0), Vec2::new(480.0, 360.0)];

#[test]
fn a_language_can_be_chosen_at_any_time() {
    for (language, menu, turn, played) in [
        (Language::Spanish, "Idioma", "Turno de O", "3. X: c7"),
        (Language::Portuguese, "Idioma", "Vez de O", "3. X: c7"),
        (Language::German, "Sprache", "O ist am Zug", "3. X: c7"),
    ] {
        let mut game = Game::new("ataxx", "");
        ["a7", "b7", "g7", "f7"].iter().for_each(|place| game.click(place));
        game.click("a7");
        game.click("a7");
        game.click("g7");
        assert!(game.reads("This belongs to O"));
        game.choose("Language", language.name());
        assert_eq!(game.harness.state().session().language(), language);
        game.click("b7");
        game.click("c7");
        assert!(game.reads(turn) && game.reads(played), "{language:?}");
        // Earlier messages keep their language.
        assert!(game.reads("This belongs to O"));
        game.click("c7");
        let refusal = game.table().refusal_of(&[2], &game.play().names()).expect("it is O's turn");
        let reason = refusal.to_string();
        assert!(!game.reads(&reason), "{language:?}: {reason}");
        game.choose(menu, "English");
        assert!(game.reads("Turn for O"));
    }
}

#[test]
fn all_windows_of_a_game_have_one_language() {
    let mut game = Game::open(play("ttt", ""), window_options(true, false));
    let titles = |game: &Game| {
        let windows = game.harness.query_all_by_role(Role::Window);
        windows.count() + game.harness.query_all_by_label("Spieler").count()
    };
    let before = titles(&game);
    // The second window lies above the first.
    game.harness.get_all_by_label("Language").last().expect("a menu").click();
    game.harness.run_ok();
    game.press("Deutsch");
    assert_eq!(titles(&game), before + 2);
    assert!(game.harness.query_by_label("Players").is_none());
    assert_eq!(game.harness.query_all_by_label("X (du!) ist am Zug").count(), 1);
}

/// A position for each thing that a window can say, with the name of the position.
fn positions() -> Vec<(&'static str, Play)> {
    let typed = play("dawn", "");
    let record = Record { dice: Dice::Typed, ..typed.record().clone() };
    let mut typed = Play::new(record, typed.table().boxed_clone()).expect("dice may be typed");
    typed.tell(ludoteca_play::Command::Random);
    let mut positions: Vec<(&str, Play)> =
        GAMES.iter().map(|info| (info.id, play(info.id, ""))).collect();
    positions.extend([
        ("four players", play("ataxx seats=4", "W,B:r,R:a10,Y:a")),
        ("a thinker", play("ataxx", &format!("X:{THINKER},O"))),
        ("typed dice", typed),
        ("the end", play_after("ttt", "", "0 0, 1 1, 0 1, 2 2, 0 2")),
    ]);
    positions
}

/// A game in a window of this size.
fn sized(language: Language, play: Play, size: Vec2) -> Game {
    let mut game = Game::in_language(language, play);
    game.harness.set_size(size);
    game.harness.run_ok();
    game
}

#[test]
fn every_position_fits() {
    for (language, size) in Language::ALL.into_iter().flat_map(|it| SIZES.map(|size| (it, size))) {
        for (what, play) in positions() {
            let mut game = sized(language, play, size);
            check(&game, &format!("{what} in {language:?} at {size:?}"));
            game.key(Key::Home);
            game.key_with(CTRL, Key::I);
            check(&game, &format!("analysis of {what} in {language:?} at {size:?}"));
        }
    }
}

#[test]
fn every_menu_fits() {
    for (language, size) in Language::ALL.into_iter().flat_map(|it| SIZES.map(|size| (it, size))) {
        for menu in 0..5 {
            let mut game = sized(language, play_after("ttt", "", "0 0, 1 1"), size);
            let label = game.controls()[menu].label.clone();
            let items = game.open_menu(&label);
            assert!(items.len() > 1, "{label}");
            check(&game, &format!("{label} in {language:?} at {size:?}"));
        }
        let mut game = sized(language, play("ataxx", ""), size);
        let boxes = game.controls().into_iter().filter(|control| control.role == Role::ComboBox);
        let label = boxes.map(|control| control.label).next().expect("a box");
        game.open_menu(&label);
        check(&game, &format!("{label} in {language:?} at {size:?}"));
    }
}

#[test]
fn every_dialog_fits() {
    const NONE: Modifiers = Modifiers::NONE;
    let keys = [
        (CTRL, Key::O),
        (CTRL, Key::S),
        (CTRL, Key::Q),
        (CTRL, Key::R),
        (NONE, Key::F1),
        (NONE, Key::F2),
    ];
    for (language, size) in Language::ALL.into_iter().flat_map(|it| SIZES.map(|size| (it, size))) {
        for (modifiers, key) in keys {
            let mut game = sized(language, play_after("ataxx", "", "0 0 0 1"), size);
            game.key_with(modifiers, key);
            check(&game, &format!("{key:?} in {language:?} at {size:?}"));
        }
    }
    // In a small window the form for a new game is scrolled in both directions.
    for (language, info) in
        Language::ALL.into_iter().flat_map(|it| GAMES.iter().map(move |info| (it, info)))
    {
        let mut game = sized(language, play(info.id, ""), SIZES[0]);
        game.key_with(CTRL, Key::N);
        check(&game, &format!("a new game of {} in {language:?}", info.id));
    }
}

/// Checks that no text is cut off at its left or right, nor ends in an ellipsis that it did not
/// begin with.
fn check(game: &Game, what: &str) {
    let window = game.harness.ctx.content_rect();
    for (text, clip) in texts(game) {
        let rect = text.visual_bounding_rect();
        let room = clip.intersect(window).expand(1.0);
        let fits = rect.left() >= room.left() && rect.right() <= room.right();
        let words = text.galley.text();
        assert!(fits, "{what}: `{words}` at {rect:?} in {room:?}");
        assert!(!text.galley.elided, "{what}: `{words}` is cut at {rect:?}");
    }
}

/// All texts that were drawn last, each with the room that it may be drawn in.
fn texts(game: &Game) -> Vec<(&TextShape, Rect)> {
    let mut open: Vec<(&Shape, Rect)> = game
        .harness
        .output()
        .shapes
        .iter()
        .map(|clipped| (&clipped.shape, clipped.clip_rect))
        .collect();
    let mut texts = Vec::new();
    while let Some((shape, clip)) = open.pop() {
        match shape {
            Shape::Vec(parts) => open.extend(parts.iter().map(|part| (part, clip))),
            Shape::Text(text) if !text.galley.text().trim().is_empty() => texts.push((text, clip)),
            _ => {}
        }
    }
    texts
}

/// If controls moved, a click could hit the wrong one.
#[test]
fn controls_stay_where_they_are_while_somebody_thinks() {
    let first_box = |game: &Game| {
        game.harness.query_all_by_role(Role::ComboBox).next().expect("a box for a player").rect()
    };
    for language in Language::ALL {
        let mut game = sized(language, play("ataxx", &format!("X,O:{THINKER}")), SIZES[0]);
        let before = first_box(&game);
        game.key_with(CTRL, Key::H);
        assert_eq!(first_box(&game), before, "{language:?}: a hint");
        game.key_with(CTRL, Key::Period);
        game.click("a7");
        game.click("b7");
        assert!(game.harness.state().session().search_status().is_some());
        assert_eq!(first_box(&game), before, "{language:?}: an engine");
    }
}
