//! Small neural networks that evaluate the pieces of two sides on a board. They are trained on
//! games, and stored as integers, so that they give the same result on every machine.

use crate::bits::Bits;
use crate::rules::Rules;

/// A network of one hidden layer. It has two inputs for each cell: one for a piece of the seat to
/// move, and one for a piece of the other seat.
#[repr(C, align(64))]
pub struct Network<const INPUTS: usize, const HIDDEN: usize> {
    /// What each input adds to each neuron, in units of 1 / [`QUANTISATION`].
    first: [[i16; HIDDEN]; INPUTS],
    /// The bias of each neuron.
    bias: [i16; HIDDEN],
    /// The output weight of each neuron, in units of 1 / [`OUTPUT_QUANTISATION`].
    second: [i16; HIDDEN],
    last: i16,
}

/// The output of a neuron is clamped between 0 and this number.
pub const QUANTISATION: i16 = 255;

/// The number that stands for a factor of e in the odds in the output weights.
pub const OUTPUT_QUANTISATION: i16 = 64;

/// The number that stands for a factor of e in the odds in a static evaluation. Odds of ten to one
/// are 400, as with Elo.
pub const LOGIT_UNIT: i32 = 174;

impl<const INPUTS: usize, const HIDDEN: usize> Network<INPUTS, HIDDEN> {
    /// The number of inputs and the number of neurons.
    pub const SHAPE: [usize; 2] = [INPUTS, HIDDEN];

    /// The size of a stored network in bytes.
    const BYTES: usize = 2 * (INPUTS * HIDDEN + 2 * HIDDEN + 1);

    /// Reads a trained network: all numbers in order, in little-endian byte order.
    ///
    /// # Panics
    /// If the number of bytes does not fit the network. For constants this is a compile error.
    pub const fn read(bytes: &[u8]) -> Self {
        assert!(bytes.len() == Self::BYTES, "not a network of this shape");
        let mut network = Network {
            first: [[0; HIDDEN]; INPUTS],
            bias: [0; HIDDEN],
            second: [0; HIDDEN],
            last: 0,
        };
        let mut at = 0;
        while at < bytes.len() / 2 {
            let number = i16::from_le_bytes([bytes[2 * at], bytes[2 * at + 1]]);
            let (layer, neuron) = (at / HIDDEN, at % HIDDEN);
            if layer < INPUTS {
                network.first[layer][neuron] = number;
            } else if layer == INPUTS {
                network.bias[neuron] = number;
            } else if layer == INPUTS + 1 {
                network.second[neuron] = number;
            } else {
                network.last = number;
            }
            at += 1;
        }
        network
    }

    /// The inputs that are set.
    pub fn inputs<B: Bits>(own: B, others: B) -> impl Iterator<Item = usize> {
        own.iter().chain(others.iter().map(|cell| INPUTS / 2 + cell))
    }

    /// The static evaluation for the seat to move, which has the pieces in `own`.
    #[inline(always)]
    pub fn forward<B: Bits>(&self, own: B, others: B) -> i32 {
        let mut sums = self.bias;
        for (pieces, inputs) in
            [(own, &self.first[..INPUTS / 2]), (others, &self.first[INPUTS / 2..])]
        {
            for cell in pieces.iter() {
                for (sum, weight) in sums.iter_mut().zip(&inputs[cell]) {
                    *sum = sum.wrapping_add(*weight);
                }
            }
        }
        let mut value = 0;
        for (sum, weight) in sums.into_iter().zip(self.second) {
            let said = i32::from(sum.clamp(0, QUANTISATION));
            value += said * said * i32::from(weight);
        }
        let one = i32::from(QUANTISATION);
        (value / one + i32::from(self.last) * one) * LOGIT_UNIT
            / (one * i32::from(OUTPUT_QUANTISATION))
    }
}

/// An evaluation by a network, as its training sees it.
pub trait Learnable<R: Rules> {
    /// The number of inputs and the number of neurons of the network.
    fn shape(&self) -> [usize; 2];
    /// The inputs of a position.
    fn inputs(&self, state: &R::State) -> Vec<usize>;
    /// The static evaluation without the network. The output of the network is added to it.
    fn known(&self, state: &R::State) -> i32;
}
