//! Tests of Advanced Tic-Tac-Toe.

mod reference;

use std::collections::HashSet;

use ludoteca_core::conformance::{self, Effort};
use ludoteca_core::{Language, Next, Notation, Outcome, Presentation, Rules, Seat, text};

use super::*;
use crate::testing::{evaluations, scenes, second_opinion, told};
use reference::Advanced;

fn game() -> AdvancedTicTacToe {
    AdvancedTicTacToe::new(50)
}

fn at(position: &str) -> State {
    game().read_position(position).unwrap_or_else(|error| panic!("{position}: {error}")).state
}

#[test]
fn keeps_the_contract() {
    for limit in [50, 4, 0] {
        conformance::check(
            &AdvancedTicTacToe::new(limit),
            Effort { games: 100, plies: 100, ..Effort::default() },
        );
    }
}

#[test]
fn a_line_wins_even_on_the_last_ply() {
    let rows = [
        ("xx1/oo1/3 x 0", "0 2", Next::Over(Outcome::win(Seat::FIRST))),
        ("xx1/oo1/2x o 0", "1 2", Next::Over(Outcome::win(Seat::SECOND))),
        ("xx1/oo1/1xo x 48", "2 1 2 0", Next::Move(Seat::SECOND)),
        ("xx1/oo1/1xo o 49", "2 2 2 0", Next::Over(Outcome::draw())),
        ("xx1/oo1/1xo o 49", "2 2 1 2", Next::Over(Outcome::win(Seat::SECOND))),
    ];
    for (position, text, next) in rows {
        let mut state = at(position);
        let m = game().read_move(&state, text).unwrap();
        game().play(&mut state, m);
        assert_eq!(game().next(&state), next, "{position} {text}");
    }
}

#[test]
fn moves_are_refused_with_the_reason() {
    let (placing, moving) = ("xx1/o2/3 o 0", "xx1/oo1/1xo x 0");
    let rows = [
        (placing, "0 0", "cell 0 0 is taken"),
        (placing, "3 0", "there is no cell 3 0: rows are 0 to 2, columns 0 to 2"),
        (placing, "1 0 2 2", "you still have pieces in hand: place one"),
        (placing, "1", "`1` is no move: it takes row and column, two numbers"),
        (moving, "2 0", "you have no pieces in hand: move one"),
        (moving, "1 0 2 0", "you have no piece on cell 1 0"),
        (moving, "2 0 0 2", "you have no piece on cell 2 0"),
        (moving, "0 0 1 1", "cell 1 1 is taken"),
        (moving, "0 0 0 0", "cell 0 0 is taken"),
        (moving, "0 0 0 3", "there is no cell 0 3: rows are 0 to 2, columns 0 to 2"),
        (
            moving,
            "0 0 to 0 2",
            "`0 0 to 0 2` is no move: it takes origin and destination, four numbers",
        ),
        ("xx1/oo1/1xo x 50", "2 1 0 2", "the game is over"),
    ];
    for (position, text, reason) in rows {
        assert_eq!(told(game().read_move(&at(position), text).unwrap_err()), reason, "{position}");
    }
}

#[test]
fn bad_positions_are_refused_with_the_reason() {
    let rows = [
        (
            "xx1/oo1/1xo x 51",
            "`51` is not the plies of movement: allowed is a whole number from 0 to 50",
        ),
        ("xxx/oo1/xo1 o 0", "no game can reach this position: x has 4 pieces, each seat has three"),
        (
            "xx1/o2/3 x 0",
            "no game can reach this position: with 2 x and 1 o it is not the turn of x",
        ),
        (
            "xx1/o2/3 o 1",
            "no game can reach this position: nobody has moved a piece while pieces are in hand",
        ),
        (
            "xx1/oo1/1xo x 1",
            "no game can reach this position: with 1 as the plies of movement it is not the turn of x",
        ),
        (
            "xxx/oo1/2o x 4",
            "no game can reach this position: the seat to move has three in a row already",
        ),
        (
            "xxx/ooo/3 x 4",
            "no game can reach this position: the seat to move has three in a row already",
        ),
    ];
    for (position, reason) in rows {
        assert_eq!(told(game().read_position(position).unwrap_err()), reason);
    }
}

/// Exactly the positions that a game can reach are accepted.
#[test]
fn exactly_the_possible_positions_are_read() {
    let game = AdvancedTicTacToe::new(0);
    let plies = 6 + 4;
    let mut reached = HashSet::from([game.start()]);
    let mut latest = reached.clone();
    for _ in 0..plies {
        let after = |state: &State| {
            game.moves(state).into_iter().map(|m| game.after(state, m)).collect::<Vec<_>>()
        };
        latest = latest.iter().flat_map(after).collect();
        reached.extend(&latest);
    }
    let boards = (0..3usize.pow(9)).map(|number| {
        text::write_rows(3, 3, |cell| {
            [None, Some('x'), Some('o')][number / 3usize.pow(cell as u32) % 3]
        })
    });
    let mut read = HashSet::new();
    for rows in boards {
        for (turn, clock) in
            ["x", "o"].into_iter().flat_map(|turn| (0..=4).map(move |clock| (turn, clock)))
        {
            read.extend(
                game.read_position(&format!("{rows} {turn} {clock}")).map(|loaded| loaded.state),
            );
        }
    }
    assert_eq!(read.len(), reached.len());
    assert_eq!(read, reached);
    let different: HashSet<State> =
        reached.iter().map(|state| game.without_counters(state)).collect();
    assert_eq!(different.len(), 5390);
}

#[test]
fn players_show_what_is_in_hand() {
    let line =
        |position| game().players_line(&at(position), &["X", "O"], Language::English).unwrap();
    assert_eq!(line("3/3/3 x 0"), "Players: X (3) O (3)");
    assert_eq!(line("xx1/o2/3 o 0"), "Players: X (1) O (2)");
}

#[test]
fn second_opinion() {
    second_opinion::compare("attt", 60, 99, || Advanced::new(50));
    second_opinion::compare("attt no-progress=3", 60, 99, || Advanced::new(3));
    second_opinion::compare("attt no-progress=0", 20, 300, || Advanced::new(0));
}

#[test]
fn walks() {
    second_opinion::replay::<Advanced>("attt", include_str!("../data/walk-attt.txt"));
}

#[test]
fn marks_name_rows_and_columns() {
    scenes::has_marks("attt", "3 2 1", "", "a b c");
}

#[test]
fn pieces_in_hand_are_counted() {
    for (steps, expected) in [
        ("", "1: 3 piece of 1, 2: 3 piece of 1"),
        ("0 0, 0 1, 1 1, 2 2, 1 0", "2: 1 piece of 1"),
        ("0 0, 0 1, 1 1, 2 2, 1 0, 1 2", ""),
    ] {
        scenes::has_stock(INFO.id, steps, expected);
    }
}

#[test]
fn the_last_step_marks_origin_and_destination() {
    for (steps, expected) in
        [("0 0, 0 1, 1 1, 2 2, 1 0", "a2"), ("0 0, 0 1, 1 1, 2 2, 1 0, 1 2, 0 0 2 1", "a3, b1")]
    {
        scenes::has_last_step(INFO.id, steps, expected);
    }
}

#[test]
fn scored_moves_agree_with_the_rules() {
    evaluations::scores_moves_in_order("attt");
}

#[test]
fn counters_do_not_end_games_too_soon() {
    evaluations::counters_do_not_end_games_too_soon("attt no-progress=4");
}

#[test]
fn the_evaluation_is_symmetric() {
    evaluations::is_symmetric("attt");
}

#[test]
fn views_say_what_to_do() {
    scenes::says("attt", "", ["Place one of your pieces on a free cell", "", "", ""]);
    scenes::says("attt", "xo1/1x1/o2 x 0", ["Place one of your pieces on a free cell", "", "", ""]);
    scenes::says("attt", "xxx/oo1/3 o 0", ["", "", "", "a3 b3 c3"]);
}
