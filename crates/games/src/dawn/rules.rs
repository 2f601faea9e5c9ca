//! The rules of DAWN 11/15.

use std::fmt;
use std::ops::ControlFlow;

use ludoteca_core::bits::Bits;
use ludoteca_core::{Chance, Next, Outcome, Rules, Seat, Verdict, random};
use rand_core::Rng;

use super::board::{self, ALL, COLS, Cell, CellSet, DAWN, Placement, lengths};

/// The seat that sets the bodies and walks them.
pub(super) const NATURE: Seat = Seat::FIRST;
/// The seat of Mission Control, which lays the tokens.
pub(super) const MISSION: Seat = Seat::SECOND;

/// DAWN 11/15 has no options.
#[derive(Copy, Clone, Default, Debug)]
pub struct Dawn;

/// The board, the bodies, the tokens left and what comes next.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct State {
    pub(super) free: CellSet,
    /// Vesta and Ceres, once they are set.
    pub(super) bodies: [Option<Cell>; 2],
    /// The running phase, from 0; also the index of its body.
    pub(super) phase: u8,
    /// The tokens left in this phase's set: bit n for length n.
    pub(super) left: u8,
    pub(super) stage: DawnStage,
}

/// What a game waits for.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum DawnStage {
    /// Nature is to set the phase's body.
    Set,
    /// The die is to be rolled.
    Roll,
    /// Mission Control is to lay a token after this roll.
    Place(Roll),
    /// Nature is to walk, up to this many steps.
    Walk(u8),
    /// Both phases are over.
    Over,
}

/// What a seat does: Nature sets and walks, Mission Control lays.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Move {
    /// Sets the phase's body.
    Set(Cell),
    /// Lays a token.
    Place(Placement),
    /// Walks the phase's body, by whatever path, to this cell.
    Walk(Cell),
}

/// What the die shows: the length of a token, 2 to 7.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Roll(u8);

impl Chance for Roll {}

impl Roll {
    pub(super) fn new(length: u8) -> Option<Roll> {
        (2..=DAWN).contains(&length).then_some(Roll(length))
    }

    pub(super) fn all() -> impl Iterator<Item = Roll> {
        (2..=DAWN).map(Roll)
    }

    /// The length, from 2 to 7, which is DAWN.
    #[inline(always)]
    pub fn length(self) -> u8 {
        self.0
    }
}

/// Writes the roll as people type it: `5`, or `DAWN` for the longest token.
impl fmt::Display for Roll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == DAWN { f.write_str("DAWN") } else { self.0.fmt(f) }
    }
}

/// A whole set of tokens.
pub(super) const WHOLE_SET: u8 = 0b1111_1100;

impl State {
    /// What the game waits for.
    pub fn stage(&self) -> DawnStage {
        self.stage
    }

    /// The cells where nothing lies.
    #[inline(always)]
    pub fn free(&self) -> CellSet {
        self.free
    }

    /// Where Vesta and Ceres are, once they are set.
    #[inline(always)]
    pub fn bodies(&self) -> [Option<Cell>; 2] {
        self.bodies
    }

    /// How many tokens are left in this phase's set.
    #[inline(always)]
    pub fn tokens_left(&self) -> u32 {
        self.left.count_ones()
    }

    /// Do these two rolls allow the same tokens, so that they have the same effect?
    #[inline(always)]
    pub fn are_alike(&self, one: Roll, other: Roll) -> bool {
        self.allowed(one) == self.allowed(other)
    }

    /// What lies on a cell: `V`, `C`, `+` for a token, `-` for nothing.
    pub fn symbol(&self, cell: Cell) -> char {
        if self.bodies[0] == Some(cell) {
            'V'
        } else if self.bodies[1] == Some(cell) {
            'C'
        } else if self.free.has(cell.bit()) {
            '-'
        } else {
            '+'
        }
    }

    /// The symbols of a row, from 0 at the top.
    pub(super) fn row(&self, row: usize) -> String {
        (0..COLS).map(|col| self.symbol(Cell::at(row, col))).collect()
    }

    /// How many free cells Vesta and Ceres can reach, where each is set.
    #[inline(always)]
    pub fn reach(&self) -> [u32; 2] {
        let near = self
            .bodies
            .map(|body| body.map_or(CellSet::EMPTY, |cell| board::beside(cell.set(), self.free)));
        // In most cases both reach the same region.
        let region = match near[0].is_empty() {
            true => CellSet::EMPTY,
            false => board::connected(CellSet::single(near[0].first()), self.free),
        };
        near.map(|near| {
            let all = if (near & !region).is_empty() && !near.is_empty() {
                region
            } else {
                board::connected(near, self.free)
            };
            all.count()
        })
    }

    /// The result of the game. Nature wants it large and Mission Control small.
    #[inline(always)]
    pub fn result(&self) -> u32 {
        let [vesta, ceres] = self.reach();
        vesta.max(ceres) + vesta.abs_diff(ceres)
    }

    /// The tokens that may be laid after a roll: the one of that length, or the next smaller and
    /// the next larger that are left.
    #[inline(always)]
    pub(super) fn allowed(&self, Roll(rolled): Roll) -> u8 {
        let (smaller, larger) = (self.left & ((1 << rolled) - 1), self.left & (!1 << rolled));
        if self.left >> rolled & 1 != 0 {
            return 1 << rolled;
        }
        let largest = 0x80u8.checked_shr(smaller.leading_zeros()).unwrap_or(0);
        largest | larger & larger.wrapping_neg()
    }

    /// Does a token that may be laid after this roll fit anywhere?
    #[inline(always)]
    pub(super) fn can_lay(&self, rolled: Roll) -> bool {
        lengths(self.allowed(rolled)).any(|length| board::fits(length, self.free))
    }

    /// Is there a free cell beside this phase's body?
    #[inline(always)]
    pub(super) fn can_step(&self) -> bool {
        !board::beside(self.body().set(), self.free).is_empty()
    }

    /// The cell of this phase's body.
    #[inline(always)]
    pub(super) fn body(&self) -> Cell {
        self.bodies[usize::from(self.phase)].expect("a phase begins with its body")
    }

    /// The cells where a walk can end. The body's own cell is among them, since every token allows
    /// enough steps to go out and back.
    #[inline(always)]
    fn walks(&self, steps: u8) -> CellSet {
        board::within(steps, self.body(), self.free)
    }

    /// The `n`-th way to lay a token.
    #[inline(always)]
    fn nth_placement(&self, rolled: Roll, mut n: u32) -> Option<Move> {
        board::visit_families(self.allowed(rolled), self.free, |shape, firsts| {
            let count = firsts.count();
            if n < count {
                let first = Cell::from_bit(firsts.nth(n));
                return ControlFlow::Break(Move::Place(Placement::of_family(shape, first)));
            }
            n -= count;
            ControlFlow::Continue(())
        })
        .break_value()
    }

    /// Removes a token of this length from the set, after it was laid or discarded.
    #[inline(always)]
    fn token_used(&mut self, length: u8) {
        self.left &= !(1 << length);
        if self.can_step() {
            self.stage = DawnStage::Walk(length);
        } else {
            self.end_round();
        }
    }

    #[inline(always)]
    fn end_round(&mut self) {
        self.stage = if self.left != 0 {
            DawnStage::Roll
        } else if self.phase == 0 {
            (self.phase, self.left) = (1, WHOLE_SET);
            DawnStage::Set
        } else {
            DawnStage::Over
        };
    }
}

impl Rules for Dawn {
    type State = State;
    type Move = Move;
    type Chance = Roll;

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> State {
        State { free: ALL, bodies: [None; 2], phase: 0, left: WHOLE_SET, stage: DawnStage::Set }
    }

    #[inline(always)]
    fn next(&self, state: &State) -> Next {
        match state.stage {
            DawnStage::Set | DawnStage::Walk(_) => Next::Move(NATURE),
            DawnStage::Place(_) => Next::Move(MISSION),
            DawnStage::Roll => Next::Chance,
            DawnStage::Over => {
                let result = state.result() as i32;
                Next::Over(Outcome { verdict: Verdict::Scored, points: [result, -result, 0, 0] })
            }
        }
    }

    /// Visits cells row by row, and tokens by length, across before down.
    #[inline(always)]
    fn visit_moves<B>(
        &self,
        state: &State,
        mut visit: impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        match state.stage {
            DawnStage::Set => {
                state.free.iter().try_for_each(|bit| visit(Move::Set(Cell::from_bit(bit))))
            }
            DawnStage::Walk(steps) => {
                state.walks(steps).iter().try_for_each(|bit| visit(Move::Walk(Cell::from_bit(bit))))
            }
            DawnStage::Place(rolled) => {
                board::visit_families(state.allowed(rolled), state.free, |shape, firsts| {
                    firsts.iter().try_for_each(|bit| {
                        visit(Move::Place(Placement::of_family(shape, Cell::from_bit(bit))))
                    })
                })
            }
            DawnStage::Roll | DawnStage::Over => ControlFlow::Continue(()),
        }
    }

    #[inline(always)]
    fn play(&self, state: &mut State, m: Move) {
        match m {
            Move::Set(cell) => {
                state.free &= !cell.set();
                state.bodies[usize::from(state.phase)] = Some(cell);
                state.stage = DawnStage::Roll;
            }
            Move::Place(placement) => {
                state.free &= !placement.cells();
                state.token_used(placement.length());
            }
            Move::Walk(cell) => {
                state.free |= state.body().set();
                state.free &= !cell.set();
                state.bodies[usize::from(state.phase)] = Some(cell);
                state.end_round();
            }
        }
    }

    #[inline(always)]
    fn visit_chances<B>(
        &self,
        state: &State,
        visit: impl FnMut(Roll, u32) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut visit = visit;
        if state.stage == DawnStage::Roll {
            for length in 2..=DAWN {
                visit(Roll(length), 1)?;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn roll(&self, state: &mut State, rolled: Roll) {
        if state.can_lay(rolled) {
            state.stage = DawnStage::Place(rolled);
        } else {
            // Nothing fits: the token that was rolled is discarded, or the next smaller, else the
            // next larger one.
            let discarded = state.allowed(rolled).trailing_zeros();
            state.token_used(discarded as u8);
        }
    }

    fn skipped(&self, before: &State, after: &State) -> Vec<Seat> {
        match (before.stage, after.stage) {
            (DawnStage::Roll, DawnStage::Place(_)) | (DawnStage::Place(_), DawnStage::Walk(_)) => {
                vec![]
            }
            (DawnStage::Roll, DawnStage::Walk(_)) => vec![MISSION],
            (DawnStage::Roll, _) => vec![MISSION, NATURE],
            (DawnStage::Place(_), _) => vec![NATURE],
            _ => vec![],
        }
    }

    fn symmetries(&self) -> usize {
        4
    }

    fn image(&self, state: &State, k: usize) -> State {
        let cells = state.free.iter().map(|bit| Cell::from_bit(bit).image(k).set());
        State {
            free: cells.fold(CellSet::EMPTY, |image, cell| image | cell),
            bodies: state.bodies.map(|body| body.map(|cell| cell.image(k))),
            ..*state
        }
    }

    fn move_image(&self, m: Move, k: usize) -> Move {
        match m {
            Move::Set(cell) => Move::Set(cell.image(k)),
            Move::Place(placement) => Move::Place(placement.image(k)),
            Move::Walk(cell) => Move::Walk(cell.image(k)),
        }
    }

    #[inline(always)]
    fn count_moves(&self, state: &State) -> usize {
        match state.stage {
            DawnStage::Set => state.free.count() as usize,
            DawnStage::Walk(steps) => state.walks(steps).count() as usize,
            DawnStage::Place(rolled) => {
                let mut count = 0;
                let _ = board::visit_families(
                    state.allowed(rolled),
                    state.free,
                    |_, firsts| -> ControlFlow<()> {
                        count += firsts.count() as usize;
                        ControlFlow::Continue(())
                    },
                );
                count
            }
            DawnStage::Roll | DawnStage::Over => 0,
        }
    }

    #[inline(always)]
    fn nth_move(&self, state: &State, n: usize) -> Option<Move> {
        let n = u32::try_from(n).ok()?;
        let nth = |set: CellSet| (n < set.count()).then(|| Cell::from_bit(set.nth(n)));
        match state.stage {
            DawnStage::Set => nth(state.free).map(Move::Set),
            DawnStage::Walk(steps) => nth(state.walks(steps)).map(Move::Walk),
            DawnStage::Place(rolled) => state.nth_placement(rolled, n),
            DawnStage::Roll | DawnStage::Over => None,
        }
    }

    #[inline(always)]
    fn random_move<G: Rng + ?Sized>(&self, state: &State, generator: &mut G) -> Move {
        match state.stage {
            DawnStage::Set => Move::Set(any(state.free, generator)),
            DawnStage::Walk(steps) => Move::Walk(any(state.walks(steps), generator)),
            DawnStage::Place(rolled) => {
                let n = random::below(generator, self.count_moves(state) as u32);
                state.nth_placement(rolled, n).expect("a seat that is to move has a move")
            }
            DawnStage::Roll | DawnStage::Over => panic!("no seat is to move"),
        }
    }
}

/// The tokens of a set, ascending, named by their rolls.
pub(super) fn tokens(set: u8) -> impl Iterator<Item = Roll> {
    lengths(set).map(Roll)
}

/// A uniformly random cell of a set.
#[inline(always)]
fn any<G: Rng + ?Sized>(set: CellSet, generator: &mut G) -> Cell {
    Cell::from_bit(set.nth(random::below(generator, set.count())))
}
