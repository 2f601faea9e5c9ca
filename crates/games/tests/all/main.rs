//! Tests of the rules, the same for all games, in one test binary.

#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

mod conventions;
mod folder;
mod keys;
mod languages;
mod owari_book;
mod perft_tables;
mod playthroughs;
mod properties;

use std::path::PathBuf;

/// The folder with the game's data.
fn data_folder(id: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "src", id, "data"].iter().collect()
}
