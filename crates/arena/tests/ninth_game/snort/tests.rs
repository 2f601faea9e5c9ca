//! Tests of Snort.

use ludoteca_core::conformance::{self, Effort};
use ludoteca_core::perft::perft;

use super::*;

fn game(rows: usize, cols: usize) -> Snort {
    Snort { grid: Grid::new(rows, cols) }
}

fn at(position: &str) -> Result<State, PositionError> {
    Ok(game(2, 3).read_position(position)?.state)
}

#[test]
fn keeps_the_contract() {
    for (rows, cols) in [(4, 4), (1, 1), (1, 8), (5, 3), (8, 8)] {
        conformance::check(&game(rows, cols), Effort { games: 30, ..Effort::default() });
    }
}

/// Checks against independent rules: a board is a list of letters, and a move is tried everywhere.
#[test]
fn second_opinion() {
    fn slow(board: &mut [Vec<char>], own: char, other: char, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut count = 0;
        for row in 0..board.len() {
            for col in 0..board[0].len() {
                let beside =
                    [(0, 1), (1, 0), (0, -1), (-1, 0)].into_iter().filter_map(|(down, right)| {
                        let line = board.get(row.checked_add_signed(down)?)?;
                        line.get(col.checked_add_signed(right)?)
                    });
                if board[row][col] == '.'
                    && !beside.into_iter().any(|neighbour| *neighbour == other)
                {
                    board[row][col] = own;
                    count += slow(board, other, own, depth - 1);
                    board[row][col] = '.';
                }
            }
        }
        count
    }

    for (rows, cols, depth) in [(1, 1, 2), (3, 3, 6), (4, 4, 4), (2, 7, 4)] {
        let game = game(rows, cols);
        for depth in 1..=depth {
            let expected = slow(&mut vec![vec!['.'; cols]; rows], 'c', 'd', depth);
            assert_eq!(
                perft(&game, &game.start(), depth),
                expected,
                "{rows}×{cols}, depth {depth}"
            );
        }
    }
}

#[test]
fn moves_are_refused_with_the_reason() {
    let rows = [
        ("c2/2d c", "0 0", "cell 0 0 is taken"),
        ("c2/2d c", "2 0", "there is no cell 2 0: rows are 0 to 1, columns 0 to 2"),
        ("c2/2d c", "0 2", "there is a dog beside 0 2"),
        ("c2/3 d", "1 0", "there is a cat beside 1 0"),
        ("c2/3 d", "1", "`1` is no move: it takes row and column, two numbers"),
        ("d1c/1c1 d", "0 1", "the game is over"),
    ];
    for (position, text, reason) in rows {
        let refused = game(2, 3).read_move(&at(position).unwrap(), text).unwrap_err();
        assert_eq!(refused.to_string(), reason, "{position} {text}");
    }
}

#[test]
fn impossible_positions_are_refused() {
    let rows = [
        ("c2/3 c", "the seats take turns, and have put as many animals as each other"),
        ("cd1/3 c", "a cat is next to a dog"),
        ("c2/d2 c", "a cat is next to a dog"),
    ];
    for (position, reason) in rows {
        assert_eq!(
            at(position).unwrap_err().to_string(),
            format!("no game can reach this position: {reason}")
        );
    }
}
