//! Position keys: a fast hash that is the same on every machine and in every run. It relies on
//! derived `Hash`, where the compiler chooses the order of the words. Tests compare keys with known
//! numbers, so that a change would be noticed.

use std::hash::{Hash, Hasher};

/// The key of anything that can be hashed.
#[inline]
pub fn of(value: &impl Hash) -> u64 {
    let mut hasher = KeyHasher(SEED);
    value.hash(&mut hasher);
    hasher.finish()
}

/// Folds words in by a 64×64→128 bit multiplication, as wyhash and its family do. The standard
/// library's hasher also guards against chosen keys, which is not needed here, and its results may
/// change with its version.
struct KeyHasher(u64);

const SEED: u64 = 0x9e37_79b9_7f4a_7c15;
const FACTOR: u64 = 0xd6e8_feb8_6659_fd93;

#[inline]
fn fold(a: u64, b: u64) -> u64 {
    let wide = u128::from(a) * u128::from(b);
    wide as u64 ^ (wide >> 64) as u64
}

impl Hasher for KeyHasher {
    #[inline]
    fn finish(&self) -> u64 {
        fold(self.0 ^ SEED, FACTOR)
    }

    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            // Lists of words arrive in the machine's byte order. Read in that order, they are the
            // same words on every machine.
            self.write_u64(u64::from_ne_bytes(word));
        }
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        // The rotation keeps a zero product from wiping out what came before.
        self.0 = fold(self.0.rotate_left(23) ^ word, FACTOR) ^ self.0;
    }

    #[inline]
    fn write_u8(&mut self, n: u8) {
        self.write_u64(n.into());
    }

    #[inline]
    fn write_u16(&mut self, n: u16) {
        self.write_u64(n.into());
    }

    #[inline]
    fn write_u32(&mut self, n: u32) {
        self.write_u64(n.into());
    }

    #[inline]
    fn write_u128(&mut self, n: u128) {
        self.write_u64(n as u64);
        self.write_u64((n >> 64) as u64);
    }

    #[inline]
    fn write_usize(&mut self, n: usize) {
        self.write_u64(n as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn keys_are_known_numbers() {
        let keys = [of(&0u64), of(&1u64), of(&[1u64, 2]), of(&(1u8, 2u32))];
        let known =
            [12961832323568349802, 1894235572623170715, 602912602957175395, 8980373055960360198];
        assert_eq!(keys, known);
    }

    #[test]
    fn keys_spread_in_both_halves() {
        let keys: Vec<u64> = (0..1u64 << 12).map(|i| of(&(i << 40))).collect();
        for half in [0, 32] {
            let found: HashSet<u32> = keys.iter().map(|key| (key >> half) as u32).collect();
            assert_eq!(found.len(), keys.len(), "no collision in 32 bits from bit {half}");
        }
    }
}
