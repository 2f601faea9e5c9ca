//! Weights that explain results: regression by Adam, every step over all samples and so the same on every machine.

use ludoteca_core::evaluation::Weight;

use super::Played;

/// A position, and what its standing should foretell.
pub struct Sample {
    /// What the first seat has more of than the second, by the number of the feature.
    pub counts: Vec<(usize, i32)>,
    /// How far the game had come, 0 to 1.
    pub stage: f64,
    /// What the first seat gets: 1 for a win and 0 for a loss, or its points.
    pub target: f64,
}

/// What a standing foretells.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Scale {
    /// The chance to win: one to ten at 400 behind, as with Elo.
    Chances,
    /// Points, in hundredths.
    Points,
}

/// What a fit came to.
pub struct Fitted {
    pub weights: Vec<Weight>,
    /// Before and after.
    pub loss: [f64; 2],
}

/// Improves the weights so many times.
pub fn fit(samples: &[Sample], start: &[Weight], scale: Scale, rounds: u32) -> Fitted {
    let start: Vec<[f64; 2]> = start.iter().map(|weight| weight.map(f64::from)).collect();
    let mut weights = start.clone();
    let mut means = vec![[[0.0; 2]; 2]; weights.len()];
    let (mut slopes, first_loss) = slopes(samples, &weights, scale);
    let mut loss = first_loss;
    let mut decays = DECAYS.map(|_| 1.0);
    for round in 0..rounds {
        decays = [decays[0] * DECAYS[0], decays[1] * DECAYS[1]];
        let stride = STRIDE * (1.0 - f64::from(round) / f64::from(rounds)).max(0.02);
        for (feature, slope) in slopes.iter().enumerate() {
            for end in 0..2 {
                let weight = &mut weights[feature][end];
                let mean = &mut means[feature][end];
                // What is rarely seen is to stay near to what it was: as if some more samples said so.
                let slope =
                    slope[end] + scale.steepness() * FAITH / samples.len() as f64 * (*weight - start[feature][end]);
                mean[0] += (1.0 - DECAYS[0]) * (slope - mean[0]);
                mean[1] += (1.0 - DECAYS[1]) * (slope * slope - mean[1]);
                let [first, second] = [mean[0] / (1.0 - decays[0]), mean[1] / (1.0 - decays[1])];
                *weight -= stride * first / (second.sqrt() + 1e-12);
            }
        }
        (slopes, loss) = self::slopes(samples, &weights, scale);
    }
    let weights = weights.iter().map(|weight| weight.map(|weight| weight.round() as i32)).collect();
    Fitted { weights, loss: [first_loss, loss] }
}

/// What each standing should foretell: in part how the game ended, in part what the search saw coming. The end is what counts, but much happens
/// until then that says nothing of the position; a search that looks further ahead than a standing does knows less, but of this position alone.
pub fn targets(played: &[Played], scale: Scale) -> Vec<f64> {
    // What a search finds is taken times the factor under which it foretells results best. The loss has one lowest point.
    let foretold = |played: &Played, factor: f64| scale.foretold(factor * f64::from(played.found), played.result);
    let loss = |factor: f64| played.iter().map(|played| foretold(played, factor).1).sum::<f64>();
    let [mut low, mut high] = [0.0, MOST_FACTOR];
    for _ in 0..30 {
        let [one, other] = [low + (high - low) / 3.0, high - (high - low) / 3.0];
        if loss(one) < loss(other) {
            high = other;
        } else {
            low = one;
        }
    }
    let target = |played: &Played| played.result + (1.0 - RESULTS) * (foretold(played, low).0 - played.result);
    played.iter().map(target).collect()
}

/// How the loss changes with each weight, and the loss itself.
fn slopes(samples: &[Sample], weights: &[[f64; 2]], scale: Scale) -> (Vec<[f64; 2]>, f64) {
    let mut slopes = vec![[0.0; 2]; weights.len()];
    let mut loss = 0.0;
    for sample in samples {
        let shares = [1.0 - sample.stage, sample.stage];
        let worth = |&(feature, count): &(usize, i32)| {
            f64::from(count) * (weights[feature][0] * shares[0] + weights[feature][1] * shares[1])
        };
        let standing: f64 = sample.counts.iter().map(worth).sum();
        let (foretold, lost) = scale.foretold(standing, sample.target);
        loss += lost;
        // The same for chances with their likelihood and for points with their squares.
        let slope = (foretold - sample.target) / scale.unit();
        for (feature, count) in &sample.counts {
            slopes[*feature][0] += slope * f64::from(*count) * shares[0];
            slopes[*feature][1] += slope * f64::from(*count) * shares[1];
        }
    }
    let number = samples.len() as f64;
    (slopes.into_iter().map(|slope| slope.map(|slope| slope / number)).collect(), loss / number)
}

impl Scale {
    /// What a standing foretells, and what is lost by it where it comes out so.
    fn foretold(self, standing: f64, result: f64) -> (f64, f64) {
        let scaled = standing / self.unit();
        match self {
            Scale::Chances => {
                let chance = (1.0 / (1.0 + libm::exp(-scaled))).clamp(1e-9, 1.0 - 1e-9);
                (chance, -(result * libm::log(chance) + (1.0 - result) * libm::log(1.0 - chance)))
            }
            Scale::Points => (scaled, (scaled - result) * (scaled - result) / 2.0),
        }
    }

    /// So much of a standing is one: an e-fold of the odds, or a point.
    fn unit(self) -> f64 {
        match self {
            Scale::Chances => 400.0 / std::f64::consts::LN_10,
            Scale::Points => 100.0,
        }
    }

    /// How much the slope of one sample changes with a standing.
    fn steepness(self) -> f64 {
        match self {
            Scale::Chances => 0.25 / (self.unit() * self.unit()),
            Scale::Points => 1.0 / (self.unit() * self.unit()),
        }
    }
}

/// How far a weight goes in a round at first, in hundredths.
const STRIDE: f64 = 6.0;

/// How much of what a standing should foretell is how games ended.
const RESULTS: f64 = 0.15;

/// What a search finds is hardly ever too cautious by more.
const MOST_FACTOR: f64 = 5.0;

/// How slowly the means of slopes and of their squares forget.
const DECAYS: [f64; 2] = [0.9, 0.999];

/// As many samples as speak for a weight to stay what it was.
const FAITH: f64 = 20.0;

#[cfg(test)]
mod tests {
    use super::*;

    /// Samples that follow planted weights.
    fn planted(weights: &[[f64; 2]], scale: Scale) -> Vec<Sample> {
        let mut samples = Vec::new();
        for n in 0..4000 {
            let counts = vec![(0, n % 7 - 3), (1, n / 7 % 5 - 2)];
            let stage = f64::from(n % 11) / 10.0;
            let worth = |&(feature, count): &(usize, i32)| {
                let [first, last] = weights[feature];
                f64::from(count) * (first * (1.0 - stage) + last * stage)
            };
            let standing: f64 = counts.iter().map(worth).sum();
            samples.push(Sample { counts, stage, target: scale.foretold(standing, 0.0).0 });
        }
        samples
    }

    #[test]
    fn planted_weights_are_found() {
        for scale in [Scale::Chances, Scale::Points] {
            let samples = planted(&[[100.0, 40.0], [-30.0, 70.0]], scale);
            let Fitted { weights, loss } = fit(&samples, &[[0, 0], [0, 0], [7, 8]], scale, 400);
            for (found, planted) in weights.iter().zip([[100, 40], [-30, 70], [7, 8]]) {
                for end in 0..2 {
                    assert!((found[end] - planted[end]).abs() <= 2, "{scale:?}: {weights:?}");
                }
            }
            assert!(loss[1] < loss[0], "{scale:?}: {loss:?}");
        }
    }
    /// A search that counts in other units says the same.
    #[test]
    fn targets_are_in_the_units_of_results() {
        for scale in [Scale::Chances, Scale::Points] {
            let standings = (-300..300).map(f64::from);
            let played = |standing: f64| Played {
                position: String::new(),
                found: 3 * standing as i32,
                result: scale.foretold(standing, 0.0).0,
            };
            let played: Vec<Played> = standings.map(played).collect();
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
