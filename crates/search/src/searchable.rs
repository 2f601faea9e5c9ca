//! The searches of this crate for all games of a catalogue.

use ludoteca_core::{Catalog, Table};

use crate::{Algorithm, Limits, Search, SearchResult, Watcher};

/// A catalogue whose games can be searched. Every catalogue is one. The searches are compiled for
/// all its games wherever a catalogue is turned into a `&dyn Searchable` or one of these methods is
/// called on it, so a program should do that in one place only.
pub trait Searchable: Catalog {
    /// Finds the best move within `limits` by an algorithm. Returns `None` where no seat is to
    /// move.
    ///
    /// For Monte-Carlo tree search the limit on nodes counts simulations, and the depth limits the
    /// tree, which does not end the search. The search ends after the allowed number of
    /// simulations, when the watcher says stop, or when the position is proved. The watcher is
    /// asked at least every 1024 positions, including those of rollouts. It is told the result so
    /// far each time the number of simulations has doubled. The search uses one thread.
    ///
    /// If the watcher never says stop, equal limits (including the seed) give the same result on
    /// every machine.
    ///
    /// # Panics
    /// Where the table was not opened by this catalogue.
    fn search(
        &self,
        table: &dyn Table,
        algorithm: Algorithm,
        limits: &Limits,
        watcher: &dyn Watcher,
    ) -> Option<SearchResult>;

    /// Finds the best move within `limits` by iterative deepening. Returns `None` where no seat is
    /// to move; otherwise there is always an answer, whatever the watcher and the limits say. Among
    /// moves of equal value it takes the one that was best in the last iteration, and in the first
    /// iteration the first of [`Table::steps`]. With three or four seats a win that nobody can
    /// prevent is preferred to one that another seat has to allow.
    ///
    /// The watcher is asked at least every 128 nodes, and ends the search once it says stop. The
    /// first ply is always searched, at one node a move, whatever the watcher and the limits say.
    /// The search also ends by itself: where there is only one move, where a deeper search would
    /// change nothing, and after [`MAX_PLIES`](crate::MAX_PLIES).
    ///
    /// A game without any evaluation
    /// ([`is_blind`](ludoteca_core::evaluation::Evaluation::is_blind)) is searched in this way only
    /// if the limits give a depth. The search then sees how games end within that depth, and all
    /// other positions are worth the same. Without a depth it is searched by
    /// [`Algorithm::PlainMcts`], as [`search`](Searchable::search) describes.
    ///
    /// If the watcher never says stop, equal limits with one thread give the same result on every
    /// machine. With two seats and several threads, only a proved result is sure to be the same
    /// each time.
    ///
    /// # Panics
    /// Where the table was not opened by this catalogue.
    fn best_move(
        &self,
        table: &dyn Table,
        limits: &Limits,
        watcher: &dyn Watcher,
    ) -> Option<SearchResult> {
        self.search(table, Algorithm::Best, limits, watcher)
    }

    /// Finds the best move by searching exactly `depth` plies, without iterative deepening: the
    /// plain search that a better one can be compared with. Returns `None` where no seat is to
    /// move. Among moves of equal value it takes the first of [`Table::steps`]. A depth of 0 counts
    /// as 1, and one above [`MAX_PLIES`](crate::MAX_PLIES) counts as that.
    ///
    /// With two seats this is alpha-beta, with more it is max^n. With dice it searches one ply
    /// whatever the depth: the value of a move is the average over the next roll, without any
    /// reply.
    ///
    /// If the watcher says stop, the answer is that for depth 1, and [`SearchResult::depth`] says
    /// so. If it never does, the result is the same on every machine and with any number of
    /// threads.
    ///
    /// # Panics
    /// Where the table was not opened by this catalogue.
    fn minimax(
        &self,
        table: &dyn Table,
        depth: u32,
        threads: usize,
        watcher: &dyn Watcher,
    ) -> Option<SearchResult> {
        self.search(
            table,
            Algorithm::Minimax,
            &Limits { depth: Some(depth), threads, ..Limits::default() },
            watcher,
        )
    }

    /// The best move, as typed, by searching `depth` plies: [`minimax`](Searchable::minimax) with
    /// one thread and without a stop.
    ///
    /// # Panics
    /// Where the table was not opened by this catalogue.
    fn next_move(&self, table: &dyn Table, depth: u32) -> Option<String> {
        self.minimax(table, depth, 1, &|| false).map(|found| found.step)
    }
}

impl<C: Catalog> Searchable for C {
    fn search(
        &self,
        table: &dyn Table,
        algorithm: Algorithm,
        limits: &Limits,
        watcher: &dyn Watcher,
    ) -> Option<SearchResult> {
        self.visit(table, Search { algorithm, limits, watcher })
    }
}
