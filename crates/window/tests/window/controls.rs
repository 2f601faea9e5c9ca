//! Tests that every menu entry, button and key performs its action, and only when the action is
//! possible.

use std::collections::BTreeSet;

use egui::{Key, Modifiers, Theme, ThemePreference};

use ludoteca_window::board::{BoardChoice, PieceChoice};

use crate::harness::{CTRL, Game, THINKER};

/// An action, and every way to perform it.
struct Row {
    label: &'static str,
    menu: Option<&'static str>,
    is_button: bool,
    key: Option<(Modifiers, Key)>,
    /// A game in which the action is possible, and a check of its effect.
    possible: fn() -> Game,
    check: fn(&mut Game),
    /// Games in which the action is not possible.
    impossible: &'static [fn() -> Game],
}

const ROWS: &[Row] = &[
    row(
        "New game…",
        "Game",
        true,
        CTRL,
        Key::N,
        over,
        |game| assert!(game.is_enabled("Begin")),
        &[],
    ),
    row(
        "Open record…",
        "Game",
        false,
        CTRL,
        Key::O,
        fresh,
        |game| assert!(game.reads("Open a record")),
        &[],
    ),
    row(
        "Save record…",
        "Game",
        false,
        CTRL,
        Key::S,
        fresh,
        |game| assert!(game.reads("Save the record")),
        &[],
    ),
    row("Copy position", "Game", true, CTRL_SHIFT, Key::P, played, copied, &[]),
    row("Restart", "Game", true, CTRL, Key::R, played, begins_again, &[]),
    row("Quit", "Game", true, CTRL, Key::Q, played, asks_to_quit, &[]),
    row("Undo", "Move", true, CTRL, Key::Z, played, |game| steps(game, 2), &[fresh]),
    row("Redo", "Move", true, CTRL, Key::Y, undone, |game| steps(game, 3), &[fresh, played]),
    row("Random move", "Move", true, CTRL, Key::D, played, |game| steps(game, 4), NOBODY_TO_MOVE),
    row(
        "AI move",
        "Move",
        true,
        CTRL,
        Key::E,
        played,
        |game| waits_for_steps(game, 4),
        NOBODY_TO_MOVE,
    ),
    row("Hint", "Move", true, CTRL, Key::H, played, gives_hint, NOBODY_TO_MOVE),
    row(
        "Let it move",
        "Move",
        true,
        CTRL,
        Key::L,
        paused,
        |game| steps(game, 3),
        &[fresh, thinking, over],
    ),
    row(
        "Automatic moves",
        "Move",
        true,
        CTRL,
        Key::T,
        fresh,
        |game| assert!(!is_automatic(game)),
        &[],
    ),
    Row {
        key: None,
        ..row(
            "Play on from here",
            "Move",
            true,
            CTRL,
            Key::A,
            watching,
            |game| steps(game, 1),
            &[played],
        )
    },
    row(
        "Analysis",
        "View",
        true,
        CTRL,
        Key::I,
        fresh,
        |game| assert!(game.reads("Values over 0 steps")),
        &[],
    ),
    row("Turn the board", "View", true, CTRL, Key::F, fresh, is_turned, &[]),
    theme("System theme", |game| assert_eq!(preference(game), ThemePreference::System)),
    theme("Light theme", |game| assert_eq!(game.harness.ctx.theme(), Theme::Light)),
    theme("Dark theme", |game| assert_eq!(preference(game), ThemePreference::Dark)),
    choice("View", "Board of the game", |game| assert_eq!(looks(game).0, BoardChoice::Own)),
    choice("View", "Wooden board", |game| assert_eq!(looks(game).0, BoardChoice::Wood)),
    choice("View", "Slate board", |game| assert_eq!(looks(game).0, BoardChoice::Slate)),
    choice("View", "Paper board", |game| assert_eq!(looks(game).0, BoardChoice::Paper)),
    choice("View", "Pieces of the game", |game| assert_eq!(looks(game).1, PieceChoice::Own)),
    choice("View", "Pieces with letters", |game| assert_eq!(looks(game).1, PieceChoice::Letters)),
    afterwards("Rematch", |game| assert!(game.play().steps() == 0 && game.reads("Turn for X"))),
    afterwards("Review", |game| {
        assert!(game.reads("Values over 5 steps") && game.reads("Step 0 of 5"));
    }),
    language("English", |game| assert!(game.is_enabled("Move"))),
    language("Español", |game| assert!(game.is_enabled("Jugada"))),
    language("Português", |game| assert!(game.is_enabled("Jogada"))),
    language("Deutsch", |game| assert!(game.is_enabled("Zug"))),
    row(
        "Rules of the game",
        "Help",
        true,
        Modifiers::NONE,
        Key::F2,
        fresh,
        |game| is_read(game, "three in a row"),
        &[],
    ),
    row(
        "Keys",
        "Help",
        false,
        Modifiers::NONE,
        Key::F1,
        fresh,
        |game| is_read(game, "cancel the choice"),
        &[],
    ),
    button("First position", Modifiers::NONE, Key::Home, played, |game| shows(game, 0), &[fresh]),
    button(
        "Previous position",
        Modifiers::NONE,
        Key::PageUp,
        played,
        |game| shows(game, 2),
        &[fresh],
    ),
    button(
        "Next position",
        Modifiers::NONE,
        Key::PageDown,
        watching,
        |game| shows(game, 2),
        &[fresh, played],
    ),
    button(
        "Last position",
        Modifiers::NONE,
        Key::End,
        watching,
        |game| shows(game, 3),
        &[fresh, played],
    ),
    button("Move now", CTRL, Key::M, thinking, |game| waits_for_steps(game, 1), &[]),
    button("Stop thinking", CTRL, Key::Period, thinking, has_stopped, &[]),
];

const CTRL_SHIFT: Modifiers = Modifiers { shift: true, ..CTRL };

const NOBODY_TO_MOVE: &[fn() -> Game] = &[over, watching, thinking, paused];

#[expect(clippy::too_many_arguments, reason = "a row of a table")]
const fn row(
    label: &'static str,
    menu: &'static str,
    is_button: bool,
    modifiers: Modifiers,
    key: Key,
    possible: fn() -> Game,
    check: fn(&mut Game),
    impossible: &'static [fn() -> Game],
) -> Row {
    Row {
        label,
        menu: Some(menu),
        is_button,
        key: Some((modifiers, key)),
        possible,
        check,
        impossible,
    }
}

const fn button(
    label: &'static str,
    modifiers: Modifiers,
    key: Key,
    possible: fn() -> Game,
    check: fn(&mut Game),
    impossible: &'static [fn() -> Game],
) -> Row {
    Row {
        label,
        menu: None,
        is_button: true,
        key: Some((modifiers, key)),
        possible,
        check,
        impossible,
    }
}

const fn theme(label: &'static str, check: fn(&mut Game)) -> Row {
    choice("View", label, check)
}

/// A button that is there when a game is over.
const fn afterwards(label: &'static str, check: fn(&mut Game)) -> Row {
    Row { label, menu: None, is_button: true, key: None, possible: over, check, impossible: &[] }
}

const fn language(label: &'static str, check: fn(&mut Game)) -> Row {
    choice("Language", label, check)
}

/// An entry of a menu that has no key.
const fn choice(menu: &'static str, label: &'static str, check: fn(&mut Game)) -> Row {
    Row {
        label,
        menu: Some(menu),
        is_button: false,
        key: None,
        possible: fresh,
        check,
        impossible: &[],
    }
}

impl Row {
    /// The entry in the menu, with its key.
    fn entry(&self) -> String {
        self.key_name().map_or(self.label.to_owned(), |key| format!("{} {key}", self.label))
    }

    fn key_name(&self) -> Option<String> {
        let (modifiers, key) = self.key?;
        let names = [(modifiers.ctrl, "Ctrl+"), (modifiers.shift, "Shift+"), (true, key.name())];
        Some(names.into_iter().filter_map(|(is_there, name)| is_there.then_some(name)).collect())
    }
}

const MENUS: [&str; 5] = ["Game", "Move", "View", "Language", "Help"];

fn fresh() -> Game {
    Game::new("ttt", "")
}

fn played() -> Game {
    Game::after("ttt", "", "0 0, 1 1, 0 1")
}

fn undone() -> Game {
    let mut game = played();
    game.press("Undo");
    game
}

fn over() -> Game {
    Game::after("ttt", "", "0 0, 1 1, 0 1, 2 2, 0 2")
}

/// A game in which a person browses to the first of three moves.
fn watching() -> Game {
    let mut game = played();
    game.press("1. X: a3");
    game
}

/// A game in which a random player is to move, but no player moves by itself.
fn paused() -> Game {
    let mut game = Game::new("ttt", "X:r,O");
    game.press("Automatic moves");
    let free = game.table().scene().choices[0].clone();
    game.make(&free);
    game
}

fn thinking() -> Game {
    Game::new("ataxx", &format!("X:{THINKER},O"))
}

fn steps(game: &mut Game, steps: usize) {
    assert_eq!(game.play().steps(), steps);
}

/// Checks that a person who would lose a game is asked first.
fn begins_again(game: &mut Game) {
    assert!(game.play().steps() > 0 && game.reads("has not been saved"));
    game.press("Begin again");
    steps(game, 0);
}

fn waits_for_steps(game: &mut Game, steps: usize) {
    game.until("a move", |game| game.play().steps() == steps);
    assert!(game.harness.state().session().search_status().is_none());
}

fn shows(game: &mut Game, step: usize) {
    assert!(game.reads(&format!("Step {step} of 3")));
}

fn copied(game: &mut Game) {
    assert_eq!(game.copied(), Some(game.table().position()));
    assert!(game.reads("The position was copied"));
}

fn asks_to_quit(game: &mut Game) {
    assert!(game.reads("Do you want to quit the game?"));
    assert!(!game.harness.state().session().is_closed());
}

fn gives_hint(game: &mut Game) {
    game.until("a hint", |game| game.harness.state().session().hint().is_some());
    let hint = game.harness.state().session().hint().expect("there is one").to_owned();
    let read = game.table().readable_line(&[hint])[0].step.to_string();
    assert!(game.reads(&format!("Hint: {read} (")));
    assert_eq!(game.play().steps(), 3, "a hint is no move");
}

fn is_automatic(game: &Game) -> bool {
    game.harness.state().session().is_automatic()
}

fn has_stopped(game: &mut Game) {
    assert!(game.harness.state().session().search_status().is_none());
    assert_eq!(game.play().steps(), 0);
    assert!(game.harness.state().session().is_paused(), "or it would think again");
    game.harness.run_steps(5);
    assert!(game.harness.state().session().search_status().is_none());
}

fn is_turned(game: &mut Game) {
    assert!(
        game.rect("a3").top() > game.rect("c1").top()
            && game.rect("a3").left() > game.rect("c1").left()
    );
}

fn looks(game: &Game) -> (BoardChoice, PieceChoice) {
    game.harness.state().session().looks()
}

fn preference(game: &Game) -> ThemePreference {
    game.harness.ctx.options(|options| options.theme_preference)
}

/// Checks that a dialog with this text is shown and can be closed.
fn is_read(game: &mut Game, text: &str) {
    assert!(game.reads(text));
    game.press("Close");
    assert!(!game.reads("Close"));
}

#[test]
fn everything_does_what_it_says() {
    for row in ROWS {
        let mut ways = 0;
        let mut done = |act: &dyn Fn(&mut Game)| {
            let mut game = (row.possible)();
            act(&mut game);
            (row.check)(&mut game);
            ways += 1;
        };
        println!("{}", row.label);
        if let Some(menu) = row.menu {
            done(&|game| game.choose(menu, row.label));
        }
        if row.is_button {
            done(&|game| game.press(row.label));
        }
        if let Some((modifiers, key)) = row.key {
            done(&|game| game.key_with(modifiers, key));
        }
        assert!(ways > 0);
    }
}

#[test]
fn nothing_is_done_where_it_is_not_possible() {
    for row in ROWS {
        for (at, impossible) in row.impossible.iter().enumerate() {
            let mut game = impossible();
            let what = format!("{} in game {at}", row.label);
            if let Some(menu) = row.menu {
                let item = game.open_menu(menu).into_iter().find(|item| item.label == row.entry());
                assert!(!item.expect("it is in the menu").is_enabled, "{what}");
                game.key(Key::Escape);
            }
            for control in game.controls().iter().filter(|control| control.label == row.label) {
                assert!(!control.is_enabled, "{what}");
            }
            if let Some((modifiers, key)) = row.key {
                let state = |game: &Game| {
                    (game.play().log().len(), game.harness.state().session().messages().len())
                };
                let before = state(&game);
                game.key_with(modifiers, key);
                assert_eq!(state(&game), before, "{what}");
            }
        }
    }
}

/// Every new control of a window needs a row above.
#[test]
fn every_control_is_tested() {
    let mut found: BTreeSet<(Option<&str>, String)> = BTreeSet::new();
    for menu in MENUS {
        let items = fresh().open_menu(menu).into_iter();
        found.extend(items.map(|item| (Some(menu), item.label)));
    }
    let is_other = |label: &str| {
        let is_step = label == "start" || label.starts_with(|first: char| first.is_ascii_digit());
        is_step
            || MENUS.contains(&label)
            || label.starts_with("Mode of ")
            || label.starts_with("Colour of ")
    };
    for game in [fresh(), watching(), thinking(), over()] {
        let labels = game
            .controls()
            .into_iter()
            .map(|control| control.label)
            .filter(|label| !is_other(label));
        found.extend(labels.map(|label| (None, label)));
    }
    let in_menus = ROWS.iter().filter(|row| row.menu.is_some()).map(|row| (row.menu, row.entry()));
    let buttons = ROWS.iter().filter(|row| row.is_button).map(|row| (None, row.label.to_owned()));
    assert_eq!(found, in_menus.chain(buttons).collect());
}

#[test]
fn every_key_is_listed() {
    let mut game = fresh();
    game.key(Key::F1);
    for row in ROWS {
        if let Some(name) = row.key_name() {
            assert!(
                game.reads(&name) && game.reads(row.label.trim_end_matches('…')),
                "{}",
                row.label
            );
        }
    }
}
