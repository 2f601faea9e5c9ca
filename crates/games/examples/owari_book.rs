//! Writes the book of Owari to standard output: `cargo run --release -p ludoteca-games --example
//! owari_book`.
//!
//! The first seat wins. The book begins at the start. Where a search of limited size does not prove
//! the win, the book has a move of the first seat, and goes on with every answer to it.

use std::collections::BTreeMap;

use ludoteca_core::{Next, Seat, Table};
use ludoteca_games::catalog;
use ludoteca_opponents::OPPONENTS;
use ludoteca_search::{Limits, Value};

/// Without a limit on plies without captures the book is not used, so that the proofs do not depend
/// on one.
const GAME: &str = "owari no-progress=0";

/// Wins that a search proves within this many positions are not in the book.
const NODES: u64 = 20_000;

fn main() {
    let table =
        catalog::open(&catalog::parse(GAME).expect("a game")).expect("options that go together");
    let mut book = Book::default();
    book.prove(&*table, &[]);
    for (moves, plies) in book.lines {
        println!("{plies} {}", moves.iter().map(u32::to_string).collect::<Vec<_>>().join(" "));
    }
}

#[derive(Default)]
struct Book {
    lines: BTreeMap<Vec<u32>, u32>,
    known: BTreeMap<u64, u32>,
}

impl Book {
    /// The plies within which the first seat wins, whether it is to move or has just moved.
    fn prove(&mut self, table: &dyn Table, moves: &[u32]) -> u32 {
        if let Some(plies) = self.known.get(&table.key()) {
            return *plies;
        }
        let plies = match table.next() {
            Next::Over(outcome) => {
                assert_eq!(outcome.winner(), Some(Seat::FIRST), "{moves:?}");
                0
            }
            Next::Move(Seat::FIRST) => self.prove_move(table, moves),
            _ => {
                let after = |step: &String| self.prove_after(table, moves, step);
                1 + table.steps().iter().map(after).max().expect("a move")
            }
        };
        self.known.insert(table.key(), plies);
        plies
    }

    fn prove_move(&mut self, table: &dyn Table, moves: &[u32]) -> u32 {
        let quick = OPPONENTS
            .best_move(table, &Limits { nodes: Some(NODES), ..Limits::default() }, &|| false)
            .expect("a seat is to move");
        if let Value::Win(plies) = quick.value {
            return plies;
        }
        let found = OPPONENTS
            .best_move(table, &Limits { memory: 256, ..Limits::default() }, &|| false)
            .expect("a seat is to move");
        eprintln!("{moves:?} {} {:?} {}", found.step, found.value, found.nodes);
        assert!(matches!(found.value, Value::Win(_)), "{moves:?}: {found:?}");
        let plies = self.prove_after(table, moves, &found.step);
        let mut line = moves.to_vec();
        line.push(found.step.parse().expect("the number of a bowl"));
        self.lines.insert(line, plies);
        1 + plies
    }

    fn prove_after(&mut self, table: &dyn Table, moves: &[u32], step: &str) -> u32 {
        let mut after = table.boxed_clone();
        after.step(step).expect("a legal move");
        let mut line = moves.to_vec();
        line.push(step.parse().expect("the number of a bowl"));
        self.prove(&*after, &line)
    }
}
