//! Checks of the data in a game's folder, whatever catalogue the game is in: `data/*.perft`,
//! `data/keys.txt` and `data/playthrough.txt`.

use std::fs;
use std::path::Path;

use ludoteca_core::perft::{Counting, count};
use ludoteca_core::playthrough::transcript;
use ludoteca_core::{Catalog, Game, Info, TypedTable, Visitor};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

/// Larger counts are left to the perft command of the program.
const MOST_NODES: u64 = 12_000_000;

/// There is a perft table, and all its counts that take reasonable time are correct.
pub fn meets_perft_tables(catalog: &impl Catalog, info: &Info, data: &Path) {
    let mut files = 0;
    for entry in fs::read_dir(data).expect("every game has a data folder") {
        let path = entry.expect("the folder can be read").path();
        if path.extension().is_none_or(|extension| extension != "perft") {
            continue;
        }
        let text = fs::read_to_string(&path).expect("data is text");
        let tables: Vec<Table> = text.split("\n\n").filter_map(Table::read).collect();
        assert!(!tables.is_empty(), "{} has no table", path.display());
        files += 1;
        for table in tables {
            let opened = catalog.open_line(table.options).expect("the table's options");
            assert_eq!(opened.options().info().id, info.id, "{}", path.display());
            catalog.visit(&*opened, table);
        }
    }
    assert!(files > 0, "{} has no perft table", info.id);
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
                _ => table
                    .counts
                    .push((word.parse().expect("a depth"), rest.parse().expect("a count"))),
            }
        }
        (!table.counts.is_empty()).then_some(table)
    }
}

impl Visitor for Table<'_> {
    type Output = ();

    fn visit<G: Game>(self, table: &TypedTable<G>) {
        let game = &*table.game;
        let state = match self.position {
            Some(text) => game.read_position(text).expect("the table's position").state,
            None => game.start(),
        };
        for (depth, nodes) in self.counts.iter().filter(|(_, nodes)| *nodes <= MOST_NODES) {
            let counted = count(game, &state, *depth, self.counting);
            assert_eq!(counted, *nodes, "depth {depth} of {} {:?}", self.options, self.position);
        }
    }
}

/// The first position has the known key and symmetric key.
pub fn has_its_keys(catalog: &impl Catalog, info: &Info, data: &Path) {
    let table = catalog.open_line(info.id).expect("options go together");
    let known = fs::read_to_string(data.join("keys.txt")).unwrap_or_default();
    assert_eq!(
        known,
        format!("{} {}\n", table.key(), table.symmetric_key()),
        "{}: data/keys.txt",
        info.id
    );
}

/// A random game is the same as its stored transcript; `UPDATE_PLAYTHROUGHS` in the environment
/// rewrites it.
pub fn plays_as_recorded(catalog: &impl Catalog, info: &Info, data: &Path) {
    let file = data.join("playthrough.txt");
    let recorded = fs::read_to_string(&file).unwrap_or_default();
    // Its first line may name options that show more of the game than the usual ones.
    let mut table = catalog.open_line(recorded.lines().next().unwrap_or(info.id)).expect("options");
    assert_eq!(table.options().info().id, info.id, "{}", file.display());
    let names = &info.names[..table.seats()];
    let played = transcript(table.as_mut(), names, 60, &mut ChaCha8Rng::seed_from_u64(11));
    if std::env::var_os("UPDATE_PLAYTHROUGHS").is_some() {
        fs::write(&file, &played).expect("the playthrough can be written");
        return;
    }
    assert!(
        played == recorded,
        "{} plays otherwise than {}: see this file's head",
        info.id,
        file.display()
    );
}
