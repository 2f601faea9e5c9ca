//! Records in files.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use ludoteca_games::catalog;
use ludoteca_play::{Ending, Play, Record, record};

use crate::setup::fresh_seed;
use crate::texts;

/// Writes a game down while it is played, so that nothing is lost whatever happens. A file may hold several games, one after the other.
pub struct Recorder {
    path: PathBuf,
    /// The games before this one.
    earlier: Vec<Record>,
    current: Record,
}

impl Recorder {
    /// Begins a new file with a game that is about to be played.
    ///
    /// # Errors
    /// Where there is such a file, or it cannot be written.
    pub fn create(path: &Path, record: &Record) -> Result<Recorder, String> {
        if path.symlink_metadata().is_ok() {
            return Err(texts::file_exists(path));
        }
        let mut recorder = Recorder { path: path.to_owned(), earlier: Vec::new(), current: record.clone() };
        recorder.keep(record)?;
        Ok(recorder)
    }

    /// The game that is being played has come so far.
    ///
    /// # Errors
    /// Where the file cannot be written.
    pub fn keep(&mut self, record: &Record) -> Result<(), String> {
        self.current = record.clone();
        let games: Vec<Record> = self.earlier.iter().chain([record]).cloned().collect();
        write(&self.path, &record::write(&games))
    }

    /// The game that is being played is left as it is: another follows.
    pub fn next_game(&mut self) {
        if !self.current.steps.is_empty() {
            self.earlier.push(self.current.clone());
        }
    }
}

/// Writes a file whole or not at all: a crash leaves the old one or the new one.
///
/// # Errors
/// One line that names the file and the reason.
pub fn write(path: &Path, text: &str) -> Result<(), String> {
    let failed = |error: std::io::Error| texts::file_unwritten(path, &error);
    let mut name = path.file_name().ok_or_else(|| texts::no_file(path))?.to_owned();
    name.push(".part");
    let part = path.with_file_name(name);
    let mut file = File::create(&part).map_err(failed)?;
    let written = file.write_all(text.as_bytes()).and_then(|()| file.sync_all()).and_then(|()| fs::rename(&part, path));
    if written.is_err() {
        // The half of a file is of no use to anybody.
        let _ = fs::remove_file(&part);
    }
    written.map_err(failed)
}

/// A game that was recorded, ready to go on.
pub struct Loaded {
    pub play: Play,
    /// How it ended, even if that was only for the time being.
    pub ending: Option<Ending>,
    /// Which game of the file it is, from 1, and of how many.
    pub number: usize,
    pub games: usize,
}

/// Loads a game of a file: the last, if nothing else is said.
///
/// # Errors
/// One line that says what is wrong with the file.
pub fn load(path: &Path, nth: Option<u64>) -> Result<Loaded, String> {
    let mut records = read(path)?;
    let games = records.len();
    let number = nth.unwrap_or(games as u64);
    if number > games as u64 {
        return Err(texts::nth_of(number, games));
    }
    let number = number as usize;
    let record = records.swap_remove(number - 1);
    let ending = record.ending.clone();
    let table = catalog::open(&record.options).map_err(|error| texts::file_unread(path, &error))?;
    let mut play = Play::new(record, table).map_err(|error| texts::file_unread(path, &error))?;
    play.draw_from(fresh_seed().into());
    Ok(Loaded { play, ending, number, games })
}

/// Reads the games of a file: at least one.
///
/// # Errors
/// One line that names the file, the line and the reason.
fn read(path: &Path) -> Result<Vec<Record>, String> {
    let bytes = fs::read(path).map_err(|error| texts::file_unread(path, &error))?;
    record::read(bytes, &catalog::open_line).map_err(|damaged| texts::file_unread(path, &damaged))
}
