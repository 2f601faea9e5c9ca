//! Tests of Breakthrough.

mod reference;

use ludoteca_core::Table;
use ludoteca_core::conformance::Effort;

use super::*;
use crate::testing::evaluations::{self, BoardMirroring};
use crate::testing::{keeps_contract, scenes, second_opinion, statistics, table_at, told};

#[test]
fn keeps_the_contract() {
    let sizes = [
        (6, 6, 50),
        (4, 2, 50),
        (4, 16, 5),
        (8, 8, 5),
        (16, 2, 10),
        (16, 4, 5),
        (5, 13, 5),
        (8, 16, 2),
    ];
    let wide = [(9, 15, 2), (16, 16, 1)];
    for (rows, cols, games) in sizes.into_iter().chain(wide) {
        let options = format!("breakthrough rows={rows} cols={cols}");
        keeps_contract(&options, Effort { games, plies: 1000, ..Effort::default() });
    }
}

fn table(position: &str) -> Box<dyn Table> {
    table_at(INFO.id, position)
}

#[test]
fn moves_are_refused_with_the_reason() {
    let position = "bb2bb/bb1bbb/1br3/1rbr2/rr2rr/r1rrrr r";
    let rows = [
        ("4 5 3 5", None),
        ("3 1 2 0", None),
        ("3 3 2 2", Some("there is a piece of yours on 2 2")),
        ("3 1 2 1", Some("a piece may not capture straight ahead")),
        ("2 2 1 1", None),
        ("2 2 1 3", None),
        ("2 2 1 2", None),
        ("2 2 3 1", Some("a piece moves one row up, straight or diagonally")),
        ("2 2 2 3", Some("a piece moves one row up, straight or diagonally")),
        ("4 5 2 5", Some("a piece moves one row up, straight or diagonally")),
        ("4 5 3 3", Some("a piece moves one row up, straight or diagonally")),
        ("2 1 3 0", Some("the piece on 2 1 is not yours")),
        ("2 0 1 0", Some("there is no piece on 2 0")),
        ("6 0 5 0", Some("there is no cell 6 0: rows are 0 to 5, columns 0 to 5")),
        (
            "5 0 4",
            Some(
                "`5 0 4` is no move: it takes row and column of the origin and of the destination, four numbers",
            ),
        ),
    ];
    for (text, reason) in rows {
        let refusal = table(position).step(text).err().map(told);
        assert_eq!(refusal.as_deref(), reason, "{text}");
    }
}

#[test]
fn typed_moves_are_the_legal_ones() {
    for position in
        ["bb2bb/bb1bbb/1br3/1rbr2/rr2rr/r1rrrr r", "bb2bb/bb1bbb/1br3/1rbr2/rr2rr/1rrrrr b"]
    {
        let mut typed = Vec::new();
        for n in 0..6 * 6 * 6 * 6 {
            let text = format!("{} {} {} {}", n / 216, n / 36 % 6, n / 6 % 6, n % 6);
            if table(position).step(&text).is_ok() {
                typed.push(text);
            }
        }
        let mut legal = table(position).steps();
        legal.sort();
        assert_eq!(typed, legal, "{position}");
    }
}

#[test]
fn games_end() {
    for (position, m, ending) in [
        ("6/6/6/6/b5/5r b", "4 0 5 0", "the other side is reached"),
        ("6/r5/6/6/b5/6 r", "1 0 0 1", "the other side is reached"),
        ("6/6/b5/1r4/6/6 r", "3 1 2 0", "the last piece is captured"),
    ] {
        let mut table = table(position);
        let mover = table.next().seat();
        table.step(m).unwrap();
        assert_eq!(
            table.next().outcome().and_then(|outcome| outcome.winner()),
            mover,
            "{position}"
        );
        assert_eq!(table.ending().map(|ending| ending.to_string()).as_deref(), Some(ending));
        assert_eq!(told(table.step("0 0 1 0").unwrap_err()), "the game is over");
    }
}

#[test]
fn impossible_positions_are_refused() {
    let impossible = [
        ("bbbbbb/bbbbbb/b5/6/rrrrrr/rrrrrr b", "blue has 13 pieces, more than 12"),
        ("r5/6/6/6/6/b5 b", "it is the turn of blue, who has already reached the other side"),
        ("6/b5/6/6/6/1b4 b", "it is the turn of blue, who has already reached the other side"),
        ("6/b5/6/6/5r/2b1b1 r", "blue has reached the other side twice"),
        ("6/6/6/6/6/6 b", "red has just moved and has no pieces"),
        ("6/6/6/3b2/6/6 b", "red has just moved and has no pieces"),
        (
            "bbbbbb/bbbbbb/6/6/rrrrrr/rrrrrr r",
            "moving one row at a time, in turn, the pieces cannot stand so with red to move",
        ),
        (
            "bbbbbb/bbbbbb/6/6/rrrrrr/rrrrr1 b",
            "moving one row at a time, in turn, the pieces cannot stand so with blue to move",
        ),
    ];
    for (position, reason) in impossible {
        let error = table("bbbbbb/bbbbbb/6/6/rrrrrr/rrrrrr b").set_position(position).unwrap_err();
        assert_eq!(told(error), format!("no game can reach this position: {reason}"), "{position}");
    }
    for malformed in
        ["", "6/6/6/6/6 b", "6/6/6/6/6/7 b", "6/6/6/6/6/5x b", "6/6/6/6/6/5b x", "6/6/6/6/6/5b b 1"]
    {
        table("bbbbbb/bbbbbb/6/6/rrrrrr/rrrrrr b").set_position(malformed).unwrap_err();
    }
}

#[test]
fn second_opinion() {
    for (rows, cols) in
        [(4, 2), (4, 16), (6, 6), (8, 8), (9, 4), (16, 2), (5, 13), (11, 11), (16, 8), (16, 16)]
    {
        let options = format!("breakthrough rows={rows} cols={cols}");
        second_opinion::compare(&options, 4, 400, || reference::Breakthrough::new(rows, cols));
    }
}

#[test]
fn walks() {
    second_opinion::replay::<reference::Breakthrough>(
        "breakthrough",
        include_str!("../data/walk-breakthrough-6x6.txt"),
    );
    second_opinion::replay::<reference::Breakthrough>(
        "breakthrough rows=9 cols=4",
        include_str!("../data/walk-breakthrough-9x4.txt"),
    );
}

#[test]
fn random_games_have_the_published_statistics() {
    let small = statistics::tally("breakthrough", 50_000);
    statistics::near("plies on 6x6", small.plies as f64 / small.games as f64, 28.1, 0.2);
    statistics::near("first on 6x6", small.wins[0] as f64 / small.games as f64, 0.515, 0.012);
    let large = statistics::tally("breakthrough rows=8 cols=8", 20_000);
    statistics::near("plies on 8x8", large.plies as f64 / large.games as f64, 64.1, 0.5);
}

#[test]
fn marks_name_rows_and_columns() {
    scenes::has_marks("breakthrough rows=15 cols=6", &scenes::ranks(15), "", &scenes::letters(6));
}

#[test]
fn the_last_step_marks_origin_and_destination() {
    for (steps, expected) in [("1 2 2 3", "c5, d4"), ("1 2 2 3, 4 4 3 3", "e2, d3")] {
        scenes::has_last_step(INFO.id, steps, expected);
    }
}

#[test]
fn the_evaluation_favours_no_seat() {
    evaluations::favours_no_seat("breakthrough", 'b', 'r', BoardMirroring::Turned);
    evaluations::favours_no_seat("breakthrough rows=8 cols=8", 'b', 'r', BoardMirroring::Turned);
    evaluations::favours_no_seat("breakthrough rows=5 cols=16", 'b', 'r', BoardMirroring::Mirrored);
}

#[test]
fn scored_moves_agree_with_the_rules() {
    evaluations::scores_moves_in_order("breakthrough");
}

#[test]
fn the_evaluation_is_symmetric() {
    for options in [
        "breakthrough",
        "breakthrough rows=8 cols=16",
        "breakthrough rows=16 cols=16",
        "breakthrough rows=4 cols=2",
    ] {
        evaluations::is_symmetric(options);
    }
}

#[test]
fn views_say_what_to_do() {
    scenes::says(
        "breakthrough",
        "",
        ["Move a piece forward; it captures diagonally", "12 pieces, 12 pieces", "", ""],
    );
    scenes::says("breakthrough rows=4 cols=2", "rb/2/2/1r b", ["", "1 piece, 2 pieces", "", "a4"]);
}
