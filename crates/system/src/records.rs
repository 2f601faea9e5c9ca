//! Reading and writing files of records.

use std::fs::{self, File};
use std::io::{self, Read};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use ludoteca_games::catalog;
use ludoteca_play::{BadRecord, Ending, Play, Record, RecordError, record};

use crate::files::{self, WriteError};
use crate::process::fresh_seed;

/// Saves a game while it is played, so that nothing is lost whatever happens. A file may hold
/// several games, one after the other.
pub struct Recorder {
    path: PathBuf,
    /// The games before this one, as text.
    earlier: String,
    /// The current game, if anything has been played in it.
    current: Option<String>,
}

impl Recorder {
    /// Begins a new file with a game that is about to be played.
    ///
    /// # Errors
    /// Where the file exists, or cannot be written.
    pub fn create(path: &Path, record: &Record) -> Result<Recorder, FileError> {
        if path.symlink_metadata().is_ok() {
            return Err(FileError::Exists(path.to_owned()));
        }
        let mut recorder =
            Recorder { path: path.to_owned(), earlier: String::new(), current: None };
        recorder.keep(record)?;
        Ok(recorder)
    }

    /// Goes on with the last game of a file.
    ///
    /// # Errors
    /// Where the file cannot be read, or is damaged.
    pub fn resume(path: &Path) -> Result<Recorder, FileError> {
        let mut records = read(path)?;
        let current = records.pop().map(|record| record.to_string());
        let earlier = records.iter().map(|record| format!("{record}\n")).collect();
        Ok(Recorder { path: path.to_owned(), earlier, current })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Saves the current state of the game.
    ///
    /// # Errors
    /// Where the file cannot be written.
    pub fn keep(&mut self, record: &Record) -> Result<(), FileError> {
        let text = record.to_string();
        write(&self.path, &format!("{}{text}", self.earlier))?;
        self.current = (!record.steps.is_empty()).then_some(text);
        Ok(())
    }

    /// Keeps the current game as it is, and prepares for another one.
    pub fn next_game(&mut self) {
        if let Some(game) = self.current.take() {
            self.earlier.push_str(&format!("{game}\n"));
        }
    }

    /// Gives up the recording, since the game cannot be played. A file in which nothing was played
    /// is removed.
    pub fn withdraw(self) {
        if self.earlier.is_empty() && self.current.is_none() {
            // If that fails, a game without steps stays in the file.
            let _ = fs::remove_file(self.path);
        }
    }
}

/// Writes a file atomically.
///
/// # Errors
/// Where it cannot be written.
pub fn write(path: &Path, text: &str) -> Result<(), FileError> {
    files::write(path, text).map_err(|error| FileError::unwritten(path, error))
}

/// A game that was recorded, ready to go on.
pub struct LoadedGame {
    /// The game at its last step.
    pub play: Play,
    /// How it ended, even if it was only interrupted.
    pub ending: Option<Ending>,
    /// Its number in the file, from 1.
    pub number: usize,
    /// How many games the file has.
    pub games: usize,
}

/// Loads a game of a file: by default the last.
///
/// # Errors
/// Where the file has no such game, or it cannot be played.
pub fn load(path: &Path, nth: Option<u64>) -> Result<LoadedGame, FileError> {
    let mut records = read(path)?;
    let games = records.len();
    let number = match nth {
        Some(number) => nth_of(number, games)?,
        None => games,
    };
    let record = records.swap_remove(number - 1);
    let ending = record.ending.clone();
    let mut play =
        Play::open(record, catalog::open).map_err(|error| FileError::unread(path, error))?;
    play.set_unrecorded_seed(fresh_seed());
    Ok(LoadedGame { play, ending, number, games })
}

/// Checks the number of a game in a file that holds `games` games.
///
/// # Errors
/// Where there is no such game.
fn nth_of(number: u64, games: usize) -> Result<usize, FileError> {
    let nth = usize::try_from(number).ok().filter(|number| *number <= games);
    nth.ok_or(FileError::NoSuchGame { number, games })
}

/// The numbers of the chosen games in a file that holds `games` games: by default all.
///
/// # Errors
/// Where there is no such game.
pub fn chosen(number: Option<u64>, games: usize) -> Result<RangeInclusive<usize>, FileError> {
    let nth = number.map(|number| nth_of(number, games)).transpose()?;
    Ok(nth.map_or(1..=games, |nth| nth..=nth))
}

/// Reads the games of a file: at least one.
///
/// # Errors
/// Where the file cannot be read, or is damaged.
pub fn read(path: &Path) -> Result<Vec<Record>, FileError> {
    let failed = |error: io::Error| FileError::unread(path, error);
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(failed)?;
    file.take(LONGEST + 1).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > LONGEST {
        return Err(FileError::unread(path, Unreadable::TooLong));
    }
    record::read(bytes, &catalog::open_line).map_err(|damaged| FileError::unread(path, damaged))
}

/// Why a file of records cannot be used.
#[derive(Debug)]
pub enum FileError {
    /// The file exists already, but a new one was requested.
    Exists(PathBuf),
    /// The file cannot be written. It is unchanged.
    Unwritten {
        /// The file.
        path: PathBuf,
        /// The reason.
        reason: WriteError,
    },
    /// The file cannot be read, or is not a file of records.
    Unread {
        /// The file.
        path: PathBuf,
        /// The reason.
        reason: Unreadable,
    },
    /// The file has fewer games.
    NoSuchGame {
        /// The requested number.
        number: u64,
        /// The number of games in the file.
        games: usize,
    },
}

impl FileError {
    /// The error for a file that cannot be written.
    pub fn unwritten(path: &Path, reason: impl Into<WriteError>) -> FileError {
        FileError::Unwritten { path: path.to_owned(), reason: reason.into() }
    }

    /// The error for a file that cannot be read.
    pub fn unread(path: &Path, reason: impl Into<Unreadable>) -> FileError {
        FileError::Unread { path: path.to_owned(), reason: reason.into() }
    }
}

/// Why a file cannot be read.
#[derive(Debug)]
pub enum Unreadable {
    /// The system reports an error.
    Io(io::Error),
    /// The file is too long to be a file of records.
    TooLong,
    /// Its text is not a valid record.
    Damaged(RecordError),
    /// The rules refuse what it says.
    Record(BadRecord),
}

impl From<io::Error> for Unreadable {
    fn from(error: io::Error) -> Unreadable {
        Unreadable::Io(error)
    }
}

impl From<RecordError> for Unreadable {
    fn from(error: RecordError) -> Unreadable {
        Unreadable::Damaged(error)
    }
}

impl From<BadRecord> for Unreadable {
    fn from(error: BadRecord) -> Unreadable {
        Unreadable::Record(error)
    }
}

/// The longest file that is read, in bytes. A longer one is endless or not a file of records.
pub(crate) const LONGEST: u64 = 256 * 1024 * 1024;
