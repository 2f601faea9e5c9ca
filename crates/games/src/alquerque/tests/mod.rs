//! Tests of Alquerque.

mod reference;

use ludoteca_core::conformance::{self, Effort};
use ludoteca_core::{Language, Notation, Presentation, Rules, Seat, Table, perft, random, text};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

use super::*;
use crate::testing::{self, evaluations, scenes, second_opinion, table_at, told};

#[test]
fn keeps_the_contract() {
    conformance::check(&Alquerque, Effort { games: 300, ..Effort::default() });
}

#[test]
fn counts_positions() {
    for (depth, count) in (1..).zip([3, 6, 19, 82, 352, 1648, 8560, 49033]) {
        assert_eq!(perft::perft(&Alquerque, &Alquerque.start(), depth), count, "depth {depth}");
        assert_eq!(
            perft::perft_without_bulk(&Alquerque, &Alquerque.start(), depth),
            count,
            "depth {depth}"
        );
    }
}

const MIDDLE: &str = "1bww1/b2bb/1wb1b/1b1w1/w1b1w w 9";

fn table(position: &str) -> Box<dyn Table> {
    table_at(INFO.id, position)
}

#[test]
fn any_two_integers_can_be_checked() {
    let Ok(loaded) = Alquerque.read_position(MIDDLE) else { panic!("{MIDDLE}") };
    let pairs = (-30..60).flat_map(|from| (-30..60).map(move |to| Move::new(from, to)));
    let legal: Vec<Move> = pairs.filter(|m| Alquerque.is_legal(&loaded.state, *m)).collect();
    assert_eq!(legal, Alquerque.moves(&loaded.state));
    for m in [Move::new(i32::MIN, i32::MAX), Move::new(i32::MAX, 1), Move::new(12, i32::MIN)] {
        assert!(!Alquerque.is_legal(&loaded.state, m));
    }
    let typed = legal.iter().map(|m| Alquerque.write_move(&loaded.state, *m));
    assert_eq!(typed.collect::<Vec<_>>(), table(MIDDLE).steps());
}

#[test]
fn moves_are_refused_with_the_reason() {
    let rows = [
        ("12 7", None),
        ("12 14", None),
        ("b3 D3", None),
        ("19 7", None),
        (
            "12 C3",
            Some("`12 C3` is no move: it takes two point numbers (18 13) or two names (C4 C3)"),
        ),
        ("12", Some("`12` is no move: it takes two point numbers (18 13) or two names (C4 C3)")),
        (
            "é4 C3",
            Some("`é4 C3` is no move: it takes two point numbers (18 13) or two names (C4 C3)"),
        ),
        ("0 7", Some("there is no point 0: points are 1 to 25, or A1 to E5")),
        ("12 26", Some("there is no point 26: points are 1 to 25, or A1 to E5")),
        ("B3 F3", Some("there is no point F3: points are 1 to 25, or A1 to E5")),
        ("B3 B0", Some("there is no point B0: points are 1 to 25, or A1 to E5")),
        ("7 3", Some("there is no piece on 7")),
        ("13 8", Some("the piece on 13 is not yours")),
        ("12 8", Some("no line leads from 12 to 8")),
        ("12 12", Some("no line leads from 12 to 12")),
        ("3 4", Some("point 4 is taken")),
        ("12 11", Some("a piece moves sideways only to capture")),
        ("3 8", Some("a piece moves backward only to capture")),
        ("21 11", Some("there is no piece on 16 to jump over")),
        ("3 5", Some("the piece on 4 is your own and cannot be jumped over")),
    ];
    for (text, reason) in rows {
        let refusal = table(MIDDLE).step(text).err().map(told);
        assert_eq!(refusal.as_deref(), reason, "{text}");
    }
}

#[test]
fn games_end() {
    for (position, m, ending, winner) in [
        ("5/5/1wb2/5/5 w 30", "12 14", "black has no pieces left", Some(Seat::FIRST)),
        ("5/5/1wb2/5/5 b 30", "13 11", "white has no pieces left", Some(Seat::SECOND)),
        ("w4/5/5/b4/5 b 30", "16 21", "white has no legal move", None),
        ("5/w4/5/5/4b w 30", "6 1", "black has no legal move", None),
    ] {
        let mut table = table(position);
        table.step(m).unwrap();
        assert_eq!(
            table.ending().map(|ending| ending.to_string()).as_deref(),
            Some(ending),
            "{position}"
        );
        assert_eq!(
            table.next().outcome().map(|outcome| outcome.winner()),
            Some(winner),
            "{position}"
        );
        assert_eq!(told(table.step("1 2").unwrap_err()), "the game is over");
    }
}

#[test]
fn impossible_positions_are_refused() {
    let impossible = [
        ("bbbbb/bbbbb/bbbww/wwwww/wwwww w 1", "black has 13 pieces, more than 12"),
        ("5/5/5/5/5 w 1", "black has just moved and has no pieces"),
        ("5/5/2w2/5/5 w 1", "black has just moved and has no pieces"),
        (
            "bbbbb/bbbbb/bb1ww/wwwww/wwwww b 1",
            "moving in turn, the pieces cannot stand so with black to move",
        ),
        (
            "bbbbb/bbbbb/bbwww/ww1ww/wwwww w 2",
            "moving in turn, the pieces cannot stand so with white to move",
        ),
        (
            "bbbbb/bbbbb/bb1ww/wwwww/wwwww w 2",
            "the pieces stand so at move 1 at the latest, not at move 2",
        ),
    ];
    for (position, reason) in impossible {
        let error = table(MIDDLE).set_position(position).unwrap_err();
        assert_eq!(told(error), format!("no game can reach this position: {reason}"), "{position}");
    }
    for number in ["0", "77", "256", "-1", "x"] {
        let error = table(MIDDLE).set_position(&format!("5/5/1wb2/5/5 w {number}")).unwrap_err();
        let reason = format!(
            "`{number}` is not the number of a move: allowed is a whole number from 1 to 76"
        );
        assert_eq!(told(error), reason);
    }
    for malformed in [
        "",
        "5/5/1wb2/5/5 w",
        "5/5/1wb2/5 w 1",
        "5/5/1wb2/5/6 w 1",
        "5/5/1wx2/5/5 w 1",
        "5/5/1wb2/5/5 x 1",
    ] {
        table(MIDDLE).set_position(malformed).unwrap_err();
    }
}

#[test]
fn the_board_is_drawn_with_its_lines() {
    let board = r"     A   B   C   D   E
1   [B]-[B]-[B]-[B]-[B]   1
     | \ | / | \ | / |
2   [B]-[B]-[B]-[B]-[B]   2
     | / | \ | / | \ |
3   [B]-[B]-[ ]-[W]-[W]   3
     | \ | / | \ | / |
4   [W]-[W]-[W]-[W]-[W]   4
     | / | \ | / | \ |
5   [W]-[W]-[W]-[W]-[W]   5
     A   B   C   D   E
";
    assert_eq!(Alquerque.drawing(&Alquerque.start(), &["W", "B"], Language::English).text, board);
}

#[test]
fn names_in_any_script_keep_the_points_aligned() {
    for (names, points, lines) in [
        (
            ["Wit", "Zw"],
            "3   [Zw ]-[Zw ]-[   ]-[Wit]-[Wit]   3",
            r"      |  \  |  /  |  \  |  /  |",
        ),
        (["日本", "e\u{301}"], "3   [ e\u{301}  ]-[ e\u{301}  ]-[    ]-[日本]-[日本]   3", {
            r"      |  \   |  /   |  \   |  /   |"
        }),
    ] {
        let text = Alquerque.drawing(&Alquerque.start(), &names, Language::English).text;
        assert_eq!(text.lines().skip(5).take(2).collect::<Vec<_>>(), [points, lines]);
    }
}

#[test]
fn second_opinion() {
    second_opinion::compare("alquerque", 60, 200, reference::Alquerque::new);
}

/// Nearly all random games end as draws. Boards with few pieces also have other endings.
#[test]
fn second_opinion_with_few_pieces() {
    let mut generator = ChaCha8Rng::seed_from_u64(1);
    let mut wins = 0;
    for _ in 0..500 {
        let board: String = (0..25)
            .map(|_| *['W', 'B'].get(random::below(&mut generator, 16) as usize).unwrap_or(&'.'))
            .collect();
        let mut table = testing::table("alquerque");
        let letter = |point: usize| board.chars().nth(point).filter(|letter| *letter != '.');
        let rows = text::write_rows(5, 5, letter);
        // Boards that cannot occur with white to move are refused.
        if table.set_position(&format!("{rows} w 1")).is_err() {
            continue;
        }
        let mut slow = reference::Alquerque::new();
        slow.set_up(&board, 1);
        second_opinion::play_both(table.as_mut(), &mut slow, 200, &mut generator);
        wins +=
            usize::from(table.next().outcome().is_some_and(|outcome| outcome.winner().is_some()));
    }
    assert!(wins > 20, "only {wins} wins");
}

#[test]
fn walks() {
    second_opinion::replay::<reference::Alquerque>(
        "alquerque",
        include_str!("../data/walk-alquerque.txt"),
    );
}

#[test]
fn marks_name_rows_and_columns() {
    scenes::has_marks("alquerque", "1 2 3 4 5", "A B C D E", "");
}

#[test]
fn the_last_step_marks_origin_and_destination() {
    for (steps, expected) in [("18 13", "C4, C3"), ("18 13, 8 18", "C2, C4")] {
        scenes::has_last_step(INFO.id, steps, expected);
    }
}

#[test]
fn scored_moves_agree_with_the_rules() {
    evaluations::scores_moves_in_order("alquerque");
}

#[test]
fn the_evaluation_is_symmetric() {
    evaluations::is_symmetric("alquerque");
}

#[test]
fn views_say_what_to_do() {
    scenes::says(
        "alquerque",
        "",
        ["Move a piece along a line, or jump over an opponent's", "12 pieces, 12 pieces", "", ""],
    );
}
