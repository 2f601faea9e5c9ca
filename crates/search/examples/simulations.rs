//! Measures how many simulations Monte-Carlo tree search makes in a second, on one thread, from the
//! start of some games: `cargo run --release -p ludoteca-search --example simulations`. Arguments
//! after `--` name the games to measure instead.

use std::env;
use std::time::Instant;

use ludoteca_games::catalog;
use ludoteca_opponents::OPPONENTS;
use ludoteca_search::{Algorithm, Limits};

/// The games that are measured by default.
const GAMES: [&str; 7] = [
    "breakthrough rows=6 cols=6",
    "breakthrough",
    "ataxx",
    "ataxx seats=3",
    "cn rows=15 cols=15 line=5",
    "owari",
    "dawn",
];

const SIMULATIONS: u64 = 200_000;

fn main() {
    let named: Vec<String> = env::args().skip(1).collect();
    let games = if named.is_empty() { GAMES.map(str::to_owned).to_vec() } else { named };
    for game in games {
        let table = catalog::open_line(&game).unwrap_or_else(|error| panic!("{game}: {error}"));
        for algorithm in [Algorithm::PlainMcts, Algorithm::Mcts] {
            let limits = Limits { nodes: Some(SIMULATIONS), ..Limits::default() };
            let start = Instant::now();
            let found = OPPONENTS
                .search(&*table, algorithm, &limits, &|| false)
                .expect("a game begins with a move");
            let seconds = start.elapsed().as_secs_f64();
            let speed = found.nodes as f64 / seconds / 1000.0;
            println!(
                "{game:28} {algorithm:?}: {speed:.0} k/s, {} {:?} depth {}",
                found.step, found.value, found.depth
            );
        }
    }
}
