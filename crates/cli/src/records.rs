//! Records in files.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use ludoteca_arena::files;
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

/// Writes a file whole or not at all.
///
/// # Errors
/// One line that names the file and the reason.
pub fn write(path: &Path, text: &str) -> Result<(), String> {
    files::write(path, text).map_err(|error| texts::file_unwritten(path, &error))
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
    let number = match nth {
        Some(number) => nth_of(number, games)?,
        None => games,
    };
    let record = records.swap_remove(number - 1);
    let ending = record.ending.clone();
    let table = catalog::open(&record.options).map_err(|error| texts::file_unread(path, &error))?;
    let mut play = Play::new(record, table).map_err(|error| texts::file_unread(path, &error))?;
    play.draw_from(fresh_seed());
    Ok(Loaded { play, ending, number, games })
}

/// The number of a game in a file that holds so many.
///
/// # Errors
/// Where there is no such game.
pub fn nth_of(number: u64, games: usize) -> Result<usize, String> {
    usize::try_from(number).ok().filter(|number| *number <= games).ok_or_else(|| texts::nth_of(number, games))
}

/// Reads the games of a file: at least one.
///
/// # Errors
/// One line that names the file, the line and the reason.
pub fn read(path: &Path) -> Result<Vec<Record>, String> {
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
