//! Alquerque: the ancestor of draughts, on 25 points.
//!
//! It is also the example of how a program uses the rules of a game. All games offer the same
//! methods, the contract of [`Rules`](ludoteca_core::Rules); only the points and the pieces are
//! Alquerque's own.
//!
//! ```
//! use ludoteca_core::{Next, Rules, Seat};
//! use ludoteca_games::alquerque::{Alquerque, Move};
//!
//! // A new board: the starting position with white, the first seat, to move.
//! let rules = Alquerque;
//! let mut board = rules.start();
//! assert_eq!(rules.next(&board), Next::Move(Seat::FIRST));
//!
//! // The positions of all pieces, in ascending order.
//! assert!(board.black().eq(1..=12));
//! assert!(board.white().eq(14..=25));
//!
//! // All legal moves, in ascending order of origin and destination.
//! assert_eq!(rules.moves(&board), [Move::new(17, 13), Move::new(18, 13), Move::new(19, 13)]);
//!
//! // A move is a pair of any two integers; one off the board is simply illegal.
//! assert!(rules.is_legal(&board, Move::new(18, 13)));
//! assert!(!rules.is_legal(&board, Move::new(-7, 26)));
//!
//! // Making a move, on the board itself or on a copy.
//! let copy = rules.after(&board, Move::new(18, 13));
//! rules.play(&mut board, Move::new(18, 13));
//! assert_eq!(board, copy);
//! assert_eq!(rules.next(&board), Next::Move(Seat::SECOND));
//!
//! // Equality and hash cover pieces, side to move and move number. Searchers use the key, which leaves the number out.
//! assert_eq!(rules.key(&board), rules.key(&copy));
//!
//! // Is the game over?
//! while let Some(m) = rules.moves(&board).last() {
//!     rules.play(&mut board, *m);
//! }
//! assert!(matches!(rules.next(&board), Next::Over(_)));
//! ```

mod evaluation;
mod notation;
mod rules;
mod scene;
mod texts;

use ludoteca_core::{
    Bench, Conventions, Info, Listing, OptionError, OptionSpec, Options, Preset, Seat, Table,
    TypedTable, shared,
};

pub use rules::{Alquerque, Move, State};
pub use texts::Illegal;

/// The game in a catalogue.
pub static INFO: Info = Info {
    id: "alquerque",
    title: "Alquerque",
    about: texts::ABOUT,
    rules: texts::RULES,
    names: &["W", "B"],
    conventions: Conventions {
        sides: &texts::COLOURS,
        listing: Listing::Plain,
        series: true,
        far_seat: Some(Seat::SECOND),
        ..Conventions::NONE
    },
    scored: false,
    draws: true,
    minutes: (15, 30),
    options: &[OptionSpec::seats(2)],
    presets: &[Preset::new(shared::CLASSIC, "alquerque")],
    level_scores: &[Some(59), Some(50), Some(55), Some(59), Some(52)],
    clear_advantage: Info::TUNED_CLEAR_ADVANTAGE,
    bench: &[Bench { options: "alquerque", depth: 9, nodes: 286_624, games: 3_000 }],
    searches: include_str!("data/searches.txt"),
    scatter: None,
};

/// The types of its tables.
pub type Types = (Alquerque,);

/// Sets up a table.
///
/// # Errors
/// Where options that are allowed one by one do not go together.
pub fn open(options: &Options) -> Result<Box<dyn Table>, OptionError> {
    Ok(TypedTable::boxed(Alquerque, options))
}

#[cfg(test)]
mod tests;
