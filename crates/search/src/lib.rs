#![doc = include_str!("../README.md")]

mod alpha_beta;
pub mod bench;
mod expectimax;
mod handicap;
mod iterative_deepening;
mod limits;
mod many_seats;
mod max_n;
mod mcts;
mod minimax;
mod one_ply;
mod order;
mod paranoid;
#[cfg(test)]
mod reference;
mod result;
mod score;
mod search;
mod searchable;
mod searcher;
#[cfg(test)]
mod tests;
mod threads;
#[cfg(test)]
mod toy;
mod transposition_table;
pub mod tuning;
mod watcher;

pub use handicap::Handicap;
pub use limits::{Limits, MAX_PLIES};
pub use result::{SearchResult, Value};
pub use search::Search;
pub use searchable::Searchable;
pub use watcher::Watcher;

/// A search algorithm.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub enum Method {
    /// The algorithm that suits the game, as in [`Searchable::best_move`].
    #[default]
    Best,
    /// Plain minimax to exactly the depth of the limits, without iterative deepening, as in
    /// [`Searchable::minimax`].
    Minimax,
    /// Paranoid search: one seat against all others, by alpha-beta. With two seats this is ordinary
    /// alpha-beta.
    Paranoid,
    /// Max^n: each seat plays for itself. With two seats this is ordinary alpha-beta.
    MaxN,
    /// Monte-Carlo tree search that uses the game's evaluation instead of rollouts.
    Mcts,
    /// Monte-Carlo tree search with uniformly random rollouts and nothing else (UCT): the baseline.
    PlainMcts,
}
