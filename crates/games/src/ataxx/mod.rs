//! Ataxx: clones, jumps and captures by touch, for two to four seats on odd boards with obstacles.

mod notation;
mod rules;
mod scene;
mod setup;
mod texts;

use ludoteca_core::bits::Bits256;
use ludoteca_core::{Bench, Customs, Info, OptionError, OptionSpec, Options, Visitor};

pub use rules::{Ataxx, Move, State};
use setup::Setup;
pub use texts::Illegal;

pub(crate) static INFO: Info = Info {
    id: "ataxx",
    title: "Ataxx",
    about: "a board game for Atari guys of the nineties.",
    rules: include_str!("README.md"),
    names: &["X", "O", "R", "B"],
    customs: Customs { silent_skips: true, ..Customs::NONE },
    scored: false,
    options: &[
        OptionSpec::odd("rows", "rows of the board", 5, 15, 7),
        OptionSpec::odd("cols", "columns of the board", 5, 15, 7),
        OptionSpec::seats(4),
        OptionSpec::cells("obstacles", "cells that nobody can use"),
        OptionSpec::no_progress("plies in a row without a clone that end the game as a draw, 0 for never", 100),
    ],
    bench: &[
        Bench { options: "ataxx", depth: 5, nodes: 4_752_668, games: 1_000 },
        Bench { options: "ataxx seats=4", depth: 4, nodes: 112_644, games: 500 },
    ],
    scatter: Some(setup::scatter),
};

/// Opens the game for typed code, with the narrowest sets that hold the board.
pub(crate) fn visit<V: Visitor>(options: &Options, visitor: V) -> Result<V::Output, OptionError> {
    let setup = Setup::new(options)?;
    Ok(match (setup.grid.size(), setup.starts.len()) {
        (..=64, 2) => visitor.visit(Ataxx::<u64, 2>::new(&setup)),
        (..=64, _) => visitor.visit(Ataxx::<u64, 4>::new(&setup)),
        (65..=128, 2) => visitor.visit(Ataxx::<u128, 2>::new(&setup)),
        (65..=128, _) => visitor.visit(Ataxx::<u128, 4>::new(&setup)),
        (_, 2) => visitor.visit(Ataxx::<Bits256, 2>::new(&setup)),
        _ => visitor.visit(Ataxx::<Bits256, 4>::new(&setup)),
    })
}

#[cfg(test)]
mod tests {

    use crate::catalog;
    use crate::testing::{keeps_contract, table, table_at};
    use ludoteca_core::conformance::Effort;

    use ludoteca_core::{Next, Outcome, Seat, Table, Verdict};
    use rand_chacha::ChaCha8Rng;
    use rand_core::SeedableRng;
    use std::collections::BTreeMap;

    fn over(table: &dyn Table) -> (Verdict, [i32; 4], String) {
        let Next::Over(Outcome { verdict, points }) = table.next() else { panic!("{} goes on", table.position()) };
        (verdict, points, table.ending().unwrap())
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
    fn moves_take_what_they_touch() {
        // Options, a position, a move, and the position after it.
        let rows = [
            ("ataxx", "xxx3o/xx1ooo1/x2ooo1/7/7/7/o5x x 3 9", "1 1 2 2", "xxx3o/xx1xoo1/x1xxoo1/7/7/7/o5x o 0 9"),
            ("ataxx", "xxx3o/x1oxoo1/xx1ooo1/7/7/7/o5x o 3 9", "2 3 1 1", "ooo3o/oooxoo1/oo2oo1/7/7/7/o5x x 4 10"),
            // Obstacles stay; three other seats lose a piece each.
            ("ataxx rows=5 cols=5 seats=4", "x3o/1r1b1/1o-1x/5/r3b x 0 1", "2 4 1 2", "x3o/1xxx1/1x-2/5/r3b o 1 1"),
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
        assert_eq!(table.steps().iter().filter(|step| step.ends_with(" 1 1")).collect::<Vec<_>>(), ["0 0 1 1"]);
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
            ("0 0 1 -1", format!("`0 0 1 -1` is no move: it takes {form}")),
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
            assert_eq!(table.step(text).unwrap_err().to_string(), reason);
        }
    }

    #[test]
    fn positions_are_refused_with_the_reason() {
        for (options, position, reason) in [
            ("ataxx", "x5o/7 x 0 1", "this board has 7 rows, the position has 2"),
            ("ataxx", "x5o/7/7/8/7/7/o5x x 0 1", "this board has 7 columns, row 3 of the position, `8`, has not"),
            (
                "ataxx",
                "x5o/7/7/r6/7/7/o5x x 0 1",
                "`r` in the position is no cell: allowed are x, o and -, and numbers for runs of empty cells",
            ),
            ("ataxx", "x5o/7/7/7/7/7/o5x r 0 1", "`r` is no seat to move: allowed are x and o"),
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
            ("ataxx", "7/7/7/3-3/7/7/7 x 0 1", "no game comes to this position: there are no pieces"),
        ] {
            assert_eq!(table(options).set_position(position).unwrap_err().to_string(), reason, "{position}");
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
            ("ataxx", "x--4/---4/---4/7/7/7/5oo o 0 1", "6 5 5 5", &[(0, stuck)], "x--4/---4/---4/7/7/5o1/5oo o 0 2"),
            ("ataxx rows=5 cols=5 seats=4", "x3o/5/5/5/4r x 0 7", "0 0 0 1", &[], "xx2o/5/5/5/4r o 0 7"),
            ("ataxx rows=5 cols=5 seats=4", "x3o/5/5/5/4r r 0 7", "4 4 3 3", &[(3, no_pieces)], "x3o/5/5/3r1/4r x 0 8"),
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
            let expected: Vec<_> = skipped.iter().map(|(seat, why)| (Seat::new(*seat), (*why).to_owned())).collect();
            assert_eq!((stepped.skipped, table.position()), (expected, (*after).to_owned()), "{position}");
        }
    }

    #[test]
    fn seats_that_cannot_move_are_skipped_on_loading() {
        let mut two = table("ataxx");
        two.set_position("x--4/---4/---4/7/7/7/5oo x 5 3").unwrap();
        assert_eq!(two.skipped_at_start(), [(Seat::FIRST, "cannot move".to_owned())]);
        assert_eq!(two.position(), "x--4/---4/---4/7/7/7/5oo o 5 3");
        let mut four = table("ataxx seats=4");
        four.set_position("7/7/7/o5x/7/7/7 r 5 3").unwrap();
        assert_eq!(four.skipped_at_start(), [2, 3].map(|seat| (Seat::new(seat), "has no pieces left".to_owned())));
        assert_eq!(four.position(), "7/7/7/o5x/7/7/7 x 5 4");
        // Nobody is skipped where the game is over.
        two.set_position("7/7/7/o6/7/7/7 x 5 3").unwrap();
        assert_eq!(two.skipped_at_start(), []);
        assert_eq!(two.position(), "7/7/7/o6/7/7/7 x 5 3");
        // The first seat, too, if obstacles shut it in from the start.
        let shut = "0,1/0,2/1,0/1,1/1,2/2,0/2,1/2,2/4,4/4,5/4,6/5,4/5,5/5,6/6,4/6,5";
        let mut shut = table(&format!("ataxx obstacles={shut}"));
        shut.restart();
        assert_eq!(shut.next(), Next::Move(Seat::SECOND));
        assert_eq!(shut.skipped_at_start(), [(Seat::FIRST, "cannot move".to_owned())]);
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
                (Verdict::Draw, [1, 2, 0, 0], "9 plies without a clone"),
                "7/7/2x4/7/7/7/5oo o 9 1",
            ),
            // The seat that follows cannot move, but the clock has run out for all.
            (
                "ataxx no-progress=9 seats=3",
                "x6/7/7/7/7/7/5rr x 8 1",
                "0 0 2 2",
                (Verdict::Draw, [1, 0, 2, 0], "9 plies without a clone"),
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
            assert!(table.step(text).unwrap().skipped.is_empty(), "{position}: nobody is skipped at the end");
            assert_eq!(over(&*table), (verdict, points, reason.to_owned()), "{position}");
            assert_eq!(table.position(), after);
        }
    }

    #[test]
    fn obstacles_must_suit_the_board() {
        let refused = |line: &str| catalog::open(&catalog::parse(line).unwrap()).err().map(|error| error.to_string());
        let all: Vec<String> = (0..25)
            .filter(|cell| ![0, 4, 20, 24].contains(cell))
            .map(|cell| format!("{},{}", cell / 5, cell % 5))
            .collect();
        for (options, reason) in [
            ("obstacles=3,3/5,0", "obstacles=5,0 for ataxx: allowed is row,col up to 4,4"),
            ("obstacles=3,3/3,3", "obstacles=3,3 for ataxx: allowed is each cell once"),
            ("obstacles=0,4", "obstacles=0,4 for ataxx: allowed is any cell where no seat starts"),
            ("seats=3 obstacles=2,0", "obstacles=2,0 for ataxx: allowed is any cell where no seat starts"),
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
}
