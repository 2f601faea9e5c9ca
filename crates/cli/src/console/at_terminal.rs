//! What only a person at a terminal is shown: how to type a move, what to do now, the score, how
//! the game ended for them, and a board that says more. Transcripts have none of it.

use std::path::Path;

use ludoteca_core::text::printable;
use ludoteca_core::{Drawing, Seat, Table};
use ludoteca_guide::{mark_places, with_numbers_at_places};
use ludoteca_play::{Awaits, Player, Record, Seated};
use ludoteca_system::kept::{self, Keeper};
use ludoteca_system::records::FileError;

use super::Console;
use crate::failure::Failure;
use crate::terminal;

impl Console<'_> {
    /// Says once how a move is typed, when a person is to move for the first time.
    pub(super) fn introduce(&mut self) -> Result<(), Failure> {
        let is_persons = matches!(self.play.awaits(), Awaits::Person(_));
        if !self.is_at_terminal || self.is_introduced || !is_persons {
            return Ok(());
        }
        self.is_introduced = true;
        if let Some(example) = self.play.table().steps().first() {
            writeln!(self.out, "{}", (self.texts.introduction)(example))?;
        }
        Ok(())
    }

    /// Shows the part of the game that is played, the score, and what the person is to do, in a
    /// line.
    pub(super) fn show_task(&mut self) -> Result<(), Failure> {
        if !self.is_at_terminal {
            return Ok(());
        }
        let (table, language) = (self.play.table(), self.options.language);
        let names = self.play.names();
        // A board that names the players shows what they have.
        let score = match table.players_line(&names, language) {
            Some(_) => table.score(),
            None => Vec::new(),
        };
        let counted = names.iter().zip(&score);
        let score: Vec<String> =
            counted.map(|(name, score)| format!("{name} {}", score.words.tell(language))).collect();
        let score = Some(score.join(", ")).filter(|score| !score.is_empty());
        let stage = table.stage().map(|stage| stage.tell(language));
        let line: Vec<String> = stage.into_iter().chain(score).chain(self.task()).collect();
        if !line.is_empty() {
            writeln!(self.out, "{}", line.join(" · "))?;
        }
        Ok(())
    }

    /// Is it the turn of the only person who plays? They know then that they are meant.
    pub(super) fn is_turn_of_the_only_person(&self) -> bool {
        let is_person = |seated: &&Seated| seated.player == Player::Manual;
        self.is_at_terminal
            && !self.is_replay
            && matches!(self.play.awaits(), Awaits::Person(_))
            && self.play.seats().iter().filter(is_person).count() == 1
    }

    /// What the person is to do now, after the name of their part if the parts have names.
    fn task(&self) -> Option<String> {
        if self.is_replay {
            return None;
        }
        let seat = match self.play.awaits() {
            Awaits::Person(seat) => seat,
            Awaits::Engine { seat, .. } | Awaits::Random(seat) if !self.options.auto => {
                return Some((self.texts.plays_without_you)(self.play.name(seat)));
            }
            _ => return None,
        };
        let (table, language) = (self.play.table(), self.options.language);
        let prompt = table.prompt()?.tell(language);
        let roles = table.options().info().conventions.roles;
        Some(match roles.get(seat.index()) {
            Some(role) => format!("{}: {prompt}", role.tell(language)),
            None => prompt,
        })
    }

    /// Keeps the game at a terminal, so that nothing is lost whatever ends the program. A game that
    /// is over is kept no longer.
    pub(super) fn keep(&mut self) -> Result<(), FileError> {
        // Random games are played quickly, and nobody goes on with one.
        let all_are_random = self.play.seats().iter().all(|seat| seat.player == Player::Random);
        if !self.is_at_terminal || self.is_replay || all_are_random {
            return Ok(());
        }
        if self.is_over() {
            self.keeping.forget();
            return Ok(());
        }
        self.keeping.keep(self.play.record())
    }

    fn is_over(&self) -> bool {
        self.play.ending().is_some_and(|ending| ending.verdict().is_some())
    }

    /// Says how to go on with a game that a person leaves in the middle.
    pub(super) fn tell_kept(&mut self) -> Result<(), Failure> {
        if !self.is_at_terminal || self.play.steps() == 0 || self.is_over() {
            return Ok(());
        }
        let kept = match &self.recorder {
            Some(recorder) => Some(recorder.path()),
            None => self.keeping.path(),
        };
        let Some(file) = kept else { return Ok(()) };
        let command = match kept::folder().is_some_and(|folder| file.starts_with(folder)) {
            true => "ludoteca --resume".to_owned(),
            false => format!("ludoteca --resume={}", file.display()),
        };
        let title = self.play.table().options().info().title;
        // The command has a line of its own, so that it is copied in one piece.
        let line = ludoteca_terminal::kept_line(title, self.options.language);
        writeln!(self.out, "\n{}\n{}", printable(&line), printable(&command))?;
        Ok(self.out.flush()?)
    }

    /// Says how and why the game ended, to the persons who played.
    pub(super) fn tell_ending(&mut self) -> Result<(), Failure> {
        let Some(ending) = self.play.ending().filter(|ending| ending.verdict().is_some()) else {
            return Ok(());
        };
        if !self.is_at_terminal {
            return Ok(());
        }
        let names = self.play.names();
        let is_person = |seat: &Seat| *self.play.player(*seat) == Player::Manual;
        let persons: Vec<Seat> = Seat::all(names.len()).filter(is_person).collect();
        let told = ending.told_to(&persons, &names, self.options.language);
        writeln!(self.out, "{told}")?;
        Ok(())
    }
}

/// Where a game is kept while it is played: in a file of the program.
#[derive(Default)]
pub(super) struct Keeping {
    keeper: Option<Keeper>,
    /// Has writing failed? Then nobody wants to be told so again after each move.
    has_failed: bool,
}

impl Keeping {
    /// Goes on in the file of a game that was kept.
    pub(super) fn resume(&mut self, path: &Path) {
        self.keeper = Some(Keeper::resume(path));
    }

    fn keep(&mut self, record: &Record) -> Result<(), FileError> {
        if self.has_failed {
            return Ok(());
        }
        if self.keeper.is_none() {
            self.keeper = kept::folder().map(Keeper::new);
        }
        let written = self.keeper.as_mut().map_or(Ok(()), |keeper| keeper.keep(record));
        self.has_failed = written.is_err();
        written
    }

    /// The file of the game, if it is kept.
    fn path(&self) -> Option<&Path> {
        self.keeper.as_ref().filter(|_| !self.has_failed)?.path()
    }

    fn forget(&mut self) {
        if let Some(keeper) = &mut self.keeper {
            keeper.forget();
        }
    }

    pub(super) fn next_game(&mut self) {
        if let Some(keeper) = &mut self.keeper {
            keeper.next_game();
        }
    }
}

/// The drawing as a person at a terminal sees it: numbers are above or below their places, and
/// where there are no colours, what colours would mark stands in brackets.
pub(super) fn improved(drawing: &Drawing, table: &dyn Table) -> Drawing {
    let mut drawing = with_numbers_at_places(drawing, &table.board());
    if !terminal::has_colours() {
        let marked = [table.last(), table.scene_without_choices().decisive].concat();
        mark_places(&mut drawing, &marked, &table.pieces());
    }
    drawing
}
