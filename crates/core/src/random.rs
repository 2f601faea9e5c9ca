//! Drawing numbers from a generator that the caller owns.

use rand_core::Rng;

/// A uniformly random number below `n`, exactly: Lemire's multiplication with rejection.
///
/// # Panics
/// If `n` is 0.
#[inline]
pub fn below<G: Rng + ?Sized>(generator: &mut G, n: u32) -> u32 {
    assert!(n > 0, "a draw needs something to draw from");
    let mut wide = u64::from(generator.next_u32()) * u64::from(n);
    if (wide as u32) < n {
        // The slow division is reached once in 2^32 / n draws.
        let threshold = n.wrapping_neg() % n;
        while (wide as u32) < threshold {
            wide = u64::from(generator.next_u32()) * u64::from(n);
        }
    }
    (wide >> 32) as u32
}

/// Two independent numbers below `n`, each as from [`below`], from one draw of 64 bits.
///
/// # Panics
/// If `n` is 0.
#[inline]
pub fn two_below<G: Rng + ?Sized>(generator: &mut G, n: u32) -> [u32; 2] {
    assert!(n > 0, "a draw needs something to draw from");
    loop {
        let bits = generator.next_u64();
        let wide = [bits as u32, (bits >> 32) as u32].map(|half| u64::from(half) * u64::from(n));
        let low = (wide[0] as u32).min(wide[1] as u32);
        if low >= n || low >= n.wrapping_neg() % n {
            return wide.map(|wide| (wide >> 32) as u32);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;

    /// Returns these numbers one after the other.
    struct ScriptedRng<'a>(&'a [u64]);

    impl rand_core::TryRng for ScriptedRng<'_> {
        type Error = Infallible;

        fn try_next_u32(&mut self) -> Result<u32, Infallible> {
            self.try_next_u64().map(|word| word as u32)
        }

        fn try_next_u64(&mut self) -> Result<u64, Infallible> {
            let (first, rest) = self.0.split_first().expect("the script is long enough");
            self.0 = rest;
            Ok(*first)
        }

        fn try_fill_bytes(&mut self, _: &mut [u8]) -> Result<(), Infallible> {
            unreachable!("nobody asks for bytes")
        }
    }

    #[test]
    fn biased_draws_are_rejected() {
        // 2^32 modulo 6 is 4, so a product whose low half is below 4 would occur once too often.
        assert_eq!(below(&mut ScriptedRng(&[0, u64::from(u32::MAX)]), 6), 5);
        assert_eq!(below(&mut ScriptedRng(&[u64::from(u32::MAX)]), 6), 5);
        let (zero, most) = (0, u64::from(u32::MAX));
        assert_eq!(two_below(&mut ScriptedRng(&[zero, most << 32 | 1, most | 1 << 32]), 6), [0, 5]);
        assert_eq!(two_below(&mut ScriptedRng(&[most << 32, most, most << 32 | most]), 6), [5, 5]);
    }
}
