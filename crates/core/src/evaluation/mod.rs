//! What is known of a game beside its rules: how positions look without looking ahead, and what
//! helps a search to look in the right place.

mod budget;
mod features;
mod material;
mod network;

use std::ops::ControlFlow;

use crate::key;
use crate::rules::Rules;
use crate::seat::{MAX_SEATS, Seat};

pub use budget::{Budget, Stopped};
pub use features::{END_PHASE, Features, Tunable, Weight, tapered_sum};
pub use material::MaterialEvaluation;
pub use network::{LOGIT_UNIT, Learnable, Network, OUTPUT_QUANTISATION, QUANTISATION};

/// What a position is worth to each seat. 0 is as good as a draw.
pub type Scores = [i32; MAX_SEATS];

/// How a game judges its positions. A game that knows nothing special writes
/// `impl Evaluate for MyGame {}`, and plays all the same.
pub trait Evaluate: Rules + Sized {
    /// How much a seat has of what decides the game, where that can be counted: pieces, stones,
    /// points. `None` where it cannot.
    fn material(&self, _state: &Self::State, _seat: Seat) -> Option<i32> {
        None
    }

    /// What is known of its positions. It is made once a search, and may prepare what it needs.
    /// Where a game says nothing else, its [`material`](Evaluate::material) counts, and without
    /// that a search goes by random games.
    fn evaluation(&self) -> impl Evaluation<Self> {
        MaterialEvaluation(self)
    }
}

/// What every search asks about positions. A function from states to static evaluations is the
/// least of them; what only some games know is in parts of its own: [`DiceEvaluation`], [`Proofs`],
/// [`Tunable`] and [`Learnable`].
pub trait Evaluation<R: Rules>: Sync {
    /// Is any move of the game noisy?
    const HAS_NOISY: bool = false;

    /// How much is left out where it is unlikely to matter; `None` where nothing is.
    const SELECTIVE: Option<Selective> = None;

    /// By how much a static evaluation hardly ever changes in a ply: the measure of what a weaker
    /// player errs by.
    const MARGIN: i32 = match Self::SELECTIVE {
        Some(selective) => selective.margin,
        None => 100,
    };

    /// Does [`visit_scored_moves`](Evaluation::visit_scored_moves) ever leave moves out? Where it
    /// leaves but one, it is worth a look beyond.
    const PRUNES_MOVES: bool = false;

    /// How each seat stands, where the game is not over: the more the better, in hundredths. Where
    /// the weights are tuned, to be ahead by 4.00 is ten to one; elsewhere it is what the game
    /// counts.
    fn evaluate(&self, state: &R::State) -> Scores;

    /// What is left out where the search is made: [`SELECTIVE`](Evaluation::SELECTIVE), unless
    /// whoever asks knows better.
    #[inline(always)]
    fn selective(&self) -> Option<Selective> {
        Self::SELECTIVE
    }

    /// Does it stand the same whatever the position? Then random games tell more than static
    /// evaluations.
    fn is_blind(&self) -> bool {
        false
    }

    /// How good a legal move looks before it is tried: those that promise most are tried first.
    /// Between -30000 and 30000.
    fn move_score(&self, _state: &R::State, _m: R::Move) -> i32 {
        0
    }

    /// Shows `visit` the moves that may be best where a seat is to move, at least one, in the order
    /// of the rules. A move that is not shown is not better than all that are: where there is a win
    /// at hand, or one threat to answer, there is nothing else to look at.
    #[inline(always)]
    fn visit_scored_moves(
        &self,
        rules: &R,
        state: &R::State,
        visit: impl FnMut(ScoredMove<R::Move>),
    ) {
        visit_all_scored(self, rules, state, visit);
    }

    /// Does this legal move change so much, as a capture does, that no position should be judged
    /// while it can be made?
    fn is_noisy(&self, _state: &R::State, _m: R::Move) -> bool {
        false
    }

    /// A number for a move, by which a search remembers how good it was elsewhere: below 4096 and
    /// different for different moves, where that is possible.
    fn history_index(&self, m: R::Move) -> usize {
        key::of(&m) as usize % 4096
    }

    /// Who wins for certain where a seat is to move, if that can be told at a glance. It must be
    /// true.
    fn known_win(&self, _state: &R::State) -> Option<KnownWin> {
        None
    }

    /// For so many plies from here no counter of the rules, which keys leave out, can end the game.
    fn plies_to_limit(&self, _state: &R::State) -> u32 {
        u32::MAX
    }

    /// Are symmetric positions likely to be met from here, so that it pays to look for them? The
    /// same for all images of a state.
    fn uses_symmetry(&self, _state: &R::State) -> bool {
        false
    }

    /// What it knows of dice.
    fn dice(&self) -> Option<&dyn DiceEvaluation<R>> {
        None
    }

    /// What it can prove by a search of its own.
    fn proofs(&self) -> Option<&dyn Proofs<R>> {
        None
    }

    /// What the static evaluation is a weighted sum of, where it is one and its weights can be
    /// tuned.
    fn tunable(&self) -> Option<&(dyn Tunable<R> + Sync)> {
        None
    }

    /// The network that judges positions of this table, where there is one.
    fn learnable(&self) -> Option<&(dyn Learnable<R> + Sync)> {
        None
    }
}

/// Shows `visit` all moves with what they promise, in the order of the rules:
/// [`Evaluation::visit_scored_moves`] of a game that leaves none out.
#[inline(always)]
pub fn visit_all_scored<R: Rules, E: Evaluation<R> + ?Sized>(
    evaluation: &E,
    rules: &R,
    state: &R::State,
    mut visit: impl FnMut(ScoredMove<R::Move>),
) {
    let mut index = 0;
    let _ = rules.visit_moves(state, |m| -> ControlFlow<()> {
        visit(ScoredMove {
            m,
            index,
            score: evaluation.move_score(state, m),
            is_noisy: evaluation.is_noisy(state, m),
        });
        index += 1;
        ControlFlow::Continue(())
    });
}

/// The part of an [`Evaluation`] that searches with dice ask.
pub trait DiceEvaluation<R: Rules> {
    /// How many moves of this state, those that promise most, are looked at: the others are left
    /// out. All of them, unless there are far too many.
    fn beam_width(&self, _state: &R::State) -> usize {
        usize::MAX
    }

    /// Between which values the end of every game from here lies for the first seat, and all static
    /// evaluations: what a roll can change at most. `None` where that is not known.
    fn value_bounds(&self, _state: &R::State) -> Option<[i32; 2]> {
        None
    }

    /// Do these two rolls come to the same?
    fn are_alike(&self, _state: &R::State, one: R::Chance, other: R::Chance) -> bool {
        one == other
    }
}

/// The part of an [`Evaluation`] that proves wins.
pub trait Proofs<R: Rules> {
    /// A win within so many plies that the seat to move can force, found by a search that is the
    /// game's own, while the budget lets it: its moves and answers to them, up to the end. No
    /// defence holds out for longer. It must be true.
    fn forced_win(&self, state: &R::State, plies: u32, budget: &mut Budget)
    -> Option<Vec<R::Move>>;
}

impl<R: Rules, F: Fn(&R::State) -> Scores + Sync> Evaluation<R> for F {
    #[inline(always)]
    fn evaluate(&self, state: &R::State) -> Scores {
        self(state)
    }
}

/// What a search may leave out.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Selective {
    /// By how much a static evaluation hardly ever changes in a ply.
    pub margin: i32,
    /// After so many moves, and more with every ply that is still to be looked ahead, the best one
    /// has nearly always been tried.
    pub late_move_count: i32,
}

/// A move before it is tried.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct ScoredMove<M> {
    /// The move.
    pub m: M,
    /// Its place in the order of the rules, from 0.
    pub index: u16,
    /// See [`Evaluation::move_score`].
    pub score: i32,
    /// See [`Evaluation::is_noisy`].
    pub is_noisy: bool,
}

/// An end that a seat can force.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct KnownWin {
    /// Who wins, whatever the others do.
    pub winner: Seat,
    /// Within so many plies, at least one.
    pub plies: u32,
}
