//! Real windows on a display of their own, played with a real pointer and real keys.
#![cfg(all(target_os = "linux", feature = "window"))]

mod driver;
mod pictures;

use std::fs;

use driver::{Desktop, Game, Window};

/// Games begin with these options.
const RECORDED: &str = "--record game --seed 1";

/// The steps that were played, as the program has recorded them.
fn steps(game: &Game) -> Vec<String> {
    let record = fs::read_to_string(game.folder().join("game")).expect("a record");
    let step =
        |line: &str| Some(line.split_once(". ")?.1.split(['{', '(']).next()?.trim().to_owned());
    record
        .lines()
        .filter(|line| line.starts_with(|first: char| first.is_ascii_digit()))
        .filter_map(step)
        .collect()
}

/// Clicks on a place, drags from one place to another (`FROM > TO`), or clicks with the other
/// button (`! PLACE`).
fn act(window: &Window, action: &str) {
    let place = |place: &str| window.aim(&format!("{place}: "));
    if let Some((from, to)) = action.split_once(" > ") {
        window.drag(place(from), place(to));
    } else if let Some(other) = action.strip_prefix("! ") {
        window.right_click_at(place(other));
    } else {
        window.click_at(place(action));
    }
}

/// Plays a game for each kind of board: the actions, the record that they lead to, and the texts
/// that the window shows.
#[test]
fn boards_of_every_kind_are_played_with_the_pointer() {
    let Some(desktop) = Desktop::start() else { return };
    for (options, actions, played, shown) in [
        (
            "ttt",
            &["b2", "a3", "b3", "c1", "b1"][..],
            &["1 1", "0 0", "0 1", "2 2", "2 1"][..],
            "X wins",
        ),
        (
            "ataxx -d 5x5",
            &["a5", "b4", "e5 > e3", "e1", "! c3", "a5 > b5"],
            &["0 0 1 1", "0 4 2 4", "0 0 0 1"],
            "Turn for O",
        ),
        ("alquerque", &["B4", "C3", "B3 > B4"], &["17 13", "12 17"], "Turn for W"),
        ("owari", &["bowl 3", "bowl 11"], &["3", "11"], "Turn for 1"),
        (
            "dawn",
            &["5;5", "6;2", "6;6", "4;7"],
            &["5;5", "5", "6;2:6;6", "4;5:4;6:4;7", "3"],
            "Turn for M",
        ),
    ] {
        let game = desktop.play(&format!("{RECORDED} -g {options}"));
        let window = game.window();
        for action in actions {
            act(&window, action);
        }
        window.find(shown);
        assert_eq!(steps(&game), played, "{options}");
        window.settle().keep(options.split(' ').next().expect("a game"));
    }
}

#[test]
fn keys_alone_will_do() {
    let Some(desktop) = Desktop::start() else { return };
    let game = desktop.play(&format!("{RECORDED} -g ttt"));
    let window = game.window();
    // These arrow keys lead to a corner, wherever the focus begins.
    for (keys, shown) in [
        ("Up Up Up Left Left Left Return", "a3: X"),
        ("Right Down Return", "b2: O"),
        ("Up Return", "b3: X"),
        ("ctrl+z", "b3: empty"),
        ("ctrl+y", "b3: X"),
        ("Left Down Down Return", "a1: O"),
        ("Up Up Right Right Return", "c3: X"),
    ] {
        keys.split(' ').for_each(|key| window.key(key));
        window.find(shown);
    }
    window.find("X wins");
    assert_eq!(steps(&game), ["0 0", "1 1", "0 1", "2 0", "0 2"]);
    window.key("ctrl+q");
    window.find("Do you want to close the game?");
    window.key("Escape");
    window.lacks("Do you want to close the game?");
    window.key("ctrl+q");
    window.click("Close the game");
    assert!(game.ended().success());
}

/// One window for each seat of the same game. An action in one window is seen in the other, and
/// each window lets only its own seat play. Closing a window asks first and then ends the game for
/// both.
#[test]
fn every_seat_has_its_window() {
    let Some(desktop) = Desktop::start() else { return };
    let game = desktop.play(&format!("{RECORDED} -g ttt -m"));
    let [first, second] =
        [(0, "X (You!)"), (1, "O (You!)")].map(|(number, title)| game.seat_window(number, title));
    first.find("Turn for X (You!)");
    second.find("Turn for X");
    act(&second, "a3");
    second.find("It is X's turn");
    act(&first, "b2");
    second.find("b2: X");
    second.find("Turn for O (You!)");
    act(&second, "a3");
    first.find("a3: O");
    first.settle().keep("seat-x");
    second.front().keep("seat-o");
    second.close();
    second.click("Keep playing");
    assert_eq!(game.windows(), 2);
    second.close();
    second.click("Quit the game");
    assert_eq!(steps(&game), ["1 1", "0 0"]);
    assert!(game.ended().success());
}

#[test]
fn engines_think_while_the_window_lives() {
    let Some(desktop) = Desktop::start() else { return };
    let game = desktop.play("-g ataxx -p X:a:time=60m,O");
    let window = game.window();
    window.find("X is thinking");
    window.click("Stop thinking");
    window.lacks("X is thinking");
    window.key("ctrl+q");
    window.click("Quit the game");
    assert!(game.ended().success());
}

/// A window that is left alone costs nothing: there is a second in which it uses no CPU time.
#[test]
fn idle_windows_rest() {
    let Some(desktop) = Desktop::start() else { return };
    for line in ["-g cn -d 15x15", "-g dawn -m"] {
        let game = desktop.play(line);
        game.window().find("Turn for");
        game.rests();
    }
}

#[test]
fn records_are_watched() {
    let Some(desktop) = Desktop::start() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game");
    fs::write(&file, "Record: 1\nGame: ttt\nPlayers: X:m,O:m\n\n1. 1 1\n2. 0 0\n").expect("a file");
    for (line, shown, then) in
        [("", "Step 0 of 2", "Step 1 of 2"), ("--to 1", "Step 1 of 2", "Step 2 of 2")]
    {
        let game = desktop.play(&format!("--replay {} {line}", file.display()));
        let window = game.window();
        window.find(shown);
        window.key("PageDown");
        window.find(then);
    }
}

/// The board is drawn in windows of every size, and clicks find it.
#[test]
fn windows_have_any_size() {
    let Some(desktop) = Desktop::start() else { return };
    let game = desktop.play(&format!("{RECORDED} -g ataxx"));
    let window = game.window();
    for ((width, height), from, to) in [
        ((480, 360), "a7", "b7"),
        ((1200, 400), "g7", "g6"),
        ((500, 980), "g1", "g2"),
        ((1200, 980), "a1", "a2"),
    ] {
        window.resize(width, height);
        act(&window, from);
        act(&window, to);
        window.find(&format!("{to}: {}", if from == "a7" || from == "g1" { "X" } else { "O" }));
        let picture = window.settle();
        assert!(
            picture.size() == (width, height) && picture.colours() > 100,
            "{} colours",
            picture.colours()
        );
        picture.keep(&format!("ataxx-{width}x{height}"));
    }
}

/// Every command line of the documents that opens a window works.
#[test]
fn the_documented_command_lines_work() {
    let Some(desktop) = Desktop::start() else { return };
    let documents =
        [include_str!("../../../../README.md"), include_str!("../../../../docs/window.md")];
    let lines = documents
        .iter()
        .flat_map(|text| text.lines())
        .filter_map(|line| line.strip_prefix("ludoteca -v window"));
    // These lines need a record first. Another test covers them.
    let lines: Vec<&str> = lines.filter(|line| !line.contains("--replay")).collect();
    assert!(lines.len() >= 4, "{lines:?}");
    for line in lines {
        let game = desktop.play(line.split(" #").next().expect("a first part"));
        game.window().find("Turn for");
    }
}
