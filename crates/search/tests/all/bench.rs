//! The signature of the search: the results in fixed positions, and the nodes that they take.

use std::fs;
use std::path::PathBuf;

use ludoteca_core::Catalog;
use ludoteca_games::CATALOG;
use ludoteca_opponents::OPPONENTS;
use ludoteca_search::bench::{BenchPosition, bench_positions};

/// If this fails, the behaviour of the search has changed. If the change was intended,
/// `UPDATE_BENCH=1 cargo test -p ludoteca-search --test all bench` updates the games' files;
/// mention it in the commit message. The same command fills in lines that end after the depth.
#[test]
fn the_benchmark_finds_the_recorded_results() {
    const UPDATE: &str = "`UPDATE_BENCH=1 cargo test -p ludoteca-search --test all bench`";
    let positions = bench_positions(&CATALOG);
    let numbers: Vec<u32> = positions.iter().map(|work| work.number).collect();
    assert!(
        numbers.iter().copied().eq(1..=positions.len() as u32),
        "numbered from 1 without gaps: {numbers:?}"
    );
    let is_update = std::env::var_os("UPDATE_BENCH").is_some();
    let (mut unfilled, mut changed) = (Vec::new(), Vec::new());
    for info in CATALOG.games() {
        let mut table = String::new();
        for work in positions.iter().filter(|work| work.game.split(' ').next() == Some(info.id)) {
            let result = BenchPosition::result_text(&work.search(OPPONENTS));
            let BenchPosition { number, game, position, depth, expected } = work;
            match expected {
                None => unfilled.push(format!("{number} | {game}")),
                Some(expected) if result != *expected => changed.push((*expected, result.clone())),
                Some(_) => {}
            }
            table.push_str(&format!(
                "{number} | {game} | {} | {depth} | {result}\n",
                position.unwrap_or("-")
            ));
        }
        assert!(!table.is_empty(), "{}: its data/searches.txt has no positions", info.id);
        if is_update {
            let path: PathBuf =
                [env!("CARGO_MANIFEST_DIR"), "../games/src", info.id, "data/searches.txt"]
                    .iter()
                    .collect();
            fs::write(path, &table).expect("it can be written");
        }
    }
    if is_update {
        return;
    }
    assert!(
        unfilled.is_empty(),
        "the results of these positions are missing, and {UPDATE} fills them in: {unfilled:?}"
    );
    assert!(
        changed.is_empty(),
        "play has changed; if that was intended, {UPDATE} rewrites the files:\n{changed:#?}"
    );
}
