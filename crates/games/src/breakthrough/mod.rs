//! Breakthrough: a race of two walls of pieces across the board.

mod evaluation;
mod notation;
mod rules;
mod scene;
mod texts;

use ludoteca_core::bits::Bits256;
use ludoteca_core::{
    Bench, Conventions, Info, OptionError, OptionSpec, Options, Preset, Seat, Table, TypedTable,
    shared,
};

pub use rules::{Breakthrough, Move, State};
pub use texts::Illegal;

/// The game in a catalogue.
pub static INFO: Info = Info {
    id: "breakthrough",
    title: "Breakthrough",
    about: texts::ABOUT,
    summary: None,
    rules: texts::RULES,
    names: &["1", "2"],
    conventions: Conventions {
        sides: &texts::SIDES,
        far_seat: Some(Seat::FIRST),
        ..Conventions::NONE
    },
    scored: false,
    draws: false,
    minutes: (10, 20),
    options: &[OptionSpec::rows(4, 16, 6), OptionSpec::cols(2, 16, 6), OptionSpec::seats(2)],
    presets: &[
        Preset::new(shared::CLASSIC, "breakthrough rows=8 cols=8"),
        Preset::new(shared::SMALL_BOARD, "breakthrough"),
    ],
    level_scores: &[
        Some(80),
        Some(75),
        Some(58),
        Some(75),
        Some(70),
        None,
        Some(75),
        Some(90),
        Some(75),
    ],
    clear_advantage: Info::TUNED_CLEAR_ADVANTAGE,
    bench: &[
        Bench { options: "breakthrough", depth: 5, nodes: 1_248_290, games: 5_000 },
        Bench { options: "breakthrough rows=8 cols=8", depth: 5, nodes: 6_182_818, games: 2_000 },
    ],
    searches: include_str!("data/searches.txt"),
    scatter: None,
};

/// The types of its tables.
pub type Types = (Breakthrough<u64>, Breakthrough<u128>, Breakthrough<Bits256>);

/// Sets up a table.
///
/// # Errors
/// Where options that are allowed one by one do not go together.
pub fn open(options: &Options) -> Result<Box<dyn Table>, OptionError> {
    let [rows, cols] = ["rows", "cols"].map(|key| options.number(key) as usize);
    Ok(match rows * cols {
        0..=64 => TypedTable::boxed(Breakthrough::<u64>::new(rows, cols), options),
        65..=128 => TypedTable::boxed(Breakthrough::<u128>::new(rows, cols), options),
        _ => TypedTable::boxed(Breakthrough::<Bits256>::new(rows, cols), options),
    })
}

#[cfg(test)]
mod tests;
