//! Games that others recorded, replayed move by move with their boards.

use ludoteca_core::{Next, Table, Verdict};
use ludoteca_games::catalog;

use crate::boards::{walk_board, walk_seat};
use crate::data_files;

/// Random games from slow, independent rules. Every line has a move, a tab, the board, and the seat that moves next.
#[test]
fn walks() {
    let mut walks = 0;
    for info in catalog::GAMES {
        for (name, text) in data_files(info.id, "walk-", ".txt") {
            walks += 1;
            let options = catalog::parse(&options_of(&name)).expect("the file name gives the options");
            let mut table = catalog::open(&options).expect("the options go together");
            for (number, line) in text.lines().enumerate() {
                if line == "game" {
                    table.restart();
                    continue;
                }
                let (typed, after) = line.split_once('\t').expect("a move and a board");
                table.step(typed).unwrap_or_else(|error| panic!("{name}:{}: {error}", number + 1));
                assert_eq!(with_seat(table.as_ref(), after), after, "{name}:{}", number + 1);
            }
        }
    }
    assert_eq!(walks, 11, "walks are found");
}

/// The options behind a file's name: `walk-cn-6x9-line4-3seats.txt`.
fn options_of(name: &str) -> String {
    let name = name.trim_start_matches("walk-").trim_end_matches(".txt");
    let mut words = name.split('-');
    let mut options = words.next().expect("a game").to_owned();
    for word in words {
        if let Some(line) = word.strip_prefix("line") {
            options += &format!(" line={line}");
        } else if let Some(seats) = word.strip_suffix("seats") {
            options += &format!(" seats={seats}");
        } else if let Some((rows, cols)) = word.split_once('x') {
            options += &format!(" rows={rows} cols={cols}");
        } else if word == "obstacles" {
            options += " obstacles=1,1/1,9/9,1/9,9/5,5/2,5/8,5";
        }
    }
    options
}

/// The table's board and seat in the form of the walk; after the end the walk's seat means nothing.
fn with_seat(table: &dyn Table, expected: &str) -> String {
    let seat = match table.next() {
        Next::Move(seat) => walk_seat(table.options().info().id, seat),
        _ => expected.split(' ').next_back().expect("a seat").to_owned(),
    };
    let separator = if expected.contains('|') { " | " } else { " " };
    format!("{}{separator}{seat}", walk_board(table))
}

/// The four-player game of the Ataxx annex, with its silent skips.
#[test]
fn the_ataxx_annex() {
    const NAMES: &str = "WBRY";
    let (_, text) = data_files("ataxx", "annex", ".txt").pop().expect("the annex is there");
    let options = catalog::parse("ataxx rows=5 cols=5 seats=4").expect("options");
    let mut table = catalog::open(&options).expect("options go together");
    table.set_position("x-b1o/--3/r3r/-3-/o1b1x x 0 1").expect("the annex's start");
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    let mut moves = 0;
    for block in lines.chunks(6) {
        let [heading, board @ ..] = block else { unreachable!("chunks are not empty") };
        if *heading == "winner B" {
            continue;
        }
        if *heading != "start" {
            let (name, typed) = heading.split_once(' ').expect("a name and a move");
            let seat = table.next().seat().expect("the game goes on");
            assert_eq!(&NAMES[seat.index()..=seat.index()], name, "before {heading}");
            table.step(typed).unwrap_or_else(|error| panic!("{heading}: {error}"));
            moves += 1;
        }
        let named = |letter: char| letter.to_digit(10).map_or(letter, |n| NAMES.as_bytes()[n as usize - 1] as char);
        assert_eq!(walk_board(table.as_ref()).chars().map(named).collect::<String>(), board.concat(), "{heading}");
    }
    assert_eq!(moves, 31);
    let outcome = table.next().outcome().expect("the game is over");
    assert!(matches!(outcome.verdict, Verdict::Won(seat) if seat.number() == 2));
    let mut points = outcome.points;
    points.sort_unstable();
    assert_eq!(points, [0, 0, 3, 17]);
}
