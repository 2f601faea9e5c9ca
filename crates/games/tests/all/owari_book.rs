//! Tests the proof that the first seat wins Owari, and that engines with the book win.

use ludoteca_core::{Next, Seat, Table};
use ludoteca_games::catalog;
use ludoteca_opponents::OPPONENTS;
use ludoteca_search::{Limits, SearchResult, Value};

use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

/// The plies within which a line of the book wins, and the moves of the line.
fn book() -> Vec<(u32, Vec<&'static str>)> {
    let lines = include_str!("../../src/owari/data/evaluation.book").lines();
    lines
        .map(|line| line.split_once(' ').unwrap())
        .map(|(plies, moves)| (plies.parse().unwrap(), moves.split(' ').collect()))
        .collect()
}

fn open(options: &str) -> Box<dyn Table> {
    catalog::open_line(options).unwrap()
}

fn generator(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

fn found(table: &dyn Table, limits: &Limits) -> SearchResult {
    OPPONENTS.best_move(table, limits, &|| false).expect("a seat is to move")
}

fn open_along(options: &str, moves: &[&str]) -> Box<dyn Table> {
    let mut table = open(options);
    for m in moves {
        table.step(m).unwrap();
    }
    table
}

fn within(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

#[test]
fn the_start_is_a_known_win() {
    let found = found(&*open("owari"), &Limits { depth: Some(1), ..Limits::default() });
    let (plies, line) = book().swap_remove(0);
    assert_eq!((found.value, found.step.as_str()), (Value::Win(plies + 1), line[0]));
}

/// After every answer to every line of the book, either the book has a move or a short search
/// without the book proves the win, and that proof is shorter than the line's. Together this proves
/// all lines.
#[test]
fn the_book_is_correct_and_complete() {
    let at_a_glance = Limits { depth: Some(1), ..Limits::default() };
    for (plies, moves) in book() {
        let table = open_along("owari", &moves);
        assert_eq!(table.next(), Next::Move(Seat::SECOND), "{moves:?}");
        for step in table.steps() {
            let along = [&moves[..], &[&step]].concat();
            // Without a limit on plies without captures the book is not used.
            let is_won =
                [("owari", at_a_glance), ("owari no-progress=0", within(30_000))].iter().any(|(options, limits)| {
                    let table = open_along(options, &along);
                    let value = found(&*table, limits).value;
                    matches!((table.next(), value), (Next::Move(Seat::FIRST), Value::Win(left)) if left < plies)
                });
            assert!(is_won, "{along:?}: not proved within {plies} plies");
        }
    }
}

/// Whatever the second seat does, a short search proves the win in each of the first seat's
/// positions, with moves that lead to the end.
#[test]
fn the_first_seat_wins_against_anybody() {
    for game in 0..24 {
        let mut table = open("owari");
        let mut generator = generator(game);
        let mut last = u32::MAX;
        let outcome = loop {
            let step = match table.next() {
                Next::Over(outcome) => break outcome,
                // Engines do not think about an only move.
                Next::Move(Seat::FIRST) if table.steps().len() > 1 => {
                    let found = found(&*table, &within(100_000));
                    let Value::Win(plies) = found.value else {
                        panic!("{}: {found:?}", table.position())
                    };
                    assert!(
                        plies < last,
                        "{}: no nearer than {last} plies: {found:?}",
                        table.position()
                    );
                    last = plies;
                    found.step
                }
                // The opponents play at random, with a fixed depth, and at full strength.
                _ => match game % 3 {
                    0 => table.random_step(&mut generator).unwrap(),
                    1 => {
                        OPPONENTS.minimax(&*table, 1 + game as u32 / 3, 1, &|| false).unwrap().step
                    }
                    _ => found(&*table, &within(1_000 << (game / 3))).step,
                },
            };
            table.step(&step).unwrap();
        };
        assert_eq!(outcome.winner(), Some(Seat::FIRST), "game {game}");
    }
}
