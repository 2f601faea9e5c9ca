//! Tests of DAWN 11/15.

mod reference;
mod reference_terminal;
mod terminal;

use ludoteca_core::bits::Bits;
use ludoteca_core::conformance::{self, Effort};
use ludoteca_core::perft::{Counting, count, perft};
use ludoteca_core::{Message, Next, Notation, Rules, Seat, Table, TypedTable};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

use super::rules::{MISSION, NATURE};
use super::*;
use crate::testing::reference::Reference;
use crate::testing::{self, evaluations, scenes, second_opinion, told};

#[test]
fn keeps_the_contract() {
    conformance::check(&Dawn, Effort { games: 10, ..Effort::default() });
}

/// A table where these steps were made.
fn table(steps: &str) -> TypedTable<Dawn> {
    let mut table = TypedTable::new(Dawn, Options::new(&INFO));
    for step in steps.split_whitespace() {
        table.step(step).unwrap_or_else(|refusal| panic!("`{step}`: {refusal}"));
    }
    table
}

#[test]
fn refuses_with_the_reason() {
    let rows = [
        ("", "-5;2", "the given coordinate -5;2 is not on the board"),
        ("", "11;0", "the given coordinate 11;0 is not on the board"),
        (
            "",
            "99999999999999999999;0",
            "the given coordinate 99999999999999999999;0 is not on the board",
        ),
        ("", "5; 2", "`5; 2` is no move: it takes row and column as in 5;2"),
        ("", "+5;2", "`+5;2` is no move: it takes row and column as in 5;2"),
        ("", "5;2:5;3", "`5;2:5;3` is no move: it takes row and column as in 5;2"),
        ("5;2", "7", "`7` is no roll: the die shows 2, 3, 4, 5, 6 or DAWN"),
        ("5;2", "dawn", "`dawn` is no roll: the die shows 2, 3, 4, 5, 6 or DAWN"),
        ("5;2 5", "0;-4:0;1", "the token is not completely on the board"),
        ("5;2 5", "0;-4:0;0", "the token is not completely on the board"),
        ("5;2 5", "0;-4:0;2", "the token has length 7, but the roll asks for 5"),
        ("5;2 5", "0;0:0;3", "the token has length 4, but the roll asks for 5"),
        ("5;2 5", "0;0:0;0", "the token has length 1, but the roll asks for 5"),
        ("5;2 5", "0;0:4;4", "a token lies straight, in one row or one column"),
        ("5;2 5", "5;0:5;4", "field 5;2 is occupied"),
        ("5;2 5", "0;0", "`0;0` is no move: it takes both ends of the token as in 6;2:6;6"),
        ("5;2 5", "0;0;0;4", "`0;0;0;4` is no move: it takes both ends of the token as in 6;2:6;6"),
        ("5;2 DAWN", "-9;0:-3;0", "DAWN must cover at least one field of the board"),
        ("5;2 DAWN", "5;-4:5;2", "field 5;2 is occupied"),
        ("5;2 DAWN", "5;-7:5;0", "the token is not completely on the board"),
        ("5;2 5 0;0:0;4 4;2 5", "0;5:0;9", "the token has length 5, but the roll asks for 4 or 6"),
        (
            "5;2 6 0;0:0;5 4;2 6",
            "1;0:1;5",
            "the token has length 6, but the roll asks for 5 or DAWN",
        ),
        ("0;1 4 9;0:9;3", "0;1:0;2:0;3", "field 0;1 is occupied"),
        ("0;1 4 9;0:9;3", "0;2:0;2", "field 0;2 is occupied"),
        ("0;1 4 9;0:9;3", "0;2:0;4", "field 0;4 is not beside 0;2"),
        // A walk may be typed by its end, if one shortest way leads there.
        ("0;1 4 9;0:9;3", "0;6", "field 0;6 is not beside 0;1"),
        ("0;1 4 9;0:9;3", "1;2", "several shortest ways lead to 1;2: type every step"),
        ("0;1 4 9;0:9;3", "0;1", "field 0;1 is occupied"),
        ("0;1 4 9;0:9;3", "0;2:-1;2", "the given coordinate -1;2 is not on the board"),
        ("0;1 4 9;0:9;3", "0;2:0;3:0;4:0;5:0;6", "the walk has 5 steps, but at most 4 are allowed"),
        (
            "0;1 4 9;0:9;3",
            "0;2;0;3:0;4",
            "`0;2;0;3:0;4` is no move: it takes every step as in 4;2:3;2",
        ),
        ("0;1 4 9;0:9;3", "0;2;0", "`0;2;0` is no move: it takes every step as in 4;2:3;2"),
        ("0;1 2 0;2:0;3", "0;2", "field 0;2 is occupied"),
    ];
    for (steps, text, reason) in rows {
        assert_eq!(told(table(steps).step(text).unwrap_err()), reason, "`{text}` after `{steps}`");
    }
    let state = table("5;2").state;
    assert_eq!(Dawn.read_move(&state, "5;3"), Err(Illegal::RollFirst));
    assert_eq!(Dawn.read_chance(&Dawn.start(), "5"), Err(Illegal::NoRoll));
}

#[test]
fn a_walk_may_be_typed_by_its_end() {
    for (end, walk) in
        [("0;2", "0;2"), ("0;3", "0;2:0;3"), ("3;1", "1;1:2;1:3;1"), ("0;5", "0;2:0;3:0;4:0;5")]
    {
        let mut table = table("0;1 4 9;0:9;3");
        assert_eq!(table.step(end).unwrap().text, walk);
    }
}

#[test]
fn a_token_has_two_ends_and_a_dawn_may_stick_out() {
    for (steps, one, other) in
        [("5;2 5", "0;0:0;4", "0;4:0;0"), ("5;2 DAWN", "10;14:16;14", "10;20:10;14")]
    {
        let (mut first, mut second) = (table(steps), table(steps));
        assert_eq!(first.step(one).unwrap().text, second.step(other).unwrap().text);
        assert_eq!(first.position(), second.position());
    }
    let dawn = table("1;2 DAWN 5;-6:5;0");
    assert_eq!(dawn.position(), "15/2V12/15/15/15/+14/15/15/15/15/15 1 23456 walk:7");
}

#[test]
fn a_scene_distinguishes_tokens_that_were_laid_at_its_table() {
    let rows: [(&str, &[&str]); 5] = [
        ("5;2 5", &[]),
        ("5;2 3 0;0:0;2", &["0;0 0;1 0;2"]),
        ("5;2 3 0;2:0;0 4;2 2 1;0:2;0", &["0;0 0;1 0;2", "1;0 2;0"]),
        (
            "5;2 3 0;0:0;2 4;2 2 0;3:0;4 4;1 5 0;5:0;9 4;2",
            &["0;0 0;1 0;2", "0;3 0;4", "0;5 0;6 0;7 0;8 0;9"],
        ),
        ("5;2 DAWN 3;-6:3;0 5;3 4 4;0:7;0", &["3;0", "4;0 5;0 6;0 7;0"]),
    ];
    let spans = |table: &dyn Table| -> Vec<String> {
        let scene = table.scene();
        let names = |span: &Vec<usize>| {
            span.iter()
                .map(|place| scene.places[*place].label.to_string())
                .collect::<Vec<_>>()
                .join(" ")
        };
        scene.spans.iter().map(names).collect()
    };
    for (steps, expected) in rows {
        let mut played = table(steps);
        assert_eq!(spans(&played), expected, "{steps}");
        assert_eq!(spans(&*played.boxed_clone()), expected, "{steps}: a clone knows them, too");
        let mut set_up = played.clone();
        set_up.set_position(&played.position()).unwrap();
        assert!(spans(&set_up).is_empty(), "{steps}: a position does not know them");
        played.restart();
        assert!(spans(&played).is_empty(), "{steps}: a new game has none");
    }
}

#[test]
fn a_walk_may_return_and_is_typed_in_two_ways() {
    for text in ["0;0:0;1:0;2:0;3", "0;0;0;1;0;2;0;3", "0;2:0;3"] {
        assert_eq!(table("0;1 4 9;0:9;3").step(text).unwrap().text, "0;2:0;3");
    }
    assert_eq!(table("0;1 4 9;0:9;3").step("0;2:0;1").unwrap().text, "0;0:0;1");
    // Walks of up to two steps from a corner with one free neighbour: to it, to it and back, or
    // beyond it.
    let table = table("0;0 2 0;1:0;2");
    assert_eq!(table.steps(), ["1;0:0;0", "1;0", "1;0:1;1", "1;0:2;0"]);
}

#[test]
fn typed_forms_are_paths_and_ways_to_lie() {
    let counting = Counting { typed_forms: true, ..Counting::default() };
    let walk = table("0;0 3 0;1:0;3").state;
    // Out of the corner there is one field, from there three, and from those 1 + 3 + 3.
    assert_eq!(count(&Dawn, &walk, 1, counting), 1 + 3 + 7);
    let dawn = table("5;5 DAWN").state;
    assert_eq!(count(&Dawn, &dawn, 1, counting), perft(&Dawn, &dawn, 1) + 4);
}

#[test]
fn nature_is_skipped_where_no_step_is_possible() {
    let mut table = table("0;0 2 0;1:0;2 1;0:0;0 3");
    let stepped = table.step("1;0:3;0").unwrap();
    assert_eq!(stepped.skipped, [(NATURE, Message::same("cannot step anywhere"))]);
    assert_eq!(table.next(), Next::Chance);
}

/// Walls that cut the board into rooms of at most five by five: the 6 of the second set has no
/// place.
pub(super) const WALLS: &str = "0;0 6 0;5:5;5 0;1:0;0 5 6;5:10;5 0;1:0;0 DAWN 0;11:6;11 0;1:0;0 4 7;11:10;11 0;1:0;0 \
    3 5;6:5;8 0;1:0;0 2 5;9:5;10 0;1:0;0 10;14 5 5;0:5;4 10;13:10;14 3 5;12:5;14 10;13:10;14";

#[test]
fn a_token_that_fits_nowhere_is_discarded() {
    let mut table = table(WALLS);
    let stepped = table.step("6").unwrap();
    assert_eq!(
        stepped.skipped,
        [(MISSION, Message::same("has no token that may be laid and fits"))]
    );
    assert_eq!((table.next(), table.state.stage()), (Next::Move(NATURE), DawnStage::Walk(6)));
    conformance::check_state(&Dawn, &table.state);
    table.step("10;13").unwrap();
    assert!(table.position().ends_with(" 2 247 roll"), "{}", table.position());
    // A choice of two: the larger fits, over the edge.
    table.step("6").unwrap();
    assert_eq!(table.state.stage(), DawnStage::Place(Roll::new(6).unwrap()));
}

/// Perhaps no game reaches this, but the rule exists: with no free cell at all, each roll costs a
/// token.
#[test]
fn of_two_tokens_that_do_not_fit_the_smaller_is_discarded() {
    let bodies = [(0, 0), (5, 5)].map(|(row, col)| Some(Cell::at(row, col)));
    let full = State {
        free: CellSet::EMPTY,
        bodies,
        phase: 1,
        left: 1 << 4 | 1 << 6,
        stage: DawnStage::Roll,
    };
    for (rolled, discarded) in [(2, 4), (3, 4), (4, 4), (5, 4), (6, 6), (7, 6)] {
        let after = Dawn.after_roll(&full, Roll::new(rolled).unwrap());
        assert_eq!(after.left, full.left & !(1 << discarded), "rolled {rolled}");
        assert_eq!(Dawn.skipped(&full, &after), [MISSION, NATURE]);
    }
}

#[test]
fn both_are_skipped_where_nothing_fits_and_no_step_is_possible() {
    let mut table = table(WALLS);
    for step in "2 10;12:10;13 9;14:10;14 4 6;14:9;14".split_whitespace() {
        table.step(step).unwrap();
    }
    let stepped = table.step("6").unwrap();
    assert_eq!(
        stepped.skipped.iter().map(|(seat, _)| *seat).collect::<Vec<_>>(),
        [MISSION, NATURE]
    );
    assert_eq!((table.next(), table.state.left), (Next::Chance, 1 << 7));
    let all: Vec<Seat> =
        Dawn.skipped(&table.state, &Dawn.after_roll(&table.state, Roll::new(2).unwrap()));
    assert!(all.is_empty(), "DAWN always fits over the edge");
}

#[test]
fn impossible_positions_are_refused() {
    let empty = ["15"; 9].join("/");
    let rows = [
        ("15/15 1 234567 roll", "Vesta is missing"),
        ("V14/15 1 234567 set", "Vesta is on the board too early"),
        ("V14/V14 1 234567 roll", "Vesta is there twice"),
        ("VC13/15 1 234567 roll", "Ceres is on the board too early"),
        ("15/15 1 23456 set", "a phase begins with a whole set of tokens"),
        ("V14/15 1 - roll", "no token is left to lay"),
        ("V14/5+++++5 1 23467 walk:4", "the token of 4 is still left"),
        (
            "V14/5++++6 1 23467 walk:5",
            "the tokens cover 4 fields: at least 5 and at most 5 by those used so far",
        ),
        ("V14/+14 1 23456 over", "the game ends with phase 2"),
        ("V14/+13+ 1 23456 roll", "only a DAWN covers a single field"),
        ("V14/1+13 1 23456 roll", "no token covers field 1;1 alone"),
        ("V+13/+14 1 456 walk:2", "the tokens cover 2 fields"),
        ("V14/15 3 234567 roll", "`3` is not a phase: allowed is a whole number from 1 to 2"),
        ("V14/15 1 324567 roll", "`324567` is not a set of tokens"),
        ("V14/15 1 2345678 roll", "`2345678` is not a set of tokens"),
        ("V14/15 1 234567 place:8", "`place:8` is not what comes next"),
        ("V14/15 1 234567 place:+5", "`place:+5` is not what comes next"),
        ("V14/15 1 234567", "is no position: it takes rows, phase, tokens left"),
    ];
    for (text, reason) in rows {
        let text = text.replacen(' ', &format!("/{empty} "), 1);
        let error = told(Dawn.read_position(&text).unwrap_err());
        assert!(error.contains(reason), "`{text}`: {error}");
    }
}

#[test]
fn second_opinion() {
    second_opinion::compare("dawn", 12, 99, reference::Dawn::new);
}

/// Between walls, long tokens are discarded and bodies are enclosed.
#[test]
fn second_opinion_between_walls() {
    let mut skips = 0;
    for seed in 0..30 {
        let mut table = testing::table("dawn");
        let mut slow = reference::Dawn::new();
        for typed in WALLS.split_whitespace() {
            slow.play(&slow.identity(typed));
            table.step(typed).expect("a legal step");
        }
        skips += second_opinion::play_both(
            table.as_mut(),
            &mut slow,
            99,
            &mut ChaCha8Rng::seed_from_u64(seed),
        );
    }
    assert!(skips > 20, "only {skips} skips");
}

#[test]
fn marks_name_rows_and_columns() {
    scenes::has_marks("dawn", &scenes::numbers(11), &scenes::numbers(15), "");
}

#[test]
fn pieces_in_hand_are_counted() {
    for (steps, expected) in [
        (
            "",
            "1: 1 Vesta of 1, 1: 1 Ceres of 1, 2: 1 token 2 of 2, 2: 1 token 3 of 3, 2: 1 token 4 of 4, \
             2: 1 token 5 of 5, 2: 1 token 6 of 6, 2: 1 token DAWN of 7",
        ),
        (
            "5;2, 4, 0;0:0;3, 5;3, DAWN, 3;-6:3;0, 5;2, 6, 1;0:1;5, 5;3",
            "1: 1 Ceres of 1, 2: 1 token 2 of 2, 2: 1 token 3 of 3, 2: 1 token 5 of 5",
        ),
    ] {
        scenes::has_stock(INFO.id, steps, expected);
    }
}

#[test]
fn the_last_step_marks_origin_and_destination() {
    for (steps, expected) in [
        ("5;2", "5;2"),
        ("5;2, 3", ""),
        ("5;2, 3, 2;0:0;0", "0;0, 1;0, 2;0"),
        ("5;2, 3, 2;0:0;0, 5;3:5;4", "5;4"),
    ] {
        scenes::has_last_step(INFO.id, steps, expected);
    }
}

#[test]
fn the_evaluation_is_symmetric() {
    evaluations::is_symmetric("dawn");
}

#[test]
fn views_say_what_to_do() {
    scenes::says("dawn", "", ["Place Vesta on a free field", "", "phase 1 of 2, round 1 of 6", ""]);
}
