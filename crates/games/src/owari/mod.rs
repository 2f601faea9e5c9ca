//! Owari: sowing and capturing.
//!
//! A program that plays without text asks the rules themselves:
//!
//! ```
//! use ludoteca_core::{Next, Rules, Seat};
//! use ludoteca_games::owari::{Bowl, Owari};
//!
//! let owari = Owari::default();
//! let mut state = owari.start();
//! let [one, two] = [Seat::FIRST, Seat::SECOND];
//!
//! assert_eq!(owari.next(&state), Next::Move(one), "whose turn it is, and whether the game is over");
//! assert!(owari.can_move(&state, two), "has it stones on its side?");
//! assert!(owari.is_legal(&state, Bowl(3)) && !owari.is_legal(&state, Bowl(7)), "a bowl of its own that holds stones");
//!
//! for bowl in [3, 10, 2, 7, 6] {
//!     owari.play(&mut state, Bowl(bowl));
//! }
//! assert_eq!(owari.stones_in(&state, Bowl(5)), 6);
//! assert_eq!([one, two].map(|seat| state.captured(seat)), [2, 0], "the scores");
//! assert_eq!(owari.leader(&state), Some(one), "nobody where they are equal");
//! ```

mod evaluation;
mod notation;
mod rules;
mod scene;
mod texts;

use ludoteca_core::{
    Bench, Conventions, Derivation, Info, Message, OptionError, OptionSpec, Options, Preset, Seat,
    Table, TypedTable, shared,
};

pub use rules::{Bowl, Owari, State};
pub use texts::Illegal;

/// The game in a catalogue.
pub static INFO: Info = Info {
    id: "owari",
    title: "Owari",
    about: texts::ABOUT,
    summary: None,
    rules: texts::RULES,
    names: &["1", "2"],
    conventions: Conventions {
        sides: &texts::SIDES,
        far_seat: Some(Seat::SECOND),
        ..Conventions::NONE
    },
    scored: false,
    draws: true,
    minutes: (10, 20),
    options: &[
        OptionSpec::number("bowls", texts::BOWLS_OPTION, 1, 8, 6).said(texts::bowls_each),
        OptionSpec::number("stones", texts::STONES_OPTION, 1, 15, 4).said(texts::stones_each),
        OptionSpec::derived(
            "win",
            texts::WIN_OPTION,
            1,
            240,
            Derivation { rule: texts::HALF_OF_ALL, value: half },
        ),
        OptionSpec::no_progress(texts::NO_PROGRESS_OPTION, 100),
        OptionSpec::seats(2),
    ],
    presets: &[
        Preset::new(shared::CLASSIC, "owari"),
        Preset::new(shared::SMALL_BOARD, "owari bowls=4 stones=3"),
    ],
    level_scores: &[
        Some(62),
        Some(65),
        Some(65),
        Some(70),
        Some(58),
        None,
        Some(75),
        Some(50),
        Some(50),
    ],
    clear_advantage: Info::TUNED_CLEAR_ADVANTAGE,
    bench: &[Bench { options: "owari", depth: 8, nodes: 541_565, games: 5_000 }],
    searches: include_str!("data/searches.txt"),
    scatter: None,
};

/// The types of its tables.
pub type Types = (Owari,);

/// Sets up a table.
///
/// # Errors
/// Where options that are allowed one by one do not go together.
pub fn open(options: &Options) -> Result<Box<dyn Table>, OptionError> {
    let [bowls, stones, win, limit] =
        ["bowls", "stones", "win", "no-progress"].map(|key| options.number(key));
    let all = 2 * half(options);
    if win > all {
        let allowed = Message::new(texts::Phrase::WinsUpTo(all));
        return Err(options.not_allowed("win", Message::same(win.to_string()), allowed));
    }
    Ok(TypedTable::boxed(Owari::new(bowls as usize, stones, win, limit), options))
}

fn half(options: &Options) -> u32 {
    options.number("bowls") * options.number("stones")
}

#[cfg(test)]
mod tests;
