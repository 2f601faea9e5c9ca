//! Log-likelihood ratios.

use crate::statistics::{ELO_PER_DEVIATION, ELO_PER_LOGIT, Sample, Score};

/// What a result that never came up counts, so that no likelihood is zero.
const NEVER: f64 = 1e-3;

/// The ratio by the BayesElo model: with the logistic curve F, a win has the probability F(elo - d), a loss F(-elo - d), a draw the rest. The 'draw
/// Elo' d is estimated once from the shares w and l of wins and losses, d = ½ ln((1 - l)/l · (1 - w)/w) on the curve's own scale, and holds
/// for both hypotheses. Then the ratio is the sum over all games of the log of their probability under H1 over that under H0.
pub fn bayes_elo(games: &Score, elo0: f64, elo1: f64) -> f64 {
    if games.games() == 0 {
        return 0.0;
    }
    let [losses, draws, wins] = [games.losses, games.draws, games.wins].map(|count| count as f64);
    let [losses, wins] = [losses, wins].map(|count| count.max(NEVER));
    let all = losses + draws + wins;
    let draw_elo = (((all - losses) / losses * (all - wins) / wins).ln() / 2.0).max(0.0);
    let probabilities = |elo: f64| {
        let [win, loss] = [elo, -elo].map(|elo| 1.0 / (1.0 + (draw_elo - elo / ELO_PER_LOGIT).exp()));
        // One minus both, without the loss of digits where draws are rare.
        [loss, win * loss * (2.0 * draw_elo).exp_m1(), win]
    };
    let terms = [losses, draws, wins].into_iter().zip(probabilities(elo0)).zip(probabilities(elo1));
    terms.filter(|((count, _), _)| *count > 0.0).map(|((count, under0), under1)| count * (under1 / under0).ln()).sum()
}

/// The generalised ratio: nothing is assumed about the distribution of results but what a hypothesis says of it. Each hypothesis is
/// represented by the distribution that, of all those it allows, makes the results the most likely; `fit` finds it.
pub fn generalised<S: Sample>(sample: &S, elo0: f64, elo1: f64, fit: fn(&Observed, f64) -> Vec<f64>) -> f64 {
    if sample.results() == 0 {
        return 0.0;
    }
    let counts: Vec<f64> = sample.counts().into_iter().map(|count| (count as f64).max(NEVER)).collect();
    let all: f64 = counts.iter().sum();
    let most = (counts.len() - 1) as f64;
    let observed = Observed {
        shares: counts.iter().map(|count| count / all).collect(),
        points: (0..counts.len()).map(|n| n as f64 / most).collect(),
        games_in_one: S::GAMES_IN_ONE as f64,
    };
    let [under0, under1] = [elo0, elo1].map(|elo| fit(&observed, elo));
    counts.iter().zip(under0).zip(under1).map(|((count, under0), under1)| count * (under1 / under0).ln()).sum()
}

/// A sample as a distribution: the share of each result, none of them zero, and its points from 0 to 1.
pub struct Observed {
    shares: Vec<f64>,
    points: Vec<f64>,
    games_in_one: f64,
}

/// The likeliest distribution whose mean is the score that `elo` is worth by the logistic curve.
pub fn with_mean(observed: &Observed, elo: f64) -> Vec<f64> {
    let mean = 1.0 / (1.0 + (-elo / ELO_PER_LOGIT).exp());
    let excess: Vec<f64> = observed.points.iter().map(|points| points - mean).collect();
    tilted(&observed.shares, &excess)
}

/// The likeliest distribution whose mean μ lies so many of its own standard deviations σ above one half: μ = ½ + tσ.
///
/// For a given σ the condition is replaced by its tangent, that the mean of x - ½ - tσ/2 (1 + ((x - ½ - tσ)/σ)²) is zero; the σ of
/// what comes out is the next to try. Where it no longer changes, the condition holds and the likelihood is stationary. From the widest
/// σ there is, a handful of rounds gives all digits.
pub fn with_deviations(observed: &Observed, elo: f64) -> Vec<f64> {
    // The mean of two games deviates less than one game by √2, so that the same difference is more deviations.
    let t = elo / ELO_PER_DEVIATION * observed.games_in_one.sqrt();
    let mut deviation: f64 = 0.5;
    let mut fitted = Vec::new();
    for _ in 0..100 {
        let mean = 0.5 + t * deviation;
        let tangent = |points: &f64| points - 0.5 - t * deviation / 2.0 * (1.0 + ((points - mean) / deviation).powi(2));
        let excess: Vec<f64> = observed.points.iter().map(tangent).collect();
        fitted = tilted(&observed.shares, &excess);
        let last = deviation;
        deviation = deviation_of(&fitted, &observed.points);
        if (deviation - last).abs() <= 1e-12 * last {
            break;
        }
    }
    fitted
}

fn deviation_of(shares: &[f64], points: &[f64]) -> f64 {
    let mean: f64 = shares.iter().zip(points).map(|(share, points)| share * points).sum();
    shares.iter().zip(points).map(|(share, points)| share * (points - mean).powi(2)).sum::<f64>().sqrt()
}

/// The likeliest distribution in which `excess` is zero on average. By Lagrange's multipliers it is share / (1 + λ excess), with the λ
/// that makes the average zero; the average falls as λ grows, so that halving finds it. Some excess must be above zero and some below.
fn tilted(shares: &[f64], excess: &[f64]) -> Vec<f64> {
    let most = excess.iter().copied().fold(f64::MIN, f64::max);
    let least = excess.iter().copied().fold(f64::MAX, f64::min);
    let fitted = |multiplier: f64| shares.iter().zip(excess).map(move |(share, e)| share / (1.0 + multiplier * e));
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    loop {
        let middle = low + (high - low) / 2.0;
        if !(middle > low && middle < high) {
            return fitted(middle).collect();
        }
        let average: f64 = fitted(middle).zip(excess).map(|(share, e)| share * e).sum();
        if average > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
}
