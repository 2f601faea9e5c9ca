//! The proof of the rules, game by game alike: one test binary.

#![allow(clippy::unwrap_used, reason = "in a test, a panic is the answer")]

mod boards;
mod customs;
mod dawn_terminal;
mod keys;
mod perft_tables;
mod playthroughs;
mod properties;
mod recorded_games;
mod reference;
mod scenes;
mod second_opinion;
mod statistics;

use std::fs;
use std::path::PathBuf;

/// The files of a game's `data/` whose names begin and end so, with their names and texts.
fn data_files(id: &str, beginning: &str, end: &str) -> Vec<(String, String)> {
    let mut files: Vec<(String, String)> = fs::read_dir(data_folder(id))
        .expect("every game has a data folder")
        .map(|entry| entry.expect("the folder can be read").path())
        .map(|path| (path.file_name().expect("a name").to_string_lossy().into_owned(), path))
        .filter(|(name, _)| name.starts_with(beginning) && name.ends_with(end))
        .map(|(name, path)| (name, fs::read_to_string(path).expect("data is text")))
        .collect();
    files.sort();
    files
}

fn data_folder(id: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "src", id, "data"].iter().collect()
}
