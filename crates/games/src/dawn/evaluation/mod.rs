//! The evaluation of DAWN 11/15: the expected result, estimated from the room that each body has.
//!
//! The result is twice the larger reach minus the smaller one. Mission Control can shut in both
//! bodies and usually does: games end around 10 to 20, where an open board would give 110, and one
//! shut-in body 200. So what counts is how far a body is from being shut in: the size of its
//! region, how much of the region is near, and how narrow the way out is. In the second phase the
//! reach of Vesta counts as well, since the result depends on both reaches.

mod weights;

use ludoteca_core::Rules;
use ludoteca_core::bits::Bits;
use ludoteca_core::evaluation::{DiceEvaluation, Evaluate, Evaluation, Scores};

use super::board::{Cell, CellSet, beside, connected};
use super::rules::{Dawn, DawnStage, Move, Roll, State};

pub use weights::WEIGHTS;

impl Evaluate for Dawn {
    fn evaluation(&self) -> impl Evaluation<Self> {
        Knowledge
    }
}

struct Knowledge;

impl Evaluation<Dawn> for Knowledge {
    const MARGIN: i32 = 2000;

    /// Nature wants the result large and Mission Control wants it small. Mission Control always has
    /// 0, so that it is behind by the result.
    #[inline(always)]
    fn evaluate(&self, state: &State) -> Scores {
        [expected(state), 0, 0, 0]
    }

    /// The expected result after the move. Nothing cheaper finds the few good ones among three
    /// hundred placements.
    #[inline(always)]
    fn move_score(&self, state: &State, m: Move) -> i32 {
        let expected = expected(&Dawn.after(state, m));
        if matches!(m, Move::Place(_)) { -expected } else { expected }
    }

    fn dice(&self) -> Option<&dyn DiceEvaluation<Dawn>> {
        Some(self)
    }
}

impl DiceEvaluation<Dawn> for Knowledge {
    /// In the last round all moves are searched, since it can be searched to the end. Before that
    /// only a dozen are: a round has some 300 placements and 50 walks, so a search of all of them
    /// would never reach the next round.
    fn beam_width(&self, state: &State) -> usize {
        let is_last_round = state.bodies()[1].is_some() && state.tokens_left() <= 1;
        if is_last_round { usize::MAX } else { 12 }
    }

    fn value_bounds(&self, state: &State) -> Option<[i32; 2]> {
        Some([0, most(state)])
    }

    fn are_alike(&self, state: &State, one: Roll, other: Roll) -> bool {
        state.are_alike(one, other)
    }
}

/// The expected result, in hundredths.
#[inline(always)]
fn expected(state: &State) -> i32 {
    if state.stage() == DawnStage::Over {
        return 100 * state.result() as i32;
    }
    let (kind, features) = features(state);
    let sum: i32 =
        features.iter().zip(&WEIGHTS[kind]).map(|(feature, weight)| feature * weight).sum();
    (sum / SCALE).clamp(0, most(state))
}

/// A bound on all results, in hundredths: twice the number of free cells.
#[inline(always)]
fn most(state: &State) -> i32 {
    // A body that walks leaves its cell free, and Ceres covers one.
    200 * (state.free().count() as i32 + 1)
}

/// The unit of the weights: this many make a hundredth.
pub const SCALE: i32 = 16;

/// The number of terms in the weighted sum for the expected result.
pub const FEATURES: usize = 24;

/// Each kind of position has its own weights. The kind depends on the number of tokens that are
/// left (up to six), on whether a walk comes first, and on the bodies: only Vesta is set, both are
/// in one region, or both are apart.
pub const KINDS: usize = 3 * STAGES;

/// The number of kinds that differ only by tokens and walk.
pub const STAGES: usize = 14;

/// The kind of a position where Vesta is set, and its features. The cell of the body that walks
/// counts as free here, since the body frees it by leaving. Wherever the body walks, it stays in
/// the same region, so the region does not depend on the walk.
#[inline(always)]
pub fn features(state: &State) -> (usize, [i32; FEATURES]) {
    let [vesta, ceres] = state.bodies();
    let Some(vesta) = vesta else { return (0, [0; FEATURES]) };
    let walker = ceres.unwrap_or(vesta);
    let free = state.free() | walker.set();
    let (near, region) = spread(walker, free);
    let own = region.count() as i32 - 1;

    let (place, others) = match ceres {
        None => (ALONE, [free.count() as i32 - own - 1, 0, i32::from(near[1] <= 1), 0, 0, 0]),
        Some(_) => {
            let doors = beside(vesta.set(), free);
            let together = !(doors & region).is_empty();
            let reach = (connected(doors, free) | if together { region } else { CellSet::EMPTY })
                .count() as i32;
            // The cells that Ceres blocks for Vesta where it stands.
            let (place, apart) = if together {
                let now = connected(beside(vesta.set(), state.free()), state.free());
                (TOGETHER, reach - 1 - now.count() as i32)
            } else {
                (APART, (own - reach).abs())
            };
            let two = doors | beside(doors, free);
            let four = two | beside(two, free);
            let four = four | beside(four, free);
            let [one, two, four] = [doors, two, four].map(|set| set.count() as i32);
            (place, [reach, apart, i32::from(one <= 1), one, two, four])
        }
    };

    // Cells by how many of their neighbours are free.
    let [left, right, above, below] = [free.up(1), free.down(1), free.up(16), free.down(16)];
    let inner = free & left & right & above & below;
    let deep = inner & inner.up(1) & inner.down(1) & inner.up(16) & inner.down(16);
    let two = left & right | above & below | (left | right) & (above | below);
    let three = left & right & (above | below) | above & below & (left | right);
    let [inner, deep, dead, narrow] =
        [inner & region, deep & region, region & !two, region & two & !three]
            .map(|set| set.count() as i32);
    // How narrow is the way out?
    let neck = (2..7).map(|steps| near[steps + 1] - near[steps]).min().unwrap_or(0);

    let stage = match state.stage() {
        DawnStage::Set => 13,
        DawnStage::Walk(_) => 2 * state.tokens_left() as usize + 1,
        DawnStage::Roll | DawnStage::Place(_) | DawnStage::Over => 2 * state.tokens_left() as usize,
    };
    let [other, apart, shut, one, few, some] = others;
    // The first cells of a small region have another value than the last cells of a large one.
    let [own_8, own_20, own_45] = [8, 20, 45].map(|most| own.min(most));
    let [other_8, other_20, other_45] = [8, 20, 45].map(|most| other.min(most));
    #[rustfmt::skip]
    let features = [
        1, own, own_8, own_20, own_45, other, other_8, other_20, other_45, apart,
        near[1], near[2], near[3], near[5], near[7], neck, shut, one, few, some, inner, deep, dead, narrow,
    ];
    (place * STAGES + stage, features)
}

const ALONE: usize = 0;
const TOGETHER: usize = 1;
const APART: usize = 2;

/// The number of cells within 1, 2, … 7 steps, and of all cells that can be reached, including the
/// starting cell.
#[inline(always)]
fn spread(from: Cell, free: CellSet) -> ([i32; 8], CellSet) {
    let mut near = [0; 8];
    let mut reached = from.set();
    for count in &mut near[1..] {
        reached |= beside(reached, free);
        *count = reached.count() as i32 - 1;
    }
    (near, connected(reached, free))
}
