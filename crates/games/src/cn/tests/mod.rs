//! Tests of Connect-N.

use std::collections::BTreeMap;

use ludoteca_core::conformance::Effort;
use ludoteca_core::{Next, Outcome, PositionError, Seat};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

use super::INFO;
use crate::catalog;
use crate::testing::in_a_row::InARow;
use crate::testing::{
    evaluations, keeps_contract, scenes, second_opinion, statistics, table, told,
};

#[test]
fn keeps_the_contract() {
    let check = |line, games| keeps_contract(line, Effort { games, ..Effort::default() });
    for line in
        ["cn rows=3 cols=3", "cn", "cn seats=3", "cn seats=4 line=3", "cn rows=8 cols=8 line=5"]
    {
        check(line, 20);
    }
    for line in [
        "cn rows=3 cols=19 line=19",
        "cn rows=11 cols=10 line=4 seats=3",
        "cn rows=15 cols=15 line=5",
    ] {
        check(line, 2);
    }
    for line in [
        "cn rows=16 cols=16 seats=4",
        "cn rows=19 cols=19 line=5",
        "cn rows=19 cols=18 line=6 seats=3",
    ] {
        check(line, 1);
    }
}

#[test]
fn lines_win() {
    // Options, a position, a move, and who wins by it.
    let rows = [
        ("cn", "xxxx1/oooo1/5/5/5 x", "0 4", Some(Seat::FIRST)),
        ("cn", "xxxx1/oooo1/5/x4/5 o", "1 4", Some(Seat::SECOND)),
        ("cn", "x4/x4/o1ooo/x4/x4 x", "2 1", None),
        ("cn", "x1o2/x1o2/5/x1o2/x1o2 x", "2 0", Some(Seat::FIRST)),
        ("cn", "x4/ox3/o1x2/o2x1/o4 x", "4 4", Some(Seat::FIRST)),
        ("cn", "4x/o2x1/o1x2/ox3/4o x", "4 0", Some(Seat::FIRST)),
        // A line that is longer than needed.
        ("cn rows=3 cols=7 line=4", "xxx1xxx/ooo1ooo/7 x", "0 3", Some(Seat::FIRST)),
        // A line does not continue from the end of one row to the next.
        ("cn rows=3 cols=4", "2x1/x3/oo2 x", "0 3", None),
        ("cn rows=4 cols=4 line=3 seats=3", "xx2/oo2/2rr/4 x", "0 2", Some(Seat::FIRST)),
        ("cn rows=4 cols=4 line=3 seats=4", "xx1x/oo1o/bb2/rr2 r", "3 2", Some(Seat::new(2))),
        ("cn rows=4 cols=4 line=3 seats=4", "xx1x/oo1o/bb2/rr2 r", "0 2", None),
        (
            "cn rows=15 cols=15 line=5",
            "15/15/15/15/4xxxx7/15/15/4oooo7/15/15/15/15/15/15/15 x",
            "4 8",
            Some(Seat::FIRST),
        ),
        (
            "cn rows=19 cols=19",
            "19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19 x",
            "0 0",
            None,
        ),
    ];
    for (options, position, text, winner) in rows {
        let mut table = table(options);
        table
            .set_position(position)
            .unwrap_or_else(|error| panic!("{options} {position}: {error}"));
        table.step(text).unwrap();
        assert_eq!(
            table.next().outcome().and_then(|outcome| outcome.winner()),
            winner,
            "{options} {position}"
        );
    }
}

#[test]
fn a_full_board_is_a_draw() {
    let mut table = table("cn rows=3 cols=3");
    table.set_position("xox/xox/o1o x").unwrap();
    assert_eq!(table.step("2 1").map(|_| table.next()), Ok(Next::Over(Outcome::draw())));
    assert_eq!(
        table.ending().map(|ending| ending.to_string()).as_deref(),
        Some("the board is full")
    );
}

#[test]
fn moves_are_refused_with_the_reason() {
    let mut table = table("cn");
    table.set_position("5/2x2/5/5/5 o").unwrap();
    for (text, reason) in [
        ("1 2", "cell 1 2 is taken"),
        ("5 0", "there is no cell 5 0: rows are 0 to 4, columns 0 to 4"),
        ("1", "`1` is no move: it takes row and column, two numbers"),
        ("1 -1", "there is no cell 1 -1: rows are 0 to 4, columns 0 to 4"),
    ] {
        assert_eq!(told(table.step(text).unwrap_err()), reason);
    }
}

#[test]
fn impossible_positions_are_refused() {
    let rows = [
        ("cn", "5/2x2/5/5/5 x", "with 1 x and 0 o it is not the turn of x"),
        ("cn", "5/2x2/2x2/5/5 x", "with 2 x and 0 o it is not the turn of x"),
        ("cn seats=3", "5/xor2/5/5/5 r", "with 1 x, 1 o and 1 r it is not the turn of r"),
        ("cn", "xxxxx/ooooo/5/5/5 x", "x has 5 in a row and did not move last"),
        ("cn", "xxxxx/oooo1/5/5/4o x", "x has 5 in a row and did not move last"),
        ("cn", "xxxxx/oooo1/xxxxx/1oooo/o4 o", "x has lines that no single piece can have made"),
        (
            "cn rows=3 cols=7 line=3",
            "xxxxxx1/oo1oo1o/7 o",
            "x has lines that no single piece can have made",
        ),
    ];
    for (options, position, reason) in rows {
        let refused = table(options).set_position(position).unwrap_err();
        assert_eq!(
            refused.to_string(),
            format!("no game can reach this position: {reason}"),
            "{options} {position}"
        );
    }
    // The longest line that one piece can make, which is its middle piece.
    assert_eq!(table("cn rows=3 cols=7 line=3").set_position("xxxxx2/oo1oo2/7 o"), Ok(()));
    let refused = table("cn seats=2").set_position("5/2r2/5/5/5 o").unwrap_err();
    assert!(matches!(refused, PositionError::Letter { found: 'r', .. }));
}

#[test]
fn lines_are_no_longer_than_the_board() {
    let refused = |line| catalog::open(&catalog::parse(line).unwrap()).err().map(told);
    let reason = "line=9 for cn: allowed is a whole number from 3 to 8, the longer side";
    assert_eq!(refused("cn rows=8 cols=7 line=9").as_deref(), Some(reason));
    assert_eq!(refused("cn rows=8 cols=7 line=8"), None);
}

#[test]
fn random_moves_are_uniform() {
    // On an empty, a half full and a nearly full board, each empty cell is drawn about equally
    // often.
    for position in ["3/3/3 x", "xox/3/3 o", "xox/oox/3 x"] {
        let mut table = table("cn rows=3 cols=3");
        table.set_position(position).unwrap();
        let mut generator = ChaCha8Rng::seed_from_u64(1);
        let mut counts = BTreeMap::new();
        for _ in 0..3000 {
            *counts.entry(table.random_step(&mut generator).unwrap()).or_insert(0) += 1;
        }
        assert_eq!(counts.len(), table.steps().len());
        let expected = 3000 / counts.len();
        assert!(
            counts.values().all(|n| (expected * 4 / 5..expected * 6 / 5).contains(n)),
            "{position}: {counts:?}"
        );
    }
}

#[test]
fn second_opinion() {
    for (rows, cols, line, seats) in [
        (3, 3, 3, 3),
        (5, 5, 5, 2),
        (4, 7, 3, 4),
        (8, 8, 4, 2),
        (9, 8, 5, 3),
        (10, 12, 5, 2),
        (15, 15, 5, 2),
        (19, 19, 6, 4),
        (19, 3, 19, 2),
        (3, 19, 3, 3),
    ] {
        let options = format!("cn rows={rows} cols={cols} line={line} seats={seats}");
        second_opinion::compare(&options, 5, 400, || InARow::new(rows, cols, line, seats));
    }
}

#[test]
fn walks() {
    second_opinion::replay::<InARow>("cn", include_str!("../data/walk-cn-5x5.txt"));
    second_opinion::replay::<InARow>(
        "cn rows=6 cols=9 line=4 seats=3",
        include_str!("../data/walk-cn-6x9-line4-3seats.txt"),
    );
}

#[test]
fn three_by_three_plays_like_tic_tac_toe() {
    let tally = statistics::tally("cn rows=3 cols=3", 100_000);
    statistics::near("plies", tally.plies as f64 / tally.games as f64, 3203.0 / 420.0, 0.017);
}

#[test]
fn marks_name_rows_and_columns() {
    scenes::has_marks("cn rows=11 cols=15", &scenes::ranks(11), "", &scenes::letters(15));
}

#[test]
fn the_last_step_marks_origin_and_destination() {
    scenes::has_last_step(INFO.id, "2 3", "d3");
}

#[test]
fn scored_moves_agree_with_the_rules() {
    for options in ["cn", "cn rows=9 cols=8 line=4"] {
        evaluations::scores_moves_in_order(options);
    }
}

#[test]
fn the_evaluation_is_symmetric() {
    for options in [
        "cn",
        "cn rows=8 cols=16",
        "cn rows=16 cols=16 line=5",
        "cn rows=19 cols=19 line=5",
        "cn seats=3",
        "cn rows=8 cols=16 seats=3",
        "cn rows=16 cols=16 seats=4",
        "cn rows=19 cols=19 seats=4",
    ] {
        evaluations::is_symmetric(options);
    }
}

#[test]
fn views_say_what_to_do() {
    scenes::says("cn", "", ["Choose a free cell: 5 in a row wins", "", "", ""]);
    scenes::says(
        "cn rows=15 cols=15 line=5",
        "",
        ["Choose a free cell: 5 in a row wins", "", "", ""],
    );
    scenes::says("cn rows=3 cols=3", "xxx/oo1/3 o", ["", "", "", "a3 b3 c3"]);
}
