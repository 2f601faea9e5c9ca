#![doc = include_str!("../README.md")]

mod alpha_beta;
pub mod bench;
mod expectimax;
#[cfg(feature = "fuzzing")]
pub mod fuzzing;
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
pub use ludoteca_core::Algorithm;
pub use result::{SearchResult, Value};
pub use search::{Search, next_move};
pub use searchable::Searchable;
pub use watcher::Watcher;
