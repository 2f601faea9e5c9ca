//! Fixed searches, for the benchmark: their nodes are the signature of how we play.

use ludoteca_core::{Catalog, Table};

use crate::{Limits, SearchResult, Searchable};

/// A position that is searched to a fixed depth, with one thread.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct BenchPosition {
    /// The order of all of them, whatever the order of the games.
    pub number: u32,
    /// The game and its options, in one line.
    pub game: &'static str,
    /// Where it is searched, if not from the usual first position.
    pub position: Option<&'static str>,
    /// How far.
    pub depth: u32,
    /// What was found there when this was written: see [`BenchPosition::told`]. `None` where that
    /// is yet to be filled in.
    pub expected: Option<&'static str>,
}

/// What is searched of all games of a catalogue, in the order of the numbers.
///
/// # Panics
/// Where what a game has to search is not well-formed.
pub fn bench_positions<C: Catalog + ?Sized>(catalog: &C) -> Vec<BenchPosition> {
    let mut positions: Vec<BenchPosition> = catalog
        .games()
        .iter()
        .flat_map(|info| info.searches.lines())
        .map(BenchPosition::read)
        .collect();
    positions.sort_by_key(|work| work.number);
    positions
}

impl BenchPosition {
    /// Reads `number | game | position | depth | nodes | best move | value`. Whoever adds a line
    /// leaves out what comes after the depth, as it is not known yet.
    fn read(line: &'static str) -> BenchPosition {
        let mut fields = line.splitn(5, '|').map(str::trim);
        let mut field = |what| fields.next().unwrap_or_else(|| panic!("`{line}` has no {what}"));
        let [number, game, position, depth] =
            ["number", "game", "position", "depth"].map(&mut field);
        let is_number = |what| format!("the {what} of `{line}` is a number");
        BenchPosition {
            number: number.parse().unwrap_or_else(|_| panic!("{}", is_number("number"))),
            game,
            position: Some(position).filter(|position| *position != "-"),
            depth: depth.parse().unwrap_or_else(|_| panic!("{}", is_number("depth"))),
            expected: fields.next().filter(|expected| !expected.is_empty()),
        }
    }

    /// The table at which it is searched.
    ///
    /// # Panics
    /// Where the rules refuse the game or the position.
    pub fn open<C: Catalog + ?Sized>(&self, catalog: &C) -> Box<dyn Table> {
        let mut table = catalog.open_line(self.game).unwrap_or_else(|error| panic!("{error}"));
        if let Some(position) = self.position {
            table.set_position(position).unwrap_or_else(|error| panic!("{}: {error}", self.game));
        }
        table
    }

    /// Searches it.
    ///
    /// # Panics
    /// Where the rules refuse the game or the position, or no seat is to move there.
    pub fn search(&self, catalog: &dyn Searchable) -> SearchResult {
        let limits = Limits { depth: Some(self.depth), ..Limits::default() };
        catalog.best_move(&*self.open(catalog), &limits, &|| false).expect("a seat is to move")
    }

    /// What was found, as the table has it: nodes, best move and value.
    pub fn told(found: &SearchResult) -> String {
        format!("{} | {} | {:?}", found.nodes, found.step, found.value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_before_they_are_filled_in() {
        let work = |position, expected| BenchPosition {
            number: 21,
            game: "coins seats=2",
            position,
            depth: 4,
            expected,
        };
        for (line, expected) in [
            ("21 | coins seats=2 | - | 4", work(None, None)),
            ("21 | coins seats=2 | - | 4 |", work(None, None)),
            ("21 | coins seats=2 | a/b 1 | 4 | ", work(Some("a/b 1"), None)),
            (
                "21 | coins seats=2 | - | 4 | 794 | 0 0 | Estimate(0)",
                work(None, Some("794 | 0 0 | Estimate(0)")),
            ),
        ] {
            assert_eq!(BenchPosition::read(line), expected, "{line}");
        }
    }

    #[test]
    #[should_panic(expected = "`21 | coins | -` has no depth")]
    fn a_line_without_depth_is_refused() {
        BenchPosition::read("21 | coins | -");
    }

    #[test]
    #[should_panic(expected = "the depth of `21 | coins | - | far` is a number")]
    fn a_line_without_a_number_is_refused() {
        BenchPosition::read("21 | coins | - | far");
    }
}
