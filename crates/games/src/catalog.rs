//! THE list of games: what there is, and how to open it. Nothing else names a game.

use ludoteca_core::{Game, Info, OpenTable, OptionError, Options, Table, TableVisitor, TypedTable, Visitor, typed};

/// Lists the games and leads from a game's id to its code.
macro_rules! games {
    ($($module:ident),* $(,)?) => {
        /// All games, in the order in which people are shown them.
        pub static GAMES: &[&Info] = &[$(&crate::$module::INFO),*];

        /// Hands the concrete rules of a game to typed code.
        ///
        /// # Errors
        /// Where options that are allowed one by one do not go together.
        pub fn visit<V: Visitor>(options: &Options, visitor: V) -> Result<V::Output, OptionError> {
            let id = options.info().id;
            $(if id == crate::$module::INFO.id {
                return crate::$module::visit(options, visitor);
            })*
            Err(unknown(id))
        }
    };
}

games![cn, ttt, attt, ataxx, breakthrough, owari, dawn, alquerque];

/// The game with this id.
///
/// # Errors
/// Where there is none; the error lists those that there are.
pub fn find(id: &str) -> Result<&'static Info, OptionError> {
    GAMES.iter().find(|info| info.id == id).copied().ok_or_else(|| unknown(id))
}

/// Reads the one-line form of a game and its options: `ataxx rows=5 cols=5 seats=4`.
///
/// # Errors
/// Where there is no such game, or an option that it does not have or not allow.
pub fn parse(line: &str) -> Result<Options, OptionError> {
    let mut words = line.split_whitespace();
    let mut options = Options::new(find(words.next().unwrap_or_default())?);
    options.set_all(words)?;
    Ok(options)
}

/// Sets up a table.
///
/// # Errors
/// Where options that are allowed one by one do not go together.
pub fn open(options: &Options) -> Result<Box<dyn Table>, OptionError> {
    visit(options, OpenTable(options.clone()))
}

/// Sets up a table from the one-line form of a game and its options.
///
/// # Errors
/// Where [`parse`] or [`open`] refuses it.
pub fn open_line(line: &str) -> Result<Box<dyn Table>, OptionError> {
    open(&parse(line)?)
}

/// Hands a table with its types back to typed code.
///
/// # Panics
/// Where the table was not opened by this catalogue.
pub fn visit_table<V: TableVisitor>(table: &dyn Table, visitor: V) -> V::Output {
    struct Downcast<'a, V>(&'a dyn Table, V);

    impl<V: TableVisitor> Visitor for Downcast<'_, V> {
        type Output = V::Output;

        fn visit<G: Game>(self, _game: G) -> V::Output {
            let table = self.0.as_any().downcast_ref::<TypedTable<G>>();
            self.1.visit(table.expect("equal options open a table of the same type"))
        }
    }

    visit(table.options(), Downcast(table, visitor)).expect("the table was opened with these options")
}

fn unknown(id: &str) -> OptionError {
    OptionError::UnknownGame { id: id.to_owned(), known: typed::listed(GAMES.iter().map(|info| info.id)) }
}
