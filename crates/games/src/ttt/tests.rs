//! Tests of Tic-Tac-Toe.

use ludoteca_core::conformance::{self, Effort};

use super::*;
use crate::testing::in_a_row::InARow;
use crate::testing::{evaluations, scenes, second_opinion, statistics};

#[test]
fn keeps_the_contract() {
    conformance::check(
        &TicTacToe { grid: Grid::new(3, 3) },
        Effort { games: 100, ..Effort::default() },
    );
}

#[test]
fn second_opinion() {
    second_opinion::compare("ttt", 50, 99, || InARow::new(3, 3, 3, 2));
}

#[test]
fn walks() {
    second_opinion::replay::<InARow>("ttt", include_str!("data/walk-ttt.txt"));
}

#[test]
fn random_games_are_as_computed_exactly() {
    let tally = statistics::tally("ttt", 200_000);
    let share = |count: u64| count as f64 / tally.games as f64;
    statistics::near("plies", share(tally.plies), 3203.0 / 420.0, 0.012);
    statistics::near("first", share(tally.wins[0]), 0.5849, 0.004);
    statistics::near("second", share(tally.wins[1]), 0.2881, 0.004);
    statistics::near("draws", share(tally.draws), 0.1270, 0.003);
}

#[test]
fn marks_name_rows_and_columns() {
    scenes::has_marks("ttt", "3 2 1", "", "a b c");
}

#[test]
fn pieces_in_hand_are_counted() {
    scenes::has_stock(INFO.id, "", "");
}

#[test]
fn the_last_step_marks_origin_and_destination() {
    scenes::has_last_step(INFO.id, "1 1, 0 2", "c3");
}

#[test]
fn the_evaluation_is_symmetric() {
    evaluations::is_symmetric("ttt");
}

#[test]
fn views_say_what_to_do() {
    scenes::says("ttt", "", ["Choose a free cell", "", "", ""]);
    scenes::says("ttt", "xxx/oo1/3 o", ["", "", "", "a3 b3 c3"]);
}
