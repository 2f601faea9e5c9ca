#![doc = include_str!("../README.md")]

mod alpha_beta;
pub mod bench;
mod blinkers;
mod deepening;
mod evaluation;
mod expectimax;
mod found;
#[cfg(feature = "fuzzing")]
pub mod fuzzing;
mod lead;
mod limits;
mod look;
mod many_seats;
mod max_n;
mod mcts;
mod minimax;
mod one_ply;
mod paranoid;
mod score;
mod searcher;
mod table;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod toy;
pub mod tuning;
mod watcher;
#[cfg(test)]
mod yardstick;

use ludoteca_core::Table;

use crate::look::Look;

pub use blinkers::Blinkers;
#[doc(hidden)] // For the tool that fits its weights.
pub use evaluation::dawn as dawn_evaluation;
pub use found::{Found, Value};
pub use lead::telling_lead;
pub use limits::{Limits, MOST_PLIES};
pub use watcher::Watcher;

/// The best move by looking `depth` plies ahead, as typed: [`minimax`] with one thread that nobody stops.
///
/// # Panics
/// Where the table was not opened by the catalogue of games.
pub fn next_move(table: &dyn Table, depth: u32) -> Option<String> {
    minimax(table, depth, 1, &|| false).map(|found| found.step)
}

/// The best move by looking exactly `depth` plies ahead, once: the plain search, which a better one can be measured by. `None` where no seat
/// is to move. Of moves that are worth the same it takes the first of [`Table::steps`]. A depth of 0 is taken for 1, and one of
/// more than [`MOST_PLIES`] for that.
///
/// With two seats this is alpha-beta, with more max^n. With dice it is one ply whatever the depth: what each move leads to, on
/// average over the next roll, and the best that can be had without looking at an answer.
///
/// Once the watcher says stop, it answers as if the depth were 1, which [`Found::depth`] then says. Where it never does, the same is found on
/// every machine, and with any number of threads.
///
/// # Panics
/// Where the table was not opened by the catalogue of games.
pub fn minimax(table: &dyn Table, depth: u32, threads: usize, watcher: &dyn Watcher) -> Option<Found> {
    search(table, Method::Minimax, &Limits { depth: Some(depth), threads, ..Limits::default() }, watcher)
}

/// The best move that can be found within `limits`, by looking one ply ahead, then two, and so on. `None` where no seat is to move. Of
/// moves that are worth the same it takes the one that looked best before, and in the beginning the first of [`Table::steps`].
/// With three or four seats a win that nobody can prevent comes before one that another seat has to allow.
///
/// The watcher is asked every 128 nodes or more often, and ends the search once it says stop. One ply is looked ahead whatever it and the
/// limits say, at one node a move, so that there is always an answer. The search also ends by itself: where there is only one move, where looking further
/// would change nothing, and after [`MOST_PLIES`].
///
/// Where the watcher never says stop, equal limits with one thread find the same on every machine. Of two seats, several threads find the same
/// where it is proved, and else what they happen to come to.
///
/// # Panics
/// Where the table was not opened by the catalogue of games.
pub fn best_move(table: &dyn Table, limits: &Limits, watcher: &dyn Watcher) -> Option<Found> {
    search(table, Method::Best, limits, watcher)
}

/// How a move is looked for.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub enum Method {
    /// As [`best_move`] does: in whatever way suits the game.
    #[default]
    Best,
    /// As [`minimax`] does: exactly as many plies ahead as the limits' depth says, once.
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

/// The best move that can be found within `limits` by a method. `None` where no seat is to move.
///
/// For Monte-Carlo tree search the nodes are simulations, and the depth is that of the tree, which alone ends no search: it ends after as many
/// simulations as it is allowed, when the watcher says stop (which is asked every 1024 positions or more often, those of random games
/// among them), and where the position is proved. It uses one thread. The watcher is told how far it has come whenever it has
/// done twice as much.
///
/// Where the watcher never says stop, equal limits, the seed among them, find the same on every machine.
///
/// # Panics
/// Where the table was not opened by the catalogue of games.
pub fn search(table: &dyn Table, method: Method, limits: &Limits, watcher: &dyn Watcher) -> Option<Found> {
    let seat = table.next().seat()?;
    Some(evaluation::visit(table, Look { seat, method, limits, watcher }))
}
