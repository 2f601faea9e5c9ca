//! The list of games, as functions: which games there are, and how to open them. Code that needs
//! the list as a value uses [`CATALOG`].

use ludoteca_core::{Catalog, Info, OptionError, Options, Table, Visitor};

pub use crate::{CATALOG, Games};

/// All games, in the order in which people are shown them.
pub static GAMES: &[&Info] = Games::GAMES;

/// The game with this id.
///
/// # Errors
/// Where there is none. The error lists the known games.
pub fn find(id: &str) -> Result<&'static Info, OptionError> {
    CATALOG.find(id)
}

/// Reads the one-line form of a game and its options: `ataxx rows=5 cols=5 seats=4`.
///
/// # Errors
/// Where there is no such game, or where the game does not have an option or does not allow its
/// value.
pub fn parse(line: &str) -> Result<Options, OptionError> {
    CATALOG.parse(line)
}

/// Sets up a table.
///
/// # Errors
/// Where options that are allowed one by one do not go together.
pub fn open(options: &Options) -> Result<Box<dyn Table>, OptionError> {
    CATALOG.open(options)
}

/// Sets up a table from the one-line form of a game and its options.
///
/// # Errors
/// Where [`parse`] or [`open`] refuses it.
pub fn open_line(line: &str) -> Result<Box<dyn Table>, OptionError> {
    CATALOG.open_line(line)
}

/// Hands a table with its types to typed code.
///
/// # Panics
/// Where the table was not opened by this catalogue.
pub fn visit<V: Visitor>(table: &dyn Table, visitor: V) -> V::Output {
    CATALOG.visit(table, visitor)
}
