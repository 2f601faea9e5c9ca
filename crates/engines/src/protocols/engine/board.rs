//! A game in the words of a dialect.

use ludoteca_core::{Seat, Table};
use ludoteca_games::catalog;

use super::super::messages::{StartPosition, step_to_word, word_to_step};

/// A game in progress, in the words of a dialect. The engine holds one and leaves all differences
/// between dialects to it.
pub trait DialectBoard: Send {
    /// Begins a new game with these options, or with the same options as before if the text is
    /// empty.
    ///
    /// # Errors
    /// Says why not; nothing has changed in that case.
    fn open(&mut self, options: &str) -> Result<(), String>;
    /// Goes to the start of a position.
    ///
    /// # Errors
    /// Says why not.
    fn begin(&mut self, start: &StartPosition) -> Result<(), String>;
    /// Makes a step.
    ///
    /// # Errors
    /// Says why not.
    fn step(&mut self, word: &str) -> Result<(), String>;
    /// The game as the rules see it.
    fn table(&self) -> &dyn Table;
    /// The seat that is to move or to pass.
    fn turn(&self) -> Option<Seat>;
    /// The word for a pass, if the dialect requires one now where our rules skip the turn.
    fn pass(&self) -> Option<&'static str>;
    /// The answer when there is no move to make.
    fn null_move(&self) -> &'static str;
    /// The legal steps.
    fn legal(&self) -> Vec<String>;
    /// Translates these typed moves, made one after the other from here, into the dialect.
    fn to_dialect(&self, line: &[String]) -> Vec<String>;
    /// The position string.
    fn position(&self) -> String;
    /// The seats that were skipped after the last step.
    fn skipped(&self) -> Vec<Seat>;
    /// An independent copy.
    fn boxed_clone(&self) -> Box<dyn DialectBoard>;
}

/// The board of our own dialect: every game, with steps as typed and commas for blanks. Turns that
/// the rules skip are not mentioned.
pub struct UgiBoard {
    table: Box<dyn Table>,
    skipped: Vec<Seat>,
}

impl UgiBoard {
    /// The game at this table, as it stands.
    pub fn new(table: Box<dyn Table>) -> UgiBoard {
        let skipped = skipped_at_start(&*table);
        UgiBoard { table, skipped }
    }
}

impl DialectBoard for UgiBoard {
    fn open(&mut self, options: &str) -> Result<(), String> {
        let table = if options.is_empty() {
            catalog::open(self.table.options())
        } else {
            catalog::open_line(options)
        };
        *self = UgiBoard::new(table.map_err(|error| error.to_string())?);
        Ok(())
    }

    fn begin(&mut self, start: &StartPosition) -> Result<(), String> {
        match start {
            StartPosition::Startpos => self.table.restart(),
            StartPosition::Fen(text) => {
                self.table.set_position(text).map_err(|error| error.to_string())?;
            }
        }
        self.skipped = skipped_at_start(&*self.table);
        Ok(())
    }

    fn step(&mut self, word: &str) -> Result<(), String> {
        let stepped =
            self.table.step(&word_to_step(word)).map_err(|refusal| refusal.to_string())?;
        self.skipped = stepped.skipped.into_iter().map(|(seat, _)| seat).collect();
        Ok(())
    }

    fn table(&self) -> &dyn Table {
        &*self.table
    }

    fn turn(&self) -> Option<Seat> {
        self.table.next().seat()
    }

    fn pass(&self) -> Option<&'static str> {
        None
    }

    fn null_move(&self) -> &'static str {
        "none"
    }

    fn legal(&self) -> Vec<String> {
        self.table.steps().iter().map(|step| step_to_word(step)).collect()
    }

    fn to_dialect(&self, line: &[String]) -> Vec<String> {
        line.iter().map(|step| step_to_word(step)).collect()
    }

    fn position(&self) -> String {
        self.table.position()
    }

    fn skipped(&self) -> Vec<Seat> {
        self.skipped.clone()
    }

    fn boxed_clone(&self) -> Box<dyn DialectBoard> {
        Box::new(UgiBoard { table: self.table.boxed_clone(), skipped: self.skipped.clone() })
    }
}

fn skipped_at_start(table: &dyn Table) -> Vec<Seat> {
    table.skipped_at_start().into_iter().map(|(seat, _)| seat).collect()
}
