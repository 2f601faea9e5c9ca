//! Fixed searches, for the benchmark: their nodes are the signature of how we play.

use ludoteca_core::Table;
use ludoteca_games::catalog;

use crate::{Found, Limits, best_move};

/// A position that is searched to a fixed depth, with one thread.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Work {
    /// The game and its options, in one line.
    pub game: &'static str,
    /// Where it is searched, if not from the usual first position.
    pub position: Option<&'static str>,
    /// How far.
    pub depth: u32,
    /// What was found there when this was written: see [`Work::told`].
    pub expected: &'static str,
}

/// All of them: `data/bench.txt`.
///
/// # Panics
/// Where that file is not well-formed.
pub fn works() -> Vec<Work> {
    TABLE.lines().filter(|line| !line.starts_with('#')).map(Work::read).collect()
}

/// The table, with its comments.
pub const TABLE: &str = include_str!("../data/bench.txt");

impl Work {
    fn read(line: &'static str) -> Work {
        let fields: Vec<&str> = line.splitn(4, " | ").collect();
        let [game, position, depth, expected] = fields[..] else { panic!("`{line}` has too few fields") };
        Work {
            game,
            position: Some(position).filter(|position| *position != "-"),
            depth: depth.parse().expect("a depth is a number"),
            expected,
        }
    }

    /// The table at which it is searched.
    ///
    /// # Panics
    /// Where the rules refuse the game or the position.
    pub fn open(&self) -> Box<dyn Table> {
        let mut table = catalog::open_line(self.game).unwrap_or_else(|error| panic!("{error}"));
        if let Some(position) = self.position {
            table.set_position(position).unwrap_or_else(|error| panic!("{}: {error}", self.game));
        }
        table
    }

    /// Searches it, at the table that [`open`](Work::open) gave.
    ///
    /// # Panics
    /// Where no seat is to move there.
    pub fn search(&self, table: &dyn Table) -> Found {
        let limits = Limits { depth: Some(self.depth), ..Limits::default() };
        best_move(table, &limits, &|| false).expect("a seat is to move")
    }

    /// What was found, as the table has it: nodes, best move and value.
    pub fn told(found: &Found) -> String {
        format!("{} | {} | {:?}", found.nodes, found.step, found.value)
    }
}
