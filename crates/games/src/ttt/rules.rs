//! The rules of Tic-Tac-Toe on sets of nine bits.

use std::ops::ControlFlow;

use ludoteca_core::bits::Bits;
use ludoteca_core::grid::{self, Grid};
use ludoteca_core::{Next, NoDice, Outcome, Rules, Seat, random};
use rand_core::Rng;

/// Tic-Tac-Toe has no options; the grid is here for its geometry.
#[derive(Clone, Debug)]
pub struct TicTacToe {
    pub(super) grid: Grid<u64>,
}

/// The pieces and the turn.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct State {
    /// Each seat's pieces.
    pub(super) pieces: [u64; 2],
    pub(super) turn: Seat,
}

/// A move: the cell that gets a piece.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Place(pub usize);

impl Default for TicTacToe {
    fn default() -> Self {
        TicTacToe { grid: Grid::new(3, 3) }
    }
}

impl State {
    /// A seat's pieces, as a set of cells.
    #[inline(always)]
    pub fn pieces(&self, seat: Seat) -> u64 {
        seat.first_of_two(self.pieces)[0]
    }

    /// The seat to move, unless the game is over.
    #[inline(always)]
    pub fn turn(&self) -> Seat {
        self.turn
    }

    #[inline(always)]
    pub(super) fn empty(&self) -> u64 {
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

impl Rules for TicTacToe {
    type State = State;
    type Move = Place;
    type Chance = NoDice;

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> State {
        State { pieces: [0, 0], turn: Seat::FIRST }
    }

    #[inline(always)]
    fn next(&self, state: &State) -> Next {
        // Only the seat that has just moved can have made a line.
        if has_line(state.sides()[1]) {
            Next::Over(Outcome::win(state.turn.other()))
        } else if state.empty() == 0 {
            Next::Over(Outcome::draw())
        } else {
            Next::Move(state.turn)
        }
    }

    #[inline(always)]
    fn visit_moves<B>(&self, state: &State, mut visit: impl FnMut(Place) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.next(state).seat().is_some() {
            for cell in state.empty().iter() {
                visit(Place(cell))?;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn play(&self, state: &mut State, Place(cell): Place) {
        let [own, other] = state.sides();
        let own = own | 1 << cell;
        state.pieces = state.turn.first_of_two([own, other]);
        state.turn = state.turn.other();
    }

    #[inline(always)]
    fn random_move<G: Rng + ?Sized>(&self, state: &State, generator: &mut G) -> Place {
        // A random game is little else than counting and choosing: hence the table.
        let empty = state.empty();
        let n = random::below(generator, empty.count());
        Place(NTH[empty as usize % 512][n as usize] as usize)
    }

    fn symmetries(&self) -> usize {
        self.grid.symmetries()
    }

    fn image(&self, state: &State, k: usize) -> State {
        State { pieces: state.pieces.map(|pieces| self.grid.image(pieces, k)), ..*state }
    }

    fn move_image(&self, Place(cell): Place, k: usize) -> Place {
        Place(self.grid.cell_image(cell, k))
    }
}

/// All nine cells.
const BOARD: u64 = 0o777;

/// Do these pieces hold three in a row?
#[inline(always)]
pub(crate) fn has_line(pieces: u64) -> bool {
    LINES[pieces as usize / 64 % 8] >> (pieces % 64) & 1 != 0
}

/// One bit for each of the 512 sets of cells: does it hold a line?
const LINES: [u64; 8] = {
    const ROWS: [u64; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
    let mut table = [0; 8];
    let mut set = 0;
    while set < 512 {
        let mut i = 0;
        while i < 8 {
            if set & ROWS[i] == ROWS[i] {
                table[set as usize / 64] |= 1 << (set % 64);
            }
            i += 1;
        }
        set += 1;
    }
    table
};

/// The cells of each of the 512 sets, in ascending order: one look instead of a search for the n-th empty cell.
const NTH: [[u8; 16]; 512] = {
    let mut table = [[0; 16]; 512];
    let mut set = 0;
    while set < 512 {
        let mut n = 0;
        let mut cell = 0;
        while cell < 9 {
            if set >> cell & 1 != 0 {
                table[set][n] = cell;
                n += 1;
            }
            cell += 1;
        }
        set += 1;
    }
    table
};
