//! Monte-Carlo tree search, for every game: two to four seats, with and without dice.
//!
//! A tree grows by one simulation after the other: from the root down by what each seat has found
//! best so far and has looked at least, then a judgement of the position where the tree ends, which
//! is averaged into all positions on the way. There are two [variants](MctsVariant).
//!
//! - *Plain* is UCT: positions are judged by one uniformly random game to its end, and nothing is
//!   known of the game but its rules. It is what others are measured by.
//! - *Knowing* judges positions by the evaluation, and looks first and most at the moves that it
//!   likes.
//!
//! In both, what is certain is kept apart from what is averaged ([`Proof`]): a position with a move
//! that wins is won, one whose every move is proved is proved, and nobody simulates there again.
//!
//! The same seed and the same number of simulations give the same answer on every machine: sums are
//! made in a fixed order, and of the functions whose results differ between machines none is used
//! (square roots do not differ; logarithms come from `libm`).

mod expansion;
mod rewards;
#[cfg(test)]
mod tests;
mod tree;
mod tree_search;

use ludoteca_core::evaluation::{Evaluation, Scores};
use ludoteca_core::{Rules, Seat, Verdict};

use crate::iterative_deepening::RootResult;
use crate::limits::{Limits, MAX_PLIES};
use crate::searcher::Assessment;
use tree::{Proof, ROOT};
use tree_search::TreeSearch;

/// How positions are judged, and moves chosen.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum MctsVariant {
    /// UCT with uniformly random games.
    Uct,
    /// With all that the evaluation knows.
    Guided,
}

/// How a tree is grown.
#[derive(Copy, Clone, Debug)]
pub struct MctsSettings {
    pub variant: MctsVariant,
    /// So many simulations.
    pub simulations: u64,
    /// The tree goes no deeper than so many plies.
    pub depth: u32,
    /// The tree holds no more positions than this; when it is full, simulations go on without new
    /// ones.
    pub positions: usize,
    /// What everything random is drawn from.
    pub seed: u64,
}

impl MctsSettings {
    /// By the limits of a search. Its nodes are simulations.
    pub fn new(variant: MctsVariant, limits: &Limits) -> MctsSettings {
        MctsSettings {
            variant,
            simulations: limits.nodes.unwrap_or(u64::MAX),
            depth: limits.depth.unwrap_or(MAX_PLIES).clamp(1, MAX_PLIES),
            positions: limits.memory.max(1) * POSITIONS_A_MEBIBYTE,
            seed: limits.seed,
        }
    }
}

/// A position takes some 64 bytes.
const POSITIONS_A_MEBIBYTE: usize = 1 << 14;

/// Visits of a position are counted in 32 bits, with room to spare.
const MOST_SIMULATIONS: u64 = 1 << 31;

/// Searches a state where `seat` is to move, and takes the move that was looked at most, unless
/// another is proved to be better. `deeper` is told what it has come to whenever it has done twice
/// as much. It ends when the root is proved, after as many simulations as it is allowed, and soon
/// after `stop` says so, which is asked every 1024 positions or more often, those of random games
/// among them. An only move is not thought about.
///
/// Values are those of [`RewardScale`](judge::Judge): the mean over the simulations, in the unit of
/// the evaluation.
pub fn search<R: Rules, E: Evaluation<R>>(
    rules: &R,
    state: &R::State,
    seat: Seat,
    evaluation: &E,
    settings: &MctsSettings,
    stop: &(dyn Fn() -> bool + Sync),
    deeper: &dyn Fn(&RootResult<R::Move>),
) -> RootResult<R::Move> {
    let mut simulation = TreeSearch::new(rules, state, evaluation, settings, stop);
    let most = if rules.count_moves(state) == 1 {
        1
    } else {
        settings.simulations.clamp(1, MOST_SIMULATIONS)
    };
    let mut next = FIRST_REPORT.min(most);
    while simulation.run_until(next) && next < most {
        deeper(&answer(rules, seat, &simulation));
        next = (2 * next).min(most);
    }
    answer(rules, seat, &simulation)
}

/// After so many simulations `deeper` is told for the first time.
const FIRST_REPORT: u64 = 1024;

/// What the tree says.
fn answer<R: Rules, E: Evaluation<R>>(
    rules: &R,
    seat: Seat,
    simulation: &TreeSearch<R, E>,
) -> RootResult<R::Move> {
    let tree = &simulation.tree;
    let reward_scale = &tree.reward_scale;
    let line = tree.principal_variation(seat);
    let root = &tree.nodes[ROOT];
    let (values, forced): (Scores, _) = match root.proof {
        Proof::Won(winner, plies) => {
            (reward_scale.won(winner, u32::from(plies)), Some(Verdict::Won(winner)))
        }
        Proof::Draw => ([0; 4], Some(Verdict::Draw).filter(|_| rules.seats() > 2)),
        Proof::Mean(_) => (reward_scale.hundredths(&tree.proved_rewards(root.proof)), None),
        Proof::Unproved => {
            (reward_scale.hundredths(&simulation.expected(tree.best(ROOT, seat))), None)
        }
    };
    let settled = root.proof != Proof::Unproved;
    let assessment = Assessment { values, settled, forced, principal_variation: line };
    RootResult { assessment, depth: simulation.deepest, nodes: simulation.simulations }
}
