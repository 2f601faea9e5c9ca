//! Maximum-likelihood strengths for the results.

use std::collections::BTreeMap;

use super::linear::Cholesky;
use super::results::{Ranking, Results};

/// The prior: the number of games that every player is assumed to have drawn with a player of
/// strength 0.
const PRIOR: f64 = 0.1;

/// The longest step of Newton's method: far from the maximum the curvature says little about the
/// way there.
const LONGEST_STEP: f64 = 2.0;

const MOST_STEPS: usize = 500;

/// Strengths in the unit of the logistic curve, with mean 0, and their covariance.
pub struct FittedStrengths {
    pub strengths: Vec<f64>,
    pub covariance: Vec<Vec<f64>>,
}

/// Finds the most likely strengths and their covariance.
pub fn fit(results: &Results) -> FittedStrengths {
    let choices = Choices::of(results);
    let mut strengths = vec![0.0; results.players()];
    // The maximum is reached long before; the limit only guarantees an end.
    for _ in 0..MOST_STEPS {
        if !climb(&choices, &mut strengths) {
            break;
        }
    }
    let covariance = from_the_mean(&covariance(results, &choices, &strengths));
    let mean = strengths.iter().sum::<f64>() / strengths.len() as f64;
    strengths.iter_mut().for_each(|strength| *strength -= mean);
    FittedStrengths { strengths, covariance }
}

/// One step of Newton's method, shortened until the likelihood does not fall. Returns whether the
/// likelihood rose. Near the maximum the gain may be lost in rounding. Then the step is still
/// taken, and it is the last.
fn climb(choices: &Choices, strengths: &mut Vec<f64>) -> bool {
    let Derivatives { gradient, information } = choices.slope(strengths);
    let step = Cholesky::of(&information).solve(&gradient);
    let longest = step.iter().fold(0.0, |longest: f64, by| longest.max(by.abs()));
    let here = choices.likelihood(strengths);
    let mut scale = (LONGEST_STEP / longest).min(1.0);
    while scale > 1e-9 {
        let there: Vec<f64> =
            strengths.iter().zip(&step).map(|(strength, by)| strength + scale * by).collect();
        let gain = choices.likelihood(&there) - here;
        if gain >= -here.abs() * 1e-14 {
            *strengths = there;
            return gain > 0.0;
        }
        scale /= 2.0;
    }
    false
}

/// Rankings as choices: for each set of players, how often each of them was chosen for the next
/// place.
struct Choices(BTreeMap<Vec<usize>, Vec<f64>>);

/// The gradient of the log-likelihood with respect to the strengths, and its negated second
/// derivatives: the Fisher information.
struct Derivatives {
    gradient: Vec<f64>,
    information: Vec<Vec<f64>>,
}

impl Choices {
    fn of(results: &Results) -> Choices {
        let mut choices: BTreeMap<Vec<usize>, Vec<f64>> = BTreeMap::new();
        for (ranking, count) in results.rankings() {
            let orders = orders(ranking);
            let weight = count / orders.len() as f64;
            for order in &orders {
                // For the last place there is nothing to choose.
                for at in 0..order.len().saturating_sub(1) {
                    let mut among = order[at..].to_vec();
                    among.sort_unstable();
                    let place = among.binary_search(&order[at]).expect("it is one of them");
                    let seats = among.len();
                    choices.entry(among).or_insert_with(|| vec![0.0; seats])[place] += weight;
                }
            }
        }
        Choices(choices)
    }

    /// The log-likelihood: each choice adds the θ of the chosen player minus ln Σ e^θ over all
    /// players that could have been chosen.
    fn likelihood(&self, strengths: &[f64]) -> f64 {
        let prior: f64 = strengths
            .iter()
            .map(|strength| strength / 2.0 - log_sum_exp([0.0, *strength].into_iter()))
            .sum();
        let of_choice = |(among, chosen): (&Vec<usize>, &Vec<f64>)| -> f64 {
            let all = log_sum_exp(among.iter().map(|player| strengths[*player]));
            among.iter().zip(chosen).map(|(player, times)| times * (strengths[*player] - all)).sum()
        };
        PRIOR * prior + self.0.iter().map(of_choice).sum::<f64>()
    }

    fn slope(&self, strengths: &[f64]) -> Derivatives {
        let players = strengths.len();
        let mut gradient = vec![0.0; players];
        let mut information = vec![vec![0.0; players]; players];
        for (player, strength) in strengths.iter().enumerate() {
            let [above, below] = [1.0, -1.0].map(|sign| 1.0 / (1.0 + (-sign * strength).exp()));
            gradient[player] = PRIOR * (below - above) / 2.0;
            information[player][player] = PRIOR * above * below;
        }
        for (among, chosen) in &self.0 {
            let total: f64 = chosen.iter().sum();
            let shares =
                softmax(&among.iter().map(|player| strengths[*player]).collect::<Vec<f64>>());
            for (at, player) in among.iter().enumerate() {
                gradient[*player] += chosen[at] - total * shares[at];
                for (other_at, other) in among.iter().enumerate() {
                    // p(1 - p) as a sum over the others: for a share near 1 the difference would
                    // lose all its digits.
                    if at != other_at {
                        let both = total * shares[at] * shares[other_at];
                        information[*player][*player] += both;
                        information[*player][*other] -= both;
                    }
                }
            }
        }
        Derivatives { gradient, information }
    }
}

/// All orders that a ranking with ties leaves open.
fn orders(ranking: &Ranking) -> Vec<Vec<usize>> {
    ranking.iter().fold(vec![Vec::new()], |orders, group| {
        let ways = permutations(group);
        orders.iter().flat_map(|order| ways.iter().map(|way| [&order[..], way].concat())).collect()
    })
}

fn permutations(players: &[usize]) -> Vec<Vec<usize>> {
    if players.is_empty() {
        return vec![Vec::new()];
    }
    let first = |at: usize| {
        let rest = [&players[..at], &players[at + 1..]].concat();
        permutations(&rest).into_iter().map(move |way| [&[players[at]], &way[..]].concat())
    };
    (0..players.len()).flat_map(first).collect()
}

/// The covariance of the strengths. Their errors come from the slopes of the log-likelihood. The
/// slope of the results varies by their information times the share that ties leave of it; the
/// slope of the prior varies by its own information. The inverse of the whole information A says
/// how far a slope moves the maximum. With s the share that ties leave and D the information of the
/// prior, the covariance is A⁻¹ (s (A - D) + D) A⁻¹.
fn covariance(results: &Results, choices: &Choices, strengths: &[f64]) -> Vec<Vec<f64>> {
    let Derivatives { information, .. } = choices.slope(strengths);
    let prior = Choices(BTreeMap::new()).slope(strengths).information;
    let trace =
        |matrix: &[Vec<f64>]| -> f64 { matrix.iter().enumerate().map(|(n, row)| row[n]).sum() };
    let left = left_by_ties(results, strengths, trace(&information) - trace(&prior));
    let inverse = Cholesky::of(&information).inverse();
    let entry = |one: &[f64], other: usize| {
        let doubt: f64 = (0..one.len()).map(|n| one[n] * prior[n][n] * inverse[n][other]).sum();
        left * one[other] + (1.0 - left) * doubt
    };
    inverse.iter().map(|row| (0..row.len()).map(|other| entry(row, other)).collect()).collect()
}

/// The share of the results' variance that ties leave, from 1 down to almost nothing. `all` is the
/// sum of the variances of all players' slopes if there were no ties.
///
/// A tie gives the average slope of the orders that it leaves open, so the variance among those
/// orders is missing. For a draw between equals that is the whole variance. One decisive game
/// between equals is added, so that an all-drawn tournament does not seem to leave no doubt.
fn left_by_ties(results: &Results, strengths: &[f64], all: f64) -> f64 {
    const ONE_GAME: f64 = 0.5;
    let missing = |(ranking, count): (&Ranking, f64)| {
        let slopes: Vec<Vec<f64>> =
            orders(ranking).iter().map(|order| slope_of(order, strengths)).collect();
        let ways = slopes.len() as f64;
        let variance = |at: usize| {
            let mean = slopes.iter().map(|slope| slope[at]).sum::<f64>() / ways;
            slopes.iter().map(|slope| (slope[at] - mean).powi(2)).sum::<f64>() / ways
        };
        count * (0..slopes[0].len()).map(variance).sum::<f64>()
    };
    let tied =
        results.rankings().filter(|(ranking, _)| ranking.iter().any(|group| group.len() > 1));
    let missing: f64 = tied.map(missing).sum();
    (1.0 - missing / (all + ONE_GAME)).max(ONE_GAME / (all + ONE_GAME))
}

/// The gradient of an order's log-likelihood with respect to the strengths of its players, in
/// ascending order of their numbers.
fn slope_of(order: &[usize], strengths: &[f64]) -> Vec<f64> {
    let mut slope: Vec<(usize, f64)> = order.iter().map(|player| (*player, 0.0)).collect();
    for at in 0..order.len() {
        let shares =
            softmax(&order[at..].iter().map(|player| strengths[*player]).collect::<Vec<f64>>());
        slope[at].1 += 1.0;
        for (entry, share) in slope[at..].iter_mut().zip(shares) {
            entry.1 -= share;
        }
    }
    slope.sort_unstable_by_key(|(player, _)| *player);
    slope.into_iter().map(|(_, slope)| slope).collect()
}

/// The covariance of the strengths after their mean is subtracted.
fn from_the_mean(covariance: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let players = covariance.len() as f64;
    let means: Vec<f64> = covariance.iter().map(|row| row.iter().sum::<f64>() / players).collect();
    let mean = means.iter().sum::<f64>() / players;
    let centred = |(row, of_row): (&Vec<f64>, &f64)| {
        row.iter().zip(&means).map(|(entry, of_column)| entry - of_row - of_column + mean).collect()
    };
    covariance.iter().zip(&means).map(centred).collect()
}

/// The probability that each is chosen.
fn softmax(strengths: &[f64]) -> Vec<f64> {
    let all = log_sum_exp(strengths.iter().copied());
    strengths.iter().map(|strength| (strength - all).exp()).collect()
}

/// ln Σ e^x, without overflow for large x.
fn log_sum_exp(of: impl Iterator<Item = f64> + Clone) -> f64 {
    let most = of.clone().fold(f64::NEG_INFINITY, f64::max);
    most + of.map(|x| (x - most).exp()).sum::<f64>().ln()
}
