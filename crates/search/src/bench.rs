//! Fixed searches for the benchmark. Their node counts are the signature of the search: they change
//! whenever its behaviour does.

use ludoteca_core::{Catalog, Table};

use crate::{Limits, SearchResult, Searchable};

/// A position that is searched to a fixed depth, with one thread.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct BenchPosition {
    /// The number of this position in the benchmark. It does not depend on the order of the games.
    pub number: u32,
    /// The game and its options, in one line.
    pub game: &'static str,
    /// The position that is searched; `None` for the usual first position.
    pub position: Option<&'static str>,
    /// The depth of the search.
    pub depth: u32,
    /// The result that was recorded, as [`BenchPosition::result_text`] writes it. `None` if it is
    /// not recorded yet.
    pub expected: Option<&'static str>,
}

/// The benchmark positions of all games of a catalogue, in the order of their numbers.
///
/// # Panics
/// Where a line of a game's benchmark positions is malformed.
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
    /// Reads `number | game | position | depth | nodes | best move | value`. A new line leaves out
    /// what follows the depth, since that is not known yet.
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

    /// Opens a table with the position.
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

    /// Searches the position to its depth.
    ///
    /// # Panics
    /// Where the rules refuse the game or the position, or no seat is to move there.
    pub fn search(&self, catalog: &dyn Searchable) -> SearchResult {
        let limits = Limits { depth: Some(self.depth), ..Limits::default() };
        catalog.best_move(&*self.open(catalog), &limits, &|| false).expect("a seat is to move")
    }

    /// Writes a result as the benchmark table has it: nodes, best move and value.
    pub fn result_text(found: &SearchResult) -> String {
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
