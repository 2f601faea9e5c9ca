//! Maximum matching: how many players of a group can be paired.

use petgraph::algo::maximum_matching;
use petgraph::graph::UnGraph;

/// The size of a maximum matching: the greatest number of disjoint pairs of points for which `may`
/// holds.
pub fn most_pairs(points: usize, may: &dyn Fn(usize, usize) -> bool) -> usize {
    let pairs = (0..points).flat_map(|one| (one + 1..points).map(move |other| (one, other)));
    let mut graph = UnGraph::<(), (), usize>::default();
    for _ in 0..points {
        graph.add_node(());
    }
    graph.extend_with_edges(pairs.filter(|(one, other)| may(*one, *other)));
    maximum_matching(&graph).edges().count()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The size of a maximum matching by brute force.
    fn tried(points: usize, links: u64, used: u64) -> usize {
        let Some(first) = (0..points).find(|point| used >> point & 1 == 0) else { return 0 };
        let used = used | 1 << first;
        let free =
            (first + 1..points).filter(|to| used >> to & 1 == 0 && linked(links, first, *to));
        let with = free.map(|to| 1 + tried(points, links, used | 1 << to)).max();
        with.unwrap_or(0).max(tried(points, links, used))
    }

    /// Each pair of up to eight points has its own bit.
    fn linked(links: u64, one: usize, other: usize) -> bool {
        let (low, high) = (one.min(other), one.max(other));
        low != high && links >> (high * (high - 1) / 2 + low) & 1 == 1
    }

    #[test]
    fn matchings_are_maximum() {
        // All graphs of six points, and many of eight.
        let small = (0..1u64 << 15).map(|links| (6, links));
        let large = (0..20_000u64).map(|n| (8, n.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 36));
        for (points, links) in small.chain(large) {
            let pairs = most_pairs(points, &|one, other| linked(links, one, other));
            assert_eq!(pairs, tried(points, links, 0), "{links:b}");
        }
    }
}
