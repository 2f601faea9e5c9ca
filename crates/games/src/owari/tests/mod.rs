//! Tests of Owari.

mod reference;

use ludoteca_core::conformance::{self, Effort};
use ludoteca_core::{Language, Next, Notation, Outcome, Presentation, Rules, Seat, Verdict};

use super::*;
use crate::testing::{evaluations, scenes, second_opinion, told};

#[test]
fn keeps_the_contract() {
    conformance::check(&Owari::default(), Effort { games: 40, ..Effort::default() });
    for (bowls, stones, win, no_progress) in [
        (1, 1, 1, 100),
        (1, 15, 15, 0),
        (1, 2, 4, 3),
        (2, 1, 4, 100),
        (3, 4, 24, 10),
        (6, 4, 1, 100),
        (6, 4, 48, 1),
        (7, 3, 42, 0),
        (8, 15, 120, 100),
        (8, 1, 16, 20),
    ] {
        let owari = Owari::new(bowls, stones, win, no_progress);
        conformance::check(&owari, Effort { games: 10, ..Effort::default() });
    }
}

fn position(owari: &Owari, text: &str) -> State {
    owari.read_position(text).unwrap_or_else(|error| panic!("`{text}`: {error}")).state
}

/// Plays the moves and compares the position.
fn plays(owari: &Owari, from: &str, moves: &[usize], to: &str) -> State {
    let mut state = position(owari, from);
    for bowl in moves {
        state = owari.after(&state, owari.read_move(&state, &bowl.to_string()).unwrap());
    }
    assert_eq!(owari.write_position(&state), to, "{from}: {moves:?}");
    state
}

#[test]
fn moves_sow_and_capture() {
    let usual = Owari::default();
    for (from, moves, to) in [
        ("4,4,4,4,4,4/4,4,4,4,4,4 0,0 1 0", &[3][..], "4,4,0,5,5,5/5,4,4,4,4,4 0,0 2 1"),
        // The example of the rules: bowls on both sides are captured.
        ("1,3,2,0,5,7/2,1,1,3,1,4 10,8 1 5", &[6], "0,3,2,0,5,0/3,0,0,4,0,5 18,8 2 0"),
        // Two stones or none before the move are not captured, however many there are afterwards.
        ("2,0,0,0,0,3/2,0,2,0,0,20 9,10 1 0", &[6], "2,0,0,0,0,0/3,1,3,0,0,20 9,10 2 1"),
        // Sowing all the way round: the emptied bowl gets a stone and is not captured. A bowl with
        // one stone gets two and is captured.
        ("12,1,3,3,3,3/3,3,3,3,3,3 5,0 1 7", &[1], "1,0,4,4,4,4/4,4,4,4,4,4 7,0 2 0"),
        ("1,14,1,1,1,1/1,1,1,1,1,1 11,12 1 0", &[2], "0,1,0,0,0,0/0,0,0,0,0,0 35,12 2 0"),
        // Seat 2 has no stones: seat 1 moves again. The clock does not count the skip.
        ("2,0,0,0,0,0/0,0,0,0,0,1 22,23 2 3", &[12], "3,0,0,0,0,0/0,0,0,0,0,0 22,23 1 4"),
        ("3,0,0,0,0,0/0,0,0,0,0,0 22,23 1 4", &[1, 4, 5], "0,1,1,0,0,1/0,0,0,0,0,0 22,23 1 7"),
    ] {
        plays(&usual, from, moves, to);
    }
    // One bowl each: three stones go round, the emptied bowl gets the second.
    plays(&Owari::new(1, 2, 4, 0), "3/1 0,0 1 2", &[1], "1/0 3,0 1 0");
}

#[test]
fn games_end() {
    let ends = |owari: &Owari, from, moves: &[usize], to, verdict, points: [i32; 2], ending| {
        let state = plays(owari, from, moves, to);
        let [one, two] = points;
        let outcome = Outcome { verdict, points: [one, two, 0, 0] };
        assert_eq!(owari.next(&state), Next::Over(outcome), "{to}");
        assert_eq!(owari.ending(&state).to_string(), ending);
        assert_eq!(owari.leader(&state), outcome.winner());
    };
    let [one, two] = [Verdict::Won(Seat::FIRST), Verdict::Won(Seat::SECOND)];
    let usual = Owari::default();
    let enough = "one player has captured 24 stones or more";
    let from = "0,0,0,0,0,1/1,0,0,0,0,2 22,22 1 99";
    ends(&usual, from, &[6], "0,0,0,0,0,0/0,0,0,0,0,2 24,22 2 0", one, [24, 22], enough);
    let from = "0,0,0,0,2,0/0,0,0,0,1,1 21,23 2 0";
    ends(&usual, from, &[11], "0,0,0,0,2,0/0,0,0,0,0,0 21,25 1 0", two, [21, 25], enough);
    // The hundredth ply without a capture. The turn stays with the next seat, though that seat has
    // no stones.
    let slow = "100 moves in a row without a capture";
    let from = "0,1,0,0,0,0/0,0,0,0,0,2 22,23 1 99";
    ends(&usual, from, &[2], "0,0,1,0,0,0/0,0,0,0,0,2 22,23 2 100", two, [22, 23], slow);
    let from = "0,1,0,0,0,3/0,0,0,0,0,0 22,22 1 99";
    ends(&usual, from, &[2], "0,0,1,0,0,3/0,0,0,0,0,0 22,22 2 100", Verdict::Draw, [22, 22], slow);
    // More than half of the stones are needed to win, and nothing is left to capture.
    let long = Owari::new(6, 4, 25, 100);
    let no_stones = "no stones are left in the bowls";
    let from = "0,0,0,0,0,1/1,0,0,0,0,0 22,24 1 99";
    ends(
        &long,
        from,
        &[6],
        "0,0,0,0,0,0/0,0,0,0,0,0 24,24 2 0",
        Verdict::Draw,
        [24, 24],
        no_stones,
    );
}

#[test]
fn skips_have_a_reason() {
    let owari = Owari::default();
    let loaded = owari.read_position("3,0,0,0,0,0/0,0,0,0,0,0 22,23 2 4").unwrap();
    assert_eq!((loaded.state.turn, loaded.skipped), (Seat::FIRST, vec![Seat::SECOND]));
    let before = position(&owari, "2,1,0,0,0,0/0,0,0,0,0,0 22,23 1 4");
    let after = owari.after(&before, Bowl(2));
    assert_eq!(owari.skipped(&before, &after), [Seat::SECOND]);
    assert_eq!(owari.skip_reason(&after, Seat::SECOND), Message::same("has no stones"));
    let after = owari.after(&owari.start(), Bowl(2));
    assert_eq!(owari.skipped(&owari.start(), &after), []);
}

#[test]
fn moves_are_refused_with_the_reason() {
    let owari = Owari::default();
    let start = position(&owari, "4,0,4,4,4,4/4,4,4,4,4,4 4,0 1 0");
    let over = position(&owari, "4,0,4,4,0,0/0,4,4,4,0,0 24,0 2 0");
    for (state, text, reason) in [
        (&start, "", "`` is no move: it takes the number of a bowl"),
        (&start, "1 2", "`1 2` is no move: it takes the number of a bowl"),
        (&start, "+1", "`+1` is no move: it takes the number of a bowl"),
        (&start, "0", "there is no bowl 0: they are 1 to 12"),
        (&start, "13", "there is no bowl 13: they are 1 to 12"),
        (&start, "7", "bowl 7 is the other seat's: yours are 1 to 6"),
        (&start, "2", "bowl 2 is empty"),
        (&over, "8", "the game is over"),
    ] {
        assert_eq!(told(owari.read_move(state, text).unwrap_err()), reason, "`{text}`");
    }
    assert_eq!(owari.read_move(&start, " 03 "), Ok(Bowl(3)));
}

#[test]
fn positions_are_refused_with_the_reason() {
    let owari = Owari::default();
    for (text, reason) in [
        (
            "4,4,4,4,4,4/4,4,4,4,4,4 0,0 1",
            "`4,4,4,4,4,4/4,4,4,4,4,4 0,0 1` is no position: it takes the stones of both sides and of the pots, the \
             seat to move and the plies without a capture, as in `4,4,4,4,4,4/4,4,4,4,4,4 0,0 1 0`",
        ),
        ("4,4,4,4,4,4 0,0 1 0", "this board has 2 rows, but the position has 1"),
        (
            "4,4,4,4,4,4/4,4,4,4,8 0,0 1 0",
            "`4,4,4,4,8` is not the stones of one side, a number for each bowl, joined by commas",
        ),
        (
            "4,4,4,x,4,4/4,4,4,4,4,4 0,0 1 0",
            "`x` is not a number of stones: allowed is a whole number from 0 to 48",
        ),
        (
            "4,4,4,300,4,4/4,4,4,4,4,4 0,0 1 0",
            "`300` is not a number of stones: allowed is a whole number from 0 to 48",
        ),
        (
            "4,4,4,4,4,4/4,4,4,4,4,4 0 1 0",
            "`0` is not the captured stones of both seats, as in `0,0`",
        ),
        (
            "4,4,4,4,4,4/4,4,4,4,4,4 0,0,0 1 0",
            "`0,0` is not a number of stones: allowed is a whole number from 0 to 48",
        ),
        ("4,4,4,4,4,4/4,4,4,4,4,4 0,0 3 0", "`3` is not a seat to move: allowed are 1 and 2"),
        (
            "4,4,4,4,4,4/4,4,4,4,4,4 0,0 1 101",
            "`101` is not a number of plies without a capture: allowed is a whole number from 0 to 100",
        ),
        (
            "4,4,4,4,4,4/4,4,4,4,4,4 2,0 1 0",
            "no game can reach this position: it has 50 stones, this game has 48",
        ),
        (
            "4,4,4,4,4,4/4,4,4,4,4,4 0,0 2 0",
            "no game can reach this position: before the first ply, it is the start and the turn of seat 1",
        ),
        (
            "4,4,4,4,4,4/4,4,4,4,4,3 1,0 1 0",
            "no game can reach this position: a seat has captured 1 stone, and captures are of 2 or more",
        ),
        (
            "0,0,0,0,0,0/0,0,0,0,0,0 24,24 1 0",
            "no game can reach this position: both seats have captured 24 stones or more",
        ),
        (
            "0,0,0,0,0,0/0,0,0,0,0,3 25,20 1 0",
            "no game can reach this position: seat 1 is to move and has won already, with 24 stones or more",
        ),
    ] {
        assert_eq!(told(owari.read_position(text).unwrap_err()), reason, "`{text}`");
    }
    let no_limit = Owari::new(6, 4, 24, 0);
    plays(
        &no_limit,
        "4,4,4,4,4,4/4,4,4,4,4,4 0,0 1 4294967295",
        &[1],
        "0,5,5,5,5,4/4,4,4,4,4,4 0,0 2 4294967295",
    );
}

#[test]
fn options_that_do_not_go_together_are_refused() {
    let open = |line| {
        crate::catalog::parse(line).and_then(|options| crate::catalog::open(&options)).map(drop)
    };
    assert_eq!(open("owari bowls=8 stones=15 win=240"), Ok(()));
    let refused = told(open("owari bowls=2 stones=3 win=13").unwrap_err());
    assert_eq!(refused, "win=13 for owari: allowed is a whole number from 1 to all 12 stones");
}

#[test]
fn the_board_is_shown() {
    let usual = Owari::default();
    assert_eq!(
        usual.drawing(&usual.start(), &["1", "2"], Language::English).text,
        "Player 2: 0

    12    11    10    9     8     7
( 4 ) ( 4 ) ( 4 ) ( 4 ) ( 4 ) ( 4 )

( 4 ) ( 4 ) ( 4 ) ( 4 ) ( 4 ) ( 4 )
    1     2     3     4     5     6

Player 1: 0
"
    );
    let small = Owari::new(2, 15, 60, 100);
    assert_eq!(
        small.drawing(&position(&small, "10,3/40,0 5,2 1 0"), &["A", "B"], Language::English).text,
        "Player 2: 2

    4     3
( 0 ) (40 )

(10 ) ( 3 )
    1     2

Player 1: 5
"
    );
    assert_eq!(usual.players_line(&usual.start(), &["1", "2"], Language::English), None);
}

#[test]
fn second_opinion() {
    second_opinion::compare("owari", 30, 400, || reference::Owari::new(6, 4, 24, 100));
    for bowls in 1..=8 {
        for stones in [1, 2, 3, 7, 15] {
            let all: usize = bowls * 2 * stones;
            for (win, limit) in [(all.div_ceil(2), 100), (all, 30), (1, 5)] {
                let options =
                    format!("owari bowls={bowls} stones={stones} win={win} no-progress={limit}");
                second_opinion::compare(&options, 3, 300, || {
                    reference::Owari::new(bowls, stones, win, limit)
                });
            }
        }
    }
}

#[test]
fn walks() {
    second_opinion::replay::<reference::Owari>("owari", include_str!("../data/walk-owari.txt"));
}

#[test]
fn marks_name_rows_and_columns() {
    scenes::has_marks("owari", "", "12 11 10 9 8 7", "1 2 3 4 5 6");
    scenes::has_marks("owari bowls=3", "", "6 5 4", "1 2 3");
}

#[test]
fn pieces_in_hand_are_counted() {
    scenes::has_stock(INFO.id, "", "");
}

#[test]
fn the_last_step_marks_origin_and_destination() {
    scenes::has_last_step(INFO.id, "3", "bowl 3");
}

#[test]
fn scored_moves_agree_with_the_rules() {
    evaluations::scores_moves_in_order("owari");
}

#[test]
fn counters_do_not_end_games_too_soon() {
    evaluations::counters_do_not_end_games_too_soon("owari no-progress=3");
}

#[test]
fn the_evaluation_is_symmetric() {
    evaluations::is_symmetric("owari");
}

#[test]
fn views_say_what_to_do() {
    scenes::says("owari", "", ["Choose one of your bowls", "0 captured, 0 captured", "", ""]);
}
