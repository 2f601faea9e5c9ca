//! The searches of this crate for all games of a catalogue.

use ludoteca_core::{Catalog, Table};

use crate::{Limits, Method, Search, SearchResult, Watcher};

/// A catalogue whose games can be searched: every one. What is compiled for its games is compiled
/// where a catalogue is taken for a `&dyn Searchable`, or where a method is called; whoever has a
/// catalogue for many does that once.
pub trait Searchable: Catalog {
    /// The best move that can be found within `limits` by a method. `None` where no seat is to
    /// move.
    ///
    /// For Monte-Carlo tree search the nodes are simulations, and the depth is that of the tree,
    /// which alone ends no search: it ends after as many simulations as it is allowed, when the
    /// watcher says stop (which is asked every 1024 positions or more often, those of random games
    /// among them), and where the position is proved. It uses one thread. The watcher is told how
    /// far it has come whenever it has done twice as much.
    ///
    /// Where the watcher never says stop, equal limits, the seed among them, find the same on every
    /// machine.
    ///
    /// # Panics
    /// Where the table was not opened by this catalogue.
    fn search(
        &self,
        table: &dyn Table,
        method: Method,
        limits: &Limits,
        watcher: &dyn Watcher,
    ) -> Option<SearchResult>;

    /// The best move that can be found within `limits`, by looking one ply ahead, then two, and so
    /// on. `None` where no seat is to move; else there is an answer, whatever the watcher and the
    /// limits say. Of moves that are worth the same it takes the one that looked best before, and
    /// in the beginning the first of [`TranspositionTable::steps`]. With three or four seats a win
    /// that nobody can prevent comes before one that another seat has to allow.
    ///
    /// The watcher is asked every 128 nodes or more often, and ends the search once it says stop.
    /// One ply is looked ahead whatever it and the limits say, at one node a move. The search also
    /// ends by itself: where there is only one move, where looking further would change nothing,
    /// and after [`MOST_PLIES`](crate::MOST_PLIES).
    ///
    /// A game that knows nothing of its positions
    /// ([`is_blind`](ludoteca_core::Evaluation::is_blind)) is looked ahead in only where the limits
    /// give a depth: then it is seen how games end within it, and all else is worth the same.
    /// Without one it is searched by [`Method::PlainMcts`], of which holds what
    /// [`search`](Searchable::search) says.
    ///
    /// Where the watcher never says stop, equal limits with one thread find the same on every
    /// machine. Of two seats, several threads find the same where it is proved, and else what they
    /// happen to come to.
    ///
    /// # Panics
    /// Where the table was not opened by this catalogue.
    fn best_move(
        &self,
        table: &dyn Table,
        limits: &Limits,
        watcher: &dyn Watcher,
    ) -> Option<SearchResult> {
        self.search(table, Method::Best, limits, watcher)
    }

    /// The best move by looking exactly `depth` plies ahead, once: the plain search, which a better
    /// one can be measured by. `None` where no seat is to move. Of moves that are worth the same it
    /// takes the first of [`TranspositionTable::steps`]. A depth of 0 is taken for 1, and one of
    /// more than [`MOST_PLIES`](crate::MOST_PLIES) for that.
    ///
    /// With two seats this is alpha-beta, with more max^n. With dice it is one ply whatever the
    /// depth: what each move leads to, on average over the next roll, and the best that can be had
    /// without looking at an answer.
    ///
    /// Once the watcher says stop, it answers as if the depth were 1, which [`SearchResult::depth`]
    /// then says. Where it never does, the same is found on every machine, and with any number of
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
            Method::Minimax,
            &Limits { depth: Some(depth), threads, ..Limits::default() },
            watcher,
        )
    }

    /// The best move by looking `depth` plies ahead, as typed: [`minimax`](Searchable::minimax)
    /// with one thread that nobody stops.
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
        method: Method,
        limits: &Limits,
        watcher: &dyn Watcher,
    ) -> Option<SearchResult> {
        self.visit(table, Search { method, limits, watcher })
    }
}
