//! Connect-N: players put pieces on empty cells until somebody has a line. This is the family of
//! m,n,k-games, Gomoku included.

mod evaluation;
mod notation;
mod rules;
mod scene;
mod texts;

use ludoteca_core::bits::{Bits, Bits128, Bits256, Bits384};
use ludoteca_core::{
    Bench, Conventions, Derivation, Info, Message, OptionError, OptionSpec, Options, Preset, Table,
    TypedTable, shared,
};

pub use rules::{Connect, Move, State};

/// The game in a catalogue.
pub static INFO: Info = Info {
    id: "cn",
    title: "Connect-N",
    about: texts::ABOUT,
    summary: None,
    rules: texts::RULES,
    names: &["X", "O", "R", "B"],
    conventions: Conventions::NONE,
    scored: false,
    draws: true,
    minutes: (5, 30),
    options: &[
        OptionSpec::rows(3, 19, 5),
        OptionSpec::cols(3, 19, 5),
        OptionSpec::derived(
            "line",
            texts::LINE_OPTION,
            3,
            19,
            Derivation { rule: texts::SHORTER_SIDE, value: shorter_side },
        )
        .said(texts::in_a_row),
        OptionSpec::seats(4),
    ],
    presets: &[
        Preset::new(texts::GOMOKU, "cn rows=15 cols=15 line=5"),
        Preset::new(texts::FOUR_IN_A_ROW, "cn rows=6 cols=7 line=4"),
        Preset::new(shared::SMALL_BOARD, "cn line=4"),
        Preset::new(shared::THREE_PLAYERS, "cn rows=9 cols=9 line=4 seats=3"),
    ],
    level_scores: &[Some(82), Some(65), Some(48), Some(55), Some(55)],
    clear_advantage: 400,
    bench: &[
        Bench { options: "cn", depth: 5, nodes: 6_375_600, games: 5_000 },
        Bench { options: "cn rows=15 cols=15 line=5", depth: 3, nodes: 11_239_200, games: 1_000 },
    ],
    searches: include_str!("data/searches.txt"),
    scatter: None,
};

/// The types of its tables.
pub type Types = (
    Connect<u64, 2>,
    Connect<Bits128, 2>,
    Connect<Bits256, 2>,
    Connect<Bits384, 2>,
    Connect<u64, 4>,
    Connect<Bits128, 4>,
    Connect<Bits256, 4>,
    Connect<Bits384, 4>,
);

/// Sets up a table, with the narrowest sets of cells that hold its board.
///
/// # Errors
/// Where options that are allowed one by one do not go together.
pub fn open(options: &Options) -> Result<Box<dyn Table>, OptionError> {
    let number = |key| options.number(key) as usize;
    let (rows, cols, seats) = (number("rows"), number("cols"), number("seats"));
    let line = number("line");
    let longest = rows.max(cols);
    if line > longest {
        let allowed = Message::new(texts::Phrase::LinesUpTo(longest));
        return Err(options.not_allowed("line", Message::same(line.to_string()), allowed));
    }
    Ok(match rows * cols {
        0..=64 => table::<u64>([rows, cols, line], seats, options),
        65..=128 => table::<Bits128>([rows, cols, line], seats, options),
        129..=256 => table::<Bits256>([rows, cols, line], seats, options),
        _ => table::<Bits384>([rows, cols, line], seats, options),
    })
}

/// Most games have two seats, so their states have no room for a third and a fourth.
fn table<B: Bits>(
    [rows, cols, line]: [usize; 3],
    seats: usize,
    options: &Options,
) -> Box<dyn Table> {
    match seats {
        2 => TypedTable::boxed(Connect::<B, 2>::new(rows, cols, line, seats), options),
        _ => TypedTable::boxed(Connect::<B, 4>::new(rows, cols, line, seats), options),
    }
}

fn shorter_side(options: &Options) -> u32 {
    options.number("rows").min(options.number("cols"))
}

#[cfg(test)]
mod tests;
