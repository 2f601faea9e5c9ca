//! Shows a record step by step.

use ludoteca_core::text::{self, printable};
use ludoteca_play::{Command, Ending, Event, RecordedStep, Refused};

use super::{Console, ExitReason};
use crate::failure::{CliError, Failure};
use crate::input::InputLine;

impl Console<'_> {
    /// Shows the position after the given step of a record, and nothing more. The record must have
    /// that step.
    ///
    /// # Errors
    /// Fails if writing fails.
    pub fn show_step(
        mut self,
        step: usize,
        ending: Option<&Ending>,
    ) -> Result<ExitReason, Failure> {
        self.is_replay = true;
        self.start()?;
        self.go_to(step, ending)?;
        Ok(ExitReason::Done)
    }

    /// Shows a record from its first position on. Each step waits for a person.
    ///
    /// # Errors
    /// Fails if reading or writing fails.
    pub fn replay(mut self, ending: Option<&Ending>) -> Result<ExitReason, Failure> {
        self.is_replay = true;
        self.start()?;
        self.go_to(0, ending)?;
        loop {
            let words = ["next", "back", "last", "moves", "position", "play", "help", "quit"];
            let words = words.map(str::to_owned).to_vec();
            let line = match self.ask(self.texts.replay_prompt, words)? {
                InputLine::Typed(line) => line,
                InputLine::End => return Ok(ExitReason::Done),
                InputLine::Interrupted => return Ok(ExitReason::Interrupted),
            };
            let now = self.play.steps();
            match line.trim().to_lowercase().as_str() {
                "" | "next" if self.play.steps_ahead() == 0 => {
                    self.complain(self.texts.no_more_steps)?;
                }
                "" | "next" => self.go_to(now + 1, ending)?,
                "back" if now == 0 => self.refuse(&Refused::NothingToTakeBack)?,
                "back" => self.go_to(now - 1, ending)?,
                "start" | "first" => self.go_to(0, ending)?,
                "last" | "end" => self.go_to(self.length(), ending)?,
                "moves" => self.list_moves()?,
                "position" => writeln!(self.out, "{}", self.play.table().position())?,
                "play" if self.play.ending().is_some() => self.refuse(&Refused::Over)?,
                "play" => {
                    self.is_replay = false;
                    return self.run();
                }
                "help" | "?" => writeln!(self.out, "{}", self.texts.replay_help())?,
                "quit" | "exit" => return Ok(ExitReason::Done),
                other => {
                    match text::number_from(other).and_then(|number| usize::try_from(number).ok()) {
                        Some(step) if step <= self.length() => self.go_to(step, ending)?,
                        Some(_) => {
                            let (text, steps) = (other.to_owned(), self.length());
                            self.refuse(&CliError::NoStep { text, steps })?;
                        }
                        None => self.complain(&(self.texts.unknown_replay_command)(other))?,
                    }
                }
            }
        }
    }

    /// The number of steps of the record, including those after the current one.
    fn length(&self) -> usize {
        self.play.steps() + self.play.steps_ahead()
    }

    fn go_to(&mut self, step: usize, ending: Option<&Ending>) -> Result<(), Failure> {
        let now = self.play.steps();
        let events = match step {
            _ if step < now => self.play.tell(Command::TakeBack(step)),
            _ if step > now => self.play.tell(Command::Redo(step)),
            _ => Vec::new(),
        };
        if step > 0 {
            self.describe_step(step)?;
        }
        self.tell_skips_at_start()?;
        for event in &events {
            // If several steps are made at once, only the last one is described. So skips are shown
            // only for a single step.
            if let (Event::Skipped { seat, reason }, true) = (event, step == now + 1) {
                self.tell_skip(*seat, reason)?;
            }
        }
        let length = self.length();
        if step < length || ending.is_none() {
            self.shown = false;
            return self.show_turn();
        }
        self.show_position()?;
        let language = self.options.language;
        let described = |ending| self.texts.ending(ending, &self.play.names(), language);
        for line in ending.map(described).unwrap_or_default() {
            writeln!(self.out, "{line}")?;
        }
        Ok(())
    }

    /// Describes the last step, with all its annotations.
    fn describe_step(&mut self, step: usize) -> Result<(), Failure> {
        let recorded = &self.play.record().steps[step - 1];
        let annotations = RecordedStep { comment: None, ..recorded.clone() }.to_string();
        let what = match self.play.last_step() {
            Some((Some(seat), _)) => (self.texts.plays)(self.play.name(seat), &annotations),
            _ => (self.texts.die_shows)(&annotations),
        };
        writeln!(self.out, "{}", (self.texts.step_of)(step, self.length(), &what))?;
        for line in recorded.comment.iter().flat_map(|comment| comment.lines()) {
            writeln!(self.out, "{}", printable(line))?;
        }
        if !recorded.variations.is_empty() {
            write!(self.out, "{}\n{}", self.texts.alternatives, recorded.write_variations(step))?;
        }
        Ok(())
    }
}
