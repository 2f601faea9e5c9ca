//! Simulated tournaments and tests between players of known strength.

use ludoteca_rating::pairing::{balanced, round_robin};
use ludoteca_rating::ratings::{Ratings, Results};
use ludoteca_rating::sprt::{Sprt, SprtDecision};
use ludoteca_rating::statistics::{Estimate, Pentanomial, Sample, WinDrawLoss};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

/// A uniform random number from 0 (inclusive) to 1 (exclusive).
fn uniform(generator: &mut ChaCha8Rng) -> f64 {
    (generator.next_u64() >> 11) as f64 / (1u64 << 53) as f64
}

fn curve(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The half points of a random game, given a player's expected score. `draws` is the share of draws
/// among those that this score allows.
fn half_points(generator: &mut ChaCha8Rng, expected: f64, draws: f64) -> usize {
    let draw = draws * 2.0 * expected.min(1.0 - expected);
    let at = uniform(generator);
    if at < draw {
        1
    } else if at < expected + draw / 2.0 {
        2
    } else {
        0
    }
}

fn counted(score: &mut WinDrawLoss, half_points: usize) {
    *[&mut score.losses, &mut score.draws, &mut score.wins][half_points] += 1;
}

/// The share of trials in which the true value lies within the error bar. For 95 % and 1000 trials,
/// three standard deviations are 2 %. The error bars are not exact, so a little more is allowed.
fn check_coverage(what: &str, inside: usize, trials: usize) {
    let share = inside as f64 / trials as f64;
    assert!((0.92..0.98).contains(&share), "{what}: {share}");
}

/// Does the true value lie within the error bar?
fn holds(estimate: Estimate, truth: f64) -> bool {
    estimate
        .value()
        .zip(estimate.error())
        .is_some_and(|(value, error)| (value - truth).abs() <= error)
}

#[test]
fn matches_recover_the_difference() {
    let mut generator = ChaCha8Rng::seed_from_u64(1);
    for (elo, draws, games) in [(0.0, 0.5, 200), (60.0, 0.0, 200), (-120.0, 0.8, 400)] {
        let (mut inside, trials) = ([0; 2], 1000);
        for _ in 0..trials {
            let (mut score, mut pairs) = (WinDrawLoss::default(), Pentanomial::default());
            for _ in 0..games / 2 {
                // An opening that is worth 200 Elo to one seat; the second game of the pair has the
                // seats swapped.
                let two = [200.0, -200.0]
                    .map(|advantage| half_points(&mut generator, curve(elo + advantage), draws));
                two.iter().for_each(|points| counted(&mut score, *points));
                pairs.by_half_points[two[0] + two[1]] += 1;
            }
            let truth = (curve(elo + 200.0) + curve(elo - 200.0)) / 2.0;
            let truth = 400.0 * (truth / (1.0 - truth)).log10();
            inside[0] += usize::from(holds(pairs.elo(), truth));
            inside[1] += usize::from(holds(score.elo(), truth));
            assert!(pairs.elo().error() <= score.elo().error().map(|error| error * 1.15));
        }
        check_coverage("pairs", inside[0], trials);
        // Single games ignore that the openings even out, so their error bars are too wide.
        assert!(inside[1] > inside[0]);
    }
}

#[test]
fn round_robins_recover_ratings() {
    let truth = [150.0, 90.0, 40.0, 0.0, -20.0, -60.0, -200.0];
    let mut generator = ChaCha8Rng::seed_from_u64(2);
    let (mut inside, trials) = (0, 300);
    for trial in 0..trials {
        let draws = [0.0, 0.3, 0.7][trial % 3];
        let mut results = Results::new(truth.len());
        for seating in round_robin(truth.len(), 30).into_iter().flat_map(|round| round.encounters) {
            let [one, other] = seating[..] else { panic!("two seats") };
            let mut score = WinDrawLoss::default();
            counted(
                &mut score,
                half_points(&mut generator, curve(truth[one] - truth[other]), draws),
            );
            results.add_games(one, other, &score);
        }
        let ratings = Ratings::new(&results);
        inside += within(&ratings, &truth);
    }
    check_coverage("round robin", inside, trials * truth.len());
}

#[test]
fn tables_of_three_and_four_recover_ratings() {
    let truth = [120.0, 70.0, 30.0, 0.0, -40.0, -180.0];
    for seats in 3..=4 {
        let mut generator = ChaCha8Rng::seed_from_u64(seats as u64);
        let (mut inside, trials) = (0, 300);
        for _ in 0..trials {
            let mut results = Results::new(truth.len());
            for seating in balanced(truth.len(), seats, 15) {
                results.add_ranking(&places(&mut generator, seating, &truth));
            }
            inside += within(&Ratings::new(&results), &truth);
        }
        check_coverage("tables", inside, trials * truth.len());
    }
}

/// A random ranking by the model of Plackett and Luce: the first place by strength, then the second
/// among the rest, and so on.
fn places(generator: &mut ChaCha8Rng, mut seating: Vec<usize>, truth: &[f64]) -> Vec<(usize, u32)> {
    let mut places = Vec::new();
    while !seating.is_empty() {
        let strength = |player: &usize| 10f64.powf(truth[*player] / 400.0);
        let mut at = uniform(generator) * seating.iter().map(strength).sum::<f64>();
        let chosen = seating.iter().position(|player| {
            at -= strength(player);
            at < 0.0
        });
        places.push((seating.remove(chosen.unwrap_or(0)), places.len() as u32));
    }
    places
}

/// How many true ratings lie within their error bars, measured from the mean of all.
fn within(ratings: &Ratings, truth: &[f64]) -> usize {
    let mean = truth.iter().sum::<f64>() / truth.len() as f64;
    (0..truth.len()).filter(|player| holds(ratings.rating(*player), truth[*player] - mean)).count()
}

/// Tests end, and their error rates are about as configured.
#[test]
fn error_rates_are_as_configured() {
    for model in ["logistic", "normalised", "bayeselo"] {
        let sprt: Sprt =
            format!("elo0=0 elo1=40 alpha=0.05 beta=0.1 model={model}").parse().unwrap();
        let mut generator = ChaCha8Rng::seed_from_u64(3);
        let trials = 500;
        let mut accepted = || {
            let mut score = WinDrawLoss::default();
            loop {
                counted(&mut score, half_points(&mut generator, 0.5, 0.4));
                match sprt.decision(sprt.log_likelihood_ratio(&score)) {
                    SprtDecision::Continue => assert!(score.games() < 100_000),
                    decision => break decision == SprtDecision::AcceptH1,
                }
            }
        };
        let wrong = (0..trials).filter(|_| accepted()).count() as f64 / trials as f64;
        assert!((0.01..0.08).contains(&wrong), "{model}: {wrong}");
    }
}

/// The same holds under H1 and by pairs.
#[test]
fn tests_by_pairs_accept_h1() {
    let sprt: Sprt = "elo0=0 elo1=40 alpha=0.05 beta=0.1 model=logistic".parse().unwrap();
    let mut generator = ChaCha8Rng::seed_from_u64(4);
    let trials = 500;
    let mut missed = 0;
    for _ in 0..trials {
        let mut pairs = Pentanomial::default();
        missed += loop {
            let two = [0, 1].map(|_| half_points(&mut generator, curve(40.0), 0.4));
            pairs.by_half_points[two[0] + two[1]] += 1;
            match sprt.decision(sprt.pentanomial_log_likelihood_ratio(&pairs).unwrap()) {
                SprtDecision::Continue => assert!(pairs.games() < 100_000),
                decision => break usize::from(decision == SprtDecision::AcceptH0),
            }
        };
    }
    let wrong = missed as f64 / trials as f64;
    assert!((0.03..0.15).contains(&wrong), "{wrong}");
}
