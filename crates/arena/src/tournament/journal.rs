//! Stores a tournament in a folder: its settings, a line for each game that was played, and the
//! records of the games. Finished games survive any interruption; unfinished games start anew when
//! the tournament is resumed.

use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use ludoteca_play::Record;

use super::{Fixture, GameEnded, PlayedGame, TournamentPlan, TournamentSettings, record_name};
use ludoteca_system::files::{self, WriteError};

/// The folder of a tournament. Only one process at a time can have it open.
pub struct Journal {
    folder: PathBuf,
    games: File,
}

/// Why a folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// There are other files in the folder.
    #[error("{} is not empty: a tournament takes a folder of its own", .0.display())]
    NotEmpty(PathBuf),
    /// There is already a tournament in the folder.
    #[error("there is a tournament in {} already", .0.display())]
    Taken(PathBuf),
    /// There is no tournament in the folder.
    #[error("there is no tournament in {}: {GAMES} and {SETTINGS} are not both there", .0.display())]
    Missing(PathBuf),
    /// Another process is playing the tournament.
    #[error("the tournament in {} is going on in another process", .0.display())]
    Busy(PathBuf),
    /// The settings cannot be understood.
    #[error("{}: {reason}", .path.display())]
    Settings {
        /// The file.
        path: PathBuf,
        /// The reason.
        reason: String,
    },
    /// A line cannot be understood.
    #[error("{}, line {line}: {reason}", .path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The number of the line, from 1.
        line: usize,
        /// The reason.
        reason: String,
    },
    /// A file cannot be read or written.
    #[error("{}: {error}", .path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The reason.
        error: WriteError,
    },
}

const SETTINGS: &str = "settings.json";
const GAMES: &str = "games.jsonl";
const RECORDS: &str = "records";
const REPORT: &str = "report.html";

impl Journal {
    /// Starts a tournament in a folder, which is created if necessary.
    ///
    /// # Errors
    /// When there is a tournament already, or the folder cannot be written.
    pub fn create(folder: &Path, settings: &TournamentSettings) -> Result<Journal, JournalError> {
        let (path, settings_path, records) =
            (folder.join(GAMES), folder.join(SETTINGS), folder.join(RECORDS));
        if settings_path.exists() && path.exists() {
            return Err(JournalError::Taken(folder.to_owned()));
        }
        // A process that was killed at the very beginning has left nothing to resume, and nothing
        // can be lost.
        let is_ours = |entry: &fs::DirEntry| match entry.file_name().to_str() {
            Some(GAMES) => entry.metadata().is_ok_and(|file| file.len() == 0),
            Some(RECORDS) => {
                fs::read_dir(entry.path()).is_ok_and(|mut records| records.next().is_none())
            }
            _ => false,
        };
        if fs::read_dir(folder).into_iter().flatten().flatten().any(|entry| !is_ours(&entry)) {
            return Err(JournalError::NotEmpty(folder.to_owned()));
        }
        fs::create_dir_all(&records).map_err(failed(&records))?;
        // The file is also opened for reading, because Windows cannot lock a file that is open only
        // for appending.
        let games = File::options()
            .read(true)
            .append(true)
            .create(true)
            .open(&path)
            .map_err(failed(&path))?;
        lock(&games, folder)?;
        // Another process may have been quicker.
        if settings_path.exists() || games.metadata().map_err(failed(&path))?.len() > 0 {
            return Err(JournalError::Taken(folder.to_owned()));
        }
        let text = serde_json::to_string_pretty(settings).expect("settings can be written") + "\n";
        files::write(&settings_path, &text)
            .map_err(|error| JournalError::Io { path: settings_path, error })?;
        Ok(Journal { folder: folder.to_owned(), games })
    }

    /// Resumes the tournament in a folder. Returns its settings and the games that were played. An
    /// incomplete last line is dropped.
    ///
    /// # Errors
    /// When there is no tournament, or its files are damaged.
    pub fn resume(
        folder: &Path,
    ) -> Result<(Journal, TournamentSettings, Vec<PlayedGame>), JournalError> {
        let (path, settings_path) = (folder.join(GAMES), folder.join(SETTINGS));
        if !path.exists() || !settings_path.exists() {
            return Err(JournalError::Missing(folder.to_owned()));
        }
        let text = fs::read_to_string(&settings_path).map_err(failed(&settings_path))?;
        let settings: Result<TournamentSettings, String> =
            serde_json::from_str(&text).map_err(|error| error.to_string());
        let settings = settings.and_then(|settings| settings.check().map(|()| settings));
        let settings =
            settings.map_err(|reason| JournalError::Settings { path: settings_path, reason })?;
        // The file is not opened for appending, because Windows would not let it be truncated then.
        let mut games =
            File::options().read(true).write(true).open(&path).map_err(failed(&path))?;
        lock(&games, folder)?;
        let mut text = Vec::new();
        games.read_to_end(&mut text).map_err(failed(&path))?;
        let whole = text.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        if whole < text.len() {
            games.set_len(whole as u64).map_err(failed(&path))?;
            games.seek(SeekFrom::End(0)).map_err(failed(&path))?;
        }
        let damaged =
            |line: usize, reason: String| JournalError::Line { path: path.clone(), line, reason };
        files::sweep(&folder.join(RECORDS));
        let played = read_games(&text[..whole], &settings)
            .map_err(|(line, reason)| damaged(line, reason))?;
        Ok((Journal { folder: folder.to_owned(), games }, settings, played))
    }

    /// Stores a game that was played. Its record is written first, so that every listed game has
    /// one.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn append(&mut self, played: &PlayedGame, record: &Record) -> Result<(), JournalError> {
        let path = self.folder.join(record_name(played.fixture.number));
        files::replace(&path, &record.to_string())
            .map_err(|error| JournalError::Io { path, error })?;
        let line = serde_json::to_string(played).expect("a game can be written") + "\n";
        // The line is written in one call, so that it is either there or not.
        let written = self.games.write_all(line.as_bytes());
        written.map_err(failed(&self.folder.join(GAMES)))
    }

    /// Writes the report and returns its path.
    ///
    /// # Errors
    /// When the report cannot be written.
    pub fn report(&self, page: &str) -> Result<PathBuf, JournalError> {
        let path = self.folder.join(REPORT);
        files::write(&path, page)
            .map_err(|error| JournalError::Io { path: path.clone(), error })?;
        Ok(path)
    }

    /// The folder of the tournament.
    pub fn folder(&self) -> &Path {
        &self.folder
    }
}

/// Converts an I/O error on a file.
fn failed(path: &Path) -> impl Fn(io::Error) -> JournalError {
    move |error| JournalError::Io { path: path.to_owned(), error: error.into() }
}

/// Reads the lines of the games. An error comes with the number of its line.
pub(crate) fn read_games(
    text: &[u8],
    settings: &TournamentSettings,
) -> Result<Vec<PlayedGame>, (usize, String)> {
    let text = std::str::from_utf8(text).map_err(|error| {
        let before = &text[..error.valid_up_to()];
        (1 + before.iter().filter(|byte| **byte == b'\n').count(), "it is not UTF-8".to_owned())
    })?;
    let games = settings.plan.games();
    let mut is_played = vec![false; games as usize];
    let mut played = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let wrong = |reason: String| (at + 1, reason);
        let game: PlayedGame =
            serde_json::from_str(line).map_err(|error| wrong(error.to_string()))?;
        let number = game.fixture.number;
        match is_played.get_mut(number as usize) {
            None => {
                return Err(wrong(format!(
                    "game {number} is not one of the {games} that are planned"
                )));
            }
            Some(true) => return Err(wrong(format!("game {number} is listed twice"))),
            Some(_) if !fits(&game, &settings.plan) => {
                return Err(wrong(format!("game {number} differs from the plan")));
            }
            Some(is_played) => *is_played = true,
        }
        played.push(game);
    }
    Ok(played)
}

/// Checks that this can be a game of the plan, with a possible result.
pub(super) fn fits(game: &PlayedGame, plan: &TournamentPlan) -> bool {
    let seats = plan.seats;
    let has_a_seat = match game.ended {
        GameEnded::Resigned { seat } | GameEnded::Fault { seat, .. } => seat < seats,
        GameEnded::Rules | GameEnded::NoProgress | GameEnded::Length | GameEnded::Agreed => true,
    };
    is_possible(&game.fixture, plan)
        && [game.places.len(), game.thought.len()] == [seats; 2]
        && game.points.as_ref().is_none_or(|points| points.len() == seats)
        && game.places.iter().all(|place| (1..=seats as u32).contains(place))
        && game.thought.iter().all(|milliseconds| *milliseconds <= LONGEST_THOUGHT)
        && has_a_seat
}

/// Checks that this can be a planned game.
pub(super) fn is_possible(fixture: &Fixture, plan: &TournamentPlan) -> bool {
    let Fixture { number, opening, seating, .. } = fixture;
    let plays_once =
        |(at, player): (usize, &usize)| *player < plan.players && !seating[..at].contains(player);
    seating.len() == plan.seats
        && *opening == number / plan.seats as u64
        && seating.iter().enumerate().all(plays_once)
}

/// The longest thinking time that is accepted: a century, so that sums do not overflow.
const LONGEST_THOUGHT: u64 = 100 * 366 * 24 * 3_600_000;

/// Locks a file. The lock is held until the file is closed, even if the process is killed.
fn lock(file: &File, folder: &Path) -> Result<(), JournalError> {
    file.try_lock().map_err(|error| match error {
        TryLockError::WouldBlock => JournalError::Busy(folder.to_owned()),
        TryLockError::Error(error) => failed(&folder.join(GAMES))(error),
    })
}
