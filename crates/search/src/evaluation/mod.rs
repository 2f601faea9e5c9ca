//! How positions look, by rules of thumb: one file a game. And the way from a table to the evaluation of its game.

mod alquerque;
mod ataxx;
mod attt;
mod breakthrough;
mod cn;
mod dawn;
mod owari;
mod ttt;

use ludoteca_core::bits::{Bits128, Bits256, Bits384};
use ludoteca_core::{Game, NoDice, Rules, Table, TypedTable};
use ludoteca_games::alquerque::Alquerque;
use ludoteca_games::ataxx::Ataxx;
use ludoteca_games::attt::AdvancedTicTacToe;
use ludoteca_games::breakthrough::Breakthrough;
use ludoteca_games::cn::Connect;
use ludoteca_games::dawn::Dawn;
use ludoteca_games::owari::Owari;
use ludoteca_games::ttt::TicTacToe;

use crate::score::Scores;

/// A game whose positions can be judged without looking ahead.
pub trait Evaluate: Game {
    /// What tells how a seat stands, where the game is not over: the more the better, in hundredths of what the game counts. It is made once
    /// a search, and may prepare what it needs.
    fn evaluation(&self) -> impl Fn(&Self::State) -> Scores + Sync;
}

/// Typed code for a table whose game has an evaluation.
pub trait Visitor {
    /// What the work comes to.
    type Output;
    /// Does the work for a game without dice, which the compiler knows.
    fn without_dice<G: Evaluate + Rules<Chance = NoDice>>(self, table: &TypedTable<G>) -> Self::Output;
    /// Does the work for a game with dice.
    fn with_dice<G: Evaluate>(self, table: &TypedTable<G>) -> Self::Output;
}

/// Lists the games by the types that the catalogue opens, a game of several widths by each of them.
macro_rules! evaluations {
    (without_dice: $($plain:ty),+; with_dice: $($chancy:ty),+;) => {
        /// Hands a table with its types to typed code.
        ///
        /// # Panics
        /// Where the table was not opened by the catalogue of games.
        pub fn visit<V: Visitor>(table: &dyn Table, visitor: V) -> V::Output {
            let any = table.as_any();
            $(if let Some(table) = any.downcast_ref::<TypedTable<$plain>>() {
                return visitor.without_dice(table);
            })+
            $(if let Some(table) = any.downcast_ref::<TypedTable<$chancy>>() {
                return visitor.with_dice(table);
            })+
            panic!("{} has no evaluation", table.options());
        }
    };
}

evaluations! {
    without_dice:
        TicTacToe,
        AdvancedTicTacToe,
        Connect<u64, 2>, Connect<Bits128, 2>, Connect<Bits256, 2>, Connect<Bits384, 2>,
        Connect<u64, 4>, Connect<Bits128, 4>, Connect<Bits256, 4>, Connect<Bits384, 4>,
        Ataxx<u64, 2>, Ataxx<u128, 2>, Ataxx<Bits256, 2>,
        Ataxx<u64, 4>, Ataxx<u128, 4>, Ataxx<Bits256, 4>,
        Breakthrough<u64>, Breakthrough<u128>, Breakthrough<Bits256>,
        Owari,
        Alquerque;
    with_dice:
        Dawn;
}
