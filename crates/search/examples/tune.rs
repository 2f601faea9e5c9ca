//! Tunes the evaluation of a game on self-play games: its weights, which are printed in the format
//! of its file, or its network, which is written to a file.
//!
//! ```sh
//! cargo run --release -p ludoteca-search --example tune -- \
//!     breakthrough rows=8 cols=8 --games 2000 --seed 1
//! cargo run --release -p ludoteca-search --example tune -- \
//!     ataxx --games 50000 --positions ataxx.txt --network ataxx.network
//! ```
//!
//! The positions of the games are appended to the file of positions, if one is named, and the whole
//! file is used for training, which takes much less time than playing.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::process::ExitCode;

use ludoteca_core::Table;
use ludoteca_games::catalog::{self, CATALOG};
use ludoteca_opponents::OPPONENTS;
use ludoteca_search::tuning::{
    SelfPlaySettings, TrainingPosition, TrainingSettings, TunedWeights, learn, play, tune,
};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match read(&words).and_then(Arguments::run) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}\n{USAGE}");
            ExitCode::from(2)
        }
    }
}

const USAGE: &str = "usage: tune GAME [OPTION=VALUE]… [--games N] [--nodes N] [--opening-steps N] [--rounds N] [--seed N] \
    [--positions FILE] [--network FILE]";

/// The parsed command line.
struct Arguments {
    table: Box<dyn Table>,
    plan: SelfPlaySettings,
    rounds: Option<u32>,
    seed: u64,
    positions: Option<String>,
    network: Option<String>,
}

fn read(words: &[String]) -> Result<Arguments, String> {
    let mut plan = SelfPlaySettings { games: 1000, nodes: 2000, opening_steps: 8 };
    let (mut rounds, mut seed, mut positions, mut network) = (None, 1, None, None);
    let mut game = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| format!("{word} takes a value"));
        let number = |value: &String| {
            value.parse().map_err(|_| format!("{word} takes a number, not `{value}`"))
        };
        match word.as_str() {
            "--games" => plan.games = number(value()?)?,
            "--nodes" => plan.nodes = number(value()?)?,
            "--opening-steps" => plan.opening_steps = number(value()?)?.min(1000) as u32,
            "--rounds" => rounds = Some(number(value()?)?.min(1_000_000) as u32),
            "--seed" => seed = number(value()?)?,
            "--positions" => positions = Some(value()?.clone()),
            "--network" => network = Some(value()?.clone()),
            option if option.starts_with('-') => {
                return Err(format!("there is no option `{option}`"));
            }
            _ => game.push(word.as_str()),
        }
    }
    let options = catalog::parse(&game.join(" ")).map_err(|error| error.to_string())?;
    let table = catalog::open(&options).map_err(|error| error.to_string())?;
    Ok(Arguments { table, plan, rounds, seed, positions, network })
}

impl Arguments {
    fn run(self) -> Result<(), String> {
        // A file that cannot be written is reported before any game is played.
        for path in self.positions.iter().chain(&self.network) {
            open_for_appending(path)?;
        }
        let mut played = match &self.positions {
            Some(path) => read_positions(path)?,
            None => Vec::new(),
        };
        let generator = |game: u64| {
            let mut generator = ChaCha8Rng::seed_from_u64(self.seed);
            generator.set_stream(game);
            generator
        };
        let new = play(&CATALOG, OPPONENTS, &*self.table, &self.plan, generator)
            .map_err(|error| error.to_string())?;
        if let Some(path) = &self.positions {
            append_positions(open_for_appending(path)?, &new)
                .map_err(|error| format!("{path}: {error}"))?;
        }
        played.extend(new);
        match self.network {
            None => {
                let tuned = tune(&CATALOG, &*self.table, &played, self.rounds.unwrap_or(500));
                print(&tuned.map_err(|error| error.to_string())?, played.len());
            }
            Some(path) => {
                let settings =
                    TrainingSettings { epochs: self.rounds.unwrap_or(20), seed: self.seed };
                let learnt = learn(&CATALOG, &*self.table, &played, settings)
                    .map_err(|error| error.to_string())?;
                let loss: Vec<String> =
                    learnt.loss.iter().map(|loss| format!("{loss:.5}")).collect();
                println!("{} positions, loss after each round {}", played.len(), loss.join(" "));
                fs::write(&path, learnt.bytes).map_err(|error| format!("{path}: {error}"))?;
            }
        }
        Ok(())
    }
}

/// Reads positions, one for each line: the position, the value that the search found, and the
/// result, separated by tabs.
fn read_positions(path: &str) -> Result<Vec<TrainingPosition>, String> {
    let file = File::open(path).map_err(|error| format!("{path}: {error}"))?;
    let position = |line: &str| {
        let mut words = line.split('\t');
        let position = words.next()?.to_string();
        let found = words.next()?.parse().ok()?;
        Some(TrainingPosition { position, found, result: words.next()?.parse().ok()? })
    };
    let lines = BufReader::new(file).lines().enumerate();
    let read = |(n, line): (usize, std::io::Result<String>)| {
        let line = line.map_err(|error| format!("{path}: {error}"))?;
        position(&line).ok_or_else(|| {
            format!("{path}, line {}: this is not a position with its value and its result", n + 1)
        })
    };
    lines.map(read).collect()
}

/// Opens a file for appending, and creates it if it does not exist.
fn open_for_appending(path: &str) -> Result<File, String> {
    File::options().append(true).create(true).open(path).map_err(|error| format!("{path}: {error}"))
}

fn append_positions(file: File, played: &[TrainingPosition]) -> std::io::Result<()> {
    let mut file = BufWriter::new(file);
    for TrainingPosition { position, found, result } in played {
        writeln!(file, "{position}\t{found}\t{result}")?;
    }
    file.flush()
}

fn print(tuned: &TunedWeights, positions: usize) {
    let [before, after] = tuned.loss;
    println!("// {positions} positions, loss {before:.5} before and {after:.5} after");
    for (name, weights) in &tuned.weights {
        println!("    // {name}");
        for line in weights.chunks(8) {
            let line: Vec<String> =
                line.iter().map(|[first, last]| format!("[{first}, {last}],")).collect();
            println!("    {}", line.join(" "));
        }
    }
}
