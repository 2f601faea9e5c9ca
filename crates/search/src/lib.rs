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

/// How a move is looked for.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub enum Method {
    /// As [`Searchable::best_move`] does: in whatever way suits the game.
    #[default]
    Best,
    /// As [`Searchable::minimax`] does: exactly as many plies ahead as the limits' depth says,
    /// once.
    Minimax,
    /// One seat against all others, by alpha-beta: two seats are searched so anyway.
    Paranoid,
    /// Each seat for itself; of two seats, alpha-beta.
    MaxN,
    /// Monte-Carlo tree search that uses the evaluation of the game.
    Mcts,
    /// Monte-Carlo tree search with uniformly random games and nothing else (UCT): the baseline.
    PlainMcts,
}
