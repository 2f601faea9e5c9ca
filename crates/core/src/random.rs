//! Drawing numbers from a generator that the caller owns. Nothing here makes one.

use rand_core::Rng;

/// A uniformly random number below `n`, exactly: Lemire's multiplication with rejection.
///
/// # Panics
/// Where `n` is 0 and there is nothing to draw from.
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
