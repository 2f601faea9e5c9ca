//! Tunes the weights of a game's evaluation by games that the search plays against itself, and prints them as its file has them.
//!
//! ```sh
//! cargo run --release -p ludoteca-search --example tune -- breakthrough rows=8 cols=8 --games 2000 --nodes 2000 --seed 1
//! ```

use std::process::ExitCode;

use ludoteca_games::catalog;
use ludoteca_search::tuning::{Plan, Tuned, tune};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match run(&words) {
        Ok(tuned) => {
            print(&tuned);
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!(
                "error: {error}\nusage: tune GAME [OPTION=VALUE]… [--games N] [--nodes N] [--opening-steps N] [--rounds N] [--seed N]"
            );
            ExitCode::from(2)
        }
    }
}

fn run(words: &[String]) -> Result<Tuned, String> {
    let mut plan = Plan { games: 1000, nodes: 2000, opening_steps: 8, rounds: 500 };
    let mut seed = 1;
    let mut game = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let mut number = || {
            let value = words.next().ok_or_else(|| format!("{word} takes a number"))?;
            value.parse::<u64>().map_err(|_| format!("{word} takes a number, not `{value}`"))
        };
        match word.as_str() {
            "--games" => plan.games = number()?,
            "--nodes" => plan.nodes = number()?,
            "--opening-steps" => plan.opening_steps = number()?.min(1000) as u32,
            "--rounds" => plan.rounds = number()?.min(1_000_000) as u32,
            "--seed" => seed = number()?,
            option if option.starts_with('-') => return Err(format!("there is no option `{option}`")),
            _ => game.push(word.as_str()),
        }
    }
    let options = catalog::parse(&game.join(" ")).map_err(|error| error.to_string())?;
    let table = catalog::open(&options).map_err(|error| error.to_string())?;
    let generator = |game: u64| {
        let mut generator = ChaCha8Rng::seed_from_u64(seed);
        generator.set_stream(game);
        generator
    };
    tune(&*table, &plan, generator).map_err(|error| error.to_string())
}

fn print(tuned: &Tuned) {
    let [before, after] = tuned.loss;
    println!("// {} positions, loss {before:.5} before and {after:.5} after", tuned.positions);
    for (name, weights) in &tuned.weights {
        println!("    // {name}");
        for line in weights.chunks(8) {
            let line: Vec<String> = line.iter().map(|[first, last]| format!("[{first}, {last}],")).collect();
            println!("    {}", line.join(" "));
        }
    }
}
