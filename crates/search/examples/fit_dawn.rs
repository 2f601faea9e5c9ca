//! Fits the weights of DAWN 11/15 to how games end: `cargo run --release -p ludoteca-search --example fit_dawn -- ROUNDS GAMES SEED`
//! writes `dawn_weights.rs` anew, to standard output.
//!
//! In every round, players that go by the weights of the round before play GAMES against themselves, looking for the best token by the best walk
//! after it, and only roughly, so that all kinds of positions come up. Then each kind of position gets the weights that tell
//! best, by least squares, how its games of the last rounds ended: so players and weights follow each other.

use std::env;

use ludoteca_core::random::below;
use ludoteca_core::{Next, Rules};
use ludoteca_games::dawn::{Dawn, Move, Stage, State};
use ludoteca_search::dawn_evaluation::{ASPECTS, KINDS, SCALE, STAGES, WEIGHTS, aspects};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use rayon::prelude::*;

fn main() {
    let numbers: Vec<u64> = env::args().skip(1).map(|word| word.parse().expect("a number")).collect();
    let [rounds, games, seed] = numbers[..] else { panic!("ROUNDS GAMES SEED") };
    let mut weights = WEIGHTS.map(|kind| kind.map(|weight| f64::from(weight) / UNIT)).to_vec();
    let mut kept: Vec<Vec<Sample>> = Vec::new();
    for round in 0..rounds {
        let seeds = (0..games).map(|game| (seed * 1_000 + round) * 1_000_000 + game).collect::<Vec<u64>>();
        kept.push(seeds.into_par_iter().flat_map_iter(|seed| play(seed, &weights)).collect());
        if kept.len() > KEPT {
            kept.remove(0);
        }
        report(round, kept.last().expect("a round was played"), &weights);
        weights = fitted(&kept);
    }
    println!("//! The weights of DAWN 11/15, which `examples/fit_dawn.rs` writes: see [`super::dawn::aspects`].");
    println!();
    println!("use super::dawn::{{ASPECTS, KINDS}};");
    println!();
    println!("#[rustfmt::skip]");
    println!("pub const WEIGHTS: [[i32; ASPECTS]; KINDS] = [");
    for kind in weights {
        println!("    {:?},", kind.map(|weight| (weight * UNIT).round() as i32));
    }
    println!("];");
}

/// A weight of one cell.
const UNIT: f64 = 100.0 * SCALE as f64;

/// So many rounds count, the last ones.
const KEPT: usize = 3;

/// Players err by up to so many cells either way.
const ERROR: u32 = 3;

/// One move in so many is random.
const RANDOM: u32 = 40;

type Weights = [[f64; ASPECTS]];

struct Sample {
    kind: usize,
    aspects: [i32; ASPECTS],
    result: f64,
}

fn play(seed: u64, weights: &Weights) -> Vec<Sample> {
    let mut generator = ChaCha8Rng::seed_from_u64(seed);
    let mut state = Dawn.start();
    let mut seen = Vec::new();
    loop {
        match Dawn.next(&state) {
            Next::Over(_) => {
                let result = state.result().into();
                return seen.into_iter().map(|(kind, aspects)| Sample { kind, aspects, result }).collect();
            }
            Next::Chance => {
                let rolled = Dawn.random_chance(&state, &mut generator);
                Dawn.roll(&mut state, rolled);
            }
            Next::Move(_) => {
                let is_random = state.bodies()[0].is_none() || below(&mut generator, RANDOM) == 0;
                let m = if is_random {
                    Dawn.random_move(&state, &mut generator)
                } else {
                    choose(&state, weights, &mut generator)
                };
                Dawn.play(&mut state, m);
            }
        }
        if state.stage() != Stage::Over {
            seen.push(aspects(&state));
        }
    }
}

fn choose(state: &State, weights: &Weights, generator: &mut ChaCha8Rng) -> Move {
    let sign = if matches!(state.stage(), Stage::Place(_)) { -1.0 } else { 1.0 };
    let value = |m: Move| {
        let after = Dawn.after(state, m);
        match after.stage() {
            Stage::Walk(_) => {
                let walks = Dawn.moves(&after).into_iter().map(|walk| expected(&Dawn.after(&after, walk), weights));
                walks.fold(0.0, f64::max)
            }
            _ => expected(&after, weights),
        }
    };
    let mut rough = |m| sign * value(m) + f64::from(below(generator, 2_000 * ERROR)) / 1_000.0;
    let moves = Dawn.moves(state).into_iter().map(|m| (rough(m), m));
    moves.max_by(|(one, _), (other, _)| one.total_cmp(other)).expect("a seat that is to move has a move").1
}

fn expected(state: &State, weights: &Weights) -> f64 {
    if state.stage() == Stage::Over {
        return state.result().into();
    }
    let (kind, aspects) = aspects(state);
    dot(&weights[kind], &aspects)
}

/// The weights that fit best.
fn fitted(kept: &[Vec<Sample>]) -> Vec<[f64; ASPECTS]> {
    let sums =
        |is_meant: &dyn Fn(usize) -> bool| Sums::of(kept.iter().flatten().filter(|sample| is_meant(sample.kind)));
    let solve = |kind: usize| {
        let general = sums(&|other| other / STAGES == kind / STAGES).solve(&[0.0; ASPECTS], 1e-3);
        // Where there is little to go by, the weights stay near those of all stages.
        sums(&|other| other == kind).solve(&general, 100.0)
    };
    (0..KINDS).into_par_iter().map(solve).collect()
}

/// How far the estimates are from the results.
fn report(round: u64, samples: &[Sample], weights: &Weights) {
    eprint!("round {round}:");
    for place in 0..KINDS / STAGES {
        let of_place = || samples.iter().filter(|sample| sample.kind / STAGES == place);
        let count = of_place().count() as f64;
        let mean = of_place().map(|sample| sample.result).sum::<f64>() / count;
        let deviation = |from: &dyn Fn(&Sample) -> f64| {
            (of_place().map(|sample| (sample.result - from(sample)).powi(2)).sum::<f64>() / count).sqrt()
        };
        let (spread, error) = (deviation(&|_| mean), deviation(&|sample| dot(&weights[sample.kind], &sample.aspects)));
        eprint!("  {count} of mean {mean:.1} ± {spread:.1}, error {error:.1};");
    }
    eprintln!();
}

fn dot(weights: &[f64; ASPECTS], aspects: &[i32; ASPECTS]) -> f64 {
    weights.iter().zip(aspects).map(|(weight, aspect)| weight * f64::from(*aspect)).sum()
}

/// The normal equations of least squares.
struct Sums {
    squares: [[f64; ASPECTS]; ASPECTS],
    products: [f64; ASPECTS],
}

impl Sums {
    fn of<'a>(samples: impl Iterator<Item = &'a Sample>) -> Sums {
        let mut sums = Sums { squares: [[0.0; ASPECTS]; ASPECTS], products: [0.0; ASPECTS] };
        for sample in samples {
            let aspects = sample.aspects.map(f64::from);
            for (row, aspect) in aspects.iter().enumerate() {
                sums.products[row] += aspect * sample.result;
                for (column, other) in aspects.iter().enumerate() {
                    sums.squares[row][column] += aspect * other;
                }
            }
        }
        sums
    }

    /// The weights with the least squared error, where every weight is pulled towards a usual one, by so much.
    fn solve(&self, usual: &[f64; ASPECTS], pull: f64) -> [f64; ASPECTS] {
        let mut rows: Vec<Vec<f64>> = (0..ASPECTS)
            .map(|row| {
                let mut equation = self.squares[row].to_vec();
                equation[row] += pull;
                equation.push(self.products[row] + pull * usual[row]);
                equation
            })
            .collect();
        // Gauss and Jordan: the matrix is positive definite, so that no row need be exchanged.
        for pivot in 0..ASPECTS {
            let head: Vec<f64> = rows[pivot].iter().map(|value| value / rows[pivot][pivot]).collect();
            for (at, row) in rows.iter_mut().enumerate() {
                let factor = row[pivot];
                if at != pivot {
                    row.iter_mut().zip(&head).for_each(|(value, head)| *value -= factor * head);
                }
            }
            rows[pivot] = head;
        }
        std::array::from_fn(|row| rows[row][ASPECTS])
    }
}
