//! How positions look, by rules of thumb: one file a game. And the way from a table to the evaluation of its game.

mod alquerque;
mod ataxx;
mod attt;
mod breakthrough;
mod cn;
pub mod dawn;
mod dawn_weights;
mod features;
pub mod network;
mod owari;
#[cfg(test)]
mod tests;
mod ttt;

use std::ops::ControlFlow;

use ludoteca_core::bits::{Bits128, Bits256, Bits384};
use ludoteca_core::{Game, NoDice, Rules, Seat, Table, TypedTable, key};
use ludoteca_games::alquerque::Alquerque;
use ludoteca_games::ataxx::Ataxx;
use ludoteca_games::attt::AdvancedTicTacToe;
use ludoteca_games::breakthrough::Breakthrough;
use ludoteca_games::cn::Connect;
use ludoteca_games::dawn::Dawn;
use ludoteca_games::owari::Owari;
use ludoteca_games::ttt::TicTacToe;

use crate::score::{INFINITE, Scores};
use crate::searcher::Watch;

pub use features::{LAST_STAGE, Tunable, Weight};
use network::Learnable;
pub use network::UNIT;

/// A game whose positions can be judged without looking ahead.
pub trait Evaluate: Game + Sized {
    /// What is known of its positions. It is made once a search, and may prepare what it needs.
    fn evaluation(&self) -> impl Evaluation<Self>;
}

/// What is known of a game beside its rules. A function from states to standings is the least of them.
pub trait Evaluation<R: Rules>: Sync {
    /// Is any move of the game loud?
    const HAS_LOUD: bool = false;

    /// How much is left out where it is unlikely to matter; `None` where nothing is.
    const SELECTIVE: Option<Selective> = None;

    /// By how much a standing hardly ever changes in a ply: the measure of what a weaker player errs by.
    const MARGIN: i32 = match Self::SELECTIVE {
        Some(selective) => selective.margin,
        None => 100,
    };

    /// Does [`visit_promising`](Evaluation::visit_promising) ever leave moves out? Where it leaves but one, it is worth a look beyond.
    const NARROWS: bool = false;

    /// How each seat stands, where the game is not over: the more the better, in hundredths. Where the weights are tuned, to be ahead by 4.00 is
    /// ten to one; elsewhere it is what the game counts.
    fn standing(&self, state: &R::State) -> Scores;

    /// How good a legal move looks before it is tried: those that promise most are tried first. Between -30000 and 30000.
    fn promise(&self, _state: &R::State, _m: R::Move) -> i32 {
        0
    }

    /// Shows `visit` the moves that may be best where a seat is to move, at least one, in the order of the rules. A move that is not shown is
    /// not better than all that are: where there is a win at hand, or one threat to answer, there is nothing else to look at.
    #[inline(always)]
    fn visit_promising(&self, rules: &R, state: &R::State, mut visit: impl FnMut(Prospect<R::Move>)) {
        let mut index = 0;
        let _ = rules.visit_moves(state, |m| -> ControlFlow<()> {
            visit(Prospect { m, index, promise: self.promise(state, m), is_loud: self.is_loud(state, m) });
            index += 1;
            ControlFlow::Continue(())
        });
    }

    /// Does this legal move change so much, as a capture does, that no position should be judged while it can be made?
    fn is_loud(&self, _state: &R::State, _m: R::Move) -> bool {
        false
    }

    /// A number for a move, by which a search remembers how good it was elsewhere: below 4096 and different for different moves, where that is
    /// possible.
    fn slot(&self, m: R::Move) -> usize {
        key::of(&m) as usize % 4096
    }

    /// Who wins for certain where a seat is to move, if that can be told at a glance. It must be true.
    fn foreseen(&self, _state: &R::State) -> Option<Foreseen> {
        None
    }

    /// A win within so many plies that the seat to move can force, found by a search that is the game's own, while the watch lets it: its moves
    /// and answers to them, up to the end. No defence holds out for longer. It must be true.
    fn forced_win(&self, _state: &R::State, _plies: u32, _watch: &mut Watch) -> Option<Vec<R::Move>> {
        None
    }

    /// For so many plies from here no counter of the rules, which keys leave out, can end the game.
    fn plies_left(&self, _state: &R::State) -> u32 {
        u32::MAX
    }

    /// What the standing is a weighted sum of, where it is one and its weights can be tuned.
    fn tunable(&self) -> Option<&(dyn Tunable<R> + Sync)> {
        None
    }

    /// The network that judges positions of this table, where there is one.
    fn learnable(&self) -> Option<&(dyn Learnable<R> + Sync)> {
        None
    }

    /// How many moves of this state, those that promise most, a search with dice looks at: the others are left out. All of them, unless there
    /// are far too many.
    fn breadth(&self, _state: &R::State) -> usize {
        usize::MAX
    }

    /// Between which values the end of every game from here lies for the first seat, and all standings: what a roll can change at most.
    fn range(&self, _state: &R::State) -> [i32; 2] {
        [-INFINITE, INFINITE]
    }

    /// Do these two rolls come to the same?
    fn are_alike(&self, _state: &R::State, one: R::Chance, other: R::Chance) -> bool {
        one == other
    }

    /// Are symmetric positions likely to be met from here, so that it pays to look for them? The same for all images of a state.
    fn folds(&self, _state: &R::State) -> bool {
        false
    }
}

impl<R: Rules, F: Fn(&R::State) -> Scores + Sync> Evaluation<R> for F {
    #[inline(always)]
    fn standing(&self, state: &R::State) -> Scores {
        self(state)
    }
}

/// What a search may leave out.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Selective {
    /// By how much a standing hardly ever changes in a ply.
    pub margin: i32,
    /// After so many moves, and more with every ply that is still to be looked ahead, the best one has nearly always been tried.
    pub late: i32,
}

/// A move before it is tried.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Prospect<M> {
    pub m: M,
    /// Its place in the order of the rules, from 0.
    pub index: u16,
    /// See [`Evaluation::promise`].
    pub promise: i32,
    /// See [`Evaluation::is_loud`].
    pub is_loud: bool,
}

/// An end that a seat can force.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Foreseen {
    /// Who wins, whatever the others do.
    pub winner: Seat,
    /// Within so many plies, at least one.
    pub plies: u32,
}

/// Typed code for a table whose game has an evaluation.
pub trait Visitor {
    /// What the work comes to.
    type Output;
    /// Does the work for a game without dice, which the compiler knows.
    fn without_dice<G: Evaluate + Rules<Chance = NoDice>>(self, table: &TypedTable<G>) -> Self::Output;
    /// Does the work for a game of three or four seats without dice, where that is something else.
    fn many_seats<G: Evaluate + Rules<Chance = NoDice>>(self, table: &TypedTable<G>) -> Self::Output
    where
        Self: Sized,
    {
        self.without_dice(table)
    }
    /// Does the work for a game with dice.
    fn with_dice<G: Evaluate>(self, table: &TypedTable<G>) -> Self::Output;
}

/// Typed code that does the same for every game.
pub trait Uniform {
    /// What the work comes to.
    type Output;
    /// Does the work.
    fn visit<G: Evaluate>(self, table: &TypedTable<G>) -> Self::Output;
}

/// A [`Visitor`] that is [`Uniform`].
pub struct Alike<U>(pub U);

impl<U: Uniform> Visitor for Alike<U> {
    type Output = U::Output;

    fn without_dice<G: Evaluate + Rules<Chance = NoDice>>(self, table: &TypedTable<G>) -> U::Output {
        self.0.visit(table)
    }

    fn with_dice<G: Evaluate>(self, table: &TypedTable<G>) -> U::Output {
        self.0.visit(table)
    }
}

/// Lists the games by the types that the catalogue opens, a game of several widths by each of them.
macro_rules! evaluations {
    (without_dice: $($plain:ty),+; many_seats: $($many:ty),+; with_dice: $($chancy:ty),+;) => {
        /// Hands a table with its types to typed code.
        ///
        /// # Panics
        /// Where the table was not opened by the catalogue of games.
        pub fn visit<V: Visitor>(table: &dyn Table, visitor: V) -> V::Output {
            let any = table.as_any();
            $(if let Some(table) = any.downcast_ref::<TypedTable<$plain>>() {
                return visitor.without_dice(table);
            })+
            $(if let Some(table) = any.downcast_ref::<TypedTable<$many>>() {
                return visitor.many_seats(table);
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
        Ataxx<u64, 2>, Ataxx<u128, 2>, Ataxx<Bits256, 2>,
        Breakthrough<u64>, Breakthrough<u128>, Breakthrough<Bits256>,
        Owari,
        Alquerque;
    many_seats:
        Connect<u64, 4>, Connect<Bits128, 4>, Connect<Bits256, 4>, Connect<Bits384, 4>,
        Ataxx<u64, 4>, Ataxx<u128, 4>, Ataxx<Bits256, 4>;
    with_dice:
        Dawn;
}
