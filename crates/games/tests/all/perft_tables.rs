//! Every perft table of `data/*.perft`, as far as it goes in reasonable time.

use ludoteca_core::perft::{Counting, count};
use ludoteca_core::{Game, Visitor};
use ludoteca_games::catalog;

use crate::data_files;

/// Larger counts are left to the program.
const MOST_NODES: u64 = 12_000_000;

#[test]
fn every_table_is_met() {
    for info in catalog::GAMES {
        let files = data_files(info.id, "", ".perft");
        assert!(!files.is_empty(), "{} has no perft table", info.id);
        for (name, text) in files {
            let mut tables = 0;
            for table in text.split("\n\n").filter_map(Table::read) {
                tables += 1;
                let options = catalog::parse(table.options).expect("the table's options");
                catalog::visit(&options, table).expect("the table's options go together");
            }
            assert!(tables > 0, "{name} has no table");
        }
    }
}

#[derive(Default)]
struct Table<'a> {
    options: &'a str,
    position: Option<&'a str>,
    counting: Counting,
    counts: Vec<(u32, u64)>,
}

impl Table<'_> {
    fn read(text: &str) -> Option<Table<'_>> {
        let mut table = Table::default();
        for line in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
            let (word, rest) = line.split_once(' ').expect("two parts");
            match word {
                "game" => table.options = rest,
                "position" => table.position = Some(rest),
                "count" if rest == "all-origins" => table.counting.typed_forms = true,
                "count" if rest == "count-skips" => table.counting.skips = true,
                _ => table.counts.push((word.parse().expect("a depth"), rest.parse().expect("a count"))),
            }
        }
        (!table.counts.is_empty()).then_some(table)
    }
}

impl Visitor for Table<'_> {
    type Output = ();

    fn visit<G: Game>(self, game: G) {
        let state = match self.position {
            Some(text) => game.read_position(text).expect("the table's position").state,
            None => game.start(),
        };
        for (depth, nodes) in self.counts.iter().filter(|(_, nodes)| *nodes <= MOST_NODES) {
            let counted = count(&game, &state, *depth, self.counting);
            assert_eq!(counted, *nodes, "depth {depth} of {} {:?}", self.options, self.position);
        }
    }
}
