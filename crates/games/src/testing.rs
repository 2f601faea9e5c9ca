//! What the games' own tests share.

use ludoteca_core::conformance::{self, Effort};
use ludoteca_core::{Game, Table, Visitor};

use crate::catalog;

/// Checks the contract along random games with these options.
pub(crate) fn keeps_contract(options: &str, effort: Effort) {
    struct Check(Effort);

    impl Visitor for Check {
        type Output = ();

        fn visit<G: Game>(self, game: G) {
            conformance::check(&game, self.0);
        }
    }

    catalog::visit(&catalog::parse(options).unwrap(), Check(effort)).unwrap();
}

/// A table with these options.
pub(crate) fn table(options: &str) -> Box<dyn Table> {
    catalog::open(&catalog::parse(options).unwrap()).unwrap()
}

/// A table with these options, at this position.
pub(crate) fn table_at(options: &str, position: &str) -> Box<dyn Table> {
    let mut table = table(options);
    table.set_position(position).unwrap_or_else(|error| panic!("{options} {position}: {error}"));
    table
}
