//! Fits the weights of DAWN 11/15 to the results of games: `cargo run --release -p ludoteca-games
//! --example fit_dawn -- ROUNDS GAMES SEED` writes the file of the weights to standard output.
//!
//! In every round, players with the weights of the previous round play GAMES games against each
//! other. They choose the best token by the best walk after it, with random errors, so that all
//! kinds of positions occur. Then each kind of position gets the weights that best predict, by
//! least squares, the results of all games so far. Half of the players use the weights of any
//! earlier round, so that the weights do not go in circles, each beating only the one before.

use std::env;

use ludoteca_core::random::below;
use ludoteca_core::{Next, Rules};
use ludoteca_games::dawn::evaluation::{FEATURES, KINDS, SCALE, STAGES, WEIGHTS, features};
use ludoteca_games::dawn::{Dawn, DawnStage, Move, State};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use rayon::prelude::*;

fn main() {
    let numbers: Vec<u64> =
        env::args().skip(1).map(|word| word.parse().expect("a number")).collect();
    let [rounds, games, seed] = numbers[..] else { panic!("ROUNDS GAMES SEED") };
    let mut rounds_before =
        vec![WEIGHTS.map(|kind| kind.map(|weight| f64::from(weight) / UNIT)).to_vec()];
    let mut samples: Vec<Sample> = Vec::new();
    for round in 0..rounds {
        let played: Vec<Sample> = (0..games)
            .into_par_iter()
            .flat_map_iter(|game| {
                let mut generator =
                    ChaCha8Rng::seed_from_u64((seed * 1_000 + round) * 1_000_000 + game);
                let players = [0; 2].map(|_| any(&rounds_before, &mut generator));
                play(players, &mut generator)
            })
            .collect();
        report(round, &played, newest(&rounds_before));
        samples.extend(played);
        rounds_before.push(fitted(&samples));
    }
    compare(newest(&rounds_before), &rounds_before[0], games);
    let weights = newest(&rounds_before);
    println!(
        "//! The weights of DAWN 11/15, which `examples/fit_dawn.rs` writes: see [`super::features`]."
    );
    println!();
    println!("use super::{{FEATURES, KINDS}};");
    println!();
    println!("/// A weight for every feature of every kind of position.");
    println!("#[rustfmt::skip]");
    println!("pub const WEIGHTS: [[i32; FEATURES]; KINDS] = [");
    for kind in weights {
        println!("    {:?},", kind.map(|weight| (weight * UNIT).round() as i32));
    }
    println!("];");
}

/// A weight of one cell.
const UNIT: f64 = 100.0 * SCALE as f64;

/// The largest random error of players, in cells, either way.
const ERROR: u32 = 3;

/// One move in this many is random.
const RANDOM: u32 = 40;

type Weights = [[f64; FEATURES]];

struct Sample {
    kind: usize,
    features: [i32; FEATURES],
    result: f64,
}

fn newest(rounds: &[Vec<[f64; FEATURES]>]) -> &Weights {
    rounds.last().expect("there are weights to begin with")
}

/// The newest weights, or those of any round.
fn any<'a>(rounds: &'a [Vec<[f64; FEATURES]>], generator: &mut ChaCha8Rng) -> &'a Weights {
    match below(generator, 2) {
        0 => newest(rounds),
        _ => &rounds[below(generator, rounds.len() as u32) as usize],
    }
}

/// The gain of new weights against old ones, in both roles, with the same dice.
fn compare(new: &Weights, old: &Weights, games: u64) {
    for (who, players) in [
        ("old, old", [old; 2]),
        ("new, old", [new, old]),
        ("old, new", [old, new]),
        ("new, new", [new; 2]),
    ] {
        let results: Vec<f64> = (0..games)
            .into_par_iter()
            .map(|seed| {
                play(players, &mut ChaCha8Rng::seed_from_u64(seed))
                    .first()
                    .map_or(0.0, |sample| sample.result)
            })
            .collect();
        eprintln!("{who}: E = {:.2}", results.iter().sum::<f64>() / games as f64);
    }
}

/// Plays a game between Nature's and Mission Control's weights.
fn play(players: [&Weights; 2], generator: &mut ChaCha8Rng) -> Vec<Sample> {
    let mut state = Dawn.start();
    let mut seen = Vec::new();
    loop {
        match Dawn.next(&state) {
            Next::Over(_) => {
                let result = state.result().into();
                return seen
                    .into_iter()
                    .map(|(kind, features)| Sample { kind, features, result })
                    .collect();
            }
            Next::Chance => {
                let rolled = Dawn.random_chance(&state, generator);
                Dawn.roll(&mut state, rolled);
            }
            Next::Move(seat) => {
                let is_random = state.bodies()[0].is_none() || below(generator, RANDOM) == 0;
                let m = if is_random {
                    Dawn.random_move(&state, generator)
                } else {
                    choose(&state, players[seat.index()], generator)
                };
                Dawn.play(&mut state, m);
            }
        }
        if state.stage() != DawnStage::Over {
            seen.push(features(&state));
        }
    }
}

fn choose(state: &State, weights: &Weights, generator: &mut ChaCha8Rng) -> Move {
    let sign = if matches!(state.stage(), DawnStage::Place(_)) { -1.0 } else { 1.0 };
    let value = |m: Move| {
        let after = Dawn.after(state, m);
        match after.stage() {
            DawnStage::Walk(_) => {
                let walks = Dawn
                    .moves(&after)
                    .into_iter()
                    .map(|walk| expected(&Dawn.after(&after, walk), weights));
                walks.fold(0.0, f64::max)
            }
            _ => expected(&after, weights),
        }
    };
    let mut rough = |m| sign * value(m) + f64::from(below(generator, 2_000 * ERROR)) / 1_000.0;
    let moves = Dawn.moves(state).into_iter().map(|m| (rough(m), m));
    moves
        .max_by(|(one, _), (other, _)| one.total_cmp(other))
        .expect("a seat that is to move has a move")
        .1
}

fn expected(state: &State, weights: &Weights) -> f64 {
    if state.stage() == DawnStage::Over {
        return state.result().into();
    }
    let (kind, features) = features(state);
    dot(&weights[kind], &features)
}

/// The weights that fit the samples best.
fn fitted(samples: &[Sample]) -> Vec<[f64; FEATURES]> {
    let sums = |is_meant: &dyn Fn(usize) -> bool| {
        Sums::of(samples.iter().filter(|sample| is_meant(sample.kind)))
    };
    let solve = |kind: usize| {
        let general = sums(&|other| other / STAGES == kind / STAGES).solve(&[0.0; FEATURES], 1e-3);
        // Where there are few data, the weights stay near those of all stages.
        sums(&|other| other == kind).solve(&general, 100.0)
    };
    (0..KINDS).into_par_iter().map(solve).collect()
}

/// The error of the estimates against the results.
fn report(round: u64, samples: &[Sample], weights: &Weights) {
    eprint!("round {round}:");
    for place in 0..KINDS / STAGES {
        let of_place = || samples.iter().filter(|sample| sample.kind / STAGES == place);
        let count = of_place().count() as f64;
        let mean = of_place().map(|sample| sample.result).sum::<f64>() / count;
        let deviation = |from: &dyn Fn(&Sample) -> f64| {
            (of_place().map(|sample| (sample.result - from(sample)).powi(2)).sum::<f64>() / count)
                .sqrt()
        };
        let (spread, error) = (
            deviation(&|_| mean),
            deviation(&|sample| dot(&weights[sample.kind], &sample.features)),
        );
        eprint!("  {count} of mean {mean:.1} ± {spread:.1}, error {error:.1};");
    }
    eprintln!();
}

fn dot(weights: &[f64; FEATURES], features: &[i32; FEATURES]) -> f64 {
    weights.iter().zip(features).map(|(weight, feature)| weight * f64::from(*feature)).sum()
}

/// The normal equations of least squares.
struct Sums {
    squares: [[f64; FEATURES]; FEATURES],
    products: [f64; FEATURES],
}

impl Sums {
    fn of<'a>(samples: impl Iterator<Item = &'a Sample>) -> Sums {
        let mut sums = Sums { squares: [[0.0; FEATURES]; FEATURES], products: [0.0; FEATURES] };
        for sample in samples {
            let features = sample.features.map(f64::from);
            for (row, feature) in features.iter().enumerate() {
                sums.products[row] += feature * sample.result;
                for (column, other) in features.iter().enumerate() {
                    sums.squares[row][column] += feature * other;
                }
            }
        }
        sums
    }

    /// The weights with the least squared error. A regularisation pulls every weight towards a
    /// usual one.
    fn solve(&self, usual: &[f64; FEATURES], pull: f64) -> [f64; FEATURES] {
        let mut rows: Vec<Vec<f64>> = (0..FEATURES)
            .map(|row| {
                let mut equation = self.squares[row].to_vec();
                equation[row] += pull;
                equation.push(self.products[row] + pull * usual[row]);
                equation
            })
            .collect();
        // Gauss-Jordan elimination. The matrix is positive definite, so no rows need to be
        // exchanged.
        for pivot in 0..FEATURES {
            let head: Vec<f64> =
                rows[pivot].iter().map(|value| value / rows[pivot][pivot]).collect();
            for (at, row) in rows.iter_mut().enumerate() {
                let factor = row[pivot];
                if at != pivot {
                    row.iter_mut().zip(&head).for_each(|(value, head)| *value -= factor * head);
                }
            }
            rows[pivot] = head;
        }
        std::array::from_fn(|row| rows[row][FEATURES])
    }
}
