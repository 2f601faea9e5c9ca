//! The files of a session: games are saved, opened, and recorded while they are played.

use std::path::Path;

use ludoteca_system::records::{self, LoadedGame};

use crate::RecordSource;
use crate::texts::{self, told};

use super::{Session, Tone};

impl Session {
    /// Saves the game.
    ///
    /// # Errors
    /// Says in one line why the game cannot be saved.
    pub fn save(&mut self, path: &Path) -> Result<(), String> {
        records::write(path, &self.play.record().to_string())
            .map_err(|error| told(&error, self.language))?;
        self.own_files.push(path.to_owned());
        self.saved_at = self.play.log().len();
        self.say(Tone::Info, (self.texts().saved)(&path.display().to_string()), None);
        Ok(())
    }

    /// Would saving to this file overwrite another game?
    pub fn would_replace(&self, path: &Path) -> bool {
        path.exists() && !self.own_files.iter().any(|file| file == path)
    }

    /// Would anything be lost if the game ended now?
    pub fn is_unsaved(&self) -> bool {
        (self.recorder.is_none() || self.write_failed)
            && self.play.steps() > 0
            && self.play.log().len() != self.saved_at
    }

    /// Opens a recorded game. A finished game is only watched; any other game can go on.
    ///
    /// # Errors
    /// Says in one line what is wrong with the record.
    pub fn open(&mut self, path: &Path, nth: Option<u64>) -> Result<(), String> {
        let LoadedGame { play, ending, number, games } =
            records::load(path, nth).map_err(|error| told(&error, self.language))?;
        self.begin(play);
        self.review(RecordSource {
            file: path.to_owned(),
            number,
            games,
            ending,
            step: self.play.steps(),
        });
        Ok(())
    }

    /// Does a file hold more than one game?
    pub fn holds_several(&self, path: &Path) -> bool {
        records::load(path, None).is_ok_and(|loaded| loaded.games > 1)
    }

    /// Shows a game that came from a file. No player moves by itself until a person plays, so that
    /// the game can be watched first.
    pub fn review(&mut self, watched: RecordSource) {
        let RecordSource { file, number, games, ending, .. } = watched;
        self.is_reviewing = true;
        self.recorded_ending = ending;
        self.saved_at = self.play.log().len();
        let (texts, name) = (self.texts(), texts::short_name(&file));
        let text = match games {
            1 => (texts.opened)(&name),
            _ => (texts.opened_of)(&name, number, games),
        };
        self.say(Tone::Info, text, None);
        if games == 1 {
            self.own_files.push(file);
        }
    }

    /// Forgets the files of the game before, since they do not belong to the game that begins.
    pub(super) fn reset_files(&mut self) {
        self.own_files.clear();
        self.saved_at = 0;
        if let Some(recorder) = &mut self.recorder {
            recorder.next_game();
        }
    }

    /// Records the game if a record is wanted. If that fails, a message says so, and the game goes
    /// on.
    pub(super) fn write_record(&mut self) {
        let Some(recorder) = &mut self.recorder else { return };
        let kept = recorder.keep(self.play.record());
        self.write_failed = kept.is_err();
        if let Err(error) = kept {
            self.refuse(&told(&error, self.language), None);
        }
    }
}
