//! Games are saved and opened, and nothing is lost on the way.

use std::fs;
use std::path::{Path, PathBuf};

use egui::Key;
use egui_kittest::kittest::Queryable;
use tempfile::TempDir;

use crate::harness::{CTRL, Game, play_after};

const LINE: &str = "0 0, 1 1, 0 1, 2 2, 0 2";

fn folder() -> TempDir {
    tempfile::tempdir().expect("this works in a test")
}

/// Writes a file with games of these steps.
fn file(folder: &TempDir, name: &str, games: &[&str]) -> PathBuf {
    let path = folder.path().join(name);
    let records = games.iter().map(|steps| play_after("ttt", "", steps).record().to_string());
    fs::write(&path, records.collect::<Vec<_>>().join("\n")).expect("this works in a test");
    path
}

/// Enters this file in a dialog and presses this button.
fn ask(game: &mut Game, entry: &str, path: &str, button: &str) {
    game.choose("Game", entry);
    game.fill("File name", path);
    game.press(button);
}

fn open(game: &mut Game, path: &Path) {
    ask(game, "Open record…", &path.to_string_lossy(), "Open");
}

fn save(game: &mut Game, path: &Path) {
    ask(game, "Save record…", &path.to_string_lossy(), "Save");
}

fn is_open(game: &Game) -> bool {
    game.harness.query_by_label("File name").is_some()
}

#[test]
fn a_game_is_saved_as_it_is() {
    let folder = folder();
    let path = folder.path().join("game.txt");
    let mut game = Game::after("ttt", "", "0 0, 1 1");
    for step in ["", "c1", "a1"] {
        if !step.is_empty() {
            game.click(step);
        }
        // Writing the same file again loses nothing.
        save(&mut game, &path);
        assert!(!is_open(&game));
        assert!(game.reads("Saved to "));
        assert_eq!(
            fs::read_to_string(&path).expect("it is there"),
            game.play().record().to_string()
        );
    }
}

#[test]
fn the_question_before_quitting_mentions_unsaved_games() {
    let folder = folder();
    let mut game = Game::after("ttt", "", "0 0, 1 1");
    let is_unsaved = |game: &mut Game| {
        game.press("Quit");
        let is_unsaved = game.reads("has not been saved");
        game.press("Keep playing");
        is_unsaved
    };
    assert!(is_unsaved(&mut game));
    save(&mut game, &folder.path().join("game.txt"));
    assert!(!is_unsaved(&mut game));
    game.click("c1");
    assert!(is_unsaved(&mut game));
    game.press("Undo");
    game.choose("Game", "New game…");
    game.press("Begin");
    assert!(!is_unsaved(&mut game), "nothing has been played");
    for place in ["a3", "b2", "b3", "c2"] {
        game.click(place);
        assert!(is_unsaved(&mut game), "another game was saved, after as many steps");
    }
}

#[test]
fn a_name_is_proposed_and_enter_saves() {
    let folder = folder();
    let path = folder.path().join("by key.txt");
    let mut game = Game::after("ttt", "", "0 0");
    game.key_with(CTRL, Key::S);
    assert_eq!(game.harness.get_by_label("File name").value().as_deref(), Some("ttt.txt"));
    game.fill("File name", &path.to_string_lossy());
    game.key(Key::Enter);
    assert!(!is_open(&game) && path.exists());
}

#[test]
fn a_file_is_replaced_only_after_a_question() {
    let folder = folder();
    let [one, other] = ["one.txt", "other.txt"].map(|name| file(&folder, name, &[LINE]));
    let mut game = Game::after("ttt", "", "0 0");
    let text = |path: &PathBuf| fs::read_to_string(path).expect("it is there");
    let (before, after) = (text(&one), game.play().record().to_string());
    save(&mut game, &one);
    assert!(game.reads("exists and would be replaced") && game.reads("Replace it"));
    // Another file name needs another question.
    game.fill("File name", &other.to_string_lossy());
    assert!(!game.reads("exists and would be replaced") && !game.reads("Replace it"));
    game.press("Save");
    assert!(game.reads("exists and would be replaced"));
    assert_eq!([text(&one), text(&other)], [before.clone(), before.clone()]);
    game.press("Cancel");
    assert_eq!(text(&one), before);
    save(&mut game, &one);
    game.press("Replace it");
    assert!(!is_open(&game));
    assert_eq!([text(&one), text(&other)], [after, before]);
}

#[test]
fn folders_can_be_browsed() {
    let outer = folder();
    let path = outer.path().join("inner");
    fs::create_dir(&path).expect("this works in a test");
    fs::copy(file(&outer, "game.txt", &[LINE]), path.join("copy.txt"))
        .expect("this works in a test");
    let mut game = Game::new("ttt", "");
    ask(&mut game, "Open record…", &outer.path().to_string_lossy(), "Open");
    assert!(is_open(&game) && game.reads("game.txt"));
    game.press("inner/");
    assert!(!game.reads("game.txt"));
    game.press("../");
    assert!(game.reads("game.txt"));
    game.press("inner/");
    game.press("copy.txt");
    game.press("Open");
    assert_eq!(game.play().steps(), 5);
}

#[test]
fn failures_are_shown_in_one_line() {
    let folder = folder();
    file(&folder, "two.txt", &[LINE, "1 1"]);
    fs::write(folder.path().join("damaged.txt"), "Game: ttt\nfrogs\n")
        .expect("this works in a test");
    fs::write(folder.path().join("empty.txt"), "").expect("this works in a test");
    for (entry, button, name, nth, reason) in [
        ("Open record…", "Open", "missing.txt", "", "missing.txt cannot be read: "),
        ("Open record…", "Open", "damaged.txt", "", "damaged.txt cannot be read: "),
        ("Open record…", "Open", "empty.txt", "", "empty.txt cannot be read: "),
        ("Open record…", "Open", "two.txt", "3", "there is no game 3: the file holds 2 games"),
        ("Open record…", "Open", "two.txt", "0", "`0` is not the number of a game"),
        ("Open record…", "Open", "two.txt", "first", "`first` is not the number of a game"),
        ("Save record…", "Save", "no/such/folder.txt", "", "folder.txt cannot be written: "),
    ] {
        let mut game = Game::after("ttt", "", "2 2, 1 1");
        game.choose("Game", entry);
        game.fill("File name", &folder.path().join(name).to_string_lossy());
        if !nth.is_empty() {
            game.fill("Game number", nth);
        }
        game.press(button);
        let found: Vec<String> = game
            .harness
            .query_all_by_label_contains(reason)
            .filter_map(|node| node.value())
            .collect();
        assert!(
            matches!(found.as_slice(), [line] if !line.contains('\n')),
            "{name} {nth}: {found:?}"
        );
        assert!(is_open(&game), "{name} {nth}");
        game.press("Cancel");
        assert_eq!(
            game.table().position(),
            play_after("ttt", "", "2 2, 1 1").table().position(),
            "{name} {nth}"
        );
    }
    let mut game = Game::new("ttt", "");
    ask(&mut game, "Open record…", "", "Open");
    assert!(game.reads("A file needs a name"));
}

#[test]
fn any_game_of_a_file_can_be_opened() {
    let folder = folder();
    let path = file(&folder, "two.txt", &[LINE, "1 1"]);
    for (nth, steps, shown) in
        [("", 1, "game 2 of 2"), ("1", 5, "game 1 of 2"), ("2", 1, "game 2 of 2")]
    {
        let mut game = Game::new("ataxx", "");
        game.choose("Game", "Open record…");
        game.fill("File name", &path.to_string_lossy());
        game.fill("Game number", nth);
        game.press("Open");
        assert_eq!(
            (game.play().steps(), game.table().options().info().id),
            (steps, "ttt"),
            "{nth}"
        );
        assert!(game.reads(shown), "{nth}");
        // The file holds more than this game.
        save(&mut game, &path);
        assert!(game.reads("exists and would be replaced"), "{nth}");
    }
}

#[test]
fn a_finished_game_is_shown_and_stepped_through() {
    let folder = folder();
    let path = file(&folder, "game.txt", &[LINE]);
    // Somebody looked at an earlier position of another game before.
    let mut game = Game::after("ttt", "", "2 2, 1 1, 2 1");
    game.key(Key::Home);
    open(&mut game, &path);
    assert!(game.reads("Step 5 of 5") && game.reads("X wins"));
    for (key, shown) in
        [(Key::PageUp, "Step 4 of 5"), (Key::Home, "Step 0 of 5"), (Key::PageDown, "Step 1 of 5")]
    {
        game.key(key);
        assert!(game.reads(shown), "{shown}");
    }
    assert!(
        game.description("a3").starts_with("a3: X")
            && game.description("b2").starts_with("b2: empty")
    );
    game.press("Play on from here");
    game.click("c1");
    assert_eq!(
        game.play()
            .record()
            .steps
            .iter()
            .map(|recorded| recorded.step.as_str())
            .collect::<Vec<_>>(),
        ["0 0", "2 2"]
    );
}

#[test]
fn an_unfinished_game_goes_on() {
    let folder = folder();
    let path = file(&folder, "game.txt", &["0 0, 1 1"]);
    let mut game = Game::new("ataxx", "");
    open(&mut game, &path);
    game.click("b3");
    assert_eq!(game.play().steps(), 3);
    save(&mut game, &path);
    assert!(!is_open(&game), "this is where the game came from");
}
