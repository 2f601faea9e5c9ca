//! The strength of a player of DAWN 11/15 in each role: `cargo run --release -p ludoteca-games
//! --example roles -- PLAYER OTHER GAMES`.
//!
//! A player is `one-ply`, `nodes=N` or `ms=N` a move. PLAYER takes each role against OTHER, and
//! OTHER also plays against itself with the same dice. The output says how much PLAYER adds to the
//! result as Nature and takes off as Mission Control, on average over the games, with error bars of
//! 95 %.

use std::env;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use ludoteca_core::{Next, Seat, Table};
use ludoteca_games::catalog;
use ludoteca_opponents::OPPONENTS;
use ludoteca_search::Limits;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use rayon::prelude::*;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [player, other, games] = &arguments[..] else { return usage() };
    let (Some(player), Some(other), Ok(games)) =
        (Player::read(player), Player::read(other), games.parse::<u64>())
    else {
        return usage();
    };
    let results: Vec<[f64; 4]> = (0..games)
        .into_par_iter()
        .map(|seed| {
            [[other, other], [player, other], [other, player], [player, player]]
                .map(|players| game(players, seed))
        })
        .collect();
    let column =
        |of: &dyn Fn(&[f64; 4]) -> f64| estimate(&results.iter().map(of).collect::<Vec<f64>>());
    println!("other against other     E = {}", column(&|e| e[0]));
    println!("player against other    E = {}", column(&|e| e[1]));
    println!("other against player    E = {}", column(&|e| e[2]));
    println!("player against player   E = {}", column(&|e| e[3]));
    println!("player as Nature        {} (more is better)", column(&|e| e[1] - e[0]));
    println!("player as Mission       {} (less is better)", column(&|e| e[2] - e[0]));
    println!("player, both roles      {}", column(&|e| e[1] - e[2]));
    ExitCode::SUCCESS
}

fn usage() -> ExitCode {
    eprintln!("usage: roles PLAYER OTHER GAMES, a player being one-ply, nodes=N or ms=N");
    ExitCode::from(2)
}

#[derive(Copy, Clone)]
enum Player {
    OnePly,
    Nodes(u64),
    Time(Duration),
}

impl Player {
    fn read(text: &str) -> Option<Player> {
        match text.split_once('=') {
            None => (text == "one-ply").then_some(Player::OnePly),
            Some(("nodes", n)) => n.parse().ok().map(Player::Nodes),
            Some(("ms", n)) => n.parse().ok().map(|ms| Player::Time(Duration::from_millis(ms))),
            Some(_) => None,
        }
    }

    fn choose(self, table: &dyn Table) -> String {
        let found = match self {
            Player::OnePly => OPPONENTS.minimax(table, 1, 1, &|| false),
            Player::Nodes(nodes) => OPPONENTS.best_move(
                table,
                &Limits { nodes: Some(nodes), ..Limits::default() },
                &|| false,
            ),
            Player::Time(time) => {
                let end = Instant::now() + time;
                OPPONENTS.best_move(table, &Limits::default(), &|| Instant::now() >= end)
            }
        };
        found.expect("a seat is to move").step
    }
}

/// The result of a game, with dice that depend on the seed alone.
fn game(players: [Player; 2], seed: u64) -> f64 {
    let mut dice = ChaCha8Rng::seed_from_u64(seed);
    let mut table = catalog::open_line("dawn").expect("a game of the catalogue");
    loop {
        let step = match table.next() {
            Next::Over(outcome) => return outcome.points(Seat::FIRST).into(),
            Next::Chance => table.random_step(&mut dice).expect("a die is to be rolled"),
            Next::Move(seat) => players[seat.index()].choose(&*table),
        };
        table.step(&step).expect("players move by the rules");
    }
}

/// The mean of the counts, with its error bar.
fn estimate(values: &[f64]) -> String {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (n - 1.0);
    format!("{mean:+.2} ± {:.2}", 1.96 * (variance / n).sqrt())
}
