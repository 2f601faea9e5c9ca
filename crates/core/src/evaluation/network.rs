//! Small neural networks: what pieces of two sides on a board are worth together. They are learnt
//! from games, and kept in whole numbers, so that they say the same on every machine.

use crate::bits::Bits;
use crate::rules::Rules;

/// A network of one hidden layer. It has two inputs a cell: is a piece of the seat to move there,
/// and is one of the other.
#[repr(C, align(64))]
pub struct Network<const INPUTS: usize, const HIDDEN: usize> {
    /// What each input adds to each neuron, in parts of [`ONE`].
    first: [[i16; HIDDEN]; INPUTS],
    /// What each neuron has from the start.
    bias: [i16; HIDDEN],
    /// What each neuron adds to the value, in parts of [`ONE_OUT`].
    second: [i16; HIDDEN],
    last: i16,
}

/// A neuron says nothing below 0, and says all it can here.
pub const QUANTISATION: i16 = 255;

/// An e-fold of the odds, as the neurons add it up.
pub const OUTPUT_QUANTISATION: i16 = 64;

/// An e-fold of the odds as a static evaluation: ten to one is 400, as with Elo.
pub const LOGIT_UNIT: i32 = 174;

impl<const INPUTS: usize, const HIDDEN: usize> Network<INPUTS, HIDDEN> {
    /// How many inputs and neurons there are.
    pub const SHAPE: [usize; 2] = [INPUTS, HIDDEN];

    /// How many bytes a network is kept in.
    const BYTES: usize = 2 * (INPUTS * HIDDEN + 2 * HIDDEN + 1);

    /// Reads what was learnt: all numbers in order, the lower byte first.
    ///
    /// # Panics
    /// Where these are not as many bytes as the network has. Of what is compiled in, the compiler
    /// says so.
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

    /// The inputs that are on.
    pub fn inputs<B: Bits>(own: B, others: B) -> impl Iterator<Item = usize> {
        own.iter().chain(others.iter().map(|cell| INPUTS / 2 + cell))
    }

    /// How far the seat with the first of these sets seems to be ahead, where it is to move.
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

/// An evaluation by a network, as whoever teaches it sees it.
pub trait Learnable<R: Rules> {
    /// How many inputs the network has, and how many neurons.
    fn shape(&self) -> [usize; 2];
    /// The inputs of a position.
    fn inputs(&self, state: &R::State) -> Vec<usize>;
    /// What is known of a position without the network, to which its word is added.
    fn known(&self, state: &R::State) -> i32;
}
