//! Tic-Tac-Toe: the simplest game, and the one to copy for a new one.

mod notation;
mod rules;
mod scene;
mod texts;

use ludoteca_core::{Bench, Customs, Info, OptionError, OptionSpec, Options, Visitor};

pub(crate) use notation::read_place;
pub(crate) use rules::has_line;
pub use rules::{Place, State, TicTacToe};
pub use texts::Illegal;
pub(crate) use texts::{FULL, HINT};

pub(crate) static INFO: Info = Info {
    id: "ttt",
    title: "Tic-Tac-Toe",
    about: "three in a row on a board of nine cells.",
    rules: include_str!("README.md"),
    names: &["X", "O"],
    customs: Customs::NONE,
    scored: false,
    options: &[
        OptionSpec::number("rows", "rows of the board", 3, 3, 3),
        OptionSpec::number("cols", "columns of the board", 3, 3, 3),
        OptionSpec::seats(2),
    ],
    bench: &[Bench { options: "ttt", depth: 9, nodes: 127_872, games: 20_000 }],
    scatter: None,
};

/// Opens the game for typed code.
pub(crate) fn visit<V: Visitor>(_options: &Options, visitor: V) -> Result<V::Output, OptionError> {
    Ok(visitor.visit(TicTacToe::default()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludoteca_core::conformance::{self, Effort};

    #[test]
    fn keeps_the_contract() {
        conformance::check(&TicTacToe::default(), Effort { games: 100, ..Effort::default() });
    }
}
