//! Tests of the crate's public interface: tables, limits, and results.

#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

mod bench;
mod exact;
mod known_results;
mod limits;
mod lines;
mod mcts;
mod opponents;
mod tactics;
mod tuning;

use ludoteca_core::Table;
use ludoteca_games::catalog;
use ludoteca_opponents::OPPONENTS;
use ludoteca_search::{Limits, SearchResult, Value};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

/// The value that a search reports for a win or a loss that it did not prove.
const WIN_EXPECTED: Value = Value::Estimate(Value::EXPECTED);
const LOSS_EXPECTED: Value = Value::Estimate(-Value::EXPECTED);

fn open(options: &str) -> Box<dyn Table> {
    catalog::open_line(options).unwrap_or_else(|error| panic!("{options}: {error}"))
}

fn open_at(options: &str, position: &str) -> Box<dyn Table> {
    let mut table = open(options);
    table.set_position(position).unwrap_or_else(|error| panic!("{options} {position}: {error}"));
    table
}

fn generator(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

/// A table after this many random steps, or fewer if the game ends before.
fn open_after(options: &str, steps: u32, seed: u64) -> Box<dyn Table> {
    let mut table = open(options);
    let mut generator = generator(seed);
    for _ in 0..steps {
        if let Some(step) = table.random_step(&mut generator) {
            table.step(&step).unwrap();
        }
    }
    table
}

fn found(table: &dyn Table, limits: &Limits) -> SearchResult {
    OPPONENTS
        .best_move(table, limits, &|| false)
        .unwrap_or_else(|| panic!("{}: nobody is to move", table.position()))
}
