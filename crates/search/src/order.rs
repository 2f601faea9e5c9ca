//! Sorting, compiled once and not for every game: numbers are sorted, and moves follow them.

use std::cmp::Reverse;

/// Sorts numbers by their keys, those with the greatest first, and of equals as they were.
pub fn greatest_first(numbers: &mut [usize], keys: &[u64]) {
    numbers.sort_by_key(|number| Reverse(keys[*number]));
}

/// The numbers of the keys, that of the greatest first, and of equals the first.
pub fn ranked(keys: &[i32]) -> Vec<usize> {
    let mut numbers: Vec<usize> = (0..keys.len()).collect();
    numbers.sort_by_key(|number| Reverse(keys[*number]));
    numbers
}

/// Sorts rewards with their numbers, the greatest first, and of equals as they were.
pub fn rank_rewards(ranked: &mut [(f32, u32)]) {
    ranked.sort_by(|(one, _), (other, _)| other.total_cmp(one));
}
