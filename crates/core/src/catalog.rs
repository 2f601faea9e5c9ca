//! Lists of games: which games there are, how to open them, and how to get from a table back to its
//! types.

use crate::options::{Info, OptionError, Options};
use crate::table::{Game, Table, TypedTable};

/// Typed code that works on a table with its types: perft, search, solvers. The types are recovered
/// once for each job instead of once for each move.
pub trait Visitor {
    /// The result of the work.
    type Output;
    /// Does the work on the rules and the state of the table.
    fn visit<G: Game>(self, table: &TypedTable<G>) -> Self::Output;
}

/// A list of games. [`catalog!`](crate::catalog!) makes one.
pub trait Catalog: Send + Sync {
    /// All games, in the order in which people are shown them.
    fn games(&self) -> &'static [&'static Info];

    /// Sets up a table.
    ///
    /// # Errors
    /// Where the catalogue has no such game, or the options are allowed one by one but not
    /// together.
    fn open(&self, options: &Options) -> Result<Box<dyn Table>, OptionError>;

    /// Hands a table with its types to typed code.
    ///
    /// # Panics
    /// Where the table was not opened by this catalogue.
    fn visit<V: Visitor>(&self, table: &dyn Table, visitor: V) -> V::Output
    where
        Self: Sized;

    /// The game with this id.
    ///
    /// # Errors
    /// Where there is none. The error lists the known games.
    fn find(&self, id: &str) -> Result<&'static Info, OptionError> {
        self.games().iter().find(|info| info.id == id).copied().ok_or_else(|| self.unknown(id))
    }

    /// Reads the one-line form of a game and its options: `ataxx rows=5 cols=5 seats=4`.
    ///
    /// # Errors
    /// Where there is no such game, or where the game does not have an option or does not allow its
    /// value.
    fn parse(&self, line: &str) -> Result<Options, OptionError> {
        let mut words = line.split_whitespace();
        let mut options = Options::new(self.find(words.next().unwrap_or_default())?);
        options.set_all(words)?;
        Ok(options)
    }

    /// Sets up a table from the one-line form of a game and its options.
    ///
    /// # Errors
    /// Where [`parse`](Catalog::parse) or [`open`](Catalog::open) refuses it.
    fn open_line(&self, line: &str) -> Result<Box<dyn Table>, OptionError> {
        self.open(&self.parse(line)?)
    }

    /// The refusal of an id that no game has.
    fn unknown(&self, id: &str) -> OptionError {
        OptionError::UnknownGame {
            id: id.to_owned(),
            known: self.games().iter().map(|info| info.id).collect(),
        }
    }
}

/// Hands a table to typed code if it is a table of `G`. Otherwise it gives the visitor back, to try
/// another type.
///
/// # Errors
/// The visitor, where the table is of another type.
pub fn visit_as<G: Game, V: Visitor>(table: &dyn Table, visitor: V) -> Result<V::Output, V> {
    match table.as_any().downcast_ref::<TypedTable<G>>() {
        Some(table) => Ok(visitor.visit(table)),
        None => Err(visitor),
    }
}

/// The types of a game's tables, as a tuple. Each type serves the boards that it suits.
pub trait Types {
    /// Hands a table to typed code if it is of one of these types. Otherwise it gives the visitor
    /// back.
    ///
    /// # Errors
    /// The visitor, where the table is of another type.
    fn visit<V: Visitor>(table: &dyn Table, visitor: V) -> Result<V::Output, V>;
}

macro_rules! types {
    ($($game:ident),+) => {
        impl<$($game: Game),+> Types for ($($game,)+) {
            fn visit<V: Visitor>(table: &dyn Table, visitor: V) -> Result<V::Output, V> {
                Err(visitor)$(.or_else(|visitor| visit_as::<$game, V>(table, visitor)))+
            }
        }
    };
}

types!(A);
types!(A, B);
types!(A, B, C);
types!(A, B, C, D);
types!(A, B, C, D, E);
types!(A, B, C, D, E, F);
types!(A, B, C, D, E, F, G);
types!(A, B, C, D, E, F, G, H);

/// Makes a catalogue of the listed modules, one for each game: `catalog! { pub struct Mine =
/// [my_game, another]; }`. A module has `INFO: Info`, `open(&Options) -> Result<Box<dyn Table>,
/// OptionError>`, and the [`Types`](crate::catalog::Types) of what that opens.
#[macro_export]
macro_rules! catalog {
    ($(#[$about:meta])* $visibility:vis struct $name:ident = [$($($module:ident)::+),+ $(,)?];) => {
        $(#[$about])*
        #[derive(Copy, Clone, Debug)]
        $visibility struct $name;

        impl $name {
            /// All games, in the order in which people are shown them.
            pub const GAMES: &'static [&'static $crate::Info] = &[$(&$($module)::+::INFO),+];
        }

        impl $crate::Catalog for $name {
            fn games(&self) -> &'static [&'static $crate::Info] {
                Self::GAMES
            }

            fn open(
                &self,
                options: &$crate::Options,
            ) -> Result<Box<dyn $crate::Table>, $crate::OptionError> {
                let id = options.info().id;
                $(if id == $($module)::+::INFO.id {
                    return $($module)::+::open(options);
                })+
                Err($crate::Catalog::unknown(self, id))
            }

            fn visit<V: $crate::Visitor>(&self, table: &dyn $crate::Table, visitor: V) -> V::Output {
                $(let visitor = match <$($module)::+::Types as $crate::catalog::Types>::visit(table, visitor) {
                    Ok(output) => return output,
                    Err(visitor) => visitor,
                };)+
                let _ = visitor;
                panic!("{} was not opened by this catalogue", table.options());
            }
        }
    };
}
