#![doc = include_str!("../README.md")]

mod alpha_beta;
mod blinkers;
mod deepening;
mod evaluation;
mod found;
mod limits;
mod max_n;
mod minimax;
mod one_ply;
mod score;
mod searcher;
mod table;
#[cfg(test)]
mod tests;
pub mod tuning;
#[cfg(test)]
mod toy;
mod watcher;

use ludoteca_core::{Game, NoDice, Rules, Seat, Table, TypedTable};

use crate::alpha_beta::AlphaBeta;
use crate::deepening::Answer;
use crate::evaluation::{Evaluate, Visitor};
use crate::max_n::MaxN;
use crate::minimax::Minimax;
use crate::one_ply::OnePly;
use crate::searcher::Searcher;

pub use blinkers::Blinkers;
pub use found::{Found, Value};
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
/// average over the next roll.
///
/// Once the watcher says stop, it answers as if the depth were 1, which [`Found::depth`] then says. Where it never does, the same is found on
/// every machine, and with any number of threads.
///
/// # Panics
/// Where the table was not opened by the catalogue of games.
pub fn minimax(table: &dyn Table, depth: u32, threads: usize, watcher: &dyn Watcher) -> Option<Found> {
    let seat = table.next().seat()?;
    Some(evaluation::visit(table, Look { seat, way: Way::Minimax { depth, threads }, watcher }))
}

/// The best move that can be found within `limits`, by looking one ply ahead, then two, and so on. `None` where no seat is to move. Of
/// moves that are worth the same it takes the one that looked best before, and in the beginning the first of [`Table::steps`].
/// With three or four seats a win that nobody can prevent comes before one that another seat has to allow.
///
/// The watcher is asked every 1024 nodes or more often, and ends the search once it says stop. One ply is looked ahead whatever it and the
/// limits say, so that there is always an answer. The search also ends by itself: where there is only one move, where looking further
/// would change nothing, and after [`MOST_PLIES`].
///
/// Where the watcher never says stop, equal limits find the same on every machine. Threads only change how long that takes.
///
/// # Panics
/// Where the table was not opened by the catalogue of games.
pub fn best_move(table: &dyn Table, limits: &Limits, watcher: &dyn Watcher) -> Option<Found> {
    let seat = table.next().seat()?;
    Some(evaluation::visit(table, Look { seat, way: Way::Deepening(limits), watcher }))
}

/// Typed code that searches with what suits the game.
struct Look<'a> {
    seat: Seat,
    way: Way<'a>,
    watcher: &'a dyn Watcher,
}

enum Way<'a> {
    Deepening(&'a Limits),
    Minimax { depth: u32, threads: usize },
}

impl Visitor for Look<'_> {
    type Output = Found;

    fn without_dice<G: Evaluate + Rules<Chance = NoDice>>(self, table: &TypedTable<G>) -> Found {
        let game = &*table.game;
        let evaluation = game.evaluation();
        if let Way::Deepening(limits) = self.way
            && let Some(alpha_beta) = AlphaBeta::new(game, &evaluation, limits)
        {
            let answer = alpha_beta.search(&table.state, self.seat, limits, &|| self.watcher.stop(), &|answer| {
                self.watcher.deeper(&|| self.written(table, answer));
            });
            return self.written(table, &answer);
        }
        match Minimax::new(game, &evaluation) {
            Some(minimax) => self.search(table, &minimax),
            None => self.search(table, &MaxN::new(game, &evaluation)),
        }
    }

    fn with_dice<G: Evaluate>(self, table: &TypedTable<G>) -> Found {
        self.search(table, &OnePly::new(&*table.game, &table.game.evaluation()))
    }
}

impl Look<'_> {
    fn search<G: Game>(&self, table: &TypedTable<G>, searcher: &impl Searcher<G>) -> Found {
        let (game, state) = (&*table.game, &table.state);
        let stop = || self.watcher.stop();
        let answer = match self.way {
            Way::Deepening(limits) => {
                let deeper = |answer: &Answer<G::Move>| self.watcher.deeper(&|| self.written(table, answer));
                deepening::search(game, state, self.seat, searcher, limits, &stop, &deeper)
            }
            Way::Minimax { depth, threads } => {
                deepening::minimax(game, state, self.seat, searcher, depth, threads, &stop)
            }
        };
        self.written(table, &answer)
    }

    fn written<G: Game>(&self, table: &TypedTable<G>, answer: &Answer<G::Move>) -> Found {
        let overlooks = matches!(self.way, Way::Deepening(limits) if limits.blinkers != Blinkers::NONE);
        written(table, self.seat, answer, overlooks)
    }
}

/// What was found, in words that need no types. Who overlooks something proves nothing.
fn written<G: Game>(table: &TypedTable<G>, seat: Seat, answer: &Answer<G::Move>, overlooks: bool) -> Found {
    let Answer { sight, depth, nodes } = answer;
    let game = &*table.game;
    let mut state = table.state.clone();
    let mut line = Vec::new();
    for m in &sight.line {
        line.push(game.write_move(&state, *m));
        game.play(&mut state, *m);
    }
    // Of two seats neither can spoil what is settled but to its own loss.
    let is_proved = !overlooks && (sight.forced.is_some() || sight.settled && game.seats() == 2);
    let is_scored = table.options().info().scored;
    let value = |seat: Seat| match sight.values[seat.index()] {
        value if !is_proved => Value::Estimate(score::as_estimate(value)),
        value if score::is_win(value) => Value::Win(score::plies(value)),
        value if score::is_loss(value) => Value::Loss(score::plies(value)),
        value if is_scored => Value::Points(value / 100),
        _ => Value::Draw,
    };
    Found {
        step: line[0].clone(),
        value: value(seat),
        values: Seat::all(game.seats()).map(value).collect(),
        line,
        depth: *depth,
        nodes: *nodes,
    }
}
