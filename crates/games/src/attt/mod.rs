//! Advanced Tic-Tac-Toe: three pieces each, which move once all are placed.

mod evaluation;
mod notation;
mod rules;
mod scene;
mod texts;

use ludoteca_core::{
    Bench, Conventions, Info, Listing, OptionError, OptionSpec, Options, Preset, Table, TypedTable,
    shared,
};

pub use rules::{AdvancedTicTacToe, Move, State};
pub use texts::Illegal;

/// The game in a catalogue.
pub static INFO: Info = Info {
    id: "attt",
    title: "Advanced Tic-Tac-Toe",
    about: texts::ABOUT,
    summary: None,
    rules: texts::RULES,
    names: &["X", "O"],
    conventions: Conventions { listing: Listing::Numbered, ..Conventions::NONE },
    scored: false,
    draws: true,
    minutes: (2, 5),
    options: &[
        OptionSpec::rows(3, 3, 3),
        OptionSpec::cols(3, 3, 3),
        OptionSpec::seats(2),
        OptionSpec::no_progress(texts::NO_PROGRESS_OPTION, 50),
    ],
    presets: &[Preset::new(shared::CLASSIC, "attt")],
    level_scores: &[],
    clear_advantage: 300,
    bench: &[Bench { options: "attt", depth: 7, nodes: 444_528, games: 20_000 }],
    searches: include_str!("data/searches.txt"),
    scatter: None,
};

/// The types of its tables.
pub type Types = (AdvancedTicTacToe,);

/// Sets up a table.
///
/// # Errors
/// Where options that are allowed one by one do not go together.
pub fn open(options: &Options) -> Result<Box<dyn Table>, OptionError> {
    Ok(TypedTable::boxed(AdvancedTicTacToe::new(options.number("no-progress")), options))
}

#[cfg(test)]
mod tests;
