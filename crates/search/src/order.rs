//! Sorting. It is not generic over the game, so that it is compiled only once: indices are sorted,
//! and the moves follow them.

use std::cmp::Reverse;

/// Sorts indices by their keys in descending order. The sort is stable.
pub fn greatest_first(numbers: &mut [usize], keys: &[u64]) {
    numbers.sort_by_key(|number| Reverse(keys[*number]));
}

/// The indices of the keys, in descending order of the keys; equal keys keep their order.
pub fn ranked(keys: &[i32]) -> Vec<usize> {
    let mut numbers: Vec<usize> = (0..keys.len()).collect();
    numbers.sort_by_key(|number| Reverse(keys[*number]));
    numbers
}

/// Sorts rewards, each with its index, in descending order. The sort is stable.
pub fn rank_rewards(ranked: &mut [(f32, u32)]) {
    ranked.sort_by(|(one, _), (other, _)| other.total_cmp(one));
}
