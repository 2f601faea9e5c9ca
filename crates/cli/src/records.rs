//! Records in files.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process;

use ludoteca_games::catalog;
use ludoteca_play::{Ending, Play, Record, record};

use crate::setup::fresh_seed;
use crate::texts;

/// Writes a game down while it is played, so that nothing is lost whatever happens. A file may hold several games, one after the other.
pub struct Recorder {
    path: PathBuf,
    /// The games before this one, as text.
    earlier: String,
    /// This one, if anything has been played in it.
    current: Option<String>,
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
        let mut recorder = Recorder { path: path.to_owned(), earlier: String::new(), current: None };
        recorder.keep(record)?;
        Ok(recorder)
    }

    /// The game that is being played has come so far.
    ///
    /// # Errors
    /// Where the file cannot be written.
    pub fn keep(&mut self, record: &Record) -> Result<(), String> {
        let text = record.to_string();
        write(&self.path, &format!("{}{text}", self.earlier))?;
        self.current = (!record.steps.is_empty()).then_some(text);
        Ok(())
    }

    /// The game that is being played is left as it is: another follows.
    pub fn next_game(&mut self) {
        if let Some(game) = self.current.take() {
            self.earlier.push_str(&format!("{game}\n"));
        }
    }
}

/// Writes a file whole or not at all: a crash leaves the old one or the new one.
///
/// # Errors
/// One line that names the file and the reason.
pub fn write(path: &Path, text: &str) -> Result<(), String> {
    let failed = |error: io::Error| texts::file_unwritten(path, &error);
    // A link stays one, and what it leads to is replaced.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let old = fs::metadata(&target).ok();
    if target.file_name().is_none() || old.as_ref().is_some_and(|old| !old.is_file()) {
        return Err(texts::no_plain_file(path));
    }
    let (part, mut file) = new_part(&target).map_err(failed)?;
    let written = file
        .write_all(text.as_bytes())
        .and_then(|()| old.map_or(Ok(()), |old| file.set_permissions(old.permissions())))
        .and_then(|()| file.sync_all())
        .and_then(|()| fs::rename(&part, &target));
    if written.is_err() {
        // The half of a file is of no use to anybody.
        let _ = fs::remove_file(&part);
    }
    written.map_err(failed)
}

/// A new file beside another, by a name that nobody else has.
fn new_part(path: &Path) -> io::Result<(PathBuf, File)> {
    let mut number = 0;
    loop {
        let part = path.with_file_name(format!(".ludoteca-{}-{number}.part", process::id()));
        match File::options().write(true).create_new(true).open(&part) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
            opened => return Ok((part, opened?)),
        }
    }
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
    play.draw_from(fresh_seed());
    Ok(Loaded { play, ending, number, games })
}

/// Reads the games of a file: at least one.
///
/// # Errors
/// One line that names the file, the line and the reason.
fn read(path: &Path) -> Result<Vec<Record>, String> {
    let failed = |error: io::Error| texts::file_unread(path, &error);
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(failed)?;
    file.take(LONGEST + 1).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > LONGEST {
        return Err(texts::file_too_long(path, LONGEST));
    }
    record::read(bytes, &catalog::open_line).map_err(|damaged| texts::file_unread(path, &damaged))
}

/// No file of games is longer: what is has no end, or is something else.
const LONGEST: u64 = 256 * 1024 * 1024;
