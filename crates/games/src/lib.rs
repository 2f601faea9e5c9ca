#![doc = include_str!("../README.md")]

pub mod catalog;
#[cfg(feature = "fuzzing")]
pub mod fuzzing;
mod lines;
mod phrases;
#[cfg(test)]
mod testing;
mod three_by_three;

/// Declares the module of each listed game, and makes a catalogue of them all.
macro_rules! games {
    ($($game:ident),+ $(,)?) => {
        $(pub mod $game;)+

        ludoteca_core::catalog! {
            /// The type of [`CATALOG`].
            pub struct Games = [$($game),+];
        }
    };
}

// The list of games, in the order in which people are shown them. No other place lists the games.
games![cn, ttt, attt, ataxx, breakthrough, owari, dawn, alquerque];

/// All games.
pub static CATALOG: Games = Games;

/// The code in the README of the project, which is run as a test.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct FirstPage;
