//! Alquerque: the ancestor of draughts, on 25 points.
//!
//! It is also the example of how a program uses the rules of a game. All games offer the same
//! methods, the contract of [`Rules`](ludoteca_core::Rules); only the points and the pieces are
//! Alquerque's own.
//!
//! # Boards and moves
//! A board is a [`State`], a move a [`Move`]. [`Alquerque`] has the rules.
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
//! // A move is an immutable pair of any two integers; one off the board is simply illegal.
//! let forward = Move::new(18, 13);
//! assert_eq!((forward.from(), forward.to()), (18, 13));
//! assert!(rules.is_legal(&board, forward));
//! assert!(!rules.is_legal(&board, Move::new(-7, 26)));
//!
//! // Making a move, on the board itself or on a copy.
//! let copy = rules.after(&board, forward);
//! rules.play(&mut board, forward);
//! assert_eq!(board, copy);
//! assert_eq!(rules.next(&board), Next::Move(Seat::SECOND));
//!
//! // Equality and hash agree, and cover pieces, side to move and move number. Searchers use the
//! // key, which leaves the number out.
//! assert_eq!(rules.key(&board), rules.key(&copy));
//!
//! // Is the game over?
//! while let Some(m) = rules.moves(&board).last() {
//!     rules.play(&mut board, *m);
//! }
//! assert!(matches!(rules.next(&board), Next::Over(_)));
//! ```
//!
//! # A player
//! `next_move` of `ludoteca_search` is the minimax player: it answers for the side whose turn it
//! is.
//!
//! ```
//! use ludoteca_core::Rules;
//! use ludoteca_games::alquerque::{Alquerque, Move};
//! use ludoteca_opponents::OPPONENTS; // the searches, compiled for the eight games
//! use ludoteca_search::{Searchable, next_move};
//!
//! let board = Alquerque.after(&Alquerque.start(), Move::new(18, 13));
//! let answer = next_move(&Alquerque, &board, 4).expect("black is to move");
//! assert!(Alquerque.is_legal(&board, answer));
//!
//! // The same on a table, where moves are text.
//! let mut table = OPPONENTS.open_line("alquerque")?;
//! table.step("18 13")?;
//! let typed = OPPONENTS.next_move(&*table, 4).expect("black is to move");
//! assert_eq!(typed, format!("{} {}", answer.from(), answer.to()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Counting games
//! Games are counted where they are played, once each: boards that a search tries do not count.
//!
//! ```
//! use ludoteca_games::catalog;
//! use ludoteca_play::seeds::Seed;
//! use ludoteca_play::{Command, Play, Series, Setup};
//!
//! let options = catalog::parse("alquerque")?;
//! let record = Setup::new(options, Seed::Number(7)).record()?;
//! let mut play = Play::open(record, catalog::open)?;
//! let mut series = Series::default();
//! for finished in 1..=3 {
//!     while play.ending().is_none() {
//!         play.tell(Command::Random);
//!     }
//!     series.count(play.ending().expect("the game is over"));
//!     assert_eq!(series.played, finished);
//!     play.tell(Command::Restart(None));
//! }
//! assert_eq!(series.wins[0] + series.wins[1] + series.draws, 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
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
    summary: None,
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
