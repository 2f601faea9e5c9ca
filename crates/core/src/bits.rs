//! Sets of cells as bits, in four widths. A game picks the narrowest that holds its board when it
//! is opened, so that the common sizes do not pay for the large ones.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A set of cells numbered from 0: `u64`, `u128`, [`Bits256`] or [`Bits384`].
///
/// ```
/// use ludoteca_core::bits::{Bits, Bits256};
/// let set = Bits256::single(3) | Bits256::single(200);
/// assert_eq!(set.iter().collect::<Vec<_>>(), [3, 200]);
/// assert_eq!(set.nth(1), 200);
/// ```
pub trait Bits:
    Copy
    + Eq
    + Ord
    + Hash
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
{
    /// How many cells fit.
    const WIDTH: usize;
    /// The empty set.
    const EMPTY: Self;

    /// The set of one cell, which must be below [`WIDTH`](Bits::WIDTH).
    fn single(cell: usize) -> Self;
    /// Is the set empty?
    fn is_empty(self) -> bool;
    /// How many cells are in it.
    fn count(self) -> u32;
    /// The lowest cell. The result is arbitrary if the set is empty.
    fn first(self) -> usize;
    /// The set without its lowest cell. An empty set stays empty.
    fn without_first(self) -> Self;
    /// Adds `n` to every cell's number. `n` must be less than [`WIDTH`](Bits::WIDTH), and cells
    /// that leave the width are lost.
    fn up(self, n: usize) -> Self;
    /// Subtracts `n` from every cell's number. `n` must be less than [`WIDTH`](Bits::WIDTH), and
    /// cells that fall below 0 are lost.
    fn down(self, n: usize) -> Self;
    /// Numbers every cell from the other end: the last becomes 0.
    fn reversed(self) -> Self;
    /// Is this cell, below [`WIDTH`](Bits::WIDTH), in the set?
    fn has(self, cell: usize) -> bool;

    /// Adds a cell.
    #[inline]
    fn insert(&mut self, cell: usize) {
        *self |= Self::single(cell);
    }

    /// The `n`-th cell of the set, from 0. The set must be larger than `n`.
    fn nth(self, n: u32) -> usize;

    /// The cells below `n`.
    fn below(n: usize) -> Self {
        (0..n).fold(Self::EMPTY, |set, cell| set | Self::single(cell))
    }

    /// The cells in ascending order.
    #[inline]
    fn iter(self) -> Cells<Self> {
        Cells(self)
    }
}

/// See [`Bits::iter`].
#[derive(Clone, Debug)]
pub struct Cells<B>(B);

impl<B: Bits> Iterator for Cells<B> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0.is_empty() {
            return None;
        }
        let cell = self.0.first();
        self.0 = self.0.without_first();
        Some(cell)
    }
}

/// The index of the `n`-th set bit of a word. The word is quartered without branches. Halving would
/// do less work, but in twice as many steps that depend on each other.
#[inline(always)]
fn nth_in_word(word: u64, n: u32) -> usize {
    let mut left = n;
    let mut at = 0;
    for quarter in [16, 4, 1] {
        let low = |quarters: u32| (word >> at & ((1u64 << (quarters * quarter)) - 1)).count_ones();
        let (one, two, three) = (low(1), low(2), low(3));
        at +=
            quarter * (u32::from(left >= one) + u32::from(left >= two) + u32::from(left >= three));
        let below = if left >= one { one } else { 0 };
        let above = if left >= three { three } else { two };
        left -= if left >= two { above } else { below };
    }
    at as usize
}

/// The widths that are built-in integers.
macro_rules! numbers {
    ($($word:ty, $nth:path;)*) => {$(
        impl Bits for $word {
            const WIDTH: usize = Self::BITS as usize;
            const EMPTY: Self = 0;

            #[inline]
            fn single(cell: usize) -> Self {
                1 << cell
            }

            #[inline]
            fn is_empty(self) -> bool {
                self == 0
            }

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn first(self) -> usize {
                self.trailing_zeros() as usize
            }

            #[inline]
            fn without_first(self) -> Self {
                self & self.wrapping_sub(1)
            }

            #[inline]
            fn up(self, n: usize) -> Self {
                self << n
            }

            #[inline]
            fn down(self, n: usize) -> Self {
                self >> n
            }

            #[inline]
            fn reversed(self) -> Self {
                self.reverse_bits()
            }

            #[inline]
            fn has(self, cell: usize) -> bool {
                self >> cell & 1 != 0
            }

            #[inline]
            fn nth(self, n: u32) -> usize {
                $nth(self, n)
            }
        }
    )*};
}

numbers! {
    u64, nth_in_word;
    u128, nth_in_two_words;
}

#[inline(always)]
fn nth_in_two_words(words: u128, n: u32) -> usize {
    let low = (words as u64).count_ones();
    if n < low {
        nth_in_word(words as u64, n)
    } else {
        64 + nth_in_word((words >> 64) as u64, n - low)
    }
}

/// A set of up to 64 · `W` cells, lowest word first.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct Wide<const W: usize>([u64; W]);

/// Up to 128 cells, for games that look at single cells and never shift. Games that shift use
/// `u128`.
pub type Bits128 = Wide<2>;
/// Up to 256 cells: 16 × 16.
pub type Bits256 = Wide<4>;
/// Up to 384 cells: 19 × 19.
pub type Bits384 = Wide<6>;

impl<const W: usize> Wide<W> {
    /// The set with these words. It is for constants, and for boards whose rows never straddle two
    /// words.
    #[inline]
    pub const fn from_words(words: [u64; W]) -> Self {
        Wide(words)
    }

    /// The cells, 64 to a word, lowest first.
    #[inline]
    pub const fn words(self) -> [u64; W] {
        self.0
    }
}

impl<const W: usize> Bits for Wide<W> {
    const WIDTH: usize = 64 * W;
    const EMPTY: Self = Wide([0; W]);

    #[inline]
    fn single(cell: usize) -> Self {
        // This avoids indexing: writing one word and then reading several at once would stall the
        // processor.
        Wide(std::array::from_fn(|i| u64::from(i == cell / 64) << (cell % 64)))
    }

    /// This touches only one word. A temporary set would be written in parts and then read back
    /// whole, which is slow.
    #[inline]
    fn insert(&mut self, cell: usize) {
        self.0[cell / 64] |= 1 << (cell % 64);
    }

    #[inline]
    fn is_empty(self) -> bool {
        self.0.iter().fold(0, |any, word| any | word) == 0
    }

    #[inline]
    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline]
    fn first(self) -> usize {
        for (i, word) in self.0.iter().enumerate() {
            if *word != 0 {
                return 64 * i + word.trailing_zeros() as usize;
            }
        }
        Self::WIDTH
    }

    #[inline]
    fn without_first(mut self) -> Self {
        for word in &mut self.0 {
            if *word != 0 {
                *word &= *word - 1;
                break;
            }
        }
        self
    }

    #[inline]
    fn up(self, n: usize) -> Self {
        let (words, bits) = (n / 64, n % 64);
        Wide(std::array::from_fn(|i| {
            let here = if i >= words { self.0[i - words] } else { 0 };
            let carry = if i > words { self.0[i - words - 1] } else { 0 };
            // Two shifts, since a shift by 64 is not allowed.
            here << bits | carry >> 1 >> (63 - bits)
        }))
    }

    #[inline]
    fn down(self, n: usize) -> Self {
        let (words, bits) = (n / 64, n % 64);
        let word = |i: usize| if i < W { self.0[i] } else { 0 };
        Wide(std::array::from_fn(|i| {
            word(i + words) >> bits | word(i + words + 1) << 1 << (63 - bits)
        }))
    }

    #[inline]
    fn reversed(self) -> Self {
        Wide(std::array::from_fn(|i| self.0[W - 1 - i].reverse_bits()))
    }

    #[inline]
    fn has(self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 != 0
    }

    #[inline]
    fn nth(self, mut n: u32) -> usize {
        for (i, word) in self.0.iter().enumerate() {
            let count = word.count_ones();
            if n < count {
                return 64 * i + nth_in_word(*word, n);
            }
            n -= count;
        }
        Self::WIDTH
    }
}

impl<const W: usize> Not for Wide<W> {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Wide(self.0.map(|word| !word))
    }
}

/// The operators that work word by word.
macro_rules! word_by_word {
    ($($operator:ident $method:ident, $assign:ident $assign_method:ident;)*) => {$(
        impl<const W: usize> $operator for Wide<W> {
            type Output = Self;

            #[inline]
            fn $method(self, other: Self) -> Self {
                Wide(std::array::from_fn(|i| self.0[i].$method(other.0[i])))
            }
        }

        impl<const W: usize> $assign for Wide<W> {
            #[inline]
            fn $assign_method(&mut self, other: Self) {
                *self = self.$method(other);
            }
        }
    )*};
}

word_by_word! {
    BitAnd bitand, BitAndAssign bitand_assign;
    BitOr bitor, BitOrAssign bitor_assign;
    BitXor bitxor, BitXorAssign bitxor_assign;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every operation against a plain list of booleans.
    fn agrees_with_booleans<B: Bits>() {
        let mut seed = 1u64;
        let mut draw = move || {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 33) as usize
        };
        for density in [1, 2, 5, 40] {
            let cells: Vec<usize> = (0..B::WIDTH).filter(|_| draw() % density == 0).collect();
            let set = cells.iter().fold(B::EMPTY, |set, cell| set | B::single(*cell));
            assert_eq!(set.iter().collect::<Vec<_>>(), cells);
            assert_eq!(set.count() as usize, cells.len());
            assert_eq!(set.is_empty(), cells.is_empty());
            assert_eq!((!set).count() as usize, B::WIDTH - cells.len());
            assert!((set & !set).is_empty());
            assert_eq!(set ^ B::below(B::WIDTH / 2) ^ B::below(B::WIDTH / 2), set);
            let mut inserted = B::EMPTY;
            cells.iter().for_each(|cell| inserted.insert(*cell));
            assert_eq!(inserted, set);
            let reversed: Vec<usize> = cells.iter().rev().map(|cell| B::WIDTH - 1 - cell).collect();
            assert_eq!(set.reversed().iter().collect::<Vec<_>>(), reversed);
            for (n, cell) in cells.iter().enumerate() {
                assert!(set.has(*cell));
                assert_eq!(set.nth(n as u32), *cell);
            }
            for n in [0, 1, 7, 15, 63, 64, 65, 100, 127, 128, 200, 383] {
                if n >= B::WIDTH {
                    continue;
                }
                let up: Vec<usize> =
                    cells.iter().map(|c| c + n).filter(|c| *c < B::WIDTH).collect();
                let down: Vec<usize> = cells.iter().filter(|c| **c >= n).map(|c| c - n).collect();
                assert_eq!(set.up(n).iter().collect::<Vec<_>>(), up, "up {n}");
                assert_eq!(set.down(n).iter().collect::<Vec<_>>(), down, "down {n}");
                assert_eq!(B::below(n).iter().collect::<Vec<_>>(), (0..n).collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn all_widths_agree_with_booleans() {
        agrees_with_booleans::<u64>();
        agrees_with_booleans::<u128>();
        agrees_with_booleans::<Bits128>();
        agrees_with_booleans::<Bits256>();
        agrees_with_booleans::<Bits384>();
    }
}
