//! Monte-Carlo tree search (MCTS), for every game: two to four seats, with and without dice.
//!
//! A tree grows by simulations. Each simulation goes from the root down to a leaf, at every node by
//! the child with the best sum of mean reward and exploration (selection). There it adds the leaf's
//! children (expansion) and values the leaf's position. Then it adds that value to all nodes on the
//! path (backpropagation). There are two [variants](MctsVariant).
//!
//! - *Plain* is UCT: a leaf is valued by one uniformly random game to its end (a rollout), and the
//!   search knows nothing of the game but its rules. It is the baseline for the others.
//! - *Guided* values leaves by the evaluation, and searches first and most the moves that the
//!   evaluation prefers.
//!
//! In both, proved values are kept apart from averages ([`Proof`], as in MCTS-Solver): a position
//! with a winning move is won, a position whose moves are all proved is proved, and no simulation
//! goes there again.
//!
//! The same seed and the same number of simulations give the same answer on every machine. Sums are
//! made in a fixed order, and no function is used whose results differ between machines (square
//! roots do not differ; logarithms come from `libm`).

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

/// How leaves are valued and moves are selected.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum MctsVariant {
    /// UCT with uniformly random rollouts.
    Uct,
    /// With the evaluation instead of rollouts, and with priors for the moves.
    Guided,
}

/// How a tree is grown.
#[derive(Copy, Clone, Debug)]
pub struct MctsSettings {
    pub variant: MctsVariant,
    /// The number of simulations.
    pub simulations: u64,
    /// The greatest depth of the tree, in plies.
    pub depth: u32,
    /// The greatest number of nodes in the tree. When the tree is full, simulations go on without
    /// expansion.
    pub positions: usize,
    /// The seed of the random generator.
    pub seed: u64,
}

impl MctsSettings {
    /// Settings from the limits of a search. The limit on nodes counts simulations.
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

/// A node takes about 64 bytes.
const POSITIONS_A_MEBIBYTE: usize = 1 << 14;

/// Visits of a position are counted in 32 bits, with room to spare.
const MOST_SIMULATIONS: u64 = 1 << 31;

/// Searches a state where `seat` is to move. The answer is the most visited move, unless another is
/// proved to be better. `deeper` is called with the result so far each time the number of
/// simulations has doubled. The search ends when the root is proved, after the allowed number of
/// simulations, or soon after `stop` says so. `stop` is asked at least every 1024 positions,
/// including those of rollouts. A single legal move gets only one simulation.
///
/// Values come from [`RewardScale`](rewards::RewardScale): the mean over the simulations, in the
/// unit of the evaluation.
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

/// The number of simulations before `deeper` is called for the first time.
const FIRST_REPORT: u64 = 1024;

/// The result that the tree gives.
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
