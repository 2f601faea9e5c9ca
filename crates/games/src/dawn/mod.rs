//! DAWN 11/15: the game with a die, and the example for writing another one.

mod board;
#[doc(hidden)] // For the tool that fits its weights.
pub mod evaluation;
mod notation;
mod rules;
mod scene;
mod terminal;
mod texts;

use ludoteca_core::{
    Bench, Conventions, Info, OptionError, OptionSpec, Options, Preset, Table, TypedTable, shared,
};

pub use board::{Axis, Cell, CellSet, Placement, TokenShape, beside, connected};
pub use rules::{Dawn, DawnStage, Move, Roll, State};
pub use terminal::Terminal;
pub use texts::Illegal;

/// The game in a catalogue.
pub static INFO: Info = Info {
    id: "dawn",
    title: "DAWN 11/15",
    about: texts::ABOUT,
    summary: None,
    rules: texts::RULES,
    names: &["N", "M"],
    conventions: Conventions { roles: &texts::ROLES, ..Conventions::NONE },
    scored: true,
    draws: false,
    minutes: (10, 20),
    options: &[OptionSpec::seats(2)],
    presets: &[Preset::new(shared::CLASSIC, "dawn")],
    level_scores: &[Some(55), Some(65), Some(62), Some(68), Some(80)],
    clear_advantage: 500,
    bench: &[Bench { options: "dawn", depth: 4, nodes: 11_188_248, games: 1_000 }],
    searches: include_str!("data/searches.txt"),
    scatter: None,
};

/// The types of its tables.
pub type Types = (Dawn,);

/// Sets up a table.
///
/// # Errors
/// Where options that are allowed one by one do not go together.
pub fn open(options: &Options) -> Result<Box<dyn Table>, OptionError> {
    Ok(TypedTable::boxed(Dawn, options))
}

#[cfg(test)]
mod tests;
