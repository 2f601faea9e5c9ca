//! The rules of Advanced Tic-Tac-Toe on sets of nine bits.

use std::ops::ControlFlow;

use ludoteca_core::bits::Bits;
use ludoteca_core::grid::{self, Grid};
use ludoteca_core::{Next, NoDice, Outcome, Rules, Seat};

use crate::three_by_three::has_line;

/// Advanced Tic-Tac-Toe with its limit of plies without progress.
#[derive(Clone, Debug)]
pub struct AdvancedTicTacToe {
    pub(super) grid: Grid<u64>,
    /// The number of plies of movement that end the game; 0 for no limit.
    pub(super) limit: u32,
}

/// The pieces, the turn and the plies of movement.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct State {
    /// Each seat's pieces on the board; the others are in hand.
    pub(super) pieces: [u64; 2],
    /// Plies of movement so far. Nothing in this game is progress once all pieces are placed, so
    /// the counter is never reset.
    pub(super) clock: u32,
    pub(super) turn: Seat,
}

/// What a seat does, with cells from 0 to 8: first it places its pieces, then it shifts them.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Move {
    /// Puts a piece from the hand on this cell.
    Place(u8),
    /// Moves a piece on the board to any empty cell.
    Shift {
        /// The cell that the piece leaves.
        from: u8,
        /// The cell that it comes to.
        to: u8,
    },
}

/// How many pieces a seat has.
pub(super) const PIECES: u32 = 3;

/// How many cells are empty once all pieces are placed.
const VACANT: u32 = 9 - 2 * PIECES;

/// All nine cells.
const BOARD: u64 = 0o777;

impl AdvancedTicTacToe {
    /// The game that ends after `limit` plies of movement, or 0 for no limit.
    pub fn new(limit: u32) -> Self {
        AdvancedTicTacToe { grid: Grid::new(3, 3), limit }
    }

    /// The number of plies from here before which the limit cannot end the game.
    pub fn plies_left(&self, state: &State) -> u32 {
        if self.limit == 0 {
            return u32::MAX;
        }
        let placing = Seat::all(2).map(|seat| state.in_hand(seat)).sum::<u32>();
        (self.limit + placing).saturating_sub(state.clock)
    }
}

impl State {
    /// A seat's pieces on the board, as a set of cells.
    #[inline(always)]
    pub fn pieces(&self, seat: Seat) -> u64 {
        seat.first_of_two(self.pieces)[0]
    }

    /// The seat to move, unless the game is over.
    #[inline(always)]
    pub fn turn(&self) -> Seat {
        self.turn
    }

    /// How many pieces a seat has not placed yet.
    pub(super) fn in_hand(&self, seat: Seat) -> u32 {
        PIECES - self.pieces[seat.index()].count()
    }

    /// Has the seat to move pieces in hand?
    #[inline(always)]
    fn must_place(&self) -> bool {
        self.sides()[0].count() < PIECES
    }

    #[inline(always)]
    fn empty(&self) -> u64 {
        BOARD & !(self.pieces[0] | self.pieces[1])
    }

    /// The pieces of the seat to move, and those of the other.
    #[inline(always)]
    fn sides(&self) -> [u64; 2] {
        self.turn.first_of_two(self.pieces)
    }

    /// The seat that has a piece on this cell.
    pub(super) fn owner(&self, cell: usize) -> Option<Seat> {
        grid::owner(&self.pieces, cell)
    }
}

impl Rules for AdvancedTicTacToe {
    type State = State;
    type Move = Move;
    type Chance = NoDice;

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> State {
        State { pieces: [0, 0], clock: 0, turn: Seat::FIRST }
    }

    #[inline(always)]
    fn next(&self, state: &State) -> Next {
        // Only the seat that has just moved can have made a line. A line on the last ply comes
        // before the draw.
        if has_line(state.sides()[1]) {
            Next::Over(Outcome::win(state.turn.other()))
        } else if self.limit != 0 && state.clock >= self.limit {
            Next::Over(Outcome::draw())
        } else {
            Next::Move(state.turn)
        }
    }

    #[inline(always)]
    fn visit_moves<B>(
        &self,
        state: &State,
        mut visit: impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if self.next(state).seat().is_none() {
            return ControlFlow::Continue(());
        }
        if state.must_place() {
            for cell in state.empty().iter() {
                visit(Move::Place(cell as u8))?;
            }
        } else {
            for from in state.sides()[0].iter() {
                for to in state.empty().iter() {
                    visit(Move::Shift { from: from as u8, to: to as u8 })?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn play(&self, state: &mut State, m: Move) {
        let [mut own, other] = state.sides();
        match m {
            Move::Place(cell) => own |= 1 << cell,
            Move::Shift { from, to } => {
                own ^= 1 << from | 1 << to;
                // It can only overflow if there is no limit, and then nothing reads it.
                state.clock = state.clock.wrapping_add(1);
            }
        }
        state.pieces = state.turn.first_of_two([own, other]);
        state.turn = state.turn.other();
    }

    fn without_counters(&self, state: &State) -> State {
        State { clock: 0, ..*state }
    }

    fn symmetries(&self) -> usize {
        self.grid.symmetries()
    }

    fn image(&self, state: &State, k: usize) -> State {
        State { pieces: state.pieces.map(|pieces| self.grid.image(pieces, k)), ..*state }
    }

    fn move_image(&self, m: Move, k: usize) -> Move {
        let image = |cell: u8| self.grid.cell_image(cell.into(), k) as u8;
        match m {
            Move::Place(cell) => Move::Place(image(cell)),
            Move::Shift { from, to } => Move::Shift { from: image(from), to: image(to) },
        }
    }

    #[inline(always)]
    fn count_moves(&self, state: &State) -> usize {
        if self.next(state).seat().is_none() {
            return 0;
        }
        (if state.must_place() { state.empty().count() } else { PIECES * VACANT }) as usize
    }

    #[inline(always)]
    fn nth_move(&self, state: &State, n: usize) -> Option<Move> {
        if n >= self.count_moves(state) {
            return None;
        }
        let empty = state.empty();
        Some(if state.must_place() {
            Move::Place(empty.nth(n as u32) as u8)
        } else {
            let n = n as u32;
            let from = state.sides()[0].nth(n / VACANT);
            Move::Shift { from: from as u8, to: empty.nth(n % VACANT) as u8 }
        })
    }
}
