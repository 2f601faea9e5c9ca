//! Records in files.

use std::fs::{self, File};
use std::io::{self, Read};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use ludoteca_games::catalog;
use ludoteca_play::{BadRecord, Ending, Play, Record, RecordError, record};

use crate::files::{self, WriteError};
use crate::process::fresh_seed;

/// Writes a game down while it is played, so that nothing is lost whatever happens. A file may hold
/// several games, one after the other.
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
    pub fn create(path: &Path, record: &Record) -> Result<Recorder, FileError> {
        if path.symlink_metadata().is_ok() {
            return Err(FileError::Exists(path.to_owned()));
        }
        let mut recorder =
            Recorder { path: path.to_owned(), earlier: String::new(), current: None };
        recorder.keep(record)?;
        Ok(recorder)
    }

    /// The game that is being played has come so far.
    ///
    /// # Errors
    /// Where the file cannot be written.
    pub fn keep(&mut self, record: &Record) -> Result<(), FileError> {
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

    /// The game cannot be played after all: a file in which nothing was played goes again.
    pub fn withdraw(self) {
        if self.earlier.is_empty() && self.current.is_none() {
            // Where that fails, a game without steps stays.
            let _ = fs::remove_file(self.path);
        }
    }
}

/// Writes a file whole or not at all.
///
/// # Errors
/// Where it cannot be written.
pub fn write(path: &Path, text: &str) -> Result<(), FileError> {
    files::write(path, text).map_err(|error| FileError::unwritten(path, error))
}

/// A game that was recorded, ready to go on.
pub struct LoadedGame {
    /// At its last step.
    pub play: Play,
    /// How it ended, even if that was only for the time being.
    pub ending: Option<Ending>,
    /// Which game of the file it is, from 1.
    pub number: usize,
    /// Of how many.
    pub games: usize,
}

/// Loads a game of a file: the last, if nothing else is said.
///
/// # Errors
/// Where there is no such game in it, or none that can be played.
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

/// The number of a game in a file that holds so many.
///
/// # Errors
/// Where there is no such game.
fn nth_of(number: u64, games: usize) -> Result<usize, FileError> {
    let nth = usize::try_from(number).ok().filter(|number| *number <= games);
    nth.ok_or(FileError::NoSuchGame { number, games })
}

/// The numbers of the games that are meant in a file that holds so many: all, if nothing else is
/// said.
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

/// Why a file of records is of no use.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// A new file was asked for.
    #[error("{} exists already", .0.display())]
    Exists(PathBuf),
    /// It stays as it was.
    #[error("{} cannot be written: {reason}", path.display())]
    Unwritten {
        /// Which file.
        path: PathBuf,
        /// Why not.
        reason: WriteError,
    },
    /// There is no such file, or it holds something else.
    #[error("{} cannot be read: {reason}", path.display())]
    Unread {
        /// Which file.
        path: PathBuf,
        /// Why not.
        reason: Unreadable,
    },
    /// The file holds fewer games.
    #[error("there is no game {number}: the file holds {games} {}", if *games == 1 { "game" } else { "games" })]
    NoSuchGame {
        /// What was asked for.
        number: u64,
        /// How many there are.
        games: usize,
    },
}

impl FileError {
    /// This file cannot be written.
    pub fn unwritten(path: &Path, reason: impl Into<WriteError>) -> FileError {
        FileError::Unwritten { path: path.to_owned(), reason: reason.into() }
    }

    /// This file cannot be read.
    pub fn unread(path: &Path, reason: impl Into<Unreadable>) -> FileError {
        FileError::Unread { path: path.to_owned(), reason: reason.into() }
    }
}

/// What keeps a file from being read.
#[derive(Debug, thiserror::Error)]
pub enum Unreadable {
    /// The system says no.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It has no end, or is something else.
    #[error("it has more than {LONGEST} bytes")]
    TooLong,
    /// Its text is no record.
    #[error(transparent)]
    Damaged(#[from] RecordError),
    /// The rules refuse what it says.
    #[error(transparent)]
    Record(#[from] BadRecord),
}

/// No file of games is longer: what is has no end, or is something else.
const LONGEST: u64 = 256 * 1024 * 1024;
