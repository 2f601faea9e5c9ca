//! What is known about a game besides its rules: static evaluation of positions, and hints for a
//! search such as move scores.

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

/// What a position is worth to each seat. 0 is worth as much as a draw.
pub type Scores = [i32; MAX_SEATS];

/// How a game judges its positions. A game without special knowledge implements this with an empty
/// body (`impl Evaluate for MyGame {}`), and engines can still play it.
pub trait Evaluate: Rules + Sized {
    /// How much material a seat has, such as pieces, stones or points. `None` if the game has
    /// nothing like that to count.
    fn material(&self, _state: &Self::State, _seat: Seat) -> Option<i32> {
        None
    }

    /// The evaluation of its positions. It is made once for each search, and may prepare what it
    /// needs. By default it counts [`material`](Evaluate::material). If there is none to count,
    /// searches use random games.
    fn evaluation(&self) -> impl Evaluation<Self> {
        MaterialEvaluation(self)
    }
}

/// What a search asks about positions. A plain function from states to static evaluations is the
/// simplest implementation. Knowledge that only some games have is in separate traits:
/// [`DiceEvaluation`], [`Proofs`], [`Tunable`] and [`Learnable`].
pub trait Evaluation<R: Rules>: Sync {
    /// Can any move of the game be noisy?
    const HAS_NOISY: bool = false;

    /// How much the search prunes where it is unlikely to matter; `None` if it prunes nothing.
    const SELECTIVE: Option<Selective> = None;

    /// One ply hardly ever changes the static evaluation by more than this. The errors of weaker
    /// players are measured in it.
    const MARGIN: i32 = match Self::SELECTIVE {
        Some(selective) => selective.margin,
        None => 100,
    };

    /// Does [`visit_scored_moves`](Evaluation::visit_scored_moves) ever leave moves out? If so, the
    /// search is extended by a ply where only one move is left.
    const PRUNES_MOVES: bool = false;

    /// The static evaluation for each seat in a game that is not over, in hundredths; more is
    /// better. In games with tuned weights a lead of 4.00 means odds of ten to one. In other games
    /// the unit is what the game counts.
    fn evaluate(&self, state: &R::State) -> Scores;

    /// How much the search prunes. By default this is [`SELECTIVE`](Evaluation::SELECTIVE); a
    /// wrapper can override it.
    #[inline(always)]
    fn selective(&self) -> Option<Selective> {
        Self::SELECTIVE
    }

    /// Is the static evaluation the same for all positions? Random games are then the better
    /// measure.
    fn is_blind(&self) -> bool {
        false
    }

    /// How good a legal move looks before it is tried, from -30000 to 30000. Moves with higher
    /// scores are tried first.
    fn move_score(&self, _state: &R::State, _m: R::Move) -> i32 {
        0
    }

    /// Calls `visit` with the moves that may be best where a seat is to move: at least one, in the
    /// order of the rules. Some move among these is at least as good as any that is left out. For
    /// example, if there is an immediate win, or a threat that must be answered, other moves can be
    /// left out.
    #[inline(always)]
    fn visit_scored_moves(
        &self,
        rules: &R,
        state: &R::State,
        visit: impl FnMut(ScoredMove<R::Move>),
    ) {
        visit_all_scored(self, rules, state, visit);
    }

    /// Is this legal move noisy, like a capture? A position with noisy moves should not be judged
    /// by its static evaluation alone.
    fn is_noisy(&self, _state: &R::State, _m: R::Move) -> bool {
        false
    }

    /// The index of a move in the history table of a search. It is below 4096 and, where possible,
    /// different for different moves.
    fn history_index(&self, m: R::Move) -> usize {
        key::of(&m) as usize % 4096
    }

    /// A certain win in a position where a seat is to move, if it can be recognised without a
    /// search. It must be correct.
    fn known_win(&self, _state: &R::State) -> Option<KnownWin> {
        None
    }

    /// A number of plies from here within which no counter of the rules can end the game. Keys
    /// leave these counters out.
    fn plies_to_limit(&self, _state: &R::State) -> u32 {
        u32::MAX
    }

    /// Are symmetric positions likely to occur from here, so that it pays to recognise them? The
    /// answer is the same for all images of a state.
    fn uses_symmetry(&self, _state: &R::State) -> bool {
        false
    }

    /// Its knowledge about dice, if it has any.
    fn dice(&self) -> Option<&dyn DiceEvaluation<R>> {
        None
    }

    /// Its own search for proven wins, if it has one.
    fn proofs(&self) -> Option<&dyn Proofs<R>> {
        None
    }

    /// The features of the static evaluation, if it is a weighted sum whose weights can be tuned.
    fn tunable(&self) -> Option<&(dyn Tunable<R> + Sync)> {
        None
    }

    /// The network that evaluates positions of this table, if there is one.
    fn learnable(&self) -> Option<&(dyn Learnable<R> + Sync)> {
        None
    }
}

/// Calls `visit` with all moves and their scores, in the order of the rules. This is
/// [`Evaluation::visit_scored_moves`] for a game that leaves none out.
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

/// The part of an [`Evaluation`] for searches in games with dice.
pub trait DiceEvaluation<R: Rules> {
    /// The number of moves of this state that are searched, best scores first. The others are left
    /// out. By default all moves are searched.
    fn beam_width(&self, _state: &R::State) -> usize {
        usize::MAX
    }

    /// Bounds on the value for the first seat: the result of every game from here and all static
    /// evaluations lie between them. They limit what a roll can change. `None` if no bounds are
    /// known.
    fn value_bounds(&self, _state: &R::State) -> Option<[i32; 2]> {
        None
    }

    /// Do these two rolls have the same effect?
    fn are_alike(&self, _state: &R::State, one: R::Chance, other: R::Chance) -> bool {
        one == other
    }
}

/// The part of an [`Evaluation`] that proves wins.
pub trait Proofs<R: Rules> {
    /// A win within `plies` plies that the seat to move can force, found by the game's own search
    /// within the budget. The moves are those of both sides up to the end. No defence lasts longer.
    /// It must be correct.
    fn forced_win(&self, state: &R::State, plies: u32, budget: &mut Budget)
    -> Option<Vec<R::Move>>;
}

impl<R: Rules, F: Fn(&R::State) -> Scores + Sync> Evaluation<R> for F {
    #[inline(always)]
    fn evaluate(&self, state: &R::State) -> Scores {
        self(state)
    }
}

/// How much a search may prune.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Selective {
    /// One ply hardly ever changes the static evaluation by more than this.
    pub margin: i32,
    /// After this many moves the best one has nearly always been tried. The number grows with the
    /// remaining depth.
    pub late_move_count: i32,
}

/// A move before it is tried.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct ScoredMove<M> {
    /// The move.
    pub m: M,
    /// Its index in the order of the rules, from 0.
    pub index: u16,
    /// See [`Evaluation::move_score`].
    pub score: i32,
    /// See [`Evaluation::is_noisy`].
    pub is_noisy: bool,
}

/// A win that a seat can force.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct KnownWin {
    /// The seat that wins, whatever the others do.
    pub winner: Seat,
    /// The win takes at most this many plies. At least 1.
    pub plies: u32,
}
