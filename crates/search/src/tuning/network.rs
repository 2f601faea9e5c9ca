//! Training of a network: regression by Adam on mini-batches. Every batch is cut into the same
//! parts whatever the number of threads, and their gradients are added up in the same order. So the
//! same training examples give the same network.

use ludoteca_core::random;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use rayon::prelude::*;

use ludoteca_core::evaluation::{OUTPUT_QUANTISATION, QUANTISATION};

use super::TrainingProgress;

/// A training example: a position, its target, and its static evaluation without the network.
pub struct TrainingExample<S> {
    pub state: S,
    /// The probability that the seat to move wins.
    pub target: f32,
    /// The static evaluation without the network, as a logit.
    pub known: f32,
}

/// The layer sizes of a network.
#[derive(Copy, Clone)]
pub struct LayerSizes {
    pub inputs: usize,
    pub hidden: usize,
}

/// The settings of a training run.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct TrainingSettings {
    /// The number of passes over all training examples.
    pub epochs: u32,
    /// The seed for the initial weights and for the order of the training examples.
    pub seed: u64,
}

/// The result of a training run.
#[derive(Clone, PartialEq, Debug)]
pub struct TrainedNetwork {
    /// The network in its file format.
    pub bytes: Vec<u8>,
    /// The mean loss of each epoch.
    pub loss: Vec<f64>,
}

/// Trains a network. `inputs` gives the active inputs of a state in the symmetric image with a
/// given number, of which there are `images`. Returns `None` if it was stopped.
pub fn learn<S: Sync>(
    examples: &[TrainingExample<S>],
    shape: LayerSizes,
    settings: TrainingSettings,
    images: u32,
    inputs: impl Fn(&S, u32) -> Vec<usize> + Sync,
    progress: TrainingProgress<'_>,
) -> Option<TrainedNetwork> {
    let mut generator = ChaCha8Rng::seed_from_u64(settings.seed);
    let mut weights = Weights::random(shape, &mut generator);
    let mut adam = Adam { means: vec![[0.0; 2]; weights.0.len()], decays: [1.0; 2] };
    let mut order: Vec<u32> = (0..examples.len() as u32).collect();
    let batches = examples.len().div_ceil(BATCH);
    let mut loss = Vec::new();
    for round in 0..settings.epochs {
        for n in (1..order.len()).rev() {
            order.swap(n, random::below(&mut generator, n as u32 + 1) as usize);
        }
        let mut lost = 0.0;
        for (number, batch) in order.chunks(BATCH).enumerate() {
            let gone = (round as usize * batches + number) as f32
                / (settings.epochs as usize * batches) as f32;
            if progress(gone.into()).is_break() {
                return None;
            }
            let turned: Vec<(u32, u32)> =
                batch.iter().map(|&n| (n, random::below(&mut generator, images))).collect();
            let parts: Vec<(Weights, f64)> = turned
                .par_chunks(BATCH.div_ceil(PARTS))
                .map(|part| {
                    let mut gradients = Weights(vec![0.0; weights.0.len()]);
                    let mut lost = 0.0;
                    for &(n, image) in part {
                        let example = &examples[n as usize];
                        lost += weights.learn(
                            shape,
                            &inputs(&example.state, image),
                            [example.target, example.known],
                            &mut gradients,
                        );
                    }
                    (gradients, lost)
                })
                .collect();
            let mut parts = parts.into_iter();
            let (mut gradients, first) = parts.next().expect("a batch is not empty");
            lost += first;
            for (part, loss) in parts {
                lost += loss;
                gradients.0.iter_mut().zip(part.0).for_each(|(sum, slope)| *sum += slope);
            }
            adam.step(
                &mut weights,
                &gradients,
                batch.len() as f32,
                LEARNING_RATE * (1.0 - gone).max(0.01),
                shape,
            );
        }
        loss.push(lost / examples.len() as f64);
    }
    Some(TrainedNetwork { bytes: weights.written(shape), loss })
}

/// The weights of the first layer, input by input; the biases of the hidden neurons; the weights of
/// the second layer; and the bias of the output.
struct Weights(Vec<f32>);

impl Weights {
    fn random(shape: LayerSizes, generator: &mut ChaCha8Rng) -> Self {
        let LayerSizes { inputs, hidden } = shape;
        let mut weights = vec![0.0; inputs * hidden + 2 * hidden + 1];
        let mut draw =
            |most: f32| most * (random::below(generator, 20_001) as f32 / 10_000.0 - 1.0);
        weights[..inputs * hidden].iter_mut().for_each(|weight| *weight = draw(0.2));
        weights[inputs * hidden..][..hidden].iter_mut().for_each(|bias| *bias = 0.3 + draw(0.2));
        weights[(inputs + 1) * hidden..][..hidden]
            .iter_mut()
            .for_each(|weight| *weight = draw(0.3));
        Weights(weights)
    }

    /// Backpropagation: adds the gradient of a training example's loss to `gradients`. Returns the
    /// loss. It does not depend on the type of states, so it is compiled in this crate.
    fn learn(
        &self,
        shape: LayerSizes,
        inputs: &[usize],
        [target, known]: [f32; 2],
        gradients: &mut Weights,
    ) -> f64 {
        let LayerSizes { inputs: all, hidden } = shape;
        let (first, rest) = self.0.split_at(all * hidden);
        let (bias, rest) = rest.split_at(hidden);
        let (second, last) = rest.split_at(hidden);
        let mut sums = bias.to_vec();
        for input in inputs {
            sums.iter_mut()
                .zip(&first[input * hidden..][..hidden])
                .for_each(|(sum, weight)| *sum += weight);
        }
        let said: Vec<f32> = sums.iter().map(|sum| sum.clamp(0.0, 1.0)).collect();
        let value = last[0]
            + said.iter().zip(second).map(|(said, weight)| said * said * weight).sum::<f32>();
        let odds = f64::from(known + value);
        let chance = (1.0 / (1.0 + libm::exp(-odds))).clamp(1e-6, 1.0 - 1e-6);
        let target = f64::from(target);
        let slope = (chance - target) as f32;

        let (to_first, rest) = gradients.0.split_at_mut(all * hidden);
        let (to_bias, rest) = rest.split_at_mut(hidden);
        let (to_second, to_last) = rest.split_at_mut(hidden);
        to_last[0] += slope;
        let mut back = vec![0.0; hidden];
        for neuron in 0..hidden {
            to_second[neuron] += slope * said[neuron] * said[neuron];
            // The clipped activation has a slope of zero outside its range.
            let is_free = sums[neuron] > 0.0 && sums[neuron] < 1.0;
            back[neuron] = if is_free { slope * 2.0 * said[neuron] * second[neuron] } else { 0.0 };
            to_bias[neuron] += back[neuron];
        }
        for input in inputs {
            to_first[input * hidden..][..hidden]
                .iter_mut()
                .zip(&back)
                .for_each(|(sum, slope)| *sum += slope);
        }
        // The cross-entropy minus the entropy of the target, so that a perfect prediction has no
        // loss.
        let entropy = |p: f64| if p <= 0.0 { 0.0 } else { p * libm::log(p) };
        entropy(target) + entropy(1.0 - target)
            - target * libm::log(chance)
            - (1.0 - target) * libm::log(1.0 - chance)
    }

    /// Quantises the weights, in the format that
    /// [`Network::read`](ludoteca_core::evaluation::Network::read) reads.
    fn written(&self, shape: LayerSizes) -> Vec<u8> {
        let of_neurons = (shape.inputs + 1) * shape.hidden;
        let whole = |(n, weight): (usize, &f32)| {
            let one = if n < of_neurons { QUANTISATION } else { OUTPUT_QUANTISATION };
            (weight * f32::from(one)).round() as i16
        };
        self.0.iter().enumerate().map(whole).flat_map(i16::to_le_bytes).collect()
    }
}

/// The state of Adam: running means of the gradients and of their squares.
struct Adam {
    means: Vec<[f32; 2]>,
    decays: [f32; 2],
}

impl Adam {
    fn step(
        &mut self,
        weights: &mut Weights,
        gradients: &Weights,
        examples: f32,
        stride: f32,
        shape: LayerSizes,
    ) {
        self.decays = [self.decays[0] * ADAM_BETAS[0], self.decays[1] * ADAM_BETAS[1]];
        let of_neurons = (shape.inputs + 1) * shape.hidden;
        for (n, ((weight, slope), mean)) in
            weights.0.iter_mut().zip(&gradients.0).zip(&mut self.means).enumerate()
        {
            let slope = slope / examples;
            mean[0] += (1.0 - ADAM_BETAS[0]) * (slope - mean[0]);
            mean[1] += (1.0 - ADAM_BETAS[1]) * (slope * slope - mean[1]);
            let [first, second] =
                [mean[0] / (1.0 - self.decays[0]), mean[1] / (1.0 - self.decays[1])];
            let most = if n < of_neurons { MOST_FIRST } else { MOST_SECOND };
            *weight = (*weight - stride * first / (second.sqrt() + 1e-8)).clamp(-most, most);
        }
    }
}

/// Training examples in a batch, and the parts that a batch is cut into.
const BATCH: usize = 8192;
const PARTS: usize = 8;

/// The learning rate at the start.
const LEARNING_RATE: f32 = 0.002;

const ADAM_BETAS: [f32; 2] = [0.9, 0.999];

/// The greatest weights of the first and the second layer. A sum of as many quantised weights of
/// the first layer as there are pieces must fit into 16 bits, and one of the second layer into 32.
const MOST_FIRST: f32 = 1.9;
const MOST_SECOND: f32 = 4.0;

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use ludoteca_core::evaluation::LOGIT_UNIT;
    use ludoteca_core::evaluation::Network;

    /// The gradient agrees with finite differences, where no neuron is at an end of its range.
    #[test]
    fn gradients_agree_with_finite_differences() {
        let shape = LayerSizes { inputs: 4, hidden: 3 };
        let loss = |weights: &Weights, gradients: &mut Weights| {
            weights.learn(shape, &[0, 3], [0.9, 0.1], gradients)
        };
        let mut weights = Weights::random(shape, &mut ChaCha8Rng::seed_from_u64(1));
        weights.0[4 * 3..5 * 3].fill(0.5);
        let mut gradients = Weights(vec![0.0; weights.0.len()]);
        loss(&weights, &mut gradients);
        for n in 0..weights.0.len() {
            let step = 0.01;
            let [more, less] = [step, -step].map(|step| {
                let mut weights = Weights(weights.0.clone());
                weights.0[n] += step;
                loss(&weights, &mut Weights(gradients.0.clone()))
            });
            let expected = (more - less) / f64::from(2.0 * step);
            assert!(
                (f64::from(gradients.0[n]) - expected).abs() < 1e-4,
                "{n}: {}, not {expected}",
                gradients.0[n]
            );
        }
    }

    /// A network learns the value of an extra piece, and keeps it when its weights are quantised.
    #[test]
    fn a_planted_value_is_found() {
        type Small = Network<8, 4>;
        let odds = |own: u64, others: u64| {
            0.5 * (f64::from(own.count_ones()) - f64::from(others.count_ones())) + 0.25
        };
        let chance = |odds: f64| 1.0 / (1.0 + (-odds).exp());
        let boards =
            || (0..256u64).map(|n| (n & 15, n >> 4)).filter(|(own, others)| own & others == 0);
        let example = |(own, others): (u64, u64)| {
            // A part of the value is known without the network.
            let known = f64::from((own & 1) as u8);
            TrainingExample {
                state: (own, others),
                target: chance(odds(own, others) + known) as f32,
                known: known as f32,
            }
        };
        let examples: Vec<TrainingExample<(u64, u64)>> = boards().map(example).collect();
        let settings = TrainingSettings { epochs: 3000, seed: 1 };
        let shape = LayerSizes { inputs: 8, hidden: 4 };
        let inputs = |&(own, others): &(u64, u64), _| Small::inputs(own, others).collect();
        let go_on = &mut |_| ControlFlow::Continue(());
        let learnt = learn(&examples, shape, settings, 1, inputs, go_on).expect("nobody stops it");
        assert!(learnt.loss[2999] < 1e-4, "{:?}", learnt.loss[2999]);
        let network = Small::read(&learnt.bytes);
        for (own, others) in boards() {
            let said = f64::from(network.forward(own, others)) / f64::from(LOGIT_UNIT);
            let wanted = odds(own, others);
            assert!(
                (chance(said) - chance(wanted)).abs() < 0.05,
                "{own:b} {others:b}: {said} for {wanted}"
            );
        }
    }
}
