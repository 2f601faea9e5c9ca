#![doc = include_str!("../README.md")]

mod alpha_beta;
pub mod bench;
mod blinkers;
mod deepening;
mod expectimax;
mod found;
mod limits;
mod look;
mod many_seats;
mod max_n;
mod mcts;
mod minimax;
mod one_ply;
mod order;
mod paranoid;
mod score;
mod searchable;
mod searcher;
mod table;
#[cfg(test)]
mod tests;
mod threads;
#[cfg(test)]
mod toy;
pub mod tuning;
mod watcher;
#[cfg(test)]
mod yardstick;

pub use blinkers::Blinkers;
pub use found::{Found, Value};
pub use limits::{Limits, MOST_PLIES};
pub use look::Search;
pub use searchable::Searchable;
pub use watcher::Watcher;

/// How a move is looked for.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub enum Method {
    /// As [`Searchable::best_move`] does: in whatever way suits the game.
    #[default]
    Best,
    /// As [`Searchable::minimax`] does: exactly as many plies ahead as the limits' depth says, once.
    Minimax,
    /// One seat against all others, by alpha-beta: two seats are searched so anyway.
    Paranoid,
    /// Each seat for itself; of two seats, alpha-beta.
    MaxN,
    /// Monte-Carlo tree search that uses the evaluation of the game.
    Mcts,
    /// Monte-Carlo tree search with uniformly random games and nothing else (UCT): the yardstick.
    PlainMcts,
}
