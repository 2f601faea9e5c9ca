//! How positions are searched, as players and searches both name it.

use std::fmt;

/// A search algorithm.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub enum Algorithm {
    /// The algorithm that suits the game, until a limit is reached. This is the default.
    #[default]
    Best,
    /// Paranoid search with three and four seats: it assumes that all others play against it. With
    /// two seats this is the same as `Best`.
    Paranoid,
    /// Max^n search with three and four seats: it assumes that each seat plays for itself. With two
    /// seats this is the same as `Best`.
    MaxN,
    /// Monte-Carlo tree search that uses the game's evaluation instead of rollouts. Its nodes are
    /// simulations.
    Mcts,
    /// Monte-Carlo tree search with uniformly random rollouts and nothing else (UCT): the baseline.
    PlainMcts,
    /// Plain minimax to exactly the given depth, without iterative deepening. It takes no other
    /// limit, and is the plain opponent to measure others by.
    Minimax,
}

impl Algorithm {
    /// All algorithms with their names as typed.
    pub const NAMES: [(&str, Algorithm); 6] = [
        ("best", Algorithm::Best),
        ("paranoid", Algorithm::Paranoid),
        ("maxn", Algorithm::MaxN),
        ("mcts", Algorithm::Mcts),
        ("plain-mcts", Algorithm::PlainMcts),
        ("minimax", Algorithm::Minimax),
    ];
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = Algorithm::NAMES.iter().find(|(_, algorithm)| algorithm == self);
        f.write_str(named.expect("all algorithms are in the list").0)
    }
}
