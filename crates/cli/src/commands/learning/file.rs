//! The file of positions on the disk: read line by line, and written game by game.

use std::fs::{File, TryLockError};
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use ludoteca_search::tuning::{
    MOST_BYTES, PositionsEntry, PositionsReader, SelfPlayRecipe, TrainingGame,
};

use super::wrong_file;
use crate::failure::Failure;
use crate::progress;
use crate::terminal;
use crate::texts::programs;

/// A file to which games are added. Only one process at a time can have it open.
pub struct PositionsFile {
    path: PathBuf,
    file: File,
    length: u64,
    counts: PositionsCounts,
}

/// What is in a file of positions.
#[derive(Clone, Debug, Default)]
pub struct PositionsCounts {
    pub games: u64,
    pub positions: u64,
    /// Games that had too many steps.
    pub broken_off: u64,
    /// Games that the first seat has won, that were drawn, and that it has lost.
    pub won_drawn_lost: [u64; 3],
    /// The sum of the results of the first seat.
    pub results: f64,
    /// The number of steps of all games.
    pub steps: u64,
}

/// How far a file can be used.
pub struct PositionsExtent {
    /// The bytes up to the end of the last whole game.
    pub whole: u64,
    /// All bytes.
    pub length: u64,
}

impl PositionsFile {
    /// Opens a file, and creates it if it does not exist. `recipe` says how the games of this file
    /// are to be played, given how those that are there were played. An incomplete game at the end
    /// is dropped, with a note.
    ///
    /// # Errors
    /// Fails if the file is not a file of positions, has games of another recipe, is open in
    /// another process, or cannot be written. Then it is unchanged.
    pub fn open(
        path: &Path,
        recipe: impl FnOnce(Option<&SelfPlayRecipe>) -> Result<SelfPlayRecipe, Failure>,
    ) -> Result<PositionsFile, Failure> {
        let wrong = |reason: &dyn std::fmt::Display| wrong_file(path, reason);
        if path.metadata().is_ok_and(|file| !file.is_file()) {
            return Err(wrong(&programs::NO_PLAIN_FILE));
        }
        let mut options = File::options();
        let opened = options.read(true).write(true).create(true).truncate(false).open(path);
        let mut file = opened.map_err(|error| wrong(&error))?;
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => wrong(&programs::POSITIONS_BUSY),
            TryLockError::Error(error) => wrong(&error),
        })?;
        let (mut counts, mut kept) = (PositionsCounts::default(), None);
        let PositionsExtent { whole, length } = scan(path, &file, |_, entry| {
            match entry {
                PositionsEntry::Recipe(recipe) => kept = Some(recipe),
                PositionsEntry::Game(game) => counts.add(&game),
                PositionsEntry::Position(_) => return Err(wrong(&programs::NO_HEADER)),
            }
            Ok(())
        })?;
        if kept.is_none() && !begins_like_ours(&mut file).map_err(|error| wrong(&error))? {
            return Err(wrong(&programs::NO_HEADER));
        }
        let recipe = recipe(kept.as_ref())?;
        if let Some((name, there, wanted)) = kept.as_ref().and_then(|it| it.difference(&recipe)) {
            return Err(wrong(&programs::other_recipe(name, &there, &wanted)));
        }
        if whole < length {
            file.set_len(whole).map_err(|error| wrong(&error))?;
            // If nobody reads standard error any more, nothing is lost.
            let _ = writeln!(terminal::stderr(), "{}", programs::cut_positions(path, counts.games));
        }
        file.seek(SeekFrom::Start(whole)).map_err(|error| wrong(&error))?;
        let mut file = PositionsFile { path: path.to_owned(), file, length: whole, counts };
        if kept.is_none() {
            file.put(&recipe.to_string())?;
        }
        Ok(file)
    }

    /// Adds a game. If that fails, the file has all games before it.
    pub fn append(&mut self, game: &TrainingGame) -> Result<(), Failure> {
        self.put(&game.to_string())?;
        self.counts.add(game);
        Ok(())
    }

    /// Waits until everything is on the disk.
    pub fn settle(&self) -> Result<(), Failure> {
        self.file.sync_all().map_err(|error| self.unwritten(&error))
    }

    /// What is in the file now.
    pub fn counts(&self) -> &PositionsCounts {
        &self.counts
    }

    fn put(&mut self, text: &str) -> Result<(), Failure> {
        if let Err(error) = self.file.write_all(text.as_bytes()) {
            // If this fails, too, the next one to open the file drops what is incomplete.
            let _ = self.file.set_len(self.length);
            return Err(self.unwritten(&error));
        }
        self.length += text.len() as u64;
        Ok(())
    }

    fn unwritten(&self, error: &std::io::Error) -> Failure {
        Failure::english_failure(programs::unwritten_positions(
            &self.path,
            error,
            self.counts.games,
        ))
    }
}

impl PositionsCounts {
    /// Counts a game.
    pub fn add(&mut self, game: &TrainingGame) {
        self.games += 1;
        self.positions += game.positions.len() as u64;
        self.steps += u64::from(game.steps);
        match game.result {
            None => self.broken_off += 1,
            Some(result) => {
                self.results += result;
                let place = if result == 0.5 { 1 } else { usize::from(result < 0.5) * 2 };
                self.won_drawn_lost[place] += 1;
            }
        }
    }
}

/// Reads a file of positions from its beginning. `take` gets each part with the number of its last
/// line. What follows the last complete part is not read.
///
/// # Errors
/// Fails if the file cannot be read, or a line is wrong.
pub fn scan(
    path: &Path,
    file: &File,
    mut take: impl FnMut(u64, PositionsEntry) -> Result<(), Failure>,
) -> Result<PositionsExtent, Failure> {
    let mut reader = BufReader::new(file);
    let mut lines = PositionsReader::default();
    let mut extent = PositionsExtent { whole: 0, length: 0 };
    let mut line = Vec::new();
    let bytes = file.metadata().map_or(0, |file| file.len());
    let bar = progress::bar(bytes, "reading");
    loop {
        line.clear();
        let read = (&mut reader).take(MOST_BYTES as u64 + 2).read_until(b'\n', &mut line);
        extent.length += read.map_err(|error| wrong_file(path, &error))? as u64;
        bar.set_position(extent.length);
        let text = match line.strip_suffix(b"\n") {
            Some(text) => text,
            None if line.len() > MOST_BYTES => &line,
            None => {
                bar.finish_and_clear();
                return Ok(extent);
            }
        };
        if let Some(entry) = lines.read(text).map_err(|error| wrong_file(path, &error))? {
            take(lines.lines(), entry)?;
            extent.whole = extent.length;
        }
    }
}

/// Is the file empty, or does it begin as ours do? Then nothing is lost if it begins anew.
fn begins_like_ours(file: &mut File) -> std::io::Result<bool> {
    const FIRST: &[u8] = b"ludoteca positions 1\n";
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(0))?;
    file.take(FIRST.len() as u64).read_to_end(&mut bytes)?;
    Ok(FIRST.starts_with(&bytes))
}
