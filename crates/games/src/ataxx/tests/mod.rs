//! Tests of Ataxx.

mod reference;

use std::collections::BTreeMap;

use ludoteca_core::conformance::Effort;
use ludoteca_core::{Message, Next, Outcome, Seat, Table, Verdict};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

use super::INFO;
use crate::catalog;
use crate::testing::evaluations::{self, BoardMirroring};
use crate::testing::reference::Reference;
use crate::testing::{keeps_contract, scenes, second_opinion, statistics, table, table_at, told};
use reference::Ataxx;

fn over(table: &dyn Table) -> (Verdict, [i32; 4], String) {
    let Next::Over(Outcome { verdict, points }) = table.next() else {
        panic!("{} goes on", table.position())
    };
    (verdict, points, table.ending().unwrap().to_string())
}

#[test]
fn keeps_the_contract() {
    let rows = [
        ("ataxx", 10),
        ("ataxx rows=5 cols=5 seats=4", 20),
        ("ataxx rows=5 cols=5 seats=4 obstacles=0,1/1,0/1,1/3,0/3,4", 20),
        ("ataxx seats=3 no-progress=3", 20),
        ("ataxx rows=5 cols=9 seats=3 no-progress=0", 3),
        ("ataxx rows=11 cols=9 no-progress=2", 2),
        ("ataxx rows=9 cols=11 seats=4 obstacles=4,5", 1),
        ("ataxx rows=13 cols=13", 1),
        ("ataxx rows=15 cols=15 seats=3", 1),
    ];
    for (line, games) in rows {
        keeps_contract(line, Effort { games, plies: 120, ..Effort::default() });
    }
}

#[test]
fn moves_capture_all_neighbours() {
    // Options, a position, a move, and the position after it.
    let rows = [
        (
            "ataxx",
            "xxx3o/xx1ooo1/x2ooo1/7/7/7/o5x x 3 9",
            "1 1 2 2",
            "xxx3o/xx1xoo1/x1xxoo1/7/7/7/o5x o 0 9",
        ),
        (
            "ataxx",
            "xxx3o/x1oxoo1/xx1ooo1/7/7/7/o5x o 3 9",
            "2 3 1 1",
            "ooo3o/oooxoo1/oo2oo1/7/7/7/o5x x 4 10",
        ),
        // Obstacles stay; three other seats lose a piece each.
        (
            "ataxx rows=5 cols=5 seats=4",
            "x3o/1r1b1/1o-1x/5/r3b x 0 1",
            "2 4 1 2",
            "x3o/1xxx1/1x-2/5/r3b o 1 1",
        ),
    ];
    for (options, position, text, after) in rows {
        let mut table = table_at(options, position);
        table.step(text).unwrap();
        assert_eq!(table.position(), after, "{position}: {text}");
    }
}

#[test]
fn clones_to_one_cell_are_one_move() {
    let mut table = table_at("ataxx", "xx5/7/7/7/7/7/6o x 0 1");
    assert_eq!(
        table.steps().iter().filter(|step| step.ends_with(" 1 1")).collect::<Vec<_>>(),
        ["0 0 1 1"]
    );
    assert_eq!(table.step(" 0\t1 1  1 ").unwrap().text, "0 0 1 1");
    assert_eq!(table.position(), "xx5/1x5/7/7/7/7/6o o 0 1");
}

#[test]
fn moves_are_refused_with_the_reason() {
    let mut table = table_at("ataxx", "x-4o/-1o4/7/7/7/7/o5x x 0 1");
    let form = "row and column twice, four numbers";
    for (text, reason) in [
        ("", format!("`` is no move: it takes {form}")),
        ("0 0 1", format!("`0 0 1` is no move: it takes {form}")),
        ("0 0 1 -1", "there is no cell 1 -1: rows are 0 to 6, columns 0 to 6".to_owned()),
        ("0 0 1 -0", format!("`0 0 1 -0` is no move: it takes {form}")),
        ("0 0 7 1", "there is no cell 7 1: rows are 0 to 6, columns 0 to 6".to_owned()),
        ("0 7 1 1", "there is no cell 0 7: rows are 0 to 6, columns 0 to 6".to_owned()),
        ("3 3 4 4", "there is no piece on 3 3".to_owned()),
        ("1 2 1 3", "the piece on 1 2 is another player's".to_owned()),
        ("1 0 1 1", "there is an obstacle on 1 0, not a piece".to_owned()),
        ("0 0 0 0", "a piece does not move to its own cell".to_owned()),
        ("0 0 1 3", "0 0 to 1 3 is a distance of 3: a piece moves 1 or 2 cells".to_owned()),
        ("0 0 1 2", "cell 1 2 is taken".to_owned()),
        ("0 0 0 1", "there is an obstacle on 0 1".to_owned()),
    ] {
        assert_eq!(told(table.step(text).unwrap_err()), reason);
    }
}

#[test]
fn positions_are_refused_with_the_reason() {
    for (options, position, reason) in [
        ("ataxx", "x5o/7 x 0 1", "this board has 7 rows, but the position has 2"),
        (
            "ataxx",
            "x5o/7/7/8/7/7/o5x x 0 1",
            "this board has 7 columns, but row 3 of the position, `8`, does not",
        ),
        (
            "ataxx",
            "x5o/7/7/r6/7/7/o5x x 0 1",
            "`r` in the position is not a cell: allowed are x, o and -, and numbers for runs of empty cells",
        ),
        ("ataxx", "x5o/7/7/7/7/7/o5x r 0 1", "`r` is not a seat to move: allowed are x and o"),
        (
            "ataxx",
            "x5o/7/7/7/7/7/o5x x 101 1",
            "`101` is not a number of plies without a clone: allowed is a whole number from 0 to 100",
        ),
        (
            "ataxx",
            "x5o/7/7/7/7/7/o5x x 0 0",
            "`0` is not a move number: allowed is a whole number from 1 to 4294967295",
        ),
        ("ataxx", "7/7/7/3-3/7/7/7 x 0 1", "no game can reach this position: there are no pieces"),
    ] {
        assert_eq!(told(table(options).set_position(position).unwrap_err()), reason, "{position}");
    }
    let unlimited = table_at("ataxx no-progress=0", "x5o/7/7/7/7/7/o5x x 4294967295 4294967295");
    assert_eq!(unlimited.next(), Next::Move(Seat::FIRST));
}

#[test]
fn seats_that_cannot_move_are_skipped() {
    // Options, a position, a move, who is skipped and why, and the position after it.
    let (no_pieces, stuck) = ("has no pieces left", "cannot move");
    type Row<'a> = (&'a str, &'a str, &'a str, &'a [(usize, &'a str)], &'a str);
    let rows: &[Row<'_>] = &[
        (
            "ataxx",
            "x--4/---4/---4/7/7/7/5oo o 0 1",
            "6 5 5 5",
            &[(0, stuck)],
            "x--4/---4/---4/7/7/5o1/5oo o 0 2",
        ),
        (
            "ataxx rows=5 cols=5 seats=4",
            "x3o/5/5/5/4r x 0 7",
            "0 0 0 1",
            &[],
            "xx2o/5/5/5/4r o 0 7",
        ),
        (
            "ataxx rows=5 cols=5 seats=4",
            "x3o/5/5/5/4r r 0 7",
            "4 4 3 3",
            &[(3, no_pieces)],
            "x3o/5/5/3r1/4r x 0 8",
        ),
        (
            "ataxx rows=5 cols=5 seats=4",
            "b3x/1o3/5/5/4r x 0 7",
            "0 4 0 2",
            &[(1, no_pieces)],
            "b1x2/1x3/5/5/4r r 1 7",
        ),
    ];
    for (options, position, text, skipped, after) in rows {
        let mut table = table_at(options, position);
        let stepped = table.step(text).unwrap();
        let expected: Vec<_> =
            skipped.iter().map(|(seat, why)| (Seat::new(*seat), Message::same(*why))).collect();
        assert_eq!(
            (stepped.skipped, table.position()),
            (expected, (*after).to_owned()),
            "{position}"
        );
    }
}

#[test]
fn seats_that_cannot_move_are_skipped_on_loading() {
    let mut two = table("ataxx");
    two.set_position("x--4/---4/---4/7/7/7/5oo x 5 3").unwrap();
    assert_eq!(two.skipped_at_start(), [(Seat::FIRST, Message::same("cannot move"))]);
    assert_eq!(two.position(), "x--4/---4/---4/7/7/7/5oo o 5 3");
    let mut four = table("ataxx seats=4");
    four.set_position("7/7/7/o5x/7/7/7 r 5 3").unwrap();
    assert_eq!(
        four.skipped_at_start(),
        [2, 3].map(|seat| (Seat::new(seat), Message::same("has no pieces left")))
    );
    assert_eq!(four.position(), "7/7/7/o5x/7/7/7 x 5 4");
    // Nobody is skipped where the game is over.
    two.set_position("7/7/7/o6/7/7/7 x 5 3").unwrap();
    assert_eq!(two.skipped_at_start(), []);
    assert_eq!(two.position(), "7/7/7/o6/7/7/7 x 5 3");
    // The first seat is also skipped if obstacles enclose it from the start.
    let shut = "0,1/0,2/1,0/1,1/1,2/2,0/2,1/2,2/4,4/4,5/4,6/5,4/5,5/5,6/6,4/6,5";
    let mut shut = table(&format!("ataxx obstacles={shut}"));
    shut.restart();
    assert_eq!(shut.next(), Next::Move(Seat::SECOND));
    assert_eq!(shut.skipped_at_start(), [(Seat::FIRST, Message::same("cannot move"))]);
}

#[test]
fn games_end() {
    let won = |seat| Verdict::Won(Seat::new(seat));
    // Options, a position, a move, the verdict, the pieces, the reason, and the position.
    let rows = [
        (
            "ataxx",
            "7/7/2x4/4o2/7/7/7 x 7 1",
            "2 2 2 3",
            (won(0), [3, 0, 0, 0], "all other seats have lost their pieces"),
            "7/7/2xx3/4x2/7/7/7 o 0 1",
        ),
        (
            "ataxx rows=5 cols=5 seats=3",
            "xxxx-/ooooo/rrrr1/ooooo/xxxxx r 0 1",
            "2 3 2 4",
            (Verdict::Draw, [9, 6, 9, 0], "the board is full"),
            "xxxx-/ooorr/rrrrr/ooorr/xxxxx x 0 2",
        ),
        (
            "ataxx",
            "x--4/1--4/---4/---4/3----/3----/3---o x 9 1",
            "0 0 1 0",
            (won(0), [2, 1, 0, 0], "no seat can move"),
            "x--4/x--4/---4/---4/3----/3----/3---o o 0 1",
        ),
        (
            "ataxx no-progress=9",
            "x6/7/7/7/7/7/5oo x 8 1",
            "0 0 2 2",
            (Verdict::Draw, [1, 2, 0, 0], "9 moves in a row without a clone"),
            "7/7/2x4/7/7/7/5oo o 9 1",
        ),
        // The seat that follows cannot move, but the clock has run out for all.
        (
            "ataxx no-progress=9 seats=3",
            "x6/7/7/7/7/7/5rr x 8 1",
            "0 0 2 2",
            (Verdict::Draw, [1, 0, 2, 0], "9 moves in a row without a clone"),
            "7/7/2x4/7/7/7/5rr o 9 1",
        ),
        // An end by the pieces on the same ply comes first.
        (
            "ataxx no-progress=9",
            "x6/7/3o3/7/7/7/7 x 8 1",
            "0 0 1 2",
            (won(0), [2, 0, 0, 0], "all other seats have lost their pieces"),
            "7/2x4/3x3/7/7/7/7 o 9 1",
        ),
    ];
    for (options, position, text, (verdict, points, reason), after) in rows {
        let mut table = table_at(options, position);
        assert!(
            table.step(text).unwrap().skipped.is_empty(),
            "{position}: nobody is skipped at the end"
        );
        assert_eq!(over(&*table), (verdict, points, reason.to_owned()), "{position}");
        assert_eq!(table.position(), after);
    }
}

#[test]
fn obstacles_must_suit_the_board() {
    let refused = |line: &str| catalog::open(&catalog::parse(line).unwrap()).err().map(told);
    let all: Vec<String> = (0..25)
        .filter(|cell| ![0, 4, 20, 24].contains(cell))
        .map(|cell| format!("{},{}", cell / 5, cell % 5))
        .collect();
    for (options, reason) in [
        ("obstacles=3,3/5,0", "obstacles=5,0 for ataxx: allowed is row,col up to 4,4"),
        ("obstacles=3,3/3,3", "obstacles=3,3 for ataxx: allowed is each cell once"),
        ("obstacles=0,4", "obstacles=0,4 for ataxx: allowed is any cell where no seat starts"),
        (
            "seats=3 obstacles=2,0",
            "obstacles=2,0 for ataxx: allowed is any cell where no seat starts",
        ),
        (
            &format!("obstacles={}", all.join("/")),
            "obstacles=21 cells for ataxx: allowed is what leaves some seat a move",
        ),
    ] {
        assert_eq!(refused(&format!("ataxx rows=5 cols=5 {options}")).as_deref(), Some(reason));
    }
    assert_eq!(refused("ataxx rows=5 cols=5 obstacles=2,0"), None, "nobody starts there");
}

#[test]
fn the_board_is_drawn() {
    let table = table_at("ataxx rows=5 cols=5 seats=4", "x-b1o/--3/r3r/-3-/o1b1x x 0 1");
    let text = table.board_text(&["W", "B", "R", "Y"]);
    assert!(text.starts_with(
        "  +---+---+---+---+---+\n0 | W | * | Y |   | B |\n  +---+---+---+---+---+\n1 | * | * |   |   |   |\n"
    ));
}

#[test]
fn random_moves_are_uniform() {
    let table = table_at("ataxx", "x5o/1x5/7/3xo2/7/7/o5x x 0 1");
    let mut generator = ChaCha8Rng::seed_from_u64(1);
    let mut counts = BTreeMap::new();
    let moves = table.steps().len();
    for _ in 0..1000 * moves {
        *counts.entry(table.random_step(&mut generator).unwrap()).or_insert(0) += 1;
    }
    assert_eq!(counts.len(), moves);
    assert!(counts.values().all(|n| (850..1150).contains(n)), "{counts:?}");
}

#[test]
fn second_opinion_on_all_sizes() {
    for rows in (5..=15).step_by(2) {
        for cols in (5..=15).step_by(2) {
            let seats = 2 + (rows / 2 + cols) % 3;
            let options = format!("ataxx rows={rows} cols={cols} seats={seats}");
            second_opinion::compare(&options, 2, 60 + 9000 / (rows * cols), || {
                Ataxx::new(rows, cols, seats, &[], 100)
            });
        }
    }
}

#[test]
fn second_opinion_with_obstacles_and_limits() {
    // Narrow boards full of obstacles: skips, eliminations and dead ends.
    type Case = (usize, usize, usize, &'static [(usize, usize)], u32);
    let cases: [Case; 6] = [
        (5, 5, 2, &[(1, 0), (1, 1), (1, 2), (1, 3), (1, 4), (2, 1), (2, 2), (2, 3)], 100),
        (5, 5, 4, &[(0, 1), (1, 0), (1, 1), (3, 0), (3, 4)], 100),
        (5, 5, 3, &[(1, 1), (1, 3), (2, 2), (3, 1), (3, 3), (0, 2), (4, 2)], 4),
        (
            7,
            7,
            2,
            &[
                (0, 2),
                (0, 4),
                (1, 2),
                (1, 4),
                (2, 1),
                (2, 5),
                (4, 1),
                (4, 5),
                (5, 2),
                (5, 4),
                (6, 2),
                (6, 4),
            ],
            0,
        ),
        (5, 7, 4, &[(2, 2), (2, 3), (2, 4)], 1),
        (11, 11, 4, &[(1, 1), (1, 9), (9, 1), (9, 9), (5, 5), (2, 5), (8, 5)], 100),
    ];
    for (rows, cols, seats, obstacles, limit) in cases {
        let cells: Vec<String> =
            obstacles.iter().map(|(row, col)| format!("{row},{col}")).collect();
        let options = format!(
            "ataxx rows={rows} cols={cols} seats={seats} obstacles={} no-progress={limit}",
            cells.join("/")
        );
        second_opinion::compare(&options, 12, 250, || {
            Ataxx::new(rows, cols, seats, obstacles, limit)
        });
    }
}

#[test]
fn walks() {
    second_opinion::replay::<Ataxx>("ataxx", include_str!("../data/walk-ataxx-7x7.txt"));
    second_opinion::replay::<Ataxx>(
        "ataxx rows=5 cols=9 seats=3",
        include_str!("../data/walk-ataxx-5x9-3seats.txt"),
    );
    second_opinion::replay::<Ataxx>(
        "ataxx rows=11 cols=11 seats=4 obstacles=1,1/1,9/9,1/9,9/5,5/2,5/8,5",
        include_str!("../data/walk-ataxx-11x11-4seats-obstacles.txt"),
    );
}

/// The four-player game of the annex, with its silent skips.
#[test]
fn the_annex() {
    const NAMES: &str = "WBRY";
    let mut table = table_at("ataxx rows=5 cols=5 seats=4", "x-b1o/--3/r3r/-3-/o1b1x x 0 1");
    let lines: Vec<&str> =
        include_str!("../data/annex.txt").lines().filter(|line| !line.starts_with('#')).collect();
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
        let named = |letter: char| {
            letter.to_digit(10).map_or(letter, |n| NAMES.as_bytes()[n as usize - 1] as char)
        };
        let found = Ataxx::board_of(&table.scene());
        assert_eq!(found.chars().map(named).collect::<String>(), board.concat(), "{heading}");
    }
    assert_eq!(moves, 31);
    let outcome = table.next().outcome().expect("the game is over");
    assert!(matches!(outcome.verdict, Verdict::Won(seat) if seat.number() == 2));
    let mut points = outcome.points;
    points.sort_unstable();
    assert_eq!(points, [0, 0, 3, 17]);
}

/// The mean length is what the `board-game` crate's random games have.
#[test]
fn random_games_are_fair() {
    let tally = statistics::tally("ataxx", 10_000);
    statistics::near("plies", tally.plies as f64 / tally.games as f64, 183.8, 4.0);
    statistics::near("first", tally.wins[0] as f64 / tally.games as f64, 0.5, 0.02);
}

#[test]
fn marks_name_rows_and_columns() {
    scenes::has_marks("ataxx rows=11 cols=15", &scenes::ranks(11), "", &scenes::letters(15));
}

#[test]
fn the_last_step_marks_origin_and_destination() {
    for (steps, expected) in [("0 0 1 1", "b6"), ("0 0 1 2", "a7, c6"), ("6 6 4 5", "g1, f3")] {
        scenes::has_last_step(INFO.id, steps, expected);
    }
}

#[test]
fn the_evaluation_favours_no_seat() {
    evaluations::favours_no_seat("ataxx", 'x', 'o', BoardMirroring::Alike);
    evaluations::favours_no_seat(
        "ataxx rows=9 cols=5 obstacles=4,2/2,1",
        'x',
        'o',
        BoardMirroring::Alike,
    );
    evaluations::favours_no_seat("ataxx rows=15 cols=15", 'x', 'o', BoardMirroring::Alike);
}

#[test]
fn scored_moves_agree_with_the_rules() {
    for options in ["ataxx", "ataxx rows=5 cols=5 seats=4"] {
        evaluations::scores_moves_in_order(options);
    }
}

#[test]
fn counters_do_not_end_games_too_soon() {
    for options in
        ["ataxx rows=5 cols=5 no-progress=2", "ataxx rows=5 cols=5 seats=3 no-progress=3"]
    {
        evaluations::counters_do_not_end_games_too_soon(options);
    }
}

#[test]
fn the_evaluation_is_symmetric() {
    for options in [
        "ataxx",
        "ataxx rows=9 cols=9",
        "ataxx rows=15 cols=15",
        "ataxx seats=3",
        "ataxx rows=9 cols=9 seats=3",
        "ataxx rows=15 cols=15 seats=4",
    ] {
        evaluations::is_symmetric(options);
    }
}

#[test]
fn views_say_what_to_do() {
    scenes::says(
        "ataxx",
        "",
        ["Clone a piece onto a neighbouring cell, or jump two cells", "2 pieces, 2 pieces", "", ""],
    );
    scenes::says(
        "ataxx",
        "x6/7/7/7/7/7/o5o x 0 1",
        ["Clone a piece onto a neighbouring cell, or jump two cells", "1 piece, 2 pieces", "", ""],
    );
}
