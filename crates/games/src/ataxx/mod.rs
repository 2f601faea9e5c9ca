//! Ataxx: clones, jumps and captures by touch, for two to four seats on odd boards with obstacles.

mod evaluation;
mod notation;
mod rules;
mod scene;
mod setup;
mod texts;

use ludoteca_core::bits::Bits256;
use ludoteca_core::{
    Bench, Conventions, Info, OptionError, OptionSpec, Options, Preset, Table, TypedTable, shared,
};

pub use rules::{Ataxx, Move, State};
use setup::StartingLayout;
pub use texts::Illegal;

/// The game in a catalogue.
pub static INFO: Info = Info {
    id: "ataxx",
    title: "Ataxx",
    about: texts::ABOUT,
    summary: Some(texts::SUMMARY),
    rules: texts::RULES,
    names: &["X", "O", "R", "B"],
    conventions: Conventions { silent_skips: true, ..Conventions::NONE },
    scored: false,
    draws: true,
    minutes: (10, 20),
    options: &[
        OptionSpec::odd("rows", shared::ROWS_OPTION, 5, 15, 7),
        OptionSpec::odd("cols", shared::COLS_OPTION, 5, 15, 7),
        OptionSpec::seats(4),
        OptionSpec::cells("obstacles", texts::OBSTACLES_OPTION),
        OptionSpec::no_progress(texts::NO_PROGRESS_OPTION, 100),
    ],
    presets: &[
        Preset::new(shared::CLASSIC, "ataxx"),
        Preset::new(shared::FOUR_PLAYERS, "ataxx rows=9 cols=9 seats=4"),
        Preset::new(texts::CROSS, "ataxx obstacles=2,3/3,2/3,4/4,3"),
        Preset::new(shared::SMALL_BOARD, "ataxx rows=5 cols=5"),
    ],
    level_scores: &[
        Some(98),
        Some(90),
        Some(72),
        Some(80),
        Some(82),
        Some(84),
        Some(85),
        Some(75),
        Some(75),
    ],
    clear_advantage: Info::TUNED_CLEAR_ADVANTAGE,
    bench: &[
        Bench { options: "ataxx", depth: 5, nodes: 4_752_668, games: 1_000 },
        Bench { options: "ataxx seats=4", depth: 4, nodes: 112_644, games: 500 },
    ],
    searches: include_str!("data/searches.txt"),
    scatter: Some(setup::scatter),
};

/// The types of its tables.
pub type Types = (
    Ataxx<u64, 2>,
    Ataxx<u128, 2>,
    Ataxx<Bits256, 2>,
    Ataxx<u64, 4>,
    Ataxx<u128, 4>,
    Ataxx<Bits256, 4>,
);

/// Sets up a table, with the narrowest sets that hold the board.
///
/// # Errors
/// Where options that are allowed one by one do not go together.
pub fn open(options: &Options) -> Result<Box<dyn Table>, OptionError> {
    let setup = StartingLayout::new(options)?;
    Ok(match (setup.grid.size(), setup.starts.len()) {
        (..=64, 2) => TypedTable::boxed(Ataxx::<u64, 2>::new(&setup), options),
        (..=64, _) => TypedTable::boxed(Ataxx::<u64, 4>::new(&setup), options),
        (65..=128, 2) => TypedTable::boxed(Ataxx::<u128, 2>::new(&setup), options),
        (65..=128, _) => TypedTable::boxed(Ataxx::<u128, 4>::new(&setup), options),
        (_, 2) => TypedTable::boxed(Ataxx::<Bits256, 2>::new(&setup), options),
        _ => TypedTable::boxed(Ataxx::<Bits256, 4>::new(&setup), options),
    })
}

#[cfg(test)]
mod tests;
