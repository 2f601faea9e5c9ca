//! The rules of Connect-N on sets of bits.

use std::hint::select_unpredictable;
use std::ops::ControlFlow;

use ludoteca_core::bits::Bits;
use ludoteca_core::grid::{self, Grid};
use ludoteca_core::{Next, NoDice, Outcome, Rules, Seat, random};
use rand_core::Rng;

/// Connect-N. `SEATS` is how many boards a state has room for, at least one for each seat.
#[derive(Clone, Debug)]
pub struct Connect<B: Bits, const SEATS: usize> {
    pub(super) grid: Grid<B>,
    pub(super) line: usize,
    pub(super) seats: usize,
    /// For each cell, and each of the [`DIRECTIONS`], the cells that can be in one line with it: up
    /// to `line - 1` to either side. Empty where the board has no room for a line.
    near: Vec<[B; 4]>,
    /// The greatest number of empty cells at which the next piece can make a line. With more empty
    /// cells, no seat has enough pieces.
    lines_from: u16,
}

/// The pieces, the turn and who has a line.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct State<B: Bits, const SEATS: usize> {
    /// Each seat's pieces.
    pub(super) pieces: [B; SEATS],
    /// How many cells are empty.
    pub(super) left: u16,
    pub(super) turn: Seat,
    /// The seat that has a line. Each move checks only around the piece that was placed.
    pub(super) winner: Option<Seat>,
}

/// A move: the cell that gets a piece.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Move(pub usize);

/// A step along a line, in rows and columns: to the right, down, and down to either side.
pub(super) const DIRECTIONS: [(i64, i64); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

impl<B: Bits, const SEATS: usize> Connect<B, SEATS> {
    /// # Panics
    /// Where the board does not fit into `B`, or the seats into `SEATS`.
    pub fn new(rows: usize, cols: usize, line: usize, seats: usize) -> Self {
        assert!(seats <= SEATS, "each seat has a board");
        let grid = Grid::new(rows, cols);
        let reach = line as i64 - 1;
        let near = |cell, direction| {
            let cells = (-reach..=reach).filter_map(|n| along(&grid, cell, direction, n));
            let near = cells.fold(B::EMPTY, |set, cell| set | B::single(cell));
            if near.count() as usize >= line { near } else { B::EMPTY }
        };
        Connect {
            grid,
            line,
            seats,
            near: (0..grid.size())
                .map(|cell| DIRECTIONS.map(|direction| near(cell, direction)))
                .collect(),
            lines_from: grid.size().saturating_sub(seats * (line - 1)) as u16,
        }
    }

    /// The board.
    pub fn grid(&self) -> &Grid<B> {
        &self.grid
    }

    /// How many in a row win.
    pub fn line(&self) -> usize {
        self.line
    }

    #[inline(always)]
    pub(super) fn empty(&self, state: &State<B, SEATS>) -> B {
        self.grid.all() & !state.pieces.iter().fold(B::EMPTY, |all, pieces| all | *pieces)
    }

    /// Do these pieces make a line with one more on this cell?
    #[inline(always)]
    fn makes_line(&self, pieces: B, cell: usize) -> bool {
        // In most cases there are too few pieces nearby in every direction for a line. Counting
        // them takes no shifts and no branches, and does not depend on the new piece.
        let near = &self.near[cell];
        let most = near.iter().fold(0, |most, cells| (pieces & *cells).count().max(most));
        most as usize + 1 >= self.line && self.has_run(pieces | B::single(cell), near)
    }

    /// Are `line` of these pieces in a row, among the cells that are `near` in each direction?
    #[cold]
    fn has_run(&self, pieces: B, near: &[B; 4]) -> bool {
        let cols = self.grid.cols();
        let steps = [1, cols, cols + 1, cols - 1];
        near.iter().zip(steps).any(|(cells, step)| {
            let mut runs = pieces & *cells;
            if (runs.count() as usize) < self.line {
                return false;
            }
            // `runs` are the cells where a run of `length` begins: two of them that meet make one
            // of twice the length.
            let mut length = 1;
            while length < self.line {
                let more = length.min(self.line - length);
                runs &= runs.down(more * step);
                length += more;
            }
            !runs.is_empty()
        })
    }
}

/// The cell `n` steps away, if it is on the board.
pub(super) fn along<B: Bits>(
    grid: &Grid<B>,
    cell: usize,
    (down, right): (i64, i64),
    n: i64,
) -> Option<usize> {
    let (row, col) = grid.place(cell);
    grid.find(row as i64 + n * down, col as i64 + n * right)
}

impl<B: Bits, const SEATS: usize> State<B, SEATS> {
    /// The seat that has a piece on this cell.
    pub(super) fn owner(&self, cell: usize) -> Option<Seat> {
        grid::owner(&self.pieces, cell)
    }

    /// A seat's pieces, as a set of cells. With two seats they are selected without a run-time
    /// index, so that a small state can stay in registers.
    #[inline(always)]
    pub fn pieces(&self, seat: Seat) -> B {
        if SEATS > 2 {
            return self.pieces[seat.index()];
        }
        if seat == Seat::FIRST { self.pieces[0] } else { self.pieces[1] }
    }

    /// The seat to move, unless the game is over.
    #[inline(always)]
    pub fn turn(&self) -> Seat {
        self.turn
    }

    /// Gives a seat a piece; see [`State::pieces`]. Only one word of a wide set is touched.
    #[inline(always)]
    fn insert(&mut self, seat: Seat, cell: usize) {
        if SEATS > 2 || B::WIDTH > 64 {
            return self.pieces[seat.index()].insert(cell);
        }
        let piece = B::single(cell);
        let [first, second] =
            if seat == Seat::FIRST { [piece, B::EMPTY] } else { [B::EMPTY, piece] };
        self.pieces[0] |= first;
        self.pieces[1] |= second;
    }

    #[inline(always)]
    fn is_taken(&self, cell: usize) -> bool {
        self.pieces.iter().fold(false, |taken, pieces| taken | pieces.has(cell))
    }
}

impl<B: Bits, const SEATS: usize> Rules for Connect<B, SEATS> {
    type State = State<B, SEATS>;
    type Move = Move;
    type Chance = NoDice;

    const MOST_SEATS: usize = SEATS;

    fn seats(&self) -> usize {
        self.seats
    }

    fn start(&self) -> Self::State {
        State {
            pieces: [B::EMPTY; SEATS],
            left: self.grid.size() as u16,
            turn: Seat::FIRST,
            winner: None,
        }
    }

    #[inline(always)]
    fn next(&self, state: &Self::State) -> Next {
        match state.winner {
            Some(winner) => Next::Over(Outcome::win(winner)),
            None if state.left == 0 => Next::Over(Outcome::draw()),
            None => Next::Move(state.turn),
        }
    }

    #[inline(always)]
    fn visit_moves<R>(
        &self,
        state: &Self::State,
        mut visit: impl FnMut(Move) -> ControlFlow<R>,
    ) -> ControlFlow<R> {
        if state.winner.is_none() {
            for cell in self.empty(state).iter() {
                visit(Move(cell))?;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn play(&self, state: &mut Self::State, Move(cell): Move) {
        if state.left <= self.lines_from && self.makes_line(state.pieces(state.turn), cell) {
            state.winner = Some(state.turn);
        }
        state.insert(state.turn, cell);
        state.left -= 1;
        state.turn = state.turn.after(self.seats);
    }

    fn symmetries(&self) -> usize {
        self.grid.symmetries()
    }

    fn image(&self, state: &Self::State, k: usize) -> Self::State {
        State { pieces: state.pieces.map(|pieces| self.grid.image(pieces, k)), ..*state }
    }

    fn move_image(&self, Move(cell): Move, k: usize) -> Move {
        Move(self.grid.cell_image(cell, k))
    }

    #[inline(always)]
    fn count_moves(&self, state: &Self::State) -> usize {
        if state.winner.is_some() { 0 } else { state.left.into() }
    }

    #[inline(always)]
    fn nth_move(&self, state: &Self::State, n: usize) -> Option<Move> {
        (n < self.count_moves(state)).then(|| Move(self.empty(state).nth(n as u32)))
    }

    /// Draws cells until one is empty, as long as that is likely to happen soon. Unlike a search
    /// for the n-th empty cell, a draw does not have to wait for the board. Two cells are drawn at
    /// a time, since the branch on whether a cell is taken is unpredictable.
    #[inline(always)]
    fn random_move<G: Rng + ?Sized>(&self, state: &Self::State, generator: &mut G) -> Move {
        if 4 * usize::from(state.left) > self.grid.size() {
            for _ in 0..4 {
                let [one, other] = random::two_below(generator, self.grid.size() as u32);
                let cell = select_unpredictable(state.is_taken(one as usize), other, one) as usize;
                if !state.is_taken(cell) {
                    return Move(cell);
                }
            }
        }
        Move(self.empty(state).nth(random::below(generator, state.left.into())))
    }
}
