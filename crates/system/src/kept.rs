//! Games that are kept while they are played, so that a view that ends in the middle of one loses
//! nothing. They lie in the user's folder for the state of programs.

use std::env;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use ludoteca_play::{Ending, Record};

use crate::private;
use crate::records::{self, FileError};

/// How many games are kept. When there are more, the oldest is replaced.
const MOST: usize = 10;

/// Keeps the game that is being played, in a file that no other process uses at the same time.
pub struct Keeper {
    folder: PathBuf,
    /// The file of the current game, once a step was made in it.
    slot: Option<Slot>,
}

/// A file for a game. The lock belongs to this process until it ends.
struct Slot {
    path: PathBuf,
    _lock: File,
}

impl Keeper {
    /// Keeps games in this folder, which need not exist yet.
    pub fn new(folder: PathBuf) -> Keeper {
        Keeper { folder, slot: None }
    }

    /// Goes on with the game of this file. If another process is playing it, a copy is played.
    pub fn resume(path: &Path) -> Keeper {
        let folder = path.parent().unwrap_or(Path::new(".")).to_owned();
        Keeper { folder, slot: Slot::claim(path.to_owned()) }
    }

    /// Keeps the current state of the game. A game without steps has no file.
    ///
    /// # Errors
    /// Where the file cannot be written.
    pub fn keep(&mut self, record: &Record) -> Result<(), FileError> {
        if record.steps.is_empty() && self.slot.is_none() {
            return Ok(());
        }
        if self.slot.is_none() {
            let failed = |error| FileError::unwritten(&self.folder, error);
            private::make_folder(&self.folder).map_err(failed)?;
            self.slot = free_slot(&self.folder);
        }
        match &self.slot {
            Some(slot) => records::write(&slot.path, &record.to_string()),
            None => Ok(()),
        }
    }

    /// The file of the current game, if it has one.
    pub fn path(&self) -> Option<&Path> {
        self.slot.as_ref().map(|slot| &*slot.path)
    }

    /// Leaves the current game in its file, and prepares for another one.
    pub fn next_game(&mut self) {
        self.slot = None;
    }

    /// Removes the file of the current game, since the game is over.
    pub fn forget(&mut self) {
        if let Some(slot) = self.slot.take() {
            // If that fails, the game is offered once more, which does no harm.
            let _ = fs::remove_file(slot.path);
        }
    }
}

impl Slot {
    /// Claims a file for this process; `None` if another one uses it, or the folder is not ours.
    fn claim(path: PathBuf) -> Option<Slot> {
        let lock = private::open_file(&path.with_extension("lock")).ok()?;
        lock.try_lock().ok()?;
        Some(Slot { path, _lock: lock })
    }
}

/// A file without a game, or the oldest that no process uses.
fn free_slot(folder: &Path) -> Option<Slot> {
    let mut slots: Vec<(Option<SystemTime>, PathBuf)> = (1..=MOST)
        .map(|number| folder.join(format!("game-{number}.txt")))
        .map(|path| (changed(&path), path))
        .collect();
    slots.sort();
    slots.into_iter().find_map(|(_, path)| Slot::claim(path))
}

/// The unfinished game in this folder that was played last and that no process is playing.
pub fn latest(folder: &Path) -> Option<PathBuf> {
    let is_unfinished = |path: &PathBuf| {
        let record = records::read(path).ok().and_then(|mut records| records.pop());
        record.is_some_and(|record| matches!(record.ending, None | Some(Ending::Stopped)))
    };
    let mut kept: Vec<(SystemTime, PathBuf)> = (1..=MOST)
        .map(|number| folder.join(format!("game-{number}.txt")))
        .filter_map(|path| Some((changed(&path)?, path)))
        .collect();
    kept.sort();
    let free = |path: &PathBuf| Slot::claim(path.clone()).is_some();
    kept.into_iter().rev().map(|(_, path)| path).find(|path| free(path) && is_unfinished(path))
}

/// When the game in this file was last changed; `None` if there is none.
fn changed(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).ok()?.modified().ok()
}

/// The user's folder for what the program remembers. `None` where the system names none.
pub fn folder() -> Option<PathBuf> {
    folder_by(|name| env::var_os(name).map(PathBuf::from))
}

/// The same, by the environment variables that name it.
fn folder_by(variable: impl Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    let absolute = |name| variable(name).filter(|folder| folder.is_absolute());
    let state = if cfg!(windows) {
        absolute("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        absolute("HOME").map(|home| home.join("Library/Application Support"))
    } else {
        absolute("XDG_STATE_HOME").or_else(|| Some(absolute("HOME")?.join(".local/state")))
    };
    Some(state?.join("ludoteca"))
}

#[cfg(test)]
mod tests {
    use ludoteca_games::catalog;
    use ludoteca_play::{RecordedStep, Seated};

    use super::*;

    fn record(steps: &[&str]) -> Record {
        let info = catalog::GAMES[0];
        let options = catalog::parse(info.id).expect("a game");
        let seats = info.names[..2].iter().map(|name| Seated::manual(name)).collect();
        let steps = steps.iter().map(|step| RecordedStep::new(*step)).collect();
        Record { steps, ..Record::new(options, seats) }
    }

    #[test]
    fn a_game_is_kept_until_it_is_over() {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path().join("state");
        let mut keeper = Keeper::new(folder.clone());
        keeper.keep(&record(&[])).expect("nothing to keep");
        assert!(!folder.exists(), "a game without steps leaves nothing behind");
        keeper.keep(&record(&["0 0"])).expect("it is kept");
        assert_eq!(latest(&folder), None, "a game that is played is offered to nobody else");

        let mut other = Keeper::new(folder.clone());
        other.keep(&record(&["0 1"])).expect("it is kept");
        let paths = [keeper.path().map(Path::to_owned), other.path().map(Path::to_owned)];
        assert_ne!(paths[0], paths[1], "two processes have two files");
        drop(keeper);
        assert_eq!(latest(&folder), paths[0]);

        let path = paths[0].clone().expect("it was kept");
        let mut resumed = Keeper::resume(&path);
        assert_eq!(latest(&folder), None);
        resumed.keep(&record(&["0 0", "1 1"])).expect("it is kept");
        assert_eq!(records::read(&path).expect("a record")[0].steps.len(), 2);
        resumed.forget();
        assert!(!path.exists());
        other.next_game();
        assert_eq!(latest(&folder), paths[1]);
    }

    #[test]
    fn the_oldest_game_gives_way() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut keeper = Keeper::new(folder.path().to_owned());
        for _ in 0..=MOST {
            keeper.keep(&record(&["0 0"])).expect("it is kept");
            keeper.next_game();
        }
        let kept = fs::read_dir(folder.path()).expect("a folder").filter(|entry| {
            let name = entry.as_ref().expect("an entry").file_name();
            name.to_string_lossy().ends_with(".txt")
        });
        assert_eq!(kept.count(), MOST);
    }

    #[test]
    #[cfg(all(unix, not(target_os = "macos")))]
    fn the_folder_follows_from_the_environment() {
        for (state, home, expected) in [
            (Some("/s"), Some("/home/ada"), Some("/s/ludoteca")),
            (None, Some("/home/ada"), Some("/home/ada/.local/state/ludoteca")),
            (Some("relative"), Some("/home/ada"), Some("/home/ada/.local/state/ludoteca")),
            (None, None, None),
        ] {
            let variable = |name: &str| match name {
                "XDG_STATE_HOME" => state.map(PathBuf::from),
                "HOME" => home.map(PathBuf::from),
                _ => None,
            };
            assert_eq!(folder_by(variable), expected.map(PathBuf::from));
        }
    }
}
