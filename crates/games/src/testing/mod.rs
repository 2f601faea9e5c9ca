//! Helpers that the games' own tests share.

pub(crate) mod evaluations;
pub(crate) mod in_a_row;
pub(crate) mod reference;
pub(crate) mod scenes;
pub(crate) mod second_opinion;
pub(crate) mod statistics;

use ludoteca_core::conformance::{self, Effort, check_texts};
use ludoteca_core::{Game, Language, Spelling, Table, Tell, TypedTable, Visitor};

use crate::catalog;

/// Checks the contract along random games with these options.
pub(crate) fn keeps_contract(options: &str, effort: Effort) {
    struct CheckContract(Effort);

    impl Visitor for CheckContract {
        type Output = ();

        fn visit<G: Game>(self, table: &TypedTable<G>) {
            conformance::check(&*table.game, self.0);
        }
    }

    catalog::visit(&*table(options), CheckContract(effort));
}

/// A table with these options.
pub(crate) fn table(options: &str) -> Box<dyn Table> {
    catalog::open_line(options).unwrap()
}

/// A table with these options, at this position.
pub(crate) fn table_at(options: &str, position: &str) -> Box<dyn Table> {
    let mut table = table(options);
    table.set_position(position).unwrap_or_else(|error| panic!("{options} {position}: {error}"));
    table
}

/// A table with these options where these steps, separated by commas, were made.
pub(crate) fn table_after(options: &str, steps: &str) -> Box<dyn Table> {
    let mut table = table(options);
    for step in steps.split(", ").filter(|step| !step.is_empty()) {
        table.step(step).unwrap_or_else(|refusal| panic!("{options} {steps}: `{step}`: {refusal}"));
    }
    table
}

/// What an error says in English. Every other language must have words for it, too.
pub(crate) fn told(error: impl Tell) -> String {
    let tell = |language| error.tell(language, Spelling::Typed);
    check_texts(|language| vec![tell(language)], &[]);
    tell(Language::English)
}
