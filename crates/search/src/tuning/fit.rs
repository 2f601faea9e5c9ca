//! Fits the weights of an evaluation to results: regression by Adam. Every step uses all samples,
//! so the fit is the same on every machine.

use ludoteca_core::evaluation::Weight;

use super::{TrainingPosition, TrainingProgress};

/// A position, and the result that its static evaluation should predict.
pub struct TrainingSample {
    /// The count of each feature for the first seat minus that for the second, with the index of
    /// the feature.
    pub counts: Vec<(usize, i32)>,
    /// The phase of the game, from 0 (the start) to 1 (the end).
    pub phase: f64,
    /// The target for the first seat: 1 for a win and 0 for a loss, or its points.
    pub target: f64,
}

/// What a static evaluation predicts.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum TrainingTarget {
    /// The probability to win: the odds are one to ten at 400 behind, as with Elo.
    WinProbability,
    /// Points, in hundredths.
    Points,
}

/// The result of a fit.
pub struct FittedWeights {
    pub weights: Vec<Weight>,
    /// The loss before and after the fit.
    pub loss: [f64; 2],
}

/// Fits the weights in `rounds` steps of gradient descent. Returns `None` if it was stopped.
pub fn fit(
    samples: &[TrainingSample],
    start: &[Weight],
    scale: TrainingTarget,
    rounds: u32,
    progress: TrainingProgress<'_>,
) -> Option<FittedWeights> {
    let start: Vec<[f64; 2]> = start.iter().map(|weight| weight.map(f64::from)).collect();
    let mut weights = start.clone();
    let mut means = vec![[[0.0; 2]; 2]; weights.len()];
    let (mut gradients, first_loss) = gradient(samples, &weights, scale);
    let mut loss = first_loss;
    let mut decays = ADAM_BETAS.map(|_| 1.0);
    for round in 0..rounds {
        if progress(f64::from(round) / f64::from(rounds)).is_break() {
            return None;
        }
        decays = [decays[0] * ADAM_BETAS[0], decays[1] * ADAM_BETAS[1]];
        let stride = LEARNING_RATE * (1.0 - f64::from(round) / f64::from(rounds)).max(0.02);
        for (feature, slope) in gradients.iter().enumerate() {
            for end in 0..2 {
                let weight = &mut weights[feature][end];
                let mean = &mut means[feature][end];
                // Regularisation: the weight of a rare feature stays near its start value, as if a
                // few more samples supported that value.
                let slope = slope[end]
                    + scale.curvature() * REGULARISATION / samples.len() as f64
                        * (*weight - start[feature][end]);
                mean[0] += (1.0 - ADAM_BETAS[0]) * (slope - mean[0]);
                mean[1] += (1.0 - ADAM_BETAS[1]) * (slope * slope - mean[1]);
                let [first, second] = [mean[0] / (1.0 - decays[0]), mean[1] / (1.0 - decays[1])];
                *weight -= stride * first / (second.sqrt() + 1e-12);
            }
        }
        (gradients, loss) = gradient(samples, &weights, scale);
    }
    let weights = weights.iter().map(|weight| weight.map(|weight| weight.round() as i32)).collect();
    Some(FittedWeights { weights, loss: [first_loss, loss] })
}

/// The targets of the samples: a mixture of the result of the game and the value that the search
/// found. The result is exact, but it also depends on everything that happens after this position.
/// The search looks only a few plies further than the static evaluation, but its value is about
/// this position alone.
pub fn targets(played: &[TrainingPosition], scale: TrainingTarget) -> Vec<f64> {
    // The value that the search found is scaled by the factor with which it predicts results best.
    // The loss has a single minimum, which a ternary search finds.
    let predicted = |played: &TrainingPosition, factor: f64| {
        scale.predict(factor * f64::from(played.found), played.result)
    };
    let loss = |factor: f64| played.iter().map(|played| predicted(played, factor).1).sum::<f64>();
    let [mut low, mut high] = [0.0, MOST_FACTOR];
    for _ in 0..30 {
        let [one, other] = [low + (high - low) / 3.0, high - (high - low) / 3.0];
        if loss(one) < loss(other) {
            high = other;
        } else {
            low = one;
        }
    }
    let target = |played: &TrainingPosition| {
        played.result + (1.0 - RESULT_WEIGHT) * (predicted(played, low).0 - played.result)
    };
    played.iter().map(target).collect()
}

/// The gradient of the loss, and the loss itself.
fn gradient(
    samples: &[TrainingSample],
    weights: &[[f64; 2]],
    scale: TrainingTarget,
) -> (Vec<[f64; 2]>, f64) {
    let mut gradients = vec![[0.0; 2]; weights.len()];
    let mut loss = 0.0;
    for sample in samples {
        let shares = [1.0 - sample.phase, sample.phase];
        let worth = |&(feature, count): &(usize, i32)| {
            f64::from(count) * (weights[feature][0] * shares[0] + weights[feature][1] * shares[1])
        };
        let score: f64 = sample.counts.iter().map(worth).sum();
        let (predicted, lost) = scale.predict(score, sample.target);
        loss += lost;
        // The slope has the same form for probabilities with log-likelihood loss and for points
        // with squared loss.
        let slope = (predicted - sample.target) / scale.unit();
        for (feature, count) in &sample.counts {
            gradients[*feature][0] += slope * f64::from(*count) * shares[0];
            gradients[*feature][1] += slope * f64::from(*count) * shares[1];
        }
    }
    let number = samples.len() as f64;
    (gradients.into_iter().map(|slope| slope.map(|slope| slope / number)).collect(), loss / number)
}

impl TrainingTarget {
    /// The prediction of a static evaluation, and its loss, given the result.
    fn predict(self, score: f64, result: f64) -> (f64, f64) {
        let scaled = score / self.unit();
        match self {
            TrainingTarget::WinProbability => {
                let chance = (1.0 / (1.0 + libm::exp(-scaled))).clamp(1e-9, 1.0 - 1e-9);
                (chance, -(result * libm::log(chance) + (1.0 - result) * libm::log(1.0 - chance)))
            }
            TrainingTarget::Points => (scaled, (scaled - result) * (scaled - result) / 2.0),
        }
    }

    /// The part of a static evaluation that counts as one: a factor of e in the odds, or a point.
    fn unit(self) -> f64 {
        match self {
            TrainingTarget::WinProbability => 400.0 / std::f64::consts::LN_10,
            TrainingTarget::Points => 100.0,
        }
    }

    /// The second derivative: how much the slope of one sample changes with a static evaluation.
    fn curvature(self) -> f64 {
        match self {
            TrainingTarget::WinProbability => 0.25 / (self.unit() * self.unit()),
            TrainingTarget::Points => 1.0 / (self.unit() * self.unit()),
        }
    }
}

/// The learning rate in the first round, in hundredths.
const LEARNING_RATE: f64 = 6.0;

/// The weight of the result of the game in a target; the rest is the value that the search found.
const RESULT_WEIGHT: f64 = 0.15;

/// The greatest factor by which the values of the search are scaled.
const MOST_FACTOR: f64 = 5.0;

/// The decay rates of the means of gradients and of their squares.
const ADAM_BETAS: [f64; 2] = [0.9, 0.999];

/// The strength of the regularisation, as a number of samples.
const REGULARISATION: f64 = 20.0;

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;

    /// Samples whose targets follow from given weights.
    fn planted(weights: &[[f64; 2]], scale: TrainingTarget) -> Vec<TrainingSample> {
        let mut samples = Vec::new();
        for n in 0..4000 {
            let counts = vec![(0, n % 7 - 3), (1, n / 7 % 5 - 2)];
            let stage = f64::from(n % 11) / 10.0;
            let worth = |&(feature, count): &(usize, i32)| {
                let [first, last] = weights[feature];
                f64::from(count) * (first * (1.0 - stage) + last * stage)
            };
            let score: f64 = counts.iter().map(worth).sum();
            samples.push(TrainingSample {
                counts,
                phase: stage,
                target: scale.predict(score, 0.0).0,
            });
        }
        samples
    }

    #[test]
    fn planted_weights_are_found() {
        for scale in [TrainingTarget::WinProbability, TrainingTarget::Points] {
            let samples = planted(&[[100.0, 40.0], [-30.0, 70.0]], scale);
            let start = [[0, 0], [0, 0], [7, 8]];
            let go_on = &mut |_| ControlFlow::Continue(());
            let FittedWeights { weights, loss } =
                fit(&samples, &start, scale, 400, go_on).expect("nobody stops it");
            for (found, planted) in weights.iter().zip([[100, 40], [-30, 70], [7, 8]]) {
                for end in 0..2 {
                    assert!((found[end] - planted[end]).abs() <= 2, "{scale:?}: {weights:?}");
                }
            }
            assert!(loss[1] < loss[0], "{scale:?}: {loss:?}");
        }
    }
    /// A search whose values have another unit gives the same targets.
    #[test]
    fn targets_are_in_the_units_of_results() {
        for scale in [TrainingTarget::WinProbability, TrainingTarget::Points] {
            let standings = (-300..300).map(f64::from);
            let played = |score: f64| TrainingPosition {
                position: String::new(),
                found: 3 * score as i32,
                result: scale.predict(score, 0.0).0,
            };
            let played: Vec<TrainingPosition> = standings.map(played).collect();
            for (played, target) in played.iter().zip(targets(&played, scale)) {
                assert!(
                    (played.result - target).abs() < 1e-3,
                    "{scale:?} {}: {} {target}",
                    played.found,
                    played.result
                );
            }
        }
    }
}
