//! The rules of Ataxx on sets of cells.

use std::ops::ControlFlow;

use ludoteca_core::bits::Bits;
use ludoteca_core::grid::Grid;
use ludoteca_core::{MAX_SEATS, Next, NoDice, Outcome, Rules, Seat, Verdict, passed_over};

use super::setup::StartingLayout;

/// Ataxx on one board. `SEATS` is the number of seats that a state has room for: 2 for two seats, 4
/// for three or four.
#[derive(Clone, Debug)]
pub struct Ataxx<B, const SEATS: usize> {
    pub(super) grid: Grid<B>,
    seats: usize,
    start: State<B, SEATS>,
    /// This many plies without a clone end the game. Without a limit it is more than the clock can
    /// count.
    pub(super) no_progress: u64,
    /// The eight cells around each cell. It has an entry for every `u8`, so that no index needs a
    /// check.
    near: [B; 256],
    /// The sixteen cells a jump away from each cell.
    far: [B; 256],
}

/// The pieces, the empty cells, the turn and the counters.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct State<B, const SEATS: usize> {
    /// The pieces of the seat to move, then those of the seats that follow it in turn; none beyond
    /// the table's seats. A state in turn order needs no index lookups, which makes perft a fifth
    /// to a quarter faster.
    pub(super) pieces: [B; SEATS],
    /// The cells that are neither taken nor obstacles.
    pub(super) empty: B,
    /// The seat to move. It can, unless the game is over.
    pub(super) turn: Seat,
    /// Plies since the last clone.
    pub(super) clock: u32,
    /// The number of the move, from 1: it grows when the turn has gone round the table.
    pub(super) number: u32,
}

/// A move: a clone to a cell, whichever piece it comes from, or a jump.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Move {
    /// The cell that a jump leaves. A clone leaves none and has its destination here.
    from: u8,
    to: u8,
}

impl Move {
    /// A clone to a cell below 256.
    #[inline(always)]
    pub fn clone_to(to: usize) -> Move {
        Move::jump(to, to)
    }

    /// A jump between two cells below 256; from a cell to itself, it is a clone.
    #[inline(always)]
    pub fn jump(from: usize, to: usize) -> Move {
        Move { from: from as u8, to: to as u8 }
    }

    /// Does the piece that moves also stay?
    #[inline(always)]
    pub fn is_clone(self) -> bool {
        self.from == self.to
    }

    /// The cell that a jump leaves, or the one that a clone comes to.
    #[inline(always)]
    pub fn from(self) -> usize {
        self.from.into()
    }

    /// The cell that a jump leaves.
    pub fn origin(self) -> Option<usize> {
        (!self.is_clone()).then_some(self.from.into())
    }

    /// The cell that gets a piece.
    #[inline(always)]
    pub fn destination(self) -> usize {
        self.to.into()
    }
}

impl<B: Bits, const SEATS: usize> State<B, SEATS> {
    /// The seat to move, unless the game is over.
    #[inline(always)]
    pub fn turn(&self) -> Seat {
        self.turn
    }

    /// The cells that are neither taken nor obstacles.
    #[inline(always)]
    pub fn empty(&self) -> B {
        self.empty
    }

    /// The pieces of the seat to move.
    #[inline(always)]
    pub fn own(&self) -> B {
        self.pieces[0]
    }

    /// The pieces of all seats.
    #[inline(always)]
    pub fn taken(&self) -> B {
        self.pieces.iter().fold(B::EMPTY, |all, pieces| all | *pieces)
    }

    /// Has one seat all the pieces?
    pub(super) fn is_conquered(&self) -> bool {
        self.pieces.contains(&self.taken())
    }
}

impl<B: Bits, const SEATS: usize> Rules for Ataxx<B, SEATS> {
    type State = State<B, SEATS>;
    type Move = Move;
    type Chance = NoDice;

    const MOST_SEATS: usize = SEATS;

    #[inline(always)]
    fn seats(&self) -> usize {
        // Room for two seats means exactly two, which the compiler then knows.
        if SEATS == 2 { 2 } else { self.seats }
    }

    fn start(&self) -> Self::State {
        self.start
    }

    #[inline(always)]
    fn next(&self, state: &Self::State) -> Next {
        if self.can_move(state.own(), state.empty) && !self.is_stopped(state) {
            Next::Move(state.turn)
        } else {
            Next::Over(self.outcome(state))
        }
    }

    #[inline(always)]
    fn visit_moves<T>(
        &self,
        state: &Self::State,
        mut visit: impl FnMut(Move) -> ControlFlow<T>,
    ) -> ControlFlow<T> {
        if self.is_stopped(state) {
            return ControlFlow::Continue(());
        }
        // First the clones, then the jumps of each piece, in one loop, so that `visit` has a single
        // call site and is inlined.
        let mut origins = state.own().iter();
        let mut origin = None;
        let mut targets = self.grid.around(state.own());
        loop {
            for to in (targets & state.empty).iter() {
                visit(Move::jump(origin.unwrap_or(to), to))?;
            }
            origin = origins.next();
            match origin {
                Some(from) => targets = self.far(from),
                None => return ControlFlow::Continue(()),
            }
        }
    }

    #[inline(always)]
    fn play(&self, state: &mut Self::State, m: Move) {
        let (mover, near) = (state.turn, self.near(m.destination()));
        // The cells that change between taken and empty: both ends of a jump, or one end of a
        // clone.
        let ends = B::single(m.from.into()) | B::single(m.to.into());
        let own = (state.own() ^ ends) | state.taken() & near;
        state.pieces = state.pieces.map(|pieces| pieces & !near);
        state.pieces[0] = own;
        state.empty ^= ends;
        state.clock = if m.is_clone() { 0 } else { state.clock.saturating_add(1) };
        self.pass(state);
        if !self.can_move(state.own(), state.empty) {
            *state = self.skip(*state);
        }
        state.number = state.number.saturating_add(u32::from(state.turn <= mover));
    }

    fn skipped(&self, before: &Self::State, after: &Self::State) -> Vec<Seat> {
        if self.is_over(after) {
            Vec::new()
        } else {
            passed_over(before.turn, after.turn, self.seats)
        }
    }

    fn skipped_at_start(&self) -> Vec<Seat> {
        Seat::all(self.start.turn.index()).collect()
    }

    fn without_counters(&self, state: &Self::State) -> Self::State {
        State { clock: 0, number: 1, ..*state }
    }

    fn symmetries(&self) -> usize {
        self.grid.symmetries()
    }

    fn image(&self, state: &Self::State, k: usize) -> Self::State {
        let image = |set| self.grid.image(set, k);
        State { pieces: state.pieces.map(image), empty: image(state.empty), ..*state }
    }

    fn move_image(&self, m: Move, k: usize) -> Move {
        let image = |cell: u8| self.grid.cell_image(cell.into(), k);
        Move::jump(image(m.from), image(m.to))
    }

    #[inline(always)]
    fn count_moves(&self, state: &Self::State) -> usize {
        if self.is_stopped(state) {
            return 0;
        }
        // All pieces jump at once, in each of the sixteen directions: the pieces moved sideways
        // meet the empty cells moved up or down.
        let (own, empty, grid) = (state.own(), state.empty, &self.grid);
        let (east, west) = (grid.east(own), grid.west(own));
        let (east2, west2) = (grid.east(east), grid.west(west));
        let mut count = (grid.around(own) & empty).count();
        for two_rows in [empty.up(2 * grid.cols()), empty.down(2 * grid.cols())] {
            for pieces in [west2, west, own, east, east2] {
                count += (pieces & two_rows).count();
            }
        }
        for one_row in [empty.up(grid.cols()), empty, empty.down(grid.cols())] {
            count += (west2 & one_row).count() + (east2 & one_row).count();
        }
        count as usize
    }

    #[inline(always)]
    fn nth_move(&self, state: &Self::State, n: usize) -> Option<Move> {
        if self.is_stopped(state) {
            return None;
        }
        let mut left = u32::try_from(n).ok()?;
        let clones = self.grid.around(state.own()) & state.empty;
        if left < clones.count() {
            return Some(Move::clone_to(clones.nth(left)));
        }
        left -= clones.count();
        for from in state.own().iter() {
            let targets = self.far(from) & state.empty;
            if left < targets.count() {
                return Some(Move::jump(from, targets.nth(left)));
            }
            left -= targets.count();
        }
        None
    }
}

impl<B: Bits, const SEATS: usize> Ataxx<B, SEATS> {
    pub(super) fn new(setup: &StartingLayout) -> Self {
        let grid = Grid::new(setup.grid.rows(), setup.grid.cols());
        let set = |cells: &mut dyn Iterator<Item = usize>| {
            cells.fold(B::EMPTY, |set, cell| set | B::single(cell))
        };
        let mut pieces = [B::EMPTY; SEATS];
        for (pieces, cells) in pieces.iter_mut().zip(&setup.starts) {
            *pieces = set(&mut cells.iter().copied());
        }
        let mut start = State { pieces, empty: grid.all(), turn: Seat::FIRST, clock: 0, number: 1 };
        start.empty &= !(start.taken() | set(&mut setup.obstacles.iter()));
        let mut near = [B::EMPTY; 256];
        let mut far = [B::EMPTY; 256];
        for cell in 0..grid.size() {
            let around = grid.around(B::single(cell));
            near[cell] = around & !B::single(cell);
            far[cell] = grid.around(around) & !around;
        }
        let no_progress = if setup.no_progress == 0 { u64::MAX } else { setup.no_progress.into() };
        let rules = Ataxx { grid, seats: setup.starts.len(), start, no_progress, near, far };
        Ataxx { start: rules.skip(start), ..rules }
    }

    /// A seat's pieces, as a set of cells.
    #[inline(always)]
    pub fn pieces(&self, state: &State<B, SEATS>, seat: Seat) -> B {
        state.pieces[(seat.index() + self.seats() - state.turn.index()) % self.seats()]
    }

    /// The seat that has a piece on this cell.
    pub(super) fn owner(&self, state: &State<B, SEATS>, cell: usize) -> Option<Seat> {
        Seat::all(self.seats).find(|seat| self.pieces(state, *seat).has(cell))
    }

    /// The board.
    pub fn grid(&self) -> &Grid<B> {
        &self.grid
    }

    /// The number of plies without a clone from here that end the game.
    #[inline(always)]
    pub fn plies_left(&self, state: &State<B, SEATS>) -> u64 {
        self.no_progress.saturating_sub(state.clock.into())
    }

    /// The cells around a cell.
    #[inline(always)]
    pub fn near(&self, cell: usize) -> B {
        self.near[cell % 256]
    }

    /// The cells a jump away from a cell.
    #[inline(always)]
    pub fn far(&self, cell: usize) -> B {
        self.far[cell % 256]
    }

    /// Can any of these pieces move?
    #[inline(always)]
    fn can_move(&self, pieces: B, empty: B) -> bool {
        // A step up or down needs no check of the columns, and is nearly always possible.
        let steps = pieces.up(self.grid.cols()) | pieces.down(self.grid.cols());
        !(steps & empty).is_empty()
            || !(self.grid.around(self.grid.around(pieces)) & empty).is_empty()
    }

    /// Has the game ended though the seat to move may be able to?
    #[inline(always)]
    fn is_stopped(&self, state: &State<B, SEATS>) -> bool {
        state.own() == state.taken() || u64::from(state.clock) >= self.no_progress
    }

    /// The turn goes on to the next seat.
    #[inline(always)]
    fn pass(&self, state: &mut State<B, SEATS>) {
        let pieces = state.pieces;
        // All entries are written at once: a write to a run-time index would keep the state in
        // memory.
        state.pieces = std::array::from_fn(|place| match place + 1 {
            behind if behind == self.seats() => pieces[0],
            behind => pieces.get(behind).copied().unwrap_or(B::EMPTY),
        });
        state.turn = if SEATS == 2 { state.turn.other() } else { state.turn.after(self.seats) };
    }

    /// The turn goes on to the first seat that can move, unless the game is over. The state is
    /// passed by value: a reference here would keep it in memory everywhere.
    #[cold]
    #[inline(never)]
    pub(super) fn skip(&self, mut state: State<B, SEATS>) -> State<B, SEATS> {
        if !self.is_over(&state) {
            while !self.can_move(state.own(), state.empty) {
                self.pass(&mut state);
            }
        }
        state
    }

    /// Is the game over by the pieces on the board, whatever the clock says?
    pub(super) fn is_decided(&self, state: &State<B, SEATS>) -> bool {
        state.is_conquered() || !self.can_move(state.taken(), state.empty)
    }

    fn is_over(&self, state: &State<B, SEATS>) -> bool {
        self.is_decided(state) || u64::from(state.clock) >= self.no_progress
    }

    /// How a game that is over ended.
    #[cold]
    fn outcome(&self, state: &State<B, SEATS>) -> Outcome {
        let mut points = [0; MAX_SEATS];
        for seat in Seat::all(self.seats) {
            points[seat.index()] = self.pieces(state, seat).count() as i32;
        }
        if self.is_decided(state) {
            Outcome::by_points(points, self.seats)
        } else {
            Outcome { verdict: Verdict::Draw, points }
        }
    }
}
