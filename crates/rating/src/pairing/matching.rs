//! The most pairs that a graph has: Edmonds' algorithm.

use std::collections::VecDeque;

/// As many pairs as possible of points that may be paired with each other. For each point its partner, if it has one.
///
/// Edmonds, 'Paths, trees, and flowers' (1965): while there is a path between two single points on which the links are by turns out of and in the
/// pairing, swapping them makes one pair more. A search tree that closes an odd circle, a flower, is treated as one point. Takes
/// time of the third power of the number of points.
pub fn largest(points: usize, may: &dyn Fn(usize, usize) -> bool) -> Vec<Option<usize>> {
    let mut partner = vec![None; points];
    for root in 0..points {
        if partner[root].is_none() {
            Search::new(&mut partner).extend(root, may);
        }
    }
    partner
}

/// One search for a path that begins at a single point. 'Outer' points are those an even number of links from the root.
struct Search<'a> {
    partner: &'a mut [Option<usize>],
    /// The point before, for points an odd number of links away.
    parent: Vec<Option<usize>>,
    /// The base of the flower that a point is in; itself where it is in none.
    base: Vec<usize>,
    outer: Vec<bool>,
    queue: VecDeque<usize>,
}

impl Search<'_> {
    fn new(partner: &mut [Option<usize>]) -> Search<'_> {
        let points = partner.len();
        Search {
            partner,
            parent: vec![None; points],
            base: (0..points).collect(),
            outer: vec![false; points],
            queue: VecDeque::new(),
        }
    }

    /// Looks for a path from `root` to another single point, and swaps its links where there is one.
    fn extend(mut self, root: usize, may: &dyn Fn(usize, usize) -> bool) {
        self.outer[root] = true;
        self.queue.push_back(root);
        while let Some(from) = self.queue.pop_front() {
            for to in 0..self.base.len() {
                if to == from || !may(from, to) || self.base[from] == self.base[to] || self.partner[from] == Some(to) {
                    continue;
                }
                if to == root || self.partner[to].is_some_and(|partner| self.parent[partner].is_some()) {
                    self.contract(from, to);
                } else if self.parent[to].is_none() {
                    self.parent[to] = Some(from);
                    match self.partner[to] {
                        Some(next) => {
                            self.outer[next] = true;
                            self.queue.push_back(next);
                        }
                        None => return self.swap(to),
                    }
                }
            }
        }
    }

    /// Makes a flower of the circle that the link between two outer points closes: all of it becomes outer.
    fn contract(&mut self, from: usize, to: usize) {
        let base = self.common_base(from, to);
        let mut within = vec![false; self.base.len()];
        self.mark(from, to, base, &mut within);
        self.mark(to, from, base, &mut within);
        for point in 0..self.base.len() {
            if within[self.base[point]] {
                self.base[point] = base;
                if !self.outer[point] {
                    self.outer[point] = true;
                    self.queue.push_back(point);
                }
            }
        }
    }

    /// Marks the flower from an outer point down to its base, and lets its points find their way out over `child`.
    fn mark(&mut self, mut point: usize, mut child: usize, base: usize, within: &mut [bool]) {
        while self.base[point] != base {
            let partner = self.partner[point].expect("outer points but the root have a partner");
            within[self.base[point]] = true;
            within[self.base[partner]] = true;
            self.parent[point] = Some(child);
            child = partner;
            point = self.parent[partner].expect("the partner of an outer point was reached before it");
        }
    }

    fn common_base(&self, one: usize, other: usize) -> usize {
        let mut on_the_way = vec![false; self.base.len()];
        let mut point = self.base[one];
        loop {
            on_the_way[point] = true;
            let Some(below) = self.below(point) else { break };
            point = below;
        }
        let mut point = self.base[other];
        while !on_the_way[point] {
            point = self.below(point).expect("both ways lead to the root");
        }
        point
    }

    /// The next base on the way to the root, from a base.
    fn below(&self, base: usize) -> Option<usize> {
        self.partner[base].and_then(|partner| self.parent[partner]).map(|point| self.base[point])
    }

    /// Swaps the links of the path that ends here.
    fn swap(&mut self, end: usize) {
        let mut point = Some(end);
        while let Some(at) = point {
            let before = self.parent[at].expect("the path leads back to the root");
            let next = self.partner[before];
            self.partner[at] = Some(before);
            self.partner[before] = Some(at);
            point = next;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The size of the largest pairing by trying everything.
    fn tried(points: usize, links: u64, used: u64) -> usize {
        let Some(first) = (0..points).find(|point| used >> point & 1 == 0) else { return 0 };
        let used = used | 1 << first;
        let free = (first + 1..points).filter(|to| used >> to & 1 == 0 && linked(links, first, *to));
        let with = free.map(|to| 1 + tried(points, links, used | 1 << to)).max();
        with.unwrap_or(0).max(tried(points, links, used))
    }

    /// Each two of up to eight points have a bit.
    fn linked(links: u64, one: usize, other: usize) -> bool {
        let (low, high) = (one.min(other), one.max(other));
        low != high && links >> (high * (high - 1) / 2 + low) & 1 == 1
    }

    #[test]
    fn as_many_pairs_as_by_trying_everything() {
        // All graphs of six points, and many of eight.
        let small = (0..1u64 << 15).map(|links| (6, links));
        let large = (0..20_000u64).map(|n| (8, n.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 36));
        for (points, links) in small.chain(large) {
            let partner = largest(points, &|one, other| linked(links, one, other));
            for (point, other) in partner.iter().enumerate() {
                if let Some(other) = other {
                    assert!(linked(links, point, *other) && partner[*other] == Some(point), "{links:b}: {partner:?}");
                }
            }
            let pairs = partner.iter().flatten().count() / 2;
            assert_eq!(pairs, tried(points, links, 0), "{links:b}: {partner:?}");
        }
    }
}
