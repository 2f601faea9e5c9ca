//! Log-likelihood ratios.

use crate::statistics::{ELO_PER_DEVIATION, ELO_PER_LOGIT, Sample, WinDrawLoss};

/// The count that is used for a result that never occurred, so that no likelihood is zero.
const NEVER: f64 = 1e-3;

/// The log-likelihood ratio by the BayesElo model. With the logistic curve F, a win has the
/// probability F(elo - d), a loss F(-elo - d), and a draw the rest. The 'draw Elo' d is estimated
/// once from the shares w and l of wins and losses, d = ½ ln((1 - l)/l · (1 - w)/w) in the curve's
/// own unit, and is used for both hypotheses. The ratio is the sum over all games of ln(P under H1
/// / P under H0).
pub fn bayes_elo(games: &WinDrawLoss, elo0: f64, elo1: f64) -> f64 {
    if games.games() == 0 {
        return 0.0;
    }
    let [losses, draws, wins] = [games.losses, games.draws, games.wins].map(|count| count as f64);
    let [losses, wins] = [losses, wins].map(|count| count.max(NEVER));
    let all = losses + draws + wins;
    let draw_elo = (((all - losses) / losses * (all - wins) / wins).ln() / 2.0).max(0.0);
    let probabilities = |elo: f64| {
        let [win, loss] =
            [elo, -elo].map(|elo| 1.0 / (1.0 + (draw_elo - elo / ELO_PER_LOGIT).exp()));
        // One minus both, computed without cancellation where draws are rare.
        [loss, win * loss * (2.0 * draw_elo).exp_m1(), win]
    };
    let terms = [losses, draws, wins].into_iter().zip(probabilities(elo0)).zip(probabilities(elo1));
    terms
        .filter(|((count, _), _)| *count > 0.0)
        .map(|((count, under0), under1)| count * (under1 / under0).ln())
        .sum()
}

/// The generalised log-likelihood ratio: it assumes nothing about the distribution of results
/// except what a hypothesis says of it. Each hypothesis is represented by its maximum-likelihood
/// distribution: of all that it allows, the one that makes the results most likely. `fit` finds it.
pub fn generalised<S: Sample>(
    sample: &S,
    elo0: f64,
    elo1: f64,
    fit: fn(&Observed, f64) -> Vec<f64>,
) -> f64 {
    if sample.results() == 0 {
        return 0.0;
    }
    let counts: Vec<f64> =
        sample.counts().into_iter().map(|count| (count as f64).max(NEVER)).collect();
    let all: f64 = counts.iter().sum();
    let most = (counts.len() - 1) as f64;
    let observed = Observed {
        shares: counts.iter().map(|count| count / all).collect(),
        points: (0..counts.len()).map(|n| n as f64 / most).collect(),
        games_in_one: S::GAMES_IN_ONE as f64,
    };
    let [under0, under1] = [elo0, elo1].map(|elo| fit(&observed, elo));
    counts
        .iter()
        .zip(under0)
        .zip(under1)
        .map(|((count, under0), under1)| count * (under1 / under0).ln())
        .sum()
}

/// A sample as a distribution: the share of each result, none of them zero, and its points from 0
/// to 1.
pub struct Observed {
    shares: Vec<f64>,
    points: Vec<f64>,
    games_in_one: f64,
}

impl Observed {
    /// The same results from the opponent's point of view.
    fn reversed(&self) -> Self {
        Self {
            shares: self.shares.iter().rev().copied().collect(),
            points: self.points.clone(),
            games_in_one: self.games_in_one,
        }
    }
}

/// The maximum-likelihood distribution whose mean is the score that `elo` is worth by the logistic
/// curve.
pub fn with_mean(observed: &Observed, elo: f64) -> Vec<f64> {
    let mean = 1.0 / (1.0 + (-elo / ELO_PER_LOGIT).exp());
    let excess: Vec<f64> = observed.points.iter().map(|points| points - mean).collect();
    tilted(&observed.shares, &excess)
}

/// The maximum-likelihood distribution whose mean μ lies t of its own standard deviations σ above
/// one half: μ = ½ + tσ.
///
/// σ is the minimum of ½ (E(x - m)²/s + s) over all m and s, reached at m = μ and s = σ. So once m
/// and s are known, the condition is one on averages: the mean of x - ½ - t/2 ((x - m)²/s + s) is
/// zero. Since m = ½ + ts, only s is left to find. A sample below the condition must rise to any
/// one of these lines, so the likeliest of them is the best. A sample above it must sink below all
/// of them, so the one that costs the most likelihood decides.
pub fn with_deviations(observed: &Observed, elo: f64) -> Vec<f64> {
    // The mean of two games has a standard deviation that is smaller by √2 than that of one game.
    // So the same difference is more deviations.
    let t = elo / ELO_PER_DEVIATION * observed.games_in_one.sqrt();
    if t < 0.0 {
        let mut fitted = with_deviations(&observed.reversed(), -elo);
        fitted.reverse();
        return fitted;
    }
    if t == 0.0 {
        return with_mean(observed, 0.0);
    }
    let Observed { shares, points, .. } = observed;
    let mean = average(shares, points);
    let deviation =
        average(shares, &points.iter().map(|points| (points - mean).powi(2)).collect::<Vec<_>>())
            .sqrt();
    let sinks = mean - 0.5 > t * deviation;
    let fitted = |s: f64| {
        let line = |points: &f64| points - 0.5 - t / 2.0 * ((points - 0.5 - t * s).powi(2) / s + s);
        let excess: Vec<f64> = points.iter().map(line).collect();
        let reachable = excess.iter().any(|&e| e > 0.0) && excess.iter().any(|&e| e < 0.0);
        (reachable && (average(shares, &excess) > 0.0) == sinks).then(|| tilted(shares, &excess))
    };
    let cost = |s: f64| {
        let likelihood = fitted(s).map(|fitted| {
            shares
                .iter()
                .zip(fitted)
                .map(|(share, fitted)| share * (fitted / share).ln())
                .sum::<f64>()
        });
        likelihood.map_or(f64::INFINITY, |likelihood| if sinks { likelihood } else { -likelihood })
    };
    // No standard deviation is above one half. The line through the sample's own mean is one that
    // the sample must sink below, however little that is.
    let mut tries: Vec<f64> =
        (1..=64).map(|n| f64::from(n) / 128.0).chain(sinks.then_some((mean - 0.5) / t)).collect();
    tries.sort_by(f64::total_cmp);
    fitted(golden_section_minimum(cost, &tries)).unwrap_or_else(|| shares.clone())
}

/// The minimum of `cost`: the best of `tries`, then a golden-section search between its neighbours.
fn golden_section_minimum(cost: impl Fn(f64) -> f64, tries: &[f64]) -> f64 {
    const SECTION: f64 = 0.381_966;
    let costs: Vec<f64> = tries.iter().map(|&at| cost(at)).collect();
    let best = (0..tries.len())
        .min_by(|&a, &b| costs[a].total_cmp(&costs[b]))
        .expect("something is tried");
    let (mut at, mut cost_there) = (tries[best], costs[best]);
    let mut low = if best == 0 { 0.0 } else { tries[best - 1] };
    let mut high = tries.get(best + 1).copied().unwrap_or(2.0 * at);
    while high - low > 1e-10 * at {
        let next = if high - at > at - low {
            at + SECTION * (high - at)
        } else {
            at - SECTION * (at - low)
        };
        let cost_at_next = cost(next);
        let (outer, inner) = if cost_at_next < cost_there { (at, next) } else { (next, at) };
        if outer > inner {
            high = outer;
        } else {
            low = outer;
        }
        (at, cost_there) = (inner, cost_there.min(cost_at_next));
    }
    at
}

fn average(shares: &[f64], of: &[f64]) -> f64 {
    shares.iter().zip(of).map(|(share, of)| share * of).sum()
}

/// The maximum-likelihood distribution in which the mean of `excess` is zero. By Lagrange
/// multipliers it is share / (1 + λ excess), with the λ that makes the mean zero. The mean falls as
/// λ grows, so bisection finds λ. Some excess must be above zero and some below.
fn tilted(shares: &[f64], excess: &[f64]) -> Vec<f64> {
    let most = excess.iter().copied().fold(f64::MIN, f64::max);
    let least = excess.iter().copied().fold(f64::MAX, f64::min);
    let fitted = |multiplier: f64| {
        shares.iter().zip(excess).map(move |(share, e)| share / (1.0 + multiplier * e))
    };
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    loop {
        let middle = low + (high - low) / 2.0;
        if !(middle > low && middle < high) {
            return fitted(middle).collect();
        }
        let mean: f64 = fitted(middle).zip(excess).map(|(share, e)| share * e).sum();
        if mean > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn observed(counts: &[u32]) -> Observed {
        let counts: Vec<f64> = counts.iter().map(|&count| f64::from(count).max(NEVER)).collect();
        let all: f64 = counts.iter().sum();
        let most = (counts.len() - 1) as f64;
        Observed {
            points: (0..counts.len()).map(|n| n as f64 / most).collect(),
            shares: counts.iter().map(|count| count / all).collect(),
            games_in_one: most / 2.0,
        }
    }

    fn counts() -> impl Strategy<Value = Vec<u32>> {
        let count = prop_oneof![Just(0u32), 0..10u32, 0..1_000_000u32];
        prop_oneof![Just(3usize), Just(5)]
            .prop_flat_map(move |n| prop::collection::vec(count.clone(), n))
    }

    /// How many of its standard deviations the mean of a distribution lies above one half.
    fn deviations(shares: &[f64], points: &[f64]) -> f64 {
        let mean = average(shares, points);
        let squares: Vec<f64> = points.iter().map(|points| (points - mean).powi(2)).collect();
        (mean - 0.5) / average(shares, &squares).sqrt()
    }

    proptest! {
        /// The result is a distribution that satisfies the condition, and a nearby distribution
        /// that satisfies it as well is not likelier.
        #[test]
        fn the_fit_is_the_maximum_likelihood(counts in counts(), elo in -800.0..800.0f64, step in prop::collection::vec(-1.0..1.0f64, 5)) {
            let observed = observed(&counts);
            let fitted = with_deviations(&observed, elo);
            let t = elo / ELO_PER_DEVIATION * observed.games_in_one.sqrt();
            prop_assert!((fitted.iter().sum::<f64>() - 1.0).abs() < 1e-6, "{fitted:?}");
            prop_assert!((deviations(&fitted, &observed.points) - t).abs() < 1e-3 * (1.0 + t.abs()), "{fitted:?}");

            // A step aside, mixed with a distribution on the other side so that it satisfies the
            // condition again.
            let likelihood = |fitted: &[f64]| observed.shares.iter().zip(fitted).map(|(share, fitted)| share * fitted.ln()).sum::<f64>();
            let weights: Vec<f64> = fitted.iter().zip(&step).map(|(share, step)| share * (0.05 * step).exp()).collect();
            let all: f64 = weights.iter().sum();
            let aside: Vec<f64> = weights.iter().map(|weight| weight / all).collect();
            let too_high = deviations(&aside, &observed.points) > t;
            let tilted = |by: f64| {
                let weights: Vec<f64> = aside.iter().zip(&observed.points).map(|(share, points)| share * (by * points).exp()).collect();
                let all: f64 = weights.iter().sum();
                weights.iter().map(|weight| weight / all).collect::<Vec<f64>>()
            };
            let (mut low, mut high) = if too_high { (-1.0, 0.0) } else { (0.0, 1.0) };
            for _ in 0..60 {
                let middle = (low + high) / 2.0;
                if deviations(&tilted(middle), &observed.points) > t { high = middle } else { low = middle }
            }
            let beside = tilted(low);
            prop_assume!((deviations(&beside, &observed.points) - t).abs() < 1e-9);
            prop_assert!(likelihood(&beside) <= likelihood(&fitted) + 1e-6, "{beside:?} {fitted:?}");
        }
    }
}
