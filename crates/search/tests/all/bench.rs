//! The signature of the search: what is found in fixed positions, and after how many nodes.

use std::fs;
use std::path::Path;

use ludoteca_search::bench::{TABLE, Work, works};

/// Where this fails, how we play has changed. Was that meant? Then `UPDATE_BENCH=1 cargo test -p ludoteca-search bench` writes the table anew, and
/// the commit says so.
#[test]
fn the_benchmark_finds_what_it_found() {
    let mut works = works().into_iter();
    let mut table = String::new();
    for line in TABLE.lines() {
        let line = if line.starts_with('#') {
            line.to_owned()
        } else {
            let work = works.next().expect("a piece of work for each line");
            let told = Work::told(&work.search(&*work.open()));
            format!("{} | {} | {} | {told}", work.game, work.position.unwrap_or("-"), work.depth)
        };
        table.push_str(&line);
        table.push('\n');
    }
    if std::env::var_os("UPDATE_BENCH").is_some() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/bench.txt");
        fs::write(path, &table).expect("it can be written");
        return;
    }
    let changed: Vec<(&str, &str)> = TABLE.lines().zip(table.lines()).filter(|(old, new)| old != new).collect();
    assert!(changed.is_empty(), "play has changed (UPDATE_BENCH=1 writes the table anew):\n{changed:#?}");
}
